"""The foot of the sheet `Match`: subtotals and totals, signatures, and the running margin as a chart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from openpyxl.chart import LineChart, Reference
from openpyxl.chart.shapes import GraphicalProperties
from openpyxl.drawing.line import LineProperties
from openpyxl.drawing.spreadsheet_drawing import AnchorMarker, TwoCellAnchor

from xlvp.languages.marks import tr
from xlvp.templates.columns import Field
from xlvp.templates.look import INK, LINE, Styles
from xlvp.templates.match.lines import SIGNED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlvp.templates.columns import Columns

CHART_ROWS = 8
_CHART_ROW_HEIGHT = 16
_ROW_HEIGHT = 16
_SIGNATURE_HEIGHT = 26


def write_totals(columns: Columns, row: int, last_room: str, parts: Sequence[tuple[str, str]]) -> int:
    """Write a row for each part of the match, and return the row below them.

    A part is two formulas: what it is called, and the lines from which to which it goes, as `first:last`.
    """
    for words, lines in parts:
        first, last = lines.split(":")
        fields = [Field("board", f"{last_room}_score", words, Styles.TOTAL_LABEL)]
        sums = {
            side: f"SUM(INDEX({side}_board_imps,{first}):INDEX({side}_board_imps,{last}))" for side in ("home", "away")
        }
        counted = f"SUM(INDEX(counts,{first}):INDEX(counts,{last}))=0"
        fields += [
            Field(f"{side}_board_imps", "", f'=IF({counted},"",{text})', Styles.TOTAL) for side, text in sums.items()
        ]
        home, away = (columns.area(row, f"{side}_board_imps") for side in ("home", "away"))
        difference = f'=IF({home}="","",ROUND({home}-{away},9))'
        fields.append(Field("running", "", difference, Styles.TOTAL, number_format=SIGNED))
        columns.head({row: (_ROW_HEIGHT, fields)})
        row += 1
    return row


def write_signatures(columns: Columns, row: int, spans: Sequence[tuple[str, str, str]]) -> None:
    """Write the line for the captains: for each side the columns of its words and of its line."""
    for side, (first, label_end, line_end) in zip(("home", "away"), spans, strict=True):
        words = f'=INDEX(foot_words,1)&" "&{side}'
        columns.field(row, Field(first, label_end, words, Styles.LABEL))
        names = list(columns.at)
        after = names[names.index(label_end) + 1]
        columns.field(row, Field(after, line_end, "", Styles.SIGNATURE))
    columns.sheet.row_dimensions[row].height = _SIGNATURE_HEIGHT


def draw_chart(columns: Columns, boards: range, top: int, last_column: int) -> None:
    """Draw the running margin of the boards in some rows, below them."""
    sheet, plotted = columns.sheet, columns.at["plotted"]
    chart = LineChart()
    chart.title = None
    chart.legend = None
    chart.visible_cells_only = False
    chart.display_blanks = "span"  # LibreOffice takes a gap for 0
    chart.y_axis.title = columns.book.say(tr("home team's lead"))
    chart.x_axis.delete = chart.y_axis.delete = False
    chart.x_axis.tickLblPos = "low"
    chart.y_axis.number_format = "+0;-0;0"
    chart.y_axis.majorGridlines.spPr = GraphicalProperties(ln=LineProperties(solidFill=LINE))
    column = sheet[f"{plotted}1"].column
    chart.add_data(Reference(sheet, min_col=column, min_row=boards[0], max_row=boards[-1]))
    chart.set_categories(Reference(sheet, min_col=1, min_row=boards[0], max_row=boards[-1]))
    (line,) = chart.series
    line.graphicalProperties.line.solidFill = INK
    line.graphicalProperties.line.width = 22000
    line.marker.symbol = "circle"
    line.marker.size = 5
    line.marker.graphicalProperties.solidFill = INK
    line.smooth = False
    for row in range(top, top + CHART_ROWS):
        sheet.row_dimensions[row].height = _CHART_ROW_HEIGHT
    corners = AnchorMarker(col=0, row=top - 1), AnchorMarker(col=last_column, row=top + CHART_ROWS - 1)
    chart.anchor = TwoCellAnchor("twoCell", _from=corners[0], to=corners[1])
    sheet.add_chart(chart)
