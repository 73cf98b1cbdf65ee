"""VP tables that say which margins are worth 10, 11, 12 … VPs, on a scale of whole VPs."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from xlvp.check.findings import in_cell, shown
from xlvp.check.lines import said
from xlvp.check.nearest import (
    LEAST_VPS,
    MOST_WRONG,
    OF_A_CELL,
    Meaning,
    TableCell,
    found_table,
    lines_beside,
    meant,
    nearest,
    row_for,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from xlvp.check.findings import Finding
    from xlvp.check.lines import Anchor, Line
    from xlvp.check.nearest import Meant, VPTableFound


def by_vp(line: Line, chain: Sequence[Anchor], ladder: Sequence[float]) -> Iterator[VPTableFound]:
    """Yield the tables whose margins stand beside a chain of VPs, if these follow the ladder step by step."""
    first, last = chain[0], chain[-1]
    if last.figure - first.figure != last.cell - first.cell:
        return
    vps = {line.places[cell]: first.figure + cell - first.cell for cell in range(first.cell, last.cell + 1)}
    total = int(2 * ladder[0])
    findings: list[Finding] = []
    for at, number in vps.items():
        value = line.value(at)
        says = said(value)
        vp = int(ladder[number])
        if says is None or says.low != vp or (says.is_range and says.high != total - vp):
            right = f"{vp}-{total - vp}" if says and says.is_range else f"{vp}"
            findings.append(in_cell(line.sheet, at, f"{shown(value)}, but {right} VPs come here", float(vp)))
    beside = [*vps]
    for lines in range(-4, 5):
        losers = _wrong_losers(line, vps, lines, ladder) if lines else None
        if losers is not None:
            findings += losers
            beside += [there for at in vps if (there := line.beside(at, lines)) is not None]
    seen: set[int] = {0}
    from_and_to = [({lines: 0, lines + 1: 1}, {lines: 1, lines + 1: 0}) for lines in lines_beside()]
    one_of_them = [({lines: 0}, {lines: 1}) for lines in lines_beside()]
    for readings in (*from_and_to, *one_of_them):
        if seen.isdisjoint(readings[0]):
            line.work.count(OF_A_CELL * len(vps))
            read = [found for bounds in readings if (found := _margins_beside(line, vps, bounds, ladder))]
            if read:
                best = min(read, key=lambda found: len(found.wrong))
                seen.update(readings[0])
                cells = [cell.at for cell in best.cells]
                distance = min(map(abs, readings[0]))
                yield found_table(line, best.meant, cells, beside, [*findings, *best.wrong], distance)


def _wrong_losers(line: Line, vps: Mapping[int, int], lines: int, ladder: Sequence[float]) -> list[Finding] | None:
    """Return what is wrong with the loser's VPs, or None if they don't stand in that line."""
    total = 2 * ladder[0]
    wrong, right = [], 0
    for at, number in vps.items():
        at_side = line.beside(at, lines)
        value = line.value(at_side)
        says = said(value)
        expected = total - ladder[number]
        if says is not None and not says.is_range and says.low == expected:
            right += 1
        elif at_side is not None:
            text = f"{shown(value)}, but the loser has {shown(expected)} when the winner has {shown(ladder[number])}"
            wrong.append(in_cell(line.sheet, at_side, text, expected))
    return wrong if right >= LEAST_VPS and right >= (1 - MOST_WRONG) * len(vps) else None


class _Margins(NamedTuple):
    """Cells that hold margins, the table that they are of, and what is wrong with them."""

    meant: Meant
    cells: list[TableCell]
    wrong: list[Finding]


def _margins_beside(
    line: Line, vps: Mapping[int, int], bounds: Mapping[int, int], ladder: Sequence[float]
) -> _Margins | None:
    """Return the margins in some lines beside the VPs, if there are any: lower bounds for 0, upper ones for 1."""
    cells = []
    for lines, upper in bounds.items():
        of_line = list(_margin_cells(line, vps, lines, upper, len(ladder) - 1))
        if sum(cell.says is not None for cell in of_line) < LEAST_VPS:
            return None
        cells += of_line
    closest = nearest(line, cells, Meaning(0, tuple(ladder)), different=LEAST_VPS)
    if closest is None:
        return None
    wanted = meant(closest.candidate, acbl_is_named=True)
    return _Margins(wanted, cells, list(_wrong_margins(line, cells, ladder, wanted)))


def _margin_cells(line: Line, vps: Mapping[int, int], lines: int, upper: int, last: int) -> Iterator[TableCell]:
    """Yield the cells of a line beside the VPs; where the last row ends says nothing."""
    for at, number in vps.items():
        at_side = line.beside(at, lines)
        value = line.value(at_side)
        if at_side is None or value is None or (upper and number == last):
            continue
        says = said(value)
        high_of_range = says is not None and says.is_range and upper
        yield TableCell(at_side, None if says is None or high_of_range else says.low, 2 * number + upper)


def _wrong_margins(line: Line, cells: Sequence[TableCell], ladder: Sequence[float], wanted: Meant) -> Iterator[Finding]:
    reason = "" if wanted.mistake else f" by the {wanted.candidate}"
    for cell in cells:
        number, upper = divmod(cell.key, 2)
        row = row_for(wanted.table, ladder, number)
        if row is None:
            continue
        low, high = row.from_imps, row.to_imps
        value = line.value(cell.at)
        says = said(value)
        bound = high if upper else low
        right = says is not None and says.low == bound
        if says is not None and says.is_range:
            right = says.low == low and (high is None or says.high == high)
        if not right:
            span = f"{low}+" if high is None else f"{low}-{high}" if low != high else f"{low}"
            text = f"{shown(value)}, but {shown(ladder[number])} VPs are for {span} IMPs{reason}"
            is_text = says is not None and says.is_range
            yield in_cell(line.sheet, cell.at, text, None if is_text or bound is None else float(bound))
