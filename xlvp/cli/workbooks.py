"""The commands that make workbooks, put the functions into them, and look for what is wrong with them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from xlvp.cli.frame import SCALE_HELP
from xlvp.cli.options import Option, Takes, add_options
from xlvp.languages import CODES, own_name
from xlvp.templates.kinds import KINDS, NO_VPS, OWN_SCALE

if TYPE_CHECKING:
    import argparse

    from xlvp.cli.frame import Commands

_KINDS = "\n".join(f"  {kind.name:<{max(map(len, KINDS))}}  {kind.about}" for kind in KINDS.values())

_NEW_EXAMPLES = f"""\
kinds:
{_KINDS}

What you leave out is as usual: 24 boards (8 in a Swiss event), 8 teams or pairs, 6 rounds, the WBF scale, A4 paper, for
any spreadsheet program.

examples:
  xlvp new match.xlsx                                     a scorecard for 24 boards on the WBF scale
  xlvp new final.xlsx --boards 32 --home Avon --away Brue
  xlvp new swiss.xlsx --kind swiss --teams teams.csv --rounds 7 --boards 8
  xlvp new league.xlsx --kind league --teams 10 --legs 2 --paper letter
  xlvp new pairs.xlsx --kind pairs --teams pairs.csv --boards 20
  xlvp new teams8.xlsx --rooms 4 --boards 16              teams of eight
  xlvp new final.xlsx --boards 64 --stanzas 4 --scale IMPs
  xlvp new renewed.xlsx --from match.xlsx                 a fresh one with what was entered in another
  xlvp new next.xlsx --from match.xlsx --keep teams       the next match of the same teams
  xlvp new final.xlsx --results final1.lin final2.lin     a match with the results of two stanzas from BBO
"""

_EXPORT_HELP = """\
Both rooms of every board, who sat where, the carry-over, awards and notes go into the file. What cannot be read in
the workbook is named and left out. 'xlvp new --results' takes the file in again.

examples:
  xlvp export match.xlsx -o match.pbn        Portable Bridge Notation, for other programs
  xlvp export match.xlsx -o match.csv        a table, for spreadsheets
"""

_DRAW_HELP = """\
The standings are worked out from what is entered; save the workbook and close it first. The better rank is home.

  1. With an odd number of teams the lowest that may have it gets the bye, or three meet, as is set on the sheet Teams;
     nobody has a second while another has had none.
  2. Nobody meets the same team twice where that can be avoided over the whole field.
  3. Rank 1 meets the highest rank that it can, then the next team likewise.

The first round is 1-2, 3-4 and so on, or by lot with --seed and a number, which gives the same draw every time.
Without -o or --in-place the workbook stays as it is, and the event with the new round goes into a new file beside it,
such as swiss.round4.xlsx. --in-place keeps the old workbook as swiss.xlsx.bak.

examples:
  xlvp draw swiss.xlsx                  makes swiss.round1.xlsx, with the first round
  xlvp draw swiss.xlsx --seed 2407      the same by lot
  xlvp draw swiss.xlsx --in-place       changes swiss.xlsx, and keeps swiss.xlsx.bak
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

_MORE_SCALES = {
    name: words
    for name, words in ((OWN_SCALE, "a table of your own, to type in"), (NO_VPS, "no VPs, as in a knock-out"))
    if any(name in kind.scales for kind in KINDS.values())
}
_SCALE_HELP = "; ".join([SCALE_HELP, *(f"{name}: {words}" for name, words in _MORE_SCALES.items())])

NEW = (
    Option("out", "the workbook to make", Takes.FILE, "OUT.xlsx", on_disk=True),
    Option(
        "--kind",
        "what it is for, see below (default: match)",
        Takes.CHOICE,
        choices={kind.name: kind.about for kind in KINDS.values()},
    ),
    Option("--boards", "boards in a match or session", Takes.WHOLE, "N"),
    Option("--stanzas", "stanzas of a match, each with its own line-up and first board", Takes.WHOLE, "N"),
    Option("--rooms", "rooms of a match: 4 for teams of eight (default: 2)", Takes.WHOLE, "2|4"),
    Option("--scale", _SCALE_HELP, Takes.SCALE, "NAME|FILE.csv", besides=tuple(_MORE_SCALES)),
    Option("--home", "the home team of a match", Takes.TEXT, "NAME", "Home team"),
    Option("--away", "the away team", Takes.TEXT, "NAME", "Away team"),
    Option("--teams", "how many teams or pairs, or a file with their names", Takes.TEAMS, "N|FILE.csv"),
    Option("--rounds", "rounds of a Swiss event", Takes.WHOLE, "N"),
    Option("--legs", "how often each meets each other in a league, 1 or 2", Takes.WHOLE, "1|2"),
    Option(
        "--language",
        "the language of the workbook, and of the letters in results (default: en)",
        Takes.LANGUAGE,
        choices={code: own_name(code) for code in CODES},
    ),
    Option(
        "--paper",
        "what it is printed on (default: a4)",
        Takes.CHOICE,
        choices={"a4": "A4", "letter": "Letter"},
    ),
    Option(
        "--style",
        "portable: for any spreadsheet program (default); functions: with =IMPS() and the others, for Excel 365",
        Takes.CHOICE,
        choices={"portable": "any spreadsheet program", "functions": "Excel 365, with the functions"},
        label="Made for",
    ),
    Option(
        "--from",
        "carry over what was entered in an older workbook",
        Takes.FILE,
        "OLD.xlsx",
        label="From an older workbook",
        dest="old",
    ),
    Option(
        "--results",
        "results of other programs to enter: BBO .lin, .pbn, USEBIO .xml, Bridgemate .bws, .csv",
        Takes.FILE,
        "FILE",
        label="Results of other programs",
        nargs="+",
    ),
    Option(
        "--keep",
        "with --from: everything (default), or the teams and the set-up alone, for the next match",
        Takes.CHOICE,
        choices={"all": "everything", "teams": "the teams and the set-up"},
    ),
    Option("--force", "overwrite OUT.xlsx", Takes.FLAG, on_disk=True),
)
"""What `xlvp new` takes."""

DRAW = (
    Option("book", "the workbook of a Swiss event", Takes.FILE, "EVENT.xlsx"),
    Option("--seed", "draw the first round by lot; the same number gives the same draw", Takes.WHOLE, "N"),
    Option("--force", "replace the new file if it exists", Takes.FLAG, on_disk=True),
)
"""What `xlvp draw` takes besides where to write the workbook."""

EMBED = (
    Option("--only", "put in, or take out, these alone, such as IMPS,WBFVP", Takes.FUNCTIONS, "NAMES", "Only these"),
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
    _add_draw(commands)
    _add_export(commands)
    _add_embed(commands)
    check = commands.add("check", "what is wrong with the scales and formulas of workbooks", _CHECK_HELP, _check)
    check.add_argument("books", metavar="BOOK", nargs="+", help="a workbook: .xlsx, .xlsm, .xltx or .xltm")
    add_options(check, CHECK)
    add_options(check.add_mutually_exclusive_group(), _LISTS)


def _add_draw(commands: Commands) -> None:
    draw = commands.add("draw", "draw the next round of a Swiss event", _DRAW_HELP, _draw)
    add_options(draw, DRAW)
    where = _where(Takes.FILE, "OUT.xlsx", "the new file", "the workbook itself")
    add_options(draw.add_mutually_exclusive_group(), where)


def _add_export(commands: Commands) -> None:
    export = commands.add("export", "the results of a match for other programs", _EXPORT_HELP, _export)
    export.add_argument("book", metavar="MATCH.xlsx", type=Path, help="the workbook of a match")
    what = "the file to write: .pbn or .csv"
    export.add_argument("-o", "--output", metavar="FILE", dest="out", type=Path, required=True, help=what)
    export.add_argument("--force", action="store_true", help="overwrite FILE")


def _add_embed(commands: Commands) -> None:
    embed = commands.add("embed", "put the spreadsheet functions into workbooks", _EMBED_HELP, _embed)
    embed.add_argument("books", metavar="BOOK", nargs="+", help="a workbook: .xlsx or .xlsm")
    where = _where(Takes.TEXT, "OUT", "the new workbook, or the folder to put it into", "the workbooks themselves")
    add_options(embed.add_mutually_exclusive_group(), where)
    add_options(embed, EMBED)


def _where(takes: Takes, metavar: str, out: str, in_place: str) -> tuple[Option, Option]:
    """Return the options that say where a changed workbook goes."""
    return (
        Option("--output", out, takes, metavar, dest="out", short="-o"),
        Option("--in-place", f"change {in_place}", Takes.FLAG),
    )


def _new(args: argparse.Namespace) -> None:
    from xlvp.templates import command  # the other commands have no use for openpyxl

    command.run(args)


def _draw(args: argparse.Namespace) -> None:
    from xlvp.templates import drawcommand  # the other commands have no use for openpyxl

    drawcommand.run(args)


def _export(args: argparse.Namespace) -> None:
    from xlvp.templates import exporting  # the other commands have no use for it

    exporting.run(args)


def _embed(args: argparse.Namespace) -> int:
    from xlvp.embed import command  # the other commands have no use for it

    return command.run(args)


def _check(args: argparse.Namespace) -> int:
    from xlvp.check import command  # the other commands have no use for it

    return command.run(args)
