"""The add-in file `xlvp.xlam`, made for one Python and its xlwings.

It names that Python and the DLL of that xlwings, so the add-in is built at every installation and never shipped.
Its parts follow those of the add-in template that xlwings ships; the same versions and places give the same bytes.
"""

from __future__ import annotations

import html
import json
import re

import xlwings

from xlvp import __version__
from xlvp.excel.loader import loader_module
from xlvp.excel.memory import PYTHON_CALL
from xlvp.excel.places import Places
from xlvp.excel.wrappers import WORKBOOK_EVENTS, functions_module, help_module
from xlvp.ooxml.vbaproject import Module, ModuleKind, vba_project
from xlvp.zipped import zipped

PROJECT = "xlvp"
FILE_NAME = f"{PROJECT}.xlam"

_RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006"
_SHEETS = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"

PROPERTIES = "docProps/core.xml"
_PLACES = re.compile("<dc:identifier>(.*?)</dc:identifier>")


def addin(places: Places) -> bytes:
    """Return the add-in as a file."""
    return zipped(addin_parts(places))


def addin_parts(places: Places) -> dict[str, bytes]:
    """Return what is in the file."""
    return {name: text.encode() for name, text in _parts(places).items()} | {"xl/vbaProject.bin": _project(places)}


def places_in(properties: str) -> Places | None:
    """Return the places that an add-in was made for, if its properties name them."""
    try:
        return Places(**json.loads(html.unescape(_PLACES.findall(properties)[0])))
    except (IndexError, TypeError, ValueError):
        return None


def _project(places: Places) -> bytes:
    return vba_project(
        PROJECT,
        [
            Module("ThisWorkbook", ModuleKind.DOCUMENT, WORKBOOK_EVENTS),
            Module("Sheet1", ModuleKind.DOCUMENT, ""),
            Module("XlvpFunctions", ModuleKind.STANDARD, functions_module()),
            Module("XlvpPython", ModuleKind.STANDARD, PYTHON_CALL),
            Module("XlvpLoader", ModuleKind.STANDARD, loader_module(places)),
            Module("XlvpHelp", ModuleKind.STANDARD, help_module()),
        ],
    )


def _parts(places: Places) -> dict[str, str]:
    """Return the XML of the package: a hidden workbook with one empty sheet."""
    head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    parts = {
        "[Content_Types].xml": (
            '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
            '<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/>'
            '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            '<Default Extension="xml" ContentType="application/xml"/>'
            '<Override PartName="/xl/workbook.xml"'
            ' ContentType="application/vnd.ms-excel.addin.macroEnabled.main+xml"/>'
            '<Override PartName="/xl/worksheets/sheet1.xml"'
            ' ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>'
            '<Override PartName="/xl/styles.xml"'
            ' ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>'
            '<Override PartName="/docProps/core.xml"'
            ' ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>'
            '<Override PartName="/docProps/app.xml"'
            ' ContentType="application/vnd.openxmlformats-officedocument.extended-properties+xml"/>'
            "</Types>"
        ),
        "_rels/.rels": (
            f'<Relationships xmlns="{_RELATIONSHIPS}">'
            f'<Relationship Id="rId1" Type="{_OFFICE}/relationships/officeDocument" Target="xl/workbook.xml"/>'
            f'<Relationship Id="rId2" Type="{_RELATIONSHIPS}/metadata/core-properties" Target="docProps/core.xml"/>'
            f'<Relationship Id="rId3" Type="{_OFFICE}/relationships/extended-properties" Target="docProps/app.xml"/>'
            "</Relationships>"
        ),
        "xl/workbook.xml": (
            f'<workbook xmlns="{_SHEETS}" xmlns:r="{_OFFICE}/relationships">'
            '<fileVersion appName="xl" lastEdited="7" lowestEdited="5"/><workbookPr codeName="ThisWorkbook"/>'
            '<bookViews><workbookView visibility="hidden"/></bookViews>'
            f'<sheets><sheet name="{PROJECT}" sheetId="1" r:id="rId1"/></sheets></workbook>'
        ),
        "xl/_rels/workbook.xml.rels": (
            f'<Relationships xmlns="{_RELATIONSHIPS}">'
            f'<Relationship Id="rId1" Type="{_OFFICE}/relationships/worksheet" Target="worksheets/sheet1.xml"/>'
            f'<Relationship Id="rId2" Type="{_OFFICE}/relationships/styles" Target="styles.xml"/>'
            '<Relationship Id="rId3" Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject"'
            ' Target="vbaProject.bin"/>'
            "</Relationships>"
        ),
        "xl/worksheets/sheet1.xml": (
            f'<worksheet xmlns="{_SHEETS}"><sheetPr codeName="Sheet1"/><dimension ref="A1"/>'
            '<sheetViews><sheetView tabSelected="1" workbookViewId="0"/></sheetViews><sheetData/></worksheet>'
        ),
        "xl/styles.xml": (
            f'<styleSheet xmlns="{_SHEETS}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>'
            '<fills count="2"><fill><patternFill patternType="none"/></fill>'
            '<fill><patternFill patternType="gray125"/></fill></fills>'
            '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
            '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
            '<cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs>'
            '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
        ),
        PROPERTIES: (
            '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"'
            ' xmlns:dc="http://purl.org/dc/elements/1.1/">'
            f"<dc:title>{PROJECT}</dc:title><dc:creator>{PROJECT}</dc:creator>"
            f"<dc:description>Bridge team scoring: IMPS, WBFVP, ACBLVP and more. xlvp {__version__} with xlwings"
            f" {xlwings.__version__}.</dc:description>"
            f"<dc:identifier>{html.escape(json.dumps(places._asdict()))}</dc:identifier></cp:coreProperties>"
        ),
        "docProps/app.xml": (
            f'<Properties xmlns="{_OFFICE}/extended-properties"><Application>Microsoft Excel</Application>'
            "<AppVersion>16.0300</AppVersion></Properties>"
        ),
    }
    return {name: head + text for name, text in parts.items()}
