"""Pictures for the documentation: windows of LibreOffice Calc on a screen, and workbooks as it prints them."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from openpyxl import Workbook

from tests.parts.office import Office
from tests.parts.window import Window
from xlvp.libreoffice.extension import FILE_NAME, extension

if TYPE_CHECKING:
    from collections.abc import Iterable

TO_THE_FIRST_BOARD = 21
"""How often the Tab key is pressed from the first input of a scorecard to that of the first board."""

SHEETS = {
    "swiss": ("example-swiss.xlsx", 320),
    "scales": ("scales.xlsx", 650),
}
"""The name of each picture: the workbook whose first page it shows, and the height in pixels down to which it goes."""

BOARDS = ((420, -50), (110, 140), (-100, 600), (400, 430), (1440, 690), (-50, -50))
"""The scores of both rooms on each board of the sheet that is typed, for North-South."""

SCREEN = "900x460"
"""The screen on which it is typed."""

_DOTS_PER_INCH = 80
_SECONDS = 120


def typed() -> list[list[str]]:
    """Return what is typed into each row of the sheet with formulas: a small match, with the functions."""
    last = len(BOARDS) + 1
    rows = [["Board", "Open room", "Closed room", "IMPs", "What was typed"]]
    rows += [
        [str(board), *map(str, scores), f"=IMPS(B{board + 1}-C{board + 1})"] for board, scores in enumerate(BOARDS, 1)
    ]
    margin, boards = f"D{last + 1}", len(BOARDS)
    rows += [
        ["", "", "Margin", f"=SUM(D2:D{last})"],
        ["", "", "WBF, of 20", f"=WBFVP({margin};{boards})"],
        ["", "", "ACBL, of 20", f"=ACBLVP({margin};{boards};20)"],
        ["", "", "IMPs for 15", f"=IMPSNEEDED(15;{boards})"],
        ["", "", "4S, ten tricks", '=NSSCORE("4S";"N";10;1)'],
    ]
    return [rows[0], *([*row, f"=FORMULA(D{number})"] for number, row in enumerate(rows[1:], 2))]


def draw(workbooks: Path, folder: Path) -> None:
    """Make every picture again."""
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as temporary,
        Window(Path(temporary), workbooks / "example-match.xlsx") as window,
    ):
        window.type(*["<Tab>"] * TO_THE_FIRST_BOARD)
        window.picture(folder / "match.png")
    with tempfile.TemporaryDirectory() as temporary:
        _formulas(Path(temporary), folder / "formulas.png")
    with tempfile.TemporaryDirectory() as temporary:
        _printed({name: (workbooks / book, height) for name, (book, height) in SHEETS.items()}, Path(temporary), folder)


def _formulas(folder: Path, picture: Path) -> None:
    """Draw a window of Calc with the extension, after the sheet was typed into it key by key."""
    (folder / FILE_NAME).write_bytes(extension())
    with Office(folder / "profile") as office:
        office.install(folder / FILE_NAME)
    rows = typed()
    empty = Workbook()
    for letter, width in zip("ABCDE", (8, 12, 16, 12, 34), strict=True):
        empty.active.column_dimensions[letter].width = width
    empty.save(folder / "match.xlsx")
    with Window(folder, folder / "match.xlsx", SCREEN) as window:
        window.type(*_keys(rows))
        window.type("<ctrl+Home>", *["<Down>"] * (len(BOARDS) + 2), *["<Right>"] * 3)  # to the VPs
        window.picture(picture)


def _keys(rows: list[list[str]]) -> Iterable[str]:
    """Give what is typed, text by text: Tab leads to the next cell, and Enter to the start of the next row."""
    for row in rows:
        for cell in row[:-1]:
            yield from ((cell, "<Tab>") if cell else ("<Tab>",))
        yield from (row[-1], "<Return>")


def _printed(pages: dict[str, tuple[Path, int]], temporary: Path, folder: Path) -> None:
    """Draw the first pages of workbooks as LibreOffice prints them."""
    office, painter = shutil.which("soffice"), shutil.which("pdftoppm")
    if office is None or painter is None:
        raise FileNotFoundError("LibreOffice and poppler (pdftoppm) are needed to draw pictures")
    profile = f"-env:UserInstallation=file://{temporary / 'profile'}"
    books = sorted({book for book, _ in pages.values()})
    convert: list[str | Path] = [office, profile, "--headless", "--convert-to", "pdf", "--outdir", temporary, *books]
    subprocess.run(convert, check=True, capture_output=True, timeout=_SECONDS)  # noqa: S603
    for name, (book, height) in pages.items():
        printed = temporary / book.with_suffix(".pdf").name
        paint = [painter, "-png", "-r", str(_DOTS_PER_INCH), "-H", str(height), "-singlefile"]
        subprocess.run([*paint, printed, folder / name], check=True, capture_output=True, timeout=_SECONDS)  # noqa: S603
