"""What a job answers: blocks that the page can show, and whether it was refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Block = dict[str, Any]


class Answer(NamedTuple):
    """What is told of a job."""

    blocks: Sequence[Block] = ()
    refused: str = ""
    """Why nothing was done, in words."""
    attention: bool = False
    """Something was found that somebody should look at."""


def lines(*texts: str) -> Block:
    """Return lines of text."""
    return {"type": "lines", "lines": list(texts)}


def notes(*texts: str) -> Block:
    """Return lines that somebody should not overlook."""
    return {"type": "notes", "lines": list(texts)}


def table(caption: str, headings: Sequence[str], rows: Iterable[Sequence[str]], figures: int = 0) -> Block:
    """Return a table; the last `figures` columns are numbers."""
    made = [list(map(str, row)) for row in rows]
    return {"type": "table", "caption": caption, "headings": list(headings), "rows": made, "figures": figures}


def text_to_copy(label: str, text: str) -> Block:
    """Return a text that is there to be copied."""
    return {"type": "copy", "label": label, "text": text}


def section(heading: str, summary: str, blocks: Sequence[Block]) -> Block:
    """Return blocks under a heading that opens."""
    return {"type": "section", "heading": heading, "summary": summary, "blocks": list(blocks)}
