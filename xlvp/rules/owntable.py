"""VPs by a table of one's own, for every national or old scale that has no source here.

What such a table must be is what every scale in use is: margins that rise from 0, the winner's VPs never falling, the
loser's never rising, and both the same for a draw. Some old scales have no constant total (25-0, where a great defeat
costs VPs), so that the loser's VPs may have a column of their own.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import repeat
from typing import TYPE_CHECKING, NamedTuple

from xlvp.rules.checks import (
    InputTypeError,
    InputValueError,
    OutOfRangeError,
    hundredths,
    nearest_whole,
    number,
    quoted,
    whole,
)
from xlvp.rules.curve import MAX_BLITZ
from xlvp.rules.vptable import VPTable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from xlvp.rules.checks import Checked, Number

WIDTHS = (2, 3)
"""How many columns a table may have."""
MOST_VP = 10_000
_PLAIN = {int, float}


class _Row(NamedTuple):
    """A row in whole IMPs and hundredths of VPs."""

    margin: int
    winner: int
    loser: int


def table_vp(imps: Number, table: Iterable[Sequence[Number]]) -> float:
    """Return the VPs by a table of one's own: rows of `(from_imps, winner)` or `(from_imps, winner, loser)`.

    The margins rise from 0; each row holds until the next, and the last for ever. Without a third column the loser has
    the rest: twice the VPs of a draw, less the winner's. A margin that is not whole is first rounded to the nearest
    IMP, halves away from zero.

    Source: the table itself; xlvp only sees to it that it can be one.

    >>> old_scale = [(0, 15, 15), (3, 16, 14), (7, 17, 13), (60, 25, 4), (70, 25, 0), (90, 25, -5)]
    >>> table_vp(8, old_scale), table_vp(-8, old_scale), table_vp(-75, old_scale)
    (17, 13, 0)
    >>> table_vp(-5, [(0, 10), (3, 11.5)])
    8.5
    """
    made = _kept(table) if _is_plain(table) else own_table(table)  # type: ignore[arg-type]  # tuples of tuples
    return made.vp(nearest_whole(number(imps, "imps")))


def own_table(table: Iterable[Sequence[Number]], places: Sequence[str] | None = None) -> VPTable:
    """Return a table of one's own, checked; `places` is what a refusal calls each row.

    >>> own_table([(0, 10), (3, 11), (2, 12)])
    Traceback (most recent call last):
        ...
    xlvp.rules.checks.OutOfRangeError: the margins must rise, but 2 comes after 3 in row 3 of the table
    """
    if isinstance(table, str) or not hasattr(table, "__iter__"):
        raise InputTypeError(f"table must be rows of margins and VPs, not {quoted(table)}")
    given = [_numbers(row, _place(places, index)) for index, row in enumerate(table)]
    if not given:
        raise InputValueError("table must have at least one row, with the VPs for 0 IMPs")
    rows: list[_Row] = []
    for index, cells in enumerate(given):
        rows.append(_row(cells, _place(places, index), rows))
    return _built(tuple(rows))


_kept = lru_cache(maxsize=64)(own_table)
"""The same, from memory: a column of margins asks for one table again and again."""


def _is_plain(table: object) -> bool:
    """Say whether a table can be remembered: in tuples, and without what equals a number but is none, such as True."""
    return isinstance(table, tuple) and all(
        isinstance(row, tuple) and _PLAIN.issuperset(map(type, row)) for row in table
    )


def _place(places: Sequence[str] | None, index: int) -> str:
    return places[index] if places else f"row {index + 1} of the table"


def _numbers(row: object, place: str) -> tuple[Checked, ...]:
    """Return the cells of a row, if they are numbers and of a number that can be."""
    cells = tuple(row) if hasattr(row, "__iter__") and not isinstance(row, str) else ()
    if len(cells) not in WIDTHS:
        allowed = "a margin, the winner's VPs and perhaps the loser's"
        raise InputValueError(f"{place} must be {allowed}, not {quoted(row)}")
    return tuple(number(cell, f"each cell in {place}") for cell in cells)


def _row(cells: tuple[Checked, ...], place: str, before: list[_Row]) -> _Row:
    """Return a row if it may follow those before it."""
    margin = whole(cells[0], f"the margin in {place}", 0, MAX_BLITZ)
    winner, *given_loser = (_vp(vp, f"the {side}'s VPs in {place}") for vp, side in zip(cells[1:], ("winner", "loser")))
    both = 2 * (before[0].winner if before else winner)
    row = _Row(margin, winner, given_loser[0] if given_loser else both - winner)
    problem = _problem(row, before)
    if row.loser < 0 and not given_loser:
        problem = f"the winner must have at most twice the VPs of a draw, {both / 100:g}, but has {winner / 100:g}"
    if problem:
        raise OutOfRangeError(f"{problem} in {place}")
    return row


def _problem(row: _Row, before: list[_Row]) -> str:
    """Return why a row cannot stand where it does, or nothing."""
    margin, winner, loser = row.margin, row.winner / 100, row.loser / 100
    if not before:
        if margin != 0:
            return f"the margins must begin with 0, but begin with {margin}"
        return "" if winner == loser else f"both sides must have the same for 0 IMPs, but have {winner:g} and {loser:g}"
    last = before[-1]
    if margin <= last.margin:
        return f"the margins must rise, but {margin} comes after {last.margin}"
    if row.winner < last.winner:
        return f"the winner's VPs must never fall, but {winner:g} come after {last.winner / 100:g}"
    if row.loser > last.loser:
        return f"the loser's VPs must never rise, but {loser:g} come after {last.loser / 100:g}"
    return ""


def _vp(given: object, name: str) -> int:
    cents = hundredths(given, name)
    if not isinstance(cents, int) or abs(cents) > 100 * MOST_VP:
        allowed = f"a number from -{MOST_VP} to {MOST_VP} with at most two decimals"
        raise OutOfRangeError(f"{name} must be {allowed}, not {quoted(given)}")
    return cents


def _built(rows: tuple[_Row, ...]) -> VPTable:
    ends = [*(row.margin for row in rows[1:]), rows[-1].margin + 1]
    held = [(row, end - row.margin) for row, end in zip(rows, ends)]
    return VPTable(
        (vp for row, margins in held for vp in repeat(row.winner, margins)),
        (vp for row, margins in held for vp in repeat(row.loser, margins)),
    )
