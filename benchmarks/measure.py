"""Measure two ways of doing the same thing, turn by turn, so that a busy machine slows both alike."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    Work = Callable[[], object]


class Comparison(NamedTuple):
    """The shortest time of each of two pieces of work, in seconds."""

    ours: float
    other: float

    @property
    def ratio(self) -> float:
        """Return how many times as long ours takes."""
        return self.ours / self.other


def seconds(work: Work) -> float:
    """Return how long `work` takes, once."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def compare(ours: Work, other: Work, rounds: int = 7) -> Comparison:
    """Return the best of several rounds for each; one round more warms both up."""
    pairs = [(seconds(ours), seconds(other)) for _ in range(rounds + 1)][1:]
    return Comparison(min(pair[0] for pair in pairs), min(pair[1] for pair in pairs))


def report(what: str, result: str, aim: str, reached: bool) -> None:
    """Print one line of the report."""
    print(f"{'ok  ' if reached else 'MISS'}  {what:<62} {result:>24}   aim: {aim}")
