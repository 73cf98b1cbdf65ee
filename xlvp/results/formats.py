"""Every format of results, and which reader reads it."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from xlvp.files import RefusedError, naming
from xlvp.results.model import Found, plain_text

if TYPE_CHECKING:
    from pathlib import Path


class Format(NamedTuple):
    """A format: what it is called, how its files' names end, and the module here with its `read`."""

    name: str
    suffixes: tuple[str, ...]
    reader: str


FORMATS = (
    Format("BBO", (".lin",), "lin"),
    Format("PBN", (".pbn",), "pbn"),
    Format("USEBIO", (".xml", ".usebio"), "usebio"),
    Format("Bridgemate", (".bws",), "bws"),
    Format("CSV", (".csv", ".tsv", ".txt"), "table"),
)
SUFFIXES = {suffix: each for each in FORMATS for suffix in each.suffixes}


def read(path: Path) -> Found:
    """Return what a file of results holds; each problem names the file."""
    with naming(path):
        known = SUFFIXES.get(path.suffix.lower())
        if known is None:
            raise RefusedError(f"a file of results must end with one of {', '.join(SUFFIXES)}")
        found: Found = import_module(f"xlvp.results.{known.reader}").read(path)
    if found.session is not None and not found.session.lines:  # all that it has was refused
        found.session = None
    name = plain_text(path.name)
    found.problems = [problem._replace(file=name) for problem in found.problems]
    return found
