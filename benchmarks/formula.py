"""How WBF victory points are worked out elsewhere: the curve rounded and not corrected, or corrected only in part.

Most spreadsheets have the plain formula. BridgeScore, an app for iOS (github.com/marcshearer/BridgeScore), corrects,
but looks only one margin ahead. It is written in Swift for Apple's systems, so its way is written once more here, in
doubles where it has single precision.
"""

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
CLUB = range(1, 65)
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
    yield from one_margin_ahead(official)


def one_margin_ahead(official: dict[int, list[float]]) -> Iterator[Result]:
    """Count what BridgeScore's way gets wrong, and measure it on the cells that it gets right, too."""
    cells = [(margin, boards) for boards in CLUB for margin in range(len(official[boards]))]
    wrong = [(m, b) for m, b in cells if bridgescore(m, b) != official[b][m]]
    ours = sum(xlvp.wbf_vp(m, b) == official[b][m] for m, b in cells)
    margin, boards = wrong[0]
    speed = compare(lambda: [xlvp.wbf_vp(m, b) for m, b in cells], lambda: [bridgescore(m, b) for m, b in cells], 2)
    yield Result(
        f"the same for {CLUB[0]}-{CLUB[-1]} boards, corrected up to one margin more than is asked (BridgeScore)",
        f"{len(wrong):,} of {len(cells):,} wrong, in {len({b for _, b in wrong})} of {len(CLUB)} tables",
        "every cell right",
        ours == len(cells),
        f"{ours:,} of {len(cells):,}",
        f"{boards} boards, {margin} IMPs: it gives {bridgescore(margin, boards):.2f}, official is"
        f' {official[boards][margin]:.2f} (P. Buchen, "WBF VP Scales"): a correction further on moves earlier VPs, too',
    )
    yield Result("wbf_vp(), against that way in Python", f"{1 / speed.ratio:.0f} times as fast")


def plain(margin: int, boards: int) -> float:
    """Return what =ROUND(10+10*(1-R^(margin/(15*SQRT(boards))))/(1-R),2) gives, and 20 from the blitz on."""
    share = min(margin / (15 * math.sqrt(boards)), 1)
    return round(10 + 10 * (1 - math.pow(R, share)) / (1 - R), 2)


def bridgescore(margin: int, boards: int) -> float:
    """Return what comes of the table up to one margin more, where the VP before each gain that grows is raised."""
    table = [round(100 * plain(m, boards)) for m in range(margin + 2)]
    if margin >= 2:
        while grows := [i for i in range(2, len(table)) if table[i] - table[i - 1] > table[i - 1] - table[i - 2]]:
            table[grows[0] - 1] += 1
    return table[margin] / 100
