"""The workbooks in the folder `workbooks`, each made as `xlvp new` makes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tools import examples
from xlvp.templates.kinds import KINDS
from xlvp.templates.new import new
from xlvp.writing import write_files

if TYPE_CHECKING:
    from pathlib import Path

FILES: dict[str, tuple[str, dict[str, Any], dict[str, list[list[Any]]]]] = {
    **{f"{kind}.xlsx": (kind, {}, {}) for kind in KINDS},
    "match-functions.xlsx": ("match", {"style": "functions"}, {}),
    "example-match.xlsx": ("match", {}, examples.MATCH),
    "example-swiss.xlsx": ("swiss", {}, examples.SWISS),
}
"""The name of each file: what kind it is, what is chosen, what is entered."""


def made() -> dict[str, bytes]:
    """Return every file by its name."""
    files = {}
    for name, (kind, choices, entries) in FILES.items():
        files[name], not_placed = new(kind, choices, entries)
        if not_placed:
            raise ValueError(f"{name}: {not_placed}")
    return files


def write(folder: Path) -> None:
    """Write every file again."""
    write_files({folder / name: data for name, data in made().items()})
