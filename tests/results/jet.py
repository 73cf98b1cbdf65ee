"""A database as Microsoft Access 97 writes it, with the tables that a test gives: no library writes one.

Written from the description of the format that mdbtools keeps; mdbtools reads what comes out.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

PAGE = 2048
BOOLEAN, SHORT, LONG, TEXT, OBJECT = 1, 3, 4, 10, 11
_VARIABLE = (TEXT, OBJECT)
_SIZES = {BOOLEAN: 0, SHORT: 2, LONG: 4}
_PACKED = {SHORT: "<h", LONG: "<i"}
_MAP_BYTES = 64

Columns = dict[str, int]
"""The columns of a table: their names and types."""


def database(tables: Mapping[str, tuple[Columns, Sequence[Sequence[Any]]]]) -> bytes:
    """Return a database; the rows of each table are given in the order of its columns."""
    first = 3  # behind the head, the usage maps and the definition of the catalog
    places = dict(zip(tables, range(first, first + len(tables)), strict=True))
    catalog = [[place, name, 1, 0, None] for name, place in places.items()]
    known: dict[int, tuple[Columns, Sequence[Sequence[Any]]]] = {
        2: ({"Id": LONG, "Name": TEXT, "Type": SHORT, "Flags": LONG, "LvProp": OBJECT}, catalog)
    }
    known |= {places[name]: (columns, rows) for name, (columns, rows) in tables.items()}
    pages = [_head(), b"", *(_definition(number, *table) for number, table in enumerate(known.values()))]
    maps = []
    for place, (columns, rows) in known.items():
        used = range(len(pages), len(pages) + len(made := _data(place, columns, rows)))
        pages += made
        maps.append(b"\0" + struct.pack("<I", 0) + sum(1 << page for page in used).to_bytes(_MAP_BYTES, "little"))
    pages[1] = _page(1, maps)
    return b"".join(page.ljust(PAGE, b"\0") for page in pages)


def _head() -> bytes:
    """Return what stands in front: no password, code page 1252, all of it under the key that Access has for that."""
    settings = bytearray(126)
    struct.pack_into("<H", settings, 0x3C - 0x18, 1252)
    return b"\0\1\0\0Standard Jet DB\0" + struct.pack("<I", 0) + _rc4(b"\xc7\xda\x39\x6b", bytes(settings))


def _rc4(key: bytes, data: bytes) -> bytes:
    state = list(range(256))
    j = 0
    for i in range(256):
        j = (j + state[i] + key[i % len(key)]) % 256
        state[i], state[j] = state[j], state[i]
    out, i, j = bytearray(), 0, 0
    for byte in data:
        i = (i + 1) % 256
        j = (j + state[i]) % 256
        state[i], state[j] = state[j], state[i]
        out.append(byte ^ state[(state[i] + state[j]) % 256])
    return bytes(out)


def _definition(number: int, columns: Columns, rows: Sequence[Sequence[Any]]) -> bytes:
    """Return the page that defines a table; its usage map is row `number` of page 1."""
    texts = sum(kind in _VARIABLE for kind in columns.values())
    described, fixed, variable = b"", 0, 0
    for place, kind in enumerate(columns.values()):
        is_text = kind in _VARIABLE
        described += struct.pack("<BHHH6sB", kind, place, variable, place, b"\x09\x04\xe4\x04\0\0", 2 if is_text else 3)
        described += struct.pack("<HH", 0 if is_text else fixed, 255 if is_text else _SIZES[kind])
        variable += is_text
        fixed += 0 if is_text else _SIZES[kind]
    names = b"".join(bytes([len(name)]) + name.encode() for name in columns)
    counts = struct.pack("<BHHHII", 0x4E, len(columns), texts, len(columns), 0, 0)
    pointer = struct.pack("<II", 1 << 8 | number, 1 << 8 | number)
    body = struct.pack("<II", len(rows), 0) + counts + pointer + described + names + b"\xff\xff"
    return b"\2\1VC" + struct.pack("<II", 0, len(body)) + body


def _data(owner: int, columns: Columns, rows: Sequence[Sequence[Any]]) -> list[bytes]:
    """Return the pages with the rows of a table."""
    pages: list[list[bytes]] = [[]]
    for row in rows:
        record = _record(columns, row)
        if 10 + sum(len(each) + 2 for each in [*pages[-1], record]) > PAGE:
            pages.append([])
        pages[-1].append(record)
    return [_page(owner, records) for records in pages]


def _page(owner: int, records: Sequence[bytes]) -> bytes:
    """Return a page of data: where the records begin stands in front, they themselves from the end on backwards."""
    offsets, body = [], b""
    for record in records:
        body = record + body
        offsets.append(PAGE - len(body))
    front = b"\1\1" + struct.pack("<HIH", PAGE - len(body) - 10 - 2 * len(records), owner, len(records))
    front += b"".join(struct.pack("<H", offset) for offset in offsets)
    return front + bytes(PAGE - len(front) - len(body)) + body


def _record(columns: Columns, row: Sequence[Any]) -> bytes:
    """Return a row: fixed values, texts, where each text begins (backwards), and which values there are."""
    there = 0
    record, texts = bytes([len(columns)]), []
    for place, (kind, value) in enumerate(zip(columns.values(), row, strict=True)):
        if value is not None and (kind != BOOLEAN or value):
            there |= 1 << place
        if kind in _PACKED:
            record += struct.pack(_PACKED[kind], value or 0)
        elif kind in _VARIABLE:
            texts.append((value or "").encode("cp1252"))
    starts = []
    for text in texts:
        starts.append(len(record))
        record += text
    ends = bytes([len(record), *reversed(starts), len(starts)])
    return record + ends + there.to_bytes(-(-len(columns) // 8), "little")
