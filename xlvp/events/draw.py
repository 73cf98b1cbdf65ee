"""The draw of a Swiss round.

The rules, in their order:

1. If the number of teams is odd, one of them has a bye, or three meet in a three-way match. Byes and three-way matches
   count together: nobody has one more while another has had fewer. Among the teams that may have it, it goes to those
   that leave the fewest second meetings, and among these to the lowest.
2. Over the whole field there are as few second meetings as there can be, and among them as few as there can be of
   teams that met in the round before.
3. Of the draws that are left the first is taken in this order: rank 1 meets the highest rank that it can, then the
   next without opponents likewise.

A draw that keeps these rules is the cheapest way to pair the field, if the cost of a pair is one whole number with a
digit for each rule: a second meeting costs more than all that comes after it together, and so on down to the ranks.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from xlvp.events.matching import cheapest_pairs

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from typing import TypeAlias

    Pair: TypeAlias = frozenset[int]

THREE = 3
"""How many teams a three-way match has."""


class Draw(NamedTuple):
    """A round: teams by their numbers."""

    matches: tuple[tuple[int, int], ...]
    """Home and away, in the order of the home teams' ranks."""
    bye: int | None = None
    three_way: tuple[int, ...] = ()
    """The three teams in the order of their ranks, if there is such a match."""

    @property
    def meetings(self) -> tuple[tuple[int, int], ...]:
        """Every two teams that meet, those of the three-way match included."""
        return (*self.matches, *combinations(self.three_way, 2))


class Past(NamedTuple):
    """What matters of the rounds before."""

    met: Collection[Pair] = frozenset()
    """Every two teams that have met."""
    just_met: Collection[Pair] = frozenset()
    """Those that met in the last round."""
    had: Mapping[int, int] = Counter()
    """How many byes and three-way matches each team has had."""


def draw(order: Sequence[int], past: Past, *, three_way: bool = False) -> Draw:
    """Return the draw for at least two teams, which are given in the order of the standings.

    >>> draw([4, 1, 3, 2], Past(met={frozenset({4, 1})}))
    Draw(matches=((4, 3), (1, 2)), bye=None, three_way=())
    >>> draw([4, 1, 3], Past(had={3: 1}))
    Draw(matches=((4, 3),), bye=1, three_way=())
    """
    if len(order) % 2 == 0:
        return Draw(_pairs(order, past))
    if not three_way or len(order) < THREE:
        return _with_bye(order, past)
    three = _three(order, past)
    return Draw(_pairs([team for team in order if team not in three], past), None, three)


def _with_bye(order: Sequence[int], past: Past) -> Draw:
    """Return the draw of an odd number of teams, one of which has a bye: it is paired with nobody, the last column."""
    fewest = min(past.had.get(team, 0) for team in order)
    size = len(order) + 1
    digits = [size**place for place in range(size + 4)]
    costs = _costs(order, past, digits)
    for place, team in enumerate(order):
        may_have_it = past.had.get(team, 0) == fewest
        costs[place].append((len(order) - place) * digits[size + 1] if may_have_it else digits[size + 3])
    costs.append([costs[place][-1] for place in range(len(order))] + [0])
    mates = cheapest_pairs(costs)
    return Draw(_matches(order, mates[:-1]), order[mates[-1]])


def _pairs(order: Sequence[int], past: Past) -> tuple[tuple[int, int], ...]:
    """Return the matches of an even number of teams."""
    size = len(order) + 1
    return _matches(order, cheapest_pairs(_costs(order, past, [size**place for place in range(size + 4)])))


def _matches(order: Sequence[int], mates: Sequence[int]) -> tuple[tuple[int, int], ...]:
    return tuple((order[one], order[other]) for one, other in enumerate(mates) if one < other < len(order))


def _costs(order: Sequence[int], past: Past, digits: Sequence[int]) -> list[list[int]]:
    """Return what it costs to pair every two teams: a digit for each rank, then one for each rule, higher and higher.

    The digit of the higher rank of a pair is the place of the lower. With fewer than `digits[1]` teams no sum of
    digits of one kind comes near the next.
    """
    size = len(digits) - 4
    costs = [[0] * len(order) for _ in order]
    for (high, one), (low, other) in combinations(enumerate(order), 2):
        cost = low * digits[size - 1 - high]
        pair = frozenset((one, other))
        if pair in past.just_met:
            cost += digits[size]
        if pair in past.met:
            cost += digits[size + 2]
        costs[high][low] = costs[low][high] = cost
    return costs


def _three(order: Sequence[int], past: Past) -> tuple[int, ...]:
    """Return the teams of the three-way match, in the order of their ranks.

    The candidates are tried from the lowest up, and a choice is left as soon as it cannot leave fewer second meetings
    than the best that was found.
    """
    counts = sorted(past.had.get(team, 0) for team in order)
    most = counts[THREE - 1]
    sure = [team for team in reversed(order) if past.had.get(team, 0) < most]
    perhaps = [team for team in reversed(order) if past.had.get(team, 0) == most]
    search = _ThreeSearch(order, past.met, perhaps)
    return tuple(sorted(search.best(sure, 0), key=order.index))


class _ThreeSearch:
    """The search for the lowest three teams that leave the fewest second meetings."""

    def __init__(self, order: Sequence[int], met: Collection[Pair], perhaps: Sequence[int]) -> None:
        self.order = order
        self.met = met
        self.perhaps = perhaps
        self.fewest = len(order) ** 2
        self.found: tuple[int, ...] = ()

    def best(self, chosen: list[int], start: int) -> tuple[int, ...]:
        """Return the best three that hold those who are chosen and others of the candidates from `start` on."""
        meetings = self._meetings(chosen, self.perhaps[start:])
        if meetings >= self.fewest:
            return self.found
        if len(chosen) == THREE:
            self.fewest, self.found = meetings, tuple(chosen)
            return self.found
        for at in range(start, len(self.perhaps) - (THREE - len(chosen)) + 1):
            self.best([*chosen, self.perhaps[at]], at + 1)
            if self.fewest == meetings:  # it cannot be better
                break
        return self.found

    def _meetings(self, chosen: list[int], candidates: Sequence[int]) -> int:
        """Return how many second meetings there are at the least with these in the three-way match.

        A place that is still open in it is paired with a candidate, as if that were a match.
        """
        others = [team for team in self.order if team not in chosen]
        open_places = THREE - len(chosen)
        never = len(self.order) ** 2
        costs = [[int(frozenset((one, other)) in self.met) for other in others] for one in others]
        for team, row in zip(others, costs, strict=True):
            row += [0 if team in candidates else never] * open_places
        costs += [[row[len(others)] for row in costs] + [never] * open_places for _ in range(open_places)]
        mates = cheapest_pairs(costs)
        inside = sum(frozenset(pair) in self.met for pair in combinations(chosen, 2))
        return inside + sum(costs[one][other] for one, other in enumerate(mates)) // 2
