"""A match that goes out as PBN or CSV and comes in again is the same."""

from __future__ import annotations

import csv
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings

from tests.results.matches import stanzas
from xlvp.results import pbn, table
from xlvp.results.model import ROOMS, Board, Match
from xlvp.results.writers import as_csv, as_pbn


def read_csv(data: bytes) -> list[Match]:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "match.csv"
        path.write_bytes(data)
        found = table.read(path)
    assert found.problems == []
    return found.matches


@settings(max_examples=150, deadline=None)
@given(stanzas())
def test_csv_and_back(match: list[Match]) -> None:
    assert read_csv(as_csv(match)) == match


@settings(max_examples=150, deadline=None)
@given(stanzas())
def test_pbn_and_back(match: list[Match]) -> None:
    for stanza in match:  # a game without a room says nothing of who sits there, nor of an award's room
        for room in ROOMS:
            if all(board.result(room) is None for board in stanza.boards.values()):
                stanza.players = {seat: name for seat, name in stanza.players.items() if not seat.startswith(room)}
    found = pbn.parse(as_pbn(match).decode())
    assert found.problems == []
    assert found.matches == match


MATCH = Match(
    'Avon "A"',
    "=Brue",
    "Cup",
    date="2026-11-18",
    players={"open_north": "Ann", "closed_west": "Wim"},
    boards={7: Board("4SXN-1", -50), 8: Board("P", None, 3.0, 0.0, "fouled; replaced"), 9: Board()},
)


def test_what_stands_in_the_csv_file() -> None:
    written = as_csv([MATCH]).decode("utf-8-sig")
    columns = "board,open,closed,home award,away award,note,home,away,event,date,home sits,open north,closed west"
    assert list(csv.reader(written.splitlines())) == [
        columns.split(","),
        ["7", "4SXN-1", "-50", "", "", "", 'Avon "A"', "'=Brue", "Cup", "2026-11-18", "N-S", "Ann", "Wim"],
        ["8", "P", "", "3.0", "0.0", "fouled; replaced", 'Avon "A"', "'=Brue", "", "", "", "", ""],
        ["9", "", "", "", "", "", 'Avon "A"', "'=Brue", "", "", "", "", ""],
    ]


def test_what_stands_in_the_pbn_file() -> None:
    games = as_pbn([MATCH]).decode().split("\n\n")
    assert len(games) == 4  # board 7 twice, 8 once, and 9, which stands open
    assert games[0] == (
        "% PBN 2.1\n% EXPORT\n"
        '[Event "Cup"]\n[Site ""]\n[Date "2026.11.18"]\n[Board "7"]\n[West ""]\n[North "Ann"]\n[East ""]\n[South ""]\n'
        '[Dealer "S"]\n[Vulnerable "All"]\n[Deal ""]\n[Scoring "IMP"]\n[Declarer "N"]\n[Contract "4SX"]\n[Result "9"]\n'
        '[Score "NS -200"]\n[HomeTeam "Avon \\"A\\""]\n[VisitTeam "=Brue"]\n[Room "Open"]'
    )
    assert '[Score "NS -50"]' in games[1]
    assert '[Contract ""]' in games[1]


@pytest.mark.parametrize("entry", ["4SN=", "P", -50, "NP"])
def test_each_kind_of_entry_is_in_both(entry: str | int) -> None:
    match = [Match("A", "B", boards={1: Board(entry, entry)})]
    assert read_csv(as_csv(match)) == pbn.parse(as_pbn(match).decode()).matches == match
