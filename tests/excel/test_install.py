"""The add-in installed, looked at and removed by the command itself, in a real Windows Python."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.parts.windows import POINTER
from xlvp.excel import doctor
from xlvp.excel.addin import addin
from xlvp.excel.install import addin_path
from xlvp.excel.places import Places
from xlvp.files import RefusedError

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.parts.windows import Windows

ADDIN = "AppData/Roaming/Microsoft/Excel/XLSTART/xlvp.xlam"

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


def places_of(windows: Windows, python: Path | None = None) -> Places:
    folder = windows.path((python or windows.python).parent)
    return Places(rf"{folder}\pythonw.exe", folder)


@pytest.fixture
def installed(windows: Windows, tmp_path: Path) -> Path:
    """What the command makes, see the first test, made here more quickly."""
    (tmp_path / ADDIN).parent.mkdir(parents=True)
    start(tmp_path, places_of(windows))
    return tmp_path


def test_from_installing_to_removing(windows: Windows, tmp_path: Path) -> None:
    code, text = xlvp(windows, tmp_path, "addin install excel")
    assert code == 0
    assert "XLSTART\\xlvp.xlam" in text
    assert files_in(tmp_path) == [ADDIN]
    assert (tmp_path / ADDIN).read_bytes() == addin(places_of(windows))
    python = windows.path(windows.python.with_name("pythonw.exe"))

    code, text = xlvp(windows, tmp_path, "doctor")
    assert code == 0
    assert f"Excel: ok: it starts {python}" in text.splitlines()
    assert f"Excel: ok: with xlwings' DLLs in {windows.path(windows.python.parent)}" in text.splitlines()
    assert text.splitlines()[-2] == "Excel: ok: =IMPS(430) gives 10"
    assert text.splitlines()[-1].startswith("LibreOffice: LibreOffice is not found.")

    code, text = xlvp(windows, tmp_path, "addin uninstall excel")
    assert code == 0
    assert text.count("Removed") == 1
    assert files_in(tmp_path) == []
    assert xlvp(windows, tmp_path, "addin uninstall excel") == (0, "There was nothing to remove.\n")


def test_making_the_file_alone(windows: Windows, tmp_path: Path) -> None:
    path = tmp_path / "other.xlam"
    done = windows.xlvp(tmp_path, "addin", "build", "excel", "-o", windows.path(path))
    assert done.returncode == 0, done.stderr
    assert path.read_bytes() == addin(places_of(windows))
    assert files_in(tmp_path) == ["other.xlam"]


def test_installing_again_upgrades_and_leaves_other_files_alone(windows: Windows, tmp_path: Path) -> None:
    (tmp_path / ADDIN).parent.mkdir(parents=True)
    (tmp_path / ADDIN).write_bytes(b"of old")
    other = (tmp_path / ADDIN).with_name("personal.xlsb")
    other.write_bytes(b"macros")
    assert xlvp(windows, tmp_path, "addin install excel")[0] == 0
    assert xlvp(windows, tmp_path, "doctor")[0] == 0
    assert xlvp(windows, tmp_path, "addin uninstall excel")[0] == 0
    assert files_in(tmp_path) == [other.relative_to(tmp_path).as_posix()]


def test_excel_holds_the_file(windows: Windows, installed: Path) -> None:
    before = (installed / ADDIN).read_bytes()
    with windows.started("-c", HOLD, windows.path(installed / ADDIN)) as holder:
        assert holder.stdout is not None
        assert holder.stdin is not None
        assert holder.stdout.readline() == "held\n"
        for command in ("addin install excel", "addin uninstall excel"):
            code, text = xlvp(windows, installed, command)
            assert code == 1
            assert "xlvp.xlam. Close Excel and run this again." in text
            assert files_in(installed) == [ADDIN]
            assert (installed / ADDIN).read_bytes() == before
        holder.stdin.close()
        holder.wait(30)
    assert xlvp(windows, installed, "addin install excel")[0] == 0


# What doctor says of broken installations


def damage(home: Path) -> None:
    (home / ADDIN).write_bytes((home / ADDIN).read_bytes()[:1000])


def change(home: Path, **parts: Callable[[bytes], bytes]) -> None:
    """Change a part of the add-in, named by its last word."""
    with zipfile.ZipFile(home / ADDIN) as archive:
        now = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(home / ADDIN, "w") as archive:
        for name, data in now.items():
            archive.writestr(name, parts.get(Path(name).stem, bytes)(data))


def other_places(home: Path) -> None:
    """What doctor starts is what the Visual Basic would, or nothing."""
    change(home, core=lambda data: data.replace(b"pythonw.exe", b"python.exe"))


def start(home: Path, places: Places) -> None:
    (home / ADDIN).write_bytes(addin(places))


GONE = Places(r"C:\gone\python.exe", r"C:\gone")


@pytest.mark.parametrize(
    ("breaks", "words"),
    [
        pytest.param(lambda home: (home / ADDIN).unlink(), "the add-in is not installed: there is no", id="no add-in"),
        pytest.param(damage, "xlvp.xlam cannot be read", id="damaged add-in"),
        pytest.param(
            lambda home: change(home, core=lambda data: data.replace(b"xlwings 0.37", b"xlwings 0.36")),
            "xlvp.xlam was made by another version than xlvp",
            id="older add-in",
        ),
        pytest.param(
            lambda home: change(home, core=lambda _: b"<coreProperties/>"),
            "xlvp.xlam was made by another version than xlvp",
            id="an add-in that does not say for which Python",
        ),
        pytest.param(other_places, "xlvp.xlam was made by another version than xlvp", id="says another Python"),
        pytest.param(
            lambda home: change(home, vbaProject=lambda data: data[:-1] + b"x"),
            "xlvp.xlam was made by another version than xlvp",
            id="other Visual Basic",
        ),
        pytest.param(lambda home: start(home, GONE), r"there is no C:\gone\python.exe", id="gone"),
    ],
)
def test_doctor(windows: Windows, installed: Path, breaks: Callable[[Path], object], words: str) -> None:
    breaks(installed)
    code, text = xlvp(windows, installed, "doctor")
    assert code == 1
    assert words in text
    assert "xlvp addin install excel'" in text.splitlines()[-1]


def copy_of_python(windows: Windows, folder: Path, without: str = "") -> Path:
    """Return a Python in another folder; `without` is the beginning of files to leave out."""
    ignore = shutil.ignore_patterns(f"{without}*") if without else None
    shutil.copytree(windows.python.parent, folder, copy_function=os.link, ignore=ignore)
    return folder / "python.exe"


def test_python_from_the_microsoft_store(windows: Windows, installed: Path, tmp_path: Path) -> None:
    python = copy_of_python(windows, tmp_path / "WindowsApps")
    start(installed, places_of(windows, python))
    code, text = xlvp(windows, installed, "doctor")
    assert code == 1
    assert "comes from the Microsoft Store, and Excel cannot start it. Install Python from python.org." in text
    assert xlvp(windows, installed, "addin install excel", python)[0] == 1


@pytest.mark.parametrize("bits", [32, 64])
def test_no_dll(windows: Windows, installed: Path, tmp_path: Path, bits: int) -> None:
    python = copy_of_python(windows, tmp_path / "python", without=f"xlwings{bits}-")
    code, text = xlvp(windows, tmp_path / "home", "addin install excel", python)
    assert code == 1
    assert f"xlwings{bits}-" in text
    assert "'py -m pip install --force-reinstall xlwings'" in text
    assert not (tmp_path / "home").exists()
    start(installed, places_of(windows, python))
    assert f"xlwings{bits}-" in xlvp(windows, installed, "doctor")[1].splitlines()[-1]


def test_a_python_without_xlvp(windows: Windows, installed: Path, tmp_path: Path) -> None:
    python = copy_of_python(windows, tmp_path / "python", without=POINTER)
    start(installed, places_of(windows, python))
    code, text = xlvp(windows, installed, "doctor")
    assert code == 1
    assert "does not work: ModuleNotFoundError: No module named 'xlvp'" in text


def test_a_python_that_does_not_start(windows: Windows, installed: Path, tmp_path: Path) -> None:
    python = copy_of_python(windows, tmp_path / "python", without="python3")
    start(installed, places_of(windows, python))
    code, text = xlvp(windows, installed, "doctor")
    assert code == 1
    assert "pythonw.exe does not work: it ends with code" in text


def test_a_python_in_any_folder(windows: Windows, tmp_path: Path) -> None:
    """Its name stands in the add-in as it is."""
    python = copy_of_python(windows, tmp_path / "Жук & 日本 it's 100% $(HOME)" / "python")
    home = tmp_path / "home"
    code, text = xlvp(windows, home, "addin install excel", python)
    assert code == 0, text
    assert (home / ADDIN).read_bytes() == addin(places_of(windows, python))
    code, text = xlvp(windows, home, "doctor", python)
    assert code == 0, text


def test_a_python_in_a_folder_with_a_long_path(windows: Windows, tmp_path: Path) -> None:
    """Longer than Excel could make its current folder: the short names that Windows has stand in the add-in."""
    folder = tmp_path / ("a" * 60) / ("b" * 60)
    python = copy_of_python(windows, folder / ("c" * (240 - len(windows.path(folder)) - 1)))
    assert len(windows.path(python.parent)) == 240
    home = tmp_path / "home"
    for command in ("addin install excel", "doctor"):
        code, text = xlvp(windows, home, command, python)
        assert code == 0, text
    assert "~" in text


def test_a_path_that_is_too_long_for_excel(windows: Windows, tmp_path: Path) -> None:
    """Where there are no short names either there is a way out."""
    places = Places(windows.path(windows.python), windows.path(windows.python.parent), "C:\\" + 200 * "\u0416")
    program = f"from xlvp.excel.places import Places; Places{tuple(places)!r}.check()"
    done = windows.run("-c", program)
    assert "is too long for Excel. Install xlvp into an environment of its own: 'py -m venv C:\\xlvp'" in done.stderr


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (subprocess.TimeoutExpired("pythonw.exe", 60), "does not end within 60 seconds. Run 'py -m xlvp"),
        (PermissionError(errno.EACCES, "Access is denied"), "cannot be started: permission denied; check who may"),
    ],
)
def test_a_python_that_cannot_be_run(monkeypatch: pytest.MonkeyPatch, error: Exception, words: str) -> None:
    """What has gone wrong is said in words of our own, not in Python's."""

    def run(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(subprocess, "run", run)
    with pytest.raises(RefusedError) as caught:
        doctor._check_python(Places(r"C:\Python\pythonw.exe", r"C:\Python"))
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("error", "words"), [(OSError("no DLL\nat all"), "no DLL"), (AttributeError(), "AttributeError")]
)
def test_a_python_that_does_not_answer(monkeypatch: pytest.MonkeyPatch, error: Exception, words: str) -> None:
    def server(_: Places) -> None:
        raise error

    monkeypatch.setattr(doctor, "server", server)
    with pytest.raises(RefusedError, match=rf"pythonw\.exe does not answer: {words}\. Run 'py -m xlvp"):
        doctor._asked(Places(r"C:\Python\pythonw.exe", r"C:\Python"))


def test_elsewhere_than_on_windows() -> None:
    with pytest.raises(RefusedError, match="on Windows only"):
        addin_path()
