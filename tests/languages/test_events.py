"""Swiss events and leagues in other languages: the same standings, drawn and renewed as in English."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
from openpyxl import load_workbook

from tests.templates.ironcalc_card import IronCalcCard
from tests.templates.league_season import random_league
from tests.templates.scorecard import places
from tests.templates.swiss_event import random_event
from tools.languages import words
from xlvp.cli import main
from xlvp.languages import CODES, Language, language
from xlvp.languages.notation import CONTEXT
from xlvp.templates import new as making
from xlvp.templates.new import new, read
from xlvp.templates.spelling import in_language

if TYPE_CHECKING:
    from pathlib import Path

    from xlvp.catalogue import Cell

    Rows = dict[str, list[list[Any]]]

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


def entered(entries: dict[str, Any], code: str) -> dict[str, Any]:
    """What is typed into a card in English, as it is typed in another language."""
    columns = {name: values if isinstance(values, list) else [values] for name, values in entries.items()}
    rows = {name: [[value] for value in values] for name, values in columns.items()}
    return {name: [row[0] for row in typed] for name, typed in in_language(rows, spoken(code)).items()}


def in_words_of(code: str, rows: list[list[Cell]]) -> list[list[Cell]]:
    """The rows of a table in English as another language has them."""
    gone = f" ({spoken(code).word('', 'withdrawn')})"
    return [[*row[:2], str(row[2]).replace(" (withdrawn)", gone), *row[3:]] for row in rows]


def shown(card: IronCalcCard, *names: str) -> list[list[Cell]]:
    """The rows of a table, without those that show nothing."""
    rows = [[cell for part in parts for cell in part] for parts in zip(*map(card.rows, names), strict=True)]
    return [row for row in rows if set(row) != {""}]


@pytest.mark.parametrize("code", OTHERS)
def test_random_events_have_the_standings_of_the_rules(tmp_path: Path, code: str) -> None:
    card = IronCalcCard(tmp_path, new("swiss", {"team_count": 7, "rounds": 3, "language": code}, {})[0])
    names = ("rank", "number", "team", "played", "vps", "total", "imps_won", "imps_lost")
    for seed in range(8):
        event = random_event(random.Random(seed), 7, 3)
        card.fill(entered(event.entries(7, 3), code))
        found = shown(card, *(f"standings_{name}" for name in names))
        assert found == in_words_of(code, event.standings(3)), seed


@pytest.mark.parametrize("code", OTHERS)
def test_random_leagues_have_the_table_of_the_rules(tmp_path: Path, code: str) -> None:
    card = IronCalcCard(tmp_path, new("league", {"team_count": 5, "language": code}, {})[0])
    names = ("rank", "number", "team", "played", "won", "drawn", "lost", "vp", "imps_won", "imps_lost")
    for seed in range(8):
        league = random_league(random.Random(seed), 5, 1)
        card.fill(entered(league.entries(5, 10), code))
        found = shown(card, *(f"table_{name}" for name in names))
        assert found == in_words_of(code, league.table()), seed


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
