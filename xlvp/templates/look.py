"""The look that all templates share: colours, styles, paper.

The colours are pale enough for a black-and-white printer, and the input cells have Excel's own style *Input*, in a
calmer colour than Excel's.
"""

from __future__ import annotations

from collections import Counter
from copy import copy
from enum import Enum
from typing import TYPE_CHECKING

from openpyxl.formatting.rule import Rule
from openpyxl.styles import Alignment, Border, Font, NamedStyle, PatternFill, Protection, Side
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.styles.numbers import NumberFormat
from openpyxl.worksheet.pagebreak import Break
from openpyxl.worksheet.worksheet import Worksheet

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from openpyxl import Workbook

INK = "1F3A4D"
LINE = "B5C2CB"
BAND = "E9EFF3"
INPUT = "FFF7DE"
RESULT = "DDEBE3"
FAINT = "6B7B86"
RED = "B3261E"
WARNING = "F7D9D6"
DOUBT = "FCE8C5"
SWING = "D5E3EE"
BAR = "7C9AAF"

FONT = "Calibri"

SHARED = '0"="'
"""How a rank is shown that is shared."""

CHARACTER_PIXELS = 7.5
"""The width of a character, in which widths of columns are counted: 7 in Excel, a little more in LibreOffice."""

_LEFT, _CENTRE, _RIGHT = "left", "center", "right"


class Paper(Enum):
    """What is printed on; the value is Excel's number for it."""

    A4 = Worksheet.PAPERSIZE_A4
    LETTER = Worksheet.PAPERSIZE_LETTER


class Styles:
    """The names of the styles, for `cell.style`."""

    INPUT = "Input"
    TITLE = "xlvp title"
    SUBTITLE = "xlvp subtitle"
    LABEL = "xlvp label"
    HEADING = "xlvp heading"
    CELL = "xlvp cell"
    OPEN = "xlvp open"
    NUMBER = "xlvp number"
    TEXT = "xlvp text"
    NAME = "xlvp name"
    FIGURE = "xlvp figure"
    SECTION = "xlvp section"
    BLOCKED = "xlvp blocked"
    RESULT = "xlvp result"
    BIG = "xlvp big result"
    NOTE = "xlvp note"
    PROBLEM = "xlvp problem"
    PLAIN = "xlvp plain"
    PLAIN_NAME = "xlvp plain name"
    QUESTION = "xlvp question"
    TOTAL = "xlvp total"
    TOTAL_LABEL = "xlvp total label"
    SIGNATURE = "xlvp signature"
    POSTER = "xlvp poster"
    POSTER_BOLD = "xlvp poster bold"
    POSTER_HEADING = "xlvp poster heading"
    POSTER_PROBLEM = "xlvp poster problem"


def _style(
    name: str,
    *,
    size: float = 11,
    bold: bool = False,
    italic: bool = False,
    colour: str = INK,
    fill: str = "",
    align: str = _CENTRE,
    box: bool = False,
    wrap: bool = False,
    shrink: bool = False,
    indent: int = 0,
    number: str = "General",
    locked: bool = True,
    line: bool = False,
) -> NamedStyle:
    side = Side("thin", LINE)
    lined = Border(bottom=Side("thin", INK)) if line else Border()
    return NamedStyle(
        name,
        font=Font(FONT, size, bold=bold, italic=italic, color=colour),
        fill=PatternFill("solid", fgColor=fill) if fill else PatternFill(),
        border=Border(side, side, side, side) if box else lined,
        alignment=Alignment(align, "center", wrap_text=wrap, shrink_to_fit=shrink, indent=indent),
        protection=Protection(locked=locked),
        number_format=number,
    )


def add_styles(workbook: Workbook) -> None:
    """Give a workbook the styles."""
    workbook._named_styles["Normal"].font = Font(FONT, 11, color=INK)
    own_input = _style(Styles.INPUT, box=True, locked=False)
    own_input.builtinId, own_input.customBuiltin = 20, True
    for style in (
        own_input,
        _style(Styles.TITLE, size=20, bold=True, align=_LEFT),
        _style(Styles.SUBTITLE, size=11, colour=FAINT, align=_LEFT),
        _style(Styles.LABEL, colour=FAINT, align=_RIGHT, shrink=True, indent=1),
        _style(Styles.HEADING, size=10, bold=True, fill=BAND, box=True, wrap=True),
        _style(Styles.CELL, box=True),
        _style(Styles.OPEN),
        _style(Styles.NUMBER, box=True, align=_RIGHT),
        _style(Styles.TEXT, box=True, align=_LEFT),
        _style(Styles.NAME, box=True, align=_LEFT, shrink=True, indent=1),
        _style(Styles.FIGURE, box=True, align=_RIGHT, indent=1),
        _style(Styles.SECTION, size=13, bold=True, align=_LEFT),
        _style(Styles.BLOCKED, fill=LINE, box=True),
        _style(Styles.RESULT, size=12, bold=True, fill=RESULT, box=True),
        _style(Styles.BIG, size=22, bold=True, fill=RESULT, box=True),
        _style(Styles.NOTE, size=10, colour=FAINT, align=_LEFT, wrap=True),
        _style(Styles.PROBLEM, size=9, bold=True, colour=RED, align=_LEFT),
        _style(Styles.PLAIN),
        _style(Styles.PLAIN_NAME, align=_LEFT, shrink=True, indent=1),
        _style(Styles.QUESTION, size=10, bold=True, colour=RED, align=_LEFT, shrink=True, indent=1),
        _style(Styles.TOTAL, bold=True, fill=BAND, box=True, align=_RIGHT, indent=1),
        _style(Styles.TOTAL_LABEL, colour=FAINT, align=_RIGHT, indent=1),
        _style(Styles.SIGNATURE, line=True),
        _style(Styles.POSTER, size=15, align=_RIGHT, indent=1),
        _style(Styles.POSTER_BOLD, size=15, bold=True, align=_RIGHT, indent=1),
        _style(Styles.POSTER_HEADING, size=15, bold=True),
        _style(Styles.POSTER_PROBLEM, size=13, bold=True, colour=RED, align=_LEFT),
    ):
        workbook.add_named_style(style)


def keep_indents(workbook: Workbook) -> None:
    """Give cells that stand at the right, and differ in anything else, fonts that differ by a shade nobody can see.

    LibreOffice draws a cell without its indent if the cell drawn before it differs in its number format, its borders,
    its size or its rules, but in nothing that concerns the text.
    """
    right = {number for number, each in enumerate(workbook._alignments) if each.horizontal == _RIGHT}
    for sheet in workbook:
        sizes = {area.coord.partition(":")[0]: tuple(area.size.values()) for area in sheet.merged_cells.ranges}
        rules = (*sheet.conditional_formatting, *sheet.data_validations.dataValidation)
        areas: dict[int, list[tuple[int, int, int, int]]] = {}  # by column, since most rules are about a few
        for left, top, last, bottom in (area.bounds for rule in rules for area in rule.sqref.ranges):
            for column in range(left, last + 1):
                areas.setdefault(column, []).append((left, top, last, bottom))
        shaded: dict[tuple[Any, ...], Any] = {}
        used: Counter[int] = Counter()
        for cell in (cell for cell in sheet._cells.values() if cell.has_style and cell._style.alignmentId in right):
            ruled = [area for area in areas.get(cell.column, ()) if area[1] <= cell.row <= area[3]]
            look = (cell.style_id, sizes.get(cell.coordinate), *ruled)
            if look not in shaded:
                plain, font = cell._style.fontId, copy(cell.font)
                shade = used[plain] % 4 << 16 | used[plain] // 4 % 4 << 8 | used[plain] // 16
                font.color = f"{int(font.color.rgb, 16) + shade:08X}"
                used[plain] += 1
                cell._style = copy(cell._style)  # openpyxl keeps the one whose number it has given
                cell.font = font
                shaded[look] = cell._style
            cell._style = copy(shaded[look])


def number_rule(formula: str, code: str, **marks: Any) -> Rule:
    """Return the rule that shows numbers in another format where a formula is true, and marks their cells."""
    number = 1000 + sum(code.encode())  # the format's own, apart from those of cells, which count from 164
    return Rule("expression", formula=[formula], dxf=DifferentialStyle(numFmt=NumberFormat(number, code), **marks))


def set_up_page(
    sheet: Worksheet, paper: Paper, area: str, *, landscape: bool = False, pages: int = 1, repeat: str = ""
) -> None:
    """Fit what is printed of a sheet on the paper: one page wide and `pages` high, with the rows `repeat` on each."""
    sheet.print_area = area
    sheet.page_setup.paperSize = paper.value
    sheet.page_setup.orientation = "landscape" if landscape else "portrait"
    sheet.page_setup.fitToWidth = 1
    sheet.page_setup.fitToHeight = pages
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    sheet.page_margins.left = sheet.page_margins.right = 0.4
    sheet.page_margins.top = sheet.page_margins.bottom = 0.5
    sheet.page_margins.header = sheet.page_margins.footer = 0.25
    sheet.print_options.horizontalCentered = True
    sheet.oddFooter.left.text = "&A"
    sheet.oddFooter.right.text = "&P / &N"
    if repeat:
        sheet.print_title_rows = repeat


def break_pages(sheet: Worksheet, percent: int, rows: Iterable[int]) -> None:
    """Begin a new page after some rows, and print at a fixed size: Excel breaks pages or fits them, not both."""
    sheet.sheet_properties.pageSetUpPr.fitToPage = False
    sheet.page_setup.fitToWidth = sheet.page_setup.fitToHeight = None
    sheet.page_setup.scale = percent
    for row in rows:
        sheet.row_breaks.append(Break(row))


def protect(sheet: Worksheet) -> None:
    """Lock all but the input cells, without a password; columns may be widened."""
    sheet.protection.sheet = True
    sheet.protection.formatColumns = False
    sheet.protection.formatRows = False
    sheet.sheet_view.showGridLines = False


def widths(sheet: Worksheet, **columns: float) -> None:
    """Set the widths of columns, in characters."""
    for letter, width in columns.items():
        sheet.column_dimensions[letter].width = width
