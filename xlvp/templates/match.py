"""The scorecard of a match: contract, declarer and tricks from both rooms in, victory points out.

The home team sits North-South in the open room, so that the difference on a board is the open room's score less the
closed room's, both from North-South's side.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from openpyxl.chart import LineChart, Reference
from openpyxl.chart.shapes import GraphicalProperties
from openpyxl.drawing.line import LineProperties
from openpyxl.drawing.spreadsheet_drawing import AnchorMarker, TwoCellAnchor
from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Alignment, Font, PatternFill

from xlvp.rules.checks import whole
from xlvp.templates import inputs
from xlvp.templates.book import Book
from xlvp.templates.kinds import KINDS
from xlvp.templates.look import FONT, INK, LINE, RED, SWING, WARNING, Styles, set_up_page, widths
from xlvp.templates.tables import CONTRACTS, MOST_BOARDS, Tables, plain
from xlvp.templates.vptables import OWN_TOO, add_scale, chosen_scale
from xlvp.templates.wording import Portable

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

    from xlvp.templates.options import Options

TOP = 10
"""The row of the first board."""

_BIG_SWING = 10
_TOLD = Font(FONT, 9, bold=True, color=RED)
_CHART_ROWS = 11
_CHART_ROW_HEIGHT = 20
_ROOMS = {"open": tuple("DEFGHI"), "closed": tuple("JKLMNO")}
"""The columns of a room: contract, declarer, tricks, the contract as it was read, score, typed score."""

_WORKINGS = {"open": ("X", "Y", "Z", "AA", "AB"), "closed": ("AC", "AD", "AE", "AF", "AG")}
"""Hidden columns: the contract spelled plainly, its row in the table, side, vulnerable, what is wrong."""
_NET, _PLOTTED, _WINNER = "AH", "AI", "AJ"

_ROOM_HEADINGS = ("Contract", "By", "Tricks", "is", "Score", "or typed")
_RESULT_HEADINGS = ("Diff", "Home", "Away", "Running", "Home", "Away", "To do")
_HEADINGS = ("Board", "Dlr", "Vul", *_ROOM_HEADINGS, *_ROOM_HEADINGS, *_RESULT_HEADINGS)
_GROUPS = {"A8:C8": "", "D8:I8": "Open room", "J8:O8": "Closed room", "P8:S8": "IMPs", "T8:U8": "Director", "V8": ""}
_WIDTHS = dict(zip("ABCPQRSTUV", (6, 5, 6, 7, 6, 6, 8, 6, 6, 16), strict=True))
_ROOM_WIDTHS = (9, 4.5, 7, 7, 7.5, 8)
_COLUMN_NAMES = dict(
    zip(
        (
            "board",
            "dealt_by",
            "vul",
            "open_score",
            "closed_score",
            "diff",
            "home_board_imps",
            "away_board_imps",
            "running",
        ),
        "ABCHNPQRS",
        strict=True,
    )
)

_CONTRACT_HELP = "Such as 4S, 3NTX (doubled) or 6HXX (redoubled). P if the board was passed out."
_ABOUT = (
    "Fill in the pale yellow cells; everything else is worked out. The Tab key goes from one to the next.",
    "For each board and room: the contract (4S, 3NT, 6HX, 2DXX; P for a passed-out board), who played it (N, E, S or"
    " W), and how many tricks declarer took (0 to 13). Beside it the contract is shown as it was understood.",
    "If you have only the score, type it in the column 'or typed', from North-South's side: -420 if East-West made it.",
    "The home team sits North-South in the open room and East-West in the closed room.",
    "A board counts when both rooms have a result. Where the director awards IMPs, type them under 'Director', for each"
    " side its own: 3 for average plus. They stand in place of the board's result.",
    "Carry-over is in IMPs, negative if it is the away team's. Penalties are in VPs and are taken off.",
    "Rules: IMPs by Law 78B and scores by Law 77 of the Laws of Duplicate Bridge 2017; WBF scales by P. Buchen, 'WBF VP"
    " Scales'; ACBL scales by ACBL Appendix K.",
)


def match(options: Options) -> Book:
    """Return the workbook."""
    whole(options.boards, "boards", 1, MOST_BOARDS)
    book = Book("Match scorecard", "match", options)
    sheet = book.sheet("Match")
    card = _Card(book, sheet, options)
    card.head()
    card.result()
    card.boards()
    card.marks()
    card.chart()
    card.tables()
    book.about("Match scorecard", _ABOUT)
    return book


class _Card:
    """The sheet `Match`, part by part."""

    def __init__(self, book: Book, sheet: Worksheet, options: Options) -> None:
        self.book = book
        self.sheet = sheet
        self.options = options
        self.style = options.style
        self.portable = isinstance(options.style, Portable)
        self.last = TOP + options.boards - 1
        self.pages = 1 if options.boards <= MOST_BOARDS // 2 else 2
        self.height = max(16, min(25, 24 * 25 * self.pages / options.boards))  # so that few boards fill the page, too

    def column(self, letter: str) -> str:
        """Return the cells of all boards in a column."""
        return f"{letter}{TOP}:{letter}{self.last}"

    def head(self) -> None:
        """Write the inputs that hold for the whole match."""
        put, book, sheet, options = self.book.put, self.book, self.sheet, self.options
        put(sheet, "A1:C1", "Event", Styles.LABEL)
        book.input(sheet, "D1:O1", inputs.text("Event", "What is being played, up to 60 characters."), "event")
        put(sheet, "P1:Q1", "Date", Styles.LABEL)
        date = book.input(sheet, "R1:V1", inputs.date("Date", "The day of the match."), "date")
        date.number_format = "d mmm yyyy"
        put(sheet, "A2:C2", "Boards", Styles.LABEL)
        how_many = inputs.whole("Boards", f"How many boards the match has, 1 to {options.boards}.", 1, options.boards)
        book.input(sheet, "D2", how_many, "boards", options.boards)
        put(sheet, "E2:F2", "from", Styles.LABEL)
        first = inputs.whole("First board", "The number on the first board.", 1, 999)
        book.input(sheet, "G2", first, "first_board", 1)
        put(sheet, "H2:I2", "Scale", Styles.LABEL)
        scale = inputs.one_of("Scale", "The VP scale of the event.", "scale_names")
        book.input(sheet, "J2:L2", scale, "scale", chosen_scale(options))
        put(sheet, "M2:P2", "Carry-over (home)", Styles.LABEL)
        carried = "IMPs brought from before, for the home team; negative if they are the away team's."
        book.input(sheet, "Q2", inputs.decimal("Carry-over", carried, -999, 999), "carry_over")
        put(sheet, "R2:S2", "Penalties", Styles.LABEL)
        for cell, side in (("T2", "home"), ("U2", "away")):
            penalty = f"VPs to be taken off the {side} team."
            book.input(sheet, cell, inputs.decimal("Penalty", penalty, 0, 99), f"{side}_penalty")

    def result(self) -> None:
        """Write the teams and what the match stands at."""
        put, book, sheet = self.book.put, self.book, self.sheet
        name = inputs.text("Team", "The name of the team, up to 60 characters.")
        for cells, side, text in (("A4:G5", "home", self.options.home), ("P4:V5", "away", self.options.away)):
            cell = book.input(sheet, cells, name, side, text or None)
            cell.font = Font(FONT, 16, bold=True, color=INK)
        for row, height in {1: 19, 2: 19, 4: 24, 5: 24, 6: 19, 7: 17}.items():
            sheet.row_dimensions[row].height = height
        for side, vps, imps, column in (("home", "H4:K5", "H6:K6", "Q"), ("away", "L4:O5", "L6:O6", "R")):
            cells = self.column(column)
            put(sheet, vps, self.vp(side), Styles.BIG).number_format = "0.00"
            put(sheet, imps, f'=IF(COUNT({cells})=0,"",SUM({cells}))', Styles.RESULT).number_format = '0" IMPs"'
            book.name(f"{side}_vp", sheet, vps.partition(":")[0])
            book.name(f"{side}_imps", sheet, imps.partition(":")[0])
        put(sheet, "A6:G6", "North-South in the open room", Styles.NOTE)
        left = put(sheet, "P6:V6", "=boards-COUNT(" + self.column("Q") + ")", Styles.LABEL)
        left.number_format = '[=0]"all boards played";[=1]0" board to go";0" boards to go"'
        book.name("boards_left", sheet, "P6")
        put(sheet, "A7:G7", "=vp_problem", Styles.PROBLEM)
        put(sheet, "H7:K7", "margin with carry-over", Styles.LABEL)
        margin = put(sheet, "L7:O7", '=IF(home_imps="","",N(carry_over)+home_imps-away_imps)', Styles.CELL)
        margin.number_format = "+0.##;-0.##;0"
        book.name("margin", sheet, "L7")

    def vp(self, side: str) -> str:
        """Return the formula for a side's VPs, less its penalty."""
        # The cell that shows them is merged, and there a formula that may spill shows #SPILL! in Excel.
        vps, margin = (f"{_WINNER}4", "margin") if side == "home" else (f"{_WINNER}5", "0-margin")
        if side == "away":
            self.book.put(self.sheet, f"{_WINNER}6", '=IF(margin="","",0-margin)')
            margin = f"{_WINNER}6"
        self.book.put(self.sheet, vps, f'=IF(margin="","",{self.style.vp(margin, OWN_TOO)})')
        return f'=IF(OR(margin="",$A$7<>""),"",ROUND({vps}-N({side}_penalty),2))'

    def boards(self) -> None:
        """Write a row for each board."""
        put, book, sheet = self.book.put, self.book, self.sheet
        for cells, text in _GROUPS.items():
            put(sheet, cells, text, Styles.HEADING)
        book.headings(sheet, TOP - 1, 1, _HEADINGS)
        for row in range(TOP, self.last + 1):
            self.board(row)
        for name, column in _COLUMN_NAMES.items():
            book.name(name, sheet, self.column(column))
        for room in _ROOMS:
            self.room_inputs(room)
        award = (
            "IMPs that the director gives this side in place of the result: 3 for average plus, -3 for average minus."
        )
        for side, column in (("home", "T"), ("away", "U")):
            book.inputs(sheet, self.column(column), inputs.decimal("Award", award, -99, 99), f"{side}_adjust")
        sheet.freeze_panes = f"A{TOP}"
        rooms = {c: width for room in _ROOMS.values() for c, width in zip(room, _ROOM_WIDTHS, strict=True)}
        widths(sheet, **_WIDTHS, **rooms)
        for row in range(TOP - 2, self.last + 1):
            sheet.row_dimensions[row].height = self.height
        hidden = [*(c for columns in _WORKINGS.values() for c in columns), _NET, _PLOTTED, _WINNER]
        for column in hidden:
            sheet.column_dimensions[column].hidden = True

    def room_inputs(self, room: str) -> None:
        """Make contract, declarer, tricks and typed score of a room inputs."""
        book, sheet = self.book, self.sheet
        contract, by, tricks, _, _, typed = _ROOMS[room]
        readable = f"SUMPRODUCT(--(contract_names={plain(f'{contract}{TOP}')}))>0"
        takes = {
            "contract": (contract, inputs.that("Contract", _CONTRACT_HELP, readable)),
            "by": (by, inputs.one_of("Declarer", "Who played it: N, E, S or W.", "seats")),
            "tricks": (tricks, inputs.whole("Tricks", "How many tricks declarer took, 0 to 13.", 0, 13)),
            "typed": (
                typed,
                inputs.whole("Score", "Only if you have no contract: the score from North-South's side.", -7600, 7600),
            ),
        }
        for name, (column, kind) in takes.items():
            book.inputs(sheet, self.column(column), kind, f"{room}_{name}")

    def board(self, row: int) -> None:
        """Write what is worked out on one board."""
        put, sheet, style = self.book.put, self.sheet, self.style
        count = f"ROWS(A${TOP}:A{row})"
        put(sheet, f"A{row}", f'=IF({count}>boards,"",first_board+{count}-1)')
        put(sheet, f"B{row}", f'=IF(A{row}="","",{style.dealer(f"A{row}")})')
        put(sheet, f"C{row}", f'=IF(A{row}="","",{style.vulnerability(f"A{row}")})')
        for room in _ROOMS:
            self.room(room, row)
        unscored = f'AND(H{row}="",I{row}=""),AND(N{row}="",O{row}="")'
        diff = f'IF(I{row}="",H{row},I{row})-IF(O{row}="",N{row},O{row})'
        put(sheet, f"P{row}", f'=IF(OR(A{row}="",{unscored}),"",{diff})', Styles.NUMBER)
        put(sheet, f"{_NET}{row}", f'=IF(P{row}="","",{style.imps(f"P{row}")})')
        for column, award, net in (("Q", "T", f"{_NET}{row}"), ("R", "U", f"0-{_NET}{row}")):
            result = f'IF({_NET}{row}="","",MAX({net},0))'
            awarded = f'IF(T{row}&U{row}<>"",N({award}{row}),{result})'
            put(sheet, f"{column}{row}", f'=IF(A{row}="","",{awarded})', Styles.NUMBER)
        running = f"N(carry_over)+SUM(Q${TOP}:Q{row})-SUM(R${TOP}:R{row})"
        put(sheet, f"S{row}", f'=IF(Q{row}="","",{running})', Styles.NUMBER).number_format = "+0.##;-0.##;0"
        problems = "&".join(f"{columns[4]}{row}" for columns in _WORKINGS.values())
        told = put(sheet, f"V{row}", f'=IF(A{row}="","",{problems})', Styles.TEXT)
        told.font, told.alignment = _TOLD, Alignment("left", "center", shrink_to_fit=True)
        put(sheet, f"{_PLOTTED}{row}", f'=IF(S{row}="",NA(),S{row})')

    def room(self, room: str, row: int) -> None:
        """Write what is worked out on one board in one room."""
        put, sheet = self.book.put, self.sheet
        contract, by, tricks, reads, score, typed = (f"{column}{row}" for column in _ROOMS[room])
        spelled, found, side, vulnerable, problem = (f"{column}{row}" for column in _WORKINGS[room])
        put(sheet, spelled, f"={plain(contract)}")
        put(sheet, found, f'=IF({contract}="","",SUMPRODUCT((contract_names={spelled})*contract_rows))')
        put(sheet, reads, f'=IF({found}="","",IF({found}=0,"?",INDEX(contract_shown,{found})))')
        if self.portable:
            put(sheet, side, f'=IF({by}="","",IF(ISNUMBER(SEARCH({by},"NS")),1,-1))')
            where = f"MOD(A{row}-1,16)+1"
            either = f"IF({side}=1,INDEX(ns_vulnerable,{where}),INDEX(ew_vulnerable,{where}))"
            put(sheet, vulnerable, f'=IF(OR({side}="",A{row}=""),"",{either})')
            points = f"{side}*INDEX(contract_scores,{found},{tricks}+1+14*{vulnerable})"
            played = f'IF(OR({by}="",{tricks}="",A{row}=""),"",{points})'
            text = f'=IF(N({found})=0,"",IF({found}>{len(CONTRACTS)},0,{played}))'
        else:
            text = f"=NSSCORE({contract},{by},{tricks},A{row})"
        put(sheet, score, text, Styles.NUMBER)
        missing = f'AND({found}<={len(CONTRACTS)},{typed}="",OR({by}="",{tricks}=""))'
        put(
            sheet,
            problem,
            f'=IF({found}="","",IF({found}=0,"{room}: contract? ",IF({missing},"{room}: by, tricks? ","")))',
        )

    def marks(self) -> None:
        """Let stand out what should: big swings, red suits, contracts that cannot be read."""
        sheet = self.sheet
        for columns in _ROOMS.values():
            contract, reads = columns[0], columns[3]
            red = FormulaRule(
                [f'OR(ISNUMBER(SEARCH("♥",{reads}{TOP})),ISNUMBER(SEARCH("♦",{reads}{TOP})))'], font=Font(color=RED)
            )
            sheet.conditional_formatting.add(self.column(reads), red)
            unread = FormulaRule([f'{reads}{TOP}="?"'], fill=PatternFill("solid", bgColor=WARNING))
            sheet.conditional_formatting.add(self.column(contract), unread)
        for column in "QR":
            swing = FormulaRule(
                [f"N({column}{TOP})>={_BIG_SWING}"], font=Font(bold=True), fill=PatternFill("solid", bgColor=SWING)
            )
            sheet.conditional_formatting.add(self.column(column), swing)

    def chart(self) -> None:
        """Draw the running margin below the boards, and fit all of it on paper."""
        sheet = self.sheet
        chart = LineChart()
        chart.title = None
        chart.legend = None
        chart.visible_cells_only = False
        chart.display_blanks = "span"  # LibreOffice takes a gap for 0
        chart.y_axis.title = "home team's lead"
        chart.x_axis.delete = chart.y_axis.delete = False
        chart.x_axis.tickLblPos = "low"
        chart.y_axis.number_format = "+0;-0;0"
        chart.y_axis.majorGridlines.spPr = GraphicalProperties(ln=LineProperties(solidFill=LINE))
        first = sheet[f"{_PLOTTED}{TOP}"].column
        chart.add_data(Reference(sheet, min_col=first, min_row=TOP, max_row=self.last))
        chart.set_categories(Reference(sheet, min_col=1, min_row=TOP, max_row=self.last))
        (line,) = chart.series
        line.graphicalProperties.line.solidFill = INK
        line.graphicalProperties.line.width = 22000
        line.marker.symbol = "circle"
        line.marker.size = 5
        line.marker.graphicalProperties.solidFill = INK
        line.smooth = False
        top, bottom = self.last + 1, self.last + 1 + _CHART_ROWS
        for row in range(top, bottom):
            sheet.row_dimensions[row + 1].height = _CHART_ROW_HEIGHT
        chart.anchor = TwoCellAnchor("twoCell", _from=AnchorMarker(col=0, row=top), to=AnchorMarker(col=22, row=bottom))
        sheet.add_chart(chart)
        repeat = "8:9" if self.pages > 1 else ""
        set_up_page(sheet, self.options.paper, f"A1:V{bottom + 1}", pages=self.pages, repeat=repeat)

    def tables(self) -> None:
        """Add the sheet with the tables, and the winner's VPs for margins that need not be whole."""
        tables = Tables(self.book)
        add_scale(tables, self.options.boards, OWN_TOO, self.options, KINDS["match"].scales)
        tables.seats()
        self.style.add_contracts(tables)
        self.style.add_imps(tables)
        self.style.add_boards(tables)
        self.style.add_vps(tables, self.options.boards, OWN_TOO)
        tables.done()
