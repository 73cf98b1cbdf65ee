"""Results from a CSV file: matches, the rounds of an event, or sessions of pairs, told apart by their columns.

docs/results.md lists the columns; they may stand in any order. A line is one of four things: a board of a match with
both rooms (`board`, `open`, `closed`), a board in one room (`board`, `room`, …), a result of two pairs (`board`, `ns`,
`ew`, …), or a match in an event (`round`, `home`, `away`, `home imps`, `away imps`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from xlvp.csvfiles import read_lines
from xlvp.files import RefusedError
from xlvp.results.headtohead import matches_among
from xlvp.results.model import (
    NOT_PLAYED,
    ROOMS,
    SEATS,
    SIDES,
    Entry,
    Found,
    Line,
    Match,
    Problem,
    Session,
    board_number,
    plain_text,
    shown,
)
from xlvp.results.notation import from_parts, one_text, score_alone, whole_score
from xlvp.rules.checks import InputError, InputValueError
from xlvp.rules.result import board_score

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
FORMULA_STARTS = ("=", "+", "-", "@", "'")
"""With what a text begins that a spreadsheet would take for a formula, or for marked already."""
_NUMBER = re.compile(r"[+-]?[0-9]{1,5}([.,][0-9]{1,4})?")


def read(path: Path) -> Found:
    """Return what is in a file."""
    lines = read_lines(path, _EXPECTED, headed=True)
    if not lines:
        raise RefusedError(f"this file is empty; {_EXPECTED}")
    columns = [_heading(cell) for cell in lines[0].cells]
    known = [column for column in columns if column in _KNOWN]
    if not {"board", "home imps"} & set(known):
        raise RefusedError(f"the first line must name the columns, among them board; {_EXPECTED}")
    twice = next((column for column in known if known.count(column) > 1), None)
    if twice:
        raise RefusedError(f"two columns are called {twice}; leave one")
    finder = _Finder()
    for line in lines[1:]:
        cells = zip(columns, map(_unmarked, line.cells), strict=False)
        row = {column: cell for column, cell in cells if column in _KNOWN and cell}
        finder.take(row, line.number)
    return finder.finished()


def _unmarked(cell: str) -> str:
    """Return a cell without the mark by which a text is no formula."""
    return cell[1:] if cell[:1] == "'" and cell[1:2] in FORMULA_STARTS else cell


def _heading(text: str) -> str:
    """Return what a column is called here, whatever its case, dashes and underscores.

    >>> _heading("Home_IMPs"), _heading("NS Pair")
    ('home imps', 'ns')
    """
    plain = " ".join(text.replace("_", " ").lower().split())
    return _ALSO.get(plain, plain)


class _Finder:
    """What has been found so far."""

    def __init__(self) -> None:
        self.found = Found()
        self.matches: dict[tuple[str, ...], Match] = {}
        self.session = Session()

    def take(self, row: Mapping[str, str], number: int) -> None:
        """Take what stands on a line."""
        board = None
        try:
            if "board" in row:
                board = board_number(row["board"])
                if "ns" in row or "ew" in row:
                    self.take_pairs(row, board)
                else:
                    self.take_board(row, board)
            elif "home imps" in row or "away imps" in row or "home vp" in row:
                self.take_match(row)
            elif row.keys() - {"home", "away"}:
                self.about(self.match(row), row)
        except InputError as refusal:
            self.found.problems.append(Problem(str(refusal), board, number))

    def match(self, row: Mapping[str, str]) -> Match:
        """Return the match, or the stanza of one, that a line is about."""
        key = tuple(plain_text(row.get(name, "")) for name in ("round", "home", "away", "stanza"))
        if key not in self.matches and not any(key[:3]):  # only the first line need say who plays
            same = [match for match in self.matches.values() if match.stanza == key[3]]
            if same:
                return same[-1]
            if self.matches:
                first = next(iter(self.matches.values()))
                key = ("", first.home, first.away, key[3])
        if key not in self.matches:
            number = _round(row)
            _, home, away, stanza = key
            self.matches[key] = Match(home, away, stanza=stanza)
            self.matches[key].round = number
        return self.matches[key]

    def about(self, match: Match, row: Mapping[str, str]) -> None:
        """Take what a line says of the match as a whole; what a line before has said stands."""
        for name in _NAMED:
            if name in row and not getattr(match, name):
                setattr(match, name, plain_text(row[name]))
        for column, seat in _SEATED.items():
            if column in row:
                match.players.setdefault(seat, plain_text(row[column]))
        if "home sits" in row:
            sits = row["home sits"].upper().replace("-", "")
            if sits not in ("NS", "EW"):
                raise InputValueError(f"home sits must be N-S or E-W, not {shown(row['home sits'])}")
            match.home_sits = SIDES[sits == "EW"]
        if match.carry is None:
            carry = tuple(_number(row, f"{side} carry-over") for side in ("home", "away"))
            if carry != (None, None):
                match.carry = (carry[0] or 0, carry[1] or 0)
            elif "carry-over" in row:
                match.carry = (_number(row, "carry-over") or 0, 0)

    def take_board(self, row: Mapping[str, str], number: int) -> None:
        """Take a board of a match, from both rooms or from one."""
        match = self.match(row)
        self.about(match, row)
        board = match.board(number)
        if "room" in row:
            room = next((room for room in ROOMS if room.startswith(row["room"].lower())), None)
            if room is None:
                raise InputValueError(f"room must be open or closed, not {shown(row['room'])}")
            result = _result(row, number)
            if result is not None:
                match.add(number, room, result)
        refusals = []
        for room in ROOMS:
            if room in row:
                try:
                    match.add(number, room, _one(row[room], number))
                except InputError as refusal:
                    refusals.append(f"{room} room: {refusal}")
        awards = _number(row, "home award"), _number(row, "away award")
        board.home_award = awards[0] if board.home_award is None else board.home_award
        board.away_award = awards[1] if board.away_award is None else board.away_award
        board.note = board.note or plain_text(row.get("note", ""))
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
        awards = _number(row, "ns award", 100), _number(row, "ew award", 100)
        result = _result(row, number) if awards == (None, None) else None
        if result is not None or awards != (None, None):
            self.session.lines.append(Line(number, ns, ew, result, awards[0], awards[1], _round(row)))

    def take_match(self, row: Mapping[str, str]) -> None:
        """Take the result of a match in an event."""
        if not (row.get("home") and row.get("away")):
            raise InputValueError("a match needs both teams, in the columns home and away")
        match = self.match(row)
        self.about(match, row)
        imps = [_number(row, f"{side} imps") for side in ("home", "away")]
        vps = [_number(row, f"{side} vp") for side in ("home", "away")]
        if imps[0] is not None and imps[1] is not None:
            match.imps = (imps[0], imps[1])
        if vps[0] is not None and vps[1] is not None:
            match.stated = (vps[0], vps[1])

    def finished(self) -> Found:
        """Return all of it."""
        found = self.found
        found.matches = list(self.matches.values())
        if self.session.lines:
            among = matches_among(self.session.lines)
            found.session, found.teams = self.session, among.teams
            found.matches += among.matches
            found.problems += among.problems
        if not found.matches and found.session is None and not found.problems:
            raise RefusedError(f"this has no results; {_EXPECTED}")
        return found


def _round(row: Mapping[str, str]) -> int | None:
    """Return the number of the round, if there is one."""
    text = row.get("round", "").strip()
    if not text:
        return None
    if not text.isdecimal() or not text.isascii() or not 0 < int(text[:4]) < 1000:
        raise InputValueError(f"a round must be a whole number, not {shown(text)}")
    return int(text)


def _one(text: str, board: int) -> Entry:
    """Return a result in one cell: as players write it, a score, or NP for a board that is not played."""
    if text.strip().upper() == NOT_PLAYED:
        return NOT_PLAYED
    if re.fullmatch(r"[+-]?[0-9]{2,5}", text.strip()):
        return score_alone(int(text), board)
    return one_text(text)


def _result(row: Mapping[str, str], board: int) -> Entry | None:
    """Return the result on a line: in one cell, or in several."""
    score = whole_score(row.get("score", ""))
    if "result" in row and "contract" not in row:
        if row["result"].strip().upper() == NOT_PLAYED:
            return None
        entry = _one(row["result"], board)
        return from_parts("", "", board, score=entry) if isinstance(entry, int) else _agreeing(entry, board, score)
    over = row.get("made", "") or row.get("result", "")
    return from_parts(row.get("contract", ""), row.get("by", ""), board, over, row.get("tricks", ""), score)


def _agreeing(entry: str, board: int, score: int | None) -> str:
    """Return a result if the score is its own."""
    worth = board_score(entry, board)
    if score is not None and score != worth:
        raise InputValueError(f"{entry} is worth {worth} to North-South, but the score is {score}")
    return entry


def _number(row: Mapping[str, str], name: str, most: float = 99_999) -> float | None:
    """Return a number on a line, which may have a comma in it."""
    text = row.get(name, "").removesuffix("%").strip()
    if not text:
        return None
    number = float(text.replace(",", ".")) if _NUMBER.fullmatch(text) else most + 1
    if abs(number) > most:
        raise InputValueError(f"{name} must be a number, not {shown(row[name])}")
    return number
