"""Some cells of a workbook, picked by their places: values, formulas and formats.

Source: ECMA-376 part 1, 18.3.1 (worksheets), 18.4 (shared strings). Unlike `xlvp.ooxml.sheets`, which reads all cells
of a workbook and cuts their texts, this keeps few cells, and these to the last letter.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, NamedTuple

from xlvp.files import RefusedError
from xlvp.ooxml import xmlparser
from xlvp.ooxml.cellplaces import label, place, place_called
from xlvp.ooxml.parts import SHARED_STRINGS
from xlvp.ooxml.refusal import damaged
from xlvp.ooxml.spreadsheetml import known
from xlvp.ooxml.styles import cell_formats

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from xlvp.ooxml.parts import Workbook
    from xlvp.ooxml.styles import CellFormat
    from xlvp.ooxml.zipdirectory import Entry

    Value: TypeAlias = "int | float | str | bool"

_MOST_XML = 64 << 20
_MOST_ELEMENTS = 3_000_000
_MOST_TEXT = 8 << 20
_LONGEST_TEXT = 32_767
"""Excel's own limit."""
_INDEX = re.compile(r"[0-9]{1,9}")
_WHOLE = re.compile(r"-?[0-9]{1,15}")
_TRUTH = {"1": True, "true": True, "0": False, "false": False}


class Cell(NamedTuple):
    """A cell under a name."""

    value: Value | None
    """What it holds, or what the file says that its formula gave; None if it says nothing."""
    formula: str | None
    """As it was typed, without `=`; empty if the file has it at another cell that shares it."""
    is_date: bool
    """Whether the value is a date written as a text, as in files of the kind Strict."""
    format: CellFormat


class _Raw(NamedTuple):
    """A cell as it is written."""

    kind: str
    """18.18.11."""
    text: str | None
    formula: str | None
    style: str


def pick(workbook: Workbook, wanted: Sequence[tuple[Entry, set[int]]]) -> list[dict[int, Cell]]:
    """Return the cells that stand in some places of some sheets, by their place; what is too large is refused."""
    strings = workbook.of_type(SHARED_STRINGS)
    if len(strings) > 1:
        raise damaged("it has more than one list of texts")
    if sum(entry.size for entry in (*(entry for entry, _ in wanted), *strings)) > _MOST_XML:
        raise too_large(f"it unpacks to more than {_MOST_XML >> 20} MB")
    sheets = []
    for entry, places in wanted:
        reader = _SheetReader(places)
        reader.read(workbook.chunks(entry), entry.name)
        sheets.append(reader.found)
    shared = {_index(raw.text) for cells in sheets for raw in cells.values() if raw.kind == "s" and raw.text}
    texts = _SharedStrings(shared)
    for entry in strings:
        texts.read(workbook.chunks(entry), entry.name)
    resolver = _Resolver(texts.found, cell_formats(workbook))
    return [
        {at: resolver.cell(raw, f"{label(at)} in {entry.name}") for at, raw in cells.items()}
        for (entry, _), cells in zip(wanted, sheets, strict=True)
    ]


def too_large(why: str) -> RefusedError:
    """Return the refusal of a workbook that is larger than any form."""
    return RefusedError(f"it is too large for a workbook that 'xlvp new' has made ({why}); remove what was added to it")


class _Reader(xmlparser.Reader):
    """What goes through a sheet, or through the texts that cells share."""

    _ELEMENTS = known("row", "c", "v", "f", "si", "t", "rPh")

    def __init__(self) -> None:
        super().__init__(_MOST_ELEMENTS)
        self._into: list[str] | None = None
        self._spoken = False  # how a text is spoken is no part of it

    def too_many(self) -> RefusedError:
        """Return the refusal of a part with too many elements."""
        return too_large("too many cells, even if many are empty")

    def text(self, text: str) -> None:
        """Take a piece of text."""
        if self._into is not None and not self._spoken:
            self._into.append(text)

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Take an element that starts."""
        local = self._ELEMENTS.get(name)
        self._spoken = self._spoken or local == "rPh"
        if local is not None:
            self.begin(local, attributes)

    def end(self, name: str) -> None:
        """Take an element that ends."""
        local = self._ELEMENTS.get(name)
        self._spoken = self._spoken and local != "rPh"
        if local is not None:
            self.finish(local)

    def begin(self, local: str, attributes: dict[str, str]) -> None:
        """Take an element of those that matter."""

    def finish(self, local: str) -> None:
        """Take the end of one."""


class _SheetReader(_Reader):
    """The cells of a worksheet in some places."""

    def __init__(self, places: set[int]) -> None:
        super().__init__()
        self.found: dict[int, _Raw] = {}
        self._places = places
        self._row = self._at = 0
        self._cell: dict[str, str] | None = None
        self._value: list[str] | None = None
        self._formula: list[str] | None = None

    def begin(self, local: str, attributes: dict[str, str]) -> None:
        """Take an element of those that matter."""
        if local == "c":
            self._at = _place(attributes["r"]) if "r" in attributes else self._at + 1
            self._cell = attributes if self._at in self._places else None
            self._value = self._formula = None
        elif local == "row":
            self._row = _index(attributes["r"]) if "r" in attributes else self._row + 1
            self._at = place(self._row, 0)
        elif self._cell is not None and local == "f":
            self._into = self._formula = []
        elif self._cell is not None and local in ("v", "t"):
            self._into = self._value = self._value or []

    def finish(self, local: str) -> None:
        """Take the end of one."""
        self._into = None
        if local == "c" and self._cell is not None:
            kind, style = self._cell.get("t", "n"), self._cell.get("s", "0")
            self.found[self._at] = _Raw(kind, _joined(self._value), _joined(self._formula), style)
            self._cell = None


class _SharedStrings(_Reader):
    """The texts that cells refer to by number, as far as they are wanted."""

    def __init__(self, wanted: set[int]) -> None:
        super().__init__()
        self.found: dict[int, str] = {}
        self._wanted = wanted
        self._number = -1
        self._pieces: list[str] = []

    def begin(self, local: str, attributes: dict[str, str]) -> None:
        """Take an element of those that matter."""
        if local == "si":
            self._number += 1
            self._pieces = []
        elif local == "t" and self._number in self._wanted:
            self._into = self._pieces

    def finish(self, local: str) -> None:
        """Take the end of one."""
        self._into = None
        if local == "si" and self._number in self._wanted:
            self.found[self._number] = "".join(self._pieces)


def _place(reference: str) -> int:
    """Return where a cell is."""
    at = place_called(reference)
    if at is None:
        raise damaged(f"a cell is called {reference[:20]!r}")
    return at


def _index(text: str) -> int:
    if not _INDEX.fullmatch(text):
        raise damaged(f"it counts {text[:20]!r}")
    return int(text)


def _joined(pieces: list[str] | None) -> str | None:
    return None if pieces is None else "".join(pieces)


class _Resolver:
    """Makes cells of what is written, with the texts and the formats that it refers to."""

    def __init__(self, texts: dict[int, str], formats: list[CellFormat]) -> None:
        self._texts = texts
        self._formats = formats
        self._room = _MOST_TEXT

    def cell(self, raw: _Raw, where: str) -> Cell:
        """Return a cell."""
        style = _index(raw.style)
        try:
            value, cell_format = self._value(raw), self._formats[style]
        except (LookupError, ValueError):
            raise damaged(f"{where} cannot be read") from None
        for text in (value, raw.formula):
            if isinstance(text, str):
                self._room -= len(text)
                if len(text) > _LONGEST_TEXT:
                    raise damaged(f"{where} holds more than {_LONGEST_TEXT:,} characters")
        if self._room < 0:
            raise too_large("too much text")
        return Cell(value, raw.formula, raw.kind == "d", cell_format)

    def _value(self, raw: _Raw) -> Value | None:
        if raw.text is None:
            return None
        if raw.kind in ("str", "inlineStr", "e", "d"):
            return raw.text
        if not raw.text:
            return None
        if raw.kind == "s":
            return self._texts[_index(raw.text)]
        if raw.kind == "b":
            return _TRUTH[raw.text]
        if _WHOLE.fullmatch(raw.text):
            return int(raw.text)
        number = float(raw.text)
        if not math.isfinite(number):
            raise ValueError
        return number
