"""Files written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


class RefusedError(Exception):
    """A file that cannot be read or written as asked; the message says why, and the way out."""


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
