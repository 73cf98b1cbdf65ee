"""The cheapest way to divide a field into pairs.

Source: J. Edmonds, "Paths, Trees, and Flowers" and "Maximum Matching and a Polyhedron with 0,1-Vertices" (1965), in the
form with one price for each team and one for each blossom. It is written here because the libraries that have it
(NetworkX) are twenty times the size of xlvp, and because our costs are whole numbers of a hundred digits and more,
which only Python's own integers hold: see `xlvp.events.draw`, where one number says all that makes a draw good.

The words: a *blossom* is an odd ring of teams, or of smaller blossoms, in which all but one, its *base*, are paired.
The search grows trees from the teams without a partner. What is an even number of steps from a root is OUTER, what is
an odd number INNER. `prices[u] + prices[v]` never exceeds the cost of a pair, and pairs for which it is reached are
*tight*: only those are used, which is why the result is the cheapest.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_FREE, _OUTER, _INNER = range(3)


def cheapest_pairs(costs: Sequence[Sequence[int]]) -> list[int]:
    """Return for each of an even number of teams its partner, so that the costs of all pairs add up to the least.

    `costs[u][v]` is what it costs to pair u with v, and the same as `costs[v][u]`.

    >>> cheapest_pairs([[0, 1, 5, 9], [1, 0, 2, 5], [5, 2, 0, 7], [9, 5, 7, 0]])
    [1, 0, 3, 2]
    """
    search = _Search(costs)
    search.pair_at_once()
    while -1 in search.mates:
        search.add_pair()
    return search.mates


class _Search:
    """The pairs found so far, the blossoms and the prices; nodes are teams, by their numbers, and blossoms above."""

    def __init__(self, costs: Sequence[Sequence[int]]) -> None:
        self.size = len(costs)
        self.teams = range(self.size)
        self.costs = [[4 * cost for cost in row] for row in costs]  # so that halves of halves stay whole
        self.prices = [min(row[:u] + row[u + 1 :]) // 2 for u, row in enumerate(self.costs)]
        self.mates = [-1] * self.size
        self.top = list(self.teams)
        """The outermost blossom that a team is in, or the team itself."""
        self.base = {u: u for u in self.teams}
        self.parent: dict[int, int] = {}
        self.rings: dict[int, list[int]] = {}
        self.joins: dict[int, list[tuple[int, int]]] = {}
        """For each node of a ring the pair of teams that joins it to the next."""
        self.worth: dict[int, int] = {}
        """The price of a blossom, which is never negative."""
        self.next_blossom = self.size

    def pair_at_once(self) -> None:
        """Pair teams that are tight from the beginning, as they come."""
        for one, other in combinations(self.teams, 2):
            tight = self.costs[one][other] == self.prices[one] + self.prices[other]
            if tight and self.mates[one] < 0 and self.mates[other] < 0:
                self.mates[one], self.mates[other] = other, one

    def add_pair(self) -> None:
        """Grow trees until two of them meet, and pair one team more."""
        self.label = dict.fromkeys(self.top, _FREE)
        self.entry: dict[int, tuple[int, int]] = {}
        """The pair by which the search has come to a node: a team in the node before, a team in this one."""
        self.nearest = [-1] * self.size
        """For each team the outer one elsewhere for which a pair is nearest to being tight."""
        for node in [node for node in self.label if self.mates[self.base[node]] < 0]:
            self._make_outer(node)
        while True:
            rise, outer, team = self._next_event()
            self._change_prices(rise)
            if outer < 0:
                self._dissolve(team)
            elif self.label[self.top[team]] == _FREE:
                self._make_inner(self.top[team], (outer, team))
            elif self._meet(outer, team):
                return

    def _make_outer(self, node: int) -> None:
        self.label[node] = _OUTER
        for team in list(self._members(node)):
            self._look_around(team, node)

    def _look_around(self, team: int, node: int) -> None:
        """Let an outer team be the nearest to others where it is."""
        prices, nearest, costs, top = self.prices, self.nearest, self.costs, self.top
        row, price = costs[team], prices[team]
        for other in self.teams:
            known = nearest[other]
            if top[other] != node and (known < 0 or row[other] - price < costs[known][other] - prices[known]):
                nearest[other] = team

    def _make_inner(self, node: int, entry: tuple[int, int]) -> None:
        """Take a node into a tree, and its mate with it."""
        self.label[node], self.entry[node] = _INNER, entry
        base = self.base[node]
        mate = self.mates[base]
        self.entry[self.top[mate]] = (base, mate)
        self._make_outer(self.top[mate])

    def _next_event(self) -> tuple[int, int, int]:
        """Return by how much prices can rise until something happens: a pair becomes tight, or a blossom worthless."""
        prices, costs, label, top = self.prices, self.costs, self.label, self.top
        events = [(worth // 2, -1, node) for node, worth in self.worth.items() if label.get(node) == _INNER]
        for team, outer in enumerate(self.nearest):
            kind = label[top[team]]
            if kind != _INNER and outer >= 0:
                rise = costs[outer][team] - prices[outer] - prices[team]
                # Two outer teams come nearer from both sides; the half is exact, for both have the parity of all roots.
                events.append((rise if kind == _FREE else rise // 2, outer, team))
        return min(events)  # there is always one, since every two teams can be paired

    def _change_prices(self, rise: int) -> None:
        if rise == 0:
            return
        changes = {_FREE: 0, _OUTER: rise, _INNER: -rise}
        for team in self.teams:
            self.prices[team] += changes[self.label[self.top[team]]]
        for blossom in self.worth:
            self.worth[blossom] += 2 * changes[self.label.get(blossom, _FREE)]

    def _meet(self, one: int, other: int) -> bool:
        """Join two outer teams: a new blossom if they are in one tree, else one more pair, and say which."""
        left, right = self._way_up(self.top[one]), self._way_up(self.top[other])
        if left[-1] != right[-1]:
            self._pair_up(one, other)
            self._pair_up(other, one)
            return True
        while len(left) > 1 and len(right) > 1 and left[-2] == right[-2]:
            left.pop()
            right.pop()
        joins = [self.entry[node] for node in reversed(left[:-1])]
        joins += [(one, other), *((self.entry[node][1], self.entry[node][0]) for node in right[:-1])]
        self._bloom([*reversed(left), *right[:-1]], joins)
        return False

    def _way_up(self, node: int) -> list[int]:
        """Return the nodes from one to the root of its tree."""
        way = [node]
        while node in self.entry:
            node = self.top[self.entry[node][0]]
            way.append(node)
        return way

    def _bloom(self, ring: list[int], joins: list[tuple[int, int]]) -> None:
        """Make a blossom of a ring of nodes, the first of which is nearest to the root."""
        blossom = self.next_blossom
        self.next_blossom += 1
        self.rings[blossom], self.joins[blossom], self.worth[blossom] = ring, joins, 0
        self.base[blossom], self.label[blossom] = self.base[ring[0]], _OUTER
        if ring[0] in self.entry:
            self.entry[blossom] = self.entry[ring[0]]
        newly_outer = [team for node in ring if self.label[node] == _INNER for team in self._members(node)]
        for node in ring:
            self.parent[node] = blossom
            del self.label[node]
        for team in self._members(blossom):
            self.top[team] = blossom
        for team in newly_outer:
            self._look_around(team, blossom)
        outside = [team for team in self.teams if self.label[self.top[team]] == _OUTER and self.top[team] != blossom]
        for team in self._members(blossom):
            near = ((self.costs[team][outer] - self.prices[outer], outer) for outer in outside)
            self.nearest[team] = min(near, default=(0, -1))[1]

    def _dissolve(self, blossom: int) -> None:
        """Put the nodes of a worthless inner blossom in its place; those on the even way round join the tree."""
        ring, joins = self.rings.pop(blossom), self.joins.pop(blossom)
        del self.worth[blossom], self.label[blossom], self.base[blossom]
        entry = self.entry.pop(blossom)
        for node in ring:
            del self.parent[node]
            self.label[node] = _FREE
            for team in self._members(node):
                self.top[team] = node
        at = ring.index(self.top[entry[1]])
        self.label[ring[at]], self.entry[ring[at]] = _INNER, entry
        step = 1 if at % 2 else -1
        while at % len(ring):
            for label in (_OUTER, _INNER):
                one, other = joins[at] if step > 0 else joins[at - 1][::-1]
                at = (at + step) % len(ring)
                self.entry[ring[at]] = (one, other)
                if label == _OUTER:
                    self._make_outer(ring[at])
                else:
                    self.label[ring[at]] = _INNER

    def _pair_up(self, team: int, other: int) -> None:
        """Pair an outer team with another, and change the pairs that follow from it up to the root."""
        while True:
            node = self.top[team]
            self._turn(node, team)
            self.mates[team] = other
            if node not in self.entry:
                return
            inner = self.top[self.entry[node][0]]
            team, other = self.entry[inner]
            self._turn(inner, other)
            self.mates[other] = team

    def _turn(self, blossom: int, team: int) -> None:
        """Make a team the base of the blossom that it is in: pair all others in it with one another."""
        if self.base[blossom] == team:
            return
        node = team
        while self.parent[node] != blossom:
            node = self.parent[node]
        self._turn(node, team)
        ring, joins = self.rings[blossom], self.joins[blossom]
        at = ring.index(node)
        ring[:], joins[:] = ring[at:] + ring[:at], joins[at:] + joins[:at]
        for first in range(1, len(ring), 2):
            one, other = joins[first]
            self._turn(ring[first], one)
            self._turn(ring[first + 1], other)
            self.mates[one], self.mates[other] = other, one
        self.base[blossom] = team

    def _members(self, node: int) -> Iterator[int]:
        """Yield the teams in a node."""
        if node < self.size:
            yield node
        else:
            for each in self.rings[node]:
                yield from self._members(each)
