"""A new workbook, empty or with what was entered in an older one."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from openpyxl import load_workbook
from openpyxl.packaging.custom import StringProperty

from xlvp.files import RefusedError
from xlvp.ooxml.parts import Workbook
from xlvp.templates.kinds import KINDS, USUAL
from xlvp.templates.look import Paper
from xlvp.templates.options import Options
from xlvp.templates.wording import STYLES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from xlvp.templates.book import Book

_PROPERTY = "xlvp"
"""The property of a workbook that says what it was made with."""
_LARGEST = 20_000_000


class Old(NamedTuple):
    """A workbook that was made before: its kind, the choices it was made with, and what was entered."""

    kind: str
    choices: dict[str, Any]
    entries: dict[str, list[list[Any]]]
    lost: list[str]
    """Formulas that somebody has typed, in a file that does not say what they gave."""


def new(
    kind: str, choices: Mapping[str, Any], entries: Mapping[str, Sequence[Sequence[Any]]]
) -> tuple[bytes, list[str]]:
    """Return a workbook with these entries, and which of them have found no place in it."""
    options = _options(kind, choices)
    book = KINDS[kind](options)
    _remember(book, kind, options)
    homeless = book.fill(entries)
    return book.finished(), homeless


def read(path: Path) -> Old:
    """Return what an older workbook holds; the file is only looked at."""
    with path.open("rb") as file:
        try:
            Workbook(file)
        except RefusedError as refusal:
            raise RefusedError(f"{path}: {refusal}") from None
        file.seek(0)
        data = file.read(_LARGEST + 1)
    if len(data) > _LARGEST:
        raise RefusedError(f"{path} is too large for one that 'xlvp new' has made")
    typed = load_workbook(io.BytesIO(data))
    worked_out = load_workbook(io.BytesIO(data), data_only=True)
    kind, choices = _remembered(typed, path)
    entries, lost = {}, []
    for name, defined in typed.defined_names.items():
        for sheet, cells in defined.destinations if "LAMBDA" not in defined.attr_text else ():
            area = cells.replace("$", "")
            area = area if ":" in area else f"{area}:{area}"
            if all(cell.protection.locked for row in typed[sheet][area] for cell in row):
                continue
            entries[name] = [[cell.value for cell in row] for row in worked_out[sheet][area]]
            lost += [
                f"{name}, row {number}: {cell.value}"
                for number, row in enumerate(typed[sheet][area], start=1)
                for cell in row
                if cell.data_type == "f" and worked_out[sheet][cell.coordinate].value is None
            ]
    return Old(kind, choices, entries, lost)


def _options(kind: str, choices: Mapping[str, Any]) -> Options:
    chosen = USUAL.get(kind, {}) | dict(choices)
    if "paper" in chosen:
        chosen["paper"] = Paper[chosen["paper"].upper()]
    if "style" in chosen:
        chosen["style"] = STYLES[chosen["style"]]
    return replace(Options(), **chosen)


def _remember(book: Book, kind: str, options: Options) -> None:
    """Write into a workbook what it was made with; the names that were given are among its entries."""
    styles = {style: name for name, style in STYLES.items()}
    said = {
        "kind": kind,
        "boards": options.boards,
        "team_count": len(options.teams) or options.team_count,
        "rounds": options.rounds,
        "paper": options.paper.name.lower(),
        "style": styles[options.style],
    }
    book.workbook.custom_doc_props.append(StringProperty(name=_PROPERTY, value=json.dumps(said)))


def _remembered(workbook: Any, path: Path) -> tuple[str, dict[str, Any]]:
    for prop in workbook.custom_doc_props.props:
        if prop.name == _PROPERTY:
            try:
                choices = json.loads(prop.value)
                kind = choices.pop("kind")
                KINDS[kind], _options(kind, choices)
            except (KeyError, TypeError, ValueError, AttributeError):
                break
            return kind, choices
    raise RefusedError(f"{path} was not made by 'xlvp new', or by a version that this one does not know")
