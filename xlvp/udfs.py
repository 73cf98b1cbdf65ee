"""The spreadsheet functions as xlwings user-defined functions: the module that xlwings imports.

- Classic xlwings on Windows: `UDF MODULES = xlvp.udfs`, then "Import Functions".
- xlwings Lite: `from xlvp.udfs import *` in its main.py.

xlwings takes the name that Excel shows from `__name__`, the arguments from the signature and the help from the
docstring and from `xw.arg`; so each function of the catalogue gets one Python function with all of these. Every
argument arrives as rows of cells (`ndim=2`) with errors as their texts (`err_to_str`), which is what
`xlvp.cells` takes; the errors that Excel has learnt since 2018 xlwings leaves as numbers, and they are named here.
"""

from __future__ import annotations

import sys
from inspect import Parameter, Signature
from itertools import chain
from typing import TYPE_CHECKING, Any

import xlwings as xw

from xlvp.catalogue import FUNCTIONS
from xlvp.cells import ERRORS, VALUE, evaluate

if TYPE_CHECKING:
    from collections.abc import Callable

    from xlvp.catalogue import Argument, Function

CATEGORY = "Bridge"

_ERROR_CODES = range(-0x7FF60000, -0x7FF50000)
"""An error in a cell comes through COM as a whole number: 0x800A0000 and Excel's number for it, as 32 bits with a sign.

A number in a cell is a float there, so that the two cannot be taken for each other. In xlwings Lite there is no COM:
an error comes as its text, and a whole number is no more than that.
"""
_THROUGH_COM = sys.platform != "emscripten"
_ERROR_TEXTS = {_ERROR_CODES.start + number: text for text, number in ERRORS.items()}


_OTHER_NAMES = {"scale": "scale_name", "imps": "margin"}
"""Arguments that need another name in Visual Basic.

`Scale` is reserved ([MS-VBAL] 3.3.5.2). Of names that differ in case alone the editor keeps one spelling, so that an
argument `imps` could turn the function IMPS into `imps`.
"""


def parameter_name(argument: Argument) -> str:
    """Return what an argument is called where Visual Basic stands between the cell and Python."""
    return _OTHER_NAMES.get(argument.name, argument.name)


def _parameter(argument: Argument) -> Parameter:
    default = argument.default if argument.optional else Parameter.empty
    return Parameter(parameter_name(argument), Parameter.POSITIONAL_OR_KEYWORD, default=default)


def _is_error_code(cell: Any) -> bool:
    return _THROUGH_COM and type(cell) is int and cell in _ERROR_CODES


def _with_errors_named(cells: Any) -> Any:
    if not isinstance(cells, list) or not any(map(_is_error_code, chain.from_iterable(cells))):
        return cells
    return [[_ERROR_TEXTS.get(cell, VALUE) if _is_error_code(cell) else cell for cell in row] for row in cells]


def _udf(function: Function) -> Callable[..., Any]:
    signature = Signature([_parameter(argument) for argument in function.arguments])

    def udf(*cells: Any, **named: Any) -> Any:
        return evaluate(function, *map(_with_errors_named, signature.bind(*cells, **named).args))

    udf.__name__ = udf.__qualname__ = function.name
    udf.__doc__ = function.summary
    udf.__signature__ = signature  # type: ignore[attr-defined]
    udf.__annotations__ = {}  # xlwings would take annotations for converters
    for argument in function.arguments:
        xw.arg(parameter_name(argument), ndim=2, err_to_str=True, doc=argument.help)(udf)
    mark = xw.func(category=CATEGORY)
    return mark(udf)


globals().update({function.name: _udf(function) for function in FUNCTIONS})

__all__ = [function.name for function in FUNCTIONS]
