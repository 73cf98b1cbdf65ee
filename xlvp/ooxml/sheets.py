"""The cells of a workbook that somebody sent: values and formulas, read piece by piece and without traps.

Source: ECMA-376 part 1, 18.3.1 (worksheets), 18.4 (shared strings). It is our own reader because the file may be
hostile: `xlvp.ooxml` refuses what is damaged or has a document type, memory stays within bounds, and a large sheet
is gone through once.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, NamedTuple

from xlvp.files import RefusedError
from xlvp.ooxml import xmlparser
from xlvp.ooxml.parts import SHARED_STRINGS, WORKSHEET, Workbook
from xlvp.ooxml.refusal import damaged
from xlvp.ooxml.workbookxml import Text, layout

if TYPE_CHECKING:
    from typing import BinaryIO, TypeAlias

    from xlvp.ooxml.workbookxml import Defined
    from xlvp.ooxml.zipdirectory import Entry

    Value: TypeAlias = "float | str | bool | Error"

MOST_CELLS = 3_000_000
_MOST_XML = 1 << 30
_MOST_TEXT = 64 << 20
_LONGEST_TEXT = 255
"""No table and no entry is longer; the rest of a text is not kept."""

_LONGEST_FORMULA = 8192
_LONGEST_CELL = 40_000
"""A little more than Excel allows in a cell; what comes after is not read."""

_COLUMNS = 1 << 14
_ROWS = 1 << 20
_REFERENCE = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})")
_ROW = re.compile(r"[1-9][0-9]{0,6}")
_NAMESPACES = (
    "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
    "http://purl.oclc.org/ooxml/spreadsheetml/main",  # Strict
)


class Error(str):
    """An error in a cell, such as #N/A."""

    __slots__ = ()


class Written(NamedTuple):
    """A formula as it stands in a cell, or in the first of the cells that share it."""

    text: str
    base: int
    """The place that its references are to be read from."""


def place(row: int, column: int) -> int:
    """Return the place of a cell as one number; rows and columns count from 1.

    >>> place(1, 1) < place(1, 2) < place(2, 1)
    True
    """
    return row * _COLUMNS + column - 1


def row_and_column(at: int) -> tuple[int, int]:
    """Return row and column of a place.

    >>> row_and_column(place(17, 3))
    (17, 3)
    """
    row, column = divmod(at, _COLUMNS)
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


class Sheet:
    """A worksheet: what its cells hold, by place. A formula's value is what the file says it gave."""

    __slots__ = ("formulas", "name", "values")

    def __init__(self, name: str) -> None:
        self.name = name
        self.values: dict[int, Value] = {}
        self.formulas: dict[int, Written] = {}


class Book(NamedTuple):
    """A workbook: its sheets in order, its defined names, and the XML that lists them."""

    sheets: tuple[Sheet, ...]
    names: tuple[Defined, ...]
    xml: bytes


def read_book(file: BinaryIO) -> Book:
    """Return the cells of a workbook; one that is damaged, dangerous or too large is refused."""
    workbook = Workbook(file, only_read=True)
    found = layout(Text(workbook.xml).utf8)
    texts = _SharedStrings()
    worksheets = set(workbook.of_type(WORKSHEET))
    strings = workbook.of_type(SHARED_STRINGS)
    if sum(entry.size for entry in (*worksheets, *strings)) > _MOST_XML:
        raise _too_large(f"it unpacks to more than {_MOST_XML >> 30} GB")
    for entry in strings:
        xmlparser.parse(texts.parser, workbook.chunks(entry), entry.name)
    sheets = []
    room = MOST_CELLS
    for name, sheet_entry in _sheet_entries(workbook):
        if sheet_entry in worksheets:
            reader = _SheetReader(Sheet(name), texts.found, room)
            xmlparser.parse(reader.parser, workbook.chunks(sheet_entry), sheet_entry.name)
            room -= len(reader.sheet.values) + len(reader.sheet.formulas)
            sheets.append(reader.sheet)
    return Book(tuple(sheets), found.names, workbook.xml)


def _too_large(why: str) -> RefusedError:
    return RefusedError(f"the workbook is too large ({why}); check a copy with the sheets that hold scores and scales")


def _sheet_entries(workbook: Workbook) -> list[tuple[str, Entry]]:
    related = workbook.related()
    found = []
    for element, attributes in xmlparser.elements([workbook.xml], "the workbook part"):
        if element.endswith(" sheet"):
            ids = [value for key, value in attributes.items() if key.endswith("/relationships id")]
            entry = related.get(ids[0]) if ids else None
            if entry is None:
                raise damaged(f"the sheet {attributes.get('name', '')[:31]!r} is missing")
            found.append((attributes.get("name", ""), entry))
    return found


def _known(*locals_: str) -> dict[str, str]:
    return {f"{namespace}{xmlparser.SPACE}{local}": local for namespace in _NAMESPACES for local in locals_}


class _SharedStrings:
    """The texts that cells refer to by number."""

    _ELEMENTS = _known("si", "t", "rPh")

    def __init__(self) -> None:
        self.found: list[str] = []
        self.parser = xmlparser.parser()
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self._pieces: list[str] = []
        self._wanted = False
        self._spoken = False  # how a text is spoken is no part of it
        self._length = 0

    def _start(self, name: str, _: dict[str, str]) -> None:
        local = self._ELEMENTS.get(name)
        self._wanted = local == "t" and not self._spoken
        self._spoken = self._spoken or local == "rPh"

    def _text(self, text: str) -> None:
        if self._wanted:
            self._pieces.append(text)
            self._length += len(text)
            if self._length > _MOST_TEXT:
                raise _too_large("too much text")

    def _end(self, name: str) -> None:
        local = self._ELEMENTS.get(name)
        self._wanted = False
        if local == "rPh":
            self._spoken = False
        elif local == "si":
            self.found.append("".join(self._pieces)[:_LONGEST_TEXT])
            self._pieces.clear()
            if len(self.found) > MOST_CELLS:
                raise _too_large("too much text")


class _SheetReader:
    """What is gathered while `expat` goes through a worksheet."""

    _ELEMENTS = _known("row", "c", "v", "f", "t", "rPh")

    def __init__(self, sheet: Sheet, texts: list[str], room: int) -> None:
        self.sheet = sheet
        self.parser = xmlparser.parser()
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self._texts = texts
        self._room = room
        self._same: dict[Value, Value] = {}  # each number kept once, for a sheet has many of a kind
        self._shared: dict[str, Written] = {}
        self._row = 0
        self._at = 0
        self._kind = ""
        self._value: list[str] = []
        self._formula: list[str] = []
        self._formula_is: dict[str, str] | None = None
        self._into: list[str] | None = None
        self._length = 0

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        local = self._ELEMENTS.get(name)
        if local == "c":
            self._kind = attributes.get("t", "n")
            self._at = self._place(attributes.get("r"))
            self._value, self._formula, self._formula_is, self._length = [], [], None, 0
        elif local in ("v", "t"):
            self._into = self._value
        elif local == "f":
            self._into, self._formula_is = self._formula, attributes
        elif local == "row":
            number = attributes.get("r", str(self._row + 1))
            if not _ROW.fullmatch(number) or int(number) > _ROWS:
                raise damaged(f"a row of the sheet {self.sheet.name!r} has the number {number[:20]!r}")
            self._row = int(number)
            self._at = place(self._row, 0)

    def _text(self, text: str) -> None:
        if self._into is not None and self._length <= _LONGEST_CELL:
            self._into.append(text)
            self._length += len(text)

    def _end(self, name: str) -> None:
        self._into = None
        if self._ELEMENTS.get(name) == "c":
            self._keep()

    def _place(self, reference: str | None) -> int:
        """Return where a cell is; without a reference it follows the one before."""
        if reference is None:
            return self._at + 1
        found = _REFERENCE.fullmatch(reference)
        if found is None:
            raise damaged(f"a cell of the sheet {self.sheet.name!r} is called {reference[:20]!r}")
        row, column = int(found[2]), column_number(found[1])
        if row > _ROWS or column > _COLUMNS:
            raise damaged(f"a cell of the sheet {self.sheet.name!r} is called {reference[:20]!r}")
        return place(row, column)

    def _keep(self) -> None:
        value = self._read_value()
        if value is not None:
            self.sheet.values[self._at] = self._same.setdefault(value, value) if type(value) is float else value
        if self._formula_is is not None:
            self._keep_formula(self._formula_is)
        if len(self.sheet.values) + len(self.sheet.formulas) > self._room:
            raise _too_large(f"more than {MOST_CELLS:,} cells")

    def _keep_formula(self, attributes: dict[str, str]) -> None:
        text, shared = "".join(self._formula), attributes.get("si") if attributes.get("t") == "shared" else None
        written = Written(text, self._at) if text else self._shared.get(shared or "")
        if len(text) > _LONGEST_FORMULA:
            return
        if written is not None:
            self.sheet.formulas[self._at] = written
            if shared is not None and text:
                self._shared[shared] = written

    def _read_value(self) -> Value | None:
        text = "".join(self._value)
        if self._kind in ("str", "inlineStr"):
            return text[:_LONGEST_TEXT]
        if not text:
            return None
        if self._kind == "e":
            return Error(text[:_LONGEST_TEXT])
        try:
            if self._kind == "s":
                return self._texts[int(text)]
            if self._kind == "d":  # a date
                return text[:_LONGEST_TEXT]
            number = float(text)
            if not math.isfinite(number):
                raise ValueError
        except (ValueError, IndexError):
            raise damaged(f"{label(self._at)} of the sheet {self.sheet.name!r} cannot be read") from None
        return number != 0 if self._kind == "b" else number
