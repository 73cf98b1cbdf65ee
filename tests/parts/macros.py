"""Workbooks with Visual Basic for LibreOffice to run, and what its functions give, told as JSON."""

from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING

from xlvp.ooxml.vbaproject import Module, ModuleKind, vba_project

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

OFFICE_URL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE_URL = "http://schemas.openxmlformats.org/package/2006"
SHEET_URL = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"

PARTS = {
    "[Content_Types].xml": f"""<Types xmlns="{PACKAGE_URL}/content-types">
        <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
        <Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/>
        <Override PartName="/xl/workbook.xml" ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/>
        <Override PartName="/xl/worksheets/sheet1.xml"
            ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>""",
    "_rels/.rels": f"""<Relationships xmlns="{PACKAGE_URL}/relationships">
        <Relationship Id="rId1" Type="{OFFICE_URL}/officeDocument" Target="xl/workbook.xml"/></Relationships>""",
    "xl/workbook.xml": f"""<workbook xmlns="{SHEET_URL}" xmlns:r="{OFFICE_URL}">
        <sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>""",
    "xl/_rels/workbook.xml.rels": f"""<Relationships xmlns="{PACKAGE_URL}/relationships">
        <Relationship Id="rId1" Type="{OFFICE_URL}/worksheet" Target="worksheets/sheet1.xml"/>
        <Relationship Id="rId2" Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject"
            Target="vbaProject.bin"/></Relationships>""",
    "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{SHEET_URL}"><sheetData/></worksheet>',
}


def write_workbook(path: Path, modules: Mapping[str, str], classes: Mapping[str, str]) -> None:
    """Write an empty workbook with modules and classes of these sources."""
    all_modules = [
        Module("ThisWorkbook", ModuleKind.DOCUMENT, ""),
        Module("Sheet1", ModuleKind.DOCUMENT, ""),
        *(Module(name, ModuleKind.STANDARD, source) for name, source in modules.items()),
        *(Module(name, ModuleKind.CLASS, source) for name, source in classes.items()),
    ]
    with zipfile.ZipFile(path, "w") as package:
        for name, text in PARTS.items():
            package.writestr(name, text)
        package.writestr("xl/vbaProject.bin", vba_project("Tests", all_modules))
