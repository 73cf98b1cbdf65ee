"""What the commands have in common: how they are declared, how they refuse, and what they take for a number."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, NoReturn

from xlvp.files import printable
from xlvp.rules.scales import SCALES

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[[argparse.Namespace], int | None]
    """Does what a command asks, and returns its exit code if that is not 0."""

SCALE_HELP = f"one of {', '.join(scale.name for scale in SCALES)} (default: WBF), or a table of your own as a file"


class Parser(argparse.ArgumentParser):
    """A parser that refuses in one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with what was typed, and end."""
        self.exit(2, f"{self.prog}: {printable(message)}; see '{self.prog} --help'\n")


class Commands:
    """The commands of the program."""

    def __init__(self, parser: argparse.ArgumentParser) -> None:
        self._commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def add(self, name: str, about: str, epilog: str, run: Run) -> argparse.ArgumentParser:
        """Add a command, and return what its arguments are to be added to."""
        command = self._commands.add_parser(
            name,
            help=about,
            description=f"{about[0].upper()}{about[1:]}.",
            epilog=epilog,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.set_defaults(run=run, refuse=command.error)
        return command


def number(text: str) -> float:
    """Return what was typed as a number; what numbers are allowed is for the rule to say."""
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"a number is needed, such as 12 or -7.5, not {text!r}") from None


def whole(text: str) -> int:
    """Return what was typed as a whole number."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"a whole number is needed, not {text!r}") from None
