"""The standings of a Swiss event: each team's results in hidden columns of `Teams`, and the sheet `Standings`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from openpyxl.chart import BarChart, Reference
from openpyxl.chart.layout import Layout, ManualLayout
from openpyxl.drawing.spreadsheet_drawing import AnchorMarker, TwoCellAnchor
from openpyxl.styles import Alignment
from openpyxl.utils import get_column_letter as letter
from openpyxl.worksheet.hyperlink import Hyperlink

from xlvp.templates.look import BAR, Styles, number_rule, set_up_page, widths
from xlvp.templates.tables import WHOLE_VPS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from openpyxl.worksheet.worksheet import Worksheet

    from xlvp.templates.book import Book
    from xlvp.templates.options import Options

_TOP = 6
"""The row of the first rank."""

_HELP = "Enter the teams on the sheet Teams, then the matches on the sheet Rounds."
_BEST = "9E+99"
_WIDTHS = {
    "carry_over": 8.0,
    "penalty": 8.0,
    "total": 11.0,
    "bar": 24.0,
    "imps_won": 8.0,
    "imps_lost": 8.0,
    "tie_break": 8.0,
    "note": 12.0,
}
"""The columns after the rounds."""

_HIDDEN = ("row", "plot")
"""Beyond a gap: the place of the team among all teams, and what is plotted."""

_RANKED, _NO_RESULT, _GONE, _NO_TEAM = range(4)
"""The groups in which teams are listed."""


class TeamResults:
    """The hidden columns of the sheet `Teams`: what each team has, and its place."""

    def __init__(self, book: Book, sheet: Worksheet, rows: range, rounds: int) -> None:
        self.book = book
        self.sheet = sheet
        self.rows = rows
        self.rounds = rounds
        self.column = 9

    def add(self, name: str, text: str) -> str:
        """Add a column by the formula for one row, in which # is its number; return the column's letter."""
        column: str = letter(self.column)
        for row in self.rows:
            self.book.put(self.sheet, f"{column}{row}", "=" + text.replace("#", str(row)))
        self.book.name(name, self.sheet, f"{column}{self.rows[0]}:{column}{self.rows[-1]}")
        self.sheet.column_dimensions[column].hidden = True
        self.column += 1
        return column

    def write(self) -> None:
        """Write them all.

        Of the sheet's own columns, B is the name, D the carry-over, E the penalty, F the withdrawal. The IMPs are
        taken as whole hundredths, so that equal quotients are equal numbers.
        """
        entered = self.add("team_entered", 'IF(B#="","",A#)')
        self.add("team_gone", 'IF(OR(B#="",F#=""),"",A#)')
        plays = self.add("team_plays", 'IF(OR(B#="",F#<>""),0,1)')
        vps = [
            self.add(name, f'IF(COUNTIFS({teams},A#)=0,"",SUMIFS({source},{teams},A#))')
            for name, source, teams in (
                (f"round{number}_team_vp", f"round{number}_vps", f"round{number}_teams")
                for number in range(1, self.rounds + 1)
            )
        ]
        every = f"{vps[0]}#:{vps[-1]}#"
        nothing = f'OR({entered}#="",COUNT(D#:E#,{every})=0)'
        total = self.add("team_totals", f'IF({nothing},"",ROUND(N(D#)-N(E#)+SUM({every}),2))')
        sums = "ROUND(SUMIFS(match_won,match_teams,A#),2)"
        won = self.add("team_won", f'IF(COUNTIFS(match_teams,A#,match_won,">=0")=0,"",{sums})')
        lost = self.add("team_lost", f'IF({won}#="","",ROUND(SUMIFS(match_lost,match_teams,A#),2))')
        net = f"ROUND(100*N({won}#)-100*N({lost}#),0)"
        quotient = f"IF(N({lost}#)=0,{_BEST},ROUND(100*{won}#,0)/ROUND(100*{lost}#,0))"
        chosen = f'IF(tie_break="IMP quotient",{quotient},IF(tie_break="IMP difference",{net},0))'
        tie = self.add("team_ties", chosen)
        points = self.add("team_points", f"ROUND(100*N({total}#),0)")
        here = f'IF({plays}#=0,{_GONE},IF({total}#="",{_NO_RESULT},{_RANKED}))'
        group = self.add("team_groups", f'IF({entered}#="",{_NO_TEAM},{here})')
        better = f"(team_points>{points}#)+(team_points={points}#)*(team_ties>{tie}#)"
        ahead = f"SUMPRODUCT((team_groups<{group}#)+(team_groups={group}#)*({better}))"
        place = self.add("team_places", f"1+{ahead}")
        self.add("team_positions", f"{place}#+COUNTIF({place}${self.rows[0]}:{place}#,{place}#)-1")


class Standings:
    """The sheet `Standings`: a line for each position."""

    def __init__(self, book: Book, sheet: Worksheet, options: Options, teams: int) -> None:
        self.book = book
        self.sheet = sheet
        self.options = options
        self.teams = teams
        self.rounds = options.rounds
        self.last = _TOP + teams - 1
        self.height = max(16, min(21, 24 * 21 / teams))
        self.vps = [letter(4 + number) for number in range(self.rounds)]
        self.at = {
            name: letter(column) for column, name in enumerate((*_WIDTHS, "gap", *_HIDDEN), start=4 + self.rounds)
        }
        """The letters of the columns after the rounds, by name."""

    def column(self, column: str) -> str:
        """Return the cells of all positions in a column."""
        return f"{column}{_TOP}:{column}{self.last}"

    def write(self, round_rows: Sequence[int]) -> None:
        """Write everything; the heading of each round leads to its row on `Rounds`."""
        self.head()
        self.headings(round_rows)
        for row in range(_TOP, self.last + 1):
            self.line(row)
        self.names()
        self.marks()
        self.chart()
        self.page()

    def head(self) -> None:
        """Write what the standings are of, how far the event is, and what is wrong."""
        put, sheet, at = self.book.put, self.sheet, self.at
        put(sheet, f"A1:{at['total']}1", '=IF(event="","Swiss teams",event&"")', Styles.TITLE)
        done, left = f"{at['row']}1", f"{at['row']}2"
        some = f'"After "&SUM(rounds_done)&" of {self.rounds} rounds"'
        put(sheet, done, f'=IF(SUM(rounds_done)=0,"Round 1 of {self.rounds}",{some})')
        results = 'SUM(results_left)&IF(SUM(results_left)=1," result"," results")'
        put(sheet, left, f'=IF(SUM(results_left)=0,"",", "&{results}&" to come")')
        status = f'=IF(COUNT(team_entered)=0,"{_HELP}",{done}&{left})'
        put(sheet, f"A2:{at['total']}2", status, Styles.SUBTITLE)
        wrong = f"{at['row']}3"
        put(sheet, wrong, '=SUMPRODUCT(--(match_problems<>""))')
        mend = f'IF({wrong}=0,"",{wrong}&IF({wrong}=1," line"," lines")&" to mend on the sheet Rounds")'
        put(sheet, f"A3:{at['total']}3", f'=IF(scale_problem="",{mend},scale_problem)', Styles.PROBLEM)
        right = f"{at['bar']}{{0}}:{at['note']}{{0}}"
        put(sheet, right.format(1), '=IF(date="","",date)', Styles.LABEL).number_format = "d mmm yyyy"
        sheet.row_dimensions[1].height, sheet.row_dimensions[2].height = 30, 18
        put(sheet, right.format(2), '=scale&" scale, "&boards&" boards"', Styles.LABEL)

    def headings(self, round_rows: Sequence[int]) -> None:
        """Write the headings in two rows."""
        put, sheet, at = self.book.put, self.sheet, self.at
        groups = {
            "A4:C4": "",
            f"{self.vps[0]}4:{self.vps[-1]}4": "VPs in round" if self.rounds > 1 else "VPs",
            f"{at['carry_over']}4:{at['penalty']}4": "VPs",
            f"{at['total']}4:{at['bar']}4": "Total VPs",
            f"{at['imps_won']}4:{at['tie_break']}4": "IMPs",
            f"{at['note']}4": "",
            f"{at['total']}5:{at['bar']}5": "",
        }
        for cells, text in groups.items():
            put(sheet, cells, text, Styles.HEADING)
        self.book.headings(sheet, 5, 1, ("Rank", "No.", "Team"))
        for number, (column, row) in enumerate(zip(self.vps, round_rows, strict=True), start=1):
            cell = put(sheet, f"{column}5", number, Styles.HEADING)
            cell.hyperlink = Hyperlink(f"{column}5", location=f"Rounds!A{row}", tooltip="To the results of this round")
            cell.style = Styles.HEADING  # not blue and underlined
        texts = {
            "carry_over": "Carry-over",
            "penalty": "Penalty",
            "imps_won": "Won",
            "imps_lost": "Lost",
            "tie_break": '=IF(tie_break="IMP quotient","Quot.","Diff.")',
            "note": "",
        }
        for name, text in texts.items():
            put(sheet, f"{at[name]}5", text, Styles.HEADING)

    def line(self, row: int) -> None:
        """Write the team in one position."""
        put, sheet, at = self.book.put, self.sheet, self.at
        found = f"${at['row']}{row}"
        place = f"ROWS(A${_TOP}:A{row})"
        put(sheet, f"{at['row']}{row}", f'=IF({place}>COUNT(team_entered),"",MATCH({place},team_positions,0))')

        def show(column: str, text: str, style: str) -> None:
            put(sheet, f"{column}{row}", f'=IF({found}="","",{text})', style)

        show("A", f'IF(INDEX(team_groups,{found})={_RANKED},INDEX(team_places,{found}),"")', Styles.RESULT)
        show("B", f"INDEX(team_numbers,{found})", Styles.CELL)
        show("C", f'INDEX(team_names,{found})&""', Styles.NAME)
        for number, column in enumerate(self.vps, start=1):
            show(column, f"INDEX(round{number}_team_vp,{found})", Styles.FIGURE)
        for name, sign, source in (("carry_over", "", "carry_overs"), ("penalty", "0-", "penalties")):
            show(at[name], f'IF(INDEX({source},{found})="","",{sign}INDEX({source},{found}))', Styles.FIGURE)
        show(at["total"], f"INDEX(team_totals,{found})", Styles.RESULT)
        show(at["imps_won"], f"INDEX(team_won,{found})", Styles.NUMBER)
        show(at["imps_lost"], f"INDEX(team_lost,{found})", Styles.NUMBER)
        won, lost, total, tie = (f"{at[name]}{row}" for name in ("imps_won", "imps_lost", "total", "tie_break"))
        quotient = f'IF(N({lost})=0,"∞",{won}/{lost})'
        net = f'IF({won}="","",ROUND({won}-{lost},2))'
        put(sheet, tie, f'=IF({total}="","",IF(tie_break="IMP quotient",{quotient},{net}))', Styles.NUMBER)
        show(at["note"], f'IF(INDEX(team_groups,{found})={_GONE},"withdrawn","")', Styles.NAME)
        put(sheet, f"{at['plot']}{row}", f"=IF(N({total})=0,NA(),{total})")
        for column in (*self.vps, at["carry_over"], at["penalty"], at["total"]):
            sheet[f"{column}{row}"].number_format = "0.00"
        sheet[tie].number_format = "+General;-General;0"
        sheet[total].alignment = Alignment("right", "center", indent=1)
        sheet.row_dimensions[row].height = self.height

    def names(self) -> None:
        """Name what is shown."""
        for name, column in {"rank": "A", "number": "B", "team": "C", **self.at}.items():
            if name not in ("bar", "gap", *_HIDDEN):
                self.book.name(f"standings_{name}", self.sheet, self.column(column))
        self.book.name("standings_vps", self.sheet, f"{self.vps[0]}{_TOP}:{self.vps[-1]}{self.last}")
        self.book.name("standings_status", self.sheet, "A2")
        self.book.name("standings_problem", self.sheet, "A3")

    def marks(self) -> None:
        """Show a shared rank as 3=, whole VPs as such, and a quotient with three decimals."""
        sheet, at = self.sheet, self.at
        shared = number_rule(f"COUNTIF($A${_TOP}:$A${self.last},$A{_TOP})>1", '0"="')
        sheet.conditional_formatting.add(self.column("A"), shared)
        quotient = number_rule('tie_break="IMP quotient"', "0.000")
        sheet.conditional_formatting.add(self.column(at["tie_break"]), quotient)
        whole = number_rule(f"AND({WHOLE_VPS},N(D{_TOP})=INT(N(D{_TOP})))", "0")
        sheet.conditional_formatting.add(f"D{_TOP}:{at['total']}{self.last}", whole)

    def chart(self) -> None:
        """Draw a bar beside each total: the chart fills the cells of its column, a bar's height is a row's."""
        sheet = self.sheet
        chart = BarChart()
        chart.type = "bar"
        chart.title = None
        chart.legend = None
        chart.visible_cells_only = False
        chart.gapWidth = 60
        chart.x_axis.delete = chart.y_axis.delete = True
        chart.x_axis.scaling.orientation = "maxMin"
        chart.y_axis.scaling.min = 0
        chart.y_axis.majorGridlines = None
        whole = ManualLayout(layoutTarget="inner", xMode="edge", yMode="edge", x=0, y=0, w=1, h=1)
        chart.layout = Layout(manualLayout=whole)
        plot = sheet[f"{self.at['plot']}{_TOP}"].column
        chart.add_data(Reference(sheet, min_col=plot, min_row=_TOP, max_row=self.last))
        chart.set_categories(Reference(sheet, min_col=3, min_row=_TOP, max_row=self.last))
        chart.series[0].graphicalProperties.solidFill = BAR
        bar = sheet[f"{self.at['bar']}{_TOP}"].column
        corners = AnchorMarker(col=bar - 1, row=_TOP - 1), AnchorMarker(col=bar, row=self.last)
        chart.anchor = TwoCellAnchor("twoCell", _from=corners[0], to=corners[1])
        sheet.add_chart(chart)

    def page(self) -> None:
        """Set the widths, and fit all on one page, upright or not, whichever is larger."""
        sheet, at = self.sheet, self.at
        columns = {"A": 7, "B": 6, "C": 30, **dict.fromkeys(self.vps, 7.0)}
        columns |= {at[name]: width for name, width in _WIDTHS.items()}
        widths(sheet, **columns)
        for name in _HIDDEN:
            sheet.column_dimensions[at[name]].hidden = True
        sheet.row_dimensions[5].height = 30
        sheet.freeze_panes = f"D{_TOP}"
        landscape = 5.25 * sum(columns.values()) > 120 + self.teams * self.height
        set_up_page(sheet, self.options.paper, f"A1:{at['note']}{self.last}", landscape=landscape)
