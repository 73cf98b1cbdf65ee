"""xlvp.html in Chromium, opened from the disk: its size, its start, and its jobs against the command line."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks import embed
from benchmarks.measure import LeftOutError, Result, at_most, best, seconds
from tests.parts.browsers import PROGRAMS, Browser
from tests.parts.pages import Page
from tools import page
from tools.workbooks import made

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROUNDS = 3
ROWS_OF_5_MB = 89_000
MOST_BYTES, MOST_SECONDS, MOST_TIMES = 10_000_000, 4, 6


def results() -> Iterator[Result]:
    """Run them all."""
    missing = [name for name in (*PROGRAMS.values(), "npm") if shutil.which(name) is None]
    if missing:
        raise LeftOutError(f"{missing[0]} is not installed")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        file = folder / "xlvp.html"
        file.write_bytes(page.page())
        size = file.stat().st_size
        yield Result("its size", f"{size / 1e6:.1f} MB", "under 10 MB", size < MOST_BYTES)
        for program in PROGRAMS:
            with Browser(program, folder / program) as browser:
                opened = Page(browser, file.as_uri())
                taken = min(seconds(opened.open) for _ in range(ROUNDS))
                what = f"from opening it to the first job, in {program.capitalize()}"
                yield Result(what, f"{taken:.1f} s", f"at most {MOST_SECONDS} s", taken <= MOST_SECONDS)
                if program == "chromium":
                    yield from against_the_command_line(opened, folder)


def against_the_command_line(opened: Page, folder: Path) -> Iterator[Result]:
    """Compare jobs with the same commands; a command has to start Python, and the page has to answer."""
    large, scales = folder / "large.xlsx", folder / "scales.xlsx"
    embed.workbook(large, ROWS_OF_5_MB)
    scales.write_bytes(made()[scales.name])
    size = large.stat().st_size / 1e6
    jobs: Sequence[tuple[str, str, Path | None, Sequence[str]]] = (
        ("a scorecard made", "new", None, ("new", "match.xlsx", "--force")),
        (f"functions put into {size:.1f} MB", "embed", large, ("embed", large.name, "--force")),
        ("workbooks/scales.xlsx checked", "check", scales, ("check", scales.name)),
    )
    for what, job, book, argv in jobs:
        opened.go(job)
        if book:
            opened.browser.choose(f"#{job} .drop input", [book])

        found = best(lambda job=job: clicked(opened, job), lambda argv=argv: typed(folder, argv), ROUNDS)  # type: ignore[misc]
        note = f"{found.ours:.2f} s against {found.other:.2f} s, with the start of Python, which the page has behind it"
        yield at_most(f"{what}, against the command line", found.ratio, MOST_TIMES, note)


def clicked(opened: Page, job: str) -> float:
    """Return how long a job takes in the page, from the click to the result."""
    opened.browser.request("forget")
    start = time.perf_counter()
    opened.send(job)
    taken = time.perf_counter() - start
    (shown,) = opened.results(job)
    if "refused" in shown.heading:
        raise LeftOutError(f"the page has refused a job: {shown.text}")
    return taken


def typed(folder: Path, argv: Sequence[str]) -> float:
    """Return how long the command takes."""
    command = [sys.executable, "-m", "xlvp", *argv]
    return seconds(lambda: subprocess.run(command, cwd=folder, capture_output=True, check=False))  # noqa: S603
