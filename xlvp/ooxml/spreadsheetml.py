"""The names of SpreadsheetML's elements, as a parser reports them."""

from __future__ import annotations

from xlvp.ooxml.xmlparser import SPACE

NAMESPACES = (
    "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
    "http://purl.oclc.org/ooxml/spreadsheetml/main",  # Strict
)


def known(*locals_: str) -> dict[str, str]:
    """Return the local names of elements by their full ones."""
    return {f"{namespace}{SPACE}{local}": local for namespace in NAMESPACES for local in locals_}
