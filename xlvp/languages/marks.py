"""Words marked where they stand, so that they can be said in the language of a workbook when it is written.

A sheet is declared before anybody knows its language, often as a constant of a module. So a word is marked there, and
stays an ordinary text, which goes into formulas, lists and f-strings like any other: characters for private use, which
no text of ours has, enclose it. `said` puts the words of a language in its place. A word that is never said shows up in
the tests, since its marks do.

The marks are also how the words are found for translators: `tools/languages.py` reads these calls, so that the texts in
them must be literals.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_BEGIN, _END, _CONTEXT, _PART, _IS, _OPEN, _CLOSE = map(chr, range(0xE000, 0xE007))
_MARKED = re.compile(f"{_BEGIN}([^{_BEGIN}{_END}]*){_END}")
_PLACE = re.compile(f"{_OPEN}([^{_CLOSE}]*){_CLOSE}")
_BRACES = str.maketrans({"{": _OPEN, "}": _CLOSE})

_TEXT, _FORMULA, _FORMAT = "tfn"
"""What a marked word becomes: a text, a piece of a formula, or of a number format."""


def tr(text: str, context: str = "", /, **parts: object) -> str:
    """Mark a text that is translated; parts are put where it has their names in braces.

    The context tells two uses of an English word apart, for which other languages may have two words.
    """
    return _mark(_TEXT, text, context, parts)


def sentence(text: str, context: str = "", /, **parts: object) -> str:
    """Mark a text whose parts are formulas: it becomes a formula itself, with its own texts in quotes."""
    return _mark(_FORMULA, text, context, parts)


def with_number(text: str, context: str = "", /, *, shown: str = "0") -> str:
    """Mark a text as a number format: `{n}` is where the number stands, shown as the code says."""
    return _mark(_FORMAT, text, context, {"n": shown})


def _mark(kind: str, text: str, context: str, parts: dict[str, object]) -> str:
    put_in = "".join(f"{_PART}{name}{_IS}{value}" for name, value in parts.items())
    return f"{_BEGIN}{kind}{context}{_CONTEXT}{text.translate(_BRACES)}{put_in}{_END}"


def said(text: str, word: Callable[[str, str], str]) -> str:
    """Return a text with every marked word in it as `word` has it, by its context and its English text."""
    formula = text.startswith("=")
    while _BEGIN in text:
        text, found = _MARKED.subn(lambda mark: _said(mark[1], word, formula=formula), text)
        if not found:  # nothing that we have marked
            break
    return text


def english(text: str) -> str:
    """Return a marked text in English."""
    return said(text, lambda context, word: word)


def _said(mark: str, word: Callable[[str, str], str], *, formula: bool) -> str:
    """Return what stands in place of one mark."""
    head, *given = mark.split(_PART)
    about, _, text = head.partition(_CONTEXT)
    parts = {name: value for name, _, value in (part.partition(_IS) for part in given)}
    kind, context = about[:1], about[1:]
    translated = word(context, text.replace(_OPEN, "{").replace(_CLOSE, "}")).translate(_BRACES)
    pieces = _PLACE.split(translated)  # texts and names of parts by turns
    if kind == _TEXT:
        quoted = [piece.replace('"', '""') if formula else piece for piece in pieces[::2]]
    else:
        quoted = ['"{}"'.format(piece.replace('"', '""')) if piece else "" for piece in pieces[::2]]
    put_in = [parts.get(name, f"{{{name}}}") for name in pieces[1::2]]
    every = [piece for pair in zip(quoted, [*put_in, ""], strict=True) for piece in pair if piece]
    return ("&" if kind == _FORMULA else "").join(every)
