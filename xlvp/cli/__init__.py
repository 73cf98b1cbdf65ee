"""The command line.

Results go to standard output, in plain ASCII. A refusal is one line on standard error: exit code 2 for what was typed,
1 for a file or an installation.
"""

from __future__ import annotations

import errno
import os
import sys
from typing import TYPE_CHECKING

from xlvp import __version__
from xlvp.cli import programs, scoring, workbooks
from xlvp.cli.frame import Commands
from xlvp.cli.options import Option, add_options
from xlvp.cli.process import INTERRUPTED, ending_in_order, prepare_streams
from xlvp.files import RefusedError, trouble
from xlvp.rules.checks import InputError
from xlvp.terminal import complain, silence

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

_EXAMPLES = """\
examples:
  xlvp new match.xlsx                         a scorecard for a match
  xlvp imps 430                               the IMPs for a difference of 430 points
  xlvp vp 23 --boards 16                      the VPs for winning 16 boards by 23 IMPs
  xlvp table --boards 7                       a whole scale, to print
  xlvp functions WBFVP                        help on a spreadsheet function
  xlvp draw swiss.xlsx                        the next round of a Swiss event
  xlvp embed club.xlsx                        a copy of a workbook with the functions in it
  xlvp check club.xlsx                        what is wrong with the scales in a workbook
  xlvp addin install excel                    the spreadsheet functions in Excel on Windows
  xlvp addin install libreoffice              the same in LibreOffice Calc

xlvp help COMMAND explains a command, such as xlvp help new.
"""

_HELP_EXAMPLES = """\
examples:
  xlvp help          all commands, with an example of each
  xlvp help new      what can be chosen when a workbook is made
"""

_HELP = (Option("command", "the command; without it all of them are listed", metavar="COMMAND", nargs="?"),)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    prepare_streams()
    try:
        with ending_in_order():
            return _run(argv)
    except KeyboardInterrupt:
        return INTERRUPTED


def _run(argv: Sequence[str] | None) -> int:
    """Do what is asked; every error of the operating system ends here, those of the standard streams too."""
    try:
        try:
            return _obey(_commands().obey(sys.argv[1:] if argv is None else argv))
        finally:
            sys.stdout.flush()
    except OSError as error:
        try:
            sys.stdout.flush()
        except OSError:
            silence(sys.stdout)
        if _reader_has_gone(error):  # one such as `head`, which has seen enough
            return 0
        where = "" if error.filename is None else f"{error.filename}: "
        complain("xlvp", f"{where}{trouble(error)}")
        return 1


def _reader_has_gone(error: OSError) -> bool:
    """Say whether nobody reads what is printed any more; Windows calls that an invalid argument."""
    if os.name == "nt":
        return error.errno in (errno.EINVAL, errno.EPIPE) and error.filename is None
    return isinstance(error, BrokenPipeError)


def _obey(args: argparse.Namespace) -> int:
    """Do what a command asks, and refuse in one line what cannot be done."""
    try:
        return args.run(args) or 0
    except RefusedError as refusal:
        sys.stdout.flush()
        complain("xlvp", str(refusal))
        return 1
    except InputError as refusal:
        args.refuse(str(refusal))
        raise


def _commands() -> Commands:
    about = "Bridge team scoring: IMPs and victory points by the official scales."
    commands = Commands(f"xlvp {__version__}", about, _EXAMPLES)
    for topic in (workbooks, scoring, programs):
        topic.add(commands)
    add_options(
        commands.add(
            "help", "what a command does, with examples", _HELP_EXAMPLES, lambda args: commands.explain(args.command)
        ),
        _HELP,
    )
    return commands
