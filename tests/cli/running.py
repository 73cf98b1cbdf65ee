"""The command line, run in a process of its own or in this one."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

from xlvp.cli import main

if TYPE_CHECKING:
    import pytest


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the real command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "xlvp", *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={**os.environ, **environment},
    )


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out
