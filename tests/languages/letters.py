"""How players of each language write results, typed from what their federations and programs print.

Not read from the catalogues, so that the two can be compared. Seats in the order N E S W, suits as spades, hearts,
diamonds, clubs. The languages' regulations and programs are named in the catalogues.
"""

from __future__ import annotations

from typing import NamedTuple


class Letters(NamedTuple):
    """The letters of one language: seats, suits, no-trumps, and the word for a pass."""

    seats: str
    suits: str
    no_trumps: str
    passed: str


LETTERS = {
    "de": Letters("NOSW", "PCKT", "SA", "Pass"),
    "fr": Letters("NESO", "PCKT", "SA", "Passe"),
    "it": Letters("NESO", "PCQF", "SA", "Passo"),
    "nl": Letters("NOZW", "SHRK", "SA", "Pas"),
    "pl": Letters("NESW", "SHDC", "BA", "Pas"),
    "sv": Letters("NÖSV", "SHRK", "NT", "Pass"),
}
ENGLISH = Letters("NESW", "SHDC", "NT", "Pass")


def rewritten(result: str, letters: Letters) -> str:
    """Return a result such as 4SXW-1 or 3NE=, as it is written in English without spaces, in other letters."""
    if result.upper() in ("P", "PASS"):
        return letters.passed
    level, strain, rest = result[0], result[1], result[2:]
    if strain == "N":
        strain, rest = letters.no_trumps, rest.removeprefix("T")
    else:
        strain = letters.suits["SHDC".index(strain)]
    seat = next(letter for letter in rest if letter in "NESW")
    return level + strain + rest.replace(seat, letters.seats["NESW".index(seat)])
