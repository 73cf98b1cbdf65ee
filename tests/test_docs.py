"""Every formula in the documentation gives what stands beside it, typed into IronCalc with the functions in the book.

What the pages show, below each heading:

- a sheet: a table with the letters of the columns at the top and the numbers of the rows at the left;
- formulas: a table `Cell | You type | You get`, where a cell `D2:D5` means that the formula is copied down, and
  several results have ` / ` between them (`, ` between those of one row); or without `Cell`, each somewhere apart;
- `<!-- locale: de -->` before them: how numbers and arguments are written.
"""

from __future__ import annotations

import math
import re
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from tests.oracles import buchen
from tests.parts.ironcalc import Sheet
from tests.published import published
from xlvp import Curve, acbl_vp, wbf_vp

if TYPE_CHECKING:
    from collections.abc import Iterator

DOCS = Path(__file__).parent.parent / "docs"
APART = 50
"""The row for formulas that stand in no particular cell."""


class Section(NamedTuple):
    """What is below one heading: its locale, and its tables, each a list of rows of cells."""

    locale: str
    tables: list[list[list[str]]]


def sections(page: str) -> Iterator[Any]:
    text = (DOCS / page).read_text(encoding="utf-8")
    for heading, body in re.findall(r"^## (.+)\n((?:(?!## ).*\n)*)", text, re.MULTILINE):
        tables = [
            [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()]
            for table in re.findall(r"(?:^\|.*\|\n)+", body, re.MULTILINE)
        ]
        if any("You type" in " ".join(table[0]) or "you type" in " ".join(table[0]) for table in tables):
            locale = re.search("<!-- locale: (.+) -->", body)
            yield pytest.param(Section(locale[1] if locale else "en", tables), id=f"{page}: {heading}")


def as_cell(text: str, locale: str) -> str | float | None:
    """Return what a cell holds that shows this text."""
    if text == "nothing":
        return ""
    try:
        return float(text.replace(",", ".") if locale == "de" else text)
    except ValueError:
        return text


def expected(text: str, locale: str) -> list[list[Any]]:
    return [
        [as_cell(cell, locale) for cell in (row.split(", ") if locale == "en" else [row])] for row in text.split(" / ")
    ]


@pytest.mark.parametrize("section", [*sections("spreadsheets.md"), *sections("scoring.md")])
def test_formulas_give_what_is_shown(section: Section) -> None:
    sheet = Sheet(section.locale)
    tried = 0
    for head, _, *rows in section.tables:
        if head[0] == "" and head[1] == "A":
            sheet = Sheet(section.locale)
            for number, *cells in rows:
                for letter, cell in zip(head[1:], cells, strict=True):
                    sheet.type_in(f"{letter}{number}", cell)
        elif head[-1] == "You get":
            for row in rows:
                cell, typed, shown = row if len(row) == 3 else (f"AA{APART + tried}", *row)
                first, _, last = cell.partition(":")
                sheet.type_in(first, typed.strip("`"))
                if last:
                    sheet.fill_down(first, last)
                results = expected(shown, section.locale)
                assert sheet.shown(first, len(results), len(results[0])) == [
                    [pytest.approx(result, abs=1e-9) if isinstance(result, float) else result for result in row]
                    for row in results
                ], typed
                if last:
                    assert int(last[1:]) - int(first[1:]) + 1 == len(results)
                tried += 1
    assert tried


SCORING = (DOCS / "scoring.md").read_text(encoding="utf-8")


def table_under(heading: str) -> list[list[str]]:
    """Return the rows of the table in scoring.md whose first heading begins so."""
    _, _, rest = SCORING.partition(f"\n| {heading}")
    lines = rest.partition("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_the_imp_scale_is_that_of_the_laws() -> None:
    pairs = {row[column + 1]: row[column] for row in table_under("Difference ") for column in (0, 2, 4)}
    scale = [row for row in published("imp_scales") if row["source"] == "Law 78B, 2017"]
    law = {row["imps"]: f"{row['from']}-{row['to']}" if row["to"] else f"{row['from']}+" for row in scale}
    assert {imps: points for imps, points in pairs.items() if imps} == law


@cache
def uncorrected(boards: int) -> tuple[int, list[Decimal]]:
    """Return how many margins the scale has, and by how much each that needs it is corrected."""
    rounded = buchen.rounded(Decimal(boards), Decimal(10))
    right, _ = buchen.continuous(Decimal(boards))
    return len(right), [b - a for a, b in zip(rounded, right, strict=True) if a != b]


def test_the_counts_of_wrong_cells() -> None:
    rows = table_under("Boards ")
    assert len(rows) == 6
    for boards, margins, wrong, most in rows:
        cells, corrections = uncorrected(int(boards))
        assert (int(margins), int(wrong), Decimal(most)) == (cells, len(corrections), max(corrections, default=0))
    scales = [uncorrected(boards) for boards in range(1, 101)]
    wrong_cells, cells = sum(len(corrections) for _, corrections in scales), sum(count for count, _ in scales)
    wrong_scales = sum(bool(corrections) for _, corrections in scales)
    in_one_line = " ".join(SCORING.split())
    assert f"wrong in {wrong_cells} of {cells} cells, and in {wrong_scales} of the 100 scales" in in_one_line
    most_by = [max(max(corrections, default=Decimal(0)) for _, corrections in scales[:n]) for n in (33, 34, 100)]
    assert most_by == [Decimal("0.01"), Decimal("0.02"), Decimal("0.04")]
    assert "by 0.01 up to 33 boards and by up to 0.04 in 100:" in SCORING


def test_what_is_said_of_the_discrete_scale() -> None:
    whole = [(m, wbf_vp(m, 8, "discrete"), math.floor(wbf_vp(m, 8) + 0.5)) for m in range(50)]
    differ = [str(margin) for margin, right, rounded in whole if right != rounded]
    assert f"wrong for {', '.join(differ[:-1])} and {differ[-1]} IMPs" in SCORING


def test_what_is_said_of_the_wrong_length() -> None:
    assert "28 IMPs are 20 VPs on ACBL 20 in 8 boards, and 15 in 24" in SCORING
    assert (acbl_vp(28, 8), acbl_vp(28, 24), acbl_vp(28, 9)) == (20, 15, 18)


def test_halves_of_a_three_way_match_differ_by_two_hundredths_at_most() -> None:
    far = [
        abs(half_up(wbf_vp(margin, boards)) - Curve.for_boards(boards, draw=5).continuous().winner[margin])
        for boards in range(1, 33)
        for margin in range(math.ceil(15 * boards**0.5))
    ]
    assert max(far) == 2
    assert far.count(2) < far.count(1) < far.count(0)


def half_up(vp: float) -> int:
    """Return half of the VPs in hundredths, as Excel's ROUND has them."""
    return int((Decimal(str(vp)) * 50).quantize(Decimal(1), ROUND_HALF_UP))
