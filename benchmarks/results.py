"""Files of results, against what must be done with any of them: to read it and to take it apart."""

from __future__ import annotations

import random
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from benchmarks.measure import Result, at_most, compare
from xlvp.results import lin

if TYPE_CHECKING:
    from collections.abc import Iterator

FILES = 500
BOARDS = 16
LIMIT = 5


def results() -> Iterator[Result]:
    """Run them all."""
    with TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{number}.lin" for number in range(FILES)]
        for number, path in enumerate(paths):
            path.write_text(record(number), encoding="utf-8")
        speed = compare(lambda: [lin.read(path) for path in paths], lambda: [split(path) for path in paths])
        read = [len(lin.read(path).problems) for path in paths]
    what = f"{FILES} LIN files of {BOARDS} boards, against reading and splitting them"
    yield at_most(what, speed.ratio, LIMIT)._replace(right=f"{read.count(0)} of {FILES}")
    yield Result("LIN files a second", f"{FILES / speed.ours:,.0f}")


def split(path: Path) -> list[str]:
    """Return what stands in a file between its bars."""
    with path.open("rb") as file:
        return file.read().decode().split("|")


def record(number: int) -> str:
    """Return the record of a match: its head, then bidding, play and comments of every board in both rooms."""
    chance = random.Random(number)  # noqa: S311
    contracts = [f"{chance.randint(1, 7)}{chance.choice('CDHSN')}{chance.choice('NESW')}" for _ in range(2 * BOARDS)]
    made = ",".join(f"{contract}{chance.choice(['', 'x'])}{chance.choice(['=', '-1', '-2'])}" for contract in contracts)
    players = ",".join(f"Player {seat}" for seat in range(8))
    head = f"vg|Event {number},Segment 1,I,1,{BOARDS},Avon,0,Brue,12|\r\nrs|{made}|\r\npn|{players}|pg||\r\n"
    trick = "pc|sA|pc|s5|pc|s2|pc|s9|pg||\r\n"
    board = "st||md|3S4H9654DT87CKQ984,SQ752HTDQ62CT7532|sv|o|mb|1S|mb|p|nt|who: what is said|pg||\r\n" + 13 * trick
    return head + "".join(f"qx|{room}{board_}|{board}" for board_ in range(1, BOARDS + 1) for room in "oc")
