"""The command `xlvp new`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from xlvp.files import RefusedError, write_files
from xlvp.rules.checks import quoted
from xlvp.rules.scales import scale_named
from xlvp.templates.kinds import CHOICES
from xlvp.templates.new import Old, new, read
from xlvp.templates.teams import problem_with_name, read_teams

if TYPE_CHECKING:
    import argparse


def run(args: argparse.Namespace) -> None:
    """Make the workbook, and say what of an older one has found no place in it."""
    if args.out.suffix.lower() != ".xlsx":
        raise ValueError(f"the workbook must end with .xlsx, or Excel will not open it, not {quoted(args.out.name)}")
    if args.out.exists() and not args.force:
        raise RefusedError(f"{args.out} exists; choose another name, or replace it with --force")
    old = read(args.old) if args.old else Old(args.kind or "match", {}, {}, [])
    if args.kind and args.kind != old.kind:
        raise ValueError(f"{args.old} is a workbook of the kind {old.kind}, which cannot become {args.kind}")
    for name in ("boards", "scale", "home", "away", "teams", "rounds"):
        if getattr(args, name) is not None and name not in CHOICES[old.kind]:
            fits = ", ".join(kind for kind, names in CHOICES.items() if name in names)
            raise ValueError(f"--{name} goes with the kind {fits}, not with {old.kind}")
    choices = _choices(args)
    given = {"scale": choices.get("scale"), "home": args.home, "away": args.away, "boards": args.boards}
    for name, value in given.items():
        if value is not None and name in old.entries:
            old.entries[name] = [[value]]
    data, homeless = new(old.kind, old.choices | choices, old.entries)
    write_files({args.out: data})
    print(f"Made {args.out}")
    for what in old.lost + homeless:
        print(f"xlvp new: not carried over: {what}", file=sys.stderr)


def _choices(args: argparse.Namespace) -> dict[str, Any]:
    """Return what was chosen on the command line."""
    choices: dict[str, Any] = {
        name: getattr(args, name)
        for name in ("boards", "home", "away", "rounds", "paper", "style")
        if getattr(args, name) is not None
    }
    for name in ("home", "away"):
        problem = problem_with_name(choices.get(name, ""))
        if problem:
            raise ValueError(f"--{name}: {problem}")
    if args.scale is not None:
        choices["scale"] = scale_named(args.scale).name
    if args.teams is not None:
        choices |= _teams(args.teams)
    return choices


def _teams(text: str) -> dict[str, Any]:
    """Return how many teams there are, or their names from a file."""
    if text.isdecimal():
        return {"team_count": int(text)}
    if not Path(text).exists():
        raise ValueError(f"--teams must be a number or a file that exists, not {quoted(text)}")
    return {"teams": read_teams(Path(text))}
