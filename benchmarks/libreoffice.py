"""In the running Calc: the extension against LOOKUP and against a start without it; the scorecard of a match."""

from __future__ import annotations

import re
import shutil
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.measure import Comparison, LeftOutError, Result, at_most, best, seconds
from tests.oracles.law77 import law77
from tests.parts.calc import Calc
from tests.parts.office import Office
from tests.templates.scorecard import Scorecard
from tools.examples import MATCH
from xlvp.rules.wbf import CONTINUOUS
from xlvp.templates.new import new

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.parts.office import Document

ROWS = 10_000
ROUNDS = 7
BOARDS = 64
VULNERABLE = ("", "NS", "EW", "NSEW")
"""Who is vulnerable on the boards 1 to 4; each further four boards begin one place on (Law 2)."""
TOP = 60
OURS, NATIVE = "WBFVP({margin};16)", "LOOKUP({margin};$D$1:$D$121;$E$1:$E$121)"


def results() -> Iterator[Result]:
    """Run them all."""
    if shutil.which("soffice") is None:
        raise LeftOutError("LibreOffice is not installed")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        yield from recalculation(Path(folder))
        yield from starting(Path(folder))
        yield from scorecard(Path(folder))


def recalculation(folder: Path) -> Iterator[Result]:
    """Compare 10,000 results with as many look-ups, in an array formula and cell by cell."""
    with Calc(folder / "calc") as calc, calc.open() as ours, calc.open() as native:
        for document in (ours, native):
            document.fill(f"A1:A{ROWS}", [[str(number % (2 * TOP + 1) - TOP)] for number in range(ROWS)])
            table = [[str(margin), str(CONTINUOUS.table(16).vp(margin))] for margin in range(-TOP, TOP + 1)]
            document.fill("D1:E121", table)

        place, column = f"B1:B{ROWS}", f"A1:A{ROWS}"
        ours.array_formula(place, "=" + OURS.format(margin=column))
        native.array_formula(place, "=" + NATIVE.format(margin=column))
        found = recalculated(ours, native)
        yield at_most(f"one array formula for {ROWS:,} cells, against Calc's own LOOKUP", found.ratio, 5)
        for document, formula in ((ours, OURS), (native, NATIVE)):
            document.array_formula(place, "")
            document.fill(place, [["=" + formula.format(margin=f"A{row}")] for row in range(1, ROWS + 1)])
        found = recalculated(ours, native)
        each = 1e6 * found.ours / ROWS
        yield Result(
            f"{ROWS:,} formulas, against LOOKUP",
            f"{found.ratio:.0f} times as long, {each:.0f} us for each",
            "at most 200 us",
            each <= 200,
        )


def recalculated(ours: Document, native: Document) -> Comparison:
    """Return the shortest recalculation of each; both must show the same."""
    if ours.values(f"B1:B{ROWS}") != native.values(f"B1:B{ROWS}"):
        raise AssertionError("the two ways differ: there is nothing to compare")
    return best(ours.recalculate, native.recalculate, ROUNDS)


def starting(folder: Path) -> Iterator[Result]:
    """Compare the start of a LibreOffice that has the extension with one that has not."""
    with ExitStack() as stack:  # the first start makes the profile
        stack.enter_context(Calc(folder / "with"))
        stack.enter_context(Office(folder / "without"))
    found = best(lambda: start(folder / "with"), lambda: start(folder / "without"), ROUNDS)
    more = max(0, 1000 * (found.ours - found.other))  # less is chance
    yield Result("the start of LibreOffice with the extension", f"{more:.0f} ms more", "at most 100 ms", more <= 100)
    first = 1000 * min(first_formula(folder / "with") for _ in range(3))
    what = "the first formula after the start, which loads Python"
    yield Result(what, f"{first:.0f} ms", "at most 500 ms", first <= 500)


def scorecard(folder: Path) -> Iterator[Result]:
    """Compare the scorecard of a long match, with every board entered, with an empty sheet."""
    entries = {name: (3 * rows)[:BOARDS] if len(rows) > 1 else rows for name, rows in MATCH.items()}
    book, _ = new("match", {"boards": BOARDS}, entries)
    with Office(folder / "card") as office, Scorecard(office, folder, book) as card, office.open() as empty:
        found = best(card.document.recalculate, empty.recalculate, ROUNDS)
        shown = list(zip(card.column("open_score"), card.column("closed_score"), strict=True))
    expected = [
        tuple(north_south(entries, room, board) for room in ("open", "closed")) for board in range(1, BOARDS + 1)
    ]
    right = sum(a == b for here, there in zip(shown, expected, strict=True) for a, b in zip(here, there, strict=True))
    yield Result(
        f"the scorecard of {BOARDS} boards worked out again, against an empty sheet",
        f"{1000 * found.ours:.0f} ms against {1000 * found.other:.1f} ms",
        "every score right",
        right == 2 * BOARDS,
        f"{right} of {2 * BOARDS} scores",
    )


def north_south(entries: dict[str, list[list[Any]]], room: str, board: int) -> int:
    """Return North-South's score on a board by the second reading of Law 77, and of Law 2."""
    ((result,),) = entries[f"{room}_result"][board - 1 : board]
    if result == "P":
        return 0
    contract, by, over = re.fullmatch("([1-7](?:NT|[CDHS])X*)([NESW])(=|[+-][0-9]+)", result).groups()  # type: ignore[union-attr]
    tricks = 6 + int(contract[0]) + (0 if over == "=" else int(over))
    strain = contract[1:].rstrip("X")
    sides = (VULNERABLE * 5)[(board - 1) % 16 + (board - 1) % 16 // 4]
    score = law77(int(contract[0]), strain, "X" * contract.count("X"), tricks, by in sides)
    return score if by in "NS" else -score


def start(profile: Path) -> float:
    """Return how long LibreOffice takes to start with a profile."""
    with Office(profile) as office:
        return office.start_seconds()


def first_formula(profile: Path) -> float:
    """Return how long the first formula takes."""
    with Office(profile) as office, office.open() as document:
        return seconds(lambda: document.formula("A1", "=IMPS(430)"))
