"""How curves are drawn, so that one can be told from another on a black-and-white print as well."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from openpyxl.chart import ScatterChart, Series
from openpyxl.chart.shapes import GraphicalProperties
from openpyxl.chart.text import RichText
from openpyxl.drawing.line import LineProperties
from openpyxl.drawing.text import CharacterProperties, Paragraph, ParagraphProperties

from xlvp.templates.look import LINE

if TYPE_CHECKING:
    from openpyxl.chart import Reference
    from openpyxl.drawing.colors import ColorChoice

    from xlvp.templates.book import Book

_POINT = 12700  # the unit of a line's width


class Pen(NamedTuple):
    """What a curve is drawn with."""

    colour: str | ColorChoice
    width: float
    dash: str


def curve_chart(book: Book, margins_are: str, values_are: str, number_format: str, size: int = 12) -> ScatterChart:
    """Return an empty chart of values by margins, whose columns may be hidden; `size` is that of its letters."""
    chart = ScatterChart()
    chart.style = None
    chart.scatterStyle = "lineMarker"
    chart.visible_cells_only = False
    chart.display_blanks = "span"  # LibreOffice takes a gap for 0
    characters = CharacterProperties(sz=100 * size)
    lettering = RichText(
        p=[Paragraph(pPr=ParagraphProperties(defRPr=characters), endParaRPr=CharacterProperties(sz=100 * size))]
    )
    chart.legend.position = "b"
    chart.legend.txPr = lettering
    chart.x_axis.title, chart.y_axis.title = book.say(margins_are), book.say(values_are)
    chart.x_axis.number_format, chart.y_axis.number_format = "0", number_format
    chart.x_axis.scaling.min = 0
    for axis in (chart.x_axis, chart.y_axis):
        axis.delete = False
        axis.txPr = lettering
        axis.majorGridlines.spPr = GraphicalProperties(ln=LineProperties(solidFill=LINE))
    return chart


def add_curve(chart: ScatterChart, margins: Reference, values: Reference, pen: Pen) -> None:
    """Draw a curve; the first of its values is its name."""
    curve = Series(values, margins, title_from_data=True)
    curve.marker.symbol = "none"
    curve.smooth = False
    line = LineProperties(w=round(pen.width * _POINT), solidFill=pen.colour, prstDash=pen.dash)
    curve.graphicalProperties = GraphicalProperties(ln=line)
    chart.series.append(curve)
