"""A file of results, read whole within bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlvp.csvfiles import decoded
from xlvp.files import RefusedError, reading

if TYPE_CHECKING:
    from pathlib import Path

LARGEST = 8_000_000
"""Bytes; a festival with a hundred tables has half of it in one file."""


def read_bytes(path: Path, largest: int = LARGEST) -> bytes:
    """Return what is in a file, if it is not too large for one with results."""
    with reading(path) as file:
        data = file.read(largest + 1)
    if len(data) > largest:
        raise RefusedError(f"this is too large for a file with results: more than {largest // 1_000_000} MB")
    return data


def read_text(path: Path) -> str:
    """Return the text of a file, whatever encoding it is in."""
    return decoded(read_bytes(path))
