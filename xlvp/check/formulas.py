"""The formulas of a workbook that give IMPs or VPs.

A formula is judged by what it gives, not by how it is written: whatever the reader can work out is tried with entries
that tell, and is taken for an IMP or VP formula if it is right for most of them.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from xlvp.check.findings import Finding, Seen, in_cells
from xlvp.check.grammar import UnknownError, seen_from
from xlvp.check.impformulas import wrong_imps
from xlvp.check.trial import Trial, entries_of, is_known
from xlvp.check.vpformulas import wrong_vps

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from xlvp.check.working import Cells
    from xlvp.ooxml.sheets import Book, Sheet, Written

_LOOKS_UP = ("LOOKUP(", "MATCH(", "COUNTIF(", "SUMPRODUCT(", "IFS(")
_COMPUTES = ("^", "POWER(", "SQRT(", "EXP(")
_LEAST_IFS = 5
_COMPARES_ARRAY = re.compile(r"[<>]=?\s*\{")
_MOST_TRIED = 2000
"""At most this many different formulas of a workbook are tried."""
_MOST_TEXT = 10_000_000
"""At most this many characters of formulas are compared with each other."""
_MOST_KEYS = 4_000_000
"""At most this many characters of different formulas are kept."""
_DEEPEST = 8


class Judged(NamedTuple):
    """A formula that gives IMPs or VPs: what it is, and what is wrong with it."""

    sheet: Sheet
    places: Sequence[int]
    what: str
    wrong: Sequence[str]


def judged_formulas(book: Book, cells: Cells) -> Iterator[Judged]:
    """Yield the formulas of a workbook that give IMPs or VPs, copies of one once on each sheet."""
    for sheet, places in _different(book, cells):
        with suppress(UnknownError):
            judged = _judged(sheet, places, cells)
            if judged is not None:
                yield judged


def told_formulas(judged: Iterable[Judged]) -> tuple[list[Finding], list[Seen]]:
    """Return what is wrong with formulas, the same on several sheets once, and those that are right."""
    wrong: dict[str, list[Finding]] = {}
    right: dict[str, list[Seen]] = {}
    for each in judged:
        for text in each.wrong:
            wrong.setdefault(text, []).append(in_cells(each.sheet, each.places, text))
        if not each.wrong:
            where = in_cells(each.sheet, each.places, "").where
            right.setdefault(each.what, []).append(Seen(where, each.what, each.sheet.name, right=True))
    findings = [
        alike[0]._replace(where=_with_others(alike), cells=tuple(alike) if len(alike) > 1 else ())
        for alike in wrong.values()
    ]
    return findings, [alike[0]._replace(where=_with_others(alike)) for alike in right.values()]


def _with_others(alike: Sequence[Finding | Seen]) -> str:
    """Return where something is that stands in more than one place."""
    more = len(alike) - 1
    if not more:
        return alike[0].where
    return f"{alike[0].where} and {more} other place{'s'[: more != 1]}"


def _different(book: Book, cells: Cells) -> Iterator[tuple[Sheet, list[int]]]:
    """Yield the different formulas that may give IMPs or VPs, each with its places on a sheet."""
    found, text, keys = 0, 0, 0
    for sheet in book.sheets:
        alike: dict[str, list[int]] = {}
        kept: dict[Written, list[int]] = {}  # cells that share a formula
        for at, written in sheet.formulas.items():
            if written in kept:
                kept[written].append(at)
            elif _may_give_scores(written.text):
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


def _may_give_scores(text: str) -> bool:
    """Say whether a formula may give IMPs or VPs: it looks something up, has many conditions, or works out a curve."""
    capitals = text.upper()
    if any(function in capitals for function in _LOOKS_UP + _COMPUTES) or capitals.count("IF(") >= _LEAST_IFS:
        return True
    return "{" in text and _COMPARES_ARRAY.search(text) is not None


def _judged(sheet: Sheet, places: Sequence[int], cells: Cells) -> Judged | None:
    own = (sheet.name.casefold(), min(places))
    cells.start()
    tree = cells.tree(own)
    if tree is None or not is_known(tree, cells):
        return None
    trial = Trial(sheet, places, tree, cells)
    tried = [entries_of(tree, own, cells, _DEEPEST), entries_of(tree, own, cells, 0)]
    for entries in tried:
        imps = wrong_imps(trial, entries)
        if imps is not None:
            return Judged(sheet, places, "gives IMPs", imps)
    for entries in tried:
        vps = wrong_vps(trial, entries)
        if vps is not None:
            return Judged(sheet, places, f"gives VPs by {vps.scale}", vps.wrong)
    return None
