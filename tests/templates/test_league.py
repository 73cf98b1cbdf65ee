"""The league in LibreOffice and IronCalc: its table is what the rules say."""

from __future__ import annotations

import io
import random
from dataclasses import replace
from datetime import date
from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest
from openpyxl import load_workbook

from tests.templates.ironcalc_card import IronCalcCard
from tests.templates.league_season import Fixture, League, Team, random_league
from tests.templates.scorecard import Card, Scorecard
from xlvp import match_vp
from xlvp.rules.scales import SCALES
from xlvp.templates.league import MOST_TEAMS, league
from xlvp.templates.new import new, read
from xlvp.templates.options import Options
from xlvp.templates.wording import STYLES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.parts.office import Office
    from xlvp.catalogue import Cell

pytestmark = pytest.mark.slow

SLOTS = 10
LEGS = 2
LINES = SLOTS * (SLOTS - 1)
LEAGUES = 60
COLUMNS = ("rank", "number", "team", "played", "won", "drawn", "lost", "vp", "imps_won", "imps_lost")


def league_of(seed: int) -> League:
    chance = random.Random(seed)
    return random_league(chance, chance.choice((2, 3, *range(4, SLOTS + 1))), chance.choice((1, 2)))


def shown(card: Card) -> list[list[Cell]]:
    columns = [card.column(f"table_{name}") for name in COLUMNS]
    rows = [list(row) for row in zip(*columns, strict=True)]
    return [row for row in rows if set(row) != {""}]


@pytest.fixture(scope="module")
def card(office: Office, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scorecard]:
    book = league(Options(team_count=SLOTS, legs=LEGS))
    with Scorecard(office, tmp_path_factory.mktemp("league"), book.finished()) as opened:
        yield opened


@pytest.fixture(scope="module", params=STYLES)
def iron_card(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> IronCalcCard:
    book = league(Options(team_count=SLOTS, legs=LEGS, style=STYLES[request.param]))
    return IronCalcCard(tmp_path_factory.mktemp("league"), book.finished())


@pytest.mark.parametrize("seed", range(LEAGUES))
def test_random_leagues(card: Scorecard, seed: int) -> None:
    entered = league_of(seed)
    card.fill(entered.entries(SLOTS, LINES))
    assert shown(card) == entered.table()
    assert card.cell("missing_count") == entered.missing()


@pytest.mark.parametrize("seed", range(LEAGUES))
def test_random_leagues_in_both_styles(iron_card: IronCalcCard, seed: int) -> None:
    entered = league_of(seed)
    iron_card.fill(entered.entries(SLOTS, LINES))
    assert shown(iron_card) == entered.table()


def test_random_leagues_are_of_every_kind() -> None:
    """Shared ranks, withdrawn teams, unplayed matches, every scale: all of it is among them."""
    leagues = [league_of(seed) for seed in range(LEAGUES)]
    assert {entered.scale for entered in leagues} == {scale.name for scale in SCALES}
    assert {team.withdrawn for entered in leagues for team in entered.teams} == {"annulled", "kept", None}
    tables = [entered.table() for entered in leagues]
    ranks = [[row[0] for row in table if row[0] != ""] for table in tables]
    assert sum(len(set(column)) < len(column) for column in ranks) >= 8
    level = [len({row[7] for row in table if row[0] != ""}) < len({row[0] for row in table} - {""}) for table in tables]
    assert sum(level) >= 8  # a tie-break decides
    assert {entered.missing() == 0 for entered in leagues} == {True, False}


@pytest.mark.parametrize("legs", [1, 2])
@pytest.mark.parametrize("count", [2, 3, MOST_TEAMS])
def test_few_and_many_teams(office: Office, tmp_path: Path, count: int, legs: int) -> None:
    options = Options(teams=tuple(f"Team {number}" for number in range(1, count + 1)), legs=legs)
    with Scorecard(office, tmp_path, league(options).finished()) as opened:
        pairs = list(zip(opened.column("fixtures_home"), opened.column("fixtures_away"), strict=True))
        assert sorted(tuple(sorted(pair)) for pair in pairs) == sorted([*combinations(range(1, count + 1), 2)] * legs)  # type: ignore[type-var]
        imps = [(10 + int(home), 5 + int(away)) for home, away in pairs]  # type: ignore[arg-type]
        opened.fill(
            {"fixtures_home_imps": [ours for ours, _ in imps], "fixtures_away_imps": [theirs for _, theirs in imps]}
        )
        rounds = opened.column("fixtures_round")
        lines = [
            Fixture(int(number), int(home), int(away), *result)  # type: ignore[arg-type]
            for number, (home, away), result in zip(rounds, pairs, imps, strict=True)
        ]
        entered = League([Team(name) for name in options.teams], lines)
        assert shown(opened) == entered.table()
        assert opened.cell("next_step") == "All matches are played"


# What is shown besides

ABC = [Team("A"), Team("B"), Team("C")]


def type_in(card: Scorecard, *lines: Fixture, **changes: Any) -> League:
    entered = replace(League(ABC, list(lines)), **changes)
    card.fill(entered.entries(SLOTS, LINES))
    return entered


def test_an_empty_league_shows_nothing(office: Office, tmp_path: Path) -> None:
    with Scorecard(office, tmp_path, league(Options(team_count=6)).finished()) as opened:
        assert shown(opened) == []
        assert opened.cell("next_step") == "First enter the teams, on the sheet Teams"
        for name in ("fixtures_home_vp", "fixtures_to_do", "league_vps", "table_status"):
            assert {cell for row in opened.rows(name) for cell in row} <= {"", None}
        opened.fill({"team_names": ["A", "B", "C"]})
        assert opened.cell("next_step") == "Round 2: 1 result missing"  # in round 1 they meet 6, 5 and 4
        assert opened.cell("missing_count") == 3
        assert [row[:4] for row in shown(opened)] == [["", n, name, 0] for n, name in ((1, "A"), (2, "B"), (3, "C"))]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (Fixture(1, 1, 2), ""),
        (Fixture(1, 1, 2, 30, 20), ""),
        (Fixture(1, 1, 2, None, None, 12, 0), ""),
        (Fixture(1, 1, 2, 30), "type the other side's IMPs"),
        (Fixture(1, 1, 2, 30, 20, 12), "type the other side's VPs"),
        (Fixture(1, None, 2, 30, 20), "home team?"),
        (Fixture(1, 1, None, 30, 20), "away team?"),
        (Fixture(1, 2, 2, 30, 20), "team 2 plays itself: change one"),
        (Fixture(1, 1, 7, 30, 20), "no team 7: enter it on Teams"),
        (Fixture(1, 1, 7), ""),
    ],
)
def test_a_line_says_what_is_wrong_with_it_and_counts_for_nothing(card: Scorecard, line: Fixture, message: str) -> None:
    entered = type_in(card, line, Fixture(1, 3, 1, 10, 0))
    assert card.column("fixtures_to_do")[:2] == [message, ""]
    assert shown(card) == entered.table()
    assert (card.column("fixtures_home_vp")[0] == "") == (entered.result(line) is None)
    assert (card.cell("next_step") == "1 line to mend") == bool(message)


def test_a_postponed_match_stays_open(card: Scorecard) -> None:
    lines = (Fixture(1, 1, 2), Fixture(2, 2, 3, 10, 0), Fixture(3, 3, 1), Fixture(3, 2, 1))
    type_in(card, *lines)
    assert card.column("fixtures_to_do")[:4] == ["result missing, or postponed", "", "", ""]
    assert card.cell("next_step") == "Round 3: 2 results missing"
    assert card.cell("table_status") == "3 matches to come"
    type_in(card, lines[0], lines[1], *(line._replace(home_imps=1, away_imps=0) for line in lines[2:]))
    assert card.cell("next_step") == "Round 1: 1 result missing"


def test_two_teams_that_meet_too_often_are_mentioned(card: Scorecard) -> None:
    type_in(card, Fixture(1, 1, 2, 3, 0), Fixture(2, 2, 1, 5, 0), Fixture(3, 1, 2, 4, 0), Fixture(3, 1, 3, 4, 0))
    assert card.column("fixtures_to_do")[:4] == ["they have met before"] * 3 + [""]
    assert shown(card)[0][3] == 4


def test_walkovers_and_awards_are_typed_vps(card: Scorecard) -> None:
    entered = type_in(card, Fixture(1, 1, 2, 40, 0, 3, 12), Fixture(1, 1, 3, None, None, 12, 0))
    assert card.column("fixtures_home_vp")[:2] == [3, 12]
    assert [row[4:7] for row in shown(card)] == [[1, 0, 1], [1, 0, 0], [0, 0, 1]]
    assert shown(card) == entered.table()


def test_withdrawn_teams(card: Scorecard) -> None:
    lines = (Fixture(1, 1, 2, 40, 0), Fixture(1, 2, 3, 5, 0), Fixture(2, 3, 1))
    for gone, left in (("annulled", 0), ("kept", 1)):
        teams = [Team("A", withdrawn=gone), Team("B"), Team("C")]
        entered = type_in(card, *lines, teams=teams)
        assert shown(card) == entered.table()
        assert shown(card)[2][2] == "A (withdrawn)"
        assert card.cell("missing_count") == left
    entered = type_in(card, *lines[:2], lines[2]._replace(home_typed=12, away_typed=0), teams=teams)
    assert card.cell("next_step") == "All matches are played"
    assert shown(card) == entered.table()


def test_the_cross_table_has_home_matches_in_the_row(card: Scorecard, office: Office, tmp_path: Path) -> None:
    type_in(card, Fixture(1, 1, 2, 10, 0), Fixture(2, 2, 1, 5, 0))
    rows = card.rows("league_vps")
    assert (rows[0][1], rows[1][0]) == (match_vp(10, 24), match_vp(5, 24))
    with Scorecard(office, tmp_path, league(Options(team_count=3, legs=1)).finished()) as once:
        type_in_once = League(ABC, [Fixture(1, 2, 1, 10, 0)])
        once.fill(type_in_once.entries(3, 3))
        assert [row[:2] for row in once.rows("league_vps")][:2] == [["", match_vp(-10, 24)], [match_vp(10, 24), ""]]


def test_every_fixture_has_its_date(card: Scorecard) -> None:
    type_in(card, Fixture(1, 1, 2), Fixture(3, 2, 3))
    card.fill({"first_date": 45000, "days_between": 14})
    assert [row[0] for row in card.document.values("Fixtures!B5:B7")] == [45000, 45028, 45000 - 14]
    card.fill({"fixtures_date": [None, 45100]})
    assert [row[0] for row in card.document.values("Fixtures!B5:B6")] == [45000, 45100]
    card.fill({"first_date": None, "fixtures_date": [None, None]})
    assert [row[0] for row in card.document.values("Fixtures!B5:B6")] == ["", ""]


@pytest.mark.parametrize(
    ("scale", "boards", "message"),
    [("ACBL 20", 40, "This scale ends at 36 boards"), ("WBF", None, "How many boards?"), (None, 24, "Choose a scale")],
)
def test_a_scale_that_does_not_fit(card: Scorecard, scale: str | None, boards: int | None, message: str) -> None:
    type_in(card, Fixture(1, 1, 2, 30, 10), scale=scale, boards=boards)
    assert card.cell("table_problem") == message
    assert set(card.column("table_vp")) == {""}


NAMES = ('=HYPERLINK("http://x","y")', "+A1", "@x", "-1", "{1}", "=1+", "שלום", "🃏 Jokers", "007", "x" * 60)


def test_names_stay_text(office: Office, tmp_path: Path) -> None:
    data, left_over = new("league", {"teams": NAMES}, {"event": [["=1+1"]]})
    assert left_over == []
    with Scorecard(office, tmp_path, data) as opened:
        assert opened.column("table_team") == list(NAMES)
        assert opened.document.cell("Table!A1") == "=1+1"


def test_a_league_is_carried_over(tmp_path: Path) -> None:
    entered: dict[str, list[list[Any]]] = {
        "team_names": [["A"], ["B"], ["C"]],
        "first_date": [[date(2026, 9, 7)]],
        "fixtures_home_imps": [[30], [20], [None]],
        "fixtures_away_imps": [[7], [9], [None]],
    }
    path = tmp_path / "old.xlsx"
    path.write_bytes(new("league", {"team_count": 3, "legs": 2}, entered)[0])
    old = read(path)
    assert old.choices["legs"] == 2
    assert old.entries["fixtures_home_imps"][:3] == entered["fixtures_home_imps"]
    assert new(old.kind, old.choices, old.entries) == (path.read_bytes(), [])


def filled(data: bytes, name: str) -> list[Any]:
    book = load_workbook(io.BytesIO(data))
    sheet, cells = book.defined_names[name].attr_text.replace("$", "").replace("'", "").split("!")
    return [row[0].value for row in book[sheet][cells]]


def test_results_keep_to_their_match_in_a_larger_league() -> None:
    """They are found by the two teams, whichever is at home and in whatever line."""
    entered: dict[str, list[list[Any]]] = {
        "team_names": [["A"], ["B"], ["C"]],
        "fixtures_round": [[1], [2], [3]],
        "fixtures_home": [[2], [3], [1]],
        "fixtures_away": [[3], [1], [2]],
        "fixtures_home_imps": [[30], [20], [None]],
        "fixtures_away_imps": [[7], [9], [None]],
        "fixtures_home_typed": [[None], [None], [12]],
        "fixtures_away_typed": [[None], [None], [0]],
    }
    data, left_over = new("league", {"team_count": 4}, entered)
    assert left_over == []
    columns = {name: filled(data, f"fixtures_{name}") for name in Fixture._fields}
    lines = [Fixture(*values) for values in zip(*(columns[name] for name in Fixture._fields), strict=True)]
    results = {frozenset((line.home, line.away)): line for line in lines}
    assert len(lines) == len(results) == 6
    for pair, winner, ours in (((2, 3), 2, (30, 7)), ((3, 1), 3, (20, 9))):
        line = results[frozenset(pair)]
        assert (line.home_imps, line.away_imps) == (ours if line.home == winner else ours[::-1])
    award = results[frozenset((1, 2))]
    assert (award.home_typed, award.away_typed) == ((12, 0) if award.home == 1 else (0, 12))


def test_a_cross_table_of_an_older_version_is_carried_over() -> None:
    entered: dict[str, list[list[Any]]] = {
        "team_names": [["A"], ["B"], ["C"]],
        "league_imps": [[None, 30, None], [20, None, 7], [None, 9, None]],
        "awarded_vps": [[None, None, 12], [None] * 3, [0, None, None]],
        "tie_break": [["IMP quotient"]],
    }
    data, left_over = new("league", {"team_count": 3}, entered)
    assert left_over == []
    found = {
        (home, away): results
        for home, away, *results in zip(
            *(
                filled(data, f"fixtures_{name}")
                for name in ("home", "away", "home_imps", "away_imps", "home_typed", "away_typed")
            ),
            strict=True,
        )
    }
    assert found == {
        (2, 3): [7, 9, None, None],
        (3, 1): [None, None, 0, 12],
        (1, 2): [30, 20, None, None],
    }
    assert filled(data, "tie_breaks") == ["IMP quotient", None, None, None]


@pytest.mark.parametrize(
    "wrong",
    [{"team_count": 1}, {"team_count": 31}, {"teams": ("A",)}, {"boards": 65}, {"legs": 3}, {"legs": 0}],
    ids=str,
)
def test_limits(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="must be a whole number from"):
        league(Options(**wrong))
