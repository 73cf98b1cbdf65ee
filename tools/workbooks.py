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
    "swiss.xlsx": ("swiss", {"team_count": 16, "rounds": 10}, {}),
    "swiss-32.xlsx": ("swiss", {"team_count": 32, "rounds": 10}, {}),
    "league.xlsx": ("league", {"team_count": 8}, {}),
    "league-two-legs.xlsx": ("league", {"team_count": 8, "legs": 2}, {}),
    "pairs.xlsx": ("pairs", {"team_count": 30}, {}),
    "match-functions.xlsx": ("match", {"style": "functions"}, {}),
    "example-match.xlsx": ("match", {}, examples.MATCH),
    "example-swiss.xlsx": ("swiss", {}, examples.SWISS),
    "example-swiss-17.xlsx": ("swiss", {"team_count": 17, "rounds": 7}, examples.RIVERS),
    "example-league.xlsx": ("league", {"team_count": 8, "legs": 2}, examples.LEAGUE),
}
"""The name of each file: what kind it is, what is chosen, what is entered."""


def made() -> dict[str, bytes]:
    """Return every file by its name."""
    files = {}
    for name, (kind, choices, entries) in FILES.items():
        files[name], homeless = new(kind, choices, entries)
        if homeless:
            raise ValueError(f"{name}: {homeless}")
    return files


def write(folder: Path) -> None:
    """Write every file anew."""
    write_files({folder / name: data for name, data in made().items()})
