"""The page with all results: on which machine, with which versions, what was measured."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import xlvp

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from benchmarks.measure import Result

_INTRODUCTION = """# Benchmarks

Written by `python3 dev.py bench`, which measures everything again. Each figure is a ratio, or stands beside what it is
compared with: both were measured in the same run, turn by turn, and the best of several rounds counts. What should be
reached is the aim; where none is named, the line is there to be known. "Cells right" counts against the printed
tables in [tests/published](../tests/published/README.md) and second computations in `tests/oracles`.
"""

_PROGRAMS = {"LibreOffice": "soffice", "Node": "node", "Wine": "wine", "Chromium": "chromium", "Firefox": "firefox-esr"}


class Section(NamedTuple):
    """The results of one benchmark, and the reason if some or all of them are left out."""

    title: str
    results: Sequence[Result]
    left_out: str = ""


def page(sections: Iterable[Section]) -> str:
    """Return the page."""
    made = list(sections)
    aims = [result for section in made for result in section.results if result.aim]
    lines = [
        _INTRODUCTION,
        f"**{sum(result.met for result in aims)} of {len(aims)} aims are met**; the others say so.\n",
        "Machine: " + ", ".join(machine()) + ".  ",
        "Versions: " + ", ".join(versions()) + ".",
    ]
    for section in made:
        lines += ["", f"## {section.title}", "", *body(section)]
    return "\n".join(lines) + "\n"


def body(section: Section) -> Iterator[str]:
    """Write a section: a table, and below it what its lines need to be judged."""
    if section.results:
        yield from table(section.results)
    if section.left_out:
        yield from ([""] if section.results else [])
        yield f"Left out on this machine, {'the rest' if section.results else 'all of it'}: {section.left_out}."


def table(results: Sequence[Result]) -> Iterator[str]:
    """Write the results, each on a line."""
    yield "| What | Measured | Cells right | Aim | |"
    yield "|---|---|---|---|---|"
    notes: list[str] = []
    for result in results:
        if result.note:
            notes.append(result.note)
        mark = f" [{len(notes)}]" if result.note else ""
        met = ("met" if result.met else "**missed**") if result.aim else ""
        yield f"| {result.what}{mark} | {result.measured} | {result.right} | {result.aim} | {met} |"
    if notes:
        yield ""
        yield from (f"- [{number}] {note}" for number, note in enumerate(notes, start=1))


def machine() -> list[str]:
    """Return what kind of computer this is; nothing that tells which one."""
    described = [processor(), f"{os.cpu_count()} cores"]
    if hasattr(os, "sysconf"):
        described.append(f"{os.sysconf('SC_PHYS_PAGES') * os.sysconf('SC_PAGE_SIZE') / (1 << 30):.0f} GB of memory")
    try:
        system = platform.freedesktop_os_release()["PRETTY_NAME"]
    except OSError:
        system = f"{platform.system()} {platform.release()}"
    return [*described, system]


def processor() -> str:
    """Return the model of the processor."""
    listed = Path("/proc/cpuinfo")
    for line in listed.read_text(encoding="utf-8").splitlines() if listed.exists() else ():
        name, _, value = line.partition(":")
        if name.strip() == "model name":
            return value.strip()
    return platform.processor() or platform.machine()


def versions() -> Iterator[str]:
    """Name what took part."""
    yield f"xlvp {xlvp.__version__}"
    yield f"Python {platform.python_version()}"
    for name in ("openpyxl", "ironcalc"):
        yield f"{name} {version(name)}"
    for name, program in _PROGRAMS.items():
        found = shutil.which(program)
        if found is None:
            yield f"no {name}"
            continue
        done = subprocess.run([found, "--version"], capture_output=True, text=True, timeout=60, check=False)  # noqa: S603
        (said,) = done.stdout.split("\n")[:1]
        yield f"{name} " + next(word.lstrip("vwine-") for word in said.split() if any(map(str.isdigit, word)))
