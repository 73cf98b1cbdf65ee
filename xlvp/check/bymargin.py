"""VP tables that say what each margin is worth, line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlvp.check.findings import in_cell, shown
from xlvp.check.lines import said
from xlvp.check.nearest import (
    OF_A_CELL,
    Meaning,
    TableCell,
    found_table,
    lines_beside,
    meant,
    names_acbl,
    nearest,
    vp_for,
)
from xlvp.check.official import MOST_BOARDS
from xlvp.rules.checks import nearest_whole

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xlvp.check.findings import Finding
    from xlvp.check.lines import Anchor, Line
    from xlvp.check.nearest import Meant, Nearest, VPTableFound
    from xlvp.rules.vptable import VPTable

_HEADINGS = range(1, MOST_BOARDS + 1)
"""A whole number above a column of VPs is that of the boards."""


def by_margin(line: Line, chain: Sequence[Anchor]) -> Iterator[VPTableFound]:
    """Yield the tables whose VPs stand beside a chain of margins, if these count upwards from 0 or 1."""
    if not _is_counting(chain):
        return
    first = chain[0]
    margins = {line.places[cell]: first.figure + cell - first.cell for cell in range(first.cell, chain[-1].cell + 1)}
    wrong_margins = [
        in_cell(line.sheet, at, f"{shown(line.value(at))}, but the margin here is {margin}", float(margin))
        for at, margin in margins.items()
        if (says := said(line.value(at))) is None or says.low != margin
    ]
    for lines in lines_beside():
        line.work.count(OF_A_CELL * len(margins))
        cells = [cell for at, margin in margins.items() if (cell := _vp_cell(line, at, lines, margin))]
        if not cells or _goes_beyond(line, list(margins), lines):
            continue
        for sign in (1, -1):
            closest = nearest(line, cells, Meaning(sign))
            if closest is not None:
                wanted = meant(closest.candidate, acbl_is_named=names_acbl(line.sheet))
                findings = [*wrong_margins, *_wrong_vps(line, cells, closest, wanted, sign)]
                yield found_table(line, wanted, [cell.at for cell in cells], margins, findings, abs(lines))
                break


def _is_counting(chain: Sequence[Anchor]) -> bool:
    steps = chain[-1].figure - chain[0].figure
    return steps == chain[-1].cell - chain[0].cell and chain[0].figure <= 1


def _goes_beyond(line: Line, places: Sequence[int], lines: int) -> bool:
    """Say whether the figures beside some cells go on where the cells do not: they belong to something else."""
    for at, towards in ((places[0], -1), (places[-1], 1)):
        step = towards if line.places[0] <= line.places[-1] else -towards
        beyond = line.along(at, step)
        if beyond is not None and line.value(beyond) is None:
            says = said(line.value(line.beside(beyond, lines)))
            if says is not None and not (towards < 0 and says.low in _HEADINGS):
                return True
    return False


def _vp_cell(line: Line, at: int, lines: int, margin: int) -> TableCell | None:
    at_side = line.beside(at, lines)
    says = said(line.value(at_side))
    if at_side is None or says is None:
        return None
    return TableCell(at_side, nearest_whole(100 * says.low) if says.low <= 100 else None, margin)


def _wrong_vps(line: Line, cells: Sequence[TableCell], closest: Nearest, wanted: Meant, sign: int) -> Iterator[Finding]:
    wrong: Sequence[tuple[TableCell, float | None]] = closest.wrong
    reason = f" by the {closest.candidate}"
    if wanted.mistake:
        wrong = _differing(cells, wanted.table, sign)
        reason = ""
    for cell, right in wrong:
        if right is not None:
            text = f"{shown(line.value(cell.at))}, but {_margin(cell.key * sign)} is worth {shown(right / 100)}{reason}"
            yield in_cell(line.sheet, cell.at, text, right / 100)


def _differing(cells: Sequence[TableCell], table: VPTable, sign: int) -> list[tuple[TableCell, float | None]]:
    return [(cell, right) for cell in cells if (right := vp_for(table, sign * cell.key)) != cell.says]


def _margin(margin: int) -> str:
    lost = "losing by" if margin < 0 else "winning by"
    return "a draw" if margin == 0 else f"{lost} {abs(margin)} IMP{'s'[: abs(margin) != 1]}"
