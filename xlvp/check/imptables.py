"""Cells that look like an IMP table, and where they differ from the official one."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise, product
from typing import TYPE_CHECKING, NamedTuple

from xlvp.check.findings import Finding, in_cell, in_cells, shown
from xlvp.check.lines import Anchor, Line, Said, chains, said
from xlvp.check.official import IMPS_BEGIN, IMPS_END
from xlvp.check.tables import Table
from xlvp.check.work import OF_A_FINDING
from xlvp.rules.imps import imps

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

LEAST = 12
"""A table must have at least this many official figures to be taken for one."""
_BESIDE = (1, -1, 2, -2, 3, -3, 4, -4)
"""Where the IMPs may stand, as seen from the points."""
_LIKENESS = 0.7
_NEAR = 3
"""The second column of a table is at most this far from the first."""
_OF_A_TABLE = 1500
"""The steps that a table takes, in the sense of `xlvp.check.work`."""


class Bounds(NamedTuple):
    """One of the two ways to write the scale down: where the IMPs begin, or where they end."""

    figures: tuple[int, ...]
    numbers: dict[float, int]
    """The number of each figure."""
    verb: str
    needed: int
    """The first figure that a table may not leave out."""
    other: int
    """What the IMPs beside it may be off by, all of them."""


def _numbered(figures: Sequence[int]) -> dict[float, int]:
    return {float(figure): number for number, figure in enumerate(figures)}


BEGIN = Bounds(
    IMPS_BEGIN, _numbered(IMPS_BEGIN), "begin", 1, -1
)  # beside 20, 50, 90 …: 0, 1, 2 …, for "below 20, below 50"
END = Bounds(
    IMPS_END, _numbered(IMPS_END), "end", 1, 1
)  # beside 10, 40, 80 …: 1, 2, 3 … is the mistake to take them for beginnings


class Row(NamedTuple):
    """A figure of the official list, and the cell that should hold it."""

    figure: int
    at: int
    follows: bool
    """Whether the cell does hold it."""


class IMPTable(NamedTuple):
    """Cells that look like an IMP table."""

    line: Line
    bounds: Bounds
    rows: list[Row]
    findings: list[Finding]
    partner: int
    """In which line beside the points the IMPs stand; 0 for none."""

    @property
    def table(self) -> Table:
        """Return it as something to tell of."""
        points = [row.at for row in self.rows]
        beside = [at for row in self.rows if (at := self.line.beside(row.at, self.partner)) is not None]
        return Table(self.line.sheet, self.line.upright, "IMP scale", None, [*points, *beside], self.findings)


def imp_tables(line: Line) -> Iterator[IMPTable]:
    """Yield what looks like an IMP table in a line, read in its direction."""
    for bounds in (BEGIN, END):
        for chain in chains(line, bounds.numbers, LEAST):
            line.work.count(_OF_A_TABLE)
            table = _table(line, bounds, chain)
            line.work.count(OF_A_FINDING * len(table.findings))
            yield table


def second_columns(tables: Iterable[IMPTable]) -> int:
    """Return how many tables of a sheet are the second column of one that comes before: from and to."""
    count = 0
    there: dict[tuple[bool, int, int], list[int]] = {}
    for number, table in enumerate(tables):
        upright, own = table.line.upright, table.line.number
        steps = {table.line.step(row.at) for row in table.rows}
        near = [beside for beside in range(own - _NEAR, own + _NEAR + 1) if beside != own]
        shared = Counter(other for place in product([upright], near, steps) for other in there.get(place, ()))
        count += max(shared.values(), default=0) >= LEAST
        for step in steps:
            there.setdefault((upright, own, step), []).append(number)
    return count


def _table(line: Line, bounds: Bounds, chain: Sequence[Anchor]) -> IMPTable:
    rows, extras, findings = _matched(line, bounds, chain)
    partner, off = _partner(line, bounds, rows)
    _extend(line, bounds, chain, rows, findings, (partner, off))
    for row in rows:
        findings += _misses(line, bounds, row)
    if partner and off == 0:
        findings += _wrong_imps(line, rows, extras, partner)
    elif partner and bounds is END:
        text = (
            "10, 40, 80 ... are where 0, 1, 2 ... IMPs end, not where 1, 2, 3 ... begin; "
            "20, 50, 90 ... is right for what is won from there on"
        )
        findings.append(in_cells(line.sheet, [row.at for row in rows], text))
    return IMPTable(line, bounds, rows, findings, partner)


def _matched(line: Line, bounds: Bounds, chain: Sequence[Anchor]) -> tuple[list[Row], list[int], list[Finding]]:
    """Return a row for each figure between the ends of a chain, cells that are none, and what is missing."""
    rows = [Row(chain[0].figure, line.places[chain[0].cell], True)]
    extras: list[int] = []
    findings = []
    for before, after in pairwise(chain):
        cells = list(range(before.cell + 1, after.cell))
        figures = range(before.figure + 1, after.figure)
        if len(cells) <= len(figures):
            chosen = _nearest(line, bounds, cells, figures)
            rows += [Row(index, line.places[cell], False) for cell, index in zip(cells, chosen, strict=True)]
            findings += [_missing(line, bounds, before, after, index) for index in figures if index not in chosen]
        else:
            extras += [line.places[cell] for cell in cells]
            if figures:
                findings += [_missing(line, bounds, before, after, index) for index in figures]
        rows.append(Row(after.figure, line.places[after.cell], True))
    return rows, extras, findings


def _nearest(line: Line, bounds: Bounds, cells: Sequence[int], figures: range) -> tuple[int, ...]:
    """Return which figures the cells stand for, if some are missing: those that they are nearest to."""

    def distance(chosen: tuple[int, ...]) -> float:
        pairs = ((line.lows[cell], bounds.figures[index]) for cell, index in zip(cells, chosen, strict=True))
        return sum(abs(low - figure) for low, figure in pairs if low is not None)

    return min(combinations(figures, len(cells)), key=distance)


def _missing(line: Line, bounds: Bounds, before: Anchor, after: Anchor, index: int) -> Finding:
    right = _right(bounds, index)
    first, last = line.places[before.cell], line.places[after.cell]
    between = line.step(last) - line.step(first)
    if abs(between) == 2 and after.cell - before.cell == 1 and after.figure - before.figure == 2:
        empty = (first + last) // 2
        return in_cell(line.sheet, empty, f"empty, but {right}", float(bounds.figures[index]))
    return in_cell(line.sheet, last, f"{shown(line.value(last))} follows {shown(line.value(first))}, but {right}")


def _right(bounds: Bounds, index: int) -> str:
    """Return what is right in words: 5 IMPs begin at 170."""
    return f"{index} IMP{'s' if index != 1 else ''} {bounds.verb}{'' if index != 1 else 's'} at {bounds.figures[index]}"


def _extend(
    line: Line,
    bounds: Bounds,
    chain: Sequence[Anchor],
    rows: list[Row],
    findings: list[Finding],
    partner: tuple[int, int],
) -> None:
    """Add wrong figures at either end of a chain, which nothing official follows any more."""
    cell, figure = chain[-1]
    while figure + 1 < len(bounds.figures) and _goes_on(line, cell, 1, figure + 1, partner):
        cell, figure = cell + 1, figure + 1
        rows.append(Row(figure, line.places[cell], False))
    if figure + 1 < len(bounds.figures):
        at = line.places[cell]
        findings.append(in_cell(line.sheet, at, f"the table ends here, but {_right(bounds, figure + 1)}"))
    cell, figure = chain[0]
    lowest = 0 if partner[0] and bounds is END else bounds.needed
    while figure > lowest and _goes_on(line, cell, -1, figure - 1, partner):
        cell, figure = cell - 1, figure - 1
        rows.insert(0, Row(figure, line.places[cell], False))
    if figure > bounds.needed:
        at = line.places[cell]
        findings.append(in_cell(line.sheet, at, f"the table begins here, but {_right(bounds, bounds.needed)}"))


def _goes_on(line: Line, cell: int, step: int, figure: int, partner: tuple[int, int]) -> bool:
    """Say whether the next cell is of the table, though its figure is not: the IMPs beside it go on, or it rises."""
    following = cell + step
    if not 0 <= following < len(line.places):
        return False
    here, there = line.places[cell], line.places[following]
    low, other = line.lows[cell], line.lows[following]
    if abs(line.step(there) - line.step(here)) != 1 or low is None or other is None:
        return False
    beside = said(line.value(line.beside(there, partner[0]))) if partner[0] else None
    if beside is not None:
        return beside.low == figure + partner[1]
    return (other - low) * step > 0


def _misses(line: Line, bounds: Bounds, row: Row) -> Iterator[Finding]:
    """Yield what is wrong with the cell of a row."""
    value = line.value(row.at)
    says = said(value)
    if says is not None and says.is_range:
        right = _range(row.figure)
        if bounds is BEGIN and not _is_range(says, row.figure):
            yield in_cell(line.sheet, row.at, f"{shown(value)}, but {right} is worth {_worth(row.figure)}")
    elif not row.follows:
        right = _right(bounds, row.figure)
        yield in_cell(line.sheet, row.at, f"{shown(value)}, but {right}", float(bounds.figures[row.figure]))


def _range(index: int) -> str:
    return f"{IMPS_BEGIN[index]}-{IMPS_END[index]}" if index < len(IMPS_END) else f"{IMPS_BEGIN[index]}+"


def _is_range(says: Said, index: int) -> bool:
    if says.low != IMPS_BEGIN[index]:
        return False
    if index == len(IMPS_END):
        return says.high is None or says.high > says.low
    return says.high == IMPS_END[index]


def _worth(number: int) -> str:
    return f"{number} IMP{'s'[: number != 1]}"


def _partner(line: Line, bounds: Bounds, rows: Sequence[Row]) -> tuple[int, int]:
    """Return in which line beside this one the IMPs stand, and what they are off by; 0 lines for none."""
    found = []
    for lines in _BESIDE:
        offs: Counter[float] = Counter()
        for row in rows:
            says = said(line.value(line.beside(row.at, lines)))
            if says and not says.is_range:
                offs[says.low - row.figure] += 1
        found += [(abs(lines), off != 0, lines, off) for off in (0, bounds.other) if offs[off] >= _LIKENESS * len(rows)]
    if not found:
        return 0, 0
    return min(found)[2:]


def _wrong_imps(line: Line, rows: Sequence[Row], extras: Sequence[int], partner: int) -> Iterator[Finding]:
    """Yield what is wrong with the IMPs that stand beside the points."""
    for row in rows:
        at = line.beside(row.at, partner)
        value = line.value(at)
        says = said(value)
        if at is not None and (says is None or says.low != row.figure) and (row.figure or value is not None):
            text = f"{shown(value)}, but {_range(row.figure)} is worth {_worth(row.figure)}"
            yield in_cell(line.sheet, at, text, float(row.figure))
    for extra in extras:
        at = line.beside(extra, partner)
        points, says = said(line.value(extra)), said(line.value(at))
        if at is not None and points and says and says.low != imps(points.low):
            text = f"{shown(line.value(at))}, but {shown(points.low)} is worth {_worth(imps(points.low))}"
            yield in_cell(line.sheet, at, text, float(imps(points.low)))
