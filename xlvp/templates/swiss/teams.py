"""The sheet `Teams` of a Swiss event: the settings, the teams, and in hidden columns what each team has so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

from openpyxl.styles import Alignment
from openpyxl.utils import get_column_letter as letter

from xlvp.rules.scales import scale_named
from xlvp.templates import inputs
from xlvp.templates.look import INPUT, Styles, set_up_page, widths
from xlvp.templates.tables import BY_QUOTIENT, TIE_BREAKS
from xlvp.templates.vptables import chosen_scale

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

    from xlvp.templates.book import Book
    from xlvp.templates.options import Options

RANKED, NO_RESULT, GONE, NO_TEAM = range(4)
"""The groups in which teams are listed."""

_TOP = 9
"""The row of the first team."""

_COLUMNS = {
    "team_numbers": ("No.", 9),
    "team_names": ("Team", 34),
    "team_notes": ("Players, or a note", 38),
    "carry_overs": ("Carry-over", 11),
    "penalties": ("Penalty", 11),
    "withdrawn": ("With-\ndrawn", 9),
    "team_problems": ("To do", 25),
}
"""What is shown of a team: heading and width."""

_TAKES = {
    "team_names": inputs.text("Team", "The name of the team, up to 60 characters."),
    "team_notes": inputs.text("Players", "The players, or what you like; up to 120 characters.", 120),
    "carry_overs": inputs.decimal("Carry-over", "VPs that the team brings with it.", -999, 999),
    "penalties": inputs.decimal("Penalty", "VPs to be taken off the team.", 0, 999),
    "withdrawn": inputs.one_of("Withdrawn", "yes if the team has left the event.", "withdrawn_marks"),
}
_PROBLEM = (
    'IF({team_names}="",IF({team_notes}&{carry_overs}&{penalties}&{withdrawn}="","","a name?"),'
    'IF(SUMPRODUCT(--(team_names={team_names}))>1,"two teams have this name",""))'
)
_NOTHING_LOST = "9E+99"  # the quotient of a team that has lost no IMPs

_BEFORE_ROUNDS = {
    "team_entered": 'IF({team_names}="","",{team_numbers})',
    "team_gone": 'IF(OR({team_names}="",{withdrawn}=""),"",{team_numbers})',
    "team_plays": 'IF(OR({team_names}="",{withdrawn}<>""),0,1)',
}
_ROUND = 'IF(COUNTIFS(round{0}_teams,{{team_numbers}})=0,"",SUMIFS(round{0}_vps,round{0}_teams,{{team_numbers}}))'
_AFTER_ROUNDS = {
    "team_totals": 'IF(OR({team_names}="",COUNT({carry_overs}:{penalties},{vps})=0),"",'
    "ROUND(N({carry_overs})-N({penalties})+SUM({vps}),2))",
    "team_won": 'IF(COUNTIFS(match_teams,{team_numbers},match_won,">=0")=0,"",'
    "ROUND(SUMIFS(match_won,match_teams,{team_numbers}),2))",
    "team_lost": 'IF({team_won}="","",ROUND(SUMIFS(match_lost,match_teams,{team_numbers}),2))',
    "team_differences": "ROUND(100*N({team_won})-100*N({team_lost}),0)",
    "team_quotients": f"IF(N({{team_lost}})=0,{_NOTHING_LOST},ROUND(100*{{team_won}},0)/ROUND(100*{{team_lost}},0))",
    "team_ties": f'IF({BY_QUOTIENT},{{team_quotients}},IF(tie_break="{TIE_BREAKS[0]}",{{team_differences}},0))',
    "team_points": "ROUND(100*N({team_totals}),0)",
    "team_groups": f'IF({{team_names}}="",{NO_TEAM},'
    f'IF({{team_plays}}=0,{GONE},IF({{team_totals}}="",{NO_RESULT},{RANKED})))',
    "team_places": "1+SUMPRODUCT((team_groups<{team_groups})+(team_groups={team_groups})*"
    "((team_points>{team_points})+(team_points={team_points})*(team_ties>{team_ties})))",
    "team_positions": "{team_places}+COUNTIF({first_place}:{team_places},{team_places})-1",
}
"""What is worked out for a team, from the cells of its row, by their names.

VPs and IMPs are compared as whole hundredths, so that equal ones are equal numbers. Teams that are level share a place;
their positions follow each other.
"""


class Teams:
    """The sheet in the making."""

    def __init__(self, book: Book, options: Options, count: int, most_boards: int) -> None:
        self.book = book
        self.sheet: Worksheet = book.sheet("Teams")
        self.options = options
        self.most_boards = most_boards
        self.rows = range(_TOP, _TOP + count)
        self.vps = {f"round{number}_team_vp": _ROUND.format(number) for number in range(1, options.rounds + 1)}
        self.hidden = _BEFORE_ROUNDS | self.vps | _AFTER_ROUNDS
        self.at = {name: letter(column) for column, name in enumerate((*_COLUMNS, "gap", *self.hidden), start=1)}
        """The letters of the columns."""

    def write(self) -> None:
        """Write everything."""
        self.settings()
        self.headings()
        for number, row in enumerate(self.rows, start=1):
            self.team(number, row)
        for name, column in self.at.items():
            cells = f"{column}{self.rows[0]}:{column}{self.rows[-1]}"
            if name in _TAKES:
                self.book.inputs(self.sheet, cells, _TAKES[name], name)
            elif name != "gap":
                self.book.name(name, self.sheet, cells)
        for cells in self.sheet[f"B{self.rows[0]}:C{self.rows[-1]}"]:
            for cell in cells:
                cell.alignment = Alignment("left", "center", shrink_to_fit=True, indent=1)
        self.book.fill({"team_names": [[name] for name in self.options.teams]})
        set_up_page(self.sheet, self.options.paper, f"A1:G{self.rows[-1]}")

    def settings(self) -> None:
        """Write what holds for the whole event."""
        put, book, sheet, options, most = self.book.put, self.book, self.sheet, self.options, self.most_boards
        put(sheet, "A1:G1", "Teams", Styles.TITLE)
        ties = "What ranks teams with the same VPs. If empty, they share the rank."
        boards = f"How many boards a match has, 1 to {most}."
        bye = "VPs for a team without a match, 0 to 30."
        for label, cells, name, takes, value in (
            ("A3", "B3:C3", "event", inputs.text("Event", "What is being played, up to 60 characters."), None),
            ("A4", "B4", "date", inputs.date("Date", "The day of the event."), None),
            ("A5", "B5", "tie_break", inputs.one_of("Ties by", ties, "tie_breaks"), TIE_BREAKS[0]),
            ("D3", "E3:F3", "boards", inputs.whole("Boards", boards, 1, most), options.boards),
            ("D4", "E4:F4", "scale", inputs.one_of("Scale", "The VP scale.", "scale_names"), chosen_scale(options)),
            ("D5", "E5:F5", "bye_vp", inputs.decimal("Bye VPs", bye, 0, 30), _bye_vp(options)),
        ):
            put(sheet, label, takes.title, Styles.LABEL)
            book.input(sheet, cells, takes, name, value)
            sheet.row_dimensions[int(label[1:])].height = 18
        sheet["B4"].number_format = "d mmm yyyy"
        put(sheet, "G3", "=vp_problem", Styles.PROBLEM)
        book.name("scale_problem", sheet, "G3")

    def headings(self) -> None:
        """Write the headings, which stay in sight, and set the widths of the columns."""
        sheet = self.sheet
        for cells, text in {"A7:C7": "", "D7:E7": "VPs", "F7:G7": ""}.items():
            self.book.put(sheet, cells, text, Styles.HEADING)
        self.book.headings(sheet, _TOP - 1, 1, [heading for heading, _ in _COLUMNS.values()])
        sheet.row_dimensions[_TOP - 1].height = 30
        sheet.freeze_panes = f"C{_TOP}"
        sheet.sheet_properties.tabColor = INPUT
        widths(sheet, **{self.at[name]: width for name, (_, width) in _COLUMNS.items()})
        for name in self.hidden:
            sheet.column_dimensions[self.at[name]].hidden = True

    def team(self, number: int, row: int) -> None:
        """Write a team's number, what is wrong with its entries, and what it has."""
        put, sheet = self.book.put, self.sheet
        its = {name: f"{column}{row}" for name, column in self.at.items()}
        every = [its[name] for name in self.vps]
        its["vps"] = f"{every[0]}:{every[-1]}"
        its["first_place"] = f"{self.at['team_places']}${_TOP}"
        put(sheet, its["team_numbers"], number)
        put(sheet, its["team_problems"], "=" + _PROBLEM.format(**its), Styles.PROBLEM)
        for name, text in self.hidden.items():
            put(sheet, its[name], "=" + text.format(**its))
        sheet.row_dimensions[row].height = 18


def _bye_vp(options: Options) -> float:
    """Return what is usual for a bye: 12 of 20 VPs, 18 of 30."""
    draw = options.own_table[0][1] if options.own_table else scale_named(options.scale).draw
    return int(draw * 12 / 10)
