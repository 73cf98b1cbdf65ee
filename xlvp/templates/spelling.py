"""Entries as a workbook in another language has them, and back: choices, results, contracts, seats, and our notes.

Everything that works with entries (renewing, drawing, results of other programs) has them in English; they are spelled
in the language of a workbook where they are written into it, and in English where they are read. So no setting depends
on a word. What is no choice and no result stays as it was typed.
"""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from functools import partial
from typing import TYPE_CHECKING, Any

from xlvp.languages import CHOICE, ENGLISH, Language
from xlvp.languages.marks import tr

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    Rows = Sequence[Sequence[Any]]

CHOICES = (
    *("home_sits", "stanza*_home_sits", "method", "ranked", "cross_imps_by"),
    *("tie_break", "tie_breaks", "odd_team", "withdrawn", "round*_away"),
)
"""The inputs that take words from a list, or a word in place of a number."""

RESULTS = ("*_result", "contract", "declarer")
"""The inputs that take results, contracts, or the seat of a declarer."""

NOTES = ("note",)
"""The inputs that may begin with what was carried over, if it came from another program."""
_CARRIED = re.compile(r" [0-9.]+-[0-9.]+(; |$)")


def in_english(entries: Mapping[str, Rows], language: Language) -> dict[str, list[list[Any]]]:
    """Return the entries of a workbook in a language as an English one has them."""
    choice = _from_list({word: text for (context, text), word in language.words.items() if context == CHOICE})
    note = partial(_note, old=language, new=Language())
    return _spelled(entries, language, ((choice, CHOICES), (language.notation.to_english, RESULTS), (note, NOTES)))


def in_language(entries: Mapping[str, Rows], language: Language) -> dict[str, list[list[Any]]]:
    """Return entries in English as a workbook in a language has them."""
    choice = _from_list({text: word for (context, text), word in language.words.items() if context == CHOICE})
    note = partial(_note, old=Language(), new=language)
    return _spelled(entries, language, ((choice, CHOICES), (language.notation.from_english, RESULTS), (note, NOTES)))


def _from_list(words: Mapping[str, str]) -> Callable[[str], str]:
    """Return what puts one word for another; capitals count only where two words differ by nothing else."""
    in_any_capitals = {old.casefold(): new for old, new in words.items()}

    def choice(text: str) -> str:
        plain = text.strip()
        return words.get(plain) or in_any_capitals.get(plain.casefold(), text)

    return choice


def _note(text: str, old: Language, new: Language) -> str:
    """Return a note with what was carried over said in another language."""
    word = old.say(tr("Carry-over"))
    carried = text.startswith(word) and _CARRIED.match(text, len(word))
    return f"{new.say(tr('Carry-over'))}{text[len(word) :]}" if carried else text


def _spelled(
    entries: Mapping[str, Rows], language: Language, spellings: Iterable[tuple[Callable[[str], str], Sequence[str]]]
) -> dict[str, list[list[Any]]]:
    """Return entries with those texts spelled otherwise whose inputs have certain names."""
    found = {name: [list(row) for row in rows] for name, rows in entries.items()}
    if language.code == ENGLISH:
        return found
    for name, rows in found.items():
        for spell, patterns in spellings:
            if any(fnmatchcase(name, pattern) for pattern in patterns):
                found[name] = [[spell(value) if isinstance(value, str) else value for value in row] for row in rows]
    return found
