r"""The add-in put into Excel on Windows, and taken out again.

Excel opens every file in its XLSTART folder when it starts and trusts it, so that nothing need be ticked in Excel.
Which Python the add-in starts is in `.xlvp\xlvp.conf` in the user's folder, in the form that xlwings' Visual Basic
reads.
"""

from __future__ import annotations

import csv
import ctypes
import io
import os
import sys
from contextlib import suppress
from pathlib import Path

from xlvp.excel.addin import FILE_NAME, PROJECT, addin
from xlvp.excel.client import dll_folders, dll_name
from xlvp.files import AbsentError, RefusedError
from xlvp.writing import write_files

INSTALL_COMMAND = "py -m xlvp addin install excel"  # `xlvp` alone need not be on the path
_CLOSE_EXCEL = "Close Excel and run this again."
_OWN_ENVIRONMENT = (
    r"Install xlvp into an environment of its own: 'py -m venv C:\xlvp' and 'C:\xlvp\Scripts\pip install xlvp',"
    r" then 'C:\xlvp\Scripts\xlvp addin install excel'."
)


def addin_path() -> Path:
    """Return where Excel finds the add-in."""
    return _folder("APPDATA") / "Microsoft" / "Excel" / "XLSTART" / FILE_NAME


def conf_path() -> Path:
    """Return where the add-in finds its settings."""
    return _folder("USERPROFILE") / f".{PROJECT}" / f"{PROJECT}.conf"


def _folder(variable: str) -> Path:
    if sys.platform != "win32":
        raise AbsentError(
            "the Excel add-in can be installed on Windows only. 'xlvp addin build excel' makes its file anywhere."
        )
    return Path(os.environ[variable])


def interpreter() -> Path:
    """Return the Python that the add-in should start: this one, in its form without a window if there is one."""
    python = Path(sys.executable)
    windowless = python.with_name("pythonw.exe")
    return windowless if windowless.exists() else python


def problem_with(python: Path) -> str:
    """Return why Excel could not start this Python, or nothing."""
    if not python.exists():
        return f"there is no {python}. Run '{INSTALL_COMMAND}' with the Python that has xlvp."
    if "WindowsApps" in python.parts:
        return f"{python} comes from the Microsoft Store, and Excel cannot start it. Install Python from python.org."
    folders = dll_folders(python)
    for name in (dll_name(32), dll_name(64)):
        if not any((folder / name).exists() for folder in folders):
            return f"xlwings' {name} is neither in {folders[0]} nor in {folders[1]}. {_OWN_ENVIRONMENT}"
    return ""


def install() -> Path:
    """Put the add-in of the installed version into Excel, over an older one, and return its place."""
    place, settings, python = addin_path(), conf_path(), interpreter()
    problem = problem_with(python)
    if problem:
        raise RefusedError(problem)
    try:
        write_files({place: addin(), settings: _conf(python)})
    except PermissionError as error:
        raise RefusedError(f"cannot write {error.filename2 or error.filename}. {_CLOSE_EXCEL}") from None
    return place


def uninstall() -> list[Path]:
    """Take the add-in and its settings out again and return what was removed."""
    removed = []
    for path in (addin_path(), conf_path()):
        try:
            path.unlink()
        except FileNotFoundError:
            continue
        except PermissionError:
            raise RefusedError(f"cannot remove {path}. {_CLOSE_EXCEL}") from None
        removed.append(path)
        with suppress(OSError):  # not empty: others keep files there
            path.parent.rmdir()
    return removed


def read_conf(path: Path) -> dict[str, str]:
    """Return the settings in a file."""
    rows = csv.reader(io.StringIO(path.read_bytes().decode("mbcs")))
    return {row[0]: row[1] for row in rows if len(row) > 1}


def _conf(python: Path) -> bytes:
    settings = {
        "INTERPRETER_WIN": _ansi(python),
        "UDF MODULES": "xlvp.udfs",
        "ADD_WORKBOOK_TO_PYTHONPATH": "False",
    }
    return "".join(f'"{key}","{value}"\r\n' for key, value in settings.items()).encode("mbcs")


def _ansi(path: Path) -> str:
    """Return a path in letters that Visual Basic can read; where its own has others, Windows' short form of it."""
    for text in (str(path), _short(path)):
        with suppress(UnicodeEncodeError):
            text.encode("mbcs", "strict")
            return text
    raise RefusedError(f"Excel's Visual Basic cannot read the path {path}. {_OWN_ENVIRONMENT}")


def _short(path: Path) -> str:
    if sys.platform != "win32":
        return str(path)
    short = ctypes.create_unicode_buffer(1024)
    ctypes.windll.kernel32.GetShortPathNameW(str(path), short, len(short))
    return short.value or str(path)
