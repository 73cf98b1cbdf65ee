"""One result against the field: matchpoints, cross-IMPs, the Butler datum, board-a-match, total points.

Source: The Laws of Duplicate Bridge 2017, Law 78. Cross-IMPs, the Butler datum and board-a-match are scoring
methods that Law 78D leaves to the organiser; they are computed here as is usual.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

from xlvp.rules.checks import InputTypeError, NotAmongError, OutOfRangeError, number, quoted, whole
from xlvp.rules.imps import imps

if TYPE_CHECKING:
    from collections.abc import Iterable

    from xlvp.rules.checks import Checked, Number


def matchpoints(score: Number, scores: Iterable[Number]) -> int:
    """Return the matchpoints of `score`: 2 for every lower result on the board, 1 for every equal one.

    `scores` holds every result on the board, this one included; if it is not there, `LookupError`.

    Source: The Laws of Duplicate Bridge 2017, Law 78A.

    >>> matchpoints(420, [420, 420, -50, 450])
    3
    """
    return _matchpoints(*_among(score, scores))


def matchpoint_percent(score: Number, scores: Iterable[Number]) -> float:
    """Return the matchpoints of `score` as a fraction of the most that could be had.

    Source: The Laws of Duplicate Bridge 2017, Law 78A.

    >>> matchpoint_percent(420, [420, 420, -50, 450])
    0.5
    """
    own, field = _among(score, scores)
    if len(field) == 1:
        raise OutOfRangeError("scores must hold another result to compare with, not this one alone")
    return _matchpoints(own, field) / (2 * (len(field) - 1))


def cross_imps(score: Number, scores: Iterable[Number]) -> int:
    """Return the sum of the IMPs of `score` against every other result on the board.

    `scores` holds every result on the board, this one included; if it is not there, `LookupError`.

    Source: the IMP scale of The Laws of Duplicate Bridge 2017, Law 78B, applied to each comparison.

    >>> cross_imps(420, [420, 420, -50, 450])
    9
    """
    own, field = _among(score, scores)
    return sum(imps(_difference(own, other)) for other in field)


def butler_datum(scores: Iterable[Number], drop: Number = 0) -> int:
    """Return the mean of the results without the `drop` highest and lowest, to the nearest 10.

    A mean that ends in exactly 5 goes to the even ten: 415 and 425 both become 420.

    Source: the Butler method; Law 78D leaves it to the organiser.

    >>> butler_datum([420, 420, 450, -50]), butler_datum([420, 420, 450, -50], drop=1)
    (310, 420)
    """
    field = sorted(_numbers(scores))
    if not field:
        raise OutOfRangeError("scores must hold at least one result")
    most = (len(field) - 1) // 2
    dropped = whole(drop, "drop", 0, most, f" for {len(field)} results")
    kept = field[dropped : len(field) - dropped]
    return 10 * round(_total(kept) / (10 * len(kept)))


def board_a_match(diff: Number) -> float:
    """Return 1 for a board won, 0.5 for a board drawn, 0 for a board lost by the difference `diff`.

    Source: matchpoint scoring (Law 78A) between two teams, in halves.

    >>> board_a_match(10), board_a_match(0), board_a_match(-620)
    (1, 0.5, 0)
    """
    points = number(diff, "diff")
    if points == 0:
        return 0.5
    return 1 if points > 0 else 0


def total_points(scores: Iterable[Number]) -> float:
    """Return the net total of the results.

    Source: The Laws of Duplicate Bridge 2017, Law 78C.

    >>> total_points([420, -50, -100])
    270
    """
    total = _total(_numbers(scores))
    return int(total) if total.is_integer() else total


def _matchpoints(own: Checked, field: list[Checked]) -> int:
    return sum((own > other) + (own >= other) for other in field) - 1  # less the one against itself


def _difference(own: Checked, other: Checked) -> Checked:
    try:
        return own - other
    except OverflowError:  # a whole number that no float can hold, less a float
        return Fraction(own) - Fraction(other)


def _numbers(scores: Iterable[Number]) -> list[Checked]:
    if isinstance(scores, str) or not hasattr(scores, "__iter__"):
        raise InputTypeError(f"scores must be the results of the board, not {quoted(scores)}")
    return [number(score, "each of the scores") for score in scores]


def _total(scores: list[Checked]) -> float:
    try:
        return math.fsum(scores)
    except OverflowError:
        raise OutOfRangeError("scores must have a total that a spreadsheet can hold, less than 1E+308") from None


def _among(score: Number, scores: Iterable[Number]) -> tuple[Checked, list[Checked]]:
    own, field = number(score, "score"), _numbers(scores)
    if own not in field:
        raise NotAmongError(f"score must be one of the results on the board, and {quoted(score)} is not among them")
    return own, field
