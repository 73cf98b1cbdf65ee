"""The languages of workbooks and of the page: for each a file of translations beside this one, and nothing else.

A language is a .po file, such as `nl.po`: its words, and as entries of the context "notation" the letters of results.
What it does not have is said in English.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from xlvp.languages.marks import said
from xlvp.languages.notation import Notation, notation_of
from xlvp.languages.pofile import read_po

if TYPE_CHECKING:
    from collections.abc import Mapping

FOLDER = Path(__file__).parent
ENGLISH = "en"

CHOICE = "choice"
"""The context of words that are offered for choice in a cell, or typed there."""

OWN_NAME = re.compile(r'^"X-Language-Name: (.*)\\n"$', re.MULTILINE)
"""The line of a file's header that has what the language calls itself."""

_HEADER = 4_000
"""How many characters of a file are read for its header."""


@dataclass(frozen=True)
class Language:
    """A language: its code, and what it says for English texts, by their contexts."""

    code: str = ENGLISH
    words: Mapping[tuple[str, str], str] = field(default_factory=dict, hash=False)

    def word(self, context: str, text: str) -> str:
        """Return the translation of a text, or the text itself."""
        return self.words.get((context, text), text)

    def say(self, text: str) -> str:
        """Return a text with its marked words in this language."""
        return said(text, self.word)

    @cached_property
    def notation(self) -> Notation:
        """How results are written."""
        return notation_of(self.word)


CODES = (ENGLISH, *sorted(path.stem for path in FOLDER.glob("*.po")))
"""The languages that there are."""


def own_name(code: str) -> str:
    """Return what a language calls itself, by the header of its file."""
    if code == ENGLISH:
        return "English"
    with open(FOLDER / f"{code}.po", encoding="utf-8") as file:
        found = OWN_NAME.search(file.read(_HEADER))
    return found[1] if found else code


@cache
def language(code: str) -> Language:
    """Return a language by its code."""
    if code not in CODES:
        raise ValueError(f"there is no language {code}")
    if code == ENGLISH:
        return Language()
    entries = read_po((FOLDER / f"{code}.po").read_text(encoding="utf-8"))
    return Language(code, {(entry.context, entry.text): entry.translation for entry in entries if entry.text})
