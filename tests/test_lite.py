"""The functions in Pyodide, as xlwings Lite has them: what Excel is told about them, and what it gets from them.

The user's main.py is `from xlvp.udfs import *`. What is not classic xlwings there:

- The results #NULL! #DIV/0! #VALUE! #REF! #NAME? #NUM! and #N/A are errors in the cells, which ISERROR sees. That
  takes Microsoft 365 (Windows from version 2208, Mac from 16.64) or Excel on the web; Excel 2021 and 2024 show the
  texts. Newer errors, such as #SPILL!, come back as texts everywhere.
- A single empty cell counts as an argument that is left out. An empty cell in a range comes as null and becomes None.
- A whole number arrives as an int, others as floats; nothing stands for an error but its text.
- Office.js knows no categories.

Read in xlwings' sources and Microsoft's tables, not tried in Excel; tests/parts/pyodide_host.py says what runs here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.parts.program import ProgramError
from tests.parts.pyodide import Pyodide, call, cells, pyodide
from tools.npm import PYODIDE, fetched
from xlvp.catalogue import FUNCTIONS, Function
from xlvp.udfs import parameter_name

if TYPE_CHECKING:
    from xlvp.catalogue import Block, Cell

pytestmark = pytest.mark.slow

BY_NAME = {function.name: function for function in FUNCTIONS}


def lite(name: str, *arguments: Cell | Block) -> Cell | Block:
    return call(BY_NAME[name], *arguments)


def column(*cells: Cell) -> Block:
    return tuple((cell,) for cell in cells)


def test_the_import_without_the_add_in() -> None:
    """Then xlwings' decorators do nothing, and the functions are plain Python."""
    names = [function.name for function in FUNCTIONS]
    assert pyodide().without_the_add_in == {"platform": "emscripten", "names": names, "IMPS(430)": 10}


def test_main_py_offers_every_function() -> None:
    offered = [function["name"] for function in pyodide().call("metadata")]
    assert sorted(offered) == sorted(BY_NAME)


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.name)
def test_what_excel_is_told(function: Function) -> None:
    told = next(told for told in pyodide().call("metadata") if told["id"] == function.name)
    assert told["description"] == function.summary
    assert [parameter["name"] for parameter in told["parameters"]] == [parameter_name(a) for a in function.arguments]
    assert [parameter["description"] for parameter in told["parameters"]] == [a.help for a in function.arguments]
    assert [parameter.get("optional", False) for parameter in told["parameters"]] == [
        argument.optional for argument in function.arguments
    ]


def test_rows_columns_and_blocks() -> None:
    assert lite("IMPS", ((430, -420, 10),)) == ((10, -9, 0),)
    assert lite("IMPS", column(430, -420)) == ((10,), (-9,))
    assert lite("IMPS", ((430, -420), (10, 20))) == ((10, -9), (0, 1))
    assert lite("WBFVP", ((0, 23),), 16, column("continuous", "discrete")) == ((10, 15.56), (10, 16))
    assert lite("IMPS", ((430,),)) == 10
    assert lite("TOTALPOINTS", ((420, None), (-50, "x"))) == 370


def test_tables_of_the_user() -> None:
    table = ((0, 10), (None, None), ("3", 11), (7, 13.5))
    assert lite("TABLEVP", column(2, -3, None, 99), table) == column(10, 9, "", 13.5)
    assert lite("TABLEVP", ((-2, -5),), ((0, 15, None), (3, 16, 14), (60, 25, 0))) == ((15, 14),)
    assert lite("TABLEVP", 3, ((0, 10), (3, "#REF!"))) == "#REF!"
    assert lite("TABLEVP", 3, ((1, 10), (3, 11))) == "#NUM!"


@pytest.mark.parametrize("blank", [None, ""])
def test_blanks(blank: Cell) -> None:
    assert lite("IMPS", blank) == ""
    assert lite("WBFVP", 23, blank) == ""
    assert lite("IMPS", column(430, blank)) == ((10,), ("",))
    assert lite("WBFVP", 23, 16, blank) == 15.56
    assert lite("WBFVP", 23, 16, column(blank, "discrete")) == ((15.56,), (16,))
    assert lite("BUTLERDATUM", column(420, blank, 420, 450, -50), blank) == 310
    assert lite("TOTALPOINTS", column(blank, blank)) == ""


def test_errors_are_errors() -> None:
    not_available, not_a_number = ({"type": "Error", "errorType": name} for name in ("NotAvailable", "Num"))
    assert cells(BY_NAME["ACBLVP"], 23, 37) == [[not_a_number]]
    assert cells(BY_NAME["MATCHPOINTS"], column(420, 400), column(420, 450)) == [[0], [not_available]]
    assert cells(BY_NAME["IMPS"], column(430, "#N/A", "x")) == [
        [10],
        [not_available],
        [{"type": "Error", "errorType": "Value"}],
    ]


@pytest.mark.parametrize("error", ["#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A"])
def test_an_error_in_an_argument_comes_back(error: str) -> None:
    assert lite("IMPS", error) == error
    assert lite("MATCHVP", 23, 16, error) == error
    assert lite("IMPS", column(430, error)) == ((10,), (error,))
    assert lite("TOTALPOINTS", column(420, error)) == error
    assert isinstance(cells(BY_NAME["IMPS"], error)[0][0], dict)


@pytest.mark.parametrize("error", ["#SPILL!", "#CALC!", "#GETTING_DATA", "#FIELD!"])
def test_a_newer_error_comes_back_as_its_text(error: str) -> None:
    assert cells(BY_NAME["IMPS"], column(430, error)) == [[10], [error]]


def test_numbers() -> None:
    assert lite("IMPS", 430.0) == 10
    assert lite("IMPS", "430") == 10
    assert lite("IMPS", 435.5) == 10
    assert lite("WBFVP", 23, 16.5) == "#NUM!"
    assert lite("IMPS", True) == "#VALUE!"
    assert lite("BUTLERDATUM", column(420, 420.0)) == 420
    assert lite("IMPS", -2146826243) == -24  # which would be #SPILL! if it came through COM


def test_what_python_refuses_is_told() -> None:
    with pytest.raises(ProgramError, match="AttributeError: module 'main' has no attribute 'NONE'"):
        pyodide().call("call", "NONE", [])


def test_a_time_limit_ends_node() -> None:
    pyodide()  # or the test is left out
    with pytest.raises(ProgramError, match=r"killed after 0\.01 seconds"):
        Pyodide(fetched(PYODIDE), seconds=0.01)
