"""What is published: built as for a release, installed into an environment of its own, and used from there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.test_workbooks import parts
from tools.workbooks import FILES
from xlvp import __version__
from xlvp.catalogue import FUNCTIONS

if TYPE_CHECKING:
    from collections.abc import Mapping

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
LARGEST = 6_000_000
"""Bytes of the wheel; half as much again as it has, nearly all of it ready-made workbooks: nothing large slips in."""

EVERY_EXAMPLE = """
from xlvp.catalogue import FUNCTIONS
from xlvp.cells import evaluate
examples = [(function, example) for function in FUNCTIONS for example in function.examples]
assert all(evaluate(function, *example.arguments) == example.result for function, example in examples)
print(len(examples))
"""


class Installed(NamedTuple):
    """An environment with nothing but the wheel and what it depends on."""

    folder: Path
    at: Path

    def run(self, *command: str | Path, env: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
        """Run a program of the environment away from the checkout."""
        program = self.folder / "bin" / command[0]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        return subprocess.run(
            [program, *command[1:]],
            cwd=self.at,
            env=environment | dict(env or {}),
            capture_output=True,
            encoding="utf-8",
            check=False,
            timeout=120,
        )


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The sdist of the checkout, and the wheel that is built from that sdist alone."""
    folder = tmp_path_factory.mktemp("release")
    build = [sys.executable, "-m", "hatchling", "build"]
    subprocess.run([*build, "-t", "sdist", "-d", folder], cwd=ROOT, check=True, capture_output=True, timeout=120)
    (sdist,) = folder.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    source = folder / sdist.name.removesuffix(".tar.gz")
    subprocess.run([*build, "-t", "wheel", "-d", folder], cwd=source, check=True, capture_output=True, timeout=120)
    (wheel,) = folder.glob("*.whl")
    return sdist, wheel


@pytest.fixture(scope="module")
def installed(built: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel in a new environment, in a folder with a name as users have them."""
    folder = tmp_path_factory.mktemp("home") / "Bridge-Klub Köln ♠"
    venv.create(folder / "environment", with_pip=True)
    pip: list[str | Path] = [folder / "environment" / "bin" / "python", "-m", "pip", "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--quiet", built[1]], check=True, timeout=300)
    at = folder / "Ergebnisse"
    at.mkdir()
    return Installed(folder / "environment", at)


def test_what_is_in_the_wheel(built: tuple[Path, Path]) -> None:
    _, wheel = built
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    data = f"xlvp-{__version__}.data/data/share"
    assert {f"{data}/xlvp/workbooks/{name}" for name in FILES} <= names
    assert {f"{data}/doc/xlvp/{path.relative_to(ROOT / 'docs')}" for path in ROOT.glob("docs/**/*.*")} <= names
    assert {"xlvp/py.typed", f"xlvp-{__version__}.dist-info/licenses/LICENSE"} <= names
    package = {str(path.relative_to(ROOT)) for path in ROOT.glob("xlvp/**/*.py")}
    assert {name for name in names if name.endswith(".py")} == package
    assert wheel.stat().st_size < LARGEST


def test_what_is_in_the_source(built: tuple[Path, Path]) -> None:
    sdist, _ = built
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    here = subprocess.run(["git", "ls-files"], cwd=ROOT, check=False, capture_output=True, encoding="utf-8", timeout=60)
    for name in here.stdout.splitlines():
        assert name in names, name


def test_every_example_of_the_catalogue(installed: Installed) -> None:
    done = installed.run("python", "-c", EVERY_EXAMPLE)
    assert (done.returncode, done.stderr) == (0, "")
    assert int(done.stdout) > 30


@pytest.mark.parametrize("program", [["xlvp"], ["python", "-m", "xlvp"]])
def test_the_version_is_the_same_everywhere(installed: Installed, program: list[str]) -> None:
    assert installed.run(*program, "--version").stdout == f"xlvp {__version__}\n"
    told = "from importlib.metadata import version; print(version('xlvp'))"
    assert installed.run("python", "-c", told).stdout == f"{__version__}\n"
    assert f"\n## [{__version__}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", FILES)
def test_the_shipped_workbooks(installed: Installed, name: str) -> None:
    shipped = installed.folder / "share" / "xlvp" / "workbooks" / name
    assert parts(shipped.read_bytes()) == parts((ROOT / "workbooks" / name).read_bytes())


def test_a_console_without_unicode(installed: Installed) -> None:
    """What the console cannot show is spelled out; the file still gets its name."""
    old_console = {"PYTHONUTF8": "0", "PYTHONIOENCODING": "cp437", "NO_COLOR": "1"}
    made = installed.run("xlvp", "new", "Spiel ♥.xlsx", env=old_console)
    assert (made.returncode, made.stdout, made.stderr) == (0, "Made Spiel \\u2665.xlsx\n", "")
    again = installed.run("xlvp", "new", "Spiel ♥.xlsx", env=old_console)
    assert again.returncode == 1
    assert again.stderr.startswith("xlvp: Spiel \\u2665.xlsx exists;")
    embedded = installed.run("xlvp", "embed", "Spiel ♥.xlsx", env=old_console)
    assert embedded.stdout.startswith(f"Spiel \\u2665.xlsx: {len(FUNCTIONS)} functions ")
    assert embedded.stdout.endswith("; written to Spiel \\u2665.xlvp.xlsx\n")
    assert {path.name for path in installed.at.iterdir()} >= {"Spiel ♥.xlsx", "Spiel ♥.xlvp.xlsx"}


def test_the_extension_is_made(installed: Installed) -> None:
    done = installed.run("xlvp", "addin", "build", "libreoffice")
    assert (done.returncode, done.stderr) == (0, "")
    assert (installed.at / done.stdout.removeprefix("Made ").strip()).stat().st_size > 10_000


def test_nothing_is_left_behind_when_it_is_removed(
    built: tuple[Path, Path], installed: Installed, tmp_path: Path
) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(installed.folder, copy, symlinks=True)
    removed = subprocess.run(
        [copy / "bin" / "python", "-m", "pip", "uninstall", "--yes", "--quiet", "xlvp"],
        check=False,
        capture_output=True,
        timeout=120,
    )
    assert removed.returncode == 0
    left = [path for path in copy.rglob("*xlvp*") if path.is_file() and path.suffix != ".pyc"]
    assert left == []
