"""What LibreOffice Calc hands to a function, and what it takes back.

Calc decides by the type of an argument what the function gets to see (its ScInterpreter::ScExternal):

- `sequence<sequence<string>>`, for arguments that are needed: the texts of the cells, a number in up to 15 digits and
  with the decimal separator of the user. It is the only type by which an empty cell differs from 0.
- `sequence<sequence<any>>`, for scores, where texts don't count; and `any`, for arguments that may be left out, since
  no other type may. An empty cell comes as 0 then if it is alone, and as an empty text in a range.

All get a range at once, so that a column costs one call. An error in a single cell goes to the result without a
call; so does one anywhere in a range, for all of the result. Types for single values, which Calc would take through
a range cell by cell, give SUMPRODUCT the first result alone.

The result is always `sequence<sequence<any>>`; in it an error is a double that is not a number and holds its code
(CreateDoubleError in LibreOffice's formula/errorcodes.hxx).

This runs in LibreOffice's own Python, which may be a 3.8.
"""

from __future__ import annotations

import re
import struct
from bisect import bisect
from math import isclose
from typing import TYPE_CHECKING, Any

from xlvp.catalogue import Kind
from xlvp.cells import NA, NUM, NUMBER_AS_TEXT, VALUE, evaluate

if TYPE_CHECKING:
    from typing import TypeAlias

    from xlvp.catalogue import Argument, Function

    Rows: TypeAlias = tuple[tuple[Any, ...], ...]

IDENTIFIER = "org.xlvp"
"""Under this name LibreOffice keeps the extension."""

SERVICE = f"{IDENTIFIER}.Bridge"
"""Files keep a formula under this name: ORG.XLVP.BRIDGE.IMPS(A1). It can never change."""

INTERFACE = f"{IDENTIFIER}.XBridge"

TEXTS, CELLS, ANYTHING = "sequence< sequence<string> >", "sequence< sequence<any> >", "any"

_ERROR_CODES = {
    NUM: 503,
    VALUE: 519,
    "#NULL!": 521,
    "#REF!": 524,
    "#NAME?": 525,
    "#DIV/0!": 532,
    NA: 32767,
}
"""LibreOffice's numbers for the errors that have a text (FormulaError in formula/errorcodes.hxx)."""

_NUMBER_WITH_COMMA = re.compile(r"[+-]?[0-9]+,[0-9]+(E[+-]?[0-9]+)?")
_WHOLE_COLUMN = 1_048_576


def method(function: Function) -> str:
    """Return what a function is called in LibreOffice's interface description."""
    return function.name.lower()


def argument_type(argument: Argument) -> str:
    """Return the type of an argument there."""
    return CELLS if argument.kind is Kind.SCORES else ANYTHING if argument.optional else TEXTS


def answer(function: Function, given: tuple[Any, ...], separator: str = ".") -> Rows:
    """Return the cells of the result.

    >>> from xlvp.catalogue import FUNCTIONS
    >>> answer(FUNCTIONS[0], ((("430",), ("",)),))
    ((10.0,), ('',))
    """
    cells = [_cells(a, g, separator) for a, g in zip(function.arguments, given)]
    if function.arguments[-1].kind is Kind.SCORES and len(cells) > 1:
        cells[0] = _found_among(cells[-1], cells[0])
    shown = evaluate(function, *_without_the_end(cells))
    rows = shown if isinstance(shown, tuple) else ((shown,),)
    return tuple(tuple(map(_out, row)) for row in rows)


def _cells(argument: Argument, given: Any, separator: str) -> Any:
    """Return what was given to an argument as `xlvp.cells` takes it."""
    if argument.optional and given == 0:
        return None
    if separator == "," and argument.kind is not Kind.SCORES:
        return tuple(tuple(map(_with_point, row)) for row in given) if isinstance(given, tuple) else _with_point(given)
    return given


def _found_among(scores: Rows, texts: Rows) -> Rows:
    """Return texts as the scores that they stand for; a text has no more than 15 digits, a score in a cell has all."""
    numbers = sorted({cell for row in scores for cell in row if isinstance(cell, float)})

    def exact(text: str) -> Any:
        if NUMBER_AS_TEXT.fullmatch(text):
            number = float(text)
            place = bisect(numbers, number)
            for score in numbers[max(place - 1, 0) : place + 1]:
                if isclose(score, number, rel_tol=2e-14):
                    return score
        return text

    return tuple(tuple(map(exact, row)) for row in texts)


def _with_point(cell: Any) -> Any:
    return cell.replace(",", ".") if isinstance(cell, str) and _NUMBER_WITH_COMMA.fullmatch(cell) else cell


def _without_the_end(blocks: list[Any]) -> list[Any]:
    """Cut whole columns after the last cell with something in it.

    Calc needs most of a minute to take back a million rows. An array formula as long as that shows #N/A below.
    """
    columns = [block for block in blocks if _is_whole_column(block)]
    height = max(map(_used, columns), default=0)
    return [block[:height] if _is_whole_column(block) else block for block in blocks]


def _is_whole_column(block: Any) -> bool:
    return isinstance(block, tuple) and len(block) >= _WHOLE_COLUMN


def _used(block: Rows) -> int:
    return next((number for number in range(len(block), 1, -1) if any(block[number - 1])), 1)


def _out(cell: Any) -> Any:
    if isinstance(cell, str):
        return _error(cell) if cell.startswith("#") else cell
    return float(cell)


def _error(text: str) -> float:
    code = _ERROR_CODES.get(text, _ERROR_CODES[VALUE])
    (number,) = struct.unpack("<d", struct.pack("<II", code, 0x7FF80000))
    return float(number)
