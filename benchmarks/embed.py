"""Embedding: a 50 MB workbook against a copy of the file, against unpacking it, and against openpyxl."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import openpyxl
import xlsxwriter

from benchmarks.measure import compare, report, seconds
from xlvp.catalogue import FUNCTIONS
from xlvp.embed import embed
from xlvp.embed.definednames import Name

NAMES = [
    Name(function.name, "_xlfn.LAMBDA(_xlpm.x," + "_xlpm.x+" * 100 + "1)", "A function.") for function in FUNCTIONS
]
"""The functions, with formulas of about their size."""

_MEMORY = """
import resource, sys
from benchmarks.embed import NAMES
from xlvp.embed import embed
embed(sys.argv[1], sys.argv[2], NAMES, force=True)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


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
    """Write a workbook with photographs of so many bytes in all."""
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


def save_with_openpyxl(source: Path, target: Path) -> None:
    """Load a workbook and save it."""
    openpyxl.load_workbook(source).save(target)


def megabytes_used(source: Path, target: Path) -> float:
    """Return the most memory that a Python takes which embeds."""
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", _MEMORY, str(source), str(target)], check=True, capture_output=True, text=True
    )
    return int(done.stdout) / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def main() -> None:
    """Run them all."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        small, medium = folder / "small.xlsx", folder / "medium.xlsx"
        photos, sheets, out = folder / "photos.xlsx", folder / "sheets.xlsx", folder / "out.xlsx"
        workbook(small, 20_000)
        workbook(medium, 80_000)  # openpyxl would take two minutes for the large ones
        with_photos(photos, small, 50_000_000)
        workbook(sheets, 900_000)

        found = compare(lambda: embed(photos, out, NAMES, force=True), lambda: copy(photos, out))
        size = photos.stat().st_size / 1e6
        result = f"{found.ratio:.1f} times ({found.ours:.2f} s)"
        report(f"embedding, {size:.0f} MB with photographs, against a copy", result, "<= 2", found.ratio <= 2)

        size = sheets.stat().st_size / 1e6
        # Whether cells already call a function is only to be seen by unpacking the sheets.
        found = compare(lambda: embed(sheets, out, NAMES, force=True), lambda: unpack(sheets), rounds=3)
        result = f"{found.ratio:.1f} times ({found.ours:.2f} s)"
        report(f"embedding, {size:.0f} MB of sheets, against unpacking it", result, "<= 3", found.ratio <= 3)
        copied = compare(lambda: embed(sheets, out, NAMES, force=True), lambda: copy(sheets, out), rounds=3)
        report(
            f"embedding, {size:.0f} MB of sheets, against a copy",
            f"{copied.ratio:.0f} times",
            "<= 2",
            copied.ratio <= 2,
        )

        for source in (photos, sheets):
            used = megabytes_used(source, out)
            report(f"memory for {source.stem}, in all", f"{used:.0f} MB", "<= 60", used <= 60)

        size = medium.stat().st_size / 1e6
        ours = min(seconds(lambda: embed(medium, out, NAMES, force=True)) for _ in range(5))
        faster = seconds(lambda: save_with_openpyxl(medium, out)) / ours
        report(
            f"embedding, {size:.1f} MB of sheets, against openpyxl",
            f"{faster:.0f} times faster",
            ">= 100",
            faster >= 100,
        )
