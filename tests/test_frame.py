"""What a maintainer works with: the workflows, the forms of issues, the hooks, what pyproject.toml says, RELEASING.md.

Each names only what there is, and the workflows have no right that they do not need.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from trove_classifiers import classifiers

import dev
from tests.parts.actionlint import Read, read
from tools import page, release
from xlvp import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
HOOKS = ".pre-commit-config.yaml"
TEXTS = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in [ROOT / HOOKS, *sorted((ROOT / ".github").rglob("*.yml"))]
}
WORKFLOWS = [path for path in TEXTS if "/workflows/" in path]
FORMS = [path for path in TEXTS if "/ISSUE_TEMPLATE/" in path and not path.endswith("config.yml")]
RELEASING = (ROOT / "RELEASING.md").read_text(encoding="utf-8")

BAD = """
on: push
jobs:
  one:
    runs-on: no-such-system
    steps:
      - run: echo ${{ github.no_such_thing }}
      - uses: actions/checkout
"""


@pytest.fixture(scope="module")
def files() -> dict[str, Read]:
    """All of them as YAML, with what actionlint has against the workflows."""
    return read(TEXTS)


# Workflows


def test_they_are_all_here() -> None:
    assert [Path(path).name for path in WORKFLOWS] == ["page.yml", "release.yml", "tests.yml"]
    assert [Path(path).name for path in FORMS] == ["excel.yml", "result.yml"]
    assert {".github/dependabot.yml", ".github/ISSUE_TEMPLATE/config.yml", HOOKS} < TEXTS.keys()


def test_actionlint_finds_nothing(files: dict[str, Read]) -> None:
    assert {path: files[path].findings for path in WORKFLOWS} == {path: [] for path in WORKFLOWS}


def test_actionlint_would_find_something() -> None:
    found = "\n".join(read({".github/workflows/bad.yml": BAD})[".github/workflows/bad.yml"].findings)
    assert '"no-such-system" is unknown' in found
    assert 'property "no_such_thing" is not defined' in found
    assert "ref is missing" in found


RIGHTS = {
    "page.yml web": {"pages": "write", "id-token": "write"},
    "release.yml index": {"id-token": "write"},
    "release.yml draft": {"contents": "write"},
}
"""The jobs that may do more than read the repository."""


def test_workflows_have_the_least_rights(files: dict[str, Read]) -> None:
    rights = {}
    for path in WORKFLOWS:
        workflow = files[path].content
        assert workflow["permissions"] == {"contents": "read"}
        assert workflow["concurrency"]["group"]
        for name, job in workflow["jobs"].items():
            if "permissions" in job:
                rights[f"{Path(path).name} {name}"] = job["permissions"]
            assert ("timeout-minutes" in job) != ("uses" in job), name
            for step in job.get("steps", []):
                assert "checkout@" not in step.get("uses", "") or step["with"]["persist-credentials"] is False
                assert "${{" not in step.get("run", ""), "what others choose, such as a tag, is no part of a script"
    assert rights == RIGHTS


def test_actions_are_pinned_by_hash(files: dict[str, Read]) -> None:
    """With the version beside it, and the same one everywhere."""
    pinned: dict[str, set[tuple[str, str]]] = {}
    for path in WORKFLOWS:
        used = {
            step["uses"]
            for job in files[path].content["jobs"].values()
            for step in job.get("steps", [])
            if "uses" in step
        }
        lines = re.findall(r"uses: ([\w-]+/[\w-]+)@([0-9a-f]{40}) # (v\d+\.\d+\.\d+)$", TEXTS[path], re.MULTILINE)
        assert {f"{action}@{commit}" for action, commit, _ in lines} == used
        for action, commit, version in lines:
            pinned.setdefault(action, set()).add((commit, version))
    assert len(pinned) == 8
    assert all(len(versions) == 1 for versions in pinned.values()), pinned


def test_a_release_is_tested_and_approved_before_it_is_sent(files: dict[str, Read]) -> None:
    jobs = files[".github/workflows/release.yml"].content["jobs"]
    assert files[".github/workflows/release.yml"].content["on"] == {"push": {"tags": ["v*"]}}
    assert set(jobs["index"]["needs"]) == {"tests", "build"}
    assert jobs["draft"]["needs"] == "index"
    called = jobs["tests"]["uses"].removeprefix("./")
    assert "workflow_call" in files[called].content["on"]
    for name in (
        jobs["index"]["environment"],
        files[".github/workflows/page.yml"].content["jobs"]["web"]["environment"]["name"],
    ):
        assert f"environment `{name}`" in RELEASING
    assert "workflow `release.yml`" in RELEASING


def test_what_is_built_is_what_is_sent(files: dict[str, Read]) -> None:
    jobs = files[".github/workflows/release.yml"].content["jobs"]
    kept = {
        step["with"]["name"]: step["with"]["path"]
        for step in jobs["build"]["steps"]
        if "upload" in step.get("uses", "")
    }
    assert kept == {name: f"dist/{name}" for name in release.FOLDERS}
    assert jobs["index"]["steps"][0]["with"]["name"] == "package"
    attached = re.findall(r"dist/(\w+)/\S+", jobs["draft"]["steps"][1]["run"])
    assert set(attached) == set(release.FOLDERS)


# Python versions, and what pyproject.toml says


def test_the_versions_of_python_are_the_same_everywhere(files: dict[str, Read]) -> None:
    jobs = files[".github/workflows/tests.yml"].content["jobs"]
    tested = jobs["portable"]["strategy"]["matrix"]["python"]
    listed = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["classifiers"]))
    assert tested == listed
    oldest = ".".join(map(str, dev.OLDEST_PYTHON))
    assert PROJECT["requires-python"] == f">={oldest}"
    assert tested[0] == oldest
    assert jobs["checks"]["steps"][1]["with"]["python-version"] == oldest


def test_classifiers_exist() -> None:
    assert [each for each in PROJECT["classifiers"] if each not in classifiers] == []
    assert PROJECT["classifiers"] == sorted(PROJECT["classifiers"])


def test_the_languages_are_those_of_the_catalogues() -> None:
    named = {"de": "German", "fr": "French", "it": "Italian", "nl": "Dutch", "pl": "Polish", "sv": "Swedish"}
    there = {named[path.stem] for path in (ROOT / "xlvp" / "languages").glob("*.po")}
    listed = re.findall(r"Natural Language :: (\w+)", "\n".join(PROJECT["classifiers"]))
    assert set(listed) == there | {"English"}


# Commands


def commands() -> Iterator[tuple[str, str]]:
    pages = {
        name: (ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "CONTRIBUTING.md", "tests/README.md")
    }
    for name, text in {**TEXTS, **pages, "RELEASING.md": RELEASING}.items():
        for command in re.findall(r"\bpython3? dev\.py (.+?)(?:  .*|[`*].*)?$", text, re.MULTILINE):
            yield name, command


@pytest.mark.parametrize(("where", "command"), sorted(set(commands())))
def test_every_command_that_is_named_exists(monkeypatch: pytest.MonkeyPatch, where: str, command: str) -> None:
    monkeypatch.setattr(dev, "prepare", lambda *_, **__: 99)  # what comes after is for the tests of that command
    assert dev.main(shlex.split(command)) == 99, where


def test_commands_are_found_and_others_are_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    named = {command.split()[0] for _, command in commands()}
    assert named >= {"run", "test", "portable", "checks", "page", "release", "docs", "workbooks", "mutation"}
    assert dev.main(["nonsense"]) == 2
    described = capsys.readouterr().out
    assert [name for name in named if f"    python3 dev.py {name} " not in described] == []


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """What dev.py would run."""
    steps: list[tuple[str, ...]] = []

    def run(*command: Any) -> int:
        assert command[:2] == (dev.PYTHON, "-m")
        steps.append(command[2:])
        return 0

    monkeypatch.setattr(dev, "prepare", lambda *_, **__: 0)
    monkeypatch.setattr(dev, "run", run)
    monkeypatch.setattr("os.chdir", lambda _: None)
    return steps


def test_the_hooks_are_the_checks(files: dict[str, Read], ran: list[tuple[str, ...]]) -> None:
    (local,) = files[HOOKS].content["repos"]
    assert local["repo"] == "local"
    for hook in local["hooks"]:
        assert (hook["language"], hook["pass_filenames"]) == ("system", False)
        python, program, *arguments = shlex.split(hook["entry"])
        assert (python, program) == ("python3", "dev.py")
        assert dev.main(arguments) == 0
    assert ran == list(dev.CHECKS)


def test_checks_are_run_together_or_alone(ran: list[tuple[str, ...]], capsys: pytest.CaptureFixture[str]) -> None:
    assert dev.main(["checks"]) == 0
    assert ran == list(dev.CHECKS)
    ran.clear()
    assert dev.main(["checks", "ruff"]) == 0
    assert ran == [check for check in dev.CHECKS if check[0] == "ruff"]
    ran.clear()
    assert dev.main(["checks", "black"]) == 1
    assert ran == []
    assert capsys.readouterr().err == "dev.py: no such check: black\n"


def test_the_portable_tests_are_there(ran: list[tuple[str, ...]]) -> None:
    assert dev.main(["portable"]) == 0
    ((program, *arguments),) = ran
    assert program == "pytest"
    paths = [ROOT / each for each in arguments if not each.startswith("-")]
    assert len(paths) == len(dev.PORTABLE)
    assert [path for path in paths if not path.exists()] == []


def test_the_page_needs_no_package_of_developers() -> None:
    """`dev.py page` installs xlvp alone, so that anybody with Python and npm has the page."""
    imported = """
import sys
refused = sys.argv[1].split()
class Refuse:
    def find_spec(self, name, *_):
        if name.partition(".")[0] in refused:
            raise ImportError(name)
sys.meta_path.insert(0, Refuse())
sys.argv = ["tools", "page"]
import tools.page
tools.page.write = lambda: print("written")
import runpy
runpy.run_module("tools", run_name="__main__")
"""
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]
    needs = [re.split(r"[^\w-]", each)[0].lower() for each in groups["dev"]]
    packages = [package for package, names in packages_distributions().items() if {n.lower() for n in names} & {*needs}]
    assert {"babel", "pytest"} <= {*packages}
    command = [sys.executable, "-c", imported, " ".join(packages)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout, done.stderr) == ("written\n", "")


# Issues and updates


@pytest.mark.parametrize("path", FORMS)
def test_forms_have_the_right_shape(files: dict[str, Read], path: str) -> None:
    """GitHub shows a form that has another one to nobody."""
    form = files[path].content
    assert form.keys() == {"name", "description", "body"}
    fields = [each for each in form["body"] if each["type"] != "markdown"]
    assert [each["attributes"].keys() for each in form["body"] if each["type"] == "markdown"] == [{"value"}]
    assert (
        len({each["id"] for each in fields}) == len({each["attributes"]["label"] for each in fields}) == len(fields) > 5
    )
    for each in fields:
        assert each["type"] in ("input", "textarea", "dropdown")
        assert each.keys() <= {"type", "id", "attributes", "validations"}
        assert re.fullmatch(r"[\w-]+", each["id"])
        attributes = each["attributes"]
        assert attributes.keys() <= {"label", "description", "placeholder", "options", "default"}
        assert all(isinstance(attributes.get(name, ""), str) for name in ("label", "description", "placeholder"))
        assert each.get("validations", {}).keys() <= {"required"}
        assert ("options" in attributes) == (each["type"] == "dropdown")
        options = attributes.get("options", [])
        assert len(set(options)) == len(options)
        assert "default" not in attributes or 0 <= attributes["default"] < len(options)


def test_the_form_for_excel_has_every_step(files: dict[str, Read]) -> None:
    steps = [
        each["attributes"]
        for each in files[".github/ISSUE_TEMPLATE/excel.yml"].content["body"]
        if each["type"] == "dropdown"
    ]
    text = (
        (ROOT / "docs" / "how-it-is-tested.md").read_text(encoding="utf-8").partition("## Ten minutes with Excel\n")[2]
    )
    listed = re.findall(r"^(\d+)\. (.+(?:\n   .+)*)", text, re.MULTILINE)
    assert len(listed) == len(steps)
    for (number, told), step in zip(listed, steps, strict=True):
        assert step["label"].startswith(f"{number}. ")
        shown = re.findall(r"`([^`]+)`", step["description"])
        assert [each for each in shown if f"`{each}`" not in told] == []
        assert shown


def test_updates_are_looked_for_where_something_is_pinned(files: dict[str, Read]) -> None:
    updates = files[".github/dependabot.yml"].content
    assert updates["version"] == 2
    assert {each["package-ecosystem"]: each["directory"] for each in updates["updates"]} == {
        "github-actions": "/",
        "pip": "/",
    }
    assert {each["schedule"]["interval"] for each in updates["updates"]} == {"monthly"}


# What a release consists of

CHANGES = """# Changelog

## [1.2.0] - 2026-12-31

### Added
- Something.

## [1.1.0] - not yet released
- Nothing.

## [1.0.0] - 2026-01-01
- All.
"""


def test_the_notes_are_those_of_the_version() -> None:
    assert release.notes_for("v1.2.0", CHANGES, "1.2.0") == "### Added\n- Something.\n"
    assert release.notes_for("v1.0.0", CHANGES, "1.0.0") == "- All.\n"


@pytest.mark.parametrize(
    ("tag", "version", "words"),
    [
        ("v1.2.1", "1.2.0", "the tag v1.2.1 is not v1.2.0"),
        ("1.2.0", "1.2.0", "the tag 1.2.0 is not v1.2.0"),
        ("v1.1.0", "1.1.0", r"no section '## \[1.1.0\] - YYYY-MM-DD'"),
        ("v1.2", "1.2", "no section"),
        ("v1x2.0", "1x2.0", "no section"),
    ],
)
def test_no_release_under_another_name_or_without_its_day(tag: str, version: str, words: str) -> None:
    with pytest.raises(SystemExit, match=words):
        release.notes_for(tag, CHANGES, version)


def test_all_that_is_released_is_made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "stale.xlsx").write_bytes(b"")
    monkeypatch.setattr(release, "FOLDER", tmp_path)
    monkeypatch.setattr(release, "notes_for", lambda tag, _: f"notes for {tag}\n")
    monkeypatch.setattr(page, "page", lambda: b"the page")  # whose own tests make it
    release.make(f"v{__version__}")
    made = {folder.name: {path.name for path in folder.iterdir()} for folder in tmp_path.iterdir()}
    assert made == {
        "package": {f"xlvp-{__version__}-py3-none-any.whl", f"xlvp-{__version__}.tar.gz"},
        "files": {"xlvp.html", "xlvp.oxt", *(path.name for path in (ROOT / "workbooks").glob("*.xlsx"))},
        "notes": {"notes.md"},
    }
    assert set(release.FOLDERS) == made.keys()
    assert (tmp_path / "notes" / "notes.md").read_text() == f"notes for v{__version__}\n"
    assert (tmp_path / "files" / "xlvp.html").read_bytes() == b"the page"
