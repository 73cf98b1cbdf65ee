"""The official tables in the forms in which people copy them; every figure comes from `xlvp.rules`."""

from __future__ import annotations

from functools import cache
from itertools import chain
from typing import NamedTuple

from xlvp.rules import wbf
from xlvp.rules.curve import Curve
from xlvp.rules.imps import IMP_THRESHOLDS
from xlvp.rules.scales import SCALES
from xlvp.rules.vptable import VPTable

IMPS_BEGIN = (0, *IMP_THRESHOLDS)
"""The lowest difference that is worth 0, 1, 2, … 24 IMPs."""

IMPS_END = tuple(threshold - 10 for threshold in IMP_THRESHOLDS)
"""The highest difference that is worth 0, 1, 2, … 23 IMPs; scores are multiples of ten."""

MARGINS = range(-200, 401)
"""The margins in IMPs of a VP table, with room for those that count on."""

_FINE = 1000
"""A draw for which the curve has so many digits that they can be rounded once more."""

MOST_BOARDS = 100
"""Clubs print no scale for longer matches."""


class Candidate(NamedTuple):
    """A VP table that somebody may have copied."""

    name: str
    boards: str
    counts: range
    """The numbers of boards that it is for."""
    table: VPTable
    instead: VPTable | None = None
    """For a table that is not official: the one that it is mistaken for."""

    def __str__(self) -> str:
        return f"{self.name} scale, {self.boards}"


@cache
def ladders() -> tuple[tuple[float, ...], ...]:
    """Return the winner's VPs of the scales in whole VPs, from a draw upwards."""
    tables = (scale.table(min(scale.max_boards, MOST_BOARDS)) for scale in SCALES if scale.whole)
    return tuple(dict.fromkeys(tuple(float(row.winner) for row in table.rows()) for table in tables))


@cache
def draws() -> frozenset[float]:
    """Return what a draw is worth by the official scales."""
    return frozenset(scale.table(min(scale.max_boards, MOST_BOARDS)).winner[0] / 100 for scale in SCALES)


@cache
def tops() -> frozenset[tuple[float, float]]:
    """Return what a draw and the greatest win are worth by the official scales."""
    tables = [scale.table(min(scale.max_boards, MOST_BOARDS)) for scale in SCALES]
    return frozenset((table.winner[0] / 100, table.winner[-1] / 100) for table in tables)


@cache
def figures() -> frozenset[float]:
    """Return every figure by which a table is found."""
    return frozenset(map(float, chain(IMPS_BEGIN, IMPS_END, MARGINS, *ladders())))


@cache
def candidates() -> tuple[Candidate, ...]:
    """Return every official table, and those that are known to be taken for one."""
    return (*_official(), *_mistaken())


def _official() -> list[Candidate]:
    found = []
    for scale in SCALES:
        groups = scale.board_groups(MOST_BOARDS)
        found += [Candidate(scale.name, _boards(group), group, scale.table(group[0])) for group in groups]
    return found


def _mistaken() -> list[Candidate]:
    """Return the continuous scale in whole VPs, which is not the discrete scale."""
    found = []
    for boards in range(1, MOST_BOARDS + 1):
        discrete = wbf.DISCRETE.table(boards)
        printed = VPTable((vp + 50) // 100 * 100 for vp in wbf.CONTINUOUS.table(boards).winner)
        computed = VPTable(1000 + _whole(gained) for gained in Curve.for_boards(boards, _FINE).rounded())
        for table in {table.rows(): table for table in (printed, computed)}.values():
            if table.rows() != discrete.rows():
                group = range(boards, boards + 1)
                found.append(Candidate(wbf.DISCRETE.name, _boards(group), group, table, discrete))
    return found


def _whole(fine: int) -> int:
    """Return in whole VPs, as hundredths, what the curve of `_FINE` gives beyond a draw."""
    unit = 10 * _FINE
    return (fine - 100 * _FINE + unit // 2) // unit * 100


def _boards(group: range) -> str:
    if len(group) == 1:
        return f"{group[0]} board{'s'[: group[0] > 1]}"
    return f"{group[0]} to {group[-1]} boards"
