"""Where things stand in the XML of a workbook part, byte by byte.

Source: ECMA-376 part 1, 18.2.27. `expat` tells the place of every tag, so that the text can be changed in one spot
and stay as it is everywhere else; a parser that builds a tree would rewrite the whole of it.
"""

from __future__ import annotations

import codecs
import hashlib
import re
from functools import cached_property
from typing import NamedTuple

from xlvp.files import RefusedError
from xlvp.ooxml import xmlparser
from xlvp.ooxml.refusal import damaged, unsafe
from xlvp.ooxml.spreadsheetml import NAMESPACES

_BEFORE_NAMES = (
    "fileVersion",
    "fileSharing",
    "workbookPr",
    "workbookProtection",
    "bookViews",
    "sheets",
    "functionGroups",
    "externalReferences",
)
_PLACES = {"definedNames": ["workbook"], "definedName": ["workbook", "definedNames"]}
_SINGLE = ("definedNames", "calcPr")
_ID = "/relationships id"
_PART = "the workbook part"
_TAG = re.compile(rb"""<([^\s/>]+)(?:[^"'>]+|"[^"]*"|'[^']*')*>""")
_DECLARED = re.compile(rb"""<\?xml\s[^>]*?encoding\s*=\s*["']([A-Za-z0-9._-]+)["']""")
_PREFIX = re.compile(rb"<([^\s/>:]+:)?")
_TRUE = ("1", "true")
_SHEET_NUMBER = re.compile(r"\s*[0-9]{1,6}\s*")

_MOST_NAMES = 100_000
_MOST_ELEMENTS = 250_000
_LONGEST_SHEET_NAME = 255
"""Excel allows 31; the rest is not kept."""

# What ECMA-376 part 2, 6.3.4 allows, and what some writers use all the same.
_ENCODINGS = {"utf-8", "ascii", "iso8859-1", "cp1252"}
_UTF_16 = ("utf-16-le", "utf-16-be")
_BYTE_ORDER_MARKS = {
    codecs.BOM_UTF32_LE: "utf-32-le",  # begins like the mark of UTF-16
    codecs.BOM_UTF32_BE: "utf-32-be",
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}


class Text:
    """XML as UTF-8, and the way back to the encoding that it came in."""

    def __init__(self, xml: bytes) -> None:
        self._mark, self._encoding = _encoding(xml)
        try:
            self.utf8 = xml[len(self._mark) :].decode(self._encoding).encode()
        except UnicodeError:
            raise damaged(f"{_PART} is not {self._encoding} text") from None
        if self.encoded(self.utf8) != xml:
            raise unsafe(f"{_PART} cannot be kept in its encoding, {self._encoding}")

    def encoded(self, utf8: bytes) -> bytes:
        """Return UTF-8 in the first encoding, with its byte order mark if there was one."""
        return self._mark + utf8.decode().encode(self._encoding, "xmlcharrefreplace")

    def with_utf8(self, utf8: bytes) -> Text:
        """Return another text in the same encoding."""
        return self if utf8 == self.utf8 else Text(self.encoded(utf8))

    @cached_property
    def layout(self) -> Layout:
        """Return where things stand in it."""
        return layout(self.utf8)


def _encoding(xml: bytes) -> tuple[bytes, str]:
    """Return the byte order mark of an XML text, and its encoding (XML 1.0, appendix F)."""
    mark, encoding = next(((m, e) for m, e in _BYTE_ORDER_MARKS.items() if xml.startswith(m)), (b"", ""))
    if not mark:
        encoding = next((e for e in ("utf-32-le", "utf-32-be", *_UTF_16) if xml.startswith("<".encode(e))), "")
    if encoding.startswith("utf-32"):
        raise unsafe(f"{_PART} is written in UTF-32")
    if encoding:
        return mark, encoding
    declared = _DECLARED.match(xml)
    if declared is None:
        return b"", "utf-8"
    name = declared[1].decode()
    try:
        encoding = codecs.lookup(name).name
    except LookupError:
        encoding = ""
    if encoding not in _ENCODINGS:  # UTF-16 would have been seen above
        raise unsafe(f"{_PART} is written in the encoding {name[:30]!r}")
    return b"", encoding


class Element(NamedTuple):
    """The places of an element: its start tag, the end of the name in it, its end tag, its end."""

    start: int
    name_end: int
    open_end: int
    close_at: int
    end: int

    @property
    def is_empty_tag(self) -> bool:
        """Say whether it is an empty-element tag such as `<calcPr/>`."""
        return self.open_end == self.end


class Defined(NamedTuple):
    """A defined name in the workbook; one of a single sheet has its number, from 0."""

    name: str
    sheet: int | None
    formula: str
    comment: str
    start: int
    end: int


class Layout(NamedTuple):
    """What a workbook part holds that matters to names, and where."""

    prefix: bytes
    """Of the workbook's own element, with its colon, or nothing."""
    sheets: tuple[str, ...]
    sheet_ids: tuple[str, ...]
    """The relationships by which the sheets are found, in the same order."""
    names: tuple[Defined, ...]
    names_list: Element | None
    names_prefix: bytes
    names_at: int
    """Where the list of names is to go if there is none."""
    calculation: Element | None
    calculation_setting: str | None
    """What `fullCalcOnLoad` says."""
    others: bytes
    """A hash of every other element with its attributes: what must be the same after any change."""

    @property
    def calculation_at(self) -> int:
        """Return where the calculation properties are to go if there are none: right behind the names."""
        return self.names_list.end if self.names_list else self.names_at

    @property
    def recalculates(self) -> bool:
        """Say whether Excel will calculate every cell when it loads the workbook."""
        return self.calculation_setting in _TRUE

    def sheet_name(self, number: int | None) -> str:
        """Return what a sheet is called."""
        return self.sheets[number] if number is not None and 0 <= number < len(self.sheets) else f"no. {number}"


class _Open(NamedTuple):
    """An element whose end has not been seen yet."""

    local: str
    """Without the namespace if that is the spreadsheet's, else all of it."""
    attributes: dict[str, str]
    start: int


class _Reader(xmlparser.Reader):
    """What is gathered on the way through the text."""

    def __init__(self, utf8: bytes) -> None:
        super().__init__(_MOST_ELEMENTS, "utf-8")
        self.utf8 = utf8
        self.path: list[_Open] = []
        self.root_at = 0
        self.formula: list[str] = []
        self.names_at = 0
        self.has_sheets = False
        self.sheets: list[str] = []
        self.sheet_ids: list[str] = []
        self.names: list[Defined] = []
        self.others = hashlib.sha256()
        self.singles: dict[str, tuple[Element, dict[str, str]]] = {}
        """The list of names and the calculation properties, with their attributes."""

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Take an element that starts."""
        namespace, _, local = name.rpartition(xmlparser.SPACE)
        known = local if namespace in NAMESPACES else name
        path = [step.local for step in self.path[:3]]  # three are enough to tell a place
        if not path:
            if known != "workbook":
                raise RefusedError("this is an Office file, but no Excel workbook; give an .xlsx or .xlsm file")
            self.root_at = self.at
        if path != _PLACES.get(known, path):
            raise unsafe("it keeps names in an unusual place")
        self.path.append(_Open(known, attributes, self.at))
        self.formula = []
        if known == "sheet" and path == ["workbook", "sheets"]:
            self.sheets.append(attributes.get("name", "")[:_LONGEST_SHEET_NAME])
            self.sheet_ids.append(next((value for key, value in attributes.items() if key.endswith(_ID)), ""))
        if known not in _PLACES:
            settled = {key: value for key, value in attributes.items() if (known, key) != ("calcPr", "fullCalcOnLoad")}
            if settled or known != "calcPr":
                self.others.update(repr((name, settled)).encode())

    def text(self, text: str) -> None:
        """Take a piece of text."""
        if self.path[-1].local == "definedName":
            self.formula.append(text)

    def end(self, name: str) -> None:
        """Take an element that ends."""
        opened = self.path.pop()
        if len(self.path) == 1:
            self._end_child(opened)
        elif len(self.path) == 2 and opened.local == "definedName":
            self._end_name(opened)

    def _end_child(self, opened: _Open) -> None:
        if opened.local in _SINGLE:
            if opened.local in self.singles:
                raise damaged(f"{_PART} has the element {opened.local} twice")
            self.singles[opened.local] = (self._element(opened), opened.attributes)
        elif opened.local in _BEFORE_NAMES:
            self.names_at = self._element(opened).end
            self.has_sheets = self.has_sheets or opened.local == "sheets"

    def _end_name(self, opened: _Open) -> None:
        element, attributes = self._element(opened), opened.attributes
        sheet = attributes.get("localSheetId")
        if sheet is not None and not _SHEET_NUMBER.fullmatch(sheet):
            raise damaged(f"{_PART} has a name for the sheet {sheet[:30]!r}")
        if len(self.names) == _MOST_NAMES:
            raise RefusedError(
                f"the workbook has more than {_MOST_NAMES:,} names;"
                " delete those that are not needed (in Excel: Formulas, Name Manager) and try again"
            )
        self.names.append(
            Defined(
                attributes.get("name", ""),
                None if sheet is None else int(sheet),
                "".join(self.formula),
                attributes.get("comment", ""),
                element.start,
                element.end,
            )
        )

    def _element(self, opened: _Open) -> Element:
        """Return the places of the element that ends here."""
        tag = _TAG.match(self.utf8, opened.start)
        if tag is None:
            raise AssertionError("expat found a tag where there is none")
        if self.utf8.endswith(b"/>", tag.start(), tag.end()):
            return Element(opened.start, tag.end(1), tag.end(), tag.end(), tag.end())
        close_at = self.at
        return Element(opened.start, tag.end(1), tag.end(), close_at, self.utf8.index(b">", close_at) + 1)


def layout(utf8: bytes) -> Layout:
    """Return where things stand in a workbook part."""
    reader = _Reader(utf8)
    reader.read([utf8], _PART)
    names_list, _ = reader.singles.get("definedNames", (None, {}))
    calculation, settings = reader.singles.get("calcPr", (None, {}))
    if not reader.has_sheets:
        raise damaged(f"{_PART} names no sheets")
    names_at = reader.names_at
    for element in (names_list, calculation):
        if element is not None and element.start < names_at:
            raise damaged(f"the elements of {_PART} are not in their order")
    if names_list and calculation and calculation.start < names_list.start:
        raise damaged(f"the elements of {_PART} are not in their order")
    prefix = _prefix(utf8, reader.root_at)
    return Layout(
        prefix,
        tuple(reader.sheets),
        tuple(reader.sheet_ids),
        tuple(reader.names),
        names_list,
        _prefix(utf8, names_list.start) if names_list else prefix,
        names_at,
        calculation,
        settings.get("fullCalcOnLoad"),
        reader.others.digest(),
    )


def _prefix(utf8: bytes, tag_at: int) -> bytes:
    """Return the namespace prefix in a tag, with its colon, or nothing."""
    found = _PREFIX.match(utf8, tag_at)
    return found[1] or b"" if found else b""
