"""The extension put into LibreOffice, and removed."""

from __future__ import annotations

import tempfile
from pathlib import Path

from xlvp.libreoffice.calc import IDENTIFIER
from xlvp.libreoffice.extension import FILE_NAME, extension
from xlvp.libreoffice.office import office
from xlvp.writing import write_files

INSTALL_COMMAND = "xlvp addin install libreoffice"


def install() -> Path:
    """Put the extension of the installed version into LibreOffice, over another one; return which LibreOffice."""
    there = office()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / FILE_NAME
        write_files({path: extension()})
        there.ask("install", str(path))
    return there.soffice


def uninstall() -> bool:
    """Remove the extension and return whether it was there."""
    removed: bool = office().ask("remove", IDENTIFIER)
    return removed
