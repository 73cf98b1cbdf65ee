"""The commands that make workbooks, put the functions into them, and look for what is wrong with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlvp.cli.frame import SCALE_HELP
from xlvp.cli.options import Option, Takes, add_options
from xlvp.templates.kinds import KINDS

if TYPE_CHECKING:
    import argparse

    from xlvp.cli.frame import Commands

_NEW_EXAMPLES = """\
examples:
  xlvp new match.xlsx                                     a scorecard for 24 boards on the WBF scale
  xlvp new final.xlsx --boards 32 --home Avon --away Brue
  xlvp new swiss.xlsx --kind swiss --teams teams.csv --rounds 7 --boards 8
  xlvp new league.xlsx --kind league --teams 10 --paper letter
  xlvp new pairs.xlsx --kind pairs --teams pairs.csv --boards 20
  xlvp new renewed.xlsx --from match.xlsx                 a fresh one with what was entered in another
"""

_EMBED_HELP = """\
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

_CHECK_HELP = """\
The workbooks are only read. Each finding is a line with one cause: where it is, what it says and what is right.

  tables      cells that look like an IMP or VP table, where they differ from the official one
  formulas    formulas that look up or work out IMPs or VPs, where they give another result or score what was not played
  names       functions that an older xlvp has put in

Then comes what was recognised and is right, and any scale that is no official one: that is named and left alone.
A table is taken for the official one that it is nearest to. A formula that this command does not understand, or that
would take too long, is left alone. The exit code is 0 if nothing was found, 1 if something was or a file could not be
read.

examples:
  xlvp check club.xlsx
  xlvp check club.xlsx --cells         each wrong cell in a line of its own
  xlvp check *.xlsx                    several; each line then starts with the file
  xlvp check *.xlsx --csv > list.csv   a list for a spreadsheet
"""


NEW = (
    Option("out", "the workbook to make", Takes.FILE, "OUT.xlsx", on_disk=True),
    Option(
        "--kind",
        f"one of {', '.join(KINDS)} (default: match)",
        Takes.CHOICE,
        "KIND",
        choices={kind.name: kind.about for kind in KINDS.values()},
    ),
    Option("--boards", "boards in a match or session", Takes.WHOLE, "N"),
    Option("--scale", SCALE_HELP, Takes.SCALE, "NAME|FILE.csv"),
    Option("--home", "the home team of a match", Takes.TEXT, "NAME", "Home team"),
    Option("--away", "the away team", Takes.TEXT, "NAME", "Away team"),
    Option("--teams", "how many teams or pairs, or a file with their names", Takes.TEAMS, "N|FILE.csv"),
    Option("--rounds", "rounds of a Swiss event", Takes.WHOLE, "N"),
    Option(
        "--paper",
        "what it is printed on (default: a4)",
        Takes.CHOICE,
        choices={"a4": "A4", "letter": "Letter"},
    ),
    Option(
        "--style",
        "for any program (default), or with functions for Excel 365",
        Takes.CHOICE,
        choices={"portable": "any spreadsheet program", "functions": "Excel 365, with the functions"},
        label="Made for",
    ),
    Option(
        "--from",
        "carry over what was entered in this workbook",
        Takes.FILE,
        "OLD.xlsx",
        label="From an older workbook",
        dest="old",
    ),
    Option("--force", "overwrite OUT.xlsx", Takes.FLAG, on_disk=True),
)
"""What `xlvp new` takes."""

EMBED = (
    Option("--only", "these functions alone, such as IMPS,WBFVP", Takes.FUNCTIONS, "NAMES", "Only these"),
    Option("--remove", "take the functions out again", Takes.FLAG, label="Take the functions out again"),
    Option("--no-backup", "with --in-place: keep no copy of the old workbook", Takes.FLAG, on_disk=True),
    Option("--force", "replace the new file if it exists", Takes.FLAG, on_disk=True),
)
"""What `xlvp embed` takes besides the workbooks and where to write them."""

CHECK = (Option("--cells", "list each wrong cell, not each cause", Takes.FLAG, label="List each wrong cell"),)
"""What `xlvp check` takes besides the workbooks and the form of the list."""

_LISTS = (
    Option("--csv", "as comma-separated values: workbook,sheet,cells,verdict,text", Takes.FLAG),
    Option("--json", "as JSON, with the wrong cells of each finding", Takes.FLAG),
)


def add(commands: Commands) -> None:
    """Add the commands."""
    about = "a new workbook: a scorecard, an event, a league, a session of pairs, scales"
    add_options(commands.add("new", about, _NEW_EXAMPLES, _new), NEW)
    _add_embed(commands)
    check = commands.add("check", "what is wrong with the scales and formulas of workbooks", _CHECK_HELP, _check)
    check.add_argument("books", metavar="BOOK", nargs="+", help="a workbook: .xlsx, .xlsm, .xltx or .xltm")
    add_options(check, CHECK)
    add_options(check.add_mutually_exclusive_group(), _LISTS)


def _add_embed(commands: Commands) -> None:
    embed = commands.add("embed", "put the spreadsheet functions into workbooks", _EMBED_HELP, _embed)
    embed.add_argument("books", metavar="BOOK", nargs="+", help="a workbook: .xlsx or .xlsm")
    where = embed.add_mutually_exclusive_group()
    where.add_argument("-o", metavar="OUT", dest="out", help="the new file; a folder if there are several books")
    where.add_argument("--in-place", action="store_true", help="change the workbooks themselves")
    add_options(embed, EMBED)


def _new(args: argparse.Namespace) -> None:
    from xlvp.templates import command  # the other commands have no use for openpyxl

    command.run(args)


def _embed(args: argparse.Namespace) -> int:
    from xlvp.embed import command  # the other commands have no use for it

    return command.run(args)


def _check(args: argparse.Namespace) -> int:
    from xlvp.check import command  # the other commands have no use for it

    return command.run(args)
