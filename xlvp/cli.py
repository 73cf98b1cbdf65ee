"""The command line.

Results go to standard output, in plain ASCII. A refusal is one line on standard error: exit code 2 for what was typed,
1 for a file or an installation.
"""

from __future__ import annotations

import argparse
import csv
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from xlvp import __version__, imps
from xlvp.files import RefusedError, write_files
from xlvp.rules.checks import quoted
from xlvp.rules.scales import SCALES, scale_named

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Run = Callable[[argparse.Namespace], int | None]
    """Does what a command asks, and returns its exit code if that is not 0."""

_EXAMPLES = """\
examples:
  xlvp new match.xlsx                         a scorecard for a match
  xlvp imps 430                               the IMPs for a difference of 430 points
  xlvp vp 23 --boards 16                      the VPs for winning 16 boards by 23 IMPs
  xlvp table --boards 7 --scale "ACBL 20"     a whole scale, to print
  xlvp functions WBFVP                        help on a spreadsheet function
  xlvp embed club.xlsx                        a copy of a workbook with the functions in it
  xlvp check club.xlsx                        what is wrong with the scales in a workbook
  xlvp addin install excel                    the spreadsheet functions in Excel on Windows

xlvp COMMAND --help explains each command.
"""

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


_KINDS = ("match", "swiss", "league", "pairs", "scales")
_NEW_EXAMPLES = """\
examples:
  xlvp new match.xlsx                                     a scorecard for 24 boards on the WBF scale
  xlvp new final.xlsx --boards 32 --home Avon --away Brue
  xlvp new swiss.xlsx --kind swiss --teams teams.csv --rounds 7 --boards 8
  xlvp new league.xlsx --kind league --teams 10 --paper letter
  xlvp new renewed.xlsx --from match.xlsx                 a fresh one with what was entered in another
"""

_ADDIN_EXAMPLES = """\
examples:
  xlvp addin install excel                the functions in every workbook, from Excel's next start on
  xlvp addin uninstall excel              take them out again
  xlvp addin build excel -o xlvp.xlam     only make the file
"""

_DOCTOR_EXAMPLES = """\
examples:
  xlvp doctor     looks at each link from a cell in Excel to Python and says how to mend a broken one
"""


_EMBED_EXAMPLES = """\
Without -o or --in-place the workbook itself stays as it is, and the result goes into a new file beside it:
club.xlvp.xlsx, or with --remove club.plain.xlsx.

Nothing in a workbook is touched but its list of names. What is already there under one of the names (a name, a table,
a macro) stays, and is reported. Doing it again changes nothing; with a newer xlvp it brings the functions up to date.
--in-place keeps the old workbook as club.xlsx.bak, or .bak2, .bak3 and so on if that exists.

The functions work in Excel 365, Excel 2024 and Excel for the web and phones.

examples:
  xlvp embed club.xlsx                             makes club.xlvp.xlsx
  xlvp embed club.xlsx --in-place                  changes club.xlsx, and keeps club.xlsx.bak
  xlvp embed *.xlsx -o scored                      into the folder scored, under the same names
  xlvp embed club.xlsx --only IMPS,WBFVP -o new.xlsx
  xlvp embed club.xlsx --in-place --remove         takes them out again
"""


_CHECK_EXAMPLES = """\
The workbooks are only read. Each finding is a line that names the cell, what it says and what is right:

  tables      cells that look like an IMP or VP table, where they differ from the official one
  formulas    formulas that look up IMPs, where they give another result or count an empty cell as a push
  names       functions that an older xlvp has put in

A table is taken for the official one that it is nearest to; what is like none is left alone. So is a formula with
functions that this command does not know. The exit code is 0 if nothing was found, 1 if something was or a file
could not be read.

examples:
  xlvp check club.xlsx
  xlvp check *.xlsx        several; each line then starts with the file
"""


class _Parser(argparse.ArgumentParser):
    """A parser that refuses in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}; see '{self.prog} --help'\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="xlvp",
        description="Bridge team scoring: IMPs and victory points by the official scales.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"xlvp {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def command(name: str, about: str, examples: str, run: Run) -> argparse.ArgumentParser:
        sub = commands.add_parser(
            name,
            help=about,
            description=f"{about[0].upper()}{about[1:]}.",
            epilog=examples,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        sub.set_defaults(run=run, refuse=sub.error)
        return sub

    imps_command = command("imps", "the IMPs for differences in points", _IMPS_EXAMPLES, _imps)
    imps_command.add_argument("diff", metavar="DIFF", nargs="+", type=_number, help="points won; negative: lost")

    vp_command = command("vp", "the victory points for a margin in IMPs", _VP_EXAMPLES, _vp)
    vp_command.add_argument("margin", metavar="MARGIN", type=_number, help="IMPs won by; negative: lost by")
    _add_scale(vp_command)

    table_command = command("table", "a whole victory point scale", _TABLE_EXAMPLES, _table)
    _add_scale(table_command)
    table_command.add_argument("--csv", action="store_true", help="as comma-separated values: from,to,winner,loser")

    functions_command = command("functions", "help on the spreadsheet functions", _FUNCTIONS_EXAMPLES, _functions)
    functions_command.add_argument("name", metavar="NAME", nargs="?", help="one function, such as WBFVP")
    _add_embed(command)
    check_command = command("check", "what is wrong with the scales and formulas of workbooks", _CHECK_EXAMPLES, _check)
    check_command.add_argument("books", metavar="BOOK", nargs="+", help="a workbook: .xlsx, .xlsm, .xltx or .xltm")
    _add_new(command)

    addin_command = command("addin", "the functions as an add-in, in Excel on Windows", _ADDIN_EXAMPLES, _addin)
    addin_command.add_argument("action", metavar="build|install|uninstall", choices=("build", "install", "uninstall"))
    addin_command.add_argument("program", metavar="excel", choices=("excel",))
    addin_command.add_argument("-o", "--output", metavar="FILE", type=Path, help="with build: the file to make")
    addin_command.add_argument("--force", action="store_true", help="with build: overwrite the file")

    command("doctor", "whether the add-in is installed and works", _DOCTOR_EXAMPLES, _doctor)
    return parser


def _add_embed(command: Callable[[str, str, str, Run], argparse.ArgumentParser]) -> None:
    embed = command("embed", "put the spreadsheet functions into workbooks", _EMBED_EXAMPLES, _embed)
    embed.add_argument("books", metavar="BOOK", nargs="+", help="a workbook: .xlsx or .xlsm")
    where = embed.add_mutually_exclusive_group()
    where.add_argument("-o", metavar="OUT", dest="out", help="the new file; a folder if there are several books")
    where.add_argument("--in-place", action="store_true", help="change the workbooks themselves")
    embed.add_argument("--only", metavar="NAMES", type=_names, help="these functions alone, such as IMPS,WBFVP")
    embed.add_argument("--remove", action="store_true", help="take the functions out again")
    embed.add_argument("--no-backup", action="store_true", help="with --in-place: keep no copy of the old workbook")
    embed.add_argument("--force", action="store_true", help="replace the new file if it exists")


def _names(text: str) -> list[str]:
    found = [name.strip() for name in text.split(",") if name.strip()]
    if not found:
        raise argparse.ArgumentTypeError("names are needed, such as IMPS,WBFVP")
    return found


def _add_new(command: Callable[[str, str, str, Run], argparse.ArgumentParser]) -> None:
    new_command = command("new", "a new workbook: a scorecard, an event, a league, scales", _NEW_EXAMPLES, _new)
    add = new_command.add_argument
    add("out", metavar="OUT.xlsx", type=Path, help="the workbook to make")
    add("--kind", choices=_KINDS, metavar="KIND", help=f"one of {', '.join(_KINDS)} (default: match)")
    add("--boards", metavar="N", type=_whole, help="boards in a match or session")
    add("--scale", metavar="NAME", help=f"one of {', '.join(scale.name for scale in SCALES)} (default: WBF)")
    add("--home", metavar="NAME", help="the home team of a match")
    add("--away", metavar="NAME", help="the away team")
    add("--teams", metavar="N|FILE.csv", help="how many teams or pairs, or a file with their names")
    add("--rounds", metavar="N", type=_whole, help="rounds of a Swiss event")
    add("--paper", choices=("a4", "letter"), help="what it is printed on (default: a4)")
    add("--style", choices=("portable", "functions"), help="for any program (default), or with functions for Excel 365")
    add("--from", dest="old", metavar="OLD.xlsx", type=Path, help="carry over what was entered in this workbook")
    add("--force", action="store_true", help="overwrite OUT.xlsx")


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"a whole number is needed, not {text!r}") from None


def _add_scale(parser: argparse.ArgumentParser) -> None:
    names = ", ".join(scale.name for scale in SCALES)
    parser.add_argument("--boards", metavar="N", required=True, type=_number, help="boards in the match")
    parser.add_argument("--scale", metavar="NAME", default="WBF", help=f"one of {names} (default: WBF)")


def _number(text: str) -> float:
    """Return what was typed as a number; what numbers are allowed is for the rule to say."""
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"a number is needed, such as 12 or -7.5, not {text!r}") from None


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


def _new(args: argparse.Namespace) -> None:
    from xlvp.templates import command  # the other commands have no use for openpyxl

    command.run(args)


def _addin(args: argparse.Namespace) -> None:
    if args.action != "build" and (args.output or args.force):
        args.refuse("-o and --force go with build")
    from xlvp.excel import addin, install  # the other commands have no use for xlwings

    if args.action == "install":
        print(f"Installed {install.install()}")
        print("The functions are there when Excel is started the next time; try =IMPS(430) in a cell.")
    elif args.action == "uninstall":
        removed = install.uninstall()
        print("\n".join(f"Removed {path}" for path in removed) or "There was nothing to remove.")
    else:
        path = args.output or Path(addin.FILE_NAME)
        if path.exists() and not args.force:
            raise RefusedError(f"there is a {path} already. Use --force to overwrite it, or -o for another name.")
        write_files({path: addin.addin()})
        print(f"Made {path}")


def _doctor(args: argparse.Namespace) -> None:
    from xlvp.excel import doctor

    for link in doctor.check():
        print(f"ok: {link}")


def _embed(args: argparse.Namespace) -> int:
    from xlvp.embed import command  # the other commands have no use for it

    return command.run(args)


def _check(args: argparse.Namespace) -> int:
    from xlvp.check import command  # the other commands have no use for it

    return command.run(args)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    args = _parser().parse_args(argv)
    try:
        code: int = args.run(args) or 0
        sys.stdout.flush()
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (RefusedError, OSError) as refusal:
        sys.stdout.flush()
        print(f"xlvp: {refusal}", file=sys.stderr)
        return 1
    except (TypeError, ValueError) as refusal:
        args.refuse(str(refusal))
    except KeyboardInterrupt:
        return 130
    return code
