"""Formulas that give IMPs, tried with differences at the edges of the scale and with empty cells."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from xlvp.check.findings import shown
from xlvp.check.trial import to_fill_in
from xlvp.ooxml.cellplaces import label, place, row_and_column
from xlvp.ooxml.sheets import Error
from xlvp.rules.imps import IMP_THRESHOLDS, imps

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from xlvp.check.trial import Enter, Trial
    from xlvp.check.values import Scalar
    from xlvp.check.working import Address

_LARGEST_DIFFERENCE = 7600  # one side down thirteen, redoubled and vulnerable
DIFFERENCES = (0, *(d for threshold in IMP_THRESHOLDS for d in (threshold - 10, threshold)), 5000, _LARGEST_DIFFERENCE)
_FEW = (40, 50, 420, 430, 1090, 1100, 2990, 3000)
_LEAST = 12
_LIKENESS = 0.4  # upper bounds taken for lower ones are wrong for half of the differences
_SHOWN = 3
_OTHER_SCORE = 110
_ONE_SCORE = 430
"""A score in one room, while the other has none."""


class _Wrong(NamedTuple):
    """A difference for which a formula gives something else than it should."""

    difference: int
    gives: Scalar
    right: int


def wrong_imps(trial: Trial, entries: Sequence[Address]) -> list[str] | None:
    """Return in words what is wrong with a formula that gives IMPs, or None if it is none."""
    if not 1 <= len(entries) <= 2:
        return None
    best = _best_trial(trial, entries)
    if best is None:
        return None
    empty = _counts_empty(trial, entries)
    return [*_told(best), *([empty] if empty else [])]


def _best_trial(trial: Trial, entries: Sequence[Address]) -> list[_Wrong] | None:
    """Return for which differences a formula is wrong, taken in the way that suits it best, or None if in none."""
    best: list[_Wrong] | None = None
    for enter in _ways(entries):
        if not any(_is_like(trial, enter, sign) for sign in (1, -1)):
            continue
        given = {difference: trial.given(enter(difference)) for difference in _differences()}
        if None in given.values():
            continue
        for expected in (_won, _lost, _either, _only_won, _only_lost):
            wrong = [
                _Wrong(difference, gives[0], expected(difference))
                for difference, gives in given.items()
                if gives and not _is_right(gives[0], expected(difference))
            ]
            telling = [
                _is_right(gives[0], expected(difference))
                for difference, gives in given.items()
                if gives and expected(difference) and not isinstance(gives[0], Error)
            ]
            like = sum(telling) >= max(_LEAST, _LIKENESS * len(telling))
            if like and (best is None or len(wrong) < len(best)):
                best = wrong
    return best


def _is_like(trial: Trial, enter: Enter, sign: int) -> bool:
    """Say whether a formula may give IMPs, by a few differences: where it gives a number, that is right or one off."""
    near = numbers = 0
    for difference in _FEW:
        gives = trial.given(enter(sign * difference))
        if gives is not None and isinstance(gives[0], float):
            numbers += 1
            near += abs(abs(gives[0]) - imps(difference)) <= 1
    return near >= 2 and 2 * near >= numbers


def _differences() -> tuple[int, ...]:
    return (*DIFFERENCES, *(-difference for difference in DIFFERENCES if difference))


def _ways(entries: Sequence[Address]) -> list[Enter]:
    """Return how a difference may be entered: itself, or as two scores to subtract or to add."""

    def entered(cell: Address, others: Mapping[Address, Scalar], difference: int) -> Mapping[Address, Scalar]:
        return {cell: float(difference + (_OTHER_SCORE if others else 0)), **others}

    if len(entries) == 1:
        return [partial(entered, entries[0], {})]
    first, second = entries
    return [
        partial(entered, first, {second: float(_OTHER_SCORE)}),
        partial(entered, second, {first: float(_OTHER_SCORE)}),
        partial(entered, first, {second: float(-_OTHER_SCORE)}),
    ]


def _won(difference: int) -> int:
    return imps(difference)


def _lost(difference: int) -> int:
    return -imps(difference)


def _either(difference: int) -> int:
    return abs(imps(difference))


def _only_won(difference: int) -> int:
    return max(imps(difference), 0)


def _only_lost(difference: int) -> int:
    return max(-imps(difference), 0)


def _is_right(gives: Scalar, expected: int) -> bool:
    """Say whether a result is right; for no IMPs a formula may as well show nothing, or a dash."""
    if isinstance(gives, str) and not isinstance(gives, Error):
        return expected == 0
    return isinstance(gives, (int, float)) and gives == expected


def _told(wrong: Sequence[_Wrong]) -> Iterator[str]:
    """Yield what is wrong in words: for points won, and for points lost if that is another matter."""
    won = [each for each in wrong if each.difference >= 0]
    also = {each.difference for each in won}
    lost = [each for each in wrong if each.difference < 0 and -each.difference not in also]
    for each_side in (won, lost):
        if each_side:
            shown_ones = "; ".join(
                f"for a difference of {each.difference} it gives {shown(each.gives)}, but {each.right} is right"
                for each in each_side[:_SHOWN]
            )
            more = len(each_side) - _SHOWN
            yield shown_ones + (f"; and so on for {more} more of those tried" if more > 0 else "")


def _counts_empty(trial: Trial, entries: Sequence[Address]) -> str:
    """Return in words that a formula gives IMPs for a board without all of its results, or nothing."""
    empty = trial.empty(entries)
    names = [label(at) for _, at in entries]
    gives = trial.number(empty)
    if gives is not None:
        return (
            f"with {' and '.join(names)} empty it gives {shown(gives)}, but a board that was not played is no push and"
            f" should show nothing: {to_fill_in(entries)}"
        )
    if len(entries) < 2 or _has_a_column_for_each_side(trial, entries):
        return ""
    for cell, other, name in zip(entries, reversed(entries), names, strict=True):
        gives = trial.number({cell: empty[cell], other: float(_ONE_SCORE)})
        if gives is not None:
            return (
                f"with {name} empty and {_ONE_SCORE} in {label(other[1])} it gives {shown(gives)}, but a board that one"
                f" room has yet to play should show nothing: {to_fill_in(entries)}"
            )
    return ""


def _has_a_column_for_each_side(trial: Trial, entries: Sequence[Address]) -> bool:
    """Say whether one of two entries is left empty as a rule: points won stand in one, points lost in the other."""
    if any(trial.cells.tree(cell) is not None for cell in entries):
        return False
    row, column = row_and_column(trial.own[1])
    filled = []
    for at in trial.places:
        down, across = row_and_column(at)
        moved = place(down - row, across - column + 1)
        values = (trial.cells.sheets[sheet].values.get(there + moved) for sheet, there in entries)
        filled.append(sum(isinstance(value, float) for value in values))
    return filled.count(1) > filled.count(2)
