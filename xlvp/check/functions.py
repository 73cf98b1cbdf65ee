"""The functions of a spreadsheet that people use to look up IMPs, on values."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, TypeAlias

from xlvp.cells import NUMBER_AS_TEXT
from xlvp.check.grammar import UnknownError
from xlvp.check.values import (
    NA,
    OPERATORS,
    REF,
    VALUE,
    Stop,
    all_numbers,
    as_number,
    as_ordered,
    as_text,
    as_truth,
    each_of,
    flat,
    single,
)
from xlvp.ooxml.sheets import Error
from xlvp.rules.checks import nearest_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from xlvp.check.grammar import Tree
    from xlvp.check.values import Result, Rows, Scalar

    Get: TypeAlias = Callable[[Tree | None], Result]
    """Works an argument out."""


# Functions that leave arguments alone.


def _if(arguments: Sequence[Tree | None], get: Get) -> Result:
    if not 2 <= len(arguments) <= 3:
        raise UnknownError
    condition = get(arguments[0])
    if isinstance(condition, list):
        raise UnknownError
    if as_truth(condition):
        return _blank_is_zero(get(arguments[1]))
    return _blank_is_zero(get(arguments[2])) if len(arguments) > 2 else False


def _ifs(arguments: Sequence[Tree | None], get: Get) -> Result:
    for number in range(0, len(arguments) - 1, 2):
        if as_truth(single(get(arguments[number]))):
            return _blank_is_zero(get(arguments[number + 1]))
    raise Stop(NA)


def _if_error(arguments: Sequence[Tree | None], get: Get) -> Result:
    value = get(arguments[0])
    return get(arguments[1]) if isinstance(value, Error) and len(arguments) > 1 else value


def _if_na(arguments: Sequence[Tree | None], get: Get) -> Result:
    value = get(arguments[0])
    return get(arguments[1]) if value == NA and isinstance(value, Error) and len(arguments) > 1 else value


def _choose(arguments: Sequence[Tree | None], get: Get) -> Result:
    number = int(as_number(single(get(arguments[0]))))
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
    return flat(result)


def _same_kind(value: Scalar, other: Scalar) -> bool:
    return other is not None and not isinstance(other, Error) and as_ordered(value)[0] == as_ordered(other)[0]


def _position(wanted: Scalar, values: Sequence[Scalar], mode: float) -> int:
    """Return which of the values MATCH finds, from 0: exactly for 0, the last not above for 1, not below for -1."""
    if isinstance(wanted, Error):
        raise Stop(wanted)
    found = -1
    for number, value in enumerate(values):
        if not _same_kind(wanted, value):
            continue
        if mode == 0:
            if as_ordered(value) == as_ordered(wanted):
                return number
        elif (as_ordered(value) <= as_ordered(wanted)) if mode > 0 else (as_ordered(value) >= as_ordered(wanted)):
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
    alike = [(as_ordered(value), number) for number, value in enumerate(values) if _same_kind(wanted, value)]
    exact = [number for value, number in alike if value == as_ordered(wanted)]
    if exact:
        return exact[0]
    if mode < 0:
        beyond = [(value, -number) for value, number in alike if value < as_ordered(wanted)]
        if beyond:
            return -max(beyond)[1]
    if mode > 0:
        beyond = [(value, number) for value, number in alike if value > as_ordered(wanted)]
        if beyond:
            return min(beyond)[1]
    raise Stop(NA)


def _match(wanted: Result, values: Result, mode: Result = 1.0) -> Result:
    vector, kind = _vector(values), as_number(single(mode))
    return each_of(lambda value: _position(value, vector, kind) + 1.0, wanted)


def _xmatch(wanted: Result, values: Result, mode: Result = 0.0) -> Result:
    return _nearest_position(single(wanted), _vector(values), as_number(single(mode))) + 1.0


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
    inexact = True if approximate is True else as_truth(single(approximate))
    at = _position(single(wanted), [row[0] for row in rows], 1 if inexact else 0)
    column = int(as_number(single(number)))
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
        return _blank_is_zero(_vector(results)[int(as_number(single(_xmatch(wanted, values, mode)))) - 1])
    except Stop as stop:
        if stop.error == NA and otherwise is not None:
            return otherwise
        raise
    except IndexError:
        raise Stop(VALUE) from None


def _index(table: Result, row: Result, column: Result = None) -> Result:
    if not isinstance(table, list):
        raise UnknownError
    first, second = int(as_number(single(row))), int(as_number(single(column)))
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
        if found is None or not NUMBER_AS_TEXT.fullmatch(found[2]):
            raise UnknownError
        sign, wanted = found[1] or "=", float(found[2])
    compare = OPERATORS[sign]
    numbers = [value for value in flat(values) if isinstance(value, float)]
    return float(sum(bool(compare(value, wanted)) for value in numbers))


def _sum_product(*arrays: Result) -> Result:
    product = arrays[0]
    for array in arrays[1:]:
        product = each_of(OPERATORS["*"], product, array)
    return sum(all_numbers(product))


def _round(value: Result, digits: Result = 0.0) -> Result:
    scale = 10.0 ** int(as_number(single(digits)))
    return each_of(lambda each: nearest_whole(as_number(each) * scale) / scale, value)


def _sign(value: float) -> float:
    return float((value > 0) - (value < 0))


def _of_number(function: Callable[[float], float]) -> Callable[[Result], Result]:
    return lambda value: each_of(lambda each: function(as_number(each)), value)


EAGER: dict[str, Callable[..., Result]] = {
    "ABS": _of_number(abs),
    "SIGN": _of_number(_sign),
    "INT": _of_number(lambda value: float(math.floor(value))),
    "N": lambda value: each_of(lambda each: as_number(each) if isinstance(each, (float, bool)) else 0.0, value),
    "VALUE": _of_number(float),
    "ROUND": _round,
    "MIN": lambda *arguments: min(all_numbers(*arguments), default=0.0),
    "MAX": lambda *arguments: max(all_numbers(*arguments), default=0.0),
    "SUM": lambda *arguments: math.fsum(all_numbers(*arguments)),
    "COUNT": lambda *arguments: float(
        sum(isinstance(each, float) for argument in arguments for each in flat(argument))
    ),
    "COUNTA": lambda *arguments: float(sum(each is not None for argument in arguments for each in flat(argument))),
    "COUNTBLANK": lambda values: float(sum(each is None or each == "" for each in flat(values))),
    "COUNTIF": _count_if,
    "SUMPRODUCT": _sum_product,
    "AND": lambda *arguments: all(
        as_truth(each) for argument in arguments for each in flat(argument) if each is not None
    ),
    "OR": lambda *arguments: any(
        as_truth(each) for argument in arguments for each in flat(argument) if each is not None
    ),
    "NOT": lambda value: each_of(lambda each: not as_truth(each), value),
    "TRUE": lambda: True,
    "FALSE": lambda: False,
    "NA": lambda: NA,
    "ISNUMBER": lambda value: each_of(lambda each: isinstance(each, float), value),
    "ISTEXT": lambda value: each_of(lambda each: isinstance(each, str) and not isinstance(each, Error), value),
    "ISBLANK": lambda value: each_of(lambda each: each is None, value),
    "LEN": lambda value: each_of(lambda each: float(len(as_text(each))), value),
    "TRIM": lambda value: each_of(lambda each: " ".join(as_text(each).split()), value),
    "LOOKUP": _lookup,
    "VLOOKUP": _vlookup,
    "HLOOKUP": _hlookup,
    "XLOOKUP": _xlookup,
    "MATCH": _match,
    "XMATCH": _xmatch,
    "INDEX": _index,
}

KNOWN = {*LAZY, *EAGER}
"""The functions that can be worked out."""
