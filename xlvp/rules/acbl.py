"""The ACBL victory point scales: 20 points, 30 points and NABC+.

Source: ACBL, Appendix K, "Conversion of IMP Margin of Victory to Victory Points (VPs)".

ACBL Codification, chapter XII-F, prints the same scales with slips that are not repeated here: 25-5 for
"25-39" IMPs in 16 to 20 boards of the 30 scale (25-29 is right), and a list for 7 boards that is one row out
(0 IMPs is 15-15). Two oddities are as published: the 30 scale has no 16 and no 17, and in 28 to 36 boards
everything is won by 85 IMPs on the 20 scale, but by 96 on the 30 scale.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlvp.rules.checks import chosen
from xlvp.rules.scale import CurveScale, TableScale, choices

if TYPE_CHECKING:
    from xlvp.rules.checks import Number

# The most boards of each column of the tables below.
_COLUMNS = (8, 11, 15, 20, 27, 36)

# The winner's VPs, and the lowest margin that earns them in each column.
_TWENTY = (
    (10, (0, 0, 0, 0, 0, 0)),
    (11, (1, 1, 1, 2, 3, 4)),
    (12, (3, 3, 4, 5, 7, 9)),
    (13, (5, 6, 7, 9, 12, 15)),
    (14, (8, 10, 11, 14, 18, 22)),
    (15, (11, 14, 15, 19, 25, 30)),
    (16, (14, 18, 20, 25, 33, 39)),
    (17, (17, 22, 25, 32, 42, 49)),
    (18, (20, 26, 30, 39, 51, 60)),
    (19, (24, 31, 36, 47, 61, 72)),
    (20, (28, 36, 42, 56, 72, 85)),
)
_THIRTY = (
    (15, (0, 0, 0, 0, 0, 0)),
    (18, (1, 1, 1, 2, 3, 3)),
    (19, (2, 2, 3, 4, 6, 7)),
    (20, (3, 3, 5, 7, 9, 11)),
    (21, (4, 5, 7, 10, 13, 16)),
    (22, (5, 7, 9, 13, 17, 21)),
    (23, (7, 9, 12, 17, 22, 27)),
    (24, (9, 12, 15, 21, 27, 34)),
    (25, (11, 15, 19, 25, 32, 42)),
    (26, (14, 18, 23, 30, 38, 51)),
    (27, (17, 22, 27, 35, 45, 61)),
    (28, (20, 26, 32, 41, 53, 72)),
    (29, (24, 31, 37, 48, 62, 84)),
    (30, (28, 36, 42, 56, 72, 96)),
)

TWENTY = TableScale("ACBL 20", _COLUMNS, _TWENTY, also=(20,))
THIRTY = TableScale("ACBL 30", _COLUMNS, _THIRTY, also=(30,))
NABC_PLUS = CurveScale("NABC+", formula_only=True)

SCALES = (TWENTY, THIRTY, NABC_PLUS)
CHOICES = choices(SCALES)
SHORT_NAMES = tuple(scale.also[0] if scale.also else scale.name for scale in SCALES)
"""What its own function calls each of them."""


def acbl_vp(imps: Number, boards: Number, scale: int | str = 20) -> float:
    """Return the VPs of an ACBL scale for a margin of `imps` over `boards` boards.

    `scale` is 20 or 30 (1 to 36 boards; a margin that is not whole is first rounded to the nearest IMP, halves
    away from zero) or "NABC+" (1 to 1000 boards; the formula, rounded half up to two decimals).

    Source: ACBL, Appendix K.

    >>> acbl_vp(23, 7), acbl_vp(23, 7, 30), acbl_vp(-23, 7, "NABC+")
    (18, 28, 2.58)
    """
    return chosen(scale, "scale", CHOICES, SHORT_NAMES).vp(imps, boards)
