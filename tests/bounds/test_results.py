"""`xlvp new --results` ends within the same bounds, whatever the files hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.bounds.test_bounds import MEGABYTES, SECONDS, pytestmark, spent
from tests.results.test_hostile import HUGE

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["pytestmark"]

MUCH = {
    ".lin": HUGE[".lin"][1:2],
    ".pbn": HUGE[".pbn"][5:7],
    ".bws": HUGE[".bws"][:1],
    ".csv": [
        HUGE[".csv"][0],
        b"round,home,away,home imps,away imps\n"
        + b"".join(b"1,A%d,B%d,1,2\n" % (each, each) for each in range(45_000)),
        b"board,ns,ew,score\n" + b"".join(b"%d,%d,x,50\n" % (1 + each % 900, each) for each in range(70_000)),
        b"board,ns,ew,score\n" + b"".join(b"1,%d,%d,50\n1,%d,%d,50\n" % (n, n + 1, n + 1, n) for n in range(25_000)),
        b"board,open\n" + b"".join(b"%d,P\n" % each for each in range(1, 1_000)),
    ],
    ".xml": [
        HUGE[".xml"][6],
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
