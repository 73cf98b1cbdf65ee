"""Every kind of workbook that `xlvp new` can make."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from xlvp.templates.match import match

if TYPE_CHECKING:
    from collections.abc import Callable

    from xlvp.templates.book import Book
    from xlvp.templates.options import Options

KINDS: dict[str, Callable[[Options], Book]] = {"match": match}

USUAL: dict[str, dict[str, Any]] = {"swiss": {"boards": 8, "rounds": 6}}
"""What a kind of workbook usually has, where that is not what `Options` says."""
