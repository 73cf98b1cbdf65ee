"""Packages from npm, of exact versions whose hashes are pinned, fetched once into the git-ignored cache."""

from __future__ import annotations

import hashlib
import json
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

CACHE = Path(__file__).parent.parent / ".cache" / "npm"
SECONDS = 300

PYODIDE = {
    "pyodide": (
        "314.0.7",
        "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A==",
    ),
    "@types/emscripten": (
        "1.41.6",
        "sha512-uN+9i8bFT5CUcZfyIEYDrSueACEyKGbUs5kC/72DGlZZoinh84sJfVV0i8UOJD1asdzkvLPBRrKs41kZ8MdEXg==",
    ),
    "ws": (
        "8.23.0",
        "sha512-wCkmX8QMOrKjgO8HW2WyDbTSGeqkocxgDzS9iR79rEAexty6/2qzilx3Ag8Tqf9ykop3irLKle0MtVn5qjVnoQ==",
    ),
}
"""Pyodide, in the release line for which xlwings publishes a build, and what it needs; it runs on Node 18 and later."""


def fetched(packages: Mapping[str, tuple[str, str]], cache_folder: Path = CACHE) -> Path:
    """Return the folder `node_modules` with these packages, name to version and hash; npm checks the hashes.

    The packages are all there are: those that they need are among them.
    """
    wanted = {name: version for name, (version, _) in packages.items()}
    locked = {f"node_modules/{name}": {"version": v, "integrity": sha512} for name, (v, sha512) in packages.items()}
    lock = json.dumps({"lockfileVersion": 3, "requires": True, "packages": {"": {"dependencies": wanted}, **locked}})
    folder = cache_folder / hashlib.sha256(lock.encode()).hexdigest()[:16]
    if not folder.exists():
        cache_folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache_folder) as temporary:
            making = Path(temporary, folder.name)
            making.mkdir()
            (making / "package.json").write_text(json.dumps({"private": True, "dependencies": wanted}))
            (making / "package-lock.json").write_text(lock)
            npm = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=1"]
            subprocess.run(npm, cwd=making, capture_output=True, text=True, check=True, timeout=SECONDS)  # noqa: S603
            with suppress(OSError):  # another run was faster
                making.rename(folder)
    return folder / "node_modules"
