"""What a victory point scale is: a table for every number of boards, and how it is read.

VPs are held as whole hundredths, so that nothing is ever compared or added as a rounded fraction.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from xlvp.rules.checks import nearest_whole, number, whole

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from xlvp.rules.checks import Number


class ScaleRow(NamedTuple):
    """One line of a printed VP scale: margins from `from_imps` to `to_imps` (None: and above)."""

    from_imps: int
    to_imps: int | None
    winner: float
    loser: float


class VPTable:
    """What each whole IMP margin is worth to either side, on one scale for one number of boards.

    `winner` holds the winner's VPs in hundredths for a margin of 0, 1, 2, … up to one that wins everything.
    Both sides together have twice what each has for a margin of 0.

    >>> table = VPTable([1000, 1300, 1700, 2000])
    >>> table.vp(1), table.vp(-1), table.vp(99)
    (13, 7, 20)
    """

    __slots__ = ("_blitz", "_vps", "decimals", "total", "winner")

    def __init__(self, winner: Iterable[int]) -> None:
        self.winner = tuple(winner)
        self.total = 2 * self.winner[0]
        self.decimals = 2 if any(vp % 100 for vp in self.winner) else 0
        self._blitz = len(self.winner) - 1
        # The loser's VPs follow in falling order of margin, so that a negative margin is a negative index.
        both = (*self.winner, *(self.total - vp for vp in self.winner[:0:-1]))
        self._vps = tuple(vp / 100 if self.decimals else vp // 100 for vp in both)

    def vp(self, margin: int) -> float:
        """Return the VPs for a whole margin, negative for the loser."""
        if margin > self._blitz:
            margin = self._blitz
        elif margin < -self._blitz:
            margin = -self._blitz
        return self._vps[margin]

    def margin_worth(self, hundredths: Number) -> int:
        """Return the smallest whole margin worth at least `hundredths`, more than 0 and at most `total`.

        >>> VPTable([1000, 1300, 1700, 2000]).margin_worth(400)
        -1
        """
        if 2 * hundredths > self.total:
            return bisect_left(self.winner, hundredths)
        return 1 - bisect_right(self.winner, self.total - hundredths)

    def rows(self) -> tuple[ScaleRow, ...]:
        """Return the table as printed: one row for each number of VPs.

        >>> VPTable([1000, 1000, 1500, 2000]).rows()[0]
        ScaleRow(from_imps=0, to_imps=1, winner=10, loser=10)
        """
        rows = []
        for vp, group in groupby(range(len(self.winner)), self.winner.__getitem__):
            margins = tuple(group)
            to_imps = None if vp == self.total else margins[-1]
            rows.append(ScaleRow(margins[0], to_imps, self.vp(margins[0]), self.vp(-margins[0])))
        return tuple(rows)


class Scale:
    """A VP scale by name, which makes its table for a number of boards once and keeps it."""

    __slots__ = ("_build", "_tables", "max_boards", "name")

    def __init__(self, name: str, max_boards: int, build: Callable[[int], VPTable]) -> None:
        self.name = name
        self.max_boards = max_boards
        self._build = build
        self._tables: dict[int, VPTable] = {}

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
