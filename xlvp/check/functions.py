"""The functions and operators of a spreadsheet that people use to look up IMPs, on values.

A result is a single value or an array. An error that ends a formula is raised as `Stop`.
"""

from __future__ import annotations

import math
import operator
import re
from typing import TYPE_CHECKING, Any, TypeAlias

from xlvp.check.grammar import UnknownError
from xlvp.check.sheets import Error
from xlvp.rules.checks import nearest_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from xlvp.check.grammar import Tree

    Get: TypeAlias = Callable[[Tree | None], "Result"]
    """Works an argument out."""

Scalar: TypeAlias = "float | str | bool | Error | None"
Rows: TypeAlias = list[list["Scalar"]]
Result: TypeAlias = "Scalar | Rows"

NA, VALUE, DIV0, NUM, REF = (Error(text) for text in ("#N/A", "#VALUE!", "#DIV/0!", "#NUM!", "#REF!"))
_NUMBER = re.compile(r"\s*[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]{1,3})?\s*")


class Stop(Exception):  # noqa: N818 - an error in a cell is no error here
    """An error value that becomes the result of the whole."""

    def __init__(self, error: Error) -> None:
        super().__init__(error)
        self.error = error


def single(result: Result) -> Scalar:
    """Return the first value of a result."""
    return result[0][0] if isinstance(result, list) else result


def _number(value: Scalar) -> float:
    if isinstance(value, Error):
        raise Stop(value)
    if value is None:
        return 0.0
    if isinstance(value, str):
        if not _NUMBER.fullmatch(value):
            raise Stop(VALUE)
        return float(value)
    return float(value)


def _truth(value: Scalar) -> bool:
    if isinstance(value, str) and not isinstance(value, Error):
        raise Stop(VALUE)
    return _number(value) != 0


def _text(value: Scalar) -> str:
    if isinstance(value, Error):
        raise Stop(value)
    if value is None:
        return ""
    return str(value).upper() if isinstance(value, bool) else value if isinstance(value, str) else f"{value:.15g}"


def _order(value: Scalar) -> tuple[int, float | str]:
    """Return a value such that numbers come before texts, and texts before truth values."""
    if isinstance(value, Error):
        raise Stop(value)
    if isinstance(value, bool):
        return 2, float(value)
    return (1, value.casefold()) if isinstance(value, str) else (0, _number(value))


def _compare(of: Callable[[Any, Any], bool]) -> Callable[[Scalar, Scalar], Scalar]:
    def compared(first: Scalar, second: Scalar) -> Scalar:
        if first is None:
            first = "" if isinstance(second, str) else False if isinstance(second, bool) else 0.0
        if second is None:
            second = "" if isinstance(first, str) else False if isinstance(first, bool) else 0.0
        return of(_order(first), _order(second))

    return compared


def _arithmetic(of: Callable[[float, float], float]) -> Callable[[Scalar, Scalar], Scalar]:
    def worked_out(first: Scalar, second: Scalar) -> Scalar:
        try:
            result = of(_number(first), _number(second))
        except ZeroDivisionError:
            raise Stop(DIV0) from None
        except (OverflowError, ValueError):
            raise Stop(NUM) from None
        if not isinstance(result, float) or not math.isfinite(result):
            raise Stop(NUM)
        return result

    return worked_out


OPERATORS: dict[str, Callable[..., Scalar]] = {
    "=": _compare(operator.eq),
    "<>": _compare(operator.ne),
    "<": _compare(operator.lt),
    ">": _compare(operator.gt),
    "<=": _compare(operator.le),
    ">=": _compare(operator.ge),
    "&": lambda first, second: _text(first) + _text(second),
    "+": _arithmetic(operator.add),
    "-": _arithmetic(operator.sub),
    "*": _arithmetic(operator.mul),
    "/": _arithmetic(operator.truediv),
    "^": _arithmetic(operator.pow),
    "negate ": lambda value: -_number(value),
    "% ": lambda value: _number(value) / 100,
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


def _flat(result: Result) -> list[Scalar]:
    return [value for row in result for value in row] if isinstance(result, list) else [result]


def _numbers(*arguments: Result) -> list[float]:
    """Return the numbers among arguments as SUM takes them: in ranges only what is a number."""
    found: list[float] = []
    for argument in arguments:
        for value in _flat(argument):
            if isinstance(value, Error):
                raise Stop(value)
            if not isinstance(argument, list):
                found.append(_number(value))
            elif isinstance(value, (int, float)) and not isinstance(value, bool):
                found.append(value)
    return found


# Functions that leave arguments alone.


def _if(arguments: Sequence[Tree | None], get: Get) -> Result:
    if not 2 <= len(arguments) <= 3:
        raise UnknownError
    condition = get(arguments[0])
    if isinstance(condition, list):
        raise UnknownError
    if _truth(condition):
        return _blank_is_zero(get(arguments[1]))
    return _blank_is_zero(get(arguments[2])) if len(arguments) > 2 else False


def _ifs(arguments: Sequence[Tree | None], get: Get) -> Result:
    for number in range(0, len(arguments) - 1, 2):
        if _truth(single(get(arguments[number]))):
            return _blank_is_zero(get(arguments[number + 1]))
    raise Stop(NA)


def _if_error(arguments: Sequence[Tree | None], get: Get) -> Result:
    value = get(arguments[0])
    return get(arguments[1]) if isinstance(value, Error) and len(arguments) > 1 else value


def _if_na(arguments: Sequence[Tree | None], get: Get) -> Result:
    value = get(arguments[0])
    return get(arguments[1]) if value == NA and isinstance(value, Error) and len(arguments) > 1 else value


def _choose(arguments: Sequence[Tree | None], get: Get) -> Result:
    number = int(_number(single(get(arguments[0]))))
    if not 1 <= number < len(arguments):
        raise Stop(VALUE)
    return get(arguments[number])


def _blank_is_zero(value: Result) -> Result:
    return 0.0 if value is None else value


LAZY: dict[str, Callable[[Sequence[Tree | None], Get], Result]] = {
    "IF": _if,
    "IFS": _ifs,
    "IFERROR": _if_error,
    "IFNA": _if_na,
    "CHOOSE": _choose,
    "ISERROR": lambda arguments, get: isinstance(get(arguments[0]), Error),
    "ISNA": lambda arguments, get: get(arguments[0]) == NA,
}


# Functions of their arguments' values.


def _vector(result: Result) -> list[Scalar]:
    if not isinstance(result, list):
        return [result]
    if len(result) > 1 and len(result[0]) > 1:
        raise Stop(NA)
    return _flat(result)


def _same_kind(value: Scalar, other: Scalar) -> bool:
    return other is not None and not isinstance(other, Error) and _order(value)[0] == _order(other)[0]


def _position(wanted: Scalar, values: Sequence[Scalar], mode: float) -> int:
    """Return which of the values MATCH finds, from 0: exactly for 0, the last not above for 1, not below for -1."""
    if isinstance(wanted, Error):
        raise Stop(wanted)
    found = -1
    for number, value in enumerate(values):
        if not _same_kind(wanted, value):
            continue
        if mode == 0:
            if _order(value) == _order(wanted):
                return number
        elif (_order(value) <= _order(wanted)) if mode > 0 else (_order(value) >= _order(wanted)):
            found = number
        else:
            break
    if found < 0:
        raise Stop(NA)
    return found


def _nearest_position(wanted: Scalar, values: Sequence[Scalar], mode: float) -> int:
    """Return which of the values XMATCH finds, in any order: exactly, or the next smaller (-1) or larger (1)."""
    if isinstance(wanted, Error):
        raise Stop(wanted)
    if mode not in (0, 1, -1):
        raise UnknownError
    alike = [(_order(value), number) for number, value in enumerate(values) if _same_kind(wanted, value)]
    exact = [number for value, number in alike if value == _order(wanted)]
    if exact:
        return exact[0]
    if mode < 0:
        beyond = [(value, -number) for value, number in alike if value < _order(wanted)]
        if beyond:
            return -max(beyond)[1]
    if mode > 0:
        beyond = [(value, number) for value, number in alike if value > _order(wanted)]
        if beyond:
            return min(beyond)[1]
    raise Stop(NA)


def _match(wanted: Result, values: Result, mode: Result = 1.0) -> Result:
    vector, kind = _vector(values), _number(single(mode))
    return each_of(lambda value: _position(value, vector, kind) + 1.0, wanted)


def _xmatch(wanted: Result, values: Result, mode: Result = 0.0) -> Result:
    return _nearest_position(single(wanted), _vector(values), _number(single(mode))) + 1.0


def _lookup(wanted: Result, values: Result, results: Result = None) -> Result:
    if results is None:
        if not isinstance(values, list):
            raise UnknownError
        wide = len(values[0]) > len(values)
        keys, found = (values[0], values[-1]) if wide else ([row[0] for row in values], [row[-1] for row in values])
    else:
        keys, found = _vector(values), _vector(results)
    if isinstance(wanted, list):
        raise UnknownError
    number = _position(wanted, keys, 1)
    if number >= len(found):
        raise Stop(NA)
    return _blank_is_zero(found[number])


def _table_lookup(wanted: Result, rows: Rows, number: Result, approximate: Result) -> Result:
    """Return what VLOOKUP finds in rows."""
    inexact = True if approximate is True else _truth(single(approximate))
    at = _position(single(wanted), [row[0] for row in rows], 1 if inexact else 0)
    column = int(_number(single(number)))
    if column < 1:
        raise Stop(VALUE)
    if column > len(rows[0]):
        raise Stop(REF)
    return _blank_is_zero(rows[at][column - 1])


def _vlookup(wanted: Result, table: Result, number: Result, approximate: Result = True) -> Result:
    if not isinstance(table, list):
        raise UnknownError
    return _table_lookup(wanted, table, number, approximate)


def _hlookup(wanted: Result, table: Result, number: Result, approximate: Result = True) -> Result:
    if not isinstance(table, list):
        raise UnknownError
    return _table_lookup(wanted, [list(column) for column in zip(*table, strict=True)], number, approximate)


def _xlookup(wanted: Result, values: Result, results: Result, otherwise: Result = None, mode: Result = 0.0) -> Result:
    try:
        return _blank_is_zero(_vector(results)[int(_number(single(_xmatch(wanted, values, mode)))) - 1])
    except Stop as stop:
        if stop.error == NA and otherwise is not None:
            return otherwise
        raise
    except IndexError:
        raise Stop(VALUE) from None


def _index(table: Result, row: Result, column: Result = None) -> Result:
    if not isinstance(table, list):
        raise UnknownError
    first, second = int(_number(single(row))), int(_number(single(column)))
    if column is None and len(table) == 1:
        first, second = 1, first
    first, second = first or (1 if len(table) == 1 else 0), second or (1 if len(table[0]) == 1 else 0)
    if first < 1 or second < 1:
        raise UnknownError if first == 0 or second == 0 else Stop(VALUE)
    if first > len(table) or second > len(table[0]):
        raise Stop(REF)
    return _blank_is_zero(table[first - 1][second - 1])


_CRITERION = re.compile(r"(<=|>=|<>|<|>|=)?(.*)", re.DOTALL)


def _count_if(values: Result, criterion: Result) -> Result:
    wanted = single(criterion)
    sign = "="
    if isinstance(wanted, str) and not isinstance(wanted, Error):
        found = _CRITERION.fullmatch(wanted)
        if found is None or not _NUMBER.fullmatch(found[2]):
            raise UnknownError
        sign, wanted = found[1] or "=", float(found[2])
    compare = OPERATORS[sign]
    numbers = [value for value in _flat(values) if isinstance(value, float)]
    return float(sum(bool(compare(value, wanted)) for value in numbers))


def _sum_product(*arrays: Result) -> Result:
    product = arrays[0]
    for array in arrays[1:]:
        product = each_of(OPERATORS["*"], product, array)
    return sum(_numbers(product))


def _round(value: Result, digits: Result = 0.0) -> Result:
    scale = 10.0 ** int(_number(single(digits)))
    return each_of(lambda each: nearest_whole(_number(each) * scale) / scale, value)


def _sign(value: float) -> float:
    return float((value > 0) - (value < 0))


def _of_number(function: Callable[[float], float]) -> Callable[[Result], Result]:
    return lambda value: each_of(lambda each: function(_number(each)), value)


FUNCTIONS: dict[str, Callable[..., Result]] = {
    "ABS": _of_number(abs),
    "SIGN": _of_number(_sign),
    "INT": _of_number(lambda value: float(math.floor(value))),
    "N": lambda value: each_of(lambda each: _number(each) if isinstance(each, (float, bool)) else 0.0, value),
    "VALUE": _of_number(float),
    "ROUND": _round,
    "MIN": lambda *arguments: min(_numbers(*arguments), default=0.0),
    "MAX": lambda *arguments: max(_numbers(*arguments), default=0.0),
    "SUM": lambda *arguments: math.fsum(_numbers(*arguments)),
    "COUNT": lambda *arguments: float(
        sum(isinstance(each, float) for argument in arguments for each in _flat(argument))
    ),
    "COUNTA": lambda *arguments: float(sum(each is not None for argument in arguments for each in _flat(argument))),
    "COUNTBLANK": lambda values: float(sum(each is None or each == "" for each in _flat(values))),
    "COUNTIF": _count_if,
    "SUMPRODUCT": _sum_product,
    "AND": lambda *arguments: all(
        _truth(each) for argument in arguments for each in _flat(argument) if each is not None
    ),
    "OR": lambda *arguments: any(
        _truth(each) for argument in arguments for each in _flat(argument) if each is not None
    ),
    "NOT": lambda value: each_of(lambda each: not _truth(each), value),
    "TRUE": lambda: True,
    "FALSE": lambda: False,
    "NA": lambda: NA,
    "ISNUMBER": lambda value: each_of(lambda each: isinstance(each, float), value),
    "ISTEXT": lambda value: each_of(lambda each: isinstance(each, str) and not isinstance(each, Error), value),
    "ISBLANK": lambda value: each_of(lambda each: each is None, value),
    "LEN": lambda value: each_of(lambda each: float(len(_text(each))), value),
    "TRIM": lambda value: each_of(lambda each: " ".join(_text(each).split()), value),
    "LOOKUP": _lookup,
    "VLOOKUP": _vlookup,
    "HLOOKUP": _hlookup,
    "XLOOKUP": _xlookup,
    "MATCH": _match,
    "XMATCH": _xmatch,
    "INDEX": _index,
}

KNOWN = {*LAZY, *FUNCTIONS}
"""The functions that can be worked out."""
