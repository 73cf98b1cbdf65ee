"""The add-in put into Excel on Windows, and removed.

Excel opens every file in its XLSTART folder when it starts and trusts it, so that nothing need be ticked in Excel.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from xlvp.excel.addin import FILE_NAME, addin
from xlvp.excel.places import here, need_windows
from xlvp.files import RefusedError
from xlvp.writing import write_files

_CLOSE_EXCEL = "Close Excel and run this again."


def addin_path() -> Path:
    """Return where Excel finds the add-in."""
    need_windows()
    return Path(os.environ["APPDATA"]) / "Microsoft" / "Excel" / "XLSTART" / FILE_NAME


def install() -> Path:
    """Put the add-in of the installed version into Excel, over an older one, and return its path."""
    path = addin_path()
    try:
        write_files({path: addin(here())})
    except PermissionError as error:
        raise RefusedError(f"cannot write {error.filename2 or error.filename}. {_CLOSE_EXCEL}") from None
    return path


def uninstall() -> list[Path]:
    """Remove the add-in and return the file that was removed, if there was one."""
    path = addin_path()
    try:
        path.unlink()
    except FileNotFoundError:
        return []
    except PermissionError:
        raise RefusedError(f"cannot remove {path}. {_CLOSE_EXCEL}") from None
    with suppress(OSError):  # not empty: others keep files there
        path.parent.rmdir()
    return [path]
