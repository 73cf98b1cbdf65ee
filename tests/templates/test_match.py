"""The match scorecard in LibreOffice: what it shows is what the rules say."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from tests.templates.ironcalc_card import IronCalcCard
from tests.templates.scorecard import Scorecard, page_count
from xlvp import imps, match_vp, ns_score
from xlvp.rules.board import dealer, vulnerability
from xlvp.rules.scales import SCALES
from xlvp.templates.look import Paper
from xlvp.templates.match import match
from xlvp.templates.options import Options
from xlvp.templates.wording import STYLES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.parts.office import Office

MOST = 64
ROOMS = ("open", "closed")


@pytest.fixture(scope="module")
def card(office: Office, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scorecard]:
    with Scorecard(office, tmp_path_factory.mktemp("match"), match(Options(boards=MOST)).finished()) as opened:
        yield opened


class Board(NamedTuple):
    """What was entered on a board: contract, declarer, tricks and typed score of each room, and awards."""

    rooms: tuple[tuple[Any, Any, Any, Any], tuple[Any, Any, Any, Any]] = ((None,) * 4, (None,) * 4)
    awards: tuple[float | None, float | None] = (None, None)


class Match(NamedTuple):
    """What was entered for a match."""

    boards: list[Board]
    first_board: int = 1
    scale: str = "WBF"
    carry_over: float | None = None
    home_penalty: float | None = None
    away_penalty: float | None = None


def entries(entered: Match) -> dict[str, Any]:
    """The match as values for the named cells; what is not used is emptied."""
    boards = entered.boards + [Board()] * (MOST - len(entered.boards))
    columns = {
        f"{room}_{name}": [board.rooms[number][place] for board in boards]
        for number, room in enumerate(ROOMS)
        for place, name in enumerate(("contract", "by", "tricks", "typed"))
    }
    awards = {
        f"{side}_adjust": [board.awards[place] for board in boards] for place, side in enumerate(("home", "away"))
    }
    return {
        **columns,
        **awards,
        "boards": len(entered.boards),
        "first_board": entered.first_board,
        "scale": entered.scale,
        "carry_over": entered.carry_over,
        "home_penalty": entered.home_penalty,
        "away_penalty": entered.away_penalty,
    }


def score(entered: tuple[Any, Any, Any, Any], board: int) -> int | None:
    """A room's score by the rules, or None where something is missing."""
    contract, by, tricks, typed = entered
    if typed is not None:
        return int(typed)
    if contract is None or (str(contract).upper() not in ("P", "PASS", "AP", "0") and (by is None or tricks is None)):
        return None
    return ns_score(contract, by, tricks, board)


def expected(entered: Match) -> dict[str, Any]:
    """What the named cells should show by the rules."""
    numbers = range(entered.first_board, entered.first_board + len(entered.boards))
    home: list[Any] = []
    away: list[Any] = []
    running: list[Any] = []
    lead = entered.carry_over or 0
    for number, board in zip(numbers, entered.boards, strict=True):
        ours, theirs = (score(room, number) for room in board.rooms)
        won: tuple[Any, Any] = ("", "")
        if board.awards != (None, None):
            won = (board.awards[0] or 0, board.awards[1] or 0)
        elif ours is not None and theirs is not None:
            net = imps(ours - theirs)
            won = (max(net, 0), max(-net, 0))
        home.append(won[0])
        away.append(won[1])
        if won[0] != "":
            lead += won[0] - won[1]
        running.append("" if won[0] == "" else lead)
    played = [value for value in home if value != ""]
    rest = [""] * (MOST - len(home))
    result: dict[str, Any] = {
        "board": [*numbers, *rest],
        "dealt_by": [*map(dealer, numbers), *rest],
        "vul": [*map(vulnerability, numbers), *rest],
        "home_board_imps": home + rest,
        "away_board_imps": away + rest,
        "running": running + rest,
        "boards_left": len(home) - len(played),
        "margin": lead if played else "",
        "home_vp": "",
        "away_vp": "",
    }
    if played:
        for side, view, penalty in (("home", 1, entered.home_penalty), ("away", -1, entered.away_penalty)):
            vp = match_vp(view * lead, len(home), entered.scale)
            result[f"{side}_vp"] = round(vp - (penalty or 0), 2)
    return result


SPELLINGS = {
    "S": ["S", "s", "♠"],
    "H": ["H", "♥"],
    "D": ["D", "d", "♦"],
    "C": ["C", "♣"],
    "N": ["NT", "N", "SA", " nt"],
}


def random_room(pick: random.Random) -> tuple[Any, Any, Any, Any]:
    chance = pick.random()
    if chance < 0.1:
        return (None,) * 4
    if chance < 0.2:
        return (pick.choice(["P", "pass", "AP", 0]), None, None, None)
    if chance < 0.3:
        return (None, None, None, 10 * pick.randint(-200, 200))
    contract = (
        f"{pick.randint(1, 7)}{pick.choice(SPELLINGS[pick.choice('SHDCN')])}{pick.choice(['', '', 'X', 'xx', ' x'])}"
    )
    by, tricks = pick.choice("NESWnesw"), pick.randint(0, 13)
    missing = pick.random()
    return (contract, None if missing < 0.03 else by, None if 0.03 <= missing < 0.06 else tricks, None)


def random_match(seed: int) -> Match:
    pick = random.Random(seed)
    scale = pick.choice(SCALES)
    count = pick.randint(1, min(MOST, scale.max_boards))
    boards = [
        Board(
            (random_room(pick), random_room(pick)),
            (pick.choice([3, -3, 0, None]), pick.choice([3, -3, 2.5])) if pick.random() < 0.04 else (None, None),
        )
        for _ in range(count)
    ]
    return Match(
        boards,
        pick.choice([1, 1, 17, pick.randint(1, 40)]),
        scale.name,
        pick.choice([None, None, pick.randint(-30, 30), pick.randint(-60, 60) / 4]),
        pick.choice([None, None, 0.5, 1]),
        pick.choice([None, None, 0.25, 2]),
    )


def shown(card: Scorecard | IronCalcCard, names: dict[str, Any]) -> dict[str, Any]:
    return {name: card.column(name) if isinstance(value, list) else card.cell(name) for name, value in names.items()}


def differences(card: Scorecard | IronCalcCard, entered: Match) -> dict[str, Any]:
    """Fill a match in, and return what a card shows otherwise than the rules."""
    card.fill(entries(entered))
    wanted = expected(entered)
    return {name: value for name, value in shown(card, wanted).items() if value != wanted[name]}


@pytest.mark.parametrize("seed", range(200))
def test_random_matches(card: Scorecard, seed: int) -> None:
    assert differences(card, random_match(seed)) == {}


# The same in IronCalc, in both styles


@pytest.fixture(scope="module", params=STYLES)
def iron_card(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> IronCalcCard:
    book = match(Options(boards=MOST, style=STYLES[request.param]))
    return IronCalcCard(tmp_path_factory.mktemp("match"), book.finished())


@pytest.mark.parametrize("seed", range(200))
def test_random_matches_in_both_styles(iron_card: IronCalcCard, seed: int) -> None:
    assert differences(iron_card, random_match(seed)) == {}


# What is shown besides


def test_an_empty_card_shows_boards_and_nothing_else(card: Scorecard) -> None:
    card.fill(entries(Match([Board()] * 24)))
    empty: dict[str, Any] = {
        name: [""] * MOST for name in ("diff", "open_score", "closed_score", "home_board_imps", "running")
    }
    empty |= dict.fromkeys(("home_vp", "away_vp", "home_imps", "away_imps", "margin"), "")
    assert shown(card, empty) == empty
    assert card.cell("boards_left") == 24


@pytest.mark.parametrize(
    ("room", "message"),
    [
        (("4Z", "N", 9, None), "open: contract? "),
        (("8S", "N", 9, None), "open: contract? "),
        (("*", "N", 9, None), "open: contract? "),
        (("4?", "N", 9, None), "open: contract? "),
        (("4S", None, 9, None), "open: by, tricks? "),
        (("4S", "N", None, None), "open: by, tricks? "),
        (("4S", None, None, 420), ""),
        (("P", None, None, None), ""),
        ((None, None, None, None), ""),
    ],
    ids=repr,
)
def test_what_is_wrong_is_said_beside_it(card: Scorecard, room: tuple[Any, Any, Any, Any], message: str) -> None:
    card.fill(entries(Match([Board((room, ("4S", "N", 10, None)))])))
    assert card.document.cells("Match!V10") == [[message]]
    assert (card.column("home_board_imps")[0] == "") == (message != "" or room == (None,) * 4)


def test_a_scale_that_does_not_know_so_many_boards(card: Scorecard) -> None:
    boards = [Board((("4S", "N", 10, None), ("4S", "N", 9, None)))] * 40
    card.fill(entries(Match(boards, scale="ACBL 20")))
    assert card.document.cells("Match!A7") == [["This scale ends at 36 boards"]]
    assert (card.cell("home_vp"), card.cell("away_vp")) == ("", "")
    assert card.cell("margin") == 20 * imps(470) + 20 * imps(720)  # each side is vulnerable on half of the boards


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize(("boards", "most"), [(1, 1), (24, 1), (32, 1), (33, 2), (64, 2)])
def test_pages(office: Office, tmp_path: Path, paper: Paper, boards: int, most: int) -> None:
    """Besides the scorecard there is a page of tables and one about the workbook."""
    path = tmp_path / "match.xlsx"
    path.write_bytes(match(Options(boards=boards, paper=paper)).finished())
    with office.open(path) as document:
        document.save(tmp_path / "match.pdf")
    assert page_count(tmp_path / "match.pdf") in range(3, most + 3)
