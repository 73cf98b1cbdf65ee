"""The values of a spreadsheet, what they count as, and the operators on them.

A result is a single value or an array. An error that ends a formula is raised as `Stop`.
"""

from __future__ import annotations

import math
import operator
from typing import TYPE_CHECKING, Any, TypeAlias

from xlvp.cells import NUMBER_AS_TEXT
from xlvp.check.grammar import UnknownError
from xlvp.ooxml.sheets import LONGEST_TEXT, Error

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Scalar: TypeAlias = "float | str | bool | Error | None"
Rows: TypeAlias = list[list["Scalar"]]
Result: TypeAlias = "Scalar | Rows"

NA, VALUE, DIV0, NUM, REF = (Error(text) for text in ("#N/A", "#VALUE!", "#DIV/0!", "#NUM!", "#REF!"))


class Stop(Exception):  # noqa: N818 - an error in a cell is no error here
    """An error value that becomes the result of the whole."""

    def __init__(self, error: Error) -> None:
        super().__init__(error)
        self.error = error


def single(result: Result) -> Scalar:
    """Return the first value of a result."""
    return result[0][0] if isinstance(result, list) else result


def as_number(value: Scalar) -> float:
    """Return a value as a number: an empty cell is 0, a text what it says."""
    if isinstance(value, Error):
        raise Stop(value)
    if value is None:
        return 0.0
    if isinstance(value, str):
        if not NUMBER_AS_TEXT.fullmatch(value):
            raise Stop(VALUE)
        return float(value)
    return float(value)


def as_truth(value: Scalar) -> bool:
    """Return whether a value counts as true; a text is neither."""
    if isinstance(value, str) and not isinstance(value, Error):
        raise Stop(VALUE)
    return as_number(value) != 0


def as_text(value: Scalar) -> str:
    """Return a value as a cell shows it."""
    if isinstance(value, Error):
        raise Stop(value)
    if value is None:
        return ""
    return str(value).upper() if isinstance(value, bool) else value if isinstance(value, str) else f"{value:.15g}"


def as_ordered(value: Scalar) -> tuple[int, float | str]:
    """Return a value such that numbers come before texts, and texts before truth values."""
    if isinstance(value, Error):
        raise Stop(value)
    if isinstance(value, bool):
        return 2, float(value)
    return (1, value.casefold()) if isinstance(value, str) else (0, as_number(value))


def _compare(of: Callable[[Any, Any], bool]) -> Callable[[Scalar, Scalar], Scalar]:
    def compared(first: Scalar, second: Scalar) -> Scalar:
        if first is None:
            first = "" if isinstance(second, str) else False if isinstance(second, bool) else 0.0
        if second is None:
            second = "" if isinstance(first, str) else False if isinstance(first, bool) else 0.0
        return of(as_ordered(first), as_ordered(second))

    return compared


def _arithmetic(of: Callable[[float, float], float]) -> Callable[[Scalar, Scalar], Scalar]:
    def worked_out(first: Scalar, second: Scalar) -> Scalar:
        try:
            result = of(as_number(first), as_number(second))
        except ZeroDivisionError:
            raise Stop(DIV0) from None
        except (OverflowError, ValueError):
            raise Stop(NUM) from None
        if not isinstance(result, float) or not math.isfinite(result):
            raise Stop(NUM)
        return result

    return worked_out


def _joined(first: str, second: str) -> str:
    if len(first) + len(second) > LONGEST_TEXT:
        raise UnknownError
    return first + second


OPERATORS: dict[str, Callable[..., Scalar]] = {
    "=": _compare(operator.eq),
    "<>": _compare(operator.ne),
    "<": _compare(operator.lt),
    ">": _compare(operator.gt),
    "<=": _compare(operator.le),
    ">=": _compare(operator.ge),
    "&": lambda first, second: _joined(as_text(first), as_text(second)),
    "+": _arithmetic(operator.add),
    "-": _arithmetic(operator.sub),
    "*": _arithmetic(operator.mul),
    "/": _arithmetic(operator.truediv),
    "^": _arithmetic(operator.pow),
    "negate ": lambda value: -as_number(value),
    "% ": lambda value: as_number(value) / 100,
}


def each_of(function: Callable[..., Scalar], *operands: Result) -> Result:
    """Return a function's results for single values, or for each value of its arrays; single ones are repeated."""
    arrays = [operand for operand in operands if isinstance(operand, list)]
    if not arrays:
        return function(*operands)
    height, width = max(map(len, arrays)), max(len(array[0]) for array in arrays)
    return [
        [_guarded(function, *(_at(operand, row, column) for operand in operands)) for column in range(width)]
        for row in range(height)
    ]


def _at(operand: Result, row: int, column: int) -> Scalar:
    if not isinstance(operand, list):
        return operand
    row, column = row if len(operand) > 1 else 0, column if len(operand[0]) > 1 else 0
    return operand[row][column] if row < len(operand) and column < len(operand[0]) else NA


def _guarded(function: Callable[..., Scalar], *arguments: Scalar) -> Scalar:
    try:
        return function(*arguments)
    except Stop as stop:
        return stop.error


def extent(operands: Iterable[Result]) -> int:
    """Return how many values an array has that is as high and as wide as any of the operands; 1 if none is one."""
    arrays = [operand for operand in operands if isinstance(operand, list)]
    return max(map(len, arrays), default=1) * max((len(array[0]) for array in arrays), default=1)


def flat(result: Result) -> list[Scalar]:
    """Return every value of a result, row by row."""
    return [value for row in result for value in row] if isinstance(result, list) else [result]


def all_numbers(*arguments: Result) -> list[float]:
    """Return the numbers among arguments as SUM takes them: in ranges only what is a number."""
    found: list[float] = []
    for argument in arguments:
        for value in flat(argument):
            if isinstance(value, Error):
                raise Stop(value)
            if not isinstance(argument, list):
                found.append(as_number(value))
            elif isinstance(value, (int, float)) and not isinstance(value, bool):
                found.append(value)
    return found
