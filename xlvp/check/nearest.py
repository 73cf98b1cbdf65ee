"""The official VP table that some cells are nearest to: the one from which the fewest differ."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

from xlvp.check.official import Candidate, candidates
from xlvp.check.tables import Table
from xlvp.check.work import OF_A_FINDING
from xlvp.rules import acbl, wbf

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from xlvp.check.findings import Finding
    from xlvp.check.lines import Line
    from xlvp.ooxml.sheets import Sheet
    from xlvp.rules.vptable import ScaleRow, VPTable

LEAST_VPS = 8
_LEAST_DIFFERENT = 6
"""A table must show at least this many different numbers of VPs to be told from chance."""
MOST_WRONG = 0.2
_FARTHEST = 64
"""At most this many lines beside the margins their VPs may stand: a line for each number of boards."""
_DIGITS = re.compile(r"[0-9]{1,3}")
_HINTS = 4
"""At most this many cells above a table may name the number of boards."""
OF_A_CELL = 4
"""The steps that a cell of a table takes, in the sense of `xlvp.check.work`."""

_ACBL = re.compile(r"acbl|nabc", re.IGNORECASE)
_NAMES_ACBL: WeakKeyDictionary[Sheet, bool] = WeakKeyDictionary()
"""What was found out of each sheet: it may have many texts, and many formulas that ask."""


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
    table: Table
    """The same as something to tell of."""


class Meaning(NamedTuple):
    """What cells stand for: the VPs of one side by margin, or the bounds of the margins by VPs."""

    sign: int = 0
    """1 for the winner's VPs, -1 for the loser's, 0 for margins."""
    ladder: tuple[float, ...] = ()

    def right(self, candidate: Candidate, key: int) -> float | None:
        """Return what a cell should say by a table.

        The key is the margin, or twice the step of the ladder for a lower bound and one more for an upper one.
        """
        if self.sign:
            return vp_for(candidate.table, self.sign * key)
        number, upper = divmod(key, 2)
        row = row_for(candidate.table, self.ladder, number)
        return None if row is None else row.to_imps if upper else row.from_imps


@cache
def _those_that_say(meaning: Meaning, key: int) -> Mapping[float | None, Sequence[int]]:
    """Return the numbers of the tables by what they say of one margin, or of one number of VPs."""
    found: dict[float | None, list[int]] = {}
    for number, candidate in enumerate(candidates()):
        found.setdefault(meaning.right(candidate, key), []).append(number)
    return found


class Meant(NamedTuple):
    """The official table that cells are meant for."""

    candidate: Candidate
    """The one that they are nearest to."""
    scale: str
    table: VPTable
    mistake: str = ""
    """By what well-known mistake they have become another."""


def meant(candidate: Candidate, *, acbl_is_named: bool) -> Meant:
    """Return which official table cells are meant for that are nearest to a candidate."""
    if candidate.instead is not None:
        mistake = f"made by rounding the {wbf.CONTINUOUS.name} scale"
        return Meant(candidate, candidate.name, candidate.instead, mistake)
    if candidate.name == acbl.NABC_PLUS.name and not acbl_is_named:
        table = wbf.CONTINUOUS.table(candidate.counts[0])
        return Meant(candidate, wbf.CONTINUOUS.name, table, "without its correction")
    return Meant(candidate, candidate.name, candidate.table)


def names_acbl(sheet: Sheet) -> bool:
    """Say whether a text on a sheet, or its name, says that the scale is the ACBL's."""
    if sheet not in _NAMES_ACBL:
        texts = (value for value in sheet.values.values() if isinstance(value, str))
        _NAMES_ACBL[sheet] = bool(_ACBL.search(sheet.name)) or any(map(_ACBL.search, texts))
    return _NAMES_ACBL[sheet]


class Nearest(NamedTuple):
    """An official table, and the cells that differ from it with what is right there."""

    candidate: Candidate
    wrong: list[tuple[TableCell, float | None]]

    @property
    def rank(self) -> tuple[int, bool]:
        """Return how far off it is."""
        return len(self.wrong), self.candidate.instead is not None


def found_table(
    line: Line, meant: Meant, cells: list[int], beside: Iterable[int], findings: list[Finding], distance: int
) -> VPTableFound:
    """Return what was found, with the cells beside that belong to it; this counts as work."""
    candidate = meant.candidate
    line.work.count(OF_A_FINDING * len(findings))
    name = f"{line.upright} {line.number} {candidate}"
    scale = f"{meant.scale} scale"
    table = Table(line.sheet, line.upright, scale, candidate.counts, [*beside, *cells], findings, meant.mistake)
    return VPTableFound(name, cells, findings, distance, table)


def lines_beside() -> list[int]:
    """Return how many lines beside a line to look, the nearest first."""
    return sorted((lines for lines in range(-_FARTHEST, _FARTHEST + 1) if lines), key=abs)


def nearest(
    line: Line, cells: Sequence[TableCell], meaning: Meaning, different: int = _LEAST_DIFFERENT
) -> Nearest | None:
    """Return the table from which the fewest cells differ, if these are few."""
    found = near_ones(cells, meaning, line.work.count, different)
    if not found:
        return None
    hints = _hints(line, cells[0].at)
    return min(found, key=lambda each: (*each.rank, hints.isdisjoint(each.candidate.counts)))


def near_ones(
    cells: Sequence[TableCell], meaning: Meaning, count: Callable[[int], None], different: int = _LEAST_DIFFERENT
) -> list[Nearest]:
    """Return the tables from which few cells differ; `count` is told of the work."""
    telling = list(
        {(cell.says, cell.key % 2): cell for cell in reversed(cells)}.values()
    )  # a long tail of 20 VPs says little
    if len(cells) < LEAST_VPS or len(telling) < different:
        return []
    allowed = int(MOST_WRONG * len(telling))
    # A table from which no more cells differ agrees in one at least of any `allowed` + 1 cells.
    some = telling[:: max(len(telling) // (allowed + 1), 1)]
    numbers = {number for cell in some for number in _those_that_say(meaning, cell.key).get(cell.says, ())}
    found = []
    for number in sorted(numbers):
        candidate = candidates()[number]
        wrong = _few_wrong(cells, meaning, candidate, 0 if candidate.instead else allowed, count)
        if wrong is not None:
            found.append(Nearest(candidate, wrong))
    return found


def _few_wrong(
    cells: Sequence[TableCell], meaning: Meaning, candidate: Candidate, allowed: int, count: Callable[[int], None]
) -> list[tuple[TableCell, float | None]] | None:
    """Return the cells that differ from a table, or None if more do than are allowed."""
    wrong: list[tuple[TableCell, float | None]] = []
    for number, cell in enumerate(cells, 1):
        right = meaning.right(candidate, cell.key)
        if right != cell.says:
            wrong.append((cell, right))
            if len(wrong) > allowed:
                count(number)
                return None
    count(len(cells))
    return wrong


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


def vp_for(table: VPTable, margin: int) -> float:
    """Return the VPs for a margin in hundredths."""
    winner = table.winner[min(abs(margin), len(table.winner) - 1)]
    return winner if margin >= 0 else table.total - winner


@cache
def _rows(table: VPTable) -> dict[float, ScaleRow]:
    return {row.winner: row for row in table.rows()}


def row_for(table: VPTable, ladder: Sequence[float], number: int) -> ScaleRow | None:
    """Return the row of a table for a step of a ladder of VPs, if the table has such VPs."""
    return _rows(table).get(ladder[number]) if table.total == 200 * ladder[0] else None
