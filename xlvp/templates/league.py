"""A league: every team plays every other once, the IMPs go into a cross-table, the league table comes out.

Three sheets have the same cross-table: the IMPs that were won, VPs awarded in place of a result, and the VPs of every
match, beside which everything is worked out by team. The league table puts that in order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from openpyxl.chart import BarChart, Reference
from openpyxl.chart.shapes import GraphicalProperties
from openpyxl.drawing.line import LineProperties
from openpyxl.drawing.spreadsheet_drawing import AnchorMarker, TwoCellAnchor
from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Alignment, Font
from openpyxl.utils import absolute_coordinate
from openpyxl.utils import get_column_letter as letter

from xlvp.rules.checks import whole
from xlvp.templates import inputs
from xlvp.templates.book import Book
from xlvp.templates.crosstable import TOP, Grid, cross_sheet, fill_in, hide
from xlvp.templates.look import BAR, FAINT, INPUT, LINE, Styles, number_rule, set_up_page, widths
from xlvp.templates.tables import MOST_BOARDS, SCALE_PROBLEM, Tables
from xlvp.templates.wording import Portable

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

    from xlvp.templates.options import Options

FEWEST_TEAMS, MOST_TEAMS = 2, 20
_USUAL_BOARDS = 36  # up to which the workbook knows the scales, if it is not made for more
_MOST_VPS = 30  # on any scale
_TABLE_TOP, _TEAMS_TOP = 6, 11  # the rows of the first team on these sheets

_TIE_BREAKS = ("IMP difference", "IMP quotient")
_QUOTIENT = f'tie_break="{_TIE_BREAKS[1]}"'
_NOTHING_LOST = "1E9"  # the quotient of a team that has lost no IMPs
_WITHDRAWN = ("annulled", "kept")
_NO_RANK = "\N{EN DASH}"
_UNRANKED = "-1E6"  # the VPs of a team that is not in the ranking
_SIGNED = "+0.00;-0.00;0.00"
_WHOLE = 'AND(OR(scale="WBF discrete",scale="ACBL 20",scale="ACBL 30"),{cell}=INT({cell}))'

_WORKINGS = (
    *("plays", "ranked", "played", "won", "drawn", "lost", "imps_for", "imps_against"),
    *("tie_break", "points", "key", "to_come"),
)
"""What is worked out by team in hidden columns, each named `team_…`."""

_TABLE = {
    "played": ("C", "Played", 8),
    "won": ("D", "Won", 7),
    "drawn": ("E", "Drawn", 7),
    "lost": ("F", "Lost", 7),
    "imps_for": ("G", "IMPs for", 8),
    "imps_against": ("H", "IMPs against", 8),
    "tie_break": ("I", f'=IF({_QUOTIENT},"IMP quotient","IMP difference")', 10.5),
    "adjusted": ("J", "Carry-over, penalty", 10.5),
    "vp": ("K", "VPs", 11),
}
_NUMBER, _PLOTTED = "M", "N"

_WITHDRAWN_HELP = "Leave it empty, or choose: 'annulled' if no match of this team counts, 'kept' if those played do."

_ABOUT = (
    "Fill in the pale yellow cells, on the sheets with a yellow tab; everything else is worked out.",
    "Teams: the names of the teams, the number of boards in a match, the VP scale and the tie-break.",
    "Results: in the row of each team the IMPs that it won, under the number of its opponents. If team 1 beat team 2 by"
    " 45 IMPs to 32, type 45 in row 1 under 2, and 32 in row 2 under 1. A match counts when both numbers are there;"
    " where one is missing, its cell turns red.",
    "Awards: VPs that the director gives in place of a result, for each side its own, such as 12 and 0 for a match that"
    " one team did not come to. Both are needed. The IMPs of that match do not count.",
    "Won, drawn and lost go by IMPs, and in a match with awarded VPs by those.",
    "Rank: by VPs, with carry-over added and penalties taken off; equal teams by the tie-break, which is the difference"
    " or the quotient of IMPs won and lost; teams that are still equal share a rank. A quotient with no IMPs lost"
    " counts as best.",
    "A team that withdraws: choose 'annulled', and none of its matches counts for anybody, as is usual when it has"
    " played less than half of them; or 'kept', and its opponents keep what they have. It has no rank in either case.",
    "Rules: WBF scales by P. Buchen, 'WBF VP Scales'; ACBL scales by ACBL Appendix K.",
    "The sheets are protected against slips, without a password: Review, Unprotect Sheet.",
    "In Excel 365 and 2024 you can use =IMPS(…), =WBFVP(…) and the other functions of xlvp in cells of your own.",
)


def league(options: Options) -> Book:
    """Return the workbook."""
    book = Book("League", "league", options.paper)
    made = _League(book, options)
    made.table()
    made.results()
    made.vps()
    made.teams()
    made.awards()
    made.tables()
    book.about("League", _ABOUT)
    return book


class _League:
    """The workbook, sheet by sheet."""

    def __init__(self, book: Book, options: Options) -> None:
        self.book = book
        self.options = options
        self.grid = Grid(whole(len(options.teams) or options.team_count, "teams", FEWEST_TEAMS, MOST_TEAMS))
        self.most_boards = max(_USUAL_BOARDS, whole(options.boards, "boards", 1, MOST_BOARDS))
        self.adjusted, self.vp, self.rank = (letter(self.grid.after + number) for number in range(3))
        self.margins = self.grid.after + 3  # where the hidden columns of the sheet `VPs` begin
        first = self.margins + self.grid.count
        self.columns = {name: letter(first + number) for number, name in enumerate(_WORKINGS)}

    def table(self) -> None:
        """Add the league table, its teams in order, with a picture of their VPs."""
        put, book, grid = self.book.put, self.book, self.grid
        sheet = book.sheet("Table")
        put(sheet, "A1", '=IF(event="","League table",event)', Styles.TITLE)
        put(sheet, "A2", '=scale&" scale, "&boards&" boards in a match"', Styles.SUBTITLE)
        put(sheet, "I1:K1", '=IF(date="","",date)', Styles.LABEL).number_format = "d mmm yyyy"
        left = put(sheet, "I2:K2", '=IF(SUM(team_ranked)<2,"",SUM(team_to_come)/2)', Styles.LABEL)
        left.number_format = '[=0]"all matches played";[=1]0" match to come";0" matches to come"'
        book.name("matches_left", sheet, "I2")
        elsewhere = "".join(
            f'IF({name.lower()}_problem<>"","{name}: "&{name.lower()}_problem,'
            for name in ("Teams", "Results", "Awards")
        )
        put(sheet, "A3", f'=IF(COUNTA(team_names)=0,"Begin on the sheet Teams.",{elsewhere}""))))', Styles.PROBLEM)
        columns = {name: column for name, (column, _, _) in _TABLE.items()}
        headings = ("Rank", "Team", *(heading for _, heading, _ in _TABLE.values()))
        book.headings(sheet, _TABLE_TOP - 1, 1, headings)
        sheet.row_dimensions[2].height = 18
        sheet.row_dimensions[_TABLE_TOP - 1].height = 32
        for place in grid.teams:
            self.place(sheet, place, columns)
        for name, column in {"rank": "A", "team": "B", **columns}.items():
            book.name(f"table_{name}", sheet, grid.down(column, _TABLE_TOP))
        widths(sheet, A=7, B=34, **{column: width for column, _, width in _TABLE.values()})
        hide(sheet, sheet[f"{_NUMBER}1"].column, 2)
        sheet.freeze_panes = f"C{_TABLE_TOP}"
        self.table_marks(sheet)
        self.chart(sheet)

    def place(self, sheet: Worksheet, place: int, columns: dict[str, str]) -> None:
        """Write a line of the league table."""
        put, row = self.book.put, _TABLE_TOP + place - 1
        number = f"${_NUMBER}{row}"
        put(sheet, f"{_NUMBER}{row}", f"=MOD(SMALL(team_key,{place}),100)")
        put(sheet, f"{_PLOTTED}{row}", f'=IF(K{row}="",NA(),K{row})')
        rank = f'IF(INDEX(withdrawn,{number})="",INDEX(team_rank,{number}),"{_NO_RANK}")'
        put(sheet, f"A{row}", f'=IF(B{row}="","",{rank})')
        put(sheet, f"B{row}", f'=INDEX(team_names,{number})&""', Styles.NAME)
        for name, column in columns.items():
            put(sheet, f"{column}{row}", f'=IF($K{row}="","",INDEX(team_{name},{number}))', Styles.FIGURE)
        ratio = f"INDEX(team_tie_break,{number})"
        shown = f'IF({ratio}={_NOTHING_LOST},"∞",ROUND({ratio},3))'
        put(sheet, f"{columns['tie_break']}{row}", f'=IF(N(C{row})=0,"",{shown})', Styles.FIGURE)
        sheet[f"{columns['adjusted']}{row}"].number_format = _SIGNED
        self.total(sheet, f"K{row}", f"=INDEX(team_vp,{number})")
        sheet.row_dimensions[row].height = 20

    def total(self, sheet: Worksheet, place: str, text: str) -> None:
        """Write a team's VPs."""
        cell = self.book.put(sheet, place, text, Styles.RESULT)
        cell.number_format = "0.00"
        cell.alignment = Alignment("right", "center", indent=1)

    def table_marks(self, sheet: Worksheet) -> None:
        """Show shared ranks, decimals and withdrawn teams as they should be."""
        ranks = absolute_coordinate(self.grid.down("A", _TABLE_TOP))
        tie_breaks = self.grid.down(_TABLE["tie_break"][0], _TABLE_TOP)
        first = tie_breaks.partition(":")[0]
        formats = {
            self.grid.down("A", _TABLE_TOP): (f"AND(N($A{_TABLE_TOP})>0,COUNTIF({ranks},$A{_TABLE_TOP})>1)", '0"="'),
            tie_breaks: (f"AND({_QUOTIENT},ISNUMBER({first}))", "0.000"),
        }
        for cells, (condition, number_format) in formats.items():
            sheet.conditional_formatting.add(cells, number_rule(condition, number_format))
        sheet.conditional_formatting.add(tie_breaks, number_rule(f"ISNUMBER({first})", "+0;-0;0"))
        for column in (_TABLE["adjusted"][0], _TABLE["vp"][0]):
            _whole_numbers(sheet, self.grid.down(column, _TABLE_TOP))
        gone = FormulaRule([f'$A{_TABLE_TOP}="{_NO_RANK}"'], font=Font(italic=True, color=FAINT))
        sheet.conditional_formatting.add(f"A{_TABLE_TOP}:K{_TABLE_TOP + self.grid.count - 1}", gone)

    def chart(self, sheet: Worksheet) -> None:
        """Draw the VPs of the teams in the order of the table, and fit all of it on paper."""
        last = _TABLE_TOP + self.grid.count - 1
        chart = BarChart()
        chart.type = "bar"
        chart.legend = None
        chart.visible_cells_only = False
        chart.gapWidth = 40
        chart.x_axis.delete = chart.y_axis.delete = False
        chart.x_axis.scaling.orientation = "maxMin"  # the first team at the top
        chart.y_axis.crosses = "max"  # and the VPs at the bottom
        chart.y_axis.title = "VPs"
        chart.y_axis.number_format = "0"
        chart.y_axis.majorGridlines.spPr = GraphicalProperties(ln=LineProperties(solidFill=LINE))
        column = sheet[f"{_PLOTTED}1"].column
        chart.add_data(Reference(sheet, min_col=column, min_row=_TABLE_TOP, max_row=last))
        chart.set_categories(Reference(sheet, min_col=2, min_row=_TABLE_TOP, max_row=last))
        (bars,) = chart.series
        bars.graphicalProperties.solidFill = BAR
        top, bottom = last + 1, last + 5 + self.grid.count
        chart.anchor = TwoCellAnchor("twoCell", _from=AnchorMarker(col=0, row=top), to=AnchorMarker(col=11, row=bottom))
        sheet.add_chart(chart)
        set_up_page(sheet, self.options.paper, f"A1:K{bottom + 1}")

    def results(self) -> None:
        """Add the cross-table for the IMPs."""
        note = "In the row of each team: the IMPs that it won, under its opponents."
        sheet = cross_sheet(self.book, self.grid, "Results", "Results", note, {"To do": 27})
        takes = inputs.whole("IMPs", "The IMPs that the team of this row won against the team of this column.", 0, 999)
        fill_in(self.book, sheet, self.grid, takes, "league_imps", "IMPs", "{cell}=INT({cell})")

    def awards(self) -> None:
        """Add the cross-table for VPs in place of a result."""
        note = "Only where the director gives VPs in place of a result: each team's own."
        sheet = cross_sheet(self.book, self.grid, "Awards", "Awarded VPs", note, {"To do": 27})
        takes = inputs.decimal("VPs", "The VPs that the director gives the team of this row.", 0, _MOST_VPS)
        fill_in(self.book, sheet, self.grid, takes, "awarded_vps", "VPs", "{cell}>=0")

    def vps(self) -> None:
        """Add the cross-table of VPs, and what follows from it for each team."""
        put, book, grid = self.book.put, self.book, self.grid
        after = {"Carry-over, penalty": 10, "VPs": 11, "Rank": 7}
        sheet = cross_sheet(book, grid, "VPs", "Victory points", "In the row of each team: the VPs that it has.", after)
        for team in grid.teams:
            for opponents in grid.teams:
                if opponents != team:
                    margin = grid.at(team, opponents, self.margins)
                    put(sheet, margin, self.margin(team, opponents))
                    award = f"Awards!{grid.at(team, opponents)}"
                    won = f'IF({award}="",{self.options.style.vp(margin)},{award})'
                    put(
                        sheet, grid.at(team, opponents), f'=IF({margin}="","",{won})', Styles.FIGURE
                    ).number_format = "0.00"
            self.of_team(sheet, team)
        named = {**self.columns, "adjusted": self.adjusted, "vp": self.vp, "rank": self.rank}
        for name, column in named.items():
            book.name(f"team_{name}", sheet, grid.down(column))
        book.name("league_vps", sheet, grid.block())
        book.name("margins", sheet, grid.block(self.margins))
        hide(sheet, self.margins, grid.count + len(_WORKINGS))
        for cells in (grid.block(), grid.down(self.adjusted), grid.down(self.vp)):
            _whole_numbers(sheet, cells)
        winner = FormulaRule([f"N({grid.at(1, 1, self.margins)})>0"], font=Font(bold=True))
        sheet.conditional_formatting.add(grid.block(), winner)

    def margin(self, team: int, opponents: int) -> str:
        """Return the formula for what a team won a match by: in IMPs, or in VPs if those are awarded."""
        grid, plays = self.grid, self.columns["plays"]

        def difference(sheet: str) -> str:
            sides = ((team, opponents), (opponents, team))
            own, other = (f"{sheet}!{grid.at(*side)}" for side in sides)
            wrong = "+".join(f"{sheet}!{grid.at(*side, grid.checks)}" for side in sides)
            return f'IF({wrong}=0,{own}-{other},"")'

        own, other = grid.at(team, opponents), grid.at(opponents, team)
        by_result = f'IF(Results!{own}="","",{difference("Results")})'
        by_award = difference("Awards")
        out = f"{plays}{TOP + team - 1}*{plays}{TOP + opponents - 1}=0"
        return f'=IF({out},"",IF(Awards!{own}&Awards!{other}="",{by_result},{by_award}))'

    def of_team(self, sheet: Worksheet, team: int) -> None:
        """Write what is worked out for a team."""
        put, grid, row = self.book.put, self.grid, TOP + team - 1
        its = {name: f"{column}{row}" for name, column in self.columns.items()}
        gone = f"INDEX(withdrawn,{team})"
        margins, column = grid.row(team, self.margins), grid.under(team, self.margins)
        settled = 'SUMPRODUCT(ISNUMBER({margins})*(Awards!{cells}=""),Results!{cells})'
        given = f"Teams!C{_TEAMS_TOP + team - 1}:D{_TEAMS_TOP + team - 1}"
        carried, _, penalty = given.replace("Teams!", "").partition(":")
        quotient = f"IF({its['imps_against']}=0,{_NOTHING_LOST},{its['imps_for']}/{its['imps_against']})"
        better = f"(team_points={its['points']})*(team_tie_break>{its['tie_break']})"
        place = f'IF($B{row}="",{grid.count + 2},IF({gone}="",N({self.rank}{row}),{grid.count + 1}))'
        met = f"SUMPRODUCT(ISNUMBER({column})*team_ranked)"
        workings = {
            "plays": f'=IF(OR(teams_problem<>"",$B{row}="",AND({gone}<>"",{gone}<>"{_WITHDRAWN[1]}")),0,1)',
            "ranked": f'={its["plays"]}*({gone}="")',
            "played": f"=COUNT({margins})",
            "won": f'=COUNTIF({margins},">0")',
            "drawn": f"=COUNTIF({margins},0)",
            "lost": f'=COUNTIF({margins},"<0")',
            "imps_for": "=" + settled.format(margins=margins, cells=grid.row(team)),
            "imps_against": "=" + settled.format(margins=column, cells=grid.under(team)),
            "tie_break": f"=IF({_QUOTIENT},{quotient},{its['imps_for']}-{its['imps_against']})",
            "points": f"=IF(started*{its['ranked']}=0,{_UNRANKED},ROUND(100*{self.vp}{row},0))",
            "key": f"=100*{place}+{team}",
            "to_come": f"=IF({its['ranked']}=0,0,SUM(team_ranked)-1-{met})",
        }
        total = f"ROUND(SUM({grid.row(team)},{self.adjusted}{row}),2)"
        rank = f"1+SUMPRODUCT((team_points>{its['points']})+{better})"
        for name, text in workings.items():
            put(sheet, its[name], text)
        adjusted = f'=IF(COUNT({given})=0,"",N(Teams!{carried})-N(Teams!{penalty}))'
        put(sheet, f"{self.adjusted}{row}", adjusted, Styles.FIGURE).number_format = _SIGNED
        self.total(sheet, f"{self.vp}{row}", f'=IF(started*{its["plays"]}=0,"",{total})')
        put(sheet, f"{self.rank}{row}", f'=IF(started*{its["ranked"]}=0,"",{rank})')

    def teams(self) -> None:
        """Add the sheet with the settings and the teams."""
        put, book, grid = self.book.put, self.book, self.grid
        sheet = book.sheet("Teams")
        put(sheet, "A1", "Teams", Styles.TITLE)
        self.settings(sheet)
        book.headings(sheet, _TEAMS_TOP - 1, 1, ("No.", "Team", "Carry-over", "Penalty", "Withdrawn", "To do"))
        takes = {
            "team_names": ("B", inputs.text("Team", "The name of the team, up to 60 characters.")),
            "carry_overs": ("C", inputs.decimal("Carry-over", "VPs that the team brings with it.", -999, 999)),
            "penalties": ("D", inputs.decimal("Penalty", "VPs to be taken off the team.", 0, 99)),
            "withdrawn": ("E", inputs.one_of("Withdrawn", _WITHDRAWN_HELP, "withdrawn_choices")),
        }
        for name, (column, kind) in takes.items():
            book.inputs(sheet, grid.down(column, _TEAMS_TOP), kind, name)
        for team in grid.teams:
            row = _TEAMS_TOP + team - 1
            put(sheet, f"A{row}", team)
            sheet[f"B{row}"].alignment = Alignment("left", "center", indent=1)
            twice = f'IF(SUMPRODUCT(--(team_names=B{row}))>1,"this name is there twice","")'
            put(sheet, f"F{row}", f'=IF(B{row}="",IF(COUNTA(C{row}:E{row})=0,"","name?"),{twice})', Styles.PROBLEM)
            sheet.row_dimensions[row].height = 20
        book.fill({"team_names": [[name] for name in self.options.teams]})
        widths(sheet, A=6, B=36, C=12, D=12, E=13, F=26)
        sheet.freeze_panes = f"A{_TEAMS_TOP}"
        sheet.sheet_properties.tabColor = INPUT
        set_up_page(sheet, self.options.paper, f"A1:F{_TEAMS_TOP + grid.count - 1}")

    def settings(self, sheet: Worksheet) -> None:
        """Write the inputs that hold for the whole league."""
        book, options = self.book, self.options
        boards = f"How many boards a match has, 1 to {self.most_boards}."
        breaks = "What decides between teams with the same VPs: IMPs won less IMPs lost, or won divided by lost."
        settings = (
            ("Event", "C3:F3", "event", inputs.text("Event", "What is being played, up to 60 characters."), None),
            ("Date", "C4:D4", "date", inputs.date("Date", "The day of the table."), None),
            (
                "Boards in a match",
                "C5:D5",
                "boards",
                inputs.whole("Boards", boards, 1, self.most_boards),
                options.boards,
            ),
            ("VP scale", "C6:D6", "scale", inputs.one_of("Scale", "The VP scale.", "scale_names"), options.scale),
            ("Tie-break", "C7:D7", "tie_break", inputs.one_of("Tie-break", breaks, "tie_breaks"), _TIE_BREAKS[0]),
        )
        for label, cells, name, takes, value in settings:
            row = cells[1]
            book.put(sheet, f"A{row}:B{row}", label, Styles.LABEL)
            book.input(sheet, cells, takes, name, value)
            sheet.row_dimensions[int(row)].height = 20
        sheet["C4"].number_format = "d mmm yyyy"
        book.put(sheet, "E6", SCALE_PROBLEM, Styles.PROBLEM)
        book.name("teams_problem", sheet, "E6")

    def tables(self) -> None:
        """Add the sheet with the tables."""
        tables = Tables(self.book)
        tables.scale_choices(self.most_boards)
        tables.add(
            "Choices", [("tie-break", "tie_breaks", _TIE_BREAKS), ("withdrawn", "withdrawn_choices", _WITHDRAWN)]
        )
        tables.add("This league", [("has begun", "started", ["=SIGN(COUNT(margins,carry_overs,penalties))"])])
        if isinstance(self.options.style, Portable):
            tables.scales(self.most_boards)
        tables.done()


def _whole_numbers(sheet: Worksheet, cells: str) -> None:
    """Show whole VPs without decimals, on the scales that have no other."""
    first = cells.partition(":")[0]
    sheet.conditional_formatting.add(cells, number_rule(_WHOLE.format(cell=first), "0"))
