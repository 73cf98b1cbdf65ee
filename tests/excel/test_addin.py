"""The add-in file: what is in it, and who can read it."""

from __future__ import annotations

import hashlib
import io
import subprocess
import sys
import zipfile
from importlib.resources import files
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest
import xlwings

import xlvp
from tests.ooxml.test_vbaproject import assert_sound, extracted
from xlvp.catalogue import FUNCTIONS
from xlvp.excel import addin as addin_module
from xlvp.excel.addin import addin, addin_parts
from xlvp.zipped import zipped

if TYPE_CHECKING:
    from pathlib import Path

    from tests.parts.office import Office

TEMPLATE = "quickstart_addin.xlam"
"""The add-in that xlwings ships as a start for others'; Excel opens it."""


def shipped(name: str) -> bytes:
    with files(xlwings).joinpath(name).open("rb") as file:
        return file.read()


def template_parts() -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(shipped(TEMPLATE))) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_olevba_lists_the_modules_and_functions() -> None:
    modules = extracted(addin(), "xlvp.xlam")
    assert list(modules) == [
        "ThisWorkbook",
        "Sheet1",
        "xlwings",
        "Dictionary",
        "XlvpFunctions",
        "XlvpPython",
        "XlvpHelp",
    ]
    public = [line for line in modules["XlvpFunctions"].split("\r\n") if line.startswith("Public Function")]
    assert [line.split("(")[0].split()[-1] for line in public] == [function.name for function in FUNCTIONS]
    assert "Public Function" not in modules["XlvpFunctions"].partition("Private Function")[2]


def test_only_our_functions_are_offered_to_the_user() -> None:
    modules = extracted(addin(), "xlvp.xlam")
    for name in ("xlwings", "XlvpPython", "XlvpHelp"):
        assert "\r\nOption Private Module\r\n" in modules[name]


def test_xlwings_parts_are_those_installed() -> None:
    ours, theirs = extracted(addin(), "xlvp.xlam"), extracted(shipped(TEMPLATE), TEMPLATE)
    assert ours["Dictionary"].lower().split() == theirs["Dictionary"].lower().split()
    code = ours["xlwings"].replace("Option Private Module\r\n", "").replace('"xlvp"', '"myaddin"')
    assert code == shipped("xlwings_custom_addin.bas").decode("ascii")
    assert f'XLWINGS_VERSION As String = "{xlwings.__version__}"' in code


def test_a_strict_reader_accepts_the_project() -> None:
    assert_sound(addin_parts()["xl/vbaProject.bin"])


def test_the_parts_are_those_of_the_template() -> None:
    """No more than the template has, and of the same kinds; without its theme, texts and settings sheet."""
    ours, theirs = addin_parts(), template_parts()
    assert set(theirs) - set(ours) == {"xl/theme/theme1.xml", "xl/sharedStrings.xml"}
    assert set(ours) <= set(theirs)

    def kinds(parts: dict[str, bytes]) -> dict[str, str]:
        types = ElementTree.fromstring(parts["[Content_Types].xml"])  # noqa: S314
        named = {e.attrib["PartName"]: e.attrib["ContentType"] for e in types if "PartName" in e.attrib}
        endings = {e.attrib["Extension"]: e.attrib["ContentType"] for e in types if "Extension" in e.attrib}
        return {name: named.get(f"/{name}", endings.get(name.rpartition(".")[2], "")) for name in ours}

    assert kinds(ours) == kinds(theirs)
    for name, data in ours.items():
        if not name.endswith(".bin"):
            assert ElementTree.fromstring(data).tag == ElementTree.fromstring(theirs[name]).tag  # noqa: S314


def test_the_same_versions_give_the_same_bytes() -> None:
    program = "import sys; from xlvp.excel.addin import addin; sys.stdout.buffer.write(addin())"
    builds = {
        subprocess.run(
            [sys.executable, "-c", program], env={"PYTHONHASHSEED": seed}, capture_output=True, check=True, timeout=60
        ).stdout
        for seed in ("1", "2")
    }
    assert {hashlib.sha256(build).hexdigest() for build in builds} == {hashlib.sha256(addin()).hexdigest()}


def test_it_says_what_it_was_made_from() -> None:
    properties = addin_parts()["docProps/core.xml"].decode()
    assert f"xlvp {xlvp.__version__} with xlwings {xlwings.__version__}" in properties


def test_an_xlwings_that_we_do_not_know_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addin_module, "_xlwings_text", lambda _: 'Attribute VB_Name = "xlwings"\n')
    with pytest.raises(ValueError, match=f"xlwings {xlwings.__version__} is not one that this version of xlvp knows"):
        addin()


def test_libreoffice_opens_it(office: Office, tmp_path: Path) -> None:
    """It opens no add-ins, so the workbook inside is called a workbook here; then it knows the functions."""
    kind = (b"application/vnd.ms-excel.addin.macroEnabled", b"application/vnd.ms-excel.sheet.macroEnabled")
    parts = {
        name: data.replace(*kind) if name == "[Content_Types].xml" else data for name, data in addin_parts().items()
    }
    path = tmp_path / "xlvp.xlsm"
    path.write_bytes(zipped(parts))
    with office.open(path, macros=True) as document:
        document.formula("A1", "=NOFUNCTION(430)")
        document.formula("A2", "=IMPS(430)")
        (none,), (imps,) = document.cells("A1:A2")
        assert none == "#NAME?"
        assert imps != "#NAME?"
