"""The sheet `Results` of a pairs session: a block of lines for each board, a line for each result, as on a traveller.

What the lines work out is in `xlvp.templates.pairs.lines`.
"""

from __future__ import annotations

from itertools import pairwise
from math import ceil
from typing import TYPE_CHECKING

from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side

from xlvp.languages.marks import tr, with_number
from xlvp.templates import inputs
from xlvp.templates.look import (
    CHARACTER_PIXELS,
    FAINT,
    FONT,
    INK,
    LINE,
    RED,
    WARNING,
    Paper,
    Styles,
    break_pages,
    set_up_page,
    widths,
)
from xlvp.templates.pairs.lines import COLUMNS, HIDDEN, LETTERS, SIDES, Board, cells
from xlvp.templates.results import board_scores
from xlvp.templates.tables import plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from openpyxl.worksheet.worksheet import Worksheet

    from xlvp.templates.book import Book
    from xlvp.templates.inputs import Takes
    from xlvp.templates.options import Options

TOP = 5
"""The row of the first result."""

_ALL_IN = tr("all results are in")
TO_COME = f'[=0]"{_ALL_IN}";[=1]{with_number("{n} result to come")};{with_number("{n} results to come")}'
"""How the number of results to come is shown."""

_HELP = tr(
    "A line for each result: both pairs, then the score from North-South's side, or contract, by and tricks. Tab goes"
    " to the next cell, Enter from there to the next line."
)
_WORTHS = [f"{side}_{what}" for side in SIDES for what in ("matchpoints", "percent", "cross_imps", "butler")]
_NAMES = {name: name for name in ("board", "to_do", "missing", *_WORTHS)} | {
    "score": "ns_score",
    "datum": "board_datum",
}
"""What the columns that are worked out are called in the workbook."""

_STYLES = {"board": Styles.CELL, "vul": Styles.CELL, "reads": Styles.CELL, "to_do": Styles.PROBLEM}
_FORMATS = {f"{side}_{what}": "0.00" for side in SIDES for what in ("percent", "cross_imps")}
_MARKED = {
    "ns": "ns_wrong",
    "ew": "ew_wrong",
    "typed": "score_wrong",
    "contract:tricks": "contract_wrong",
    "ns_award:ew_award": "award_wrong",
}
"""Which entries are marked when something is said in a column."""

_BY_METHOD = {1: "ns_matchpoints:ew_percent", 2: "ns_cross_imps", 3: "datum:ns_butler"}
"""The columns of each method, by its number."""

_ROW_POINTS, _HEAD_POINTS = 15, 80
_SMALLEST = 0.84  # of the size at which the sheet is as wide as the page
_PAGE = {Paper.A4: (1045, 520), Paper.LETTER: (975, 535)}
"""The width in pixels and the height in points that a page has between its margins."""


def possible_scores() -> dict[int, list[int]]:
    """Return for every score of North-South whether it can come about, under each vulnerability."""
    fits = [set(scores) for scores in board_scores().values()]
    return {score: [int(score in those) for those in fits] for score in sorted(set().union(*fits))}


def put_to_check(book: Book, sheet: Worksheet, place: str, problems: str, name: str) -> None:
    """Write how many lines have something wrong, if any, and name the number."""
    cell = book.put(sheet, place, f'=SUMPRODUCT(--({problems}<>""))', Styles.PROBLEM)
    cell.number_format, cell.alignment = book.say(f"{with_number('{n} to check')};;"), Alignment("right", "center")
    book.name(name, sheet, cell.coordinate)


class Travellers:
    """The sheet, part by part."""

    def __init__(self, book: Book, options: Options, tables: int) -> None:
        self.book = book
        self.sheet = book.sheet(tr("Results", "sheet"))
        self.options = options
        self.tables = tables
        self.last = TOP + options.boards * tables - 1

    def write(self) -> None:
        """Write all of it."""
        self.head()
        for number in range(1, self.options.boards + 1):
            self.board(number)
        self.inputs()
        for name, called in _NAMES.items():
            self.book.name(called, self.sheet, self.columns(name))
        self.rules()
        self.marks()
        self.page()

    def columns(self, names: str) -> str:
        """Return the cells of all results in a column, or from one to another."""
        first, _, last = names.partition(":")
        return f"{LETTERS[first]}{TOP}:{LETTERS[last or first]}{self.last}"

    def head(self) -> None:
        """Write what stands above the results."""
        put, sheet = self.book.put, self.sheet
        put(sheet, "A1:L1", tr("Results"), Styles.TITLE)
        put(sheet, "A2:R2", _HELP, Styles.NOTE)
        put(sheet, "S1:T1", "=results_left", Styles.LABEL).number_format = self.book.say(TO_COME)
        put_to_check(self.book, sheet, "S2:T2", "to_do", "results_to_check")
        for place, text in _groups():
            put(sheet, place, text, Styles.HEADING)
        self.book.headings(sheet, TOP - 1, 1, [heading for _, heading, _ in COLUMNS.values()])
        widths(sheet, **{LETTERS[name]: width for name, (_, _, width) in COLUMNS.items()})
        for name in HIDDEN:
            sheet.column_dimensions[LETTERS[name]].hidden = True
        sheet.row_dimensions[TOP - 1].height = sheet.row_dimensions[TOP - 2].height = 18
        sheet.freeze_panes = f"C{TOP}"

    def board(self, number: int) -> None:
        """Write the lines of a board."""
        top = TOP + (number - 1) * self.tables
        board = Board(top, self.tables, self.options.style, self.options.language.notation)
        for row in range(top, top + self.tables):
            self.line(row, board.once(number) if row == top else board.again())
            for formulas in (board.understood(row), board.problems(row), board.compared(row)):
                self.line(row, formulas)
            self.sheet.row_dimensions[row].height = _ROW_POINTS
            for name in ("board", "vul"):
                first = row == top and name == "board"
                self.sheet[f"{LETTERS[name]}{row}"].font = Font(FONT, 11, bold=first, color=INK if first else FAINT)

    def line(self, row: int, formulas: Mapping[str, str | None]) -> None:
        """Write formulas into a line."""
        for name, text in formulas.items():
            cell = self.book.put(self.sheet, f"{LETTERS[name]}{row}", text, _STYLES.get(name, Styles.FIGURE))
            cell.number_format = _FORMATS.get(name, "General")
            if name == "to_do":
                cell.alignment = Alignment("left", "center", shrink_to_fit=True, indent=1)

    def inputs(self) -> None:
        """Make inputs of what is entered, in the order of a traveller."""
        percent = tr("What the director gives this side in place of the result, in percent: 60 for average plus.")
        c = cells(TOP)
        tens = f"AND(ISNUMBER({c.typed}),MOD({c.typed},10)=0,ABS({c.typed})<=7600)"
        readable = f"SUMPRODUCT(--(contract_names={plain(c.contract, self.book.language.notation)}))>0"
        contract = tr("Such as 4S, 3NTX (doubled) or 6HXX (redoubled). P if the board was passed out.")
        unclear = self.book.language.notation.unclear
        if unclear:
            contract += f" {tr('Not with {letters}, which could be two suits.', letters=unclear)}"
        score = tr(
            "The score from North-South's side, in tens: -420 if East-West made it, 0 if the board was passed out."
        )
        ns = tr("The number of the pair that sat North-South, as on the sheet Pairs.")
        ew = tr("The number of the pair that sat East-West, as on the sheet Pairs.")
        played_by = tr("Who played it: N, E, S or W.")
        takes: dict[str, tuple[str, Takes]] = {
            "ns": ("ns_pair", _pair(tr("N-S pair"), ns, c.ns)),
            "ew": ("ew_pair", _pair(tr("E-W pair"), ew, c.ew)),
            "typed": ("ns_score_typed", inputs.that(tr("Score"), score, tens)),
            "contract": ("contract", inputs.that(tr("Contract"), contract, readable)),
            "by": ("declarer", inputs.one_of(tr("Declarer"), played_by, "seats")),
            "tricks": ("tricks", inputs.whole(tr("Tricks"), tr("How many tricks declarer took, 0 to 13."), 0, 13)),
            "ns_award": ("ns_award", inputs.decimal(tr("Award"), percent, 0, 100)),
            "ew_award": ("ew_award", inputs.decimal(tr("Award"), percent, 0, 100)),
        }
        for column, (name, kind) in takes.items():
            self.book.inputs(self.sheet, self.columns(column), kind, name)

    def rules(self) -> None:
        """Rule off each board from the one before."""
        for top in range(TOP, self.last + 1, self.tables):
            for cell in self.sheet[f"A{top}:{LETTERS['to_do']}{top}"][0]:
                cell.border = Border(cell.border.left, cell.border.right, Side("medium", LINE), cell.border.bottom)

    def marks(self) -> None:
        """Let stand out what should: red suits and what is wrong; the methods that do not rank step back."""
        add, reads = self.sheet.conditional_formatting.add, f"{LETTERS['reads']}{TOP}"
        red = FormulaRule([f'OR(ISNUMBER(SEARCH("♥",{reads})),ISNUMBER(SEARCH("♦",{reads})))'], font=Font(color=RED))
        add(self.columns("reads"), red)
        for entries, problem in _MARKED.items():
            wrong = FormulaRule([f'${LETTERS[problem]}{TOP}<>""'], fill=PatternFill("solid", bgColor=WARNING))
            add(self.columns(entries), wrong)
        for number, columns in _BY_METHOD.items():
            add(self.columns(columns), FormulaRule([f"method_number<>{number}"], font=Font(color=FAINT)))

    def page(self) -> None:
        """Print no board on two pages, about as many on each, and a little smaller if that saves a page."""
        wide, high = _PAGE[self.book.paper]
        widest = int(100 * wide / (CHARACTER_PIXELS * sum(width for _, _, width in COLUMNS.values())))

        def pages(percent: int) -> int:
            lines = (high * 100 / percent - _HEAD_POINTS) // _ROW_POINTS
            return ceil(self.options.boards / max(1, lines // self.tables))

        percent = min(range(widest, int(_SMALLEST * widest), -1), key=pages)
        each = ceil(self.options.boards / pages(percent)) * self.tables
        area, repeat = f"A1:{LETTERS['to_do']}{self.last}", f"{TOP - 2}:{TOP - 1}"
        set_up_page(self.sheet, self.book.paper, area, landscape=True, repeat=repeat)
        break_pages(self.sheet, percent, range(TOP + each - 1, self.last, each))


def _pair(title: str, prompt: str, cell: str) -> Takes:
    return inputs.that(title, prompt, f"COUNTIF(pair_number,{cell})>0")


def _groups() -> Iterator[tuple[str, str]]:
    """Return the cells of the headings over several columns, and their texts."""
    names = list(COLUMNS)
    starts = [number for number, name in enumerate(names) if COLUMNS[name][0] or number == 0]
    for start, after in pairwise((*starts, len(names))):
        first, last = (f"{LETTERS[names[number]]}{TOP - 2}" for number in (start, after - 1))
        yield first if first == last else f"{first}:{last}", COLUMNS[names[start]][0]
