"""The workbook of a pairs session, filled in and worked out by LibreOffice, against what the rules say."""

from __future__ import annotations

import io
import itertools
import re
import shutil
import subprocess
from random import Random
from typing import TYPE_CHECKING, Any

import ironcalc
import pytest
from openpyxl import load_workbook
from openpyxl.cell import MergedCell
from openpyxl.utils.cell import coordinate_to_tuple, range_boundaries
from openpyxl.worksheet.formula import ArrayFormula

from tests.templates.scorecard import Scorecard, places
from tests.templates.session import METHODS, Line, Session, random_session
from xlvp.catalogue import FUNCTIONS
from xlvp.formulas import formula
from xlvp.rules.contract import contract_score
from xlvp.templates.kinds import KINDS
from xlvp.templates.look import Paper
from xlvp.templates.options import Options
from xlvp.templates.pairs import FEWEST_PAIRS, MOST_PAIRS, pairs
from xlvp.templates.tables import CONTRACTS, MOST_BOARDS
from xlvp.templates.travellers import possible_scores
from xlvp.templates.wording import STYLES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from tests.parts.office import Office
    from xlvp.catalogue import Cell

ALLOWED = {
    *("ABS", "AND", "CHOOSE", "COUNT", "COUNTA", "COUNTIF", "COUNTIFS", "IF", "IFERROR", "INDEX", "INT", "ISNA"),
    *("ISNUMBER", "LOOKUP", "MATCH", "MAX", "MIN", "MOD", "N", "OR", "ROUND", "ROWS", "SIGN", "SMALL", "SUBSTITUTE"),
    *("SUM", "SUMIFS", "SUMPRODUCT", "TRIM", "UPPER"),
}
"""Functions of Excel 2010 and LibreOffice 7.4, none of them volatile."""

WORTHS = ("matchpoints", "percent", "cross_imps", "butler")


@pytest.fixture(scope="module")
def portable() -> bytes:
    return pairs(Options()).finished()


@pytest.fixture(scope="module")
def functions() -> bytes:
    return pairs(Options(style=STYLES["functions"])).finished()


@pytest.fixture(params=["portable", "functions"])
def either(request: pytest.FixtureRequest) -> bytes:
    book: bytes = request.getfixturevalue(request.param)
    return book


@pytest.fixture
def card(office: Office, portable: bytes, tmp_path: Path) -> Iterator[Scorecard]:
    """An empty workbook for 24 boards and 8 pairs."""
    with Scorecard(office, tmp_path, portable) as opened:
        yield opened


def formulas(book: bytes) -> Iterator[tuple[str, str]]:
    """Every formula of a workbook with its place."""
    for sheet in load_workbook(io.BytesIO(book)).worksheets:
        for row in sheet.iter_rows():
            for cell in row:
                if cell.data_type == "f":
                    text = cell.value.text if isinstance(cell.value, ArrayFormula) else cell.value
                    yield f"{sheet.title}!{cell.coordinate}", text


def lines(*given: Line, boards: int = 24) -> dict[str, Any]:
    """What is entered on the first board, in a session of four tables."""
    board = [*given, *[Line()] * (4 - len(given))]
    session = Session(8, boards, "Matchpoints", lines=[board])
    return {name: values for name, values in session.entries().items() if isinstance(values, list)}


def agree(shown: Sequence[Cell], expected: Sequence[Any]) -> None:
    """Compare cells with numbers; None is a cell that shows nothing."""
    assert len(shown) == len(expected)
    for cell, value in zip(shown, expected, strict=True):
        if value is None:
            assert cell in ("", None)
        elif isinstance(value, str):
            assert cell == value
        else:
            assert cell == pytest.approx(float(value), abs=1e-9)


@pytest.mark.parametrize("seed", range(30))
def test_random_sessions(office: Office, tmp_path: Path, seed: int) -> None:
    session = random_session(Random(seed))
    book = pairs(Options(boards=session.boards, team_count=session.pairs)).finished()
    with Scorecard(office, tmp_path, book) as card:
        fill(card, session)
        assert card.cell("results_left") == session.left()
        card.document.save(tmp_path / "filled.xlsx")
    check(session, saved(tmp_path / "filled.xlsx", card.places))


def fill(card: Scorecard, session: Session) -> None:
    """Type a session in, and leave alone what stays empty."""
    for name, values in session.entries().items():
        if not isinstance(values, list):
            card.fill({name: values})
            continue
        sheet, _, cells = card.places[name].partition("!")
        column, top = re.findall(r"[A-Z]+|[0-9]+", cells)[:2]
        row = int(top)
        for empty, group in itertools.groupby(values, lambda value: value is None):
            column_of = [[value] for value in group]
            if not empty:
                card.document.set(f"{sheet}!{column}{row}:{column}{row + len(column_of) - 1}", column_of)
            row += len(column_of)
    card.document.recalculate()


def saved(path: Path, where: dict[str, str]) -> dict[str, list[Cell]]:
    """Return what the named columns showed when LibreOffice saved the workbook, which is faster than to ask it."""
    workbook = load_workbook(path, data_only=True)
    shown = {}
    for name, place in where.items():
        sheet, _, cells = place.partition("!")
        if ":" in cells:
            shown[name] = [row[0].value for row in workbook[sheet][cells]]
    return shown


def check(session: Session, shown: dict[str, list[Cell]]) -> None:
    """Compare what a workbook shows with what the rules say."""
    worths = session.worths()
    for side, prefix in enumerate(("ns", "ew")):
        for number, what in enumerate(WORTHS):
            agree(shown[f"{prefix}_{what}"], [worth and worth[side][number] for worth in worths])
    agree(shown["board_datum"][:: session.tables], [session.datum(board) for board in range(session.boards)])
    places = session.ranking()
    empty = [None] * (session.pairs - len(places))
    for number, what in enumerate(("rank", "pair", "sat", "boards", "score")):
        agree(shown[f"ranking_{what}"], [*(place[number] for place in places), *empty])


def test_the_random_sessions_have_everything() -> None:
    sessions = [random_session(Random(seed)) for seed in range(30)]
    assert {session.method for session in sessions} == set(METHODS)
    assert {session.drop for session in sessions} == {0, 1, 2}
    assert {session.apart for session in sessions} == {True, False}
    assert min(session.pairs for session in sessions) <= 5
    assert max(session.pairs for session in sessions) >= 23
    ranks = [[place.rank for place in session.ranking()] for session in sessions]
    assert any(len(set(each)) < len(each) for each in ranks)
    assert any(len(session.ranking()) < session.pairs for session in sessions)
    means = [
        sum(scores) / len(scores)
        for session in sessions
        for scores in map(session.field, range(session.boards))
        if scores
    ]
    assert any(mean % 10 == 5 for mean in means)


@pytest.mark.parametrize("seed", range(3))
def test_the_functions_show_the_same(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    session = random_session(random)
    while session.tables * session.boards > 60:
        session = random_session(random)
    book = pairs(Options(boards=session.boards, team_count=session.pairs, style=STYLES["functions"])).finished()
    check(session, in_ironcalc(book, session, tmp_path))


def in_ironcalc(book: bytes, session: Session, folder: Path) -> dict[str, list[Cell]]:
    """What the columns show in IronCalc, which knows LAMBDA."""
    path = folder / "book.xlsx"
    path.write_bytes(book)
    workbook = load_workbook(path)
    model = ironcalc.create_user_model_from_xlsx(str(path), "en", "UTC", "en")
    model.pause_evaluation()
    for number, sheet in enumerate(workbook.worksheets):
        for row in sheet.iter_rows():
            for cell in row:
                if not isinstance(cell, MergedCell) and not cell.protection.locked and cell.value is None:
                    model.set_user_input(number, cell.row, cell.column, "")  # which it has read as 0
    where = places(book)
    for name, values in session.entries().items():
        title, _, cells = where[name].partition("!")
        row, column = coordinate_to_tuple(cells.partition(":")[0])
        for down, value in enumerate(values if isinstance(values, list) else [values]):
            if value is not None:
                model.set_user_input(workbook.sheetnames.index(title), row + down, column, str(value))
    model.resume_evaluation()
    model.evaluate()
    shown: dict[str, list[Cell]] = {}
    for name in ("board_datum", *where):
        title, _, cells = where[name].partition("!")
        left, top, _, bottom = range_boundaries(cells)
        sheet = workbook.sheetnames.index(title)
        shown[name] = [model.get_cell_value(sheet, row, left) for row in range(top, bottom + 1)]
    return shown


def test_an_empty_workbook_shows_nothing(card: Scorecard, tmp_path: Path) -> None:
    assert card.cell("results_left") == 96
    assert card.document.cell("Ranking!A5") == ""
    card.document.save(tmp_path / "empty.xlsx")
    for name, cells in saved(tmp_path / "empty.xlsx", card.places).items():
        if name.startswith(("ns_", "ew_", "ranking_", "board_datum", "to_do")) and "Scales" not in card.places[name]:
            assert set(cells) <= {"", None}, name
    for sheet in load_workbook(tmp_path / "empty.xlsx", data_only=True).worksheets:
        assert not [cell.coordinate for row in sheet.iter_rows() for cell in row if cell.data_type == "e"]


@pytest.mark.parametrize(
    ("entered", "message"),
    [
        ([Line(1, 1, 420)], "pair against itself."),
        ([Line(1, 2, 420), Line(3, 1, 420)], "pair 1 twice."),
        ([Line(1, 2, 420), Line(3, 2, 420)], "pair 2 twice."),
        ([Line(9, 2, 420)], "no pair 9."),
        ([Line(2, 9, 420)], "no pair 9."),
        ([Line(None, 2, 420)], "N-S pair?"),
        ([Line(1, None)], "E-W pair?"),
        ([Line(typed=420)], "pairs?"),
        ([Line(ns_award=60, ew_award=40)], "pairs?"),
        ([Line(1, 2, 425)], "score in tens?"),
        ([Line(1, 2, "many")], "score in tens?"),  # type: ignore[arg-type]
        ([Line(1, 2, 620)], "620 cannot be, vul None."),
        ([Line(1, 2, 430, "4S", "N", 10)], "contract gives 420."),
        ([Line(1, 2, None, "8S", "N", 10)], "contract?"),
        ([Line(1, 2, None, None, "N", 10)], "contract?"),
        ([Line(1, 2, None, "4S", None, 10)], "by, tricks?"),
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
    told = f"{len(entered)} to check on the sheet Results" if message else ""
    assert card.document.cell("Ranking!A5") == told


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
    assert card.document.cell("Ranking!A5") == "See the sheet Pairs"
    card.fill({"pair_number": [1, 2, 3, 4, 11, 12, 13, 14], **lines(Line(1, 11, 420), Line(2, 12, 450))})
    assert card.column("ranking_pair")[:4] == [2, 11, 1, 12]
    assert card.column("ranking_names")[:4] == ["Pair 2", "B", "A", "Pair 12"]


def test_no_method(card: Scorecard) -> None:
    card.fill({"method": None, **lines(Line(1, 2, 420), Line(3, 4, 450))})
    assert card.document.cell("Ranking!A5") == "Choose what to rank by"
    assert set(card.column("ranking_rank")) == {""}


def test_what_is_typed_stays_text(office: Office, tmp_path: Path) -> None:
    names = ('=HYPERLINK("http://example.org")', "+A1", "@x", "-1", "  ", "שלום", "🂡 & 🂱", "x" * 300)
    with Scorecard(office, tmp_path, pairs(Options(teams=names)).finished()) as card:
        assert card.column("pair_names") == list(names)
        card.fill({"event": "=1+1", **lines(Line(1, 2, 420), Line(3, 4, 420))})
        assert card.cell("event") == "=1+1"
        assert card.column("ranking_names")[:4] == list(names[:4])


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("count", [8, MOST_PAIRS])
def test_the_ranking_is_one_page(office: Office, tmp_path: Path, paper: Paper, count: int) -> None:
    if shutil.which("pdftotext") is None:
        pytest.skip("there is no pdftotext (poppler-utils)")
    with Scorecard(office, tmp_path, pairs(Options(boards=2, team_count=count, paper=paper)).finished()) as card:
        card.document.save(tmp_path / "book.pdf")
    text = subprocess.run(["pdftotext", tmp_path / "book.pdf", "-"], capture_output=True, check=True).stdout.decode()
    footers = [set(page.split("\n")) & {"Ranking", "Results", "Pairs", "Scales", "About"} for page in text.split("\f")]
    assert "Ranking" in footers[0]
    assert all("Ranking" not in footer for footer in footers[1:])
    info = subprocess.run(["pdfinfo", tmp_path / "book.pdf"], capture_output=True, check=True).stdout.decode()
    assert ("A4" if paper is Paper.A4 else "letter") in info


def test_every_input_has_help_and_every_formula_is_locked(either: bytes) -> None:
    workbook = load_workbook(io.BytesIO(either))
    for sheet in workbook.worksheets:
        assert sheet.protection.sheet
        checked = [area for check in sheet.data_validations.dataValidation for area in check.sqref.ranges]
        for check in sheet.data_validations.dataValidation:
            assert 0 < len(check.prompt) <= 255
            assert check.showErrorMessage
        for row in sheet.iter_rows():
            for cell in row:
                if not cell.protection.locked:
                    assert cell.data_type != "f"
                    assert any(cell.coordinate in area for area in checked)


def test_formulas_are_short_and_plain(portable: bytes) -> None:
    biggest = pairs(Options(boards=MOST_BOARDS, team_count=MOST_PAIRS)).finished()
    for book in (portable, biggest):
        for place, text in formulas(book):
            assert len(text) <= 200, place
            plain = re.sub(r'"[^"]*"', "", text)
            assert plain.count("(") == plain.count(")"), place
            assert "{" not in plain, place
            assert set(re.findall(r"([A-Z][A-Z0-9.]*)\(", plain)) <= ALLOWED, place


def test_the_functions_are_called(functions: bytes) -> None:
    called = set(re.findall(r"([A-Z]+)\(", "".join(text for _, text in formulas(functions))))
    ours = {function.name for function in FUNCTIONS}
    expected = {"MATCHPOINTS", "MATCHPOINTPERCENT", "CROSSIMPS", "BUTLERDATUM", "IMPS", "NSSCORE", "VULNERABILITY"}
    assert called & ours == expected
    assert called - ours <= ALLOWED


def test_names_are_not_those_of_functions(either: bytes) -> None:
    names = {name.lower() for name in places(either)}
    inside = {name.lower() for function in FUNCTIONS for name in re.findall(r"_xlpm\.(\w+)", formula(function).stored)}
    assert not names & {function.name.lower() for function in FUNCTIONS}
    assert not names & inside  # IronCalc takes the workbook's name then
    assert not [name for name in names if re.fullmatch(r"[a-z]{1,3}[0-9]+", name)]


def test_every_engine_reads_every_formula(either: bytes, tmp_path: Path) -> None:
    path = tmp_path / "book.xlsx"
    path.write_bytes(either)
    model = ironcalc.create_user_model_from_xlsx(str(path), "en", "UTC", "en")
    model.evaluate()
    titles = load_workbook(path).sheetnames
    for place, _ in formulas(either):
        title, _, cell = place.partition("!")
        row, column = coordinate_to_tuple(cell)
        assert model.get_cell_value(titles.index(title), row, column) != "#ERROR!", place


def test_the_same_bytes_every_time() -> None:
    assert pairs(Options()).finished() == pairs(Options()).finished() == KINDS["pairs"](Options()).finished()


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
