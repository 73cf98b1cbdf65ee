"""The cells of a workbook that somebody sent: values and formulas, read piece by piece and without traps.

Source: ECMA-376 part 1, 18.3.1 (worksheets), 18.4 (shared strings). It is our own reader because the file may be
hostile: `xlvp.ooxml` refuses what is damaged or has a document type, time and memory are counted and stay within
bounds, and a large sheet is gone through once.
"""

from __future__ import annotations

import math
import re
from sys import getsizeof
from typing import TYPE_CHECKING, NamedTuple

from xlvp.files import RefusedError
from xlvp.ooxml import xmlparser
from xlvp.ooxml.cellplaces import ROWS, label, place, place_called
from xlvp.ooxml.parts import SHARED_STRINGS, WORKSHEET, Workbook
from xlvp.ooxml.refusal import damaged
from xlvp.ooxml.spreadsheetml import known
from xlvp.ooxml.workbookxml import Text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO, TypeAlias

    from xlvp.ooxml.workbookxml import Defined, Layout
    from xlvp.ooxml.zipdirectory import Entry

    Value: TypeAlias = "float | str | bool | Error"

_MOST_XML = 256 << 20
_MOST_ELEMENTS = 6_000_000
MOST_CELLS = 1_000_000
"""What is kept, values and formulas; each takes some 130 bytes."""
_MOST_TEXT = 48 << 20
_OF_A_FORMULA = 100
"""What is kept of a formula beside its text."""
_OF_A_PART = 200
"""A part takes as long as some hundreds of elements, even if it is empty."""
_MOST_SAME = 10_000
LONGEST_TEXT = 255
"""No table and no entry is longer; the rest of a text is not kept."""

_LONGEST_ERROR = 20
_LONGEST_FORMULA = 8192
_LONGEST_CELL = 40_000
"""A little more than Excel allows in a cell; what comes after is not read."""

_ROW = re.compile(r"[1-9][0-9]{0,6}")
_LONGEST_INDEX = 10
_INDEX = re.compile(r"\s*[0-9]{1,10}\s*")


class Error(str):
    """An error in a cell, such as #N/A."""

    __slots__ = ()


class Written(NamedTuple):
    """A formula as it stands in a cell, or in the first of the cells that share it."""

    text: str
    base: int
    """The place that its references are to be read from."""


class Sheet:
    """A worksheet: what its cells hold, by place. A formula's value is what the file says it gave."""

    __slots__ = ("__weakref__", "formulas", "name", "values")

    def __init__(self, name: str) -> None:
        self.name = name
        self.values: dict[int, Value] = {}
        self.formulas: dict[int, Written] = {}


class Book(NamedTuple):
    """A workbook: its sheets in order, its defined names, and the XML that lists them."""

    sheets: tuple[Sheet, ...]
    names: tuple[Defined, ...]
    xml: bytes


class _Room:
    """What is left of the time and of the memory that a workbook may take."""

    __slots__ = ("cells", "elements", "text", "xml")

    def __init__(self) -> None:
        self.xml = _MOST_XML
        self.elements = _MOST_ELEMENTS
        self.cells = MOST_CELLS
        self.text = _MOST_TEXT

    def parse(self, reader: xmlparser.Reader, workbook: Workbook, entry: Entry) -> None:
        """Let a reader go through a part, if there is room for it."""
        self.xml -= entry.size
        if self.xml < 0:
            raise _too_large(f"it unpacks to more than {_MOST_XML >> 20} MB")
        reader.read(workbook.chunks(entry), entry.name)
        self.elements -= reader.elements + _OF_A_PART

    def take_cell(self) -> None:
        """Count a value or a formula."""
        self.cells -= 1
        if self.cells < 0:
            raise _too_large(f"more than {MOST_CELLS:,} cells")

    def take_text(self, size: int) -> None:
        """Count the memory of a text."""
        self.text -= size
        if self.text < 0:
            raise _too_large("too much text")


def read_book(file: BinaryIO) -> Book:
    """Return the cells of a workbook; one that is damaged, dangerous or too large is refused."""
    workbook = Workbook(file, only_read=True)
    found = Text(workbook.xml).layout
    worksheets = set(workbook.of_type(WORKSHEET))
    room = _Room()
    texts: list[str] = []
    for entry in workbook.of_type(SHARED_STRINGS):
        room.parse(_SharedStrings(texts, room), workbook, entry)
    sheets = []
    for name, sheet_entry in sheet_entries(workbook, found):
        if sheet_entry in worksheets:
            sheets.append(Sheet(name))
            room.parse(_SheetReader(sheets[-1], texts, room), workbook, sheet_entry)
    return Book(tuple(sheets), found.names, workbook.xml)


def _too_large(why: str) -> RefusedError:
    return RefusedError(f"the workbook is too large ({why}); check a copy with the sheets that hold scores and scales")


def sheet_entries(workbook: Workbook, found: Layout) -> Iterator[tuple[str, Entry]]:
    """Yield the name and the part of each sheet; modules of Excel 5 and 95 are listed among them, without a part."""
    related = workbook.related()
    taken: set[Entry] = set()
    for name, relationship in zip(found.sheets, found.sheet_ids, strict=True):
        if relationship:
            entry = related.get(relationship)
            if entry is None:
                raise damaged(f"the sheet {name[:31]!r} is missing")
            if entry in taken:
                raise damaged(f"the sheet {name[:31]!r} is also another sheet")
            taken.add(entry)
            yield name, entry


class _Reader(xmlparser.Reader):
    """What goes through sheets and texts, as far as there is room."""

    def __init__(self, room: _Room) -> None:
        super().__init__(room.elements)
        self.room = room

    def too_many(self) -> RefusedError:
        """Return the refusal of a part with too many elements."""
        return _too_large("too many cells, even if many are empty")


class _SharedStrings(_Reader):
    """The texts that cells refer to by number."""

    _ELEMENTS = known("si", "t", "rPh")

    def __init__(self, found: list[str], room: _Room) -> None:
        super().__init__(room)
        self._found = found
        self._pieces: list[str] = []
        self._wanted = False
        self._spoken = False  # how a text is spoken is no part of it
        self._length = 0

    def start(self, name: str, _: dict[str, str]) -> None:
        """Take an element that starts."""
        local = self._ELEMENTS.get(name)
        self._wanted = local == "t" and not self._spoken
        self._spoken = self._spoken or local == "rPh"

    def text(self, text: str) -> None:
        """Take a piece of text."""
        if self._wanted and self._length < LONGEST_TEXT:
            self._pieces.append(text)
            self._length += len(text)

    def end(self, name: str) -> None:
        """Take an element that ends."""
        local = self._ELEMENTS.get(name)
        self._wanted = False
        if local == "rPh":
            self._spoken = False
        elif local == "si":
            text = "".join(self._pieces)[:LONGEST_TEXT]
            self.room.take_text(getsizeof(text) + 8)
            self._found.append(text)
            self._pieces.clear()
            self._length = 0


class _SheetReader(_Reader):
    """The cells of a worksheet."""

    _ELEMENTS = known("row", "c", "v", "f", "t", "rPh")

    def __init__(self, sheet: Sheet, texts: list[str], room: _Room) -> None:
        super().__init__(room)
        self.sheet = sheet
        self._texts = texts
        self._same: dict[float | str, float | str] = {}  # a sheet has many of a kind
        self._shared: dict[str, Written] = {}
        self._row = 0
        self._at = 0
        self._kind = ""
        self._value: list[str] = []
        self._formula: list[str] = []
        self._formula_is: dict[str, str] | None = None
        self._into: list[str] | None = None
        self._length = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Take an element that starts."""
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
            if not _ROW.fullmatch(number) or int(number) > ROWS:
                raise damaged(f"a row of the sheet {self.sheet.name!r} has the number {number[:20]!r}")
            self._row = int(number)
            self._at = place(self._row, 0)

    def text(self, text: str) -> None:
        """Take a piece of text."""
        if self._into is not None and self._length <= _LONGEST_CELL:
            self._into.append(text)
            self._length += len(text)

    def end(self, name: str) -> None:
        """Take an element that ends."""
        self._into = None
        if self._ELEMENTS.get(name) == "c":
            self._keep()

    def _place(self, reference: str | None) -> int:
        """Return where a cell is; without a reference it follows the one before."""
        if reference is None:
            return self._at + 1
        at = place_called(reference)
        if at is None:
            raise damaged(f"a cell of the sheet {self.sheet.name!r} is called {reference[:20]!r}")
        return at

    def _keep(self) -> None:
        value = self._read_value()
        if value is not None:
            self.room.take_cell()
            self.sheet.values[self._at] = value
        if self._formula_is is not None:
            self._keep_formula(self._formula_is)

    def _once(self, value: float | str) -> float | str:
        """Return a value such that those of a kind are kept once, as long as these are not too many."""
        if value in self._same:
            return self._same[value]
        if isinstance(value, str):
            self.room.take_text(getsizeof(value))
        if len(self._same) < _MOST_SAME:
            self._same[value] = value
        return value

    def _keep_formula(self, attributes: dict[str, str]) -> None:
        text, shared = "".join(self._formula), attributes.get("si") if attributes.get("t") == "shared" else None
        if len(text) > _LONGEST_FORMULA:
            return
        written = Written(text, self._at) if text else self._shared.get(shared or "")
        if written is not None:
            self.room.take_cell()
            self.sheet.formulas[self._at] = written
            if text:
                self.room.take_text(getsizeof(text) + _OF_A_FORMULA)
                if shared is not None and len(shared) <= _LONGEST_INDEX:
                    self._shared[shared] = written

    def _read_value(self) -> Value | None:
        text = "".join(self._value)
        if self._kind in ("str", "inlineStr"):
            return self._once(text[:LONGEST_TEXT])
        if not text:
            return None
        if self._kind == "e":
            return Error(text[:_LONGEST_ERROR])
        try:
            if self._kind == "s":
                if not _INDEX.fullmatch(text):
                    raise ValueError
                return self._texts[int(text)]
            if self._kind == "d":  # a date
                return self._once(text[:LONGEST_TEXT])
            number = float(text)
            if not math.isfinite(number):
                raise ValueError
        except (ValueError, IndexError):
            raise damaged(f"{label(self._at)} of the sheet {self.sheet.name!r} cannot be read") from None
        return number != 0 if self._kind == "b" else self._once(number)
