"""The command `xlvp new`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from xlvp.files import RefusedError, naming
from xlvp.rules.checks import InputError, InputValueError, plain_name, quoted
from xlvp.rules.scales import scale_named
from xlvp.scalefile import is_scale_file, read_scale
from xlvp.templates.fromresults import filled
from xlvp.templates.kinds import KINDS, OWN_SCALE
from xlvp.templates.new import Old, new, read
from xlvp.templates.owntable import MOST_OWN_ROWS, OWN_INPUTS, own_entries
from xlvp.templates.teams import problem_with_name, read_teams
from xlvp.terminal import complain, say
from xlvp.writing import check_free, write_file

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

    from xlvp.templates.kinds import Kind

_LONGEST_NUMBER = 9
_MOST_SAID = 50


def run(args: argparse.Namespace) -> None:
    """Make the workbook, and say what of an older one has found no place in it."""
    if args.out.suffix.lower() != ".xlsx":
        raise InputValueError(
            f"the workbook must end with .xlsx, or Excel will not open it, not {quoted(args.out.name)}"
        )
    check_free(args.out, force=args.force)
    for given in (args.old, args.teams, *(args.results or ())):
        if given and os.path.exists(given) and os.path.exists(args.out) and os.path.samefile(given, args.out):
            raise RefusedError(f"{args.out}: this would replace {given}, which is read here; choose another name")
    old, left_out = _begun(args)
    for name in dict.fromkeys(name for kind in KINDS.values() for name in kind.options):
        if getattr(args, name) is not None and name not in KINDS[old.kind].options:
            fits = ", ".join(kind.name for kind in KINDS.values() if name in kind.options)
            raise InputValueError(f"--{name} goes with the kind {fits}, not with {old.kind}")
    if args.keep is not None and not args.old:
        raise InputValueError("--keep goes with --from, and says what is kept of that workbook")
    choices = _choices(args, KINDS[old.kind])
    _put_in_place(old, choices)
    try:
        data, not_placed = new(old.kind, old.choices | choices, old.entries, old.unreadable)
    except InputError as refusal:
        if not args.results:
            raise
        raise RefusedError(f"these results do not fit into a workbook: {refusal}") from None
    write_file(args.out, data, force=args.force)
    say(f"Made {args.out}")
    missing = old.lost + not_placed
    if missing:
        complain("xlvp new", f"not carried over: {'; '.join(missing)}")
    say_left_out("xlvp new", left_out)


def _begun(args: argparse.Namespace) -> tuple[Old, list[str]]:
    """Return what is to be in the workbook, from an older one and from results, and what of these is not."""
    old = read(args.old) if args.old else None
    if old and args.kind and args.kind != old.kind:
        raise InputValueError(f"{args.old} is a workbook of the kind {old.kind}, which cannot become {args.kind}")
    if old and args.keep == "teams":
        old = old._replace(entries=KINDS[old.kind].of_teams(old.entries), lost=[])
    if args.results:
        return filled(args.results, args.kind, old)
    return old or Old(args.kind or "match", {}, {}, []), []


def say_left_out(program: str, what: list[str]) -> None:
    """Say what of some results was left out; of very many the first are enough to see what is wrong."""
    for each in what[:_MOST_SAID]:
        complain(program, each)
    if what[_MOST_SAID:]:
        complain(program, f"and {len(what) - _MOST_SAID:,} more")


def _put_in_place(old: Old, choices: Mapping[str, Any]) -> None:
    """Let what is chosen now stand in place of what was entered in an older workbook."""
    for name in ("scale", "home", "away", "boards"):
        if name in choices and name in old.entries:
            old.entries[name] = [[choices[name]]]
    if "own_table" in choices:
        old.entries.update({name: [] for name in OWN_INPUTS} | own_entries(choices["own_table"]))


def _choices(args: argparse.Namespace, kind: Kind) -> dict[str, Any]:
    """Return what was chosen on the command line."""
    choices: dict[str, Any] = {
        name: getattr(args, name)
        for name in ("boards", "stanzas", "rooms", "home", "away", "rounds", "legs", "paper", "style", "language")
        if getattr(args, name) is not None
    }
    for name in ("home", "away"):
        problem = problem_with_name(choices.get(name, ""))
        if problem:
            raise InputValueError(f"--{name}: {problem}")
    if args.scale is not None:
        choices |= _scale(args.scale, kind)
    if args.teams is not None:
        choices |= _teams(args.teams, kind)
    return choices


def _scale(text: str, kind: Kind) -> dict[str, Any]:
    """Return the scale that is chosen, or a table of one's own from a file."""
    others = {plain_name(name): name for each in KINDS.values() for name in each.scales}
    name = OWN_SCALE if is_scale_file(text) else others.get(plain_name(text))
    if name is None:
        return {"scale": scale_named(text).name}
    if name not in kind.scales:
        fits = ", ".join(each.name for each in KINDS.values() if name in each.scales)
        what = "a file for --scale" if is_scale_file(text) else f"the scale {name}"
        raise InputValueError(f"{what} goes with the kind {fits}, not with {kind.name}")
    if not is_scale_file(text):
        return {"scale": name}
    table = read_scale(Path(text))
    if len(table) > MOST_OWN_ROWS:
        raise RefusedError(f"{text}: a workbook has room for {MOST_OWN_ROWS} lines of a scale, not {len(table)}")
    return {"scale": name, "own_table": table}


def _teams(text: str, kind: Kind) -> dict[str, Any]:
    """Return how many teams there are, or their names from a file."""
    if text.isdecimal() and len(text) <= _LONGEST_NUMBER:
        return {"team_count": int(text)}
    if not os.path.exists(text):
        raise InputValueError(f"--teams must be a number or a file that exists, not {quoted(text)}")
    with naming(text):
        found = read_teams(Path(text), pairs=kind.pairs)
    return {"teams": found.names, "team_notes": found.notes}
