"""`xlvp check` with --cells, --csv and --json: no text of a workbook does harm in these lists."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.check.made import LAW, Cells, book, club, columns
from tests.check.test_causes import CLUBS, official, uncorrected
from xlvp.cli import main
from xlvp.page import shows

if TYPE_CHECKING:
    from collections.abc import Sequence

IMPS = [imps for *_, imps in LAW]
FROM = [start for start, _, _ in LAW]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("club.xlsx").write_bytes(club())
    Path("vps.xlsx").write_bytes(book(CLUBS["no correction, 24 boards"].sheets).getvalue())


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["check", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def in_csv(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text)))


def differing() -> int:
    """Return how many cells of winners and losers differ in that table."""
    return 2 * sum(wrong != right for wrong, right in zip(uncorrected(24), official(24), strict=True))


def test_each_wrong_cell(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "vps.xlsx", "--cells")
    *cells, last = out.splitlines()
    assert (code, len(cells), last) == (1, differing(), "1 finding in 1 workbook")
    assert cells[0] == "VPs!B7: 11.22, but winning by 5 IMPs is worth 11.23"
    assert cells[1] == "VPs!C7: 8.78, but losing by 5 IMPs is worth 8.77"


def test_comma_separated_values(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "club.xlsx", "vps.xlsx", "--csv")
    rows = in_csv(out)
    assert code == 1
    assert rows[0] == ["workbook", "sheet", "cells", "verdict", "text"]
    assert [row[:4] for row in rows[1:]] == [
        ["club.xlsx", "Scales", "B21", "wrong"],
        ["club.xlsx", "Scales", "A26", "wrong"],
        ["club.xlsx", "VPs", "A2:B45", "wrong"],
        ["club.xlsx", "Match", "E2:E25", "wrong"],
        ["vps.xlsx", "VPs", "A2:C76", "wrong"],
    ]
    assert rows[1][4] == "2040, but 19 IMPs end at 2240"
    assert len(in_csv(run(capsys, "vps.xlsx", "--csv", "--cells")[1])) == 1 + differing()


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    Path("right.xlsx").write_bytes(book({"Scales": columns([FROM, IMPS])}).getvalue())
    Path("bad.xlsx").write_bytes(b"PK")
    code, out, err = run(capsys, "vps.xlsx", "bad.xlsx", "right.xlsx", "--json")
    assert code == 1
    assert err.startswith("xlvp check: bad.xlsx: ")
    wrong, right = json.loads(out)
    assert (wrong["workbook"], right["workbook"]) == ("vps.xlsx", "right.xlsx")
    (finding,) = wrong["findings"]
    assert (finding["sheet"], finding["where"]) == ("VPs", "A2:C76")
    assert len(finding["cells"]) == differing()
    assert finding["cells"][0] == {
        "where": "B7",
        "text": "11.22, but winning by 5 IMPs is worth 11.23",
        "right": 11.23,
    }
    assert right["findings"] == right["left_alone"] == right["warnings"] == []
    assert right["right"] == [{"sheet": "Scales", "where": "A2:B26", "text": "the IMP scale"}]


def test_json_and_csv_at_once_are_bad_usage(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["check", "club.xlsx", "--csv", "--json"])
    assert stopped.value.code == 2
    assert "do not go together" in capsys.readouterr().err


HOSTILE = ["=HYPERLINK(1)", "+1", "-1", "@SUM(A1)", "\u202e=1", "a\u2028b", 'Bob\'s, "x"']


def hostile_books() -> Sequence[tuple[str, Cells]]:
    scale = columns([[*FROM[:5], "=1+1", *FROM[6:]], IMPS])
    scale[7, 1] = "@evil\u0085\u200e"
    return [(name, scale) for name in HOSTILE]


def everything_in(value: Any) -> list[str]:
    """Return every text in what JSON holds."""
    if isinstance(value, dict):
        return [text for each in value.values() for text in everything_in(each)]
    if isinstance(value, list):
        return [text for each in value for text in everything_in(each)]
    return [value] if isinstance(value, str) else []


def test_texts_of_a_workbook_do_no_harm(capsys: pytest.CaptureFixture[str]) -> None:
    Path("=evil.xlsx").write_bytes(book(dict(hostile_books())).getvalue())
    rows = in_csv(run(capsys, "=evil.xlsx", "--csv", "--cells")[1])
    assert len(rows) == 1 + len(HOSTILE)
    texts = [cell for row in rows for cell in row]
    assert not [text for text in texts if text.startswith(("=", "+", "-", "@", "\t", "\r"))]
    assert all(text.isprintable() for text in texts)
    assert {row[1] for row in rows[1:]} >= {"'=HYPERLINK(1)", "'+1", "'-1", "'@SUM(A1)"}
    assert {row[0] for row in rows[1:]} == {"'=evil.xlsx"}
    texts = everything_in(json.loads(run(capsys, "=evil.xlsx", "--json")[1]))
    assert len(texts) > 3 * len(HOSTILE)
    assert all(text.isprintable() for text in texts)
    assert all(line.isprintable() for line in run(capsys, "=evil.xlsx")[1].splitlines())


def test_the_page_shows_causes_or_cells() -> None:
    def rows(*options: str) -> list[list[str]]:
        answer = shows.findings([*options, "--", "vps.xlsx"], "vps.xlsx")
        assert answer.attention
        (found,) = (block["rows"] for block in answer.blocks if block["type"] == "table")
        return list(found)

    assert [row[:2] for row in rows()] == [["VPs", "A2:C76"]]
    assert len(rows("--cells")) == differing()


def test_the_documentation_lists_the_options(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["check", "--help"])
    offered = set(re.findall(r"--[a-z]+", capsys.readouterr().out)) - {"--help"}
    documented = (Path(__file__).parents[2] / "docs" / "checking.md").read_text("utf-8")
    assert set(re.findall(r"--[a-z]+", documented)) == offered
