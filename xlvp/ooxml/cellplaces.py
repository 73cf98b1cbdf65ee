"""The places of cells: each as one number, by which cells are found and kept in order.

Source: ECMA-376 part 1, 18.18.7 (references); the size of a sheet is Excel's.
"""

from __future__ import annotations

import re

COLUMNS = 1 << 14
ROWS = 1 << 20
_REFERENCE = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})")


def place(row: int, column: int) -> int:
    """Return the place of a cell as one number; rows and columns count from 1.

    >>> place(1, 1) < place(1, 2) < place(2, 1)
    True
    """
    return row * COLUMNS + column - 1


def row_and_column(at: int) -> tuple[int, int]:
    """Return row and column of a place.

    >>> row_and_column(place(17, 3))
    (17, 3)
    """
    row, column = divmod(at, COLUMNS)
    return row, column + 1


def column_number(letters: str) -> int:
    """Return the number of a column.

    >>> column_number("A"), column_number("AA"), column_number("XFD")
    (1, 27, 16384)
    """
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - 64
    return number


def label(at: int) -> str:
    """Return what a spreadsheet calls a place.

    >>> label(place(17, 28))
    'AB17'
    """
    row, column = row_and_column(at)
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return f"{letters}{row}"


def place_called(reference: str) -> int | None:
    """Return the place of a cell by what a spreadsheet calls it, if a sheet has such a place.

    >>> place_called("AB17") == place(17, 28), place_called("ZZZ1"), place_called("A0")
    (True, None, None)
    """
    found = _REFERENCE.fullmatch(reference)
    if found is None:
        return None
    row, column = int(found[2]), column_number(found[1])
    return place(row, column) if row <= ROWS and column <= COLUMNS else None
