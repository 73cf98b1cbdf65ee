"""A template in LibreOffice: its named inputs filled in, its named results read."""

from __future__ import annotations

import html
import io
import re
import subprocess
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from openpyxl import load_workbook
from openpyxl.utils.cell import column_index_from_string, coordinate_from_string, get_column_letter

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from typing import Self

    from tests.parts.office import Office
    from xlvp.catalogue import Cell


class Card(Protocol):
    """A workbook open in some program."""

    def fill(self, entries: Mapping[str, Any], /) -> None:
        """Type values into named cells."""

    def cell(self, name: str, /) -> Cell:
        """Return what a named cell shows."""

    def column(self, name: str, /) -> list[Cell]:
        """Return what the cells of a named column show."""

    def rows(self, name: str, /) -> list[list[Cell]]:
        """Return what the cells of a named block show."""


def places(book: bytes) -> dict[str, str]:
    """Where each name of a workbook points, such as `Match!D10:D33`; the functions among the names are left out."""
    names = load_workbook(io.BytesIO(book), read_only=True).defined_names
    return {
        name: _unquoted(defined.attr_text.replace("$", ""))
        for name, defined in names.items()
        if "LAMBDA" not in defined.attr_text
    }


def _unquoted(target: str) -> str:
    sheet, _, cells = target.rpartition("!")
    title = sheet[1:-1].replace("''", "'") if sheet.startswith("'") else sheet
    return f"{title}!{cells}"


def page_count(pdf: Path) -> int:
    """How many pages a document has."""
    done = subprocess.run(["pdfinfo", pdf], capture_output=True, text=True, check=True, timeout=60)
    return int(re.findall(r"(?m)^Pages: +(\d+)$", done.stdout)[0])


class Word(NamedTuple):
    """A word of a document, with its edges in points."""

    text: str
    page: int
    left: float
    top: float
    right: float


def printed_words(pdf: Path) -> list[Word]:
    """The words of a document, page by page from the top to the bottom."""
    command = ["pdftotext", "-bbox", str(pdf), "-"]
    text = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout
    place = re.compile(r'<word xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax=".*?">(.*?)</word>')
    found = []
    for number, page in enumerate(text.split("<page ")[1:], start=1):
        words = (match.groups() for match in place.finditer(page))
        found += [Word(html.unescape(each), number, *map(float, edges)) for *edges, each in words]
    return sorted(found, key=lambda word: (word.page, word.top, word.left))


class Scorecard:
    """A workbook open in LibreOffice. An error shows as None."""

    def __init__(self, office: Office, folder: Path, book: bytes) -> None:
        path = folder / "book.xlsx"
        path.write_bytes(book)
        self.places = places(book)
        self.document = office.open(path)
        self.document.recalculate()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.document.close()

    def fill(self, entries: Mapping[str, Cell | Sequence[Any]]) -> None:
        """Type values into named cells: one value, a column of values from the top, or rows; None is left empty."""
        for name, values in entries.items():
            sheet, _, cells = self.places[name].rpartition("!")
            first = cells.partition(":")[0]
            if not isinstance(values, (list, tuple)):
                self.document.set(f"{sheet}!{first}", values)
                continue
            rows = [list(row) if isinstance(row, (list, tuple)) else [row] for row in values]
            self.document.set(f"{sheet}!{_block(first, len(rows), len(rows[0]))}", rows)
        self.document.recalculate()

    def cell(self, name: str) -> Cell:
        """Return what a named cell shows."""
        ((cell,),) = self.document.values(self.places[name])
        return cell

    def column(self, name: str) -> list[Cell]:
        """Return what the cells of a named column show."""
        return [row[0] for row in self.document.values(self.places[name])]

    def rows(self, name: str) -> list[list[Cell]]:
        """Return what the cells of a named block show."""
        return self.document.values(self.places[name])


def _block(first: str, rows: int, columns: int) -> str:
    letter, row = coordinate_from_string(first)
    last = get_column_letter(column_index_from_string(letter) + columns - 1)
    return f"{first}:{last}{row + rows - 1}"
