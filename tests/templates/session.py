"""A pairs session made up at random, and what the rules make of it, worked out without the workbook."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING, Any, NamedTuple

from xlvp.rules.contract import ns_score
from xlvp.rules.field import butler_datum, cross_imps, matchpoints
from xlvp.rules.imps import imps

if TYPE_CHECKING:
    from random import Random

    from xlvp.catalogue import Cell

METHODS = ("Matchpoints", "Cross-IMPs", "Butler")
_CONTRACTS = ("4S", "3nt", "4 hx", "2D", "5C", "P", "6NTXX", "1♠", "pass")
_SCORES = (420, 450, -50, 170, -140, 100, -100, 430, -420, 0, 90, 1430, -1700)


class Line(NamedTuple):
    """What is entered for a result."""

    ns: int | None = None
    ew: int | None = None
    typed: int | None = None
    contract: str | None = None
    by: str | None = None
    tricks: int | None = None
    ns_award: float | None = None
    ew_award: float | None = None

    def score(self, board: int) -> int | None:
        """Return the score for North-South, if there is one."""
        if self.typed is not None:
            return self.typed
        if self.contract is None:
            return None
        if self.contract.upper() not in ("P", "PASS") and (self.by is None or self.tricks is None):
            return None
        return ns_score(self.contract, self.by or "N", self.tricks or 0, board)

    @property
    def awarded(self) -> bool:
        return (self.ns_award, self.ew_award) != (None, None)


class Worth(NamedTuple):
    """What a result is worth: matchpoints, if it was played, and percent, cross-IMPs and Butler IMPs."""

    matchpoints: int | None
    percent: Fraction
    cross_imps: Fraction
    butler: Fraction


class Place(NamedTuple):
    """A line of the ranking."""

    rank: int
    pair: int
    sat: str
    boards: int
    score: float


@dataclass
class Session:
    """The settings, and the lines board by board."""

    pairs: int
    boards: int
    method: str
    drop: int = 0
    share: float | None = None
    mean: bool = True
    cap: int | None = None
    apart: bool = False
    first_board: int = 1
    lines: list[list[Line]] = field(default_factory=list)

    @property
    def tables(self) -> int:
        return self.pairs // 2

    def entries(self) -> dict[str, Cell | list[Any]]:
        """Return what is to be typed into the named inputs."""
        flat = [line for lines in self.lines for line in lines]
        names = ("ns_pair", "ew_pair", "ns_score_typed", "contract", "declarer", "tricks", "ns_award", "ew_award")
        columns: dict[str, Cell | list[Any]] = {
            name: list(values) for name, values in zip(names, zip(*flat, strict=True), strict=True)
        }
        ranked = "N-S and E-W" if self.apart else "All together"
        settings: dict[str, Cell | list[Any]] = {
            "method": self.method,
            "drop": self.drop,
            "drop_share": self.share,
            "cross_imps_by": "Mean" if self.mean else "Sum",
            "cross_cap": self.cap,
            "first_board": self.first_board,
            "ranked": ranked,
        }
        return settings | columns

    def counted(self, board: int) -> list[bool]:
        """Return which lines of a board count: known pairs, each once on the board, and something for them."""
        lines = self.lines[board]
        seen = Counter(pair for line in lines for pair in (line.ns, line.ew) if pair is not None)
        return [
            all(pair is not None and pair <= self.pairs and seen[pair] == 1 for pair in (line.ns, line.ew))
            and (line.awarded or line.score(board + self.first_board) is not None)
            for line in lines
        ]

    def field(self, board: int) -> list[int]:
        """Return the results on a board that are compared with each other."""
        lines, number = self.lines[board], board + self.first_board
        counted = zip(lines, self.counted(board), strict=True)
        scores = [line.score(number) for line, counts in counted if counts and not line.awarded]
        return [score for score in scores if score is not None]

    def datum(self, board: int) -> int | None:
        """Return the datum of a board with two results or more."""
        scores = self.field(board)
        drop = self.drop if self.share is None else len(scores) * round(100 * self.share) // 100
        return butler_datum(scores, min(drop, (len(scores) - 1) // 2)) if len(scores) > 1 else None

    def worth(self, board: int, line: Line) -> tuple[Worth, Worth] | None:
        """Return what a line that counts is worth for North-South and for East-West, if that is known."""
        if line.ns_award is not None and line.ew_award is not None:
            percents = Fraction(line.ns_award), Fraction(line.ew_award)
            comparisons = 1 if self.mean else len(self.field(board))
            given = [(each, (each - 50) * 3 / 10) for each in percents]
            ns, ew = (Worth(None, each, comparisons * worth, worth) for each, worth in given)
            return ns, ew
        scores, score, datum = self.field(board), line.score(board + self.first_board), self.datum(board)
        if datum is None or score is None:
            return None
        others = len(scores) - 1
        sides = []
        for sign in (1, -1):
            own, field_, middle = sign * score, [sign * each for each in scores], sign * datum
            points = matchpoints(own, field_)
            most = 24 if self.cap is None else self.cap
            crossed = Fraction(sum(max(-most, min(most, imps(own - other))) for other in field_))
            if self.cap is None:
                assert crossed == cross_imps(own, field_)
            percent, crossed = Fraction(50 * points, others), crossed / (others if self.mean else 1)
            sides.append(Worth(points, percent, crossed, Fraction(imps(own - middle))))
        return sides[0], sides[1]

    def worths(self) -> list[tuple[Worth, Worth] | None]:
        """Return what every line is worth, board after board."""
        return [
            self.worth(board, line) if counts else None
            for board, lines in enumerate(self.lines)
            for line, counts in zip(lines, self.counted(board), strict=True)
        ]

    def left(self) -> int:
        """Return how many results are to come."""
        return sum(self.tables - sum(self.counted(board)) for board in range(self.boards))

    def ranking(self) -> list[Place]:
        """Return the ranking, the second one after the first."""
        flat = [line for lines in self.lines for line in lines]
        had: dict[int, list[tuple[int, Worth]]] = {}
        for line, worth in zip(flat, self.worths(), strict=True):
            if worth is not None and line.ns is not None and line.ew is not None:
                had.setdefault(line.ns, []).append((1, worth[0]))
                had.setdefault(line.ew, []).append((2, worth[1]))
        return [place for side in (1, 2) for place in self._ranked(had, side)]

    def _ranked(self, had: dict[int, list[tuple[int, Worth]]], side: int) -> list[Place]:
        scores, sat = {}, {}
        for pair, boards in had.items():
            ew = sum(side == 2 for side, _ in boards)
            mainly = 2 if 2 * ew > len(boards) and self.apart else 1
            if mainly == side:
                scores[pair] = self._total([worth for _, worth in boards])
                alone = {0: "N-S", len(boards): "E-W"}.get(ew, "both")
                sat[pair] = ("N-S", "E-W")[side - 1] if self.apart and alone == "both" else alone
        return [
            Place(1 + sum(other > score for other in scores.values()), pair, sat[pair], len(had[pair]), score)
            for pair, score in sorted(scores.items(), key=lambda item: (-item[1], item[0]))
        ]

    def _total(self, boards: list[Worth]) -> float:
        if self.method == "Matchpoints":
            return rounded(sum((worth.percent for worth in boards), Fraction()) / len(boards))
        if self.method == "Cross-IMPs":
            return rounded(sum((worth.cross_imps for worth in boards), Fraction()))
        return rounded(sum((worth.butler for worth in boards), Fraction()))


def rounded(number: Fraction) -> float:
    """Return a number to two decimals, halves away from 0."""
    hundredths = floor(abs(number) * 100 + Fraction(1, 2))
    return (hundredths if number > 0 else 0 - hundredths) / 100


def random_session(random: Random, pairs: int, boards: int) -> Session:
    """Make a session up: some boards with few results or none, equal scores, a pair that goes home early, slips."""
    session = Session(
        pairs,
        boards,
        method=random.choice(METHODS),
        apart=random.random() < 0.5,
        first_board=random.choice((1, 1, 25)),
    )
    session.drop = random.randint(0, min(2, (session.tables - 1) // 2))
    session.share = random.choice((None, None, 0.05, 0.1, 0.2, 0.33))
    session.mean = random.random() < 0.5
    session.cap = random.choice((None, None, 17, 3))
    fixed_sides = random.random() < 0.5
    full = random.random()
    gone, after = random.randint(1, 2 * pairs), random.randint(0, boards)
    for board in range(boards):
        seated = list(range(1, pairs + 1))
        if not fixed_sides:
            random.shuffle(seated)
        ns, ew = seated[: session.tables], seated[session.tables : 2 * session.tables]
        random.shuffle(ew)
        here = [(a, b) for a, b in zip(ns, ew, strict=True) if board < after or gone not in (a, b)]
        played = [_line(random, a, b, full) for a, b in here]
        session.lines.append(played + [Line()] * (session.tables - len(played)))
    return session


def _line(random: Random, ns: int, ew: int, full: float) -> Line:
    if random.random() > full + 0.3:
        return random.choice((Line(), Line(ns, ew), Line(typed=420), Line(ns, None, 420), Line(ns, ew, contract="4S")))
    kind = random.random()
    if kind < 0.03:
        return Line(ns, ns, 100)
    if kind < 0.06:
        return Line(ns, 99, 100)
    if kind < 0.08:
        return Line(1, ew, 100)  # who may be there already
    if kind < 0.12:
        return Line(ns, ew, random.choice((None, 400)), ns_award=random.choice((60, 50, 40)), ew_award=40)
    if kind < 0.4:
        return Line(ns, ew, None, random.choice(_CONTRACTS), random.choice("NESWnesw"), random.randint(0, 13))
    return Line(ns, ew, random.choice(_SCORES))
