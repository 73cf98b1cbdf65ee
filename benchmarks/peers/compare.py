"""Each function that another package has, on every cell of its table: how many are right, and how fast it is.

What is right says a source apart from both: the printed Law 78B, and second computations of Law 77 and of Buchen's
algorithm. A call is made from a loop in the package's own process and language.
"""

from __future__ import annotations

import sys
from decimal import Decimal
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import xlvp
from benchmarks.measure import LeftOutError, Result, best, seconds
from benchmarks.peers.fetch import PEERS, fetched
from tests.oracles import buchen
from tests.oracles.law77 import law77
from tests.parts.program import Program
from tests.published import published

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from benchmarks.peers.fetch import Peer

HERE = Path(__file__).parent
ROUNDS = 7
CALLS = 20_000
"""At least this many calls are timed together."""
STRAINS = ("C", "D", "H", "S", "NT")
LAW_78B = "Law 78B, 2017"


class Table(NamedTuple):
    """What is asked: the cells as the other packages are given them, what is official, and how xlvp is called."""

    title: str
    cells: list[Any]
    official: list[float]
    source: str
    arguments: list[tuple[Any, ...]]
    ours: Callable[..., float]


def tables() -> dict[str, Table]:
    """Return every table, by the name that the programs know it by."""
    return {"imps": imps(), "contracts": contracts(), "wbf": wbf()}


def imps() -> Table:
    """Return the IMPs for every difference from -8000 to 8000."""
    scale = [row for row in published("imp_scales") if row["source"] == LAW_78B]
    diffs = range(-8000, 8001, 10)

    def official(diff: int) -> int:
        won = max((int(row["imps"]) for row in scale if int(row["from"]) <= abs(diff)), default=0)
        return won if diff > 0 else -won

    return Table(
        "IMPs, differences -8000 to 8000",
        list(diffs),
        [official(diff) for diff in diffs],
        LAW_78B,
        [(diff,) for diff in diffs],
        xlvp.imps,
    )


def contracts() -> Table:
    """Return the score of every contract, doubled or not, vulnerable or not, for every number of tricks."""
    cells = list(product(range(1, 8), STRAINS, ("", "X", "XX"), range(14), (False, True)))
    return Table(
        "scores of all contracts",
        cells,
        [law77(*cell) for cell in cells],
        "Law 77, 2017",
        [(f"{level}{strain}{risk}", tricks, vulnerable) for level, strain, risk, tricks, vulnerable in cells],
        xlvp.contract_score,
    )


def wbf() -> Table:
    """Return the WBF VPs for 1 to 64 boards and every margin to the blitz, won and lost."""
    cells, official = [], []
    for boards in range(1, 65):
        table, _ = buchen.continuous(Decimal(boards))
        for margin, won in enumerate(table):
            cells += [(margin, boards), (-margin, boards)][: 2 if margin else 1]
            official += [float(won), float(20 - won)][: 2 if margin else 1]
    return Table(
        "WBF VPs, 1-64 boards, every margin to the blitz",
        cells,
        official,
        'P. Buchen, "WBF VP Scales"',
        cells,
        xlvp.wbf_vp,
    )


OFFERS = {
    "bridge-scoring": ("imps", "contracts", "wbf"),
    "bridge-scorer": ("imps", "contracts"),
    "endplay": ("contracts",),
}
"""What each package has of the tables."""

NOTES = {
    "bridge-scoring": "victory points for ten numbers of boards from 6 to 32",
    "bridge-scorer": "no victory points; cross-IMPs and Butler rest on these IMPs",
    "endplay": "neither IMPs nor victory points; the contract is read from text, as by xlvp",
}


def results() -> Iterator[Result]:
    """Run them all."""
    asked = tables()
    for table in asked.values():
        right = count_right(table, [table.ours(*arguments) for arguments in table.arguments])
        tried = len(table.cells)
        yield Result(
            f"xlvp: {table.title}", "", "every cell right", right == tried, f"{right:,} of {tried:,}", table.source
        )
    for peer in PEERS:
        label = f"{peer.name} {peer.version} ({peer.language})"
        try:
            folder, source = fetched(peer)
        except LeftOutError as reason:
            yield Result(label, f"left out: {reason}")
            continue
        with Program(program(peer, folder)) as other:
            for name in OFFERS[peer.name]:
                note = NOTES.get(peer.name, "") if name == "contracts" else ""
                origin = "" if source == peer.home else f"not to be had from {peer.home}; taken from {source}"
                yield compared(label, other, name, asked[name], origin if name == "imps" else note)


def program(peer: Peer, folder: Path) -> list[str | Path]:
    """Return the command that starts the program which calls a package."""
    if peer.language == "Python":
        return [sys.executable, HERE / "ask_endplay.py", folder]
    return ["node", HERE / "ask.cjs", peer.name, folder]


def compared(label: str, other: Program, name: str, table: Table, note: str) -> Result:
    """Ask a package for a whole table, and then only for what it does not refuse, turn by turn with xlvp."""
    given = other.request("prepare", what=name, cells=table.cells)
    known = [place for place, answer in enumerate(given) if answer is not None]
    wrong = [place for place in known if given[place] != table.official[place]]
    often = known * (1 + CALLS // len(known))
    other.request("prepare", what=name, cells=[table.cells[place] for place in often])
    arguments = [table.arguments[place] for place in often]

    def ours() -> None:
        for each in arguments:
            table.ours(*each)

    found = best(lambda: seconds(ours), lambda: other.request("seconds"), ROUNDS)
    notes = [note] if note else []
    if wrong:
        first = wrong[0]
        shown = ", ".join(map(str, table.arguments[first]))
        notes.append(f"{shown}: it gives {given[first]}, official is {table.official[first]} ({table.source})")
    ours_a_second, theirs_a_second = (len(often) / taken / 1e6 for taken in found)
    refused = len(given) - len(known)
    return Result(
        f"{label}: {table.title}",
        f"xlvp is {1 / found.ratio:.2g} times as fast ({ours_a_second:.2g} against {theirs_a_second:.2g} million calls"
        " a second)",
        right=f"{len(known) - len(wrong):,} of {len(known):,}" + (f", {refused:,} refused" if refused else ""),
        note="; ".join(notes),
    )


def count_right(table: Table, given: list[float]) -> int:
    """Return how many cells are as they should be."""
    return sum(a == b for a, b in zip(given, table.official, strict=True))
