"""The extension installed, looked at and removed by the command itself, in a LibreOffice with a profile of its own."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.parts.office import SYSTEM_PYTHON, need_libreoffice
from xlvp import __version__
from xlvp.cli import main
from xlvp.files import RefusedError
from xlvp.libreoffice import manager
from xlvp.libreoffice import office as office_module
from xlvp.libreoffice.calc import IDENTIFIER
from xlvp.libreoffice.extension import BUNDLED_NAME, extension_parts
from xlvp.libreoffice.office import Office, office
from xlvp.zipped import zipped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.parts.windows import Windows

pytestmark = pytest.mark.slow

PROFILE = ".config/libreoffice/4"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's folder, which LibreOffice has not seen yet."""
    need_libreoffice()
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    return tmp_path


def xlvp(command: str, folder: Path | None = None) -> tuple[int, str]:
    """Run the command in a process of its own, in a folder."""
    program = [sys.executable, "-P", "-m", "xlvp", *command.split()]
    done = subprocess.run(program, capture_output=True, text=True, check=False, timeout=300, cwd=folder)
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") <= 1
    return done.returncode, done.stdout + done.stderr


def installed_files() -> Path | None:
    folder = office().ask("folder", IDENTIFIER)
    return Path(folder) if folder else None


@contextmanager
def running_office(home: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Give a LibreOffice as the user has it open, and end it as a crash does."""
    command = [str(office().soffice), "--headless", "--norestore", "--nodefault", "--nologo"]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, start_new_session=True) as process:
        try:
            end = time.monotonic() + 60
            while not (home / PROFILE / ".lock").exists():
                assert time.monotonic() < end
                time.sleep(0.1)
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def test_from_installing_to_removing_and_again(home: Path) -> None:
    code, text = xlvp("addin install libreoffice")
    assert code == 0
    assert text.startswith("Installed in /")
    assert "when LibreOffice is started the next time; try =IMPS(430) in a cell." in text

    code, text = xlvp("doctor")
    assert code == 0
    assert text.splitlines()[0].startswith("Excel: the Excel add-in can be installed on Windows only.")
    assert f"LibreOffice: ok: it is that of xlvp {__version__}" in text.splitlines()
    assert text.splitlines()[-1] == "LibreOffice: ok: =IMPS(430) gives 10"

    assert xlvp("addin uninstall libreoffice") == (0, "Removed from LibreOffice\n")
    assert xlvp("addin uninstall libreoffice") == (0, "There was nothing to remove.\n")
    code, text = xlvp("doctor")
    assert code == 1
    assert "LibreOffice: the extension is not installed in /" in text
    assert "nothing is installed yet. Run '" in text.splitlines()[-1]
    assert office().ask("calculate", "=IMPS(430)") == "#NAME?"

    assert xlvp("addin install libreoffice")[0] == 0
    assert xlvp("doctor")[0] == 0


def older() -> dict[str, bytes]:
    """Return an extension of another version, whose IMPs are wrong."""
    parts = {}
    for name, data in extension_parts().items():
        text = data.decode().replace(f'<version value="{__version__}"/>', '<version value="0.0.1"/>')
        text = text.replace(BUNDLED_NAME, "xlvp_0_0_1").replace("(20, 50, 90,", "(20, 21, 22, 23, 50, 90,")
        parts[name.replace(BUNDLED_NAME, "xlvp_0_0_1")] = text.encode()
    return parts


def newer() -> dict[str, bytes]:
    return {name: data.replace(b'value="0.0.1"', b'value="99.0"') for name, data in older().items()}


@pytest.mark.parametrize("other", [older, newer])
def test_another_version_is_replaced(home: Path, tmp_path: Path, other: Callable[[], dict[str, bytes]]) -> None:
    path = tmp_path / "xlvp.oxt"
    path.write_bytes(zipped(other()))
    office().ask("install", str(path))
    code, text = xlvp("doctor")
    assert code == 1
    assert "the extension in LibreOffice " in text.splitlines()[-1]
    assert text.splitlines()[-1].endswith("Run 'xlvp addin install libreoffice'.")
    assert xlvp("addin install libreoffice")[0] == 0
    assert xlvp("doctor")[0] == 0
    folder = installed_files()
    assert folder is not None
    assert [path.name for path in (folder / "pythonpath").iterdir()] == [BUNDLED_NAME]


@pytest.mark.parametrize("breaks", [Path.unlink, lambda path: path.write_bytes(b"IMPS = 0\n")], ids=["gone", "other"])
def test_doctor_on_a_damaged_extension(home: Path, breaks: object) -> None:
    assert xlvp("addin install libreoffice")[0] == 0
    folder = installed_files()
    assert folder is not None
    assert callable(breaks)
    breaks(folder / "pythonpath" / BUNDLED_NAME / "cells.py")
    code, text = xlvp("doctor")
    assert code == 1
    assert "the extension in LibreOffice " in text.splitlines()[-1]
    assert xlvp("addin install libreoffice")[0] == 0
    assert xlvp("doctor")[0] == 0


def test_while_libreoffice_is_open(home: Path) -> None:
    assert xlvp("addin install libreoffice")[0] == 0
    with running_office(home) as process:
        for command in ("addin install libreoffice", "addin uninstall libreoffice", "doctor"):
            code, text = xlvp(command)
            assert code == 1
            assert text.endswith("LibreOffice is running. Close LibreOffice and run this again.\n")
            assert process.poll() is None  # the user's is left as it was
    assert xlvp("doctor")[0] == 0  # a lock that nobody holds is in nobody's way


def test_a_folder_with_letters_and_spaces(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = home / "Zoë und Жук"
    other.mkdir()
    monkeypatch.setenv("HOME", str(other))
    monkeypatch.setenv("TMPDIR", str(other))
    assert xlvp("addin install libreoffice")[0] == 0
    assert xlvp("doctor")[0] == 0


# In a folder of an enemy


@pytest.fixture
def enemy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with modules and a program that leave a mark when they run."""
    folder = tmp_path_factory.mktemp("enemy")
    for name in ("uno.py", "unohelper.py", "json.py", "sitecustomize.py", "usercustomize.py"):
        (folder / name).write_text(f"open({str(folder / 'ran')!r}, 'w').close()\n")
    for name in ("soffice", "libreoffice"):
        (folder / name).write_text(f"#!/bin/sh\ntouch '{folder / 'ran'}'\n")
        (folder / name).chmod(0o755)
    return folder


def test_what_the_enemy_has_would_run(home: Path, enemy: Path) -> None:
    """The control: what the commands did once."""
    subprocess.run([SYSTEM_PYTHON, "-c", "import uno"], cwd=enemy, timeout=60, check=True)
    assert (enemy / "ran").exists()
    (enemy / "ran").unlink()
    subprocess.run(["soffice"], cwd=enemy, env=os.environ | {"PATH": f".:{os.environ['PATH']}"}, timeout=60, check=True)
    assert (enemy / "ran").exists()


def test_doctor_and_installing_in_a_folder_of_an_enemy(
    home: Path, enemy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", f".::{os.environ['PATH']}")  # both mean the current folder
    assert "the extension is not installed" in xlvp("doctor", enemy)[1]
    assert xlvp("addin install libreoffice", enemy)[0] == 0
    assert xlvp("doctor", enemy)[0] == 0
    assert xlvp("addin uninstall libreoffice", enemy)[0] == 0
    assert not (enemy / "ran").exists()


# Where there is nothing to find


@pytest.mark.parametrize("command", ["addin install libreoffice", "addin uninstall libreoffice"])
def test_no_libreoffice(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: str) -> None:
    monkeypatch.setattr(office_module, "_soffices", lambda: iter([Path("/nowhere/soffice")]))
    assert main(command.split()) == 1
    said = capsys.readouterr().err
    assert said.startswith("xlvp: LibreOffice is not found.")
    assert "'xlvp addin build libreoffice' and open it with a double click." in said
    assert said.count("\n") == 1


def test_no_python_for_libreoffice(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(office_module, "_soffices", lambda: iter([Path(__file__)]))
    monkeypatch.setattr(office_module, "_has_uno", lambda _: False)
    assert main(["addin", "install", "libreoffice"]) == 1
    assert "the package python3-uno has it" in capsys.readouterr().err


def test_a_python_that_cannot_be_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """What has gone wrong is said in words of our own, not in Python's."""
    there = Office(Path("/nowhere/soffice"), Path(sys.executable))
    monkeypatch.setattr(office_module, "_PATIENCE", 0)
    with pytest.raises(RefusedError, match="soffice gives no answer within 0 seconds"):
        there.ask("folder", IDENTIFIER)
    with pytest.raises(
        RefusedError, match="the Python of LibreOffice: there is no such file or folder; check the name"
    ):
        there._replace(python=Path("/nowhere/python")).ask("folder", IDENTIFIER)


@pytest.mark.skipif(os.name != "posix", reason="a shell's script as a program")
@pytest.mark.parametrize("said", ["", "Segmentation fault"])
def test_a_python_that_gives_no_answer(tmp_path: Path, said: str) -> None:
    python = tmp_path / "python"
    python.write_text(f"#!/bin/sh\necho '{said}'\n")
    python.chmod(0o755)
    with pytest.raises(RefusedError, match="refuses: it ends without an answer"):
        Office(Path("/nowhere/soffice"), python).ask("folder", IDENTIFIER)


@pytest.mark.parametrize(
    ("script", "words"),
    [("exit 3", "LibreOffice ends with code 3"), ("exit 0", "Close LibreOffice and run this again.")],
)
def test_a_libreoffice_that_does_not_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], script: str, words: str
) -> None:
    need_libreoffice()
    soffice = tmp_path / "soffice"
    soffice.write_text(f"#!/bin/sh\n{script}\n")
    soffice.chmod(0o755)
    monkeypatch.setattr(office_module, "_soffices", lambda: iter([soffice]))
    assert main(["addin", "install", "libreoffice"]) == 1
    said = capsys.readouterr().err
    assert words in said
    assert said.count("\n") == 1


FIND_ON_WINDOWS = r"""
import os, sys, winreg
from xlvp.libreoffice import office
os.environ["ProgramFiles"] = sys.argv[2]
os.environ["PATH"] = r".;;" + os.environ["PATH"] + r";F:\none"
os.chdir(sys.argv[3])
key = r"SOFTWARE\LibreOffice\UNO\InstallPath"
winreg.SetValue(winreg.HKEY_CURRENT_USER, key, winreg.REG_SZ, sys.argv[1])
try:
    print(*office._soffices(), sep="\n")
finally:
    winreg.DeleteKey(winreg.HKEY_CURRENT_USER, key)
"""


def test_the_places_on_windows(windows: Windows, enemy: Path) -> None:
    shutil.copy(windows.python, enemy / "soffice.exe")
    folders = (r"D:\LibreOffice\program", r"E:\Programs", windows.path(enemy))
    done = windows.run("-c", FIND_ON_WINDOWS, *folders)
    assert done.stderr == ""
    assert done.stdout.split()[:2] == [
        r"D:\LibreOffice\program\soffice.exe",
        r"E:\Programs\LibreOffice\program\soffice.exe",
    ]


def test_the_manager_runs_in_the_python_3_8_of_windows(windows: Windows) -> None:
    """There is no LibreOffice for it there: it says so, in its own way."""
    done = windows.run(windows.path(Path(manager.__file__)), "soffice", "folder", "x", python=windows.old_python)
    assert done.stdout.strip() == '{"error": "No module named \'uno\'"}'
