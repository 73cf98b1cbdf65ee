"""A scorecard of an older layout renewed, and the next match of the same teams."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.parts.cache import ROOT
from tests.templates.scorecard import Scorecard
from xlvp.cli import main
from xlvp.templates.match.older import brought_up_to_date
from xlvp.templates.new import new, read
from xlvp.templates.options import Options

if TYPE_CHECKING:
    from pathlib import Path

    from tests.parts.office import Office

pytestmark = pytest.mark.slow

CARD = ROOT / "tests/templates/cards/match-0.1.0.xlsx"
"""A card of version 0.1.0, filled in; it shows 87 to 37 IMPs and 18.19 to 1.81 VPs."""

ROOM = ("contract", "by", "tricks", "typed")


@pytest.mark.parametrize(
    ("old", "entry"),
    [
        (("4S", "N", 10, None), "4SN="),
        (("3 nt x", "w", 8, None), "3NTXW-1"),
        (("6♥XX", "E", 13, None), "6♥XXE+1"),
        (("1C", "S", 0, None), "1CS-7"),
        (("P", None, None, None), "P"),
        (("pass", "N", 3, None), "P"),
        ((0, None, None, None), "P"),
        ((None, None, None, -420), -420),
        (("4S", "N", 10, 420), 420),
        (("4S", None, 10, None), "4S 10"),
        (("4S", "N", None, None), "4S N"),
        ((None, "N", 10, None), "N 10"),
        (("four", "N", 10, None), "four N 10"),
        (("4S", "N", "many", None), "4S N many"),
        ((None, None, None, None), None),
    ],
    ids=repr,
)
def test_four_cells_become_one(old: tuple[Any, ...], entry: Any) -> None:
    found = brought_up_to_date({f"closed_{name}": [[cell]] for name, cell in zip(ROOM, old, strict=True)}, Options())
    assert found["closed_result"] == [[entry]]
    assert found.keys() <= {"closed_result", "note"}


def test_a_contract_beside_a_typed_score_goes_into_the_note() -> None:
    entries: dict[str, Any] = {
        "open_contract": [["4S"], ["3NT"]],
        "open_by": [["N"]],
        "open_tricks": [[10]],
        "open_typed": [[430]],
    }
    assert brought_up_to_date(entries, Options()) == {
        "open_result": [[430], ["3NT"]],
        "note": [["Open room: 4S N 10"], [None]],
    }


def test_a_card_of_today_stays_as_it_is() -> None:
    entries: dict[str, Any] = {"open_result": [["4SN="]], "note": [["x"]], "home": [["Avon"]]}
    assert brought_up_to_date(entries, Options()) == entries


def test_every_entry_of_an_old_card_is_there(
    office: Office, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fresh = tmp_path / "fresh.xlsx"
    assert main(["new", str(fresh), "--from", str(CARD)]) == 0
    assert capsys.readouterr() == (f"Made {fresh}\n", "")
    old, now = read(CARD).entries, read(fresh).entries
    for name in ("event", "date", "boards", "first_board", "scale", "home", "away"):
        assert now[name] == old[name]
    for room in ("open", "closed"):
        for line, (entry,) in enumerate(now[f"{room}_result"]):
            contract, by, tricks = (old[f"{room}_{name}"][line][0] for name in ROOM[:3])
            if contract == "P":
                assert entry == "P"
                continue
            over = tricks - 6 - int(contract[0])
            assert entry == f"{contract}{by}" + (f"{over:+d}" if over else "=")
    with Scorecard(office, tmp_path, fresh.read_bytes()) as card:
        assert (card.cell("home_imps"), card.cell("away_imps")) == (87, 37)
        assert (card.cell("home_vp"), card.cell("away_vp")) == (18.19, 1.81)
        assert (card.cell("to_mend"), card.cell("boards_left")) == (0, 0)


PLAYED: dict[str, list[list[Any]]] = {
    "event": [["Cup"]],
    "date": [["today"]],
    "venue": [["Town hall"]],
    "home": [["Avon"]],
    "away": [["Brue"]],
    "scale": [["ACBL 20"]],
    "vp_boards": [[24]],
    "open_north": [["Anna"]],
    "closed_west": [["Bert"]],
    "carry_over": [[7]],
    "home_penalty": [[1]],
    "open_result": [["4SN="]],
    "closed_result": [["P"]],
    "home_adjust": [["A+"]],
    "note": [["slow"]],
}


def test_the_next_match_of_the_same_teams(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    last, following = tmp_path / "last.xlsx", tmp_path / "next.xlsx"
    last.write_bytes(new("match", {"boards": 12}, PLAYED)[0])
    assert main(["new", str(following), "--from", str(last), "--keep", "teams", "--away", "Cam"]) == 0
    assert capsys.readouterr() == (f"Made {following}\n", "")
    found = read(following)
    entered = {
        name: rows for name, rows in found.entries.items() if any(cell is not None for row in rows for cell in row)
    }
    kept = ("event", "venue", "home", "scale", "vp_boards", "open_north", "closed_west")
    set_up = {"boards": [[12]], "first_board": [[1]], "home_sits": [["N-S"]]}
    assert entered == {name: PLAYED[name] for name in kept} | set_up | {"away": [["Cam"]]}


def test_what_is_kept_is_of_a_workbook(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["new", str(tmp_path / "next.xlsx"), "--keep", "teams"])
    assert stopped.value.code == 2
    assert "--keep goes with --from, and says what is kept of that workbook" in capsys.readouterr().err


def test_what_does_not_fit_is_said_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", str(tmp_path / "small.xlsx"), "--from", str(CARD), "--boards", "6"]) == 0
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert told.startswith("xlvp new: not carried over: ")
    assert "open_result, rows 7 to 24: 6NTS=, 2DW+1, 4HN= and 15 more" in told


def test_a_match_in_one_piece_goes_into_stanzas(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fresh = tmp_path / "stanzas.xlsx"
    assert main(["new", str(fresh), "--from", str(CARD), "--stanzas", "2"]) == 0
    assert capsys.readouterr() == (f"Made {fresh}\n", "")
    assert read(fresh).entries["stanza1_first_board"] == [[1]]
