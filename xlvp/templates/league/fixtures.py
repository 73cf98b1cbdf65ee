"""The sheet `Fixtures` of a league: a line for each match, with its date, where the result is typed.

The fixtures are those of the circle method at first; rounds and teams are inputs, so that a league can have its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from openpyxl.styles import Alignment, Font

from xlvp.events.fixtures import fixtures
from xlvp.languages.marks import tr
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
from xlvp.templates.look import FAINT, INPUT, Styles, set_up_page
from xlvp.templates.vptables import show_whole

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

    from xlvp.templates.book import Book
    from xlvp.templates.options import Options

TOP = 5
"""The row of the first match."""

_ROW_POINTS = 18
_HELP = tr(
    "When a match is over, type the IMPs of both sides. A postponed match stays open; if it has a new date, type that."
    " VPs are typed for a walkover, or where an award stands in place of the result."
)
_DATE = "d mmm yyyy"
_WHEN = 'IF({date}<>"",{date},IF(N(first_date)=0,"",first_date+(N({round})-1)*N(days_between)))'
_TO_PLAY = 'AND({meeting}<>"",{home_typed}="")'
"""When an empty input is still to be filled in."""

_PAIR = "100*MIN({home},{away})+MAX({home},{away})"


def _fit(side: str) -> str:
    """Return what is wrong with a team that is not entered: nothing as long as no result is."""
    return f'IF({{result}}="",0,IF(COUNTIF(team_entered,N({{{side}}}))=0,{words.NO_TEAM},0))'


def _columns(options: Options, teams: int, rounds: int) -> dict[str, Column]:
    """Return the columns of a line, from left to right."""
    number = inputs.whole(tr("Team"), tr("The number of the team, 1 to {most}.", most=teams), 1, teams)
    imps = inputs.decimal(
        tr("IMPs"), tr("The IMPs of this side, 0 to 999. If you have only the margin: 0 for the losers."), 0, 999
    )
    vps = inputs.decimal(tr("VPs"), tr("Only for a walkover or an award: the VPs of this side."), -30, 30)
    its_round = inputs.whole(tr("Round"), tr("The round, 1 to {most}.", most=rounds), 1, rounds)
    entered = "COUNTIF(team_entered,N({home}))*COUNTIF(team_entered,N({away}))=0"
    annulled = "COUNTIF(team_void,{home})+COUNTIF(team_void,{away})>0"
    its = {
        "void": f"IF({entered},1,IF({annulled},1,0))",
        "home_fit": _fit("home"),
        "away_fit": _fit("away"),
    }
    last = {
        "home_by_imps": "{home_full}",
        "away_by_imps": "{away_full}",
        "vp_round": "N({round})",
        "vp_round_again": "{vp_round}",
        "meeting": f'IF(OR({{wrong}}>0,{{void}}=1,{{home}}="",{{away}}=""),"",{_PAIR})',
        "open": 'IF(AND({meeting}<>"",{home_vp}=""),N({round}),0)',
        "over": 'IF({home_vp}="",0,N({round}))',
        "late": f"IF(AND({{open}}>0,{{open}}<last_round),{words.POSTPONED},0)",
        "said": f'IF({{meeting}}="",0,IF(COUNTIF({{all_meeting}},{{meeting}})>legs,{words.MET_TOO_OFTEN},{{late}}))',
        "about": "{round}",
    }
    return {
        "round": Column(tr("Round"), 7, takes=its_round, due=NEVER),
        "when": Column(tr("Date"), 12, _WHEN, number_format=_DATE, named=False),
        "home": Column(tr("No."), 6, takes=number, due=NEVER),
        "home_name": Column(tr("Name"), 28, TEAM_NAME.format(side="home"), style=Styles.NAME, named=False),
        "away": Column(tr("No."), 6, takes=number, due=NEVER),
        "away_name": Column(tr("Name"), 28, TEAM_NAME.format(side="away"), style=Styles.NAME, named=False),
        "home_imps": Column(tr("Home"), 7, takes=imps, due=_TO_PLAY),
        "away_imps": Column(tr("Away"), 7, takes=imps, due=_TO_PLAY),
        **vp_columns(),
        "home_typed": Column(tr("Home"), 7, takes=vps, due=NEVER),
        "away_typed": Column(tr("Away"), 7, takes=vps, due=NEVER),
        "date": Column(
            tr("New date"),
            12,
            takes=inputs.date(tr("New date"), tr("If the match is on another day.")),
            number_format=_DATE,
            due=NEVER,
        ),
        "to_do": Column(words.TO_DO, 26, TO_DO, style=Styles.PROBLEM),
        **hidden(its),
        **problem_columns(
            "0",
            other_side("home_imps", "away_imps", words.IMPS_MISSING),
            other_side("home_typed", "away_typed", words.VPS_MISSING),
        ),
        **result_columns(options),
        **hidden(last, named=("open", "over")),
    }


class Fixtures:
    """The sheet in the making."""

    def __init__(self, book: Book, options: Options, teams: int) -> None:
        self.book = book
        self.sheet: Worksheet = book.sheet(words.FIXTURES)
        self.options = options
        self.rounds = fixtures(teams, options.legs)
        self.columns = Columns(book, self.sheet, _columns(options, teams, len(self.rounds)))
        self.lines = Lines(self.columns, TOP, sum(map(len, self.rounds)))

    def write(self) -> None:
        """Write everything."""
        self.columns.head(
            {
                1: (
                    28,
                    [
                        Field("round", "home_name", words.FIXTURES, Styles.TITLE),
                        Field("away", "to_do", "=next_step", Styles.SECTION),
                    ],
                ),
                2: (28, [Field("round", "to_do", _HELP, Styles.NOTE)]),
            }
        )
        groups = [
            Field("round", "when"),
            Field("home", "home_name", tr("Home team")),
            Field("away", "away_name", tr("Away team")),
            Field("home_imps", "away_imps", tr("IMPs")),
            Field("home_vp", "away_vp", tr("VPs")),
            Field("home_typed", "away_typed", words.TYPED),
            Field("date", "to_do"),
        ]
        self.columns.headings(TOP - 1, groups, height=20)
        every = self.columns.at["pair"]
        also = {"top": str(TOP), "bye": "0", "kind": "0"}
        also["every_pair"] = f"${every}${TOP}:${every}${self.lines.rows[-1]}"
        self.lines.write("fixtures_{}", _ROW_POINTS, **also)
        for name, (first, last) in NAMES.items():
            self.book.name(name, self.sheet, self.lines.cells(first, last))
        for name in ("home_counts", "away_counts"):
            self.book.name(f"fixtures_{name}", self.sheet, self.lines.cells(name))
        for name in ("home_vp", "away_vp"):
            for (cell,) in self.sheet[self.lines.cells(name)]:
                cell.alignment = Alignment("right", "center", indent=1)
        self.book.prefill(schedule(self.rounds))
        self.sheet.freeze_panes = f"A{TOP}"
        self.sheet.sheet_properties.tabColor = INPUT
        self.marks()
        area = self.columns.area(1, "round", "to_do", self.lines.rows[-1])
        set_up_page(self.sheet, self.options.paper, area, pages=0, repeat=f"1:{TOP - 1}")

    def marks(self) -> None:
        """Let stand out what is wrong and who has won; set the rounds apart; let lines fade that do not count."""
        lines = self.lines
        mark_wrong(lines)
        mark_winners(lines)
        lines.mark(["home_name", "away_name"], "{void}=1", font=Font(italic=True, color=FAINT))
        show_whole(self.sheet, lines.cells("home_vp", "away_vp"))
        mark_remarks(lines)
        at = self.columns.at["round"]
        shown = [name for name, column in self.columns.columns.items() if column.width]
        lines.rule_off(shown, f"${at}{TOP}<>${at}{TOP - 1}", "top")


def schedule(rounds: list[list[tuple[int, int]]]) -> dict[str, list[list[int | None]]]:
    """Return the entries that say who meets whom, and when."""
    matches = [(number, *match) for number, each in enumerate(rounds, start=1) for match in each]
    columns = zip(("round", "home", "away"), zip(*matches, strict=True), strict=True)
    return {f"fixtures_{name}": [[value] for value in values] for name, values in columns}
