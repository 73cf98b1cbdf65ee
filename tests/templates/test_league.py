"""The league in LibreOffice: its table is what the rules say."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from itertools import combinations
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from openpyxl.utils import get_column_letter as letter

from tests.templates.ironcalc_card import IronCalcCard
from tests.templates.scorecard import Scorecard, page_count
from xlvp import match_vp
from xlvp.rules.scales import SCALES
from xlvp.templates.league import MOST_TEAMS, league
from xlvp.templates.league.crosstable import LEFT, TOP
from xlvp.templates.look import Paper
from xlvp.templates.new import new, read
from xlvp.templates.options import Options
from xlvp.templates.wording import STYLES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from tests.parts.office import Office

SLOTS = 16
LEAGUES = 30
TABLE = ("rank", "team", "played", "won", "drawn", "lost", "imps_for", "imps_against", "tie_break", "adjusted", "vp")
NOTHING: Mapping[Any, Any] = MappingProxyType({})
BEST = Fraction(10**9)


class League(NamedTuple):
    """What was entered: results and awards as (IMPs or VPs of the first, of the second) by two team numbers from 0."""

    names: list[str | None]
    results: dict[tuple[int, int], tuple[Any, Any]]
    awards: Mapping[tuple[int, int], tuple[Any, Any]] = NOTHING
    carry_overs: Mapping[int, float] = NOTHING
    penalties: Mapping[int, Any] = NOTHING
    withdrawn: Mapping[int, str] = NOTHING
    boards: Any = 24
    scale: Any = "WBF"
    tie_break: str = "IMP difference"


def entries(entered: League, slots: int = SLOTS) -> dict[str, Any]:
    """The league as values for the named cells; what is not used is emptied."""

    def cross(matches: Mapping[tuple[int, int], tuple[Any, Any]]) -> list[list[Any]]:
        rows: list[list[Any]] = [[None] * slots for _ in range(slots)]
        for (one, other), (ours, theirs) in matches.items():
            rows[one][other], rows[other][one] = ours, theirs
        return rows

    return {
        "team_names": entered.names + [None] * (slots - len(entered.names)),
        "league_imps": cross(entered.results),
        "awarded_vps": cross(entered.awards),
        **{
            name: [getattr(entered, name).get(team) for team in range(slots)]
            for name in ("carry_overs", "penalties", "withdrawn")
        },
        **{name: getattr(entered, name) for name in ("boards", "scale", "tie_break")},
    }


class Team:
    """What a team has."""

    def __init__(self, entered: League, number: int) -> None:
        self.number = number
        self.name = entered.names[number]
        self.gone = entered.withdrawn.get(number)
        self.played = self.won = self.drawn = self.lost = self.imps_for = self.imps_against = 0
        carried, penalty = entered.carry_overs.get(number), entered.penalties.get(number)
        self.vp = (carried or 0) - (penalty or 0)
        self.adjusted: float | str = "" if carried is None and penalty is None else self.vp

    def add(self, margin: float, vp: float, imps: tuple[int, int]) -> None:
        self.played += 1
        self.won += margin > 0
        self.drawn += margin == 0
        self.lost += margin < 0
        self.imps_for += imps[0]
        self.imps_against += imps[1]
        self.vp += vp

    def tie_break(self, by: str) -> Fraction:
        if by == "IMP difference":
            return Fraction(self.imps_for - self.imps_against)
        return Fraction(self.imps_for, self.imps_against) if self.imps_against else BEST

    def key(self, by: str) -> tuple[int, Fraction]:
        return round(100 * self.vp), self.tie_break(by)


def half_up(value: Fraction, digits: int) -> float:
    """Round as a spreadsheet does: a half away from zero."""
    size: float = math.floor(abs(value) * 10**digits + Fraction(1, 2)) / 10**digits
    return size if value >= 0 else -size


def expected(entered: League, slots: int = SLOTS) -> dict[str, Any]:
    """What the named cells should show by the rules."""
    teams = {number: Team(entered, number) for number, name in enumerate(entered.names) if name}
    counting = {number for number, team in teams.items() if team.gone in (None, "kept")}
    vps: list[list[Any]] = [[""] * slots for _ in range(slots)]
    left = 0
    for one, other in combinations(sorted(teams), 2):
        imps, awarded = entered.results.get((one, other), (None, None)), entered.awards.get((one, other), (None, None))
        finished = None not in (imps if awarded == (None, None) else awarded)
        if finished and {one, other} <= counting:
            margin = imps[0] - imps[1] if awarded == (None, None) else awarded[0] - awarded[1]
            for number, opponents, side in ((one, other, 0), (other, one, 1)):
                view = margin if side == 0 else -margin
                by_award = awarded != (None, None)
                vp = awarded[side] if by_award else match_vp(view, entered.boards, entered.scale)
                vps[number][opponents] = vp
                teams[number].add(view, vp, (0, 0) if by_award else (imps[side], imps[1 - side]))
        elif not (teams[one].gone or teams[other].gone):
            left += 1
    begun = any(teams[number].played or teams[number].adjusted != "" for number in counting)
    by = entered.tie_break
    ranked = [team for team in teams.values() if not team.gone]
    if begun:
        ranked.sort(key=lambda team: team.key(by), reverse=True)  # a stable order: by number within a rank
    lines = []
    for team in [*ranked, *(team for team in teams.values() if team.gone)]:
        figures: list[Any] = [""] * 9
        if begun and team.number in counting:
            tie_break: Any = team.tie_break(by)
            tie_break = "" if not team.played else "∞" if tie_break == BEST else half_up(tie_break, 3)
            counts = [team.played, team.won, team.drawn, team.lost, team.imps_for, team.imps_against]
            figures = [*counts, tie_break, team.adjusted, round(team.vp, 2)]
        rank = 1 + sum(better.key(by) > team.key(by) for better in ranked) if begun else ""
        lines.append(["–" if team.gone else rank, team.name, *figures])  # noqa: RUF001
    lines += [[""] * len(TABLE)] * (slots - len(lines))
    table = {f"table_{name}": list(column) for name, column in zip(TABLE, zip(*lines, strict=True), strict=True)}
    return {**table, "league_vps": vps, "matches_left": left if len(ranked) > 1 else ""}


def fill(card: Scorecard, entered: League, slots: int = SLOTS) -> None:
    """Type it in; the cells of a team against itself are locked."""
    values = entries(entered, slots)
    for name in ("league_imps", "awarded_vps"):
        sheet = card.places[name].partition("!")[0]
        for down, row in enumerate(values.pop(name)):
            for first, part in ((0, row[:down]), (down + 1, row[down + 1 :])):
                if part:
                    cells = f"{letter(LEFT + first)}{TOP + down}:{letter(LEFT + first + len(part) - 1)}{TOP + down}"
                    card.document.set(f"{sheet}!{cells}", [part])
    card.fill(values)


def differences(card: Scorecard | IronCalcCard, wanted: dict[str, Any]) -> dict[str, Any]:
    """What differs between what is shown and what should be."""
    found: dict[str, Any] = {name: card.column(name) for name in wanted if name.startswith("table")}
    found["matches_left"] = card.cell("matches_left")
    found["league_vps"] = card.rows("league_vps")
    for number, row in enumerate(found["league_vps"]):
        row[number] = ""  # a locked and empty cell, which IronCalc takes for 0
    return {name: (value, wanted[name]) for name, value in found.items() if value != wanted[name]}


def random_league(seed: int) -> League:
    """A league in which ties are likely: often with few IMPs."""
    pick = random.Random(seed)
    scale = pick.choice(SCALES)
    count = pick.choice([2, 3, *range(4, SLOTS + 1)])
    highest = pick.choice([1, 1, 3, 80])
    names: list[str | None] = [f"Team {pick.randint(1, 999)}-{number}" for number in range(count)]
    if count > 3 and pick.random() < 0.3:
        names[pick.randrange(count)] = None
    results: dict[tuple[int, int], tuple[Any, Any]] = {}
    awards: dict[tuple[int, int], tuple[Any, Any]] = {}
    played = pick.choice([0.2, 0.9, 1])
    for match in combinations(range(count), 2):
        if None in (names[match[0]], names[match[1]]):
            continue
        if pick.random() < played:
            results[match] = (pick.randint(0, highest), pick.choice([0, pick.randint(0, highest)]))
        elif pick.random() < 0.2:
            results[match] = pick.choice([(None, 12), (7, None)])
        if pick.random() < 0.04:
            awards[match] = pick.choice([(12, 0), (0, 0), (2.5, 17.25), (None, 3), (11.1, 11.1)])

    def some(chance: float, values: list[Any]) -> dict[int, Any]:
        return {team: pick.choice(values) for team in range(count) if names[team] and pick.random() < chance}

    return League(
        names,
        results,
        awards,
        some(0.1, [1, -2.25, 10]),
        some(0.15, [0.5, 1, 3]),
        some(0.08, ["annulled", "kept"]) if pick.random() < 0.5 else {},
        pick.randint(1, min(36, scale.max_boards)),
        scale.name,
        pick.choice(["IMP difference", "IMP quotient"]),
    )


@pytest.fixture(scope="module")
def card(office: Office, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scorecard]:
    book = league(Options(team_count=SLOTS))
    with Scorecard(office, tmp_path_factory.mktemp("league"), book.finished()) as opened:
        yield opened


@pytest.fixture(scope="module", params=STYLES)
def iron_card(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> IronCalcCard:
    book = league(Options(team_count=SLOTS, style=STYLES[request.param]))
    return IronCalcCard(tmp_path_factory.mktemp("league"), book.finished())


@pytest.mark.parametrize("seed", range(LEAGUES))
def test_random_leagues(card: Scorecard, seed: int) -> None:
    entered = random_league(seed)
    fill(card, entered)
    assert differences(card, expected(entered)) == {}


def test_random_leagues_are_of_every_kind() -> None:
    """Shared ranks, withdrawn teams, unplayed matches, every scale, both tie-breaks: all of it is among them."""
    leagues = [random_league(seed) for seed in range(LEAGUES)]
    assert {entered.scale for entered in leagues} == {scale.name for scale in SCALES}
    assert {gone for entered in leagues for gone in entered.withdrawn.values()} == {"annulled", "kept"}
    tables = [expected(entered) for entered in leagues]
    ranks = [[rank for rank in table["table_rank"] if isinstance(rank, int)] for table in tables]
    assert sum(len(set(column)) < len(column) for column in ranks) >= 8
    ties = [
        len(set(table["table_vp"][: len(column)])) < len(set(column))
        for table, column in zip(tables, ranks, strict=True)
    ]
    assert sum(ties) >= 5  # the tie-break decides
    assert "∞" in {shown for table in tables for shown in table["table_tie_break"]}
    assert {table["matches_left"] == 0 for table in tables} == {True, False}


@pytest.mark.parametrize("seed", range(LEAGUES))
def test_random_leagues_in_both_styles(iron_card: IronCalcCard, seed: int) -> None:
    entered = random_league(seed)
    iron_card.fill({"event": None, "date": None, **entries(entered)})
    assert differences(iron_card, expected(entered)) == {}


@pytest.mark.parametrize("count", [2, 3, MOST_TEAMS])
def test_few_and_many_teams(office: Office, tmp_path: Path, count: int) -> None:
    names = [f"Team {number}" for number in range(count)]
    matches = {match: (10 + match[0], 5 + match[1]) for match in combinations(range(count), 2)}
    entered = League(list(names), matches)
    with Scorecard(office, tmp_path, league(Options(teams=tuple(names))).finished()) as opened:
        fill(opened, entered, count)
        assert differences(opened, expected(entered, count)) == {}


# What is shown besides


def test_an_empty_league_shows_nothing(card: Scorecard) -> None:
    entered = League([], {})
    fill(card, entered)
    assert differences(card, expected(entered)) == {}
    assert card.document.cell("Table!A3") == "Teams: type the names of the teams"
    assert {cell for row in card.rows("margins") for cell in row} <= {"", None}


def test_teams_without_results_are_listed_and_not_ranked(card: Scorecard) -> None:
    fill(card, League(["A", "B", "C"], {}))
    assert card.column("table_team")[:4] == ["A", "B", "C", ""]
    assert set(card.column("table_rank")) == set(card.column("table_vp")) == {""}
    assert card.cell("matches_left") == 3


def test_half_a_result_counts_for_nothing_and_is_marked(card: Scorecard) -> None:
    fill(card, League(["A", "B", "C"], {(0, 1): (30, None)}))
    assert set(card.column("table_vp")) == {""}
    assert card.cell("matches_left") == 3
    assert card.cell("results_problem") == "1 missing or wrong"
    assert [row[0] for row in card.document.cells("Results!S6:S8")] == ["", "Against 1: IMPs?", ""]
    assert card.document.cell("Table!A3") == "Results: 1 missing or wrong"


@pytest.mark.parametrize("value", ["45", "x", 12.5, -3, "=1"], ids=repr)
def test_what_is_no_number_of_imps_counts_for_nothing(card: Scorecard, value: Any) -> None:
    fill(card, League(["A", "B"], {(0, 1): (value, 20)}))
    assert set(card.column("table_vp")) == {""}
    assert card.document.cell("Results!S6") == "Against 2: not a number of IMPs"


def test_results_of_nobody_are_marked(card: Scorecard) -> None:
    fill(card, League(["A", "B", None], {(0, 1): (30, 10), (0, 2): (10, 20)}))
    assert card.column("table_played")[:3] == [1, 1, ""]
    assert card.document.cell("Results!S6") == "Against 3: a team has no name"
    assert card.document.cell("Results!S8") == "Against 1: a team has no name"


def test_half_an_award_is_marked(card: Scorecard) -> None:
    fill(card, League(["A", "B"], {(0, 1): (30, 10)}, awards={(0, 1): (None, 12)}))
    assert set(card.column("table_vp")) == {""}
    assert card.document.cell("Awards!S6") == "Against 2: VPs?"
    assert card.document.cell("Table!A3") == "Awards: 1 missing or wrong"


@pytest.mark.parametrize(
    ("scale", "boards", "message"),
    [("ACBL 20", 40, "This scale ends at 36 boards"), ("WBF", None, "How many boards?"), (None, 24, "Choose a scale")],
)
def test_a_scale_that_does_not_fit(card: Scorecard, scale: str | None, boards: int | None, message: str) -> None:
    fill(card, League(["A", "B"], {(0, 1): (30, 10)}, scale=scale, boards=boards))
    assert card.cell("teams_problem") == message
    assert card.document.cell("Table!A3") == f"Teams: {message}"
    assert set(card.column("table_vp")) == set(card.column("table_rank")) == {""}


def test_messages_about_teams(card: Scorecard) -> None:
    names = ["A", "a", None, "B*", "BC", "D", "E"]
    fill(card, League(names, {}, penalties={2: 1, 5: "x"}, withdrawn={3: "kept", 6: "gone"}))
    twice = "this name is there twice"
    told = [twice, twice, "name?", "", "", "VPs must be a number", "annulled or kept?"]
    assert card.column("team_to_do")[: len(names)] == told
    assert card.document.cell("Table!A3") == "Teams: 5 to mend"
    assert set(card.column("table_vp")) == set(card.column("table_rank")) - {"–"} == {""}  # noqa: RUF001


NAMES = ('=HYPERLINK("http://x","y")', "+A1", "@x", "-1", "{1}", "=1+", "שלום", "🃏 Jokers", "007", "x" * 60)


def test_names_stay_text(office: Office, tmp_path: Path) -> None:
    data, homeless = new("league", {"teams": NAMES}, {"event": [["=1+1"]]})
    assert homeless == []
    with Scorecard(office, tmp_path, data) as opened:
        assert opened.column("table_team") == list(NAMES)
        assert opened.document.cell("Table!A1") == "=1+1"


def test_a_league_is_carried_over(tmp_path: Path) -> None:
    """Its first result cell, of a team against itself, is locked; the others are not."""
    results = [[None, 30, None], [20, None, 7], [None, 9, None]]
    entered: dict[str, list[list[Any]]] = {"team_names": [["A"], ["B"], ["C"]], "league_imps": results}
    entered["awarded_vps"] = [[None, None, 12], [None] * 3, [None] * 3]
    path = tmp_path / "old.xlsx"
    path.write_bytes(new("league", {"team_count": 3}, entered)[0])
    old = read(path)
    assert {name: old.entries[name] for name in entered} == entered
    assert new(old.kind, old.choices, old.entries) == (path.read_bytes(), [])
    assert new(old.kind, {"team_count": 2}, old.entries)[1] == [
        "team_names, row 3: C",
        "league_imps, row 2: 7",
        "league_imps, row 3: 9",
        "awarded_vps, row 1: 12",
    ]


@pytest.mark.parametrize(
    "options", [Options(team_count=1), Options(team_count=21), Options(teams=("A",)), Options(boards=65)], ids=repr
)
def test_limits(options: Options) -> None:
    with pytest.raises(ValueError, match="must be a whole number from"):
        league(options)


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("count", [2, 8, MOST_TEAMS])
def test_every_sheet_is_one_page(office: Office, tmp_path: Path, paper: Paper, count: int) -> None:
    path = tmp_path / "league.xlsx"
    book = league(Options(team_count=count, paper=paper))
    path.write_bytes(book.finished())
    with office.open(path) as document:
        document.save(tmp_path / "league.pdf")
    assert page_count(tmp_path / "league.pdf") == len(book.workbook.sheetnames)
