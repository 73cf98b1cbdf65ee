"""The workbook with all functions: each has a live example, which gives what the catalogue says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.parts.validator import findings, validator
from tests.templates.ironcalc_card import IronCalcCard
from tools.functionsbook import functions_book
from xlvp.catalogue import FUNCTIONS

if TYPE_CHECKING:
    from pathlib import Path

    from xlvp.catalogue import Function


@pytest.fixture(scope="module")
def card(tmp_path_factory: pytest.TempPathFactory) -> IronCalcCard:
    return IronCalcCard(tmp_path_factory.mktemp("functions"), functions_book())


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.name)
def test_each_has_a_live_example(card: IronCalcCard, function: Function) -> None:
    wanted: Any = function.examples[0].result
    while isinstance(wanted, tuple):  # the first cell of what spills
        wanted = wanted[0]
    assert card.cell(f"try_{function.name.lower()}") == wanted


@pytest.mark.slow
def test_the_validator_finds_nothing(tmp_path: Path) -> None:
    path = tmp_path / "functions.xlsx"
    path.write_bytes(functions_book())
    assert findings(validator(), path) == []
