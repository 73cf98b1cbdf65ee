"""The sheet `Standings` of a Swiss event: a line for each position, with a bar for the team's VPs."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from openpyxl.styles import Alignment
from openpyxl.utils import absolute_coordinate
from openpyxl.utils import get_column_letter as letter
from openpyxl.worksheet.hyperlink import Hyperlink

from xlvp.templates.bars import draw_bars
from xlvp.templates.look import Styles, number_rule, set_up_page, widths
from xlvp.templates.swiss.rounds import round_titles
from xlvp.templates.swiss.teams import GONE, RANKED
from xlvp.templates.tables import BY_QUOTIENT
from xlvp.templates.vptables import show_whole

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

    from xlvp.templates.book import Book
    from xlvp.templates.options import Options

_TOP = 6
"""The row of the first rank."""

_HELP = "Enter the teams on the sheet Teams, then the matches on the sheet Rounds."


class _Column(NamedTuple):
    """A column: its heading and width, what it shows of the team that is the {place}th on `Teams`, and how."""

    heading: str
    width: float
    shows: str
    style: str = Styles.FIGURE
    number_format: str = "0.00"


_RANK = f'IF(INDEX(team_groups,{{place}})={RANKED},INDEX(team_places,{{place}}),"")'
_TEAM = f'INDEX(team_names,{{place}})&IF(INDEX(team_groups,{{place}})={GONE}," (withdrawn)","")'
_TIE_BREAK = (
    f'IF({{total}}="","",IF({BY_QUOTIENT},IF(N({{imps_lost}})=0,"∞",{{imps_won}}/{{imps_lost}}),'
    'IF({imps_won}="","",ROUND({imps_won}-{imps_lost},2))))'
)
_BEFORE_ROUNDS = {
    "rank": _Column("Rank", 7, _RANK, Styles.RESULT, "General"),
    "number": _Column("No.", 6, "INDEX(team_numbers,{place})", Styles.CELL, "General"),
    "team": _Column("Team", 36, _TEAM, Styles.NAME, "General"),
}
_AFTER_ROUNDS = {
    "carry_over": _Column("Carry-over", 8, 'IF(INDEX(carry_overs,{place})="","",INDEX(carry_overs,{place}))'),
    "penalty": _Column("Penalty", 8.5, 'IF(INDEX(penalties,{place})="","",0-INDEX(penalties,{place}))'),
    "total": _Column("Total VPs", 11, "INDEX(team_totals,{place})", Styles.RESULT),
    "bar": _Column("", 24, ""),
    "imps_won": _Column("Won", 8, "INDEX(team_won,{place})", number_format="General"),
    "imps_lost": _Column("Lost", 8, "INDEX(team_lost,{place})", number_format="General"),
    "tie_break": _Column(f'=IF({BY_QUOTIENT},"Quot.","Diff.")', 9, _TIE_BREAK, number_format="+General;-General;0"),
}
_HIDDEN = ("place", "plot")
"""Beyond a gap: where the team is on `Teams`, and what is plotted."""


class Standings:
    """The sheet in the making."""

    def __init__(self, book: Book, options: Options, teams: int) -> None:
        self.book = book
        self.sheet: Worksheet = book.sheet("Standings")
        self.options = options
        self.teams = teams
        self.rows = range(_TOP, _TOP + teams)
        self.height = max(16, min(21, 24 * 21 / teams))
        rounds = range(1, options.rounds + 1)
        self.rounds = {f"vp{each}": _Column(str(each), 7, f"INDEX(round{each}_team_vp,{{place}})") for each in rounds}
        self.columns = _BEFORE_ROUNDS | self.rounds | _AFTER_ROUNDS
        self.at = {name: letter(column) for column, name in enumerate((*self.columns, "gap", *_HIDDEN), start=1)}
        """The letters of the columns."""
        self.last_round = self.at[f"vp{options.rounds}"]

    def cells(self, first: str, last: str) -> str:
        """Return the cells of all positions from one column to another."""
        return f"{first}{self.rows[0]}:{last}{self.rows[-1]}"

    def write(self) -> None:
        """Write everything."""
        self.head()
        self.headings()
        for row in self.rows:
            self.line(row)
        for name, column in (_BEFORE_ROUNDS | _AFTER_ROUNDS).items():
            if column.shows:
                self.book.name(f"standings_{name}", self.sheet, self.cells(self.at[name], self.at[name]))
        self.book.name("standings_vps", self.sheet, self.cells(self.at["vp1"], self.last_round))
        self.marks()
        draw_bars(self.sheet, self.at["bar"], self.at["plot"], self.at["team"], self.rows)
        self.page()

    def head(self) -> None:
        """Write what the standings are of, how far the event is, and what is wrong."""
        put, book, sheet, at, rounds = self.book.put, self.book, self.sheet, self.at, self.options.rounds
        title, status, problem = (f"A{row}:{at['total']}{row}" for row in (1, 2, 3))
        put(sheet, title, '=IF(event="","Swiss teams",event&"")', Styles.TITLE)
        sheet["A1"].alignment = Alignment("left", "center", shrink_to_fit=True)
        done, left, wrong = (f"{at['place']}{row}" for row in (1, 2, 3))
        some = f'"After "&SUM(rounds_done)&" of {rounds} rounds"'
        put(sheet, done, f'=IF(SUM(rounds_done)=0,"Round 1 of {rounds}",{some})')
        results = 'SUM(results_left)&IF(SUM(results_left)=1," result"," results")'
        put(sheet, left, f'=IF(SUM(results_left)=0,"",", "&{results}&" to come")')
        put(sheet, status, f'=IF(COUNT(team_entered)=0,"{_HELP}",{done}&{left})', Styles.SUBTITLE)
        put(sheet, wrong, '=SUMPRODUCT(--(match_problems<>""))')
        mend = f'IF({wrong}=0,"",{wrong}&IF({wrong}=1," line"," lines")&" to mend on the sheet Rounds")'
        put(sheet, problem, f'=IF(scale_problem="",{mend},scale_problem)', Styles.PROBLEM)
        book.name("standings_status", sheet, "A2")
        book.name("standings_problem", sheet, "A3")
        date, scale = (f"{at['bar']}{row}:{at['tie_break']}{row}" for row in (1, 2))
        put(sheet, date, '=IF(date="","",date)', Styles.LABEL).number_format = "d mmm yyyy"
        put(sheet, scale, '=scale&" scale, "&boards&" boards"', Styles.LABEL)
        sheet.row_dimensions[1].height, sheet.row_dimensions[2].height = 30, 18

    def headings(self) -> None:
        """Write the headings in two rows, which stay in sight; that of a round leads to its results."""
        put, sheet, at = self.book.put, self.sheet, self.at
        self.book.headings(sheet, 5, 1, [column.heading for column in self.columns.values()])
        for cells, text in {
            f"{at['vp1']}4:{self.last_round}4": "VPs in round" if self.options.rounds > 1 else "VPs",
            f"{at['carry_over']}4:{at['penalty']}4": "VPs",
            f"{at['imps_won']}4:{at['tie_break']}4": "IMPs",
            f"{at['total']}4:{at['bar']}5": "Total VPs",
            **{f"{at[name]}4:{at[name]}5": column.heading for name, column in _BEFORE_ROUNDS.items()},
        }.items():
            put(sheet, cells, text, Styles.HEADING)
        for number, row in enumerate(round_titles(self.teams, self.options.rounds), start=1):
            cell = put(sheet, f"{at[f'vp{number}']}5", number)  # LibreOffice turns a link on a text blue
            place = f"Rounds!A{row}"
            cell.hyperlink = Hyperlink(cell.coordinate, location=place, tooltip="To the results of this round")
            cell.style = Styles.HEADING  # neither is it underlined
        sheet.row_dimensions[5].height = 30
        sheet.freeze_panes = f"{at['vp1']}{_TOP}"

    def line(self, row: int) -> None:
        """Write a position."""
        put, sheet = self.book.put, self.sheet
        its = {name: f"{column}{row}" for name, column in self.at.items()}
        position = row - _TOP + 1
        put(sheet, its["place"], f'=IF({position}>COUNT(team_entered),"",MATCH({position},team_positions,0))')
        for name, column in self.columns.items():
            if column.shows:
                text = f'=IF({its["place"]}="","",{column.shows.format(**its)})'
                put(sheet, its[name], text, column.style).number_format = column.number_format
            if column.style == Styles.FIGURE or name == "total":
                sheet[its[name]].alignment = Alignment("right", "center", indent=1)
        put(sheet, its["plot"], f"=IF(N({its['total']})=0,NA(),{its['total']})")
        sheet.row_dimensions[row].height = self.height

    def marks(self) -> None:
        """Show a shared rank as 3=, whole VPs as such, and a quotient with three decimals."""
        sheet, at = self.sheet, self.at
        ranks, ties = self.cells(at["rank"], at["rank"]), self.cells(at["tie_break"], at["tie_break"])
        shared = f"COUNTIF({absolute_coordinate(ranks)},{at['rank']}{_TOP})>1"
        sheet.conditional_formatting.add(ranks, number_rule(shared, '0"="'))
        sheet.conditional_formatting.add(ties, number_rule(BY_QUOTIENT, "0.000"))
        show_whole(sheet, self.cells(at["vp1"], at["total"]))

    def page(self) -> None:
        """Set the widths, and fit all on one page, upright or not, whichever is larger."""
        sheet, at = self.sheet, self.at
        widths(sheet, **{at[name]: column.width for name, column in self.columns.items()})
        for name in _HIDDEN:
            sheet.column_dimensions[at[name]].hidden = True
        wide = 5.25 * sum(column.width for column in self.columns.values())
        landscape = wide > 120 + self.teams * self.height
        set_up_page(sheet, self.options.paper, f"A1:{at['tie_break']}{self.rows[-1]}", landscape=landscape)
