"""What a cell means: blanks, errors, numbers as text, and ranges, the same for every function.

This is the one place where the cells of a spreadsheet become the arguments of a rule, and where what a rule
refuses becomes an error in a cell. Every way into a spreadsheet that runs Python goes through `evaluate`.

- An error in any argument comes back as it is.
- An empty cell, or a formula that shows nothing, in an argument that is needed gives "": a board that was not
  played is not a push. In an optional argument it stands for the default.
- A text that is a number is that number. Any other text where a number is needed, and TRUE and FALSE, give
  #VALUE!; so does a name that is none. A number that is not allowed gives #NUM!.
- A range where one value is expected gives a result of its shape, cell by cell. A single value spreads over a
  range, and a row and a column spread over each other. What is no rectangle of cells gives #VALUE!.
- In a range of scores only the numbers count; where there is none, there is nothing to score: "". In a table rows
  with nothing in them are left out.

Only what a rule refuses becomes an error in a cell. Any other exception is a defect, and comes out as it is: Excel and
LibreOffice show it as an error too, but no test and no log can mistake it for a user's slip.

This runs in LibreOffice's own Python too, which may be a 3.8.
"""

from __future__ import annotations

import re
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any, Dict

from xlvp.catalogue import Kind
from xlvp.rules.checks import InputError, NotAmongError, OutOfRangeError
from xlvp.rules.contract import parse_contract

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import TypeAlias

    from xlvp.catalogue import Argument, Block, Cell, Function

    Rows: TypeAlias = Sequence[Sequence[Any]]

VALUE, NUM, NA = "#VALUE!", "#NUM!", "#N/A"
ERRORS = {
    "#NULL!": 2000,
    "#DIV/0!": 2007,
    VALUE: 2015,
    "#REF!": 2023,
    "#NAME?": 2029,
    NUM: 2036,
    NA: 2042,
    "#GETTING_DATA": 2043,
    "#SPILL!": 2045,
    "#CONNECT!": 2046,
    "#BLOCKED!": 2047,
    "#UNKNOWN!": 2048,
    "#FIELD!": 2049,
    "#CALC!": 2050,
}
"""The errors that a cell can show, by their texts, with Excel's numbers for them (its enumeration XlCVError)."""

_HASHED_AS_THEY_ARE = {int, float, str, type(None)}  # TRUE is left out: it would be found under 1
_MAY_BE_NUMBERS = (Kind.NUMBER, Kind.NAME, Kind.RESULT, Kind.FLAG)
NUMBER_AS_TEXT = re.compile(r"\s*[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?\s*")


def evaluate(function: Function, *given: Cell | Rows) -> Cell | Block:
    """Return what a spreadsheet function shows: one cell, or a block of cells where an argument is a range.

    >>> from xlvp.catalogue import FUNCTIONS
    >>> evaluate(FUNCTIONS[0], 430)
    10
    >>> evaluate(FUNCTIONS[0], [[20], [None], ["#N/A"], ["x"]])
    ((1,), ('',), ('#N/A',), ('#VALUE!',))
    """
    blocks = [_block(cells) for cells in given]
    if not all(map(_is_rectangle, blocks)):
        return VALUE
    blocks += [((None,),)] * (len(function.arguments) - len(blocks))
    for place, argument in enumerate(function.arguments):
        if argument.kind.takes_range:
            blocks[place] = (((_numbers if argument.kind is Kind.SCORES else _rows)(blocks[place]),),)

    height = max(len(block) for block in blocks)
    width = max(len(block[0]) for block in blocks)
    if any(len(block) not in (1, height) or len(block[0]) not in (1, width) for block in blocks):
        return VALUE
    if height == width == 1:
        result: Cell | Block = _one(function, [block[0][0] for block in blocks])
        return result
    if function.table:  # a table for every cell of a range has no place to go
        return VALUE
    results = iter(_many(function, blocks, height, width))
    return tuple(zip(*[results] * width))  # each row takes the next `width` results


def _block(cells: Cell | Rows) -> Rows:
    return cells if isinstance(cells, (list, tuple)) else ((cells,),)


def _is_rectangle(block: Rows) -> bool:
    """Say whether this is a range: rows of the same length, with at least one cell in each."""
    if not all(isinstance(row, (list, tuple)) for row in block):
        return False
    return len({len(row) for row in block}) == 1 and len(block[0]) > 0


def _numbers(scores: Rows) -> str | tuple[float, ...] | None:
    """Return the numbers in a range of scores; or its first error; or None where nothing is to be scored."""
    cells = list(chain.from_iterable(scores))
    error = _first_error(cells)
    return error or tuple(cell for cell in cells if not isinstance(cell, (str, bool, type(None)))) or None


def _rows(table: Rows) -> str | tuple[tuple[Any, ...], ...] | None:
    """Return the rows of a table that have something in them; or its first error; or None where there are none.

    A third cell that is empty is left out: the loser then has the rest.
    """
    error = _first_error(chain.from_iterable(table))
    rows = (tuple(None if _is_empty(cell) else _as_number(cell) for cell in row) for row in table)
    used = (row for row in rows if any(cell is not None for cell in row))
    return error or tuple(row[:2] if len(row) == 3 and row[2] is None else row for row in used) or None


def _many(function: Function, blocks: Sequence[Rows], height: int, width: int) -> list[Any]:
    """Return the results cell by cell, row after row; equal cells are worked out once."""
    ranges = [place for place, block in enumerate(blocks) if (len(block), len(block[0])) != (1, 1)]
    columns = [_spread(blocks[place], height, width) for place in ranges]
    cells = [block[0][0] for block in blocks]

    def work_out(key: Any) -> Any:
        for place, cell in zip(ranges, key if len(ranges) > 1 else (key,)):
            cells[place] = cell
        return _one(function, cells)

    keys: Iterable[Any] = zip(*columns) if len(ranges) > 1 else columns[0]
    if all(_HASHED_AS_THEY_ARE.issuperset(map(type, column)) for column in columns):
        return list(map(_Kept(work_out).__getitem__, keys))
    return list(map(work_out, keys))


class _Kept(Dict[Any, Any]):
    """Results by what they were worked out from."""

    def __init__(self, work_out: Callable[[Any], Any]) -> None:
        super().__init__()
        self.work_out = work_out

    def __missing__(self, key: Any) -> Any:
        result = self[key] = self.work_out(key)
        return result


def _spread(block: Rows, height: int, width: int) -> list[Any]:
    """Return the cells of a block row after row, a single row or column repeated to the size that is wanted."""
    rows = block if len(block[0]) == width else [list(repeat(row[0], width)) for row in block]
    return list(chain.from_iterable(rows)) * (1 if len(block) == height else height)


def _one(function: Function, cells: Sequence[Any]) -> Any:
    """Return what the function shows for one cell to each argument."""
    error = _first_error(cells)
    if error is not None:
        return error
    passed = any(_is_passed(argument, cell) for argument, cell in zip(function.arguments, cells))
    values = []
    for argument, cell in zip(function.arguments, cells):
        empty = _is_empty(cell)
        if empty and not argument.optional and not (passed and argument.idle_when_passed):
            return ""
        values.append(argument.default if empty else _value(argument, cell))
    try:
        result = function.rule(*values)
    except NotAmongError:
        return NA
    except OutOfRangeError:
        return NUM
    except InputError:
        return VALUE
    return tuple(tuple("" if cell is None else cell for cell in row) for row in result) if function.table else result


def _is_empty(cell: object) -> bool:
    return cell is None or (isinstance(cell, str) and cell == "")


def _is_error(cell: object) -> bool:
    return isinstance(cell, str) and cell in ERRORS


def _first_error(cells: Iterable[Any]) -> str | None:
    return next((cell for cell in cells if _is_error(cell)), None)


def _is_passed(argument: Argument, cell: Any) -> bool:
    if argument.kind is not Kind.CONTRACT:
        return False
    try:
        return parse_contract(cell) is None
    except InputError:
        return False


def _value(argument: Argument, cell: Any) -> Any:
    return _as_number(cell) if argument.kind in _MAY_BE_NUMBERS else cell


def _as_number(cell: Any) -> Any:
    """Return a text that is a number as that number, and anything else as it is."""
    return float(cell) if isinstance(cell, str) and NUMBER_AS_TEXT.fullmatch(cell) else cell
