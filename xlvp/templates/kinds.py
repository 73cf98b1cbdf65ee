"""Every kind of workbook that `xlvp new` can make."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlvp.templates.match import match
from xlvp.templates.pairs import pairs

if TYPE_CHECKING:
    from collections.abc import Callable

    from xlvp.templates.options import Options

KINDS: dict[str, Callable[[Options], bytes]] = {"match": match, "pairs": pairs}
