"""Where things stand on a sheet: its columns, the lines of a list below each other, and the fields of a head.

A column is declared once, with its heading, its width, and what is typed or worked out in it. Everything else names
columns, not letters: the formulas of a line its own cells, a field of the head the columns that it stands over. So a
sheet reads as a list of what is on it, and all the words that it shows are in that list.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any, NamedTuple

from openpyxl.formatting.formatting import ConditionalFormattingList
from openpyxl.formatting.rule import FormulaRule, Rule
from openpyxl.styles import Side
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.utils import get_column_letter as letter
from openpyxl.utils.cell import coordinate_from_string

from xlvp.templates.inputs import CUSTOM
from xlvp.templates.look import INK, Styles

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from openpyxl.worksheet.worksheet import Worksheet

    from xlvp.templates.book import Book
    from xlvp.templates.inputs import Takes


_NOTHING: dict[str, str] = {}


class Column(NamedTuple):
    """One column of a list; without a width it is hidden, and needs no heading.

    `shows` is a formula without "=", in which other cells of the line are named in braces: `{score}`. `{first_score}`
    is that column's first cell and `{all_score}` all of its cells, both with their rows fixed; `{line}` is the number
    of the line. `takes` makes the cells inputs instead; a formula that it checks by is written in the same way. `due`
    is a formula that is true while an empty one is still to be filled in. `named` says whether the cells get a name for
    the workbook.
    """

    heading: str = ""
    width: float = 0
    shows: str = ""
    takes: Takes | None = None
    style: str = Styles.CELL
    number_format: str = ""
    named: bool = True
    due: str = ""


def hidden(formulas: Mapping[str, str], named: Collection[str] = ()) -> dict[str, Column]:
    """Return hidden columns with these formulas, of which some get a name for the workbook."""
    return {name: Column(shows=text, named=name in named) for name, text in formulas.items()}


class Field(NamedTuple):
    """One thing in the head of a sheet, in the columns `first` to `last`: a label, a result, or an input.

    `shows` is a text, or a formula with its "="; with `takes` it is an input, which holds `value` at first.
    """

    first: str
    last: str = ""
    shows: str = ""
    style: str = Styles.LABEL
    name: str = ""
    takes: Takes | None = None
    value: Any = None
    number_format: str = ""
    rows: int = 1
    due: str = ""


class Columns:
    """The columns of a sheet, by their names from left to right."""

    def __init__(self, book: Book, sheet: Worksheet, columns: Mapping[str, Column]) -> None:
        self.book, self.sheet, self.columns = book, sheet, dict(columns)
        self.at = {name: letter(number) for number, name in enumerate(self.columns, start=1)}
        """The letter of each column."""
        for name, column in self.columns.items():
            dimension = sheet.column_dimensions[self.at[name]]
            dimension.hidden = not column.width
            if column.width:
                dimension.width = column.width

    def area(self, top: int, first: str, last: str = "", rows: int = 1) -> str:
        """Return the cells from one column to another, in `rows` rows from `top` on."""
        start, end = f"{self.at[first]}{top}", f"{self.at[last or first]}{top + rows - 1}"
        return start if start == end else f"{start}:{end}"

    def part(self, names: Iterable[str]) -> Columns:
        """Return some of these columns, where they are on the sheet."""
        part = copy(self)
        part.columns = {name: self.columns[name] for name in names}
        return part

    def headings(self, row: int, groups: Sequence[Field] = (), height: float = 0) -> None:
        """Write the headings of the columns, and above them those of groups of columns."""
        for name, column in self.columns.items():
            if column.width or column.heading:
                self.book.put(self.sheet, self.area(row, name), column.heading, Styles.HEADING)
        for group in groups:
            self.field(row - 1, group._replace(style=Styles.HEADING))
        if height:
            self.sheet.row_dimensions[row].height = height

    def head(self, rows: Mapping[int, tuple[float, Sequence[Field]]]) -> None:
        """Write the rows of a head: for each its height in points and what stands in it."""
        for row, (height, fields) in rows.items():
            self.sheet.row_dimensions[row].height = height
            for field in fields:
                self.field(row, field)

    def field(self, row: int, field: Field) -> None:
        """Write one thing of a head."""
        cells = self.area(row, field.first, field.last, field.rows)
        if field.takes:
            cell = self.book.input(self.sheet, cells, field.takes, field.name, field.value, field.due)
        else:
            cell = self.book.put(self.sheet, cells, field.shows, field.style)
            if field.name:
                self.book.name(field.name, self.sheet, cell.coordinate)
        if field.number_format:
            cell.number_format = self.book.say(field.number_format)


class Lines:
    """The lines of a list: `count` rows from `top` on, with a cell in each column."""

    def __init__(self, columns: Columns, top: int, count: int) -> None:
        self.columns, self.book, self.sheet = columns, columns.book, columns.sheet
        self.rows = range(top, top + count)

    def cells(self, first: str, last: str = "") -> str:
        """Return the cells of a column, or from one to another."""
        at = self.columns.at
        return f"{at[first]}{self.rows[0]}:{at[last or first]}{self.rows[-1]}"

    def write(self, names: str = "{}", height: float = 0, **also: str) -> None:
        """Write formulas and inputs, and name each column after itself as the pattern `names` says.

        `also` is what else stands in braces in the formulas, and may have braces itself.
        """
        self.formulas(height, also)
        self.give_names(names)

    def formulas(self, height: float = 0, also: Mapping[str, str] = _NOTHING) -> None:
        """Write the formulas alone."""
        at, top, last = self.columns.at, self.rows[0], self.rows[-1]
        fixed = {f"first_{name}": f"{column}${top}" for name, column in at.items()}
        fixed |= {f"all_{name}": f"{column}${top}:{column}${last}" for name, column in at.items()}
        for line, row in enumerate(self.rows, start=1):
            its = {**fixed, **{name: f"{column}{row}" for name, column in at.items()}, "line": str(line)}
            its |= {name: text.format(**its) for name, text in also.items()}
            for name, column in self.columns.columns.items():
                if column.shows:
                    text = f"={column.shows.format(**its)}"
                    cell = self.book.put(self.sheet, its[name], text, column.style)
                    if column.number_format:
                        cell.number_format = self.book.say(column.number_format)
            if height:
                self.sheet.row_dimensions[row].height = height

    def give_names(self, names: str = "{}") -> None:
        """Make inputs of the columns that are, and name each column after itself as the pattern says."""
        for name, column in self.columns.columns.items():
            called = names.format(name)
            if column.takes:
                self._inputs(name, column, column.takes, called)
            elif column.shows and column.named:
                self.book.name(called, self.sheet, self.cells(name))

    def _inputs(self, name: str, column: Column, takes: Takes, called: str) -> None:
        anchored = {each: f"${letter}{self.rows[0]}" for each, letter in self.columns.at.items()}
        if takes.type == CUSTOM and takes.low:
            here = {each: f"{letter}{self.rows[0]}" for each, letter in self.columns.at.items()}
            takes = takes._replace(low=takes.low.format(**here))
        self.book.inputs(self.sheet, self.cells(name), takes, called, due=column.due.format(**anchored))
        if column.number_format:
            for row in self.rows:
                cell = self.sheet[f"{self.columns.at[name]}{row}"]
                cell.number_format = self.book.say(column.number_format)

    def mark(self, columns: Iterable[str], formula: str, **look: Any) -> None:
        """Let cells in these columns look otherwise where a formula is true, written as those of the columns are."""
        names = {name: f"${column}{self.rows[0]}" for name, column in self.columns.at.items()}
        self.add_rule(columns, FormulaRule([formula.format(**names)], **look))

    def add_rule(self, columns: Iterable[str], rule: Rule) -> None:
        """Add a rule of the look of cells, written for the first line."""
        for name in columns:
            self.sheet.conditional_formatting.add(self.cells(name), rule)

    def rule_off(self, columns: Collection[str], formula: str, edge: str) -> None:
        """Draw a line along one edge of cells where a formula is true, without losing what else they show there.

        LibreOffice heeds only the first rule that holds for a cell, and takes all borders from it. So each rule that
        marks something has another before it, which draws the line as well.
        """
        within = {self.columns.at[name] for name in columns}
        rules = [(area, rule) for area in self.sheet.conditional_formatting for rule in area.rules]
        self.sheet.conditional_formatting = ConditionalFormattingList()
        for area, rule in rules:
            column, row = coordinate_from_string(str(area.sqref).partition(":")[0])
            if row == self.rows[0] and column in within:
                self._ruled(str(area.sqref), f"AND({formula},{rule.formula[0]})", rule.dxf, edge)
            rule.priority = 0
            self.sheet.conditional_formatting.add(str(area.sqref), rule)
        for name in columns:
            self._ruled(self.cells(name), formula, DifferentialStyle(), edge)

    def _ruled(self, cells: str, formula: str, look: DifferentialStyle, edge: str) -> None:
        border = copy(self.sheet[cells.partition(":")[0]].border)
        setattr(border, edge, Side("thin", INK))
        look = copy(look)
        look.border = border
        self.sheet.conditional_formatting.add(cells, Rule("expression", formula=[formula], dxf=look))
