"""What a victory point scale is: a piece of data, of one of two families.

A `CurveScale` follows Buchen's curve; a `TableScale` is printed, line by line. Whatever else needs a scale (formulas,
workbooks, help) asks it for what it is. So a new scale is its declaration and an entry in `xlvp.rules.scales.SCALES`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from xlvp.rules.checks import nearest_whole, number, plain_name, whole
from xlvp.rules.curve import MAX_BOARDS, Curve
from xlvp.rules.vptable import VPTable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from xlvp.rules.checks import Number


class Scale:
    """A VP scale by name, which makes its table for a number of boards once and keeps it.

    `draw` is what either side has for a draw, in VPs; `whole` says that there are no parts of a VP; `also` is what
    else users call the scale.
    """

    __slots__ = ("_tables", "also", "draw", "max_boards", "name", "whole")

    formula_only = False
    """Whether VPs are just what the formula gives: no correction, and no margin rounded first."""

    def __init__(self, name: str, draw: int, max_boards: int, *, whole: bool, also: Iterable[str | int]) -> None:
        self.name = name
        self.draw = draw
        self.max_boards = max_boards
        self.whole = whole
        self.also = tuple(also)
        self._tables: dict[int, VPTable] = {}

    def _build(self, boards: int) -> VPTable:
        raise NotImplementedError(f"{type(self).__name__} does not say how its tables are made: it needs _build")

    def board_groups(self, most: int) -> list[range]:
        """Return the numbers of boards from 1 to `most` that this scale has, those with the same table together."""
        return [range(boards, boards + 1) for boards in range(1, min(most, self.max_boards) + 1)]

    def checked(self, boards: Number) -> int:
        """Return the number of boards, if this scale has it."""
        return whole(boards, "boards", 1, self.max_boards, f" for the {self.name} scale")

    def table(self, boards: Number) -> VPTable:
        """Return the table for matches of `boards` boards."""
        count = self.checked(boards)
        if count not in self._tables:
            self._tables[count] = self._build(count)
        return self._tables[count]

    def vp(self, imps: Number, boards: Number) -> float:
        """Return the VPs for a margin; one that is not whole is rounded first, halves away from zero."""
        # Only a true int may take the short way to a kept table: True and 1.0 are equal to 1, too.
        table = self._tables.get(boards) if type(boards) is int else None
        if table is None:
            table = self.table(boards)
        return table.vp(imps if type(imps) is int else nearest_whole(number(imps, "imps")))


class CurveScale(Scale):
    """A scale that follows the curve of the WBF.

    `whole` makes it the discrete scale. `blitz_boards` is how many boards the blitz is for, for each board of the
    match: everything is won by 15 times the square root of `blitz_boards * boards`. `formula_only` leaves the
    concavity as rounding made it, and takes margins as they are.
    """

    __slots__ = ("blitz_boards", "formula_only")

    def __init__(
        self,
        name: str,
        *,
        draw: int = 10,
        whole: bool = False,
        blitz_boards: float = 1,
        formula_only: bool = False,
        also: Iterable[str | int] = (),
    ) -> None:
        super().__init__(name, draw, MAX_BOARDS, whole=whole, also=also)
        self.blitz_boards = blitz_boards
        self.formula_only = formula_only

    def curve(self, boards: int) -> Curve:
        """Return the curve for a match of `boards` boards."""
        return Curve.for_boards(self.blitz_boards * boards, self.draw)

    def _build(self, boards: int) -> VPTable:
        curve = self.curve(boards)
        if self.whole:
            return curve.discrete()
        return VPTable(curve.rounded()) if self.formula_only else curve.continuous()

    def vp(self, imps: Number, boards: Number) -> float:
        """Return the VPs for a margin: for one that is not whole by the formula, if the scale takes it as it is."""
        if self.formula_only and type(imps) is not int:
            count, margin = self.checked(boards), number(imps, "imps")
            if margin != int(margin):
                return self.curve(count).at(margin) / 100
        return super().vp(imps, boards)


class TableScale(Scale):
    """A scale that is printed: rows of the winner's VPs with the lowest margin that earns them in each column.

    `columns` are the most boards that each column is for.
    """

    __slots__ = ("columns", "rows")

    def __init__(
        self,
        name: str,
        columns: tuple[int, ...],
        rows: tuple[tuple[int, tuple[int, ...]], ...],
        also: Iterable[str | int] = (),
    ) -> None:
        super().__init__(name, rows[0][0], columns[-1], whole=True, also=also)
        self.columns = columns
        self.rows = rows

    def board_groups(self, most: int) -> list[range]:
        """Return the numbers of boards from 1 to `most` that each column is for."""
        starts = (1, *(boards + 1 for boards in self.columns))
        groups = [range(start, min(end, most) + 1) for start, end in zip(starts, self.columns)]
        return list(filter(None, groups))

    def _build(self, boards: int) -> VPTable:
        column = bisect_left(self.columns, boards)
        lowest = [margins[column] for _, margins in self.rows]
        return VPTable(100 * self.rows[bisect_right(lowest, margin) - 1][0] for margin in range(lowest[-1] + 1))


def choices(scales: Iterable[Scale]) -> dict[str | int, Scale]:
    """Return what users may call each of the scales, as `xlvp.rules.checks.chosen` takes it.

    >>> sorted(map(str, choices([CurveScale("My own", also=("mine", 7))])))
    ['7', '7', 'MINE', 'MYOWN']
    """
    found: dict[str | int, Scale] = {}
    for scale in scales:
        for name in (scale.name, *scale.also):
            found[plain_name(str(name))] = scale
            if not isinstance(name, str):
                found[name] = scale
    return found
