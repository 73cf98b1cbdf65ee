"""Swiss events and leagues in other languages, drawn and renewed as in English."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from openpyxl import load_workbook

from tests.templates.ironcalc_card import IronCalcCard
from tests.templates.scorecard import places
from tools.languages import words
from xlvp.cli import main
from xlvp.languages import CODES, Language, language
from xlvp.languages.notation import CONTEXT
from xlvp.templates import new as making
from xlvp.templates.new import new, read

if TYPE_CHECKING:
    from pathlib import Path

    Rows = dict[str, list[list[Any]]]

pytestmark = pytest.mark.slow

QUOTED = Language("xx", {(word.context, word.text): f"l'«{word.text}»" for word in words() if word.context != CONTEXT})
"""A language in which every word is another, with an apostrophe, which titles of sheets may have."""

OTHERS = [*(code for code in CODES if code != "en"), "xx"]
TEAMS = tuple(f"Team {letter}" for letter in "ABCDE")
SWISS: Rows = {
    "event": [["League of Avon"]],
    "tie_breaks": [["IMP difference"], ["Matches between the tied"], [None], [None]],
    "odd_team": [["A three-way match over one round"]],
    "withdrawn": [[None], [None], ["yes"], [None], [None]],
    "round1_home": [[1], [3], [5]],
    "round1_away": [[2], [4], ["bye"]],
    "round1_home_imps": [[10], [0]],
    "round1_away_imps": [[20], [30]],
}
LEAGUE: Rows = {
    "tie_breaks": [["VPs of the opponents"], ["IMP quotient"], [None], [None]],
    "withdrawn": [["annulled"], [None], ["kept"], [None]],
    "fixtures_home_imps": [[12.5], [None], [3]],
    "fixtures_away_imps": [[7], [None], [40]],
}
KINDS: dict[str, tuple[dict[str, Any], Rows]] = {
    "swiss": ({"teams": TEAMS, "rounds": 3}, SWISS),
    "league": ({"teams": TEAMS[:4], "legs": 2}, LEAGUE),
}
"""For each kind what it is made with, and what is entered."""


@pytest.fixture(autouse=True)
def _with_the_language_of_the_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "language", spoken)


def spoken(code: str) -> Language:
    return QUOTED if code == "xx" else language(code)


def made(path: Path, kind: str, code: str, entries: Rows | None = None) -> Path:
    choices, usual = KINDS[kind]
    data, not_placed = new(kind, choices | {"language": code}, usual if entries is None else entries)
    assert not_placed == []
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("code", OTHERS)
def test_the_next_round_is_drawn_as_in_english(tmp_path: Path, capsys: pytest.CaptureFixture[str], code: str) -> None:
    told, drawn = [], []
    for each in ("en", code):
        path, out = made(tmp_path / f"{each}.xlsx", "swiss", each), tmp_path / f"{each}.round2.xlsx"
        main(["draw", str(path)])
        told.append(capsys.readouterr().out.replace(str(out), "FILE"))
        drawn.append(out)
    assert told[0] == told[1]
    assert read(drawn[0]).entries == read(drawn[1]).entries
    assert read(drawn[1]).choices["language"] == code
    assert [row[0] for row in read(drawn[1]).entries["round2_home"]] == [4, 5, None, None]
    card = IronCalcCard(tmp_path, drawn[1].read_bytes())
    assert set(card.column("round2_to_do")) == {""}
    assert card.column("round1_away")[2] == spoken(code).word("choice", "bye")


def test_a_bye_is_drawn_in_the_word_of_the_language(tmp_path: Path) -> None:
    path = made(tmp_path / "event.xlsx", "swiss", "xx", {})
    main(["draw", str(path), "--in-place"])
    assert [row[0] for row in read(path).entries["round1_away"]] == [2, 4, "bye", None]
    card = IronCalcCard(tmp_path, path.read_bytes())
    assert card.column("round1_away") == [2, 4, "l'«bye»", None]
    assert card.column("round1_to_do") == ["", "", "", ""]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("code", OTHERS)
def test_every_entry_comes_over_into_english_and_back(tmp_path: Path, kind: str, code: str) -> None:
    first = made(tmp_path / "first.xlsx", kind, code)
    old = read(first)
    assert {name: old.entries[name][: len(typed)] for name, typed in KINDS[kind][1].items()} == KINDS[kind][1]
    for each in ("en", code):
        data, not_placed = new(kind, old.choices | {"language": each}, old.entries, old.unreadable)
        assert (not_placed, old.lost) == ([], [])
        path = tmp_path / f"{each}.xlsx"
        path.write_bytes(data)
        old = read(path)
    assert path.read_bytes() == first.read_bytes()
    assert read(tmp_path / "en.xlsx").entries == read(first).entries


def test_choices_that_were_typed_in_capitals_come_over(tmp_path: Path) -> None:
    typed: Rows = {"round1_away": [["Bye "]], "withdrawn": [["YES"]], "tie_breaks": [["imp QUOTIENT"]]}
    english = read(made(tmp_path / "en.xlsx", "swiss", "en", typed))
    there = made(tmp_path / "there.xlsx", "swiss", "xx", english.entries)
    found = read(there).entries
    assert [found[name][0] for name in typed] == [["bye"], ["yes"], ["IMP quotient"]]
    book = load_workbook(there)
    sheet, _, cells = places(there.read_bytes())["round1_away"].rpartition("!")
    assert book[sheet][cells][0][0].value == spoken("xx").word("choice", "bye")


@pytest.mark.parametrize("kind", KINDS)
def test_it_opens_where_the_next_result_is_missing(tmp_path: Path, kind: str) -> None:
    def opened(path: Path) -> tuple[int, str]:
        book = load_workbook(path)
        return book.index(book.active), book.active.sheet_view.selection[0].activeCell

    for entries in (None, {"team_names": [[None]] * len(TEAMS)}):
        english, other = (opened(made(tmp_path / f"{code}.xlsx", kind, code, entries)) for code in ("en", "xx"))
        assert english == other


def test_slips_and_bars_find_the_sheets_that_they_speak_of(tmp_path: Path) -> None:
    path = made(tmp_path / "event.xlsx", "swiss", "xx")
    card = IronCalcCard(tmp_path, path.read_bytes())
    slips = card.sheets.index("l'«Slips»")
    assert card.model.get_cell_value(slips, 1, 1) == "l'«Round 1, table 1»"
    assert card.model.get_cell_value(slips, 3, 2) == TEAMS[0]
    (series,) = load_workbook(path)["l'«Standings»"]._charts[0].series
    assert series.val.numRef.f.startswith("'l''«Standings»'!$")
