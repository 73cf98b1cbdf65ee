"""The add-in's way to Python: one call for a column, against a call for every cell, in a real Windows Python."""

from __future__ import annotations

import shutil

from benchmarks.measure import report
from tests.parts.windows import Client, installed

ROWS = 10_000


def main() -> None:
    """Run them all."""
    if shutil.which("wine") is None:
        print("left out: the calls of the Excel add-in, since Wine is not installed")
        return
    windows = installed()
    with Client(windows) as excel:
        column = [[float(number % 61)] for number in range(ROWS)]
        whole = min(excel.seconds("WBFVP", [column, 16.0, None], times=1) for _ in range(5))
        single = excel.seconds("WBFVP", [23.0, 16.0, None], times=ROWS)
    windows.shut_down()
    report(
        f"through COM, a column of {ROWS:,} in {whole * 1000:.0f} ms, against single cells",
        f"{single / whole:.0f} times faster",
        "> 10",
        single > 10 * whole,
    )
