"""The command line, as a newcomer uses it and as a hurried one misuses it."""

from __future__ import annotations

import csv
import errno
import io
import os
import shlex
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

import xlvp
from xlvp.catalogue import FUNCTIONS
from xlvp.cli import main
from xlvp.files import AbsentError, RefusedError
from xlvp.formulas import formula
from xlvp.libreoffice.extension import extension
from xlvp.rules.scales import SCALES
from xlvp.templates.new import new

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the real command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "xlvp", *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={**os.environ, **environment},
    )


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


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


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("", "xlvp: the following arguments are required: COMMAND"),
        ("ipms 430", "invalid choice: 'ipms'"),
        ("imps", "the following arguments are required: DIFF"),
        ("imps abc", "a number is needed, such as 12 or -7.5, not 'abc'"),
        ("imps 12,5", "a number is needed, such as 12 or -7.5, not '12,5'"),
        ("imps 430 nan", "diff must be a finite number, not nan"),
        ("vp 23", "--boards is needed: how many boards the match has"),
        ("vp inf --boards 16", "imps must be a finite number, not inf"),
        ("vp 23 --boards 0", "boards must be a whole number from 1 to 1000 for the WBF scale, not 0"),
        ("vp 23 --boards 7.5", "boards must be a whole number from 1 to 1000 for the WBF scale, not 7.5"),
        ("vp 23 --boards 40 --scale 20", "boards must be a whole number from 1 to 36 for the ACBL 20 scale, not 40"),
        ("table --boards -3", "boards must be a whole number from 1 to 1000 for the WBF scale, not -3"),
        (
            "table --boards 8 --scale 25",
            f"scale must be one of {', '.join(scale.name for scale in SCALES)}, not '25'",
        ),
        ("table --boards 8 --scal", "expected one argument"),
        ("embed", "the following arguments are required: BOOK"),
        ("embed a.xlsx -o b.xlsx --in-place", "not allowed with argument -o"),
        ("embed a.xlsx --only ,", "names are needed, such as IMPS,WBFVP"),
        (
            "embed a.xlsx b.xlsx --remove -o c.xlsx",
            "for several workbooks -o must be a folder that exists, not 'c.xlsx'",
        ),
        ("functions VP20", "there is no function 'VP20'; 'xlvp functions' lists them all"),
        ("addin excel", "invalid choice: 'excel'"),
        ("addin install word", "invalid choice: 'word'"),
        ("addin install excel -o xlvp.xlam", "-o and --force go with build"),
        ("addin uninstall libreoffice --force", "-o and --force go with build"),
    ],
)
def test_refusals_are_one_line_and_exit_2(arguments: str, message: str) -> None:
    done = run(*arguments.split())
    assert done.returncode == 2
    assert done.stdout == ""
    assert message in done.stderr
    assert done.stderr.endswith("--help'\n")
    assert done.stderr.count("\n") == 1


def test_a_bad_number_among_good_ones_prints_nothing() -> None:
    assert run("imps", "430", "inf").stdout == ""


@pytest.mark.parametrize(
    "command", [[], ["imps"], ["vp"], ["table"], ["functions"], ["embed"], ["addin"], ["doctor"]], ids=" ".join
)
def test_help_has_examples(capsys: pytest.CaptureFixture[str], command: list[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([*command, "--help"])
    assert stopped.value.code == 0
    text = capsys.readouterr().out
    assert "examples:\n  xlvp " in text
    assert text.isascii()


def test_functions_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    lines = output(capsys, "functions").splitlines()
    assert [line.split("(")[0] for line in lines] == [function.name for function in FUNCTIONS]
    assert lines[0].split("  ")[0] == "IMPS(diff)"


def test_help_on_one_function(capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, "functions", "contractscore") == (
        "CONTRACTSCORE(contract, tricks, [vulnerable])\n"
        "Duplicate score of a contract for declarer's side (Law 77).\n"
        "\n"
        "  contract    Contract such as 4S, 3NTX or 6HXX; P, PASS, AP or 0 if the board was passed out.\n"
        "  tricks      Tricks that declarer took, 0 to 13. Not needed if the board was passed out.\n"
        "  vulnerable  TRUE or 1 if declarer's side is vulnerable.\n"
        "\n"
        "examples:\n"
        '  =CONTRACTSCORE("4S",10)  gives  420\n'
        '  =CONTRACTSCORE("4S",10,TRUE)  gives  620\n'
        '  =CONTRACTSCORE("3NTX",8,1)  gives  -200\n'
        '  =CONTRACTSCORE("PASS","")  gives  0\n'
        '  =CONTRACTSCORE("8S",10)  gives  #VALUE!\n'
        "\n"
        "To paste into the Name Manager of Excel 365 or 2024, name CONTRACTSCORE, refers to:\n"
        f"{formula(next(f for f in FUNCTIONS if f.name == 'CONTRACTSCORE')).display}\n"
    )


def test_version() -> None:
    assert run("--version").stdout == f"xlvp {xlvp.__version__}\n"


def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "xlvp", "table", "--boards", "1000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 0


def test_results_on_a_console_without_utf_8() -> None:
    for arguments in (["vp", "23", "--boards", "16"], ["table", "--boards", "8"], ["functions", "NSSCORE"], ["--help"]):
        done = run(*arguments, PYTHONIOENCODING="ascii")
        assert (done.returncode, done.stderr) == (0, "")


# The add-in


def test_building_the_add_in(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "xlvp"
    build = ["addin", "build", "libreoffice", "-o", str(path)]
    assert output(capsys, *build) == f"Made {path}\n"
    assert path.read_bytes() == extension()
    path.write_bytes(b"mine")
    assert main(build) == 1
    assert capsys.readouterr().err == f"xlvp: {path} exists; choose another name, or replace it with --force\n"
    assert path.read_bytes() == b"mine"
    output(capsys, *build, "--force")
    assert path.read_bytes() == extension()


def test_the_add_in_has_its_name_where_none_is_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["addin", "build", "libreoffice"]) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["xlvp.oxt"]


@pytest.mark.parametrize("command", ["addin install excel", "addin uninstall excel", "addin build excel"])
def test_the_excel_add_in_elsewhere_than_on_windows(command: str) -> None:
    done = run(*command.split())
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("xlvp: the Excel add-in can be installed on Windows only.")
    assert done.stderr.count("\n") == 1


def no_links() -> Iterator[str]:
    raise AbsentError("it is not there")


def good_links() -> Iterator[str]:
    yield "it works"


def broken_links() -> Iterator[str]:
    yield "it is there"
    raise RefusedError("it is broken. Mend it.")


@pytest.mark.parametrize(
    ("excel", "libreoffice", "code", "printed", "refused"),
    [
        (good_links, good_links, 0, "Excel: ok: it works\nLibreOffice: ok: it works\n", ""),
        (no_links, good_links, 0, "Excel: it is not there\nLibreOffice: ok: it works\n", ""),
        (good_links, no_links, 0, "Excel: ok: it works\nLibreOffice: it is not there\n", ""),
        (no_links, no_links, 1, "Excel: it is not there\nLibreOffice: it is not there\n", "nothing is installed yet."),
        (
            broken_links,
            good_links,
            1,
            "Excel: ok: it is there\nLibreOffice: ok: it works\n",
            "Excel: it is broken. Mend it.",
        ),
    ],
)
def test_doctor_on_each_program(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    excel: Callable[[], Iterator[str]],
    libreoffice: Callable[[], Iterator[str]],
    code: int,
    printed: str,
    refused: str,
) -> None:
    monkeypatch.setattr("xlvp.excel.doctor.check", excel)
    monkeypatch.setattr("xlvp.libreoffice.doctor.check", libreoffice)
    assert main(["doctor"]) == code
    said = capsys.readouterr()
    assert said.out == printed
    assert said.err.startswith(f"xlvp: {refused}" if refused else "")
    assert said.err.count("\n") == code


@pytest.mark.parametrize(
    "arguments",
    [["addin", "build", "libreoffice", "-o", "{}/xlvp.oxt"], ["new", "{}/match.xlsx"], ["new", "{}/x/m.xlsx"]],
)
def test_a_folder_that_is_not_there_is_not_made(tmp_path: Path, arguments: list[str]) -> None:
    (tmp_path / "file").write_bytes(b"")
    for folder in (tmp_path / "none", tmp_path / "file"):
        done = run(*(argument.format(folder) for argument in arguments))
        assert (done.returncode, done.stdout) == (1, "")
        assert "there is no folder" in done.stderr
        assert done.stderr.count("\n") == 1
    assert [path.name for path in tmp_path.rglob("*")] == ["file"]


# Errors of the system


@pytest.mark.parametrize(
    ("step", "number"),
    [
        ("open", errno.EACCES),
        ("write", errno.ENOSPC),
        ("fsync", errno.EIO),
        ("replace", errno.EXDEV),
        ("link", errno.EINVAL),
    ],
)
@pytest.mark.parametrize(
    "arguments",
    [
        ["new", "match.xlsx"],
        ["new", "match.xlsx", "--force"],
        ["new", "swiss.xlsx", "--kind", "swiss", "--teams", "teams.csv"],
        ["new", "match.xlsx", "--from", "old.xlsx"],
        ["embed", "old.xlsx"],
        ["embed", "old.xlsx", "--in-place", "--remove"],
        ["check", "old.xlsx"],
        ["addin", "build", "libreoffice"],
    ],
    ids=" ".join,
)
def test_an_error_of_the_system_is_told_in_words(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    made: bytes,
    arguments: list[str],
    step: str,
    number: int,
) -> None:
    (tmp_path / "old.xlsx").write_bytes(made)
    (tmp_path / "teams.csv").write_text("Avon\nBrue\n")
    monkeypatch.chdir(tmp_path)

    def fail(*names: object, **_: object) -> None:
        raise OSError(number, os.strerror(number), *(str(name) for name in names[:1] if step != "write"))

    with monkeypatch.context() as failing:
        failing.setattr(os, step, fail)
        code = main(arguments)
    told = capsys.readouterr()
    assert code in (0, 1)
    if code == 1:
        assert told.out == ""
        assert told.err.startswith("xlvp")
        assert told.err.count("\n") == 1
        assert "Errno" not in told.err
        assert ".tmp" not in told.err
        assert (tmp_path / "old.xlsx").read_bytes() == made
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


@pytest.fixture(scope="module")
def made() -> bytes:
    return new("match", {"boards": 1}, {})[0]


# Standard streams that are closed or full


@pytest.mark.skipif(sys.platform == "win32", reason="a POSIX shell")
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-", "2>/dev/full"])
def test_closed_streams(tmp_path: Path, made: bytes, closed: str) -> None:
    """Nothing is printed where it does not belong, and the exit code is what it is without."""
    (tmp_path / "a.xlsx").write_bytes(made)
    for arguments, code in {
        "check a.xlsx": 0,
        "check none.xlsx": 1,
        "imps 430": 0,
        "embed a.xlsx": 0,
        "new b.xlsx --from a.xlsx": 0,
        "new b.xlsx": 1,
        "vp": 2,
    }.items():
        command = f"{shlex.quote(sys.executable)} -m xlvp {arguments} {closed}"
        done = subprocess.run(["/bin/sh", "-c", command], cwd=tmp_path, capture_output=True, timeout=60, check=False)
        assert done.returncode == code
        assert not done.stdout or not closed.startswith((">&-", "<&-"))
        assert not done.stderr or "2>" not in closed
        assert b"Traceback" not in done.stderr
    assert (tmp_path / "a.xlsx").read_bytes() == (tmp_path / "b.xlsx").read_bytes() == made
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.xlsx", "a.xlvp.xlsx", "b.xlsx"]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device of Linux")
def test_results_that_cannot_be_written() -> None:
    for arguments in (["imps", "430"], ["functions", "IMPS"], ["table", "--boards", "1000"]):
        with open("/dev/full", "wb") as full:
            done = subprocess.run(
                [sys.executable, "-m", "xlvp", *arguments], stdout=full, stderr=subprocess.PIPE, timeout=60, check=False
            )
        assert (done.returncode, done.stderr) == (1, b"xlvp: the disk is full; make room and try again\n")


# Ctrl-C


@pytest.mark.parametrize("module", ["xlvp.cli", "argparse", "xlvp.cli.frame", "openpyxl", "xlvp.templates.command"])
def test_ctrl_c_while_importing(tmp_path: Path, module: str) -> None:
    program = (
        "import runpy, sys\n"
        "import xlvp\n"
        "class Interrupted:\n"
        "    def find_spec(self, name, path, target=None):\n"
        f"        if name == {module!r}:\n"
        "            raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupted())\n"
        "sys.argv = ['xlvp', 'new', 'match.xlsx']\n"
        "runpy.run_module('xlvp', run_name='__main__')\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")
    assert list(tmp_path.iterdir()) == []
