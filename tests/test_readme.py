"""The README's commands do what it shows. Its Python examples run as doctests."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.check.made import club
from tests.parts.ironcalc import Sheet
from xlvp.cli import main

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")

PAGES = ("*.md", "docs/*.md", "tests/**/README.md", "benchmarks/*.md")

# In the README's console blocks: a line `$ xlvp …`, and below it what is printed.
SHOWN = [
    (command, printed)
    for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL)
    for command, printed in re.findall(r"^\$ xlvp (.+)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
]


def test_the_readme_shows_every_command() -> None:
    assert {shlex.split(command)[0] for command, _ in SHOWN} == {"imps", "vp", "table", "functions", "check"}


@pytest.mark.parametrize(("command", "printed"), SHOWN, ids=[command for command, _ in SHOWN])
def test_shown_output(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    printed: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("club.xlsx").write_bytes(club())
    assert main(shlex.split(command)) == (1 if command.startswith("check") else 0)
    assert capsys.readouterr().out == printed


def test_the_list_of_folders_has_every_module() -> None:
    listed = README.partition("## The folders\n")[2].partition("```\n\n")[0]
    modules = {path.name for path in (ROOT / "xlvp").rglob("*.py") if not path.name.startswith("__")}
    within = {path.name for path in (ROOT / "xlvp" / "templates").rglob("*.py")}  # a kind's own are not listed
    assert [name for name in sorted(modules - within) if not re.search(rf"\b{name}\b", listed)] == []
    for name in re.findall(r"\b[a-z0-9]+\.py\b", listed):
        assert name in modules


# In tables and in the checklist: a formula, and beside it the number that it gives.
FORMULAS = sorted(set(re.findall(r"`(=[A-Z]+\([^`:]*\))` (?:\||is) ([0-9.]*[0-9])", README)))


def test_the_formulas_are_found() -> None:
    assert len(FORMULAS) >= 6
    assert {formula for formula, _ in FORMULAS} >= {"=IMPS(430)", "=WBFVP(23;16)", '=NSSCORE("4S","N",10,1)'}


@pytest.mark.parametrize(("formula", "number"), FORMULAS)
def test_what_a_formula_gives(formula: str, number: str) -> None:
    sheet = Sheet()
    sheet.type_in("A1", formula.replace(";", ","))
    assert sheet.shown("A1", 1, 1) == [[float(number)]]


def test_ci_runs_the_readmes_test_command() -> None:
    command = "python3 dev.py test"
    assert f"\n{command}\n" in README
    assert f"exec {command}\n" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_links_within_the_repository_resolve() -> None:
    for page in [page for kind in PAGES for page in ROOT.glob(kind)]:
        for target, heading in re.findall(r"\]\(([^)#]*)#?([^)]*)\)", page.read_text(encoding="utf-8")):
            if "://" not in target:
                linked = page.parent / target if target else page
                assert linked.exists(), target
                assert not heading or heading in anchors(linked), f"{target}#{heading}"


def anchors(page: Path) -> set[str]:
    """Return what the headings of a page are called in links."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
