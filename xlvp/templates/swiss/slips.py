"""The sheet `Slips` of a Swiss event: for each table of the round to be played a slip for result and signatures."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Border, Side
from openpyxl.utils import quote_sheetname

from xlvp.languages.marks import english, sentence, tr
from xlvp.templates.contest import words
from xlvp.templates.look import INK, Styles, break_pages, set_up_page, widths
from xlvp.templates.swiss.rounds import tables_for

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

    from xlvp.templates.book import Book
    from xlvp.templates.options import Options
    from xlvp.templates.swiss.drawing import Drawing

_ACROSS = ("ABCD", "FGHI")
"""The columns of the slips that stand side by side: number, team, IMPs, VPs."""

_ROWS = 6
_ON_A_PAGE = 5
"""How many rows of slips a page usually has."""

_POINTS = (24, 18, 30, 30, 26, 14)
_PERCENT = 96


class Slips:
    """The sheet in the making."""

    def __init__(self, book: Book, options: Options, teams: int, drawing: Drawing) -> None:
        self.book = book
        self.sheet: Worksheet = book.sheet(words.SLIPS)
        self.options = options
        self.teams = teams
        self.drawing = drawing
        title = drawing.sheet.title
        self.draw = title if title == english(words.DRAWN) else quote_sheetname(title)
        """The sheet `Draw` as formulas name it; in English it needs no quotes."""

    def write(self) -> None:
        """Write everything."""
        for table, drawn in enumerate(self.drawing.drawn.rows):
            down, across = divmod(table, len(_ACROSS))
            self.slip(drawn, 1 + down * _ROWS, _ACROSS[across])
        for letters in _ACROSS:
            widths(self.sheet, **dict(zip(letters, (6, 25, 8, 8), strict=True)))
        widths(self.sheet, E=3)
        self.page()

    def page(self) -> None:
        """Print every slip, a little smaller if the last, which is for three teams after a withdrawal, saves a page."""
        most = tables_for(self.teams)
        usual = most if self.teams % 2 else self.teams // 2
        rows = ceil(most / len(_ACROSS))
        on_a_page = max(_ON_A_PAGE, ceil(rows / ceil(usual / len(_ACROSS) / _ON_A_PAGE)))
        set_up_page(self.sheet, self.options.paper, f"A1:I{rows * _ROWS}")
        each = on_a_page * _ROWS
        break_pages(self.sheet, _PERCENT * _ON_A_PAGE // on_a_page, range(each, rows * _ROWS, each))

    def slip(self, drawn: int, top: int, letters: str) -> None:
        """Write the slip for a row of the sheet `Draw`; it shows nothing where nobody plays."""
        put, sheet = self.book.put, self.sheet
        number, team, imps, vps = tuple(letters)

        def on_draw(column: str) -> str:
            return f"{self.draw}!${self.drawing.columns.at[column]}${drawn}"

        there = f"ISNUMBER({on_draw('away_no')})"

        def shown(what: str) -> str:
            return f'=IF({there},{what},"")'

        title = sentence("Round {round}, table {table}", round="draw_round", table=on_draw("table"))
        put(sheet, f"{number}{top}:{team}{top}", shown(title), Styles.SECTION)
        put(sheet, f"{imps}{top}:{vps}{top}", shown('event&""'), Styles.SUBTITLE)
        for column, text in zip(letters, (tr("No."), tr("Team"), tr("IMPs"), tr("VPs")), strict=True):
            put(sheet, f"{column}{top + 1}", shown(f'"{text}"'), Styles.SUBTITLE)
        for row, side in ((top + 2, "home"), (top + 3, "away")):
            put(sheet, f"{number}{row}", shown(on_draw(f"{side}_no")), Styles.PLAIN)
            put(sheet, f"{team}{row}", shown(on_draw(f"{side}_team")), Styles.PLAIN_NAME)
            for column in (imps, vps):
                put(sheet, f"{column}{row}", None, Styles.PLAIN)
        put(sheet, f"{number}{top + 4}:{vps}{top + 4}", shown(f'"{tr("Signed:")}"'), Styles.SUBTITLE)
        for row, height in enumerate(_POINTS, start=top):
            sheet.row_dimensions[row].height = height
        side = Side("thin", INK)
        box = FormulaRule([there], border=Border(side, side, side, side))
        sheet.conditional_formatting.add(f"{number}{top + 2}:{vps}{top + 3}", box)
        line = FormulaRule([there], border=Border(bottom=side))
        sheet.conditional_formatting.add(f"{number}{top + 4}:{vps}{top + 4}", line)
