"""The model of a sheet: columns, lines and heads."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from openpyxl import load_workbook
from openpyxl.styles import Font

from tests.templates.scorecard import Scorecard, places
from xlvp.templates import inputs
from xlvp.templates.book import Book
from xlvp.templates.columns import Column, Columns, Field, Lines
from xlvp.templates.look import Styles
from xlvp.templates.options import Options

if TYPE_CHECKING:
    from pathlib import Path

    from tests.parts.office import Office

POINTS = inputs.decimal("Points", "A number.", -99, 99)
COLUMNS = {
    "number": Column("No.", 5, "{line}"),
    "points": Column("Points", 9, takes=POINTS, number_format="0.0"),
    "doubled": Column("Twice", 9, 'IF({points}="","",{times}*{points})', style=Styles.NUMBER, number_format="0.00"),
    "so_far": Column("So far", 9, "SUM({first_points}:{points})"),
    "share": Column(shows='IF({points}="","",{points}/SUM({all_points}))', named=False),
}


def made() -> bytes:
    book = Book("A list", "list", Options())
    columns = Columns(book, book.sheet("List"), COLUMNS)
    columns.head(
        {
            1: (30, [Field("number", "so_far", "A list", Styles.TITLE)]),
            2: (
                18,
                [
                    Field("number", "points", "Boards"),
                    Field("doubled", "", name="boards", takes=inputs.whole("Boards", "How many.", 1, 64), value=24),
                    Field("so_far", "", "=2*boards", name="twice", number_format="0", rows=2),
                ],
            ),
        }
    )
    columns.headings(5, [Field("number", "", ""), Field("points", "so_far", "Points")], height=20)
    lines = Lines(columns, 6, 3)
    lines.write("list_{}", 17, times="2")
    lines.mark(["points", "doubled"], "{points}>5", font=Font(bold=True))
    return book.finished()


def test_where_everything_stands() -> None:
    found = places(made())
    assert found == {
        "boards": "List!C2",
        "twice": "List!D2",
        "list_number": "List!A6:A8",
        "list_points": "List!B6:B8",
        "list_doubled": "List!C6:C8",
        "list_so_far": "List!D6:D8",
    }
    sheet = load_workbook(io.BytesIO(made()))["List"]
    assert [[cell.value for cell in row] for row in sheet["A4:D6"]] == [
        [None, "Points", None, None],
        ["No.", "Points", "Twice", "So far"],
        ["=1", None, '=IF(B6="","",2*B6)', "=SUM(B$6:B6)"],
    ]
    assert sheet["E7"].value == '=IF(B7="","",B7/SUM(B$6:B$8))'
    assert sorted(map(str, sheet.merged_cells.ranges)) == ["A1:D1", "A2:B2", "B4:D4", "D2:D3"]
    assert [sheet.column_dimensions[column].width for column in "AB"] == [5, 9]
    assert [sheet.column_dimensions[column].hidden for column in "DE"] == [False, True]
    assert [sheet.row_dimensions[row].height for row in (1, 5, 6, 8)] == [30, 20, 17, 17]
    assert (sheet["B6"].number_format, sheet["C6"].number_format) == ("0.0", "0.00")
    assert [sheet[cell].protection.locked for cell in ("B8", "C2", "C8")] == [False, False, True]
    rules = {str(area.sqref): [rule.formula for rule in area.rules] for area in sheet.conditional_formatting}
    empty = {
        "C2": [["ISBLANK(C2)"]],
        "B6:B8": [["ISBLANK(B6)"], ["$B6>5"]],
    }  # inputs are coloured until they are filled
    assert rules == {**empty, "C6:C8": [["$B6>5"]]}


def test_what_it_shows(office: Office, tmp_path: Path) -> None:
    with Scorecard(office, tmp_path, made()) as card:
        card.fill({"list_points": [1, None, 4], "boards": 30})
        assert card.cell("twice") == 60
        assert card.column("list_doubled") == [2, "", 8]
        assert card.column("list_so_far") == [1, 1, 5]
