"""XML from a file that somebody sent: parsed without a DTD, so that no entity can grow or reach outside."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn
from xml.parsers import expat

from xlvp.files import RefusedError
from xlvp.ooxml.refusal import damaged, unsafe

if TYPE_CHECKING:
    from collections.abc import Iterable
    from xml.parsers.expat import XMLParserType

SPACE = " "
"""What stands between namespace and local name in the names that a parser reports."""


def parser(encoding: str | None = None) -> XMLParserType:
    """Return a parser that joins namespace and local name with a space, and refuses a document type."""
    made = expat.ParserCreate(encoding, SPACE)
    made.StartDoctypeDeclHandler = _refuse_doctype
    return made


def _refuse_doctype(*_: object) -> NoReturn:
    raise unsafe("its XML has a document type definition")


def parse(made: XMLParserType, pieces: Iterable[bytes], part: str) -> None:
    """Run a parser over a part."""
    try:
        for piece in pieces:
            made.Parse(piece, False)
        made.Parse(b"", True)
    except expat.ExpatError as error:
        raise damaged(f"{part} is not well-formed XML: {expat.errors.messages[error.code]}") from None
    except RefusedError:
        raise
    except (LookupError, ValueError):  # Python's part in it, for encodings that expat does not know
        raise unsafe(f"{part} is written in an encoding of its own") from None


def elements(pieces: Iterable[bytes], part: str) -> list[tuple[str, dict[str, str]]]:
    """Return every element of a small part, in order: its name and its attributes."""
    found: list[tuple[str, dict[str, str]]] = []
    made = parser()
    made.StartElementHandler = lambda name, attributes: found.append((name, attributes))
    parse(made, pieces, part)
    return found
