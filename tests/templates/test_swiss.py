"""The workbook of a Swiss event, filled in and worked out in LibreOffice and IronCalc, against the rules."""

from __future__ import annotations

import io
import random
import re
import subprocess
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from openpyxl import load_workbook

from tests.templates.ironcalc_card import IronCalcCard
from tests.templates.scorecard import Card, Scorecard
from tests.templates.swiss_event import WORDS, Event, Line, Team, random_event
from xlvp.rules.scales import SCALES, match_vp
from xlvp.templates.look import Paper
from xlvp.templates.options import Options
from xlvp.templates.swiss import swiss
from xlvp.templates.wording import STYLES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from tests.parts.office import Office
    from xlvp.catalogue import Cell

pytestmark = pytest.mark.slow

TEAMS, ROUNDS = 16, 6
"""For how many the workbook is that all random events are typed into."""

SEEDS = range(60)
LONGEST = 200


def event_of(seed: int) -> Event:
    chance = random.Random(seed)
    return random_event(chance, chance.choice((2, 3, *range(4, TEAMS + 1))), chance.randint(1, ROUNDS))


def shown(card: Card) -> list[list[Cell]]:
    """The rows of the standings as the workbook has them, without those that show nothing."""
    names = ("rank", "number", "team", "played", "vps", "total", "imps_won", "imps_lost")
    blocks = [card.rows(f"standings_{name}") for name in names]
    rows = [[cell for part in parts for cell in part] for parts in zip(*blocks, strict=True)]
    return [row for row in rows if set(row) != {""}]


@pytest.fixture(scope="module")
def large_card(office: Office, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scorecard]:
    book = swiss(Options(team_count=TEAMS, rounds=ROUNDS)).finished()
    with Scorecard(office, tmp_path_factory.mktemp("swiss"), book) as opened:
        yield opened


@pytest.fixture(scope="module", params=STYLES)
def iron_card(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> IronCalcCard:
    book = swiss(Options(team_count=TEAMS, rounds=ROUNDS, style=STYLES[request.param])).finished()
    return IronCalcCard(tmp_path_factory.mktemp("swiss"), book)


@pytest.mark.parametrize("seed", SEEDS)
def test_random_events(large_card: Scorecard, seed: int) -> None:
    event = event_of(seed)
    large_card.fill(event.entries(TEAMS, ROUNDS))
    assert shown(large_card) == event.standings(ROUNDS)


@pytest.mark.parametrize("seed", SEEDS)
def test_random_events_in_both_styles(iron_card: IronCalcCard, seed: int) -> None:
    event = event_of(seed)
    iron_card.fill(event.entries(TEAMS, ROUNDS))
    assert shown(iron_card) == event.standings(ROUNDS)


def test_random_events_are_of_every_kind() -> None:
    events = [event_of(seed) for seed in SEEDS]
    assert {event.scale for event in events} == {scale.name for scale in SCALES}
    assert {len([each for each in event.tie_breaks if each]) for event in events} == {0, 1, 2, 4}
    assert {event.tie_breaks[0] for event in events if event.tie_breaks} == {*WORDS, None}
    assert {team.withdrawn for event in events for team in event.teams} == {"yes", None}
    lines = [line for event in events for lines in event.rounds for line in lines]
    assert sum(line.away == "bye" for line in lines) >= 10
    assert sum(line.three_way == 1 for line in lines) >= 10
    assert sum(line.three_way == 2 for line in lines) >= 10
    assert sum(line.away is None or (line.home_imps is None) != (line.away_imps is None) for line in lines) >= 10
    assert sum(line.home_typed is not None for line in lines) >= 10
    assert sum(isinstance(line.home_imps, float) for line in lines) >= 10
    ranks = [Counter(row[0] for row in event.standings(ROUNDS) if row[0] != "") for event in events]
    assert sum(max(count.values(), default=0) > 1 for count in ranks) >= 5  # shared


@pytest.mark.parametrize(("teams", "rounds"), [(2, 1), (64, 3), (3, 20)])
def test_few_and_many(office: Office, tmp_path: Path, teams: int, rounds: int) -> None:
    event = random_event(random.Random(1), teams, rounds)
    with Scorecard(office, tmp_path, swiss(Options(team_count=teams, rounds=rounds)).finished()) as card:
        card.fill(event.entries(teams, rounds))
        assert shown(card) == event.standings(rounds)


# A small event, line by line


@pytest.fixture(scope="module")
def card(office: Office, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scorecard]:
    """Six teams, two rounds of three matches."""
    book = swiss(Options(team_count=6, rounds=2, boards=8)).finished()
    with Scorecard(office, tmp_path_factory.mktemp("swiss"), book) as opened:
        yield opened


PLAYED = Line(1, 2, 30, 10)
FIVE = Event([Team(name) for name in ("Ant", "Bee", "Cat", "Dog", "Elk")])
"""Five of the six teams of `card`, and nothing played."""


def type_in(card: Scorecard, *lines: Line, second: Sequence[Line] = (), **changes: Any) -> Event:
    """Fill both rounds; what is not given is empty."""
    event = replace(FIVE, rounds=[list(lines), list(second)], **changes)
    card.fill(event.entries(6, 2))
    return event


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (Line(), ""),
        (Line(3, 4), ""),
        (Line(3, "bye"), ""),
        (Line(3, "Bye "), ""),
        (Line(3, 4, 0, 0), ""),
        (Line(3, 4, None, None, 12, 12), ""),
        (Line(3, 4, 20, 10, 12, 12), ""),
        (Line(3), "away team?"),
        (Line(3, 4, three_way=1), "team 3 needs two sets in three"),
        (Line(3, 4, three_way=2), "team 3 needs two sets in three"),
        (Line(None, 3), "home team?"),
        (Line(None, None, 10), "home team?"),
        (Line(None, None, None, None, None, 5), "home team?"),
        (Line(3, 3, 10, 0), "team 3 plays itself: change one"),
        (Line(3, 2, 10, 0), "team 2 plays twice: change one"),
        (Line(2, "bye"), "team 2 plays twice: change one"),
        (Line(1, 3), "team 1 plays twice: change one"),
        (Line(3, 6, 10, 0), "no team 6: enter it on Teams"),
        (Line(6, 3, 10, 0), "no team 6: enter it on Teams"),
        (Line(3, 99), "no team 99: enter it on Teams"),
        (Line(0, 3), "no team 0: enter it on Teams"),
        (Line(3, "x"), "no team x: enter it on Teams"),
        (Line(3, "*"), "no team *: enter it on Teams"),
        (Line(3, 4, 10), "type the other side's IMPs"),
        (Line(3, 4, None, 0), "type the other side's IMPs"),
        (Line(3, 4, None, None, 12), "type the other side's VPs"),
        (Line(3, 4, 10, 0, None, 12), "type the other side's VPs"),
        (Line(3, "bye", 10, 0), "a bye has no IMPs: clear them"),
        (Line(3, "bye", None, None, 12, 8), "a bye: VPs for home alone"),
    ],
)
def test_a_line_says_what_is_wrong_with_it_and_counts_for_nothing(card: Scorecard, line: Line, message: str) -> None:
    type_in(card, PLAYED, line)
    assert card.column("round1_to_do")[1] == message
    if message:
        assert card.column("round1_home_vp")[1] == card.column("round1_away_vp")[1] == ""
        mended = card.column("round1_to_do").count("")
        to_mend = len(card.column("round1_to_do")) - mended
        assert card.cell("next_step") == ("1 line to mend" if to_mend == 1 else f"{to_mend} lines to mend")
    else:
        assert "mend" not in str(card.cell("next_step"))
        assert card.column("round1_home_vp")[0] == match_vp(20, 8)


def test_both_lines_of_a_team_that_plays_twice_are_marked(card: Scorecard) -> None:
    type_in(card, PLAYED, Line(3, 1, 5, 0), Line(4, 5, 9, 0))
    assert card.column("round1_to_do") == ["team 1 plays twice: change one"] * 2 + ["", ""]
    assert card.column("round1_home_vp") == ["", "", match_vp(9, 8), ""]


def test_results_to_come_and_teams_without_a_match_are_counted(card: Scorecard) -> None:
    def told() -> tuple[Cell, Cell, Cell]:
        return card.cell("round1_left"), card.cell("round1_idle"), card.cell("next_step")

    type_in(card)
    assert told() == ("", "", "Draw round 1")
    assert card.cell("standings_status") == "After 0 of 2 rounds"
    type_in(card, PLAYED, Line(3))
    assert told() == (1, "no match for 2 teams, such as 5", "1 line to mend")
    type_in(card, PLAYED, Line(3, 4))
    assert told() == (1, "no match for team 5", "Round 1: 1 result missing")
    type_in(card, Line(1, 2), Line(3, 4), Line(5, "bye"))
    assert told() == (2, "", "Round 1: 2 results missing")
    type_in(card, PLAYED, Line(3, 4, 1, 0), Line(5, "bye"))
    assert told() == (0, "", "Draw round 2")
    type_in(card, PLAYED, Line(3, 4, 1, 0), Line(5, "bye"), second=[Line(3, 1), Line(2, 4)])
    assert told() == (0, "", "Round 2: 2 results missing")
    assert card.cell("standings_status") == "After 1 of 2 rounds"
    type_in(card, PLAYED, Line(3, 4, 1, 0), Line(5, "bye"), second=[Line(3, 1, 5, 0), Line(2, 4, 7, 6)])
    assert told() == (0, "", "All matches are played")
    gone = [*FIVE.teams[:4], Team("Elk", withdrawn="yes")]
    type_in(card, PLAYED, Line(3, 4, 1, 0), teams=gone)
    assert told() == (0, "", "Draw round 2")
    type_in(card, teams=[Team()])
    assert told() == ("", "", "First enter the teams, on the sheet Teams")


def three(kind: int, *imps: int) -> list[Line]:
    """A three-way match of 1, 2 and 3."""
    pairs = ((1, 2), (1, 3), (2, 3))
    ours = [*imps, None, None, None]
    return [
        Line(*pair, won, None if won is None else 0, three_way=kind) for pair, won in zip(pairs, ours, strict=False)
    ]


def test_a_three_way_match_over_one_round_has_half_the_vps(card: Scorecard) -> None:
    event = type_in(card, *three(1, 4, 0, 9), Line(4, 5, 8, 0))
    won = [match_vp(margin, 4, "WBF half") for margin in (4, 0, 9)]
    assert card.column("round1_home_vp") == [*won, match_vp(8, 8)]
    assert card.column("round1_to_do") == [""] * 4
    assert shown(card) == event.standings(2)
    assert {row[1]: row[3] for row in shown(card)} == {1: 1, 2: 1, 3: 1, 4: 1, 5: 1}
    type_in(card, *three(1, 4, 0, 9), scale="ACBL 20")
    assert card.column("round1_to_do")[:3] == ["type the VPs of this set"] * 3
    assert card.column("round1_home_vp")[:3] == ["", "", ""]
    event = type_in(card, *(line._replace(home_typed=6, away_typed=4) for line in three(1, 4, 0, 9)), scale="ACBL 20")
    assert shown(card) == event.standings(2)


def test_a_three_way_match_over_two_rounds_has_its_vps_in_the_second(card: Scorecard) -> None:
    type_in(card, *three(2), Line(4, 5, 8, 0))
    assert (card.cell("next_step"), card.cell("round1_left")) == ("Draw round 2", 0)
    type_in(card, *three(2), Line(4, 5, 8, 0), second=[Line(4, 5, 3, 0)])
    assert card.cell("next_step") == "Round 2: 3 results missing"
    event = type_in(card, *three(2, 4, 0, 9), Line(4, 5, 8, 0), second=[Line(5, 4, 3, 0)])
    assert card.cell("next_step") == "All matches are played"
    assert shown(card) == event.standings(2)
    first = next(row for row in shown(card) if row[1] == 1)
    assert first[4:6] == ["", match_vp(4, 8) + match_vp(0, 8)]
    assert card.column("round2_to_do")[0] == "met in round 1"
    type_in(card, *three(2, 4, 0, 9), second=[Line(3, 4)])
    assert card.column("round2_to_do")[0] == "team 3 is in a three-way match"


def test_the_draw_shows_the_round_to_be_played_and_whom_each_has_met(card: Scorecard) -> None:
    type_in(card, *three(1, 4, 0, 9), Line(5, "bye"), second=[Line(4, 1), Line(2, 5)])
    assert card.document.cell("Draw!A2") == "Round 2"
    assert [row[:5] for row in card.document.values("Draw!A5:E7")] == [
        [1, 4, "Dog", 1, "Ant"],
        [2, 2, "Bee", 5, "Elk"],
        ["", "", "", "", ""],
    ]
    order = {row[1]: row[4:] for row in card.document.values("Draw!H5:M9")}
    assert order == {1: ["2+3", 4], 2: ["1+3", 5], 3: ["1+2", ""], 4: ["", 1], 5: ["bye", 2]}


def test_a_number_that_is_no_team_is_a_question_and_no_bye(card: Scorecard) -> None:
    type_in(card, Line(1, 99), Line(3, 4), Line(5, "bye"))
    assert [row[:5] for row in card.document.cells("Draw!A5:E7")] == [
        [1, 1, "Ant", 99, "?"],
        [2, 3, "Cat", 4, "Dog"],
        [3, 5, "Elk", "bye", ""],
    ]
    order = {row[1]: row[4] for row in card.document.values("Draw!H5:L9")}
    assert order == {1: "", 2: "", 3: 4, 4: 3, 5: "bye"}


def test_teams_that_have_met_before_are_mentioned_and_count(card: Scorecard) -> None:
    type_in(card, Line(3, "bye"), PLAYED, second=[Line(2, 1, 7, 0), Line(3, "bye")])
    assert card.column("round2_to_do") == ["met in round 1", "", "", ""]
    assert card.column("round2_home_vp") == [match_vp(7, 8), 12, "", ""]
    assert card.cell("next_step") == "All matches are played"


def test_a_team_that_has_withdrawn_keeps_its_results_and_must_not_be_paired(card: Scorecard) -> None:
    teams = [Team("Ant", withdrawn="yes"), *FIVE.teams[1:]]
    event = type_in(card, PLAYED, second=[Line(1, 3), Line(2, 4)], teams=teams)
    assert card.column("round1_to_do") == ["", "", "", ""]
    assert card.column("round2_to_do") == ["team 1 has withdrawn: change it", "", "", ""]
    assert shown(card) == event.standings(2)
    assert [row[:3] for row in shown(card)] == [
        [1, 2, "Bee"],
        [2, 3, "Cat"],  # late, with 0 VPs for the round that is over
        [2, 4, "Dog"],
        [2, 5, "Elk"],
        ["", 1, "Ant (withdrawn)"],
    ]
    type_in(card, Line(1, "bye"), second=[Line(1, 3, None, None, 0, 12)], teams=teams)
    assert card.column("round1_to_do") + card.column("round2_to_do") == [""] * 8


def test_ties_are_broken_as_chosen_and_else_shared(card: Scorecard) -> None:
    # Both have won by 10: Ant 60-50, Cat 10-0. Bee and Dog have lost by 10.
    lines = (Line(1, 2, 60, 50), Line(3, 4, 10, 0))
    for order, ranks, figures in (
        (["difference"], [1, 1, 3, 3, 5], [10, 10, -10, -10, ""]),
        (["quotient"], [1, 2, 3, 4, 5], ["∞", 1.2, 50 / 60, 0, ""]),
        (["difference", "quotient"], [1, 2, 3, 4, 5], [10, 10, -10, -10, ""]),
        (["direct", "opponents"], [1, 1, 3, 3, 5], [10, 10, -10, -10, ""]),
        ([], [1, 1, 3, 3, 5], [10, 10, -10, -10, ""]),
    ):
        event = type_in(card, *lines, tie_breaks=order)
        assert shown(card) == event.standings(2)
        assert card.column("standings_rank")[:5] == ranks
        assert card.column("standings_tie_break")[:5] == figures
    type_in(card, Line(1, 2, 20, 10), Line(3, 4, 30, 20), tie_breaks=["quotient"])
    assert [row[2] for row in shown(card)] == ["Ant", "Cat", "Dog", "Bee", "Elk"]


def test_the_match_between_the_tied_decides_first(card: Scorecard) -> None:
    """Ant and Bee have 12.5 each by typed VPs; Bee has won their match, Ant has the better figures otherwise."""
    lines = [Line(2, 1, 10, 9, 11, 9), Line(3, 4, 0, 0)]
    event = type_in(card, *lines, second=[Line(1, 4, 90, 0, 20, 0), Line(2, 3, 90, 88, 18, 2)])
    assert [row[1] for row in shown(card)][:2] == [2, 1]
    assert card.column("standings_direct")[:2] == [11, 9]
    assert shown(card) == event.standings(2)
    event = type_in(card, *lines, second=[Line(1, 4, 90, 0, 20, 0), Line(2, 3, 90, 88, 18, 2)], tie_breaks=["quotient"])
    assert [row[1] for row in shown(card)][:2] == [1, 2]
    assert shown(card) == event.standings(2)


def test_a_scale_must_know_the_number_of_boards(card: Scorecard) -> None:
    type_in(card, PLAYED, scale="ACBL 30")
    assert card.column("round1_home_vp")[0] == match_vp(20, 8, "ACBL 30")
    for changes, message in (
        ({"boards": 37, "scale": "ACBL 20"}, "This scale ends at 24 boards"),
        ({"boards": None}, "How many boards?"),
        ({"scale": None}, "Choose a scale"),
    ):
        type_in(card, PLAYED, **changes)
        assert (card.cell("vp_problem"), card.cell("standings_problem")) == (message, message)
        assert card.column("round1_home_vp") == [""] * 4
        assert card.column("standings_total")[:5] == [""] * 5


def test_teams_are_told_apart(card: Scorecard) -> None:
    teams = [Team("Ant"), Team("ant"), Team(None, 3), Team("A*"), Team("Ann")]
    type_in(card, teams=teams)
    assert card.cell("next_step") == "3 lines to mend"
    assert card.column("team_problems") == [
        "two teams have this name",
        "two teams have this name",
        "a name?",
        "",
        "",
        "",
    ]


@pytest.mark.parametrize(("teams", "rounds"), [(2, 1), (7, 3)])
def test_blank_stays_blank(office: Office, tmp_path: Path, teams: int, rounds: int) -> None:
    book = swiss(Options(team_count=teams, rounds=rounds)).finished()
    with Scorecard(office, tmp_path, book) as card:
        results = [name for name in card.places if name.startswith("standings_") and name != "standings_status"]
        results += [name for name in card.places if name.startswith(("drawn_", "order_"))]
        results += [name for name in card.places if re.fullmatch(r"round\d+_(vps|to_do|left|idle)", name)]
        assert {cell for name in results for row in card.rows(name) for cell in row} == {""}
        assert card.cell("next_step") == "First enter the teams, on the sheet Teams"
        (picture,) = load_workbook(io.BytesIO(book))["Standings"]._charts
        plotted = picture.series[0].val.numRef.f.replace("$", "").replace("'", "")
        assert {cell for row in card.document.cells(plotted) for cell in row} == {"#N/A"}
        card.fill({"team_names": ["One", "Two"], "round1_home": [1], "round1_away": [2], "round1_home_imps": [7]})
        assert {cell for row in card.document.cells(plotted) for cell in row} == {"#N/A"}
        assert shown(card) == [["", n, name, 0, *[""] * (rounds + 3)] for n, name in ((1, "One"), (2, "Two"))]


def test_names_stay_text(office: Office, tmp_path: Path) -> None:
    names = ('=HYPERLINK("http://x","y")', "+A1", "@x", "-1", "שלום", "Ace 🂡 'n' \"Q\"", "007")
    book = swiss(Options(teams=names, rounds=1)).finished()
    with Scorecard(office, tmp_path, book) as card:
        card.fill({"event": "=1+1", "round1_home": [1, 7], "round1_away": [2, "BYE"]})
        assert card.column("standings_team") == [names[6], *names[:6]]
        assert card.document.cell("Standings!A1") == "=1+1"
        assert card.document.cell("Rounds!C6") == names[0]


@pytest.mark.parametrize(
    ("paper", "teams", "rounds", "pages"),
    [
        (Paper.A4, 8, 5, 1),
        (Paper.LETTER, 8, 5, 1),
        (Paper.A4, 64, 20, 20),
        (Paper.LETTER, 64, 2, 2),
        (Paper.A4, 2, 20, 2),
        (Paper.LETTER, 9, 20, 3),
    ],
)
def test_each_sheet_is_one_page_and_no_round_is_on_two(
    office: Office, tmp_path: Path, paper: Paper, teams: int, rounds: int, pages: int
) -> None:
    options = Options(teams=tuple(f"Team {number}" for number in range(teams)), rounds=rounds, paper=paper)
    with Scorecard(office, tmp_path, swiss(options).finished()) as card:
        card.document.save(tmp_path / "swiss.pdf")
    printed = subprocess.run(["pdftotext", "-layout", tmp_path / "swiss.pdf", "-"], capture_output=True, text=True)
    texts = [page.strip() for page in printed.stdout.split("\f") if page.strip()]
    sheets = Counter(text.splitlines()[-1].split()[0] for text in texts)
    assert sheets.pop("Draw") == {8: 2, 2: 2, 9: 2}.get(teams, 5 if rounds == 20 else 4)
    assert sheets.pop("Slips") == max(1, -(-((teams + 3) // 2 if teams % 2 else teams // 2) // 10))
    assert sheets == {"Standings": 1, "Teams": 1, "Rounds": pages, "About": 1}
    below_headings = re.compile(r"^ *Table .*\n\s*(\w+)", re.MULTILINE)
    assert [
        word for text in texts if text.splitlines()[-1].startswith("Rounds") for word in below_headings.findall(text)
    ] == ["Round"] * pages
    info = subprocess.run(["pdfinfo", tmp_path / "swiss.pdf"], capture_output=True, text=True).stdout
    assert ("letter" in info) == (paper is Paper.LETTER)


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize(("teams", "pages"), [(8, 1), (20, 1), (22, 2), (40, 2)])
def test_every_slip_is_printed_when_a_withdrawal_makes_three_meet(
    office: Office, tmp_path: Path, paper: Paper, teams: int, pages: int
) -> None:
    names = tuple(f"Team {number}" for number in range(1, teams + 1))
    pairs = [(number, number + 1) for number in range(1, teams - 3, 2)]
    three = [(teams - 3, teams - 2), (teams - 3, teams - 1), (teams - 2, teams - 1)]
    home, away = (list(side) for side in zip(*pairs, *three, strict=True))
    with Scorecard(office, tmp_path, swiss(Options(teams=names, rounds=2, paper=paper)).finished()) as card:
        kinds = [None] * len(pairs) + [1] * len(three)
        withdrawn = [None] * (teams - 1) + ["yes"]
        card.fill({"withdrawn": withdrawn, "round1_home": home, "round1_away": away, "round1_three_way": kinds})
        card.document.save(tmp_path / "swiss.pdf")
    command = ["pdftotext", "-layout", str(tmp_path / "swiss.pdf"), "-"]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split("\f")
    slips = [page for page in printed if page.strip() and page.strip().splitlines()[-1].startswith("Slips")]
    tables = [int(table) for page in slips for table in re.findall(r"Round 1, table (\d+)", page)]
    assert sorted(tables) == list(range(1, len(home) + 1))
    assert len(slips) == pages


@pytest.mark.parametrize("style", STYLES)
def test_no_formula_of_the_largest_event_is_too_long(style: str) -> None:
    book = swiss(Options(team_count=64, rounds=20, boards=64, style=STYLES[style]))
    cells = (cell for sheet in book.workbook for row in sheet.iter_rows() for cell in row if cell.data_type == "f")
    assert max(len(getattr(cell.value, "text", cell.value)) for cell in cells) <= LONGEST


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (Options(team_count=1), "teams must be a whole number from 2 to 64, not 1"),
        (Options(team_count=65), "teams must be a whole number from 2 to 64, not 65"),
        (Options(rounds=0), "rounds must be a whole number from 1 to 20, not 0"),
        (Options(rounds=21), "rounds must be a whole number from 1 to 20, not 21"),
        (Options(boards=65), "boards must be a whole number from 1 to 64, not 65"),
    ],
)
def test_an_event_has_limits(wrong: Options, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        swiss(wrong)
