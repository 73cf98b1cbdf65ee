"""Help: of the program, of each command, and on the functions, in a terminal of 80 columns."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING

import pytest

import xlvp
from tests.cli.running import output, run
from xlvp.catalogue import FUNCTIONS
from xlvp.cli import main
from xlvp.formulas import formula
from xlvp.templates.kinds import KINDS
from xlvp.templates.options import Options
from xlvp.templates.wording import STYLES

if TYPE_CHECKING:
    from xlvp.catalogue import Function


@pytest.fixture(autouse=True)
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def commands() -> list[str]:
    listed = run("help").stdout.partition("\ncommands:\n")[2].partition("\n\n")[0]
    return re.findall(r"(?m)^  (\w+)  ", listed)


COMMANDS = commands()


def test_the_commands_are_listed() -> None:
    assert set(COMMANDS) >= {"new", "embed", "check", "imps", "vp", "table", "functions", "addin", "doctor", "help"}


def test_help_is_there_by_any_name(capsys: pytest.CaptureFixture[str]) -> None:
    help_of_all = told(capsys, "--help")
    assert help_of_all == told(capsys, "-h") == told(capsys) == output(capsys, "help") == output(capsys, "HELP")
    assert help_of_all.startswith("usage: xlvp COMMAND ...\n")
    assert told(capsys, "vp", "--help") == output(capsys, "help", "vp") == output(capsys, "help", "VP")


@pytest.mark.parametrize("command", [[], *([name] for name in COMMANDS)], ids=" ".join)
def test_help_has_examples_and_fits(capsys: pytest.CaptureFixture[str], command: list[str]) -> None:
    text = told(capsys, *command, "--help")
    assert "examples:\n  xlvp " in text
    assert text.isascii()
    assert [line for line in text.splitlines() if len(line) > 80] == []
    assert not re.search("positional arguments|show this help message|None", text)


@pytest.mark.parametrize("columns", [40, 60, 200])
def test_examples_stay_in_one_line(columns: int) -> None:
    """A command that is broken in the middle could not be copied."""
    whole = run("help", "embed", COLUMNS="200").stdout
    text = run("help", "embed", COLUMNS=str(columns)).stdout
    assert text.split() == whole.split() or columns < 80
    if columns >= 60:
        assert "  xlvp embed club.xlsx --only IMPS,WBFVP -o new.xlsx\n" in text
    assert run("help", COLUMNS="x").returncode == 0


def test_what_is_usual_is_as_the_help_says(capsys: pytest.CaptureFixture[str]) -> None:
    usual = Options()
    text = " ".join(told(capsys, "new", "--help").split())
    swiss = KINDS["swiss"].usual
    boards = f"{usual.boards} boards ({swiss['boards']} in a Swiss event)"
    teams = f"{usual.team_count} teams or pairs, {swiss['rounds']} rounds"
    assert f"{boards}, {teams}, the {usual.scale} scale" in text
    assert f"{usual.paper.name.upper()} paper, for any spreadsheet program" in text
    assert usual.style is STYLES["portable"]
    assert {name for name, kind in KINDS.items() if "boards" in kind.usual} == {"swiss"}
    for kind in KINDS.values():
        assert f"{kind.name} {kind.about}" in text


@pytest.mark.parametrize("command", ["addin", "draw", "embed", "export"])
def test_where_a_file_goes_is_one_option_everywhere(capsys: pytest.CaptureFixture[str], command: str) -> None:
    assert re.search(r"^ +-o( \S+)?, --output \S+", output(capsys, "help", command), re.MULTILINE)


def test_functions_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "functions")
    assert re.findall(r"(?m)^(\w+)", text) == [function.name for function in FUNCTIONS]
    assert max(map(len, text.splitlines())) < 80
    for function in FUNCTIONS:
        assert f"{function.name} {function.summary}" in " ".join(text.split())


def test_help_on_one_function(capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, "functions", "contractscore") == (
        "CONTRACTSCORE(contract, tricks, [vulnerable])\n"
        "Duplicate score of a contract for declarer's side (Law 77).\n"
        "\n"
        "  contract    Contract such as 4S, 3NTX or 6HXX; P, PASS, AP or 0 if the board\n"
        "              was passed out.\n"
        "  tricks      Tricks that declarer took, 0 to 13. Not needed if the board was\n"
        "              passed out.\n"
        "  vulnerable  TRUE or 1 if declarer's side is vulnerable.\n"
        "\n"
        "examples:\n"
        '  =CONTRACTSCORE("4S",10)  gives  420\n'
        '  =CONTRACTSCORE("4S",10,TRUE)  gives  620\n'
        '  =CONTRACTSCORE("3NTX",8,1)  gives  -200\n'
        '  =CONTRACTSCORE("PASS","")  gives  0\n'
        '  =CONTRACTSCORE("8S",10)  gives  #VALUE!\n'
        "\n"
        "Its formula for Excel 365 and 2024: xlvp functions CONTRACTSCORE --formula\n"
    )


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.name)
def test_the_formula_alone(capsys: pytest.CaptureFixture[str], function: Function) -> None:
    """The command that the help names prints nothing but the formula, so that it can be copied whole."""
    short = output(capsys, "functions", function.name)
    assert "LAMBDA" not in short
    command = shlex.split(short.rpartition(": xlvp ")[2])
    assert output(capsys, *command) == f"{formula(function).display}\n"


def test_version() -> None:
    assert run("--version").stdout == f"xlvp {xlvp.__version__}\n"
