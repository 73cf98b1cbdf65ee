"""Browsers as the tests of the page use them: Debian's Chromium, driven by Playwright, and Firefox, by Puppeteer.

Both drivers come from npm, pinned by hash in browsers.json, with axe-core, which looks for what keeps people out. A
browser is a Node process that is asked by lines of JSON; it has a profile of its own, which ends with it.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.parts import missing
from tests.parts.program import Program
from tools.npm import fetched

if TYPE_CHECKING:
    from collections.abc import Sequence

HERE = Path(__file__).parent
PROGRAMS = {"chromium": "/usr/bin/chromium", "firefox": "/usr/bin/firefox-esr"}
SECONDS = 120


class Browser(Program):
    """A browser with one page."""

    def __init__(self, name: str, folder: Path) -> None:
        if not Path(PROGRAMS[name]).exists() or shutil.which("npm") is None:
            missing(f"{PROGRAMS[name]} or npm is not installed (Debian: chromium firefox-esr nodejs npm)")
        pinned = json.loads((HERE / "browsers.json").read_text())
        try:
            modules = fetched({package: (version, sha512) for package, (version, sha512) in pinned.items()})
        except (subprocess.SubprocessError, OSError) as failed:
            missing(f"the drivers of the browsers cannot be had from npm: {getattr(failed, 'stderr', failed)}")
        self.name = name
        self.downloads = folder / f"downloads-{name}"
        self.downloads.mkdir(parents=True)
        command: list[str | Path] = ["node", HERE / "browsers.mjs", modules, name, PROGRAMS[name], self.downloads]
        super().__init__(command, seconds=SECONDS)

    def open(self, address: str, **how: Any) -> None:
        """Open a page; `how` is the window's size and colours, its languages, or how it reaches the network."""
        self.request("open", address=address, **how)

    def evaluate(self, script: str, *arguments: Any) -> Any:
        """Return what a function in JavaScript gives in the page."""
        return self.request("evaluate", script=script, arguments=arguments)

    def until(self, script: str, *arguments: Any, seconds: float = 60) -> None:
        """Wait until a function in JavaScript gives something true in the page."""
        self.request("until", script=script, arguments=arguments, milliseconds=seconds * 1000)

    def click(self, selector: str) -> None:
        """Click on something with the mouse."""
        self.request("click", selector=selector)

    def choose(self, selector: str, files: Sequence[Path]) -> None:
        """Choose files in a field."""
        self.request("choose", selector=selector, files=[str(file) for file in files])

    def type(self, text: str) -> None:
        """Type into whatever has the focus."""
        self.request("type", text=text)

    def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            self.request("press", key=key)

    def downloaded(self, name: str) -> bytes:
        """Wait for a download and return what it holds."""
        return Path(self.request("downloaded", name=name)).read_bytes()
