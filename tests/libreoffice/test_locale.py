"""A LibreOffice that writes decimals with a comma."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.parts.calc import Calc
from tests.parts.office import in_locale, need_libreoffice

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def german(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Calc]:
    need_libreoffice()
    with Calc(in_locale(tmp_path_factory.mktemp("german"), "de-DE")) as started:
        yield started


@pytest.mark.parametrize(
    ("formula", "shown"),
    [
        ("=A1", 22.5),
        ("=IMPS(A1)", 1),
        ("=WBFVP(A1;16)", 15.56),  # half an IMP is rounded away from zero
        ('=WBFVP("22,5";16)', 15.56),
        ('=WBFVP("22.5";16)', 15.56),
        ("=WBFVP(22.5;16)", 15.56),
        ("=MAX(WBFVP(A1:A2;16))", 15.56),
        ("=MATCHPOINTS(A1;A1:A2)", 2),
        ('=CURVEVP(12;50;"12,5")', 17.29),  # the rest of 25 VPs is 7.71
        ("=CURVEVP(12;50;12.5)", 17.29),
        ("=TABLEVP(A1;{0;10|3;11.5})", 11.5),
        ('=TABLEVP("-22,5";{0;10|3;11.5})', 8.5),
        ('=IMPS("1,2,3")', "#VALUE!"),
        ('=IMPS("1.000,5")', "#VALUE!"),
    ],
)
def test_numbers_with_a_comma(german: Calc, formula: str, shown: object) -> None:
    with german.open() as document:
        document.set("A1:A2", [[22.5], [0]])
        document.formula("B1", formula)
        assert document.cell("B1") == shown


def test_cells_show_the_comma(german: Calc) -> None:
    """The LibreOffice is a German one indeed."""
    with german.open() as document:
        document.set("A1", 22.5)
        document.formula("B1", '=A1&" IMPs"')
        assert document.cell("B1") == "22,5 IMPs"
