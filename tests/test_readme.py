"""The README's commands do what it shows. Its Python examples run as doctests."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from xlvp.cli import main

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")

# In the README's console blocks: a line `$ xlvp …`, and below it what is printed.
SHOWN = [
    (command, printed)
    for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL)
    for command, printed in re.findall(r"^\$ xlvp (.+)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
]


def test_the_readme_shows_every_command() -> None:
    assert {shlex.split(command)[0] for command, _ in SHOWN} == {"imps", "vp", "table", "functions"}


@pytest.mark.parametrize(("command", "printed"), SHOWN, ids=[command for command, _ in SHOWN])
def test_shown_output(capsys: pytest.CaptureFixture[str], command: str, printed: str) -> None:
    assert main(shlex.split(command)) == 0
    assert capsys.readouterr().out == printed


def test_ci_runs_the_readmes_test_command() -> None:
    command = "python3 dev.py test"
    assert f"\n{command}\n" in README
    assert f"exec {command}\n" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_links_within_the_repository_resolve() -> None:
    for page in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("tests/**/README.md")):
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            assert "://" in target or (page.parent / target).exists(), target
