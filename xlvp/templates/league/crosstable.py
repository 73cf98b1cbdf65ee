"""The sheet `Cross-table` of a league: the VPs of every team against every other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from openpyxl.styles import Alignment

from xlvp.languages.marks import tr
from xlvp.templates.columns import Column, Columns, Field, Lines
from xlvp.templates.look import Styles, set_up_page
from xlvp.templates.vptables import show_whole

if TYPE_CHECKING:
    from xlvp.templates.book import Book
    from xlvp.templates.options import Options

TOP = 5
_NOTES = (
    tr("In the row of each team the VPs that it has against the team of the column."),
    tr("In the row of each team the VPs that it has at home against the team of the column."),
)
_SHEET = tr("Cross-table", "sheet")
_SOURCES = ("match_teams,{line},match_opponents", "fixtures_home_counts,{line},fixtures_away_counts")
_VPS = ("match_vps", "fixtures_home_vp")


def add_cross_table(book: Book, options: Options, teams: int) -> None:
    """Add the sheet; with two legs the home matches of a team are in its row, and those away in its column."""
    sheet = book.sheet(_SHEET)
    leg = options.legs - 1
    columns = {
        "number": Column(tr("No."), 6, "{line}", named=False),
        "team": Column(tr("Team"), 30, 'INDEX(team_names,{line})&""', style=Styles.NAME, named=False),
    }
    for other in range(1, teams + 1):
        where = f"{_SOURCES[leg]},{other}"
        columns[f"against{other}"] = Column(
            str(other),
            7,
            f'IF(COUNTIFS({where})=0,"",SUMIFS({_VPS[leg]},{where}))',
            style=Styles.FIGURE,
            number_format="0.00",
            named=False,
        )
    columns["total"] = Column(
        tr("VPs"), 10, "INDEX(team_totals,{line})", style=Styles.RESULT, number_format="0.00", named=False
    )
    placed = Columns(book, sheet, columns)
    lines = Lines(placed, TOP, teams)
    last = f"against{teams}"
    placed.head(
        {
            1: (28, [Field("number", "team", _SHEET, Styles.TITLE)]),
            2: (18, [Field("number", last, _NOTES[leg], Styles.SUBTITLE)]),
        }
    )
    placed.headings(TOP - 1, height=20)
    lines.write(height=20)
    for line, row in enumerate(lines.rows, start=1):
        own = sheet[f"{placed.at[f'against{line}']}{row}"]
        own.value, own.style = None, Styles.BLOCKED
        for name in ("total", *(f"against{other}" for other in range(1, teams + 1))):
            sheet[f"{placed.at[name]}{row}"].alignment = Alignment(
                "right", "center", indent=1 if name == "total" else 0
            )
    cells = lines.cells("against1", last)
    book.name("league_vps", sheet, cells)
    show_whole(sheet, cells)
    show_whole(sheet, lines.cells("total"))
    sheet.freeze_panes = f"{placed.at['against1']}{TOP}"
    set_up_page(sheet, options.paper, placed.area(1, "number", "total", TOP - 1 + teams), landscape=True)
