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


class Result(NamedTuple):
    """One line of the report."""

    what: str
    measured: str
    aim: str = ""
    met: bool = True
    right: str = ""
    """How many cells are right, out of how many that were tried."""
    note: str = ""
    """What a reader needs to judge the line, or to check it by hand."""

    def line(self) -> str:
        """Return it as it is printed while the benchmarks run."""
        mark = ("ok  " if self.met else "MISS") if self.aim else "    "
        parts = (self.measured, self.right, self.aim and f"aim: {self.aim}")
        return f"{mark}  {self.what:<62} {'   '.join(filter(None, parts))}"


class LeftOutError(Exception):
    """A benchmark needs something that this machine does not have; the text says what."""


def seconds(work: Work) -> float:
    """Return how long `work` takes, once."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def compare(ours: Work, other: Work, rounds: int = 7) -> Comparison:
    """Return the best of several rounds for each; one round more warms both up."""
    return best(lambda: seconds(ours), lambda: seconds(other), rounds)


def best(ours: Callable[[], float], other: Callable[[], float], rounds: int) -> Comparison:
    """Return the same for two that tell their seconds themselves, as other processes do."""
    pairs = [(ours(), other()) for _ in range(rounds + 1)][1:]
    return Comparison(min(pair[0] for pair in pairs), min(pair[1] for pair in pairs))


def at_most(what: str, ratio: float, limit: float, note: str = "") -> Result:
    """Return the line for something that should take at most `limit` times as long as another."""
    return Result(what, f"{ratio:.1f} times as long", f"at most {limit:g}", ratio <= limit, note=note)


def faster(what: str, found: Comparison, limit: float, right: str = "") -> Result:
    """Return the line for something that should be at least `limit` times faster than another."""
    times = found.other / found.ours
    return Result(what, f"{times:.0f} times faster", f"at least {limit:g}", times >= limit, right)
