"""What the commands have in common: how they are declared, how their help looks, and how they refuse."""

from __future__ import annotations

import argparse
import re
import textwrap
from typing import TYPE_CHECKING, NoReturn

from xlvp.cli.typed import DASHES, is_negative, meant
from xlvp.files import printable
from xlvp.rules.checks import quoted
from xlvp.rules.scales import SCALES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Run = Callable[[argparse.Namespace], int | None]
    """Does what a command asks, and returns its exit code if that is not 0."""

SCALE_HELP = f"one of {', '.join(scale.name for scale in SCALES)} (default: WBF), or a table of your own as a file"

_IN_PLAIN_WORDS = (
    (r"the following arguments are required: (.+)", r"something is missing: \1"),
    (r"argument ([^:]+): expected (?:at least )?one argument", r"\1 needs a value"),
    (r"argument ([^:]+): not allowed with argument ([^:]+)", r"\1 and \2 do not go together"),
    (r"argument ([^:]+): ignored explicit argument .+", r"\1 takes no value"),
    (r"ambiguous option: (.+) could match (.+)", r"\1 is short for each of \2; write it in full"),
    (r"argument [^:-]*\|[^:]*: (.+)", r"\1"),
    (r"argument ([^:]+: .+)", r"\1"),
)
"""What argparse says, and what we say instead."""

_COMMENT = re.compile(r"( +\S.*?) {2,}(?=\S)")
_WIDEST = 46
"""Columns for what stands before a comment, so that there is room for the comment."""


class _Formatter(argparse.HelpFormatter):
    """Lays out help for the width of the terminal: prose is wrapped, and indented lines stay lines."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:  # argparse has no public way
        blocks = re.findall(r"(?:^ .*\n?)+|(?:^[^ \n].*\n?)+|^\n", text, re.MULTILINE)
        laid_out = (_lines if block.startswith(" ") else _prose for block in blocks)
        return "\n".join(line for layout, block in zip(laid_out, blocks, strict=True) for line in layout(block, width))


def _prose(block: str, width: int) -> list[str]:
    return textwrap.wrap(block, width, break_long_words=False, break_on_hyphens=False) or [""]


def _lines(block: str, width: int) -> list[str]:
    """Return indented lines as they are; if one is too long, with their comments closer by and wrapped."""
    lines = block.splitlines()
    if max(map(len, lines)) <= width:
        return lines
    lines = re.sub(r"\n {5,}", " ", block.rstrip("\n")).splitlines()  # wrapped ones are joined, to be wrapped here
    parts = [(found[1], line[found.end() :]) if (found := _COMMENT.match(line)) else (line, "") for line in lines]
    column = max((len(told) for told, comment in parts if comment and len(told) <= _WIDEST), default=5) + 2
    made = []
    for told, comment in parts:
        if comment and len(told) > _WIDEST:
            made.append(told)
            told = ""
        line = f"{told:<{column}}{comment}" if comment else told
        hanging = " " * (column if comment else 5)
        made += textwrap.wrap(line, width, subsequent_indent=hanging, break_long_words=False, break_on_hyphens=False)
    return made


class Parser(argparse.ArgumentParser):
    """A parser that refuses in one line, and knows what may have been meant."""

    def __init__(self, name: str, about: str, epilog: str = "", usage: str | None = None) -> None:
        super().__init__(name, usage, about, epilog, formatter_class=_Formatter, add_help=False)
        self._positionals.title = "arguments"  # argparse has no public way
        self.add_argument("-h", "--help", action="help", help="show this help")

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with what was typed, and end."""
        for theirs, ours in _IN_PLAIN_WORDS:
            if found := re.fullmatch(theirs, message, re.DOTALL):
                message = found.expand(ours)
                break
        pointer = "" if message.endswith("?") else f"; see '{self.prog} --help'"
        self.exit(2, f"{self.prog}: {printable(message)}{pointer}\n")

    def obey(self, words: Sequence[str]) -> argparse.Namespace:
        """Return what was typed after the name of the command; options may stand anywhere."""
        args, rest = self.parse_known_args(self._understood(words))
        rest = [word for word in rest if word != "--"]
        several = [each for each in self._actions if each.nargs == "+" and not each.option_strings]
        for word in rest:
            if not several:
                self.error(f"there is no place here for {quoted(word.strip())}")
            getattr(args, several[0].dest).append(self._read(several[0], word))
        return args

    def _read(self, action: argparse.Action, word: str) -> object:
        if not callable(action.type):
            return word
        try:
            return action.type(word)
        except argparse.ArgumentTypeError as refusal:
            self.error(f"{action.metavar}: {refusal}")

    def _understood(self, words: Sequence[str]) -> list[str]:
        """Return the words as argparse takes them: it knows fewer negative numbers than people type."""
        end = words.index("--") if "--" in words else len(words)
        known = []
        for word in words[:end]:
            if is_negative(word):
                word = word if word[1:].isdecimal() else f" {word}"  # with a space in front it is no option
            elif word[:1] in DASHES and len(word) > 1 and " " not in word:
                self._check_option(word.partition("=")[0])
            known.append(word)
        return [*known, *words[end:]]

    def _check_option(self, name: str) -> None:
        """Refuse an option that there is not, unless it is a word that only begins with a long dash."""
        options = list(self._option_string_actions)
        plain = name.lstrip(DASHES).lower()
        if name.startswith("--"):
            is_known = any(option.startswith(name) for option in options)
        elif name.startswith("-"):
            is_known = any(name.startswith(option) for option in options if not option.startswith("--"))
        else:
            is_known = f"--{plain}" not in options
        if not is_known:
            slip = meant(plain, {option.lstrip("-"): option for option in options})
            self.error(f"there is no option {name}{slip}")


class Commands:
    """The commands of the program."""

    def __init__(self, version: str, about: str, examples: str) -> None:
        self._version, self._about, self._examples = version, about, examples
        self._named: dict[str, Parser] = {}

    def add(self, name: str, about: str, epilog: str, run: Run) -> Parser:
        """Add a command, and return what its arguments are to be added to."""
        command = Parser(f"xlvp {name}", f"{about[0].upper()}{about[1:]}.", epilog)
        command.set_defaults(run=run, refuse=command.error)
        self._named[name] = command
        return command

    def obey(self, words: Sequence[str]) -> argparse.Namespace:
        """Return what was typed, with the command that is to `run`; nothing at all asks for help."""
        own = next((place for place, word in enumerate(words) if word[:1] not in DASHES), len(words))
        if own or not words:
            self._program().obey(words[:own] or ["--help"])  # which ends with --help and --version
        if own == len(words):
            self._program().error("something is missing: COMMAND")
        return self._called(words[own]).obey(words[own + 1 :])

    def explain(self, name: str | None) -> None:
        """Print the help of a command, or of the whole program."""
        (self._program() if name is None else self._called(name)).print_help()

    def _called(self, name: str) -> Parser:
        if name.lower() not in self._named:
            slip = meant(name.lower(), {each: each for each in self._named})
            self._program().error(f"there is no command {quoted(name)}{slip}")
        return self._named[name.lower()]

    def _program(self) -> Parser:
        width = max(map(len, self._named))
        about = {name: str(command.description)[:-1] for name, command in self._named.items()}
        listed = "".join(f"  {name:<{width}}  {text[0].lower()}{text[1:]}\n" for name, text in about.items())
        program = Parser("xlvp", self._about, f"commands:\n{listed}\n{self._examples}", "xlvp COMMAND ...")
        program.add_argument("--version", action="version", version=self._version, help="show the version")
        return program
