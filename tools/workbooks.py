"""The workbooks in the folder `workbooks`, each made as `xlvp new` makes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tools import examples
from tools.functionsbook import functions_book
from xlvp.templates.kinds import KINDS
from xlvp.templates.new import new
from xlvp.writing import write_files

if TYPE_CHECKING:
    from pathlib import Path

_CARDS: dict[str, dict[str, Any]] = {
    "match": {},
    "match-32": {"boards": 32},
    "match-64": {"boards": 64},
    "match-stanzas": {"boards": 64, "stanzas": 4},
}
"""The scorecards for those who have no Python, each on both papers."""

FILES: dict[str, tuple[str, dict[str, Any], dict[str, list[list[Any]]]]] = {
    **{f"{kind}.xlsx": (kind, {}, {}) for kind in KINDS},
    "swiss.xlsx": ("swiss", {"team_count": 16, "rounds": 10}, {}),
    "swiss-32.xlsx": ("swiss", {"team_count": 32, "rounds": 10}, {}),
    "league.xlsx": ("league", {"team_count": 8}, {}),
    "league-two-legs.xlsx": ("league", {"team_count": 8, "legs": 2}, {}),
    "pairs.xlsx": ("pairs", {"team_count": 30}, {}),
    **{f"{name}.xlsx": ("match", choices, {}) for name, choices in _CARDS.items()},
    **{f"{name}-letter.xlsx": ("match", choices | {"paper": "letter"}, {}) for name, choices in _CARDS.items()},
    "match-functions.xlsx": ("match", {"style": "functions"}, {}),
    "example-match.xlsx": ("match", {}, examples.MATCH),
    "example-swiss.xlsx": ("swiss", {}, examples.SWISS),
    "example-swiss-17.xlsx": ("swiss", {"team_count": 17, "rounds": 7}, examples.RIVERS),
    "example-league.xlsx": ("league", {"team_count": 8, "legs": 2}, examples.LEAGUE),
}
"""The name of each file: what kind it is, what is chosen, what is entered."""

FUNCTIONS = "functions.xlsx"
"""The workbook that has the functions and is otherwise empty."""


def made() -> dict[str, bytes]:
    """Return every file by its name."""
    files = {FUNCTIONS: functions_book()}
    for name, (kind, choices, entries) in FILES.items():
        files[name], not_placed = new(kind, choices, entries)
        if not_placed:
            raise ValueError(f"{name}: {not_placed}")
    return files


def write(folder: Path) -> None:
    """Write every file again."""
    write_files({folder / name: data for name, data in made().items()})
