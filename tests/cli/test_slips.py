"""What people type and paste: numbers as they write them, names in any case, slips, and what is refused."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.check.made import club
from tests.cli.running import output, run
from xlvp.catalogue import FUNCTIONS
from xlvp.cli import main
from xlvp.cli.typed import is_negative, number
from xlvp.rules.scales import SCALES
from xlvp.templates.kinds import KINDS

if TYPE_CHECKING:
    from pathlib import Path

MINUS = "\u2212"


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the one line in which a command line is refused."""
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err.rstrip("\n")


# Numbers


@pytest.mark.parametrize(
    ("typed", "imps"),
    [
        (f"{MINUS}430", -10),
        ("\u2013430", -10),
        ("\u2014430", -10),
        ("\u2011430", -10),
        ("\uff0d430", -10),
        ("-430", -10),
        ("+430", 10),
        ("430,", 10),
        ("-430;", -10),
        (" 430\u00a0", 10),
        ("19,5", 0),
        ("-20,5", -1),
        (f"{MINUS}20,5", -1),
        ("-20.5", -1),
        ("-,5", 0),
        ("-4.3e2", -10),
        ("0,125", 0),
    ],
)
def test_numbers_as_they_are_pasted(capsys: pytest.CaptureFixture[str], typed: str, imps: int) -> None:
    assert output(capsys, "imps", typed) == f"{imps}\n"
    assert output(capsys, "imps", "--", typed) == f"{imps}\n"
    assert output(capsys, "imps", "90", typed, "--json", "4000").count(f'"imps": {imps}}}') == 1


def test_vps_of_what_is_pasted(capsys: pytest.CaptureFixture[str]) -> None:
    """By the table of ACBL 20 for 7 boards: 20 to 23 IMPs are 18 - 2, and 22.5 is rounded to 23."""
    given = ["22,5", f"{MINUS}22,5", "-22,5", "23;"]
    told = output(capsys, "vp", "--boards", "7,0", "--scale", "20", *given)
    assert told.splitlines() == ["18 - 2", "2 - 18", "2 - 18", "18 - 2"]
    assert output(capsys, "vp", "--boards=7", "--scale=20", "--", *given) == told


@pytest.mark.parametrize("typed", ["1,100", "-1,100", f"{MINUS}1,100", "12,345", "1,100,000", "420,430"])
def test_a_comma_that_may_be_for_thousands_is_refused(capsys: pytest.CaptureFixture[str], typed: str) -> None:
    said = refusal(capsys, "imps", typed)
    plain = typed.replace(MINUS, "-")
    assert said.startswith(f"xlvp imps: DIFF: '{plain}' could be {plain.replace(',', '')} or a fraction; write it")


@given(st.integers(-10_000, 10_000), st.integers(0, 99), st.sampled_from(".,"), st.sampled_from("-\u2212\u2013"))
def test_a_number_is_what_its_figures_say(whole: int, cents: int, point: str, minus: str) -> None:
    text = f"{whole}{point}{cents:02}".replace("-", minus)
    expected = whole + (cents if whole >= 0 else -cents) / 100
    assert number(text) == pytest.approx(expected, abs=1e-9)
    assert is_negative(text) is (whole < 0)
    assert not is_negative(f"-o{text}")


@pytest.mark.parametrize("typed", ["", " ", "4NT", "1 100", "5,5,5", "--", "1/2", "-", "\u2212", "5.5,5", ",", "1'100"])
def test_what_is_no_number(capsys: pytest.CaptureFixture[str], typed: str) -> None:
    said = refusal(capsys, "imps", "--", typed) if typed != "--" else refusal(capsys, "imps", typed)
    needed = "DIFF: a number is needed, such as 12 or -7.5, not " if typed != "--" else "something is missing: DIFF"
    assert said.startswith(f"xlvp imps: {needed}")


# Names


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        ["--kind", "SWISS", "--paper", "Letter", "--style", "Functions", "--scale", "wbf DISCRETE"],
        ["--kind=Swiss", "--paper=LETTER", "--style=FUNCTIONS", "--scale=Wbf-Discrete"],
    ],
)
def test_case_does_not_matter(capsys: pytest.CaptureFixture[str], tmp_path: Path, options: list[str]) -> None:
    plain = ["--kind", "swiss", "--paper", "letter", "--style", "functions", "--scale", "WBF discrete"]
    for name, given_options in (("a.xlsx", options), ("b.xlsx", plain)):
        output(capsys, "New" if name == "a.xlsx" else "new", str(tmp_path / name), *given_options)
    assert (tmp_path / "a.xlsx").read_bytes() == (tmp_path / "b.xlsx").read_bytes()


def test_functions_and_programs_in_any_case(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert output(capsys, "functions", "=wbfVP") == output(capsys, "functions", "WBFVP")
    output(capsys, "addin", "Build", "LibreOffice", "-o", str(tmp_path / "a.oxt"))
    assert (tmp_path / "a.oxt").stat().st_size > 0


@pytest.mark.parametrize(
    ("arguments", "question"),
    [
        (["ipms", "430"], "there is no command 'ipms'; did you mean imps?"),
        (["Chek", "a.xlsx"], "there is no command 'Chek'; did you mean check?"),
        (["help", "tabel"], "there is no command 'tabel'; did you mean table?"),
        (["--verison"], "there is no option --verison; did you mean --version?"),
        (["vp", "23", "--bords", "16"], "there is no option --bords; did you mean --boards?"),
        (["vp", "23", "--bords=16"], "there is no option --bords; did you mean --boards?"),
        (["vp", "--Boards", "16"], "there is no option --Boards; did you mean --boards?"),
        (["vp", "23", "-boards", "16"], "there is no option -boards; did you mean --boards?"),
        (["vp", "23", "\u2014boards", "16"], "there is no option \u2014boards; did you mean --boards?"),
        (["new", "a.xlsx", "--knid", "swiss"], "there is no option --knid; did you mean --kind?"),
        (["embed", "a.xlsx", "--inplace"], "there is no option --inplace; did you mean --in-place?"),
        (["new", "a.xlsx", "--kind", "swis"], "--kind: one of {kinds} is needed, not 'swis'; did you mean swiss?"),
        (["new", "a.xlsx", "--paper", "A5"], "--paper: one of a4, letter is needed, not 'A5'"),
        (["new", "a.xlsx", "--scale", "Onw"], "--scale: there is no scale 'Onw'; did you mean Own?"),
        (["vp", "2", "--boards", "8", "--scale", "WBV"], "--scale: there is no scale 'WBV'; did you mean WBF?"),
        (["table", "--scale", "wbf discreet"], "there is no scale 'wbf discreet'; did you mean WBF discrete?"),
        (["table", "--scale", "ACBL"], "--scale: there is no scale 'ACBL'; did you mean ACBL 20 or ACBL 30?"),
        (["functions", "WBFPV"], "NAME: there is no function 'WBFPV'; did you mean WBFVP?"),
        (["embed", "a.xlsx", "--only", "IMPS,DEELER"], "--only: there is no function 'DEELER'; did you mean DEALER?"),
        (["addin", "install", "exel"], "one of excel, libreoffice is needed, not 'exel'; did you mean excel?"),
    ],
)
def test_did_you_mean(capsys: pytest.CaptureFixture[str], arguments: list[str], question: str) -> None:
    said = refusal(capsys, *arguments)
    assert question.format(kinds=", ".join(KINDS)) in said
    assert said.endswith("?") or "did you mean" not in said


@given(st.text(max_size=30))
def test_no_name_whatever_is_a_defect(name: str) -> None:
    known = {"new", "embed", "check", "imps", "vp", "table", "functions", "addin", "doctor", "help", "draw", "export"}
    if name.lower() not in known and name not in ("-h", "--"):
        for arguments in ([f"x{name}"], ["functions", f"x{name}"], ["table", "--scale", f"x{name}", "--boards=1"]):
            with pytest.raises(SystemExit) as stopped:
                main(arguments)
            assert stopped.value.code == 2


def test_every_name_is_understood(capsys: pytest.CaptureFixture[str]) -> None:
    for scale in SCALES:
        for spelled in (scale.name, *map(str, scale.also), scale.name.lower(), scale.name.replace(" ", "")):
            told = output(capsys, "table", "--boards", "8", "--scale", spelled)
            assert told.startswith(f"{scale.name} scale, 8 boards\n")
    for function in FUNCTIONS:
        assert output(capsys, "functions", function.name.title()).startswith(f"{function.name}(")


@pytest.mark.slow
def test_a_name_may_begin_with_a_dash_if_it_is_no_option(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    output(capsys, "new", "a.xlsx", "--home", "\u2013 Avon \u2013", "--away", "-5")
    output(capsys, "new", "b.xlsx", "--home=\u2013 Avon \u2013", "--away=-5")
    assert (tmp_path / "a.xlsx").read_bytes() == (tmp_path / "b.xlsx").read_bytes()


# Where files go


def test_books_and_options_may_stand_in_any_order(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a.xlsx", "b.xlsx"):
        (tmp_path / name).write_bytes(club())
    (tmp_path / "scored").mkdir()
    output(capsys, "embed", "a.xlsx", "-o", "scored", "b.xlsx", "--only", "IMPS")
    assert sorted(path.name for path in (tmp_path / "scored").iterdir()) == ["a.xlsx", "b.xlsx"]


@pytest.mark.parametrize("folder", ["scored", "scored/"])
def test_one_book_into_a_folder(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "club.xlsx").write_bytes(club())
    told = f"xlvp embed: -o must be a folder that exists, or a new .xlsx file, not '{folder}'"
    assert refusal(capsys, "embed", "club.xlsx", "-o", folder) == f"{told}; see 'xlvp embed --help'"
    assert [path.name for path in tmp_path.iterdir()] == ["club.xlsx"]
    (tmp_path / "scored").mkdir()
    output(capsys, "embed", "club.xlsx", "-o", folder)
    assert [path.name for path in (tmp_path / "scored").iterdir()] == ["club.xlsx"]


# What is refused


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("--", "xlvp: something is missing: COMMAND"),
        ("score 430", "there is no command 'score'"),
        ("imps", "something is missing: DIFF"),
        ("imps abc", "a number is needed, such as 12 or -7.5, not 'abc'"),
        ("imps 430 nan", "diff must be a finite number, not nan"),
        ("vp 23", "--boards is needed: how many boards the match has"),
        ("vp inf --boards 16", "imps must be a finite number, not inf"),
        ("vp 23 --boards 0", "boards must be a whole number from 1 to 1000 for the WBF scale, not 0"),
        ("vp 23 --boards 7.5", "boards must be a whole number from 1 to 1000 for the WBF scale, not 7.5"),
        ("vp 23 --boards 40 --scale 20", "boards must be a whole number from 1 to 36 for the ACBL 20 scale, not 40"),
        ("table --boards -3", "boards must be a whole number from 1 to 1000 for the WBF scale, not -3"),
        (
            "table --boards 8 --scale 25",
            f"there is no scale '25'; one of {', '.join(scale.name for scale in SCALES)} is needed, or a file",
        ),
        ("table --boards 8 --scal", "--scale needs a value"),
        ("embed", "something is missing: BOOK"),
        ("embed a.xlsx -o b.xlsx --in-place", "--in-place and -o/--output do not go together"),
        ("embed a.xlsx --only ,", "names are needed, such as IMPS,WBFVP"),
        (
            "embed a.xlsx b.xlsx --remove -o c.xlsx",
            "for several workbooks -o must be a folder that exists, not 'c.xlsx'",
        ),
        ("functions QQ", "there is no function 'QQ'; 'xlvp functions' lists them all"),
        ("vp 23 --boards 8 --b", "--boards needs a value"),
        ("new a.xlsx --s WBF", "--s is short for each of --"),
        ("vp 23 --boards 8 --json=1", "--json takes no value"),
        ("table --boards 8 --csv --json", "--csv and --json do not go together"),
        ("functions IMPS WBFVP", "there is no place here for 'WBFVP'"),
        ("functions --formula", "--formula is for one function, such as 'xlvp functions WBFVP --formula'"),
        ("vp 3 --boards 8 4NT", "MARGIN: a number is needed, such as 12 or -7.5, not '4NT'"),
        ("vp 3 --zzz 8", "xlvp vp: there is no option --zzz; see 'xlvp vp --help'"),
        ("-x", "xlvp: there is no option -x; see 'xlvp --help'"),
        ("addin excel", "one of build, install, uninstall is needed, not 'excel'"),
        ("addin install word", "one of excel, libreoffice is needed, not 'word'"),
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
    assert not re.search("argument|choice|unrecognized|required", done.stderr)
