"""The directory of a zip file, field by field: what APPNOTE allows is taken, and anything else is refused.

The fields of the second entry are changed in a good package, in its record in the directory or in its header.
"""

from __future__ import annotations

import io
import struct
from typing import TYPE_CHECKING

import pytest

from tests.ooxml.test_package import GOOD, opened, rewritten
from tests.parts.books import BOOKS, SMALL, items
from tests.parts.zips import UTF_8, Item, Zip
from xlvp.files import RefusedError
from xlvp.ooxml.archive import Archive

if TYPE_CHECKING:
    from collections.abc import Callable

DISAGREE = "_rels/.rels: header and directory do not agree"
UNUSUAL = "_rels/.rels is packed in a way that Excel does not use"
MISPLACED = "its directory is not where it should be"


def edited(**changes: object) -> bytearray:
    """A package whose second entry has something about it."""
    made = items(SMALL)
    for key, value in changes.items():
        setattr(made[1], key, value)
    return bytearray(Zip(made).written())


def second(data: bytes | bytearray, signature: bytes) -> int:
    return data.index(signature, data.index(signature) + 1)


def record(at: int, form: str, *values: object, of: bytearray | None = None) -> bytes:
    """A package with other values in the second record of its directory (4.3.12)."""
    data = edited() if of is None else of
    struct.pack_into(form, data, second(data, b"PK\1\2") + at, *values)
    return bytes(data)


def header(at: int, form: str, *values: object, of: bytearray | None = None) -> bytes:
    """A package with other values in the second local header (4.3.7)."""
    data = edited() if of is None else of
    struct.pack_into(form, data, second(data, b"PK\3\4") + at, *values)
    return bytes(data)


def end(at: int, form: str, *values: object, signature: bytes = b"PK\5\6") -> bytes:
    """A package with other values in a record at its end; what starts with other signatures is in zip64 alone."""
    data = bytearray(GOOD if signature == b"PK\5\6" else BOOKS["zip_64"]())
    struct.pack_into(form, data, data.rindex(signature) + at, *values)
    return bytes(data)


def version_needed(version: int) -> bytes:
    return header(4, "<H", version, of=bytearray(record(6, "<H", version)))


def of_zip64(extra: int, *lengths: int) -> bytes:
    """Other lengths in the second record: of all extra fields, of the comment, and of zip64's own field."""
    data = edited(zip64=True)
    at = second(data, b"PK\1\2")
    name, *_ = struct.unpack_from("<H", data, at + 28)
    comment, own = lengths
    struct.pack_into("<HH", data, at + 30, extra, comment)
    struct.pack_into("<H", data, at + 46 + name + 2, own)
    return bytes(data)


def short_zip64_in_header() -> bytes:
    data = edited(zip64=True)
    name, *_ = struct.unpack_from("<H", data, second(data, b"PK\3\4") + 26)
    return header(30 + name + 2, "<H", 15, of=data)


def spoilt_descriptor() -> bytes:
    data = edited(descriptor="<III")
    data[data.index(b"PK\7\x08") + 4] ^= 1
    return bytes(data)


def longer(by: int) -> bytes:
    """The last entry's data are said to be longer, in its header and in the directory."""
    data = bytearray(GOOD)
    for at in (data.rindex(b"PK\3\4") + 18, data.rindex(b"PK\1\2") + 20):
        struct.pack_into("<I", data, at, struct.unpack_from("<I", data, at)[0] + by)
    return bytes(data)


def more_directory(rest: bytes) -> bytes:
    """A directory with something behind its last record."""
    at = GOOD.rindex(b"PK\5\6")
    data = bytearray(GOOD[:at] + rest + GOOD[at:])
    place = at + len(rest) + 12
    struct.pack_into("<I", data, place, struct.unpack_from("<I", data, place)[0] + len(rest))
    return bytes(data)


def directory_of(length: int) -> bytes:
    """A package with a directory of that many bytes, most of them comments."""
    made = [*items(SMALL), *(Item(b"%03d" % number, b"", comment=bytes(0xFFFF)) for number in range(256))]

    def written() -> tuple[bytes, int]:
        data = Zip(made).written()
        return data, struct.unpack_from("<I", data, len(data) - 10)[0]

    _, long = written()
    made[-1].comment = bytes(0xFFFF - long + length)
    data, long = written()
    assert long == length
    return data


TAKEN: dict[str, Callable[[], bytes]] = {
    "the newest version": lambda: version_needed(63),
    "a version with a system": lambda: version_needed(0x114),
    "no disk, as zip64 says it": lambda: record(34, "<H", 0xFFFF),
    "flags without meaning here": lambda: bytes(edited(flags=1 << 1 | 1 << 2 | 1 << 4 | 1 << 7 | 1 << 12)),
    "the longest comment": lambda: Zip(items(SMALL), comment=bytes(0xFFFF)).written(),
    "the largest directory": lambda: directory_of(16 << 20),
    "an extra field before that of zip64": lambda: bytes(
        edited(zip64=True, extra_before=struct.pack("<HH3s", 0x9999, 3, b"abc"))
    ),
    "the end of an extra field": lambda: Zip([*items(SMALL), Item(b"x", b"", central_extra=b"\1\0\0")]).written(),
    "a descriptor with the greatest checksum": lambda: Zip(
        [*items(SMALL), Item(b"x", b"\xff\xff\xff\xff", descriptor="<III")]
    ).written(),
}


@pytest.mark.parametrize("name", TAKEN)
def test_taken(name: str) -> None:
    data = TAKEN[name]()
    xml = opened(data).xml + b"<!-- -->"
    assert opened(rewritten(data, xml)).xml == xml


REFUSED: dict[str, tuple[Callable[[], bytes], str]] = {
    **{
        f"encrypted, flag {bit}": (lambda bit=bit: bytes(edited(flags=1 << bit)), "the workbook is encrypted")  # type: ignore[misc]
        for bit in (0, 6, 13)
    },
    **{
        f"flag {bit} in the header alone": (lambda bit=bit: header(6, "<H", 6 | 1 << bit), DISAGREE)  # type: ignore[misc]
        for bit in (0, 3, 5, 6, 13)
    },
    "a patch": (lambda: bytes(edited(flags=1 << 5)), UNUSUAL),
    "a version of the future": (lambda: record(6, "<H", 64), UNUSUAL),
    "a version of the future in the header": (lambda: header(4, "<H", 64), DISAGREE),
    "disk 65534": (lambda: record(34, "<H", 0xFFFE), UNUSUAL),
    "a name in UTF-8": (lambda: bytes(edited(name="ä\n".encode(), flags=UTF_8)), r"an entry is called 'ä\n'"),
    "a name in code page 437": (lambda: bytes(edited(name=b"\x84\n")), r"an entry is called 'ä\n'"),
    "zip64 without its last byte": (lambda: of_zip64(28, 0, 23), "its directory lacks a length"),
    "zip64 that reaches into the comment": (lambda: of_zip64(27, 1, 24), "its directory lacks a length"),
    "zip64 cut short in the header": (short_zip64_in_header, DISAGREE),
    "a wrong descriptor": (spoilt_descriptor, DISAGREE),
    "lengths beside a descriptor that differ": (lambda: header(18, "<I", 1, of=edited(descriptor="<III")), DISAGREE),
    "4 GB, and no descriptor": (
        lambda: bytes(edited(zip64=True, flags=8, size=1 << 32)),
        "it would unpack to more than 2 GB",
    ),
    "data that reach into the directory": (lambda: longer(10), "an entry reaches into the directory"),
    "data that reach far into the directory": (lambda: longer(50), "header and directory do not agree"),
    "a wrong record": (lambda: record(0, "<4s", b"PK\1\3"), "its directory cannot be read"),
    "half a record": (lambda: more_directory(b"PK\1\2" + bytes(41)), "its directory cannot be read"),
    "too large a directory": (lambda: directory_of((16 << 20) + 1), "its directory is too large"),
    "the end cut off": (lambda: GOOD[:-1], "the directory at its end is missing"),
    "a directory on another disk": (lambda: end(6, "<H", 1), "it is one of several disks"),
    "entries on other disks": (lambda: end(8, "<H", 4), "it is one of several disks"),
    "two disks in zip64": (lambda: end(16, "<I", 2, signature=b"PK\6\7"), "it is one of several disks"),
    "zip64 with another signature": (lambda: end(0, "<4s", b"PK\6\5", signature=b"PK\6\6"), MISPLACED),
    "zip64 of another length": (lambda: end(4, "<Q", 45, signature=b"PK\6\6"), MISPLACED),
    "zip64 too near to the end": (
        lambda: end(8, "<Q", BOOKS["zip_64"]().rindex(b"PK\6\7") - 10, signature=b"PK\6\7"),
        MISPLACED,
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    make, reason = REFUSED[name]
    with pytest.raises(RefusedError) as refusal:
        opened(make())
    assert reason in str(refusal.value)


def test_a_single_byte_in_front() -> None:
    with pytest.raises(RefusedError, match="something in front of its first entry"):
        Archive(io.BytesIO(Zip(items(SMALL), prefix=b"x").written()))
