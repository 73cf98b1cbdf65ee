"""The workbooks: all that are shipped made again, and the functions as LAMBDA names against a native LOOKUP."""

from __future__ import annotations

import tempfile
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ironcalc
import xlsxwriter

from benchmarks.measure import Result, compare, seconds
from tests.oracles import buchen
from tools.workbooks import made
from xlvp.embed import embed, names

if TYPE_CHECKING:
    from collections.abc import Iterator

ROWS = 1000
TOP = 60
OURS, NATIVE = "=WBFVP(A{row},16)", "=LOOKUP(A{row},$D$1:$D$121,$E$1:$E$121)"


def results() -> Iterator[Result]:
    """Run them all."""
    taken = min(seconds(made) for _ in range(3))
    yield Result(f"all {len(made())} files of workbooks/ made again", f"{taken:.1f} s", "under 3 s", taken < 3)
    with tempfile.TemporaryDirectory() as folder:
        ours, native = (opened(Path(folder), formula) for formula in (OURS, NATIVE))
    right = sum(ours.get_cell_value(0, row, 2) == native.get_cell_value(0, row, 2) for row in range(1, ROWS + 1))
    found = compare(ours.evaluate, native.evaluate, rounds=3)
    yield Result(
        f"{ROWS:,} cells with the LAMBDA name WBFVP in IronCalc, against LOOKUP",
        f"{found.ratio:.0f} times as long, {1e6 * found.ours / ROWS:.0f} us for each",
        "every cell right",
        right == ROWS,
        f"{right:,} of {ROWS:,}",
    )


def opened(folder: Path, formula: str) -> Any:
    """Return a workbook in IronCalc that has a column of margins, a formula beside each, and the table."""
    path = folder / "cells.xlsx"
    with xlsxwriter.Workbook(path) as book:
        sheet = book.add_worksheet()
        for row in range(1, ROWS + 1):
            sheet.write_row(f"A{row}", [row % (2 * TOP + 1) - TOP, formula.format(row=row)])
        won, _ = buchen.continuous(Decimal(16))  # not xlvp's own table, since its cells are counted as right by this
        for place, margin in enumerate(range(-TOP, TOP + 1)):
            sheet.write_row(place, 3, [margin, float(won[margin] if margin > 0 else 20 - won[-margin])])
    embed(path, None, names(), backup=False)
    model = ironcalc.load_from_xlsx(str(path), "en", "UTC", "en")
    model.evaluate()
    return model
