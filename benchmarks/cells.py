"""Cells: a column in one call, against the bare look-up and against a call for every cell."""

from __future__ import annotations

import random

from benchmarks.measure import compare, report
from xlvp.cells import evaluate
from xlvp.reference import named
from xlvp.rules.wbf import CONTINUOUS


def main() -> None:
    """Run them all."""
    wbfvp = named("WBFVP")
    if wbfvp is None:
        raise AssertionError("the catalogue has no WBFVP: there is nothing to measure")
    pick = random.Random(1)  # noqa: S311  (which margins are measured is no secret)
    column = tuple((float(pick.randint(-60, 60)),) for _ in range(100_000))
    table = [CONTINUOUS.table(16).vp(margin) for margin in range(-60, 61)]

    found = compare(
        lambda: evaluate(wbfvp, column, 16.0),
        lambda: [[table[int(margin) + 60]] for (margin,) in column],  # rows in, rows out, and nothing checked
    )
    report("a column of 100,000, against a bare comprehension", f"{found.ratio:.1f} times", "<= 4", found.ratio <= 4)

    part = column[:10_000]
    found = compare(lambda: evaluate(wbfvp, part, 16.0), lambda: [evaluate(wbfvp, cell, 16.0) for (cell,) in part])
    faster = 1 / found.ratio
    report("a column of 10,000, against 10,000 single cells", f"{faster:.0f} times faster", "> 1", faster > 1)
