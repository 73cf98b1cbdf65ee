"""Every formula in the documentation gives what stands beside it, typed into IronCalc with the functions in the book.

What the pages show, below each heading:

- a sheet: a table with the letters of the columns at the top and the numbers of the rows at the left;
- formulas: a table `Cell | You type | You get`, where a cell `D2:D5` means that the formula is copied down, and
  several results have ` / ` between them (`, ` between those of one row); or without `Cell`, each somewhere apart;
- `<!-- locale: de -->` before them: how numbers and arguments are written.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from tests.parts.ironcalc import Sheet

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


@pytest.mark.parametrize("section", [*sections("spreadsheets.md")])
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
