"""The WBF victory point scales, continuous and discrete, and their halves for three-way matches.

Source: P. Buchen, "WBF VP Scales" (World Bridge Federation). In a three-way match over one round each team plays two
sets of half the boards, for half the VPs: the same curve with a draw of 5 VPs, and with half the margin that wins
everything in the whole round. The discrete one agrees with the tables that the English Bridge Union prints for sets of
3 and 4 boards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlvp.rules.checks import chosen
from xlvp.rules.scale import CurveScale

if TYPE_CHECKING:
    from xlvp.rules.checks import Number
    from xlvp.rules.scale import Scale

CONTINUOUS = CurveScale("WBF")
DISCRETE = CurveScale("WBF discrete", whole=True)

# A set of n boards belongs to a round of 2n, which 15 * sqrt(2n) IMPs win: half of that is 15 * sqrt(n / 2).
HALF = CurveScale("WBF half", draw=5, blitz_boards=0.5)
HALF_DISCRETE = CurveScale("WBF half discrete", draw=5, blitz_boards=0.5, whole=True)

CHOICES: dict[str | int, Scale] = {"CONTINUOUS": CONTINUOUS, "DISCRETE": DISCRETE}


def wbf_vp(imps: Number, boards: Number, kind: str = "continuous") -> float:
    """Return the VPs of the WBF scale for a margin of `imps` over `boards` boards (1 to 1000).

    `kind` is "continuous" (two decimals) or "discrete" (whole VPs). The discrete scale is not the continuous
    one rounded. A margin that is not whole is first rounded to the nearest IMP, halves away from zero.

    Source: P. Buchen, "WBF VP Scales", §3 and §4.

    >>> wbf_vp(23, 16), wbf_vp(-23, 16)
    (15.56, 4.44)
    >>> wbf_vp(23, 16, "discrete")
    16
    """
    scale = CONTINUOUS if kind == "continuous" else chosen(kind, "kind", CHOICES, map(str.lower, map(str, CHOICES)))
    return scale.vp(imps, boards)
