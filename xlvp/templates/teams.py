"""The names of teams or pairs from a file of comma-separated values.

A heading says which column has what: the names, numbers, and besides them captains, players or a club. Without a
heading the names stand first, or second after numbers. What could be taken in two ways is refused.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from xlvp.csvfiles import read_lines
from xlvp.files import RefusedError
from xlvp.ooxml.xmlparser import NOT_XML
from xlvp.rules.checks import quoted
from xlvp.templates.inputs import LONGEST_NAME

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from xlvp.csvfiles import Line

_NAMES = {"team", "teams", "team name", "name", "names", "pair", "pairs", "pair name"}
_NUMBERS = {
    "no",
    "no.",
    "nr",
    "nr.",
    "#",
    "number",
    "team no",
    "team no.",
    "team number",
    "pair no",
    "pair no.",
    "pair number",
}
_OTHERS = re.compile(r"(captain|capt|player|members?|club|county|notes?|north|south|east|west)s?[ .]*[0-9]*")
_PLAYER = re.compile(r"(player|north|south|east|west)s?[ .]*[0-9]*")
_WHOLE = re.compile(r"[0-9]{1,3}\.?")
_EXPECTED = "it should have one name on each line"
_HEADED = "begin the file with a line of headings, such as Number;Team;Players"
_LONGEST_NOTE = 120


class TeamList(NamedTuple):
    """What a file says of teams or pairs, in the order of their numbers."""

    names: tuple[str, ...]
    notes: tuple[str, ...]
    """Captain, players or a club, for each of them."""


class _Columns(NamedTuple):
    """Which column has what; names may be made of several."""

    names: list[int]
    number: int | None
    notes: list[int]


def read_teams(path: Path, *, pairs: bool = False) -> TeamList:
    """Return the teams in a file, or the pairs; a heading and empty lines are left out."""
    lines = read_lines(path, _EXPECTED)
    columns = _headed(lines[0]) if lines else None
    if columns is None:
        columns = _plain(lines, pairs=pairs)
    else:
        del lines[0]
    lines = [line for line in lines if any(_cell(line, column) for column in columns.names)]
    if not lines:
        raise RefusedError(f"this file has no names; {_EXPECTED}")
    if columns.number is not None:
        lines = _in_order(lines, columns.number)
    names = [" & ".join(filter(None, (_cell(line, column) for column in columns.names))) for line in lines]
    notes = [", ".join(filter(None, (_cell(line, column) for column in columns.notes))) for line in lines]
    _check(lines, names, notes)
    return TeamList(tuple(names), tuple(notes))


def _headed(line: Line) -> _Columns | None:
    """Return which column has what, if a line says so."""
    heads = [cell.lower() for cell in line.cells]
    names = [column for column, head in enumerate(heads) if head in _NAMES]
    numbers = [column for column, head in enumerate(heads) if head in _NUMBERS]
    if not names:
        names = [column for column, head in enumerate(heads) if _PLAYER.fullmatch(head)]
        if len(names) < 2 or len(names) + len(numbers) < len([head for head in heads if head]):
            return None
    elif len(names) > 1 or len(numbers) > 1:
        raise RefusedError(f"line {line.number}: two columns have the same heading")
    notes = [column for column in range(len(heads)) if column not in (*names, *numbers)]
    return _Columns(names, numbers[0] if numbers else None, notes)


def _plain(lines: Sequence[Line], *, pairs: bool) -> _Columns:
    """Return which column has what in a file without a heading."""
    wide = max((len(_stripped(line)) for line in lines), default=1)
    numbered = bool(lines) and all(_WHOLE.fullmatch(_cell(line, 0)) for line in lines)
    if numbered and wide == 1:
        raise RefusedError("this file has numbers alone, and no names; how many there are can be given as --teams N")
    first = int(numbered)
    if wide > first + 1 and (pairs or not all(_cell(line, first) for line in lines)):
        raise RefusedError(f"it is not clear which column has the names; {_HEADED}")
    if lines and _OTHERS.fullmatch(_cell(lines[0], first).lower()):
        raise RefusedError(f"line {lines[0].number}: no column is headed Team or Pair; {_HEADED}")
    return _Columns([first], 0 if numbered else None, list(range(first + 1, wide)))


def _in_order(lines: list[Line], column: int) -> list[Line]:
    """Return the lines in the order of their numbers, which must be 1, 2, 3 and so on."""
    by_number: dict[int, Line] = {}
    for line in lines:
        text = _cell(line, column)
        if not _WHOLE.fullmatch(text):
            raise RefusedError(f"line {line.number}: {quoted(text)} is no number of a team")
        number = int(text.rstrip("."))
        if number in by_number:
            raise RefusedError(f"line {line.number}: the number {number} is on line {by_number[number].number} already")
        by_number[number] = line
    if sorted(by_number) != list(range(1, len(lines) + 1)):
        raise RefusedError(f"the numbers must be 1 to {len(lines)}, each once; leave them out, or mend them")
    return [by_number[number] for number in sorted(by_number)]


def _check(lines: Sequence[Line], names: Sequence[str], notes: Sequence[str]) -> None:
    """Refuse names that cannot be, or that occur twice."""
    seen: dict[str, Line] = {}
    for line, name, note in zip(lines, names, notes, strict=True):
        problem = problem_with_name(name) or _problem_with_note(note)
        if problem:
            raise RefusedError(f"line {line.number}: {problem}")
        before = seen.setdefault(name.casefold(), line)
        if before is not line:
            raise RefusedError(
                f"line {line.number}: {quoted(name)} is on line {before.number} already; tell them apart"
            )


def _problem_with_note(note: str) -> str:
    if len(note) > _LONGEST_NOTE:
        return f"captain and players must have at most {_LONGEST_NOTE} characters together, not {len(note)}"
    return next(filter(None, map(problem_with_name, note)), "")


def _cell(line: Line, column: int) -> str:
    return line.cells[column] if column < len(line.cells) else ""


def _stripped(line: Line) -> list[str]:
    cells = list(line.cells)
    while cells and not cells[-1]:
        cells.pop()
    return cells


def problem_with_name(name: str) -> str:
    """Return why a name cannot stand in a workbook, or nothing."""
    if len(name) > LONGEST_NAME:
        return f"a name must have at most {LONGEST_NAME} characters, not {len(name)}"
    if any(ord(character) < 32 for character in name) or NOT_XML.search(name):
        return f"a name must be on one line and without characters that a workbook cannot hold, not {quoted(name)}"
    return ""
