"""What in a workbook stands in the way of a name, and which cells already call it."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from xlvp.ooxml import xmlparser
from xlvp.ooxml.parts import TABLE, VBA_PROJECT, WORKSHEET
from xlvp.ooxml.refusal import unsafe
from xlvp.ooxml.vbafunctions import function_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from xlvp.ooxml.parts import Workbook
    from xlvp.ooxml.zipdirectory import Entry

_LARGEST_VBA_PROJECT = 32 << 20
_MOST_TABLE_XML = 64 << 20
_MOST_BRACKETS = 8_000_000
_LONGEST_NAME = 255
_LONGEST_USE = _LONGEST_NAME + 5  # with what is around it
_TAKES_FUNCTIONS = b"_xlfn."  # MAP, REDUCE and all others that take a function are stored with it
_IDENTIFIER = rb"[A-Za-z0-9_\\]"


class Clash(NamedTuple):
    """A name that cannot be ours here, and why."""

    name: str
    reason: str


def table_names(workbook: Workbook) -> set[str]:
    """Return what the tables of a workbook are called, casefolded: tables and names share one space."""
    found: set[str] = set()
    room = _MOST_TABLE_XML

    def pieces(entry: Entry) -> Iterator[bytes]:
        nonlocal room
        for piece in workbook.chunks(entry):
            room -= len(piece)
            if room < 0:
                raise unsafe(f"the heads of its tables take more than {_MOST_TABLE_XML >> 20} MB")
            yield piece

    for entry in workbook.of_type(TABLE):
        with suppress(_SeenError):
            _RootReader(found).read(pieces(entry), entry.name)
    return found


class _SeenError(Exception):
    """The first element has been seen, and the rest of the part need not be parsed."""


class _RootReader(xmlparser.Reader):
    """What takes a table's names from its first element; longer ones than Excel allows are nobody's."""

    def __init__(self, found: set[str]) -> None:
        super().__init__(most_elements=1)
        self._found = found

    def start(self, _: str, attributes: dict[str, str]) -> None:
        """Take an element that starts."""
        names = [attributes.get(key, "") for key in ("name", "displayName")]
        self._found |= {name.casefold() for name in names if len(name) <= _LONGEST_NAME}
        raise _SeenError


def vba_functions(workbook: Workbook) -> set[str] | None:
    """Return the functions, casefolded, that the macros of a workbook offer to cells; None if they are not legible."""
    projects = workbook.of_type(VBA_PROJECT)
    if len(projects) > 1 or any(entry.size > _LARGEST_VBA_PROJECT for entry in projects):  # Excel writes one
        return None
    try:
        names = [name for entry in projects for name in function_names(workbook.read(entry, _LARGEST_VBA_PROJECT))]
    except ValueError:  # damaged in itself, or as a part, which is a refusal later on
        return None
    return {name.casefold() for name in names}


def check_parts(workbook: Workbook, names: Iterable[str]) -> bool:
    """Refuse a workbook of which any part is damaged, and say whether one of its cells uses one of the names.

    Every part is unpacked, once, in pieces. A name is used when it is called, and when it is handed to a function
    such as MAP. A text that looks like a call counts too, and so do more brackets than can be looked at in a few
    seconds; all that comes of it is one calculation too many.
    """
    found = [name.encode() for name in names] or [b"\n"]  # no names: nothing is found
    called, handed_over = _before(rb"\(", found), _before(rb"\)", found)
    sheets = set(workbook.of_type(WORKSHEET))
    used, brackets = False, 0
    for entry in workbook.entries:
        tail = b""
        for chunk in workbook.chunks(entry):
            if used or entry not in sheets:
                continue  # to the end all the same, for the checksum
            text = tail + chunk
            if b"\0" in text:
                text = text.replace(b"\0", b"")  # UTF-16 now reads like the rest, as far as names go
            brackets += chunk.count(b"(") + chunk.count(b")")
            used = (
                brackets > _MOST_BRACKETS
                or called.search(text) is not None
                or (_TAKES_FUNCTIONS in text and handed_over.search(text) is not None)
            )
            tail = text[-_LONGEST_USE:]
    return used


def _before(bracket: bytes, names: list[bytes]) -> re.Pattern[bytes]:
    """Return what finds any of the names in front of a bracket.

    The pattern starts with the bracket and looks back from there, which is the fastest way through a sheet.
    """
    last = re.escape(b"".join(sorted({name[-1:] for name in names})))
    names_before = b"|".join(b"(?<=(?<!" + _IDENTIFIER + b")" + re.escape(name) + bracket + b")" for name in names)
    return re.compile(bracket + b"(?<=[" + last + b"]" + bracket + b")(?:" + names_before + b")", re.IGNORECASE)
