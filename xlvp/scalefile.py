"""A VP scale of one's own from a CSV file: margin, the winner's VPs, and the loser's if they are not the rest."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from xlvp.csvfiles import read_lines
from xlvp.files import RefusedError, naming
from xlvp.rules.checks import InputError, quoted
from xlvp.rules.owntable import WIDTHS, own_table

if TYPE_CHECKING:
    from pathlib import Path

    from xlvp.csvfiles import Line

_ENDINGS = (".csv", ".tsv", ".txt")
_EXPECTED = "each line should be a margin in IMPs and the winner's VPs, such as 3,11, and perhaps the loser's"
_NUMBER = re.compile(r"[+-]?[0-9]{1,9}([.,][0-9]{1,9})?")


def is_scale_file(scale: str) -> bool:
    """Say whether what was given for a scale is meant to be a file, and not a name."""
    return scale.lower().endswith(_ENDINGS)


def read_scale(path: Path) -> tuple[tuple[float, ...], ...]:
    """Return the rows of a table that `xlvp.rules.owntable` takes; a heading is left out."""
    with naming(path):
        lines = read_lines(path, _EXPECTED)
        if lines and not _NUMBER.fullmatch(lines[0].cells[0]):
            del lines[0]
        if not lines:
            raise RefusedError(f"this file has no scale; {_EXPECTED}")
        rows = tuple(map(_row, lines))
        try:
            own_table(rows, [f"line {line.number}" for line in lines])
        except InputError as refusal:
            raise RefusedError(str(refusal)) from None
        return rows


def _row(line: Line) -> tuple[float, ...]:
    cells = line.cells
    while cells and not cells[-1]:
        cells = cells[:-1]
    for cell in cells:
        if not _NUMBER.fullmatch(cell):
            raise RefusedError(f"line {line.number}: {quoted(cell)} is no number; {_EXPECTED}")
    if len(cells) not in WIDTHS:
        allowed = " or ".join(map(str, WIDTHS))
        raise RefusedError(f"line {line.number} must have {allowed} numbers, not {len(cells)}; {_EXPECTED}")
    return tuple(float(cell.replace(",", ".")) for cell in cells)
