"""The sheet `Table` of a league: the teams in order, with a bar for the VPs of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Alignment, Font
from openpyxl.utils import absolute_coordinate

from xlvp.templates.bars import draw_bars
from xlvp.templates.league.crosstable import hide
from xlvp.templates.league.vps import NOTHING_LOST, SIGNED, put_figure
from xlvp.templates.look import FAINT, Styles, number_rule, set_up_page, widths
from xlvp.templates.tables import BY_QUOTIENT
from xlvp.templates.vptables import show_whole

if TYPE_CHECKING:
    from xlvp.templates.book import Book
    from xlvp.templates.league.crosstable import Grid

TOP = 6
"""The row of the first team."""

_RANK, _TEAM, _PLAYED, _RATIO, _ADJUSTED, _VPS = "A", "B", "C", "I", "J", "K"
_COLUMNS = {
    "played": (_PLAYED, "Played", 8),
    "won": ("D", "Won", 7),
    "drawn": ("E", "Drawn", 7),
    "lost": ("F", "Lost", 7),
    "imps_for": ("G", "IMPs for", 8),
    "imps_against": ("H", "IMPs against", 8),
    "tie_break": (_RATIO, f'=IF({BY_QUOTIENT},"IMP quotient","IMP difference")', 10.5),
    "adjusted": (_ADJUSTED, "Carry-over, penalty", 10.5),
    "vp": (_VPS, "VPs", 11),
}
"""What the sheet `VPs` has worked out by team: column, heading and width here."""

_BAR, _NUMBER, _PLOTTED = "L", "N", "O"
"""The bars, and in hidden columns the team's number and what is plotted."""

_NO_RANK = "\N{EN DASH}"


class LeagueTable:
    """The sheet, part by part."""

    def __init__(self, book: Book, grid: Grid) -> None:
        self.book = book
        self.grid = grid
        self.sheet = book.sheet("Table")
        self.last = TOP + grid.count - 1

    def column(self, letter: str) -> str:
        """Return the cells of all teams in a column."""
        return f"{letter}{TOP}:{letter}{self.last}"

    def write(self) -> None:
        """Write all of it."""
        book, sheet = self.book, self.sheet
        self.head()
        headings = [heading for _, heading, _ in _COLUMNS.values()]
        book.headings(sheet, TOP - 1, 1, ["Rank", "Team", *headings, ""])
        sheet.row_dimensions[TOP - 1].height = 32
        for place in self.grid.teams:
            self.place(place)
        columns = {name: column for name, (column, _, _) in _COLUMNS.items()}
        for name, column in {"rank": _RANK, "team": _TEAM, **columns}.items():
            book.name(f"table_{name}", sheet, self.column(column))
        widths(sheet, A=7, B=34, **{column: width for column, _, width in _COLUMNS.values()}, **{_BAR: 24})
        hide(sheet, sheet[f"{_NUMBER}1"].column, 2)
        sheet.freeze_panes = f"C{TOP}"
        self.marks()
        draw_bars(sheet, _BAR, _PLOTTED, _TEAM, range(TOP, self.last + 1))
        set_up_page(sheet, book.paper, f"A1:{_BAR}{self.last}", landscape=True)

    def head(self) -> None:
        """Write what is played, how many matches are to come, and on which sheet something is wrong."""
        put, sheet = self.book.put, self.sheet
        title = put(sheet, "A1:H1", '=IF(event="","League table",event)', Styles.TITLE)
        title.alignment = Alignment("left", "center", shrink_to_fit=True)
        put(sheet, "A2", '=scale&" scale, "&boards&" boards in a match"', Styles.SUBTITLE)
        put(sheet, f"I1:{_BAR}1", '=IF(date="","",date)', Styles.LABEL).number_format = "d mmm yyyy"
        left = put(sheet, f"I2:{_BAR}2", '=IF(SUM(team_ranked)<2,"",SUM(team_to_come)/2)', Styles.LABEL)
        left.number_format = '[=0]"all matches played";[=1]0" match to come";0" matches to come"'
        self.book.name("matches_left", sheet, "I2")
        problem = '""'
        for where in ("Awards", "Results", "Teams"):
            name = f"{where.lower()}_problem"
            problem = f'IF({name}<>"","{where}: "&{name},{problem})'
        put(sheet, "A3", f"={problem}", Styles.PROBLEM)
        sheet.row_dimensions[1].height, sheet.row_dimensions[2].height = 30, 18

    def place(self, place: int) -> None:
        """Write a line."""
        put, sheet, row = self.book.put, self.sheet, TOP + place - 1
        number = f"${_NUMBER}{row}"
        put(sheet, f"{_NUMBER}{row}", f"=MOD(SMALL(team_key,{place}),100)")
        put(sheet, f"{_PLOTTED}{row}", f"=IF(N({_VPS}{row})=0,NA(),{_VPS}{row})")
        rank = f'IF(INDEX(withdrawn,{number})="",INDEX(team_rank,{number}),"{_NO_RANK}")'
        put(sheet, f"{_RANK}{row}", f'=IF({_TEAM}{row}="","",{rank})', Styles.RESULT)
        put(sheet, f"{_TEAM}{row}", f'=INDEX(team_names,{number})&""', Styles.NAME)
        for name, (column, _, _) in _COLUMNS.items():
            put(sheet, f"{column}{row}", f'=IF(${_VPS}{row}="","",INDEX(team_{name},{number}))', Styles.FIGURE)
        ratio = f"INDEX(team_tie_break,{number})"
        shown = f'IF({ratio}={NOTHING_LOST},"∞",ROUND({ratio},3))'
        put_figure(self.book, sheet, f"{_RATIO}{row}", f'=IF(N({_PLAYED}{row})=0,"",{shown})', "+0;-0;0")
        put_figure(self.book, sheet, f"{_ADJUSTED}{row}", sheet[f"{_ADJUSTED}{row}"].value, SIGNED)
        put_figure(self.book, sheet, f"{_VPS}{row}", f"=INDEX(team_vp,{number})", "0.00", Styles.RESULT)
        sheet.row_dimensions[row].height = 20

    def marks(self) -> None:
        """Show shared ranks, decimals and withdrawn teams as they should be."""
        sheet, rank = self.sheet, f"${_RANK}{TOP}"
        ranks = absolute_coordinate(self.column(_RANK))
        shared = number_rule(f"AND(N({rank})>0,COUNTIF({ranks},{rank})>1)", '0"="')
        sheet.conditional_formatting.add(self.column(_RANK), shared)
        sheet.conditional_formatting.add(self.column(_RATIO), number_rule(BY_QUOTIENT, "0.000"))
        for column in (_ADJUSTED, _VPS):
            show_whole(sheet, self.column(column))
        gone = FormulaRule([f'{rank}="{_NO_RANK}"'], font=Font(italic=True, color=FAINT))
        sheet.conditional_formatting.add(f"{_RANK}{TOP}:{_VPS}{self.last}", gone)
