"""A league: every team plays every other once, the IMPs go into a cross-table, the league table comes out.

Three sheets have the same cross-table: the IMPs that were won, VPs awarded in place of a result, and the VPs of every
match, beside which everything is worked out by team. The league table puts that in order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Alignment, Font

from xlvp.rules.checks import whole
from xlvp.templates import inputs
from xlvp.templates.book import Book
from xlvp.templates.kinds import KINDS
from xlvp.templates.league.crosstable import OPPONENTS, TEAM, Grid, cross_sheet, fill_in, hide
from xlvp.templates.league.table import LeagueTable
from xlvp.templates.league.vps import TEAMS_TOP, WITHDRAWN, LeagueVPs
from xlvp.templates.look import FAINT, INPUT, Styles, set_up_page, widths
from xlvp.templates.tables import MOST_BOARDS, TIE_BREAKS, Tables
from xlvp.templates.vptables import OWN_TOO, add_scale, chosen_scale

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

    from xlvp.templates.options import Options

FEWEST_TEAMS, MOST_TEAMS = 2, 20
_USUAL_BOARDS = 36  # up to which the workbook knows the scales, if it is not made for more
_MOST_VPS = 30  # on any scale

_IMPS_HELP = "The IMPs that the team of this row won against the team of this column: a whole number, 0 to 999."
_WITHDRAWN_HELP = "Leave it empty, or choose: 'annulled' if no match of this team counts, 'kept' if those played do."

_ABOUT = (
    "Fill in the pale yellow cells, on the sheets with a yellow tab; everything else is worked out.",
    "Teams: the names of the teams, the number of boards in a match, the VP scale and the tie-break.",
    "Results: in the row of each team the IMPs that it won, under the number of its opponents. If team 1 beat team 2 by"
    " 45 IMPs to 32, type 45 in row 1 under 2, and 32 in row 2 under 1. A match counts when both numbers are there;"
    " where one is missing, its cell turns red.",
    "Awards: VPs that the director gives in place of a result, for each side its own, such as 12 and 0 for a match that"
    " one team did not come to. Both are needed. The IMPs of that match do not count, and are crossed out.",
    "Won, drawn and lost go by IMPs, and in a match with awarded VPs by those.",
    "Rank: by VPs, with carry-over added and penalties taken off; equal teams by the tie-break, which is the difference"
    " or the quotient of IMPs won and lost; teams that are still equal share a rank. A quotient with no IMPs lost"
    " counts as best.",
    "A team that withdraws: choose 'annulled', and none of its matches counts for anybody, as is usual when it has"
    " played less than half of them; or 'kept', and its opponents keep what they have. It has no rank in either case.",
    "Rules: WBF scales by P. Buchen, 'WBF VP Scales'; ACBL scales by ACBL Appendix K.",
)


def league(options: Options) -> Book:
    """Return the workbook."""
    book = Book("League", "league", options)
    grid = Grid(whole(len(options.teams) or options.team_count, "teams", FEWEST_TEAMS, MOST_TEAMS))
    made = _League(book, grid, options)
    LeagueTable(book, grid).write()
    made.teams()
    made.results()
    made.awards()
    LeagueVPs(book, grid, options.style).write()
    made.tables()
    book.about("League", _ABOUT)
    return book


class _League:
    """What is filled in, sheet by sheet, and the tables behind it."""

    def __init__(self, book: Book, grid: Grid, options: Options) -> None:
        self.book = book
        self.grid = grid
        self.options = options
        self.most_boards = max(_USUAL_BOARDS, whole(options.boards, "boards", 1, MOST_BOARDS))

    def results(self) -> None:
        """Add the cross-table for the IMPs."""
        note = "In the row of each team: the IMPs that it won, under its opponents."
        sheet = cross_sheet(self.book, self.grid, "Results", "Results", note, {"To do": 27})
        takes = inputs.whole("IMPs", _IMPS_HELP, 0, 999)
        fill_in(self.book, sheet, self.grid, takes, "league_imps", "IMPs", "AND({cell}>=0,{cell}=INT({cell}))")
        awarded = f'INDEX(awarded_vps,{TEAM},{OPPONENTS})&INDEX(awarded_vps,{OPPONENTS},{TEAM})<>""'
        replaced = FormulaRule([awarded], font=Font(strike=True, color=FAINT))
        sheet.conditional_formatting.add(self.grid.block(), replaced)

    def awards(self) -> None:
        """Add the cross-table for VPs in place of a result."""
        note = "Only where the director gives VPs in place of a result: each team's own."
        sheet = cross_sheet(self.book, self.grid, "Awards", "Awarded VPs", note, {"To do": 27})
        takes = inputs.decimal("VPs", "The VPs that the director gives the team of this row.", 0, _MOST_VPS)
        fill_in(self.book, sheet, self.grid, takes, "awarded_vps", "VPs", "{cell}>=0")

    def teams(self) -> None:
        """Add the sheet with the settings and the teams."""
        put, book, grid = self.book.put, self.book, self.grid
        sheet = book.sheet("Teams")
        put(sheet, "A1", "Teams", Styles.TITLE)
        self.settings(sheet)
        book.headings(sheet, TEAMS_TOP - 1, 1, ("No.", "Team", "Carry-over", "Penalty", "Withdrawn", "To do"))
        takes = {
            "team_names": ("B", inputs.text("Team", "The name of the team, up to 60 characters.")),
            "carry_overs": ("C", inputs.decimal("Carry-over", "VPs that the team brings with it.", -999, 999)),
            "penalties": ("D", inputs.decimal("Penalty", "VPs to be taken off the team.", 0, 99)),
            "withdrawn": ("E", inputs.one_of("Withdrawn", _WITHDRAWN_HELP, "withdrawn_choices")),
        }
        for name, (column, kind) in takes.items():
            book.inputs(sheet, grid.down(column, TEAMS_TOP), kind, name)
        for team in grid.teams:
            self.team(sheet, team)
        book.name("team_to_do", sheet, grid.down("F", TEAMS_TOP))
        hide(sheet, 7, 1)
        to_do = 'SUMPRODUCT(--(team_to_do<>""))'
        mend = f'IF({to_do}=0,"",{to_do}&" to mend")'
        unnamed = f'IF(COUNTA(team_names)=0,"type the names of the teams",{mend})'
        put(sheet, "A2", f'=IF(scale_problem="",{unnamed},scale_problem)', Styles.PROBLEM)
        book.name("teams_problem", sheet, "A2")
        book.fill({"team_names": [[name] for name in self.options.teams]})
        widths(sheet, A=6, B=36, C=12, D=12, E=13, F=26)
        sheet.freeze_panes = f"A{TEAMS_TOP}"
        sheet.sheet_properties.tabColor = INPUT
        set_up_page(sheet, self.options.paper, f"A1:F{TEAMS_TOP + grid.count - 1}")

    def team(self, sheet: Worksheet, team: int) -> None:
        """Write a team's number and what is wrong with its line; what is wrong beside the name is in a hidden cell."""
        put, row = self.book.put, TEAMS_TOP + team - 1
        put(sheet, f"A{row}", team)
        sheet[f"B{row}"].alignment = Alignment("left", "center", shrink_to_fit=True, indent=1)
        gone = f'IF(COUNTIF(withdrawn_choices,E{row})+(E{row}="")=0,"{" or ".join(WITHDRAWN)}?","")'
        put(sheet, f"G{row}", f'=IF(COUNT(C{row}:D{row})<COUNTA(C{row}:D{row}),"VPs must be a number",{gone})')
        twice = f'IF(SUMPRODUCT(--(team_names=B{row}))>1,"this name is there twice",G{row})'
        nameless = f'IF(COUNTA(C{row}:E{row})=0,"","name?")'
        put(sheet, f"F{row}", f'=IF(B{row}="",{nameless},{twice})', Styles.PROBLEM)
        sheet.row_dimensions[row].height = 20

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
            (
                "VP scale",
                "C6:D6",
                "scale",
                inputs.one_of("Scale", "The VP scale.", "scale_names"),
                chosen_scale(options),
            ),
            ("Tie-break", "C7:D7", "tie_break", inputs.one_of("Tie-break", breaks, "tie_breaks"), TIE_BREAKS[0]),
        )
        for label, cells, name, takes, value in settings:
            row = cells[1]
            book.put(sheet, f"A{row}:B{row}", label, Styles.LABEL)
            book.input(sheet, cells, takes, name, value)
            sheet.row_dimensions[int(row)].height = 20
        sheet["C4"].number_format = "d mmm yyyy"
        book.put(sheet, "E6", "=vp_problem", Styles.PROBLEM)
        book.name("scale_problem", sheet, "E6")

    def tables(self) -> None:
        """Add the sheet with the tables."""
        tables = Tables(self.book)
        add_scale(tables, self.most_boards, OWN_TOO, self.options, KINDS["league"].scales)
        tables.add("Choices", [("tie-break", "tie_breaks", TIE_BREAKS), ("withdrawn", "withdrawn_choices", WITHDRAWN)])
        tables.add("This league", [("has begun", "started", ["=SIGN(COUNT(margins,team_adjusted))"])])
        self.options.style.add_vps(tables, self.most_boards, OWN_TOO)
        tables.done()
