"""The UDF module: what it offers in Python, and what xlwings' own Windows code makes of it.

The Windows half of xlwings runs here with stand-ins for pywin32, in a process of its own; it needs them only to
be imported.
"""

from __future__ import annotations

import inspect
import json
import subprocess
import sys
from functools import cache
from typing import Any

import pytest

from xlvp import udfs
from xlvp.catalogue import FUNCTIONS, Function

# Prints what xlwings has read from the module, and the Visual Basic that its generator writes.
PROGRAM = """
import io, json, sys, types

for name in ("pythoncom", "pywintypes", "win32com", "win32com.client"):
    sys.modules[name] = types.ModuleType(name)
sys.modules["pythoncom"].CoInitialize = lambda: None
sys.modules["pywintypes"].com_error = type("com_error", (Exception,), {})
sys.modules["win32com.client"].Dispatch = lambda x: x
sys.modules["win32com"].client = sys.modules["win32com.client"]

import xlwings
from xlwings import udfs as windows

xlwings.func, xlwings.arg, xlwings.ret = windows.xlfunc, windows.xlarg, windows.xlret
import xlvp.udfs

class Workbook:
    Name = "club.xlsm"

text = io.StringIO()
windows.generate_vba_wrapper("xlvp.udfs", xlvp.udfs, text, Workbook)

functions = {
    name: {**{k: f.__xlfunc__[k] for k in ("name", "category", "volatile", "ret")}, "args": f.__xlfunc__["args"]}
    for name in xlvp.udfs.__all__
    for f in [getattr(xlvp.udfs, name)]
}
json.dump({"vba": text.getvalue(), "functions": functions}, sys.stdout)
"""


@cache
def windows() -> dict[str, Any]:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout)
    return result


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.name)
def test_python_signature_and_help(function: Function) -> None:
    udf = getattr(udfs, function.name)
    assert udf.__name__ == function.name
    assert udf.__doc__ == function.summary
    parameters = inspect.signature(udf).parameters
    assert list(parameters) == [udfs.parameter_name(argument) for argument in function.arguments]
    assert [p.default is not p.empty for p in parameters.values()] == [a.optional for a in function.arguments]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.name)
def test_examples(function: Function) -> None:
    for example in function.examples:
        assert getattr(udfs, function.name)(*example.arguments) == example.result


def test_a_star_import_brings_the_functions_alone() -> None:
    names: dict[str, object] = {}
    exec("from xlvp.udfs import *", names)  # noqa: S102
    del names["__builtins__"]
    assert list(names) == [function.name for function in FUNCTIONS]


def test_names_that_visual_basic_could_not_take() -> None:
    assert list(inspect.signature(udfs.ACBLVP).parameters) == ["margin", "boards", "scale_name"]  # type: ignore[attr-defined]


def test_named_arguments() -> None:
    assert udfs.WBFVP(23, boards=16, kind="discrete") == 16  # type: ignore[attr-defined]
    with pytest.raises(TypeError):
        udfs.WBFVP(23)  # type: ignore[attr-defined]


def test_errors_that_xlwings_does_not_know() -> None:
    """XlCVError: xlErrSpill is 2045, xlErrCalc 2050; 2999 is none yet. COM has them as 0x800A0000 and the number."""
    cells = [[430.0], [0x800A0000 + 2045 - 2**32], [0x800A0000 + 2050 - 2**32], [0x800A0000 + 2999 - 2**32], [None]]
    assert udfs.IMPS(cells) == ((10,), ("#SPILL!",), ("#CALC!",), ("#VALUE!",), ("",))  # type: ignore[attr-defined]
    assert udfs.IMPS([[-2146826243.0]]) == -24  # type: ignore[attr-defined]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.name)
def test_what_xlwings_has_read(function: Function) -> None:
    read = windows()["functions"][function.name]
    assert read["name"] == function.name
    assert read["category"] == "Bridge"
    assert read["volatile"] is False
    assert read["ret"] == {"doc": function.summary, "options": {}}
    for argument, seen in zip(function.arguments, read["args"], strict=True):
        assert (seen["name"], seen["doc"]) == (udfs.parameter_name(argument), argument.help)
        assert seen["options"] == {"ndim": 2, "err_to_str": True}
        assert seen.get("optional") == argument.default
        assert ("optional" in seen) == argument.optional


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.name)
def test_the_stock_generator_writes_a_wrapper(function: Function) -> None:
    arguments = ", ".join(f"{'Optional ' * a.optional}{udfs.parameter_name(a)}" for a in function.arguments)
    assert f"Function {function.name}({arguments})\n" in windows()["vba"].replace("\r\n", "\n")
