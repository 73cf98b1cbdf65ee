"""Every kind of workbook that `xlvp new` can make."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from xlvp.templates.league import league
from xlvp.templates.match import match
from xlvp.templates.pairs import pairs
from xlvp.templates.scales import scale_poster
from xlvp.templates.swiss import swiss

if TYPE_CHECKING:
    from collections.abc import Callable

    from xlvp.templates.book import Book
    from xlvp.templates.options import Options

KINDS: dict[str, Callable[[Options], Book]] = {
    "match": match,
    "swiss": swiss,
    "league": league,
    "pairs": pairs,
    "scales": scale_poster,
}

USUAL: dict[str, dict[str, Any]] = {"swiss": {"boards": 8, "rounds": 6}}
"""What a kind of workbook usually has, where that is not what `Options` says."""

CHOICES: dict[str, tuple[str, ...]] = {
    "match": ("boards", "scale", "home", "away"),
    "swiss": ("boards", "scale", "teams", "rounds"),
    "league": ("boards", "scale", "teams"),
    "pairs": ("boards", "teams"),
    "scales": ("boards", "scale"),
}
"""What can be chosen for each kind, besides paper and style."""
