"""`xlvp embed` on the command line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.check.made import club
from tests.parts.books import BOOKS, NAMES, macro_book
from xlvp import embed
from xlvp.cli import main
from xlvp.ooxml.definednames import Name, our_names
from xlvp.ooxml.parts import Workbook
from xlvp.rules.checks import InputValueError

PLAIN = BOOKS["xlsxwriter_plain"]()


def names(only: list[str] | None = None) -> list[Name]:
    if only and "NONE" in only:
        raise InputValueError("there is no function 'NONE'; 'xlvp functions' lists them all")
    return [name for name in NAMES if only is None or name.name in only]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(embed, "names", names)
    Path("club.xlsx").write_bytes(PLAIN)
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["embed", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def ours(path: str) -> list[str]:
    with Path(path).open("rb") as file:
        return our_names(Workbook(file).xml)


def test_a_new_file_beside_the_old_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "club.xlsx") == (0, "club.xlsx: 3 functions added; written to club.xlvp.xlsx\n", "")
    assert Path("club.xlsx").read_bytes() == PLAIN
    assert ours("club.xlvp.xlsx") == ["DEALER", "IMPS", "WBFVP"]

    code, out, err = run(capsys, "club.xlsx")
    assert (code, out) == (1, "")
    assert err == "xlvp embed: club.xlsx: club.xlvp.xlsx exists; choose another name, or replace it with --force\n"
    assert run(capsys, "club.xlsx", "--force")[0] == 0

    told = "club.xlvp.xlsx: 3 functions removed; written to club.xlvp.plain.xlsx\n"
    assert run(capsys, "club.xlvp.xlsx", "--remove") == (0, told, "")
    assert ours("club.xlvp.plain.xlsx") == []


def test_in_place(capsys: pytest.CaptureFixture[str]) -> None:
    told = "club.xlsx: 3 functions added; the old workbook is club.xlsx.bak\n"
    assert run(capsys, "club.xlsx", "--in-place") == (0, told, "")
    assert run(capsys, "club.xlsx", "--in-place") == (0, "club.xlsx: 3 functions already there\n", "")
    assert run(capsys, "club.xlsx", "--in-place", "--remove", "--only", "imps,DEALER", "--no-backup") == (
        0,
        "club.xlsx: 2 functions removed\n",
        "",
    )
    assert ours("club.xlsx") == ["WBFVP"]
    assert run(capsys, "club.xlsx", "--in-place", "--remove", "--no-backup")[0] == 0
    assert run(capsys, "club.xlsx", "--in-place", "--remove") == (0, "club.xlsx: nothing to do\n", "")
    assert sorted(os.listdir()) == ["club.xlsx", "club.xlsx.bak"]


def test_some_functions_into_a_named_file(capsys: pytest.CaptureFixture[str]) -> None:
    told = "club.xlsx: 1 function added; written to new.xlsx\n"
    assert run(capsys, "club.xlsx", "--only", "IMPS", "-o", "new.xlsx") == (0, told, "")
    assert ours("new.xlsx") == ["IMPS"]


def test_an_unknown_function_is_bad_usage(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["embed", "club.xlsx", "--only", "NONE"])
    assert stopped.value.code == 2
    assert "there is no function 'NONE'" in capsys.readouterr().err
    assert os.listdir() == ["club.xlsx"]


def test_one_bad_file_does_not_stop_the_rest(capsys: pytest.CaptureFixture[str]) -> None:
    Path("bad.xlsx").write_bytes(PLAIN[:500])
    Path("other.xlsx").write_bytes(PLAIN)
    Path("out").mkdir()
    code, out, err = run(capsys, "bad.xlsx", "club.xlsx", "none.xlsx", "other.xlsx", "-o", "out")
    assert code == 1
    assert out == (
        "club.xlsx: 3 functions added; written to out/club.xlsx\n"
        "other.xlsx: 3 functions added; written to out/other.xlsx\n"
        "4 workbooks: 2 changed, 0 unchanged, 2 refused\n"
    ).replace("/", os.sep)
    assert [line.split(": ")[:2] for line in err.splitlines()] == [
        ["xlvp embed", "bad.xlsx"],
        ["xlvp embed", "none.xlsx"],
    ]
    assert sorted(os.listdir("out")) == ["club.xlsx", "other.xlsx"]


def test_what_is_left_out_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    Path("club.xlsm").write_bytes(macro_book("Function imps(x)\nEnd Function"))
    code, out, err = run(capsys, "club.xlsm")
    assert (code, out) == (0, "club.xlsm: 2 functions added; written to club.xlvp.xlsm\n")
    assert err == "xlvp embed: club.xlsm: IMPS is left out: a macro of the workbook has that name\n"


def test_ctrl_c(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(embed, "embed", interrupted)
    assert run(capsys, "club.xlsx") == (130, "", "")


def test_a_name_that_the_console_cannot_show() -> None:
    Path("Zürich ♠.xlsx").write_bytes(PLAIN)
    done = subprocess.run(
        [sys.executable, "-m", "xlvp", "embed", "Zürich ♠.xlsx", "--remove"],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(rb"Z\xfcrich \u2660.xlsx: nothing to do; written to")
    assert Path("Zürich ♠.plain.xlsx").read_bytes() == PLAIN


@pytest.mark.skipif(sys.platform == "win32", reason="a POSIX terminal")
@pytest.mark.parametrize("command", [["embed", "--remove"], ["check"]])
def test_progress_on_a_terminal(command: list[str]) -> None:
    import pty

    Path("other.xlsx").write_bytes(PLAIN)
    ours, theirs = pty.openpty()
    subprocess.run(
        [sys.executable, "-m", "xlvp", *command, "club.xlsx", "other.xlsx"],
        stdout=subprocess.DEVNULL,
        stderr=theirs,
        check=True,
        timeout=60,
    )
    shown = os.read(ours, 10_000).decode()
    os.close(ours)
    os.close(theirs)
    assert "\r1 of 2: club.xlsx" in shown
    assert "\r2 of 2: other.xlsx" in shown
    assert shown.endswith(" \r")


# What is never overwritten


def contents() -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(Path().rglob("*")) if path.is_file()}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("one/club.xlsx club.xlsx -o . --force", "one/club.xlsx would be written over club.xlsx, which is given too;"),
        ("one/club.xlsx club.xlsx -o .", "one/club.xlsx would be written over club.xlsx, which is given too;"),
        ("one/club.xlsx two/club.xlsx -o out --force", "one/club.xlsx and two/club.xlsx would both be written to out"),
        ("one/club.xlsx two/club.xlsx -o out", "one/club.xlsx and two/club.xlsx would both be written to out"),
        ("one/club.xlsx two/CLUB.xlsx -o out", "one/club.xlsx and two/CLUB.xlsx would both be written to out"),
        ("club.xlsx club.xlsx", "club.xlsx and club.xlsx would both be written to club.xlvp.xlsx;"),
        ("club.xlsx club.xlvp.xlsx --force", "club.xlsx would be written over club.xlvp.xlsx, which is given too;"),
    ],
)
def test_no_workbook_that_is_given_and_no_result_is_overwritten(
    capsys: pytest.CaptureFixture[str], arguments: str, message: str
) -> None:
    for folder in ("one", "two", "out"):
        Path(folder).mkdir()
    for name in ("one/club.xlsx", "two/club.xlsx", "two/CLUB.xlsx", "club.xlvp.xlsx"):
        Path(name).write_bytes(PLAIN)
    before = contents()
    with pytest.raises(SystemExit) as stopped:
        main(["embed", *arguments.split()])
    assert stopped.value.code == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert message in told.err.replace(os.sep, "/")
    assert told.err.count("\n") == 1
    assert contents() == before


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX links")
def test_a_link_to_a_workbook_that_is_given_is_no_way_round(capsys: pytest.CaptureFixture[str]) -> None:
    Path("other.xlsx").write_bytes(BOOKS["xlsxwriter_charts"]())
    Path("other.xlvp.xlsx").symlink_to("club.xlsx")
    with pytest.raises(SystemExit):
        main(["embed", "other.xlsx", "club.xlsx", "--force"])
    assert "other.xlsx would be written over club.xlsx" in capsys.readouterr().err
    assert Path("club.xlsx").read_bytes() == PLAIN


def test_several_workbooks_of_different_names(capsys: pytest.CaptureFixture[str]) -> None:
    Path("other.xlsx").write_bytes(PLAIN)
    assert run(capsys, "club.xlsx", "other.xlsx")[0] == 0
    assert run(capsys, "club.xlsx", "other.xlsx", "--force")[0] == 0
    assert run(capsys, "club.xlsx", "other.xlsx", "club.xlsx", "--in-place")[0] == 0


# What is no file, and names that are no names


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="POSIX files")
@pytest.mark.parametrize("command", ["embed", "check"])
def test_pipes_and_devices_are_refused(capsys: pytest.CaptureFixture[str], command: str) -> None:
    os.mkfifo("pipe.xlsx")
    for name in ("pipe.xlsx", "/dev/zero", "."):
        assert main([command, name]) == 1
        told = f"xlvp {command}: {name}: this is a folder or a device; name an ordinary file\n"
        assert capsys.readouterr() == ("", told)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows allows no such names")
@pytest.mark.parametrize("name", ["a\x1b[2Jb", "a\nb", "a\rb", "a\x9b1mb", "a\u202eb", os.fsdecode(b"a\xff\x1bb")])
def test_control_characters_in_a_name_are_not_printed(capsys: pytest.CaptureFixture[str], name: str) -> None:
    Path(f"{name}.xlsx").write_bytes(PLAIN)
    Path("folder" + name).mkdir()
    for arguments in (
        [f"{name}.xlsx"],
        [f"{name}.xlsx"],
        [f"{name}.xlsx", "--in-place"],
        [f"{name}.none"],
        [f"{name}.xlsx", "-o", f"folder{name}"],
    ):
        main(["embed", *arguments])
    Path(f"club{name}.xlsx").write_bytes(club())
    main(["check", f"{name}.xlsx", f"club{name}.xlsx", f"{name}.none"])
    main(["new", f"new{name}.xlsx"])
    main(["new", f"new{name}.xlsx"])
    main(["new", f"{name}2.xlsx", "--from", f"{name}.xlsx"])
    for usage in (["new", f"{name}.xls"], ["imps", "1", name], [name], ["imps", name]):
        with pytest.raises(SystemExit):
            main(usage)
    told = capsys.readouterr()
    lines = told.out.split("\n")[:-1] + told.err.split("\n")[:-1]
    assert len(lines) == 5 + (4 + 1 + 1) + 3 + 4
    assert all(line.isprintable() for line in lines)
