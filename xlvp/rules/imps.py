"""International matchpoints: the IMP scale.

Source: The Laws of Duplicate Bridge 2017, Law 78B (the scale of 2007 is the same).
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from xlvp.rules.checks import number

if TYPE_CHECKING:
    from xlvp.rules.checks import Number

IMP_THRESHOLDS = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)
"""The lowest difference in points that is worth 1, 2, … 24 IMPs."""


def imps(diff: Number) -> int:
    """Return the IMPs for a difference of `diff` points; the sign follows `diff`.

    A difference that is no multiple of ten (from an average or a datum) counts by the highest
    threshold that it reaches.

    Source: The Laws of Duplicate Bridge 2017, Law 78B.

    >>> imps(430), imps(-420), imps(10), imps(45)
    (10, -9, 0, 1)
    """
    points = diff if type(diff) is int else number(diff, "diff")
    if points < 0:
        return -bisect_right(IMP_THRESHOLDS, -points)
    return bisect_right(IMP_THRESHOLDS, points)
