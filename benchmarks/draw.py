"""The draw of a Swiss round, against the way from the top down that many programs and most directors go.

From the top down each team meets the highest that it has not met. It is quick, but nothing is left for the last teams
but those that they have met.
"""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING

from benchmarks.measure import Result
from xlvp.events.draw import Past, draw

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import TypeAlias

    Meetings: TypeAlias = list[tuple[int, int]]
    Way: TypeAlias = Callable[[Sequence[int], set[frozenset[int]]], Meetings]

LARGE = (64, 20)
"""Teams and rounds of the largest event that a workbook holds."""
LARGE_SECONDS = 2
SMALL = (10, 6)
EVENTS = 300


def results() -> Iterator[Result]:
    """Run them all."""
    teams, rounds = LARGE
    slowest = max(taken for taken, _ in played(exact, teams, rounds, seed=0))
    yield Result(
        f"a round drawn, {teams} teams and {rounds} rounds: the longest of all",
        f"{slowest:.2f} s",
        f"at most {LARGE_SECONDS} s",
        slowest <= LARGE_SECONDS,
    )
    teams, rounds = SMALL
    ours, other = (second_meetings(way) for way in (exact, top_down))
    yield Result(
        f"{EVENTS} events of {teams} teams and {rounds} rounds: those with a second meeting",
        f"{ours} of {EVENTS}, from the top down {other}",
        "none",
        ours == 0,
    )


def exact(order: Sequence[int], met: set[frozenset[int]]) -> Meetings:
    """Return the draw of xlvp."""
    return list(draw(order, Past(met=met)).matches)


def top_down(order: Sequence[int], met: set[frozenset[int]]) -> Meetings:
    """Return the draw in which each team meets the highest that is left and that it has not met, if there is one."""
    left, matches = list(order), []
    while left:
        home = left.pop(0)
        away = next((team for team in left if frozenset((home, team)) not in met), left[0])
        left.remove(away)
        matches.append((home, away))
    return matches


def played(way: Way, teams: int, rounds: int, seed: int) -> Iterator[tuple[float, int]]:
    """Play an event that better teams win more often; yield the seconds of each draw, and its second meetings."""
    chance = random.Random(seed)  # noqa: S311
    points = dict.fromkeys(range(teams), 0.0)
    met: set[frozenset[int]] = set()
    for _ in range(rounds):
        order = sorted(points, key=lambda team: (-points[team], team))
        start = time.perf_counter()
        matches = way(order, met)
        taken = time.perf_counter() - start
        pairs = {frozenset(match) for match in matches}
        yield taken, len(met & pairs)
        met |= pairs
        for home, away in matches:
            won = min(max(chance.gauss(10 + (away - home) / teams, 4), 0), 20)
            points[home] += won
            points[away] += 20 - won


def second_meetings(way: Way) -> int:
    """Return in how many small events two teams met twice."""
    return sum(any(again for _, again in played(way, *SMALL, seed)) for seed in range(EVENTS))
