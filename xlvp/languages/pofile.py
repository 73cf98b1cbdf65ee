"""A catalogue of translations in the form that translators' tools write: a .po file, as GNU gettext describes it.

The standard library reads compiled catalogues alone. A compiled copy would be a second file for each language, and a
translator would have to make it before seeing a word; so the file that is edited is read as it is. What it can hold
besides (plural forms, older texts) is passed over; an entry marked fuzzy counts as missing, as in gettext.
"""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

_LINE = re.compile(r'(?:(msgctxt|msgid|msgstr)\s+)?(".*")')


class Entry(NamedTuple):
    """A text in English, what tells it from others like it, and its translation."""

    context: str
    text: str
    translation: str


class PoError(ValueError):
    """A catalogue that cannot be read, with the line."""


def read_po(content: str) -> Iterator[Entry]:
    """Yield the entries of a catalogue that have a translation; the first is its header, without a text."""
    found: dict[str, str] = {}
    fuzzy, last = False, ""
    for number, line in enumerate([*content.splitlines(), ""], start=1):
        stripped = line.strip()
        if stripped.startswith("#"):
            fuzzy = fuzzy or (stripped.startswith("#,") and "fuzzy" in stripped)
            continue
        if not stripped:
            yield from _entry(found, fuzzy=fuzzy)
            found, fuzzy, last = {}, False, ""
            continue
        match = _LINE.fullmatch(stripped)
        if match is None or not (match[1] or last):
            raise PoError(f"line {number}: this should be msgctxt, msgid or msgstr and a text in quotes: {stripped}")
        last = match[1] or last
        try:
            found[last] = found.get(last, "") + str(ast.literal_eval(match[2]))
        except (SyntaxError, ValueError):
            raise PoError(f"line {number}: a quote is missing, or has no backslash before it: {stripped}") from None


def _entry(found: dict[str, str], *, fuzzy: bool) -> Iterator[Entry]:
    if found.get("msgstr") and "msgid" in found and not fuzzy:
        yield Entry(found.get("msgctxt", ""), found["msgid"], found["msgstr"])
