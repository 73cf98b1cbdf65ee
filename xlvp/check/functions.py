"""The functions of a spreadsheet that people use for IMPs and VPs, on values."""

from __future__ import annotations

import math
import re
import statistics
from typing import TYPE_CHECKING, TypeAlias

from xlvp.cells import NUMBER_AS_TEXT
from xlvp.check.grammar import UnknownError
from xlvp.check.lookups import blank_is_zero, hlookup, index, lookup, match, vlookup, xlookup, xmatch
from xlvp.check.values import (
    NA,
    NUM,
    OPERATORS,
    VALUE,
    Stop,
    all_numbers,
    as_number,
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
    from xlvp.check.values import Result, Scalar

    Get: TypeAlias = Callable[[Tree | None], Result]
    """Works an argument out."""


_GREATEST_EXPONENT = 709


# Functions that leave arguments alone.


def _if(arguments: Sequence[Tree | None], get: Get) -> Result:
    if not 2 <= len(arguments) <= 3:
        raise UnknownError
    condition = get(arguments[0])
    if isinstance(condition, list):
        raise UnknownError
    if as_truth(condition):
        return blank_is_zero(get(arguments[1]))
    return blank_is_zero(get(arguments[2])) if len(arguments) > 2 else False


def _ifs(arguments: Sequence[Tree | None], get: Get) -> Result:
    for number in range(0, len(arguments) - 1, 2):
        if as_truth(single(get(arguments[number]))):
            return blank_is_zero(get(arguments[number + 1]))
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


def _rounded_by(whole: Callable[[float], float]) -> Callable[..., Result]:
    """Return a function that rounds to some digits by a way to a whole number, which is the same for either sign."""

    def rounded(value: Result, digits: Result = 0.0) -> Result:
        scale = 10.0 ** int(as_number(single(digits)))

        def of_one(each: Scalar) -> float:
            exact = float(f"{as_number(each) * scale:.12g}")  # a spreadsheet takes 8.1 * 10 for 81
            return math.copysign(whole(abs(exact)), exact) / scale

        return each_of(of_one, value)

    return rounded


def _power(base: Result, exponent: Result) -> Result:
    return each_of(OPERATORS["^"], base, exponent)


def _root(value: float) -> float:
    if value < 0:
        raise Stop(NUM)
    return math.sqrt(value)


def _logarithm(value: float) -> float:
    if value <= 0:
        raise Stop(NUM)
    return math.log(value)


def _exponential(value: float) -> float:
    if value > _GREATEST_EXPONENT:
        raise Stop(NUM)
    return math.exp(value)


def _median(*arguments: Result) -> Result:
    numbers = all_numbers(*arguments)
    if not numbers:
        raise Stop(NUM)
    return float(statistics.median(numbers))


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
    "ROUNDUP": _rounded_by(lambda value: float(math.ceil(value))),
    "ROUNDDOWN": _rounded_by(lambda value: float(math.floor(value))),
    "TRUNC": _rounded_by(lambda value: float(math.floor(value))),
    "SQRT": _of_number(_root),
    "EXP": _of_number(_exponential),
    "LN": _of_number(_logarithm),
    "POWER": _power,
    "MEDIAN": _median,
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
    "LOOKUP": lookup,
    "VLOOKUP": vlookup,
    "HLOOKUP": hlookup,
    "XLOOKUP": xlookup,
    "MATCH": match,
    "XMATCH": xmatch,
    "INDEX": index,
}

KNOWN = {*LAZY, *EAGER}
"""The functions that can be worked out."""
