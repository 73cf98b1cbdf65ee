"""Cells that look like a VP table, and where they differ from the official one that they are nearest to.

There are two ways to write a scale down: what each margin is worth, line by line; or, for whole VPs, which margins are
worth 10, 11, 12 … In both the nearest official table is found by counting the cells that differ.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from xlvp.check.findings import Finding, in_cell, shown
from xlvp.check.lines import Anchor, Line, chains, said
from xlvp.check.official import MARGINS, Candidate, candidates, ladders
from xlvp.check.work import OF_A_FINDING
from xlvp.rules import acbl, wbf
from xlvp.rules.checks import nearest_whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from xlvp.rules.vptable import ScaleRow, VPTable

_LEAST_MARGINS = 10
_LEAST_VPS = 8
_LEAST_DIFFERENT = 6
"""A table must show at least this many different numbers of VPs to be told from chance."""
_MOST_WRONG = 0.2
_FARTHEST = 64
"""At most this many lines beside the margins their VPs may stand: a line for each number of boards."""
_MARGINS: dict[float, int] = {float(margin): margin for margin in MARGINS}
_ACBL = re.compile(r"acbl|nabc", re.IGNORECASE)
_DIGITS = re.compile(r"[0-9]{1,3}")
_ROUNDED = "these are the VPs of the continuous scale, rounded"
_HINTS = 4
"""At most this many cells above a table may name the number of boards."""
_OF_A_CELL = 4
"""The steps that a cell of a table takes, in the sense of `xlvp.check.work`."""


class TableCell(NamedTuple):
    """A cell of a table: what it says, in hundredths or IMPs, and what it stands for."""

    at: int
    says: float | None
    key: int


class VPTableFound(NamedTuple):
    """Cells that look like a VP table."""

    name: str
    """Of the official table, with the place of the margins or VPs that it was found by."""
    cells: list[int]
    findings: list[Finding]
    distance: int
    """How many lines lie between the cells and that place."""


class _Meaning(NamedTuple):
    """What cells stand for: the VPs of one side by margin, or the bounds of the margins by VPs."""

    sign: int = 0
    """1 for the winner's VPs, -1 for the loser's, 0 for margins."""
    ladder: tuple[float, ...] = ()

    def right(self, candidate: Candidate, key: int) -> float | None:
        """Return what a cell should say by a table.

        The key is the margin, or twice the step of the ladder for a lower bound and one more for an upper one.
        """
        if self.sign:
            return _vp(candidate.table, self.sign * key)
        number, upper = divmod(key, 2)
        row = _row(candidate.table, self.ladder, number)
        return None if row is None else row.to_imps if upper else row.from_imps


@cache
def _those_that_say(meaning: _Meaning, key: int) -> Mapping[float | None, Sequence[int]]:
    """Return the numbers of the tables by what they say of one margin, or of one number of VPs."""
    found: dict[float | None, list[int]] = {}
    for number, candidate in enumerate(candidates()):
        found.setdefault(meaning.right(candidate, key), []).append(number)
    return found


class _Nearest(NamedTuple):
    """An official table, and the cells that differ from it with what is right there."""

    candidate: Candidate
    wrong: list[tuple[TableCell, float | None]]


def vp_tables(line: Line) -> Iterator[VPTableFound]:
    """Yield what looks like a VP table around a line of margins, or of VPs, read in its direction."""
    for chain in chains(line, _MARGINS, _LEAST_MARGINS):
        if _is_counting(chain):
            yield from _by_margin(line, chain)
    for ladder in ladders():
        for chain in chains(line, _numbered(ladder), _LEAST_VPS):
            yield from _by_vp(line, chain, ladder)


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


# What each margin is worth, line by line.


def _is_counting(chain: Sequence[Anchor]) -> bool:
    steps = chain[-1].figure - chain[0].figure
    return steps == chain[-1].cell - chain[0].cell and chain[0].figure <= 1


def _by_margin(line: Line, chain: Sequence[Anchor]) -> Iterator[VPTableFound]:
    first = chain[0]
    margins = {line.places[cell]: first.figure + cell - first.cell for cell in range(first.cell, chain[-1].cell + 1)}
    wrong_margins = [
        in_cell(line.sheet, at, f"{shown(line.value(at))}, but the margin here is {margin}", float(margin))
        for at, margin in margins.items()
        if (says := said(line.value(at))) is None or says.low != margin
    ]
    for lines in _beside():
        line.work.count(_OF_A_CELL * len(margins))
        cells = [cell for at, margin in margins.items() if (cell := _vp_cell(line, at, lines, margin))]
        if not cells or _goes_beyond(line, list(margins), lines):
            continue
        for sign in (1, -1):
            nearest = _nearest(line, cells, _Meaning(sign))
            if nearest is not None:
                findings = [*wrong_margins, *_wrong_vps(line, cells, nearest, sign)]
                yield _found(line, nearest.candidate, [cell.at for cell in cells], findings, abs(lines))
                break


def _found(line: Line, candidate: Candidate, cells: list[int], findings: list[Finding], distance: int) -> VPTableFound:
    line.work.count(OF_A_FINDING * len(findings))
    return VPTableFound(f"{line.upright} {line.number} {candidate}", cells, findings, distance)


def _goes_beyond(line: Line, places: Sequence[int], lines: int) -> bool:
    """Say whether the figures beside some cells go on where the cells do not: they belong to something else."""
    for at, towards in ((places[0], -1), (places[-1], 1)):
        step = towards if line.places[0] <= line.places[-1] else -towards
        beyond = line.along(at, step)
        if beyond is not None and line.value(beyond) is None and said(line.value(line.beside(beyond, lines))):
            return True
    return False


def _beside() -> list[int]:
    return sorted((lines for lines in range(-_FARTHEST, _FARTHEST + 1) if lines), key=abs)


def _vp_cell(line: Line, at: int, lines: int, margin: int) -> TableCell | None:
    beside = line.beside(at, lines)
    says = said(line.value(beside))
    if beside is None or says is None:
        return None
    return TableCell(beside, nearest_whole(100 * says.low) if says.low <= 100 else None, margin)


def _vp(table: VPTable, margin: int) -> float:
    """Return the VPs for a margin in hundredths."""
    winner = table.winner[min(abs(margin), len(table.winner) - 1)]
    return winner if margin >= 0 else table.total - winner


def _wrong_vps(line: Line, cells: Sequence[TableCell], nearest: _Nearest, sign: int) -> Iterator[Finding]:
    candidate = nearest.candidate
    wrong: Sequence[tuple[TableCell, float | None]] = nearest.wrong
    reason = f"by the {candidate}"
    if candidate.instead is not None:
        wrong = _differing(cells, candidate.instead, sign)
        reason = f"by the {candidate}; {_ROUNDED}"
    elif candidate.name == acbl.NABC_PLUS.name and not _names_acbl(line):
        wrong = _differing(cells, wbf.CONTINUOUS.table(candidate.counts[0]), sign)
        reason = f"by the {wbf.CONTINUOUS.name} scale, {candidate.boards}, which corrects what its formula gives"
    for cell, right in wrong:
        if right is not None:
            text = (
                f"{shown(line.value(cell.at))}, but {_margin(cell.key * sign)} is worth {shown(right / 100)} {reason}"
            )
            yield in_cell(line.sheet, cell.at, text, right / 100)


def _differing(cells: Sequence[TableCell], table: VPTable, sign: int) -> list[tuple[TableCell, float | None]]:
    return [(cell, right) for cell in cells if (right := _vp(table, sign * cell.key)) != cell.says]


def _margin(margin: int) -> str:
    lost = "losing by" if margin < 0 else "winning by"
    return "a draw" if margin == 0 else f"{lost} {abs(margin)} IMP{'s'[: abs(margin) != 1]}"


def _names_acbl(line: Line) -> bool:
    """Say whether a text on a sheet, or its name, says that the scale is the ACBL's."""
    line.work.count(len(line.sheet.values))
    texts = (value for value in line.sheet.values.values() if isinstance(value, str))
    return bool(_ACBL.search(line.sheet.name)) or any(map(_ACBL.search, texts))


# Which margins are worth 10, 11, 12 …


@cache
def _numbered(ladder: tuple[float, ...]) -> Mapping[float, int]:
    """Return the number of each step of a ladder."""
    return {vp: number for number, vp in enumerate(ladder)}


def _by_vp(line: Line, chain: Sequence[Anchor], ladder: Sequence[float]) -> Iterator[VPTableFound]:
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
    for lines in range(-4, 5):
        findings += _wrong_losers(line, vps, lines, ladder) if lines else ()
    seen: set[int] = {0}
    from_and_to = [({lines: 0, lines + 1: 1}, {lines: 1, lines + 1: 0}) for lines in _beside()]
    one_of_them = [({lines: 0}, {lines: 1}) for lines in _beside()]
    for readings in (*from_and_to, *one_of_them):
        if seen.isdisjoint(readings[0]):
            line.work.count(_OF_A_CELL * len(vps))
            read = [found for bounds in readings if (found := _margins_beside(line, vps, bounds, ladder))]
            if read:
                best = min(read, key=lambda found: len(found.wrong))
                seen.update(readings[0])
                cells = [cell.at for cell in best.cells]
                yield _found(line, best.candidate, cells, [*findings, *best.wrong], min(map(abs, readings[0])))


def _wrong_losers(line: Line, vps: Mapping[int, int], lines: int, ladder: Sequence[float]) -> list[Finding]:
    """Return what is wrong with the loser's VPs, if they stand in that line."""
    total = 2 * ladder[0]
    wrong, right = [], 0
    for at, number in vps.items():
        beside = line.beside(at, lines)
        value = line.value(beside)
        says = said(value)
        expected = total - ladder[number]
        if says is not None and not says.is_range and says.low == expected:
            right += 1
        elif beside is not None:
            text = f"{shown(value)}, but the loser has {shown(expected)} when the winner has {shown(ladder[number])}"
            wrong.append(in_cell(line.sheet, beside, text, expected))
    return wrong if right >= _LEAST_VPS and right >= (1 - _MOST_WRONG) * len(vps) else []


class _Margins(NamedTuple):
    """Cells that hold margins, the table that they are of, and what is wrong with them."""

    candidate: Candidate
    cells: list[TableCell]
    wrong: list[Finding]


def _margins_beside(
    line: Line, vps: Mapping[int, int], bounds: Mapping[int, int], ladder: Sequence[float]
) -> _Margins | None:
    """Return the margins in some lines beside the VPs, if there are any: lower bounds for 0, upper ones for 1."""
    cells = []
    for lines, upper in bounds.items():
        of_line = list(_margin_cells(line, vps, lines, upper, len(ladder) - 1))
        if sum(cell.says is not None for cell in of_line) < _LEAST_VPS:
            return None
        cells += of_line
    nearest = _nearest(line, cells, _Meaning(0, tuple(ladder)), different=_LEAST_VPS)
    if nearest is None:
        return None
    return _Margins(nearest.candidate, cells, list(_wrong_margins(line, cells, ladder, nearest.candidate)))


def _margin_cells(line: Line, vps: Mapping[int, int], lines: int, upper: int, last: int) -> Iterator[TableCell]:
    """Yield the cells of a line beside the VPs; where the last row ends says nothing."""
    for at, number in vps.items():
        beside = line.beside(at, lines)
        value = line.value(beside)
        if beside is None or value is None or (upper and number == last):
            continue
        says = said(value)
        high_of_range = says is not None and says.is_range and upper
        yield TableCell(beside, None if says is None or high_of_range else says.low, 2 * number + upper)


@cache
def _rows(table: VPTable) -> dict[float, ScaleRow]:
    return {row.winner: row for row in table.rows()}


def _row(table: VPTable, ladder: Sequence[float], number: int) -> ScaleRow | None:
    return _rows(table).get(ladder[number]) if table.total == 200 * ladder[0] else None


def _wrong_margins(
    line: Line, cells: Sequence[TableCell], ladder: Sequence[float], candidate: Candidate
) -> Iterator[Finding]:
    reason = f"by the {candidate}"
    if candidate.instead is not None:
        reason += f"; {_ROUNDED}"
    for cell in cells:
        number, upper = divmod(cell.key, 2)
        row = _row(candidate.instead or candidate.table, ladder, number)
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
            text = f"{shown(value)}, but {shown(ladder[number])} VPs are for {span} IMPs {reason}"
            is_text = says is not None and says.is_range
            yield in_cell(line.sheet, cell.at, text, None if is_text or bound is None else float(bound))


def _nearest(
    line: Line, cells: Sequence[TableCell], meaning: _Meaning, different: int = _LEAST_DIFFERENT
) -> _Nearest | None:
    """Return the table from which the fewest cells differ, if these are few."""
    telling = list(
        {(cell.says, cell.key % 2): cell for cell in reversed(cells)}.values()
    )  # a long tail of 20 VPs says little
    if len(cells) < _LEAST_VPS or len(telling) < different:
        return None
    allowed = int(_MOST_WRONG * len(telling))
    # A table from which no more cells differ agrees in one at least of any `allowed` + 1 cells.
    some = telling[:: max(len(telling) // (allowed + 1), 1)]
    numbers = {number for cell in some for number in _those_that_say(meaning, cell.key).get(cell.says, ())}
    line.work.count(len(numbers) * len(cells))
    found: list[tuple[tuple[int, bool, bool], _Nearest]] = []
    for number in sorted(numbers):
        candidate = candidates()[number]
        wrong = [(cell, right) for cell in cells if (right := meaning.right(candidate, cell.key)) != cell.says]
        if len(wrong) <= (0 if candidate.instead else allowed):
            unnamed = _hints(line, cells[0].at).isdisjoint(candidate.counts)
            found.append(((len(wrong), candidate.instead is not None, unnamed), _Nearest(candidate, wrong)))
    return min(found, key=lambda each: each[0])[1] if found else None


def _hints(line: Line, at: int) -> set[int]:
    """Return the numbers in the cells above a table, one of which may be the number of boards."""
    found = {int(digits) for digits in _DIGITS.findall(line.sheet.name)}
    for above in range(1, _HINTS + 1):
        for lines in range(-2, 3):
            step = line.along(at, -above)
            value = line.value(None if step is None else line.beside(step, lines))
            if isinstance(value, str):
                found |= {int(digits) for digits in _DIGITS.findall(value)}
            elif isinstance(value, float) and value == int(value):
                found.add(int(value))
    return found
