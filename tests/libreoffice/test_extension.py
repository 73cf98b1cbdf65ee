"""The extension as a file: what is in it, and that its Python runs where LibreOffice runs it."""

from __future__ import annotations

import ast
import json
import os
import struct
import subprocess
import sys
import zipfile
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import pytest

from xlvp.catalogue import FUNCTIONS, Example, Function
from xlvp.libreoffice.calc import TEXTS, answer, argument_type
from xlvp.libreoffice.extension import BUNDLED_NAME, extension, extension_parts

if TYPE_CHECKING:
    from pathlib import Path

    from tests.parts.windows import Windows

CODES = {"#NUM!": 503, "#VALUE!": 519, "#N/A": 32767}

PYTHON_FILES = [name for name in extension_parts() if name.endswith(".py")]

EXAMPLES = [(function, example) for function in FUNCTIONS for example in function.examples]

# Asks the bundled package for every example, as LibreOffice's Python does, and prints the answers.
ASK = f"""
import json, struct, sys
sys.path.insert(0, sys.argv[1])
from {BUNDLED_NAME}.catalogue import FUNCTIONS
from {BUNDLED_NAME}.libreoffice.calc import answer
named = {{function.name: function for function in FUNCTIONS}}
as_tuple = lambda value: tuple(map(as_tuple, value)) if isinstance(value, list) else value
answers = [answer(named[name], as_tuple(given)) for name, given in json.load(sys.stdin)]
as_code = lambda cell: ["error", struct.unpack("<Q", struct.pack("<d", cell))[0] & 0xffffffff] if cell != cell else cell
print(sys.version_info[:2], sys.modules["{BUNDLED_NAME}"].__file__)
print(json.dumps([[list(map(as_code, row)) for row in rows] for rows in answers]))
"""


def handed_over(function: Function, example: Example) -> list[Any]:
    """Return the arguments of an example as Calc hands them over."""
    given: list[Any] = []
    for argument, value in zip(function.arguments, example.arguments, strict=False):
        rows = value if isinstance(value, tuple) else ((value,),)
        if argument_type(argument) == TEXTS:
            given.append([["" if cell is None else f"{cell}" for cell in row] for row in rows])
        elif isinstance(value, tuple) or not argument.optional:
            given.append(
                [
                    ["" if cell is None else cell if isinstance(cell, str) else float(cell) for cell in row]
                    for row in rows
                ]
            )
        else:
            given.append(float(value) if isinstance(value, bool) else value)
    return given + [None] * (len(function.arguments) - len(given))


def taken_back(example: Example) -> list[list[Any]]:
    """Return the result of an example as Calc takes it, with the codes of errors."""
    rows = example.result if isinstance(example.result, tuple) else ((example.result,),)
    return [[["error", CODES[cell]] if cell in CODES else cell for cell in row] for row in rows]


@pytest.fixture
def unpacked(tmp_path: Path) -> Path:
    (tmp_path / "xlvp.oxt").write_bytes(extension())
    with zipfile.ZipFile(tmp_path / "xlvp.oxt") as archive:
        archive.extractall(tmp_path)
    return tmp_path


def test_the_same_bytes_each_time() -> None:
    program = "import sys; from xlvp.libreoffice.extension import extension; sys.stdout.buffer.write(extension())"
    environment = os.environ | {"PYTHONHASHSEED": "1", "TZ": "Asia/Tokyo"}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, timeout=60, env=environment)
    assert done.stdout == extension()


def test_nothing_is_needed_to_make_it_but_the_package() -> None:
    program = "import sys; from xlvp.libreoffice.extension import extension; extension(); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    packages = {name.split(".")[0] for name in done.stdout.split()}
    assert not packages & {"xlwings", "openpyxl", "uno"}


def test_what_is_in_it() -> None:
    names = set(extension_parts())
    assert {"META-INF/manifest.xml", "description.xml", "xlvp.idl", "CalcAddIns.xcu", "component.py"} < names
    package = {name.removeprefix(f"pythonpath/{BUNDLED_NAME}/") for name in names if name.startswith("pythonpath/")}
    top = {"__init__.py", "catalogue.py", "cells.py", "libreoffice/__init__.py", "libreoffice/calc.py"}
    assert {name for name in package if not name.startswith("rules/")} == top


@pytest.mark.parametrize("name", ["META-INF/manifest.xml", "description.xml", "CalcAddIns.xcu"])
def test_its_xml_is_well_formed(name: str) -> None:
    ElementTree.fromstring(extension_parts()[name])  # noqa: S314  (ours)


@pytest.mark.parametrize("name", PYTHON_FILES)
def test_its_python_imports_itself_and_the_standard_library_alone(name: str) -> None:
    for node in ast.walk(ast.parse(extension_parts()[name])):
        imported = [a.name for a in node.names] if isinstance(node, ast.Import) else []
        imported += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        for module in imported:
            package = module.split(".")[0]
            assert package in sys.stdlib_module_names or package == BUNDLED_NAME or package in ("uno", "unohelper")
            assert package not in ("uno", "unohelper") or name == "component.py"


@pytest.mark.parametrize("name", PYTHON_FILES)
def test_its_syntax_is_that_of_python_3_8(name: str) -> None:
    ast.parse(extension_parts()[name], feature_version=(3, 8))


@pytest.mark.parametrize(("function", "example"), EXAMPLES)
def test_an_example(function: Function, example: Example) -> None:
    def as_tuple(value: Any) -> Any:
        return tuple(map(as_tuple, value)) if isinstance(value, list) else value

    def code(cell: Any) -> Any:
        return ["error", struct.unpack("<Q", struct.pack("<d", cell))[0] & 0xFFFFFFFF] if cell != cell else cell

    rows = answer(function, as_tuple(handed_over(function, example)))
    assert [[code(cell) for cell in row] for row in rows] == taken_back(example)


def test_every_example_in_the_python_3_8_of_windows(windows: Windows, unpacked: Path) -> None:
    """As in LibreOffice 7.4 for Windows."""
    asked = json.dumps([(function.name, handed_over(function, example)) for function, example in EXAMPLES])
    done = windows.run("-c", ASK, windows.path(unpacked / "pythonpath"), asked=asked, python=windows.old_python)
    assert done.stderr == ""
    which, answers = done.stdout.splitlines()
    assert which.startswith("(3, 8) ")
    assert str(unpacked.name) in which
    assert json.loads(answers) == [taken_back(example) for _, example in EXAMPLES]
