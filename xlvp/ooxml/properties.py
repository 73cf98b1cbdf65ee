"""The custom properties of a workbook: what a program has noted in it.

Source: ECMA-376 part 1, 22.3 (custom properties) and 22.4 (their types).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlvp.ooxml import xmlparser

if TYPE_CHECKING:
    from xlvp.ooxml.parts import Workbook

_CUSTOM_PROPERTIES = "application/vnd.openxmlformats-officedocument.custom-properties+xml"
_PROPERTY = f"{xmlparser.SPACE}property"
_LARGEST_PART = 1 << 20
_MOST_ELEMENTS = 10_000


def custom_property(workbook: Workbook, name: str, longest: int) -> str | None:
    """Return the text of a custom property, if there is one and it has at most `longest` characters."""
    for entry in workbook.of_type(_CUSTOM_PROPERTIES):
        reader = _Reader(name)
        reader.read([workbook.read(entry, _LARGEST_PART)], entry.name)
        text = "".join(reader.pieces)
        if reader.found and len(text) <= longest:
            return text
    return None


class _Reader(xmlparser.Reader):
    """The text of the first property of a name."""

    def __init__(self, name: str) -> None:
        super().__init__(_MOST_ELEMENTS)
        self.pieces: list[str] = []
        self.found = False
        self._name = name
        self._inside = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Take an element that starts."""
        if name.endswith(_PROPERTY):
            self._inside = attributes.get("name") == self._name and not self.found
            self.found = self.found or self._inside

    def text(self, text: str) -> None:
        """Take a piece of text."""
        if self._inside:
            self.pieces.append(text)

    def end(self, name: str) -> None:
        """Take an element that ends."""
        if name.endswith(_PROPERTY):
            self._inside = False
