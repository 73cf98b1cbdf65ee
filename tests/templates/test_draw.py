"""The command `xlvp draw`: what it writes, what it says, and what it refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from openpyxl import load_workbook

from tests.templates.scorecard import Scorecard, places
from xlvp.cli import main
from xlvp.templates.new import new, read

if TYPE_CHECKING:
    from pathlib import Path

    from tests.parts.office import Office

pytestmark = pytest.mark.slow

TEAMS = tuple(f"Team {letter}" for letter in "ABCDE")


def run(capsys: pytest.CaptureFixture[str], *args: object) -> tuple[int, str, str]:
    try:
        code = main([str(arg) for arg in args])
    except SystemExit as end:
        code = int(end.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


def made(folder: Path, **entries: list[Any]) -> Path:
    """A Swiss event of five teams and three rounds."""
    path = folder / "swiss.xlsx"
    rows = {name: [[value] for value in values] for name, values in entries.items()}
    data, left_over = new("swiss", {"teams": TEAMS, "rounds": 3, "boards": 8}, rows)
    assert left_over == []
    path.write_bytes(data)
    return path


FIRST: dict[str, list[Any]] = {
    "round1_home": [1, 3, 5],
    "round1_away": [2, 4, "bye"],
    "round1_home_imps": [10, 0],
    "round1_away_imps": [20, 30],
}


def entered(path: Path, name: str) -> list[Any]:
    values = [row[0] for row in read(path).entries[name]]
    while values and values[-1] is None:
        values.pop()
    return values


def test_each_round_goes_into_a_file_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = made(tmp_path)
    before = path.read_bytes()
    code, out, err = run(capsys, "draw", path)
    first = tmp_path / "swiss.round1.xlsx"
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "Round 1",
        "   1   1  Team A    2  Team B",
        "   2   3  Team C    4  Team D",
        "   3   5  Team E  bye",
        f"Round 1 is in {first}",
    ]
    assert path.read_bytes() == before
    assert entered(first, "round1_home") == [1, 3, 5]
    assert entered(first, "round1_away") == [2, 4, "bye"]
    old = read(first)
    rows = {name: [[value] for value in FIRST[name]] for name in ("round1_home_imps", "round1_away_imps")}
    first.write_bytes(new(old.kind, old.choices, old.entries | rows)[0])
    code, out, err = run(capsys, "draw", first)
    assert (code, err) == (0, "")
    assert out.endswith(f"Round 2 is in {tmp_path / 'swiss.round2.xlsx'}\n")


def test_the_next_round_is_drawn_from_the_entries(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = made(tmp_path, **FIRST)
    code, out, _ = run(capsys, "draw", path, "-o", tmp_path / "new.xlsx")
    assert code == 0
    # 4 has won by 30, 2 by 10, 5 has 12 VPs for its bye, 1 has lost by 10 and 3 by 30, so that 3 is the odd one out.
    assert entered(tmp_path / "new.xlsx", "round2_home") == [4, 5, 3]
    assert entered(tmp_path / "new.xlsx", "round2_away") == [2, 1, "bye"]
    assert "meet again" not in out


def test_in_place_keeps_the_old_workbook(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = made(tmp_path, **FIRST)
    before = path.read_bytes()
    code, out, _ = run(capsys, "draw", path, "--in-place")
    assert code == 0
    assert out.endswith(f"Round 2 is in {path}; the old workbook is swiss.xlsx.bak\n")
    assert (tmp_path / "swiss.xlsx.bak").read_bytes() == before
    assert entered(path, "round2_home") == [4, 5, 3]
    assert entered(path, "round1_home_imps") == [10, 0]


def test_a_three_way_match_is_entered_and_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = made(tmp_path, odd_team=["A three-way match over two rounds"])
    code, out, _ = run(capsys, "draw", path, "--in-place")
    assert code == 0
    assert out.count("(three-way match over this round and the next)") == 3
    assert entered(path, "round1_three_way") == [None, 2, 2, 2]
    assert entered(path, "round1_home") == [1, 3, 3, 4]
    old = read(path)
    rows = {"round1_home_imps": [[7]], "round1_away_imps": [[9]]}
    path.write_bytes(new(old.kind, old.choices, old.entries | rows)[0])
    code, out, _ = run(capsys, "draw", path, "--in-place")
    assert code == 0
    assert "In the second round of their three-way match: 3, 4, 5" in out
    assert "1 and 2 meet again: no draw by the rules has fewer second meetings" in out or "2 and 1 meet again" in out


def test_the_first_round_by_lot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = made(tmp_path)
    homes = set()
    for seed in range(3):
        for again in range(2):
            out = tmp_path / f"lot{seed}{again}.xlsx"
            assert run(capsys, "draw", path, "--seed", seed, "-o", out)[0] == 0
        assert out.read_bytes() == (tmp_path / f"lot{seed}0.xlsx").read_bytes()
        homes.add(tuple(entered(out, "round1_home")))
    assert len(homes) > 1


def test_the_workbook_opens_on_the_first_missing_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = made(tmp_path)
    assert load_workbook(path).active.title == "Rounds"
    assert run(capsys, "draw", path, "--in-place")[0] == 0
    book = load_workbook(path)
    assert book.active.title == "Rounds"
    first = places(path.read_bytes())["round1_home_imps"].partition("!")[2].partition(":")[0]
    assert book["Rounds"].sheet_view.selection[0].activeCell == first
    assert load_workbook(made_empty(tmp_path)).active.title == "Teams"


def test_no_result_is_missing_of_a_bye(tmp_path: Path) -> None:
    one_match = {f"round1_{name}": [[entry]] for name, entry in {"home": 1, "away": " Bye", "home_imps": None}.items()}
    data, _ = new("swiss", {"team_count": 3, "rounds": 2}, {"team_names": [["Avon"], ["Brue"]], **one_match})
    (tmp_path / "event.xlsx").write_bytes(data)
    second = places(data)["round2_home"].partition("!")[2].partition(":")[0]
    assert load_workbook(tmp_path / "event.xlsx")["Rounds"].sheet_view.selection[0].activeCell == second


def made_empty(folder: Path) -> Path:
    path = folder / "empty.xlsx"
    path.write_bytes(new("swiss", {"team_count": 6}, {})[0])
    return path


def test_a_drawn_round_needs_no_mending(office: Office, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = made(tmp_path, odd_team=["A three-way match over one round"])
    assert run(capsys, "draw", path, "--in-place")[0] == 0
    with Scorecard(office, tmp_path, path.read_bytes()) as card:
        assert card.column("round1_to_do") == ["", "", "", ""]
        assert card.cell("next_step") == "Round 1: 4 results missing"
        assert card.cell("round1_idle") == ""


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ({**FIRST, "round1_home_imps": [10]}, "round 1, line 2: the IMPs of the other side are missing; mend it first"),
        (
            {**FIRST, "round1_home_imps": [10], "round1_away_imps": [20]},
            "round 1 is paired, and 1 result is missing: type it first",
        ),
        ({"team_names": [None] * 5}, ""),
        ({"withdrawn": ["yes"] * 4}, "there are no two teams to draw: enter them on the sheet Teams"),
        ({**FIRST, "round1_home": [1, "x", 5]}, "round 1, line 2: 'x' is no number; mend it first"),
        ({**FIRST, "round1_away": [2, "by", "bye"]}, "round 1, line 2: 'by' is no number; mend it first"),
        ({**FIRST, "round1_home": [1, 2.5, 5]}, "round 1, line 2: 2.5 is no whole number; mend it first"),
        ({**FIRST, "round1_three_way": [3]}, "round 1, line 1: a three-way match is marked 1 or 2, not 3"),
        ({**FIRST, "round1_home_imps": [1e300, 0]}, "round 1, line 1: 1e+300 is no number; mend it first"),
        ({**FIRST, "round1_home": [True, 3, 5]}, "round 1, line 1: True is no number; mend it first"),
        ({"penalties": ["lots"]}, "team 1: 'lots' is no number; mend it first"),
        ({"scale": [None]}, ""),
        ({**FIRST, "scale": ["ACBL 20"], "boards": [99]}, "boards must be a whole number from 1 to 36"),
        ({**FIRST, "scale": ["Own"], "own_from": [0, 3]}, "the table on Scales, row 1: a margin and the winner's VPs"),
        (
            {f"round{number}_{side}": [1 + (side == "away")] for number in (1, 2, 3) for side in ("home", "away")}
            | {f"round{number}_{side}_typed": [10] for number in (1, 2, 3) for side in ("home", "away")},
            "all 3 rounds are played; for more of them make a workbook with 'xlvp new --from' and --rounds",
        ),
    ],
    ids=str,
)
def test_what_cannot_be_drawn_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], entries: dict[str, list[Any]], message: str
) -> None:
    path = made(tmp_path, **entries)
    code, out, err = run(capsys, "draw", path)
    if not message:  # what is empty leaves the workbook's own value
        assert code == 0
        return
    assert (code, out) == (1, "")
    assert err.startswith(f"xlvp: {path}: {message}")
    assert err.count("\n") == 1
    assert sorted(each.name for each in tmp_path.iterdir()) == ["swiss.xlsx"]


def test_other_files_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = tmp_path / "match.xlsx"
    match.write_bytes(new("match", {}, {})[0])
    code, _, err = run(capsys, "draw", match)
    assert (code, err) == (
        1,
        f"xlvp: {match}: this is a workbook of the kind match, and only a Swiss event has a draw\n",
    )
    none, folder, names = (tmp_path / name for name in ("none.xlsx", "folder.xlsx", "names.csv"))
    folder.mkdir()
    names.write_text("Avon\n")
    for path, said in ((none, "there is no"), (folder, "this is a folder"), (names, "this is no Excel workbook")):
        code, _, err = run(capsys, "draw", path)
        assert (code, err.startswith(f"xlvp: {path}: {said}")) == (1, True)
    path = made(tmp_path)
    (tmp_path / "~$swiss.xlsx").touch()
    code, _, err = run(capsys, "draw", path)
    assert code == 1
    assert "it is open in another program; save and close it there (or delete a leftover ~$swiss.xlsx)" in err


@pytest.mark.parametrize("said", ["1000000000", "0", "-3"])
def test_a_made_up_number_of_rounds_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], said: str) -> None:
    path = made(tmp_path)
    book = load_workbook(path)
    (held,) = [each for each in book.custom_doc_props.props if each.name == "xlvp"]
    held.value = held.value.replace('"rounds": 3', f'"rounds": {said}')
    book.save(path)
    code, _, err = run(capsys, "draw", path)
    assert code == 1
    assert f"rounds must be a whole number from 1 to 20, not {said}" in err


@pytest.mark.parametrize("name", ["team_names", "round1_home", "own_from"])
def test_a_name_over_more_cells_than_any_input_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    path = made(tmp_path, **FIRST, scale=["Own"])
    book = load_workbook(path)
    sheet, _, cells = book.defined_names[name].attr_text.rpartition("!")
    top, column = int(cells.partition(":")[0].split("$")[2]), cells.split("$")[1]
    book.defined_names[name].attr_text = f"{sheet}!${column}${top}:${column}${top + 15_000}"
    book.save(path)
    code, _, err = run(capsys, "draw", path)
    assert code == 1
    assert f"the name '{name}' has 15001 cells, more than any input of an event" in err


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = made(tmp_path)
    (tmp_path / "swiss.round1.xlsx").write_bytes(b"mine")
    code, _, err = run(capsys, "draw", path)
    assert code == 1
    assert "swiss.round1.xlsx exists; choose another name, or replace it with --force" in err
    assert (tmp_path / "swiss.round1.xlsx").read_bytes() == b"mine"
    assert run(capsys, "draw", path, "--force")[0] == 0
    code, _, err = run(capsys, "draw", path, "-o", path, "--force")
    assert code == 1
    assert "this would replace the event itself; use --in-place, which keeps a copy" in err
    code, _, err = run(capsys, "draw", path, "-o", tmp_path / "x.ods")
    assert code == 2
    assert "must end with .xlsx" in err
