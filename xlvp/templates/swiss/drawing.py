"""The sheet `Draw` of a Swiss event: the round to be played, to pin up; and the standing order with whom each has met.

So that a round can be drawn by hand where there is no program: from the top of the order down, each team against the
next one that it has not met.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from openpyxl.styles import Alignment, PatternFill

from xlvp.languages.marks import sentence, tr
from xlvp.templates.columns import Column, Columns, Field, Lines
from xlvp.templates.contest import words
from xlvp.templates.contest.ranking import GONE
from xlvp.templates.contest.standings import RANK, mark_shared
from xlvp.templates.look import BAND, Styles, set_up_page
from xlvp.templates.swiss.rounds import stride, tables_for

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

    from xlvp.templates.book import Book
    from xlvp.templates.options import Options

TITLE = tr("Swiss teams")
TOP = 5
_ROW_POINTS = 20
_LINE = "(draw_round-1)*{stride}+{line}+1"
_HELP = tr("From the top of the order down: each team meets the next one that it has not met.")


def _drawn(name: str) -> str:
    """Return what a column of the sheet `Rounds` has on a line of the round that is shown."""
    return f"INDEX(rounds_{name},{_LINE})"


def _named(number: str) -> str:
    return f'IF(ISNUMBER({{{number}}}),IFERROR(INDEX(team_names,{{{number}}})&"","?"),"")'


_DRAW = {
    "table": Column(tr("Table"), 8, 'IF({home_no}="","",{line})', style=Styles.RESULT, named=False),
    "home_no": Column(tr("No."), 6, _drawn("home_drawn"), named=False),
    "home_team": Column(tr("Home team"), 30, _named("home_no"), style=Styles.NAME, named=False),
    "away_no": Column(tr("No."), 6, _drawn("away_drawn"), named=False),
    "away_team": Column(tr("Away team"), 30, _named("away_no"), style=Styles.NAME, named=False),
    "three": Column(words.THREE, 8, f'IF(N({_drawn("kind")})=0,"",{_drawn("kind")})', named=False),
    "gap": Column(" ", 4),
}
"""The round: a line for each table."""

_ORDER = {
    "rank": RANK["rank"],
    "number": Column(tr("No."), 6, 'IF({place}="","",{place})'),
    "team": Column(tr("Team"), 30, 'IF({place}="","",INDEX(team_names,{place})&"")', style=Styles.NAME),
    "total": Column(
        tr("VPs"), 9, 'IF({place}="","",INDEX(team_totals,{place}))', style=Styles.FIGURE, number_format="0.00"
    ),
}
"""The order: a line for each team that takes part."""


def _met(number: int) -> dict[str, Column]:
    """Return whom a team has met in a round: the sum of the opponents' numbers, the largest, and both in words."""
    one, two = f"round{number}_one", f"round{number}_two"
    sums = f"SUMIFS({two},{one},{{number}})+SUMIFS({one},{two},{{number}})"
    largest = f"SUMPRODUCT(MAX(({one}={{number}})*{two}+({two}={{number}})*{one}))"
    a_bye = f'IF(SUMPRODUCT((round{number}_home={{number}})*ISTEXT(round{number}_away))=0,"",bye_word)'
    total, most = f"{{sum{number}}}", f"{{most{number}}}"
    both = f'IF({total}={most},{most},{total}-{most}&"+"&{most})'
    return {
        f"met{number}": Column(str(number), 6.5, f'IF({{place}}="","",IF({total}=0,{a_bye},{both}))', named=False),
        f"sum{number}": Column(shows=f'IF({{place}}="",0,{sums})', named=False),
        f"most{number}": Column(shows=f'IF({{place}}="",0,{largest})', named=False),
    }


class Drawing:
    """The sheet in the making."""

    def __init__(self, book: Book, options: Options, teams: int) -> None:
        self.book = book
        self.sheet: Worksheet = book.sheet(words.DRAWN)
        self.options = options
        self.teams = teams
        order = dict(_ORDER)
        met = [_met(number) for number in range(1, options.rounds + 1)]
        order |= {name: column for each in met for name, column in each.items() if column.width}
        hidden = {name: column for each in met for name, column in each.items() if not column.width}
        place = f'IF({{line}}>COUNTIF(team_groups,"<{GONE}"),"",MATCH({{line}},team_positions,0))'
        hidden["place"] = Column(shows=place, named=False)
        self.last_met = f"met{options.rounds}"
        self.columns = Columns(book, self.sheet, {**_DRAW, **order, **hidden})
        self.drawn = Lines(self.columns.part(_DRAW), TOP, tables_for(teams))
        self.order = Lines(self.columns.part([*order, *hidden]), TOP, teams)

    def write(self) -> None:
        """Write everything."""
        self.columns.head(
            {
                1: (
                    30,
                    [
                        Field("table", "three", f'=IF(event="","{TITLE}",event&"")', Styles.TITLE),
                        Field("rank", "total", tr("Standing order"), Styles.TITLE),
                    ],
                ),
                2: (
                    22,
                    [
                        Field(
                            "table", "home_team", f"={sentence('Round {round}', round='draw_round')}", Styles.SECTION
                        ),
                        Field("away_no", "three", "=next_step", Styles.SUBTITLE),
                        Field("rank", "total", _HELP, Styles.NOTE),
                    ],
                ),
            }
        )
        self.sheet.row_dimensions[2].height = 30
        self.columns.headings(
            TOP - 1, [Field("met1", self.last_met, tr("Met in round") if self.options.rounds > 1 else tr("Met in"))], 24
        )
        self.columns.field(TOP - 1, Field("gap", style=Styles.SUBTITLE))
        also = {"stride": str(stride(self.teams))}
        self.drawn.write("drawn_{}", _ROW_POINTS, **also)
        self.order.write("order_{}", _ROW_POINTS)
        mark_shared(self.order)
        for (cell,) in self.sheet[self.order.cells("total")]:
            cell.alignment = Alignment("right", "center", indent=1)
        self.drawn.mark(
            ["table", "home_no", "home_team", "away_no", "away_team", "three"],
            "N({three})>0",
            fill=PatternFill("solid", bgColor=BAND),
        )
        self.sheet.freeze_panes = f"A{TOP}"
        first = self.columns.area(1, "table", "three", TOP - 1 + len(self.drawn.rows))
        second = self.columns.area(1, "rank", self.last_met, TOP - 1 + self.teams)
        set_up_page(
            self.sheet,
            self.options.paper,
            f"{first},{second}",
            pages=0,
            landscape=self.options.rounds > 8,
            repeat="1:4",
        )
