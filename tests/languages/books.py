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
}
"""What there is to be seen of every kind, in small workbooks."""


@cache
def made(card: str, code: str) -> bytes:
    """Return a workbook in a language."""
    kind, choices = CARDS[card]
    return new(kind, choices | ({} if code == "en" else {"language": code}), {})[0]
