"""The cells under the names of a workbook: what somebody has entered in a form.

Source: ECMA-376 part 1, 18.2.5 (names). It is our own reader because the file may be hostile: a sheet is opened only if
a name leads to it, only the cells under names are kept, and whatever is several times larger than any form is refused
before it is read.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from xlvp.ooxml import xmlparser
from xlvp.ooxml.cellplaces import COLUMNS, ROWS, column_number, place
from xlvp.ooxml.parts import WORKSHEET
from xlvp.ooxml.pickedcells import pick, too_large
from xlvp.ooxml.sheets import sheet_entries
from xlvp.ooxml.spreadsheetml import known
from xlvp.ooxml.workbookxml import Text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlvp.ooxml.parts import Workbook
    from xlvp.ooxml.pickedcells import Cell
    from xlvp.ooxml.workbookxml import Layout
    from xlvp.ooxml.zipdirectory import Entry

_MOST_NAMES = 2_000
_MOST_UNDER_A_NAME = 20_000
_MOST_CELLS = 200_000
"""The largest form has 341 names, 7,744 cells under one of them and 37,000 cells under all."""
_MOST_ELEMENTS = 3_000_000
_LONGEST_REFERENCE = 120
_CELL = r"\$?([A-Z]{1,3})\$?([1-9][0-9]{0,6})"
_AREA = re.compile(rf"(?:'((?:[^']|'')+)'|([^'!]+))!{_CELL}(?::{_CELL})?")


class NamedCells(NamedTuple):
    """What is under the names of a workbook."""

    rows: dict[str, list[list[Cell | None]]]
    """By name; a cell that the file does not mention is None, and is neither formatted nor filled."""
    unreadable: frozenset[str]
    """Names that lead to nothing that a form has: no sheet of this workbook, no block of cells, or a huge one."""
    from_1904: bool
    """Whether its dates count from 1904 instead of 1900."""


class _Area(NamedTuple):
    """A block of cells."""

    sheet: str
    top: int
    left: int
    bottom: int
    right: int

    @property
    def size(self) -> int:
        return (self.bottom - self.top + 1) * (self.right - self.left + 1)

    def rows(self) -> Iterator[range]:
        """Yield the places of each row."""
        for row in range(self.top, self.bottom + 1):
            yield range(place(row, self.left), place(row, self.right) + 1)


def named_cells(workbook: Workbook) -> NamedCells:
    """Return the cells under the names that hold for the whole workbook."""
    layout = Text(workbook.xml).layout
    entries = _worksheets(workbook, layout)
    names = [defined for defined in layout.names if defined.sheet is None]
    if len(names) > _MOST_NAMES:
        raise too_large(f"it has {len(names):,} names")
    areas = {defined.name: area for defined in names if (area := _area(defined.formula))}
    areas = {name: area for name, area in areas.items() if area.sheet in entries and area.size <= _MOST_UNDER_A_NAME}
    if sum(area.size for area in areas.values()) > _MOST_CELLS:
        raise too_large(f"its names cover more than {_MOST_CELLS:,} cells")
    wanted: dict[str, set[int]] = {}
    for area in areas.values():
        wanted.setdefault(area.sheet, set()).update(at for row in area.rows() for at in row)
    picked = pick(workbook, [(entries[sheet], places) for sheet, places in wanted.items()])
    cells = dict(zip(wanted, picked, strict=True))
    rows = {name: [[cells[area.sheet].get(at) for at in row] for row in area.rows()] for name, area in areas.items()}
    return NamedCells(rows, frozenset(defined.name for defined in names) - areas.keys(), _from_1904(workbook))


def _area(formula: str) -> _Area | None:
    """Return the block of cells that a name stands for, if it is just that."""
    found = _AREA.fullmatch(formula) if len(formula) <= _LONGEST_REFERENCE else None
    if found is None:
        return None
    quoted, plain, left, top, right, bottom = found.groups()
    columns = sorted((column_number(left), column_number(right or left)))
    rows = sorted((int(top), int(bottom or top)))
    if columns[1] > COLUMNS or rows[1] > ROWS:
        return None
    sheet = quoted.replace("''", "'") if quoted else plain
    return _Area(sheet.casefold(), rows[0], columns[0], rows[1], columns[1])


def _worksheets(workbook: Workbook, layout: Layout) -> dict[str, Entry]:
    """Return the worksheets by their names, whose case does not matter."""
    worksheets = set(workbook.of_type(WORKSHEET))
    return {name.casefold(): entry for name, entry in sheet_entries(workbook, layout) if entry in worksheets}


def _from_1904(workbook: Workbook) -> bool:
    reader = _Properties()
    reader.read([workbook.xml], workbook.entry.name)
    return reader.from_1904


class _Properties(xmlparser.Reader):
    """What the workbook part says of dates."""

    _ELEMENTS = known("workbookPr")

    def __init__(self) -> None:
        super().__init__(_MOST_ELEMENTS)
        self.from_1904 = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Take an element that starts."""
        if name in self._ELEMENTS:
            self.from_1904 = attributes.get("date1904") in ("1", "true")
