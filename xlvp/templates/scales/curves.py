"""The sheet `Curves`: all VP scales for the first number of boards, each as the winner's part of the VPs.

A part, and not the VPs, since some scales share out 20 and another 30.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from openpyxl.chart import Reference
from openpyxl.drawing.colors import ColorChoice, SchemeColor
from openpyxl.drawing.spreadsheet_drawing import AnchorMarker, TwoCellAnchor
from openpyxl.utils import get_column_letter as letter

from xlvp.languages.marks import sentence, tr
from xlvp.rules.scales import SCALES
from xlvp.templates.look import FAINT, INK, RED, Styles, set_up_page, widths
from xlvp.templates.scales.drawing import Pen, add_curve, curve_chart
from xlvp.templates.tables import MOST_BOARDS
from xlvp.templates.vptables import most_margins

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

    from xlvp.templates.book import Book
    from xlvp.templates.wording import Style

TOP = 6
"""The row of a margin of 0 in the hidden columns that are drawn."""

_MARGIN = 14  # the hidden column with the margins; the scales follow
_BELOW = 38  # the row below the chart


_PENS = {
    "WBF": Pen(ColorChoice(schemeClr=SchemeColor(val="tx2", alpha=35_000)), 7, "solid"),
    "WBF discrete": Pen(INK, 1.25, "solid"),
    "ACBL 20": Pen(RED, 1.75, "dash"),
    "ACBL 30": Pen(FAINT, 2.25, "sysDot"),
    "NABC+": Pen(INK, 1.5, "sysDash"),
}
_OTHER_PENS = (Pen(FAINT, 1.25, "dashDot"), Pen(RED, 1.25, "lgDash"), Pen(INK, 1, "lgDashDot"))
"""NABC+ lies on the WBF curve: a thin line on a broad one, or under it, since Excel and LibreOffice differ in which of
two lines they draw last. So the broad one can be seen through."""


def curves(book: Book, style: Style) -> None:
    """Add the sheet."""
    sheet = book.sheet(tr("Curves", "sheet"))
    last = TOP + most_margins(MOST_BOARDS) - 1
    _words(book, sheet)
    _points(book, sheet, last, style)
    _chart(book, sheet, last)
    set_up_page(sheet, book.paper, f"A1:L{_BELOW}", landscape=True)


def _pen(number: int, name: str) -> Pen:
    """Return how the curve of a scale is drawn; a scale without a line of its own has one of the others."""
    return _PENS.get(name, _OTHER_PENS[number % len(_OTHER_PENS)])


def count_of_boards(cell: str) -> str:
    """Return a formula for a number of boards in words."""
    return f'{cell}&IF({cell}=1,"{tr(" board")}","{tr(" boards")}")'


def _words(book: Book, sheet: Worksheet) -> None:
    """Write what is drawn, and what is not."""
    title = sentence("The VP scales for {boards}", boards=count_of_boards("curve_boards"))
    book.put(sheet, "A1:L1", f'=IFERROR({title},"{tr("The VP scales side by side")}")', Styles.TITLE)
    sheet.row_dimensions[1].height = 30
    book.put(sheet, "A2:L2", tr("The winner's part of the VPs, by the margin in IMPs"), Styles.SUBTITLE)
    asked = tr("Type a whole number of boards, 1 to {most}, first on the sheet Poster", most=MOST_BOARDS)
    short = f" {tr('and')} ".join(scale.name for scale in SCALES if scale.max_boards < MOST_BOARDS)
    least = '"&MIN(scale_boards)&"'
    no_curve = tr("No curve: {scales} end at {boards} boards", scales=short, boards=least)
    ended = f'IF(curve_boards>MIN(scale_boards),"{no_curve}","")'
    book.put(sheet, "A3:L3", f'=IF(ISERROR(curve_boards),"{asked}",{ended})', Styles.PROBLEM)
    book.name("curve_problem", sheet, "A3")
    note = tr(
        "NABC+ is the WBF curve without its last correction: they differ by a few hundredths of a VP at the most."
    )
    book.put(sheet, f"A{_BELOW}:L{_BELOW}", note, Styles.NOTE)


def _points(book: Book, sheet: Worksheet, last: int, style: Style) -> None:
    """Write what is drawn: each margin until all scales are at their end, and there again and again."""
    put = book.put
    margin = letter(_MARGIN)
    columns = [letter(_MARGIN + number) for number in range(1, len(SCALES) + 1)]
    known = f"AND(boards>=1,boards<={MOST_BOARDS},boards=INT(boards))"
    put(sheet, f"{margin}{TOP - 2}", f"=IFERROR(IF({known},boards,NA()),NA())")
    book.name("curve_boards", sheet, f"{margin}{TOP - 2}")
    for number, (scale, column) in enumerate(zip(SCALES, columns, strict=True), start=1):
        put(sheet, f"{column}{TOP - 1}", scale.name, Styles.HEADING)
        for row in range(TOP, last + 1):
            at = f"${margin}{row}"
            vps = style.scale_vp(at, "curve_boards", f"{column}${TOP - 1}", str(number))
            put(sheet, f"{column}{row}", f"=IFERROR({vps}/INDEX(scale_totals,{number}),NA())")
    put(sheet, f"{margin}{TOP}", 0)
    for row in range(TOP + 1, last + 1):
        growing = f'COUNTIF({columns[0]}{row - 1}:{columns[-1]}{row - 1},"<1")>0'
        put(sheet, f"{margin}{row}", f"={margin}{row - 1}+IF({growing},1,0)")
    book.name("curve_margins", sheet, f"{margin}{TOP}:{margin}{last}")
    book.name("curve_parts", sheet, f"{columns[0]}{TOP}:{columns[-1]}{last}")
    for column in (margin, *columns):
        sheet.column_dimensions[column].hidden = True


def _chart(book: Book, sheet: Worksheet, last: int) -> None:
    """Draw the curves."""
    chart = curve_chart(book, tr("margin in IMPs"), tr("the winner's part of the VPs"), "0%")
    chart.y_axis.scaling.min, chart.y_axis.scaling.max, chart.y_axis.majorUnit = 0.5, 1, 0.1
    margins = Reference(sheet, min_col=_MARGIN, min_row=TOP, max_row=last)
    for number, scale in enumerate(SCALES, start=1):
        parts = Reference(sheet, min_col=_MARGIN + number, min_row=TOP - 1, max_row=last)
        add_curve(chart, margins, parts, _pen(number, scale.name))
    corners = AnchorMarker(col=0, row=3), AnchorMarker(col=12, row=_BELOW - 1)
    chart.anchor = TwoCellAnchor("twoCell", _from=corners[0], to=corners[1])
    sheet.add_chart(chart)
    widths(sheet, **dict.fromkeys("ABCDEFGHIJKL", 12.0))
