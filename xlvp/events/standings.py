"""The ranking of teams by VPs, with a settable order of tie-breaks.

All VPs and IMPs are whole numbers of hundredths, so that what is level is level.
"""

from __future__ import annotations

import math
from enum import Enum
from fractions import Fraction
from itertools import combinations, groupby
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import TypeAlias

    Key: TypeAlias = Callable[[int], "Fraction | float"]


class TieBreak(Enum):
    """What decides between teams with the same VPs."""

    DIRECT = "direct"
    """The matches between them: the VPs in all of these, if every two of them have met, and between two teams that
    are still level the IMPs of their match."""
    QUOTIENT = "quotient"
    """IMPs won, divided by IMPs lost; nothing lost is best."""
    DIFFERENCE = "difference"
    """IMPs won, less IMPs lost."""
    OPPONENTS = "opponents"
    """The VPs of the opponents that were met at the table, half matches at half weight."""


class Result(NamedTuple):
    """A match that counts, as one of the two sides sees it."""

    team: int
    opponent: int
    vp: int
    imps: tuple[int, int] | None
    """Won and lost, if they are known."""
    half: bool = False
    """Whether it is one of the sets of a three-way match over one round."""


class Ranking:
    """The order of teams with their totals, and what it goes by."""

    def __init__(self, totals: dict[int, int], results: Sequence[Result], tie_breaks: Iterable[TieBreak]) -> None:
        self.totals = totals
        self.results = results
        self.groups = self._split([sorted(totals)], totals.__getitem__)
        """The teams from the best down, those who share a rank together."""
        for tie_break in tie_breaks:
            if tie_break is TieBreak.DIRECT:
                self.groups = [part for group in self.groups for part in self._by_direct_matches(group)]
            else:
                self.groups = self._split(self.groups, getattr(self, tie_break.value))

    @property
    def order(self) -> list[int]:
        """The teams from the best down; those who share a rank by their numbers."""
        return [team for group in self.groups for team in group]

    @property
    def ranks(self) -> dict[int, int]:
        """The rank of each team."""
        ranks: dict[int, int] = {}
        for group in self.groups:
            ranks |= dict.fromkeys(group, len(ranks) + 1)
        return ranks

    def imps(self, team: int) -> tuple[int, int]:
        """Return the IMPs that a team has won and lost."""
        known = [each.imps for each in self.results if each.team == team and each.imps]
        return sum(won for won, _ in known), sum(lost for _, lost in known)

    def quotient(self, team: int) -> Fraction | float:
        """Return the IMPs won, divided by the IMPs lost."""
        won, lost = self.imps(team)
        return Fraction(won, lost) if lost else math.inf

    def difference(self, team: int) -> Fraction:
        """Return the IMPs won, less the IMPs lost."""
        won, lost = self.imps(team)
        return Fraction(won - lost)

    def opponents(self, team: int) -> Fraction:
        """Return the VPs of the opponents met."""
        met = [each for each in self.results if each.team == team]
        return sum((Fraction(self.totals.get(each.opponent, 0), 2 if each.half else 1) for each in met), Fraction(0))

    def _by_direct_matches(self, tied: list[int]) -> list[list[int]]:
        between = [each for each in self.results if each.team in tied and each.opponent in tied]
        if not {*combinations(tied, 2)} <= {(each.team, each.opponent) for each in between}:
            return [tied]

        def vps(team: int) -> Fraction:
            return Fraction(sum(each.vp for each in between if each.team == team))

        parts = []
        for level in self._split([tied], vps):
            margins = {team: Fraction(0) for team in level}
            if len(level) == 2:
                for each in between:
                    if each.imps and {each.team, each.opponent} == {*level}:
                        margins[each.team] += each.imps[0] - each.imps[1]
            parts += self._split([level], margins.__getitem__)
        return parts

    @staticmethod
    def _split(groups: list[list[int]], key: Key) -> list[list[int]]:
        """Return groups divided by a figure, the highest first; the order within stays."""
        return [list(level) for group in groups for _, level in groupby(sorted(group, key=key, reverse=True), key=key)]
