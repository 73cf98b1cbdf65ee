"""Files written whole or not at all, and zip files that depend on nothing but what is in them."""

from __future__ import annotations

import io
import os
import tempfile
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


_TIME_STAMP = (1980, 1, 1, 0, 0, 0)  # the first that a zip file knows
_UNIX = 3


class RefusedError(Exception):
    """A file that cannot be read or written as asked; the message says why, and the way out."""


class AbsentError(RefusedError):
    """There is nothing to look at: no such program here, or no add-in in it."""


def write_files(files: Mapping[Path, bytes]) -> None:
    """Write files, making their folders; all are written beside their targets first, then moved into place.

    What was there stays until the new file is complete. A failure leaves no half-written file behind, and before
    the first move nothing has changed.
    """
    written: list[tuple[str, Path]] = []
    try:
        for path, data in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
            written.append((name, path))
            with open(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
        while written:
            os.replace(*written[0])
            del written[0]
    finally:
        for name, _ in written:
            with suppress(OSError):
                Path(name).unlink()


def zipped(parts: Mapping[str, bytes]) -> bytes:
    """Return parts as a zip file, the same bytes whenever and wherever it is made."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            entry = zipfile.ZipInfo(name, _TIME_STAMP)
            entry.create_system = _UNIX
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED)
    return file.getvalue()
