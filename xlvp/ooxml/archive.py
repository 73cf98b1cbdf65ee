"""A zip file whose entries are read one by one, and which is rewritten with one of them changed.

`zipfile` cannot carry an entry over: writing means compressing again, under other headers. Here everything outside
the changed entry is copied as bytes, and only the offsets in the directory move (APPNOTE 4.3.12, 4.3.14 to 4.3.16).
Memory does not grow with the file, whatever its entries claim to be.
"""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING, BinaryIO

from xlvp.ooxml.refusal import damaged, unsafe
from xlvp.ooxml.zipdirectory import (
    DEFLATED,
    DESCRIPTOR,
    IN_ZIP64,
    ZIP64_LOCATOR,
    Entry,
    find_directory,
    read_entries,
    wide_fields,
    zip64_in_header,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Write = Callable[[bytes], object]

_COPIED_AT_ONCE = 1 << 20
_PACKED_AT_ONCE = 1 << 17
_INFLATED_AT_ONCE = 1 << 18
_LARGEST_CONTENT = 2 << 30
"""What a workbook may unpack to: more than Excel can work with, and a matter of seconds."""
_SHOWN = 60


class Archive:
    """A zip file open for reading; one that is damaged or dangerous is refused at once."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._length = file.seek(0, 2)
        self._directory = find_directory(self._bytes, self._length)
        self.entries = read_entries(self._directory, self._bytes)
        if sum(entry.size for entry in self.entries) > _LARGEST_CONTENT:
            raise unsafe(f"it would unpack to more than {_LARGEST_CONTENT >> 30} GB")
        self._by_name: dict[str, Entry] = {}
        for entry in self.entries:
            _check_name(entry.name)
            if self._by_name.setdefault(entry.name.casefold(), entry) is not entry:
                raise unsafe(f"it holds {entry.name[:_SHOWN]} twice")

    def find(self, name: str) -> Entry | None:
        """Return the entry of this name; case does not matter (ECMA-376 part 2, 6.3.5)."""
        return self._by_name.get(name.casefold())

    def read(self, entry: Entry, limit: int) -> bytes:
        """Return an entry's content, if it is no longer than `limit` bytes."""
        if entry.size > limit:
            raise unsafe(f"{entry.name[:_SHOWN]} is larger than {limit >> 20} MB")
        return b"".join(self.chunks(entry))

    def chunks(self, entry: Entry) -> Iterator[bytes]:
        """Yield an entry's content piece by piece, and refuse it if it is not what the directory says."""
        crc = size = 0
        try:
            for chunk in self._inflated(entry) if entry.method == DEFLATED else self._packed(entry):
                size += len(chunk)
                if size > entry.size:
                    break
                crc = zlib.crc32(chunk, crc)
                yield chunk
        except zlib.error:
            raise damaged(f"{entry.name[:_SHOWN]} cannot be unpacked") from None
        if (crc, size) != (entry.crc, entry.size):
            raise damaged(f"{entry.name[:_SHOWN]} does not match its checksum")

    def write_with(self, entry: Entry, content: bytes, write: Write) -> None:
        """Write the archive with `content` in place of what `entry` holds."""
        packed = _deflated(content) if entry.method == DEFLATED else content
        crc = zlib.crc32(content)
        header = bytearray(self._bytes(entry.header_at, entry.data_at - entry.header_at))
        _change_header(header, crc, len(packed), len(content))
        grown_by = entry.data_at + len(packed) - entry.end
        directory = self._moved_directory(entry, grown_by)
        _change_record(directory, entry.record_at, crc, len(packed), len(content))
        tail = self._moved_tail(grown_by)

        self._copy(0, entry.header_at, write)
        write(bytes(header))
        write(packed)
        self._copy(entry.end, self._directory.at, write)
        write(bytes(directory))
        write(tail)

    def _bytes(self, at: int, length: int) -> bytes:
        self._file.seek(at)
        data = self._file.read(length)
        if len(data) != length:
            raise damaged("it ends too early")
        return data

    def _packed(self, entry: Entry) -> Iterator[bytes]:
        end = entry.data_at + entry.packed
        for at in range(entry.data_at, end, _PACKED_AT_ONCE):
            yield self._bytes(at, min(_PACKED_AT_ONCE, end - at))

    def _inflated(self, entry: Entry) -> Iterator[bytes]:
        if entry.packed == entry.size == 0:  # some writers pack nothing into nothing, without so much as an end
            return
        inflate = zlib.decompressobj(-zlib.MAX_WBITS)
        for packed in self._packed(entry):
            waiting = packed
            while waiting:
                if inflate.eof:  # zlib would go on handing the rest back for ever
                    raise zlib.error
                yield inflate.decompress(waiting, _INFLATED_AT_ONCE)
                waiting = inflate.unconsumed_tail
        while not inflate.eof:  # output that was held back when the last piece went in
            rest = inflate.decompress(b"", _INFLATED_AT_ONCE)
            if not rest and not inflate.eof:
                raise zlib.error
            yield rest
        if inflate.unused_data:
            raise zlib.error

    def _copy(self, at: int, end: int, write: Write) -> None:
        for start in range(at, end, _COPIED_AT_ONCE):
            write(self._bytes(start, min(_COPIED_AT_ONCE, end - start)))

    def _moved_directory(self, changed: Entry, by: int) -> bytearray:
        """Return the directory with every header offset behind the changed entry moved."""
        directory = bytearray(self._directory.data)
        for entry in self.entries:
            if entry.header_at > changed.header_at:
                _, _, (old, place) = wide_fields(directory, entry.record_at)
                in_record = place == entry.record_at + 42
                _put(directory, place, old + by, wide=not in_record)
        return directory

    def _moved_tail(self, by: int) -> bytes:
        """Return the records behind the directory: the end record, before it those of zip64 if there are any."""
        start = self._directory.tail_at
        tail = bytearray(self._bytes(start, self._length - start))
        end_at = self._directory.end_at - start
        if end_at:
            _put(tail, 48, self._directory.at + by, wide=True)
            _put(tail, end_at - ZIP64_LOCATOR.size + 8, start + by, wide=True)
        if not end_at or struct.unpack_from("<I", tail, end_at + 16)[0] != IN_ZIP64:
            _put(tail, end_at + 16, self._directory.at + by, wide=False)
        return bytes(tail)


def _check_name(name: str) -> None:
    """Refuse a name that two programs could take for different files."""
    steps = name.removesuffix("/").split("/")
    if {"", ".", ".."} & set(steps) or ":" in steps[0] or not name.isprintable():
        raise unsafe(f"an entry is called {name[:_SHOWN]!r}")


def _deflated(content: bytes) -> bytes:
    pack = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return pack.compress(content) + pack.flush()


def _put(data: bytearray, at: int, value: int, *, wide: bool) -> None:
    struct.pack_into("<Q" if wide else "<I", data, at, value)


def _change_header(header: bytearray, crc: int, packed: int, size: int) -> None:
    """Write new sums into a local header; nothing is left for a data descriptor to say."""
    struct.pack_into("<H", header, 6, struct.unpack_from("<H", header, 6)[0] & ~DESCRIPTOR)
    wide_at = zip64_in_header(header)
    if wide_at:
        struct.pack_into("<III", header, 14, crc, IN_ZIP64, IN_ZIP64)
        struct.pack_into("<QQ", header, wide_at, size, packed)
    else:
        struct.pack_into("<III", header, 14, crc, packed, size)


def _change_record(directory: bytearray, at: int, crc: int, packed: int, size: int) -> None:
    """Write new sums into a record of the directory."""
    (_, size_at), (_, packed_at), _ = wide_fields(directory, at)
    struct.pack_into("<H", directory, at + 8, struct.unpack_from("<H", directory, at + 8)[0] & ~DESCRIPTOR)
    struct.pack_into("<I", directory, at + 16, crc)
    _put(directory, size_at, size, wide=size_at != at + 24)
    _put(directory, packed_at, packed, wide=packed_at != at + 20)
