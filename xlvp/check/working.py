"""Formulas worked out for given entries: as much of a spreadsheet as people use to look up IMPs.

Whatever is not known here (a function, a reference to elsewhere) raises UnknownError, and the formula is left alone.
It is our own because the libraries that work out whole workbooks (formulas, pycel) bring NumPy and more along, and set
no bound to the work that a formula in a stranger's file may cause.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from xlvp.check.functions import EAGER, LAZY
from xlvp.check.grammar import Constant, Name, Operation, Reference, UnknownError, parse, seen_from
from xlvp.check.values import OPERATORS, Stop, each_of, extent, single
from xlvp.ooxml.cellplaces import place, row_and_column

if TYPE_CHECKING:
    from collections.abc import Mapping

    from xlvp.check.grammar import Corner, Tree
    from xlvp.check.values import Result, Rows, Scalar
    from xlvp.ooxml.sheets import Book, Sheet

Address: TypeAlias = tuple[str, int]
"""A sheet, casefolded, and a place on it."""

_LARGEST_AREA = 20_000
_DEEPEST = 40
_STEPS = 300_000
"""The most work that is put into one formula; one that takes more is left alone. A step is a value looked at."""
_ALL_STEPS = 6_000_000
_LONGEST_FORMULA = 8192
_OF_A_TEXT = 16
"""The steps that a text counts for that is put together, as it takes memory."""
_MOST_TREES = 1 << 20
"""The most characters of formulas that are kept taken apart; each takes some 100 bytes."""


class TooMuchError(UnknownError):
    """A formula that takes too much work."""


class Cells:
    """The cells of a workbook to work with: corrected tables, and entries that are given for a trial."""

    def __init__(self, book: Book, corrected: Mapping[Address, float]) -> None:
        self.sheets: dict[str, Sheet] = {sheet.name.casefold(): sheet for sheet in book.sheets}
        self._names = {defined.name.casefold(): defined.formula for defined in book.names if defined.sheet is None}
        self._corrected = corrected
        self._trees: dict[tuple[str, int] | str, Tree | None] = {}
        """Formulas taken apart, by how they are written in a cell, and as seen from it."""
        self._in_trees = 0
        self._last_rows: dict[str, int] = {}
        self.given: Mapping[Address, Scalar] = {}
        self._steps = _STEPS
        self._all_steps = _ALL_STEPS - _STEPS
        self.left_out = False
        """Whether there was no more time for a formula."""

    def start(self) -> None:
        """Begin with another formula; what the last one has left is for others."""
        self._all_steps += self._steps
        self._steps = min(_STEPS, self._all_steps)
        self._all_steps -= self._steps

    @property
    def steps_left(self) -> int:
        """Return how much work is left for this formula."""
        return self._steps

    def work(self, steps: int) -> None:
        """Count work that is about to be done, and stop where it is too much."""
        self._steps -= steps
        if self._steps < 0:
            self.left_out = self.left_out or self._all_steps <= 0
            raise TooMuchError

    def tree(self, cell: Address) -> Tree | None:
        """Return the formula of a cell, if it has one that can be read."""
        sheet = self.sheets.get(cell[0])
        written = None if sheet is None else sheet.formulas.get(cell[1])
        return None if written is None else self.parsed(written.text, written.base)

    def parsed(self, text: str, base: int) -> Tree | None:
        """Return a formula as a tree, or None if it cannot be read; copies of one formula share theirs."""
        written = (text, base)
        if written not in self._trees:
            if len(text) > _LONGEST_FORMULA:
                return None
            if self._in_trees > _MOST_TREES:
                self._trees.clear()
                self._in_trees = 0
            self.work(len(text) // 4)
            key = seen_from(text, base)
            if key not in self._trees:
                self.work(len(text))
                self._in_trees += len(text)
                try:
                    self._trees[key] = parse(text, base)
                except UnknownError:
                    self._trees[key] = None
            self._trees[written] = self._trees[key]
        return self._trees[written]

    def named(self, name: str) -> Tree:
        """Return what a defined name stands for."""
        tree = self.parsed(self._names[name], 0) if name in self._names else None
        if tree is None or (isinstance(tree, Reference) and not tree.is_fixed):
            raise UnknownError
        return tree

    def corners(self, reference: Reference, own: Address) -> tuple[str, int, int, int, int]:
        """Return the sheet of a reference and its first and last row and column, as seen from a cell."""
        sheet = own[0] if reference.sheet is None else reference.sheet.casefold()
        if sheet not in self.sheets:
            raise UnknownError
        rows, columns = zip(*(self._seen(corner, own) for corner in (reference.first, reference.last)), strict=True)
        if rows[0] is None or rows[1] is None:
            return sheet, 1, self._last_row(sheet), min(columns), max(columns)
        return sheet, min(rows), max(rows), min(columns), max(columns)

    @staticmethod
    def _seen(corner: Corner, own: Address) -> tuple[int | None, int]:
        row, column = row_and_column(own[1])
        seen_row = corner.row if corner.row is None or corner.row_fixed else corner.row + row
        seen_column = corner.column if corner.column_fixed else corner.column + column
        if (seen_row is not None and seen_row < 1) or seen_column < 1:
            raise UnknownError
        return seen_row, seen_column

    def _last_row(self, sheet: str) -> int:
        if sheet not in self._last_rows:
            self._last_rows[sheet] = row_and_column(max(self.sheets[sheet].values, default=place(1, 1)))[0]
        return self._last_rows[sheet]

    def value(self, cell: Address, depth: int = 0) -> Scalar:
        """Return the value of a cell: given, or worked out, or what the file says."""
        if cell in self.given:
            return self.given[cell]
        tree = self.tree(cell)
        if tree is not None and depth < _DEEPEST:
            try:
                return single(evaluate(tree, self, cell, depth + 1))
            except TooMuchError:
                raise
            except UnknownError:
                pass
        return self.stored(cell)

    def stored(self, cell: Address) -> Scalar:
        """Return what the file says of a cell, corrected."""
        if cell in self._corrected:
            return self._corrected[cell]
        sheet = self.sheets[cell[0]]
        if cell[1] in sheet.formulas and cell[1] not in sheet.values:
            raise UnknownError
        return sheet.values.get(cell[1])


def evaluate(tree: Tree | None, cells: Cells, own: Address, depth: int = 0) -> Result:
    """Return what a formula gives in a cell."""
    try:
        return _evaluate(tree, cells, own, depth)
    except Stop as stop:
        return stop.error
    except (ArithmeticError, IndexError, RecursionError, TypeError, ValueError):  # beyond what is known here
        raise UnknownError from None


def _evaluate(tree: Tree | None, cells: Cells, own: Address, depth: int) -> Result:
    cells.work(1)
    if tree is None:
        return None
    if isinstance(tree, Constant):
        return _constant(tree, cells)
    if isinstance(tree, Name):
        return _evaluate(cells.named(tree.name), cells, own, depth)
    if isinstance(tree, Reference):
        return _area(tree, cells, own, depth)
    if isinstance(tree, Operation):
        operands = [_evaluate(operand, cells, own, depth) for operand in tree.operands]
        cells.work((_OF_A_TEXT if tree.operator == "&" else 1) * _checked_extent(operands))
        return each_of(OPERATORS[tree.operator if len(operands) > 1 else f"{tree.operator} "], *operands)
    if tree.function in LAZY:
        return LAZY[tree.function](tree.arguments, lambda argument: evaluate(argument, cells, own, depth))
    function = EAGER.get(tree.function)
    if function is None:
        raise UnknownError
    arguments = [_evaluate(argument, cells, own, depth) for argument in tree.arguments]
    if tree.function == "MATCH" and len(arguments) > 1:
        cells.work(extent(arguments[:1]) * extent(arguments[1:2]))
    cells.work(len(arguments) * _checked_extent(arguments))
    return function(*arguments)


def _constant(tree: Constant, cells: Cells) -> Result:
    if not isinstance(tree.value, tuple):
        return tree.value  # type: ignore[return-value]
    rows = [list(row) for row in tree.value]
    cells.work(extent([rows]))
    return rows


def _checked_extent(operands: list[Result]) -> int:
    size = extent(operands)
    if size > _LARGEST_AREA:
        raise UnknownError
    return size


def _area(reference: Reference, cells: Cells, own: Address, depth: int) -> Result:
    sheet, top, bottom, left, right = cells.corners(reference, own)
    if reference.is_cell:
        return cells.value((sheet, place(top, left)), depth)
    if (bottom - top + 1) * (right - left + 1) > _LARGEST_AREA:
        raise UnknownError
    cells.work((bottom - top + 1) * (right - left + 1))
    found: Rows = []
    for row in range(top, bottom + 1):
        found.append([])
        for column in range(left, right + 1):
            cell = (sheet, place(row, column))
            known = cell in cells.given or cell[1] in cells.sheets[sheet].values
            found[-1].append(cells.given.get(cell, cells.stored(cell)) if known else cells.value(cell, depth))
    return found
