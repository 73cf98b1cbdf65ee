"""LibreOffice in a window on a screen of 1366 x 768, as a scorer has it: keys go in, pictures and cells come out.

The tests' LibreOffice has no user interface, and Debian's packages with one would remove it. So these are unpacked once
beside a copy of it into the git-ignored folder `.cache`. The screen is Xvfb's, and its number is one that is free.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
import uuid
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.parts import missing
from tests.parts.cache import kept
from tests.parts.office import SYSTEM_PYTHON, need_libreoffice

if TYPE_CHECKING:
    from typing import Self

HOME = Path("/usr/lib/libreoffice")
PACKAGES = ("libreoffice-core", "libreoffice-calc", "libreoffice-base-core")
PROGRAMS = ("Xvfb", "xdotool", "import", "apt-get", "dpkg")
SCREEN = "1366x768"
SECONDS = 90

_ASK = """\
import json, sys, uno
local = uno.getComponentContext()
resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
context = resolver.resolve(f"uno:pipe,name={sys.argv[1]};urp;StarOffice.ComponentContext")
desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
document = desktop.getCurrentComponent()
controller = document.CurrentController
ranges = [document.NamedRanges.getByName(name).ReferredCells for name in sys.argv[2:]]
seen = [controller.getByIndex(pane).VisibleRange for pane in range(controller.Count)]
print(json.dumps({
    "cursor": document.CurrentSelection.AbsoluteName.replace("$", ""),
    "cells": [[list(row) for row in cells.DataArray] for cells in ranges],
    "seen": [[area.StartRow + 1, area.EndRow + 1] for area in seen],
}))
"""


def set_up(folder: Path, place: Path) -> None:
    """Copy the system's LibreOffice, unpack the parts with windows over it, and tell it where it is."""
    office = folder / "libreoffice"
    shutil.copytree(HOME, office, symlinks=True)
    for icons in (HOME / "share" / "config").glob("images_*.zip"):  # links that lead out of what was copied
        (office / icons.relative_to(HOME)).unlink()
        shutil.copy(icons, office / icons.relative_to(HOME))
    subprocess.run(["apt-get", "download", *PACKAGES], cwd=folder, check=True, capture_output=True, timeout=300)
    for package in folder.glob("*.deb"):
        subprocess.run(["dpkg", "-x", package, folder / "parts"], check=True, capture_output=True, timeout=120)
        package.unlink()
    unpacked = folder / "parts" / HOME.relative_to("/")
    subprocess.run(["cp", "-a", f"{unpacked}/.", office], check=True, capture_output=True, timeout=120)
    shutil.rmtree(folder / "parts")
    settings = office / "program" / "fundamentalrc"
    settings.write_text(settings.read_text().replace(f"file://{HOME}", f"file://{place / 'libreoffice'}"))


class Window:
    """A workbook open in a window."""

    def __init__(self, folder: Path, book: Path, screen: str = SCREEN) -> None:
        self._screen = screen
        self._processes: list[subprocess.Popen[bytes]] = []
        self._pipe = f"xlvp{uuid.uuid4().hex}"
        try:
            self._start(folder, book)
        except BaseException:
            self.close()
            raise

    def _start(self, folder: Path, book: Path) -> None:
        program = kept("window", [Path(__file__)], set_up) / "libreoffice" / "program" / "soffice"
        read, write = os.pipe()
        screen = ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{self._screen}x24", "-nolisten", "tcp"]
        self._begin(screen, dict(os.environ), (write,))
        os.close(write)
        with os.fdopen(read) as told:
            self.environment = os.environ | {"DISPLAY": f":{told.readline().strip()}", "SAL_USE_VCLPLUGIN": "gen"}
        private = folder / "window.xlsx"
        shutil.copy(book, private)
        office = [program, f"-env:UserInstallation=file://{folder / 'profile'}", "--norestore", "--nologo"]
        self._begin([*office, f"--accept=pipe,name={self._pipe};urp", "--calc", private], self.environment)
        for _ in range(4 * SECONDS):
            found = self._run("xdotool", "search", "--onlyvisible", "--name", "LibreOffice Calc", check=False).split()
            if found:
                break
            time.sleep(0.25)
        else:
            raise TimeoutError("LibreOffice has opened no window")
        width, height = self._screen.split("x")
        self._run("xdotool", "windowmove", found[-1], "0", "0", "windowsize", found[-1], width, height)
        self._ask()
        time.sleep(1)  # for the toolbars to find their places

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def type(self, *texts: str) -> None:
        """Type texts; a text in brackets, such as <Tab>, is a key."""
        for text in texts:
            if text.startswith("<"):
                self._run("xdotool", "key", "--delay", "20", text.strip("<>"))
            else:
                self._run("xdotool", "type", "--delay", "15", "--", text)

    def cursor(self) -> str:
        """Return the cell with the cursor, such as `Match.D11`."""
        return str(self._ask()["cursor"]).lstrip("'")

    def cells(self, name: str) -> list[list[Any]]:
        """Return what the cells of a name show."""
        cells: list[list[Any]] = self._ask(name)["cells"][0]
        return cells

    def rows_seen(self) -> list[list[int]]:
        """Return for each pane of the sheet its first and last row."""
        rows: list[list[int]] = self._ask()["seen"]
        return rows

    def picture(self, path: Path) -> None:
        """Write a picture of the screen."""
        time.sleep(0.5)
        self._run("import", "-window", "root", str(path))

    def close(self) -> None:
        """End LibreOffice and the screen."""
        for process in reversed(self._processes):
            if process.poll() is None:
                os.killpg(process.pid, 9)
            process.wait(10)

    def _ask(self, *names: str) -> dict[str, Any]:
        """Return what LibreOffice says of the workbook; while it is busy with its window it may say nothing."""
        command = [SYSTEM_PYTHON, "-c", _ASK, self._pipe, *names]
        until = time.monotonic() + SECONDS
        while True:
            done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
            if done.returncode == 0:
                found: dict[str, Any] = json.loads(done.stdout)
                return found
            if time.monotonic() > until:
                raise TimeoutError(f"LibreOffice says nothing of its workbook: {done.stderr}")
            time.sleep(0.25)

    def _run(self, *command: str, check: bool = True) -> str:
        done = subprocess.run(
            command, env=self.environment, capture_output=True, text=True, timeout=SECONDS, check=check
        )
        return done.stdout

    def _begin(self, command: list[Any], environment: dict[str, str], keep: tuple[int, ...] = ()) -> None:
        self._processes.append(
            subprocess.Popen(
                command,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=keep,
                process_group=0,
            )
        )


def need_a_window() -> None:
    """Leave out the test where there can be no window."""
    need_libreoffice()
    absent = [program for program in PROGRAMS if shutil.which(program) is None]
    if absent:
        missing(f"a window cannot be opened: there is no {', '.join(absent)}")
    try:
        kept("window", [Path(__file__)], set_up)
    except subprocess.CalledProcessError as error:
        pytest.skip(f"LibreOffice with windows cannot be had: {error.cmd[0]} says {error.stderr!r}")
