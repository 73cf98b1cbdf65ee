"""Pictures for the README: a scorecard in a window, other workbooks as LibreOffice prints them, formulas worked out."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from unittest import mock
from xml.sax.saxutils import quoteattr

from tests.parts.window import Window
from xlvp.libreoffice import install
from xlvp.libreoffice.calc import SERVICE

WINDOWS = {"match": "example-match.xlsx"}
"""The name of each picture of a window, and the workbook in it."""

TO_THE_FIRST_BOARD = 21
"""How often the Tab key is pressed from the first input of a scorecard to that of the first board."""

SHEETS = {
    "swiss": ("example-swiss.xlsx", 320),
    "scales": ("scales.xlsx", 650),
}
"""The name of each picture: the workbook whose first page it shows, and the height in pixels down to which it goes."""

FORMULAS = (
    "IMPS(430)",
    "WBFVP(23;16)",
    "ACBLVP(23;7;20)",
    'NSSCORE("4SX";"N";10;2)',
    "IMPSNEEDED(15;16)",
)
"""What the picture of formulas shows."""

_DOTS_PER_INCH = 80
_SECONDS = 120

# A flat OpenDocument file: text, which is all that is needed for a sheet of two columns with its headings and grid.
_DOCUMENT = """\
<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"\
 xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"\
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"\
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"\
 xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"\
 xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2" office:version="1.3"\
 office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:styles><style:default-style style:family="table-cell">
<style:text-properties style:font-name="Carlito" fo:font-family="Carlito" fo:font-size="12pt" fo:language="en"\
 fo:country="GB"/>
</style:default-style></office:styles>
<office:automatic-styles>
<style:style style:name="wide" style:family="table-column">\
<style:table-column-properties style:column-width="6.5cm"/></style:style>
<style:style style:name="narrow" style:family="table-column">\
<style:table-column-properties style:column-width="3cm"/></style:style>
<style:style style:name="high" style:family="table-row">\
<style:table-row-properties style:row-height="0.65cm"/></style:style>
<style:page-layout style:name="page"><style:page-layout-properties fo:page-width="12cm" fo:page-height="{height}cm"\
 fo:margin="0.3cm" style:print="headers grid"/>\
<style:header-style/><style:footer-style/></style:page-layout>
</office:automatic-styles>
<office:master-styles><style:master-page style:name="Default" style:page-layout-name="page">\
<style:header style:display="false"/><style:footer style:display="false"/></style:master-page></office:master-styles>
<office:body><office:spreadsheet><table:table table:name="Formulas">
<table:table-column table:style-name="wide"/><table:table-column table:style-name="narrow"/>
{rows}
</table:table></office:spreadsheet></office:body></office:document>
"""


def draw(workbooks: Path, folder: Path) -> None:
    """Make every picture again."""
    folder.mkdir(parents=True, exist_ok=True)
    painter = shutil.which("pdftoppm")
    if painter is None:
        raise FileNotFoundError("poppler (pdftoppm) is needed to draw pictures")
    pages = {**SHEETS, "formulas": ("formulas.fods", 145)}
    for name, book in WINDOWS.items():
        with tempfile.TemporaryDirectory() as temporary, Window(Path(temporary), workbooks / book) as window:
            window.type(*["<Tab>"] * TO_THE_FIRST_BOARD)
            window.picture(folder / f"{name}.png")
    with tempfile.TemporaryDirectory() as temporary, mock.patch.dict(os.environ, HOME=temporary):
        office = install.install()  # into the profile of this home, which ends with it
        formulas = Path(temporary, "formulas.fods")
        formulas.write_text(_formulas(), encoding="utf-8")
        books = [formulas, *sorted({workbooks / book for book, _ in SHEETS.values()})]
        convert: list[str | Path] = [office, "--headless", "--convert-to", "pdf", "--outdir", temporary, *books]
        subprocess.run(convert, check=True, capture_output=True, timeout=_SECONDS)  # noqa: S603
        for name, (book, height) in pages.items():
            printed = Path(temporary, book).with_suffix(".pdf")
            paint = [painter, "-png", "-r", str(_DOTS_PER_INCH), "-H", str(height), "-singlefile"]
            subprocess.run([*paint, printed, folder / name], check=True, capture_output=True, timeout=_SECONDS)  # noqa: S603


def _formulas() -> str:
    rows = "\n".join(map(_row, FORMULAS))
    return _DOCUMENT.format(rows=rows, height=round(0.65 * len(FORMULAS) + 1.2, 2))


def _row(formula: str) -> str:
    """Return a row with a formula as a text, as people type it, and the formula itself."""
    typed = quoteattr("=" + formula.replace(";", ","))
    stored = quoteattr(f"of:={SERVICE.upper()}.{formula}")
    text = f"<table:table-cell office:value-type='string' office:string-value={typed}/>"
    return (
        f"<table:table-row table:style-name='high'>{text}<table:table-cell table:formula={stored}/></table:table-row>"
    )
