"""The workbook of a Swiss event, filled in and worked out in LibreOffice, against the rules."""

from __future__ import annotations

import io
import random
import re
import subprocess
from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from openpyxl import load_workbook

from tests.templates.scorecard import Scorecard
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

ALLOWED = re.compile(
    "ABS|AND|CHOOSE|COUNT|COUNTA|COUNTIF|COUNTIFS|IF|IFERROR|INDEX|INT|LOOKUP|MATCH|MAX|MIN|N|NA|OR|ROUND|ROWS|SIGN"
    "|SQRT|SUM|SUMIFS|SUMPRODUCT|TRIM|UPPER"
)
"""Functions of Excel 2010 and LibreOffice 7.4."""

COLUMNS = ("home", "away", "home_imps", "away_imps", "home_typed", "away_typed")


class Line(NamedTuple):
    """What is typed on a line of a round."""

    home: int | None = None
    away: int | str | None = None
    home_imps: float | None = None
    away_imps: float | None = None
    home_typed: float | None = None
    away_typed: float | None = None


@dataclass
class Team:
    name: str = ""
    carry_over: float | None = None
    penalty: float | None = None
    withdrawn: bool = False


@dataclass
class Event:
    teams: list[Team]
    rounds: list[list[Line]]
    scale: str = "WBF"
    boards: int = 8
    bye_vp: float | None = 12
    tie_break: str | None = "IMP difference"

    def options(self) -> Options:
        return Options(team_count=len(self.teams), rounds=len(self.rounds), boards=self.boards)

    def entries(self) -> dict[str, Any]:
        typed: dict[str, Any] = {
            "scale": self.scale,
            "boards": self.boards,
            "bye_vp": self.bye_vp,
            "tie_break": self.tie_break,
            "team_names": [team.name or None for team in self.teams],
            "carry_overs": [team.carry_over for team in self.teams],
            "penalties": [team.penalty for team in self.teams],
            "withdrawn": ["yes" if team.withdrawn else None for team in self.teams],
        }
        for number, lines in enumerate(self.rounds, start=1):
            for column in COLUMNS:
                typed[f"round{number}_{column}"] = [getattr(line, column) for line in lines]
        return typed


@dataclass
class Score:
    """What a team has; None is nothing."""

    vps: list[float | None]
    total: float | None = None
    won: float | None = None
    lost: float | None = None


def standings(event: Event) -> list[list[Cell]]:
    """The rows of the standings by the rules: rank, number, name, VPs by round, total, IMPs won and lost, note."""
    scores = scored(event)
    keys = sorted(
        (
            2 if team.withdrawn else 1 if score.total is None else 0,
            -round(100 * (score.total or 0)),
            -tie_break(event.tie_break, score),
            number,
        )
        for number, (team, score) in enumerate(zip(event.teams, scores, strict=True), start=1)
        if team.name
    )
    rows: list[list[Cell]] = []
    for group, *key, number in keys:
        team, score = event.teams[number - 1], scores[number - 1]
        rank = 1 + sum(other[:3] < (group, *key) for other in keys) if group == 0 else None
        note = "withdrawn" if team.withdrawn else None
        cells = [rank, number, team.name, *score.vps, score.total, score.won, score.lost, note]
        rows.append(["" if cell is None else cell for cell in cells])
    return rows


def scored(event: Event) -> list[Score]:
    """What each team has by the rules."""
    scores = [Score([None] * len(event.rounds)) for _ in event.teams]
    for number, lines in enumerate(event.rounds):
        for number_of_team, vp, won, lost in (result for line in lines for result in results(event, line)):
            score = scores[number_of_team - 1]
            score.vps[number] = vp
            if won is not None and lost is not None:
                score.won = round((score.won or 0) + won, 2)
                score.lost = round((score.lost or 0) + lost, 2)
    for team, score in zip(event.teams, scores, strict=True):
        parts = [*score.vps, team.carry_over, None if team.penalty is None else -team.penalty]
        given = [part for part in parts if part is not None]
        score.total = round(sum(given), 2) if given else None
    return scores


def results(event: Event, line: Line) -> Iterator[tuple[int, float, float | None, float | None]]:
    """The teams for which a line counts, each with VPs, IMPs won and IMPs lost."""
    home, away, ours, theirs, home_vp, away_vp = line
    if home is None or away is None or (ours is None) != (theirs is None):
        return
    if away == "bye":
        given = event.bye_vp if home_vp is None else home_vp
        if given is not None:
            yield home, given, None, None
        return
    assert isinstance(away, int)
    if (home_vp is None) != (away_vp is None):
        return
    if home_vp is None or away_vp is None:
        if ours is None or theirs is None:
            return
        margin = round(ours - theirs, 2)
        home_vp, away_vp = (match_vp(sign * margin, event.boards, event.scale) for sign in (1, -1))
    yield home, home_vp, ours, theirs
    yield away, away_vp, theirs, ours


def tie_break(choice: str | None, score: Score) -> Fraction:
    won, lost = (Fraction(str(imps or 0)) for imps in (score.won, score.lost))
    if choice == "IMP quotient":
        return won / lost if lost else Fraction(10**9)
    return won - lost if choice == "IMP difference" else Fraction(0)


def shown(card: Scorecard) -> list[list[Cell]]:
    """The rows of the standings as the workbook has them, without those that show nothing."""
    names = ("rank", "number", "team", "vps", "total", "imps_won", "imps_lost", "note")
    blocks = [card.rows(f"standings_{name}") for name in names]
    rows = [[cell for part in parts for cell in part] for parts in zip(*blocks, strict=True)]
    return [row for row in rows if row[1] != ""]


def event_by_chance(chance: random.Random, teams: int, rounds: int) -> Event:
    scale = chance.choice(SCALES).name
    imps: Sequence[float] = chance.choice([range(70), (0, 5, 10), (0, 12.5, 20, 7.25)])

    def some(likely: float, values: Sequence[Any]) -> Any:
        return chance.choice(values) if chance.random() < likely else None

    members = [
        Team(f"Team {number}", some(0.2, (1, 2.5, -3)), some(0.1, (0.5, 1, 40)), chance.random() < 0.07)
        for number in range(1, teams + 1)
    ]
    if teams > 3 and chance.random() < 0.3:
        members[-1] = Team()
    event = Event(members, [], scale, chance.randint(1, 24), chance.choice([12, 18, 10.5, None]))
    event.tie_break = chance.choice(["IMP difference", "IMP quotient", None])
    for number in range(rounds):
        playing = [number for number, team in enumerate(members, start=1) if team.name]
        chance.shuffle(playing)
        lines = []
        while playing:
            home = playing.pop()
            if not playing or chance.random() < 0.05:
                line = Line(home, "bye", home_typed=some(0.2, (0, 9.3, 20)))
            else:
                line = Line(home, playing.pop(), chance.choice(imps), chance.choice(imps))
                kind = chance.random()
                if kind < 0.1:
                    line = replace_line(
                        line, home_typed=chance.choice((0, 12, 8.75)), away_typed=chance.choice((3, 12))
                    )
                elif kind < 0.15:
                    line = Line(line.home, line.away, home_typed=12, away_typed=6.5)
                elif kind < 0.2:
                    line = replace_line(line, **{chance.choice(COLUMNS[1:4]): None})
                elif kind < 0.3 and number == rounds - 1:
                    line = Line(line.home, line.away)
            lines.append(line)
        event.rounds.append(lines[: (teams + 1) // 2])
    return event


def replace_line(line: Line, **changes: Any) -> Line:
    return line._replace(**changes)


@pytest.mark.parametrize("seed", range(30))
def test_standings_are_those_of_the_rules(office: Office, tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    teams, rounds = {0: (2, 1), 1: (64, 3), 2: (3, 20)}.get(seed, (chance.randint(2, 16), chance.randint(1, 6)))
    event = event_by_chance(chance, teams, rounds)
    with Scorecard(office, tmp_path, swiss(event.options()).finished()) as card:
        card.fill({name: typed for name, typed in event.entries().items() if typed != [None] * len(event.teams)})
        assert shown(card) == standings(event)


@pytest.fixture(scope="module")
def card(office: Office, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scorecard]:
    """Six teams, two rounds of three matches."""
    book = swiss(Options(team_count=6, rounds=2, boards=8)).finished()
    with Scorecard(office, tmp_path_factory.mktemp("swiss"), book) as opened:
        yield opened


PLAYED = Line(1, 2, 30, 10)
FIVE = Event([Team(name) for name in ("Ant", "Bee", "Cat", "Dog", "Elk", "")], [[Line()] * 3] * 2)
"""Five of the six teams of `card`, and nothing played."""


def type_in(card: Scorecard, *lines: Line, second: Sequence[Line] = (), **changes: Any) -> Event:
    """Fill both rounds; what is not given is empty."""
    rounds = [[*given, *[Line()] * (3 - len(given))] for given in (lines, second)]
    event = replace(FIVE, rounds=rounds, **changes)
    card.fill(event.entries())
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
        (Line(3), "away team, or bye?"),
        (Line(None, 3), "home team?"),
        (Line(None, None, 10), "home team?"),
        (Line(None, None, None, None, None, 5), "home team?"),
        (Line(3, 3, 10, 0), "team 3 plays itself"),
        (Line(3, 2, 10, 0), "team 2 plays twice"),
        (Line(2, "bye"), "team 2 plays twice"),
        (Line(1, 3), "team 1 plays twice"),
        (Line(3, 6, 10, 0), "no team 6"),
        (Line(6, 3, 10, 0), "no team 6"),
        (Line(3, 99), "no team 99"),
        (Line(0, 3), "no team 0"),
        (Line(3, "x"), "no team x"),
        (Line(3, 4, 10), "IMPs of one side only"),
        (Line(3, 4, None, 0), "IMPs of one side only"),
        (Line(3, 4, None, None, 12), "VPs of one side only"),
        (Line(3, 4, 10, 0, None, 12), "VPs of one side only"),
        (Line(3, "bye", 10, 0), "bye: VPs for home only"),
        (Line(3, "bye", None, None, 12, 8), "bye: VPs for home only"),
    ],
)
def test_a_line_says_what_is_wrong_with_it_and_counts_for_nothing(card: Scorecard, line: Line, message: str) -> None:
    type_in(card, PLAYED, line)
    assert card.column("round1_to_do")[1] == message
    if message:
        assert card.column("round1_home_vp")[1] == card.column("round1_away_vp")[1] == ""
        mended = card.column("round1_to_do").count("")
        assert card.cell("standings_problem") == (
            "1 line to mend on the sheet Rounds" if mended == 2 else "2 lines to mend on the sheet Rounds"
        )
    else:
        assert card.cell("standings_problem") == ""
        assert card.column("round1_home_vp")[0] == match_vp(20, 8)


def test_both_lines_of_a_team_that_plays_twice_are_marked(card: Scorecard) -> None:
    type_in(card, PLAYED, Line(3, 1, 5, 0), Line(4, 5, 9, 0))
    assert card.column("round1_to_do") == ["team 1 plays twice"] * 2 + [""]
    assert card.column("round1_home_vp") == ["", "", match_vp(9, 8)]


def test_results_to_come_and_teams_without_a_match_are_counted(card: Scorecard) -> None:
    type_in(card)
    assert (card.cell("round1_left"), card.cell("round1_idle")) == ("", "")
    assert card.cell("standings_status") == "Round 1 of 2"
    type_in(card, PLAYED, Line(3))
    assert (card.cell("round1_left"), card.cell("round1_idle")) == (1, "no match for 2 teams, such as 5")
    assert card.cell("standings_status") == "Round 1 of 2, 1 result to come"
    type_in(card, PLAYED, Line(3, 4))
    assert (card.cell("round1_left"), card.cell("round1_idle")) == (1, "no match for team 5")
    type_in(card, PLAYED, Line(3, 4, 1, 0), Line(5, "bye"), second=[Line(3, 1), Line(2, 4)])
    assert (card.cell("round1_left"), card.cell("round1_idle")) == (0, "")
    assert card.cell("standings_status") == "After 1 of 2 rounds, 2 results to come"
    left = [team for team in FIVE.teams if team.name != "Elk"]
    gone = [*left[:4], Team("Elk", withdrawn=True), Team()]
    type_in(card, PLAYED, Line(3, 4, 1, 0), teams=gone)
    assert (card.cell("round1_left"), card.cell("round1_idle")) == (0, "")


def test_teams_that_have_met_before_are_mentioned_and_count(card: Scorecard) -> None:
    type_in(card, Line(3, "bye"), PLAYED, second=[Line(2, 1, 7, 0), Line(3, "bye")])
    assert card.column("round2_to_do") == ["met in round 1", "", ""]
    assert card.column("round2_home_vp") == [match_vp(7, 8), 12, ""]
    assert card.cell("standings_problem") == ""


def test_a_team_that_has_withdrawn_keeps_its_results_and_must_not_be_paired(card: Scorecard) -> None:
    teams = [Team("Ant", withdrawn=True), *FIVE.teams[1:]]
    event = type_in(card, PLAYED, second=[Line(1, 3), Line(2, 4)], teams=teams)
    assert card.column("round1_to_do") == ["", "", ""]
    assert card.column("round2_to_do") == ["team 1 has withdrawn", "", ""]
    assert shown(card) == standings(event)
    assert [row[:3] for row in shown(card)] == [
        [1, 2, "Bee"],
        ["", 3, "Cat"],
        ["", 4, "Dog"],
        ["", 5, "Elk"],
        ["", 1, "Ant"],
    ]
    type_in(card, Line(1, "bye"), second=[Line(1, 3, None, None, 0, 12)], teams=teams)
    assert card.column("round1_to_do") + card.column("round2_to_do") == [""] * 6


def test_ties_are_broken_as_chosen_and_else_shared(card: Scorecard) -> None:
    # Both have won by 10: Ant 60-50, Cat 10-0. Bee and Dog have lost by 10.
    lines = (Line(1, 2, 60, 50), Line(3, 4, 10, 0))
    for choice, ranks, figures in (
        ("IMP difference", [1, 1, 3, 3, ""], [10, 10, -10, -10, ""]),
        ("IMP quotient", [1, 2, 3, 4, ""], ["∞", 1.2, 50 / 60, 0, ""]),
        (None, [1, 1, 3, 3, ""], [10, 10, -10, -10, ""]),
    ):
        event = type_in(card, *lines, tie_break=choice)
        assert shown(card) == standings(event)
        assert card.column("standings_rank")[:5] == ranks
        assert card.column("standings_tie_break")[:5] == figures
    type_in(card, Line(1, 2, 20, 10), Line(3, 4, 30, 20), tie_break="IMP quotient")
    assert [row[2] for row in shown(card)] == ["Ant", "Cat", "Dog", "Bee", "Elk"]


def test_a_scale_must_know_the_number_of_boards(card: Scorecard) -> None:
    type_in(card, PLAYED, scale="ACBL 30")
    assert card.column("round1_home_vp")[0] == match_vp(20, 8, "ACBL 30")
    for changes, message in (
        ({"boards": 37, "scale": "ACBL 20"}, "This scale ends at 24 boards"),
        ({"boards": None}, "How many boards?"),
        ({"scale": None}, "Choose a scale"),
    ):
        type_in(card, PLAYED, **changes)
        assert (card.cell("scale_problem"), card.cell("standings_problem")) == (message, message)
        assert card.column("round1_home_vp") == card.column("standings_total")[:3] == ["", "", ""]


def test_teams_are_told_apart(card: Scorecard) -> None:
    teams = [Team("Ant"), Team("ant"), Team("", 3), Team("A*"), Team("Ann"), Team()]
    type_in(card, teams=teams)
    assert [row[0] for row in card.document.cells("Teams!G9:G14")] == [
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
        results += [name for name in card.places if re.fullmatch(r"round\d+_(vps|to_do|left|idle)", name)]
        assert {cell for name in results for row in card.rows(name) for cell in row} == {""}
        assert card.cell("standings_status") == (
            "Enter the teams on the sheet Teams, then the matches on the sheet Rounds."
        )
        card.fill({"team_names": ["One", "Two"], "round1_home": [1], "round1_away": [2]})
        assert shown(card) == [["", n, name, *[""] * (rounds + 4)] for n, name in ((1, "One"), (2, "Two"))]


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
    ],
)
def test_each_sheet_is_one_page_and_no_round_is_on_two(
    office: Office, tmp_path: Path, paper: Paper, teams: int, rounds: int, pages: int
) -> None:
    options = Options(teams=tuple(f"Team {number}" for number in range(teams)), rounds=rounds, paper=paper)
    with Scorecard(office, tmp_path, swiss(options).finished()) as card:
        card.document.save(tmp_path / "swiss.pdf")
    printed = subprocess.run(["pdftotext", "-layout", tmp_path / "swiss.pdf", "-"], capture_output=True, text=True)
    sheets = Counter(page.rstrip().splitlines()[-1].split()[0] for page in printed.stdout.split("\f") if page.strip())
    assert sheets == {"Standings": 1, "Teams": 1, "Rounds": pages, "Scales": 1, "About": 1}
    info = subprocess.run(["pdfinfo", tmp_path / "swiss.pdf"], capture_output=True, text=True).stdout
    assert ("letter" in info) == (paper is Paper.LETTER)


@pytest.mark.parametrize("options", [Options(team_count=2, rounds=1), Options(team_count=64, rounds=20)])
def test_every_input_is_checked_and_every_formula_is_short_and_locked(options: Options) -> None:
    book = swiss(options).finished()
    assert book == swiss(options).finished()
    for sheet in load_workbook(io.BytesIO(book)):
        assert sheet.protection.sheet
        checked = {cell for check in sheet.data_validations.dataValidation for cell in cells_of(check.sqref)}
        for cell in (cell for row in sheet.iter_rows() for cell in row):
            merged = type(cell).__name__ == "MergedCell"
            assert merged or cell.protection.locked == (cell.coordinate not in checked)
            if cell.data_type == "f":
                assert len(cell.value) <= 200, cell.value
                assert all(map(ALLOWED.fullmatch, re.findall(r"([A-Z]+)\(", cell.value))), cell.value


def cells_of(ranges: Any) -> set[str]:
    from openpyxl.utils import get_column_letter

    return {f"{get_column_letter(column)}{row}" for cells in ranges for row, column in cells.cells}


def test_the_functions_style_has_the_same_formulas_but_for_the_vps() -> None:
    plain, modern = (
        load_workbook(io.BytesIO(swiss(Options(team_count=4, rounds=2, style=style)).finished()))
        for style in STYLES.values()
    )
    for title in ("Standings", "Teams", "Rounds"):
        for row in modern[title].iter_rows():
            for cell in row:
                text = cell.value.text if cell.data_type == "f" and not isinstance(cell.value, str) else cell.value
                other = plain[title][cell.coordinate].value
                if isinstance(text, str) and "MATCHVP" in text:
                    assert "vp_total" in other
                    text = re.sub(r"MATCHVP\(.*?,boards,scale\)", "VP", text)
                    other = re.sub(r"ROUND\(vp_total.*?vp_total/2\),2\)", "VP", other)
                if not (isinstance(other, str) and "vp_blitz" in other):
                    assert text == other


@pytest.mark.parametrize(
    "wrong", [Options(team_count=1), Options(team_count=65), Options(rounds=0), Options(rounds=21)]
)
def test_an_event_has_limits(wrong: Options) -> None:
    with pytest.raises(ValueError, match="a Swiss event has"):
        swiss(wrong).finished()
