"""Portable Bridge Notation: matches board by board and room by room, and tables of the results of a session.

A file is a run of games, each with tags such as [Board "1"], [Room "Open"] and [Contract "4S"]; some tags are followed
by lines of their own, among them ScoreTable, which has all the results of a board. Where there is no Room, as in files
of RealBridge, the team named as home is the one that sits North-South at that table.

Source: PBN 2.1, 2007, sections 2 to 5 (www.tistis.nl/pbn).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from xlvp.files import RefusedError
from xlvp.results.games import Game, games
from xlvp.results.headtohead import matches_among
from xlvp.results.model import (
    NOT_PLAYED,
    SEATS,
    SIDES,
    Board,
    Entry,
    Found,
    Line,
    Match,
    Problem,
    Session,
    board_number,
    plain_text,
    round_number,
    shown,
)
from xlvp.results.notation import from_parts, whole_score
from xlvp.results.source import read_text
from xlvp.rules.checks import InputError, InputValueError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

_SCORE = re.compile(r"(NS|EW)?\s*(-?[0-9]{1,5})(?:\s+(NS|EW)\s*(-?[0-9]{1,5}))?", re.IGNORECASE)
_SIDE = re.compile("^(NS|EW) ?", re.IGNORECASE)
_MEMBER = re.compile(r" ?#[0-9]*$")
"""The number of a player, as RealBridge writes it behind the name."""
_NUMBER = re.compile(r"-?[0-9]{1,5}(\.[0-9]{1,4})?")
_ROOMS = {"OPEN": "open", "O": "open", "CLOSED": "closed", "C": "closed"}
_UNKNOWN = ("", "?", "-")
_TABLES = ("ScoreTable", "TotalScoreTable")
_MOST_SAME = 1_000


def read(path: Path) -> Found:
    """Return the matches in a file, or the session of pairs."""
    return parse(read_text(path))


def parse(text: str) -> Found:
    r"""Return what is in the text of a file.

    >>> game = '[Board "1"]\n[Room "Open"]\n[Contract "4S"]\n[Declarer "W"]\n[Result "9"]\n'
    >>> parse(game).matches[0].boards[1].open
    '4SW-1'
    """
    found = _Finder()
    for game in games(text):
        found.take(game)
    return found.finished()


class _Finder:
    """What has been found so far."""

    def __init__(self) -> None:
        self.found = Found()
        self.matches: dict[tuple[str, ...], Match] = {}
        self.session = Session()
        self.games = 0

    def take(self, game: Game) -> None:
        """Take what is in a game."""
        self.games += 1
        if "Scoretable" in game.tables:
            self.take_table(game)
        elif game.says("Contract", "Result", "Score", "Entry") or "Hometeam" in game.tags:
            self.take_board(game)
        if "Totalscoretable" in game.tables:
            self.take_names(game)

    def finished(self) -> Found:
        """Return all of it."""
        found = self.found
        found.matches = list(self.matches.values())
        if self.session.lines:
            among = matches_among(self.session.lines)
            found.session = self.session
            found.problems += among.problems
            found.matches += among.matches
            for match in among.matches:
                match.event, match.date = self.session.event, self.session.date
        if not found.matches and found.session is None and not found.problems:
            what = "games, but none with a result" if self.games else "no games"
            raise RefusedError(f"this has {what}; it must be a PBN file with results")
        return found

    def problem(self, game: Game, what: str, line: int | None = None, board: int | None = None) -> None:
        """Note what was left out."""
        self.found.problems.append(Problem(what, board, game.line if line is None else line))

    def board(self, game: Game) -> int | None:
        """Return the number of the board, if it has one."""
        try:
            return board_number(game.value("Board"))
        except InputError as refusal:
            self.problem(game, str(refusal) if game.says("Board") else "a result, but no board")
            return None

    def take_board(self, game: Game) -> None:
        """Take the result of one board in one room."""
        number = self.board(game)
        if number is None:
            return
        try:
            result = NOT_PLAYED if game.value("Entry") == NOT_PLAYED else _result(game, number)
            match, room = self.match(game, needs_room=result is not None)
            board = match.board(number)
            self.take_ours(match, board, game)
            if room:
                self.take_players(match, room, game)
            if result is not None:
                match.add(number, room, result)
        except InputError as refusal:
            self.problem(game, str(refusal), board=number)

    def match(self, game: Game, *, needs_room: bool = True) -> tuple[Match, str]:
        """Return the match that a game is of, and in which room, if that matters."""
        home, away = plain_text(game.value("HomeTeam")), plain_text(game.value("VisitTeam"))
        said = game.value("Room").strip()
        room = _ROOMS.get(said.upper())
        if room is None and said not in _UNKNOWN:
            raise InputValueError(f"Room must be Open or Closed, not {shown(said)}")
        about = (plain_text(game.value("Event")), plain_text(game.value("Stage")), game.value("Round").strip())
        if room is None and needs_room:
            if not (home and away):
                raise InputValueError("no Room says whether this is from the open room or the closed one")
            turned = self.matches.get((away, home, *about))
            if turned is not None:
                return turned, "closed"
            room = "open"
        key = (home, away, *about)
        if key not in self.matches:
            self.matches[key] = _new_match(home, away, about, game)
        return self.matches[key], room or ""

    def take_ours(self, match: Match, board: Board, game: Game) -> None:
        """Take what PBN has no tags for, from the tags in which `xlvp export` writes it."""
        carry = [_number(text) for text in game.value("CarryOver").split()]
        if len(carry) == 2 and carry[0] is not None and carry[1] is not None:
            match.carry = (carry[0], carry[1])
        if game.value("HomeSits") in SIDES:
            match.home_sits = game.value("HomeSits")
        for name in ("home_award", "away_award"):
            award = _number(game.value(name.title().replace("_", "")))
            setattr(board, name, getattr(board, name) if award is None else award)
        board.note = board.note or plain_text(game.value("Remark"))

    def take_players(self, match: Match, room: str, game: Game) -> None:
        """Enter who sat where; who came in later is left to the notes of whoever scores."""
        for seat in SEATS:
            name = _MEMBER.sub("", plain_text(game.value(seat)))
            if name not in _UNKNOWN:
                match.players.setdefault(f"{room}_{seat}", name)

    def take_table(self, game: Game) -> None:
        """Take the rows of a table of results."""
        number = self.board(game)
        if number is None:
            return
        self.session.event = self.session.event or plain_text(game.value("Event"))
        self.session.date = self.session.date or _date(game.value("Date"))
        for line, row in _rows(game, "Scoretable"):
            try:
                self.take_row(game, number, row)
            except InputError as refusal:
                self.problem(game, str(refusal), line, number)

    def take_row(self, game: Game, number: int, row: Mapping[str, str]) -> None:
        """Take one result of a table."""
        result = _row_result(row, number)
        if "Room" in row:
            if result is not None:
                match, room = self.match(Game({**game.tags, "Room": row["Room"]}, {}, game.line))
                match.add(number, room, result)
            return
        ns, ew = (_identity(row, side) for side in ("NS", "EW"))
        if not (ns and ew):
            raise InputValueError("a result, but not of which pairs")
        awards = (
            [_award(row.get(f"Percentage_{side}", "")) for side in ("NS", "EW")] if result is None else [None, None]
        )
        if result is None and awards == [None, None]:
            return
        for side, pair in (("NS", ns), ("EW", ew)):
            name = _names(row.get(f"Names_{side}", ""))
            if name:
                self.session.names.setdefault((side.lower(), pair), name)
        round_ = round_number(row.get("Round", ""))
        self.session.add(Line(number, ns, ew, result, awards[0], awards[1], round_))

    def take_names(self, game: Game) -> None:
        """Take the names of pairs from the table of totals."""
        for _, row in _rows(game, "Totalscoretable"):
            pair, names = plain_text(row.get("PairId", "")), _names(row.get("Names", ""))
            side = row.get("Direction", "").strip().lower()
            for each in (side,) if side in ("ns", "ew") else ("ns", "ew"):
                if pair and names:
                    self.session.names.setdefault((each, _with_section(row, pair)), names)


def _new_match(home: str, away: str, about: tuple[str, str, str], game: Game) -> Match:
    event, stage, round_ = about
    match = Match(home, away, event, stage, _date(game.value("Date")))
    match.venue = plain_text(game.value("Site"))
    for name in ("event", "venue", "stanza", "home", "away"):
        if getattr(match, name) in _UNKNOWN:
            setattr(match, name, "")
    match.round = round_number(round_)
    return match


def _number(text: str) -> float | None:
    return float(text) if _NUMBER.fullmatch(text.strip()) else None


def _date(text: str) -> str:
    """Return a day as 2026-11-18, or what is known of it."""
    year, _, rest = text.strip().partition(".")
    if not year.isdecimal():
        return ""
    return "-".join(part for part in (year, *rest.split(".")) if part.isdecimal())


def _result(game: Game, board: int) -> Entry | None:
    """Return the result of a game, or None if the board was not played."""
    contract, tricks = game.value("Contract").strip(), game.value("Result").strip()
    if contract in _UNKNOWN and tricks in _UNKNOWN and game.value("Score") in _UNKNOWN:
        return None
    if "^" in tricks or "^" in contract:
        raise InputValueError("an artificial result")
    declarer = game.value("Declarer").strip().removeprefix("^")
    tricks = _SIDE.sub("", tricks)
    return from_parts(contract, declarer, board, tricks=tricks, score=_score(game.value("Score"), declarer))


def _score(text: str, declarer: str) -> int | None:
    """Return North-South's score, or None if there is none."""
    if text.strip() in _UNKNOWN:
        return None
    match = _SCORE.fullmatch(text.strip())
    if match is None:
        raise InputValueError(f"a score must be written like NS 420, not {shown(text)}")
    side, score, other, theirs = match.groups()
    if other and (side is None or side.upper() == other.upper() or int(score) != -int(theirs)):
        raise InputValueError(f"the score {shown(text)} contradicts itself")
    if side is None:
        if declarer.upper() not in ("N", "E", "S", "W"):
            if int(score) == 0:
                return 0
            raise InputValueError(f"the score {shown(text)}, but not whose")
        side = "NS" if declarer.upper() in "NS" else "EW"
    return int(score) if side.upper() == "NS" else -int(score)


def _rows(game: Game, table: str) -> Iterator[tuple[int, Mapping[str, str]]]:
    """Return the rows of a table by its columns; a row that is not whole is told by its length."""
    columns = [part.split("\\")[0].strip().lstrip("+-") for part in game.tables[table].columns.split(";")]
    for line, cells in game.tables[table].rows:
        yield line, dict(zip(columns, cells, strict=False))


def _row_result(row: Mapping[str, str], board: int) -> Entry | None:
    """Return the result in a row of a table."""
    scores = [row.get(f"Score_{side}", "") for side in ("NS", "EW")]
    artificial = any(cell.startswith("^") for cell in row.values())
    contract = row.get("Contract", "")
    if artificial and contract.strip() in _UNKNOWN:
        return None
    ns, ew = (whole_score(score.removeprefix("^")) for score in scores)
    if ns is not None and ew is not None and ns != -ew:
        raise InputValueError(f"the scores {ns} and {ew} contradict each other")
    score = ns if ns is not None else None if ew is None else -ew
    return from_parts(contract, row.get("Declarer", ""), board, tricks=row.get("Result", ""), score=score)


def _identity(row: Mapping[str, str], side: str) -> str:
    """Return what a pair is called."""
    pair = plain_text(row.get(f"PairId_{side}", ""))
    if pair in _UNKNOWN:
        return "" if pair == "-" else _names(row.get(f"Names_{side}", ""))
    return _with_section(row, pair)


def _with_section(row: Mapping[str, str], pair: str) -> str:
    """Return what a pair is called in a session of several sections."""
    section = plain_text(row.get("Section", ""))
    return pair if section in _UNKNOWN else f"{section}{pair}"


def _names(text: str) -> str:
    """Return the names of two players, which stand with a semicolon between them."""
    parts = [plain_text(part) for part in text.split(";")]
    return " - ".join(part for part in parts if part not in _UNKNOWN)


def _award(text: str) -> float | None:
    """Return a percentage that is marked as the director's."""
    plain = text.strip().removeprefix("^").removesuffix("%")
    if plain in _UNKNOWN:
        return None
    percent = _number(plain.replace(",", "."))
    if percent is None or not 0 <= percent <= 100:
        raise InputValueError(f"an award must be in percent, not {shown(text)}")
    return percent
