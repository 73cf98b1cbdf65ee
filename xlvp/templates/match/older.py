"""A scorecard of an older layout: contract, declarer, tricks or a typed score, each in a cell of its own.

The layout of version 0.1.0. Each room's four cells become one entry; what makes no result stays as it was typed, and
the card asks about it.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from xlvp.languages.marks import tr
from xlvp.rules.checks import InputError
from xlvp.rules.contract import BOOK, PASSED_OUT, parse_contract

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from xlvp.templates.options import Options

_CELLS = ("contract", "by", "tricks", "typed")
_ROOMS = {"open": tr("Open room"), "closed": tr("Closed room")}


def brought_up_to_date(
    entries: Mapping[str, Sequence[Sequence[Any]]], options: Options
) -> dict[str, Sequence[Sequence[Any]]]:
    """Return the entries of a scorecard under the names of this version."""
    found = dict(entries)
    notes: list[list[str]] = []
    for room, title in _ROOMS.items():
        old = [found.pop(f"{room}_{name}", ()) for name in _CELLS]
        lines = [[cell[0] if cell else None for cell in line] for line in zip_longest(*old, fillvalue=())]
        if not lines:
            continue
        found[f"{room}_result"] = [[_result(*line)] for line in lines]
        for number, (contract, by, tricks, typed) in enumerate(lines):
            while len(notes) <= number:
                notes.append([])
            if typed is not None and contract is not None:
                notes[number].append(f"{options.language.say(title)}: {_joined(contract, by, tricks)}")
    if any(notes):
        found["note"] = [["; ".join(line) or None] for line in notes]
    return found


def _result(contract: Any, by: Any, tricks: Any, typed: Any) -> Any:
    """Return four cells as one entry; the typed score is the one that counted."""
    if typed is not None:
        return typed
    if contract is None or by is None or tricks is None:
        plain = "".join(str(contract).split()).upper()
        return "P" if plain in PASSED_OUT else _joined(contract, by, tricks)
    try:
        read = parse_contract(str(contract))
        over = int(tricks) - BOOK - read.level if read else 0
    except (InputError, ValueError, TypeError):
        return _joined(contract, by, tricks)
    if read is None:
        return "P"
    spelled = "".join(str(contract).split()).upper()
    return f"{spelled}{str(by).strip().upper()}{f'{over:+d}' if over else '='}"


def _joined(*cells: Any) -> str | None:
    """Return what was typed, side by side."""
    return " ".join(str(cell) for cell in cells if cell is not None) or None
