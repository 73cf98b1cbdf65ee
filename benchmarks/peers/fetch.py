"""The other packages, each in its own folder of the git-ignored cache.

Nothing of them is committed, and no test needs them. Versions are exact, and no script of a package is run.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.measure import LeftOutError

if TYPE_CHECKING:
    from collections.abc import Sequence

CACHE = Path(__file__).parents[2] / ".cache" / "peers"
_NPM = ("npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix")
_PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--target")
_SECONDS = 300


class Peer(NamedTuple):
    """A package, and the ways to get it, of which the first that works is enough.

    A way has a name and commands, in which `{folder}` is where npm or pip should put it, and `{package}` the place in
    that folder where npm would.
    """

    name: str
    version: str
    language: str
    home: str
    ways: tuple[tuple[str, Sequence[Sequence[str]]], ...]


PEERS = (
    Peer(
        "bridge-scoring",
        "0.0.1",
        "JavaScript",
        "npm",
        (
            ("npm", [[*_NPM, "{folder}", "bridge-scoring@0.0.1"]]),
            (
                "its repository, commit d0ebf58",
                [
                    ["git", "clone", "--quiet", "https://github.com/jfklorenz/Bridge-Scoring-Package.git", "{package}"],
                    ["git", "-C", "{package}", "checkout", "--quiet", "d0ebf58"],
                ],
            ),
        ),
    ),
    Peer("bridge-scorer", "2.4.0", "JavaScript", "npm", (("npm", [[*_NPM, "{folder}", "bridge-scorer@2.4.0"]]),)),
    Peer("endplay", "0.5.12", "Python", "PyPI", (("PyPI", [[*_PIP, "{folder}", "endplay==0.5.12"]]),)),
)


def fetched(peer: Peer) -> tuple[Path, str]:
    """Return the folder of a package, and where it is from; it is fetched at the first call."""
    folder = CACHE / f"{peer.name}-{peer.version}"
    source = folder / "fetched-from"
    if source.exists():
        return folder, source.read_text(encoding="utf-8")
    CACHE.mkdir(parents=True, exist_ok=True)
    reasons = []
    for way, steps in peer.ways:
        with tempfile.TemporaryDirectory(dir=CACHE, ignore_cleanup_errors=True) as temporary:
            new = Path(temporary) / "new"
            places = {"folder": str(new), "package": str(new / "node_modules" / peer.name)}
            try:
                for step in steps:
                    _run([part.format(**places) for part in step])
            except LeftOutError as reason:
                reasons.append(f"{way}: {reason}")
                continue
            (new / source.name).write_text(way, encoding="utf-8")
            with suppress(OSError):  # another run was faster
                new.rename(folder)
            return folder, way
    raise LeftOutError("; ".join(reasons))


def _run(command: Sequence[str]) -> None:
    """Run one step; what a program says at length is told in its first line of trouble."""
    if shutil.which(command[0]) is None:
        raise LeftOutError(f"{command[0]} is not installed")
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_SECONDS, check=False)  # noqa: S603
    except subprocess.TimeoutExpired:
        raise LeftOutError(f"no answer in {_SECONDS} seconds") from None
    if done.returncode:
        troubles = [line for line in done.stderr.splitlines() if "E404" in line or "fatal" in line or "ERROR" in line]
        raise LeftOutError("it has no such package" if "E404" in done.stderr else "".join(troubles[:1]) or "no answer")
