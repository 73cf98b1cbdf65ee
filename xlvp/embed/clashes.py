"""What in a workbook stands in the way of a name, and which cells already call it."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from xlvp.files import RefusedError
from xlvp.ooxml import xmlparser
from xlvp.ooxml.parts import TABLE, VBA_PROJECT, WORKSHEET
from xlvp.ooxml.vbafunctions import function_names

if TYPE_CHECKING:
    from collections.abc import Iterable

    from xlvp.ooxml.parts import Workbook
    from xlvp.ooxml.zipdirectory import Entry

_LARGEST_VBA_PROJECT = 32 << 20
_LONGEST_USE = 260  # a name of 255 characters with what is around it
_TAKES_FUNCTIONS = b"_xlfn."  # MAP, REDUCE and all others that take a function are stored with it
_IDENTIFIER = rb"[A-Za-z0-9_\\]"


class Clash(NamedTuple):
    """A name that cannot be ours here, and why."""

    name: str
    reason: str


def table_names(workbook: Workbook) -> set[str]:
    """Return what the tables of a workbook are called, casefolded: tables and names share one space."""
    found: set[str] = set()
    for entry in workbook.of_type(TABLE):
        root = _root_attributes(workbook, entry)
        found |= {root[key].casefold() for key in ("name", "displayName") if key in root}
    return found


class _SeenError(Exception):
    """The first element has been seen, and the rest of the part need not be parsed."""


def _root_attributes(workbook: Workbook, entry: Entry) -> dict[str, str]:
    found: dict[str, str] = {}

    def first(_: str, attributes: dict[str, str]) -> None:
        found.update(attributes)
        raise _SeenError

    made = xmlparser.parser()
    made.StartElementHandler = first
    with suppress(_SeenError):
        xmlparser.parse(made, workbook.chunks(entry), entry.name)
    return found


def vba_functions(workbook: Workbook) -> set[str] | None:
    """Return the functions, casefolded, that the macros of a workbook offer to cells; None if they are not legible."""
    found: set[str] = set()
    for entry in workbook.of_type(VBA_PROJECT):
        try:
            project = workbook.read(entry, _LARGEST_VBA_PROJECT)
        except RefusedError:
            return None
        try:
            found |= {name.casefold() for name in function_names(project)}
        except ValueError:
            return None
    return found


def check_parts(workbook: Workbook, names: Iterable[str]) -> bool:
    """Refuse a workbook of which any part is damaged, and say whether one of its cells uses one of the names.

    Every part is unpacked, once, in pieces. A name is used when it is called, and when it is handed to a function
    such as MAP. A text that looks like a call counts too; all that comes of it is one calculation too many.
    """
    found = [name.encode() for name in names] or [b"\n"]  # no names: nothing is found
    called, handed_over = _before(rb"\(", found), _before(rb"\)", found)
    sheets = set(workbook.of_type(WORKSHEET))
    used = False
    for entry in workbook.entries:
        tail = b""
        for chunk in workbook.chunks(entry):
            if used or entry not in sheets:
                continue  # to the end all the same, for the checksum
            text = tail + chunk
            if b"\0" in text:
                text = text.replace(b"\0", b"")  # UTF-16 now reads like the rest, as far as names go
            used = called.search(text) is not None or (
                _TAKES_FUNCTIONS in text and handed_over.search(text) is not None
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
