"""Entries as a workbook in another language has them, and back: choices, results, contracts and seats.

Everything that works with entries (renewing, drawing, results of other programs) has them in English; they are spelled
in the language of a workbook where they are written into it, and in English where they are read. So no setting depends
on a word. What is no choice and no result stays as it was typed.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

from xlvp.languages import CHOICE, ENGLISH

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from xlvp.languages import Language

    Rows = Sequence[Sequence[Any]]

CHOICES = (
    *("home_sits", "stanza*_home_sits", "method", "ranked", "cross_imps_by"),
    *("tie_break", "tie_breaks", "odd_team", "withdrawn", "round*_away"),
)
"""The inputs that take words from a list, or a word in place of a number."""

RESULTS = ("*_result", "contract", "declarer")
"""The inputs that take results, contracts, or the seat of a declarer."""


def in_english(entries: Mapping[str, Rows], language: Language) -> dict[str, list[list[Any]]]:
    """Return the entries of a workbook in a language as an English one has them."""

    def choice(text: str) -> str:
        return language.choices.get(text.strip().casefold(), text)

    return _spelled(entries, language, choice, language.notation.to_english)


def in_language(entries: Mapping[str, Rows], language: Language) -> dict[str, list[list[Any]]]:
    """Return entries in English as a workbook in a language has them."""
    offered = {text.casefold(): word for (context, text), word in language.words.items() if context == CHOICE}

    def choice(text: str) -> str:
        return offered.get(text.strip().casefold(), text)

    return _spelled(entries, language, choice, language.notation.from_english)


def _spelled(
    entries: Mapping[str, Rows], language: Language, choice: Callable[[str], str], result: Callable[[str], str]
) -> dict[str, list[list[Any]]]:
    """Return entries with their choices and results spelled otherwise."""
    found = {name: [list(row) for row in rows] for name, rows in entries.items()}
    if language.code == ENGLISH:
        return found
    for name, rows in found.items():
        for spell, patterns in ((choice, CHOICES), (result, RESULTS)):
            if any(fnmatchcase(name, pattern) for pattern in patterns):
                found[name] = [[spell(value) if isinstance(value, str) else value for value in row] for row in rows]
    return found
