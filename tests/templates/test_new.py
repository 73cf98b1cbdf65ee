"""`xlvp new`: what it makes, what it refuses, and what it carries over from an older workbook."""

from __future__ import annotations

import io
import os
import stat
import sys
from typing import TYPE_CHECKING, Any

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.cell import Cell
from openpyxl.utils import get_column_letter as letter
from openpyxl.utils import range_boundaries

from tests.templates.scorecard import places
from xlvp.cli import main
from xlvp.templates.kinds import KINDS
from xlvp.templates.new import new, read
from xlvp.templates.teams import read_teams

if TYPE_CHECKING:
    from pathlib import Path

    from tests.parts.office import Office

pytestmark = pytest.mark.slow


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    try:
        code = main(["new", *map(str, arguments)])
    except SystemExit as stopped:
        code = int(stopped.code or 0)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def value(path: Path, name: str) -> Any:
    sheet, _, cell = places(path.read_bytes())[name].partition("!")
    return load_workbook(path)[sheet][cell].value


def test_a_scorecard_for_24_boards(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.xlsx"
    assert run(capsys, path) == (0, f"Made {path}\n", "")
    assert (value(path, "boards"), value(path, "scale")) == (24, "WBF")
    assert places(path.read_bytes())["open_result"] == "Match!D11:D34"
    if os.name == "posix":
        umask = os.umask(0)
        os.umask(umask)
        assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~umask


def test_nothing_is_overwritten_unless_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.xlsx"
    path.write_bytes(b"mine")
    code, out, err = run(capsys, path)
    assert (code, out, err) == (1, "", f"xlvp: {path} exists; choose another name, or replace it with --force\n")
    assert path.read_bytes() == b"mine"
    assert run(capsys, path, "--force")[0] == 0
    assert path.read_bytes() != b"mine"


def test_choices(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.xlsx"
    assert run(capsys, path, "--boards", 32, "--scale", "acbl-20", "--home", "Avon", "--away", "Brue")[0] == 0
    found = {name: value(path, name) for name in ("boards", "scale", "home", "away")}
    assert found == {"boards": 32, "scale": "ACBL 20", "home": "Avon", "away": "Brue"}


def test_pairs_from_a_file_and_renewed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = tmp_path / "pairs.csv"
    names.write_text("Pair;Club\nAda & Ben;Avon\nCy, Di;Avon\n=1+1;Brue\nEd & Fay;Brue\nGus & Hal;Brue\n", "utf-8")
    first, again = tmp_path / "pairs.xlsx", tmp_path / "again.xlsx"
    assert run(capsys, first, "--kind", "pairs", "--teams", names, "--boards", 20) == (0, f"Made {first}\n", "")
    workbook = load_workbook(first)
    workbook["Results"]["C5"], workbook["Results"]["D5"], workbook["Results"]["E5"] = 1, 4, -420
    workbook.save(first)
    assert run(capsys, again, "--from", first) == (0, f"Made {again}\n", "")
    entries = read(again).entries
    assert entries["boards"] == [[20]]
    assert entries["pair_names"] == [["Ada & Ben"], ["Cy, Di"], ["=1+1"], ["Ed & Fay"], ["Gus & Hal"]]
    assert [entries[name][0][0] for name in ("ns_pair", "ew_pair", "ns_score_typed")] == [1, 4, -420]
    assert len(entries["ns_pair"]) == 20 * 2


@pytest.mark.parametrize("name", ['=HYPERLINK("x")', "+A1", "-1", "@x", "עברית", "🏆 Team", "1E3", "TRUE", "'x"])
def test_a_name_stays_a_text(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    path = tmp_path / "match.xlsx"
    assert run(capsys, path, f"--home={name}")[0] == 0
    sheet, _, cell = places(path.read_bytes())["home"].partition("!")
    found = load_workbook(path)[sheet][cell]
    assert (found.value, found.data_type) == (name, "s")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["match.xls"], 2, "the workbook must end with .xlsx, or Excel will not open it, not 'match.xls'"),
        (["match.xlsx", "--boards", "129"], 2, "boards must be a whole number from 1 to 128, not 129"),
        (["match.xlsx", "--boards", "0"], 2, "boards must be a whole number from 1 to 128, not 0"),
        (["match.xlsx", "--boards", "x"], 2, "a whole number is needed, not 'x'"),
        (["match.xlsx", "--scale", "25"], 2, "there is no scale '25'; one of WBF, WBF discrete"),
        (["match.xlsx", "--kind", "knockout"], 2, "is needed, not 'knockout'"),
        (["match.xlsx", "--home", "x" * 300], 2, "--home: a name must have at most 60 characters, not 300"),
        (["match.xlsx", "--home", "a\nb"], 2, "--home: a name must be on one line"),
        (["match.xlsx", "--home", "a\x7fb\x00"], 2, "--home: a name must be on one line"),
        (["match.xlsx", "--home", "a\ufffeb"], 2, "characters that a workbook cannot hold, not 'a\\ufffeb'"),
        (["match.xlsx", "--away", "\uffff"], 2, "characters that a workbook cannot hold, not '\\uffff'"),
        (["match.xlsx", "--away", "a\ud800"], 2, "characters that a workbook cannot hold, not 'a\\ud800'"),
        (["match.xlsx", "--away", os.fsdecode(b"a\xff")], 2, "characters that a workbook cannot hold"),
        (["x.xlsx", "--kind", "swiss", "--teams", "9" * 5000], 2, "a number or a file that exists, not '999"),
        (["nowhere/x.xlsx"], 1, "there is no folder nowhere; make it first, or choose another"),
        (["league.xlsx", "--kind", "league", "--home", "A"], 2, "--home goes with the kind match, not with league"),
        (["match.xlsx", "--teams", "8"], 2, "--teams goes with the kind swiss, league, pairs, not with match"),
        (
            ["x.xlsx", "--kind", "swiss", "--teams", "t.csv"],
            2,
            "a number or a file that exists, not 't.csv'",
        ),
        (["match.xlsx", "--from", "old.xlsx"], 1, "old.xlsx"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else None,
)
def test_refusals(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    code: int,
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    found, out, err = run(capsys, *arguments)
    assert (found, out) == (code, "")
    assert message in err
    assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="POSIX files")
@pytest.mark.parametrize("option", ["--teams", "--from"])
def test_pipes_folders_and_devices_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, "/dev/zero", tmp_path):
        code, out, err = run(
            capsys, tmp_path / "new.xlsx", *(["--kind", "swiss"] * (option == "--teams")), option, path
        )
        assert (code, out) == (1, "")
        assert err == f"xlvp: {path}: this is a folder or a device; name an ordinary file\n"


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX links")
def test_a_link_is_not_followed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    precious, link, dangling = tmp_path / "precious.xlsx", tmp_path / "link.xlsx", tmp_path / "dangling.xlsx"
    precious.write_bytes(b"mine")
    link.symlink_to(precious)
    dangling.symlink_to(tmp_path / "nowhere.xlsx")
    for path in (link, dangling):
        code, out, err = run(capsys, path)
        assert (code, out, err) == (1, "", f"xlvp: {path} exists; choose another name, or replace it with --force\n")
        assert path.is_symlink()
        assert run(capsys, path, "--force") == (0, f"Made {path}\n", "")
        assert value(path, "boards") == 24
    assert precious.read_bytes() == b"mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["dangling.xlsx", "link.xlsx", "precious.xlsx"]


@pytest.mark.parametrize("option", ["--teams", "--from"])
def test_what_is_read_is_not_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str) -> None:
    path = tmp_path / "old.xlsx"
    data = b"Avon\nBrue\n" if option == "--teams" else new("swiss", {}, {})[0]
    path.write_bytes(data)
    code, out, err = run(capsys, path, "--force", "--kind", "swiss", option, path)
    assert (code, out) == (1, "")
    assert err == f"xlvp: {path}: this would replace {path}, which is read here; choose another name\n"
    assert path.read_bytes() == data


# Names from a file


@pytest.mark.parametrize(
    "data",
    [
        b"Avon\nBrue\n",
        b"\xef\xbb\xbfTeam\r\nAvon\r\n\r\nBrue\r\n",
        b"name;captain\nAvon;Anna\nBrue;Bert, jr\n",
        b"Team,Captain\nAvon,x\n Brue ,y\n",
        "Teams\nAvon\nBrue\n".encode("utf-16"),
        b'"Avon"\n"Brue"',
    ],
    ids=["plain", "BOM", "semicolons", "commas", "UTF-16", "quoted"],
)
def test_lists_of_teams(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "teams.csv"
    path.write_bytes(data)
    assert read_teams(path).names == ("Avon", "Brue")


def test_names_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "teams.csv"
    path.write_bytes("=1+1\n@x\nMüller\n".encode("cp1252"))
    assert read_teams(path).names == ("=1+1", "@x", "Müller")


@pytest.mark.parametrize(
    ("text", "names", "notes"),
    [
        ("1;Avon\n2;Brue\n", ("Avon", "Brue"), ("", "")),
        ("2;Brue\n1;Avon\n", ("Avon", "Brue"), ("", "")),
        ("1.,Avon,Ann,Bob\n2.,Brue\n", ("Avon", "Brue"), ("Ann, Bob", "")),
        ("Avon;Ann;Bob\nBrue;Cy;\n", ("Avon", "Brue"), ("Ann, Bob", "Cy")),
        ("No.;Team;Captain\n1;Avon;Ann\n2;Brue;Cy\n", ("Avon", "Brue"), ("Ann", "Cy")),
        ("Captain;Team\nAnn;Avon\nCy;Brue\n", ("Avon", "Brue"), ("Ann", "Cy")),
        ("Team number,Name\n2,Brue\n1,Avon\n", ("Avon", "Brue"), ("", "")),
        ("Player 1;Player 2\nAnn;Bob\nCy;Di\n", ("Ann & Bob", "Cy & Di"), ("", "")),
        ("Team\n007\n8\n", ("007", "8"), ("", "")),
    ],
)
def test_further_columns_are_understood(tmp_path: Path, text: str, names: object, notes: object) -> None:
    path = tmp_path / "teams.csv"
    path.write_text(text, "utf-8")
    assert read_teams(path) == (names, notes)


def test_players_stand_beside_the_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, out = tmp_path / "teams.csv", tmp_path / "swiss.xlsx"
    path.write_text("No;Team;Players\n2;Brue;Cy\n1;Avon;Ann\n", "utf-8")
    assert run(capsys, out, "--kind", "swiss", "--teams", path)[0] == 0
    assert entered(out)["team_names"] == [["Avon"], ["Brue"]]
    assert entered(out)["team_notes"] == [["Ann"], ["Cy"]]


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ("1\n2\n3\n", "swiss", "numbers alone, and no names"),
        ("1;Avon\n1;Brue\n", "swiss", "line 2: the number 1 is on line 1 already"),
        ("1;Avon\n3;Brue\n", "swiss", "the numbers must be 1 to 2, each once"),
        ("No;Team\nx;Avon\n", "swiss", "line 2: 'x' is no number of a team"),
        ("Avon\nBrue\navon\n", "swiss", "line 3: 'avon' is on line 1 already"),
        ("Captain;Players\nAnn;Bob\n", "swiss", "no column is headed Team or Pair"),
        ("Team;Name\nAvon;Ann\n", "swiss", "two columns have the same heading"),
        ("Avon;Ann\n;Cy\n", "swiss", "not clear which column has the names"),
        ("Ann;Bob\nCy;Di\n", "pairs", "not clear which column has the names"),
        ("Team;Players\nAvon;" + "x" * 121 + "\n", "league", "captain and players must have at most 120 characters"),
        ("Team;Players\nAvon;a\u0001b\n", "league", "line 2"),
    ],
)
def test_columns_that_are_not_understood(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, kind: str, message: str
) -> None:
    path = tmp_path / "teams.csv"
    path.write_text(text, "utf-8")
    code, _, err = run(capsys, tmp_path / "event.xlsx", "--kind", kind, "--teams", path)
    assert code == 1
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "has no names; it should have one name on each line"),
        (b"Team\n\n", "has no names"),
        (b"Avon\n" + b"x" * 300, "line 2: a name must have at most 60 characters, not 300"),
        (b"Avon\nBr\x00ue\n", "teams.csv"),
        (b"x" * 1_000_001, "this is too large; it should have one name on each line"),
        (b'"' + b"x" * 200_000, "cannot be read as comma-separated values; it should have one name on each line"),
        ("Avon\nBr\uffffue\n".encode(), "line 2: a name must be on one line and without characters that a workbook"),
        ("Avon\nBr\ufffeue\n".encode("utf-16"), "line 2: a name must be on one line"),
    ],
    ids=["empty", "heading only", "long", "zero", "huge", "quoted", "U+FFFF", "U+FFFE"],
)
def test_bad_lists_of_teams(tmp_path: Path, capsys: pytest.CaptureFixture[str], data: bytes, message: str) -> None:
    path = tmp_path / "teams.csv"
    path.write_bytes(data)
    code, _, err = run(capsys, tmp_path / "league.xlsx", "--kind", "league", "--teams", path)
    assert code == 1
    assert message in err
    assert err.count("\n") == 1


# A fresh workbook with what was entered in an older one


ENTRIES: dict[str, list[list[Any]]] = {
    "event": [["=Cup"]],
    "home": [["Avon"]],
    "scale": [["ACBL 20"]],
    "boards": [[20]],
    "carry_over": [[2.5]],
    "open_result": [["4SN="], [None], ["3NTE-1"], ["P"]],
    "closed_result": [[None], [-50], [600], [None], ["NP"]],
}


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "old.xlsx"
    path.write_bytes(new("match", {"boards": 20, "paper": "letter"}, ENTRIES)[0])
    return path


def entered(path: Path) -> dict[str, list[list[Any]]]:
    """What was entered, without what is empty."""
    return {name: rows for name, rows in read(path).entries.items() if any(v is not None for row in rows for v in row)}


def test_entries_are_carried_over(tmp_path: Path, capsys: pytest.CaptureFixture[str], old: Path) -> None:
    before = old.read_bytes()
    path = tmp_path / "new.xlsx"
    assert run(capsys, path, "--from", old) == (0, f"Made {path}\n", "")
    assert path.read_bytes() == before
    assert old.read_bytes() == before


@pytest.mark.parametrize("kind", KINDS)
def test_everything_that_was_entered_is_carried_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    """A text in every cell that is not locked, each of which belongs to a named input."""
    empty = new(kind, {}, {})[0]
    workbook = load_workbook(io.BytesIO(empty))
    cells = [cell for sheet in workbook for row in sheet.iter_rows() for cell in row if isinstance(cell, Cell)]
    inputs = {f"{cell.parent.title}!{cell.coordinate}" for cell in cells if not cell.protection.locked}
    typed = {}
    for name, place in places(empty).items():
        sheet, _, area = place.partition("!")
        left, top, right, bottom = range_boundaries(area)
        columns = [letter(column) for column in range(left, right + 1)]
        rows = [[f"{sheet}!{column}{row}" for column in columns] for row in range(top, bottom + 1)]
        if any(cell in inputs for row in rows for cell in row):
            typed[name] = [[cell if cell in inputs else None for cell in row] for row in rows]
    assert {cell for rows in typed.values() for row in rows for cell in row} - {None} == inputs
    old, fresh = tmp_path / "old.xlsx", tmp_path / "new.xlsx"
    old.write_bytes(new(kind, {}, typed)[0])
    assert run(capsys, fresh, "--from", old) == (0, f"Made {fresh}\n", "")
    assert read(fresh).entries == typed
    assert fresh.read_bytes() == old.read_bytes()


def test_a_swiss_event_with_the_names_of_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = tmp_path / "teams.csv"
    names.write_text("Team\nAvon\n=Brue\nCam\n", encoding="utf-8")
    path, larger, smaller = (tmp_path / f"{name}.xlsx" for name in ("event", "larger", "smaller"))
    assert run(capsys, path, "--kind", "swiss", "--teams", names, "--rounds", 7)[0] == 0
    assert entered(path)["team_names"] == [["Avon"], ["=Brue"], ["Cam"]]
    assert places(path.read_bytes())["round7_home"] == "Rounds!B36:B38"
    assert run(capsys, larger, "--from", path, "--teams", 9, "--rounds", 8)[0] == 0
    assert entered(larger)["team_names"][:4] == [["Avon"], ["=Brue"], ["Cam"], [None]]
    code, _, err = run(capsys, smaller, "--from", path, "--teams", 2)
    assert (code, err) == (0, "xlvp new: not carried over: team_names, row 3: Cam\n")


def test_choices_win_over_what_was_entered(tmp_path: Path, capsys: pytest.CaptureFixture[str], old: Path) -> None:
    path = tmp_path / "new.xlsx"
    assert run(capsys, path, "--from", old, "--boards", 32, "--scale", "WBF", "--away", "Brue")[0] == 0
    found = entered(path)
    assert (found["boards"], found["scale"]) == ([[32]], [["WBF"]])
    assert (found["home"], found["away"]) == ([["Avon"]], [["Brue"]])
    assert found["open_result"][:4] == ENTRIES["open_result"]
    assert load_workbook(path)["Match"].page_setup.paperSize == 1  # Letter


def test_what_does_not_fit_is_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str], old: Path) -> None:
    code, _, err = run(capsys, tmp_path / "new.xlsx", "--from", old, "--boards", 2)
    assert code == 0
    assert err == (
        "xlvp new: not carried over: open_result, rows 3 to 4: 3NTE-1, P; closed_result, rows 3 to 5: 600, NP\n"
    )


def test_a_formula_that_was_typed_goes_over_as_what_it_showed(
    office: Office, tmp_path: Path, capsys: pytest.CaptureFixture[str], old: Path
) -> None:
    """openpyxl saves no results, LibreOffice does."""
    book = load_workbook(old)
    book["Match"]["G13"] = "=300+300"
    book.save(old)
    _, _, err = run(capsys, tmp_path / "new.xlsx", "--from", old)
    assert err == "xlvp new: not carried over: closed_result, row 3: =300+300\n"
    with office.open(old) as document:
        document.save(tmp_path / "saved.xlsx")
    assert read(tmp_path / "saved.xlsx").entries["closed_result"][2] == [600]


def test_another_workbook_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "other.xlsx"
    Workbook().save(path)
    code, _, err = run(capsys, tmp_path / "new.xlsx", "--from", path)
    assert code == 1
    assert "was not made by 'xlvp new'" in err


@pytest.mark.parametrize("damage", [b"", b"PK", b"no workbook at all"])
def test_a_damaged_workbook_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], damage: bytes) -> None:
    path = tmp_path / "old.xlsx"
    path.write_bytes(damage)
    code, _, err = run(capsys, tmp_path / "new.xlsx", "--from", path)
    assert code == 1
    assert err.startswith(f"xlvp: {path}: ")
    assert err.count("\n") == 1
