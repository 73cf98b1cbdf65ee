"""A table of every team against every other: a row for each team, a column for each as opponents.

A cell is in the team's row and the opponents' column; its mirror is in the opponents' row and the team's column.
Sheets with such a table have it in the same cells, and its workings in hidden columns to the right.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter as letter

from xlvp.templates.look import BAND, FAINT, INPUT, WARNING, Styles, set_up_page, widths

if TYPE_CHECKING:
    from collections.abc import Mapping

    from openpyxl.worksheet.worksheet import Worksheet

    from xlvp.templates.book import Book
    from xlvp.templates.inputs import Takes

TOP, LEFT = 6, 3
"""The row and the column where the tables begin; the two rows above and the two columns before say who it is."""

_ACROSS, _HEADS = TOP - 2, TOP - 1
_COLUMN_WIDTH = 7

TEAM, OPPONENTS = f"$A{TOP}", f"{letter(LEFT)}${_HEADS}"
"""The numbers of a cell's two teams, in a formula that is written for the first cell of the table."""


class Grid:
    """Where things are in a table of so many teams, and in the blocks of workings, which begin in other columns."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.teams = range(1, count + 1)
        self.after = LEFT + count
        """The first column after the table."""

    def at(self, team: int, opponents: int, first: int = LEFT) -> str:
        """Return the cell of a team against opponents."""
        return f"{letter(first + opponents - 1)}{TOP + team - 1}"

    def row(self, team: int, first: int = LEFT) -> str:
        """Return a team's cells against all others."""
        return f"{self.at(team, 1, first)}:{self.at(team, self.count, first)}"

    def under(self, team: int, first: int = LEFT) -> str:
        """Return all others' cells against a team."""
        return f"{self.at(1, team, first)}:{self.at(self.count, team, first)}"

    def block(self, first: int = LEFT) -> str:
        """Return all cells."""
        return f"{self.at(1, 1, first)}:{self.at(self.count, self.count, first)}"

    def down(self, column: str, top: int = TOP) -> str:
        """Return the cells of all teams in one column."""
        return f"{column}{top}:{column}{top + self.count - 1}"

    @property
    def checks(self) -> int:
        """The first column of what is wrong with each cell that is filled in; before it a column says so."""
        return self.after + 1


def cross_sheet(book: Book, grid: Grid, title: str, heading: str, note: str, after: Mapping[str, float]) -> Worksheet:
    """Add a sheet with an empty table, and columns after it with their widths."""
    sheet = book.sheet(title)
    book.put(sheet, "A1", heading, Styles.TITLE)
    book.put(sheet, "A2", note, Styles.SUBTITLE)
    whole_columns = {1: ("No.", 5), 2: ("Team", 30), **dict(enumerate(after.items(), start=grid.after))}
    for column, (text, width) in whole_columns.items():
        book.put(sheet, f"{letter(column)}{_ACROSS}:{letter(column)}{_HEADS}", text, Styles.HEADING)
        widths(sheet, **{letter(column): width})
    for team in grid.teams:
        row, column = TOP + team - 1, letter(LEFT + team - 1)
        name = f'=INDEX(team_names,{team})&""'
        across = book.put(sheet, f"{column}{_ACROSS}", name, Styles.HEADING)
        across.alignment = Alignment("center", "bottom", text_rotation=90, wrap_text=True)
        book.put(sheet, f"{column}{_HEADS}", team, Styles.HEADING)
        book.put(sheet, f"A{row}", team)
        book.put(sheet, f"B{row}", name, Styles.NAME)
        book.put(sheet, grid.at(team, team), None, Styles.BLOCKED)
        widths(sheet, **{column: _COLUMN_WIDTH})
        sheet.row_dimensions[row].height = 20
    sheet.row_dimensions[2].height = 18
    sheet.row_dimensions[_ACROSS].height = 100
    sheet.freeze_panes = f"{letter(LEFT)}{TOP}"
    last = f"{letter(grid.after + len(after) - 1)}{TOP + grid.count - 1}"
    set_up_page(sheet, book.paper, f"A1:{last}", landscape=True)
    _marks(sheet, grid)
    return sheet


def fill_in(book: Book, sheet: Worksheet, grid: Grid, takes: Takes, name: str, wanted: str, sound: str) -> None:
    """Make the table one that is filled in, and say in the column after it what is `wanted` and missing, or wrong.

    The workings are 1 where only the mirror is filled in, 2 where a team has no name, 3 where a cell is not `sound`.
    """
    book.inputs(sheet, grid.block(), takes, name, but=[grid.at(team, team) for team in grid.teams])
    for team in grid.teams:
        for opponents in grid.teams:
            if opponents != team:
                cell, mirror = grid.at(team, opponents), grid.at(opponents, team)
                nameless = f'OR($B{TOP + team - 1}="",$B{TOP + opponents - 1}="")'
                wrong = f"IF({nameless},2,IF(COUNT({cell})=0,3,IF({sound.format(cell=cell)},0,3)))"
                check = f'=IF({cell}="",IF({mirror}="",0,1),{wrong})'
                book.put(sheet, grid.at(team, opponents, grid.checks), check)
        checks = grid.row(team, grid.checks)
        words = f'CHOOSE(MAX({checks}),"{wanted}?","a team has no name","not a number of {wanted}")'
        text = f'=IF(MAX({checks})=0,"","Against "&MATCH(MAX({checks}),{checks},0)&": "&{words})'
        book.put(sheet, f"{letter(grid.after)}{TOP + team - 1}", text, Styles.PROBLEM)
    wrong = f'COUNTIF({grid.block(grid.checks)},">0")'
    amiss = f'IF({wrong}=0,"",{wrong}&" missing or wrong")'
    book.put(
        sheet, "A3", f'=IF(COUNTA(team_names)=0,"first name the teams, on the sheet Teams",{amiss})', Styles.PROBLEM
    )
    book.name(f"{sheet.title.lower()}_problem", sheet, "A3")
    hide(sheet, grid.checks, grid.count)
    sheet.sheet_properties.tabColor = INPUT
    wrong_here = FormulaRule([f"N({grid.at(1, 1, grid.checks)})>0"], fill=PatternFill("solid", bgColor=WARNING))
    sheet.conditional_formatting.add(grid.block(), wrong_here)


def hide(sheet: Worksheet, first: int, count: int) -> None:
    """Hide columns with workings."""
    for column in range(first, first + count):
        sheet.column_dimensions[letter(column)].hidden = True


def _marks(sheet: Worksheet, grid: Grid) -> None:
    """Let the rows and columns of teams fade that do not exist or have withdrawn."""
    nobody, gone = (
        f"OR({what.format(TEAM)},{what.format(OPPONENTS)})"
        for what in ('INDEX(team_names,{})=""', 'INDEX(withdrawn,{})<>""')
    )
    cells, empty = grid.block(), f'{grid.at(1, 1)}=""'
    fade = FormulaRule([f"AND({empty},{nobody})"], fill=PatternFill("solid", bgColor=BAND))
    sheet.conditional_formatting.add(cells, fade)
    sheet.conditional_formatting.add(cells, FormulaRule([gone], font=Font(italic=True, color=FAINT)))
