"""A table of victory points, and how it is read.

VPs are held as whole hundredths, so that nothing is ever compared or added as a rounded fraction.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from xlvp.rules.checks import Number


class ScaleRow(NamedTuple):
    """One line of a printed VP scale: margins from `from_imps` to `to_imps` (None: and above)."""

    from_imps: int
    to_imps: int | None
    winner: float
    loser: float


class VPTable:
    """What each whole IMP margin is worth to either side, on one scale for one number of boards.

    `winner` holds the winner's VPs in hundredths for a margin of 0, 1, 2, … up to the last that makes a difference.
    Without `loser` both sides together have `total`, twice what each has for a margin of 0.

    >>> table = VPTable([1000, 1300, 1700, 2000])
    >>> table.vp(1), table.vp(-1), table.vp(99)
    (13, 7, 20)
    """

    __slots__ = ("_last", "_vps", "decimals", "loser", "total", "winner")

    def __init__(self, winner: Iterable[int], loser: Iterable[int] | None = None) -> None:
        self.winner = tuple(winner)
        self.total = 2 * self.winner[0]
        self.loser = tuple(self.total - vp for vp in self.winner) if loser is None else tuple(loser)
        # The loser's VPs follow in falling order of margin, so that a negative margin is a negative index.
        both = (*self.winner, *self.loser[:0:-1])
        self.decimals = 2 if any(vp % 100 for vp in both) else 0
        self._last = len(self.winner) - 1
        self._vps = tuple(vp / 100 if self.decimals else vp // 100 for vp in both)

    def vp(self, margin: int) -> float:
        """Return the VPs for a whole margin, negative for the loser."""
        if margin > self._last:
            margin = self._last
        elif margin < -self._last:
            margin = -self._last
        return self._vps[margin]

    def margin_worth(self, hundredths: Number) -> int:
        """Return the smallest whole margin worth at least `hundredths`, which is more than 0 and at most `total`.

        Only for tables on which both sides together have the total.

        >>> VPTable([1000, 1300, 1700, 2000]).margin_worth(400)
        -1
        """
        if 2 * hundredths > self.total:
            return bisect_left(self.winner, hundredths)
        return 1 - bisect_right(self.winner, self.total - hundredths)

    def rows(self) -> tuple[ScaleRow, ...]:
        """Return the table as printed: one row for each number of VPs; the last has no end.

        >>> VPTable([1000, 1000, 1500, 2000]).rows()[0]
        ScaleRow(from_imps=0, to_imps=1, winner=10, loser=10)
        """
        pairs = tuple(zip(self.winner, self.loser))
        first = [margin for margin, pair in enumerate(pairs) if margin == 0 or pair != pairs[margin - 1]]
        last = [*(margin - 1 for margin in first[1:]), None]
        return tuple(ScaleRow(start, end, self.vp(start), self.vp(-start)) for start, end in zip(first, last))
