"""What the commands say, in words of the page.

It has fields and jobs where the command line has options and commands.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from xlvp.cli.options import Option

_BEFORE = re.compile(r"^xlvp(?: \w+)?: (?:argument )?")
_AFTER = re.compile(r"; see 'xlvp[^']*--help'$")
_COMMAND = re.compile(r"'xlvp (?P<command>\w+)(?P<rest>[^']*)'")
_PLACES = {"embed": "“Put the functions in”", "functions": "“The functions”", "new": "“Scorecard or event”"}
_REMOVING = "“Take the functions out”"


def of_the_page(text: str, options: Iterable[Option] = ()) -> str:
    """Return what a command has said, with what the page calls its options and commands.

    >>> of_the_page("xlvp embed: there is no function 'X'; 'xlvp functions' lists them all")
    "there is no function 'X'; “The functions” lists them all"
    """
    text = _AFTER.sub("", _BEFORE.sub("", text))
    for option in options:
        text = _mention(option).sub(option.called, text.replace(f"such as {option.flag} ", "such as "))
    return _COMMAND.sub(_place, text)


def field_in(text: str, options: Iterable[Option]) -> str:
    """Return the name of the option that a refusal is about, or nothing."""
    text = _BEFORE.sub("", text)
    found = {match.start(): option.name for option in options if (match := _mention(option).search(text))}
    return found[min(found)] if found else ""


def _mention(option: Option) -> re.Pattern[str]:
    """Return how an option is named in what a command says: an argument without dashes stands at the beginning."""
    if option.flag.startswith("-"):
        return re.compile(rf"(?<![\w-]){re.escape(option.flag)}(?![\w-])")
    return re.compile(rf"^{re.escape(option.metavar or option.flag)}(?=: )")


def _place(command: re.Match[str]) -> str:
    if "--remove" in command["rest"]:
        return _REMOVING
    return _PLACES.get(command["command"], command[0])
