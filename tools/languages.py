"""The catalogues of the languages, brought up to date with the words that the sources have.

Words are found where they are marked (`xlvp.languages.marks`), and those of the page by `tools.pagewords`. A
translation whose English text has changed is marked fuzzy, and the workbooks say the new English until a translator has
looked at it; one whose text is gone is removed.
"""

from __future__ import annotations

import ast
import io
from typing import TYPE_CHECKING, NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from tools import page
from tools.pagewords import page_words
from xlvp import languages
from xlvp.languages import notation

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_MARKS = {"tr", "sentence", "with_number"}
_PACKAGE = languages.FOLDER.parent

NOTATION = {
    notation.SEATS: (
        "The letters of the seats, in the order North, East, South, West. Where players also type other letters, more"
        " rows may follow after a '/'; the first row is what is shown."
    ),
    notation.SUITS: (
        "The letters of the suits, in the order clubs, diamonds, hearts, spades. Where two letters are in use for a"
        " suit, more rows may follow after a '/'."
    ),
    notation.NO_TRUMPS: "Two letters for no-trumps, as they are shown. NT is always understood.",
    notation.PASSES: "What is typed for a board that was passed out, without spaces. P, PASS and AP always are.",
    notation.UNCLEAR: "Letters that could be two suits, so that the card asks; leave this empty if there are none.",
}
"""The entries with the letters of results, and what a translator should know of them."""


class Word(NamedTuple):
    """A text to translate: what tells it from others like it, where it stands, and what is to be known of it."""

    context: str
    text: str
    place: str
    comment: str = ""


def words() -> list[Word]:
    """Return every text to translate, in the order of the sources."""
    found = [Word(notation.CONTEXT, text, "xlvp/languages/notation.py", comment) for text, comment in NOTATION.items()]
    for path in sorted(_PACKAGE.rglob("*.py")):
        found += _marked(path)
    found += [Word(page.CONTEXT, text, place, comment) for text, place, comment in page_words()]
    return found


def _marked(path: Path) -> Iterator[Word]:
    """Yield the texts that are marked in a module."""
    place = path.relative_to(_PACKAGE.parent).as_posix()
    calls = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        if isinstance(call.func, ast.Name) and call.func.id in _MARKS:
            text, context = (*map(_literal, call.args), "")[:2]
            yield Word(context, text, place)


def _literal(node: ast.expr) -> str:
    """Return a text that stands in the source, or the context with a name of its own."""
    if isinstance(node, ast.Name) and node.id == "CHOICE":
        return languages.CHOICE
    value = ast.literal_eval(node)
    if not isinstance(value, str):
        raise TypeError(f"line {node.lineno}: what is marked must be a text, not {value!r}")
    return value


def template() -> Catalog:
    """Return a catalogue of all texts without translations."""
    catalogue = Catalog(project="xlvp", fuzzy=False)
    for word in words():
        catalogue.add(
            word.text,
            locations=[(word.place, None)],  # type: ignore[list-item]  # a line would make it stale at every change
            auto_comments=[word.comment] if word.comment else (),
            context=word.context or None,
        )
    return catalogue


def updated(code: str, content: str) -> str:
    """Return the file of a language, which may be empty so far, with the texts of today."""
    catalogue = read_po(io.BytesIO(content.encode()), locale=code, ignore_obsolete=True)
    if not content:
        catalogue.header_comment = _HEADER.format(code=code)
    own = languages.OWN_NAME.search(content)
    header = catalogue.header_comment
    catalogue.update(template(), no_fuzzy_matching=False, update_header_comment=False)
    catalogue.obsolete.clear()
    body = io.BytesIO()
    write_po(body, catalogue, width=110, omit_header=True, include_lineno=False)
    fields = _FIELDS.format(code=code, name=own[1] if own else code)
    return f'{header}\nmsgid ""\nmsgstr ""\n{fields}\n\n{body.getvalue().decode()}'


_HEADER = """\
# The words of xlvp in the language {code}.
# Consulted: name here the regulations and programs whose words are used.
# Not sure: name here the words that a native reader should look at."""
_FIELDS = r"""
"Content-Type: text/plain; charset=utf-8\n"
"Content-Transfer-Encoding: 8bit\n"
"MIME-Version: 1.0\n"
"Language: {code}\n"
"X-Language-Name: {name}\n"
""".strip()


def update(*new: str) -> None:
    """Bring the files of all languages up to date, and begin those of new ones."""
    for code in sorted({*languages.CODES, *new} - {languages.ENGLISH}):
        path = languages.FOLDER / f"{code}.po"
        content = path.read_text(encoding="utf-8") if path.exists() else ""
        path.write_text(updated(code, content), encoding="utf-8")
