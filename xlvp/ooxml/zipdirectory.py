"""The directory of a zip file, read strictly.

Source: PKWARE's APPNOTE 6.3.10; its sections are named below. What ECMA-376 part 2 (annex B) allows in a package is
all that is accepted: one disk, no encryption, entries stored or deflated.

It is our own because `zipfile` forgives what another program may read in another way: overlapping entries, bytes in
front of the first, local headers that contradict the directory. And it does not tell where an entry's bytes are.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, NamedTuple

from xlvp.files import RefusedError
from xlvp.ooxml.refusal import ENCRYPTED, damaged, unsafe

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Read = Callable[[int, int], bytes]
    """Reads as many bytes as asked from a place in the file, or refuses a file that is too short."""

LOCAL = struct.Struct("<4s5H3I2H")  # 4.3.7
CENTRAL = struct.Struct("<4s6H3I5H2I")  # 4.3.12
END = struct.Struct("<4s4H2IH")  # 4.3.16
ZIP64_END = struct.Struct("<4sQ2H2I4Q")  # 4.3.14
ZIP64_LOCATOR = struct.Struct("<4sIQI")  # 4.3.15
_LOCAL_SIGNATURE = b"PK\3\4"
_CENTRAL_SIGNATURE = b"PK\1\2"
_END_SIGNATURE = b"PK\5\6"
_ZIP64_END_SIGNATURE = b"PK\6\6"
_ZIP64_LOCATOR_SIGNATURE = b"PK\6\7"
_DESCRIPTOR_SIGNATURE = b"PK\7\x08"

_NEWEST = 63  # 4.4.3.2: the highest version of the format that a reader may need
STORED = 0
DEFLATED = 8
# 4.4.4: bits of the flags.
_ENCRYPTED = 1 << 0 | 1 << 6 | 1 << 13
_PATCH = 1 << 5
_UTF_8 = 1 << 11
DESCRIPTOR = 1 << 3

IN_ZIP64 = 0xFFFFFFFF
"""A 32-bit field whose value stands in the zip64 extra field, 4.5.3."""

_LARGEST_DIRECTORY = 16 << 20
_MOST_ENTRIES = 0xFFFF  # without zip64 there cannot be more
_LONGEST_DESCRIPTOR = 24  # what is behind the last entry, the directory's first record and end, is longer
_SHOWN = 60


class Entry(NamedTuple):
    """An entry as the directory tells it, with the places of its bytes in the file."""

    name: str
    method: int
    crc: int
    packed: int
    size: int
    record_at: int
    """In the directory."""
    header_at: int
    data_at: int
    end: int
    """Behind the data and its descriptor."""


class Directory(NamedTuple):
    """The directory's bytes and place, and the place of the end record behind it."""

    data: bytes
    at: int
    entries: int
    end_at: int

    @property
    def tail_at(self) -> int:
        """Return where the records behind the directory start; with zip64 there are more than the end record."""
        return self.at + len(self.data)


def find_directory(read: Read, length: int) -> Directory:
    """Return the directory of a file of this length."""
    longest = min(length, END.size + 0xFFFF)
    last = read(length - longest, longest)
    found = last.rfind(_END_SIGNATURE)
    if found < 0 or found + END.size > len(last):
        raise damaged("the directory at its end is missing")
    end_at = length - longest + found
    _, *fields, comment = END.unpack_from(last, found)
    if end_at + END.size + comment != length:
        raise damaged("something follows its end")
    tail_at, several = end_at, False
    if end_at >= ZIP64_LOCATOR.size:
        locator_at = end_at - ZIP64_LOCATOR.size
        signature, _, zip64_at, disks = ZIP64_LOCATOR.unpack(read(locator_at, ZIP64_LOCATOR.size))
        if signature == _ZIP64_LOCATOR_SIGNATURE:
            wide = _zip64_end(read, zip64_at, locator_at)
            if any(narrow not in (0xFFFF, IN_ZIP64, true) for narrow, true in zip(fields, wide, strict=True)):
                raise damaged("it has two directories")
            tail_at, several, fields = zip64_at, disks > 1, wide
    disk, first_disk, on_disk, count, size, at = fields
    if several or disk or first_disk or on_disk != count:
        raise unsafe("it is one of several disks")
    if at + size != tail_at:
        raise damaged("its directory is not where it should be")
    if size > _LARGEST_DIRECTORY or count > _MOST_ENTRIES:
        raise unsafe("its directory is too large")
    return Directory(read(at, size), at, count, end_at)


def _zip64_end(read: Read, at: int, locator_at: int) -> list[int]:
    if at + ZIP64_END.size > locator_at:
        raise damaged("its directory is not where it should be")
    signature, size, _, _, *fields = ZIP64_END.unpack(read(at, ZIP64_END.size))
    if signature != _ZIP64_END_SIGNATURE or at + 12 + size != locator_at:  # `size` counts from behind itself
        raise damaged("its directory is not where it should be")
    return fields


def read_entries(directory: Directory, read: Read) -> tuple[Entry, ...]:
    """Return the entries in the order of the directory, each checked against its own header."""
    entries: list[Entry] = []
    at = 0
    while at < len(directory.data) and len(entries) <= directory.entries:
        entry, at = _read_record(directory, at, read)
        entries.append(entry)
    if len(entries) != directory.entries:
        raise damaged("its directory does not have as many entries as it should")
    _check_places(entries, directory)
    return tuple(entries)


def _read_record(directory: Directory, at: int, read: Read) -> tuple[Entry, int]:
    """Return the entry whose record is at this place in the directory, and the place of the next."""
    data = directory.data
    if len(data) - at < CENTRAL.size or not data.startswith(_CENTRAL_SIGNATURE, at):
        raise damaged("its directory cannot be read")
    fields = CENTRAL.unpack_from(data, at)
    needed, flags, method, crc = fields[2], fields[3], fields[4], fields[7]
    name_length, extra_length, comment_length, disk = fields[10:14]
    extra_at = at + CENTRAL.size + name_length
    next_at = extra_at + extra_length + comment_length
    if next_at > len(data):
        raise damaged("its directory cannot be read")
    stored_name = data[at + CENTRAL.size : extra_at]
    name = stored_name.decode("utf-8" if flags & _UTF_8 else "cp437", "replace").replace("\\", "/")
    if flags & _ENCRYPTED:
        raise RefusedError(ENCRYPTED)
    usual = needed & 0xFF <= _NEWEST and method in (STORED, DEFLATED) and not flags & _PATCH
    if not usual or disk not in (0, 0xFFFF):
        raise unsafe(f"{name[:_SHOWN]} is packed in a way that Excel does not use")
    size, packed, header_at = (value for value, _ in wide_fields(data, at))
    if method == STORED and size != packed:
        raise damaged(f"{name[:_SHOWN]} has two lengths")
    places = _places(directory, read, header_at, stored_name, flags, method, (crc, packed, size))
    if places is None:
        raise damaged(f"{name[:_SHOWN]}: header and directory do not agree")
    return Entry(name, method, crc, packed, size, at, header_at, *places), next_at


def wide_fields(directory: bytes | bytearray, record_at: int) -> list[tuple[int, int]]:
    """Return a record's size, packed size and header offset, each with the place where the value stands.

    The place is that of 8 bytes in the zip64 extra field where the 32-bit field says so, or that of the field.
    """
    fields = CENTRAL.unpack_from(directory, record_at)
    extra_at = record_at + CENTRAL.size + fields[10]
    zip64_at, zip64_end = _zip64_extra(directory, extra_at, extra_at + fields[11])
    found = []
    for value, offset in ((fields[9], 24), (fields[8], 20), (fields[16], 42)):
        if value != IN_ZIP64:
            found.append((value, record_at + offset))
        elif zip64_at + 8 <= zip64_end:
            found.append((struct.unpack_from("<Q", directory, zip64_at)[0], zip64_at))
            zip64_at += 8
        else:
            raise damaged("its directory lacks a length")
    return found


def _zip64_extra(data: bytes | bytearray, at: int, end: int) -> tuple[int, int]:
    """Return start and end of the content of the zip64 extra field, 4.5.3; of nothing if there is none."""
    while at + 4 <= end:
        kind, length = struct.unpack_from("<HH", data, at)
        if kind == 1 and at + 4 + length <= end:
            return at + 4, at + 4 + length
        at += 4 + length
    return end, end


def zip64_in_header(header: bytes | bytearray) -> int:
    """Return where both lengths stand in the zip64 extra field of a local header, size first, or 0."""
    name_length, extra_length = struct.unpack_from("<HH", header, 26)
    extra_at = LOCAL.size + name_length
    at, end = _zip64_extra(header, extra_at, extra_at + extra_length)
    return at if end - at >= 16 else 0


def _places(
    directory: Directory,
    read: Read,
    at: int,
    stored_name: bytes,
    flags: int,
    method: int,
    sums: tuple[int, int, int],
) -> tuple[int, int] | None:
    """Return where an entry's data starts and where the entry ends, if its local header says the same, 4.3.7."""
    if at + LOCAL.size + sums[1] > directory.at:
        return None
    header = read(at, LOCAL.size)
    header += read(at + LOCAL.size, sum(struct.unpack_from("<HH", header, 26)))
    signature, needed, own_flags, own_method, _, _, crc, packed, size, name_length, _ = LOCAL.unpack_from(header)
    own_name = header[LOCAL.size : LOCAL.size + name_length]
    described = flags & DESCRIPTOR
    same = (signature, own_method, own_name) == (_LOCAL_SIGNATURE, method, stored_name)
    if not same or own_flags & (_ENCRYPTED | _PATCH | DESCRIPTOR) != described or needed & 0xFF > _NEWEST:
        return None
    if IN_ZIP64 in (packed, size):
        wide_at = zip64_in_header(header)
        if not wide_at:
            return None
        size, packed = struct.unpack_from("<QQ", header, wide_at)
    end = at + len(header) + sums[1]
    length = _descriptor_length(read(end, _LONGEST_DESCRIPTOR), sums) if described else 0
    own_sums = (crc, packed, size)
    left_to_descriptor = length and all(own in (0, told) for own, told in zip(own_sums, sums, strict=True))
    return (at + len(header), end + length) if own_sums == sums or left_to_descriptor else None


def _descriptor_length(found: bytes, sums: Sequence[int]) -> int:
    """Return the length of the data descriptor that `found` starts with, 4.3.9: any of four forms, or 0 for none."""
    for form in ("<IQQ", "<III"):
        for signature in (_DESCRIPTOR_SIGNATURE, b""):
            if max(sums) <= 0xFFFFFFFF or form == "<IQQ":
                descriptor = signature + struct.pack(form, *sums)
                if found.startswith(descriptor):
                    return len(descriptor)
    return 0


def _check_places(entries: Sequence[Entry], directory: Directory) -> None:
    """Refuse entries that share bytes, and anything in front of the first."""
    end = 0
    for entry in sorted(entries, key=lambda entry: entry.header_at):
        if entry.header_at < end:
            raise unsafe(f"{entry.name[:_SHOWN]} overlaps another entry")
        if end == 0 and entry.header_at > 0:
            raise unsafe("there is something in front of its first entry")
        end = entry.end
    if end > directory.at:
        raise damaged("an entry reaches into the directory")
