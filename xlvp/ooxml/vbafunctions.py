"""The functions that a VBA project offers to cells.

Source: [MS-OVBA] 2.3.4.2 (the dir stream, which names the modules and says where their source starts) and [MS-VBAL]
5.3.1 (procedure declarations).
"""

from __future__ import annotations

import re
import struct
from typing import TYPE_CHECKING

from xlvp.ooxml.compoundreader import streams
from xlvp.ooxml.vbacodec import decompress

if TYPE_CHECKING:
    from collections.abc import Iterator

# 2.3.4.2.3.2: records of a module in the dir stream.
_STREAM_NAME = 0x1A
_STREAM_NAME_UNICODE = 0x32
_OFFSET = 0x31
_STANDARD = 0x21
_CLASS = 0x22
_MODULE_END = 0x2B
_PROJECT_VERSION = 0x09

_LARGEST_DIRECTORY = 2 << 20
_MOST_SOURCE = 16 << 20

# A function that is not Private, in capitals or small letters; ` _` at the end of a line continues it. The number of
# spaces is bounded, lest lines that go on for ever be followed to their end from each of them.
_FUNCTION = re.compile(
    rb"^[ \t]*(?:(?:Public|Static|Friend)(?:[ \t]|_\r?\n){1,80}){0,2}"
    rb"Function(?:[ \t]|_\r?\n){1,80}([A-Za-z][A-Za-z0-9_]{0,254})",
    re.IGNORECASE | re.MULTILINE,
)


def function_names(project: bytes) -> set[str]:
    """Return the functions that cells can call, in capitals; ValueError if the project cannot be read.

    Those are the functions of standard modules, except private ones.
    """
    found = streams(project)
    by_name = {name.casefold(): data for name, data in found.items()}
    names: set[str] = set()
    room = _MOST_SOURCE
    for stream, offset in _standard_modules(decompress(by_name.pop("dir", b""), _LARGEST_DIRECTORY)):
        source = decompress(by_name.pop(stream.casefold(), b"")[offset:], room)  # one module, one stream
        room -= len(source)
        names |= {name[1].decode("ascii").upper() for name in _FUNCTION.finditer(source)}
    return names


def _standard_modules(directory: bytes) -> Iterator[tuple[str, int]]:
    """Yield the stream of each standard module, and where its source starts in it."""
    stream, offset, standard = "", 0, False
    for kind, content in _records(directory):
        if kind == _STREAM_NAME_UNICODE:
            stream = content.decode("utf-16-le")
        elif kind == _OFFSET:
            (offset,) = struct.unpack("<I", content)
        elif kind in (_STANDARD, _CLASS):
            standard = kind == _STANDARD
        elif kind == _MODULE_END and standard:
            yield stream, offset


def _records(directory: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the records of the dir stream: a number, a length and the content."""
    at = 0
    while at + 6 <= len(directory):
        kind, length = struct.unpack_from("<HI", directory, at)
        if kind == _PROJECT_VERSION:
            length = 6  # 2.3.4.2.1.11: what stands for its length is reserved
        content = directory[at + 6 : at + 6 + length]
        if len(content) < length:
            raise ValueError("a damaged VBA project")
        yield kind, content
        at += 6 + length
