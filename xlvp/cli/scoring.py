"""The commands that print scores and scales, and help on the spreadsheet functions."""

from __future__ import annotations

import csv
import sys
from typing import TYPE_CHECKING

from xlvp.cli.frame import SCALE_NAMES, number
from xlvp.rules.checks import quoted
from xlvp.rules.imps import imps
from xlvp.rules.scales import scale_named

if TYPE_CHECKING:
    import argparse

    from xlvp.cli.frame import Commands

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


def add(commands: Commands) -> None:
    """Add the commands."""
    imps_command = commands.add("imps", "the IMPs for differences in points", _IMPS_EXAMPLES, _imps)
    imps_command.add_argument("diff", metavar="DIFF", nargs="+", type=number, help="points won; negative: lost")

    vp = commands.add("vp", "the victory points for a margin in IMPs", _VP_EXAMPLES, _vp)
    vp.add_argument("margin", metavar="MARGIN", type=number, help="IMPs won by; negative: lost by")
    _add_scale(vp)

    table = commands.add("table", "a whole victory point scale", _TABLE_EXAMPLES, _table)
    _add_scale(table)
    table.add_argument("--csv", action="store_true", help="as comma-separated values: from,to,winner,loser")

    functions = commands.add("functions", "help on the spreadsheet functions", _FUNCTIONS_EXAMPLES, _functions)
    functions.add_argument("name", metavar="NAME", nargs="?", help="one function, such as WBFVP")


def _add_scale(command: argparse.ArgumentParser) -> None:
    command.add_argument("--boards", metavar="N", required=True, type=number, help="boards in the match")
    command.add_argument("--scale", metavar="NAME", default="WBF", help=f"one of {SCALE_NAMES} (default: WBF)")


def _imps(args: argparse.Namespace) -> None:
    for result in [imps(diff) for diff in args.diff]:
        print(result)


def _vp(args: argparse.Namespace) -> None:
    scale = scale_named(args.scale)
    table = scale.table(args.boards)
    ours = scale.vp(args.margin, args.boards)
    theirs = table.total / 100 - ours
    print(f"{ours:.{table.decimals}f} - {theirs:.{table.decimals}f}")


def _table(args: argparse.Namespace) -> None:
    scale = scale_named(args.scale)
    table = scale.table(args.boards)
    places = f".{table.decimals}f"
    rows = [(start, end, format(winner, places), format(loser, places)) for start, end, winner, loser in table.rows()]
    if args.csv:
        csv.writer(sys.stdout, lineterminator="\n").writerows([("from", "to", "winner", "loser"), *rows])
        return
    boards = int(args.boards)
    print(f"{scale.name} scale, {boards} board{'s'[: boards > 1]}\n")
    print(f"{'IMPs':>9}{'winner':>9}{'loser':>8}")
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
        raise ValueError(f"there is no function {quoted(args.name)}; 'xlvp functions' lists them all")
    print(reference.help_text(found))
