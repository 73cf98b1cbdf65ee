"""The names of teams or pairs from a file of comma-separated values, as spreadsheets and people write them."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING

from xlvp.files import RefusedError
from xlvp.rules.checks import quoted
from xlvp.templates.inputs import LONGEST_NAME

if TYPE_CHECKING:
    from pathlib import Path

_HEADINGS = {"team", "teams", "team name", "name", "names", "pair", "pairs"}
_LARGEST = 1_000_000


def read_teams(path: Path) -> tuple[str, ...]:
    """Return the names in the first column; a heading and empty lines are left out."""
    data = path.read_bytes()[: _LARGEST + 1]
    if len(data) > _LARGEST:
        raise RefusedError(f"{path} is too large for a list of teams; it should have one name on each line")
    lines = _decoded(data).splitlines()
    separator = ";" if sum(line.count(";") for line in lines) > sum(line.count(",") for line in lines) else ","
    try:
        rows = list(csv.reader(lines, delimiter=separator))
    except csv.Error as error:
        raise RefusedError(f"{path} cannot be read as comma-separated values ({error})") from None
    numbered = [(number, row[0].strip()) for number, row in enumerate(rows, start=1) if row and row[0].strip()]
    if numbered and numbered[0][1].lower() in _HEADINGS:
        del numbered[0]
    if not numbered:
        raise RefusedError(f"{path} has no names; it should have one on each line")
    for number, name in numbered:
        problem = problem_with_name(name)
        if problem:
            raise RefusedError(f"{path}, line {number}: {problem}")
    return tuple(name for _, name in numbered)


def problem_with_name(name: str) -> str:
    """Return why a name cannot stand in a workbook, or nothing."""
    if len(name) > LONGEST_NAME:
        return f"a name must have at most {LONGEST_NAME} characters, not {len(name)}"
    if any(ord(character) < 32 for character in name):
        return f"a name must be on one line and without control characters, not {quoted(name)}"
    return ""


def _decoded(data: bytes) -> str:
    """Return the text of a file: Unicode if it can be that, else as Windows writes in Western Europe."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")
