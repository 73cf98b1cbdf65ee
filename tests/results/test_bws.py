"""Files of Bridgemate: sessions of pairs, matches of teams, and what a database can do to whoever reads it."""

from __future__ import annotations

import builtins
import random
import struct
import time
from typing import TYPE_CHECKING, Any

import pytest

from tests.results.jet import BOOLEAN, LONG, PAGE, SHORT, TEXT, Columns, database
from xlvp.files import RefusedError
from xlvp.results.bws import read
from xlvp.results.formats import read as read_any
from xlvp.results.gathered import gather
from xlvp.results.model import Board, Line

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

RECEIVED: Columns = {
    "ID": LONG,
    "Section": SHORT,
    "Table": SHORT,
    "Round": SHORT,
    "Board": SHORT,
    "PairNS": SHORT,
    "PairEW": SHORT,
    "NS/EW": TEXT,
    "Contract": TEXT,
    "Result": TEXT,
    "Remarks": TEXT,
    "Erased": BOOLEAN,
}
PLAYERS: Columns = {"Section": SHORT, "Table": SHORT, "Direction": TEXT, "Number": TEXT, "Name": TEXT, "Round": SHORT}
ROUNDS: Columns = {"Section": SHORT, "Table": SHORT, "Round": SHORT, "NSPair": SHORT, "EWPair": SHORT}
SECTIONS: Columns = {"ID": SHORT, "Letter": TEXT, "Winners": SHORT}
NAMES: Columns = {"ID": LONG, "Name": TEXT, "strID": TEXT}
SESSION: Columns = {"ID": SHORT, "Name": TEXT, "Date": TEXT}


def result(
    board: int,
    ns: int,
    ew: int,
    contract: str | None,
    by: str | None = None,
    over: str | None = None,
    remarks: str = "",
    *,
    table: int = 1,
    round_: int = 1,
    section: int = 1,
    erased: bool = False,
) -> list[Any]:
    return [board, section, table, round_, board, ns, ew, by, contract, over, remarks, erased]


def written(path: Path, results: Sequence[Sequence[Any]], **more: tuple[Columns, Sequence[Sequence[Any]]]) -> Path:
    path.write_bytes(database({"ReceivedData": (RECEIVED, results), **more}))
    return path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "session.bws"


def test_a_session_of_pairs(path: Path) -> None:
    written(
        path,
        [
            result(22, 8, 8, "1 NT", "W", "+3"),
            result(4, 2, 3, "4 S x", "N", "-1", table=2),
            result(5, 2, 3, "PASS", table=2),
            result(6, 2, 3, "7 H", "S", "=", table=2, erased=True),
            result(6, 2, 3, "6 H xx", "S", "=", table=2),
            result(7, 2, 3, "", remarks="60%-40%", table=2),
            result(8, 2, 3, "", remarks="Not played", table=2),
            result(9, 2, 3, "", table=2),
        ],
        PlayerNumbers=(
            PLAYERS,
            [
                [1, 1, "E", "17", "", 0],
                [1, 1, "S", "12", "Sue", 0],
                [1, 1, "N", "11", "Ann", 0],
                [1, 1, "N", "11", "Later", 5],
            ],
        ),
        RoundData=(ROUNDS, [[1, 1, 1, 8, 8], [1, 2, 1, 2, 3]]),
        Section=(SECTIONS, [[1, "A  ", 2]]),
        PlayerNames=(NAMES, [[17, "Eve", "17"]]),
        Session=(SESSION, [[1, "Club night", "2026-11-18 00:00:00"]]),
    )
    found = read(path)
    assert found.problems == []
    assert found.session is not None
    assert found.session.lines == [
        Line(22, "8", "8", "1NTW+3", round=1),
        Line(4, "2", "3", "4SXN-1", round=1),
        Line(5, "2", "3", "P", round=1),
        Line(6, "2", "3", "6HXXS=", round=1),
        Line(7, "2", "3", None, 60, 40, 1),
    ]
    assert found.session.names == {("ns", "8"): "Ann - Sue", ("ew", "8"): "Eve"}
    assert (found.session.event, found.session.date, found.session.two_fields) == ("Club night", "2026-11-18", True)
    assert found.matches == []


def test_a_match_of_teams_with_who_sat_where(path: Path) -> None:
    seats = [[1, table, seat, "", f"{seat}{table}", 0] for table in (1, 2) for seat in "NESW"]
    written(
        path,
        [
            result(1, 2, 1, "4 S", "N", "-1", table=1),
            result(1, 1, 2, "4 S", "N", "=", table=2),
            result(2, 1, 2, "3 NT", "E", "+1", table=2),
        ],
        PlayerNumbers=(PLAYERS, seats),
    )
    (match,) = read(path).matches
    assert (match.home, match.away, match.round) == ("Team 1", "Team 2", 1)
    assert match.boards == {1: Board("4SN=", "4SN-1"), 2: Board("3NTE+1", None)}
    assert match.players["open_north"] == "N2"
    assert match.players["closed_west"] == "W1"
    assert len(match.players) == 8


def test_sections_are_told_apart(path: Path) -> None:
    written(
        path,
        [result(1, 1, 2, "1 C", "N", "="), result(1, 1, 2, "1 C", "N", "=", section=2)],
        Section=(SECTIONS, [[1, "A", 0], [2, "B", 0]]),
    )
    session = read(path).session
    assert session is not None
    assert [(line.ns, line.ew) for line in session.lines] == [("A1", "A2"), ("B1", "B2")]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (result(7, 2, 3, "4 S", "N", ""), "row 2, board 7: '4 S' has no result"),
        (result(7, 2, 3, "", "", "="), "row 2, board 7: tricks, but no contract"),
        (result(7, 2, 3, "4 S", "", "="), "row 2, board 7: no declarer"),
        (result(7, 2, 3, "4 S", "N", "+4"), "row 2, board 7: declarer cannot have taken 14 of 13 tricks"),
        (result(7, 2, 3, "4 Z", "N", "="), "row 2, board 7: no contract: '4 Z'"),
        (result(7, 0, 3, "4 S", "N", "="), "row 2, board 7: a result, but not of which pairs"),
        (result(0, 2, 3, "4 S", "N", "="), "row 2, board 0: a board's number must be a whole number from 1 to 1000"),
        (
            result(7, 2, 3, "4 S", "N", "=", "Wrong direction"),
            "row 2, board 7: the remark 'Wrong direction' is for the director to judge",
        ),
        (result(1, 1, 2, "1 C", "N", "-1"), "row 1, board 1: 2 different results for table 1, round 1; none is taken"),
    ],
)
def test_what_does_not_fit_is_named_by_its_row_and_left_out(path: Path, row: list[Any], said: str) -> None:
    found = read(written(path, [result(1, 1, 2, "1 C", "N", "="), row]))
    assert str(found.problems[0]).startswith(said)
    assert found.session is not None
    assert [line.result for line in found.session.lines] == (["1CN="] if len(found.problems) == 1 else [])


def test_a_remark_alone_is_named_and_nothing_is_made_of_it(path: Path) -> None:
    written(path, [result(7, 2, 3, None, remarks="Wrong direction")])
    assert read_any(path).session is None
    with pytest.raises(RefusedError) as refused:
        gather([path])
    assert str(refused.value) == (
        "no result can be taken; session.bws, row 1, board 7: the remark 'Wrong direction' is for the director to judge"
    )


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "not a database of Microsoft Access"),
        (b"PK\3\4", "not a database of Microsoft Access"),
        (b"\0\1\0\0Standard Jet DB\0", "the database is damaged"),
        (b"\0\1\0\0Standard Jet DB\0" + bytes(10_000), "the database is damaged"),
        (b"\0\1\0\0Standard ACE DB\0\2\0\0\0" + bytes(100_000), "the database is damaged"),
        (database({"Other": (SECTIONS, [[1, "A", 0]])}), "no table ReceivedData"),
        (database({"ReceivedData": (RECEIVED, [])}), "this has no results yet"),
        (database({"ReceivedData": (RECEIVED, [result(1, 1, 2, "1 C", "N", "=")] * 40)})[: 4 * PAGE], "is damaged"),
    ],
)
def test_what_is_no_file_of_bridgemate_is_refused(path: Path, data: bytes, said: str) -> None:
    path.write_bytes(data)
    with pytest.raises(RefusedError, match=said):
        read(path)


def test_pages_that_lead_in_circles_come_to_an_end(path: Path) -> None:
    """The definition of a table goes on on another page, which is the same one."""
    data = bytearray(database({"ReceivedData": (RECEIVED, [result(1, 1, 2, "1 C", "N", "=")])}))
    struct.pack_into("<I", data, 3 * PAGE + 4, 3)
    path.write_bytes(data)
    begun = time.perf_counter()
    with pytest.raises(RefusedError, match="the database is damaged"):
        read(path)
    assert time.perf_counter() - begun < 10


def test_more_rows_than_there_can_be_are_refused(path: Path) -> None:
    """Every page says that it has as many rows as fit in its list of them, all of the same bytes."""
    data = bytearray(database({"ReceivedData": (RECEIVED, [result(1, 1, 2, "1 C", "N", "=")] * 40)}))
    page = bytes(data[5 * PAGE : 6 * PAGE])
    swollen = bytearray(page)
    struct.pack_into("<H", swollen, 8, 900)
    swollen[10:1810] = page[10:12] * 900
    path.write_bytes(bytes(data) + bytes(swollen) * 2_000)
    begun = time.perf_counter()
    with pytest.raises(RefusedError, match=r"a table of more than 1,000,000 cells|is damaged"):
        read(path)
    assert time.perf_counter() - begun < 10


@pytest.mark.slow
def test_whatever_bytes_are_changed_it_is_read_or_refused(path: Path) -> None:
    whole = database({"ReceivedData": (RECEIVED, [result(1, 1, 2, "1 C", "N", "=")] * 40)})
    chance = random.Random(17)
    refused = 0
    for _ in range(200):
        data = bytearray(whole)
        for _ in range(chance.randint(1, 8)):
            data[chance.randrange(2 * PAGE, len(data))] = chance.choice((0, 1, 0x7F, 0xFF))
        path.write_bytes(data)
        try:
            read(path)
        except RefusedError:
            refused += 1
    assert refused > 0


def test_without_the_library_it_says_how_to_get_it(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(path, [result(1, 1, 2, "1 C", "N", "=")])
    original = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name.startswith(("access_parser", "xlvp.results.access")):
            raise ImportError(name)
        return original(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(RefusedError, match=r"pip install xlvp\[bws\]"):
        read(path)


def test_the_library_s_worries_stay_its_own(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    data = bytearray(database({"ReceivedData": (RECEIVED, [result(1, 1, 2, "1 C", "N", "=")])}))
    path.write_bytes(data + b"x")
    read(path)
    assert caplog.records == []
