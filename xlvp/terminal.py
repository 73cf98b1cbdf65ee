"""What commands that work on many files say beside their results."""

from __future__ import annotations

import shutil
import sys


def complain(program: str, text: str) -> None:
    """Say in one line what was refused, or left out."""
    line = " ".join(text.splitlines())  # a file's name may hold anything
    print(f"{program}: {line}", file=sys.stderr)


def show_progress(text: str) -> None:
    """Show on a terminal what is being worked on, in one line that is wiped again."""
    if sys.stderr.isatty():
        width = max(shutil.get_terminal_size().columns - 1, 1)
        print(f"\r{text[:width]:<{width}}\r", end="", file=sys.stderr, flush=True)
