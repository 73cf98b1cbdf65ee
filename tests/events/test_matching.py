"""The cheapest pairs, against all ways to pair a few, and by the law that proves them for many."""

from __future__ import annotations

from functools import lru_cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xlvp.events.matching import cheapest_pairs


def least(costs: list[list[int]]) -> int:
    """The least that pairs can cost, by trying all."""

    @lru_cache(None)
    def rest(left: frozenset[int]) -> int:
        if not left:
            return 0
        one = min(left)
        return min(costs[one][other] + rest(left - {one, other}) for other in left - {one})

    return rest(frozenset(range(len(costs))))


@st.composite
def tables(draw: st.DrawFn) -> list[list[int]]:
    size = 2 * draw(st.integers(0, 5))
    highest = draw(st.sampled_from((1, 2, 5, 1000, 10**60)))
    costs = [[0] * size for _ in range(size)]
    for one in range(size):
        for other in range(one):
            costs[one][other] = costs[other][one] = draw(st.integers(-highest, highest))
    return costs


@given(tables())
def test_the_pairs_cost_the_least(costs: list[list[int]]) -> None:
    mates = cheapest_pairs(costs)
    assert all(mates[mate] == one != mate for one, mate in enumerate(mates))
    assert sum(costs[one][mate] for one, mate in enumerate(mates)) == 2 * least(costs)


@pytest.mark.parametrize("size", [20, 40, 64])
def test_a_hidden_pairing_among_dear_ones_is_found(size: int) -> None:
    """A ring of cheap pairs, of odd parts, which only one way of pairing uses fully."""
    cheap = {frozenset((one, (one + 1) % (size - 1))) for one in range(size - 1)} | {frozenset((0, size - 1))}
    costs = [[int(frozenset((one, other)) not in cheap) for other in range(size)] for one in range(size)]
    mates = cheapest_pairs(costs)
    assert mates[0] == size - 1
    assert all(costs[one][mate] == 0 for one, mate in enumerate(mates))
