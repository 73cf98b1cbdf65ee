"""Workbooks of every kind in every language, made once."""

from __future__ import annotations

from functools import cache
from typing import Any

from xlvp.templates.new import new

CARDS: dict[str, tuple[str, dict[str, Any]]] = {
    "match": ("match", {}),
    "functions": ("match", {"style": "functions", "boards": 8}),
    "stanzas": ("match", {"boards": 16, "stanzas": 4, "scale": "IMPs"}),
    "rooms": ("match", {"boards": 8, "rooms": 4}),
    "swiss": ("swiss", {"team_count": 9, "rounds": 3}),
    "one round": ("swiss", {"team_count": 3, "rounds": 1}),
    "league": ("league", {"team_count": 4}),
    "two legs": ("league", {"team_count": 4, "legs": 2}),
    "pairs": ("pairs", {"boards": 4, "team_count": 6}),
    "pairs functions": ("pairs", {"boards": 4, "team_count": 6, "style": "functions"}),
    "scales": ("scales", {}),
}
"""What there is to be seen of every kind, in small workbooks."""


@cache
def made(card: str, code: str) -> bytes:
    """Return a workbook in a language."""
    kind, choices = CARDS[card]
    return new(kind, choices | ({} if code == "en" else {"language": code}), {})[0]
