"""A writer of compound files, the small file systems inside which Office keeps a VBA project.

Source: [MS-CFB] version 3. Its parts here are the header (2.2), the FAT (2.3), the mini FAT (2.4) and the directory
(2.6). Left out is what an add-in never needs: time stamps, class identifiers, and the DIFAT sectors (2.5) of files
over 7 MB. The same streams always give the same bytes.

It is our own because no finished library writes such a file: olefile and compoundfiles read, and ms-cfb is at
version 0.0.6.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# 2.1: sector numbers with a meaning of their own.
_FREE_SECTOR = 0xFFFFFFFF
_END_OF_CHAIN = 0xFFFFFFFE
_FAT_SECTOR = 0xFFFFFFFD

# 2.2: the header, which is as long as a sector.
_SIGNATURE = bytes.fromhex("D0CF11E0A1B11AE1")
_MINOR_VERSION = 0x003E
_MAJOR_VERSION = 3
_LITTLE_ENDIAN = 0xFFFE
_SECTOR_SHIFT = 9
_MINI_SECTOR_SHIFT = 6
_MINI_STREAM_CUTOFF = 4096
_DIFAT_IN_HEADER = 109

_SECTOR = 1 << _SECTOR_SHIFT
_MINI_SECTOR = 1 << _MINI_SECTOR_SHIFT
_FAT_ENTRIES = _SECTOR // 4

# 2.6.1: directory entries.
_ENTRY_SIZE = 128
_NAME_SIZE = 64
_NO_STREAM = 0xFFFFFFFF
_RED = 0
_BLACK = 1


class _Kind(IntEnum):
    """What a directory entry stands for."""

    UNUSED = 0
    STORAGE = 1
    STREAM = 2
    ROOT = 5


@dataclass
class _Entry:
    """A directory entry; `left`, `right` and `child` are numbers of other entries."""

    kind: _Kind
    name: str = ""
    data: bytes = b""
    inside: list[int] = field(default_factory=list)
    left: int = _NO_STREAM
    right: int = _NO_STREAM
    child: int = _NO_STREAM
    colour: int = _BLACK
    start: int = 0
    size: int = 0

    def packed(self) -> bytes:
        """Return the entry as the file has it: no class identifier, no state bits, no time stamps."""
        name = self.name.encode("utf-16-le")
        name_size = len(name) + 2 if name else 0  # counts the closing zero
        links = struct.pack("<HBBIII", name_size, self.kind, self.colour, self.left, self.right, self.child)
        return name.ljust(_NAME_SIZE, b"\0") + links + bytes(36) + struct.pack("<IQ", self.start, self.size)


class _Sectors:
    """Streams laid into sectors of one size, and the table that names the sector after each sector."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.table: list[int] = []
        self.body = bytearray()

    def add(self, data: bytes) -> int:
        """Append a stream and return its first sector."""
        if not data:
            return _END_OF_CHAIN
        first, count = len(self.table), _units(len(data), self.size)
        self.table += [*range(first + 1, first + count), _END_OF_CHAIN]
        self.body += data.ljust(count * self.size, b"\0")
        return first

    def packed_table(self) -> bytes:
        """Return the table in whole sectors of the file."""
        packed = struct.pack(f"<{len(self.table)}I", *self.table)
        return packed.ljust(_units(len(packed), _SECTOR) * _SECTOR, b"\xff")  # with _FREE_SECTOR


def _units(length: int, unit: int) -> int:
    """Return how many units hold `length`."""
    return -(-length // unit)


def compound_file(streams: Mapping[str, bytes]) -> bytes:
    """Return a compound file with these streams; a name such as "VBA/dir" is a stream inside a storage.

    >>> compound_file({"VBA/dir": b"text"})[:4].hex()
    'd0cf11e0'
    """
    entries = _entries(streams)
    sectors, mini_sectors = _Sectors(_SECTOR), _Sectors(_MINI_SECTOR)
    for entry in entries:
        if entry.kind is _Kind.STREAM:
            entry.size = len(entry.data)
            entry.start = (mini_sectors if entry.size < _MINI_STREAM_CUTOFF else sectors).add(entry.data)
    root = entries[0]
    root.start, root.size = sectors.add(bytes(mini_sectors.body)), len(mini_sectors.body)
    mini_fat = mini_sectors.packed_table()
    mini_fat_start = sectors.add(mini_fat)
    directory_start = sectors.add(_directory(entries))

    first_fat_sector = len(sectors.table)
    fat_sectors = _units(first_fat_sector, _FAT_ENTRIES - 1)  # each has an entry for itself too
    if fat_sectors > _DIFAT_IN_HEADER:
        raise ValueError(f"the streams must fit into a file of 7 MB, not {len(sectors.body):,} bytes")
    sectors.table += [_FAT_SECTOR] * fat_sectors
    header = _header(
        fat=range(first_fat_sector, first_fat_sector + fat_sectors),
        directory_start=directory_start,
        mini_fat_start=mini_fat_start,
        mini_fat_sectors=len(mini_fat) // _SECTOR,
    )
    return header + bytes(sectors.body) + sectors.packed_table()


def _header(fat: range, directory_start: int, mini_fat_start: int, mini_fat_sectors: int) -> bytes:
    """Return the header; its class identifier, reserved bytes and transaction number are zeros."""
    formats = struct.pack("<HHHHH", _MINOR_VERSION, _MAJOR_VERSION, _LITTLE_ENDIAN, _SECTOR_SHIFT, _MINI_SECTOR_SHIFT)
    directory_sectors = 0  # version 3 does not count them
    places = struct.pack("<IIII", directory_sectors, len(fat), directory_start, 0)
    mini_places = struct.pack("<III", _MINI_STREAM_CUTOFF, mini_fat_start, mini_fat_sectors)
    no_difat = struct.pack("<II", _END_OF_CHAIN, 0)
    difat = struct.pack(f"<{_DIFAT_IN_HEADER}I", *fat, *[_FREE_SECTOR] * (_DIFAT_IN_HEADER - len(fat)))
    return _SIGNATURE + bytes(16) + formats + bytes(6) + places + mini_places + no_difat + difat


def _entries(streams: Mapping[str, bytes]) -> list[_Entry]:
    """Return the directory: the root entry, then storages and streams as they come, linked into trees."""
    entries = [_Entry(_Kind.ROOT, "Root Entry")]
    numbers = {"": 0}

    def add(path: str, kind: _Kind, data: bytes = b"") -> int:
        storage, _, name = path.rpartition("/")
        if len(name.encode("utf-16-le")) + 2 > _NAME_SIZE:
            raise ValueError(f"the name of a stream must have at most 31 characters, not {name!r}")
        if storage not in numbers:
            numbers[storage] = add(storage, _Kind.STORAGE)
        number = len(entries)
        entries[numbers[storage]].inside.append(number)
        entries.append(_Entry(kind, name, data))
        return number

    for path, data in streams.items():
        add(path, _Kind.STREAM, data)
    for entry in entries:
        in_order = sorted(entry.inside, key=lambda number: _sort_key(entries[number].name))
        entry.child = _link(entries, in_order, levels=len(in_order).bit_length())
    return entries


def _sort_key(name: str) -> tuple[int, str]:
    """Return what 2.6.4 compares: first the length, then the capitals."""
    return len(name.encode("utf-16-le")), name.upper()


def _link(entries: Sequence[_Entry], in_order: Sequence[int], levels: int, level: int = 1) -> int:
    """Link entries into a balanced red-black tree and return the number of its root.

    Halving fills every level but the last, so that the tree has the same number of black entries on each way down
    when the last level alone is red.
    """
    if not in_order:
        return _NO_STREAM
    middle = len(in_order) // 2
    entry = entries[in_order[middle]]
    entry.left = _link(entries, in_order[:middle], levels, level + 1)
    entry.right = _link(entries, in_order[middle + 1 :], levels, level + 1)
    entry.colour = _RED if level == levels > 1 else _BLACK
    return in_order[middle]


def _directory(entries: Sequence[_Entry]) -> bytes:
    """Return the directory stream, filled up with unused entries to whole sectors."""
    packed = b"".join(entry.packed() for entry in entries)
    unused = _Entry(_Kind.UNUSED, colour=_RED).packed()
    return packed + unused * (-len(entries) % (_SECTOR // _ENTRY_SIZE))
