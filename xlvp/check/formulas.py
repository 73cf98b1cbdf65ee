"""Formulas that give IMPs, tried with differences at the edges of the scale and with empty cells.

A formula is judged by what it gives, not by how it is written: whatever the reader can work out is tried with every
difference at which the IMPs change, and is taken for an IMP formula if it is right for most of them.
"""

from __future__ import annotations

import re
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from xlvp.check.findings import Finding, in_cells, shown
from xlvp.check.functions import KNOWN
from xlvp.check.grammar import Call, Name, Reference, UnknownError, nodes, seen_from
from xlvp.check.values import single
from xlvp.check.working import evaluate
from xlvp.ooxml.cellplaces import label, place
from xlvp.ooxml.sheets import Error
from xlvp.rules.imps import IMP_THRESHOLDS, imps

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from xlvp.check.grammar import Tree
    from xlvp.check.values import Scalar
    from xlvp.check.working import Address, Cells
    from xlvp.ooxml.sheets import Book, Sheet, Written

    Enter = Callable[[int], Mapping[Address, Scalar]]
    """How a difference goes into the cells that a formula depends on."""

_LOOKS_UP = ("LOOKUP(", "MATCH(", "COUNTIF(", "SUMPRODUCT(", "IFS(")
_LEAST_IFS = 5
_COMPARES_ARRAY = re.compile(r"[<>]=?\s*\{")
_MOST_TRIED = 2000
"""At most this many different formulas of a workbook are tried."""
_MOST_TEXT = 10_000_000
"""At most this many characters of formulas are compared with each other."""
_MOST_KEYS = 4_000_000
"""At most this many characters of different formulas are kept."""
_LARGEST_DIFFERENCE = 7600  # one side down thirteen, redoubled and vulnerable
DIFFERENCES = (0, *(d for threshold in IMP_THRESHOLDS for d in (threshold - 10, threshold)), 5000, _LARGEST_DIFFERENCE)
_FEW = (40, 50, 420, 430, 1090, 1100, 2990, 3000)
_LEAST = 12
_LIKENESS = 0.4  # upper bounds taken for lower ones are wrong for half of the differences
_DEEPEST = 8
_SHOWN = 3
_OTHER_SCORE = 110


class _Wrong(NamedTuple):
    """A difference for which a formula gives something else than it should."""

    difference: int
    gives: Scalar
    right: int


def wrong_formulas(book: Book, cells: Cells) -> Iterator[Finding]:
    """Yield what is wrong with the formulas of a workbook that give IMPs; copies of one are one finding."""
    for sheet, places in _different(book, cells):
        with suppress(UnknownError):
            yield from _judged(sheet, places, cells)


def _different(book: Book, cells: Cells) -> Iterator[tuple[Sheet, list[int]]]:
    """Yield the different formulas that may give IMPs, each with its places on a sheet."""
    found, text, keys = 0, 0, 0
    for sheet in book.sheets:
        alike: dict[str, list[int]] = {}
        kept: dict[Written, list[int]] = {}  # cells that share a formula
        for at, written in sheet.formulas.items():
            if written in kept:
                kept[written].append(at)
            elif _may_give_imps(written.text):
                text += len(written.text)
                if text > _MOST_TEXT:
                    cells.left_out = True
                    break
                key = seen_from(written.text, written.base)
                if key not in alike:
                    found, keys = found + 1, keys + len(key)
                    if found > _MOST_TRIED or keys > _MOST_KEYS:
                        cells.left_out = True
                        continue
                kept[written] = alike.setdefault(key, [])
                kept[written].append(at)
        for places in alike.values():
            yield sheet, places


def _may_give_imps(text: str) -> bool:
    """Say whether a formula has what it takes to give IMPs: something that looks up, or a row of conditions."""
    capitals = text.upper()
    if any(function in capitals for function in _LOOKS_UP) or capitals.count("IF(") >= _LEAST_IFS:
        return True
    return "{" in text and _COMPARES_ARRAY.search(text) is not None


def _judged(sheet: Sheet, places: Sequence[int], cells: Cells) -> Iterator[Finding]:
    own = (sheet.name.casefold(), min(places))
    cells.start()
    tree = cells.tree(own)
    if tree is None or not _is_known(tree, cells):
        return
    for entries in (_entries(tree, own, cells, _DEEPEST), _entries(tree, own, cells, 0)):
        if 1 <= len(entries) <= 2:
            best = _best_trial(tree, own, cells, entries)
            if best is not None:
                text = partial(in_cells, sheet, places)
                yield from map(text, _told(best))
                pushed = _blank_is_push(tree, own, cells, entries)
                if pushed:
                    yield text(pushed)
                return


def _is_known(tree: Tree, cells: Cells) -> bool:
    """Say whether everything in a formula can be worked out."""
    try:
        for node in nodes(tree):
            cells.work(1)
            if isinstance(node, Call) and node.function not in KNOWN:
                return False
            if isinstance(node, Name) and not isinstance(cells.named(node.name), Reference):
                return False
    except UnknownError:
        return False
    return True


def _entries(tree: Tree, own: Address, cells: Cells, deepest: int) -> list[Address]:
    """Return the cells that a formula depends on, one by one; formulas in them are followed to that depth."""
    found: dict[Address, None] = {}
    waiting = [(tree, own, 0)]
    seen: set[Address] = set()
    try:
        while waiting:
            formula, seen_from_cell, depth = waiting.pop()
            for cell, fixed in _single_cells(formula, seen_from_cell, cells):
                inner = cells.tree(cell)
                if inner is not None and depth < deepest and _is_known(inner, cells):
                    if cell not in seen:
                        waiting.append((inner, cell, depth + 1))
                elif inner is not None or not fixed or not isinstance(cells.stored(cell), float):
                    found[cell] = None
                seen.add(cell)
    except UnknownError:
        return []
    return sorted(found)


def _single_cells(tree: Tree, own: Address, cells: Cells) -> Iterator[tuple[Address, bool]]:
    """Yield the cells that a formula names, but for those of tables, and whether it names them as fixed."""
    for node in nodes(tree):
        cells.work(1)
        reference = cells.named(node.name) if isinstance(node, Name) else node
        if isinstance(reference, Reference):
            sheet, top, bottom, left, right = cells.corners(reference, own)
            if (bottom - top + 1) * (right - left + 1) <= 2:  # a pair of results, as in COUNT(B2:C2)
                for at in (place(top, left), place(bottom, right)):
                    yield (sheet, at), reference.is_fixed


def _best_trial(tree: Tree, own: Address, cells: Cells, entries: Sequence[Address]) -> list[_Wrong] | None:
    """Return for which differences a formula is wrong, taken in the way that suits it best, or None if in none."""
    best: list[_Wrong] | None = None
    for enter in _ways(entries):
        if not any(_is_like(tree, own, cells, enter, sign) for sign in (1, -1)):
            continue
        given = {difference: _given(tree, own, cells, enter(difference)) for difference in _differences()}
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


def _is_like(tree: Tree, own: Address, cells: Cells, enter: Enter, sign: int) -> bool:
    """Say whether a formula may give IMPs, by a few differences: where it gives a number, that is right or one off."""
    near = numbers = 0
    for difference in _FEW:
        gives = _given(tree, own, cells, enter(sign * difference))
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


def _given(tree: Tree, own: Address, cells: Cells, entered: Mapping[Address, Scalar]) -> tuple[Scalar] | None:
    """Return what a formula gives for some entries, in a tuple, or None if it cannot be worked out."""
    cells.given = entered
    try:
        return (single(evaluate(tree, cells, own)),)
    except UnknownError:
        return None
    finally:
        cells.given = {}


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


def _blank_is_push(tree: Tree, own: Address, cells: Cells, entries: Sequence[Address]) -> str:
    """Return in words that a formula gives IMPs for a board without results, or nothing."""
    blank: dict[Address, Scalar] = {cell: None if cells.tree(cell) is None else "" for cell in entries}
    gives = _given(tree, own, cells, blank)
    if gives is None or not isinstance(gives[0], (int, float)) or isinstance(gives[0], bool):
        return ""
    names = [label(at) for _, at in entries]
    first = f"COUNT({','.join(names)})<{len(names)}"
    return (
        f"with {' and '.join(names)} empty it gives {shown(gives[0])}, but a board that was not played is no push and"
        f' should show nothing: put IF({first},"",...) around it'
    )
