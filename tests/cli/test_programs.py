"""`xlvp addin` and `xlvp doctor`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from tests.cli.running import output, run
from xlvp.cli import main
from xlvp.files import AbsentError, RefusedError
from xlvp.libreoffice.extension import extension

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


def test_building_the_add_in(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "xlvp"
    build = ["addin", "build", "libreoffice", "-o", str(path)]
    assert output(capsys, *build) == f"Made {path}\n"
    assert path.read_bytes() == extension()
    path.write_bytes(b"mine")
    assert main(build) == 1
    assert capsys.readouterr().err == f"xlvp: {path} exists; choose another name, or replace it with --force\n"
    assert path.read_bytes() == b"mine"
    output(capsys, *build, "--force")
    assert path.read_bytes() == extension()


def test_the_add_in_has_its_name_where_none_is_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["addin", "build", "libreoffice"]) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["xlvp.oxt"]


@pytest.mark.skipif(sys.platform == "win32", reason="there it would be installed: tests/excel does that")
@pytest.mark.parametrize("command", ["addin install excel", "addin uninstall excel", "addin build excel"])
def test_the_excel_add_in_elsewhere_than_on_windows(command: str) -> None:
    done = run(*command.split())
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("xlvp: the Excel add-in can be installed on Windows only.")
    assert done.stderr.count("\n") == 1


def no_links() -> Iterator[str]:
    raise AbsentError("it is not there")


def good_links() -> Iterator[str]:
    yield "it works"


def broken_links() -> Iterator[str]:
    yield "it is there"
    raise RefusedError("it is broken. Mend it.")


@pytest.mark.parametrize(
    ("excel", "libreoffice", "code", "printed", "refused"),
    [
        (good_links, good_links, 0, "Excel: ok: it works\nLibreOffice: ok: it works\n", ""),
        (no_links, good_links, 0, "Excel: it is not there\nLibreOffice: ok: it works\n", ""),
        (good_links, no_links, 0, "Excel: ok: it works\nLibreOffice: it is not there\n", ""),
        (no_links, no_links, 1, "Excel: it is not there\nLibreOffice: it is not there\n", "nothing is installed yet."),
        (
            broken_links,
            good_links,
            1,
            "Excel: ok: it is there\nLibreOffice: ok: it works\n",
            "Excel: it is broken. Mend it.",
        ),
    ],
)
def test_doctor_on_each_program(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    excel: Callable[[], Iterator[str]],
    libreoffice: Callable[[], Iterator[str]],
    code: int,
    printed: str,
    refused: str,
) -> None:
    monkeypatch.setattr("xlvp.excel.doctor.check", excel)
    monkeypatch.setattr("xlvp.libreoffice.doctor.check", libreoffice)
    assert main(["doctor"]) == code
    said = capsys.readouterr()
    assert said.out == printed
    assert said.err.startswith(f"xlvp: {refused}" if refused else "")
    assert said.err.count("\n") == code
