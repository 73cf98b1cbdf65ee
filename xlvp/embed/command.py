"""The command `xlvp embed`: one workbook after the other, and a line for each."""

from __future__ import annotations

import os
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

from xlvp import embed
from xlvp.rules.checks import InputValueError
from xlvp.terminal import complain, in_turn, say

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

    from xlvp.embed import Report

    Work = Callable[[str, Path | None], Report]
    """Puts the functions into a workbook, or takes them out, and writes it to a target or in its own place."""

_PROGRAM = "xlvp embed"
_APART = "name another folder with -o, or give them one at a time"


def run(args: argparse.Namespace) -> int:
    """Do what the command line asks; return 1 if a workbook was refused, else 0."""
    work = _work(args)
    targets = {book: _target(book, args) for book in args.books}
    _check_apart(args.books, [targets[book] for book in args.books])
    written = unchanged = 0
    for book, report in in_turn(_PROGRAM, args.books, lambda book: work(book, targets[book])):
        for clash in report.clashes:
            complain(_PROGRAM, f"{book}: {clash.name} is left out: {clash.reason}")
        for warning in report.warnings:
            complain(_PROGRAM, f"{book}: {warning}")
        say(f"{book}: {_told(report, targets[book])}")
        written += report.changed
        unchanged += not report.changed
    refused = len(args.books) - written - unchanged
    if len(args.books) > 1:
        print(f"{len(args.books)} workbooks: {written} changed, {unchanged} unchanged, {refused} refused")
    return 1 if refused else 0


def _work(args: argparse.Namespace) -> Work:
    backup = not args.no_backup
    if args.remove:
        return lambda book, target: embed.remove(book, target, args.only, force=args.force, backup=backup)
    defined = embed.names(args.only)
    return lambda book, target: embed.embed(book, target, defined, force=args.force, backup=backup)


def _target(book: str, args: argparse.Namespace) -> Path | None:
    """Return where a workbook is to be written, or None for its own place."""
    if args.in_place:
        return None
    path = Path(book)
    if args.out is None:
        return path.with_name(f"{path.stem}.{'plain' if args.remove else 'xlvp'}{path.suffix}") if path.name else path
    if os.path.isdir(args.out):
        return Path(args.out, path.name)
    if len(args.books) > 1:
        raise InputValueError(f"for several workbooks -o must be a folder that exists, not {args.out!r}")
    if not os.path.splitext(args.out)[1]:  # which no workbook is without
        raise InputValueError(f"-o must be a folder that exists, or a new {path.suffix} file, not {args.out!r}")
    return Path(args.out)


def _check_apart(books: Sequence[str], targets: Sequence[Path | None]) -> None:
    """Refuse to write over a workbook that was given, or over what has just been written, before anything is."""
    given = {_identity(book): book for book in books}
    taken: dict[object, str] = {}
    for book, target in zip(books, targets, strict=True):
        if target is None:
            continue
        identity = _identity(target)
        overwritten = given.get(identity)
        if overwritten not in (None, book):
            raise InputValueError(f"{book} would be written over {overwritten}, which is given too; {_APART}")
        if identity in taken:
            raise InputValueError(f"{taken[identity]} and {book} would both be written to {target}; {_APART}")
        taken[identity] = book


def _identity(path: str | Path) -> object:
    """Return what two names of one file have in common; of a file that is not there, what a disk may take for one."""
    try:
        found = os.stat(path)
    except OSError:
        return unicodedata.normalize("NFC", os.path.realpath(path)).casefold()
    return found.st_dev, found.st_ino


def _told(report: Report, target: Path | None) -> str:
    """Return in a few words what became of a workbook."""
    change = report.change
    fates = (
        (change.added, "added"),
        (change.replaced, "updated"),
        (change.removed, "removed"),
        (change.unchanged, "already there"),
    )
    counted = [_counted(names, fate) for names, fate in fates if names]
    told = ", ".join(counted) or "nothing to do"
    if target is not None:
        told += f"; written to {report.target if report.target.name != target.name else target}"
    if report.backup is not None:
        told += f"; the old workbook is {report.backup.name}"
    return told


def _counted(names: Sequence[str], fate: str) -> str:
    return f"{len(names)} function{'s'[: len(names) > 1]} {fate}"
