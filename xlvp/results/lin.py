"""LIN, the format of Bridge Base Online: the head of a match on vugraph has the results of both rooms.

A file is a run of `name|value|`. What stands before the first board says all that is needed:

    vg|event,segment,I,first board,last board,team 1,its carry-over,team 2,its carry-over|
    rs|open,closed,open,closed,…|        a result for each room of each board, as in 4SWx-1
    pn|south,west,north,east,south,west,north,east|     the players, open room first

Team 1 sits North-South in the open room. Source: the viewer of Bridge Base Online, and an archive of 42,368 such
files, in which the carry-over of a segment is that of the one before and both sides' IMPs in it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from xlvp.files import RefusedError
from xlvp.results.model import MOST_BOARDS, ROOMS, Found, Match, Problem, board_number, plain_text, shown
from xlvp.results.notation import one_text
from xlvp.results.source import read_text
from xlvp.rules.checks import InputError, InputValueError

if TYPE_CHECKING:
    from pathlib import Path

_SEATS = ("south", "west", "north", "east")
_FIELDS = 9
_MOST_NAMES = 100
_BY_MATCHPOINTS, _BOARD_A_MATCH = "P", "B"
_NUMBER = re.compile(r"-?[0-9]{1,4}(\.[0-9]{1,2})?")
_EXPECTED = "it must be the record of a team match on vugraph, which begins with vg|"


def read(path: Path) -> Found:
    """Return the match in a file."""
    return parse(read_text(path))


def parse(text: str) -> Found:
    """Return the match in the text of a file.

    >>> found = parse("vg|Final,,I,1,1,Avon,0,Brue,0|rs|4SWx-1,P|")
    >>> found.matches[0].home, found.matches[0].boards[1].open
    ('Avon', '4SXW-1')
    """
    head, lines = _head(text)
    if "vg" not in head:
        raise RefusedError(f"this has no results of a match; {_EXPECTED}")
    if "rs" not in head:
        raise RefusedError("this says which match it is, but has no results (rs|)")
    fields = [plain_text(field) for field in head["vg"].split(",", _FIELDS)]
    if len(fields) < _FIELDS:
        raise RefusedError(f"line {lines['vg']}: vg| must have nine values: {_EXPECTED}")
    event, stanza, scored, first, last, home, home_carry, away, away_carry = fields[:_FIELDS]
    if scored.upper() == _BY_MATCHPOINTS:
        raise RefusedError("this is the record of one table of a pairs event, and no match of two teams")
    found = Found([Match(home, away, event, stanza)])
    _read_carry(found, home_carry, away_carry, lines["vg"])
    _read_results(found, head["rs"], _numbers(first, last, lines["vg"]), lines["rs"])
    _read_players(found, head.get("pn", ""), lines.get("pn"))
    if scored.upper() == _BOARD_A_MATCH:
        found.problems.append(Problem("it was scored board-a-match; here it is scored by IMPs"))
    return found


def _head(text: str) -> tuple[dict[str, str], dict[str, int]]:
    """Return what stands before the first board, by its names, and on which line of the file."""
    board = text.find("qx|")
    before = text if board < 0 else text[:board]
    if "rs|" not in before:
        before = text
    parts = before.split("|")
    head: dict[str, str] = {}
    lines: dict[str, int] = {}
    line = 1
    for name, value in zip(parts[::2], parts[1::2], strict=False):
        key = name.strip("\ufeff \t\r\n").lower()
        line += name.count("\n")
        if key in ("vg", "rs", "pn", "pw") and value.strip():
            key = "pn" if key == "pw" else key
            if key not in head:
                head[key], lines[key] = value, line
        line += value.count("\n")
    return head, lines


def _numbers(first: str, last: str, line: int) -> range:
    """Return the numbers of the boards. Some records count a board 0, which was not played."""
    try:
        numbers = range(0 if first == "0" else board_number(first), board_number(last) + 1)
    except InputError as refusal:
        raise RefusedError(f"line {line}: {refusal}") from None
    if not numbers:
        raise RefusedError(f"line {line}: the boards are said to be {first} to {last}")
    return numbers


def _read_results(found: Found, results: str, numbers: range, line: int) -> None:
    """Enter the results; those that are missing leave their boards open."""
    match = found.matches[0]
    for number in filter(None, numbers):
        match.board(number)
    written = results.split(",", 2 * MOST_BOARDS)
    for place, result in enumerate(written):
        text = result.strip()
        if not text:
            continue
        if place >= 2 * len(numbers):
            rest = sum(1 for each in written[place:] if each.strip())
            found.problems.append(Problem(f"{rest} more results than there are boards", None, line))
            break
        number, room = numbers[place // 2], ROOMS[place % 2]
        try:
            if not number:
                raise InputValueError("there is no board 0")
            match.add(number, room, one_text(text))
        except InputError as refusal:
            found.problems.append(Problem(f"{room} room: {refusal}", number, line))


def _read_carry(found: Found, home: str, away: str, line: int) -> None:
    """Enter what the teams bring with them."""
    if not all(_NUMBER.fullmatch(carry or "0") for carry in (home, away)):
        found.problems.append(Problem(f"no carry-over: {shown(home)} and {shown(away)}", None, line))
        return
    carry = (float(home or 0), float(away or 0))
    if carry != (0, 0):
        found.matches[0].carry = carry


def _read_players(found: Found, players: str, line: int | None) -> None:
    """Enter the players of both rooms, or of the first alone."""
    names = [plain_text(name) for name in players.split(",", _MOST_NAMES)]
    if any(names[8:]):
        found.problems.append(Problem(f"{len(names)} names for eight players; none is taken", None, line))
        return
    seats = [f"{room}_{seat}" for room in ROOMS for seat in _SEATS]
    found.matches[0].players = {seat: name for seat, name in zip(seats, names, strict=False) if name}
