"""Cells: a column in one call, against the bare look-up and against a call for every cell."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from benchmarks.measure import Result, at_most, compare, faster
from xlvp import udfs
from xlvp.rules.wbf import CONTINUOUS

if TYPE_CHECKING:
    from collections.abc import Iterator


def results() -> Iterator[Result]:
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
    yield at_most("a column of 100,000, against a bare comprehension", found.ratio, 4)

    part = column[:10_000]
    found = compare(lambda: wbfvp(part, boards), lambda: [wbfvp([row], boards) for row in part])
    yield faster("a column of 10,000, against 10,000 single cells", found, 1)
