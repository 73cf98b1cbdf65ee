"""Workbooks of many makes: by XlsxWriter, by openpyxl, and by hand for what neither of them writes."""

from __future__ import annotations

import datetime
import io
import struct
import zipfile
import zlib
from typing import TYPE_CHECKING

import openpyxl
import xlsxwriter
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.workbook.defined_name import DefinedName

from tests.parts.zips import UTF_8, Item, Zip
from xlvp.ooxml.definednames import Name
from xlvp.ooxml.vbaproject import Module, ModuleKind, vba_project

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

NAMES = [
    Name(
        "IMPS",
        "_xlfn.LAMBDA(_xlpm.diff,SIGN(_xlpm.diff)*SUM(--(ABS(_xlpm.diff)>={20,50,90,130})))",
        "The IMPs & so on.",
    ),
    Name("WBFVP", '_xlfn.LAMBDA(_xlpm.imps,_xlpm.boards,IF(_xlpm.imps<0,"<0",_xlpm.boards))', 'Victory "points".'),
    Name("DEALER", '_xlfn.LAMBDA(_xlpm.board,MID("NESW",MOD(_xlpm.board-1,4)+1,1))', "Dealer: N, E, S or W, ♠."),
]
"""Names to define, with everything that XML must escape."""

BOOKS: dict[str, Callable[[], bytes]] = {}
"""Every workbook by its name, with what makes it."""


def book(make: Callable[[], bytes]) -> Callable[[], bytes]:
    BOOKS[make.__name__] = make
    return make


def png() -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">2I5B", 2, 2, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(b"\0abcdef\0abcdef"))
        + chunk(b"IEND", b"")
    )


# XlsxWriter


def xlsxwriter_book(name: str, fill: Callable[[Any, Any], object], **options: object) -> None:
    def make() -> bytes:
        out = io.BytesIO()
        made = xlsxwriter.Workbook(out, options)
        made.set_properties({"created": datetime.datetime(2024, 1, 1, tzinfo=datetime.UTC)})
        sheet = made.add_worksheet("Round 1")
        for row in range(12):
            sheet.write_row(row, 0, [row, row * 1.5, f"team {row}", f"=A{row + 1}*2"])
        fill(made, sheet)
        made.close()
        return out.getvalue()

    make.__name__ = f"xlsxwriter_{name}"
    book(make)


def _chart(made: Any, sheet: Any) -> None:
    for kind in ("line", "column", "pie"):
        chart = made.add_chart({"type": kind})
        chart.add_series({"values": "='Round 1'!$B$1:$B$12"})
        sheet.insert_chart("F2", chart)


def _names(made: Any, _: Any) -> None:
    made.define_name("alpha", "='Round 1'!$A$1")
    made.define_name("Middle", "=0.96")
    made.define_name("zeta", "='Round 1'!$B$1")
    made.define_name("'Round 1'!IMPS", "='Round 1'!$B$2")


def _print(_: Any, sheet: Any) -> None:
    sheet.print_area("A1:C9")
    sheet.repeat_rows(0)
    sheet.autofilter("A1:D12")


def _many_sheets(made: Any, _: Any) -> None:
    for number in range(2, 30):
        made.add_worksheet(f"Round {number} & 'Co' x").write(0, 0, number)
    chart = made.add_chart({"type": "bar"})
    chart.add_series({"values": "='Round 1'!$B$1:$B$12"})
    made.add_chartsheet("Chart").set_chart(chart)


def _calls(made: Any, sheet: Any) -> None:
    sheet.write_dynamic_array_formula("E1", "=IMPS(A1)", None, 7)
    made.define_name("other", "=1")


def _controls(_: Any, sheet: Any) -> None:
    sheet.insert_button("F1", {"caption": "Score"})
    sheet.insert_checkbox("H1", True)
    sheet.insert_textbox("F4", "Enter the scores")


def _formats(made: Any, sheet: Any) -> None:
    bold = made.add_format({"bold": True, "num_format": "0.00"})
    sheet.conditional_format("A1:A12", {"type": "3_color_scale"})
    sheet.conditional_format("B1:B12", {"type": "cell", "criteria": ">", "value": 5, "format": bold})
    sheet.conditional_format("C1:C12", {"type": "data_bar", "data_bar_2010": True})
    sheet.write_rich_string("F1", "a ", bold, "bold", " word")


def _properties(made: Any, _: Any) -> None:
    made.set_custom_property("Club", "Ålesund ♠")
    made.set_size(1200, 800)
    made.set_calc_mode("manual")


def _project(source: str) -> io.BytesIO:
    document = [Module(name, ModuleKind.DOCUMENT, "") for name in ("ThisWorkbook", "Sheet1")]
    return io.BytesIO(vba_project("VBAProject", [*document, Module("Tools", ModuleKind.STANDARD, source)]))


def macro_book(source: str, file: Callable[[str], io.BytesIO] = _project) -> bytes:
    out = io.BytesIO()
    made = xlsxwriter.Workbook(out)
    made.add_worksheet().write(0, 0, 1)
    made.add_vba_project(file(source), is_stream=True)
    made.close()
    return out.getvalue()


xlsxwriter_book("plain", lambda made, sheet: None)
xlsxwriter_book("charts", _chart)
xlsxwriter_book("image", lambda made, sheet: sheet.insert_image("F1", "a.png", {"image_data": io.BytesIO(png())}))
xlsxwriter_book("cell_image", lambda made, sheet: sheet.embed_image("F1", "a.png", {"image_data": io.BytesIO(png())}))
xlsxwriter_book("background", lambda made, sheet: sheet.set_background(io.BytesIO(png())))
xlsxwriter_book("comments", lambda made, sheet: sheet.write_comment("A1", "who?", {"visible": True}))
xlsxwriter_book("table", lambda made, sheet: sheet.add_table("A1:C12", {"name": "Teams"}))
xlsxwriter_book("table_called_imps", lambda made, sheet: sheet.add_table("A1:C12", {"name": "imps"}))
xlsxwriter_book(
    "validation", lambda made, sheet: sheet.data_validation("A1", {"validate": "list", "source": ["WBF", "ACBL 20"]})
)
xlsxwriter_book("formats", _formats)
xlsxwriter_book("names", _names)
xlsxwriter_book("print_areas", _print)
xlsxwriter_book("many_sheets", _many_sheets)
xlsxwriter_book("calls", _calls)
xlsxwriter_book("controls", _controls)
xlsxwriter_book("properties", _properties)
xlsxwriter_book("links", lambda made, sheet: sheet.write_url("F1", "https://example.org/?a=1&b=2", string="rules"))
xlsxwriter_book("protected", lambda made, sheet: sheet.protect("secret"))
xlsxwriter_book("sparklines", lambda made, sheet: sheet.add_sparkline("F1", {"range": "'Round 1'!A1:A12"}))
xlsxwriter_book("constant_memory", lambda made, sheet: None, constant_memory=True)
xlsxwriter_book("zip64", _names, use_zip64=True)
xlsxwriter_book("strings_as_they_come", lambda made, sheet: sheet.write("F1", "♠♥♦♣ 漢字 \u00e9"))


@book
def xlsxwriter_macros() -> bytes:
    return macro_book("Public Function Score(a)\nScore = a\nEnd Function\n")


# openpyxl


def openpyxl_book(name: str, fill: Callable[[Any], object]) -> None:
    def make() -> bytes:
        made = openpyxl.Workbook()
        for row in range(1, 12):
            made.active.append([row, f"pair {row}", f"=A{row}+1"])
        fill(made)
        out = io.BytesIO()
        made.save(out)
        return out.getvalue()

    make.__name__ = f"openpyxl_{name}"
    book(make)


def _openpyxl_names(made: Any) -> None:
    for name, of in (("zulu", "1"), ("Alpha", "Sheet!$A$1"), ("IMPS", "Sheet!$A$2")):
        made.defined_names[name] = DefinedName(name, attr_text=of)


def _openpyxl_chart(made: Any) -> None:
    chart = BarChart()
    chart.add_data(Reference(made.active, min_col=1, min_row=1, max_row=9))
    made.active.add_chart(chart, "F1")


openpyxl_book("plain", lambda made: None)
openpyxl_book("names", _openpyxl_names)
openpyxl_book("chart", _openpyxl_chart)
openpyxl_book("comment", lambda made: setattr(made.active["A1"], "comment", Comment("note", "the director")))
openpyxl_book("calls", lambda made: made.active.append(["=imps(A1)"]))
openpyxl_book("template", lambda made: setattr(made, "template", True))


# By hand

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
STRICT = "http://purl.oclc.org/ooxml/spreadsheetml/main"
RELS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
STRICT_RELS = "http://purl.oclc.org/ooxml/officeDocument/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
SHEETS = '<sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets>'
CALC = '<calcPr calcId="191029"/>'


def workbook_xml(rest: str, main: str = MAIN, rels: str = RELS, declaration: str = DECLARATION) -> str:
    return f'{declaration}<workbook xmlns="{main}" xmlns:r="{rels}">{rest}</workbook>'


def parts(
    workbook: bytes, folder: str = "xl", cells: str = '<c r="A1"><v>7</v></c>', strict: bool = False
) -> dict[str, bytes]:
    """The parts of a small workbook."""
    main, rels = (STRICT, STRICT_RELS) if strict else (MAIN, RELS)
    return {
        "[Content_Types].xml": f'{DECLARATION}<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/{folder}/workbook.xml" ContentType="{_TYPE}.sheet.main+xml"/>'
        f'<Override PartName="/{folder}/worksheets/sheet1.xml" ContentType="{_TYPE}.worksheet+xml"/>'
        "</Types>".encode(),
        "_rels/.rels": f'{DECLARATION}<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" '
        f'Type="{rels}/officeDocument" Target="{folder}/workbook.xml"/></Relationships>'.encode(),
        f"{folder}/workbook.xml": workbook,
        f"{folder}/_rels/workbook.xml.rels": f'{DECLARATION}<Relationships xmlns="{_PACKAGE}/relationships">'
        f'<Relationship Id="rId1" Type="{rels}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>'.encode(),
        f"{folder}/worksheets/sheet1.xml": f'{DECLARATION}<worksheet xmlns="{main}"><sheetData><row r="1">{cells}</row>'
        "</sheetData></worksheet>".encode(),
    }


def items(of: dict[str, bytes]) -> list[Item]:
    return [Item(name.encode(), content) for name, content in of.items()]


SMALL = parts(workbook_xml(SHEETS + CALC).encode())

XMLS: dict[str, bytes] = {
    "prefixed": (
        f'{DECLARATION}<x:workbook xmlns:x="{MAIN}" xmlns:r="{RELS}"><x:workbookPr/><x:sheets>'
        '<x:sheet name="One" sheetId="1" r:id="rId1"/></x:sheets><x:calcPr calcId="1"/></x:workbook>'
    ).encode(),
    "prefixed_list": (
        f'{DECLARATION}<x:workbook xmlns:x="{MAIN}" xmlns:r="{RELS}"><x:sheets><x:sheet name="One" sheetId="1" '
        'r:id="rId1"/></x:sheets><x:definedNames><x:definedName name="q">1</x:definedName></x:definedNames>'
        "</x:workbook>"
    ).encode(),
    "two_prefixes": (
        f'{DECLARATION}<x:workbook xmlns:x="{MAIN}" xmlns:r="{RELS}"><x:sheets><x:sheet name="One" sheetId="1" '
        f'r:id="rId1"/></x:sheets><y:definedNames xmlns:y="{MAIN}"/></x:workbook>'
    ).encode(),
    "byte_order_mark": b"\xef\xbb\xbf" + workbook_xml(SHEETS + CALC).encode(),
    "utf_16_le": b"\xff\xfe"
    + workbook_xml(SHEETS, declaration='<?xml version="1.0" encoding="UTF-16"?>').encode("utf-16-le"),
    "utf_16_be": b"\xfe\xff"
    + workbook_xml(SHEETS, declaration='<?xml version="1.0" encoding="utf-16"?>\r\n').encode("utf-16-be"),
    "utf_16_no_mark": workbook_xml(SHEETS, declaration='<?xml version="1.0" encoding="utf-16"?>').encode("utf-16-le"),
    "latin_1": workbook_xml(
        SHEETS.replace("One", "Eté é"), declaration='<?xml version="1.0" encoding="ISO-8859-1"?>'
    ).encode("latin-1"),
    "no_declaration": workbook_xml(SHEETS + CALC, declaration="").encode(),
    "single_quotes": workbook_xml(SHEETS + CALC, declaration="<?xml version='1.0' encoding='utf-8' ?>")
    .replace('"', "'")
    .encode(),
    "crlf_and_indents": workbook_xml(
        f"\r\n  <workbookPr/>\r\n  {SHEETS}\r\n  <definedNames>\r\n    <definedName name='a'>1</definedName>\r\n"
        f"  </definedNames>\r\n  {CALC}\r\n"
    ).encode(),
    "missing_list_with_indents": workbook_xml(f"\n  {SHEETS}\n  {CALC}\n").encode(),
    "empty_tag": workbook_xml(f"{SHEETS}<definedNames/>{CALC}").encode(),
    "empty_tag_with_space": workbook_xml(f"{SHEETS}<definedNames />{CALC}").encode(),
    "empty_list": workbook_xml(f"{SHEETS}<definedNames></definedNames>").encode(),
    "blank_list": workbook_xml(f"{SHEETS}<definedNames>\n\t</definedNames><calcPr/>").encode(),
    "list_with_comment": workbook_xml(
        f"{SHEETS}<definedNames><!-- </definedNames> --></definedNames><calcPr />"
    ).encode(),
    "unsorted_names": workbook_xml(
        f'{SHEETS}<definedNames><definedName name="Z">1</definedName><definedName name="B">2</definedName>'
        "</definedNames>"
    ).encode(),
    "sheet_names": workbook_xml(
        f'{SHEETS}<definedNames><definedName name="_xlnm.Print_Area" localSheetId="0">One!$A$1</definedName>'
        '<definedName name="imps" localSheetId="0">One!$A$1</definedName></definedNames>'
    ).encode(),
    "another_meaning": workbook_xml(
        f'{SHEETS}<definedNames><definedName name="Imps" hidden="1">One!$A$1</definedName></definedNames>'
    ).encode(),
    "the_users_own": workbook_xml(
        f"{SHEETS}<definedNames><definedName name='DEALER'>{NAMES[2].formula}</definedName></definedNames>"
    ).encode(),
    "cdata_and_instructions": workbook_xml(
        f"<?x <definedNames> ?><!-- <calcPr/> -->{SHEETS}<definedNames><?y?><definedName name='c'><![CDATA[1<2]]>"
        "</definedName></definedNames><!-- end -->"
    ).encode(),
    "alternate_content": workbook_xml(
        '<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">'
        '<mc:Choice Requires="x15"><x15ac:absPath '
        'xmlns:x15ac="http://schemas.microsoft.com/office/spreadsheetml/2010/11/ac" url="C:\\a\\"/>'
        "</mc:Choice></mc:AlternateContent><bookViews><workbookView/></bookViews>" + SHEETS + CALC
    )
    .replace("<workbook ", '<workbook xmlns:x15="http://schemas.microsoft.com/office/spreadsheetml/2010/11/main" ')
    .encode(),
    "no_calculation": workbook_xml(f'{SHEETS}<extLst><ext uri="{{1}}"/></extLst>').encode(),
    "calculates_already": workbook_xml(f"{SHEETS}<calcPr calcId='1' fullCalcOnLoad='1'/>").encode(),
    "calculation_forbidden": workbook_xml(f'{SHEETS}<calcPr fullCalcOnLoad="0"/>').encode(),
    "calculation_pair": workbook_xml(f'{SHEETS}<calcPr\n calcId="1"\n></calcPr>').encode(),
    "functions_and_views": workbook_xml(
        f'<fileVersion appName="xl"/><workbookPr/><bookViews><workbookView/></bookViews>{SHEETS}<functionGroups/>{CALC}'
        '<oleSize ref="A1"/><customWorkbookViews><customWorkbookView name="v" '
        'guid="{00000000-0000-0000-0000-000000000001}" '
        'windowWidth="1" windowHeight="1" activeSheetId="1"/></customWorkbookViews>'
    ).encode(),
}
"""Workbook parts in all forms that their writers have been seen to use."""

CALL = '<c r="A1"><v>7</v></c><c r="B1"><f>_xludf.IMPS(A1)</f><v>1</v></c>'


def _with_xml(name: str, xml: bytes) -> None:
    def plain() -> bytes:
        return Zip(items(parts(xml))).written()

    def calling() -> bytes:
        return Zip(items(parts(xml, cells=CALL))).written()

    plain.__name__, calling.__name__ = f"xml_{name}", f"xml_{name}_called"
    book(plain)
    book(calling)


for _name, _xml in XMLS.items():
    _with_xml(_name, _xml)


@book
def xml_strict() -> bytes:
    return Zip(items(parts(workbook_xml(SHEETS + CALC, STRICT, STRICT_RELS).encode(), strict=True))).written()


@book
def xml_external_links() -> bytes:
    of = parts(
        workbook_xml(
            f'{SHEETS}<externalReferences><externalReference r:id="rId2"/></externalReferences>{CALC}'
        ).encode()
    )
    of["xl/externalLinks/externalLink1.xml"] = (
        f'{DECLARATION}<externalLink xmlns="{MAIN}"><externalBook xmlns:r="{RELS}" r:id="rId1"><sheetNames>'
        '<sheetName val="Data"/></sheetNames></externalBook></externalLink>'
    ).encode()
    of["xl/externalLinks/_rels/externalLink1.xml.rels"] = (
        f'{DECLARATION}<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" '
        f'Type="{RELS}/externalLinkPath" Target="other.xlsx" TargetMode="External"/></Relationships>'
    ).encode()
    of["[Content_Types].xml"] = of["[Content_Types].xml"].replace(
        b"</Types>",
        f'<Override PartName="/xl/externalLinks/externalLink1.xml" ContentType="{_TYPE}.externalLink+xml"/>'
        "</Types>".encode(),
    )
    of["xl/_rels/workbook.xml.rels"] = of["xl/_rels/workbook.xml.rels"].replace(
        b"</Relationships>",
        f'<Relationship Id="rId2" Type="{RELS}/externalLink" Target="externalLinks/externalLink1.xml"/>'
        "</Relationships>".encode(),
    )
    return Zip(items(of)).written()


@book
def part_elsewhere() -> bytes:
    return Zip(items(parts(workbook_xml(SHEETS).encode(), folder="other/place"))).written()


@book
def part_with_absolute_target() -> bytes:
    of = dict(SMALL)
    of["_rels/.rels"] = of["_rels/.rels"].replace(b'Target="xl/workbook.xml"', b'Target="/XL/Workbook.xml"')
    return Zip(items(of)).written()


@book
def zip_descriptors() -> bytes:
    made = items(SMALL)
    forms = [("<III", True), ("<III", False), ("<III", True), ("<IQQ", True), ("<IQQ", False)]
    for item, (form, signed) in zip(made, forms, strict=True):
        item.descriptor, item.signed_descriptor = form, signed
    return Zip(made).written()


@book
def zip_stored() -> bytes:
    made = items(SMALL)
    for item in made:
        item.stored = True
    return Zip(made).written()


@book
def zip_64() -> bytes:
    made = items(SMALL)
    for item in made:
        item.zip64 = True
    return Zip(made, zip64_end=True).written()


@book
def zip_64_descriptors() -> bytes:
    made = items(SMALL)
    for item in made:
        item.zip64, item.descriptor = True, "<IQQ"
    return Zip(made, zip64_end=True, comment=b"a comment").written()


@book
def zip_comments_extras_and_gaps() -> bytes:
    made = items(SMALL)
    for number, item in enumerate(made):
        item.comment = b"comment %d" % number
        item.local_extra = struct.pack("<HH4s", 0xCAFE, 4, b"abcd")
        item.central_extra = struct.pack("<HH6s", 0xA220, 6, b"growth")
        item.external, item.made_by, item.time = 0o100644 << 16, 3 << 8 | 20, (0x6B2A, 0x5A21 + number)
        item.gap_before = b"padding" * (number > 0)
    return Zip(made, comment="Kürzlich".encode()).written()


@book
def zip_reversed_directory() -> bytes:
    return Zip(items(SMALL), reversed_directory=True).written()


@book
def zip_backslashes() -> bytes:
    return Zip(items({name.replace("/", "\\"): content for name, content in SMALL.items()})).written()


@book
def zip_folders_and_utf_8() -> bytes:
    made = items(SMALL)
    made.insert(0, Item(b"xl/", b"", stored=True))
    made.append(Item("customXml/Ålesund.xml".encode(), b"<a/>", flags=UTF_8))
    return Zip(made).written()


@book
def zip_by_zipfile() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in SMALL.items():
            archive.writestr(name, content)
    return out.getvalue()


@book
def zip_workbook_last() -> bytes:
    made = items(SMALL)
    made.append(made.pop(2))
    return Zip(made).written()


def club_book() -> bytes:
    """A club's workbook with a mistake in its table of IMPs, and formulas that count empty cells."""
    out = io.BytesIO()
    made = xlsxwriter.Workbook(out)
    scales, match = made.add_worksheet("Scales"), made.add_worksheet("Match")
    bounds = (0, 20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750, 2000, 2250)
    for row, points in enumerate((*bounds, 2500, 3000, 3500, 5000)):
        scales.write_row(row, 0, [points, row])
    for row in range(24):
        line = row + 1
        formula = f"=SIGN(C{line}-D{line})*VLOOKUP(ABS(C{line}-D{line}),Scales!$A$1:$B$25,2)"
        match.write_row(row, 2, [430, 100 * row])
        match.write_formula(row, 4, formula)
    made.close()
    return out.getvalue()
