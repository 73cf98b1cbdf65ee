"""Packages: what is carried over, and what is refused."""

from __future__ import annotations

import hashlib
import io
import struct
import tracemalloc
import zipfile
import zlib
from typing import TYPE_CHECKING

import pytest

from tests.parts.books import BOOKS, MAIN, NAMES, RELS, SHEETS, SMALL, items, workbook_xml
from tests.parts.zips import Item, Zip, raw_entries
from xlvp.embed.clashes import check_parts
from xlvp.files import RefusedError
from xlvp.ooxml.compoundfile import compound_file
from xlvp.ooxml.definednames import with_names, without_names
from xlvp.ooxml.parts import Workbook
from xlvp.ooxml.sheets import read_book

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

XML = "xl/workbook.xml"
GOOD = Zip(items(SMALL)).written()


def noise(length: int) -> bytes:
    """Bytes that do not shrink."""
    return hashlib.shake_256(b"xlvp").digest(length)


def opened(data: bytes) -> Workbook:
    return Workbook(io.BytesIO(data))


def rewritten(data: bytes, xml: bytes) -> bytes:
    out = io.BytesIO()
    opened(data).write_with(xml, out.write)
    return out.getvalue()


def tail(archive: bytes) -> tuple[bytes, bytes]:
    """The end record without offsets, and the archive's comment."""
    at = archive.rfind(b"PK\5\6")
    return archive[at : at + 16], archive[at + 20 :]


def without_sums(record: bytes, header: bytes) -> tuple[bytes, ...]:
    """A record and a header (APPNOTE 4.3.12, 4.3.7) up to the name, without sums, and without a descriptor's flag."""
    flags = (bytes([data[at] & ~8, data[at + 1]]) for data, at in ((record, 8), (header, 6)))
    return record[:8], record[10:16], record[28:42], header[:6], header[8:14], header[26:30], *flags


@pytest.mark.parametrize("name", BOOKS)
@pytest.mark.parametrize("length", [0, 200_000])
def test_only_the_workbook_part_changes(name: str, length: int) -> None:
    before = BOOKS[name]()
    workbook = opened(before)
    xml = workbook.xml + b"<!-- " + noise(length // 2).hex().encode() + b" -->"
    after = rewritten(before, xml)

    was, now = raw_entries(before), raw_entries(after)
    assert list(was) == list(now)
    assert [entry for entry in was if was[entry] != now[entry]] == [
        entry for entry in was if entry.decode("utf-8").replace("\\", "/") == workbook.entry.name
    ]
    (changed,) = (entry for entry in was if was[entry] != now[entry])
    assert without_sums(*now[changed][:2]) == without_sums(*was[changed][:2])
    assert now[changed].descriptor == (b"" if was[changed].header[6] & 8 else was[changed].descriptor)
    assert tail(before) == tail(after)
    assert opened(after).xml == xml
    with zipfile.ZipFile(io.BytesIO(after)) as archive:
        assert archive.testzip() is None
    assert check_parts(opened(after), ["IMPS"]) == check_parts(workbook, ["IMPS"])


@pytest.mark.parametrize("name", BOOKS)
def test_the_same_part_in_another_form_and_back(name: str) -> None:
    before = BOOKS[name]()
    xml = opened(before).xml
    assert opened(rewritten(rewritten(before, xml * 2), xml)).xml == xml


def edited(**changes: object) -> bytes:
    """A package whose second entry has something about it."""
    made = items(SMALL)
    for key, value in changes.items():
        setattr(made[1], key, value)
    return Zip(made).written()


def with_part(name: str, content: bytes = b"x") -> bytes:
    return Zip([*items(SMALL), Item(name.encode(), content)]).written()


def with_content(name: str, content: bytes | Callable[[bytes], bytes]) -> bytes:
    of = dict(SMALL)
    of[name] = content if isinstance(content, bytes) else content(of[name])
    return Zip(items(of)).written()


def patched(at: int, new: bytes, from_end: bool = True) -> bytes:
    data = bytearray(GOOD)
    start = data.rfind(b"PK\5\6") + at if from_end else at
    data[start : start + len(new)] = new
    return bytes(data)


def overlapping() -> bytes:
    made = items(SMALL)
    made.append(Item(b"again.xml", b""))
    made[-1].header_at = 0
    made[-1].local_name = made[-1].name
    return Zip(made).written()


def quoted_overlap() -> bytes:
    """Two entries that share their data, the second's header inside the first's data (as in zip bombs)."""
    inner = Item(b"inner.xml", b"inner" * 10, stored=True)
    packed = Zip([inner]).written()
    packed = packed[: packed.index(b"PK\1\2")]
    outer = Item(b"outer.xml", packed, stored=True)
    made = items(SMALL)
    prefix = len(Zip(made).written()[: Zip(made).written().index(b"PK\1\2")])
    hidden = Item(b"inner.xml", b"inner" * 10, stored=True, header_at=prefix + 30 + len(outer.name))
    data = Zip([*made, outer, hidden]).written()
    # Take out the second copy of the inner entry, which the writer has put behind the outer one.
    copy_at = data.index(packed, prefix + 30 + len(outer.name) + 1)
    data = data[:copy_at] + data[copy_at + len(packed) :]
    end = data.rfind(b"PK\5\6")
    (start,) = struct.unpack_from("<I", data, end + 16)
    return data[: end + 16] + struct.pack("<I", start - len(packed)) + data[end + 20 :]


def two_directories() -> bytes:
    data = bytearray(BOOKS["zip_64"]())
    struct.pack_into("<I", data, data.rfind(b"PK\5\6") + 16, 77)
    return bytes(data)


def of_content(length: int) -> bytes:
    """A package that claims to unpack to that many bytes."""
    return edited(size=length - sum(len(item.content) for item in items(SMALL) if item.name != b"_rels/.rels"))


def at_the_start_of_the_second_megabyte(name: str) -> bytes:
    """A compound file with the name of a stream there."""
    return compound_file({}).ljust(1 << 20, b"\0") + name.encode("utf-16-le").ljust(512, b"\0")


DTD = b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'


def after_declaration(insert: bytes) -> Callable[[bytes], bytes]:
    return lambda xml: xml.replace(b"?>", b"?>" + insert, 1)


BAD: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "the file is empty"),
    "text": (b"IMPs,VPs\n1,2\n", "this is no Excel workbook"),
    "a zip of nothing": (Zip([]).written(), "this is no Excel workbook"),
    "another zip": (Zip([Item(b"readme.txt", b"hello")]).written(), "this is a zip file, but no Excel workbook"),
    "no relationships": (
        Zip(items({k: v for k, v in SMALL.items() if k != "_rels/.rels"})).written(),
        "this is a zip file, but no Excel workbook",
    ),
    "OpenDocument": (
        Zip(
            [
                Item(b"mimetype", b"application/vnd.oasis.opendocument.spreadsheet", stored=True),
                Item(b"content.xml", b""),
            ]
        ).written(),
        "this is an OpenDocument file; save it as .xlsx",
    ),
    "encrypted": (
        compound_file({"EncryptionInfo": b"1", "EncryptedPackage": b"x" * 9000}),
        "the workbook is encrypted",
    ),
    "rights-managed": (
        compound_file({"\x09DRMContent": b"1", "DRMEncryptedDataSpace": b"x"}),
        "the workbook is encrypted",
    ),
    "encrypted, far into the file": (
        at_the_start_of_the_second_megabyte("EncryptedPackage"),
        "the workbook is encrypted",
    ),
    "xls": (compound_file({"Workbook": b"x" * 9000}), "this is an .xls workbook"),
    "old xls": (compound_file({"Book": b"x" * 9000}), "this is an .xls workbook"),
    "a Word file of 1997": (compound_file({"WordDocument": b"x"}), "this is no Excel workbook"),
    "xlsb": (with_content("_rels/.rels", lambda x: x.replace(b"workbook.xml", b"workbook.bin")), "this is an .xlsb"),
    "xlsb by its type": (
        with_content(
            "[Content_Types].xml",
            lambda x: x.replace(
                b"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
                b"application/vnd.ms-excel.sheet.binary.macroEnabled.main",
            ),
        ),
        "this is an .xlsb workbook; save it as .xlsx or .xlsm",
    ),
    "signed": (with_part("_xmlsignatures/origin.sigs"), "the workbook is digitally signed"),
    "signed elsewhere": (
        with_content(
            "_rels/.rels",
            lambda x: x.replace(
                b"</Rel",
                b'<Relationship Id="s" Target="o.sigs" Type="http://schemas.openxmlformats.org/package/2006/relationships/'
                b'digital-signature/origin"/></Rel',
            ),
        ),
        "the workbook is digitally signed",
    ),
    "DTD in relationships": (with_content("_rels/.rels", after_declaration(DTD)), "document type definition"),
    "DTD in content types": (with_content("[Content_Types].xml", after_declaration(DTD)), "document type definition"),
    "two workbooks": (
        with_content(
            "_rels/.rels",
            lambda x: x.replace(
                b"</Rel", f'<Relationship Id="s" Target="o" Type="{RELS}/officeDocument"/></Rel'.encode()
            ),
        ),
        "more than one workbook part",
    ),
    "workbook outside": (
        with_content("_rels/.rels", lambda x: x.replace(b"/></Rel", b' TargetMode="External"/></Rel')),
        "one outside the file",
    ),
    "workbook with a long name missing": (
        with_content("_rels/.rels", lambda x: x.replace(b"/workbook", b"/" + b"b" * 80)),
        f"the workbook part 'xl/{'b' * 57}' is missing",
    ),
    "workbook missing": (with_content("_rels/.rels", lambda x: x.replace(b"/workbook", b"/book")), "is missing"),
    "relationships cut off": (with_content("_rels/.rels", lambda x: x[:-5]), "_rels/.rels is not well-formed XML"),
    "relationships in an unknown encoding": (
        with_content("_rels/.rels", lambda x: x.replace(b"UTF-8", b"QTF-8")),
        "_rels/.rels is written in an encoding of its own",
    ),
    "relationships in an encoding of many bytes": (
        with_content("_rels/.rels", lambda x: x.replace(b"UTF-8", b"Big5")),
        "_rels/.rels is written in an encoding of its own",
    ),
    "a name of two lines": (edited(local_name=b"_rel\n.rels"), "header and directory do not agree"),
    "huge relationships": (with_content("_rels/.rels", b" " * (5 << 20)), "is larger than 4 MB"),
    "hardly too large relationships": (
        with_content("_rels/.rels", lambda x: x.ljust((4 << 20) + 1)),
        "_rels/.rels is larger than 4 MB",
    ),
    "huge workbook part": (with_content(XML, b" " * (17 << 20)), "xl/workbook.xml is larger than 16 MB"),
    "zip password": (edited(flags=1), "the workbook is encrypted"),
    "another packing": (edited(method=9), "packed in a way that Excel does not use"),
    "another disk": (edited(disk=3), "packed in a way that Excel does not use"),
    "wrong checksum": (edited(crc=1), "_rels/.rels does not match its checksum"),
    "longer than told": (edited(size=100), "_rels/.rels does not match its checksum"),
    "shorter than told": (edited(size=100_000), "_rels/.rels does not match its checksum"),
    "zip bomb by its size": (edited(size=(1 << 32) - 2), "it would unpack to more than 2 GB"),
    "hardly a zip bomb": (of_content((2 << 30) + 1), "it would unpack to more than 2 GB"),
    "no zip bomb": (of_content(2 << 30), "_rels/.rels is larger than 4 MB"),
    "another name in its header": (edited(local_name=b"_rels/.sler"), "header and directory do not agree"),
    "duplicate": (with_part(XML), "it holds xl/workbook.xml twice"),
    "duplicate in capitals": (with_part("XL/Workbook.xml"), "it holds XL/Workbook.xml twice"),
    "duplicate with backslash": (with_part("xl\\workbook.xml"), "it holds xl/workbook.xml twice"),
    "absolute": (with_part("/etc/passwd"), "an entry is called '/etc/passwd'"),
    "drive": (with_part("C:\\x"), "an entry is called 'C:/x'"),
    "upwards": (with_part("xl/../../x"), "an entry is called 'xl/../../x'"),
    "upwards with backslash": (with_part("..\\x"), "an entry is called '../x'"),
    "upwards with a long name": (with_part("../" + "x" * 70), f"(an entry is called '../{'x' * 57}')"),
    "a long name with another packing": (edited(name=b"n" * 70, method=9), f"({'n' * 60} is packed in a way"),
    "NUL": (with_part("a\0b"), "an entry is called"),
    "no name": (with_part(""), "an entry is called ''"),
    "overlap": (overlapping(), "header and directory do not agree"),
    "overlap inside": (quoted_overlap(), "overlaps another entry"),
    "bytes in front": (
        Zip(items(SMALL), prefix=b"PK\3\4" + b"x" * 40).written(),
        "something in front of its first entry",
    ),
    "bytes behind": (GOOD + b"x", "something follows its end"),
    "no directory": (GOOD[:-30], "the file is damaged"),
    "half a file": (GOOD[: len(GOOD) // 2], "the directory at its end is missing"),
    "several disks": (patched(4, b"\1\0"), "one of several disks"),
    "directory moved": (patched(16, b"\1\0\0\0"), "its directory is not where it should be"),
    "two directories": (two_directories(), "it has two directories"),
    "entries miscounted": (patched(8, b"\4\0\4\0"), "does not have as many entries"),
}


@pytest.mark.parametrize("name", BAD)
def test_refused(name: str) -> None:
    data, reason = BAD[name]
    with pytest.raises(RefusedError) as refusal:
        check_parts(opened(data), ["IMPS"])
    assert reason in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert ";" in str(refusal.value)  # what to do comes after it


def test_every_part_is_checked() -> None:
    data = bytearray(with_part("xl/media/image1.png", noise(5000)))
    at = data.index(b"xl/media") + 2000
    data[at] ^= 1
    workbook = opened(bytes(data))
    with pytest.raises(RefusedError, match=r"xl/media/image1\.png"):
        check_parts(workbook, [])


@pytest.mark.parametrize(
    ("cells", "used"),
    [
        ("<f>IMPS(A1)</f>", True),
        ("<f>imps(A1)</f>", True),
        ("<f>SUM(_xludf.Imps(A1))</f>", True),
        ("<f>_xlfn.MAP(A1:A9,IMPS)</f>", True),
        ("<f>-IMPS(A1)</f>", True),
        ("<f>MYIMPS(A1)</f>", False),
        ("<f>IMPSX(A1)</f>", False),
        ("<f>SUM(IMPS1)</f>", False),
        ("<v>7</v>", False),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize("before", [0, (1 << 18) - 8, (1 << 18) - 5, 1 << 20])
def test_cells_that_use_a_name(cells: str, used: bool, encoding: str, before: int) -> None:
    of = dict(SMALL)
    xml = f'<worksheet xmlns="{MAIN}">{" " * (before - len(MAIN) - 25)}{cells}</worksheet>'
    of["xl/worksheets/sheet1.xml"] = xml.encode(encoding)
    assert check_parts(opened(Zip(items(of)).written()), ["IMPS", "WBFVP"]) is used


def packed_as(packed: bytes, content: bytes) -> bytes:
    """A package with an entry of this content, in this packing."""
    data = bytearray(Zip([*items(SMALL), Item(b"xl/media/image1.png", packed, stored=True)]).written())
    for at, field in ((data.rindex(b"PK\3\4"), 8), (data.rindex(b"PK\1\2"), 10)):
        struct.pack_into("<H", data, at + field, 8)
        struct.pack_into("<3I", data, at + field + 6, zlib.crc32(content), len(packed), len(content))
    return bytes(data)


def test_nothing_packed_into_nothing() -> None:
    """Some writers deflate an empty entry to no byte at all."""
    workbook = opened(packed_as(b"", b""))
    check_parts(workbook, ["IMPS"])
    out = io.BytesIO()
    workbook.write_with(workbook.xml, out.write)
    assert zipfile.ZipFile(out).read("xl/workbook.xml") == workbook.xml


@pytest.mark.parametrize("length", [0, 10, (1 << 18) - 1, 1 << 18, (1 << 18) + 1, 3 << 18])
@pytest.mark.parametrize("content", [bytes, noise], ids=["shrinks", "does not shrink"])
def test_how_an_entry_may_be_packed(length: int, content: Callable[[int], bytes]) -> None:
    data = content(length)
    packed = zlib.compress(data)[2:-4]
    unfinished = zlib.compressobj(wbits=-15)
    without_end = unfinished.compress(data) + unfinished.flush(zlib.Z_SYNC_FLUSH)
    assert check_parts(opened(packed_as(packed, data)), []) is False
    for wrong in (without_end, packed + b"x", packed + bytes(1 << 18), packed[:-1], b"\7" + packed):
        with pytest.raises(RefusedError, match=r"xl/media/image1\.png"):
            check_parts(opened(packed_as(wrong, data)), [])


@pytest.mark.slow
def test_a_zip_bomb_takes_no_memory() -> None:
    nothing = bytes(1 << 28)
    workbook = opened(packed_as(zlib.compress(nothing, 9)[2:-4], nothing))  # 256 MB in 256 KB
    del nothing
    tracemalloc.start()
    assert check_parts(workbook, ["IMPS"]) is False
    assert tracemalloc.get_traced_memory()[1] < 8 << 20
    tracemalloc.stop()


def test_an_entry_that_unpacks_to_more_than_it_says_stops_there() -> None:
    data = bytearray(with_part("bomb.xml", bytes(1 << 26)))
    for at, field in ((data.rindex(b"PK\3\4"), 22), (data.rindex(b"PK\1\2"), 24)):
        struct.pack_into("<I", data, at + field, 1000)
    tracemalloc.start()
    with pytest.raises(RefusedError, match="does not match its checksum"):
        check_parts(opened(bytes(data)), [])
    assert tracemalloc.get_traced_memory()[1] < 8 << 20
    tracemalloc.stop()


def test_zip64_in_a_single_entry() -> None:
    made = items(SMALL)
    made[-1].zip64 = True
    for data in (Zip(made).written(), Zip(made, zip64_end=True).written()):
        assert opened(rewritten(data, b"<!-- -->")).xml == b"<!-- -->"


END_FIELDS = {"<H": {8: 24, 10: 32}, "<I": {12: 40, 16: 48}}
"""The fields of the end record, and where the zip64 end record has them in 8 bytes (APPNOTE 4.3.16, 4.3.14)."""


@pytest.mark.parametrize("told", [(), (12,), (16,), (8, 10), (8, 10, 12, 16)], ids=repr)
def test_zip64_beside_an_end_record_that_tells_its_fields_too(told: tuple[int, ...]) -> None:
    def fields(data: bytes | bytearray) -> dict[int, tuple[str, int, int]]:
        """Each field's form and its two values, that of the end record and the true one."""
        end, wide = data.rindex(b"PK\5\6"), data.rindex(b"PK\6\6")
        return {
            at: (form, *struct.unpack_from(form, data, end + at), *struct.unpack_from("<Q", data, wide + wide_at))
            for form, places in END_FIELDS.items()
            for at, wide_at in places.items()
        }

    before = bytearray(BOOKS["zip_64"]())
    for at, (form, _, true) in fields(before).items():
        if at in told:
            struct.pack_into(form, before, before.rindex(b"PK\5\6") + at, true)
    xml = opened(bytes(before)).xml + b"<!-- " + noise(2000).hex().encode() + b" -->"
    after = rewritten(bytes(before), xml)
    assert opened(after).xml == xml
    for at, (form, narrow, true) in fields(after).items():
        assert narrow == (true if at in told else (1 << 8 * struct.calcsize(form)) - 1)


def test_a_file_of_more_than_1_gb(tmp_path: Path) -> None:
    """The parts are small, but between the last two lies a gap."""
    gap = 1 << 30
    made = items(SMALL)
    data = bytearray(Zip(made).written())
    last_at = data.rindex(b"PK\3\4")
    end = data.rindex(b"PK\5\6")
    for at in (data.rindex(b"PK\1\2") + 42, end + 16):  # where the last entry is, and the directory
        struct.pack_into("<I", data, at, struct.unpack_from("<I", data, at)[0] + gap - len(data))
    path = tmp_path / "large.xlsx"
    with path.open("wb") as file:
        file.write(data[:last_at])
        file.seek(last_at + gap - len(data))
        file.write(data[last_at:])
        assert file.tell() == gap
    with path.open("r+b") as file:
        workbook = Workbook(file)
        assert check_parts(workbook, ["IMPS"]) is False
        file.seek(-2, 2)
        file.write(b"\1\0x")  # a comment makes it longer by one
        with pytest.raises(RefusedError, match="larger than 1 GB; split the workbook"):
            Workbook(file)


UTF_16 = ("utf-16-le", "utf-16-be")
UTF_32 = ("utf-32-le", "utf-32-be")


def encoded(encoding: str, mark: str, declaration: str) -> bytes:
    """A package whose workbook part is in this encoding."""
    return with_content(XML, (mark + workbook_xml(SHEETS, declaration=declaration)).encode(encoding))


@pytest.mark.parametrize("declaration", ["", '<?xml version="1.0"?>', '<?xml version="1.0" encoding="UTF-16"?>'])
@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["without a mark", "with a mark"])
@pytest.mark.parametrize("encoding", UTF_16)
def test_utf_16_with_and_without_a_mark(encoding: str, mark: str, declaration: str) -> None:
    data = encoded(encoding, mark, declaration)
    before = opened(data).xml
    change = with_names(before, NAMES)
    assert change.added
    assert change.xml.decode(encoding).startswith(mark + declaration + "<workbook")
    assert without_names(change.xml).xml == before
    assert [sheet.name for sheet in read_book(io.BytesIO(data)).sheets] == ["One"]


@pytest.mark.parametrize("declaration", ["", '<?xml version="1.0" encoding="UTF-32"?>'])
@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["without a mark", "with a mark"])
@pytest.mark.parametrize("encoding", UTF_32)
def test_utf_32_is_refused(encoding: str, mark: str, declaration: str) -> None:
    data = encoded(encoding, mark, declaration)
    with pytest.raises(RefusedError, match="the workbook part is written in UTF-32"):
        with_names(opened(data).xml, NAMES)
    with pytest.raises(RefusedError, match="the workbook part is written in UTF-32"):
        read_book(io.BytesIO(data))


def test_a_part_of_the_greatest_length_is_read() -> None:
    assert opened(with_content("_rels/.rels", lambda xml: xml.ljust(4 << 20))).entry.name == XML
