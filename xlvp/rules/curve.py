"""The curve behind the WBF victory point scales, and the continuous and discrete scale made from it.

Source: P. Buchen, "WBF VP Scales" (World Bridge Federation). Equation and section numbers are his.

The continuous scale rounds the curve to hundredths and then repairs the concavity that rounding has broken.
His repair is a loop: find the first gain that is greater than the gain before it, raise the VP between the
two by 0.01, start again. Here the gains are sorted instead, and the outcome is the same:

- The curve's own gains never grow, and rounding moves a gain by less than one hundredth either way. So a
  gain can exceed an earlier one by one hundredth at the most.
- Raising the VP between a gain g and a gain g + 1 after it makes them g + 1 and g: the two change places.
  That puts no other pair out of order, so each later step of the loop is such an exchange as well.
- The loop is therefore a bubble sort of the gains into falling order.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from decimal import Context, Decimal, localcontext
from functools import lru_cache
from itertools import accumulate
from operator import sub
from typing import TYPE_CHECKING, NamedTuple

from xlvp.rules.checks import OutOfRangeError, hundredths, number, quoted
from xlvp.rules.vptable import VPTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlvp.rules.checks import Checked, Number

MAX_BOARDS = 1000
_MIN_BOARDS = 0.5  # a curve for one half of one board; a scale begins at 1
_MAX_DRAW = 1000
_MAX_BLITZ = 10_000

_PRECISE = Context(prec=60)
with localcontext(_PRECISE):
    _R = Decimal(5).sqrt() - 2  # eq. (5)
    _LN_R = _R.ln()

# The curve meets a tie or a whole number exactly at a third of the blitz (eq. 4) or not at all. Where it
# does, the digits lost on the way must not push it below.
_LOST_DIGITS = Decimal("1e-30")

_FRACTION_BITS = 160
_ONE = 1 << _FRACTION_BITS
_ROUND_HALF_UP = _ONE // 2 + int(_LOST_DIGITS * _ONE)


class _Parameters(NamedTuple):
    draw: float
    blitz: Decimal


class Curve(_Parameters):
    """The curve from IMPs to VPs that the WBF scales are made from: Buchen, eq. (1).

    `draw` (his V0) is what either side has for a draw; winning everything is worth twice that. `blitz`
    (his X) is the IMP margin that wins everything; `Curve.for_boards` sets it by the number of boards.

    The WBF's own scale for 16 boards:

    >>> Curve.for_boards(16).continuous().vp(23)
    15.56

    Half of a 16-board match, on a scale of 10 VPs:

    >>> Curve.for_boards(8, draw=5).continuous().vp(10)
    6.89
    """

    __slots__ = ()

    def __new__(cls, draw: Number, blitz: Number) -> Curve:
        """Check and keep the parameters."""
        cents = hundredths(draw, "draw")
        if not isinstance(cents, int) or not 0 < cents <= 100 * _MAX_DRAW:
            allowed = f"more than 0 and at most {_MAX_DRAW} VPs, in whole hundredths"
            raise OutOfRangeError(f"draw must be {allowed}, not {quoted(draw)}")
        margin = number(blitz, "blitz")
        if not 1 <= margin <= _MAX_BLITZ:
            raise OutOfRangeError(f"blitz must be from 1 to {_MAX_BLITZ} IMPs, not {quoted(blitz)}")
        return super().__new__(cls, cents / 100 if cents % 100 else cents // 100, _precise(margin))

    @classmethod
    def for_boards(cls, boards: Number, draw: Number = 10) -> Curve:
        """Return the curve for a match of `boards` boards: Buchen, eq. (3). Half a board counts as half.

        >>> Curve.for_boards(16).blitz
        Decimal('60')
        """
        count = number(boards, "boards")
        if not _MIN_BOARDS <= count <= MAX_BOARDS:
            raise OutOfRangeError(f"boards must be from {_MIN_BOARDS} to {MAX_BOARDS}, not {quoted(boards)}")
        with localcontext(_PRECISE):
            return cls(draw, 15 * _precise(count).sqrt())

    def at(self, margin: Number) -> int:
        """Return the VPs in hundredths for any margin, whole or not; the winner's are rounded half up.

        >>> Curve.for_boards(16).at(22.5), Curve.for_boards(16).at(-22.5)
        (1547, 453)
        """
        draw = self._draw_hundredths()
        imps = _precise(number(margin, "margin"))
        with localcontext(_PRECISE):
            share = min(abs(imps) / self.blitz, Decimal(1))
            gained = math.floor(draw * (1 - (_LN_R * share).exp()) / (1 - _R) + Decimal("0.5") + _LOST_DIGITS)
        return draw + gained if imps > 0 else draw - gained

    def rounded(self) -> list[int]:
        """Return the winner's VPs in hundredths for 0, 1, 2, … IMPs up to the blitz, rounded half up: eq. (9).

        The same as `at` for every whole margin, in one pass of fixed-point multiplications.

        >>> Curve.for_boards(8).rounded()[39:]
        [1962, 1973, 1985, 1995, 2000]
        """
        draw = self._draw_hundredths()
        with localcontext(_PRECISE):
            shrink = int((_LN_R / self.blitz).exp() * _ONE)
            missing = int(draw / (1 - _R) * _ONE)
        asymptote = draw * _ONE + missing + _ROUND_HALF_UP
        table = []
        for _ in range(math.ceil(self.blitz)):
            table.append((asymptote - missing) >> _FRACTION_BITS)
            missing = missing * shrink >> _FRACTION_BITS
        return [*table, 2 * draw]

    def continuous(self) -> VPTable:
        """Return the continuous scale of this curve: Buchen §3, concavity corrected.

        >>> Curve.for_boards(8).continuous().vp(40)
        19.74
        """
        table = self.rounded()
        return VPTable(accumulate(sorted(_diff(table), reverse=True), initial=table[0]))

    def discrete(self) -> VPTable:
        """Return the discrete scale of this curve, in whole VPs: Buchen §4, concavity corrected.

        >>> Curve.for_boards(8).discrete().vp(16)
        15
        """
        draw = self.draw
        if not isinstance(draw, int):
            raise OutOfRangeError(f"draw must be a whole number of VPs for a discrete scale, not {draw}")
        with localcontext(_PRECISE):
            last = [math.floor(self.blitz * share + _LOST_DIGITS) for share in _cusps(draw)]
        while narrower := [m for m, change in enumerate(_diff(_diff([-last[0] - 1, *last]))) if change < 0]:
            last[narrower[0]] -= 1
        if last[0] < 0:
            raise OutOfRangeError(f"blitz is too short for a discrete scale to {2 * draw} VPs: {self.blitz:.6g} IMPs")
        return VPTable(100 * (draw + bisect_left(last, margin)) for margin in range(last[-1] + 2))

    def _draw_hundredths(self) -> int:
        return round(100 * self.draw)


@lru_cache
def _cusps(draw: int) -> tuple[Decimal, ...]:
    """Return where the discrete VPs change, V0 + 0.5 to 2 V0 - 0.5, as shares of the blitz: eq. (8) and (12)."""
    with localcontext(_PRECISE):
        above_draw = [(2 * step + 1) / Decimal(2 * draw) for step in range(draw)]
        return tuple((1 - (1 - _R) * part).ln() / _LN_R for part in above_draw)


def _precise(value: Checked) -> Decimal:
    top, bottom = value.as_integer_ratio()
    with localcontext(_PRECISE):
        return Decimal(top) / bottom


def _diff(values: Sequence[int]) -> list[int]:
    """Return the first differences: eq. (11)."""
    return list(map(sub, values[1:], values))
