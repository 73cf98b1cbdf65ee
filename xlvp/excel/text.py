"""How Visual Basic is written down."""

from __future__ import annotations


def lines(*text: str) -> str:
    """Return lines as they stand in a module."""
    return "".join(line + "\n" for line in text)


def quoted(text: str) -> str:
    """Return a text as Visual Basic spells it: in quotes, with its own quotes twice."""
    return '"' + text.replace('"', '""') + '"'
