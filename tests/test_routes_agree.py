"""Every example of the catalogue gives the same on every route into a spreadsheet.

A route is a function that takes a catalogue function and its arguments, and returns what the cells show. A new
route joins by an entry in ROUTES.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.parts import pyodide
from tests.parts.ironcalc import evaluate_in_ironcalc
from xlvp.catalogue import FUNCTIONS, Example, Function
from xlvp.cells import evaluate

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from xlvp.catalogue import Block, Cell

    Route: TypeAlias = Callable[..., Cell | Block]

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("windows")]  # one of the routes has it, and it is there once

ROUTES: dict[str, Callable[[pytest.FixtureRequest], Route]] = {
    "Python": lambda _: evaluate,
    "Excel add-in": lambda request: request.getfixturevalue("excel").shown,
    "LAMBDA names": lambda _: evaluate_in_ironcalc,
    "LibreOffice extension": lambda request: request.getfixturevalue("calc").shown,
    "xlwings Lite": lambda _: pyodide.call,
}
"""How each route is had; the applications behind them start when their first example comes."""

EXAMPLES = [
    pytest.param(function, example, id=f"{function.name}-{number}")
    for function in FUNCTIONS
    for number, example in enumerate(function.examples, start=1)
]


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize(("function", "example"), EXAMPLES)
def test_example(request: pytest.FixtureRequest, route: str, function: Function, example: Example) -> None:
    assert ROUTES[route](request)(function, *example.arguments) == example.result
