"""Every kind of workbook that `xlvp new` can make."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlvp.templates.league import league
from xlvp.templates.match import match

if TYPE_CHECKING:
    from collections.abc import Callable

    from xlvp.templates.book import Book
    from xlvp.templates.options import Options

KINDS: dict[str, Callable[[Options], Book]] = {"match": match, "league": league}
