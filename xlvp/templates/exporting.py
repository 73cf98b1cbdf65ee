"""The command `xlvp export`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from xlvp.files import RefusedError
from xlvp.results.leaving import match_from
from xlvp.results.writers import as_csv, as_pbn
from xlvp.rules.checks import InputValueError, quoted
from xlvp.templates.command import say_left_out
from xlvp.templates.new import read
from xlvp.templates.options import Options
from xlvp.terminal import say
from xlvp.writing import check_free, write_file

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

    from xlvp.results.model import Match

_WRITERS = {".pbn": as_pbn, ".csv": as_csv}


def run(args: argparse.Namespace) -> None:
    """Write the results of a match, and say which entries are not among them."""
    writer = _WRITERS.get(args.out.suffix.lower())
    if writer is None:
        raise InputValueError(f"the file must end with {' or '.join(_WRITERS)}, not {quoted(args.out.name)}")
    check_free(args.out, force=args.force)
    if os.path.exists(args.out) and os.path.exists(args.book) and os.path.samefile(args.book, args.out):
        raise RefusedError(f"{args.out}: this is the workbook itself; choose another name")
    match, left_out = _entered(args.book)
    write_file(args.out, writer(match), force=args.force)
    say(f"Made {args.out}")
    say_left_out("xlvp export", left_out)


def _entered(book: Path) -> tuple[list[Match], list[str]]:
    """Return the match that a workbook holds, stanza by stanza, and which of its entries are not in it."""
    old = read(book)
    if old.kind != "match":
        raise RefusedError(f"{book}: this is a workbook of the kind {old.kind}; only a match can be exported")
    if old.choices.get("rooms", 2) != 2:
        raise RefusedError(f"{book}: this is a match in four rooms; only one in two can be exported")
    boards, stanzas = old.choices.get("boards", Options.boards), old.choices.get("stanzas", 1)
    match, problems = match_from(boards, stanzas, old.entries)
    return match, [str(problem) for problem in problems] + old.lost
