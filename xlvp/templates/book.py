"""A template workbook in the making: its sheets, names and inputs, and what is entered in them."""

from __future__ import annotations

import re
from copy import copy
from itertools import groupby
from typing import TYPE_CHECKING, Any

from openpyxl import Workbook
from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Alignment, PatternFill
from openpyxl.utils import absolute_coordinate, coordinate_to_tuple, get_column_letter, quote_sheetname
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.views import Selection

from xlvp import __version__
from xlvp.catalogue import FUNCTIONS
from xlvp.formulas import formula
from xlvp.languages import ENGLISH
from xlvp.languages.marks import tr
from xlvp.ooxml.definednames import Name
from xlvp.templates.finishing import MADE, file_of
from xlvp.templates.inputs import TEXT
from xlvp.templates.look import INPUT, Styles, add_styles, keep_indents, protect, set_up_page, widths

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from openpyxl.cell import Cell
    from openpyxl.styles.cell_style import StyleArray
    from openpyxl.worksheet.worksheet import Worksheet

    from xlvp.templates.inputs import Takes
    from xlvp.templates.options import Options
    from xlvp.templates.tables import Tables

_LONGEST_FORMULA = 200
"""How many characters a portable formula may have."""
_LITERAL = re.compile(r'"((?:[^"]|"")*)"')
_TEXTS = "tx"
"""The name of the cells with the texts of long formulas, which must be short itself."""
_TOLD = 3
"""How many of the entries without a place are named; the others are counted."""
_PROTECTED_HELP = tr("The sheets are protected against slips, without a password: Review, Unprotect Sheet.")
_FUNCTIONS_HELP = tr(
    "In Excel 365 and 2024 you can use =IMPS(…), =WBFVP(…) and the other functions of xlvp in cells of your own."
)
_CALLS = re.compile(rf"\b(?:{'|'.join(function.name for function in FUNCTIONS)})\(")


class Book:
    """A workbook in the making."""

    def __init__(self, title: str, kind: str, options: Options) -> None:
        self.paper = options.paper
        self.language = options.language
        self.say = options.language.say
        """Returns a text with its marked words in the language of the workbook."""
        self.functions = options.style.functions
        self.workbook = Workbook()
        self.input_cells: dict[str, tuple[Worksheet, str]] = {}
        """Where each input is: its name, its sheet, its cells."""
        self.prefilled: set[str] = set()
        """The names of columns of inputs that hold something at first."""
        self.texts: dict[str, int] = {}
        """Texts that stand in cells, since they are too long for their formulas, each with its place."""
        self.tables: Tables | None = None
        """The sheet with the tables, which has room for them."""
        self._looks: dict[str, StyleArray] = {}
        """The styles that cells have by now, as openpyxl keeps them."""
        self.opens: Callable[[], None] | None = None
        """Says where the workbook opens, once it is filled."""
        self.workbook.remove(self.workbook.worksheets[0])
        add_styles(self.workbook)
        properties = self.workbook.properties
        properties.title, properties.creator = self.say(title), f"xlvp {__version__}"
        properties.category = f"xlvp {kind}"  # for whoever looks at the file; renewing reads another property
        properties.created = MADE

    def sheet(self, title: str) -> Worksheet:
        """Add a sheet, protected but for its inputs."""
        sheet = self.workbook.create_sheet(self.say(title))
        protect(sheet)
        return sheet

    def name(self, name: str, sheet: Worksheet, cells: str) -> None:
        """Give cells a name for the whole workbook."""
        target = f"{quote_sheetname(sheet.title)}!{absolute_coordinate(cells)}"
        self.workbook.defined_names[name] = DefinedName(name, attr_text=target)

    def put(self, sheet: Worksheet, place: str, value: Any, style: str = Styles.CELL) -> Cell:
        """Write a value or a formula into a cell, or into several merged into one."""
        first, _, last = place.partition(":")
        cell: Cell = sheet[first]
        value = self._short(self._said(value))
        if last:
            for row in sheet[place]:
                for each in row:
                    self._dress(each, style)
            sheet.merge_cells(place)
        cell.value = value
        self._dress(cell, style)
        spills = isinstance(value, str) and value.startswith("=") and _CALLS.search(value)
        if spills and last:
            raise ValueError(f"{place}: a formula that may spill shows #SPILL! in merged cells: {value}")
        if spills:
            cell.value = ArrayFormula(first, value)
        return cell

    def _dress(self, cell: Cell, style: str) -> None:
        """Give a cell a style, which openpyxl looks up by its name among all each time."""
        if style in self._looks:
            cell._style = copy(self._looks[style])
        else:
            cell.style = style
            self._looks[style] = copy(cell._style)

    def _short(self, value: Any) -> Any:
        """Return a portable formula that its words make too long, as they are not in English, with them in cells."""
        if self.functions or self.language.code == ENGLISH or not (isinstance(value, str) and value.startswith("=")):
            return value
        for text in sorted(_LITERAL.findall(value), key=len, reverse=True):
            if len(value) <= _LONGEST_FORMULA + len("="):
                break
            if len(text) <= len(f"INDEX({_TEXTS},1)") - len('""'):
                break
            place = self.texts.setdefault(text.replace('""', '"'), len(self.texts) + 1)
            value = value.replace(f'"{text}"', f"INDEX({_TEXTS},{place})")
        return value

    def headings(self, sheet: Worksheet, row: int, column: int, texts: Sequence[str]) -> None:
        """Write a row of headings."""
        for number, text in enumerate(texts, start=column):
            cell = sheet.cell(row, number, self.say(text))
            self._dress(cell, Styles.HEADING)

    def inputs(
        self, sheet: Worksheet, cells: str, takes: Takes, name: str, but: Collection[str] = (), due: str = ""
    ) -> None:
        """Make cells inputs, but for some that stay blocked, which take one kind of thing only, and name them.

        They are coloured while they are empty, or as long as `due` is true besides, and plain once they are filled.
        """
        check = takes.validation(self.say)
        first, _, last = cells.partition(":")
        cells = f"{first}:{last or first}"
        for row in sheet[cells]:
            for blocked, group in groupby(row, lambda cell: cell.coordinate in but):
                run = list(group)
                for cell in run:
                    self._dress(cell, Styles.BLOCKED if blocked else Styles.INPUT)
                    if takes.type == TEXT and not blocked:
                        cell.alignment = Alignment("left", "center", shrink_to_fit=True, indent=1)
                if but and not blocked:
                    check.add(f"{run[0].coordinate}:{run[-1].coordinate}")
        if not but:
            check.add(cells)
        for area in map(str, check.sqref.ranges):
            first = area.partition(":")[0]
            empty = f"AND(ISBLANK({first}),{due})" if due else f"ISBLANK({first})"
            sheet.conditional_formatting.add(area, FormulaRule([empty], fill=PatternFill("solid", bgColor=INPUT)))
        sheet.add_data_validation(check)
        self.name(name, sheet, cells)
        self.input_cells[name] = (sheet, cells)

    def input(self, sheet: Worksheet, cells: str, takes: Takes, name: str, value: Any = None, due: str = "") -> Cell:
        """Make one input of a cell, or of several that are merged into one, and name it."""
        first, _, last = cells.partition(":")
        self.inputs(sheet, f"{first}:{last or first}", takes, name, due=due)
        self.name(name, sheet, first)
        self.input_cells[name] = (sheet, f"{first}:{first}")
        if last:
            sheet.merge_cells(cells)
        _enter(sheet[first], self._said(value))
        return sheet[first]

    def fill(self, entries: Mapping[str, Sequence[Sequence[Any]]]) -> list[str]:
        """Enter rows of values into named inputs, from their first cell on; return what had no place in them."""
        missing = {name: self._fill_one(name, rows) for name, rows in entries.items()}
        return [_not_placed(name, values) for name, values in missing.items() if values]

    def _fill_one(self, name: str, rows: Sequence[Sequence[Any]]) -> dict[int, Any]:
        """Enter rows of values into one input; return the first that had no place in each row, by the row's number."""
        sheet, cells = self.input_cells.get(name, (None, ""))
        places = sheet[cells] if sheet else ()
        missing: dict[int, Any] = {}
        for down, row in enumerate(rows):
            for right, value in enumerate(row):
                if value is None and name not in self.prefilled:
                    continue
                if down < len(places) and right < len(places[down]):
                    _enter(places[down][right], value)
                elif value is not None:
                    missing.setdefault(down + 1, value)
        return missing

    def prefill(self, entries: Mapping[str, Sequence[Sequence[Any]]]) -> None:
        """Enter what inputs hold at first; an entry that is empty later clears them."""
        self.fill({name: [[self._said(value) for value in row] for row in rows] for name, rows in entries.items()})
        self.prefilled.update(entries)

    def _said(self, value: Any) -> Any:
        return self.say(value) if isinstance(value, str) else value

    def open_on(self, sheet: str, name: str, line: int = 0) -> None:
        """Let the workbook open on a sheet with the cursor in a named input, and every sheet with it in its first."""
        opened = self.say(sheet)
        for title, each in zip(self.workbook.sheetnames, self.workbook.worksheets, strict=True):
            cells = [area for on, area in self.input_cells.values() if on is each]
            place = self.input_cells[name][1] if title == opened else cells[0] if cells else "A1"
            row, column = coordinate_to_tuple(place.partition(":")[0])
            _put_cursor(each, f"{get_column_letter(column)}{row + (line if title == opened else 0)}")
        self.workbook.active = self.workbook.sheetnames.index(opened)

    def filled(self, name: str) -> list[Any]:
        """Return what stands in the cells of a column of inputs."""
        sheet, cells = self.input_cells[name]
        return [row[0].value for row in sheet[cells]]

    def about(self, heading: str, paragraphs: Sequence[str]) -> None:
        """Add the sheet that says how to fill the workbook in, by which rules it scores, and who has made it."""
        sheet = self.sheet(tr("About", "sheet"))
        widths(sheet, A=3, B=100)
        self.put(sheet, "B2", heading, Styles.TITLE)
        row = 4
        own = (_FUNCTIONS_HELP,) if self.functions else ()
        for text in (*paragraphs, _PROTECTED_HELP, *own, tr("Made by xlvp {version}.", version=__version__)):
            cell = self.put(sheet, f"B{row}", text, Styles.NOTE)
            sheet.row_dimensions[row].height = 15 * (1 + len(cell.value) // 105)
            row += 1
        set_up_page(sheet, self.paper, f"A1:B{row}")

    def finished(self) -> bytes:
        """Return the file, with the functions of its style as names."""
        if self.texts and self.tables:
            self.tables.add(tr("Words"), [(tr("words"), _TEXTS, list(self.texts))])
        if self.opens:
            self.opens()
        for function in self.functions:
            made = formula(function)
            comment = Name(function.name, made.stored, made.comment).marked_comment
            self.workbook.defined_names[function.name] = DefinedName(
                function.name, attr_text=made.stored, comment=comment
            )
        keep_indents(self.workbook)
        return file_of(self.workbook)


def _not_placed(name: str, missing: Mapping[int, Any]) -> str:
    """Say what of an input has not been placed, by its rows."""
    rows, values = list(missing), [str(value) for value in missing.values()]
    more = f" and {len(values) - _TOLD} more" if len(values) > _TOLD else ""
    where = f"row {rows[0]}" if len(rows) == 1 else f"rows {rows[0]} to {rows[-1]}"
    return f"{name}, {where}: {', '.join(values[:_TOLD])}{more}"


def _put_cursor(sheet: Worksheet, cell: str) -> None:
    """Put the cursor into a cell, in that pane of a sheet with fixed headings in which it stands."""
    view = sheet.sheet_view
    if view.pane is None:
        view.selection = [Selection(activeCell=cell, sqref=cell)]
        return
    row, column = coordinate_to_tuple(cell)
    split = coordinate_to_tuple(view.pane.topLeftCell)
    below = view.pane.ySplit and row >= split[0]
    right = view.pane.xSplit and column >= split[1]
    pane = {(False, False): "topLeft", (True, False): "bottomLeft", (False, True): "topRight"}
    chosen = pane.get((bool(below), bool(right)), "bottomRight")
    view.pane.activePane = chosen
    view.selection = [Selection(pane=None if chosen == "topLeft" else chosen, activeCell=cell, sqref=cell)]


def _enter(cell: Cell, value: Any) -> None:
    """Enter a value as somebody types it: a text is a text even where it looks like a formula."""
    cell.value = value
    if isinstance(value, str):
        cell.data_type = "s"
