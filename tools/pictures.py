"""Pictures of the shipped workbooks, as LibreOffice prints them, for the README."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

SHEETS = {
    "match": ("example-match.xlsx", 1),
    "swiss": ("example-swiss.xlsx", 1),
}
"""The name of each picture: the workbook and the page that it shows."""

_DOTS_PER_INCH = "80"
_SECONDS = 120


def draw(workbooks: Path, folder: Path) -> None:
    """Make every picture anew."""
    folder.mkdir(parents=True, exist_ok=True)
    office, painter = shutil.which("soffice"), shutil.which("pdftoppm")
    if office is None or painter is None:
        raise FileNotFoundError("LibreOffice (soffice) and poppler (pdftoppm) are needed to draw pictures")
    with tempfile.TemporaryDirectory() as temporary:
        profile = Path(temporary, "profile").as_uri()
        options = [f"-env:UserInstallation={profile}", "--headless", "--convert-to", "pdf", "--outdir", temporary]
        books = sorted({workbooks / book for book, _ in SHEETS.values()})
        subprocess.run([office, *options, *books], check=True, capture_output=True, timeout=_SECONDS)  # noqa: S603
        for name, (book, page) in SHEETS.items():
            printed = Path(temporary, book).with_suffix(".pdf")
            one_page = ["-f", str(page), "-l", str(page), "-singlefile"]
            subprocess.run(  # noqa: S603
                [painter, "-png", "-r", _DOTS_PER_INCH, *one_page, printed, folder / name],
                check=True,
                capture_output=True,
                timeout=_SECONDS,
            )
