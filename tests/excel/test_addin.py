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

import xlwings

import xlvp
from tests.ooxml.test_vbaproject import assert_sound, extracted
from xlvp.catalogue import FUNCTIONS
from xlvp.excel.addin import PROPERTIES, addin, addin_parts, places_in
from xlvp.excel.loader import loader_module
from xlvp.excel.memory import PYTHON_CALL
from xlvp.excel.places import Places
from xlvp.excel.wrappers import WORKBOOK_EVENTS, functions_module, help_module
from xlvp.zipped import zipped

if TYPE_CHECKING:
    from pathlib import Path

    from tests.parts.office import Office

PLACES = Places("C:\\Users\\\u65e5\u672c & Co\\Python313\\pythonw.exe", "C:\\Users\\\u65e5\u672c & Co", "C:\\'\u0416'")
TEMPLATE = "quickstart_addin.xlam"
"""The add-in that xlwings ships as a start for others'; Excel opens it."""


def shipped(name: str) -> bytes:
    with files(xlwings).joinpath(name).open("rb") as file:
        return file.read()


def template_parts() -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(shipped(TEMPLATE))) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_olevba_lists_the_modules_and_functions() -> None:
    modules = extracted(addin(PLACES), "xlvp.xlam")
    assert list(modules) == [
        "ThisWorkbook",
        "Sheet1",
        "XlvpFunctions",
        "XlvpPython",
        "XlvpLoader",
        "XlvpHelp",
    ]
    public = [line for line in modules["XlvpFunctions"].split("\r\n") if line.startswith("Public Function")]
    assert [line.split("(")[0].split()[-1] for line in public] == [function.name for function in FUNCTIONS]
    assert "Public Function" not in modules["XlvpFunctions"].partition("Private Function")[2]


def test_only_our_functions_are_offered_to_the_user() -> None:
    modules = extracted(addin(PLACES), "xlvp.xlam")
    for name in ("XlvpPython", "XlvpLoader", "XlvpHelp"):
        assert "\r\nOption Private Module\r\n" in modules[name]


def test_each_module_is_the_text_that_is_tested() -> None:
    modules = extracted(addin(PLACES), "xlvp.xlam")
    for name, source in (
        ("XlvpFunctions", functions_module()),
        ("XlvpPython", PYTHON_CALL),
        ("XlvpLoader", loader_module(PLACES)),
        ("XlvpHelp", help_module()),
        ("ThisWorkbook", WORKBOOK_EVENTS),
    ):
        assert modules[name].replace("\r\n", "\n").endswith("\n" + source)
        assert modules[name].count("\r\nOption Explicit\r\n") == 1
    assert modules["Sheet1"].count("\r\n") == modules["Sheet1"].count("Attribute VB_")


def test_it_can_be_read_for_which_places_it_was_made() -> None:
    properties = addin_parts(PLACES)[PROPERTIES].decode()
    assert places_in(properties) == PLACES
    for damaged in ("", properties.replace("identifier", "subject"), properties.replace("python&quot;", "path&quot;")):
        assert places_in(damaged) is None


def test_a_strict_reader_accepts_the_project() -> None:
    assert_sound(addin_parts(PLACES)["xl/vbaProject.bin"])


def test_the_parts_are_those_of_the_template() -> None:
    """No more than the template has, and of the same kinds; without its theme, texts and settings sheet."""
    ours, theirs = addin_parts(PLACES), template_parts()
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


def test_the_same_versions_and_places_give_the_same_bytes() -> None:
    program = (
        "import sys; from xlvp.excel.addin import addin; from xlvp.excel.places import Places;"
        f"sys.stdout.buffer.write(addin(Places{tuple(PLACES)!r}))"
    )
    builds = {
        subprocess.run(
            [sys.executable, "-c", program], env={"PYTHONHASHSEED": seed}, capture_output=True, check=True, timeout=60
        ).stdout
        for seed in ("1", "2")
    }
    assert {hashlib.sha256(build).hexdigest() for build in builds} == {hashlib.sha256(addin(PLACES)).hexdigest()}


def test_it_says_what_it_was_made_from() -> None:
    properties = addin_parts(PLACES)["docProps/core.xml"].decode()
    assert f"xlvp {xlvp.__version__} with xlwings {xlwings.__version__}" in properties


def test_libreoffice_opens_it(office: Office, tmp_path: Path) -> None:
    """It opens no add-ins, so the workbook inside is called a workbook here; then it knows the functions."""
    kind = (b"application/vnd.ms-excel.addin.macroEnabled", b"application/vnd.ms-excel.sheet.macroEnabled")
    parts = {
        name: data.replace(*kind) if name == "[Content_Types].xml" else data
        for name, data in addin_parts(PLACES).items()
    }
    path = tmp_path / "xlvp.xlsm"
    path.write_bytes(zipped(parts))
    with office.open(path, macros=True) as document:
        document.formula("A1", "=NOFUNCTION(430)")
        document.formula("A2", "=IMPS(430)")
        (none,), (imps,) = document.cells("A1:A2")
        assert none == "#NAME?"
        assert imps != "#NAME?"
