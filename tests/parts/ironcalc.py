"""The formulas at work: IronCalc, a spreadsheet engine, opens a workbook that has them as names.

The workbook is a real .xlsx, in which every function is a defined name in its stored form, and in which cells call
the functions on ranges of other cells, as in a user's file. So what is tested is the very text that users get.
"""

from __future__ import annotations

import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

import ironcalc

from xlvp.catalogue import FUNCTIONS
from xlvp.cells import ERRORS
from xlvp.formulas import formula

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from xlvp.catalogue import Block, Cell, Function

    Given = Cell | Sequence[Sequence[Cell]]

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_FIXED_PARTS = {
    "[Content_Types].xml": f"""<Types xmlns="{_PACKAGE}/content-types">
        <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
        <Override PartName="/xl/workbook.xml" ContentType="{_TYPE}.sheet.main+xml"/>
        <Override PartName="/xl/worksheets/sheet1.xml" ContentType="{_TYPE}.worksheet+xml"/>
        <Override PartName="/xl/styles.xml" ContentType="{_TYPE}.styles+xml"/></Types>""",
    "_rels/.rels": f"""<Relationships xmlns="{_PACKAGE}/relationships">
        <Relationship Id="rId1" Type="{_RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>""",
    "xl/_rels/workbook.xml.rels": f"""<Relationships xmlns="{_PACKAGE}/relationships">
        <Relationship Id="rId1" Type="{_RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/>
        <Relationship Id="rId2" Type="{_RELATIONS}/styles" Target="styles.xml"/></Relationships>""",
    "xl/styles.xml": f"""<styleSheet xmlns="{_MAIN}">
        <fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>
        <fills count="1"><fill><patternFill patternType="none"/></fill></fills>
        <borders count="1"><border/></borders>
        <cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
        <cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs>
        <cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>""",
}
_TABLE_WIDTH = 4


def evaluate_in_ironcalc(function: Function, *given: Given) -> Cell | Block:
    """Return what a call shows: one cell, or the block that it spills over."""
    return evaluate_calls([(function, given)])[0]


def evaluate_calls(
    calls: Iterable[tuple[Function, Sequence[Given]]],
    functions: Iterable[Function] = FUNCTIONS,
    names: Mapping[str, str] | None = None,
    locale: str = "en",
) -> list[Cell | Block]:
    """Return what each of many calls shows, in one workbook with these functions, and perhaps other names."""
    cells: dict[tuple[int, int], str] = {}
    anchors = []
    column = 1
    for function, given in calls:
        ranges = []
        width = _TABLE_WIDTH
        for argument in given:
            rows = argument if isinstance(argument, (list, tuple)) else ((argument,),)
            for down, row in enumerate(rows):
                for right, cell in enumerate(row):
                    cells[1 + down, column + right] = _cell(_address(1 + down, column + right), cell)
            corners = _address(1, column), _address(len(rows), column + len(rows[0]) - 1)
            ranges.append(":".join(dict.fromkeys(corners)))
            column += len(rows[0])
            width = max(width, len(rows[0]))
        anchor = _address(1, column)
        call = f"{function.name}({','.join(ranges)})"
        cells[1, column] = f'<c r="{anchor}" cm="1"><f t="array" ref="{anchor}">{call}</f><v>0</v></c>'
        anchors.append(column)
        column += width
    model = _opened(cells, {**(names or {}), **_stored(functions)}, locale)
    return [_shown(model, anchor) for anchor in anchors]


class Sheet:
    """An empty sheet in a workbook with the functions, to be filled in by hand."""

    def __init__(self, locale: str = "en") -> None:
        self._model = _opened({}, _stored(FUNCTIONS), locale)

    def type_in(self, address: str, text: str) -> None:
        """Type into a cell, as a user does: a number, a text or a formula."""
        self._model.set_user_input(0, *_place(address), text)

    def fill_down(self, first: str, last: str) -> None:
        """Copy a cell down, as by its handle."""
        row, column = _place(first)
        self._model.auto_fill_rows(0, row, column, row, column, _place(last)[0])

    def shown(self, address: str, height: int, width: int) -> list[list[Cell]]:
        """Return what the cells show from this one on."""
        self._model.evaluate()
        row, column = _place(address)
        return [[_value(self._model, row + down, column + right) for right in range(width)] for down in range(height)]


def _stored(functions: Iterable[Function]) -> dict[str, str]:
    return {function.name: formula(function).stored for function in functions}


def _place(address: str) -> tuple[int, int]:
    letters = address.rstrip("0123456789")
    return int(address[len(letters) :]), ironcalc.column_number_from_name(letters)


def _opened(cells: Mapping[tuple[int, int], str], names: Mapping[str, str], locale: str) -> Any:
    rows: dict[int, list[str]] = {}
    for row, column in sorted(cells):
        rows.setdefault(row, []).append(cells[row, column])
    data = "".join(f'<row r="{row}">{"".join(written)}</row>' for row, written in rows.items())
    defined = "".join(f'<definedName name="{name}">{escape(text)}</definedName>' for name, text in names.items())
    parts = {
        **_FIXED_PARTS,
        "xl/workbook.xml": f"""<workbook xmlns="{_MAIN}" xmlns:r="{_RELATIONS}">
            <sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets>
            <definedNames>{defined}</definedNames></workbook>""",
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{_MAIN}"><sheetData>{data}</sheetData></worksheet>',
    }
    with TemporaryDirectory() as folder:
        path = Path(folder) / "names.xlsx"
        with zipfile.ZipFile(path, "w") as archive:
            for part, text in parts.items():
                archive.writestr(part, text)
        model = ironcalc.create_user_model_from_xlsx(str(path), locale, "UTC", "en")
    model.evaluate()
    return model


def _shown(model: Any, column: int) -> Cell | Block:
    structure = model.get_cell_array_structure(0, 1, column)
    width, height = (1, 1) if structure == "SingleCell" else structure["DynamicAnchor"]
    block = tuple(tuple(_value(model, 1 + down, column + right) for right in range(width)) for down in range(height))
    return block if width * height > 1 else block[0][0]


def _value(model: Any, row: int, column: int) -> Cell:
    value: Cell = model.get_cell_value(0, row, column)
    if value in ERRORS and model.get_cell_type(0, row, column) != ironcalc.CellType.ErrorValue:
        return f"the text {value}"
    return value


def _cell(address: str, cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return f'<c r="{address}" t="b"><v>{int(cell)}</v></c>'
    if isinstance(cell, str):
        return f'<c r="{address}" t="{"e" if cell in ERRORS else "str"}"><v>{escape(cell)}</v></c>'
    return f'<c r="{address}"><v>{cell!r}</v></c>'


def _address(row: int, column: int) -> str:
    return f"{ironcalc.column_name_from_number(column)}{row}"
