"""The process that a command runs in: its standard streams, and how it ends."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import sys
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

INTERRUPTED = 128 + signal.SIGINT
"""The exit code of a command that was stopped with Ctrl-C."""
_ENDINGS = ("SIGTERM", "SIGHUP")


def prepare_streams() -> None:
    """See to it that there are standard streams, and that results can be written to them.

    A stream that whoever started us has closed (`>&-` in a shell) is None in Python, and the next file to be opened
    would get its number. A file may have a name that the console cannot show.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # which gets the lowest number that is free
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


@contextlib.contextmanager
def ending_in_order() -> Iterator[None]:
    """Let the signals that ask a process to end raise SystemExit, so that half-written files are removed."""
    if threading.current_thread() is not threading.main_thread():  # where Python has no say about signals
        yield
        return
    asked = [getattr(signal, name) for name in _ENDINGS if hasattr(signal, name)]
    asked = [number for number in asked if signal.getsignal(number) == signal.SIG_DFL]

    def end(number: int, _: object) -> None:
        for each in asked:
            signal.signal(each, signal.SIG_IGN)  # once is enough
        raise SystemExit(128 + number)

    for number in asked:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in asked:
            signal.signal(number, signal.SIG_DFL)
