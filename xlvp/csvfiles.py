"""Files of comma-separated values, as spreadsheets and people write them."""

from __future__ import annotations

import csv
import io
import re
from typing import TYPE_CHECKING, NamedTuple

from xlvp.files import RefusedError, reading

if TYPE_CHECKING:
    from pathlib import Path

_LARGEST = 1_000_000
_TOLD = re.compile(r'"?sep=([;,\t])"?\s*', re.IGNORECASE)
"""The first line of a file that tells Excel what separates the cells."""
_SEPARATORS = ";\t,"  # the comma last: among as many others it stands for decimals, as in 3;11,50


class Line(NamedTuple):
    """What stands on a line, and its number in the file: that of the first if it goes on over several."""

    number: int
    cells: list[str]


def read_lines(path: Path, expected: str, *, headed: bool = False) -> list[Line]:
    """Return the lines that have something on them; `expected` is what a refusal says the file should be.

    What separates the cells is what there is most of: in a file that is `headed`, on its first line that is not blank.
    """
    with reading(path) as file:
        data = file.read(_LARGEST + 1)
    if len(data) > _LARGEST:
        raise RefusedError(f"this is too large; {expected}")
    lines = list(io.StringIO(decoded(data), newline=None))
    told = _TOLD.fullmatch(lines[0]) if lines else None
    if told:
        lines[0] = "\n"
    telling = list(filter(str.strip, lines))[:1] if headed else lines
    separator = told[1] if told else max(_SEPARATORS, key=lambda each: sum(line.count(each) for line in telling))
    rows = csv.reader(lines, delimiter=separator)
    found, number = [], 1
    try:
        for row in rows:
            found.append(Line(number, [cell.strip() for cell in row]))
            number = rows.line_num + 1  # a cell may go on over several lines
    except csv.Error:
        raise RefusedError(f"this cannot be read as comma-separated values; {expected}") from None
    return [line for line in found if any(line.cells)]


def decoded(data: bytes) -> str:
    """Return the text of a file: Unicode if it can be that, else as Windows writes in Western Europe."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def quoted_line(text: str) -> str:
    r"""Return a line whose first cell is this text, whatever separators it has.

    >>> quoted_line('Smith, "Red" & Co')
    '"Smith, ""Red"" & Co"\n'
    """
    doubled = text.replace('"', '""')
    return f'"{doubled}"\n'
