"""What `imps`, `vp` and `table` print: for people, as CSV and as JSON."""

from __future__ import annotations

import csv
import io
import json
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest

import xlvp
from tests.cli.running import output, run
from tests.oracles import buchen
from tests.published import published
from xlvp.rules.scales import SCALES

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("arguments", "printed"),
    [
        ("imps 430", "10\n"),
        ("imps 420 -1100 10", "9\n-15\n0\n"),
        ("imps 45.5 -0.0", "1\n0\n"),
        ("vp 23 --boards 16", "15.56 - 4.44\n"),
        ("vp -23 --boards 16", "4.44 - 15.56\n"),
        ("vp 0 --boards 16", "10.00 - 10.00\n"),
        ("vp 60 --boards 16", "20.00 - 0.00\n"),
        ("vp -60 --boards 16", "0.00 - 20.00\n"),
        ("vp 23 -23 0 --boards 16", "15.56 - 4.44\n4.44 - 15.56\n10.00 - 10.00\n"),
        ("vp --boards 16 23 --scale WBF -23", "15.56 - 4.44\n4.44 - 15.56\n"),
        ("vp 23 --boards 7 --scale ACBL20", "18 - 2\n"),
        ("vp 23 --boards 7 --scale 30", "28 - 2\n"),
        ("vp 22.5 --boards 7 --scale 20", "18 - 2\n"),
        ("vp 16 --boards 8 --scale wbf-discrete", "15 - 5\n"),
        ("vp 40 --boards 8 --scale nabc+", "19.73 - 0.27\n"),
        ("vp -0.5 --boards 1000 --scale nabc+", "9.98 - 10.02\n"),
    ],
)
def test_results(capsys: pytest.CaptureFixture[str], arguments: str, printed: str) -> None:
    assert output(capsys, *arguments.split()) == printed


def test_table_is_aligned(capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, "table", "--boards", "7", "--scale", "ACBL 20") == (
        "ACBL 20 scale, 7 boards\n"
        "\n"
        "     IMPs   winner   loser\n"
        "        0       10      10\n"
        "      1-2       11       9\n"
        "      3-4       12       8\n"
        "      5-7       13       7\n"
        "     8-10       14       6\n"
        "    11-13       15       5\n"
        "    14-16       16       4\n"
        "    17-19       17       3\n"
        "    20-23       18       2\n"
        "    24-27       19       1\n"
        "      28+       20       0\n"
    )


def test_table_for_one_board(capsys: pytest.CaptureFixture[str]) -> None:
    lines = output(capsys, "table", "--boards", "1.0").splitlines()
    assert lines[0] == "WBF scale, 1 board"
    assert lines[3] == "        0    10.00   10.00"
    assert lines[-1] == "      15+    20.00    0.00"


@pytest.mark.parametrize("scale", [scale.name for scale in SCALES])
def test_table_as_csv(capsys: pytest.CaptureFixture[str], scale: str) -> None:
    text = output(capsys, "table", "--boards", "12", "--scale", scale, "--csv")
    header, *rows = csv.reader(io.StringIO(text))
    assert header == ["from", "to", "winner", "loser"]
    read = [(int(a), int(b) if b else None, float(c), float(d)) for a, b, c, d in rows]
    assert read == list(xlvp.vp_scale(12, scale))


def as_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    text = output(capsys, *arguments, "--json")
    assert text.isascii()
    assert text.count("\n") == 1
    return json.loads(text)


def test_imps_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """Every threshold of the Laws, and one point less."""
    law = [row for row in published("imp_scales") if row["source"] == "Law 78B, 2017"]
    expected = [{"diff": int(row["from"]), "imps": int(row["imps"])} for row in law]
    lost = [{"diff": -int(row["to"]), "imps": -int(row["imps"])} for row in law if row["to"]]
    asked = [str(line["diff"]) for line in (*expected, *lost)]
    assert as_json(capsys, "imps", *asked) == {"results": expected + lost}


def test_vps_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    one = buchen.continuous(Decimal(8))[0][1]
    told = as_json(capsys, "vp", "40", "-40", "0.5", "--boards", "8")
    assert told == {
        "scale": "WBF",
        "boards": 8,
        "results": [
            {"margin": 40, "ours": 19.74, "theirs": 0.26},
            {"margin": -40, "ours": 0.26, "theirs": 19.74},
            {"margin": 0.5, "ours": float(one), "theirs": float(20 - one)},  # rounded to the nearest IMP
        ],
    }
    whole = as_json(capsys, "vp", "23", "--boards", "7.0", "--scale", "acbl-20")
    assert whole == {"scale": "ACBL 20", "boards": 7, "results": [{"margin": 23, "ours": 18, "theirs": 2}]}
    assert all(isinstance(number, int) for number in whole["results"][0].values())


def test_a_table_of_ones_own_as_json(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "club.csv").write_text("0,15,15\n3,16,14\n70,25,-2.5\n")
    told = as_json(capsys, "vp", "75", "-2", "--scale", "club.csv")
    results = [{"margin": 75, "ours": 25, "theirs": -2.5}, {"margin": -2, "ours": 15, "theirs": 15}]
    assert told == {"scale": "club.csv", "boards": None, "results": results}
    rows = [
        {"from": 0, "to": 2, "winner": 15, "loser": 15},
        {"from": 3, "to": 69, "winner": 16, "loser": 14},
        {"from": 70, "to": None, "winner": 25, "loser": -2.5},
    ]
    assert as_json(capsys, "table", "--scale", "club.csv") == {"scale": "club.csv", "boards": None, "rows": rows}


@pytest.mark.parametrize("scale", [scale.name for scale in SCALES])
def test_table_as_json(capsys: pytest.CaptureFixture[str], scale: str) -> None:
    told = as_json(capsys, "table", "--boards", "12", "--scale", scale)
    assert (told["scale"], told["boards"]) == (scale, 12)
    assert [tuple(row) for row in told["rows"]] == [("from", "to", "winner", "loser")] * len(told["rows"])
    assert [tuple(row.values()) for row in told["rows"]] == list(map(tuple, xlvp.vp_scale(12, scale)))


def test_a_bad_number_among_good_ones_prints_nothing() -> None:
    for command in (["imps", "430", "inf"], ["vp", "3", "inf", "--boards", "8", "--json"]):
        assert run(*command).stdout == ""
