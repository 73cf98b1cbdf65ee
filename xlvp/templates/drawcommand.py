"""The command `xlvp draw`."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from xlvp.events.entries import BYE, Odd
from xlvp.events.swiss import Round, next_round, strayed
from xlvp.files import RefusedError, lock_file, naming, printable
from xlvp.rules.checks import InputError, InputValueError, quoted
from xlvp.templates.new import Old, new, read
from xlvp.templates.swiss.reading import entries_of, event_of
from xlvp.terminal import complain, say
from xlvp.writing import replacing, write_file

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

_ROUND = re.compile(r"\.round[0-9]+$")
"""How the name of a workbook ends that this command has written; the next round takes its place."""

_ODD = {Odd.ONE_ROUND: "over one round", Odd.TWO_ROUNDS: "over this round and the next"}


def run(args: argparse.Namespace) -> None:
    """Draw the next round of an event, and write the workbook with it."""
    book: Path = args.book
    with naming(book):
        _check_closed(book)
        before = _state(book)
    old = read(book)
    with naming(book):
        if old.kind != "swiss":
            raise RefusedError(f"this is a workbook of the kind {old.kind}, and only a Swiss event has a draw")
        try:
            drawn = next_round(event_of(old), args.seed)
        except InputError as refusal:  # a scale that does not fit, in the words of the rule
            raise RefusedError(str(refusal)) from None
        entries = old.entries | entries_of(drawn, old.choices["team_count"])
    target = _target(args, drawn.number)
    data, not_placed = new(old.kind, old.choices, entries, old.unreadable)
    if target is None:
        kept = f"; the old workbook is {_replace(book, data, before)}"
    else:
        write_file(target, data, force=args.force)
        kept = ""
    for line in told(drawn, old):
        print(printable(line))
    say(f"Round {drawn.number} is in {target or book}{kept}")
    for what in old.lost + not_placed:
        complain("xlvp draw", f"not carried over: {what}")


def _target(args: argparse.Namespace, number: int) -> Path | None:
    """Return where the workbook is written, or None for its own place."""
    book: Path = args.book
    if args.in_place:
        return None
    out: Path = args.out or book.with_name(f"{_ROUND.sub('', book.stem)}.round{number}.xlsx")
    if out.suffix.lower() != ".xlsx":
        raise InputValueError(f"the workbook must end with .xlsx, or Excel will not open it, not {quoted(out.name)}")
    if os.path.exists(out) and os.path.samefile(book, out):
        raise RefusedError(f"{out}: this would replace the event itself; use --in-place, which keeps a copy")
    return out


def _replace(book: Path, data: bytes, before: tuple[int, ...]) -> str:
    """Write the workbook in its own place, and return the name under which the old one is kept."""

    def last_look() -> None:
        _check_closed(book)
        if _state(book) != before:
            raise RefusedError("another program has changed it meanwhile; nothing was written: try again")

    with naming(book), replacing(book, like=book, overwrite=True, backup=True, last_look=last_look) as temporary:
        temporary.write(data)
    return temporary.backup.name if temporary.backup else ""


def _state(book: Path) -> tuple[int, ...]:
    """Return what changes when another program writes a file."""
    found = os.stat(book)
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


def _check_closed(book: Path) -> None:
    lock = lock_file(book)
    if lock is not None:
        raise RefusedError(f"it is open in another program; save and close it there (or delete a leftover {lock.name})")


def told(drawn: Round, old: Old) -> list[str]:
    """Return what was drawn in words: each table, and where the draw had to stray."""
    names = [str(row[0]) if row else "" for row in old.entries.get("team_names", [])]

    def team(number: int) -> str:
        return f"{number:>3}  {names[number - 1]}"

    wide = max((len(team(number)) for number in drawn.order), default=0)
    lines = [f"Round {drawn.number}"]
    for table, line in enumerate(drawn.lines, start=1):
        if line.home is None or line.away is None:
            continue
        against = "bye" if line.away == BYE else team(line.away)
        mark = f"   (three-way match {_ODD[line.three_way]})" if line.three_way else ""
        lines.append(f"{table:>4} {team(line.home):<{wide}}  {against}{mark}")
    if drawn.busy:
        lines.append(f"In the second round of their three-way match: {', '.join(map(str, drawn.busy))}")
    return lines + list(strayed(drawn))
