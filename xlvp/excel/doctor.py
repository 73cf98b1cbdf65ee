"""Each link of the chain from a cell in Excel to the rule in Python, looked at in its order."""

from __future__ import annotations

import subprocess
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import xlwings

from xlvp import __version__
from xlvp.excel.addin import PROJECT, PROPERTIES, addin_parts, places_in
from xlvp.excel.client import server
from xlvp.excel.install import addin_path
from xlvp.excel.places import INSTALL_COMMAND, Places
from xlvp.files import AbsentError, RefusedError, trouble

if TYPE_CHECKING:
    from collections.abc import Iterator

_AGAIN = f"Run '{INSTALL_COMMAND}'."
_PATIENCE = 60


def check() -> Iterator[str]:
    """Say of each link that it is right, or raise `RefusedError` at the first that is not."""
    path = addin_path()
    places = _built_in(path)
    yield f"Excel opens {path}"
    yield f"it is that of xlvp {__version__} and xlwings {xlwings.__version__}"
    places.check()
    yield f"it starts {places.python}"
    yield f"with xlwings' DLLs in {places.dlls}"
    _check_python(places)
    yield "that Python has the functions"
    yield f"=IMPS(430) gives {_asked(places)}"


def _built_in(path: Path) -> Places:
    """Return the places built into the add-in, if all of it is just as this version makes it for them."""
    if not path.exists():
        raise AbsentError(f"the add-in is not installed: there is no {path}. {_AGAIN}")
    try:
        with zipfile.ZipFile(path) as archive:
            parts = {name: archive.read(name) for name in archive.namelist()}
    except (OSError, zipfile.BadZipFile):
        raise RefusedError(f"{path} cannot be read. {_AGAIN}") from None
    places = places_in(parts.get(PROPERTIES, b"").decode(errors="replace"))
    if places is None or parts != addin_parts(places):
        raise RefusedError(
            f"{path} was made by another version than xlvp {__version__} with xlwings {xlwings.__version__}. {_AGAIN}"
        )
    return places


def _check_python(places: Places) -> None:
    """See that Python runs by itself, as the add-in starts it: what the DLL says of a failure is less."""
    python = Path(places.python)
    with_window = python.with_name("python.exe")  # the other form says nothing when it fails
    program = "import xlwings, xlvp.udfs; print(xlwings.__version__, xlvp.__version__)"
    command = (with_window if with_window.exists() else python, "-P", "-B", "-c", program)
    try:
        done = subprocess.run(  # noqa: S603
            command, capture_output=True, text=True, check=False, timeout=_PATIENCE, cwd=places.folder
        )
    except subprocess.TimeoutExpired:
        raise RefusedError(f"{python} does not end within {_PATIENCE} seconds. {_AGAIN}") from None
    except OSError as error:
        raise RefusedError(f"{python} cannot be started: {trouble(error)}. {_AGAIN}") from None
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or [f"it ends with code {done.returncode}"])[-1]
        raise RefusedError(f"{python} does not work: {reason}. {_AGAIN}")
    versions = f"{xlwings.__version__} {__version__}"
    if done.stdout.strip() != versions:
        raise RefusedError(f"{python} has other versions of xlwings and xlvp than this one, {versions}. {_AGAIN}")


def _reason(error: Exception) -> str:
    """Return the first line of what went wrong; COM keeps it among the details, and some errors say nothing."""
    details = getattr(error, "excepinfo", None)
    told = str(details[2] if details and details[2] else error).strip()
    return (told or type(error).__name__).splitlines()[0]


def _asked(places: Places) -> object:
    """Return what Python answers when it is asked as Excel would ask it."""
    try:
        with server(places) as started:
            return started.CallUDF(f"{PROJECT}.udfs", "IMPS", (430.0,))
    except Exception as error:  # whatever stands in the way: Python, xlwings, COM, a virus scanner
        raise RefusedError(f"{places.python} does not answer: {_reason(error)}. {_AGAIN}") from None
