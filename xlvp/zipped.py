"""Zip files that depend on nothing but what is in them."""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_TIME_STAMP = (1980, 1, 1, 0, 0, 0)  # the first that a zip file knows
_UNIX = 3


def zipped(parts: Mapping[str, bytes]) -> bytes:
    """Return parts as a zip file, the same bytes whenever and wherever it is made."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            entry = zipfile.ZipInfo(name, _TIME_STAMP)
            entry.create_system = _UNIX
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED)
    return file.getvalue()
