"""The command line, as a newcomer uses it and as a hurried one misuses it."""

from __future__ import annotations

import csv
import io
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

import xlvp
from xlvp.catalogue import FUNCTIONS
from xlvp.cli import main
from xlvp.excel.addin import addin
from xlvp.files import AbsentError, RefusedError
from xlvp.formulas import formula
from xlvp.libreoffice.extension import extension

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


@pytest.mark.parametrize("scale", ["WBF", "WBF discrete", "ACBL 30", "NABC+"])
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
        ("vp 23", "the following arguments are required: --boards"),
        ("vp inf --boards 16", "imps must be a finite number, not inf"),
        ("vp 23 --boards 0", "boards must be a whole number from 1 to 1000 for the WBF scale, not 0"),
        ("vp 23 --boards 7.5", "boards must be a whole number from 1 to 1000 for the WBF scale, not 7.5"),
        ("vp 23 --boards 40 --scale 20", "boards must be a whole number from 1 to 36 for the ACBL 20 scale, not 40"),
        ("table --boards -3", "boards must be a whole number from 1 to 1000 for the WBF scale, not -3"),
        ("table --boards 8 --scale 25", "scale must be one of WBF, WBF discrete, ACBL 20, ACBL 30, NABC+, not '25'"),
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


@pytest.mark.parametrize(("program", "made"), [("excel", addin), ("libreoffice", extension)])
def test_building_the_add_in(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, program: str, made: Callable[[], bytes]
) -> None:
    path = tmp_path / "new" / "xlvp"
    build = ["addin", "build", program, "-o", str(path)]
    assert output(capsys, *build) == f"Made {path}\n"
    assert path.read_bytes() == made()
    path.write_bytes(b"mine")
    assert main(build) == 1
    assert "Use --force to overwrite it" in capsys.readouterr().err
    assert path.read_bytes() == b"mine"
    output(capsys, *build, "--force")
    assert path.read_bytes() == made()


@pytest.mark.parametrize(("program", "name"), [("excel", "xlvp.xlam"), ("libreoffice", "xlvp.oxt")])
def test_the_add_in_has_its_name_where_none_is_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["addin", "build", program]) == 0
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("command", ["addin install excel", "addin uninstall excel"])
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


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    done = run("addin", "build", "excel", "-o", str(tmp_path / "file" / "xlvp.xlam"))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("xlvp: ")
    assert done.stderr.count("\n") == 1
