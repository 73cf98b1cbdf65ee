"""The extension in the running Calc: against Calc's own LOOKUP of the same table, and against a start without it."""

from __future__ import annotations

import shutil
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.measure import report, seconds
from tests.parts.calc import Calc
from tests.parts.office import Office
from xlvp.rules.wbf import CONTINUOUS

if TYPE_CHECKING:
    from tests.parts.office import Document

ROWS = 10_000
ROUNDS = 7
TOP = 60
OURS, NATIVE = "WBFVP({margin};16)", "LOOKUP({margin};$D$1:$D$121;$E$1:$E$121)"


def main() -> None:
    """Run them all."""
    if shutil.which("soffice") is None:
        print("left out: the extension, since LibreOffice is not installed")
        return
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        recalculation(Path(folder))
        starting(Path(folder))


def recalculation(folder: Path) -> None:
    """Compare 10,000 results with as many look-ups, in an array formula and cell by cell."""
    with Calc(folder / "calc") as calc, calc.open() as ours, calc.open() as native:
        for document in (ours, native):
            document.fill(f"A1:A{ROWS}", [[str(number % (2 * TOP + 1) - TOP)] for number in range(ROWS)])
            table = [[str(margin), str(CONTINUOUS.table(16).vp(margin))] for margin in range(-TOP, TOP + 1)]
            document.fill("D1:E121", table)

        place, column = f"B1:B{ROWS}", f"A1:A{ROWS}"
        ours.array_formula(place, "=" + OURS.format(margin=column))
        native.array_formula(place, "=" + NATIVE.format(margin=column))
        first, second = best(ours, native)
        report(
            f"an array formula for {ROWS:,} cells in {1000 * first:.0f} ms, against LOOKUP",
            f"{first / second:.1f} times",
            "<= 5",
            first <= 5 * second,
        )
        for document, formula in ((ours, OURS), (native, NATIVE)):
            document.array_formula(place, "")
            document.fill(place, [["=" + formula.format(margin=f"A{row}")] for row in range(1, ROWS + 1)])
        first, second = best(ours, native)
        report(
            f"{ROWS:,} formulas in {1000 * first:.0f} ms, against LOOKUP in {1000 * second:.0f} ms",
            f"{1e6 * first / ROWS:.0f} us for each",
            "<= 200 us",
            first / ROWS <= 200e-6,
        )


def best(ours: Document, native: Document) -> tuple[float, float]:
    """Return the shortest recalculation of each, turn by turn; both must show the same."""
    if ours.values(f"B1:B{ROWS}") != native.values(f"B1:B{ROWS}"):
        raise AssertionError("the two ways differ: there is nothing to compare")
    pairs = [(ours.recalculate(), native.recalculate()) for _ in range(ROUNDS)]
    return min(pair[0] for pair in pairs), min(pair[1] for pair in pairs)


def starting(folder: Path) -> None:
    """Compare the start of a LibreOffice that has the extension with one that has not."""
    with ExitStack() as stack:  # the first start makes the profile
        stack.enter_context(Calc(folder / "with"))
        stack.enter_context(Office(folder / "without"))
    pairs = [(start(folder / "with"), start(folder / "without")) for _ in range(ROUNDS)]
    more = 1000 * (min(pair[0] for pair in pairs) - min(pair[1] for pair in pairs))
    report("the start of LibreOffice with the extension", f"{more:.0f} ms more", "<= 100 ms", more <= 100)
    first = 1000 * min(first_formula(folder / "with") for _ in range(3))
    report("the first formula after the start, which loads Python", f"{first:.0f} ms", "<= 500 ms", first <= 500)


def start(profile: Path) -> float:
    """Return how long LibreOffice takes to start with a profile."""
    with Office(profile) as office:
        return office.start_seconds()


def first_formula(profile: Path) -> float:
    """Return how long the first formula takes."""
    with Office(profile) as office, office.open() as document:
        return seconds(lambda: document.formula("A1", "=IMPS(430)"))
