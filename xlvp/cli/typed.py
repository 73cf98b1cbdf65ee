"""What was typed, read with goodwill: numbers as people write and paste them, names in any case, slips answered."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING

from xlvp.rules.checks import plain_name, quoted
from xlvp.rules.scales import CHOICES, SCALES
from xlvp.scalefile import is_scale_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2212\ufe63\uff0d"
"""What stands for a minus, or for the dash of an option, in what is pasted: hyphens, dashes and the minus sign."""

_MINUS = dict.fromkeys(map(ord, DASHES), "-")
_NEGATIVE = re.compile(rf"[{DASHES}](?:[.,]?[0-9][0-9.,]*(?:e[+-]?[0-9]+)?[,;]?|inf|infinity|nan)", re.IGNORECASE)
_THOUSANDS = re.compile(r"[+-]?[1-9][0-9]{0,2}(,[0-9]{3})+")
_DECIMAL_COMMA = re.compile(r"[+-]?[0-9]*,[0-9]+")
_ALIKE = 0.6


def is_negative(text: str) -> bool:
    """Say whether a text that begins with a dash is meant for a number, and not for an option."""
    return _NEGATIVE.fullmatch(text) is not None


def number(text: str) -> float:
    """Return what was typed as a number; what numbers are allowed is for the rule to say.

    A comma before three figures is refused, since half of the world takes it for thousands.

    >>> number("\u22125,5"), number("430,"), number("1e3")
    (-5.5, 430, 1000.0)
    """
    plain = _plain(text)
    for kind in (int, float):
        try:
            return kind(plain)
        except ValueError:
            continue
    raise argparse.ArgumentTypeError(f"a number is needed, such as 12 or -7.5, not {quoted(text.strip())}")


def whole(text: str) -> int:
    """Return what was typed as a whole number."""
    try:
        return int(_plain(text))
    except ValueError:
        raise argparse.ArgumentTypeError(f"a whole number is needed, not {quoted(text.strip())}") from None


def _plain(text: str) -> str:
    """Return a number as Python spells it; a comma or semicolon at its end only parts it from the next."""
    plain = text.translate(_MINUS).strip().rstrip(",;")
    if _THOUSANDS.fullmatch(plain):
        without = plain.replace(",", "")
        raise argparse.ArgumentTypeError(f"{quoted(plain)} could be {without} or a fraction; write it without a comma")
    return plain.replace(",", ".") if _DECIMAL_COMMA.fullmatch(plain) else plain


def meant(given: str, names: Mapping[str, str]) -> str:
    """Return a question after what may have been meant, or nothing; `names` has each name as compared and as shown.

    >>> meant("ipms", {"imps": "imps", "vp": "vp"})
    '; did you mean imps?'
    """
    from difflib import SequenceMatcher  # which is needed after a slip alone

    likeness = {name: SequenceMatcher(None, given, name).ratio() for name in names}
    best = max(likeness.values(), default=0)
    shown = dict.fromkeys(names[name] for name, ratio in likeness.items() if ratio == best)
    return f"; did you mean {' or '.join(shown)}?" if best >= _ALIKE else ""


def one_of(choices: Iterable[str]) -> Callable[[str], str]:
    """Return what reads one of these words; case, spaces and hyphens don't matter."""
    named = {plain_name(choice): choice for choice in choices}

    def read(text: str) -> str:
        try:
            return named[plain_name(text)]
        except KeyError:
            words = f"one of {', '.join(named.values())} is needed, not {quoted(text)}"
            raise argparse.ArgumentTypeError(words + meant(plain_name(text), named)) from None

    return read


def scale_or_file(besides: Iterable[str] = ()) -> Callable[[str], str]:
    """Return what reads the name of a scale, or of a file with one; `besides` are names that only this command has."""
    more = tuple(besides)

    def read(text: str) -> str:
        named = {name: scale.name for name, scale in CHOICES.items() if isinstance(name, str)}
        named |= {plain_name(name): name for name in more}
        if plain_name(text) in named or is_scale_file(text):
            return text
        slip = meant(plain_name(text), named)
        every = ", ".join([*(scale.name for scale in SCALES), *more])
        raise argparse.ArgumentTypeError(
            f"there is no scale {quoted(text)}" + (slip or f"; one of {every} is needed, or a file that ends with .csv")
        )

    return read


def function(text: str) -> str:
    """Return the name of a spreadsheet function."""
    from xlvp.catalogue import FUNCTIONS  # the other commands have no use for it

    named = {each.name: each.name for each in FUNCTIONS}
    name = text.strip().lstrip("=").upper()
    if name not in named:
        slip = meant(name, named) or "; 'xlvp functions' lists them all"
        raise argparse.ArgumentTypeError(f"there is no function {quoted(text)}{slip}")
    return name


def functions(text: str) -> list[str]:
    """Return the names of spreadsheet functions, with commas between them."""
    found = [function(name) for name in text.split(",") if name.strip()]
    if not found:
        raise argparse.ArgumentTypeError("names are needed, such as IMPS,WBFVP")
    return found
