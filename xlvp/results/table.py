"""Results from a CSV file: matches, the rounds of an event, or sessions of pairs, told apart by their columns.

docs/results.md lists the columns; they may stand in any order. A line is one of four things: a board of a match with
both rooms (`board`, `open`, `closed`), a board in one room (`board`, `room`, …), a result of two pairs (`board`, `ns`,
`ew`, …), or a match in an event (`round`, `home`, `away`, `home imps`, `away imps`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlvp.csvfiles import read_lines
from xlvp.files import RefusedError
from xlvp.results.headtohead import matches_among
from xlvp.results.model import (
    MOST_MATCHES,
    NOT_PLAYED,
    ROOMS,
    SEATS,
    SIDES,
    Found,
    Line,
    Match,
    Problem,
    Session,
    TwiceError,
    board_number,
    plain_text,
    shown,
    too_many_matches,
)
from xlvp.results.notation import one_cell
from xlvp.results.stanzas import swapped
from xlvp.results.tablerow import award_slips, both_sides, carry_of, number_of, result_of, round_of
from xlvp.rules.checks import InputError, InputValueError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_EXPECTED = "it should have results, with a heading over each column"
_ALSO = {
    "bd": "board",
    "board no": "board",
    "board number": "board",
    "open result": "open",
    "open room": "open",
    "closed result": "closed",
    "closed room": "closed",
    "home team": "home",
    "away team": "away",
    "visitors": "away",
    "declarer": "by",
    "played by": "by",
    "score ns": "score",
    "ns score": "score",
    "n-s": "ns",
    "e-w": "ew",
    "ns pair": "ns",
    "ew pair": "ew",
    "pair ns": "ns",
    "pair ew": "ew",
    "ns players": "ns names",
    "ew players": "ew names",
    "segment": "stanza",
    "notes": "note",
    "ns %": "ns award",
    "ew %": "ew award",
    "carry over": "carry-over",
    "carryover": "carry-over",
}
_SEATED = {f"{room} {seat}": f"{room}_{seat}" for room in ROOMS for seat in SEATS}
_NAMED = ("event", "date", "venue")
_KNOWN = {
    *("board", "open", "closed", "room", "result", "contract", "by", "made", "tricks", "score", "ns", "ew", "round"),
    *("ns names", "ew names", "ns award", "ew award", "home", "away", "stanza", "home award", "away award", "note"),
    *("home sits", "home carry-over", "away carry-over", "carry-over", "home imps", "away imps", "home vp", "away vp"),
    *_NAMED,
    *_SEATED,
}
_OF_PAIRS = {"ns", "ew"}
_OF_A_MATCH = {"home imps", "away imps", "home vp", "away vp"}
_OF_A_STANZA = {"home sits", "carry-over", "home carry-over", "away carry-over"}
_IN_A_ROOM = {"result", "contract", "made", "tricks", "score"}
_RESULTS = {*ROOMS, *_OF_PAIRS, *_IN_A_ROOM}
FORMULA_STARTS = ("=", "+", "-", "@", "'")
"""With what a text begins that a spreadsheet would take for a formula, or for marked already."""
_LONGEST_NOTES = 500
"""Characters on one board; a workbook takes fewer."""


def read(path: Path) -> Found:
    """Return what is in a file."""
    lines = read_lines(path, _EXPECTED, headed=True)
    if not lines:
        raise RefusedError(f"this file is empty; {_EXPECTED}")
    columns = [_heading(cell) for cell in lines[0].cells]
    known = [column for column in columns if column in _KNOWN]
    if not {"board", "home imps", "home vp"} & set(known):
        raise RefusedError(f"the first line must name the columns, among them board or home imps; {_EXPECTED}")
    twice = next((column for column in known if known.count(column) > 1), None)
    if twice:
        raise RefusedError(f"two columns are called {twice}; leave one")
    finder = _Finder()
    for line in lines[1:]:
        if any(line.cells[len(columns) :]):
            what = f"{len(line.cells)} values for {len(columns)} columns; put one that has a separator in it in quotes"
            finder.found.problems.append(Problem(what, None, line.number))
            continue
        cells = zip(columns, map(_unmarked, line.cells), strict=False)
        row = {column: cell for column, cell in cells if column in _KNOWN and cell}
        finder.take(row, line.number)
    return finder.finished()


def _unmarked(cell: str) -> str:
    """Return a cell without the mark by which a text is no formula."""
    return cell[1:] if cell[:1] == "'" and cell[1:2] in FORMULA_STARTS else cell


def _heading(text: str) -> str:
    """Return what a column is called here, whatever its case, dashes, underscores and last dots.

    >>> _heading("Home_IMPs"), _heading("NS Pair"), _heading("Board No.")
    ('home imps', 'ns', 'board')
    """
    plain = " ".join(text.replace("_", " ").lower().split()).rstrip(".:")
    return _ALSO.get(plain, plain)


class _Finder:
    """What has been found so far."""

    def __init__(self) -> None:
        self.found = Found()
        self.matches: dict[tuple[str, ...], Match] = {}
        self.latest: dict[str, Match] = {}
        """The last match that a stanza is of."""
        self.said: dict[int, dict[str, str]] = {}
        """What was said of each match as a whole."""
        self.refused: set[int] = set()
        """The matches of which different results were given."""
        self.session = Session()

    def take(self, row: Mapping[str, str], number: int) -> None:
        """Take what stands on a line."""
        board = None
        try:
            if "board" in row:
                board = board_number(row["board"])
                if not row.keys() & _OF_PAIRS:
                    self.take_board(row, board, number)
                elif row.keys() & {*ROOMS}:
                    raise InputValueError("a result of two pairs and one of a room; which is meant?")
                else:
                    self.take_pairs(row, board)
            elif row.keys() & _OF_A_MATCH:
                self.take_match(row, number)
            elif row.keys() & _RESULTS:
                raise InputValueError("a result, but no board")
            elif row.keys() & {*_NAMED, *_SEATED, *_OF_A_STANZA} or row.keys() >= {"round", "home", "away"}:
                self.about(self.match(row), row, number)
        except InputError as refusal:
            self.found.problems.append(Problem(str(refusal), board, number))

    def match(self, row: Mapping[str, str]) -> Match:
        """Return the match, or the stanza of one, that a line is about."""
        key = tuple(plain_text(row.get(name, "")) for name in ("round", "home", "away", "stanza"))
        if key not in self.matches and not any(key[:3]):  # only the first line need say who plays
            if key[3] in self.latest:
                return self.latest[key[3]]
            if self.matches:
                first = next(iter(self.matches.values()))
                key = ("", first.home, first.away, key[3])
        if key not in self.matches:
            number = round_of(row)
            _, home, away, stanza = key
            if len(self.matches) == MOST_MATCHES:
                raise too_many_matches()
            self.matches[key] = self.latest[stanza] = Match(home, away, stanza=stanza, round=number)
        return self.matches[key]

    def about(self, match: Match, row: Mapping[str, str], number: int) -> None:
        """Take what a line says of the match as a whole; what a line before has said stands."""
        said = {name: plain_text(row[name]) for name in (*_NAMED, *_SEATED) if name in row}
        if "home sits" in row:
            sits = row["home sits"].upper().replace("-", "")
            if sits not in ("NS", "EW"):
                raise InputValueError(f"home sits must be N-S or E-W, not {shown(row['home sits'])}")
            said["home sits"] = SIDES[sits == "EW"]
        carry = carry_of(row)
        if carry is not None:
            said["carry-over"] = f"{carry[0]:g}-{carry[1]:g}"
        before = self.said.setdefault(id(match), {})
        new = {name: text for name, text in said.items() if name not in before}
        before |= new
        for name in new:
            if name in _SEATED:
                match.players[_SEATED[name]] = new[name]
            elif name == "carry-over":
                match.carry = carry
            else:
                setattr(match, name.replace(" ", "_"), new[name])
        for name, text in said.items():
            if text != before[name]:
                what = f"{name} {shown(text)} is not taken, since a line before has {shown(before[name])}"
                self.found.problems.append(Problem(what, None, number))

    def take_board(self, row: Mapping[str, str], number: int, line: int) -> None:
        """Take a board of a match, from both rooms or from one."""
        match = self.match(row)
        self.about(match, row, line)
        board = match.board(number)
        if "room" in row:
            room = next((room for room in ROOMS if room.startswith(row["room"].lower())), None)
            if room is None:
                raise InputValueError(f"room must be open or closed, not {shown(row['room'])}")
            result = result_of(row, number)
            if result is not None:
                match.add(number, room, result)
        elif row.keys() & _IN_A_ROOM and not row.keys() & {*ROOMS}:
            raise InputValueError("a result, but not from which room")
        refusals = []
        for room in ROOMS:
            if room in row:
                try:
                    match.add(number, room, one_cell(row[room], number))
                except InputError as refusal:
                    refusals.append(f"{room} room: {refusal}")
        refusals += award_slips(row, board)
        note = plain_text(row.get("note", ""))
        if note not in board.note.split("; ") and len(board.note) < _LONGEST_NOTES:
            board.note = f"{board.note}; {note}" if board.note else note
        if refusals:
            raise InputValueError("; ".join(refusals))

    def take_pairs(self, row: Mapping[str, str], number: int) -> None:
        """Take a result of two pairs."""
        ns, ew = (plain_text(row.get(side, "")) for side in ("ns", "ew"))
        if not (ns and ew):
            raise InputValueError("a result, but not of which pairs")
        for side, pair in (("ns", ns), ("ew", ew)):
            if f"{side} names" in row:
                self.session.names.setdefault((side, pair), plain_text(row[f"{side} names"]))
        for name in ("event", "date"):
            if name in row and not getattr(self.session, name):
                setattr(self.session, name, plain_text(row[name]))
        awards = number_of(row, "ns award", 100), number_of(row, "ew award", 100)
        result = result_of(row, number) if awards == (None, None) else None
        if result not in (None, NOT_PLAYED) or awards != (None, None):
            self.session.add(Line(number, ns, ew, result, awards[0], awards[1], round_of(row)))

    def take_match(self, row: Mapping[str, str], line: int) -> None:
        """Take the result of a match in an event."""
        if not (row.get("home") and row.get("away")):
            raise InputValueError("a match needs both teams, in the columns home and away")
        given = both_sides(row, "IMPs"), both_sides(row, "VPs")
        round_, home, away = (plain_text(row.get(name, "")) for name in ("round", "home", "away"))
        turned = self.matches.get((round_, away, home, plain_text(row.get("stanza", "")))) if round_ else None
        if turned is None:
            match = self.match(row)
            self.about(match, row, line)
        else:  # two teams meet once in a round
            match, given = turned, (swapped(given[0]), swapped(given[1]))
        before = match.imps, match.stated
        if id(match) in self.refused or before not in ((None, None), given):
            self.refused.add(id(match))
            match.imps = match.stated = None
            raise TwiceError("another result of this match; neither is taken")
        match.imps, match.stated = given

    def finished(self) -> Found:
        """Return all of it."""
        found = self.found
        found.matches = [match for match in self.matches.values() if match.boards or (match.home and match.away)]
        if self.session.lines:
            among = matches_among(self.session.lines)
            found.session, found.teams = self.session, among.teams
            found.matches += among.matches
            found.problems += among.problems
        if not found.matches and found.session is None and not found.problems:
            raise RefusedError(f"this has no results; {_EXPECTED}")
        return found
