"""The sheet `Rounds` of a Swiss event: a block for each round, a line for each match or bye.

A line counts as soon as nothing is wrong with it. What is wrong, and what counts, stands in hidden columns; the
blocks lie below each other, so that a column over all of them gives a team's results of the whole event.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter as letter

from xlvp.templates import inputs
from xlvp.templates.look import FAINT, INPUT, WARNING, Styles, break_pages, set_up_page, widths
from xlvp.templates.vptables import OWN_TOO, show_whole

if TYPE_CHECKING:
    from openpyxl.formatting.rule import Rule
    from openpyxl.worksheet.worksheet import Worksheet

    from xlvp.templates.book import Book
    from xlvp.templates.inputs import Takes
    from xlvp.templates.options import Options

_TOP = 5
"""The row with the title of the first round."""

_SHOWN = {
    "table": ("Table", 6.5),
    "home": ("No.", 6),
    "home_name": ("Name", 30),
    "away": ("No.", 6),
    "away_name": ("Name", 30),
    "home_imps": ("Home", 7),
    "away_imps": ("Away", 7),
    "home_vp": ("Home", 8.5),
    "away_vp": ("Away", 8.5),
    "home_typed": ("Home", 7),
    "away_typed": ("Away", 7),
    "to_do": ("To do", 27),
}
"""The columns of a line that are shown: heading and width."""

_GROUPS = {
    "A3": "",
    "B3:C3": "Home team",
    "D3:E3": "Away team, or bye",
    "F3:G3": "IMPs",
    "H3:I3": "VPs",
    "J3:K3": "VPs typed",
    "L3": "",
}
_HELP = (
    "For each match the numbers of both teams, then the IMPs of both sides. A team without a match: bye for the away"
    " team. VPs are typed only where the director awards them."
)

_UNFIT = (
    'IF(COUNTIF(team_entered,N({team}))=0,"no team "&{team}&": enter it on Teams",'
    "IF(COUNTIF(round{round}_home,{team})+COUNTIF(round{round}_away,{team})>1,"
    '"team "&{team}&" plays twice: change one",""))'
)
_FORMULAS = {
    "home_name": 'IF({home}="","",IFERROR(INDEX(team_names,{home})&"",""))',
    "away_name": 'IF({away}="","",IFERROR(INDEX(team_names,{away})&"",""))',
    "home_vp": 'IF({wrong}<>"","",IF({home_typed}<>"",ROUND({home_typed},2),IF({bye}=1,IF(bye_vp="","",bye_vp),'
    'IF({margin}="","",{home_by_imps}))))',
    "away_vp": 'IF(OR({wrong}<>"",{bye}=1),"",IF({away_typed}<>"",ROUND({away_typed},2),'
    'IF({margin}="","",{away_by_imps})))',
    "to_do": 'IF({wrong}<>"",{wrong},IF({met}="","",IF({met}<{round},"met in round "&{met},"")))',
    # From here on in hidden columns. What is wrong: with a team, with the result, and first of all.
    "bye": 'IF(UPPER(TRIM({away}))="BYE",1,0)',
    "home_unfit": _UNFIT.replace("{team}", "{home}"),
    "away_unfit": _UNFIT.replace("{team}", "{away}"),
    "home_wrong": 'IF({home}="",IF({away}&{result}="","","home team?"),'
    'IF({home}={away},"team "&{home}&" plays itself: change one",{home_unfit}))',
    "away_wrong": 'IF({away}="",IF({home}="","","away team, or bye?"),IF(OR({bye}=1,{home}={away}),"",{away_unfit}))',
    "imps_wrong": 'IF({bye}=1,IF({home_imps}&{away_imps}="","","a bye has no IMPs: clear them"),'
    'IF(AND({home_imps}&{away_imps}<>"",COUNT({home_imps}:{away_imps})<2),"IMPs of the other side?",""))',
    "vps_wrong": 'IF({bye}=1,IF({away_typed}="","","a bye: VPs for home alone"),'
    'IF(AND({home_typed}&{away_typed}<>"",COUNT({home_typed}:{away_typed})<2),"VPs typed of the other side?",""))',
    "gone": 'IF(AND({bye}=0,{result}="",COUNTIF(team_gone,{home})+COUNTIF(team_gone,{away})>0),'
    '"team "&IF(COUNTIF(team_gone,{home})>0,{home},{away})&" has withdrawn: change it","")',
    "wrong": 'IF({home_wrong}<>"",{home_wrong},IF({away_wrong}<>"",{away_wrong},'
    'IF({imps_wrong}<>"",{imps_wrong},IF({vps_wrong}<>"",{vps_wrong},{gone}))))',
    # The result; what is won and lost as a pair (home, away), once each way round; the teams that it counts for.
    "margin": 'IF(OR({wrong}<>"",{bye}=1,COUNT({home_imps}:{away_imps})<2,scale_problem<>""),"",'
    "ROUND({home_imps}-{away_imps},2))",
    "home_by_imps": 'IF({margin}="","",{vp_home})',
    "away_by_imps": 'IF({margin}="","",{vp_away})',
    "turned": 'IF({margin}="","",0-{margin})',
    "won": 'IF({margin}="","",{home_imps})',
    "lost": 'IF({margin}="","",{away_imps})',
    "won_again": "{won}",
    "home_counts": 'IF({home_vp}="","",{home})',
    "away_counts": 'IF({away_vp}="","",{away})',
    # Both teams as one number, this round, and the first round in which they have met.
    "pair": 'IF(OR({wrong}<>"",{bye}=1,{home}=""),"",100*MIN({home},{away})+MAX({home},{away}))',
    "round_number": "{round}",
    "met": 'IF({pair}="","",INDEX({first_round}:{round_number},MATCH({pair},{first_pair}:{pair},0)))',
}
"""What is worked out on a line, from its own cells, by their names."""

_TITLE_FORMULAS = {
    "left": 'SUMPRODUCT((round{round}_home<>"")*(round{round}_home_vp=""))',
    "done": 'IF(AND(COUNTA(round{round}_home)>0,{left}=0),1,"")',
    "idle": "IF(COUNTA(round{round}_home)=0,0,SUMPRODUCT({without}))",
    "idle_team": "SUMPRODUCT(MAX({without}*team_numbers))",
}
"""The same for the title of a round: results to come, whether all are in, teams without a match, one of them."""

_WITHOUT = "(COUNTIF(round{round}_home,team_numbers)+COUNTIF(round{round}_away,team_numbers)=0)*team_plays"

_HIDDEN = [name for name in (*_FORMULAS, *_TITLE_FORMULAS) if name not in _SHOWN]
_AT = {name: letter(column) for column, name in enumerate((*_SHOWN, "gap", *_HIDDEN), start=1)}
"""The letters of all columns."""

_OVER_ALL = {
    "match_teams": ("home_counts", "away_counts"),
    "match_won": ("won", "lost"),
    "match_lost": ("lost", "won_again"),
    "match_problems": ("wrong", "wrong"),
    "results_left": ("left", "left"),
    "rounds_done": ("done", "done"),
}
"""Names for columns over all rounds, from one to another."""

_STYLES = dict.fromkeys(("home_name", "away_name"), Styles.NAME)
_STYLES |= dict.fromkeys(("home_vp", "away_vp"), Styles.FIGURE)
_STYLES |= {"to_do": Styles.PROBLEM}

_ROW_POINTS, _TITLE_POINTS, _GAP_POINTS, _HEAD_POINTS = 18, 24, 9, 100
_CHARACTER_PIXELS = 7.5  # 7 in Excel, a little more in LibreOffice
_PAGE_POINTS, _PAGE_PIXELS = 715, 715  # what Letter and A4 hold within the margins, whichever is less


class Rounds:
    """The sheet in the making."""

    def __init__(self, book: Book, options: Options, teams: int) -> None:
        self.book = book
        self.sheet: Worksheet = book.sheet("Rounds")
        self.options = options
        self.teams = teams
        self.tables = (teams + 1) // 2
        self.titles = round_titles(teams, options.rounds)
        self.last = self.titles[-1] + self.tables

    def write(self) -> None:
        """Write everything."""
        self.head()
        for number, title in enumerate(self.titles, start=1):
            self.title(number, title)
            for row in range(title + 1, title + 1 + self.tables):
                self.line(number, row)
            self.inputs(number, title)
        for name, (first, last) in _OVER_ALL.items():
            self.book.name(name, self.sheet, f"{_AT[first]}{_TOP}:{_AT[last]}{self.last}")
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
        self.book.headings(sheet, _TOP - 1, 1, [heading for heading, _ in _SHOWN.values()])
        sheet.freeze_panes = f"A{_TOP}"
        sheet.sheet_properties.tabColor = INPUT
        widths(sheet, **{_AT[name]: width for name, (_, width) in _SHOWN.items()})
        for name in _HIDDEN:
            sheet.column_dimensions[_AT[name]].hidden = True

    def title(self, number: int, row: int) -> None:
        """Write the title of a round: what is to come, and who has no match."""
        put, book, sheet = self.book.put, self.book, self.sheet
        its = {name: f"{_AT[name]}{row}" for name in _TITLE_FORMULAS}
        for name, text in _TITLE_FORMULAS.items():
            without = _WITHOUT.format(round=number)
            put(sheet, its[name], "=" + text.format(**its, round=number, without=without))
        put(sheet, f"A{row}:C{row}", f"Round {number}", Styles.SECTION)
        left = put(sheet, f"D{row}:G{row}", f'=IF(COUNTA(round{number}_home)=0,"",{its["left"]})', Styles.SUBTITLE)
        left.number_format = '[=0]"all results in";[=1]0" result to come";0" results to come"'
        idle, team = its["idle"], its["idle_team"]
        several = f'IF({idle}=1,"no match for team ","no match for "&{idle}&" teams, such as ")'
        put(sheet, f"H{row}:L{row}", f'=IF({idle}=0,"",{several}&{team})', Styles.PROBLEM)
        book.name(f"round{number}_left", sheet, f"D{row}")
        book.name(f"round{number}_idle", sheet, f"H{row}")
        sheet.row_dimensions[row].height = _TITLE_POINTS
        sheet.row_dimensions[row + self.tables + 1].height = _GAP_POINTS

    def line(self, number: int, row: int) -> None:
        """Write what is worked out about one match or bye."""
        put, sheet = self.book.put, self.sheet
        its = {name: f"{column}{row}" for name, column in _AT.items()}
        its["round"] = str(number)
        its["result"] = "&".join(its[name] for name in ("home_imps", "away_imps", "home_typed", "away_typed"))
        its["vp_home"], its["vp_away"] = (self.options.style.vp(its[name], OWN_TOO) for name in ("margin", "turned"))
        its["first_pair"], its["first_round"] = (f"{_AT[name]}${_TOP}" for name in ("pair", "round_number"))
        put(sheet, its["table"], row - self.titles[number - 1])
        for name, text in _FORMULAS.items():
            put(sheet, its[name], "=" + text.format(**its), _STYLES.get(name, Styles.CELL))
        for name in ("home_vp", "away_vp"):
            sheet[its[name]].number_format = "0.00"
        sheet[its["to_do"]].alignment = Alignment("left", "center", indent=1)
        sheet.row_dimensions[row].height = _ROW_POINTS

    def inputs(self, number: int, title: int) -> None:
        """Name the columns of a round, and make inputs of those that are."""
        book, sheet, first, last = self.book, self.sheet, title + 1, title + self.tables
        for name, takes in self.takes(first).items():
            book.inputs(sheet, f"{_AT[name]}{first}:{_AT[name]}{last}", takes, f"round{number}_{name}")
        for name, (left, right) in {
            "home_vp": ("home_vp", "home_vp"),
            "away_vp": ("away_vp", "away_vp"),
            "vps": ("home_vp", "away_vp"),
            "teams": ("home_counts", "away_counts"),
            "to_do": ("to_do", "to_do"),
        }.items():
            book.name(f"round{number}_{name}", sheet, f"{_AT[left]}{first}:{_AT[right]}{last}")

    def takes(self, row: int) -> dict[str, Takes]:
        """Return what each input of a line takes; the row is the first of a round."""
        away = f"{_AT['away']}{row}"
        allowed = f"AND({away}>=1,{away}<={self.teams},{away}=INT({away}))"
        opponent = f'IF(ISNUMBER({away}),{allowed},UPPER(TRIM({away}))="BYE")'
        imps = "The IMPs of this side, 0 to 999. If you have only the margin: 0 for the losers."
        vps = "Only if the director awards VPs: those of this side, 0 to 30."
        return {
            "home": inputs.whole("Home team", f"The number of the team, 1 to {self.teams}.", 1, self.teams),
            "away": inputs.that("Away team", f"The number of the team, 1 to {self.teams}, or bye.", opponent),
            "home_imps": inputs.decimal("IMPs", imps, 0, 999),
            "away_imps": inputs.decimal("IMPs", imps, 0, 999),
            "home_typed": inputs.decimal("VPs", vps, 0, 30),
            "away_typed": inputs.decimal("VPs", vps, 0, 30),
        }

    def marks(self) -> None:
        """Let stand out what is wrong and who has won, and show whole VPs as such."""
        its = {name: f"${column}{_TOP}" for name, column in _AT.items()}
        wrong = {"home": "home", "away": "away", "home_imps": "imps", "away_imps": "imps"}
        wrong |= {"home_typed": "vps", "away_typed": "vps"}
        for name, what in wrong.items():
            self.mark(name, FormulaRule([f"LEN({its[f'{what}_wrong']})>0"], fill=PatternFill(bgColor=WARNING)))
        for name in ("home", "away"):
            withdrawn = f"AND(LEN({its['gone']})>0,COUNTIF(team_gone,{its[name]})>0)"
            self.mark(name, FormulaRule([withdrawn], fill=PatternFill(bgColor=WARNING)))
        for name, more, less in (("home_name", "home_vp", "away_vp"), ("away_name", "away_vp", "home_vp")):
            won = f'AND({its["away_vp"]}<>"",N({its[more]})>N({its[less]}))'
            self.mark(name, FormulaRule([won], font=Font(bold=True)))
        show_whole(self.sheet, f"{_AT['home_vp']}{_TOP}:{_AT['away_vp']}{self.last}")
        self.mark("to_do", FormulaRule([f"LEN({its['wrong']})=0"], font=Font(bold=False, color=FAINT)))

    def mark(self, name: str, rule: Rule) -> None:
        """Add a rule to a column."""
        self.sheet.conditional_formatting.add(f"{_AT[name]}{_TOP}:{_AT[name]}{self.last}", rule)

    def page(self) -> None:
        """Print as many rounds on a page as it holds, and none on two."""
        percent = int(100 * _PAGE_PIXELS / (_CHARACTER_PIXELS * sum(width for _, width in _SHOWN.values())))
        block = _TITLE_POINTS + self.tables * _ROW_POINTS + _GAP_POINTS
        each = max(1, int((_PAGE_POINTS * 100 / percent - _HEAD_POINTS) // block))
        set_up_page(self.sheet, self.options.paper, f"A1:L{self.last}", repeat=f"1:{_TOP - 1}")
        break_pages(self.sheet, percent, [title - 1 for title in self.titles[each::each]])


def round_titles(teams: int, rounds: int) -> list[int]:
    """Return the row with the title of each round."""
    return [_TOP + number * ((teams + 1) // 2 + 2) for number in range(rounds)]
