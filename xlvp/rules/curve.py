"""The curves from IMPs to VPs that P. Buchen describes, and the continuous and discrete scales made from one.

Source: P. Buchen, "WBF VP Scales" (World Bridge Federation). Equation and section numbers are his. The WBF's own curve
is the exponential one; the three others are the models of sensitivity that the WBF considered beside it (§2.7).

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

from xlvp.rules.checks import OutOfRangeError, chosen, hundredths, nearest_whole, number, plain_name, quoted
from xlvp.rules.vptable import VPTable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from xlvp.rules.checks import Checked, Number

MAX_BOARDS = 1000
MAX_BLITZ = 10_000
MAX_DRAW = 1000
_MIN_BOARDS = 0.5  # a curve for one half of one board; a scale begins at 1

_PRECISE = Context(prec=60)
with localcontext(_PRECISE):
    _R = Decimal(5).sqrt() - 2  # eq. (5)
    _LN_R = _R.ln()
_NEARLY_R = float(_R)

# A curve can meet a tie or a whole number exactly, as each does at a third of the blitz (eq. 4). Where it does, the
# digits lost on the way must not push it below.
_LOST_DIGITS = Decimal("1e-30")

# Nearer to a tie than this, in hundredths of a VP, the digits of a float cannot decide.
_NEAR_A_TIE = 1e-6


class Model(NamedTuple):
    """A model of sensitivity, §2.7: what a share of the blitz gains, as a share of the draw.

    `gain` is for floats, `exact_gain` for decimals, and `exact_share` is the inverse of that. Each is the one solution
    of its sensitivity equation with a draw for 0, everything for the whole blitz and half the gain for a third of it.
    """

    gain: Callable[[float], float]
    exact_gain: Callable[[Decimal], Decimal]
    exact_share: Callable[[Decimal], Decimal]


MODELS = {
    "quadratic": Model(
        lambda share: (7 - 3 * share) * share / 4,
        lambda share: (7 - 3 * share) * share / 4,
        lambda gain: (7 - (49 - 48 * gain).sqrt()) / 6,
    ),
    "exponential": Model(
        lambda share: (1 - _NEARLY_R**share) / (1 - _NEARLY_R),
        lambda share: (1 - (_LN_R * share).exp()) / (1 - _R),
        lambda gain: (1 - (1 - _R) * gain).ln() / _LN_R,
    ),
    "logarithmic": Model(
        lambda share: math.log1p(3 * share) / math.log(4),
        lambda share: (1 + 3 * share).ln() / Decimal(4).ln(),
        lambda gain: (Decimal(4) ** gain - 1) / 3,
    ),
    "square-root": Model(
        lambda share: (math.sqrt(1 + 24 * share) - 1) / 4,
        lambda share: ((1 + 24 * share).sqrt() - 1) / 4,
        lambda gain: ((1 + 4 * gain) ** 2 - 1) / 24,
    ),
}
"""Buchen's four models by their names."""

_MODEL_NAMES: dict[str | int, str] = {plain_name(name): name for name in MODELS}
_USUAL = "exponential"


class _Parameters(NamedTuple):
    draw: float
    blitz: Decimal
    model: str


class Curve(_Parameters):
    """A curve from IMPs to VPs: Buchen, eq. (1), or with another model of sensitivity.

    `draw` (his V0) is what either side has for a draw; winning everything is worth twice that. `blitz`
    (his X) is the IMP margin that wins everything; `Curve.for_boards` sets it by the number of boards.

    The WBF's own scale for 16 boards:

    >>> Curve.for_boards(16).continuous().vp(23)
    15.56

    A scale of 30 VPs on which 50 IMPs win everything:

    >>> Curve(15, 50).continuous().vp(23)
    24.53
    """

    __slots__ = ()

    def __new__(cls, draw: Number, blitz: Number, model: str = _USUAL) -> Curve:
        """Check and keep the parameters."""
        cents = hundredths(draw, "draw")
        if not isinstance(cents, int) or not 0 < cents <= 100 * MAX_DRAW:
            allowed = f"more than 0 and at most {MAX_DRAW} VPs, in whole hundredths"
            raise OutOfRangeError(f"draw must be {allowed}, not {quoted(draw)}")
        margin = number(blitz, "blitz")
        if not 1 <= margin <= MAX_BLITZ:
            raise OutOfRangeError(f"blitz must be from 1 to {MAX_BLITZ} IMPs, not {quoted(blitz)}")
        name = chosen(model, "model", _MODEL_NAMES, MODELS)
        return super().__new__(cls, cents / 100 if cents % 100 else cents // 100, _precise(margin), name)

    @classmethod
    def for_boards(cls, boards: Number, draw: Number = 10) -> Curve:
        """Return the WBF's curve for a match of `boards` boards: Buchen, eq. (3). Half a board counts as half.

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
        imps = _precise(number(margin, "margin"))
        gained = self._gained(abs(imps))
        return self._draw_hundredths() + (gained if imps > 0 else -gained)

    def rounded(self) -> list[int]:
        """Return the winner's VPs in hundredths for 0, 1, 2, … IMPs up to the blitz, rounded half up: eq. (9).

        The same as `at` for every whole margin. A float is enough, except too near a tie: there decimals decide.

        >>> Curve.for_boards(8).rounded()[39:]
        [1962, 1973, 1985, 1995, 2000]
        """
        draw = self._draw_hundredths()
        blitz, gain = float(self.blitz), MODELS[self.model].gain
        table = []
        for margin in range(math.ceil(self.blitz)):
            above = draw * gain(margin / blitz) + 0.5
            sure = abs(above - round(above)) > _NEAR_A_TIE
            table.append(draw + (int(above) if sure else self._gained(Decimal(margin))))
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
            last = [math.floor(self.blitz * share + _LOST_DIGITS) for share in _cusps(draw, self.model)]
        while narrower := [m for m, change in enumerate(_diff(_diff([-last[0] - 1, *last]))) if change < 0]:
            last[narrower[0]] -= 1
        if last[0] < 0:
            raise OutOfRangeError(f"blitz is too short for a discrete scale to {2 * draw} VPs: {self.blitz:.6g} IMPs")
        return VPTable(100 * (draw + bisect_left(last, margin)) for margin in range(last[-1] + 2))

    def _draw_hundredths(self) -> int:
        return round(100 * self.draw)

    def _gained(self, imps: Decimal) -> int:
        """Return what the winner has above a draw, in hundredths."""
        with localcontext(_PRECISE):
            share = min(imps / self.blitz, Decimal(1))
            gained = self._draw_hundredths() * MODELS[self.model].exact_gain(share)
            return math.floor(gained + Decimal("0.5") + _LOST_DIGITS)


def curve_vp(imps: Number, blitz: Number, draw: Number = 10, model: str = _USUAL) -> float:
    """Return the VPs on a curve of one's own, to two decimals and with its concavity corrected, as the WBF's scale is.

    `blitz` is the margin that wins everything, from 1 to 10,000 IMPs; `draw` is what either side has for a draw, more
    than 0 and at most 1,000 VPs. `model` is "exponential" (the WBF's), "quadratic", "logarithmic" or "square-root". A
    margin that is not whole is first rounded to the nearest IMP, halves away from zero.

    Source: P. Buchen, "WBF VP Scales", eq. (1), §2.7 and §3.

    >>> curve_vp(23, 60), curve_vp(-23, 60), curve_vp(12, 50, draw=15)
    (15.56, 4.44, 20.75)
    >>> [curve_vp(10, 60, model=name) for name in ("quadratic", "exponential", "logarithmic", "square-root")]
    [12.71, 12.8, 12.92, 13.09]
    """
    table = _continuous(Curve(draw, blitz, model))
    return table.vp(nearest_whole(number(imps, "imps")))


@lru_cache(maxsize=64)
def _continuous(curve: Curve) -> VPTable:
    return curve.continuous()


@lru_cache
def _cusps(draw: int, model: str) -> tuple[Decimal, ...]:
    """Return where the discrete VPs change, V0 + 0.5 to 2 V0 - 0.5, as shares of the blitz: eq. (8) and (12)."""
    with localcontext(_PRECISE):
        above_draw = [(2 * step + 1) / Decimal(2 * draw) for step in range(draw)]
        return tuple(map(MODELS[model].exact_share, above_draw))


def _precise(value: Checked) -> Decimal:
    top, bottom = value.as_integer_ratio()
    with localcontext(_PRECISE):
        return Decimal(top) / bottom


def _diff(values: Sequence[int]) -> list[int]:
    """Return the first differences: eq. (11)."""
    return list(map(sub, values[1:], values))
