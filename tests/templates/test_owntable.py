"""A table of one's own, typed on the sheet `Scales`: refused where the rule refuses it, used as the rule uses it."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from tests.templates.scorecard import Scorecard
from xlvp import table_vp
from xlvp.rules.checks import InputError
from xlvp.templates import inputs
from xlvp.templates.book import Book
from xlvp.templates.columns import Column, Columns, Lines
from xlvp.templates.options import Options
from xlvp.templates.owntable import MOST_OWN_ROWS, OWN_INPUTS
from xlvp.templates.tables import Tables
from xlvp.templates.vptables import OWN_TOO, add_scale
from xlvp.templates.wording import STYLES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.parts.office import Office

MARGINS = [*range(-130, 131), 2.5, -2.5, 0.49, 7.5, -7.5, 5000, -5000, 10_000]


def made() -> bytes:
    """A workbook with the VPs of many margins on a table of one's own."""
    book = Book("Own", "own", Options())
    any_number = inputs.decimal("Number", "A number.", -99_999, 99_999)
    columns = {
        "margin": Column("Margin", 9, takes=any_number),
        "vp": Column("VPs", 9, STYLES["portable"].vp("{margin}", OWN_TOO)),
    }
    sheet = book.sheet("Try")
    Lines(Columns(book, sheet, columns), 3, len(MARGINS)).write()
    for name, cell, value in (("scale", "A1", "Own"), ("boards", "B1", 24)):
        book.input(sheet, cell, any_number, name, value)
    book.fill({"margin": [[margin] for margin in MARGINS]})
    tables = Tables(book)
    add_scale(tables, 24, OWN_TOO, Options(), ("Own",))
    STYLES["portable"].add_vps(tables, 24, OWN_TOO)
    tables.done()
    return book.finished()


@pytest.fixture(scope="module")
def card(office: Office, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scorecard]:
    with Scorecard(office, tmp_path_factory.mktemp("own"), made()) as opened:
        yield opened


def fill(card: Scorecard, rows: Sequence[Sequence[Any]]) -> None:
    empty = [(None,) * 3] * (MOST_OWN_ROWS - len(rows))
    padded = [*((*row, None)[:3] for row in rows), *empty]
    card.fill({name: [row[place] for row in padded] for place, name in enumerate(OWN_INPUTS)})


TABLES: dict[str, list[tuple[Any, ...]]] = {
    "old 25-0 scale": [(0, 15, 15), (3, 16, 14), (7, 17, 13), (60, 25, 4), (70, 25, 0), (90, 25, -5)],
    "the rest": [(0, 10), (3, 11.5), (8, 12.25), (40, 20)],
    "one row": [(0, 6)],
    "empty lines": [(None, None), (0, 10), (None, None), (5, 15), (None, None)],
    "rest and given": [(0, 10), (3, 12, 7), (9, 14)],
    "to the end": [(0, 10), *((10 * row, 10 + row / 20) for row in range(1, MOST_OWN_ROWS))],
    "far margins": [(0, 10), (9_999, 11), (10_000, 12)],
}


@pytest.mark.parametrize("name", TABLES)
def test_tables_that_can_be(card: Scorecard, name: str) -> None:
    fill(card, TABLES[name])
    table = [tuple(cell for cell in row if cell is not None) for row in TABLES[name] if row[0] is not None]
    assert card.cell("own_problem") == ""
    assert card.column("vp") == [table_vp(margin, table) for margin in MARGINS]


REFUSED: list[tuple[list[tuple[Any, ...]], str]] = [
    ([], "Type your table on the sheet Scales"),
    ([(1, 10)], "Scales, row 4: the margins must begin with 0"),
    ([(0, 10, 9)], "Scales, row 4: for 0 IMPs both sides must have the same"),
    ([(0, 10), (5, 12), (5, 13)], "Scales, row 6: the margins must rise"),
    ([(0, 10), (5, 12), (4, 13)], "Scales, row 6: the margins must rise"),
    ([(0, 10), (5, 12), (8, 11)], "Scales, row 6: the winner's VPs must not fall"),
    ([(0, 10, 10), (5, 12, 8), (8, 13, 9)], "Scales, row 6: the loser's VPs must not rise"),
    ([(0, 10), (5, 21)], "Scales, row 5: the winner has more than twice a draw: type the loser's VPs, too"),
    ([(0, 10), (5.5, 12)], "Scales, row 5: the margin must be a whole number from 0 to 10000"),
    ([(0, 10), (10_001, 12)], "Scales, row 5: the margin must be a whole number from 0 to 10000"),
    ([(0, 10), (-1, 12)], "Scales, row 5: the margin must be a whole number from 0 to 10000"),
    ([(0, 10), (5, 12.345)], "Scales, row 5: VPs must be numbers up to 10000 with at most two decimals"),
    ([(0, 10), (5, None)], "Scales, row 5: a margin and the winner's VPs, as numbers"),
    ([(0, 10), (None, 12)], "Scales, row 5: a margin and the winner's VPs, as numbers"),
    ([(0, 10), (5, "twelve")], "Scales, row 5: a margin and the winner's VPs, as numbers"),
    ([(0, 10), (5, 12, "few")], "Scales, row 5: a margin and the winner's VPs, as numbers"),
]


@pytest.mark.parametrize(("rows", "problem"), REFUSED)
def test_tables_that_cannot_be(card: Scorecard, rows: list[tuple[Any, ...]], problem: str) -> None:
    fill(card, rows)
    assert card.cell("own_problem") == problem
    with pytest.raises(InputError):
        table_vp(1, [row[:2] if len(row) == 3 and row[2] is None else row for row in rows])


def test_the_sheet_refuses_what_the_rule_refuses(card: Scorecard) -> None:
    """Tables put together by chance, good and bad."""
    chance = random.Random(15)
    good = 0
    for _ in range(150):
        rows: list[tuple[Any, ...]] = [(0, 10, 10) if chance.random() < 0.5 else (0, 10)]
        for _ in range(chance.randint(1, 4)):
            last = rows[-1]
            margin, won = (
                last[0] + chance.choice([-1, 1, 3, 8, 0, 5, 2, 4]),
                last[1] + chance.choice([0, 1, 0.5, 2, 1, -1, 1, 1]),
            )
            row = (margin, won) if chance.random() < 0.5 else (margin, won, 20 - won - chance.choice([0, 0, 1, -2]))
            rows.append(row)
        fill(card, rows)
        try:
            expected = [table_vp(margin, rows) for margin in MARGINS]
        except InputError:
            assert card.cell("own_problem") != ""
        else:
            good += 1
            assert card.cell("own_problem") == ""
            assert card.column("vp") == expected
    assert 20 < good < 130
