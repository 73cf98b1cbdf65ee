"""xlwings Lite's half as the tests use it: the functions in Pyodide, the Python that it runs in the browser.

Pyodide runs under Node here. It comes from npm once, into .cache in the checkout, with the hashes that are written
below. xlwings is the installed one, whose files in Python are the same on every system. Excel and the add-in itself
are not here: pyodide_host.py stands in for them.
"""

from __future__ import annotations

import atexit
import hashlib
import json
import shutil
import subprocess
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import xlwings

import xlvp
from tests.parts import missing
from tests.parts.program import SECONDS, Program, ProgramError

if TYPE_CHECKING:
    from xlvp.catalogue import Block, Cell, Function

HERE = Path(__file__).parent
CACHE = HERE.parents[1] / ".cache" / "pyodide"
MAIN = "from xlvp.udfs import *\n"
"""The user's main.py."""

PACKAGES = {
    "pyodide": (
        "314.0.7",
        "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A==",
    ),
    "@types/emscripten": (
        "1.41.6",
        "sha512-uN+9i8bFT5CUcZfyIEYDrSueACEyKGbUs5kC/72DGlZZoinh84sJfVV0i8UOJD1asdzkvLPBRrKs41kZ8MdEXg==",
    ),
    "ws": (
        "8.23.0",
        "sha512-wCkmX8QMOrKjgO8HW2WyDbTSGeqkocxgDzS9iR79rEAexty6/2qzilx3Ag8Tqf9ykop3irLKle0MtVn5qjVnoQ==",
    ),
}
"""Pyodide, in the release line for which xlwings publishes a build, and what it needs; it runs on Node 18 and later."""

NPM_SECONDS = 300

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
        node = ("node", HERE / "pyodide_run.mjs", packages / "node_modules" / "pyodide" / "pyodide.mjs")
        folders = (HERE / "pyodide_host.py", Path(xlwings.__file__).parent, Path(xlvp.__file__).parent)
        super().__init__([*node, *folders], seconds=seconds)
        self.without_the_add_in: dict[str, Any] = self.call("without_the_add_in")
        self.call("start", MAIN)

    def call(self, function: str, *arguments: Any) -> Any:
        """Return the result of a function of pyodide_host.py."""
        return self.request(function, arguments=arguments)


def npm_packages(cache_folder: Path = CACHE) -> Path:
    """Return the folder with the packages from npm; fetch them if they are not there. npm checks their hashes."""
    wanted = {name: version for name, (version, _) in PACKAGES.items()}
    locked = {f"node_modules/{name}": {"version": v, "integrity": sha512} for name, (v, sha512) in PACKAGES.items()}
    lock = json.dumps({"lockfileVersion": 3, "requires": True, "packages": {"": {"dependencies": wanted}, **locked}})
    folder = cache_folder / hashlib.sha256(lock.encode()).hexdigest()[:16]
    if folder.exists():
        return folder
    cache_folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache_folder) as temporary:
        making = Path(temporary, folder.name)
        making.mkdir()
        (making / "package.json").write_text(json.dumps({"private": True, "dependencies": wanted}))
        (making / "package-lock.json").write_text(lock)
        npm = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=1"]
        subprocess.run(npm, cwd=making, capture_output=True, text=True, check=True, timeout=NPM_SECONDS)
        with suppress(OSError):  # another run was faster
            making.rename(folder)
    return folder


@cache
def _started() -> Pyodide | ProgramError | str:
    """Start Pyodide once for all tests; or find out, once for all tests too, that it is missing or does not work."""
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            return f"Pyodide cannot run: there is no {program}"
    try:
        packages = npm_packages()
    except subprocess.TimeoutExpired:
        return f"Pyodide cannot run: npm has not fetched it in {NPM_SECONDS} seconds"
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
