"""A program of the tests in a process of its own, asked by lines of JSON: the way into each real application."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from typing import Self

SECONDS = 60


class ProgramError(Exception):
    """What the program, or the way to it, has refused."""


class Program:
    """A process that says `{"result": …}` when it is ready, and then `result` or `error` to every request.

    Every request has a time limit. Past it, the process and all that it has started are killed.
    """

    def __init__(
        self,
        command: Sequence[str | Path],
        environment: Mapping[str, str] = os.environ,
        folder: Path | None = None,
        seconds: float = SECONDS,
    ) -> None:
        self._command, self._environment, self._folder, self._seconds = command, environment, folder, seconds
        self.start()

    def start(self) -> None:
        """Start the program, the first time or once more after `close`."""
        self._process = subprocess.Popen(
            self._command,
            env=self._environment,
            cwd=self._folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            process_group=0,
        )
        self._said: list[str] = []
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        try:
            self._reply_to("")
        except ProgramError:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def request(self, do: str, **arguments: Any) -> Any:
        """Return the result of a request."""
        return self._reply_to(json.dumps({"do": do, **arguments}) + "\n")

    def close(self) -> None:
        """End the program: it ends itself when there are no more requests."""
        with suppress(BrokenPipeError):
            self._stdin.close()
        try:
            self._process.wait(SECONDS)
        except subprocess.TimeoutExpired:
            self._kill()
            self._process.wait(SECONDS)
        self._listener.join(SECONDS)
        self._stdout.close()
        self._stderr.close()

    def _reply_to(self, line: str) -> Any:
        limit = threading.Timer(self._seconds, self._kill)
        limit.start()
        try:
            with suppress(BrokenPipeError):  # then there is no reply either
                self._stdin.write(line)
                self._stdin.flush()
            reply = self._stdout.readline()
        finally:
            limit.cancel()
        if not reply:
            self._kill()
            self._listener.join(SECONDS)
            said = "".join(self._said)
            raise ProgramError(
                f"the program has ended, or was killed after {self._seconds} seconds, at: {line}\n{said}"
            )
        content = json.loads(reply)
        if "error" in content:
            raise ProgramError(f"{content['error']}\nat: {line}")
        return content["result"]

    def _listen(self) -> None:
        """Keep what the program says besides its replies, for when it ends."""
        self._said += self._stderr

    def _kill(self) -> None:
        if self._process.returncode is None:  # not waited for yet, so that its number cannot be another's
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)

    @property
    def _stdin(self) -> IO[str]:
        assert self._process.stdin is not None
        return self._process.stdin

    @property
    def _stdout(self) -> IO[str]:
        assert self._process.stdout is not None
        return self._process.stdout

    @property
    def _stderr(self) -> IO[str]:
        assert self._process.stderr is not None
        return self._process.stderr
