"""What the readers find: matches with the results of both rooms, sessions of pairs, and what could not be taken.

A result is what stands in a cell of a card: a text such as 4SXN-1, or a score from North-South's side.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from xlvp.files import RefusedError
from xlvp.rules.board import MAX_BOARD
from xlvp.rules.checks import InputValueError

Entry: TypeAlias = "str | int"
"""A result as it is entered: a contract with its result, or a score from North-South's side."""

ROOMS = ("open", "closed")
SEATS = ("north", "east", "south", "west")
SIDES = ("N-S", "E-W")
"""Where the home team sits in the open room."""
NOT_PLAYED = "NP"
"""The entry that takes a board out of a match."""
MOST_BOARDS = 1_000
"""The highest number of a board, and of boards, that is believed."""

MOST_MATCHES = 1_000
"""Of an event: 64 teams in 20 rounds play fewer."""
_LONGEST_TEXT = 255
"""Characters; a workbook takes fewer, and the rest of a longer text is not kept."""


class Problem(NamedTuple):
    """Something that was left out, or that somebody should look at, and where it stands."""

    what: str
    board: int | None = None
    line: int | None = None
    file: str = ""
    lines: str = "line"
    """What `line` counts: lines of a text, rows of a table."""

    def __str__(self) -> str:
        place = [self.file] if self.file else []
        place += [f"{self.lines} {self.line}"] if self.line is not None else []
        place += [f"board {self.board}"] if self.board is not None else []
        return f"{', '.join(place)}: {self.what}" if place else self.what


@dataclass
class Board:
    """What is known of one board of a match; awards are in IMPs, each from that side's own view."""

    open: Entry | None = None
    closed: Entry | None = None
    home_award: float | None = None
    away_award: float | None = None
    note: str = ""

    def result(self, room: str) -> Entry | None:
        """Return the result in one of the rooms."""
        return self.open if room == "open" else self.closed


class TwiceError(InputValueError):
    """Two results where there can be one."""


@dataclass
class Match:
    """A match of two teams, or one stanza of it."""

    home: str = ""
    away: str = ""
    event: str = ""
    stanza: str = ""
    """What the file calls this part of the match."""
    date: str = ""
    venue: str = ""
    home_sits: str = "N-S"
    players: dict[str, str] = field(default_factory=dict)
    """Who sat where: `open_north` and so on."""
    carry: tuple[float, float] | None = None
    """The IMPs that home and away bring with them."""
    boards: dict[int, Board] = field(default_factory=dict)
    round: int | None = None
    stated: tuple[float, float] | None = None
    """The VPs of home and away, as the file has them."""
    imps: tuple[float, float] | None = None
    """The IMPs of home and away, if the file has them in place of boards."""
    _refused: set[tuple[int, str]] = field(default_factory=set, repr=False, compare=False)

    def board(self, number: int) -> Board:
        """Return a board, which is added if it is not there yet."""
        return self.boards.setdefault(number, Board())

    def add(self, number: int, room: str, result: Entry) -> None:
        """Add a result. A second one that differs from the first is refused, and the first is taken back."""
        board = self.board(number)
        old = board.result(room)
        if (number, room) in self._refused or (old is not None and old != result):
            self._refused.add((number, room))
            setattr(board, room, None)
            raise TwiceError(f"another result for the {room} room; neither is taken")
        setattr(board, room, result)


def too_many_matches() -> RefusedError:
    """Return the refusal of a file with more matches than any workbook holds."""
    return RefusedError(f"this has more than {MOST_MATCHES:,} matches or stanzas, which no workbook holds")


class Line(NamedTuple):
    """A result of a session of pairs; pairs are called as the file calls them, awards are in percent."""

    board: int
    ns: str
    ew: str
    result: Entry | None
    ns_award: float | None = None
    ew_award: float | None = None
    round: int | None = None


@dataclass
class Session:
    """A session of pairs."""

    event: str = ""
    date: str = ""
    names: dict[tuple[str, str], str] = field(default_factory=dict)
    """The players of a pair, by its side, "ns" or "ew", and what it is called."""
    two_fields: bool | None = None
    """Whether each side is a field of its own, with a winner of its own; None if the file does not say."""
    _results: dict[tuple[object, ...], Line | None] = field(default_factory=dict)
    """The results by round, board and pairs; None where two differ."""

    @property
    def lines(self) -> list[Line]:
        """Return the results."""
        return [line for line in self._results.values() if line is not None]

    def add(self, line: Line) -> None:
        """Add a result. A second one that differs from the first is refused, and the first is taken back."""
        key = (line.round, line.board, line.ns, line.ew)
        if self._results.setdefault(key, line) != line:
            self._results[key] = None
            raise TwiceError(f"another result for pairs {shown(line.ns)} and {shown(line.ew)}; neither is taken")


@dataclass
class Found:
    """What one file holds."""

    matches: list[Match] = field(default_factory=list)
    session: Session | None = None
    teams: list[str] = field(default_factory=list)
    """The teams of an event in the order of their numbers, if the file has them."""
    problems: list[Problem] = field(default_factory=list)


def board_number(text: str) -> int:
    """Return the number of a board.

    >>> board_number(" 17 ")
    17
    """
    plain = text.strip()
    if not plain.isdecimal() or not plain.isascii() or not 1 <= int(plain[:9]) <= min(MAX_BOARD, MOST_BOARDS):
        raise InputValueError(f"a board's number must be a whole number from 1 to {MOST_BOARDS}, not {shown(text)}")
    return int(plain)


def round_number(text: str) -> int | None:
    """Return the number of a round, or None for a round that has a name or nothing.

    >>> round_number("3"), round_number("Final")
    (3, None)
    """
    return int(text) if text.isdecimal() and len(text) < 4 else None


def plain_text(text: str) -> str:
    r"""Return a name or a note on one line, without characters that nobody sees and a workbook cannot hold.

    >>> plain_text(" Avon \x07\n Brue ")
    'Avon Brue'
    """
    begun = text.lstrip()[:_LONGEST_TEXT]
    if not begun.isprintable():
        begun = "".join(each if each.isprintable() else " " for each in begun)
    return " ".join(begun.split())


def shown(text: str) -> str:
    """Return a text from a file as a message quotes it.

    >>> shown("x" * 99)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…'"
    """
    return f"'{text}'" if len(text) <= 40 else f"'{text[:39]}…'"
