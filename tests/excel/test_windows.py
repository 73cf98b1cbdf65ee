"""The functions as the add-in calls them on Windows: through xlwings' DLL and COM, in a real Windows Python.

The catalogue's examples are in test_routes_agree.py. What is short of Excel: the Visual Basic between the cell and
this call, which runs in LibreOffice instead (test_wrappers.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.parts.program import ProgramError
from xlvp.catalogue import FUNCTIONS, Function, Kind
from xlvp.cells import ERRORS
from xlvp.udfs import parameter_name

if TYPE_CHECKING:
    from tests.parts.windows import Client, Windows

CELL_BY_CELL = [f for f in FUNCTIONS if not f.table and f.arguments[0].kind is not Kind.SCORES]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.name)
def test_errors_come_back(excel: Client, function: Function) -> None:
    for error in ERRORS:
        assert excel.call(function.name, [error] * len(function.arguments)) == error


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.name)
def test_empty_cells_show_nothing(excel: Client, function: Function) -> None:
    assert excel.call(function.name, [None] * len(function.arguments)) == ""


@pytest.mark.parametrize("function", CELL_BY_CELL, ids=lambda function: function.name)
def test_the_first_example_in_a_block(excel: Client, function: Function) -> None:
    (first, *others), result = function.examples[0].arguments, function.examples[0].result
    others += [None] * (len(function.arguments) - 1 - len(others))
    found = excel.call(function.name, [[[first, None], ["#REF!", first]], *others])
    assert found == [[result, ""], ["#REF!", result]]


def test_every_kind_of_cell_in_a_column_and_in_a_row(excel: Client) -> None:
    """xlwings gives a single row as an array of one dimension."""
    cells = [430, None, "", "#N/A", "430", "x", True]
    shown = [10, "", "", "#N/A", 10, "#VALUE!", "#VALUE!"]
    assert excel.call("IMPS", [[[cell] for cell in cells]]) == [[cell] for cell in shown]
    assert excel.call("IMPS", [[cells]]) == shown


def test_a_block_and_spreading(excel: Client) -> None:
    """The WBF's figures for 16 boards: 23 IMPs are 15.56, 0 are 10; for 8 boards 40 are 19.74."""
    assert excel.call("WBFVP", [[[23, 0], [None, -23]], 16, None]) == [[15.56, 10], ["", 4.44]]
    assert excel.call("WBFVP", [[[40], [0]], [[8, 0]], "continuous"]) == [[19.74, "#NUM!"], [10, "#NUM!"]]
    assert excel.call("WBFVP", [[[1], [2]], [[8], [8], [8]], None]) == "#VALUE!"


def test_tables_of_the_user(excel: Client) -> None:
    """Of two columns or three; an empty row and an empty third cell say nothing."""
    table = [[0, 10], [None, None], ["3", 11], [7, 13.5]]
    assert excel.call("TABLEVP", [[[2], [-3], [None], [99]], table]) == [[10], [9], [""], [13.5]]
    three = [[0, 15, None], [3, 16, 14], [60, 25, 0]]
    assert excel.call("TABLEVP", [[[-2, -5], [60, -60]], three]) == [[15, 14], [25, 0]]
    assert excel.call("TABLEVP", [3, [[0, 10], [3, "#REF!"]]]) == "#REF!"
    assert excel.call("TABLEVP", [3, [[0, 10], [3, "x"]]]) == "#VALUE!"
    assert excel.call("TABLEVP", [3, [[1, 10], [3, 11]]]) == "#NUM!"


def test_results_in_one_cell(excel: Client) -> None:
    """Board 1: nobody is vulnerable; board 7: both are."""
    assert excel.call("BOARDSCORE", [[["4SN="], [None], [-50], ["4SN"]], 1]) == [[420], [""], [-50], ["#VALUE!"]]
    assert excel.call("BOARDSCORE", [[["3NTE+2", "4\u2660XN-1"]], 7]) == [-660, -200]


def test_text_beyond_the_code_page(excel: Client) -> None:
    assert excel.call("CONTRACTSCORE", ["4♠", 10, None]) == 420
    assert excel.call("CONTRACTSCORE", ["4Ж", 10, None]) == "#VALUE!"


def test_a_long_column_in_one_call(excel: Client) -> None:
    rows = excel.call("IMPS", [[[10 * number] for number in range(10_000)]])
    assert len(rows) == 10_000
    assert rows[43] == [10]
    assert rows[-1] == [24]


def test_a_failure_is_an_error_of_the_call(excel: Client) -> None:
    """Visual Basic sees it as an error, and shows #VALUE!."""
    with pytest.raises(ProgramError, match="has no attribute 'NONE'"):
        excel.call("NONE", [1])


def test_the_stock_generator(windows: Windows) -> None:
    """What xlwings' "Import Functions" writes for the module, with its own Windows code."""
    program = (
        "import sys, xlwings.udfs, xlvp.udfs\n"
        "class Workbook: Name = 'club.xlsm'\n"
        "xlwings.udfs.generate_vba_wrapper('xlvp.udfs', xlvp.udfs, sys.stdout, Workbook)\n"
    )
    done = windows.run("-c", program)
    assert done.returncode == 0, done.stderr
    text = done.stdout.replace("\r\n", "\n")
    for function in FUNCTIONS:
        arguments = ", ".join(f"{'Optional ' * a.optional}{parameter_name(a)}" for a in function.arguments)
        assert f"Function {function.name}({arguments})\n" in text
