"""A scale of one's own from a CSV file: what is read, and what is refused with its line."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from xlvp.cli import main
from xlvp.files import RefusedError
from xlvp.scalefile import is_scale_file, read_scale

if TYPE_CHECKING:
    from pathlib import Path

OLD = "margin,winner,loser\n0,15,15\n3,16,14\n7,17,13\n60,25,0\n70,25,-5\n"


@pytest.fixture
def written(tmp_path: Path) -> Path:
    path = tmp_path / "club.csv"
    path.write_text(OLD, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("content", "rows"),
    [
        (OLD.encode(), ((0, 15, 15), (3, 16, 14), (7, 17, 13), (60, 25, 0), (70, 25, -5))),
        (b"0,10\n3,11\n", ((0, 10), (3, 11))),
        (b"\xef\xbb\xbfIMPs;VP\r\n0;10\r\n\r\n3;11,5\r\n", ((0, 10), (3, 11.5))),
        ("0\t10\n3\t11.5\t8,5\n".encode("utf-16"), ((0, 10), (3, 11.5, 8.5))),
        (b' 0 , 10 ,\n"3","11",\n,,\n', ((0, 10), (3, 11))),
        (b"M\xe4rgin,VP\n0,10\n", ((0, 10),)),
        (b"0;10,00\n3;11,50\n", ((0, 10), (3, 11.5))),
        (b"0;10,00;10,00\n3;11,50;8,50\n", ((0, 10, 10), (3, 11.5, 8.5))),
        (b"0\t10,00\n3\t11,50\n", ((0, 10), (3, 11.5))),
    ],
)
def test_what_is_read(tmp_path: Path, content: bytes, rows: tuple[tuple[float, ...], ...]) -> None:
    path = tmp_path / "scale.csv"
    path.write_bytes(content)
    assert read_scale(path) == rows


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "this file has no scale; each line should be a margin"),
        (b"margin,winner\n", "this file has no scale"),
        (b"0,10\n5,x\n", "line 2: 'x' is no number; each line should be"),
        (b"margin,winner\n\n0,10\n5,\n", "line 4 must have 2 or 3 numbers, not 1; each line should be"),
        (b"0,10,10,10\n", "line 1 must have 2 or 3 numbers, not 4"),
        (b"0,10\n5,9\n", "the winner's VPs must never fall, but 9 come after 10 in line 2"),
        (b"margin,winner\n\n1,10\n", "the margins must begin with 0, but begin with 1 in line 3"),
        (b"0,10\n5,11\n4,12\n", "the margins must rise, but 4 comes after 5 in line 3"),
        (b"0,10\n5,21\n", "at most twice the VPs of a draw, 20, but has 21 in line 2"),
        (b"0,10,9\n", "both sides must have the same for 0 IMPs, but have 10 and 9 in line 1"),
        (b"0,10,10\n5,11,12\n", "the loser's VPs must never rise, but 12 come after 10 in line 2"),
        (b"0,10.005\n", "the winner's VPs in line 1 must be a number .* with at most two decimals"),
        (b"0,10\n1.5,11\n", "the margin in line 2 must be a whole number"),
        (b"0," + b"1" * 200_000, "this cannot be read as comma-separated values|is no number"),
        (b"0,10\n" * 200_001, "this is too large"),
        (b"\0\0\0\0", "this file has no scale"),
    ],
    ids=range(16),
)
def test_what_is_refused(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "scale.csv"
    path.write_bytes(content)
    with pytest.raises(RefusedError, match=words) as caught:
        read_scale(path)
    assert str(caught.value).startswith(f"{path}: ")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names on this system")
def test_nothing_but_an_ordinary_file_is_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.csv"
    os.mkfifo(pipe)
    for path in (pipe, tmp_path):
        with pytest.raises(RefusedError, match="this is a folder or a device; name an ordinary file"):
            read_scale(path)
    with pytest.raises(RefusedError, match="there is no such file"):
        read_scale(tmp_path / "none.csv")


def test_what_is_a_file_and_what_a_name() -> None:
    files = {"club.csv", "Club.CSV", "club.txt", "club.tsv"}
    assert {name for name in ("WBF", "ACBL 20", "csv", "txt", *files) if is_scale_file(name)} == files


def shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 0
    return capsys.readouterr().out


def test_vp_by_a_file(written: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for margin, line in (("8", "17 - 13"), ("-8", "13 - 17"), ("2.5", "16 - 14"), ("99", "25 - -5"), ("0", "15 - 15")):
        assert shown(capsys, "vp", margin, "--scale", str(written)) == f"{line}\n"
    assert shown(capsys, "vp", "8", "--boards", "24", "--scale", str(written)) == "17 - 13\n"


def test_a_file_as_a_table(written: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, "table", "--scale", str(written)).splitlines() == [
        str(written),
        "",
        "     IMPs   winner   loser",
        "      0-2       15      15",
        "      3-6       16      14",
        "     7-59       17      13",
        "    60-69       25       0",
        "      70+       25      -5",
    ]
    assert shown(capsys, "table", "--csv", "--scale", str(written)).splitlines()[-2:] == ["60,69,25,0", "70,,25,-5"]


def test_boards_are_needed_for_a_scale_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    for command in (["vp", "8"], ["table"]):
        with pytest.raises(SystemExit) as ended:
            main(command)
        assert ended.value.code == 2
        assert "--boards is needed: how many boards the match has, such as --boards 24" in capsys.readouterr().err


def test_a_file_that_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.csv"
    path.write_text("0,10\n5,9\n", encoding="utf-8")
    assert main(["vp", "8", "--scale", str(path)]) == 1
    assert capsys.readouterr().err == f"xlvp: {path}: the winner's VPs must never fall, but 9 come after 10 in line 2\n"
