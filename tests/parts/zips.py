"""Zip files with every freedom that the format leaves to its writers, and some that it does not.

Written by hand and without `xlvp.ooxml`, so that the tests do not check the package with itself. Source: PKWARE's
APPNOTE 6.3.10.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass, field
from typing import NamedTuple

UTF_8 = 1 << 11
DESCRIPTOR = 1 << 3


@dataclass
class Item:
    """An entry to write; the defaults are what Excel writes."""

    name: bytes
    content: bytes
    stored: bool = False
    flags: int = 6
    descriptor: str = ""
    """`<III` or `<IQQ`: the sums follow the data, in this form."""
    signed_descriptor: bool = True
    zip64: bool = False
    extra_before: bytes = b""
    """In both places, in front of what zip64 adds; the other two stand behind it."""
    local_extra: bytes = b""
    central_extra: bytes = b""
    comment: bytes = b""
    external: int = 0
    made_by: int = 45
    gap_before: bytes = b""
    time: tuple[int, int] = (0, 0x21)
    # What only a damaged or hostile file has:
    crc: int | None = None
    size: int | None = None
    local_name: bytes | None = None
    method: int | None = None
    header_at: int | None = None
    disk: int = 0


@dataclass
class Zip:
    """A zip file to write."""

    items: list[Item]
    comment: bytes = b""
    reversed_directory: bool = False
    zip64_end: bool = False
    prefix: bytes = b""
    places: list[int] = field(default_factory=list)

    def written(self) -> bytes:
        """Return the file."""
        out = bytearray(self.prefix)
        records = []
        for item in self.items:
            out += item.gap_before
            records.append(self._record(item, len(out) if item.header_at is None else item.header_at))
            out += _local(item)
        start = len(out)
        out += b"".join(reversed(records) if self.reversed_directory else records)
        size = len(out) - start
        count = len(records)
        if self.zip64_end:
            at = len(out)
            out += struct.pack("<4sQ2H2I4Q", b"PK\6\6", 44, 45, 45, 0, 0, count, count, size, start)
            out += struct.pack("<4sIQI", b"PK\6\7", 0, at, 1)
            out += struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, len(self.comment))
        else:
            out += struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, count, count, size, start, len(self.comment))
        return bytes(out + self.comment)

    def _record(self, item: Item, at: int) -> bytes:
        crc, packed, size = _sums(item)
        extra = item.central_extra
        offset = at
        if item.zip64:
            extra = item.extra_before + struct.pack("<HHQQQ", 1, 24, size, packed, at) + extra
            packed = size = offset = 0xFFFFFFFF
        head = struct.pack(
            "<4s6H3I5H2I",
            b"PK\1\2",
            item.made_by,
            45 if item.zip64 else 20,
            _flags(item),
            _method(item),
            *item.time,
            crc,
            packed,
            size,
            len(item.name),
            len(extra),
            len(item.comment),
            item.disk,
            0,
            item.external,
            offset,
        )
        return head + item.name + extra + item.comment


def _method(item: Item) -> int:
    return item.method if item.method is not None else 0 if item.stored else 8


def _flags(item: Item) -> int:
    return item.flags | (DESCRIPTOR if item.descriptor else 0)


def _packed(item: Item) -> bytes:
    if item.stored:
        return item.content
    pack = zlib.compressobj(9, wbits=-15)
    return pack.compress(item.content) + pack.flush()


def _sums(item: Item) -> tuple[int, int, int]:
    crc = zlib.crc32(item.content) if item.crc is None else item.crc
    return crc, len(_packed(item)), len(item.content) if item.size is None else item.size


def _local(item: Item) -> bytes:
    crc, packed, size = sums = _sums(item)
    extra = item.local_extra
    if item.descriptor:
        crc = packed = size = 0
    if item.zip64:
        extra = item.extra_before + struct.pack("<HHQQ", 1, 16, size, packed) + extra
        packed = size = 0xFFFFFFFF
    name = item.name if item.local_name is None else item.local_name
    head = struct.pack(
        "<4s5H3I2H",
        b"PK\3\4",
        45 if item.zip64 else 20,
        _flags(item),
        _method(item),
        *item.time,
        crc,
        packed,
        size,
        len(name),
        len(extra),
    )
    descriptor = b""
    if item.descriptor:
        descriptor = (b"PK\7\x08" if item.signed_descriptor else b"") + struct.pack(item.descriptor, *sums)
    return head + name + extra + _packed(item) + descriptor


class Raw(NamedTuple):
    """Everything that a zip file says of an entry, but for where it lies."""

    record: bytes
    header: bytes
    data: bytes
    descriptor: bytes


def raw_entries(archive: bytes) -> dict[bytes, Raw]:
    """Return the entries of a good zip file in the order of its directory, as bytes."""
    end = archive.rfind(b"PK\5\6")
    start, found = struct.unpack_from("<I", archive, end + 16)[0], {}
    directory_end = end
    if archive[end - 20 : end - 16] == b"PK\6\7":
        (directory_end,) = struct.unpack_from("<Q", archive, end - 12)
        (start,) = struct.unpack_from("<Q", archive, directory_end + 48)
    records, at = [], start
    while at < directory_end:
        name, extra, comment = struct.unpack_from("<3H", archive, at + 28)
        stop = at + 46 + name + extra + comment
        fields = list(struct.unpack_from("<4s6H3I5H2I", archive, at))
        extras = bytearray(archive[at + 46 + name : at + 46 + name + extra])
        wide = bytes(extras[4:]) if extras[:2] == b"\1\0" else b""
        packed, offset = fields[8], fields[16]
        if packed == 0xFFFFFFFF:
            packed = struct.unpack_from("<Q", wide, 8)[0]
        if offset == 0xFFFFFFFF:
            offset = struct.unpack_from("<Q", wide, len(wide[: extras[2]]) - 8)[0]
            extras[4 + extras[2] - 8 : 4 + extras[2]] = bytes(8)
        record = archive[at : at + 42] + bytes(4) + archive[at + 46 : at + 46 + name] + bytes(extras)
        record += archive[stop - comment : stop]
        records.append((offset, packed, archive[at + 46 : at + 46 + name], record))
        at = stop
    offsets = sorted([offset for offset, *_ in records] + [start])
    for offset, packed, name_bytes, record in records:
        name, extra = struct.unpack_from("<HH", archive, offset + 26)
        data_at = offset + 30 + name + extra
        behind = offsets[offsets.index(offset) + 1]
        found[name_bytes] = Raw(
            record, archive[offset:data_at], archive[data_at : data_at + packed], archive[data_at + packed : behind]
        )
    return found
