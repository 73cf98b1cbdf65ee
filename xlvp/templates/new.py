"""A new workbook, empty or with what was entered in an older one."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from openpyxl.packaging.custom import StringProperty
from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format, is_timedelta_format
from openpyxl.utils.datetime import MAC_EPOCH, WINDOWS_EPOCH, from_excel, from_ISO8601

from xlvp.files import RefusedError, naming, reading
from xlvp.languages import ENGLISH, language
from xlvp.ooxml.namedcells import named_cells
from xlvp.ooxml.parts import Workbook
from xlvp.ooxml.properties import custom_property
from xlvp.templates.kinds import KINDS
from xlvp.templates.look import Paper
from xlvp.templates.options import Options
from xlvp.templates.spelling import in_english, in_language
from xlvp.templates.wording import STYLES, style_named

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import datetime
    from pathlib import Path

    from xlvp.ooxml.pickedcells import Cell
    from xlvp.templates.book import Book

_PROPERTY = "xlvp"
"""The property of a workbook that says what it was made with."""
_LONGEST_PROPERTY = 1_000
_NUMBERS = {"boards", "team_count", "rounds", "legs", "stanzas", "rooms"}
_LARGEST_NUMBER = 1_000
"""No workbook has more of anything."""
_REMEMBERED = _NUMBERS | {"paper", "style", "language"}


class Old(NamedTuple):
    """A workbook that was made before: its kind, the choices it was made with, and what was entered, in English."""

    kind: str
    choices: dict[str, Any]
    entries: dict[str, list[list[Any]]]
    lost: list[str]
    """Formulas that somebody has typed, in a file that does not say what they gave."""
    unreadable: frozenset[str] = frozenset()
    """Names that no longer lead to cells of this workbook."""


def new(
    kind: str,
    choices: Mapping[str, Any],
    entries: Mapping[str, Sequence[Sequence[Any]]],
    unreadable: Collection[str] = (),
) -> tuple[bytes, list[str]]:
    """Return a workbook with these entries, and which of them, or of those that cannot be read, are not in it.

    The entries are in English, whatever the language of the workbook is.
    """
    options = _options(kind, choices)
    book = KINDS[kind].build(options)
    entries = KINDS[kind].renewed(entries, options)
    _remember(book, kind, options)
    not_placed = [f"{name}: this name no longer leads to cells" for name in book.input_cells if name in unreadable]
    not_placed += book.fill(in_language(entries, options.language))
    return book.finished(), not_placed


def read(path: Path) -> Old:
    """Return what an older workbook holds; the file is only looked at."""
    with naming(path), reading(path) as file:
        workbook = Workbook(file, only_read=True)
        kind, choices = _remembered(custom_property(workbook, _PROPERTY, _LONGEST_PROPERTY))
        named = named_cells(workbook)
    epoch = MAC_EPOCH if named.from_1904 else WINDOWS_EPOCH
    entries, lost = {}, []
    for name, rows in named.rows.items():
        if all(cell is None or cell.format.locked for row in rows for cell in row):
            continue
        entries[name] = [[None if cell is None else _entry(cell, epoch) for cell in row] for row in rows]
        lost += [
            f"{name}, row {number}: {f'={cell.formula}' if cell.formula else 'a formula'}"
            for number, row in enumerate(rows, start=1)
            for cell in row
            if cell is not None and cell.formula is not None and cell.value is None
        ]
    spoken = language(choices.get("language", ENGLISH))
    return Old(kind, choices, in_english(entries, spoken), lost, named.unreadable)


def _entry(cell: Cell, epoch: datetime) -> Any:
    """Return what was entered in a cell; a number in a format for dates is a date, if there is such a day."""
    if isinstance(cell.value, str):
        try:
            return from_ISO8601(cell.value) if cell.is_date else cell.value or None
        except ValueError:
            return cell.value
    code = cell.format.number_code or BUILTIN_FORMATS.get(cell.format.number_format)
    if isinstance(cell.value, bool) or cell.value is None or not is_date_format(code):
        return cell.value
    try:
        return from_excel(cell.value, epoch, timedelta=is_timedelta_format(code))
    except (OverflowError, ValueError):
        return cell.value


def _options(kind: str, choices: Mapping[str, Any]) -> Options:
    chosen = {**KINDS[kind].usual, **choices}
    if "paper" in chosen:
        chosen["paper"] = Paper[chosen["paper"].upper()]
    chosen["language"] = language(chosen.get("language", ENGLISH))
    chosen["style"] = style_named(chosen.get("style", next(iter(STYLES))), chosen["language"])
    return replace(Options(), **chosen)


def _remember(book: Book, kind: str, options: Options) -> None:
    """Write into a workbook what it was made with; the names that were given are among its entries."""
    said: dict[str, Any] = {
        "kind": kind,
        "boards": options.boards,
        "team_count": len(options.teams) or options.team_count,
        "rounds": options.rounds,
        "legs": options.legs,
        "stanzas": options.stanzas,
        "rooms": options.rooms,
        "paper": options.paper.name.lower(),
        "style": options.style.name,
    }
    if options.language.code != ENGLISH:
        said["language"] = options.language.code
    book.workbook.custom_doc_props.append(StringProperty(name=_PROPERTY, value=json.dumps(said)))


def _remembered(said: str | None) -> tuple[str, dict[str, Any]]:
    """Return the kind of an older workbook and the choices it was made with, as far as they can be such."""
    try:
        choices = json.loads(said or "")
        kind = choices.pop("kind")
        numbers = [value for name, value in choices.items() if name in _NUMBERS]
        possible = all(type(number) is int and 0 < number <= _LARGEST_NUMBER for number in numbers)
        if kind in KINDS and choices.keys() <= _REMEMBERED and possible:
            _options(kind, choices)
            return kind, choices
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        pass
    raise RefusedError("this was not made by 'xlvp new', or by a version that this one does not know")
