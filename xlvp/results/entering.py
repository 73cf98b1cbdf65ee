"""A match as the choices and entries of a workbook: the cells that somebody would fill in by hand.

The names are those of the workbook's inputs. Entries are rows of values, as `xlvp new` takes them.
"""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from xlvp.files import RefusedError
from xlvp.results.model import MOST_BOARDS, Match, Problem

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

LONGEST_NAME = 60
"""Characters that a name in a workbook can have."""
LONGEST_NOTE = 120
LONGEST_DAY = 40
_YEARS = range(2000, 2100)
COLUMNS = ("open_result", "closed_result", "home_adjust", "away_adjust", "note")
"""The columns of a match's workbook that results go into."""


class Entered(NamedTuple):
    """What goes into a workbook, and what was left out or should be looked at."""

    choices: dict[str, Any]
    entries: dict[str, list[list[Any]]]
    problems: list[Problem]


class Slot(NamedTuple):
    """Where a stanza stands in a workbook: how its names begin, its first board, and its lines of all."""

    start: str
    first: int
    lines: range


def match_entries(stanzas: Sequence[Match]) -> Entered:
    """Return what goes into the new workbook of a match, which is to have as many stanzas as these."""
    spans = [_span(stanza) for stanza in stanzas]
    length = max(len(span) for span in spans)
    if length * len(stanzas) > MOST_BOARDS:
        raise RefusedError(f"a match of {length * len(stanzas):,} boards, which no workbook holds")
    many = len(stanzas) > 1
    entered = Entered({"boards": length * len(stanzas)}, {}, [])
    if many:
        entered.choices["stanzas"] = len(stanzas)
    enter_heads(entered, stanzas[0], "" if many else stanzas[0].stanza)
    for place, (stanza, span) in enumerate(zip(stanzas, spans, strict=True)):
        slot = Slot(f"stanza{place + 1}_" if many else "", span[0], range(place * length, (place + 1) * length))
        enter_stanza(entered, stanza, slot)
        if len(span) < length:
            what = f"stanza {place + 1}: boards {numbers(span)} alone, where another has {length}; the rest stand open"
            entered.problems.append(Problem(what))
        missing = [number for number in span if number not in stanza.boards]
        if missing:
            entered.problems.append(Problem(f"no results of boards {numbers(missing)}, which stand open"))
    return entered


def enter_heads(entered: Entered, match: Match, stanza: str) -> None:
    """Enter what holds for the match as a whole."""
    for side in ("home", "away"):
        if getattr(match, side):
            entered.choices[side] = short(entered, getattr(match, side))
            _put(entered, side, entered.choices[side])
    _put(entered, "event", short(entered, ", ".join(part for part in (match.event, stanza) if part)))
    _put(entered, "date", day(match.date))
    _put(entered, "venue", short(entered, match.venue))
    if match.carry is not None:
        _put(entered, "carry_over", plain_number(match.carry[0] - match.carry[1]))


def enter_stanza(entered: Entered, stanza: Match, slot: Slot) -> None:
    """Enter the boards of a stanza, and who sat where; a board that has no line in the workbook is left out."""
    _put(entered, f"{slot.start}first_board", slot.first)
    _put(entered, f"{slot.start}home_sits", stanza.home_sits)
    for seat, name in stanza.players.items():
        _put(entered, f"{slot.start}{seat}", short(entered, name))
    for number, board in stanza.boards.items():
        line = slot.lines.start + number - slot.first
        if line not in slot.lines:
            entered.problems.append(Problem("the workbook has no line for it", number))
            continue
        note = board.note
        if line == 0 and stanza.carry is not None and stanza.carry[1]:
            note = "; ".join(filter(None, (f"Carry-over {stanza.carry[0]:g}-{stanza.carry[1]:g}", note)))
        awards = (board.home_award, board.away_award)
        home, away = (None if award is None else plain_number(award) for award in awards)
        if len(note) > LONGEST_NOTE:
            entered.problems.append(Problem(f"a note of more than {LONGEST_NOTE} characters is cut", number))
        cells = (board.open, board.closed, home, away, note[:LONGEST_NOTE] or None)
        for name, cell in zip(COLUMNS, cells, strict=True):
            if cell is not None:
                column = entered.entries.setdefault(name, [])
                column += [[None] for _ in range(line + 1 - len(column))]
                column[line] = [cell]


def _put(entered: Entered, name: str, value: object) -> None:
    if value not in ("", None):
        entered.entries[name] = [[value]]


def short(entered: Entered, text: str) -> str:
    """Return a name as a cell takes it."""
    if len(text) <= LONGEST_NAME:
        return text
    cut = f"{text[: LONGEST_NAME - 1]}…"
    entered.problems.append(Problem(f"a name of more than {LONGEST_NAME} characters is cut: {cut}"))
    return cut


def _span(match: Match) -> range:
    """Return the numbers of the boards of a match, from the first to the last."""
    return range(min(match.boards), max(match.boards) + 1) if match.boards else range(1, 2)


def plain_number(number: float) -> int | float:
    """Return a number as somebody types it: 3, not 3.0."""
    return int(number) if number == int(number) else number


def day(text: str) -> str | datetime.date:
    """Return a day as a date, if it is one that a workbook can hold, else as it is said.

    >>> day("2026-11-18"), day("2026-11"), day("Tuesday")
    (datetime.date(2026, 11, 18), '2026-11', 'Tuesday')
    """
    try:
        date = datetime.date.fromisoformat(text)
    except ValueError:
        return text[:LONGEST_DAY]
    return date if date.year in _YEARS else text


def numbers(given: Sequence[int]) -> str:
    """Return numbers in words.

    >>> numbers([3, 4, 5, 9])
    '3-5, 9'
    """
    parts: list[list[int]] = []
    for number in given:
        if parts and number == parts[-1][-1] + 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ", ".join(f"{part[0]}-{part[-1]}" if len(part) > 1 else f"{part[0]}" for part in parts)


def merged(
    old: Mapping[str, Sequence[Sequence[Any]]],
    new: Mapping[str, Sequence[Sequence[Any]]],
    instead: Collection[str] = (),
) -> tuple[dict[str, list[list[Any]]], list[str]]:
    """Return the entries of an older workbook with new ones where it has none, and what stands otherwise there.

    What is entered under the names `instead` stands in place of what was there.

    >>> merged({"home": [["Avon"]]}, {"home": [["AVON"]], "away": [["Brue"]]})
    ({'home': [['Avon']], 'away': [['Brue']]}, ["home: 'AVON' is not entered, since the workbook has 'Avon'"])
    """
    entries = {name: [list(row) for row in rows] for name, rows in old.items()}
    kept = []
    for name, rows in new.items():
        there = entries.setdefault(name, [])
        for down, row in enumerate(rows):
            while len(there) <= down:
                there.append([None] * len(row))
            for right, value in enumerate(row):
                here = there[down][right] if right < len(there[down]) else None
                if value is None or here == value:
                    continue
                if here in (None, "") or name in instead:
                    there[down][right : right + 1] = [value]
                else:
                    line = f", line {down + 1}" if len(rows) > 1 else ""
                    kept.append(f"{name}{line}: {value!r} is not entered, since the workbook has {here!r}")
    return entries, kept
