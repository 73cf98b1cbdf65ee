"""Whatever a file holds, it is read or refused in words, and soon."""

from __future__ import annotations

import contextlib
import os
import random
import time
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.results.segments import POLISH_LEAGUE
from xlvp.files import RefusedError
from xlvp.results import lin, pbn, usebio
from xlvp.results.formats import SUFFIXES, read
from xlvp.results.source import LARGEST

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

_SOON = 10
"""Seconds: half of what such a file may take."""

HUGE = {
    ".lin": [b"vg|" * 2_500_000, b"rs|,|" * 1_500_000, b"vg|a,b,I,1,2,A,0,B,0|rs|" + b"P," * 3_500_000 + b"|"],
    ".pbn": [
        b"\n" * LARGEST,
        b"[" * LARGEST,
        b"{" * LARGEST,
        b'"\\' * (LARGEST // 2),
        b'[Board "1"]\n' * (LARGEST // 12),
        b'[Board "1"]\n[Room "Open"]\n[Contract "4S"]\n\n' * (LARGEST // 45),
        b'[Board "1"]\n[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result"]\n' + b"1 2 4S N 9\n" * 700_000,
        b'[Board "1"]' * 700_000,
    ],
    ".xml": [
        b"<USEBIO>" + b"<a/>" * 1_900_000,
        b"<USEBIO><EVENT>" + b"<BOARD>" * 900_000,
        b"<USEBIO " + b"a" * (LARGEST - 100),
        b"<USEBIO><EVENT>" + b"x" * (LARGEST - 100),
        b"<!--" * 1_900_000,
        b'<!DOCTYPE USEBIO [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><USEBIO>&b;</USEBIO>',
        b"<USEBIO><EVENT><MATCH><TEAM>1</TEAM><OPPOSING_TEAM>2</OPPOSING_TEAM><BOARD><BOARD_NUMBER>1</BOARD_NUMBER>"
        + b"<TRAVELLER_LINE><DIRECTION>NS</DIRECTION><CONTRACT>9S</CONTRACT></TRAVELLER_LINE>" * 90_000
        + b"</BOARD></MATCH></EVENT></USEBIO>",
    ],
    ".csv": [b"board,open\n" + b"1,4S\n" * 190_000, b"," * 999_999, b"board" + b",open" * 190_000],
    ".bws": [
        b"\0\1\0\0Standard Jet DB\0" + b"\1\1\0\0" * 7_000_000,
        b"\0\1\0\0Standard Jet DB\0" + b"\2\1VC" * 7_000_000,
    ],
}


@pytest.mark.parametrize(
    ("suffix", "number"), [(suffix, number) for suffix, files in HUGE.items() for number in range(len(files))]
)
def test_huge_files_are_done_with_soon(tmp_path: Path, suffix: str, number: int) -> None:
    path = tmp_path / f"huge{suffix}"
    path.write_bytes(HUGE[suffix][number])
    begun = time.perf_counter()
    try:
        read(path)
    except RefusedError as refusal:
        assert len(str(refusal)) < 500  # noqa: PT017  # that it is short is all that is asked of it
    assert time.perf_counter() - begun < _SOON


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_every_format_refuses_what_is_empty_too_large_or_no_file(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"results{suffix}"
    path.write_bytes(b"")
    with pytest.raises(RefusedError, match=f"results{suffix}: "):
        read(path)
    with path.open("wb") as file:
        file.truncate(33_000_000)
    with pytest.raises(RefusedError, match="too large"):
        read(path)
    path.unlink()
    path.mkdir()
    with pytest.raises(RefusedError, match="a folder"):
        read(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="POSIX files")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "pipe.lin"
    os.mkfifo(path)
    with pytest.raises(RefusedError, match="a folder or a device"):
        read(path)


GAMES = '[Event "Cup"]\n[Board "1"]\n[HomeTeam "A"]\n[VisitTeam "B"]\n[Room "Open"]\n[Contract "4S"]\n[Declarer "N"]\n'
GAMES += '[Result "10"]\n[Score "NS 420"]\n\n[Board "2"]\n[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result"]\n'
GAMES += "1 2 4S N 10\n"
BOARDS = (
    "<USEBIO><EVENT EVENT_TYPE='TEAMS'><MATCH><TEAM>1</TEAM><OPPOSING_TEAM>2</OPPOSING_TEAM><BOARD><BOARD_NUMBER>1"
    "</BOARD_NUMBER><TRAVELLER_LINE><DIRECTION>NS</DIRECTION><CONTRACT>4S</CONTRACT><PLAYED_BY>N</PLAYED_BY>"
    "<TRICKS>9</TRICKS></TRAVELLER_LINE></BOARD></MATCH></EVENT></USEBIO>"
)


@pytest.mark.parametrize("text", [POLISH_LEAGUE, GAMES, BOARDS], ids=["lin", "pbn", "usebio"])
def test_whatever_is_cut_off_doubled_or_changed_is_read_or_refused(text: str) -> None:
    chance = random.Random(78)
    for _ in range(400):
        changed = text
        for _ in range(chance.randint(1, 4)):
            place, length = chance.randrange(len(changed)), chance.randint(0, 30)
            put = chance.choice(
                ["", "|", '"', "<", "]", "^", "-", "9" * 30, "\0", "\ud7ff", changed[place : place + 40]]
            )
            changed = changed[:place] + put + changed[place + length :]
        try:
            if text is POLISH_LEAGUE:
                lin.parse(changed)
            elif text is GAMES:
                pbn.parse(changed)
            else:
                usebio.parse(changed.encode())
        except RefusedError:
            pass


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=300), st.sampled_from(["lin", "pbn", "usebio"]))
def test_any_bytes_at_all(data: bytes, kind: str) -> None:
    readers = {
        "lin": lambda: lin.parse(f"vg|a,b,I,1,9,A,0,B,0|rs|{data.decode('cp1252', 'replace')}|"),
        "pbn": lambda: pbn.parse(f'[Board "1"]\n[Room "Open"]\n[Contract "{data.decode("cp1252", "replace")}"]'),
        "usebio": lambda: usebio.parse(data),
    }
    with contextlib.suppress(RefusedError):
        readers[kind]()
