"""What the commands say: results on standard output, and beside them what was refused and what is being done.

Everything goes out in single lines without control characters, since a file's name and its content may hold anything:
a terminal would take them for commands.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from typing import TYPE_CHECKING, TypeVar

from xlvp.files import RefusedError, printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import TextIO

T = TypeVar("T")


def say(text: str) -> None:
    """Print a line of results that quotes a file, or the name of one."""
    print(printable(text), flush=True)


def complain(program: str, text: str) -> None:
    """Say in one line what was refused, or left out."""
    _aside(f"{program}: {printable(text)}\n")


def show_progress(text: str) -> None:
    """Show on a terminal what is being worked on, in one line that the next wipes."""
    if sys.stderr.isatty():
        width = max(shutil.get_terminal_size().columns - 1, 1)
        _aside(f"\r{printable(text)[:width]:<{width}}\r")


def in_turn(program: str, books: Sequence[str], work: Callable[[str], T]) -> Iterator[tuple[str, T]]:
    """Do something to each workbook in turn, and yield what came of it; one that is refused stops no other."""
    for number, book in enumerate(books, 1):
        show_progress(f"{number} of {len(books)}: {book}" if len(books) > 1 else "")
        try:
            result = work(book)
        except RefusedError as refusal:
            show_progress("")
            complain(program, str(refusal))
            continue
        show_progress("")
        yield book, result


def _aside(text: str) -> None:
    """Write to standard error; where nobody can be told, the exit code has to do."""
    try:
        print(text, end="", file=sys.stderr, flush=True)
    except OSError:
        silence(sys.stderr)


def silence(stream: TextIO) -> None:
    """Lead a stream that can no longer be written to nowhere, so that nothing is left to fail when Python ends."""
    with contextlib.suppress(OSError):  # such as one in memory, which has no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
