"""A Swiss teams event: the teams, the results of each round, and the standings, always up to date.

This module writes the sheet `Teams`, with the settings of the event; `Rounds` and `Standings` have their own modules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from openpyxl.styles import Alignment

from xlvp.rules.scales import scale_named
from xlvp.templates import inputs
from xlvp.templates.book import Book
from xlvp.templates.look import Styles, set_up_page, widths
from xlvp.templates.swiss_rounds import Rounds
from xlvp.templates.swiss_standings import Standings, TeamResults
from xlvp.templates.tables import Tables
from xlvp.templates.wording import Portable

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

    from xlvp.templates.options import Options

FEWEST_TEAMS, MOST_TEAMS = 2, 64
MOST_ROUNDS = 20
TIE_BREAKS = ("IMP difference", "IMP quotient")

_TOP = 9
"""The row of the first team."""

_BOARDS_AT_LEAST = 24
"""The number of boards can be changed up to this, if the workbook was not made for more."""

_HEADINGS = ("No.", "Team", "Players, or a note", "Carry-over", "Penalty", "With-\ndrawn", "To do")
_ABOUT = (
    "Fill in the pale yellow cells; everything else is worked out. The Tab key goes from one to the next.",
    "First the sheet Teams: a name for each team, and above them what holds for the whole event. A line without a name"
    " is no team. Carry-over is added to the team's VPs, a penalty is taken off.",
    "Then the sheet Rounds: for each match the numbers of both teams, and when it is over the IMPs of both sides. If"
    " you have only the margin, type it for the winners and 0 for the losers.",
    "A team without a match: its number for the home team, and the word bye for the away team. It gets the VPs that"
    " are set on Teams, or those typed under 'VPs typed', and no IMPs.",
    "Where the director awards VPs, type them for both sides under 'VPs typed'. They stand in place of the VPs for the"
    " IMPs; IMPs that are typed as well still count for the tie-break.",
    "A line with something wrong says so under 'To do' and counts for nothing until it is mended. That two teams have"
    " met before is only mentioned.",
    "Standings: teams with the same VPs are ranked by IMP difference or by IMP quotient (IMPs won by IMPs lost), as"
    " set on Teams; if that is the same, too, they share the rank. With nothing lost a quotient is the best there is.",
    "A team that withdraws is marked on Teams. It and its opponents keep their results; it has no rank any more and"
    " stands below the others.",
    "A click on the number of a round on Standings leads to its results.",
    "Rules: VPs by P. Buchen, 'WBF VP Scales', and by ACBL Appendix K. A margin that is not whole is rounded to the"
    " nearest IMP first, a half away from zero, except on the scale NABC+.",
    "The sheets are protected against slips, without a password: Review, Unprotect Sheet.",
    "In Excel 365 and 2024 you can use =IMPS(…), =WBFVP(…) and the other functions of xlvp in cells of your own.",
)


def swiss(options: Options) -> Book:
    """Return the workbook."""
    teams = len(options.teams) or options.team_count
    if not FEWEST_TEAMS <= teams <= MOST_TEAMS:
        raise ValueError(f"a Swiss event has {FEWEST_TEAMS} to {MOST_TEAMS} teams, not {teams}")
    if not 1 <= options.rounds <= MOST_ROUNDS:
        raise ValueError(f"a Swiss event has 1 to {MOST_ROUNDS} rounds, not {options.rounds}")
    book = Book("Swiss teams", "swiss", options.paper)
    sheets = [book.sheet(title) for title in ("Standings", "Teams", "Rounds")]
    most_boards = max(options.boards, _BOARDS_AT_LEAST)
    entries = _Teams(book, sheets[1], options, teams)
    entries.settings(most_boards)
    entries.teams()
    results = TeamResults(book, sheets[1], range(_TOP, _TOP + teams), options.rounds)
    results.write()
    rounds = Rounds(book, sheets[2], options, teams)
    rounds.write()
    Standings(book, sheets[0], options, teams).write(rounds.titles)
    tables = Tables(book)
    tables.scale_choices(most_boards)
    tables.add("Ties", [("by", "tie_breaks", TIE_BREAKS)])
    tables.add("Withdrawn", [("mark", "withdrawn_marks", ["yes"])])
    if isinstance(options.style, Portable):
        tables.scales(most_boards)
    tables.done()
    book.about("Swiss teams", _ABOUT)
    return book


class _Teams:
    """What is typed on the sheet `Teams`."""

    def __init__(self, book: Book, sheet: Worksheet, options: Options, count: int) -> None:
        self.book = book
        self.sheet = sheet
        self.options = options
        self.count = count
        self.last = _TOP + count - 1

    def column(self, letter: str) -> str:
        """Return the cells of all teams in a column."""
        return f"{letter}{_TOP}:{letter}{self.last}"

    def settings(self, most_boards: int) -> None:
        """Write what holds for the whole event."""
        put, book, sheet, options = self.book.put, self.book, self.sheet, self.options
        put(sheet, "A1:G1", "Teams", Styles.TITLE)
        for row, left, right in ((3, "Event", "Boards"), (4, "Date", "Scale"), (5, "Ties by", "Bye VPs")):
            put(sheet, f"A{row}", left, Styles.LABEL)
            put(sheet, f"D{row}", right, Styles.LABEL)
            sheet.row_dimensions[row].height = 18
        book.input(sheet, "B3:C3", inputs.text("Event", "What is being played, up to 60 characters."), "event")
        date = book.input(sheet, "B4", inputs.date("Date", "The day of the event."), "date")
        date.number_format = "d mmm yyyy"
        ties = inputs.one_of("Ties", "What ranks teams with the same VPs. If empty, they share the rank.", "tie_breaks")
        book.input(sheet, "B5", ties, "tie_break", TIE_BREAKS[0])
        how_many = inputs.whole("Boards", f"How many boards a match has, 1 to {most_boards}.", 1, most_boards)
        book.input(sheet, "E3:F3", how_many, "boards", options.boards)
        scale = inputs.one_of("Scale", "The VP scale of the event.", "scale_names")
        book.input(sheet, "E4:F4", scale, "scale", options.scale)
        bye = inputs.decimal("Bye", "VPs for a team without a match, 0 to 30.", 0, 30)
        book.input(sheet, "E5:F5", bye, "bye_vp", _bye_vp(options.scale))
        put(sheet, "H3", "=IFERROR(INDEX(scale_boards,MATCH(scale,scale_names,0)),0)")  # the most that the scale knows
        few = 'IF(boards>H3,"This scale ends at "&H3&" boards","")'
        text = f'=IF(N(boards)<1,"How many boards?",IF(H3=0,"Choose a scale",{few}))'
        put(sheet, "G3", text, Styles.PROBLEM)
        book.name("scale_problem", sheet, "G3")

    def teams(self) -> None:
        """Write a line for each team."""
        put, book, sheet = self.book.put, self.book, self.sheet
        put(sheet, "A7:C7", "", Styles.HEADING)
        put(sheet, "D7:E7", "VPs", Styles.HEADING)
        put(sheet, "F7:G7", "", Styles.HEADING)
        book.headings(sheet, _TOP - 1, 1, _HEADINGS)
        for row in range(_TOP, self.last + 1):
            put(sheet, f"A{row}", row - _TOP + 1)
            others = f"SUMPRODUCT(--(team_names=B{row}))>1"
            nameless = f'IF(C{row}&D{row}&E{row}&F{row}="","","a name?")'
            text = f'=IF(B{row}="",{nameless},IF({others},"two teams have this name",""))'
            put(sheet, f"G{row}", text, Styles.PROBLEM)
            sheet.row_dimensions[row].height = 18
        takes = {
            "team_names": ("B", inputs.text("Team", "The name of the team, up to 60 characters.")),
            "team_notes": ("C", inputs.text("Players", "The players, or what you like; up to 120 characters.", 120)),
            "carry_overs": ("D", inputs.decimal("Carry-over", "VPs that the team brings with it.", -999, 999)),
            "penalties": ("E", inputs.decimal("Penalty", "VPs to be taken off the team.", 0, 999)),
            "withdrawn": ("F", inputs.one_of("Withdrawn", "yes if the team has left the event.", "withdrawn_marks")),
        }
        for name, (column, kind) in takes.items():
            book.inputs(sheet, self.column(column), kind, name)
        book.name("team_numbers", sheet, self.column("A"))
        for cells in sheet[f"B{_TOP}:C{self.last}"]:
            for cell in cells:
                cell.alignment = Alignment("left", "center", shrink_to_fit=True, indent=1)
        book.fill({"team_names": [[name] for name in self.options.teams]})
        sheet.freeze_panes = f"C{_TOP}"
        sheet.row_dimensions[_TOP - 1].height = 30
        sheet.column_dimensions["H"].hidden = True
        widths(sheet, A=9, B=30, C=38, D=11, E=11, F=9, G=25)
        set_up_page(sheet, self.options.paper, f"A1:G{self.last}")


def _bye_vp(scale: str) -> float:
    """Return what is usual for a bye: 12 of 20 VPs, 18 of 30."""
    return scale_named(scale).table(1).total * 12 // 2000
