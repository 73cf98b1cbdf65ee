"""Bars beside a column of figures: a chart that fills the cells of its own column, one bar in each row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from openpyxl.chart import BarChart, Reference
from openpyxl.chart.layout import Layout, ManualLayout
from openpyxl.drawing.spreadsheet_drawing import AnchorMarker, TwoCellAnchor
from openpyxl.utils import column_index_from_string

from xlvp.templates.look import BAR

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet


def draw_bars(sheet: Worksheet, column: str, plotted: str, names: str, rows: range) -> None:
    """Draw the figures of the column `plotted` in another, in these rows; a screen reader reads out the `names`."""
    chart = BarChart()
    chart.type = "bar"
    chart.title = None
    chart.legend = None
    chart.visible_cells_only = False
    chart.gapWidth = 60
    chart.x_axis.delete = chart.y_axis.delete = True
    chart.x_axis.scaling.orientation = "maxMin"  # the first at the top
    chart.y_axis.scaling.min = 0
    chart.y_axis.majorGridlines = None
    whole = ManualLayout(layoutTarget="inner", xMode="edge", yMode="edge", x=0, y=0, w=1, h=1)
    chart.layout = Layout(manualLayout=whole)

    def cells(letter: str) -> Reference:
        column = column_index_from_string(letter)
        return Reference(sheet, min_col=column, min_row=rows[0], max_row=rows[-1])

    chart.add_data(cells(plotted))
    chart.set_categories(cells(names))
    chart.series[0].graphicalProperties.solidFill = BAR
    place = column_index_from_string(column)
    corners = AnchorMarker(col=place - 1, row=rows[0] - 1), AnchorMarker(col=place, row=rows[-1])
    chart.anchor = TwoCellAnchor("twoCell", _from=corners[0], to=corners[1])
    sheet.add_chart(chart)
