"""USEBIO, the XML in which British clubs send results to their federations: matches, Swiss events, sessions of pairs.

An EVENT has PARTICIPANTS and either MATCH elements, with BOARDs of two TRAVELLER_LINEs each, or BOARDs alone; all of it
may stand in SESSIONs and SECTIONs. In a match DIRECTION says where the team named first sat at that table. SCORE is
North-South's; a line of a match may have it from the first team's side. Who sat in which seat is not said.

Source: USEBIO 1.2 and 1.3 (usebio.org). What differs between them, dates and identifiers, matters little here.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from xlvp.files import RefusedError
from xlvp.ooxml.xmlparser import Reader
from xlvp.results.headtohead import matches_among, number_first, team_name
from xlvp.results.model import (
    MOST_MATCHES,
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
    too_many_matches,
)
from xlvp.results.notation import from_parts, percents, score_alone, whole_score
from xlvp.results.source import read_bytes
from xlvp.rules.checks import InputError, InputValueError
from xlvp.rules.imps import imps
from xlvp.rules.result import board_score

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_MOST_ELEMENTS = 300_000
_LONGEST_TEXT = 10_000
_LONGEST_MATCH = 200
_DOCTYPE = re.compile(
    rb"\A((?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*\?>)?\s*(?:<!--.{0,2000}?-->\s*)*)(<!DOCTYPE[^\[\]<>]*>)", re.S
)
_WITHIN = ("SESSION", "SECTION")
_NUMBER = re.compile(r"-?[0-9]{1,5}(\.[0-9]{1,4})?")


class Element:
    """An element, with what stands in it."""

    __slots__ = ("attributes", "line", "name", "parts", "text")

    def __init__(self, name: str, attributes: dict[str, str], line: int) -> None:
        self.name = name
        self.attributes = attributes
        self.line = line
        self.text = ""
        self.parts: list[Element] = []

    def all(self, *names: str) -> Iterator[Element]:
        """Return the elements of these names in it, or in its sessions and sections."""
        for part in self.parts:
            if part.name in names:
                yield part
            elif part.name in _WITHIN:
                yield from part.all(*names)

    def says(self, *names: str) -> str:
        """Return the text of the first element of these names that has one."""
        texts = (part.text.strip() for part in self.parts if part.name in names)
        return next((text for text in texts if text), "")


class _Tree(Reader):
    """What makes the elements."""

    def __init__(self) -> None:
        super().__init__(_MOST_ELEMENTS)
        self.root = Element("", {}, 0)
        self._open = [self.root]

    def start(self, name: str, attributes: dict[str, str]) -> None:
        element = Element(name.rpartition(" ")[2].upper(), attributes, self.line)
        self._open[-1].parts.append(element)
        self._open.append(element)

    def text(self, text: str) -> None:
        element = self._open[-1]
        if len(element.text) < _LONGEST_TEXT:
            element.text += text

    def end(self, name: str) -> None:
        self._open.pop()

    def damaged(self, what: str) -> RefusedError:
        return RefusedError(f"the file is damaged: {what}")

    def unsafe(self, what: str) -> RefusedError:
        return RefusedError(f"this is no USEBIO file as scoring programs write it: {what}")


def read(path: Path) -> Found:
    """Return the matches in a file, or the session of pairs."""
    return parse(read_bytes(path))


def parse(data: bytes) -> Found:
    """Return what is in a file."""
    tree = _Tree()
    tree.read([_DOCTYPE.sub(_without_doctype, data, count=1)], "the file")
    events = [event for root in tree.root.parts if root.name == "USEBIO" for event in root.parts]
    events = [event for event in events if event.name == "EVENT"]
    if not events:
        raise RefusedError("this has no event; it must be a USEBIO file with results")
    found = Found()
    for event in events[1:]:
        found.problems.append(Problem("another event; only the first is taken", None, event.line))
    _Event(events[0], found).take()
    if not found.matches and found.session is None and not found.problems:
        raise RefusedError("this has no results of boards")
    return found


def _without_doctype(head: re.Match[bytes]) -> bytes:
    """Return a head without the name of its DTD, which is not asked for; a DTD in the file itself is refused."""
    return head[1] + re.sub(rb"[^\r\n]", b" ", head[2])


class _Event:
    """The event, part by part."""

    def __init__(self, event: Element, found: Found) -> None:
        self.event = event
        self.found = found
        self.name = plain_text(event.says("EVENT_DESCRIPTION"))
        self.date = _date(event.says("DATE"))
        self.teams = {team: name for team, name in self._teams() if team}

    def _teams(self) -> Iterator[tuple[str, str]]:
        for people in self.event.all("PARTICIPANTS"):
            for team in people.all("TEAM"):
                identity = team.attributes.get("TEAM_ID", "") or team.says("TEAM_ID", "TEAM_NUMBER")
                name = team.attributes.get("TEAM_NAME", "") or team.says("TEAM_NAME")
                yield plain_text(identity), plain_text(name)

    def take(self) -> None:
        """Take the matches, or else the boards."""
        kind = self.event.attributes.get("EVENT_TYPE", "").upper()
        if kind == "INDIVIDUAL":
            raise RefusedError("this is an individual event, which no workbook is for")
        self.found.teams = [self.team(team) for team in sorted(self.teams, key=number_first)]
        pairs = "PAIRS" in kind
        for number, match in enumerate(self.event.all("MATCH")):
            if number == MOST_MATCHES:
                raise too_many_matches()
            if pairs:
                self.pairs_match(match)
            else:
                self.match(match)
        sections = list(_sections(self.event))
        for section, boards in sections:
            for board in boards:
                self.board(board, section if len(sections) > 1 else "")
        session = self.found.session
        if session is not None:
            self.names(session)
            if not pairs:
                among = matches_among(session.lines)
                self.found.problems += among.problems
                for played in among.matches:
                    played.event, played.date = self.name, self.date
                    self.found.matches.append(played)
                    self.found.session = None

    def problem(self, what: str, element: Element, board: int | None = None) -> None:
        """Note what was left out."""
        self.found.problems.append(Problem(what, board, element.line))

    def team(self, identity: str) -> str:
        """Return what a team is called."""
        return self.teams.get(identity) or team_name(identity)

    def match(self, element: Element) -> None:
        """Take a match of two teams."""
        home, away = (plain_text(element.says(name)) for name in ("TEAM", "OPPOSING_TEAM"))
        if not (home and away):
            self.problem("a match, but not of which teams", element)
            return
        match = Match(self.team(home), self.team(away), self.name, date=self.date)
        match.round = round_number(element.says("ROUND_NUMBER"))
        stated = [element.says("TEAM_SCORE"), element.says("OPPOSING_TEAM_SCORE")]
        if "VP" in self.event.says("MATCH_SCORING_METHOD").upper() and all(
            _NUMBER.fullmatch(score) for score in stated
        ):
            match.stated = (float(stated[0]), float(stated[1]))
        self.open_boards(match, element)
        for board in element.all("BOARD"):
            number = self.number(board)
            if number is not None:
                self.rooms(match, board, number)
        self.found.matches.append(match)

    def open_boards(self, match: Match, element: Element) -> None:
        """Add the boards that were to be played."""
        ends = [element.says(name) for name in ("START_BOARD_NUMBER", "END_BOARD_NUMBER")]
        if not any(ends):
            return
        try:
            numbers = range(board_number(ends[0]), board_number(ends[1]) + 1)
            if len(numbers) > _LONGEST_MATCH:
                raise InputValueError(f"a match of {len(numbers)} boards")
            for number in numbers:
                match.board(number)
        except InputError as refusal:
            self.problem(str(refusal), element)

    def number(self, board: Element) -> int | None:
        """Return the number of a board."""
        try:
            return board_number(board.says("BOARD_NUMBER"))
        except InputError as refusal:
            self.problem(str(refusal), board)
            return None

    def rooms(self, match: Match, board: Element, number: int) -> None:
        """Take the results of a board in both rooms, if they make the IMPs that the file has."""
        for line in board.all("TRAVELLER_LINE"):
            direction = line.says("DIRECTION").upper().replace("-", "")
            try:
                if direction not in ("NS", "EW"):
                    raise InputValueError(f"DIRECTION must be NS or EW, not {shown(direction)}")
                result = _result(line, number, turned=direction == "EW")
                if result is not None:
                    match.add(number, "open" if direction == "NS" else "closed", result)
            except InputError as refusal:
                self.problem(str(refusal), line, number)
        played = match.board(number)
        said = board.says("IMPS")
        if played.open is not None and played.closed is not None and _NUMBER.fullmatch(said):
            worth = imps(board_score(played.open, number) - board_score(played.closed, number))
            if abs(float(said)) != abs(worth):
                played.open = played.closed = None
                self.problem(f"the results are worth {abs(worth)} IMPs, but {said} are given", board, number)

    def pairs_match(self, element: Element) -> None:
        """Take a match of two pairs in a Swiss event."""
        for board in element.all("BOARD"):
            self.board(board, "", element)

    def board(self, board: Element, section: str, match: Element | None = None) -> None:
        """Take the results of a board by pairs."""
        number = self.number(board)
        if number is None:
            return
        for line in board.all("TRAVELLER_LINE"):
            try:
                self.line(line, number, section, match)
            except InputError as refusal:
                self.problem(str(refusal), line, number)

    def line(self, line: Element, number: int, section: str, match: Element | None) -> None:
        """Take one result by pairs."""
        sides = ("NS_PAIR_NUMBER", "EW_PAIR_NUMBER")
        ns, ew = (plain_text(line.says(side) or (match.says(side) if match else "")) for side in sides)
        if not (ns and ew):
            raise InputValueError("a result, but not of which pairs")
        award = percents(line.says("SCORE")) or percents(line.says("CONTRACT"))
        result = None if award else _result(line, number)
        if result is None and award is None:
            return
        session = self.found.session = self.found.session or Session(self.name, self.date)
        ns_award, ew_award = award or (None, None)
        round_ = round_number(match.says("ROUND_NUMBER")) if match else None
        session.add(Line(number, section + ns, section + ew, result, ns_award, ew_award, round_))

    def names(self, session: Session) -> None:
        """Enter the players of the pairs."""
        winners = self.event.says("WINNER_TYPE")
        session.two_fields = winners == "2" if winners in ("1", "2") else None
        many = len(list(_sections(self.event))) > 1
        for section, people in _participants(self.event):
            for pair in people.all("PAIR"):
                number = (section if many else "") + plain_text(pair.says("PAIR_NUMBER"))
                players = [plain_text(player.says("PLAYER_NAME")) for player in pair.all("PLAYER")]
                side = pair.says("DIRECTION").upper().replace("-", "")
                for each in (side.lower(),) if side in ("NS", "EW") else ("ns", "ew"):
                    if any(players):
                        session.names.setdefault((each, number), " - ".join(filter(None, players)))


def _sections(event: Element, section: str = "") -> Iterator[tuple[str, list[Element]]]:
    """Return the boards of each section of an event."""
    boards = [part for part in event.parts if part.name == "BOARD"]
    if boards:
        yield section, boards
    for part in event.parts:
        if part.name in _WITHIN:
            yield from _sections(part, plain_text(part.attributes.get("SECTION_ID", section)))


def _participants(event: Element, section: str = "") -> Iterator[tuple[str, Element]]:
    """Return the participants of each section of an event."""
    for part in event.parts:
        if part.name == "PARTICIPANTS":
            yield section, part
        elif part.name in _WITHIN:
            yield from _participants(part, plain_text(part.attributes.get("SECTION_ID", section)))


def _result(line: Element, board: int, *, turned: bool = False) -> Entry | None:
    """Return the result in a line. With `turned` its score may be from East-West's side, that of the team."""
    contract, score = line.says("CONTRACT"), whole_score(line.says("SCORE"))
    if not contract:
        return None if score is None else score_alone(score, board)
    entry = from_parts(contract, line.says("PLAYED_BY"), board, tricks=line.says("TRICKS"))
    worth = None if entry is None else board_score(entry, board)
    if entry is None or score is None or worth is None or score == worth or (turned and score == -worth):
        return entry
    raise InputValueError(f"{entry} is worth {worth} to North-South, but the score is {score}")


def _date(text: str) -> str:
    """Return a day as 2026-11-18: version 1.2 has 18/11/2026."""
    match = re.fullmatch(r"([0-9]{1,2})/([0-9]{1,2})/([0-9]{4})", text)
    return f"{match[3]}-{match[2]:0>2}-{match[1]:0>2}" if match else plain_text(text)
