"""`xlvp new --results` ends within the same bounds, whatever the files hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.bounds.test_bounds import MEGABYTES, SECONDS, pytestmark, spent
from tests.results.test_hostile import HUGE

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["pytestmark"]

_SCORES = b'[Board "1"]\n[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result"]\n'
_GAME = b'[Board "%d"]\n[HomeTeam "%s"]\n[VisitTeam "B"]\n[Room "Open"]\n[Contract "Pass"]\n[Remark "%s"]\n\n'
_INHERITING = b'[Board "%d"]\n[VisitTeam "B"]\n[Room "Open"]\n[Contract "Pass"]\n[Remark "%s"]\n\n'
_LINE = b"<TRAVELLER_LINE><NS_PAIR_NUMBER>%d</NS_PAIR_NUMBER><EW_PAIR_NUMBER>x</EW_PAIR_NUMBER><SCORE>50</SCORE>"
_LINE += b"</TRAVELLER_LINE>"
MUCH = {
    ".lin": HUGE[".lin"][1:2],
    ".pbn": [
        *HUGE[".pbn"][5:7],
        _SCORES.replace(b"1", b"1000", 1)
        + b"1 2 4S N 9\n\n"
        + _SCORES
        + b"".join(b"%d x 4S N 9\n" % n for n in range(190_000)),
        _GAME % (1, b"A" * 4_000_000, b"") + b"".join(_GAME % (1 + n % 1000, b"#", b"%d" % n) for n in range(45_000)),
        _GAME % (1, b"##" + b"A" * 4_000, b"")
        + b"".join(_INHERITING % (1 + n % 1000, b"%d" % n) for n in range(49_000)),
        b"".join(b'[Own%d "##"]\n' % n for n in range(100_000)) + b'[Board "1"]\n\n' * 40_000,
        b"".join(_GAME % (1, b"A" * 3_500 + b"%d" % n, b"") for n in range(2_000)),
    ],
    ".bws": HUGE[".bws"][:1],
    ".csv": [
        HUGE[".csv"][0],
        b"round,home,away,home imps,away imps\n"
        + b"".join(b"1,A%d,B%d,1,2\n" % (each, each) for each in range(45_000)),
        b"board,ns,ew,score\n" + b"".join(b"%d,%d,x,50\n" % (1 + each % 900, each) for each in range(70_000)),
        b"board,ns,ew,score\n" + b"".join(b"1,%d,%d,50\n1,%d,%d,50\n" % (n, n + 1, n + 1, n) for n in range(25_000)),
        b"board,open\n" + b"".join(b"%d,P\n" % each for each in range(1, 1_000)),
        b"board,open,stanza\n" + b"".join(b"1,P,%d\n" % each for each in range(90_000)),
        b"board,open,stanza\n" + b"".join(b"1,P,%d\n1000,P,%d\n" % (each, each) for each in range(900)),
        b"board,ns,ew,score\n1000,1,x,50\n" + b"".join(b"1,%d,x,50\n" % each for each in range(70_000)),
        b"round,home,away,home imps,away imps\n"
        + b"".join(b"%d,%s%d,B%d,1,2\n" % (each, b"A" * 120_000, each, each) for each in range(1, 9)),
        b"board,open,event\n" + b"".join(b"1,P,Cup%d\n" % each for each in range(80_000)),
    ],
    ".xml": [
        HUGE[".xml"][6],
        b"<USEBIO><EVENT EVENT_TYPE='PAIRS'><BOARD><BOARD_NUMBER>1000</BOARD_NUMBER>"
        + _LINE % 1
        + b"</BOARD><BOARD><BOARD_NUMBER>1</BOARD_NUMBER>"
        + b"".join(_LINE % each for each in range(56_000))
        + b"</BOARD></EVENT></USEBIO>",
        b"<USEBIO><EVENT>"
        + b"<MATCH><TEAM>1</TEAM><OPPOSING_TEAM>2</OPPOSING_TEAM><START_BOARD_NUMBER>1</START_BOARD_NUMBER>"
        b"<END_BOARD_NUMBER>1000</END_BOARD_NUMBER></MATCH>" * 50_000 + b"</EVENT></USEBIO>",
    ],
}


@pytest.mark.parametrize(
    ("suffix", "number"), [(suffix, number) for suffix, files in MUCH.items() for number in range(len(files))]
)
def test_results(tmp_path: Path, suffix: str, number: int) -> None:
    (tmp_path / f"huge{suffix}").write_bytes(MUCH[suffix][number])
    used = spent(tmp_path, ["-m", "xlvp", "new", "out.xlsx", "--results", f"huge{suffix}"])
    assert used.code in (0, 1), used
    assert used.err.count("\n") <= 60
    assert all(line.startswith("xlvp") and line.isprintable() for line in used.err.splitlines())
    assert used.seconds < SECONDS, used
    assert used.megabytes < MEGABYTES, used
