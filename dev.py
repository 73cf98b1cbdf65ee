"""Run xlvp, its tests or its benchmarks from a checkout, with nothing installed beforehand.

    python3 dev.py run vp 23 --boards 16     install xlvp into .venv and run it
    python3 dev.py test                      install what the tests need and run every check
    python3 dev.py test tests/rules -x       the same installation, then pytest alone with these arguments
    python3 dev.py portable                  the tests of what runs on every system, with no other application
    python3 dev.py checks                    every check but the tests: style and types
    python3 dev.py checks mypy               one of them, such as ruff check or mypy
    python3 dev.py bench                     every benchmark, and benchmarks/RESULTS.md rewritten
    python3 dev.py bench rules embed         these alone, and nothing written
    python3 dev.py mutation                  mutation testing: what could be changed without a test noticing
    python3 dev.py docs                      rewrite docs/functions.md and the drawing for docs/scoring.md
    python3 dev.py workbooks                 make the workbooks in workbooks/ again
    python3 dev.py page                      make dist/xlvp.html, everything in one file for a browser
    python3 dev.py release v0.1.0            make all that is released: package, page, extension, workbooks, notes
    python3 dev.py pictures                  make the pictures of the documentation again
    python3 dev.py languages [da]            bring the catalogues of translations up to date, or begin a new one

Everything goes into .venv in the checkout, so a system Python that refuses `pip install` is left alone.
System packages come through apt where that is allowed; where it is not, the command says what to install.

To give the tests another part, add it to TOOLS (a program from a system package) or to the `dev` group in
pyproject.toml (a Python package).
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
OLDEST_PYTHON = (3, 11)


class Tool(NamedTuple):
    """Something that pip cannot install: how to see that it is there, and the Debian packages that bring it."""

    name: str
    present: Callable[[], bool]
    packages: tuple[str, ...]


def there(*names: str) -> Callable[[], bool]:
    """Return how to see that these programs and files are there."""
    return lambda: all(os.path.exists(name) if name.startswith("/") else shutil.which(name) for name in names)


VIRTUAL_ENVIRONMENTS = Tool(
    "virtual environments (Python's venv and ensurepip)",
    lambda: PYTHON.exists() or importlib.util.find_spec("ensurepip") is not None,
    ("python3-venv",),
)

NODE = Tool("Node and npm", there("node", "npm"), ("nodejs", "npm"))

TOOLS = (
    Tool("Wine", there("wine", "wineboot"), ("wine", "wine64")),
    Tool(
        "LibreOffice with its Python bridge",
        there("soffice", "pdftoppm", "/usr/lib/python3/dist-packages/uno.py", "/usr/share/fonts/truetype/crosextra"),
        ("libreoffice-calc-nogui", "python3-uno", "poppler-utils", "fonts-crosextra-carlito"),
    ),
    NODE,
    Tool(
        "a screen for LibreOffice, with keys and pictures",
        there("Xvfb", "xdotool", "import"),
        ("xvfb", "xdotool", "imagemagick"),
    ),
    Tool("Chromium and Firefox", there("chromium", "firefox-esr"), ("chromium", "firefox-esr")),
)
"""What the tests and the benchmarks need beyond Python packages."""

GROUPS = ("", "dev", "mutation")
"""The dependency groups in pyproject.toml, each of which holds the one before it."""

CHECKS = (
    ("ruff", "check"),
    ("ruff", "format", "--check"),
    ("mypy",),
)
IN_PARALLEL = ("--numprocesses=3", "--dist=loadgroup")  # on two processors: a test often waits for an application
QUICK = ("pytest", "--cov", *IN_PARALLEL)
SLOW = ("pytest", "-m=slow", *IN_PARALLEL)
AGAIN = ("pytest", "-m=slow", "--last-failed", "--last-failed-no-failures=none")
"""The test command, step by step; the last for what has failed among the slow tests."""

PORTABLE = (
    "tests/rules",
    "tests/events",
    "tests/cli",
    "tests/test_catalogue.py",
    "tests/test_cells.py",
    "tests/test_files.py",
    "tests/test_scalefile.py",
    "tests/test_udfs.py",
)
"""The tests of what runs on every system, none of which needs an application."""

SOME_FAILED = 1
"""pytest's exit code."""


def main(arguments: list[str]) -> int:
    """Do what the command line asks and return the exit code."""
    if sys.version_info < OLDEST_PYTHON:
        found = ".".join(map(str, sys.version_info[:3]))
        return refuse(f"xlvp needs Python {OLDEST_PYTHON[0]}.{OLDEST_PYTHON[1]} or newer; this is {found}.")
    command, rest = arguments[:1], arguments[1:]
    if command == ["run"]:
        return prepare() or run(PYTHON, "-m", "xlvp", *rest)
    if command == ["test"]:
        return prepare(TOOLS, group="dev") or (run(PYTHON, "-m", "pytest", "-m=", *rest) if rest else every_check())
    if command == ["portable"]:
        return prepare(group="dev") or first_failure([("pytest", "-m=", *IN_PARALLEL, *PORTABLE)])
    if command == ["checks"]:
        chosen = [check for check in CHECKS if list(check[: len(rest)]) == rest]
        return prepare(group="dev") or (first_failure(chosen) if chosen else refuse(f"no such check: {' '.join(rest)}"))
    if command == ["bench"]:
        return prepare(TOOLS, group="dev") or first_failure([("benchmarks", *rest)])
    if command == ["mutation"]:
        return prepare(group="mutation") or first_failure([("tools.mutation", *rest)])
    if command in (["page"], ["release"]):
        return prepare([NODE], group="dev" if rest else "") or first_failure([("tools", *command, *rest)])
    if command in (["docs"], ["workbooks"], ["pictures"], ["languages"]):
        return prepare(group="dev") or first_failure([("tools", *command, *rest)])
    print(__doc__)
    return 2


def refuse(message: str) -> int:
    """Say in one line what is wrong."""
    print(f"dev.py: {message}", file=sys.stderr)
    return 1


def run(*command: str | Path, quiet: bool = False) -> int:
    """Run a command and return its exit code; `quiet` keeps what it prints unless it fails."""
    sys.stdout.flush()
    done = subprocess.run(command, capture_output=quiet, text=True, check=False)  # noqa: S603
    if quiet and done.returncode:
        print(done.stdout, done.stderr, file=sys.stderr)
    return done.returncode


def every_check() -> int:
    """Run the checks and all tests, and return the exit code.

    LibreOffice ends by itself now and then, after hours of work in minutes, and takes the test that is in it with it.
    So what has failed of the slow tests is run once more, in applications started afresh. What fails again has failed.
    """
    code = first_failure([*CHECKS, QUICK])
    if code:
        return code
    code = first_failure([SLOW])
    if code == SOME_FAILED:
        print("\nSomething has failed. The tests that did are run once more, by themselves:")
        code = first_failure([AGAIN])
    return code


def first_failure(checks: Iterable[tuple[str, ...]]) -> int:
    """Run the checks from the checkout until one fails, and return its exit code."""
    os.chdir(ROOT)
    for check in checks:
        print(f"\n== {' '.join(check)}")
        code = run(PYTHON, "-m", *check)
        if code:
            return code
    return 0


def prepare(tools: Iterable[Tool] = (), group: str = "") -> int:
    """Install the tools, and xlvp with a dependency group into .venv; return 0 when all is there.

    Without one of the tools the tests go on, and say what they have left out.
    """
    if not VIRTUAL_ENVIRONMENTS.present() and not apt_install(VIRTUAL_ENVIRONMENTS.packages):
        return refuse(lacking(VIRTUAL_ENVIRONMENTS))
    missing = [tool for tool in tools if not tool.present()]
    if missing and not apt_install([package for tool in missing for package in tool.packages]):
        refuse(lacking(*missing))

    # The stamp says what the environment was made from, so that any change of it rebuilds it.
    made_from = hashlib.sha256((ROOT / "pyproject.toml").read_bytes() + sys.version.encode()).hexdigest()
    stamp = VENV / "made-from"
    enough = [f"{made_from} {each}" for each in GROUPS[GROUPS.index(group) :]]
    if stamp.exists() and stamp.read_text() in enough:
        return 0
    print(f"Preparing {VENV.name} ...", file=sys.stderr)
    pip = (PYTHON, "-m", "pip", "--disable-pip-version-check", "install", "--quiet")
    wanted = ["--editable", str(ROOT), *(["--group", f"{ROOT / 'pyproject.toml'}:{group}"] if group else [])]
    code = (
        run(sys.executable, "-m", "venv", "--clear", VENV, quiet=True)
        or run(*pip, "--upgrade", "pip>=25.1", quiet=True)  # the first that knows dependency groups
        or run(*pip, *wanted, quiet=True)
    )
    if code == 0:
        stamp.write_text(f"{made_from} {group}")
    return code


def lacking(*tools: Tool) -> str:
    """Say which tools are not there, and how to get them."""
    names = ", ".join(tool.name for tool in tools)
    packages = " ".join(package for tool in tools for package in tool.packages)
    return f"missing: {names}. Install with 'sudo apt-get install {packages}' and run this again."


def apt_install(packages: Iterable[str]) -> bool:
    """Install Debian packages if this user may, and say whether it worked."""
    if shutil.which("apt-get") is None:
        return False
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    apt = ["apt-get"] if root else ["sudo", "--non-interactive", "apt-get"]
    if not root and shutil.which("sudo") is None:
        return False
    print(f"Installing {' '.join(packages)} ...", file=sys.stderr)
    os.environ["DEBIAN_FRONTEND"] = "noninteractive"
    install = ("install", "--yes", "--no-install-recommends", *packages)
    return run(*apt, "update", quiet=True) == 0 and run(*apt, *install, quiet=True) == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
