"""What a formula depends on, and what it gives for entries that are made for a trial."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from xlvp.check.functions import KNOWN
from xlvp.check.grammar import Call, Name, Reference, UnknownError, nodes
from xlvp.check.values import single
from xlvp.check.working import evaluate
from xlvp.ooxml.cellplaces import label, place

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from xlvp.check.grammar import Tree
    from xlvp.check.values import Scalar
    from xlvp.check.working import Address, Cells
    from xlvp.ooxml.sheets import Sheet

    Enter = Callable[[int], Mapping[Address, Scalar]]
    """How a difference goes into the cells that a formula depends on."""


class Trial(NamedTuple):
    """A formula in one of its places, to be tried."""

    sheet: Sheet
    places: Sequence[int]
    """Every place of it on its sheet; it is tried in the first."""
    tree: Tree
    cells: Cells

    @property
    def own(self) -> Address:
        """Return the cell in which it is tried."""
        return self.sheet.name.casefold(), min(self.places)

    def given(self, entered: Mapping[Address, Scalar]) -> tuple[Scalar] | None:
        """Return what it gives for some entries, in a tuple, or None if it cannot be worked out."""
        self.cells.given = entered
        try:
            return (single(evaluate(self.tree, self.cells, self.own)),)
        except UnknownError:
            return None
        finally:
            self.cells.given = {}

    def number(self, entered: Mapping[Address, Scalar]) -> float | None:
        """Return the number that it gives for some entries, if it gives one."""
        gives = self.given(entered)
        return gives[0] if gives is not None and isinstance(gives[0], float) else None

    def empty(self, entries: Sequence[Address]) -> Mapping[Address, Scalar]:
        """Return entries as they are while nothing has been typed in."""
        return {cell: None if self.cells.tree(cell) is None else "" for cell in entries}


def is_known(tree: Tree, cells: Cells) -> bool:
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


def entries_of(tree: Tree, own: Address, cells: Cells, deepest: int) -> list[Address]:
    """Return the cells that a formula depends on, one by one; formulas in them are followed to that depth."""
    found: dict[Address, None] = {}
    waiting = [(tree, own, 0)]
    seen: set[Address] = set()
    try:
        while waiting:
            formula, seen_from_cell, depth = waiting.pop()
            for cell, fixed in _single_cells(formula, seen_from_cell, cells):
                inner = cells.tree(cell)
                if inner is not None and depth < deepest and is_known(inner, cells):
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


def to_fill_in(entries: Sequence[Address]) -> str:
    """Return in words how a formula shows nothing as long as one of its entries is empty."""
    names = ",".join(label(at) for _, at in entries)
    return f'put IF(COUNT({names})<{len(entries)},"",...) around it'
