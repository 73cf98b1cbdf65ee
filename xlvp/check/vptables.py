"""Cells that look like a VP table, and where they differ from the official one that they are nearest to.

There are two ways to write a scale down: what each margin is worth, line by line; or, for whole VPs, which margins are
worth 10, 11, 12 … In both the nearest official table is found by counting the cells that differ.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from xlvp.check.bymargin import by_margin
from xlvp.check.byvp import by_vp
from xlvp.check.lines import chains
from xlvp.check.nearest import LEAST_VPS
from xlvp.check.official import MARGINS, ladders

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from xlvp.check.lines import Line
    from xlvp.check.nearest import VPTableFound

_LEAST_MARGINS = 10
_MARGINS: dict[float, int] = {float(margin): margin for margin in MARGINS}


def vp_tables(line: Line) -> Iterator[VPTableFound]:
    """Yield what looks like a VP table around a line of margins, or of VPs, read in its direction."""
    for chain in chains(line, _MARGINS, _LEAST_MARGINS):
        yield from by_margin(line, chain)
    for ladder in ladders():
        for chain in chains(line, _numbered(ladder), LEAST_VPS):
            yield from by_vp(line, chain, ladder)


@cache
def _numbered(ladder: tuple[float, ...]) -> Mapping[float, int]:
    """Return the number of each step of a ladder."""
    return {vp: number for number, vp in enumerate(ladder)}


def best_of(found: Iterable[VPTableFound]) -> Iterator[VPTableFound]:
    """Yield the tables of a sheet, each cell in one of them at the most.

    Any numbers that count upwards may be margins, even those of boards; so of all that the same cells may stand for,
    the best is taken.
    """
    taken: set[int] = set()
    for table in sorted(found, key=lambda table: (len(table.findings), table.distance)):
        if taken.isdisjoint(table.cells):
            taken.update(table.cells)
            yield table
