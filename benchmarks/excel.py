"""The add-in's way to Python: one call for a column, against a call for every cell, in a real Windows Python."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from benchmarks.measure import Comparison, LeftOutError, Result, faster
from tests.parts.windows import Client, installed

if TYPE_CHECKING:
    from collections.abc import Iterator

ROWS = 10_000


def results() -> Iterator[Result]:
    """Run them all."""
    if shutil.which("wine") is None:
        raise LeftOutError("Wine is not installed")
    windows = installed()
    with Client(windows) as excel:
        column = [[float(number % 61)] for number in range(ROWS)]
        whole = min(excel.seconds("WBFVP", [column, 16.0, None], times=1) for _ in range(5))
        single = excel.seconds("WBFVP", [23.0, 16.0, None], times=ROWS)
    windows.shut_down()
    yield faster(f"through COM, a column of {ROWS:,}, against single cells", Comparison(whole, single), 10)
