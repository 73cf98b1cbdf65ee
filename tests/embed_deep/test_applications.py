"""What other programs say of a workbook that has the functions in it: nothing that they did not say before."""

from __future__ import annotations

import os
import shutil
import subprocess
import zipfile
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from tests.parts import missing
from tests.parts.books import BOOKS, NAMES, SHEETS, items, parts, workbook_xml
from tests.parts.validator import Finding, findings, validator
from tests.parts.zips import Zip
from xlvp.embed import embed, remove
from xlvp.ooxml.definednames import with_names

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

# LibreOffice has no LAMBDA: cells that call a function show one error in place of another.
CALLING = {"openpyxl_calls", "xlsxwriter_calls"}
# LibreOffice 7.4 does not open these, with our names or without.
NOT_FOR_LIBREOFFICE = {"part_with_absolute_target", "zip_64", "zip_64_descriptors", "zip_backslashes"}


@pytest.fixture(scope="module")
def command() -> Path:
    return validator()


@pytest.fixture(scope="module")
def all_findings(command: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[list[Finding], ...]]:
    """What the validator finds in every workbook, before and after; several at a time."""
    folder = tmp_path_factory.mktemp("validated")

    def both(name: str) -> tuple[list[Finding], ...]:
        source = folder / f"{name}.xlsx"
        source.write_bytes(BOOKS[name]())
        before = findings(command, source)
        embed(source, None, NAMES)
        return before, findings(command, source)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip(BOOKS, pool.map(both, BOOKS), strict=True))


@pytest.mark.parametrize("name", BOOKS)
def test_the_validator_finds_nothing_new(name: str, all_findings: dict[str, tuple[list[Finding], ...]]) -> None:
    before, after = all_findings[name]
    assert after == before


@pytest.mark.parametrize(
    ("change", "finding"),
    [
        ((b"<definedNames>", b"<calcPr/><definedNames>"), "unexpected child element"),
        ((b'comment="', b'comment="' + b"c" * 255), "255"),
        ((b'name="IMPS"', b'nam="IMPS"'), "'name'"),
    ],
)
def test_the_validator_is_awake(tmp_path: Path, command: Path, change: tuple[bytes, bytes], finding: str) -> None:
    path = tmp_path / "club.xlsx"
    xml = with_names(workbook_xml(SHEETS).encode(), NAMES).xml
    path.write_bytes(Zip(items(parts(xml.replace(*change)))).written())
    assert any(finding in found.description for found in findings(command, path))


def converted(folder: Path, to: str) -> dict[str, bytes]:
    """What LibreOffice makes of every workbook in a folder: comma-separated values, or workbooks of its own."""
    office = shutil.which("soffice")
    if office is None:
        missing("LibreOffice is not installed (Debian: libreoffice-calc-nogui)")
    out = folder / "out"
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    subprocess.run(
        [office, profile, "--headless", "--convert-to", to, "--outdir", str(out), *map(str, folder.glob("*.xlsx"))],
        capture_output=True,
        check=True,
        timeout=300,
    )
    return {path.stem: path.read_bytes() for path in out.iterdir()}


def test_libreoffice_shows_the_same_cells(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()
    new.mkdir()
    for name, make in BOOKS.items():
        (old / f"{name}.xlsx").write_bytes(make())
        embed(old / f"{name}.xlsx", new / f"{name}.xlsx", NAMES)
    before, after = converted(old, "csv"), converted(new, "csv")
    assert set(BOOKS) - set(before) <= NOT_FOR_LIBREOFFICE
    assert all(text.strip() for text in before.values())
    assert {name for name in before if before[name] != after[name]} <= CALLING
    assert set(before) == set(after)


def test_a_workbook_that_libreoffice_has_saved(tmp_path: Path) -> None:
    (tmp_path / "club.xlsx").write_bytes(BOOKS["xlsxwriter_names"]())
    saved = tmp_path / "saved.xlsx"
    saved.write_bytes(converted(tmp_path, "xlsx")["club"])
    with zipfile.ZipFile(saved) as archive:
        before = archive.read("xl/workbook.xml")
    embed(saved, None, NAMES)
    remove(saved, None)
    with zipfile.ZipFile(saved) as archive:
        assert archive.read("xl/workbook.xml") == before
