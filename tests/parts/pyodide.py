"""xlwings Lite's half as the tests use it: the functions in Pyodide, the Python that it runs in the browser.

Pyodide runs under Node here. It comes from npm once, into .cache in the checkout (tools/npm.py). xlwings is the
installed one, whose files in Python are the same on every system. Excel and the add-in itself are not here:
pyodide_host.py stands in for them.
"""

from __future__ import annotations

import atexit
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import xlwings

import xlvp
from tests.parts import missing
from tests.parts.program import SECONDS, Program, ProgramError
from tools import npm
from tools.npm import PYODIDE, fetched

if TYPE_CHECKING:
    from xlvp.catalogue import Block, Cell, Function

HERE = Path(__file__).parent
MAIN = "from xlvp.udfs import *\n"
"""The user's main.py."""

ERROR_TYPES = {
    "#BLOCKED!": "Blocked",
    "#BUSY!": "Busy",
    "#CALC!": "Calc",
    "#CONNECT!": "Connect",
    "#DIV/0!": "Div0",
    "#FIELD!": "Field",
    "#GETTING_DATA": "GettingData",
    "#N/A": "NotAvailable",
    "#NAME?": "Name",
    "#NULL!": "Null",
    "#NUM!": "Num",
    "#REF!": "Ref",
    "#SPILL!": "Spill",
    "#VALUE!": "Value",
}
"""Errors in cells as Office.js names them (Excel.ErrorCellValueType)."""
ERROR_TEXTS = {name: text for text, name in ERROR_TYPES.items()}


class Pyodide(Program):
    """Python in Pyodide, with the user's main.py executed."""

    def __init__(self, packages: Path, seconds: float = SECONDS) -> None:
        node = ("node", HERE / "pyodide_run.mjs", packages / "pyodide" / "pyodide.mjs")
        folders = (HERE / "pyodide_host.py", Path(xlwings.__file__).parent, Path(xlvp.__file__).parent)
        super().__init__([*node, *folders], seconds=seconds)
        self.without_the_add_in: dict[str, Any] = self.call("without_the_add_in")
        self.call("start", MAIN)

    def call(self, function: str, *arguments: Any) -> Any:
        """Return the result of a function of pyodide_host.py."""
        return self.request(function, arguments=arguments)


@cache
def _started() -> Pyodide | ProgramError | str:
    """Start Pyodide once for all tests; or find out, once for all tests too, that it is missing or does not work."""
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            return f"Pyodide cannot run: there is no {program}"
    try:
        packages = fetched(PYODIDE)
    except subprocess.TimeoutExpired:
        return f"Pyodide cannot run: npm has not fetched it in {npm.SECONDS} seconds"
    except subprocess.CalledProcessError as failed:
        reason = f"Pyodide cannot run: npm has not fetched it: {failed.stderr}"
        return ProgramError(reason) if "EINTEGRITY" in failed.stderr else reason
    try:
        started = Pyodide(packages)
    except ProgramError as failed:
        return failed
    atexit.register(started.close)
    return started


def pyodide() -> Pyodide:
    """Return the one Pyodide; without Node and npm, or without a way to fetch it, leave out the test."""
    started = _started()
    if isinstance(started, str):
        missing(started)
    if isinstance(started, ProgramError):
        raise started
    return started


def cells(function: Function, *arguments: Cell | Block) -> list[list[Any]]:
    """Return what Excel gets back from a formula, row by row, as Office.js takes it: an error is an object."""
    omitted = [None] * (len(function.arguments) - len(arguments))
    result: list[list[Any]] = pyodide().call("call", function.name, [*map(_handed_over, arguments), *omitted])
    return result


def call(function: Function, *arguments: Cell | Block) -> Cell | Block:
    """Return what the cells of a formula show in xlwings Lite; an error is its text."""
    rows = tuple(tuple(_shown(cell) for cell in row) for row in cells(function, *arguments))
    result: Cell | Block = rows[0][0] if len(rows) == len(rows[0]) == 1 else rows
    return result


def _handed_over(argument: Cell | Block) -> list[list[Any]]:
    """Return an argument as Office.js hands it over: always rows, an empty cell as null, an error as an object."""
    rows = argument if isinstance(argument, tuple) else ((argument,),)
    return [[_sent(cell) for cell in row] for row in rows]


def _sent(cell: Cell) -> Any:
    if isinstance(cell, str) and cell in ERROR_TYPES:
        return {"type": "Error", "basicValue": cell, "errorType": ERROR_TYPES[cell]}
    return cell


def _shown(cell: Any) -> Cell:
    shown: Cell = ERROR_TEXTS[cell["errorType"]] if isinstance(cell, dict) else cell
    return shown
