"""A match as the choices and entries of a workbook: the cells that somebody would fill in by hand.

The names are those of the workbook's inputs. Entries are rows of values, as `xlvp new` takes them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from xlvp.results.model import Board, Match, Problem

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LONGEST_NAME = 60
"""Characters that a name in a workbook can have."""
_COLUMNS = ("open_result", "closed_result", "home_adjust", "away_adjust", "note")


class Entered(NamedTuple):
    """What goes into a workbook, and what was left out or should be looked at."""

    choices: dict[str, Any]
    entries: dict[str, list[list[Any]]]
    problems: list[Problem]


def match_entries(stanzas: Sequence[Match], single: bool | None = None) -> Entered:
    """Return what goes into the workbook of a match, which is to have as many stanzas as these."""
    spans = [_span(stanza) for stanza in stanzas]
    length = max(len(span) for span in spans)
    first = stanzas[0]
    many = len(stanzas) > 1 if single is None else not single
    entered = Entered({"boards": length * len(stanzas)}, {}, [])
    if many:
        entered.choices["stanzas"] = len(stanzas)
    _enter_heads(entered, first, first.stanza if not many else "")
    columns: dict[str, list[list[Any]]] = {name: [] for name in _COLUMNS}
    for place, (stanza, span) in enumerate(zip(stanzas, spans, strict=True), start=1):
        start = f"stanza{place}_" if many else ""
        _put(entered, f"{start}first_board", span[0])
        _put(entered, f"{start}home_sits", stanza.home_sits)
        for seat, name in stanza.players.items():
            _put(entered, f"{start}{seat}", _name(entered, name))
        _enter_boards(columns, stanza, range(span[0], span[0] + length))
        if len(span) < length:
            what = f"stanza {place} has {len(span)} boards, where another has {length}; the rest stand open"
            entered.problems.append(Problem(what))
        missing = [number for number in span if number not in stanza.boards]
        if missing:
            entered.problems.append(Problem(f"no results of boards {numbers(missing)}, which stand open"))
    if first.carry is not None:
        home, away = first.carry
        _put(entered, "carry_over", plain_number(home - away))
        if away:
            said = f"Carry-over {home:g}-{away:g}"
            note = columns["note"][0][0]
            columns["note"][0] = [f"{said}; {note}" if note else said]
    entered.entries.update(
        {name: column for name, column in columns.items() if any(cell is not None for [cell] in column)}
    )
    return entered


def _enter_heads(entered: Entered, match: Match, stanza: str) -> None:
    """Enter what holds for the match as a whole."""
    for side in ("home", "away"):
        if getattr(match, side):
            entered.choices[side] = _name(entered, getattr(match, side))
            _put(entered, side, entered.choices[side])
    _put(entered, "event", _name(entered, ", ".join(part for part in (match.event, stanza) if part)))
    _put(entered, "date", _name(entered, match.date))
    _put(entered, "venue", _name(entered, match.venue))


def _enter_boards(columns: dict[str, list[list[Any]]], match: Match, span: range) -> None:
    """Add the lines of a stanza to the columns."""
    for number in span:
        board = match.boards.get(number, Board())
        awards = (board.home_award, board.away_award)
        home, away = (None if award is None else plain_number(award) for award in awards)
        cells = (board.open, board.closed, home, away, board.note[:LONGEST_NAME] or None)
        for column, cell in zip(columns.values(), cells, strict=True):
            column.append([cell])


def _put(entered: Entered, name: str, value: object) -> None:
    if value not in ("", None):
        entered.entries[name] = [[value]]


def _name(entered: Entered, text: str) -> str:
    """Return a name as a cell takes it."""
    if len(text) <= LONGEST_NAME:
        return text
    entered.problems.append(Problem(f"a name of more than {LONGEST_NAME} characters is cut: {text}"))
    return f"{text[: LONGEST_NAME - 1]}…"


def _span(match: Match) -> range:
    """Return the numbers of the boards of a match, from the first to the last."""
    return range(min(match.boards), max(match.boards) + 1) if match.boards else range(1, 2)


def plain_number(number: float) -> int | float:
    """Return a number as somebody types it: 3, not 3.0."""
    return int(number) if number == int(number) else number


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
    old: Mapping[str, Sequence[Sequence[Any]]], new: Mapping[str, Sequence[Sequence[Any]]]
) -> tuple[dict[str, list[list[Any]]], list[str]]:
    """Return the entries of an older workbook with new ones where it has none, and what stands otherwise there.

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
                if here in (None, ""):
                    there[down][right : right + 1] = [value]
                else:
                    line = f", line {down + 1}" if len(rows) > 1 else ""
                    kept.append(f"{name}{line}: {value!r} is not entered, since the workbook has {here!r}")
    return entries, kept
