"""Every formula in the documentation gives what stands beside it, in IronCalc and in LibreOffice Calc.

They are typed in, by turns into a book with the functions in it and into a Calc with the extension.

What the pages show, below each heading:

- a sheet: a table with the letters of the columns at the top and the numbers of the rows at the left;
- formulas: a table `Cell | You type | You get`, where a cell `D2:D5` means that the formula is copied down, and
  several results have ` / ` between them (`, ` between those of one row); or without `Cell`, each somewhere apart;
- `In Excel you type` or `In Excel 365 you type` at the top of those that are different in Calc;
- `<!-- locale: de -->` before them: how numbers and arguments are written.
"""

from __future__ import annotations

import itertools
import math
import re
from contextlib import ExitStack
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from openpyxl.formula.translate import Translator

from tests.oracles import buchen
from tests.parts.ironcalc import Sheet
from tests.published import published
from xlvp import acbl_vp, curve_vp, wbf_vp
from xlvp.rules.curve import MODELS
from xlvp.rules.scales import SCALES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.parts.calc import Calc
    from tests.parts.office import Document
    from xlvp.catalogue import Cell

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
        if any(table[0][-1] == "You get" for table in tables):
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


PAGES = ("spreadsheets.md", "scoring.md")
SECTIONS = [section for page in PAGES for section in sections(page)]


@pytest.mark.parametrize("section", SECTIONS)
def test_formulas_give_what_is_shown(section: Section) -> None:
    fill_in(section, partial(Sheet, section.locale), "You type", "In Excel you type", "In Excel 365 you type")


@pytest.mark.parametrize("section", [section for section in SECTIONS if section.values[0].locale == "en"])
def test_the_same_in_calc(calc: Calc, section: Section) -> None:
    with ExitStack() as documents:
        fill_in(section, lambda: CalcSheet(documents.enter_context(calc.open())), "You type")


def fill_in(section: Section, new_sheet: Callable[[], Sheet | CalcSheet], *headings: str) -> None:
    """Type in what the section shows, and the formulas under these headings; compare what they give."""
    sheet = new_sheet()
    apart = itertools.count(APART)
    for head, _, *rows in section.tables:
        if head[:2] == ["", "A"]:
            sheet = new_sheet()
            for number, *cells in rows:
                for letter, cell in zip(head[1:], cells, strict=True):
                    sheet.type_in(f"{letter}{number}", cell)
        elif head[-1] == "You get" and head[-2] in headings:
            for *place, typed, shown in rows:
                first, _, last = (place[0] if place else f"AA{next(apart)}").partition(":")
                sheet.type_in(first, typed.strip("`"))
                if last:
                    sheet.fill_down(first, last)
                results = expected(shown, section.locale)
                assert sheet.shown(first, len(results), len(results[0])) == [
                    [pytest.approx(result, abs=1e-9) if isinstance(result, float) else result for result in row]
                    for row in results
                ], typed
                assert not last or int(last[1:]) - int(first[1:]) + 1 == len(results), typed


def test_every_formula_is_tried() -> None:
    tried = sum(len(table) - 2 for s in SECTIONS for table in s.values[0].tables if table[0][-1] == "You get")
    text = "".join((DOCS / page).read_text(encoding="utf-8") for page in PAGES)
    assert tried == len(re.findall(r"^\|.*`=.*\|$", text, re.MULTILINE)) > 80


class CalcSheet:
    """A sheet in LibreOffice Calc with the extension, filled in as `Sheet` is."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._formulas: dict[str, str] = {}

    def type_in(self, address: str, text: str) -> None:
        if not text.startswith("="):
            self._document.set(address, as_cell(text, "en") if text else None)
            return
        self._formulas[address] = text
        computed_range = re.search(r"IF\([A-Z$0-9]+:", text)  # to be ended with Ctrl+Shift+Enter, as the page says
        enter = self._document.array_formula if computed_range else self._document.formula
        enter(address, with_semicolons(text))

    def fill_down(self, first: str, last: str) -> None:
        copied = Translator(self._formulas[first], origin=first)
        for row in range(int(first[1:]) + 1, int(last[1:]) + 1):
            cell = f"{first[0]}{row}"
            self.type_in(cell, copied.translate_formula(cell))

    def shown(self, address: str, height: int, width: int) -> list[list[Cell]]:
        assert width == 1  # Calc has no formula that spills
        letters = address.rstrip("0123456789")
        row = int(address[len(letters) :])
        return self._document.cells(f"{address}:{letters}{row + height - 1}")


def with_semicolons(formula: str) -> str:
    """Return a formula as LibreOffice's interface wants it: `;` between arguments and columns, `|` between rows.

    >>> with_semicolons('=MATCHVP(23,16,"a,b")+SUM({1,2;3,4})')
    '=MATCHVP(23;16;"a,b")+SUM({1;2|3;4})'
    """
    parts = formula.split('"')
    parts[::2] = [part.replace(";", "|").replace(",", ";") for part in parts[::2]]
    return '"'.join(parts)


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


def uncorrected(boards: int) -> tuple[int, list[Decimal]]:
    """Return how many margins the scale has, and by how much each that needs it is corrected.

    NABC+ is the formula, only rounded; both scales are proved elsewhere, each by its own source.
    """
    margins = range(math.ceil(15 * math.sqrt(boards)) + 1)
    values = [(Decimal(str(acbl_vp(m, boards, "NABC+"))), Decimal(str(wbf_vp(m, boards)))) for m in margins]
    return len(margins), [right - rounded for rounded, right in values if right != rounded]


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


def test_what_is_said_of_half_matches() -> None:
    """By Buchen's curve with a draw of 5, and half the margin that wins the whole round."""
    recipe = " ".join((DOCS / "spreadsheets.md").read_text(encoding="utf-8").split())
    half = buchen.blitz(Decimal(8)) / 2  # a round of 8 boards, a set of 4
    assert round(buchen.v_map(Decimal(9), Decimal(5), half), 2) == 8
    assert "Halving `WBFVP(B2,4)` would be another scale, and a wrong one: 9 IMPs would be worth 7.3." in recipe
    assert round(buchen.v_map(Decimal(9), Decimal(10), buchen.blitz(Decimal(4))) / 2, 2) == Decimal("7.30")
    assert "half the margin that wins everything in the whole round wins everything in the set" in recipe


def test_the_models_are_told_with_what_they_give() -> None:
    rows = table_under("Model ")
    assert [row[0].split(" (")[0] for row in rows] == list(MODELS)
    assert [float(vp) for *_, vp in rows] == [curve_vp(5, 60, model=model) for model in MODELS]
    assert "For 5 IMPs in 16 boards:" in " ".join(SCORING.split())
    assert buchen.blitz(Decimal(16)) == 60
    assert 'curve_vp(5, 60, model="quadratic")' in SCORING


def test_every_scale_is_explained() -> None:
    """Under a heading with its name, or with what its authority calls it."""
    headings = " ".join(re.findall(r"(?m)^## (.+)$", SCORING))
    for scale in SCALES:
        words = {"WBF discrete": "WBF victory points, discrete"}.get(scale.name, scale.name)
        assert words in headings, scale.name
