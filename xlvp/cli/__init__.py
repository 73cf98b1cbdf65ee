"""The command line.

Results go to standard output, in plain ASCII. A refusal is one line on standard error: exit code 2 for what was typed,
1 for a file or an installation.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from typing import TYPE_CHECKING

from xlvp import __version__
from xlvp.cli import programs, scoring, workbooks
from xlvp.cli.frame import Commands, Parser
from xlvp.files import RefusedError

if TYPE_CHECKING:
    from collections.abc import Sequence

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
  xlvp addin install libreoffice              the same in LibreOffice Calc

xlvp COMMAND --help explains each command.
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a file may have a name that the console cannot show
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


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="xlvp",
        description="Bridge team scoring: IMPs and victory points by the official scales.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"xlvp {__version__}")
    commands = Commands(parser)
    for topic in (workbooks, scoring, programs):
        topic.add(commands)
    return parser
