"""The table of an event: a line for each position, with a bar for the team's VPs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from openpyxl.styles import Alignment, Font
from openpyxl.utils import absolute_coordinate

from xlvp.languages.marks import tr
from xlvp.templates.bars import draw_bars
from xlvp.templates.columns import Column, Columns, Field, Lines
from xlvp.templates.contest.ranking import GONE, RANKED
from xlvp.templates.look import FAINT, SHARED, Styles, number_rule, set_up_page
from xlvp.templates.vptables import show_whole

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from openpyxl.worksheet.worksheet import Worksheet

    from xlvp.templates.book import Book
    from xlvp.templates.options import Options

TOP = 6
"""The row of the first rank."""

SIGNED = "+0.00;-0.00;0.00"


def of_team(name: str) -> str:
    """Return what a column of the sheet `Teams` has for the team of a line."""
    return f"INDEX({name},{{place}})"


def _if_any(name: str) -> str:
    return f'IF({of_team(name)}="","",{of_team(name)})'


def figure(heading: str, width: float, shows: str, number_format: str = "0.00") -> Column:
    """Return a column of figures about the team of a line."""
    return Column(heading, width, f'IF({{place}}="","",{shows})', None, Styles.FIGURE, number_format)


RANK = {
    "rank": Column(
        tr("Rank"),
        7,
        f'IF({{place}}="","",IF({of_team("team_groups")}={RANKED},{of_team("team_ranks")},""))',
        None,
        Styles.RESULT,
    ),
    "number": Column(tr("No."), 6, f'IF({{place}}="","",{of_team("team_numbers")})'),
    "team": Column(
        tr("Team"),
        34,
        f'IF({{place}}="","",{of_team("team_names")}&IF({of_team("team_groups")}={GONE}," ("&gone_word&")",""))',
        None,
        Styles.NAME,
    ),
    "played": figure(tr("Played"), 8, of_team("team_played"), "General"),
}
"""The columns that every table begins with."""

CARRY_OVER = figure(tr("Carry-over"), 10, _if_any("carry_overs"), SIGNED)
PENALTY = figure(tr("Penalty"), 8.5, f'IF({of_team("penalties")}="","",0-{of_team("penalties")})', SIGNED)
TOTAL = Column(tr("VPs"), 11, f'IF({{place}}="","",{of_team("team_totals")})', None, Styles.RESULT, "0.00")
BAR = {"bar": Column("", 22)}

TIES = {
    "direct": figure(tr("Direct"), 8.5, of_team("team_direct")),
    "imps_won": figure(tr("IMPs won"), 9, of_team("team_won"), "General"),
    "imps_lost": figure(tr("IMPs lost"), 9, of_team("team_lost"), "General"),
    "tie_break": figure(
        "=INDEX(ratio_words,1+by_quotient)",
        9,
        'IF({imps_won}="","",IF(by_quotient=1,IF(N({imps_lost})=0,"∞",{imps_won}/{imps_lost}),'
        "ROUND({imps_won}-{imps_lost},2)))",
        "+General;-General;0",
    ),
    "opponents": figure(tr("Oppo-\nnents"), 9, f'IF({of_team("team_played")}=0,"",{of_team("team_opponents")}/200)'),
}
"""What the tie-breaks go by."""

HIDDEN = {
    "place": Column(shows='IF({line}>COUNT(team_entered),"",MATCH({line},team_positions,0))', named=False),
    "plot": Column(shows="IF(N({total})=0,NA(),{total})", named=False),
}


def mark_shared(lines: Lines) -> None:
    """Show a rank that several have as 3=."""
    ranks = lines.cells("rank")
    first = f"${ranks.partition(':')[0]}"
    several = f"AND(N({first})>0,COUNTIF({absolute_coordinate(ranks)},{first})>1)"
    lines.sheet.conditional_formatting.add(ranks, number_rule(several, SHARED))


class Table:
    """The sheet in the making; the columns must have `total` and `bar` besides those here."""

    def __init__(self, book: Book, title: str, prefix: str, columns: Mapping[str, Column], teams: int) -> None:
        self.book = book
        self.title = title
        self.sheet: Worksheet = book.sheet(title)
        self.prefix = prefix
        self.columns = Columns(book, self.sheet, {**columns, **HIDDEN})
        self.last = list(columns)[-1]
        self.lines = Lines(self.columns, TOP, teams)
        self.height = max(16.0, min(21.0, 24 * 21 / teams))

    def write(self, options: Options, status: str, groups: Sequence[Field]) -> None:
        """Write everything."""
        self.head(status)
        self.columns.headings(TOP - 1, groups, height=30)
        self.lines.write(f"{self.prefix}_{{}}", height=self.height)
        for name, column in self.columns.columns.items():
            if column.style in (Styles.FIGURE, Styles.RESULT) and name != "rank":
                for (cell,) in self.sheet[self.lines.cells(name)]:
                    cell.alignment = Alignment("right", "center", indent=1)
        self.marks()
        at = self.columns.at
        draw_bars(self.sheet, at["bar"], at["plot"], at["team"], self.lines.rows)
        self.sheet.freeze_panes = f"{at['played']}{TOP}"
        wide = sum(column.width for column in self.columns.columns.values())
        landscape = 5.25 * wide > 120 + len(self.lines.rows) * self.height
        area = self.columns.area(1, "rank", self.last, self.lines.rows[-1])
        set_up_page(self.sheet, options.paper, area, landscape=landscape)

    def head(self, status: str) -> None:
        """Write what the table is of, how far the event is, what is to be done, and what is wrong."""
        title = Field("rank", "total", f'=IF(event="","{self.title}",event&"")', Styles.TITLE)
        self.columns.head(
            {
                1: (30, [title, Field("bar", self.last, '=IF(date="","",date)', number_format="d mmm yyyy")]),
                2: (
                    18,
                    [
                        Field("rank", "total", status, Styles.SUBTITLE, f"{self.prefix}_status"),
                        Field("bar", self.last, '=scale&", "&boards&" "&boards_word'),
                    ],
                ),
                3: (
                    18,
                    [
                        Field("rank", "total", "=next_step", Styles.SECTION, "shown_step"),
                        Field("bar", self.last, "=vp_problem", Styles.PROBLEM, f"{self.prefix}_problem"),
                    ],
                ),
            }
        )
        self.sheet["A1"].alignment = Alignment("left", "center", shrink_to_fit=True)

    def marks(self) -> None:
        """Show a shared rank as 3=, whole VPs as such, a quotient with three decimals, and who has withdrawn."""
        sheet, lines = self.sheet, self.lines
        mark_shared(lines)
        sheet.conditional_formatting.add(lines.cells("tie_break"), number_rule("by_quotient=1", "0.000"))
        for name, column in self.columns.columns.items():
            if column.number_format in ("0.00", SIGNED) and column.width:
                show_whole(sheet, lines.cells(name))
        gone = f'AND({{place}}<>"",N(INDEX(team_groups,{{place}}))={GONE})'
        lines.mark(["team"], gone, font=Font(italic=True, color=FAINT))
