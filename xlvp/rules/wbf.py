"""The WBF victory point scales, continuous and discrete.

Source: P. Buchen, "WBF VP Scales" (World Bridge Federation).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlvp.rules.checks import chosen
from xlvp.rules.curve import MAX_BOARDS, Curve
from xlvp.rules.vptable import Scale

if TYPE_CHECKING:
    from xlvp.rules.checks import Number

CONTINUOUS = Scale("WBF", MAX_BOARDS, lambda boards: Curve.for_boards(boards).continuous())
DISCRETE = Scale("WBF discrete", MAX_BOARDS, lambda boards: Curve.for_boards(boards).discrete())

KINDS: dict[str | int, Scale] = {"CONTINUOUS": CONTINUOUS, "DISCRETE": DISCRETE}


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
    scale = CONTINUOUS if kind == "continuous" else chosen(kind, "kind", KINDS, ("continuous", "discrete"))
    return scale.vp(imps, boards)
