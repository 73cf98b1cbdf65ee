"""Names that xlvp has put into a workbook, and that are not as this xlvp writes them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from xlvp import embed
from xlvp.check.findings import Finding
from xlvp.ooxml.definednames import MARK

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from xlvp.ooxml.workbookxml import Defined

_SPACE = re.compile(r"\s")
_SPACE_OUTSIDE_TEXTS = re.compile(r"(\"(?:[^\"]|\"\")*\")|\s+")


def old_names(names: Iterable[Defined], path: str) -> Iterator[Finding]:
    """Yield the names of ours that are older than this xlvp, or that another program has spoilt."""
    ours = [defined for defined in names if defined.sheet is None and defined.comment.endswith(MARK)]
    if not ours:
        return
    current = {name.name.casefold(): _plain(name.formula) for name in embed.names()}
    quoted = f'"{path}"' if _SPACE.search(path) else path
    command = f"xlvp embed {quoted} --in-place"
    for defined in ours:
        formula = current.get(defined.name.casefold())
        if formula is None:
            text = (
                f"this xlvp has no such function; '{command} --remove' takes out all that xlvp has put in, and"
                f" '{command}' puts in those that it has now"
            )
        elif formula != _plain(defined.formula):
            text = (
                "its formula is not that of this xlvp (it is older, or another program has changed it); "
                f"'{command} --only {defined.name}' renews it"
            )
        else:
            continue
        yield Finding(f"the name {defined.name}", text)


def _plain(formula: str) -> str:
    """Return a formula without what Excel may write in another way when it saves: spaces and capitals."""
    return _SPACE_OUTSIDE_TEXTS.sub(lambda match: match[1] or "", formula).casefold()
