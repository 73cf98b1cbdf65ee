"""Embedding: a 50 MB workbook against a copy of the file, against unpacking it, and against openpyxl."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import tempfile
import warnings
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import openpyxl
import xlsxwriter

from benchmarks.measure import Result, at_most, compare, faster
from xlvp.embed import embed, names

if TYPE_CHECKING:
    from collections.abc import Iterator

PICTURE = Path(__file__).parent.parent / "docs" / "pictures" / "match.png"

_MEMORY = """
import re, resource, sys
from pathlib import Path
from xlvp.cli import main
main(["embed", sys.argv[1], "-o", sys.argv[2], "--force"])
status = Path("/proc/self/status")
if status.exists():
    print(int(re.search(r"VmHWM:\\s*(\\d+)", status.read_text())[1]) / 1024)
else:
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20))
"""
"""Embeds, and prints the megabytes it took. Linux counts the parent's memory in ru_maxrss too, so it is not asked."""


def results() -> Iterator[Result]:
    """Run them all."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        small, photos, sheets = folder / "small.xlsx", folder / "photos.xlsx", folder / "sheets.xlsx"
        workbook(small, 20_000)
        with_photos(photos, small, 50_000_000)
        workbook(sheets, 900_000)
        yield from against_copies(photos, sheets, folder / "out.xlsx")
        for source in (photos, sheets):
            used = megabytes_used(source, folder / "out.xlsx")
            yield Result(f"memory of xlvp embed, {source.stem}", f"{used:.0f} MB", "at most 60 MB", used <= 60)
        yield from against_openpyxl(folder)


def against_copies(photos: Path, sheets: Path, out: Path) -> Iterator[Result]:
    """Compare with what must be done to the file in any case."""
    defined = names()
    size = photos.stat().st_size / 1e6
    found = compare(lambda: embed(photos, out, defined, force=True), lambda: copy(photos, out))
    yield at_most(f"{size:.0f} MB with photographs, against a copy of the file", found.ratio, 2)

    size = sheets.stat().st_size / 1e6
    found = compare(lambda: embed(sheets, out, defined, force=True), lambda: unpack(sheets), rounds=3)
    yield at_most(f"{size:.0f} MB of sheets, against unpacking it", found.ratio, 3)
    found = compare(lambda: embed(sheets, out, defined, force=True), lambda: copy(sheets, out), rounds=3)
    note = "whether cells already call a function is only to be seen by unpacking the sheets"
    yield at_most(f"{size:.0f} MB of sheets, against a copy of the file", found.ratio, 2, note)


def against_openpyxl(folder: Path) -> Iterator[Result]:
    """Compare with loading and saving: in time on many cells, and in what is left of a workbook that has everything."""
    medium, rich = folder / "medium.xlsx", folder / "rich.xlsx"
    ours, theirs = folder / "ours.xlsx", folder / "theirs.xlsx"
    workbook(medium, 80_000)  # openpyxl would take two minutes for the large ones
    defined = names()
    found = compare(lambda: embed(medium, ours, defined, force=True), lambda: resave(medium, theirs), rounds=2)
    size = medium.stat().st_size / 1e6
    yield faster(f"{size:.1f} MB of sheets, against openpyxl's load and save", found, 100)

    with_everything(rich)
    embed(rich, ours, defined, force=True)
    resave(rich, theirs)
    tried = len(parts(rich)) - 1  # the list of names is in xl/workbook.xml, which is to change
    (kept, gone), (others_kept, others_gone) = (compared(rich, book) for book in (ours, theirs))
    yield Result(
        "parts kept byte for byte, with a chart, a picture, a text box and a sparkline",
        f"openpyxl keeps {others_kept} of {tried}, and drops {others_gone}",
        "every part kept",
        (kept, gone) == (tried, 0),
        f"{kept} of {tried}",
    )


def workbook(path: Path, rows: int) -> None:
    """Write a sheet with numbers, texts and formulas."""
    pick = random.Random(1)  # noqa: S311  (what is measured is no secret)
    with xlsxwriter.Workbook(path, {"constant_memory": True}) as made:
        sheet = made.add_worksheet()
        for row in range(rows):
            numbers = [pick.randint(-9999, 9999) for _ in range(6)]
            formula = f"=IF(SUM(A{row + 1}:F{row + 1})>0,MAX(A{row + 1},B{row + 1}),0)"
            sheet.write_row(row, 0, [*numbers, f"pair {pick.randint(1, 99)}", formula])


def with_photos(path: Path, small: Path, size: int) -> None:
    """Write a workbook with photographs of that many bytes in all."""
    shutil.copy(small, path)
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive:
        for number in range(25):
            archive.writestr(f"xl/media/image{number}.jpeg", os.urandom(size // 25))


def copy(source: Path, target: Path) -> None:
    """Copy a file and bring it to the disk, as embedding does."""
    with source.open("rb") as old, target.open("wb") as new:
        shutil.copyfileobj(old, new, 1 << 20)
        new.flush()
        os.fsync(new.fileno())


def unpack(source: Path) -> None:
    """Unpack every entry, and check it."""
    with zipfile.ZipFile(source) as archive:
        archive.testzip()


def resave(source: Path, target: Path) -> None:
    """Load a workbook and save it; what openpyxl says that it loses is counted apart."""
    with warnings.catch_warnings(action="ignore"):
        openpyxl.load_workbook(source).save(target)


def with_everything(path: Path) -> None:
    """Write a small workbook with what is easily lost."""
    with xlsxwriter.Workbook(path) as made:
        made.set_custom_property("Club", "Avon")
        sheet = made.add_worksheet()
        sheet.write_column("A1", [430, -50, 620, 110])
        sheet.write_comment("A1", "checked")
        sheet.add_sparkline("C1", {"range": "Sheet1!A1:A4"})
        sheet.insert_textbox("E1", "The director's words")
        sheet.insert_image("E9", str(PICTURE))
        chart = made.add_chart({"type": "line"})
        chart.add_series({"values": "=Sheet1!$A$1:$A$4", "trendline": {"type": "linear"}})
        sheet.insert_chart("E20", chart)


def parts(book: Path) -> dict[str, bytes]:
    """Return every part of a workbook by its name."""
    with zipfile.ZipFile(book) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def compared(before: Path, after: Path) -> tuple[int, int]:
    """Return how many parts are the same byte for byte, and how many are gone; the list of names is left aside."""
    old, new = parts(before), parts(after)
    del old["xl/workbook.xml"]
    return sum(new.get(name) == content for name, content in old.items()), len(old.keys() - new.keys())


def megabytes_used(source: Path, target: Path) -> float:
    """Return the most memory that the command takes."""
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", _MEMORY, str(source), str(target)], check=True, capture_output=True, text=True
    )
    return float(done.stdout.split()[-1])
