"""The file of a template workbook: what openpyxl writes, and what it cannot write.

That is the marks that Excel 365 puts on cells with the functions of the workbook. And the same workbook gives the same
bytes every time and everywhere, in an order that the schema allows.
"""

from __future__ import annotations

import io
import re
import zipfile
from datetime import datetime
from typing import TYPE_CHECKING

from openpyxl.writer.excel import ExcelWriter

from xlvp.zipped import zipped

if TYPE_CHECKING:
    from openpyxl import Workbook

MADE = datetime(2000, 1, 1)
"""When every workbook says that it was made."""

# What Excel writes beside a formula that may spill: [MS-XLSX] 2.4.66, an XLDAPR record that says "dynamic array".
_METADATA = """\
<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<metadata xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"\
 xmlns:xda="http://schemas.microsoft.com/office/spreadsheetml/2017/dynamicarray">\
<metadataTypes count="1"><metadataType name="XLDAPR" minSupportedVersion="120000" copy="1" pasteAll="1"\
 pasteValues="1" merge="1" splitFirst="1" rowColShift="1" clearFormats="1" clearComments="1" assign="1" coerce="1"\
 cellMeta="1"/></metadataTypes><futureMetadata name="XLDAPR" count="1"><bk><extLst>\
<ext uri="{bdbb8cdc-fa1e-496e-a857-3c3f30c029c3}"><xda:dynamicArrayProperties fDynamic="1" fCollapsed="0"/></ext>\
</extLst></bk></futureMetadata><cellMetadata count="1"><bk><rc t="1" v="0"/></bk></cellMetadata></metadata>"""
_METADATA_PART = "xl/metadata.xml"
_METADATA_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheetMetadata+xml"
_METADATA_RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/sheetMetadata"
_FONT = " b i strike condense extend outline shadow u vertAlign sz color name family charset scheme "
"""What a font says, in the order of the schema."""


def file_of(workbook: Workbook) -> bytes:
    """Return the file of a workbook that is complete."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:  # Workbook.save leaves its own open when it fails
        ExcelWriter(workbook, archive).save()
    with zipfile.ZipFile(file) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    return zipped(_marked(_sorted_merges(_ordered(_dated(parts)))))


def _dated(parts: dict[str, bytes]) -> dict[str, bytes]:
    """Take the time of writing out of the properties."""
    core = parts["docProps/core.xml"]
    fixed = re.sub(rb"(<dcterms:modified[^>]*>)[^<]*", rb"\g<1>" + MADE.strftime("%Y-%m-%dT%H:%M:%SZ").encode(), core)
    return parts | {"docProps/core.xml": fixed}


def _ordered(parts: dict[str, bytes]) -> dict[str, bytes]:
    """Bring what a font says into the order of the schema; openpyxl has one of its own."""

    def place(element: str) -> int:
        return _FONT.index(f" {element[1:].split()[0]} ")

    def ordered(font: re.Match[str]) -> str:
        return f"<font>{''.join(sorted(re.findall('<[^>]*/>', font[1]), key=place))}</font>"

    styles = "xl/styles.xml"
    return parts | {styles: re.sub(r"<font>(.*?)</font>", ordered, parts[styles].decode()).encode()}


def _sorted_merges(parts: dict[str, bytes]) -> dict[str, bytes]:
    """Bring merged cells into the same order everywhere; openpyxl keeps them as a set."""

    def in_order(merged: re.Match[bytes]) -> bytes:
        return merged[1] + b"".join(sorted(re.findall(rb"<mergeCell [^>]*>", merged[2]))) + merged[3]

    merges = re.compile(rb"(<mergeCells[^>]*>)(.*?)(</mergeCells>)")
    return {name: merges.sub(in_order, data) if "worksheets" in name else data for name, data in parts.items()}


def _marked(parts: dict[str, bytes]) -> dict[str, bytes]:
    """Mark the array formulas as ones that Excel 365 shows as ordinary formulas, if there are any."""
    marked = {
        name: re.sub(rb'<c (r="[A-Z]+[0-9]+"[^>]*)(?=><f t="array")', rb'<c \1 cm="1"', data)
        for name, data in parts.items()
        if name.startswith("xl/worksheets/sheet")
    }
    if all(parts[name] == data for name, data in marked.items()):
        return parts
    types = f'<Override PartName="/{_METADATA_PART}" ContentType="{_METADATA_TYPE}"/></Types>'
    relation = f'<Relationship Id="rIdMetadata" Type="{_METADATA_RELATION}" Target="metadata.xml"/></Relationships>'
    content, relations = "[Content_Types].xml", "xl/_rels/workbook.xml.rels"
    return (
        parts
        | marked
        | {
            content: parts[content].replace(b"</Types>", types.encode()),
            relations: parts[relations].replace(b"</Relationships>", relation.encode()),
            _METADATA_PART: _METADATA.encode(),
        }
    )
