"""The generated documentation is current, its formulas are well-formed, and the errors are as it says."""

from __future__ import annotations

from decimal import Decimal
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

from tests.oracles import buchen
from tests.parts.ironcalc import evaluate_calls
from tools.concavity import FIRST_IMP, picture
from xlvp.catalogue import FUNCTIONS, Kind
from xlvp.cells import ERRORS, evaluate
from xlvp.reference import named, page, refused, typed

if TYPE_CHECKING:
    from xlvp.catalogue import Block, Cell, Function

DOCS = Path(__file__).parent.parent / "docs"
PAGE, PICTURE = DOCS / "functions.md", DOCS / "pictures" / "concavity.svg"


def test_the_page_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "docs/functions.md is stale: run 'python3 dev.py docs'"


def test_every_function_has_its_section() -> None:
    for function in FUNCTIONS:
        assert f"\n## {function.name}\n" in page()
        assert named(function.name) is function


def test_ranges_are_array_constants() -> None:
    imps = FUNCTIONS[0]
    assert typed(imps, imps.examples[2]) == '=IMPS({10;20;"";-4000})'


REFUSED = [(function, call) for function in FUNCTIONS for *_, calls in refused(function) for call in calls]

# Cells of every sort, for each kind of argument.
NUMBERS = (None, "x", True, -1, 0, 0.5, 1, 2, 13, 14, 16, 20.5, 25, 30, 37, 400, 420, 1001, "16")
SORTS: dict[Kind, tuple[Cell | Block, ...]] = {
    Kind.NUMBER: NUMBERS,
    Kind.NAME: (*NUMBERS, "WBF", "NABC+"),
    Kind.TEXT: (None, "x", True, 0, 1, "discrete", "N"),
    Kind.CONTRACT: (None, "x", True, 0, 1, "P", "4S"),
    Kind.RESULT: (*NUMBERS, "P", "4SN=", "4SN", "4S=", "A+", "4SN+9"),
    Kind.TABLE: (
        None,
        "x",
        10,
        ((0, 10), (3, 11)),
        ((0, 10), (3, 9)),
        ((1, 10),),
        ((0, 10), (3, "x")),
        ((0, 1, 2, 3),),
    ),
    Kind.FLAG: (None, "x", True, False, -1, 0, 0.5, 1, 2),
    Kind.SCORES: (None, 420, ((420,), (None,), ("x",)), ((420,), (400,), (True,))),
}


def test_every_listed_error_comes() -> None:
    assert [evaluate(function, *call.arguments) for function, call in REFUSED] == [call.result for _, call in REFUSED]


def test_every_listed_error_comes_from_the_formulas() -> None:
    shown = evaluate_calls((function, call.arguments) for function, call in REFUSED)
    assert shown == [call.result for _, call in REFUSED]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.name)
def test_no_other_error_comes(function: Function) -> None:
    calls = product(*(SORTS[argument.kind] for argument in function.arguments))
    come = {shown for call in calls if isinstance(shown := evaluate(function, *call), str) and shown in ERRORS}
    assert come == {refusal.error for _, refusal, _ in refused(function)}
    section = page().partition(f"\n## {function.name}\n")[2].partition("\n## ")[0]
    assert {error for error in ERRORS if f"\n| `{error}` | " in section} == come


def test_a_scale_for_every_cell_of_a_range_is_refused() -> None:
    assert [f.name for f in FUNCTIONS if f.table] == ["VPSCALE"]
    assert evaluate(FUNCTIONS[5], ((7,), (8,)), "WBF") == "#VALUE!"


def test_the_picture_of_the_correction_is_current() -> None:
    assert PICTURE.read_text(encoding="utf-8") == picture(), f"{PICTURE.name} is stale: run 'python3 dev.py docs'"


def test_the_picture_shows_what_each_imp_is_worth() -> None:
    """For 8 boards only 40 IMPs are corrected, from 19.73 to 19.74: the gains there change places."""
    before, after = (
        [int(100 * gain) for gain in buchen.diff(table)][FIRST_IMP - 1 :]
        for table in (buchen.rounded(Decimal(8), Decimal(10)), buchen.continuous(Decimal(8))[0])
    )
    drawing = ElementTree.fromstring(picture())  # noqa: S314  # our own text
    texts = [text.text for text in drawing.iter("{http://www.w3.org/2000/svg}text")]
    shown = [int(text) for text in texts if text and text.isdigit()]
    assert shown[::2] == before + after
    assert shown[1::2] == 2 * list(range(FIRST_IMP, 44))
