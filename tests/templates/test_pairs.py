"""The workbook of a pairs session, filled in and worked out by LibreOffice, against what the rules say."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.templates.ironcalc_card import IronCalcCard
from tests.templates.scorecard import Card, Scorecard
from tests.templates.session import METHODS, Line, Session, random_session
from xlvp.languages.marks import english
from xlvp.languages.notation import ENGLISH_NOTATION
from xlvp.rules.contract import contract_score
from xlvp.templates.look import Paper
from xlvp.templates.options import Options
from xlvp.templates.pairs import FEWEST_PAIRS, MOST_PAIRS, pairs
from xlvp.templates.pairs.lines import Board
from xlvp.templates.pairs.travellers import TOP, possible_scores
from xlvp.templates.tables import CONTRACTS, MOST_BOARDS
from xlvp.templates.wording import STYLES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.parts.office import Office

pytestmark = pytest.mark.slow

WORTHS = ("matchpoints", "percent", "cross_imps", "butler")
SIZES = ((5, 30), (14, 16), (24, 8))
"""How many pairs and boards the sessions have."""

SESSIONS = [(size, seed) for size in SIZES for seed in range(10)]


def session_of(size: tuple[int, int], seed: int) -> Session:
    return random_session(Random(f"{size} {seed}"), *size)


@pytest.fixture(scope="module")
def cards(office: Office, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[tuple[int, int], Scorecard]]:
    """A workbook for each size, which every session of this size overwrites in full."""
    folder = tmp_path_factory.mktemp("pairs")
    books = {size: pairs(Options(team_count=size[0], boards=size[1])).finished() for size in SIZES}
    opened = {size: Scorecard(office, folder, book) for size, book in books.items()}
    yield opened
    for card in opened.values():
        card.document.close()


def check(session: Session, card: Card) -> None:
    """Compare what a workbook shows with what the rules say."""
    blank = ("",) * len(WORTHS)
    for side, prefix in enumerate(("ns", "ew")):
        worths = [worth[side] if worth else blank for worth in session.worths()]
        for number, what in enumerate(WORTHS):
            agree(card.column(f"{prefix}_{what}"), [worth[number] for worth in worths])
    agree(card.column("board_datum")[:: session.tables], [session.datum(board) for board in range(session.boards)])
    places = session.ranking()
    first = len(places) if not session.apart else sum(place.sat == "N-S" for place in places)
    between = [""] * (2 if 0 < first < len(places) else 0)
    empty = [""] * (session.pairs + 2 - len(places) - len(between))
    for number, what in enumerate(("rank", "pair", "sat", "boards", "score")):
        figures = [place[number] for place in places]
        agree(card.column(f"ranking_{what}"), [*figures[:first], *between, *figures[first:], *empty])
    assert [name for name in card.column("ranking_names") if name == "East-West"] == ["East-West"] * (len(between) // 2)
    assert card.cell("results_left") == session.left()


def agree(shown: list[Any], expected: list[Any]) -> None:
    """Compare cells with numbers and texts; None is a cell that shows nothing."""
    wanted = ["" if value is None else value if isinstance(value, str) else float(value) for value in expected]
    assert shown == pytest.approx(wanted, abs=1e-9)


@pytest.mark.parametrize(("size", "seed"), SESSIONS)
def test_random_sessions(cards: dict[tuple[int, int], Scorecard], size: tuple[int, int], seed: int) -> None:
    session = session_of(size, seed)
    cards[size].fill(session.entries())
    check(session, cards[size])


def test_the_random_sessions_have_everything() -> None:
    sessions = [session_of(size, seed) for size, seed in SESSIONS]
    assert {session.method for session in sessions} == set(METHODS)
    assert {session.drop for session in sessions} == {0, 1, 2}
    assert {session.cap for session in sessions if session.method == "Cross-IMPs"} == {None, 17, 3}
    assert {session.mean for session in sessions if session.method == "Cross-IMPs"} == {True, False}
    assert len({session.share for session in sessions if session.method == "Butler"}) >= 3
    assert {session.apart for session in sessions} == {True, False}
    ranks = [Counter((place.rank, session.apart and place.sat) for place in session.ranking()) for session in sessions]
    assert any(max(shared.values(), default=0) > 1 for shared in ranks)
    assert any(len(session.ranking()) < session.pairs for session in sessions)
    fields = [session.field(board) for session in sessions for board in range(session.boards)]
    assert any(sum(field) / len(field) % 10 == 5 for field in fields if field)
    assert {0, 1, 2} < {len(field) for field in fields}
    lines_ = [line for session in sessions for board in session.lines for line in board]
    assert any(line.awarded for line in lines_)
    assert any(line.contract == "P" for line in lines_)


@pytest.fixture(scope="module")
def iron_card(tmp_path_factory: pytest.TempPathFactory) -> IronCalcCard:
    """The other style; IronCalc knows LAMBDA, but not the COUNTIF with many criteria of the portable cross-IMPs."""
    book = pairs(Options(team_count=9, boards=6, style=STYLES["functions"]))
    return IronCalcCard(tmp_path_factory.mktemp("pairs"), book.finished())


@pytest.mark.parametrize("seed", range(10))
def test_random_sessions_with_functions(iron_card: IronCalcCard, seed: int) -> None:
    session = session_of((9, 6), seed)
    iron_card.fill(session.entries())
    check(session, iron_card)


# Cross-IMPs by the Polish rule


def compared(office: Office, folder: Path, scores: list[int], **settings: Any) -> list[Any]:
    """The cross-IMPs for these results of North-South on one board."""
    count = len(scores)
    with Scorecard(office, folder, pairs(Options(team_count=2 * count, boards=1)).finished()) as card:
        sides = {"ns_pair": list(range(1, count + 1)), "ew_pair": list(range(count + 1, 2 * count + 1))}
        card.fill({**sides, "ns_score_typed": scores, "method": "Cross-IMPs", **settings})
        return card.column("ns_cross_imps")


def test_the_mean_of_the_comparisons(office: Office, tmp_path: Path) -> None:
    """The example of a Polish page on mean cross-IMPs; it prints -7.25 for the last, but the five must sum to 0."""
    found = compared(office, tmp_path, [730, -170, 100, -420, -400])
    assert found == [14, -2.25, 4.25, -8.25, -7.75]
    assert sum(found) == 0


def test_no_comparison_counts_more_than_the_cap(office: Office, tmp_path: Path) -> None:
    """1430 to -100 are 17 IMPs, to -2000 22; -100 to -2000 18: with a cap of 17 none counts more."""
    scores = [1430, -100, -2000]
    assert compared(office, tmp_path, scores, cross_cap=17) == [17, 0, -17]
    assert compared(office, tmp_path, scores) == [19.5, 0.5, -20]
    assert compared(office, tmp_path, scores, cross_cap=17, cross_imps_by="Sum") == [34, 0, -34]


# What is shown besides


@pytest.fixture(scope="module")
def opened(office: Office, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scorecard]:
    """A workbook for 24 boards and 8 pairs."""
    with Scorecard(office, tmp_path_factory.mktemp("pairs"), pairs(Options()).finished()) as card:
        yield card


@pytest.fixture
def card(opened: Scorecard) -> Scorecard:
    """The same, emptied."""
    settings: dict[str, Any] = {"boards": 24, "per_board": 4, "first_board": 1, "method": METHODS[0], "event": None}
    opened.fill({**settings, "pair_number": [*range(1, 9)], "pair_names": [None] * 8, **lines()})
    return opened


def lines(*given: Line) -> dict[str, Any]:
    """What is entered on the first two boards, in a session of four tables."""
    entered = [*given, *[Line()] * (8 - len(given))]
    session = Session(8, 2, METHODS[0], lines=[entered[:4], entered[4:]])
    return {name: values for name, values in session.entries().items() if isinstance(values, list)}


def test_an_empty_workbook_shows_nothing(card: Scorecard) -> None:
    assert card.cell("results_left") == 96
    assert card.document.cell("Ranking!A6") == ""
    worked_out = [name for name in card.places if name.startswith(("ranking_", "ns_", "ew_", "board_datum", "to_do"))]
    assert len(worked_out) > 15
    for name in worked_out:
        if name != "ranking_kinds":
            assert set(card.column(name)) == {""}, name


@pytest.mark.parametrize(
    ("entered", "message"),
    [
        ([Line(1, 1, 420)], "pair 1 twice."),
        ([Line(1, 2, 420), Line(3, 1, 420)], "pair 1 twice."),
        ([Line(1, 2, 420), Line(3, 2, 420)], "pair 2 twice."),
        ([Line(9, 2, 420)], "no pair 9."),
        ([Line(2, 9, 420)], "no pair 9."),
        ([Line(None, 2, 420)], "N-S pair?"),
        ([Line(1, None)], "E-W pair?"),
        ([Line(typed=420)], "N-S pair? E-W pair?"),
        ([Line(ns_award=60, ew_award=40)], "N-S pair? E-W pair?"),
        ([Line(1, 2, 425)], "score in tens?"),
        ([Line(1, 2, "many")], "score in tens?"),  # type: ignore[arg-type]
        ([Line(1, 2, 620)], "620 cannot be, vul None."),
        ([Line(1, 2, 430, "4S", "N", 10)], "contract gives 420."),
        ([Line(1, 2, None, "8S", "N", 10)], "contract?"),
        ([Line(1, 2, None, None, "N", 10)], "contract?"),
        ([Line(1, 2, None, "4S", None, 10)], "by, tricks?"),
        ([Line(1, 2, None, "4S", "N", None)], "by, tricks?"),
        ([Line(1, 2, None, "4S", "Q", 10)], "by, tricks?"),
        ([Line(1, 2, None, "4S", "N", 14)], "by, tricks?"),
        ([Line(1, 2, ns_award=60)], "% for both sides?"),
        ([Line(1, 2, 420, "4S", "N", 10)], ""),
        ([Line(1, 2, None, "p")], ""),
        ([Line(1, 2)], ""),
        ([Line(1, 2, 620, ns_award=60, ew_award=40)], ""),
    ],
)
def test_messages(card: Scorecard, entered: list[Line], message: str) -> None:
    card.fill(lines(*entered))
    assert card.column("to_do")[0] == message
    assert card.cell("results_to_check") == (len(entered) if message else 0)
    told = f"{len(entered)} to check in Results" if message else ""
    assert card.document.cell("Ranking!A6") == told


def test_what_is_wrong_does_not_count_but_an_odd_score_does(card: Scorecard) -> None:
    card.fill(lines(Line(1, 2, 420), Line(3, 4, 620), Line(5, 5, 100), Line(6, 7, 425)))
    assert card.column("ns_matchpoints")[:4] == [0, 2, "", ""]
    assert card.cell("results_left") == 94


def test_a_lone_result_waits_for_another(card: Scorecard) -> None:
    card.fill(lines(Line(1, 2, 420)))
    assert {cell for name in WORTHS for cell in card.column(f"ns_{name}")} <= {""}
    assert card.column("ranking_rank")[0] == ""
    assert card.cell("results_left") == 95


def test_an_award_is_taken_with_and_without_the_sign(card: Scorecard) -> None:
    card.fill(lines(Line(1, 2, ns_award=0.6, ew_award=0.4), Line(3, 4, ns_award=60, ew_award=60)))
    agree(card.column("ns_percent")[:2], [60, 60])
    agree(card.column("ew_percent")[:2], [40, 60])
    agree(card.column("ns_butler")[:2], [3, 3])
    agree(card.column("ew_cross_imps")[:2], [-3, 3])


def test_fewer_boards_than_there_is_room_for(card: Scorecard) -> None:
    entries = lines(Line(1, 2, 420), Line(3, 4, 420))
    card.fill({**entries, "boards": 1})
    assert card.cell("results_left") == 2
    assert card.column("board")[:5] == [1, 1, 1, 1, ""]
    card.fill({"ns_pair": [None] * 4 + [1], "ew_pair": [None] * 4 + [2], "ns_score_typed": [None] * 4 + [420]})
    assert card.column("to_do")[4] == "no such board"
    assert card.column("ranking_rank")[0] == ""


def test_numbers_of_pairs_can_be_those_on_the_travellers(card: Scorecard) -> None:
    card.fill({"pair_number": [1, 2, 3, 4, 11, 12, 13, 11], "pair_names": ["A", None, None, None, "B"]})
    assert card.column("pair_problem") == ["", "", "", "", "number twice", "", "", "number twice"]
    assert card.document.cell("Ranking!A6") == "2 to check in Pairs"
    card.fill({"pair_number": [1, 2, 3, 4, 11, 12, 13, 14], **lines(Line(1, 11, 420), Line(2, 12, 450))})
    assert card.column("ranking_pair")[:4] == [2, 11, 1, 12]
    assert card.column("ranking_names")[:4] == ["Pair 2", "B", "A", "Pair 12"]


def test_no_method(card: Scorecard) -> None:
    card.fill({"method": None, **lines(Line(1, 2, 420), Line(3, 4, 450))})
    assert card.document.cell("Ranking!A6") == "Rank by what?"
    assert set(card.column("ranking_rank")) == {""}


def test_settings_that_are_missing(card: Scorecard) -> None:
    card.fill({"per_board": None})
    assert card.document.cell("Ranking!A6") == "Fill in row 2"


def test_what_is_typed_stays_text(office: Office, tmp_path: Path) -> None:
    names = ('=HYPERLINK("http://example.org")', "+A1", "@x", "-1", "  ", "שלום", "🂡 & 🂱", "x" * 300)
    with Scorecard(office, tmp_path, pairs(Options(teams=names)).finished()) as card:
        assert card.column("pair_names") == list(names)
        card.fill({"event": "=1+1", **lines(Line(1, 2, 420), Line(3, 4, 420))})
        assert card.cell("event") == "=1+1"
        assert card.column("ranking_names")[:4] == list(names[:4])


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize(
    ("boards", "count", "results"),
    [(20, 8, 2), (24, 14, 4), (4, MOST_PAIRS, 4)],
)
def test_pages(office: Office, tmp_path: Path, paper: Paper, boards: int, count: int, results: int) -> None:
    """Besides the results there are a page each for ranking, pairs, tables and how to use it."""
    pdf = tmp_path / "book.pdf"
    with Scorecard(office, tmp_path, pairs(Options(boards=boards, team_count=count, paper=paper)).finished()) as card:
        card.document.save(pdf)
    text = subprocess.run(["pdftotext", "-layout", pdf, "-"], capture_output=True, text=True, check=True).stdout
    footers = re.findall(r"(?m)^ *(\w+) +\d+ ?/ ?\d+ *$", text)
    assert footers == ["Ranking", *["Results"] * results, "Pairs", "About"]
    info = subprocess.run(["pdfinfo", pdf], capture_output=True, text=True, check=True).stdout
    assert ("A4" if paper is Paper.A4 else "letter") in info


def test_formulas_are_short_in_the_largest_workbook() -> None:
    lines_ = MOST_PAIRS // 2
    last = TOP + MOST_BOARDS * lines_ - 1
    board = Board(last - lines_ + 1, lines_, STYLES["portable"], ENGLISH_NOTATION)
    parts = (board.once(MOST_BOARDS), board.understood(last), board.problems(last), board.compared(last))
    assert [text for part in parts for text in part.values() if len(english(text)) > 200] == []


@pytest.mark.parametrize("count", [FEWEST_PAIRS - 1, MOST_PAIRS + 1])
def test_numbers_of_pairs_that_are_too_small_or_big(count: int) -> None:
    with pytest.raises(ValueError, match=f"pairs must be a whole number from {FEWEST_PAIRS} to {MOST_PAIRS}"):
        pairs(Options(team_count=count)).finished()


@pytest.mark.parametrize("boards", [0, MOST_BOARDS + 1])
def test_numbers_of_boards_that_are_too_small_or_big(boards: int) -> None:
    with pytest.raises(ValueError, match=f"boards must be a whole number from 1 to {MOST_BOARDS}"):
        pairs(Options(boards=boards)).finished()


def test_scores_that_can_be() -> None:
    scores = possible_scores()
    assert scores[0] == [1, 1, 1, 1]
    assert scores[420] == [1, 0, 1, 0]
    assert scores[-620] == [0, 0, 1, 1]
    assert scores[200] == [1, 1, 1, 1]
    assert 410 not in scores
    assert all(contract_score(contract, tricks, True) in scores for contract in CONTRACTS for tricks in range(14))
    assert sorted(scores) == [-score for score in sorted(scores, reverse=True)]
