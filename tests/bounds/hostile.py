"""Workbooks made to take all the time and memory of whoever reads them: little to send, a great deal to unpack."""

from __future__ import annotations

import io
import zipfile
from functools import cache
from itertools import repeat
from typing import TYPE_CHECKING

from xlvp.ooxml.definednames import without_names
from xlvp.ooxml.vbaproject import Module, ModuleKind, vba_project
from xlvp.rules.imps import IMP_THRESHOLDS
from xlvp.templates.new import new

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    Pieces = Iterable[bytes]
    Change = Callable[[bytes], Pieces]
    """What takes a part as it is, and gives it as it is to be."""

SHEET, WORKBOOK, STYLES = "xl/worksheets/sheet1.xml", "xl/workbook.xml", "xl/styles.xml"
CUSTOM, TYPES, RELATIONSHIPS = "docProps/custom.xml", "[Content_Types].xml", "xl/_rels/workbook.xml.rels"
TEXTS = "xl/sharedStrings.xml"
MAIN = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_MB = 1 << 20


@cache
def scorecard() -> dict[str, bytes]:
    """Return the parts of a scorecard, which every command reads, without the functions."""
    with zipfile.ZipFile(io.BytesIO(new("match", {"boards": 1}, {})[0])) as book:
        parts = {name: book.read(name) for name in book.namelist()}
    parts[WORKBOOK] = without_names(parts[WORKBOOK]).xml
    listed = b'<Override PartName="/%s" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.' % (
        TEXTS.encode()
    )
    parts[TYPES] = parts[TYPES].replace(b"</Types>", listed + b'sharedStrings+xml"/></Types>')
    parts[TEXTS] = b'<sst xmlns="%s"></sst>' % MAIN
    return parts


def write(path: Path, changes: dict[str, Change]) -> None:
    """Write the scorecard with some parts changed."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as book:
        for name, content in {**dict.fromkeys(changes, b""), **scorecard()}.items():
            with book.open(name, "w", force_zip64=True) as part:
                for piece in changes[name](content) if name in changes else [content]:
                    part.write(piece)


def inside(pieces: Callable[[], Pieces], end: bytes) -> Change:
    """Return the change that puts pieces before an end tag."""

    def change(content: bytes) -> Iterator[bytes]:
        before, _, behind = content.rpartition(end)
        yield before
        yield from pieces()
        yield end + behind

    return change


def rows(row: bytes, count: int, first: int = 100) -> Callable[[], Pieces]:
    """Return rows that are alike; `%d` in one is its number."""
    return lambda: (row.replace(b"%d", b"%d" % number) for number in range(first, first + count))


def of_sheet(pieces: Callable[[], Pieces]) -> dict[str, Change]:
    """Return a sheet with more in it."""
    return {SHEET: inside(pieces, b"</sheetData>")}


def many(piece: bytes, times: int) -> Callable[[], Pieces]:
    """Return a piece again and again."""
    at_once = piece * (1 + _MB // len(piece))
    return lambda: repeat(at_once, max(times * len(piece) // len(at_once), 1))


def numbered(piece: bytes, times: int) -> Callable[[], Pieces]:
    """Return pieces with a number of their own in each."""
    return lambda: (
        b"".join(piece % number for number in range(start, start + 1000)) for start in range(0, times, 1000)
    )


def nested(deep: int) -> Callable[[], Pieces]:
    """Return elements one in the other."""
    return lambda: [b"<a>" * deep, b"</a>" * deep]


def attribute(megabytes: int) -> Callable[[], Pieces]:
    """Return an element with a long attribute."""
    return lambda: [b'<a b="', *repeat(b"x" * _MB, megabytes), b'"/>']


def unpacked(element: bytes) -> Change:
    """Return a part that is nothing but an element, again and again."""
    return lambda content: [content, *many(element, 100_000_000)()]


ENDS = {
    WORKBOOK: b"</workbook>",
    SHEET: b"</worksheet>",
    STYLES: b"</styleSheet>",
    CUSTOM: b"</Properties>",
    TYPES: b"</Types>",
    RELATIONSHIPS: b"</Relationships>",
    TEXTS: b"</sst>",
}
"""The parts that are read, and how each ends."""

ANYWHERE: dict[str, Callable[[], Pieces]] = {
    "nested 50,000 deep": nested(50_000),
    "an attribute of 40 MB": attribute(40),
    "an attribute of 400 MB": attribute(400),
    "a million attributes": lambda: [b"<a", *numbered(b' b%d=""', 1_000_000)(), b"/>"],
    "a million kinds of element": numbered(b"<a%d/>", 1_000_000),
    "a million namespaces": numbered(b'<a xmlns:b%d="c%d"/>'.replace(b"c%d", b"c"), 1_000_000),
    "10 million elements": many(b"<a/>", 10_000_000),
    "a comment of 200 MB": lambda: [b"<!--", *repeat(b"x" * _MB, 200), b"-->"],
    "an instruction of 200 MB": lambda: [b"<?a ", *repeat(b"x" * _MB, 200), b"?>"],
    "a text of 200 MB": lambda: repeat(b"x" * _MB, 200),
    "100 million references": many(b"&amp;", 100_000_000),
}
"""What any part may have."""

_EVERYWHERE = ("nested 50,000 deep", "an attribute of 40 MB", "a million kinds of element")
"""The fillings that are tried in every part; one reader goes through them all."""

_WIDE = b'<row r="%%d">%s</row>'
_VPS = b"ROUND(10+SIGN(A%d)*10*(1-(SQRT(5)-2)^(MIN(ABS(A%d),42.43)/42.43))/(3-SQRT(5)),2)+0*%d"
CELLS: dict[str, Callable[[], Pieces]] = {
    "40 million empty cells": many(b"<c/>", 40_000_000),
    "3 million numbers": rows(_WIDE % (b"<c><v>%d.5</v></c>" * 300), 10_000),
    "3 million texts": rows(_WIDE % (b'<c t="inlineStr"><is><t>text %d</t></is></c>' * 300), 10_000),
    "as many numbers as are read": rows(_WIDE % (b"<c><v>%d.5</v></c>" * 990), 1_000),
    "as many texts as are read": rows(_WIDE % (b'<c t="str"><v>%d</v></c>' * 900), 1_000),
    "long texts": rows(_WIDE % (b'<c t="inlineStr"><is><t>%d' + b"x" * 32_000 + b"</t></is></c>"), 10_000),
    "900,000 formulas": rows(_WIDE % (b"<c><f>IF(A%d&gt;=20,1,IF(A%d&gt;=50,2,3))</f></c>" * 90), 10_000),
    "long formulas": rows(_WIDE % (b"<c><f>LOOKUP(A%d," + b"1+" * 4000 + b"1,A1:A9)</f></c>"), 10_000),
    "deep formulas": rows(_WIDE % (b"<c><f>LOOKUP(A%d," + b"(" * 4000 + b"1" + b")" * 4000 + b",A1:A9)</f></c>"), 5000),
    "large areas": rows(_WIDE % b"<c><f>SUMPRODUCT(($B$2:$B$3000&gt;=$C$1:$DDD$1)*1)+%d</f></c>", 20_000),
    "areas of areas": rows(_WIDE % b"<c><f>SUMPRODUCT((A$1:A$9999&gt;=B%d)*LOOKUP(A%d,A:A,B:B))</f></c>", 20_000),
    "texts that grow": rows(_WIDE % b'<c><f>LOOKUP(A1,A:A,B:B)&amp;REPT("x",30000)&amp;A%d</f></c>', 20_000),
    "formulas in a chain": rows(_WIDE % b"<c><f>LOOKUP(A%d,A:A)+A%d</f></c>", 50_000),
    "VPs among long texts": lambda: (
        row
        for pieces in (
            rows(_WIDE % (b"<c r='A%d'><v>3</v></c><c><f>" + _VPS + b"</f></c>"), 600),
            rows(_WIDE % ((b'<c t="str"><v>' + b"x" * 250 + b"</v></c>") * 450), 200, 700),
        )
        for row in pieces()
    ),
    "margins everywhere": lambda: (
        b'<row r="%d">' % (100 + row)
        + b"".join(b"<c><v>%d</v></c>" % ((row + column) % 300) for column in range(250))
        + b"</row>"
        for row in range(3900)
    ),
    "IMPs everywhere": lambda: (
        b'<row r="%d">' % (100 + row)
        + b"".join(b"<c><v>%d</v></c>" % points for points in IMP_THRESHOLDS * 10)
        + b"</row>"
        for row in range(3500)
    ),
    "ranges everywhere": lambda: (
        b'<row r="%d">' % (100 + row)
        + b"".join(b'<c t="str"><v>%d-%d</v></c>' % (low, low + row) for low in IMP_THRESHOLDS * 10)
        + b"</row>"
        for row in range(3500)
    ),
}


def _with_sheets(count: int) -> dict[str, Change]:
    """Return a workbook of many sheets, all of one part."""
    return {WORKBOOK: inside(numbered(b'<sheet name="s%d" sheetId="9" r:id="x"/>', count), b"</sheets>")}


def _named(target: bytes, count: int) -> dict[str, Change]:
    """Return a workbook of many names."""
    name = b'<definedName name="own%%d">%s</definedName>' % target
    return {WORKBOOK: inside(numbered(name, count), b"</definedNames>")}


_TABLE = b"application/vnd.openxmlformats-officedocument.spreadsheetml.table+xml"
_MACROS = b"application/vnd.ms-office.vbaProject"


@cache
def _macros() -> bytes:
    """Return a project of macros as long as one that is read."""
    return vba_project("P", [Module("M", ModuleKind.STANDARD, "'" * 14_000_000)])


def _parts(count: int, content: Callable[[], Pieces], kind: bytes = _TABLE) -> dict[str, Change]:
    """Return a workbook with more parts, all of one type."""
    typed = b'<Default Extension="tbl" ContentType="%s"/>' % kind
    return {
        TYPES: lambda xml: [xml.replace(b"<Override", typed + b"<Override", 1)],
        **{f"xl/more{number}.tbl": lambda _: content() for number in range(count)},
    }


BOOKS: dict[str, dict[str, Change]] = {
    "almost 2 GB of pictures": {"xl/media/picture.png": lambda _: repeat(bytes(_MB), 2040)},
    "almost 2 GB of brackets": of_sheet(lambda: repeat(b"IMPS(" * (_MB // 5), 2030)),
    "almost 2 GB of other brackets": of_sheet(lambda: repeat(b"IMPT(" * (_MB // 5), 2030)),
    "10,000 tables": _parts(10_000, lambda: [b'<table name="t" xmlns="%s"/>' % MAIN]),
    "as many parts as are read": _parts(65_000, lambda: [b'<table name="t" xmlns="%s"/>' % MAIN]),
    "more parts than are read": _parts(150_000, lambda: [b"x"]),
    "1,000 projects of macros": _parts(1_000, lambda: [_macros()], _MACROS),
    "long tables": _parts(40, lambda: [b'<table name="', *repeat(b"x" * _MB, 50), b'"/>']),
    **{name: of_sheet(pieces) for name, pieces in CELLS.items()},
    "3 million shared texts": {TEXTS: inside(numbered(b"<si><t>text %d</t></si>", 3_000_000), b"</sst>")},
    "600,000 names": _named(b"Match!$A$1", 600_000),
    "names over whole sheets": _named(b"Match!$A$1:$XFD$1048576", 1_000),
    "names over many cells": _named(b"Match!$A$1:$Z$700", 1_000),
    "names that call": _named(b"_xlfn.LAMBDA(_xlpm.a,own1(own2(own3(_xlpm.a))))", 20_000),
    "a million sheets": _with_sheets(1_000_000),
    "a million formats": {STYLES: inside(many(b'<xf numFmtId="14"/>', 1_000_000), b"</cellXfs>")},
    **{
        f"{what} in {part}": {part: inside(pieces, end)}
        for part, end in ENDS.items()
        for what, pieces in ANYWHERE.items()
        if part in (WORKBOOK, SHEET) or what in _EVERYWHERE
    },
}
"""Each workbook by what it has too much of."""

ONE_PART = {f"{what} in {part}" for part in (WORKBOOK, SHEET) for what in ANYWHERE if what not in _EVERYWHERE}
"""Those that try the one reader of XML with all that it may meet."""
