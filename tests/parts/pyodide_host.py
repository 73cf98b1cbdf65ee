"""What stands in for Excel and the add-in xlwings Lite around xlvp; runs in Pyodide, driven by pyodide_run.mjs.

The add-in runs Python in Pyodide, imports main.py, describes the functions in it to Office.js and calls them with the
cells that Office.js hands over. Its own code for that (`xlwings.server`) asks for a licence key, which the tests do
not have; so what it does with a function and with a cell is done here once more. The rest is xlwings itself: that it
takes its decorators from `xlwings.server` there, and the way from cells to arguments and from results to cells.
"""

from __future__ import annotations

import inspect
import os
import sys
from importlib.util import module_from_spec, spec_from_loader
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, get_type_hints

if TYPE_CHECKING:
    from collections.abc import Callable

MARK, OPTIONS = "__lite_function__", "__lite_arguments__"


class Cells:
    """Cells as Office.js hands them over and takes them back, for xlwings' conversion."""

    name = "cells of Office.js"
    type = "remote"

    ERROR_TYPES: ClassVar = {
        "#DIV/0!": "Div0",
        "#N/A": "NotAvailable",
        "#NAME?": "Name",
        "#NULL!": "Null",
        "#NUM!": "Num",
        "#REF!": "Ref",
        "#VALUE!": "Value",
    }
    """The texts that become errors in cells; other errors stay texts."""

    @staticmethod
    def clean_value_data(
        rows: list[list[Any]], dates: object, empty_as: object, numbers: object, err_to_str: bool
    ) -> list[list[Any]]:
        """Return the cells of an argument as Python has them."""
        from xlwings.utils import is_jsnull

        def cleaned(cell: Any) -> Any:
            if cell == "" or is_jsnull(cell):  # type: ignore[no-untyped-call]
                return empty_as
            if isinstance(cell, dict):
                return cell["basicValue"] if cell["type"] != "Error" or err_to_str else None
            return cell

        return [[cleaned(cell) for cell in row] for row in rows]

    @classmethod
    def prepare_xl_data_element(cls, cell: Any, options: object) -> Any:
        """Return a cell of a result as Office.js takes it."""
        if isinstance(cell, str) and cell in cls.ERROR_TYPES:
            return {"type": "Error", "errorType": cls.ERROR_TYPES[cell]}
        return "" if cell is None else cell


def without_the_add_in() -> Any:
    """Import the functions where nothing but xlwings is there, and show one at work."""
    names: dict[str, Any] = {}
    exec("from xlvp.udfs import *", names)  # noqa: S102
    del names["__builtins__"]
    return _to_js({"platform": sys.platform, "names": list(names), "IMPS(430)": names["IMPS"](430)})


def start(main: str) -> None:
    """Import main.py as the add-in does, from its text."""
    for name in [name for name in sys.modules if name.split(".")[0] in ("xlwings", "xlvp")]:
        del sys.modules[name]
    server = ModuleType("xlwings.server")
    server.__dict__.update(func=_func, arg=_arg, ret=_unused, script=_unused)
    sys.modules[server.__name__] = server
    os.environ["XLWINGS_ON_SERVER"] = "true"
    import xlwings

    xlwings.engines.add(xlwings.Engine(impl=Cells()))
    spec = spec_from_loader("main", loader=None)
    assert spec is not None
    sys.modules["main"] = module_from_spec(spec)
    exec(main, sys.modules["main"].__dict__)  # noqa: S102


def metadata() -> Any:
    """Return what Office.js is told about the functions in main.py."""
    functions = [function for _, function in inspect.getmembers(sys.modules["main"]) if hasattr(function, MARK)]
    return _to_js([_described(function) for function in functions])


def call(name: str, given: Any) -> Any:
    """Return the cells that a function in main.py gives for what Office.js hands over."""
    from xlwings import conversion

    function = getattr(sys.modules["main"], name)
    parameters = inspect.signature(function).parameters.values()
    arguments = [
        _argument(function, parameter, cells) for parameter, cells in zip(parameters, given.to_py(), strict=True)
    ]
    result = function(*arguments)
    return _to_js(conversion.write(result, None, {}, engine_name=Cells.name))  # type: ignore[no-untyped-call]


def _func(function: Callable[..., Any] | None = None, **_: Any) -> Callable[..., Any]:
    if function is None:
        return _func
    setattr(function, MARK, True)
    return function


def _arg(name: str, **options: Any) -> Callable[..., Any]:
    def with_options(function: Callable[..., Any]) -> Callable[..., Any]:
        assert name in inspect.signature(function).parameters
        vars(function).setdefault(OPTIONS, {})[name] = options
        return function

    return with_options


def _unused(*_: Any, **__: Any) -> None:
    raise NotImplementedError


def _described(function: Callable[..., Any]) -> dict[str, Any]:
    parameters = []
    for parameter in inspect.signature(function).parameters.values():
        assert parameter.kind is parameter.POSITIONAL_OR_KEYWORD
        assert parameter.name not in get_type_hints(function)  # it would choose a converter
        help_text = getattr(function, OPTIONS)[parameter.name]["doc"]
        described = {"name": parameter.name, "description": help_text, "type": "any", "dimensionality": "matrix"}
        parameters.append(described if parameter.default is parameter.empty else described | {"optional": True})
    name = function.__name__.upper()
    return {"id": name, "name": name, "description": function.__doc__, "parameters": parameters}


def _argument(function: Callable[..., Any], parameter: inspect.Parameter, cells: Any) -> Any:
    """Return the argument for a range of cells; where there is one empty cell, or none, the default."""
    from xlwings import conversion
    from xlwings.utils import is_jsnull

    only = cells[0][0] if isinstance(cells, list) and len(cells) == len(cells[0]) == 1 else cells
    if is_jsnull(only):  # type: ignore[no-untyped-call]
        return None if parameter.default is parameter.empty else parameter.default
    options = getattr(function, OPTIONS)[parameter.name]
    return conversion.read(None, only, options, engine_name=Cells.name)  # type: ignore[no-untyped-call]


def _to_js(result: Any) -> Any:
    import js  # type: ignore[import-not-found]  # here: whoever collects tests imports this file without it
    from pyodide.ffi import to_js  # type: ignore[import-not-found]

    return to_js(result, dict_converter=js.Object.fromEntries)
