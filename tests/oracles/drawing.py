"""The draw of a Swiss round by trying every draw there is, for a few teams."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

Pairs: TypeAlias = tuple[tuple[int, int], ...]


def every_pairing(ranks: tuple[int, ...]) -> Iterator[Pairs]:
    """Yield all ways to pair ranks, in the order of rule 3: rank 1 with the highest possible comes first."""
    if not ranks:
        yield ()
        return
    first, *rest = ranks
    for other in rest:
        for pairs in every_pairing(tuple(rank for rank in rest if rank != other)):
            yield ((first, other), *pairs)


def first_draw(
    order: Sequence[int],
    rounds: Sequence[AbstractSet[frozenset[int]]],
    had: Mapping[int, int],
    *,
    three: bool,
) -> tuple[Pairs, tuple[int, ...]]:
    """Return the matches and those who have the bye or meet in three, by comparing all that can be."""
    met = set().union(*rounds)
    before = rounds[-1] if rounds else set()
    outside = 0 if len(order) % 2 == 0 else 3 if three and len(order) >= 3 else 1
    choices = list(combinations(order, outside))
    fairest = min(sum(had.get(team, 0) for team in choice) for choice in choices)
    best: tuple[tuple[int, list[int], int], Pairs, tuple[int, ...]] | None = None
    for choice in choices:
        if sum(had.get(team, 0) for team in choice) != fairest:
            continue
        lowest = sorted((len(order) - order.index(team) for team in choice), reverse=False)
        inside = sum(frozenset(pair) in met for pair in combinations(choice, 2))
        for pairs in every_pairing(tuple(team for team in order if team not in choice)):
            again = inside + sum(frozenset(pair) in met for pair in pairs)
            at_once = sum(frozenset(pair) in before for pair in pairs)
            key = (again, lowest, at_once)
            if best is None or key < best[0]:
                best = key, pairs, choice
    assert best is not None
    return best[1], best[2]
