"""XML from a file that somebody sent, read without traps and at a bounded cost.

There is no DTD, so that no entity can grow or reach outside. `expat` keeps every name that it has seen and every open
element, goes through a long tag again with each piece that it is given, and writes a namespace out for each element in
it; so all of these are bounded here, for every part that is read.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NoReturn
from xml.parsers import expat

from xlvp.files import RefusedError
from xlvp.ooxml.refusal import damaged, unsafe

if TYPE_CHECKING:
    from collections.abc import Iterable
    from xml.parsers.expat import XMLParserType

NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""A character that no XML can hold, XML 1.0, 2.2."""

SPACE = " "
"""What stands between namespace and local name in the names that a parser reports."""

_AT_ONCE = 1 << 18
_LONGEST_TAG = 1 << 20
"""Excel's own limits, 32,767 characters in a cell and 8,192 in a formula, come nowhere near it."""
_DEEPEST = 256
_MOST_NAMES = 4096
"""More than SpreadsheetML has, of elements and attributes together."""
_MOST_PREFIXES = 256
_LONGEST_NAMESPACE = 256


class Reader:
    """What goes through the XML of a part; those who read something override the three methods in the middle."""

    def __init__(self, most_elements: int, encoding: str | None = None) -> None:
        self.elements = 0
        self._most_elements = most_elements
        self._depth = 0
        self._names: dict[str, str] = {}
        self._prefixes: set[str | None] = set()
        self._parser: XMLParserType | None = expat.ParserCreate(encoding, SPACE, self._names)
        self._parser.buffer_text = True
        self._parser.StartDoctypeDeclHandler = self._refuse_doctype
        self._parser.StartNamespaceDeclHandler = self._declared
        self._parser.StartElementHandler = self._started
        self._parser.EndElementHandler = self._ended
        self._parser.CharacterDataHandler = self.text

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Take an element that starts."""

    def text(self, text: str) -> None:
        """Take a piece of text."""

    def end(self, name: str) -> None:
        """Take an element that ends."""

    def damaged(self, what: str) -> RefusedError:
        """Return the refusal of a file that is not whole."""
        return damaged(what)

    def unsafe(self, what: str) -> RefusedError:
        """Return the refusal of a file that no known program writes."""
        return unsafe(what)

    def too_many(self) -> RefusedError:
        """Return the refusal of a part with too many elements."""
        return self.unsafe(f"it has a part with more than {self._most_elements:,} elements")

    @property
    def at(self) -> int:
        """Return the place in the part of what is being read."""
        return self._parser.CurrentByteIndex if self._parser else 0

    @property
    def line(self) -> int:
        """Return the line in the part of what is being read."""
        return self._parser.CurrentLineNumber if self._parser else 0

    def read(self, pieces: Iterable[bytes], part: str) -> None:
        """Go through a part, once."""
        made = self._parser
        if made is None:
            raise AssertionError("a part is read once")
        fed = 0
        try:
            for piece in pieces:
                for start in range(0, len(piece), _AT_ONCE):
                    made.Parse(piece[start : start + _AT_ONCE], False)
                    fed += min(len(piece) - start, _AT_ONCE)
                    if fed - made.CurrentByteIndex > _LONGEST_TAG:
                        raise self.unsafe(f"{part} has a tag of more than {_LONGEST_TAG >> 20} MB")
                    if len(self._names) > _MOST_NAMES:
                        raise self.unsafe(f"{part} has more than {_MOST_NAMES:,} names of elements and attributes")
            made.Parse(b"", True)
        except expat.ExpatError as error:
            raise self.damaged(f"{part} is not well-formed XML: {expat.errors.messages[error.code]}") from None
        except RefusedError:
            raise
        except (LookupError, ValueError):  # Python's part in it, for encodings that expat does not know
            raise self.unsafe(f"{part} is written in an encoding of its own") from None
        finally:
            self._parser = None  # the two would keep each other alive

    def _started(self, name: str, attributes: dict[str, str]) -> None:
        self.elements += 1
        self._depth += 1
        if self.elements > self._most_elements:
            raise self.too_many()
        if self._depth > _DEEPEST:
            raise self.unsafe(f"its XML is nested more than {_DEEPEST} deep")
        self.start(name, attributes)

    def _ended(self, name: str) -> None:
        self._depth -= 1
        self.end(name)

    def _declared(self, prefix: str | None, namespace: str | None) -> None:
        self._prefixes.add(prefix)
        if len(self._prefixes) > _MOST_PREFIXES or len(namespace or "") > _LONGEST_NAMESPACE:
            raise self.unsafe("its XML declares more namespaces, or longer ones, than any spreadsheet program")

    def _refuse_doctype(self, *_: object) -> NoReturn:
        raise self.unsafe("its XML has a document type definition")


class _Elements(Reader):
    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.found: list[tuple[str, dict[str, str]]] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.found.append((name, attributes))


def elements(pieces: Iterable[bytes], part: str, most: int = 100_000) -> list[tuple[str, dict[str, str]]]:
    """Return every element of a small part, in order: its name and its attributes."""
    reader = _Elements(most)
    reader.read(pieces, part)
    return reader.found
