"""A reader of compound files, as far as a VBA project needs one.

Source: [MS-CFB]; the sections are those named in `xlvp.ooxml.compoundfile`, which writes such files. It is our own
because olefile, which would do, is the only package that embedding functions in a workbook would need.
"""

from __future__ import annotations

import struct
import sys
from array import array

_SIGNATURE = bytes.fromhex("D0CF11E0A1B11AE1")
_LAST_SECTOR = 0xFFFFFFFA
_ENTRY_SIZE = 128
_STREAM, _ROOT = 2, 5
_MINI_SECTOR_SHIFT = 6


def streams(data: bytes) -> dict[str, bytes]:
    """Return the streams of a compound file by their names alone, the storage left out; ValueError if it is damaged.

    In a VBA project no two streams that matter share a name. Streams that share their bytes are damage too: else a
    small file could have any number of large ones.

    >>> from xlvp.ooxml.compoundfile import compound_file
    >>> streams(compound_file({"VBA/dir": b"text"}))
    {'dir': b'text'}
    """
    try:
        return _streams(data)
    except (struct.error, IndexError, UnicodeError) as error:
        raise ValueError(f"a damaged compound file: {error}") from None


def _streams(data: bytes) -> dict[str, bytes]:
    if not data.startswith(_SIGNATURE):
        raise ValueError("no compound file")
    (sector_shift,) = struct.unpack_from("<H", data, 30)
    if sector_shift not in (9, 12):
        raise ValueError("a compound file of an unknown version")
    directory_start, _, cutoff, mini_fat_start, _, difat_next, _ = struct.unpack_from("<7I", data, 48)
    fat_sectors = _fat_sectors(data, sector_shift, difat_next)
    fat = _numbers(b"".join(_sector(data, number, sector_shift) for number in fat_sectors))
    directory = _chain(data, fat, directory_start, sector_shift)
    mini_fat = _numbers(_chain(data, fat, mini_fat_start, sector_shift))

    entries = [directory[at : at + _ENTRY_SIZE] for at in range(0, len(directory) - _ENTRY_SIZE + 1, _ENTRY_SIZE)]
    mini_stream = b""
    found = {}
    room = 2 * len(data)  # small streams lie in the mini stream, which is one of the others
    for entry in entries:
        (name_size, kind), (start, size) = struct.unpack_from("<HB", entry, 64), struct.unpack_from("<II", entry, 116)
        name = entry[: max(name_size - 2, 0)].decode("utf-16-le")
        if kind in (_ROOT, _STREAM):
            room -= size
            if room < 0:
                raise ValueError("a compound file whose streams are longer than itself")
        if kind == _ROOT:
            mini_stream = _chain(data, fat, start, sector_shift)
        elif kind == _STREAM and size < cutoff:
            # A mini sector lies in the mini stream without a header in front, hence -1.
            found[name] = _chain(mini_stream, mini_fat, start, _MINI_SECTOR_SHIFT, first=0)[:size]
        elif kind == _STREAM:
            found[name] = _chain(data, fat, start, sector_shift)[:size]
    return found


def _fat_sectors(data: bytes, shift: int, difat_next: int) -> list[int]:
    """Return the sectors that hold the FAT: 109 in the header, more in DIFAT sectors, 2.5."""
    numbers = list(struct.unpack_from("<109I", data, 76))
    seen = set()
    while difat_next < _LAST_SECTOR:
        if difat_next in seen:
            raise ValueError("a compound file that runs in a circle")
        seen.add(difat_next)
        *more, difat_next = _numbers(_sector(data, difat_next, shift))
        numbers += more
    found = [number for number in numbers if number < _LAST_SECTOR]
    if len(found) > len(data) >> shift:
        raise ValueError("a compound file that names more sectors than it has")
    return found


def _numbers(table: bytes) -> array[int]:
    found = array("I", table[: len(table) // 4 * 4])
    if sys.byteorder == "big":
        found.byteswap()
    return found


def _sector(data: bytes, number: int, shift: int, first: int = 1) -> bytes:
    """Return a sector; in a file, though not in the mini stream, the header comes before the first."""
    return data[(number + first) << shift : (number + first + 1) << shift]


def _chain(data: bytes, table: array[int], start: int, shift: int, first: int = 1) -> bytes:
    """Return the sectors from `start` on, each followed by the one that the table names."""
    pieces = []
    most = (len(data) >> shift) + 1
    while start < _LAST_SECTOR:
        pieces.append(_sector(data, start, shift, first))
        if len(pieces) > most:
            raise ValueError("a compound file that runs in a circle")
        start = table[start]
    return b"".join(pieces)
