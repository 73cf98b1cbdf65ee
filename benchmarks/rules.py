"""The rules: making the tables, reading them, importing the package."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from bisect import bisect_right
from itertools import pairwise
from typing import TYPE_CHECKING

import xlvp
from benchmarks.measure import Result, at_most, compare, faster
from xlvp.rules.imps import IMP_THRESHOLDS
from xlvp.rules.wbf import CONTINUOUS

if TYPE_CHECKING:
    from collections.abc import Iterator

BOARDS = range(1, 201)


def results() -> Iterator[Result]:
    """Run them all."""
    yield from making_tables()
    yield from reading_tables()
    yield from importing()


def literal_loop(boards: int) -> xlvp.VPTable:
    """Make a WBF table with Buchen's correction as he wrote it: a full pass for every single step."""

    def second_differences(table: list[int]) -> list[int]:
        gains = [b - a for a, b in pairwise(table)]
        return [0, 0, *(b - a for a, b in pairwise(gains))]

    table = xlvp.Curve.for_boards(boards).rounded()
    violations = second_differences(table)
    while any(v > 0 for v in violations):
        first = next(i for i, v in enumerate(violations) if v > 0)
        table[first - 1] += 1
        violations = second_differences(table)
    return xlvp.VPTable(table)


def making_tables() -> Iterator[Result]:
    """Compare the closed form with the literal loop, and a long match with a shorter one."""
    for boards in BOARDS:
        if literal_loop(boards).winner != CONTINUOUS.table(boards).winner:
            raise AssertionError(f"the two ways differ at {boards} boards: there is nothing to compare")
    made = compare(
        lambda: [xlvp.Curve.for_boards(boards).continuous() for boards in BOARDS],
        lambda: [literal_loop(boards) for boards in BOARDS],
    )
    yield faster("WBF tables for 1-200 boards, against the literal loop", made, 20)

    long, short = xlvp.Curve.for_boards(1000), xlvp.Curve.for_boards(100)
    growth = compare(lambda: [long.continuous() for _ in range(50)], lambda: [short.continuous() for _ in range(50)])
    longer = len(long.continuous().winner) / len(short.continuous().winner)
    what = f"a WBF table for 1000 boards, against 100 ({longer:.1f} times the rows)"
    yield at_most(what, growth.ratio, round(2 * longer, 1))


def reading_tables() -> Iterator[Result]:
    """Compare a warm call of each rule with the bare look-up inside it."""
    pick = random.Random(1)  # noqa: S311  (which differences are measured is no secret)
    diffs = [10 * pick.randint(-400, 400) for _ in range(100_000)]
    margins = [pick.randint(-60, 60) for _ in range(100_000)]
    tables = {boards: [CONTINUOUS.table(boards).vp(m) for m in range(-60, 61)] for boards in range(1, 37)}

    found = compare(
        lambda: [xlvp.imps(diff) for diff in diffs],
        lambda: [bisect_right(IMP_THRESHOLDS, diff) for diff in diffs],
    )
    yield at_most("imps(), against a bare bisect", found.ratio, 6)

    found = compare(
        lambda: [xlvp.wbf_vp(margin, 16) for margin in margins],
        lambda: [tables[16][margin + 60] for margin in margins],
    )
    yield at_most("wbf_vp(), against a bare two-level look-up", found.ratio, 10)

    yield from asking_again()

    million = margins * 10
    vp = CONTINUOUS.table(16).vp
    found = compare(
        lambda: [vp(margin) for margin in million],
        lambda: [xlvp.wbf_vp(margin, 16) for margin in million],
        rounds=3,
    )
    measured = f"{found.ours:.2f} s, {found.other:.2f} s"
    yield Result("a million margins: one table read, wbf_vp() for each", measured, "the table wins", found.ratio < 1)


def asking_again() -> Iterator[Result]:
    """Compare scores that have been asked for before with the bare look-up of a dict, as a card asks for them."""
    scores = {("4SX", 9, True): -200}
    found = compare(
        lambda: [xlvp.contract_score("4SX", 9, True) for _ in range(100_000)],
        lambda: [scores["4SX", 9, True] for _ in range(100_000)],
    )
    yield at_most("contract_score() of a contract asked for before, against a bare dict look-up", found.ratio, 8)

    results = {("4SXN-1", 1): -100}
    found = compare(
        lambda: [xlvp.board_score("4SXN-1", 1) for _ in range(100_000)],
        lambda: [results["4SXN-1", 1] for _ in range(100_000)],
    )
    what = "board_score() of a result asked for before, against a bare dict look-up"
    yield Result(what, f"{found.ratio:.1f} times as long")


def importing() -> Iterator[Result]:
    """Compare a Python that imports xlvp with one that does nothing."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}  # as when installed

    def start(program: str) -> None:
        subprocess.run([sys.executable, "-c", program], check=True, env=environment)  # noqa: S603

    started = compare(lambda: start("import xlvp"), lambda: start("pass"), rounds=20)
    more = 1000 * (started.ours - started.other)
    yield Result("import xlvp, against python -c pass", f"{more:.1f} ms more", "at most 15 ms", more <= 15)
