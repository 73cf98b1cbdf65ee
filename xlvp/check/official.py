"""The official tables in the forms in which people copy them; every figure comes from `xlvp.rules`."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from xlvp.rules import acbl, wbf
from xlvp.rules.imps import IMP_THRESHOLDS
from xlvp.rules.scales import SCALES
from xlvp.rules.vptable import VPTable

IMPS_BEGIN = (0, *IMP_THRESHOLDS)
"""The lowest difference that is worth 0, 1, 2, … 24 IMPs."""

IMPS_END = tuple(threshold - 10 for threshold in IMP_THRESHOLDS)
"""The highest difference that is worth 0, 1, 2, … 23 IMPs; scores are multiples of ten."""

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
def candidates() -> tuple[Candidate, ...]:
    """Return every official table, and those that are known to be taken for one."""
    return (*_official(), *_mistaken())


def _official() -> list[Candidate]:
    found = []
    for scale in SCALES:
        if scale.max_boards == acbl.COLUMNS[-1]:
            starts = (1, *(most + 1 for most in acbl.COLUMNS))
            groups = [range(start, most + 1) for start, most in zip(starts, acbl.COLUMNS, strict=False)]
        else:
            groups = [range(boards, boards + 1) for boards in range(1, MOST_BOARDS + 1)]
        found += [Candidate(scale.name, _boards(group), group, scale.table(group[0])) for group in groups]
    return found


def _mistaken() -> list[Candidate]:
    """Return the continuous scale in whole VPs, which is not the discrete scale."""
    found = []
    for boards in range(1, MOST_BOARDS + 1):
        table = VPTable((vp + 50) // 100 * 100 for vp in wbf.CONTINUOUS.table(boards).winner)
        discrete = wbf.DISCRETE.table(boards)
        if table.rows() != discrete.rows():
            group = range(boards, boards + 1)
            found.append(Candidate(wbf.DISCRETE.name, _boards(group), group, table, discrete))
    return found


def _boards(group: range) -> str:
    if len(group) == 1:
        return f"{group[0]} board{'s'[: group[0] > 1]}"
    return f"{group[0]} to {group[-1]} boards"
