"""The README and the pages of docs: their commands do what is shown, their links lead somewhere, their lists are whole.

Their examples in Python run as doctests, and the formulas of recipes in `test_docs`.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

import xlvp.cli
from tests.check.made import club
from tests.parts.ironcalc import Sheet
from tests.test_docs import PAGES as RECIPES
from tools import examples
from xlvp.cli import main
from xlvp.templates.new import new

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCS = {path.name: path.read_text(encoding="utf-8") for path in sorted(ROOT.glob("docs/*.md"))}
TEXTS = {"README.md": README, **DOCS}

WORDS = 1000
"""The README has fewer: a scorer understands it in a minute."""

LINKED = [
    page
    for kind in ("*.md", "docs/*.md", "tests/**/*.md", "benchmarks/**/*.md", ".github/**/*.md")
    for page in sorted(ROOT.glob(kind))
]

# In console blocks: a line `$ xlvp …`, and below it what is printed.
SHOWN = [
    pytest.param(command, printed, id=f"{page}: {command}: {printed.partition(chr(10))[0]}")
    for page, text in TEXTS.items()
    for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL)
    for command, printed in re.findall(r"^\$ xlvp (.+)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
]

# In other blocks: a line that begins with `xlvp` or how else it is called; two spaces before what is said about it.
LISTED = sorted(
    {
        command.partition("  ")[0]
        for text in TEXTS.values()
        for block in re.findall(r"```\n(.*?)```", text, re.DOTALL)
        for command in re.findall(r"^(?:xlvp|py -m xlvp|python3 dev\.py run) (.+)$", block, re.MULTILINE)
    }
)

# In the text: a command with its name and perhaps options.
NAMED = sorted({command for text in TEXTS.values() for command in re.findall(r"`(?:py -m )?xlvp ([^`]+)`", text)})


def test_the_readme_is_short() -> None:
    assert len(README.split()) < WORDS


def test_the_readme_leads_to_every_page() -> None:
    assert {name for name in DOCS if f"](docs/{name}" not in README} == set()


def test_console_blocks_show_every_command_that_answers() -> None:
    commands = {shlex.split(str(shown.values[0]))[0] for shown in SHOWN}
    assert commands == {"imps", "vp", "table", "functions", "check", "draw"}
    blocks = "".join(block for text in TEXTS.values() for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL))
    assert len(SHOWN) == len(re.findall(r"^\$ ", blocks, re.MULTILINE))


@pytest.mark.slow
@pytest.mark.parametrize(("command", "printed"), SHOWN)
def test_shown_output(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    printed: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("club.xlsx").write_bytes(club())
    if command.startswith("draw"):
        _swiss_before(printed)
    refused = command.startswith("check") or printed.startswith("xlvp: ")
    assert main(shlex.split(command)) == (1 if refused else 0)
    told = capsys.readouterr()
    assert told.out + told.err == printed


def _swiss_before(printed: str) -> None:
    """Make the event of docs/events.md as it stands before what is printed: round N, or results missing in it."""
    number, missing = re.findall(r"[Rr]ound (\d)(?: is paired, and (\d) results are missing)?", printed)[0]
    entries = {
        name: cells
        for name, cells in examples.RIVERS.items()
        if not name.startswith("round") or int(name[5]) < int(number) + bool(missing)
    }
    if missing:
        for side in ("home_imps", "away_imps"):
            entries[f"round{number}_{side}"] = entries[f"round{number}_{side}"][: -int(missing)]
    data, not_placed = new("swiss", {"team_count": 17, "rounds": 7}, entries)
    assert not_placed == []
    Path("swiss.xlsx").write_bytes(data)
    for earlier in range(1, int(number)):
        Path(f"swiss.xlsx.bak{earlier if earlier > 1 else ''}").write_bytes(b"the workbook before")


@pytest.mark.parametrize("command", LISTED)
def test_listed_commands_are_understood(command: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(xlvp.cli, "_obey", lambda args: 0)
    assert main(shlex.split(command)) == 0


def test_commands_are_listed_and_named() -> None:
    assert {"new match.xlsx", "embed club.xlsx --in-place", "addin install excel"} <= set(LISTED)
    assert {"embed", "check club.xlsx", "addin install libreoffice"} <= set(NAMED)


@pytest.mark.parametrize("command", NAMED)
def test_named_commands_have_these_options(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command.split()[0], "--help"])
    assert ended.value.code == 0
    options = set(re.findall(r"--[a-z-]+", capsys.readouterr().out))
    assert set(re.findall(r"(?<=\s)--[a-z-]+", command)) <= options


@pytest.mark.slow
@pytest.mark.parametrize(
    ("page", "beginning", "command"),
    [
        ("results.md", "board,open,closed,", "new match.xlsx --results list.csv"),
        ("events.md", "Number;Team;Captain", "new swiss.xlsx --kind swiss --teams list.csv"),
    ],
)
def test_shown_lists_are_read(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    page: str,
    beginning: str,
    command: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (block,) = re.findall(rf"```\n({beginning}.*?)```", DOCS[page], re.DOTALL)
    Path("list.csv").write_text(block, encoding="utf-8")
    assert main(shlex.split(command)) == 0
    assert capsys.readouterr().err == ""


def test_the_list_of_folders_has_every_module() -> None:
    listed = DOCS["architecture.md"].partition("## The folders\n")[2]
    modules = {path.name for path in (ROOT / "xlvp").rglob("*.py") if not path.name.startswith("__")}
    within = {path.name for path in (ROOT / "xlvp" / "templates").glob("*/*.py")}  # a kind's own are not listed
    assert [name for name in sorted(modules - within) if not re.search(rf"\b{name}\b", listed)] == []
    for name in re.findall(r"\b[a-z0-9]+\.py\b", listed):
        assert name in modules
    for folder in re.findall(r"^[a-z/]+/(?= )", listed, re.MULTILINE):
        assert (ROOT / folder).is_dir(), folder


# In tables and in the checklist: a formula, and beside it the number that it gives.
FORMULAS = sorted(
    {
        shown
        for page, text in TEXTS.items()
        if page not in RECIPES
        for shown in re.findall(r"`(=[A-Z]+\([^`:]*\))` (?:\||is) ([0-9.]*[0-9])", text)
    }
)


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


def test_the_headline_figures_are_those_of_the_benchmarks() -> None:
    """Each bound in the README holds for what was measured last."""
    results = (ROOT / "benchmarks" / "RESULTS.md").read_text(encoding="utf-8")

    def measured(what: str) -> float:
        (found,) = re.findall(rf"^\| {re.escape(what)}[^|]*\| ([\d.]+) times", results, re.MULTILINE)
        return float(found)

    assert "wrong in 3,596 of 10,219 cells, xlvp in none" in README
    assert "3,596 of 10,219 wrong without the correction" in results
    assert "| 10,219 of 10,219 |" in results
    assert "more than 20 times faster than by the published loop" in README
    assert measured("WBF tables for 1-200 boards, against the literal loop") > 20
    assert "less than twice as long as Calc's own LOOKUP" in README
    assert measured("one array formula for 10,000 cells, against Calc's own LOOKUP") < 2
    assert "more than 50 times faster than openpyxl loads and saves it" in " ".join(README.split())
    assert measured("4.5 MB of sheets, against openpyxl's load and save") > 50


@pytest.mark.parametrize("page", LINKED, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_within_the_repository_resolve(page: Path) -> None:
    text = _without_code(page.read_text(encoding="utf-8"))
    for target, heading in re.findall(r"\]\(([^)#\s]*)#?([^)\s]*)\)", text):
        if "://" not in target:
            linked = page.parent / target if target else page
            assert linked.exists(), target
            assert not heading or heading in anchors(linked), f"{target}#{heading}"


def test_links_are_written_so_that_they_are_found() -> None:
    """None with a title, none by reference and none in HTML."""
    for page in LINKED:
        text = _without_code(page.read_text(encoding="utf-8"))
        assert re.findall(r"\]\([^)]*\s[^)]*\)|^\[[^\]]+\]:|<a |<img ", text, re.MULTILINE) == [], page


def anchors(page: Path) -> set[str]:
    """Return what the headings of a page are called in links."""
    headings = re.findall(r"^#+ (.+)$", _without_code(page.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def _without_code(text: str) -> str:
    return re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
