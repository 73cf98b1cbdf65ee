"""Cells: a column in one call, against the bare look-up and against a call for every cell."""

from __future__ import annotations

import random

from benchmarks.measure import compare, report
from xlvp import udfs
from xlvp.rules.wbf import CONTINUOUS


def main() -> None:
    """Run them all."""
    wbfvp = udfs.WBFVP  # type: ignore[attr-defined]  # made from the catalogue
    pick = random.Random(1)  # noqa: S311  (which margins are measured is no secret)
    column = [[float(pick.randint(-60, 60))] for _ in range(100_000)]  # as xlwings hands it over
    boards = [[16.0]]
    table = [CONTINUOUS.table(16).vp(margin) for margin in range(-60, 61)]

    found = compare(
        lambda: wbfvp(column, boards),
        lambda: [[table[int(margin) + 60]] for (margin,) in column],  # rows in, rows out, and nothing checked
    )
    report("a column of 100,000, against a bare comprehension", f"{found.ratio:.1f} times", "<= 4", found.ratio <= 4)

    part = column[:10_000]
    found = compare(lambda: wbfvp(part, boards), lambda: [wbfvp([row], boards) for row in part])
    faster = 1 / found.ratio
    report("a column of 10,000, against 10,000 single cells", f"{faster:.0f} times faster", "> 1", faster > 1)
