"""The formula that most spreadsheets have for WBF victory points: the curve rounded, and not corrected."""

from __future__ import annotations

import math
from decimal import Decimal
from typing import TYPE_CHECKING

import xlvp
from benchmarks.measure import Result, compare
from tests.oracles import buchen

if TYPE_CHECKING:
    from collections.abc import Iterator

BOARDS = range(1, 101)
R = math.sqrt(5) - 2


def results() -> Iterator[Result]:
    """Run them all."""
    official = {boards: [float(vp) for vp in buchen.continuous(Decimal(boards))[0]] for boards in BOARDS}
    cells = [(margin, boards) for boards, table in official.items() for margin in range(len(table))]
    wrong = [(m, b) for m, b in cells if plain(m, b) != official[b][m]]
    ours = sum(xlvp.wbf_vp(m, b) == official[b][m] for m, b in cells)
    spoilt = len({boards for _, boards in wrong})
    margin, boards = next(cell for cell in wrong if cell[1] == 8)  # a length that clubs play
    speed = compare(lambda: [xlvp.wbf_vp(m, b) for m, b in cells], lambda: [plain(m, b) for m, b in cells])
    yield Result(
        f"WBF VPs for {BOARDS[0]}-{BOARDS[-1]} boards and every margin to the blitz",
        f"{len(wrong):,} of {len(cells):,} wrong without the correction, in {spoilt} of {len(BOARDS)} tables",
        "every cell right",
        ours == len(cells),
        f"{ours:,} of {len(cells):,}",
        f"{boards} boards, {margin} IMPs: the formula gives {plain(margin, boards):.2f}, official is"
        f" {official[boards][margin]:.2f} (English Bridge Union, VP scales page)",
    )
    yield Result("wbf_vp(), against the formula in Python", f"{1 / speed.ratio:.1f} times as fast")


def plain(margin: int, boards: int) -> float:
    """Return what =ROUND(10+10*(1-R^(margin/(15*SQRT(boards))))/(1-R),2) gives, and 20 from the blitz on."""
    share = min(margin / (15 * math.sqrt(boards)), 1)
    return round(10 + 10 * (1 - math.pow(R, share)) / (1 - R), 2)
