"""Every example of the catalogue gives the same on every route into a spreadsheet.

A route is a function that takes a catalogue function and its arguments, and returns what the cells show. A new
route joins by an entry in ROUTES.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.parts.ironcalc import evaluate_in_ironcalc
from xlvp.catalogue import FUNCTIONS, Example, Function
from xlvp.cells import evaluate

if TYPE_CHECKING:
    from collections.abc import Callable

    from xlvp.catalogue import Block, Cell

ROUTES: dict[str, Callable[..., Cell | Block]] = {"Python": evaluate, "LAMBDA": evaluate_in_ironcalc}

EXAMPLES = [
    pytest.param(function, example, id=f"{function.name}-{number}")
    for function in FUNCTIONS
    for number, example in enumerate(function.examples, start=1)
]


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize(("function", "example"), EXAMPLES)
def test_example(route: str, function: Function, example: Example) -> None:
    assert ROUTES[route](function, *example.arguments) == example.result
