"""The functions of a spreadsheet that find something in a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlvp.check.grammar import UnknownError
from xlvp.check.values import NA, REF, VALUE, Stop, as_number, as_ordered, as_truth, each_of, flat, single
from xlvp.ooxml.sheets import Error

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlvp.check.values import Result, Rows, Scalar


def blank_is_zero(value: Result) -> Result:
    """Return a result as a formula gives it on: an empty cell has become 0."""
    return 0.0 if value is None else value


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


def match(wanted: Result, values: Result, mode: Result = 1.0) -> Result:
    """Return where MATCH finds a value, from 1."""
    vector, kind = _vector(values), as_number(single(mode))
    return each_of(lambda value: _position(value, vector, kind) + 1.0, wanted)


def xmatch(wanted: Result, values: Result, mode: Result = 0.0) -> Result:
    """Return where XMATCH finds a value, from 1."""
    return _nearest_position(single(wanted), _vector(values), as_number(single(mode))) + 1.0


def lookup(wanted: Result, values: Result, results: Result = None) -> Result:
    """Return what LOOKUP finds."""
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
    return blank_is_zero(found[number])


def _table_lookup(wanted: Result, rows: Rows, number: Result, approximate: Result) -> Result:
    """Return what VLOOKUP finds in rows."""
    inexact = True if approximate is True else as_truth(single(approximate))
    at = _position(single(wanted), [row[0] for row in rows], 1 if inexact else 0)
    column = int(as_number(single(number)))
    if column < 1:
        raise Stop(VALUE)
    if column > len(rows[0]):
        raise Stop(REF)
    return blank_is_zero(rows[at][column - 1])


def vlookup(wanted: Result, table: Result, number: Result, approximate: Result = True) -> Result:
    """Return what VLOOKUP finds."""
    if not isinstance(table, list):
        raise UnknownError
    return _table_lookup(wanted, table, number, approximate)


def hlookup(wanted: Result, table: Result, number: Result, approximate: Result = True) -> Result:
    """Return what HLOOKUP finds."""
    if not isinstance(table, list):
        raise UnknownError
    return _table_lookup(wanted, [list(column) for column in zip(*table, strict=True)], number, approximate)


def xlookup(wanted: Result, values: Result, results: Result, otherwise: Result = None, mode: Result = 0.0) -> Result:
    """Return what XLOOKUP finds."""
    try:
        return blank_is_zero(_vector(results)[int(as_number(single(xmatch(wanted, values, mode)))) - 1])
    except Stop as stop:
        if stop.error == NA and otherwise is not None:
            return otherwise
        raise
    except IndexError:
        raise Stop(VALUE) from None


def index(table: Result, row: Result, column: Result = None) -> Result:
    """Return what INDEX picks from a table."""
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
    return blank_is_zero(table[first - 1][second - 1])
