"""The sheet `VPs` of a league: the VPs of every match, and in hidden columns what follows from them for each team."""

from __future__ import annotations

from typing import TYPE_CHECKING

from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Alignment, Font
from openpyxl.utils import get_column_letter as letter

from xlvp.templates.league.crosstable import TOP, cross_sheet, hide
from xlvp.templates.look import Styles
from xlvp.templates.tables import BY_QUOTIENT
from xlvp.templates.vptables import OWN_TOO, show_whole

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

    from xlvp.templates.book import Book
    from xlvp.templates.league.crosstable import Grid
    from xlvp.templates.wording import Style

TEAMS_TOP = 11
"""The row of the first team on the sheet `Teams`: its carry-over is in column C, its penalty in D."""

NOTHING_LOST = "1E9"  # the quotient of a team that has lost no IMPs
WITHDRAWN = ("annulled", "kept")
SIGNED = "+0.00;-0.00;0.00"

_NOT_RANKED = "-1E6"  # the VPs of a team that is not in the ranking, in hundredths
_WORKINGS = (
    *("plays", "ranked", "played", "won", "drawn", "lost", "imps_for", "imps_against"),
    *("tie_break", "points", "key", "to_come"),
)
"""What is worked out by team, each named `team_…`."""


class LeagueVPs:
    """The sheet, part by part."""

    def __init__(self, book: Book, grid: Grid, style: Style) -> None:
        self.book = book
        self.grid = grid
        self.style = style
        after = {"Carry-over, penalty": 10, "VPs": 11, "Rank": 7}
        note = "In the row of each team: the VPs that it has."
        self.sheet = cross_sheet(book, grid, "VPs", "Victory points", note, after)
        self.adjusted, self.vp, self.rank = (letter(grid.after + number) for number in range(len(after)))
        self.margins = grid.after + len(after)
        """Where the hidden columns begin, with what each match was won by."""
        first = self.margins + grid.count
        self.workings = {name: letter(first + number) for number, name in enumerate(_WORKINGS)}

    def write(self) -> None:
        """Write all of it."""
        book, sheet, grid = self.book, self.sheet, self.grid
        for team in grid.teams:
            for opponents in grid.teams:
                if opponents != team:
                    self.match(team, opponents)
            self.team(team)
        columns = {**self.workings, "adjusted": self.adjusted, "vp": self.vp, "rank": self.rank}
        for name, column in columns.items():
            book.name(f"team_{name}", sheet, grid.down(column))
        book.name("league_vps", sheet, grid.block())
        book.name("margins", sheet, grid.block(self.margins))
        hide(sheet, self.margins, grid.count + len(_WORKINGS))
        won, bold = f"N({grid.at(1, 1, self.margins)})>0", Font(bold=True)
        show_whole(sheet, grid.block(), won, bold)  # first, for LibreOffice follows one rule alone
        for cells in (grid.block(), grid.down(self.adjusted), grid.down(self.vp)):
            show_whole(sheet, cells)
        sheet.conditional_formatting.add(grid.block(), FormulaRule([won], font=bold))

    def match(self, team: int, opponents: int) -> None:
        """Write a team's VPs against others, and what it won by: in IMPs, or in VPs if those are awarded."""
        put, sheet, grid = self.book.put, self.sheet, self.grid
        own, other = grid.at(team, opponents), grid.at(opponents, team)
        checks = grid.at(team, opponents, grid.checks), grid.at(opponents, team, grid.checks)

        def difference(source: str) -> str:
            wrong = "+".join(f"{source}!{check}" for check in checks)
            return f'IF({wrong}=0,{source}!{own}-{source}!{other},"")'

        plays, margin = self.workings["plays"], grid.at(team, opponents, self.margins)
        out = f"{plays}{TOP + team - 1}*{plays}{TOP + opponents - 1}=0"
        result = f'IF(Results!{own}="","",{difference("Results")})'
        put(sheet, margin, f'=IF({out},"",IF(Awards!{own}&Awards!{other}="",{result},{difference("Awards")}))')
        vps = f'IF(Awards!{own}="",{self.style.vp(margin, OWN_TOO)},Awards!{own})'
        put_figure(self.book, sheet, own, f'=IF({margin}="","",{vps})', "0.00")

    def team(self, team: int) -> None:
        """Write what is worked out for a team."""
        put, sheet, grid, row = self.book.put, self.sheet, self.grid, TOP + team - 1
        its = {name: f"{column}{row}" for name, column in self.workings.items()}
        gone = f"INDEX(withdrawn,{team})"
        across, down = grid.row(team, self.margins), grid.under(team, self.margins)
        won, lost = its["imps_for"], its["imps_against"]
        place = f'IF($B{row}="",{grid.count + 2},IF({gone}="",N({self.rank}{row}),{grid.count + 1}))'
        workings = {
            "plays": f'IF(OR(scale_problem<>"",$B{row}="",AND({gone}<>"",{gone}<>"{WITHDRAWN[1]}")),0,1)',
            "ranked": f'{its["plays"]}*({gone}="")',
            "played": f"COUNT({across})",
            "won": f'COUNTIF({across},">0")',
            "drawn": f"COUNTIF({across},0)",
            "lost": f'COUNTIF({across},"<0")',
            "imps_for": _imps(across, grid.row(team)),
            "imps_against": _imps(down, grid.under(team)),
            "tie_break": f"IF({BY_QUOTIENT},IF({lost}=0,{NOTHING_LOST},{won}/{lost}),{won}-{lost})",
            "points": f"IF(started*{its['ranked']}=0,{_NOT_RANKED},ROUND(100*{self.vp}{row},0))",
            "key": f"100*{place}+{team}",  # by which the teams are put in order
            "to_come": f'IF({its["ranked"]}=0,0,SUM(team_ranked)-1-SUMPRODUCT(({down}<>"")*team_ranked))',
        }
        for name, text in workings.items():
            put(sheet, its[name], f"={text}")
        carried, penalty = (f"Teams!{column}{TEAMS_TOP + team - 1}" for column in "CD")
        unadjusted = f"OR({its['plays']}=0,COUNT({carried},{penalty})=0)"
        adjusted = f'=IF({unadjusted},"",N({carried})-N({penalty}))'
        put_figure(self.book, sheet, f"{self.adjusted}{row}", adjusted, SIGNED)
        total = f"ROUND(SUM({grid.row(team)},{self.adjusted}{row}),2)"
        put_figure(
            self.book, sheet, f"{self.vp}{row}", f'=IF(started*{its["plays"]}=0,"",{total})', "0.00", Styles.RESULT
        )
        level = f"(team_points={its['points']})*(team_tie_break>{its['tie_break']})"
        better = f"SUMPRODUCT((team_points>{its['points']})+{level})"
        put(sheet, f"{self.rank}{row}", f'=IF(started*{its["ranked"]}=0,"",1+{better})')


def _imps(margins: str, cells: str) -> str:
    """Return the sum of the IMPs in matches that count and have no awarded VPs."""
    return f'SUMPRODUCT(({margins}<>"")*(Awards!{cells}=""),Results!{cells})'


def put_figure(book: Book, sheet: Worksheet, place: str, text: str, code: str, style: str = Styles.FIGURE) -> None:
    """Write a figure in a number format of its own; LibreOffice then forgets the indent, unless it is said again."""
    cell = book.put(sheet, place, text, style)
    cell.number_format = code
    cell.alignment = Alignment("right", "center", indent=1)
