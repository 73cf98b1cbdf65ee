"""What a job answers: blocks that the page can show, and whether it was refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Block = dict[str, Any]
    Words = dict[str, Any]


class Answer(NamedTuple):
    """What is told of a job."""

    blocks: Sequence[Block] = ()
    refused: str = ""
    """Why nothing was done, in words."""
    attention: bool = False
    """Something was found that somebody should look at."""


def words(text: str, **parts: str) -> Words:
    """Mark a text that the page says in its own language, with parts where it has their names in braces.

    `tools/pagewords.py` reads these calls, so that the texts in them must be literals.
    """
    return {"text": text, "parts": parts}


def lines(*texts: str, aligned: bool = False) -> Block:
    """Return lines of text; of `aligned` ones the columns stand below one another, as on a terminal."""
    return {"type": "lines", "lines": list(texts), "aligned": aligned}


def notes(*texts: str) -> Block:
    """Return lines that somebody should not overlook."""
    return {"type": "notes", "lines": list(texts)}


def table(caption: Words | str, headings: Sequence[Words], rows: Iterable[Sequence[str]], figures: int = 0) -> Block:
    """Return a table; the last `figures` columns are numbers."""
    made = [list(map(str, row)) for row in rows]
    return {"type": "table", "caption": caption, "headings": list(headings), "rows": made, "figures": figures}


def text_to_copy(label: Words, text: str) -> Block:
    """Return a text that is there to be copied."""
    return {"type": "copy", "label": label, "text": text}


def section(heading: str, summary: str, blocks: Sequence[Block]) -> Block:
    """Return blocks under a heading that opens."""
    return {"type": "section", "heading": heading, "summary": summary, "blocks": list(blocks)}
