"""The commands that print scores and scales, and help on the spreadsheet functions.

With --json they print one object in one line, in ASCII; its keys stay as they are:

    imps    results: a list of diff, imps
    vp      scale, boards (null for a table of one's own), results: a list of margin, ours, theirs
    table   scale, boards, rows: a list of from, to (null: and above), winner, loser
"""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from xlvp.cli.frame import SCALE_HELP
from xlvp.cli.options import Option, Takes, add_options
from xlvp.rules.checks import InputValueError, nearest_whole
from xlvp.rules.checks import number as checked
from xlvp.rules.imps import imps
from xlvp.rules.owntable import own_table
from xlvp.rules.scales import scale_named
from xlvp.scalefile import is_scale_file, read_scale
from xlvp.terminal import say

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from xlvp.cli.frame import Commands
    from xlvp.rules.vptable import VPTable

_IMPS_EXAMPLES = """\
A result for each difference, in a line of its own. Minus signs and decimal commas are understood as they are pasted.

examples:
  xlvp imps 430              10
  xlvp imps 420 -1100 10     9, -15 and 0, a line each
  xlvp imps 430 --json       {"results": [{"diff": 430, "imps": 10}]}
"""

_VP_EXAMPLES = """\
Our VPs and theirs for each margin, in a line of its own. Minus signs and decimal commas are understood as they are
pasted.

examples:
  xlvp vp 23 --boards 16                      15.56 - 4.44
  xlvp vp 23 -7 0 --boards 16                 won by 23, lost by 7, a draw
  xlvp vp 23 --boards 7 --scale "ACBL 20"     18 - 2
  xlvp vp 23 --scale club.csv                 by a table of your own
  xlvp vp 23 --boards 16 --json               for programs: scale, boards, results

On each line of the file with a table of your own stand a margin, the winner's VPs from there on, and the loser's if
they are not the rest.
"""

_TABLE_EXAMPLES = """\
examples:
  xlvp table --boards 24                              the WBF scale
  xlvp table --boards 7 --scale 30                    the ACBL's 30 point scale
  xlvp table --scale club.csv                         a table of your own
  xlvp table --boards 8 --scale "WBF discrete" --csv > scale.csv
"""

_FUNCTIONS_EXAMPLES = """\
examples:
  xlvp functions                     every function, a line each
  xlvp functions WBFVP               arguments and examples of one
  xlvp functions WBFVP --formula     what the Name Manager of Excel takes for it
"""


_USUAL_BOARDS = 24

_JSON = Option("--json", "for programs: one line of JSON", Takes.FLAG, on_disk=True)

IMPS = (
    Option("diff", "our points less theirs; negative: lost", Takes.NUMBER, "DIFF", "Difference in points", nargs="+"),
    _JSON,
)
"""What `xlvp imps` takes."""

_SCALE = (
    Option("--boards", "boards in the match; a file needs none", Takes.NUMBER, "N"),
    Option("--scale", SCALE_HELP, Takes.SCALE, "NAME|FILE.csv", default="WBF"),
)

VP = (
    Option("margin", "IMPs won by; negative: lost by", Takes.NUMBER, "MARGIN", "Margin in IMPs", nargs="+"),
    *_SCALE,
    _JSON,
)
"""What `xlvp vp` takes."""

TABLE = (
    *_SCALE,
    Option("--csv", "as comma-separated values: from,to,winner,loser", Takes.FLAG, on_disk=True),
    _JSON,
)
"""What `xlvp table` takes."""

FUNCTIONS = (
    Option("name", "one function, such as WBFVP", Takes.FUNCTION, "NAME", "Function", nargs="?"),
    Option("--formula", "only its formula, for the Name Manager of Excel 365 or 2024", Takes.FLAG, on_disk=True),
)
"""What `xlvp functions` takes."""


def add(commands: Commands) -> None:
    """Add the commands."""
    add_options(commands.add("imps", "the IMPs for differences in points", _IMPS_EXAMPLES, _imps), IMPS)
    add_options(commands.add("vp", "the victory points for margins in IMPs", _VP_EXAMPLES, _vp), VP)
    add_options(commands.add("table", "a whole victory point scale", _TABLE_EXAMPLES, _table), TABLE)
    about = "help on the spreadsheet functions"
    add_options(commands.add("functions", about, _FUNCTIONS_EXAMPLES, _functions), FUNCTIONS)


class _Chosen(NamedTuple):
    """A scale for one number of boards, or a table of one's own."""

    name: str
    boards: int | None
    table: VPTable
    vp: Callable[[float], float]

    @property
    def title(self) -> str:
        return f"{self.name} scale, {self.boards} board{'s'[: self.boards > 1]}" if self.boards else self.name


def _chosen(args: argparse.Namespace) -> _Chosen:
    """Return the scale that the options ask for."""
    if is_scale_file(args.scale):
        table = own_table(read_scale(Path(args.scale)))
        return _Chosen(args.scale, None, table, lambda margin: table.vp(nearest_whole(checked(margin, "imps"))))
    scale = scale_named(args.scale)
    if args.boards is None:
        raise InputValueError(f"--boards is needed: how many boards the match has, such as --boards {_USUAL_BOARDS}")
    table = scale.table(args.boards)
    return _Chosen(scale.name, int(args.boards), table, lambda margin: scale.vp(margin, args.boards))


def _imps(args: argparse.Namespace) -> None:
    results = [imps(diff) for diff in args.diff]
    if args.json:
        _print_json(results=[{"diff": diff, "imps": won} for diff, won in zip(args.diff, results, strict=True)])
        return
    for result in results:
        print(result)


def _vp(args: argparse.Namespace) -> None:
    chosen = _chosen(args)
    results = [(chosen.vp(margin), chosen.vp(-margin)) for margin in args.margin]
    if args.json:
        lines = zip(args.margin, results, strict=True)
        told = [{"margin": margin, "ours": ours, "theirs": theirs} for margin, (ours, theirs) in lines]
        _print_json(scale=chosen.name, boards=chosen.boards, results=told)
        return
    for ours, theirs in results:
        print(f"{ours:.{chosen.table.decimals}f} - {theirs:.{chosen.table.decimals}f}")


def _table(args: argparse.Namespace) -> None:
    if args.csv and args.json:
        raise InputValueError("--csv and --json do not go together")
    chosen = _chosen(args)
    lines = chosen.table.rows()
    if args.json:
        told = [{_KEYS.get(key, key): value for key, value in line._asdict().items()} for line in lines]
        _print_json(scale=chosen.name, boards=chosen.boards, rows=told)
        return
    places = f".{chosen.table.decimals}f"
    rows = [(start, end, format(winner, places), format(loser, places)) for start, end, winner, loser in lines]
    if args.csv:
        csv.writer(sys.stdout, lineterminator="\n").writerows([("from", "to", "winner", "loser"), *rows])
        return
    say(chosen.title)
    print(f"\n{'IMPs':>9}{'winner':>9}{'loser':>8}")
    for start, end, winner, loser in rows:
        margins = f"{start}+" if end is None else f"{start}" if start == end else f"{start}-{end}"
        print(f"{margins:>9}{winner:>9}{loser:>8}")


_KEYS = {"from_imps": "from", "to_imps": "to"}


def _print_json(**told: Any) -> None:
    print(json.dumps(told))


def _functions(args: argparse.Namespace) -> None:
    from xlvp import reference  # the other commands have no use for the catalogue

    if args.name is None:
        if args.formula:
            raise InputValueError("--formula is for one function, such as 'xlvp functions WBFVP --formula'")
        print(reference.overview())
        return
    found = reference.named(args.name)
    print(reference.formula_text(found) if args.formula else reference.help_text(found))
