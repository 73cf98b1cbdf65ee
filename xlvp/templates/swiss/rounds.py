"""The sheet `Rounds` of a Swiss event: a block for each round, a line for each match, bye, or set of three teams.

The blocks lie below each other, so that a column over all of them gives a team's results of the whole event.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from openpyxl.styles import Alignment, PatternFill
from openpyxl.utils import absolute_coordinate

from xlvp.languages.marks import tr, with_number
from xlvp.templates import inputs
from xlvp.templates.columns import Column, Columns, Field, Lines, hidden
from xlvp.templates.contest import words
from xlvp.templates.contest.lines import (
    NAMES,
    TEAM_NAME,
    TO_DO,
    mark_remarks,
    mark_winners,
    mark_wrong,
    other_side,
    problem_columns,
    result_columns,
    vp_columns,
)
from xlvp.templates.contest.teams import NEVER
from xlvp.templates.look import CHARACTER_PIXELS, INPUT, WARNING, Styles, break_pages, set_up_page
from xlvp.templates.vptables import Used, show_whole

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

    from xlvp.templates.book import Book
    from xlvp.templates.options import Options

TOP = 5
"""The row with the title of the first round."""

MOST_ROUNDS = 20

HALF = Used("half_scale", "half_boards", "hv")
"""The scale for the sets of a three-way match over one round."""

_HELP = tr(
    "For each match the numbers of both teams, then the IMPs of both sides. A team without a match: {bye} for the away"
    " team. Three teams: three lines, marked 1 or 2 for the rounds it takes. VPs are typed if the director gives them.",
    bye=words.BYE,
)
_TO_COME = (with_number("{n} result to come"), with_number("{n} results to come"))
_LEFT = f'[=0]"{tr("all results in")}";[=1]{_TO_COME[0]};{_TO_COME[1]}'
_ROW_POINTS, _TITLE_POINTS, _GAP_POINTS, _HEAD_POINTS = 18, 24, 9, 100
_PAGE_POINTS, _PAGE_PIXELS = 715, 715  # what Letter and A4 hold within the margins, whichever is less

_TITLE = ("left", "done", "paired", "left_round", "idle", "idle_team")
"""Hidden cells of the line with a round's title."""


def tables_for(teams: int) -> int:
    """Return how many lines a round needs at the most, with a three-way match of three sets."""
    return (teams + 3) // 2


def stride(teams: int) -> int:
    """Return how many rows there are from one round to the next: a title, the lines, a gap."""
    return tables_for(teams) + 2


def _fit(side: str) -> dict[str, str]:
    """Return whether a team may be where it is: how often it plays, in how many sets, and if it is still in three."""

    def often(kind: str) -> str:
        where = [f"COUNTIFS({{all_{each}}},{{{side}}},{{all_kind}},{kind})" for each in ("home", "away")]
        return f'IF({{{side}}}="",0,{"+".join(where)})'

    once, sets = f"{{{side}_once}}", f"{{{side}_sets}}"
    return {
        f"{side}_once": often("0"),
        f"{side}_sets": often('">0"'),
        f"{side}_fit": f"IF(COUNTIF(team_entered,N({{{side}}}))=0,{words.NO_TEAM},"
        f"IF({once}+SIGN({sets})>1,{words.PLAYS_TWICE},IF({{{side}_busy}}>0,{words.IS_BUSY},"
        f"IF(AND({sets}<>0,{sets}<>2),{words.NEEDS_SETS},0))))",
        f"{side}_busy": f"COUNTIFS({{before_home}},{{{side}}},{{before_kind}},2)"
        f"+COUNTIFS({{before_away}},{{{side}}},{{before_kind}},2)",
    }


_TO_DRAW = f"AND(step_code={words.DRAW},{{round_number}}=step_round)"
_TO_PLAY = 'AND(N({one})>0,{home_typed}="")'
_TO_TYPE = f"N({{said}})={words.TYPE_VPS}"
"""When an empty input is still to be filled in."""

_GONE = "COUNTIF(team_gone,N({home}))+COUNTIF(team_gone,N({away}))>0"
_MET_BEFORE = f"IF(AND({{kind}}=0,{{met}}>0,{{met}}<{{round}}),{words.HAVE_MET},0)"
_HALF_VPS = f'IF(AND({{kind}}=1,{{margin}}<>"",{{home_half}}="",{{home_typed}}=""),{words.TYPE_VPS},{{met_before}})'


def _columns(options: Options, teams: int) -> dict[str, Column]:
    """Return the columns of a line, from left to right."""
    home = tr("The number of the team, 1 to {most}.", most=teams)
    away = tr("The number of the team, 1 to {most}, or {bye}.", most=teams, bye=words.BYE)
    imps = inputs.decimal(
        tr("IMPs"), tr("The IMPs of this side, 0 to 999. If you have only the margin: 0 for the losers."), 0, 999
    )
    vps = inputs.decimal(tr("VPs"), tr("Only if the director awards VPs: those of this side."), -30, 30)
    is_team = f"AND({{away}}>=1,{{away}}<={teams},{{away}}=INT({{away}}))"
    opponent = f"IF(ISNUMBER({{away}}),{is_team},UPPER(TRIM({{away}}))=UPPER(bye_word))"
    three = tr(
        "For each of the three lines of a three-way match: 1 if it is over this round, 2 if over this and the next."
    )
    vp = options.style.vp
    its = {
        "bye": "IF(UPPER(TRIM({away}))=UPPER(bye_word),1,0)",
        "kind": "IF({bye}=1,0,N({three_way}))",
        **_fit("home"),
        **_fit("away"),
    }
    bye_imps = f'IF({{home_imps}}&{{away_imps}}="",0,{words.BYE_HAS_IMPS})'
    bye_vps = f'IF({{away_typed}}="",0,{words.BYE_HAS_VPS})'
    last = {
        "half_margin": 'IF(AND({kind}=1,hv_problem=""),{margin},"")',
        "half_turned": 'IF({half_margin}="","",0-{half_margin})',
        "home_half": f'IF({{half_margin}}="","",{vp("{half_margin}", HALF)})',
        "away_half": f'IF({{half_margin}}="","",{vp("{half_turned}", HALF)})',
        "home_by_imps": "IF({kind}=1,{home_half},{home_full})",
        "away_by_imps": "IF({kind}=1,{away_half},{away_full})",
        "vp_round": 'IF({home_vp}="","",{round}+IF({kind}=2,1,0))',
        "vp_round_again": "{vp_round}",
        # Who meets whom, whether there is a result or not, and in which round these two have met first.
        "one": 'IF(OR({wrong}>0,{bye}=1,{home}=""),0,{home})',
        "two": "IF({one}=0,0,{away})",
        "meeting": 'IF({one}=0,"",100*MIN({one},{two})+MAX({one},{two}))',
        "home_drawn": 'IF({home}="","",{home})',
        "away_drawn": 'IF({away}="","",{away})',
        "round_number": "{round}",
        "met": 'IF({meeting}="",0,INDEX({every_round_number},MATCH({meeting},{every_meeting},0)))',
        "met_before": _MET_BEFORE,
        "said": _HALF_VPS,
        "about": "{met}",
    }
    return {
        "table": Column(tr("Table"), 6.5, "{line}", named=False),
        "home": Column(tr("No."), 6, takes=inputs.whole(tr("Home team"), home, 1, teams), due=_TO_DRAW),
        "home_name": Column(tr("Name"), 26, TEAM_NAME.format(side="home"), style=Styles.NAME, named=False),
        "away": Column(
            tr("No."), 6, takes=inputs.that(tr("Away team"), away, opponent), due=f'OR({_TO_DRAW},{{home}}<>"")'
        ),
        "away_name": Column(tr("Name"), 26, TEAM_NAME.format(side="away"), style=Styles.NAME, named=False),
        "home_imps": Column(tr("Home"), 7, takes=imps, due=_TO_PLAY),
        "away_imps": Column(tr("Away"), 7, takes=imps, due=_TO_PLAY),
        **vp_columns(),
        "home_typed": Column(tr("Home"), 7, takes=vps, due=_TO_TYPE),
        "away_typed": Column(tr("Away"), 7, takes=vps, due=_TO_TYPE),
        "three_way": Column(words.THREE, 8, takes=inputs.whole(tr("Three-way match"), three, 1, 2), due=NEVER),
        "to_do": Column(words.TO_DO, 26, TO_DO, style=Styles.PROBLEM),
        **hidden(its, named=("kind",)),
        **problem_columns(
            f'IF(AND({{bye}}=0,{{result}}="",{_GONE}),{words.HAS_WITHDRAWN},0)',
            f"IF({{bye}}=1,{bye_imps},{other_side('home_imps', 'away_imps', words.IMPS_MISSING)})",
            f"IF({{bye}}=1,{bye_vps},{other_side('home_typed', 'away_typed', words.VPS_MISSING)})",
        ),
        **result_columns(options),
        **hidden(last, named=("one", "two")),
        **dict.fromkeys(_TITLE, Column()),
    }


class Rounds:
    """The sheet in the making."""

    def __init__(self, book: Book, options: Options, teams: int) -> None:
        self.book = book
        self.sheet: Worksheet = book.sheet(words.ROUNDS)
        self.options = options
        self.teams = teams
        self.count = tables_for(teams)
        self.titles = round_titles(teams, options.rounds)
        self.columns = Columns(book, self.sheet, _columns(options, teams))
        self.everything = Lines(self.columns, TOP, self.titles[-1] + self.count + 1 - TOP)
        """All rows of all rounds, titles and gaps included."""

    def write(self) -> None:
        """Write everything."""
        self.head()
        for number in range(1, self.options.rounds + 1):
            self.round(number)
        for name, (first, last) in NAMES.items():
            self.book.name(name, self.sheet, self.everything.cells(first, last))
        for name in (*_TITLE, "home_drawn", "away_drawn", "kind"):
            self.book.name(f"rounds_{name}", self.sheet, self.everything.cells(name))
        self.marks()
        self.page()

    def head(self) -> None:
        """Write the headings, which stay in sight."""
        self.columns.head(
            {
                1: (
                    28,
                    [
                        Field("table", "home_imps", words.ROUNDS, Styles.TITLE),
                        Field("away_imps", "to_do", "=next_step", Styles.SECTION),
                    ],
                ),
                2: (28, [Field("table", "to_do", _HELP, Styles.NOTE)]),
            }
        )
        groups = [
            Field("table"),
            Field("home", "home_name", tr("Home team")),
            Field("away", "away_name", tr("Away team, or {bye}", bye=words.BYE)),
            Field("home_imps", "away_imps", tr("IMPs")),
            Field("home_vp", "away_vp", tr("VPs")),
            Field("home_typed", "away_typed", words.TYPED),
            Field("three_way"),
            Field("to_do"),
        ]
        self.columns.headings(TOP - 1, groups, height=28)
        self.sheet.freeze_panes = f"A{TOP}"
        self.sheet.sheet_properties.tabColor = INPUT

    def round(self, number: int) -> None:
        """Write a round."""
        title = self.titles[number - 1]
        lines = Lines(self.columns, title + 1, self.count)
        before = Lines(self.columns, self.titles[number - 2] + 1, self.count) if number > 1 else None

        every = {
            f"every_{name}": absolute_coordinate(self.everything.cells(name))
            for name in ("pair", "meeting", "round_number")
        }
        also = {"round": str(number), "void": "0", "top": str(TOP), **every}
        earlier = before or Lines(self.columns, TOP - 2, 2)  # before the first round the headings, without a match
        also |= {f"before_{name}": absolute_coordinate(earlier.cells(name)) for name in ("home", "away", "kind")}
        lines.write(f"round{number}_{{}}", _ROW_POINTS, **also)
        for (cell,) in self.sheet[lines.cells("to_do")]:
            cell.alignment = Alignment("left", "center", indent=1)
        for name in ("home_vp", "away_vp"):
            for (cell,) in self.sheet[lines.cells(name)]:
                cell.alignment = Alignment("right", "center", indent=1)
        self.title(number, title, lines, before)

    def title(self, number: int, row: int, lines: Lines, before: Lines | None) -> None:
        """Write the title of a round: what is to come, and who has no match."""
        at = {name: f"{self.columns.at[name]}{row}" for name in _TITLE}
        its = {name: lines.cells(name) for name in ("home", "away", "home_vp", "kind")}
        later = "" if number == len(self.titles) else f"*({its['kind']}<>2)"
        left = f'SUMPRODUCT(({its["home"]}<>"")*({its["home_vp"]}=""){later})'
        playing = [f"COUNTIF({its[side]},team_numbers)" for side in ("home", "away")]
        if before:
            was = {name: before.cells(name) for name in ("home", "away", "home_vp", "kind")}
            left += f'+SUMPRODUCT(({was["home"]}<>"")*({was["home_vp"]}="")*({was["kind"]}=2))'
            playing += [f"COUNTIFS({was[side]},team_numbers,{was['kind']},2)" for side in ("home", "away")]
        idle = f"({'+'.join(playing)}=0)*team_plays"
        empty = f"COUNTA({its['home']})=0"
        said = f'INDEX(idle_words,IF({at["idle"]}=1,1,2)),"#",{at["idle_team"]}),"@",{at["idle"]})'
        for name, text in {
            "left": f"IF({empty},0,{left})",
            "done": f'IF(OR({empty},{at["left"]}>0),"",1)',
            "paired": f"IF({empty},0,{number})",
            "left_round": f'IF({at["left"]}>0,{number},"")',
            "idle": f"IF({at['paired']}=0,0,SUMPRODUCT({idle}))",
            "idle_team": f"SUMPRODUCT(MAX({idle}*team_numbers))",
        }.items():
            self.book.put(self.sheet, at[name], f"={text}")
        self.columns.head(
            {
                row: (
                    _TITLE_POINTS,
                    [
                        Field("table", "home_name", tr("Round {round}", round=number), Styles.SECTION),
                        Field(
                            "away",
                            "away_imps",
                            f'=IF({at["paired"]}=0,"",{at["left"]})',
                            Styles.SUBTITLE,
                            f"round{number}_left",
                            number_format=_LEFT,
                        ),
                        Field(
                            "home_vp",
                            "to_do",
                            f'=IF({at["idle"]}=0,"",SUBSTITUTE(SUBSTITUTE({said})',
                            Styles.PROBLEM,
                            f"round{number}_idle",
                        ),
                    ],
                )
            }
        )
        self.sheet.row_dimensions[row + self.count + 1].height = _GAP_POINTS

    def marks(self) -> None:
        """Let stand out what is wrong and who has won, and show whole VPs as such."""
        lines = self.everything
        mark_wrong(lines)
        fill = PatternFill("solid", bgColor=WARNING)
        for name in ("home", "away"):
            lines.mark([name], f"AND(N({{gone}})>0,COUNTIF(team_gone,N({{{name}}}))>0)", fill=fill)
        mark_winners(lines)
        show_whole(self.sheet, lines.cells("home_vp", "away_vp"))
        mark_remarks(lines)

    def page(self) -> None:
        """Print as many rounds on a page as it holds, and none on two."""
        shown = sum(column.width for column in self.columns.columns.values())
        percent = int(100 * _PAGE_PIXELS / (CHARACTER_PIXELS * shown))
        block = _TITLE_POINTS + self.count * _ROW_POINTS + _GAP_POINTS
        each = max(1, int((_PAGE_POINTS * 100 / percent - _HEAD_POINTS) // block))
        area = self.columns.area(1, "table", "to_do", self.everything.rows[-1])
        set_up_page(self.sheet, self.options.paper, area, repeat=f"1:{TOP - 1}")
        break_pages(self.sheet, percent, [title - 1 for title in self.titles[each::each]])


def round_titles(teams: int, rounds: int) -> list[int]:
    """Return the row with the title of each round."""
    return [TOP + number * stride(teams) for number in range(rounds)]
