"""The names of teams or pairs from a file of comma-separated values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlvp.csvfiles import read_lines
from xlvp.files import RefusedError
from xlvp.ooxml.xmlparser import NOT_XML
from xlvp.rules.checks import quoted
from xlvp.templates.inputs import LONGEST_NAME

if TYPE_CHECKING:
    from pathlib import Path

_HEADINGS = {"team", "teams", "team name", "name", "names", "pair", "pairs"}
_EXPECTED = "it should have one name on each line"


def read_teams(path: Path) -> tuple[str, ...]:
    """Return the names in the first column; a heading and empty lines are left out."""
    lines = [line for line in read_lines(path, _EXPECTED) if line.cells[0]]
    if lines and lines[0].cells[0].lower() in _HEADINGS:
        del lines[0]
    if not lines:
        raise RefusedError(f"this file has no names; {_EXPECTED}")
    for line in lines:
        problem = problem_with_name(line.cells[0])
        if problem:
            raise RefusedError(f"line {line.number}: {problem}")
    return tuple(line.cells[0] for line in lines)


def problem_with_name(name: str) -> str:
    """Return why a name cannot stand in a workbook, or nothing."""
    if len(name) > LONGEST_NAME:
        return f"a name must have at most {LONGEST_NAME} characters, not {len(name)}"
    if any(ord(character) < 32 for character in name) or NOT_XML.search(name):
        return f"a name must be on one line and without characters that a workbook cannot hold, not {quoted(name)}"
    return ""
