"""The sheet `Rounds` of a Swiss event: a block for each round, a line for each match or bye.

A line counts as soon as nothing is wrong with it. What is wrong, and what counts, stands in hidden columns; the
blocks lie below each other, so that a column over all of them gives a team's results of the whole event.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Font, PatternFill
from openpyxl.utils import get_column_letter as letter

from xlvp.templates import inputs
from xlvp.templates.look import FAINT, WARNING, Styles, break_pages, number_rule, set_up_page, widths
from xlvp.templates.tables import WHOLE_VPS
from xlvp.templates.wording import Portable

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

    from xlvp.templates.book import Book
    from xlvp.templates.options import Options

_TOP = 5
"""The row with the title of the first round."""

_GROUPS = {
    "A3": "",
    "B3:C3": "Home team",
    "D3:E3": "Away team, or bye",
    "F3:G3": "IMPs",
    "H3:I3": "VPs",
    "J3:K3": "VPs typed",
    "L3": "",
}
_HEADINGS = ("Table", "No.", "Name", "No.", "Name", *("Home", "Away") * 3, "To do")
_WIDTHS = dict(zip("ABCDEFGHIJKL", (6.5, 6, 26, 6, 26, 7, 7, 8.5, 8.5, 7, 7, 24), strict=True))
_HELP = (
    "For each match the numbers of both teams, then the IMPs of both sides. A team without a match: bye for the away"
    " team. VPs are typed only where the director awards them."
)

# Hidden columns of a line: whether it is a bye; how often each team plays in the round; what is wrong with the home
# team, the away team and the result, a team that has withdrawn, and what is wrong first of all; the margin and the
# winner's VPs for it; the IMPs that count, as a pair (home, away) and turned round (away, home); the teams that count,
# as a pair; both teams as one number, the first round in which they have met, and this round.
# Those of a round's title: results to come, whether all are in, teams without a match, one of them.
_HIDDEN = [letter(column) for column in range(14, 36)]
_BYE, _HOME_PLAYS, _AWAY_PLAYS, _HOME_WRONG, _AWAY_WRONG, _RESULT_WRONG, _GONE, _WRONG = _HIDDEN[:8]
_MARGIN, _WINNER, _IMPS, _LOST, _IMPS_AGAIN = _HIDDEN[8:13]
_HOME_COUNTS, _AWAY_COUNTS, _PAIR, _MET, _ROUND = _HIDDEN[13:18]
_LEFT, _DONE, _IDLE, _IDLE_TEAM = _HIDDEN[18:]

_ROW_POINTS, _TITLE_POINTS, _GAP_POINTS, _HEAD_POINTS = 18, 24, 9, 100
_CHARACTER_PIXELS = 7.5  # 7 in Excel, a little more in LibreOffice
_PAGE_POINTS, _PAGE_PIXELS = 715, 715  # what Letter and A4 hold within the margins, whichever is less


class Rounds:
    """The sheet in the making."""

    def __init__(self, book: Book, sheet: Worksheet, options: Options, teams: int) -> None:
        self.book = book
        self.sheet = sheet
        self.options = options
        self.style = options.style
        self.portable = isinstance(options.style, Portable)
        self.teams = teams
        self.tables = (teams + 1) // 2
        self.titles = [_TOP + number * (self.tables + 2) for number in range(options.rounds)]
        """The row with the title of each round."""
        self.last = self.titles[-1] + self.tables

    def write(self) -> None:
        """Write everything."""
        self.head()
        for number, title in enumerate(self.titles, start=1):
            self.title(number, title)
            for row in range(title + 1, title + 1 + self.tables):
                self.line(number, row)
            self.names_and_inputs(number, title)
        for name, columns in (
            ("match_teams", (_HOME_COUNTS, _AWAY_COUNTS)),
            ("match_won", (_IMPS, _LOST)),
            ("match_lost", (_LOST, _IMPS_AGAIN)),
            ("match_problems", (_WRONG, _WRONG)),
            ("results_left", (_LEFT, _LEFT)),
            ("rounds_done", (_DONE, _DONE)),
        ):
            self.book.name(name, self.sheet, f"{columns[0]}{_TOP}:{columns[1]}{self.last}")
        self.marks()
        self.page()

    def head(self) -> None:
        """Write the headings, which stay in sight."""
        put, sheet = self.book.put, self.sheet
        put(sheet, "A1:L1", "Rounds", Styles.TITLE)
        put(sheet, "A2:L2", _HELP, Styles.NOTE)
        sheet.row_dimensions[2].height = 28
        for cells, text in _GROUPS.items():
            put(sheet, cells, text, Styles.HEADING)
        self.book.headings(sheet, _TOP - 1, 1, _HEADINGS)
        sheet.freeze_panes = f"A{_TOP}"
        widths(sheet, **_WIDTHS)
        for column in _HIDDEN:
            sheet.column_dimensions[column].hidden = True

    def title(self, number: int, row: int) -> None:
        """Write the title of a round: what is to come, and who has no match."""
        put, sheet = self.book.put, self.sheet
        home, away = f"round{number}_home", f"round{number}_away"
        put(sheet, f"A{row}:C{row}", f"Round {number}", Styles.SECTION)
        left = put(sheet, f"D{row}:G{row}", f'=IF(COUNTA({home})=0,"",{_LEFT}{row})', Styles.SUBTITLE)
        left.number_format = '[=0]"all results in";[=1]0" result to come";0" results to come"'
        put(sheet, f"{_LEFT}{row}", f'=SUMPRODUCT(({home}<>"")*({home}_vp=""))')
        put(sheet, f"{_DONE}{row}", f'=IF(AND(COUNTA({home})>0,{_LEFT}{row}=0),1,"")')
        idle = f"(COUNTIF({home},team_numbers)+COUNTIF({away},team_numbers)=0)*team_plays"
        put(sheet, f"{_IDLE}{row}", f"=IF(COUNTA({home})=0,0,SUMPRODUCT({idle}))")
        put(sheet, f"{_IDLE_TEAM}{row}", f"=SUMPRODUCT(MAX({idle}*team_numbers))")
        one = f'"no match for team "&{_IDLE_TEAM}{row}'
        several = f'"no match for "&{_IDLE}{row}&" teams, such as "&{_IDLE_TEAM}{row}'
        text = f'=IF({_IDLE}{row}=0,"",IF({_IDLE}{row}=1,{one},{several}))'
        put(sheet, f"H{row}:L{row}", text, Styles.PROBLEM)
        self.book.name(f"round{number}_left", sheet, f"D{row}")
        self.book.name(f"round{number}_idle", sheet, f"H{row}")
        sheet.row_dimensions[row].height = _TITLE_POINTS
        sheet.row_dimensions[row + self.tables + 1].height = _GAP_POINTS

    def line(self, number: int, row: int) -> None:
        """Write what is worked out about one match or bye."""
        put, sheet = self.book.put, self.sheet
        home, away, bye, wrong, margin = (f"{column}{row}" for column in ("B", "D", _BYE, _WRONG, _MARGIN))
        put(sheet, f"A{row}", row - self.titles[number - 1])
        for cell, name in ((home, f"C{row}"), (away, f"E{row}")):
            put(sheet, name, f'=IF({cell}="","",IFERROR(INDEX(team_names,{cell})&"",""))', Styles.NAME)
        self.problems(number, row)
        unplayed = f'OR({wrong}<>"",{bye}=1,COUNT(F{row}:G{row})<2,scale_problem<>"")'
        put(sheet, margin, f'=IF({unplayed},"",ROUND(F{row}-G{row},2))')
        if self.portable:
            curve = f"ROUND(10+10*(1-vp_r^MIN(ABS({margin})/vp_blitz,1))/(1-vp_r),2)"
            whole = f"LOOKUP(ROUND(ABS({margin}),0),vp_margin,vp_win)"
            put(sheet, f"{_WINNER}{row}", f'=IF({margin}="","",IF(scale="NABC+",{curve},{whole}))')
        played = f'IF({margin}="","",{self.vp(row, "")})'
        unpaired = f'IF({bye}=1,IF(bye_vp="","",bye_vp),{played})'
        put(sheet, f"H{row}", f'=IF({wrong}<>"","",IF(J{row}="",{unpaired},ROUND(J{row},2)))', Styles.FIGURE)
        played = f'IF({margin}="","",{self.vp(row, "0-")})'
        sheet[f"H{row}"].number_format = "0.00"
        nothing = f'OR({wrong}<>"",{bye}=1)'
        put(sheet, f"I{row}", f'=IF({nothing},"",IF(K{row}="",{played},ROUND(K{row},2)))', Styles.FIGURE)
        sheet[f"I{row}"].number_format = "0.00"
        for column, typed in ((_IMPS, "F"), (_LOST, "G"), (_IMPS_AGAIN, "F")):
            put(sheet, f"{column}{row}", f'=IF({margin}="","",{typed}{row})')
        put(sheet, f"{_HOME_COUNTS}{row}", f'=IF(H{row}="","",{home})')
        put(sheet, f"{_AWAY_COUNTS}{row}", f'=IF(I{row}="","",{away})')
        both = f"100*MIN({home},{away})+MAX({home},{away})"
        put(sheet, f"{_PAIR}{row}", f'=IF(OR({wrong}<>"",{bye}=1,{home}=""),"",{both})')
        put(sheet, f"{_ROUND}{row}", number)
        met = f"INDEX({_ROUND}${_TOP}:{_ROUND}{row},MATCH({_PAIR}{row},{_PAIR}${_TOP}:{_PAIR}{row},0))"
        put(sheet, f"{_MET}{row}", f'=IF({_PAIR}{row}="","",{met})')
        before = f'IF(N({_MET}{row})=0,"",IF({_MET}{row}<{number},"met in round "&{_MET}{row},""))'
        put(sheet, f"L{row}", f'=IF({wrong}="",{before},{wrong})', Styles.PROBLEM)
        sheet.row_dimensions[row].height = _ROW_POINTS

    def vp(self, row: int, sign: str) -> str:
        """Return the formula for the VPs of a side; the away team turns the sign of the margin."""
        margin = f"{sign}{_MARGIN}{row}"
        if not self.portable:
            return self.style.vp(margin)
        return f"ROUND(vp_total/2+SIGN({margin})*({_WINNER}{row}-vp_total/2),2)"

    def problems(self, number: int, row: int) -> None:
        """Write what is wrong with a line, in the order in which it should be mended."""
        put, sheet = self.book.put, self.sheet
        home, away, bye = f"B{row}", f"D{row}", f"{_BYE}{row}"
        put(sheet, bye, f'=IF(UPPER(TRIM({away}))="BYE",1,0)')
        for cell, column in ((home, _HOME_PLAYS), (away, _AWAY_PLAYS)):
            plays = f"COUNTIF(round{number}_home,{cell})+COUNTIF(round{number}_away,{cell})"
            put(sheet, f"{column}{row}", f'=IF({cell}="","",{plays})')

        def wrong(cell: str, plays: str) -> str:
            twice = f'IF(N({plays}{row})>1,"team "&{cell}&" plays twice","")'
            return f'IF(COUNTIF(team_entered,{cell})=0,"no team "&{cell},{twice})'

        rest = f"{away}&F{row}&G{row}&J{row}&K{row}"
        itself = f'IF({home}={away},"team "&{home}&" plays itself",{wrong(home, _HOME_PLAYS)})'
        put(sheet, f"{_HOME_WRONG}{row}", f'=IF({home}="",IF({rest}="","","home team?"),{itself})')
        missing = f'IF({home}="","","away team, or bye?")'
        no_opponent = f"OR({bye}=1,{home}={away})"
        text = f'=IF({away}="",{missing},IF({no_opponent},"",{wrong(away, _AWAY_PLAYS)}))'
        put(sheet, f"{_AWAY_WRONG}{row}", text)
        put(sheet, f"{_RESULT_WRONG}{row}", self.result_problem(row))
        gone = f"COUNTIF(team_gone,{home})"
        unplayed = f'AND({bye}=0,F{row}&G{row}&J{row}&K{row}="",{gone}+COUNTIF(team_gone,{away})>0)'
        put(sheet, f"{_GONE}{row}", f'=IF({unplayed},"team "&IF({gone}>0,{home},{away})&" has withdrawn","")')
        text = f"{_GONE}{row}"
        for column in (_RESULT_WRONG, _AWAY_WRONG, _HOME_WRONG):
            text = f'IF({column}{row}="",{text},{column}{row})'
        put(sheet, f"{_WRONG}{row}", f"={text}")

    def result_problem(self, row: int) -> str:
        """Return the formula that says what is wrong with the IMPs and the typed VPs."""
        imps, vps = f"COUNT(F{row}:G{row})<2", f"COUNT(J{row}:K{row})<2"
        half_imps = f'AND(F{row}&G{row}<>"",{imps}),"IMPs of one side only"'
        half_vps = f'AND(J{row}&K{row}<>"",{vps}),"VPs of one side only"'
        bye = f'IF(F{row}&G{row}&K{row}="","","bye: VPs for home only")'
        return f'=IF({_BYE}{row}=1,{bye},IF({half_imps},IF({half_vps},"")))'

    def names_and_inputs(self, number: int, title: int) -> None:
        """Name the columns of a round, and make inputs of those that are."""
        book, sheet = self.book, self.sheet
        first, last = title + 1, title + self.tables

        def cells(column: str) -> str:
            return f"{column}{first}:{column}{last}"

        allowed = f"AND(D{first}>=1,D{first}<={self.teams},D{first}=INT(D{first}))"
        opponent = f'IF(ISNUMBER(D{first}),{allowed},UPPER(TRIM(D{first}))="BYE")'
        imps = "The IMPs of this side, 0 to 999. If you have only the margin: 0 for the losers."
        vps = "Only if the director awards VPs: those of this side, 0 to 30."
        takes = {
            "home": ("B", inputs.whole("Home team", f"The number of the team, 1 to {self.teams}.", 1, self.teams)),
            "away": ("D", inputs.that("Away team", f"The number of the team, 1 to {self.teams}, or bye.", opponent)),
            "home_imps": ("F", inputs.decimal("IMPs", imps, 0, 999)),
            "away_imps": ("G", inputs.decimal("IMPs", imps, 0, 999)),
            "home_typed": ("J", inputs.decimal("VPs", vps, 0, 30)),
            "away_typed": ("K", inputs.decimal("VPs", vps, 0, 30)),
        }
        for name, (column, kind) in takes.items():
            book.inputs(sheet, cells(column), kind, f"round{number}_{name}")
        for name, column in (("home_vp", "H"), ("away_vp", "I"), ("to_do", "L")):
            book.name(f"round{number}_{name}", sheet, cells(column))
        book.name(f"round{number}_vps", sheet, f"H{first}:I{last}")
        book.name(f"round{number}_teams", sheet, f"{_HOME_COUNTS}{first}:{_AWAY_COUNTS}{last}")

    def marks(self) -> None:
        """Let stand out what is wrong and who has won, and show whole VPs as such."""
        sheet = self.sheet
        warning = PatternFill("solid", bgColor=WARNING)
        lines = f"{{0}}{_TOP}:{{1}}{self.last}"
        for columns, wrong in (("BB", _HOME_WRONG), ("DD", _AWAY_WRONG)):
            rule = FormulaRule([f"LEN(${wrong}{_TOP})>0"], fill=warning)
            sheet.conditional_formatting.add(lines.format(*columns), rule)
        for columns, text in (("FG", "IMPs*"), ("JK", "VPs*"), ("FG", "bye*")):
            rule = FormulaRule([f'COUNTIF(${_RESULT_WRONG}{_TOP},"{text}")>0'], fill=warning)
            sheet.conditional_formatting.add(lines.format(*columns), rule)
        for column, won in (("C", f"N($H{_TOP})>N($I{_TOP})"), ("E", f"N($I{_TOP})>N($H{_TOP})")):
            winner = FormulaRule([f'AND($I{_TOP}<>"",{won})'], font=Font(bold=True))
            sheet.conditional_formatting.add(lines.format(column, column), winner)
        whole = number_rule(f"AND({WHOLE_VPS},N(H{_TOP})=INT(N(H{_TOP})))", "0")
        sheet.conditional_formatting.add(lines.format("H", "I"), whole)
        mentioned = FormulaRule([f"LEN(${_WRONG}{_TOP})=0"], font=Font(bold=False, color=FAINT))
        sheet.conditional_formatting.add(lines.format("L", "L"), mentioned)

    def page(self) -> None:
        """Print as many rounds on a page as it holds, and none on two."""
        percent = int(100 * _PAGE_PIXELS / (_CHARACTER_PIXELS * sum(_WIDTHS.values())))
        block = _TITLE_POINTS + self.tables * _ROW_POINTS + _GAP_POINTS
        each = max(1, int((_PAGE_POINTS * 100 / percent - _HEAD_POINTS) // block))
        set_up_page(self.sheet, self.options.paper, f"A1:L{self.last}", repeat=f"1:{_TOP - 1}")
        break_pages(self.sheet, percent, [title - 1 for title in self.titles[each::each]])
