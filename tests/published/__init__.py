"""The official tables beside this file, as rows of text."""

from __future__ import annotations

import csv
from pathlib import Path


def published(name: str) -> list[dict[str, str]]:
    """Return the rows of one table."""
    with Path(__file__).with_name(f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def margins(text: str, limit: int) -> range:
    """Return the margins that a printed range means: `7`, `3-5`, or `28+` up to `limit`."""
    if text.endswith("+"):
        return range(int(text[:-1]), limit + 1)
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def split(text: str) -> tuple[int, int]:
    """Return winner's and loser's VPs from a printed split: `13-7`."""
    winner, loser = map(int, text.split("-"))
    return winner, loser
