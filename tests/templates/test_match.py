"""The match scorecard: what it shows is what the rules say, in LibreOffice, and in both styles in IronCalc."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from tests.templates.ironcalc_card import IronCalcCard
from tests.templates.matches import OWN, Match, expected, random_match, typed
from tests.templates.scorecard import Card, Scorecard, page_count
from xlvp.rules.board import dealer, vulnerability
from xlvp.templates.look import Paper
from xlvp.templates.match import match
from xlvp.templates.options import Options
from xlvp.templates.wording import STYLES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.parts.office import Office

pytestmark = pytest.mark.slow


class Shape(NamedTuple):
    """A card: for how many boards, rooms and stanzas, how many random matches are typed into it, and which."""

    boards: int
    rooms: int
    stanzas: int
    matches: int

    def book(self, style: str = "portable") -> bytes:
        own = tuple((float(margin), float(won), float(lost)) for margin, won, lost in OWN)
        options = Options(
            boards=self.boards, rooms=self.rooms, stanzas=self.stanzas, own_table=own, style=STYLES[style]
        )
        return match(options).finished()


SHAPES = {
    "two rooms": Shape(64, 2, 1, 120),
    "few boards": Shape(3, 2, 1, 20),
    "many boards": Shape(128, 2, 1, 25),
    "four stanzas": Shape(64, 2, 4, 60),
    "eight stanzas": Shape(128, 2, 8, 15),
    "four rooms": Shape(32, 4, 1, 60),
}


@pytest.fixture(scope="module", params=SHAPES)
def shaped(request: pytest.FixtureRequest, office: Office, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    shape = SHAPES[request.param]
    with Scorecard(office, tmp_path_factory.mktemp("match"), shape.book()) as opened:
        yield shape, opened


def shown(card: Card, names: dict[str, Any]) -> dict[str, Any]:
    return {name: card.column(name) if isinstance(value, list) else card.cell(name) for name, value in names.items()}


def differences(card: Card, entered: Match, capacity: int) -> dict[str, Any]:
    """Type a match in, and return what a card shows otherwise than the rules: in each case both."""
    card.fill(typed(entered, capacity))
    wanted = expected(entered)
    for value in wanted.values():
        if isinstance(value, list):
            value += [""] * (capacity - len(value))
    found = shown(card, wanted)
    return {name: (value, wanted[name]) for name, value in found.items() if value != wanted[name]}


def test_random_matches(shaped: tuple[Shape, Scorecard]) -> None:
    shape, card = shaped
    for seed in range(shape.matches):
        entered = random_match(random.Random(f"{shape} {seed}"), shape.boards, shape.rooms, shape.stanzas)
        assert differences(card, entered, shape.boards) == {}, seed
        marked = [wrong for name in rooms(shape) for wrong in card.column(f"{name}_wrong")]
        assert sum(wrong > 0 for wrong in marked if isinstance(wrong, float)) == expected(entered)["to_mend"]
        told = [bool(text) for text in card.column("ask")]
        for line, row in enumerate(entered.entries):
            assert told[line] or not any(each.wrong for each in row)


def rooms(shape: Shape) -> tuple[str, ...]:
    return ("open", "closed") if shape.rooms == 2 else ("room1", "room2", "room3", "room4")


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("name", ["two rooms", "four stanzas", "four rooms"])
def test_random_matches_in_both_styles(tmp_path: Path, style: str, name: str) -> None:
    shape = SHAPES[name]._replace(boards=16, stanzas=min(SHAPES[name].stanzas, 2))
    card = IronCalcCard(tmp_path, shape.book(style))
    for seed in range(12):
        entered = random_match(random.Random(f"{name} {seed}"), shape.boards, shape.rooms, shape.stanzas)
        assert differences(card, entered, shape.boards) == {}, seed


# One entry after another


@pytest.fixture(scope="module")
def card(office: Office, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scorecard]:
    with Scorecard(office, tmp_path_factory.mktemp("card"), match(Options(boards=24)).finished()) as opened:
        yield opened


EMPTY: dict[str, Any] = {
    name: [None] * 24 for name in ("open_result", "closed_result", "home_adjust", "away_adjust", "note")
}
EMPTY |= dict.fromkeys(("carry_over", "home_penalty", "away_penalty", "vp_boards", "event", "date"))
EMPTY |= {"boards": 24, "first_board": 1, "scale": "WBF", "home_sits": "N-S", "home": "Avon", "away": "Brue"}


def fill(card: Scorecard, entries: dict[str, Any]) -> None:
    """Type entries into an empty card."""
    padded = {
        name: [*value, *[None] * (24 - len(value))]
        if isinstance(value, list) and not name.startswith("extra")
        else value
        for name, value in entries.items()
    }
    card.fill(EMPTY | padded)


def test_an_empty_card_shows_boards_and_nothing_else(card: Scorecard) -> None:
    fill(card, {})
    empty: dict[str, Any] = {
        name: [""] * 24
        for name in ("diff", "open_score", "closed_score", "open_reads", "home_board_imps", "running", "ask")
    }
    empty |= dict.fromkeys(("home_vp", "away_vp", "home_imps", "away_imps", "margin", "away_margin", "summary"), "")
    assert shown(card, empty) == empty
    assert card.cell("boards_left") == 24
    numbers = range(1, 25)
    assert card.column("board") == list(numbers)
    assert card.column("dealt_by") == list(map(dealer, numbers))
    assert card.column("vul") == list(map(vulnerability, numbers))


@pytest.mark.parametrize(
    ("typed", "reads", "score", "asked"),
    [
        ("4SN+1", "4♠ N +1", 450, ""),
        ("3 nt x w -1", "3NTx W -1", 100, ""),
        ("6♥️xxE=", "6♥xx E =", -1620, ""),
        ("1NN+2", "1NT N +2", 150, ""),
        ("P", "passed out", 0, ""),
        (-50, "", -50, ""),
        ("\u221250", "", -50, ""),
        ("NP", "not played", "", "the board is cancelled"),
        ("4SN", "?", "", "Open room: result? add = or +1 or -1"),
        ("4S=", "?", "", "Open room: who played it? N, E, S or W"),
        ("8SN=", "?", "", "Open room: contract? such as 4SN= or 3NTE-1"),
        ("4SXNX=", "?", "", "Open room: doubled how? X or XX"),
        ("4SN+4", "?", "", "Open room: not so many tricks"),
        (425, "?", "", "Open room: no contract gives this score here"),
        (620, "?", "", "Open room: no contract gives this score here"),
        ("A+", "?", "", "Open room: that is for the columns Director"),
        ("60%", "?", "", "Open room: that is for the columns Director"),
        ("4SN-5", "4♠ N -5", -250, "Open room: 5 or more down, not doubled?"),
        (-250, "", -250, "Open room: 5 or more down, not doubled?"),
        (-300, "", -300, ""),
    ],
    ids=repr,
)
def test_how_an_entry_is_read(card: Scorecard, typed: Any, reads: str, score: Any, asked: str) -> None:
    """On board 1, where nobody is vulnerable."""
    fill(card, {"open_result": [typed]})
    names = ("open_reads", "open_score", "ask")
    assert tuple(card.column(name)[0] for name in names) == (reads, score, asked)
    assert card.cell("to_mend") == (1 if reads == "?" else 0)


def test_what_is_odd_between_the_rooms_is_asked_about(card: Scorecard) -> None:
    rooms = [("4SN+1", "4SS-3"), ("4SN+1", "4SS-2"), ("4SN+1", "4SE-3"), ("4SN+1", "4HN-3"), ("3SW=", "4SXE-5")]
    columns = dict(zip(("open_result", "closed_result"), map(list, zip(*rooms, strict=True)), strict=True))
    fill(card, columns)
    asked = "four tricks or more between the rooms?"
    assert card.column("ask")[:5] == [asked, "", "", "", asked]
    assert card.cell("boards_left") == 19
    assert (card.cell("to_mend"), card.cell("to_check")) == (0, 2)


def test_what_is_typed_beyond_the_last_board_is_marked(card: Scorecard) -> None:
    fill(card, {"boards": 2, "open_result": [None, None, "4SN="], "home_adjust": [None, None, None, 3]})
    assert card.column("ask")[2:4] == [
        "Open room: there is no such board",
        "the director's award? IMPs, or A+, A or A-",
    ]
    assert (card.cell("to_mend"), card.cell("home_imps")) == (2, "")


@pytest.mark.parametrize(
    ("home", "away", "scale", "shows"),
    [
        ("A+", "A-", "WBF", (3, 0, 3, -3)),
        ("A+", None, "WBF", (3, 0, 3, -3)),
        (None, "A+", "WBF", (0, 3, -3, 3)),
        ("A+", "A+", "WBF", (0, 0, 3, 3)),
        ("A-", "A-", "WBF", (0, 0, -3, -3)),
        (3, 0, "WBF", (0, 0, 3, 0)),
        ("A", "A", "WBF", (0, 0, 0, 0)),
        (4.5, -4.5, "WBF", (4.5, 0, 4.5, -4.5)),
        ("A+", "A+", "IMPs", (0, 0, 0, 0)),
        (3, 0, "IMPs", (1.5, 0, 1.5, -1.5)),
        ("A+", "A-", "IMPs", (3, 0, 3, -3)),
    ],
)
def test_awards(card: Scorecard, home: Any, away: Any, scale: str, shows: tuple[float, ...]) -> None:
    """Law 12C2: each side's own, one swing and never two; in a knock-out the mean of both."""
    fill(card, {"scale": scale, "home_adjust": [home], "away_adjust": [away], "open_result": ["4SN="]})
    found = [card.cell(name) for name in ("home_imps", "away_imps", "margin", "away_margin")]
    assert tuple(found) == shows
    assert card.cell("boards_left") == 23


@pytest.mark.parametrize("award", ["AV", "?", "A+-", 100, -100])
def test_an_award_that_is_none_is_marked_and_nothing_counts(card: Scorecard, award: Any) -> None:
    entries = {"home_adjust": [award], "open_result": ["4SN="], "closed_result": ["3SN="]}
    fill(card, entries)
    assert card.column("ask")[0] == "the director's award? IMPs, or A+, A or A-"
    assert (card.cell("home_imps"), card.cell("to_mend")) == ("", 1)


def test_extra_boards_decide_a_level_match_without_vps(card: Scorecard) -> None:
    level = {"boards": 2, "scale": "IMPs", "open_result": ["4SN=", "3NTS="], "closed_result": ["4SN=", "3NTS="]}
    fill(card, level | {"carry_over": 1.5, "home_penalty": 1.5})
    assert card.cell("state") == "level: there are lines for extra boards"
    assert card.column("extra_board")[:3] == [3, 4, 5]
    card.fill({"extra_open_result": ["2HE-1"], "extra_closed_result": ["2HE="]})
    assert (card.cell("margin"), card.cell("home_imps"), card.cell("state")) == (5, 3.5, "final result")
    assert (card.cell("home_vp"), card.cell("boards_left")) == ("", 0)
    card.fill({"extra_open_result": [None], "extra_closed_result": [None]})


def test_the_match_in_one_sentence(card: Scorecard) -> None:
    fill(card, {"boards": 1, "event": "Cup", "date": "Sunday", "open_result": [450], "closed_result": [420]})
    assert card.cell("summary") == "Cup, Sunday: Avon 1 - 0 Brue IMPs, 11.20 - 8.80 VP (1 board)."
    card.fill({"boards": 24, "scale": "WBF discrete", "event": None, "date": None})
    assert card.cell("summary") == "Avon 1 - 0 Brue IMPs, 10 - 10 VP (1 / 24 boards so far)."


def test_a_scale_that_does_not_know_so_many_boards(office: Office, tmp_path: Path) -> None:
    with Scorecard(office, tmp_path, match(Options(boards=40)).finished()) as forty:
        forty.fill({"open_result": ["4SN="] * 40, "closed_result": ["4SN-1"] * 40, "scale": "ACBL 20"})
        assert forty.cell("match_problem") == "This scale ends at 36 boards"
        assert (forty.cell("home_vp"), forty.cell("away_vp")) == ("", "")
        forty.fill({"vp_boards": 36})
        assert (forty.cell("match_problem"), forty.cell("home_vp")) == ("", 20)


# Real matches, as recorded on Bridge Base Online: the next segment begins with the IMPs of this one.

SEGMENTS = {
    "Polish Premiere League, round 3 of 15, segment 1": (
        "4SEx-2,4HS+1,5HNx=,5HNx=,2SN-3,2SS-1,4SW+1,4SW+1,1SE=,2HW=,3NW=,3NE=,2SS=,2SS=,4SN-1,3SN+2,3DSx-2,2SW+2,"
        "2HE+2,2HE+1,4SN=,4SS-2,3NS=,3NS=",
        (12, 18),
    ),
    "Polish Trials, segment 1": (
        "3NN+2,4SS=,1NE+1,1NE+1,3NE-2,2DE+1,4HW+1,4HW+1,4SN+1,4SN+1,3CE-1,4SS-2,1NE+3,1NE+1,3NS=,3NS+1,2HS+1,4HN-1,"
        "3HE-1,3HE=,5SNx=,5DEx-3,4CN+1,5CNx=",
        (28, 15),
    ),
}
"""What was played in both rooms on boards 1 to 12, and the IMPs of both teams."""


@pytest.mark.parametrize("name", SEGMENTS)
def test_matches_that_were_played(card: Scorecard, name: str) -> None:
    results, imps_won = SEGMENTS[name]
    typed = results.split(",")
    fill(card, {"boards": 12, "open_result": typed[::2], "closed_result": typed[1::2]})
    assert (card.cell("home_imps"), card.cell("away_imps")) == imps_won
    assert (card.cell("boards_left"), card.cell("to_mend")) == (0, 0)


def test_stanzas_that_each_begin_at_board_1(office: Office, tmp_path: Path) -> None:
    rooms = [results.split(",") for results, _ in SEGMENTS.values()]
    with Scorecard(office, tmp_path, match(Options(boards=24, stanzas=2)).finished()) as stanzas:
        stanzas.fill(
            {
                "stanza2_first_board": 1,
                "open_result": [*rooms[0][::2], *rooms[1][::2]],
                "closed_result": [*rooms[0][1::2], *rooms[1][1::2]],
            }
        )
        assert stanzas.column("board") == [*range(1, 13), *range(1, 13)]
        assert (stanzas.cell("home_imps"), stanzas.cell("away_imps"), stanzas.cell("margin")) == (40, 33, 7)
        for stanza, (_, won) in enumerate(SEGMENTS.values(), start=1):
            assert tuple(stanzas.cell(f"stanza{stanza}_{side}_imps") for side in ("home", "away")) == won


# On screen and on paper


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize(
    ("shape", "pages"),
    [
        (Shape(1, 2, 1, 0), 1),
        (Shape(24, 2, 1, 0), 1),
        (Shape(32, 2, 1, 0), 1),
        (Shape(33, 2, 1, 0), 2),
        (Shape(64, 2, 1, 0), 2),
        (Shape(128, 2, 1, 0), 4),
        (Shape(64, 2, 4, 0), 5),
        (Shape(32, 4, 1, 0), 1),
    ],
)
def test_pages(office: Office, tmp_path: Path, paper: Paper, shape: Shape, pages: int) -> None:
    """One for the sheet about the workbook is among them; there are no pages of tables."""
    path = tmp_path / "match.xlsx"
    options = Options(boards=shape.boards, rooms=shape.rooms, stanzas=shape.stanzas, paper=paper)
    path.write_bytes(match(options).finished())
    with office.open(path) as document:
        document.save(tmp_path / "match.pdf")
    assert page_count(tmp_path / "match.pdf") == pages + 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (Options(boards=24, stanzas=5), "24 boards cannot be divided into 5 stanzas of the same length; 20 or 25 can"),
        (Options(boards=128, stanzas=3), "128 boards cannot be divided into 3 stanzas of the same length; 126 can"),
        (Options(boards=24, stanzas=0), "stanzas must be a whole number from 1 to 24, not 0"),
        (Options(boards=24, stanzas=2, rooms=4), "a match in four rooms cannot be in stanzas"),
        (Options(boards=24, rooms=3), "rooms must be 2 or 4, not 3"),
        (Options(boards=129), "boards must be a whole number from 1 to 128, not 129"),
    ],
)
def test_cards_that_cannot_be(options: Options, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        match(options)
