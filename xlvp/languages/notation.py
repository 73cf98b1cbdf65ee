"""How results are written in a language: the letters for seats, suits and no-trumps, and the words for a pass.

`♠ ♥ ♦ ♣`, `NT` and `X` are understood in every language. A letter means what it means in the language of the workbook:
`O` is East in Dutch and West in French, so that nothing is ever guessed from what was typed.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from xlvp.rules.contract import PASSED_OUT
from xlvp.rules.result import DASHES

if TYPE_CHECKING:
    from collections.abc import Callable

CONTEXT = "notation"
"""The context of these entries in a catalogue."""

SEATS, SUITS, NO_TRUMPS, PASSES, UNCLEAR = "N E S W", "C D H S", "NT", "P PASS AP", "no letter"
"""The entries, with what English has; of seats and suits there may be more rows of letters, with "/" between them."""

_SIGNS = "♣♦♥♠"
_LEVELS = tuple("1234567")
_PLAYED = re.compile(rf"[*X]*(\w?)[*X]*(?:[=+\-{DASHES}].*)?", re.DOTALL)
"""What follows level and strain: who played it, doubled or not, and with which result."""


class Notation(NamedTuple):
    """How results are written: letters that stand for seats and strains, and how they are shown."""

    seats: str = "NESW"
    """Four, and then perhaps other letters for them in the same order."""
    strains: str = f"CDHSN{_SIGNS}"
    """Five for clubs, diamonds, hearts, spades and no-trumps, then other signs for them in the same order."""
    no_trumps: tuple[str, ...] = ("NT", "SA")
    """Two letters for no-trumps."""
    shown: tuple[str, ...] = (*_SIGNS, "NT")
    passes: tuple[str, ...] = PASSED_OUT
    """What is typed for a board that was passed out; `0` is a score."""
    unclear: str = ""
    """Letters for a suit that could be two, and are asked about."""
    not_played: str = "NP"

    def from_english(self, text: str) -> str:
        """Return a result, a contract or a seat in English as it is written here; anything else as it is."""
        return _respelled(text, ENGLISH_NOTATION, self)

    def to_english(self, text: str) -> str:
        """Return a result, a contract or a seat as English has it; anything else as it is."""
        return _respelled(text, self, ENGLISH_NOTATION)


ENGLISH_NOTATION = Notation()


def notation_of(word: Callable[[str, str], str]) -> Notation:
    """Return the notation of a language; `word` returns its entries by context and English text."""
    said = {name: word(CONTEXT, name) for name in (SEATS, SUITS, NO_TRUMPS, PASSES, UNCLEAR)}
    if all(name == text for name, text in said.items()):
        return ENGLISH_NOTATION
    no_trumps = said[NO_TRUMPS]
    return Notation(
        seats="".join(_rows(said[SEATS])),
        strains="".join(f"{letters}N" for letters in _rows(said[SUITS])) + _SIGNS,
        no_trumps=tuple(dict.fromkeys((no_trumps, "NT"))),
        shown=(*_SIGNS, no_trumps),
        passes=tuple(dict.fromkeys((*said[PASSES].split(), *PASSED_OUT))),
        unclear="" if said[UNCLEAR] == UNCLEAR else said[UNCLEAR].replace(" ", ""),
    )


def _rows(letters: str) -> list[str]:
    """Return rows of letters without the spaces between them."""
    return ["".join(row.split()) for row in letters.split("/")]


def _respelled(text: str, old: Notation, new: Notation) -> str:
    """Return a text of one notation in another, letter by letter; what it is no notation of stays."""
    if old == new:
        return text
    plain = "".join(text.split()).upper()
    if plain in old.passes and not plain.isdecimal():
        return new.passes[0]
    if len(plain) == 1 and plain in old.seats:
        return new.seats[old.seats.index(plain) % 4]
    level, called = plain[:1], plain[1:]
    strain = called[: 2 if called[:2] in old.no_trumps else 1]
    rest = _PLAYED.fullmatch(called[len(strain) :])
    if level not in _LEVELS or not strain or (strain not in old.no_trumps and strain not in old.strains):
        return text
    if rest is None or (rest[1] and rest[1] not in old.seats):
        return text
    number = 4 if strain in old.no_trumps else old.strains.index(strain) % 5
    if strain not in _SIGNS:
        strain = new.shown[4] if number == 4 else new.strains[number]
    played = rest[0]
    if rest[1]:
        played = played[: rest.start(1)] + new.seats[old.seats.index(rest[1]) % 4] + played[rest.end(1) :]
    return f"{level}{strain}{played}"
