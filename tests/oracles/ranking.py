"""The standings of teams by SPEC's words, worked out from the list of matches in another way than xlvp does."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

DIRECT, QUOTIENT, DIFFERENCE, OPPONENTS = "direct", "quotient", "difference", "opponents"
BEST = Fraction(10**12)


class Match(NamedTuple):
    """A match that counts; IMPs are None where only VPs are known; `weight` is a half for a half match."""

    home: int
    away: int
    home_vp: Fraction
    away_vp: Fraction
    home_imps: Fraction | None = None
    away_imps: Fraction | None = None
    weight: Fraction = Fraction(1)

    def turned(self) -> Match:
        return Match(self.away, self.home, self.away_vp, self.home_vp, self.away_imps, self.home_imps, self.weight)


class Table:
    """The standings."""

    def __init__(self, totals: Mapping[int, Fraction], matches: Sequence[Match], order: Sequence[str]) -> None:
        self.totals = totals
        self.met_totals = totals
        """What the opponents have: also those that are not ranked themselves."""
        self.sides = [side for match in matches for side in (match, match.turned())]
        self.order = order

    def ranks(self) -> dict[int, int]:
        """Return each team's rank: one more than the teams that are before it."""
        teams = list(self.totals)
        return {team: 1 + sum(self.before(other, team) for other in teams) for team in teams}

    def before(self, one: int, other: int) -> bool:
        """Return whether one team ranks before another: follow the group that holds both until they part."""
        group = {team for team in self.totals if self.totals[team] == self.totals[one]}
        if other not in group:
            return self.totals[one] > self.totals[other]
        for criterion in self.order:
            for key in self.keys(criterion, group):
                if key(one) != key(other):
                    return key(one) > key(other)
                group = {team for team in group if key(team) == key(one)}
        return False

    def keys(self, criterion: str, group: set[int]) -> list[Callable[[int], Fraction]]:
        """Return the figures that a criterion goes by, one after the other, for teams that are level so far."""
        if criterion == QUOTIENT:
            return [lambda team: Fraction(self.won(team), 1) / self.lost(team) if self.lost(team) else BEST]
        if criterion == DIFFERENCE:
            return [lambda team: self.won(team) - self.lost(team)]
        if criterion == OPPONENTS:
            return [
                lambda team: sum(
                    (
                        side.weight * self.met_totals.get(side.away, Fraction(0))
                        for side in self.sides
                        if side.home == team
                    ),
                    Fraction(0),
                )
            ]
        among = [side for side in self.sides if {side.home, side.away} <= group]
        if any(not any((side.home, side.away) == pair for side in among) for pair in combinations(sorted(group), 2)):
            return []
        vps = {team: sum((side.home_vp for side in among if side.home == team), Fraction(0)) for team in group}

        def margin(team: int) -> Fraction:
            level = {each for each in group if vps[each] == vps[team]}
            if len(level) != 2:
                return Fraction(0)
            return sum(
                (
                    side.home_imps - side.away_imps
                    for side in among
                    if side.home == team
                    and side.away in level
                    and None not in (side.home_imps, side.away_imps)
                    and side.home_imps is not None
                    and side.away_imps is not None
                ),
                Fraction(0),
            )

        return [vps.__getitem__, margin]

    def won(self, team: int) -> Fraction:
        """Return the IMPs that a team has won in matches with IMPs."""
        return sum(
            (side.home_imps for side in self.sides if side.home == team and side.home_imps is not None), Fraction(0)
        )

    def lost(self, team: int) -> Fraction:
        """Return those that it has lost."""
        return sum(
            (side.away_imps for side in self.sides if side.home == team and side.away_imps is not None), Fraction(0)
        )
