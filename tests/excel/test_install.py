"""The add-in installed, looked at and removed by the command itself, in a real Windows Python."""

from __future__ import annotations

import os
import shutil
import zipfile
from typing import TYPE_CHECKING

import pytest

from xlvp.excel.addin import addin_parts
from xlvp.excel.install import addin_path
from xlvp.files import RefusedError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.parts.windows import Windows

ADDIN = "AppData/Roaming/Microsoft/Excel/XLSTART/xlvp.xlam"
CONF = ".xlvp/xlvp.conf"

# Opens a file as Excel does, so that nobody else may write or remove it, until its input ends.
HOLD = """
import ctypes, sys
READ, SHARE_READ, OPEN_EXISTING = 0x80000000, 1, 3
assert ctypes.windll.kernel32.CreateFileW(sys.argv[1], READ, SHARE_READ, None, OPEN_EXISTING, 0, None) != -1
print("held", flush=True)
sys.stdin.read()
"""


def files_in(home: Path) -> list[str]:
    return sorted(path.relative_to(home).as_posix() for path in home.rglob("*") if path.is_file())


def xlvp(windows: Windows, home: Path, command: str, python: Path | None = None) -> tuple[int, str]:
    done = windows.xlvp(home, *command.split(), python=python)
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") <= 1
    return done.returncode, (done.stdout + done.stderr).replace("\r\n", "\n")


@pytest.fixture
def installed(windows: Windows, tmp_path: Path) -> Path:
    code, text = xlvp(windows, tmp_path, "addin install excel")
    assert code == 0, text
    return tmp_path


def test_from_installing_to_removing(windows: Windows, tmp_path: Path) -> None:
    code, text = xlvp(windows, tmp_path, "addin install excel")
    assert code == 0
    assert "XLSTART\\xlvp.xlam" in text
    assert files_in(tmp_path) == [CONF, ADDIN]
    with zipfile.ZipFile(tmp_path / ADDIN) as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == addin_parts()
    python = windows.path(windows.python.with_name("pythonw.exe"))
    assert (tmp_path / CONF).read_bytes().decode("cp1252") == (
        f'"INTERPRETER_WIN","{python}"\r\n"UDF MODULES","xlvp.udfs"\r\n"ADD_WORKBOOK_TO_PYTHONPATH","False"\r\n'
    )

    code, text = xlvp(windows, tmp_path, "doctor")
    assert code == 0
    assert f"Excel: ok: it starts {python}" in text.splitlines()
    assert text.splitlines()[-2] == "Excel: ok: =IMPS(430) gives 10"
    assert text.splitlines()[-1].startswith("LibreOffice: LibreOffice is not found.")

    code, text = xlvp(windows, tmp_path, "addin uninstall excel")
    assert code == 0
    assert text.count("Removed") == 2
    assert files_in(tmp_path) == []
    assert not (tmp_path / ".xlvp").exists()
    assert xlvp(windows, tmp_path, "addin uninstall excel") == (0, "There was nothing to remove.\n")


def test_installing_again_upgrades_and_leaves_other_files_alone(windows: Windows, tmp_path: Path) -> None:
    for name, data in ((ADDIN, b"of old"), (CONF, b'"INTERPRETER_WIN","C:\\gone\\pythonw.exe"\r\n')):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_bytes(data)
    other = (tmp_path / ADDIN).with_name("personal.xlsb")
    other.write_bytes(b"macros")
    assert xlvp(windows, tmp_path, "addin install excel")[0] == 0
    assert xlvp(windows, tmp_path, "doctor")[0] == 0
    assert xlvp(windows, tmp_path, "addin uninstall excel")[0] == 0
    assert files_in(tmp_path) == [other.relative_to(tmp_path).as_posix()]


def test_excel_holds_the_file(windows: Windows, installed: Path) -> None:
    (installed / CONF).write_bytes(b"as it was")
    with windows.started("-c", HOLD, windows.path(installed / ADDIN)) as holder:
        assert holder.stdout is not None
        assert holder.stdin is not None
        assert holder.stdout.readline() == "held\n"
        for command in ("addin install excel", "addin uninstall excel"):
            code, text = xlvp(windows, installed, command)
            assert code == 1
            assert "xlvp.xlam. Close Excel and run this again." in text
            assert files_in(installed) == [CONF, ADDIN]
            assert (installed / CONF).read_bytes() == b"as it was"
        holder.stdin.close()
        holder.wait(30)
    assert xlvp(windows, installed, "addin install excel")[0] == 0


# What doctor says of broken installations


def damage(home: Path) -> None:
    (home / ADDIN).write_bytes((home / ADDIN).read_bytes()[:1000])


def make_older(home: Path) -> None:
    with zipfile.ZipFile(home / ADDIN, "w") as archive:
        for name, data in addin_parts().items():
            archive.writestr(name, data.replace(b"with xlwings 0.37", b"with xlwings 0.36"))


def start(home: Path, python: str) -> None:
    (home / CONF).write_bytes(f'"INTERPRETER_WIN","{python}"\r\n'.encode("cp1252"))


@pytest.mark.parametrize(
    ("breaks", "words"),
    [
        pytest.param(lambda home: (home / ADDIN).unlink(), "the add-in is not installed: there is no", id="no add-in"),
        pytest.param(damage, "xlvp.xlam cannot be read", id="damaged add-in"),
        pytest.param(make_older, "xlvp.xlam was made by another version than xlvp", id="older add-in"),
        pytest.param(lambda home: (home / CONF).unlink(), "the add-in cannot find its Python", id="no settings"),
        pytest.param(
            lambda home: (home / CONF).write_bytes(b"\r\n"), "does not say which Python", id="no Python in it"
        ),
        pytest.param(lambda home: start(home, r"C:\gone\python.exe"), r"there is no C:\gone\python.exe", id="gone"),
    ],
)
def test_doctor(windows: Windows, installed: Path, breaks: Callable[[Path], object], words: str) -> None:
    breaks(installed)
    code, text = xlvp(windows, installed, "doctor")
    assert code == 1
    assert words in text
    assert "xlvp addin install excel'" in text.splitlines()[-1]
    assert xlvp(windows, installed, "addin install excel")[0] == 0
    assert xlvp(windows, installed, "doctor")[0] == 0


def copy_of_python(windows: Windows, folder: Path, without: str = "") -> Path:
    """Return a Python in another folder; `without` is the beginning of files to leave out."""
    ignore = shutil.ignore_patterns(f"{without}*") if without else None
    shutil.copytree(windows.python.parent, folder, copy_function=os.link, ignore=ignore)
    return folder / "python.exe"


def test_python_from_the_microsoft_store(windows: Windows, installed: Path, tmp_path: Path) -> None:
    python = copy_of_python(windows, tmp_path / "WindowsApps")
    start(installed, windows.path(python))
    code, text = xlvp(windows, installed, "doctor")
    assert code == 1
    assert "comes from the Microsoft Store, and Excel cannot start it. Install Python from python.org." in text
    assert xlvp(windows, installed, "addin install excel", python)[0] == 1


@pytest.mark.parametrize("bits", [32, 64])
def test_dll_elsewhere(windows: Windows, tmp_path: Path, bits: int) -> None:
    """As after `pip install --user`, which puts the DLLs into another folder than Python's."""
    python = copy_of_python(windows, tmp_path / "python", without=f"xlwings{bits}-")
    code, text = xlvp(windows, tmp_path / "home", "addin install excel", python)
    assert code == 1
    assert f"xlwings{bits}-" in text
    assert r"'py -m venv C:\xlvp'" in text
    assert not (tmp_path / "home").exists()


def test_a_python_without_xlvp(windows: Windows, installed: Path, tmp_path: Path) -> None:
    python = copy_of_python(windows, tmp_path / "python", without="python311._pth")
    paths = windows.python.with_name("python311._pth").read_text()
    (tmp_path / "python" / "python311._pth").write_text(
        "".join(line for line in paths.splitlines(keepends=True) if not line.startswith("Z:"))
    )
    start(installed, windows.path(python))
    code, text = xlvp(windows, installed, "doctor")
    assert code == 1
    assert "does not work: ModuleNotFoundError: No module named 'xlvp'" in text


def test_a_python_that_does_not_start(windows: Windows, installed: Path, tmp_path: Path) -> None:
    python = copy_of_python(windows, tmp_path / "python", without="python3")
    start(installed, windows.path(python))
    code, text = xlvp(windows, installed, "doctor")
    assert code == 1
    assert "python.exe does not work: " in text


def test_a_python_in_a_folder_that_visual_basic_cannot_read(windows: Windows, tmp_path: Path) -> None:
    """Its short name stands in the settings, and works."""
    python = copy_of_python(windows, tmp_path / "Жук" / "python")
    home = tmp_path / "home"
    code, text = xlvp(windows, home, "addin install excel", python)
    assert code == 0, text
    assert b"~" in (home / CONF).read_bytes()
    assert xlvp(windows, home, "doctor", python)[0] == 0


def test_elsewhere_than_on_windows() -> None:
    with pytest.raises(RefusedError, match="on Windows only"):
        addin_path()
