"""The workbook with all functions and nothing else: a live example of each, and an empty sheet to begin with."""

from __future__ import annotations

from openpyxl.styles import Alignment

from xlvp.catalogue import FUNCTIONS
from xlvp.reference import syntax, typed
from xlvp.templates import inputs
from xlvp.templates.book import Book
from xlvp.templates.columns import Column, Columns, Field
from xlvp.templates.look import Styles, set_up_page
from xlvp.templates.options import Options
from xlvp.templates.wording import STYLES

_TOP = 4
_HELP = (
    "Each example is live: change its formula, or copy it to the sheet Sheet1, which is yours. It needs Excel 365,"
    " Excel 2024 or Excel for the web; in Protected View press Enable Editing first."
)
_COLUMNS = {
    "function": Column("Function", 44),
    "about": Column("What it is", 78),
    "formula": Column("You type", 52),
    "result": Column("You get", 14),
}
_ANYTHING = inputs.text("Try it", "Change the formula, and see what it gives.", 1000, hint=False)


def functions_book() -> bytes:
    """Return the workbook."""
    book = Book("Bridge functions", "functions", Options(style=STYLES["functions"]))
    sheet = book.sheet("Functions")
    columns = Columns(book, sheet, _COLUMNS)
    columns.head({1: (34, [Field("function", "result", "The functions of xlvp", Styles.TITLE)])})
    columns.head({2: (18, [Field("function", "result", _HELP, Styles.SUBTITLE)])})
    columns.headings(_TOP - 1, height=20)
    # What spills stands last, with room below it.
    ordered = sorted(FUNCTIONS, key=lambda function: function.table)
    for row, function in enumerate(ordered, start=_TOP):
        formula = typed(function, function.examples[0])
        cells = {name: f"{letter}{row}" for name, letter in columns.at.items()}
        book.put(sheet, cells["function"], syntax(function), Styles.NAME)
        text = book.put(sheet, cells["formula"], None, Styles.NAME)
        text.value, text.data_type, text.quotePrefix = formula, "s", True
        book.put(sheet, cells["about"], function.summary, Styles.NAME)
        book.inputs(sheet, cells["result"], _ANYTHING, f"try_{function.name.lower()}")
        shown = book.put(sheet, cells["result"], formula, Styles.INPUT)
        shown.alignment = Alignment("right", "center", indent=1)
        sheet.row_dimensions[row].height = 20
    sheet.freeze_panes = f"A{_TOP}"
    set_up_page(sheet, book.paper, f"A1:{columns.at['result']}{_TOP + len(ordered) + 20}", landscape=True)
    book.workbook.create_sheet("Sheet1")
    return book.finished()
