"""Where the add-in finds Python and xlwings' DLL, and the line by which the DLL starts Python.

All of this is built into the add-in at its installation and comes from nowhere else: no workbook, no folder and no
setting has a say in which program Excel starts.

Python is started in its own folder, by its bare name, since the DLL takes no letters but those of the ANSI code page,
and a user's folder may have others. `-P` keeps the current folder off Python's path. (`-I` would also keep off what pip
has put into the user's own folder.) `cmd.exe` has no part in it: Windows looks for that in the current folder first.
"""

from __future__ import annotations

import ctypes
import os
import re
import site
import sys
from importlib.metadata import distribution
from pathlib import Path, PureWindowsPath
from typing import NamedTuple

import xlwings

from xlvp.files import AbsentError, RefusedError

INSTALL_COMMAND = "py -m xlvp addin install excel"  # `xlvp` alone need not be on the path
ENDING = '"'
"""What stands behind the number of the start."""
_OWN_ENVIRONMENT = (
    r"Install xlvp into an environment of its own: 'py -m venv C:\xlvp' and 'C:\xlvp\Scripts\pip install xlvp',"
    r" then 'C:\xlvp\Scripts\xlvp addin install excel'."
)
_LONGEST_FOLDER = 230  # Windows takes 260, the name of a file in it included
_LONGEST_LINE = 1900  # the DLL takes 2,047 and ends Excel at one more; it puts a CLSID into the line


class Places(NamedTuple):
    """What is built into an add-in."""

    python: str
    """The interpreter."""
    dlls: str
    """The folder of xlwings' DLLs."""
    packages: str = ""
    """The user's own packages, if Python has to be told where they are."""

    @property
    def folder(self) -> str:
        """Return the folder of the interpreter."""
        return str(PureWindowsPath(self.python).parent)

    @property
    def beginning(self) -> str:
        """Return the line that starts Python, up to the number of the start.

        Each start has a line of its own: for one that it knows, the DLL looks for the server that it started then.
        """
        told = f"import site;site.addsitedir('{_in_python(self.packages)}');" if self.packages else ""
        program = f"{told}import sys,xlwings;sys.stdout=None;xlwings.serve('$(CLSID)')"  # serve tells that it serves
        return f'".\\{PureWindowsPath(self.python).name}" -P -B -c "{program} #'

    def start_line(self, start: int) -> str:
        """Return the line that starts Python."""
        return f"{self.beginning}{start}{ENDING}"

    def check(self) -> None:
        """Refuse what Excel could not start, and a folder without xlwings' DLLs."""
        python, folder = Path(self.python), Path(self.dlls)
        if not python.exists():
            raise RefusedError(f"there is no {python}. Run '{INSTALL_COMMAND}' with the Python that has xlvp.")
        if "WindowsApps" in python.parts:
            raise RefusedError(
                f"{python} comes from the Microsoft Store, and Excel cannot start it. Install Python from python.org."
            )
        for name in (dll_name(32), dll_name(64)):
            if not (folder / name).exists():
                raise RefusedError(
                    f"xlwings' {name} is not in {folder}."
                    f" Run 'py -m pip install --force-reinstall xlwings', then '{INSTALL_COMMAND}'."
                )
        name = PureWindowsPath(self.python).name
        if max(len(self.folder), len(self.dlls)) > _LONGEST_FOLDER or len(self.start_line(0)) > _LONGEST_LINE:
            raise RefusedError(f"the path of {python} is too long for Excel. {_OWN_ENVIRONMENT}")
        if not re.fullmatch(r"[A-Za-z0-9._-]+", name):
            raise RefusedError(f"Excel cannot start a Python called {name}. {_OWN_ENVIRONMENT}")


def dll_name(bits: int) -> str:
    """Return the name of xlwings' DLL for an Excel of 32 or 64 bits."""
    return f"xlwings{bits}-{xlwings.__version__}.dll"


def here() -> Places:
    """Return the places of the Python that runs this."""
    need_windows()
    python = _interpreter()
    folder = _fitting(python.parent)
    places = Places(str(folder / python.name), str(_fitting(_dll_folder(python))), _own_packages())
    places.check()
    return places


def need_windows() -> None:
    """Refuse any other system."""
    if sys.platform != "win32":
        raise AbsentError(
            "the Excel add-in can be installed on Windows only. Its file names a Python there, so it is made there too."
        )


def _interpreter() -> Path:
    """Return the Python that the add-in should start: this one, in its form without a window if there is one."""
    python = Path(sys.executable)
    windowless = python.with_name("pythonw.exe")
    return windowless if windowless.exists() else python


def _dll_folder(python: Path) -> Path:
    """Return where xlwings was installed with both of its DLLs: what its RECORD says, or else the usual places."""
    name = dll_name(64)
    files = [file.locate() for file in distribution("xlwings").files or () if file.name == name]
    recorded = [Path(os.path.normpath(str(file))).parent for file in files]
    folders = [*recorded, python.parent, Path(sys.prefix)]
    return next((folder for folder in folders if (folder / name).exists()), folders[0])


def _own_packages() -> str:
    """Return the folder of the user's own packages, if its path has letters that the DLL may lose on the way.

    It hands the environment on in the ANSI code page, so that Python would look for the user's folder elsewhere.
    """
    if not site.ENABLE_USER_SITE:
        return ""
    folder = site.getusersitepackages()
    return folder if not folder.isascii() and os.path.isdir(folder) else ""


def _fitting(folder: Path) -> Path:
    """Return a folder, under the short name that Windows has for it where its own is too long."""
    if sys.platform != "win32" or len(str(folder)) <= _LONGEST_FOLDER:
        return folder
    short = ctypes.create_unicode_buffer(32768)
    ctypes.windll.kernel32.GetShortPathNameW(rf"\\?\{folder}", short, len(short))
    return Path(short.value.removeprefix("\\\\?\\")) if short.value else folder


def _in_python(path: str) -> str:
    """Return a path as it stands in a text of Python, in ASCII and without what the DLL or Windows would replace."""

    def escaped(found: re.Match[str]) -> str:
        return f"\\U{ord(found[0]):08x}"

    return re.sub(r"[^A-Za-z0-9_ ./:-]", escaped, path.replace("\\", "/"))
