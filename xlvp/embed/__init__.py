"""The functions as defined names in somebody's workbook, put in and taken out.

A workbook is read and checked first, in full; then the new one is written beside its target, read back, and moved
into place. Whatever is refused, or fails, leaves every file as it was.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from xlvp.catalogue import FUNCTIONS
from xlvp.embed.clashes import Clash, check_parts, table_names, vba_functions
from xlvp.files import RefusedError, lock_file, naming, reading
from xlvp.ooxml.definednames import Change, Name, with_names, without_names
from xlvp.ooxml.parts import Workbook
from xlvp.rules.checks import InputValueError, quoted
from xlvp.writing import replacing

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    StrPath = str | os.PathLike[str]
    Plan = Callable[[Workbook], tuple[Change, tuple[Clash, ...], tuple[str, ...]]]


_COPIED_AT_ONCE = 1 << 20


class Report(NamedTuple):
    """What became of a workbook."""

    target: Path
    """Where the workbook is now."""
    backup: Path | None
    change: Change
    clashes: tuple[Clash, ...]
    """Names that were left out, each with the reason."""
    warnings: tuple[str, ...]

    @property
    def changed(self) -> bool:
        """Say whether the workbook is another than before."""
        return bool(self.change.added or self.change.replaced or self.change.removed)


def names(only: Collection[str] | None = None) -> list[Name]:
    """Return the functions as names to define: all of them, or those in `only`."""
    from xlvp.formulas import formula  # the removal has no use for it

    made = {function.name: formula(function) for function in FUNCTIONS}
    every = {name.casefold(): Name(name, each.stored, each.comment) for name, each in made.items()}
    if only is None:
        return list(every.values())
    for name in only:
        if name.casefold() not in every:
            raise InputValueError(f"there is no function {quoted(name)}; 'xlvp functions' lists them all")
    return [every[name] for name in dict.fromkeys(name.casefold() for name in only)]


def embed(
    source: StrPath, target: StrPath | None, defined: Sequence[Name], *, force: bool = False, backup: bool = True
) -> Report:
    """Define names in the workbook `source` and write it to `target`, or in its own place if that is None.

    Names that already mean what they should stay untouched, older ones of ours are replaced, and what stands in the
    way of a name is reported and left alone. `force` lets `target` be replaced; `backup` keeps the old workbook, when
    it is changed in its place, under a name of its own.
    """

    def plan(workbook: Workbook) -> tuple[Change, tuple[Clash, ...], tuple[str, ...]]:
        clashes, warnings = _clashes(workbook, defined)
        taken = {clash.name for clash in clashes}
        free = [name for name in defined if name.name not in taken]
        change = with_names(workbook.xml, free)
        new = (*change.added, *change.replaced)
        if new and check_parts(workbook, new):
            change = with_names(workbook.xml, free, recalculate=True)
            if not change.recalculates:
                warnings += ("its settings forbid recalculation on opening: press Ctrl+Alt+F9 once",)
        clashes += tuple(
            Clash(name, "the workbook already uses that name for something else") for name in change.clashes
        )
        warnings += tuple(
            f"the sheet {sheet} has its own {name}, which is used there" for name, sheet in change.shadowed
        )
        return change, clashes, warnings

    return _rewritten(source, target, plan, force=force, backup=backup)


def remove(
    source: StrPath,
    target: StrPath | None,
    only: Collection[str] | None = None,
    *,
    force: bool = False,
    backup: bool = True,
) -> Report:
    """Take our names out of a workbook, all or those in `only`; for the rest see `embed`."""

    def plan(workbook: Workbook) -> tuple[Change, tuple[Clash, ...], tuple[str, ...]]:
        change = without_names(workbook.xml, only)
        used = bool(change.removed) and check_parts(workbook, change.removed)
        warning = "cells that use the functions will show #NAME? after the next calculation"
        return change, (), (warning,) if used else ()

    return _rewritten(source, target, plan, force=force, backup=backup)


def _clashes(workbook: Workbook, defined: Sequence[Name]) -> tuple[tuple[Clash, ...], tuple[str, ...]]:
    """Return the names that a table or a macro has taken, and what could not be seen."""
    tables, functions = table_names(workbook), vba_functions(workbook)
    clashes = []
    for name in defined:
        if name.name.casefold() in tables:
            clashes.append(Clash(name.name, "a table has that name"))
        elif name.name.casefold() in (functions or ()):
            clashes.append(Clash(name.name, "a macro of the workbook has that name"))
    unseen = "its macros cannot be read, so one of the same name would not be noticed"
    return tuple(clashes), () if functions is not None else (unseen,)


def _rewritten(source: StrPath, target: StrPath | None, plan: Plan, *, force: bool, backup: bool) -> Report:
    """Write a workbook as planned: the frame around every change."""
    with naming(source):
        real = Path(os.path.realpath(source))
        with reading(real) as file:
            state = _state(os.fstat(file.fileno()))
            destination = _destination(Path(source), real, target, force=force)
            workbook = Workbook(file)
            change, clashes, warnings = plan(workbook)
            same = change.xml == workbook.xml
        report = Report(destination, None, change, clashes, warnings)
        if same and target is None:
            return report
        like = destination if os.path.lexists(destination) else real

    def last_look() -> None:
        if _state(real.stat()) != state:
            raise RefusedError("the workbook was changed by another program meanwhile; try again")

    with (
        naming(destination),
        replacing(
            destination,
            like=like,
            overwrite=force or target is None,
            backup=backup and target is None,
            last_look=last_look,
        ) as temporary,
    ):
        with reading(real) as file:
            if same:
                while piece := file.read(_COPIED_AT_ONCE):
                    temporary.write(piece)
            else:
                Workbook(file).write_with(change.xml, temporary.write)
        _check_result(temporary.path, real, change.xml)
    return report._replace(backup=temporary.backup)


def _destination(source: Path, real: Path, target: StrPath | None, *, force: bool) -> Path:
    """Return where the new workbook is to go, links followed, if it may go there."""
    _refuse_open_file(source, real)
    if target is None:
        if not os.access(real, os.W_OK):
            raise RefusedError("the file is read-only; allow writing, or write to another with -o")
        return real
    given, destination = Path(target), Path(os.path.realpath(target))
    if given.suffix.lower() != source.suffix.lower():
        raise RefusedError(f"{given.name} must end with {source.suffix}, or Excel will not open it")
    if os.path.lexists(destination):
        if os.path.samefile(real, destination):
            raise RefusedError("this would replace the workbook itself; if that is meant, say --in-place")
        if not force:
            raise RefusedError(f"{given} exists; choose another name, or replace it with --force")
        if not destination.is_file():
            raise RefusedError(f"{given} is a folder or a device; choose another name")
        _refuse_open_file(given, destination)
    return destination


def _refuse_open_file(*paths: Path) -> None:
    for path in paths:
        lock = lock_file(path)
        if lock:
            raise RefusedError(
                f"{path.name} is open in another program; close it there (or delete a leftover {lock.name})"
            )


def _state(found: os.stat_result) -> tuple[int, ...]:
    """Return what changes when another program writes a file."""
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


def _check_result(written: Path, source: Path, xml: bytes) -> None:
    """Refuse to go on if the new file does not read back as it should."""
    with reading(written) as new, reading(source) as old:
        now, before = Workbook(new), Workbook(old)
        kept = [entry[:5] for entry in before.entries if entry != before.entry]
        if now.xml != xml or kept != [entry[:5] for entry in now.entries if entry != now.entry]:
            raise RefusedError("the new file did not read back as written; nothing was changed: check the disk")
