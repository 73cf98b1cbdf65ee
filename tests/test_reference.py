"""The generated documentation is current, and its formulas are well-formed."""

from __future__ import annotations

from pathlib import Path

from xlvp import formulas
from xlvp.catalogue import FUNCTIONS
from xlvp.reference import formula, help_text, named, page

PAGE = Path(__file__).parent.parent / "docs" / "functions.md"


def test_the_page_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "docs/functions.md is stale: run 'python3 dev.py docs'"


def test_every_function_has_its_section() -> None:
    for function in FUNCTIONS:
        assert f"\n## {function.name}\n" in page()
        assert named(function.name.lower()) is function
    assert named("VP20") is None


def test_ranges_are_array_constants() -> None:
    imps = FUNCTIONS[0]
    assert formula(imps, imps.examples[2]) == '=IMPS({10;20;"";-4000})'


def test_help_ends_with_the_formula() -> None:
    for function in FUNCTIONS:
        *_, empty, paste, last = help_text(function).split("\n")
        assert (empty, last) == ("", formulas.formula(function).display)
        assert paste.endswith(f" name {function.name}, refers to:")
