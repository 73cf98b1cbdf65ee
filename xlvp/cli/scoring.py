"""The commands that print scores and scales, and help on the spreadsheet functions."""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from xlvp.cli.frame import SCALE_HELP
from xlvp.cli.options import Option, Takes, add_options
from xlvp.rules.checks import InputValueError, nearest_whole, quoted
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
examples:
  xlvp imps 430              10
  xlvp imps 420 -1100 10     9, -15 and 0, a line each
"""

_VP_EXAMPLES = """\
examples:
  xlvp vp 23 --boards 16                      15.56 - 4.44
  xlvp vp -23 --boards 16                     4.44 - 15.56: lost by 23
  xlvp vp 23 --boards 7 --scale "ACBL 20"     18 - 2
  xlvp vp 23 --scale club.csv                 by a table of your own: margin, winner, and loser if it is not the rest
"""

_TABLE_EXAMPLES = """\
examples:
  xlvp table --boards 24                              the WBF scale
  xlvp table --boards 7 --scale 30                    the ACBL's 30 point scale
  xlvp table --boards 8 --scale "WBF discrete" --csv > scale.csv
"""

_FUNCTIONS_EXAMPLES = """\
examples:
  xlvp functions             every function, a line each
  xlvp functions WBFVP       arguments, examples and formula of one
"""


_USUAL_BOARDS = 24

IMPS = (Option("diff", "points won; negative: lost", Takes.NUMBER, "DIFF", "Difference in points", nargs="+"),)
"""What `xlvp imps` takes."""

_SCALE = (
    Option("--boards", "boards in the match; a file needs none", Takes.NUMBER, "N"),
    Option("--scale", SCALE_HELP, Takes.SCALE, "NAME|FILE.csv", default="WBF"),
)

VP = (Option("margin", "IMPs won by; negative: lost by", Takes.NUMBER, "MARGIN", "Margin in IMPs"), *_SCALE)
"""What `xlvp vp` takes."""

TABLE = (*_SCALE, Option("--csv", "as comma-separated values: from,to,winner,loser", Takes.FLAG, on_disk=True))
"""What `xlvp table` takes."""

FUNCTIONS = (Option("name", "one function, such as WBFVP", Takes.FUNCTION, "NAME", "Function", nargs="?"),)
"""What `xlvp functions` takes."""


def add(commands: Commands) -> None:
    """Add the commands."""
    add_options(commands.add("imps", "the IMPs for differences in points", _IMPS_EXAMPLES, _imps), IMPS)
    add_options(commands.add("vp", "the victory points for a margin in IMPs", _VP_EXAMPLES, _vp), VP)
    add_options(commands.add("table", "a whole victory point scale", _TABLE_EXAMPLES, _table), TABLE)
    about = "help on the spreadsheet functions"
    add_options(commands.add("functions", about, _FUNCTIONS_EXAMPLES, _functions), FUNCTIONS)


class _Chosen(NamedTuple):
    """A scale for one number of boards, or a table of one's own."""

    title: str
    table: VPTable
    vp: Callable[[float], float]


def _chosen(args: argparse.Namespace) -> _Chosen:
    """Return the scale that the options ask for."""
    if is_scale_file(args.scale):
        table = own_table(read_scale(Path(args.scale)))
        return _Chosen(args.scale, table, lambda margin: table.vp(nearest_whole(checked(margin, "imps"))))
    scale = scale_named(args.scale)
    if args.boards is None:
        raise InputValueError(f"--boards is needed: how many boards the match has, such as --boards {_USUAL_BOARDS}")
    table = scale.table(args.boards)
    boards = int(args.boards)
    title = f"{scale.name} scale, {boards} board{'s'[: boards > 1]}"
    return _Chosen(title, table, lambda margin: scale.vp(margin, args.boards))


def _imps(args: argparse.Namespace) -> None:
    for result in [imps(diff) for diff in args.diff]:
        print(result)


def _vp(args: argparse.Namespace) -> None:
    chosen = _chosen(args)
    ours, theirs = (format(chosen.vp(margin), f".{chosen.table.decimals}f") for margin in (args.margin, -args.margin))
    print(f"{ours} - {theirs}")


def _table(args: argparse.Namespace) -> None:
    title, table, _ = _chosen(args)
    places = f".{table.decimals}f"
    rows = [(start, end, format(winner, places), format(loser, places)) for start, end, winner, loser in table.rows()]
    if args.csv:
        csv.writer(sys.stdout, lineterminator="\n").writerows([("from", "to", "winner", "loser"), *rows])
        return
    say(title)
    print(f"\n{'IMPs':>9}{'winner':>9}{'loser':>8}")
    for start, end, winner, loser in rows:
        margins = f"{start}+" if end is None else f"{start}" if start == end else f"{start}-{end}"
        print(f"{margins:>9}{winner:>9}{loser:>8}")


def _functions(args: argparse.Namespace) -> None:
    from xlvp import reference  # the other commands have no use for the catalogue

    if args.name is None:
        print(reference.overview())
        return
    found = reference.named(args.name)
    if found is None:
        raise InputValueError(f"there is no function {quoted(args.name)}; 'xlvp functions' lists them all")
    print(reference.help_text(found))
