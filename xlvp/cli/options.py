"""What a command takes, declared once: argparse reads it for the command line, and the page for its forms.

To give a command another option, add an `Option` to its list, such as `NEW` in workbooks.py; an option of `xlvp new`
that only some kinds take is named in those kinds too (xlvp/templates/kinds.py). `args.NAME` then holds what was typed,
and the page has a field for it. An option about files on a disk, which a page in a browser cannot reach, says so.
"""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from xlvp.cli import typed

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Mapping


class Takes(Enum):
    """What can be given: the kind of field in the page, and how the command line reads it."""

    TEXT = "text"
    WHOLE = "whole"
    NUMBER = "number"
    CHOICE = "choice"
    LANGUAGE = "language"
    """A language of workbooks."""
    FLAG = "flag"
    FILE = "file"
    SCALE = "scale"
    """The name of a scale, or a file with a table of one's own."""
    TEAMS = "teams"
    """How many teams or pairs, or a file with their names."""
    FUNCTION = "function"
    """The name of a function."""
    FUNCTIONS = "functions"
    """Names of functions, with commas between them."""


class Option(NamedTuple):
    """An option, or an argument without dashes."""

    flag: str
    """As it is typed, such as --boards; without dashes for an argument that is known by its place."""
    help: str
    takes: Takes = Takes.TEXT
    metavar: str | None = None
    label: str = ""
    """What the page calls it, if that is not the flag."""
    choices: Mapping[str, str] = {}
    """What can be chosen, each with the words for it in the page; the first is what is taken if nothing is said."""
    default: Any = None
    nargs: str | None = None
    """As argparse has it: "+" for one or more, "*" for any number, "?" for one or none."""
    dest: str | None = None
    on_disk: bool = False
    """It is about files on a disk, or how results are printed, so that the page has no use for it."""
    short: str | None = None
    """Another way to type it, such as -o."""
    besides: tuple[str, ...] = ()
    """Names of scales that this command takes besides those of the rules."""

    @property
    def name(self) -> str:
        """Return the name in the arguments that a command gets."""
        return self.dest or self.flag.lstrip("-").replace("-", "_")

    @property
    def called(self) -> str:
        """Return what the page calls it."""
        return self.label or self.flag.lstrip("-").replace("-", " ").capitalize()

    def add_to(self, parser: argparse._ActionsContainer) -> None:
        """Add it to a command of the command line."""
        given: dict[str, Any] = {"help": self.help, "default": self.default}
        if self.dest is not None:
            given["dest"] = self.dest
        if self.takes is Takes.FLAG:
            parser.add_argument(self.flag, action="store_true", **given | {"default": False})
            return
        if self.nargs is not None:
            given["nargs"] = self.nargs
        metavar = self.metavar or "|".join(self.choices) or None
        flags = (self.short, self.flag) if self.short else (self.flag,)
        parser.add_argument(*flags, metavar=metavar, type=self._reader(), **given)

    def _reader(self) -> Callable[[str], Any]:
        """Return what reads a word that was typed for it."""
        if self.choices:
            return typed.one_of(self.choices)
        if self.takes is Takes.SCALE:
            return typed.scale_or_file(self.besides)
        return _READ.get(self.takes, str)


def add_options(parser: argparse._ActionsContainer, options: Iterable[Option]) -> None:
    """Add options to a command of the command line."""
    for option in options:
        option.add_to(parser)


_READ: dict[Takes, Callable[[str], Any]] = {
    Takes.TEXT: str.strip,
    Takes.WHOLE: typed.whole,
    Takes.NUMBER: typed.number,
    Takes.FILE: Path,
    Takes.FUNCTION: typed.function,
    Takes.FUNCTIONS: typed.functions,
}
