"""The scales to pin up: the IMP scale, the VP tables for some numbers of boards, and the curves of all scales.

A VP table has 11 rows on some scales and up to 121 on others, so the sheet `Poster` has columns of as many rows as
the IMP scale, and each table takes as many of them as it needs, one after the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter as letter

from xlvp.languages.marks import sentence, tr
from xlvp.rules.checks import whole
from xlvp.rules.imps import IMP_THRESHOLDS
from xlvp.templates import inputs
from xlvp.templates.book import Book
from xlvp.templates.look import BAND, FONT, INK, LINE, WARNING, Styles, number_rule, set_up_page, widths
from xlvp.templates.scales.curves import count_of_boards, curves
from xlvp.templates.scales.explorer import explorer
from xlvp.templates.scales.tables import BOARDS, COLUMNS, ROWS, poster_tables
from xlvp.templates.tables import MOST_BOARDS

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

    from xlvp.templates.options import Options

_TOP = 6
_BOARD_CELLS = ("Q2", "R2", "S2:T2", "U2", "V2")
_LAST = _TOP + ROWS - 1
_STEP = 4  # columns of the sheet from one column of VPs to the next: a gap, margin, winner, loser
_FIRST_FROM = 24
"""The first of the hidden columns with the lowest margin of each row."""

_TO = "\N{EN DASH}"
_BOLD = Font(FONT, 15, bold=True, color=INK)
_SIDE = Side("thin", LINE)
_BOX = Border(_SIDE, _SIDE, _SIDE, _SIDE)
_BAND = PatternFill("solid", bgColor=BAND)

_ABOUT = (
    tr(
        "Choose the scale and type the numbers of boards, up to five, into the pale yellow cells of the sheet Poster;"
        " then print it and pin it up. The Tab key goes from one cell to the next."
    ),
    tr(
        "A table takes as many columns as it needs: on the scales with decimals every IMP has a row. What finds no room"
        " is said at the top; print it on a sheet of its own."
    ),
    tr(
        "'20-40' under Points is the difference between the two scores on one board. The margin is what a match was won"
        " by in IMPs; '39+' is 39 or more."
    ),
    tr(
        "A margin that is not whole, such as one with a carry-over, is rounded to the nearest IMP first, halves up; the"
        " NABC+ scale takes it as it is."
    ),
    tr("The sheet Curves shows all the scales for the first number of boards: which part of the VPs the winner has."),
    tr(
        "The sheet Explorer shows what a scale of your own could be: the four models of P. Buchen's report side by"
        " side, for a number of boards and VPs for a draw that you choose."
    ),
    tr(
        "Rules: IMPs by Law 78B of the Laws of Duplicate Bridge 2017; WBF scales by P. Buchen, 'WBF VP Scales'; ACBL"
        " scales by ACBL Appendix K, which has the 20 and 30 point scales for up to 36 boards."
    ),
)


def check(options: Options) -> None:
    """Refuse what a workbook cannot be made with."""
    whole(options.boards, "boards", 1, MOST_BOARDS)


def scale_poster(options: Options) -> Book:
    """Return the workbook."""
    check(options)
    book = Book(tr("IMP and VP scales"), "scales", options)
    poster = _Poster(book, options)
    poster.head()
    poster.imps()
    for number in range(1, COLUMNS + 1):
        poster.vps(number)
    poster.page()
    curves(book, options.style)
    explorer(book, options.style, options.boards)
    poster_tables(book, options.style)
    book.about(tr("IMP and VP scales"), _ABOUT)
    return book


class _Poster:
    """The sheet `Poster`, part by part."""

    def __init__(self, book: Book, options: Options) -> None:
        self.book = book
        self.sheet: Worksheet = book.sheet(tr("Poster", "sheet"))
        self.options = options

    def head(self) -> None:
        """Write the title and the inputs."""
        put, book, sheet = self.book.put, self.book, self.sheet
        of_scale = sentence("IMPs and VPs: {scale} scale", scale="scale")
        title = put(sheet, "A1:N1", f'=IF(scale="","{tr("IMPs and VPs")}",{of_scale})', Styles.TITLE)
        title.font = Font(FONT, 26, bold=True, color=INK)
        asked = f'IF(COUNTA(Q2:V2)=0,"{tr("How many boards?")}",table_problem)'
        put(sheet, "A2:N2", f'=IF(vp_number="","{tr("Choose a scale")}",{asked})', Styles.POSTER_PROBLEM)
        book.name("poster_problem", sheet, "A2")
        put(sheet, "O1:P1", tr("Scale"), Styles.POSTER)
        scale = inputs.one_of(tr("Scale"), tr("The VP scale of the event."), "scale_names")
        book.input(sheet, "Q1:V1", scale, "scale", self.options.scale).font = _BOLD
        put(sheet, "O2:P2", tr("Boards"), Styles.POSTER)
        prompt = tr("A number of boards to have the VP table for, 1 to {most}, or nothing.", most=MOST_BOARDS)
        takes = inputs.whole(tr("Boards"), prompt, 1, MOST_BOARDS)
        for number, (name, cells) in enumerate(zip(BOARDS, _BOARD_CELLS, strict=True), start=1):
            first = cells.partition(":")[0]
            value = self.options.boards if number == 1 else None
            book.input(sheet, cells, takes, name, value).font = _BOLD
            wrong = FormulaRule([f'INDEX(table_problems,{number})<>""'], fill=PatternFill("solid", bgColor=WARNING))
            sheet.conditional_formatting.add(first, wrong)

    def imps(self) -> None:
        """Write the IMP scale, straight from the rule."""
        put, sheet = self.book.put, self.sheet
        put(sheet, "A4:B4", tr("IMPs"), Styles.POSTER_HEADING)
        put(sheet, f"A{_TOP - 1}", tr("Points"), Styles.POSTER_HEADING)
        put(sheet, f"B{_TOP - 1}", tr("IMPs"), Styles.POSTER_HEADING)
        lowest = (0, *IMP_THRESHOLDS)
        for won, (start, after) in enumerate(zip(lowest, (*IMP_THRESHOLDS, None), strict=True)):
            row = _TOP + won
            put(sheet, f"A{row}", f"{start}+" if after is None else f"{start}{_TO}{after - 10}", Styles.POSTER)
            put(sheet, f"B{row}", won, Styles.POSTER_BOLD)
        self.book.name("poster_points", sheet, f"A{_TOP}:A{_LAST}")
        self.book.name("poster_imps", sheet, f"B{_TOP}:B{_LAST}")
        self.head_marks("A", "B")
        self.row_marks(f"A{_TOP}:B{_LAST}", f'$A{_TOP}<>""')

    def vps(self, number: int) -> None:
        """Write one of the columns of VPs: its part of a table, or nothing."""
        put, book, sheet = self.book.put, self.book, self.sheet
        margin, won, lost = (letter(_STEP * number + place) for place in range(3))
        lowest = letter(_FIRST_FROM + number - 1)
        table, skipped = f"INDEX(poster_tables,{number})", f"INDEX(poster_skipped,{number})"
        boards = f"INDEX(table_boards,{table})"
        words = f'{count_of_boards(boards)}&IF({skipped}=0,"","{tr(", continued")}")'
        put(sheet, f"{margin}4:{lost}4", f'=IF({table}="","",{words})', Styles.POSTER_HEADING)
        for column, text in ((margin, tr("Margin")), (won, tr("Winner")), (lost, tr("Loser"))):
            put(sheet, f"{column}5", f'=IF({table}="","","{text}")', Styles.POSTER_HEADING)
        for row in range(_TOP, _LAST + 1):
            start, after = f"{lowest}{row}", f"{lowest}{row + 1}"
            margins = f'IF({after}="",{start}&"+",IF({after}={start}+1,{start}&"",{start}&"{_TO}"&{after}-1))'
            put(sheet, f"{margin}{row}", f'=IF({start}="","",{margins})', Styles.POSTER)
            put(sheet, f"{won}{row}", f'=IF({start}="","",INDEX(vp_wins,{start}+1,{table}))', Styles.POSTER_BOLD)
            put(sheet, f"{lost}{row}", f'=IF({start}="","",ROUND(vp_total-{won}{row},2))', Styles.POSTER)
            sheet[f"{won}{row}"].number_format = sheet[f"{lost}{row}"].number_format = "0.00"
        for row in range(_TOP, _LAST + 2):  # one more, since a row ends where the next begins
            found = f"SMALL(INDEX(vp_starts,0,{table}),{skipped}+ROWS({lowest}${_TOP}:{lowest}{row}))"
            put(sheet, f"{lowest}{row}", f'=IFERROR({found},"")')
        book.name(f"poster_vps_{number}", sheet, f"{margin}{_TOP}:{lost}{_LAST}")
        book.name(f"poster_heading_{number}", sheet, f"{margin}4")
        sheet.column_dimensions[lowest].hidden = True
        filled = f'${lowest}{_TOP}<>""'
        self.head_marks(margin, lost)
        self.row_marks(f"{margin}{_TOP}:{margin}{_LAST}", filled)
        self.row_marks(f"{won}{_TOP}:{lost}{_LAST}", filled, vps=True)

    def head_marks(self, first: str, last: str) -> None:
        """Draw the headings of columns, if they have any."""
        headed = FormulaRule([f'${first}$4<>""'], fill=_BAND, border=_BOX)
        self.sheet.conditional_formatting.add(f"{first}4:{last}5", headed)

    def row_marks(self, cells: str, filled: str, *, vps: bool = False) -> None:
        """Draw lines around cells that are filled, with every other row shaded; the rest of the paper stays white.

        LibreOffice takes the first rule that holds, so each rule shows whole VPs as such besides.
        """
        add = self.sheet.conditional_formatting.add
        for holds, look in ((f"{filled},MOD(ROW(),2)=1", {"fill": _BAND, "border": _BOX}), (filled, {"border": _BOX})):
            if vps:
                add(cells, number_rule(f"AND(vp_whole=1,{holds})", "0", **look))
            add(cells, FormulaRule([f"AND({holds})"], **look))

    def page(self) -> None:
        """Set the widths and heights for reading from a metre away, and fit all on one page."""
        sheet = self.sheet
        note = tr(
            "Points: the difference between the two scores on a board. Margin: what the match was won by, in IMPs."
        )
        self.book.put(sheet, f"A{_LAST + 1}:V{_LAST + 1}", note, Styles.NOTE)
        widths(sheet, A=15, B=8)
        for number in range(1, COLUMNS + 1):
            gap, margin, won, lost = (letter(_STEP * number + place) for place in range(-1, 3))
            widths(sheet, **{gap: 2, margin: 11, won: 9.5, lost: 9.5})
        heights = {1: 36, 2: 24, 3: 8, 4: 24, 5: 22, **dict.fromkeys(range(_TOP, _LAST + 1), 21), _LAST + 1: 18}
        for row, height in heights.items():
            sheet.row_dimensions[row].height = height
        sheet.freeze_panes = f"A{_TOP}"
        set_up_page(sheet, self.book.paper, f"A1:V{_LAST + 1}", landscape=True)
