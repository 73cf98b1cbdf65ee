"""The entries of a match's workbook as results again, to be written for other programs."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any

from xlvp.results.entering import COLUMNS, Slot
from xlvp.results.model import ROOMS, SEATS, SIDES, Entry, Match, Problem, plain_text
from xlvp.results.notation import one_cell, score_alone
from xlvp.rules.board import MAX_BOARD
from xlvp.rules.checks import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Entries = Mapping[str, Sequence[Sequence[Any]]]


def match_from(boards: int, stanzas: int, entries: Entries) -> tuple[list[Match], list[Problem]]:
    """Return the match, stanza by stanza, and which entries are not in it."""
    problems: list[Problem] = []
    found: list[Match] = []
    played = _one(entries, "boards")
    if stanzas == 1 and isinstance(played, int | float) and 1 <= played <= boards:
        boards = int(played)  # the card has lines for more
    for place, slot in enumerate(slots(boards, stanzas, entries), start=1):
        match = Match(stanza=str(place) if stanzas > 1 else "")
        for name in ("home", "away", "event", "venue"):
            setattr(match, name, plain_text(str(_one(entries, name) or "")))
        match.date = _date(_one(entries, "date"))
        match.home_sits = SIDES[_one(entries, f"{slot.start}home_sits") == SIDES[1]]
        seats = [f"{room}_{seat}" for room in ROOMS for seat in SEATS]
        said = {seat: plain_text(str(_one(entries, f"{slot.start}{seat}") or "")) for seat in seats}
        match.players = {seat: name for seat, name in said.items() if name}
        _read_boards(match, entries, slot.lines, slot.first, problems)
        found.append(match)
    carry = _one(entries, "carry_over")
    if isinstance(carry, int | float) and carry:
        found[0].carry = (carry, 0)
    return found, problems


def _read_boards(match: Match, entries: Entries, rows: range, first: int, problems: list[Problem]) -> None:
    """Take the lines of a stanza."""
    for number, row in enumerate(rows, start=first):
        open_, closed, home, away, note = (_at(entries, name, row) for name in COLUMNS)
        board = match.board(number)
        for room, entry in (("open", open_), ("closed", closed)):
            try:
                setattr(board, room, _result(entry, number))
            except InputError as refusal:
                problems.append(Problem(f"{room} room: {refusal}", number))
        board.home_award, board.away_award = (_award(award) for award in (home, away))
        board.note = plain_text("" if note is None else str(note))


def slots(boards: int, stanzas: int, entries: Entries) -> list[Slot]:
    """Return where the stanzas stand in a workbook."""
    length, following, found = boards // stanzas, 1, []
    for place in range(stanzas):
        start = f"stanza{place + 1}_" if stanzas > 1 else ""
        first = _one(entries, f"{start}first_board")
        if isinstance(first, int | float) and 1 <= first <= MAX_BOARD:
            following = int(first)
        found.append(Slot(start, following, range(place * length, (place + 1) * length)))
        following += length
    return found


def is_free(slot: Slot, entries: Entries) -> bool:
    """Return whether no result is entered in a stanza."""
    return all(_at(entries, name, line) in (None, "") for name in COLUMNS[:2] for line in slot.lines)


def _result(entry: Any, board: int) -> Entry | None:
    """Return a result as the workbook reads it."""
    if entry is None or entry == "":
        return None
    if isinstance(entry, int | float) and not isinstance(entry, bool):
        return score_alone(int(entry), board) if entry == int(entry) else score_alone(1, board)
    return one_cell(str(entry), board)


def _award(entry: Any) -> float | None:
    awards = {"A+": 3.0, "A": 0.0, "A=": 0.0, "A-": -3.0}
    if isinstance(entry, str):
        return awards.get(entry.strip().upper().replace("\N{MINUS SIGN}", "-"))
    return float(entry) if isinstance(entry, int | float) and not isinstance(entry, bool) else None


def _date(entry: Any) -> str:
    if isinstance(entry, datetime.datetime | datetime.date):
        return entry.isoformat()[:10]
    return plain_text("" if entry is None else str(entry))


def _one(entries: Entries, name: str) -> Any:
    return _at(entries, name, 0)


def _at(entries: Entries, name: str, row: int) -> Any:
    rows = entries.get(name, ())
    return rows[row][0] if row < len(rows) and rows[row] else None
