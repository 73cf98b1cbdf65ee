"""LibreOffice on this computer: where it is, and how to ask it.

The folder in which somebody types the command may be an enemy's: no program is looked for there, and no module.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from xlvp.files import AbsentError, RefusedError, trouble
from xlvp.libreoffice import manager

if TYPE_CHECKING:
    from collections.abc import Iterator

_BY_HAND = "Or make the file with 'xlvp addin build libreoffice' and open it with a double click."
_PATIENCE = 2 * manager.START_SECONDS
_HAS_UNO = "import sys; sys.path.remove(''); import uno"  # the empty name is the current folder


class Office(NamedTuple):
    """A LibreOffice, and the Python that has its module `uno`."""

    soffice: Path
    python: Path

    def ask(self, action: str, *arguments: str) -> Any:
        """Return what a LibreOffice of our own answers, see `xlvp.libreoffice.manager`."""
        command: list[str | Path] = [self.python, manager.__file__, self.soffice, action, *arguments]
        try:
            done = _run(command, _PATIENCE)
        except subprocess.TimeoutExpired:
            silence = f"gives no answer within {_PATIENCE} seconds"
            raise RefusedError(f"LibreOffice at {self.soffice} {silence}. {_BY_HAND}") from None
        except OSError as error:
            raise RefusedError(f"{self.python}, the Python of LibreOffice: {trouble(error)}. {_BY_HAND}") from None
        try:
            answer = json.loads(done.stdout)
        except ValueError:
            answer = {"error": "it ends without an answer"}
        if "running" in answer:
            raise RefusedError("LibreOffice is running. Close LibreOffice and run this again.")
        if "error" in answer:
            raise RefusedError(f"LibreOffice at {self.soffice} refuses: {answer['error']}. {_BY_HAND}")
        return answer["result"]


def office() -> Office:
    """Return the LibreOffice of this computer."""
    soffice = next((path for path in _soffices() if path.is_file()), None)
    if soffice is None:
        raise AbsentError(f"LibreOffice is not found. Install it from libreoffice.org. {_BY_HAND}")
    python = next(filter(_has_uno, _pythons(soffice)), None)
    if python is None:
        raise RefusedError(
            f"no Python with LibreOffice's module uno is found for {soffice}. "
            "On Debian and Ubuntu the package python3-uno has it."
        )
    return Office(soffice, python)


def _soffices() -> Iterator[Path]:
    """Give the places to look at: the path, the registry of Windows, the usual folders."""
    yield from _on_path("soffice", "libreoffice")
    if sys.platform == "win32":
        yield from (Path(folder) / "soffice.exe" for folder in _registered())
        folders = (os.environ.get(name) for name in ("ProgramFiles", "ProgramFiles(x86)"))
        yield from (Path(folder) / "LibreOffice" / "program" / "soffice.exe" for folder in folders if folder)
    elif sys.platform == "darwin":
        for folder in (Path("/"), Path.home()):
            yield folder / "Applications" / "LibreOffice.app" / "Contents" / "MacOS" / "soffice"
    else:
        yield from (Path("/usr", lib, "libreoffice", "program", "soffice") for lib in ("lib", "lib64"))
        yield from sorted(Path("/opt").glob("libreoffice*/program/soffice"), reverse=True)


def _on_path(*names: str) -> Iterator[Path]:
    """Give the programs of these names in the folders of PATH, but not in the current one.

    `shutil.which` looks there first on Windows, and elsewhere if PATH says so.
    """
    ending = ".exe" if sys.platform == "win32" else ""
    for folder in filter(os.path.isabs, os.get_exec_path()):
        yield from (path for name in names if os.access(path := Path(folder, name + ending), os.X_OK))


def _registered() -> Iterator[str]:
    """Give the folders that LibreOffice has written into the registry of Windows."""
    if sys.platform != "win32":
        return
    import winreg

    for root in (winreg.HKEY_CURRENT_USER, winreg.HKEY_LOCAL_MACHINE):
        try:
            yield winreg.QueryValue(root, r"SOFTWARE\LibreOffice\UNO\InstallPath")
        except OSError:
            continue


def _pythons(soffice: Path) -> Iterator[Path]:
    """Give the Pythons that may have `uno`: LibreOffice's own, or, from a distribution, the system's."""
    program = soffice.resolve().parent
    own = (program / "python.exe", program / "python", program.parent / "Resources" / "python")
    yield from (path for path in (*own, Path("/usr/bin/python3")) if path.is_file())


def _has_uno(python: Path) -> bool:
    try:
        return _run([python, "-c", _HAS_UNO], manager.END_SECONDS).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def _run(command: list[str | Path], seconds: float) -> subprocess.CompletedProcess[str]:
    """Run another Python, in its own folder; it must not be told where this one has its modules.

    A LibreOffice that it starts looks for Python on the path: there it must come before any other, such as pyenv's.
    """
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    environment["PATH"] = os.pathsep.join([str(Path(command[0]).parent), *filter(None, [os.environ.get("PATH")])])
    return subprocess.run(  # noqa: S603
        command,
        capture_output=True,
        text=True,
        check=False,
        timeout=seconds,
        env=environment,
        cwd=Path(command[0]).parent,
    )
