"""A template in IronCalc, the engine that knows LAMBDA: its named inputs filled in, its named results read."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import ironcalc
from openpyxl import load_workbook
from openpyxl.cell.read_only import ReadOnlyCell
from openpyxl.utils.cell import range_boundaries

from tests.templates.scorecard import places

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from xlvp.catalogue import Cell


class IronCalcCard:
    """A workbook open in IronCalc."""

    def __init__(self, folder: Path, book: bytes) -> None:
        path = folder / "book.xlsx"
        path.write_bytes(book)
        self.places = places(book)
        self.model = ironcalc.load_from_xlsx(str(path), "en", "UTC", "en")
        self.sheets = [sheet["name"] for sheet in self.model.get_worksheets_properties()]
        for number, sheet in enumerate(load_workbook(io.BytesIO(book), read_only=True)):
            for row in sheet.rows:
                for cell in row:  # IronCalc takes an empty cell with a style for 0
                    if isinstance(cell, ReadOnlyCell) and cell.value is None and not cell.protection.locked:
                        self.model.clear_cell_contents(number, cell.row, cell.column)
        self.model.evaluate()

    def fill(self, entries: Mapping[str, Any]) -> None:
        """Type values into named cells: one value, a column of values from the top, or rows; None empties a cell."""
        for name, values in entries.items():
            sheet, column, row, _, _ = self._place(name)
            for down, line in enumerate(values if isinstance(values, list) else [values]):
                for right, value in enumerate(line if isinstance(line, list) else [line]):
                    self._type((sheet, row + down, column + right), value)
        self.model.evaluate()

    def _type(self, place: tuple[int, int, int], value: Cell) -> None:
        if value is None:
            self.model.clear_cell_contents(*place)
        elif isinstance(value, str):
            self.model.update_cell_with_text(*place, value)
        else:
            self.model.update_cell_with_number(*place, value)

    def cell(self, name: str) -> Cell:
        """Return what a named cell shows."""
        return self.column(name)[0]

    def column(self, name: str) -> list[Cell]:
        """Return what the cells of a named column show."""
        return [row[0] for row in self.rows(name)]

    def rows(self, name: str) -> list[list[Cell]]:
        """Return what the cells of a named block show."""
        sheet, left, top, right, bottom = self._place(name)
        return [
            [self._shown(sheet, row, column) for column in range(left, right + 1)] for row in range(top, bottom + 1)
        ]

    def _place(self, name: str) -> tuple[int, int, int, int, int]:
        sheet, _, cells = self.places[name].rpartition("!")
        left, top, right, bottom = range_boundaries(cells)
        return self.sheets.index(sheet), left, top, right, bottom

    def _shown(self, sheet: int, row: int, column: int) -> Cell:
        value: Cell = self.model.get_cell_value(sheet, row, column)
        return value
