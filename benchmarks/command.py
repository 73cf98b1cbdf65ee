"""The command: `python3 dev.py bench` runs every benchmark and writes RESULTS.md; with names, those alone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks import cells, draw, embed, excel, formula, libreoffice, rules, workbooks
from benchmarks import page as html
from benchmarks import results as recorded
from benchmarks.measure import LeftOutError
from benchmarks.peers import compare as peers
from benchmarks.report import Section, page
from tests.parts.program import ProgramError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from benchmarks.measure import Result

RESULTS = Path(__file__).with_name("RESULTS.md")


class Benchmark(NamedTuple):
    """Something to measure."""

    title: str
    results: Callable[[], Iterator[Result]]


BENCHMARKS = {
    "formula": Benchmark("The WBF formula without its correction", formula.results),
    "peers": Benchmark("Other packages", peers.results),
    "rules": Benchmark("The rules in Python", rules.results),
    "cells": Benchmark("Columns of cells", cells.results),
    "excel": Benchmark("The Excel add-in", excel.results),
    "embed": Benchmark("Functions put into a workbook", embed.results),
    "workbooks": Benchmark("Workbooks and LAMBDA names", workbooks.results),
    "draw": Benchmark("The draw of a Swiss round", draw.results),
    "results": Benchmark("Results of other programs", recorded.results),
    "libreoffice": Benchmark("LibreOffice Calc", libreoffice.results),
    "page": Benchmark("xlvp.html", html.results),
}


def main(names: Sequence[str]) -> int:
    """Run the benchmarks of these names, or all of them; only all of them make a new page."""
    unknown = [name for name in names if name not in BENCHMARKS]
    if unknown:
        print(f"there is no benchmark {unknown[0]!r}; there are {', '.join(BENCHMARKS)}")
        return 2
    sections = [measured(BENCHMARKS[name]) for name in names or BENCHMARKS]
    if not names:
        RESULTS.write_text(page(sections), encoding="utf-8")
        print(f"\nwritten: benchmarks/{RESULTS.name}")
    return 0


def measured(benchmark: Benchmark) -> Section:
    """Run one benchmark, and print each result as it comes."""
    print(f"\n{benchmark.title}")
    found: list[Result] = []
    try:
        for result in benchmark.results():
            print(result.line(), flush=True)
            found.append(result)
    except (LeftOutError, ProgramError) as reason:  # one program that fails must not lose what the others took
        (said,) = str(reason).splitlines()[:1]
        print(f"      left out: {said}")
        return Section(benchmark.title, found, said)
    return Section(benchmark.title, found)
