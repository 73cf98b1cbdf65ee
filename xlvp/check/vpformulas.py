"""Formulas that give VPs, tried with margins: which official scale they follow, and where they leave it."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

from xlvp.check.findings import shown
from xlvp.check.nearest import Meaning, TableCell, meant, names_acbl, near_ones, vp_for
from xlvp.check.official import draws
from xlvp.check.trial import to_fill_in
from xlvp.ooxml.cellplaces import label
from xlvp.rules.checks import nearest_whole

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from xlvp.check.nearest import Meant
    from xlvp.check.trial import Trial
    from xlvp.check.values import Scalar
    from xlvp.check.working import Address

_FEW = (0, 6, 12, 24, 48)
_FARTHEST = 130
"""IMPs: more than a match of 64 boards needs for all the VPs."""
_STEPS = 120_000
"""The work for all margins of one formula, as `xlvp.check.working` counts it."""
_MOST_ENTRIES = 4
_OTHER_IMPS = 20
_SHOWN = 3
_MOST_VPS = 40
_TOO_CLOSE = 1e-3


class VPsFound(NamedTuple):
    """The scale that a formula follows, and what is wrong with the formula in words."""

    scale: str
    wrong: list[str]


class _Way(NamedTuple):
    """How a margin is entered: the cell for it, one to be subtracted from it if there is one, and the rest."""

    cell: Address
    other: Address | None
    rest: Mapping[Address, Scalar]

    def entered(self, margin: int) -> Mapping[Address, Scalar]:
        if self.other is None:
            return {**self.rest, self.cell: float(margin)}
        base = max(_OTHER_IMPS, _OTHER_IMPS - margin)  # neither side has less than nothing
        return {**self.rest, self.cell: float(base + margin), self.other: float(base)}

    @property
    def entries(self) -> list[Address]:
        return sorted([self.cell] if self.other is None else [self.cell, self.other])


class _Side(NamedTuple):
    """Whose VPs a formula gives: by the margin, the other way round, or the winner's or loser's always."""

    sign: int
    absolute: bool

    def key(self, margin: int) -> int:
        return self.sign * (abs(margin) if self.absolute else margin)


_SIDES = (_Side(1, False), _Side(-1, False), _Side(1, True), _Side(-1, True))


def wrong_vps(trial: Trial, entries: Sequence[Address]) -> VPsFound | None:
    """Return what is wrong with a formula that gives VPs, or None if it is none."""
    if not 1 <= len(entries) <= _MOST_ENTRIES:
        return None
    for way in _ways(trial, entries):
        before = trial.cells.steps_left
        if _is_like(trial, way):
            cost = (before - trial.cells.steps_left) // len(_FEW) + 1
            found = _judged(trial, way, max(-(-2 * _FARTHEST * cost // _STEPS), 1))
            if found is not None:
                return found
    return None


def _ways(trial: Trial, entries: Sequence[Address]) -> Iterator[_Way]:
    """Yield how a margin may be entered: as such, or as the IMPs of either side; other entries stay as they are."""
    stored = {cell: trial.cells.value(cell) for cell in entries}
    for cell in entries:
        rest = {other: value for other, value in stored.items() if other != cell}
        if all(isinstance(value, float) for value in rest.values()):
            yield _Way(cell, None, rest)
    for cell, other in permutations(entries, 2):
        rest = {each: value for each, value in stored.items() if each not in (cell, other)}
        if cell < other and all(isinstance(value, float) for value in rest.values()):
            yield _Way(cell, other, rest)


def _is_like(trial: Trial, way: _Way) -> bool:
    """Say whether a formula may give VPs, by a few margins: from a draw they rise or fall."""
    found = [trial.number(way.entered(margin)) for margin in _FEW]
    numbers = [number for number in found if number is not None]
    if len(numbers) < len(found) - 1 or found[0] not in draws():  # the last may be beyond the end of a table
        return False
    if not all(0 <= number <= _MOST_VPS for number in numbers):
        return False
    return numbers[0] != numbers[1] and numbers in (sorted(numbers), sorted(numbers, reverse=True))


def _judged(trial: Trial, way: _Way, stride: int) -> VPsFound | None:
    """Return what is wrong with a formula by the scale that it is nearest to, if it is near to one."""
    gives = _given(trial, way, stride)
    closest = _closest(trial, gives)
    if closest is None:
        return None
    wanted, side = closest
    for margin in _before_the_first_wrong(gives, wanted, side, stride):
        given = trial.given(way.entered(margin))
        if given is not None:
            gives[margin] = given[0]
    scale = f"the {wanted.scale} scale for {wanted.candidate.boards}"
    wrong = [_told(gives, wanted, side, scale) or _not_rounded(gives, scale), _counts_empty(trial, way)]
    return VPsFound(scale, [text for text in wrong if text])


def _given(trial: Trial, way: _Way, stride: int) -> dict[int, Scalar]:
    """Return what a formula gives for margins won and lost; for those won alone if it has nothing for the others."""
    found: dict[int, Scalar] = {}
    for margin in range(0, _FARTHEST + 1, stride):
        for signed in dict.fromkeys((margin, -margin)):
            given = trial.given(way.entered(signed))
            if given is not None:
                found[signed] = given[0]
    if any(isinstance(given, float) for margin, given in found.items() if margin < 0):
        return found
    return {margin: given for margin, given in found.items() if margin >= 0}


def _closest(trial: Trial, gives: Mapping[int, Scalar]) -> tuple[Meant, _Side] | None:
    """Return the scale that is nearest to what a formula gives, and whose VPs these are."""
    numbers = _without_tails({margin: given for margin, given in gives.items() if isinstance(given, float)})
    best: tuple[tuple[int, bool], Meant, _Side] | None = None
    for side in _SIDES:
        cells = [TableCell(0, _hundredths(given), side.key(margin)) for margin, given in numbers.items()]
        for near in near_ones(cells, Meaning(1), trial.cells.work):
            if best is None or near.rank < best[0]:
                best = near.rank, meant(near.candidate, acbl_is_named=names_acbl(trial.sheet)), side
    return best and best[1:]


def _without_tails(numbers: Mapping[int, float]) -> dict[int, float]:
    """Return the VPs by margin without those at either end that repeat themselves: they tell nothing of the scale."""
    won = {margin: vps for margin, vps in numbers.items() if margin >= 0}
    lost = {margin: vps for margin, vps in numbers.items() if margin < 0}
    found = {}
    for side in (won, lost):
        *_, last = side.values() or (0.0,)
        first = min((margin for margin, vps in side.items() if vps == last), key=abs, default=0)
        found.update({margin: vps for margin, vps in side.items() if vps != last or margin == first})
    return found


def _hundredths(gives: Scalar) -> float | None:
    return nearest_whole(100 * gives) if isinstance(gives, float) and 0 <= gives <= _MOST_VPS else None


def _told(gives: Mapping[int, Scalar], wanted: Meant, side: _Side, scale: str) -> str:
    """Return in words for which margins a formula is wrong, or nothing."""
    right = {margin: vp_for(wanted.table, side.key(margin)) for margin in gives}
    wrong = sorted((margin for margin in gives if not _is_right(gives, margin, wanted, side)), key=_in_order)
    wrong = [margin for margin in wrong if margin >= 0 or -margin not in wrong]  # both sides go wrong together
    if not wrong:
        return ""
    examples = "; ".join(
        f"for a margin of {margin} it gives {_vps(gives[margin])}, but {shown(right[margin] / 100)} is right"
        for margin in wrong[:_SHOWN]
    )
    tried = len({abs(margin) for margin in gives})
    what = f"gives VPs by {scale} {wanted.mistake}".rstrip()
    return f"{what}: {len(wrong)} of {tried} margins tried {'is' if len(wrong) == 1 else 'are'} wrong: {examples}"


def _in_order(margin: int) -> tuple[bool, int]:
    return margin < 0, abs(margin)


def _is_right(gives: Mapping[int, Scalar], margin: int, wanted: Meant, side: _Side) -> bool:
    return _hundredths(gives[margin]) == vp_for(wanted.table, side.key(margin))


def _before_the_first_wrong(gives: Mapping[int, Scalar], wanted: Meant, side: _Side, stride: int) -> range:
    """Return the margins before the first wrong one that were left out, one of which may be the first."""
    wrong = [margin for margin in gives if margin > 0 and not _is_right(gives, margin, wanted, side)]
    return range(max(min(wrong) - stride + 1, 0), min(wrong)) if wrong else range(0)


def _vps(gives: Scalar) -> str:
    return shown(nearest_whole(100 * gives) / 100) if isinstance(gives, float) else shown(gives)


def _not_rounded(gives: Mapping[int, Scalar], scale: str) -> str:
    """Return in words that VPs have more decimals than the scale, or nothing."""
    for margin, given in gives.items():
        if isinstance(given, float) and abs(100 * given - nearest_whole(100 * given)) > _TOO_CLOSE:
            return (
                f"for a margin of {margin} it gives {given:.6g}, but VPs by {scale} have two decimals, and totals come"
                " out wrong: put ROUND(...,2) around it"
            )
    return ""


def _counts_empty(trial: Trial, way: _Way) -> str:
    """Return in words that a formula gives VPs for a match without a result, or nothing."""
    if any(trial.cells.tree(cell) is not None for cell in way.entries):
        return ""
    gives = trial.given({**way.rest, **trial.empty(way.entries)})
    if gives is None or not isinstance(gives[0], float):
        return ""
    names = " and ".join(label(at) for _, at in way.entries)
    return (
        f"with {names} empty it gives {shown(gives[0])}, but a match that was not played is no draw and should show"
        f" nothing: {to_fill_in(way.entries)}"
    )
