"""What was found as the entries of a workbook, and back."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given, settings

from tests.results.matches import stanzas
from xlvp.files import RefusedError
from xlvp.results.entering import match_entries, merged, numbers
from xlvp.results.entering_events import event_entries, session_entries
from xlvp.results.leaving import match_from
from xlvp.results.model import Board, Line, Match, Session


def test_a_match() -> None:
    match = Match("Avon", "Brue", "Cup", "Final", "2026-11-18", "Bath", carry=(83, 43))
    match.players = {"open_north": "Ann"}
    match.boards = {17: Board("4SN=", -50, 3, -3, "fouled"), 18: Board(None, "NP")}
    entered = match_entries([match])
    assert entered.problems == []
    assert entered.choices == {"boards": 2, "home": "Avon", "away": "Brue"}
    assert entered.entries == {
        "home": [["Avon"]],
        "away": [["Brue"]],
        "event": [["Cup, Final"]],
        "date": [[datetime.date(2026, 11, 18)]],
        "venue": [["Bath"]],
        "first_board": [[17]],
        "home_sits": [["N-S"]],
        "open_north": [["Ann"]],
        "carry_over": [[40]],
        "open_result": [["4SN="]],
        "closed_result": [[-50], ["NP"]],
        "home_adjust": [[3]],
        "away_adjust": [[-3]],
        "note": [["Carry-over 83-43; fouled"]],
    }


def test_stanzas_have_names_of_their_own() -> None:
    one = Match("Avon", "Brue", "Cup", "1", boards={1: Board("P", "P"), 2: Board()}, carry=(0, 2.5))
    two = Match("Avon", "Brue", "Cup", "2", boards={1: Board("1CN=")}, home_sits="E-W", players={"closed_west": "Wim"})
    entered = match_entries([one, two])
    assert entered.choices["boards"] == 4
    assert entered.choices["stanzas"] == 2
    said = {name: rows[0][0] for name, rows in entered.entries.items() if name.startswith("stanza")}
    assert said == {
        "stanza1_first_board": 1,
        "stanza1_home_sits": "N-S",
        "stanza2_first_board": 1,
        "stanza2_home_sits": "E-W",
        "stanza2_closed_west": "Wim",
    }
    assert entered.entries["carry_over"] == [[-2.5]]
    assert entered.entries["open_result"] == [["P"], [None], ["1CN="]]
    assert [str(problem) for problem in entered.problems] == [
        "stanza 2: boards 1 alone, where another has 2; the rest stand open"
    ]


def test_boards_that_are_missing_and_names_that_are_too_long_are_told() -> None:
    entered = match_entries([Match("A" * 70, "B", boards={1: Board("P", "P"), 5: Board("P", "P")})])
    assert entered.choices == {"boards": 5, "home": f"{'A' * 59}…", "away": "B"}
    assert [str(problem) for problem in entered.problems] == [
        f"a name of more than 60 characters is cut: {'A' * 59}…",
        "no results of boards 2-4, which stand open",
    ]


@settings(max_examples=150, deadline=None)
@given(stanzas())
def test_into_a_workbook_and_out_again(match: list[Match]) -> None:
    """What the workbook cannot hold is the carry-over of both sides, of which it has the difference."""
    length = max(len(stanza.boards) for stanza in match)
    for stanza in match:
        first = min(stanza.boards)
        stanza.boards = {first + place: stanza.boards.get(first + place, Board()) for place in range(length)}
    carry, match[0].carry = match[0].carry, None
    entered = match_entries(match)
    assert entered.problems == []
    back, problems = match_from(entered.choices["boards"], len(match), entered.entries)
    assert problems == []
    assert back == match
    match[0].carry = carry
    back, _ = match_from(entered.choices["boards"], len(match), match_entries(match).entries)
    assert back[0].carry == (None if carry is None else (carry[0] - carry[1], 0))


@pytest.mark.parametrize(
    ("typed", "result"),
    [
        ("4 ♠ x n - 1", "4SXN-1"),
        (420, 420),
        (420.0, 420),
        ("-50", -50),
        (0, "P"),
        ("ap", "P"),
        ("np", "NP"),
        ("", None),
        (None, None),
    ],
)
def test_what_somebody_has_typed(typed: object, result: object) -> None:
    (match,), problems = match_from(1, 1, {"open_result": [[typed]]})
    assert problems == []
    assert match.boards[1].open == result


def test_boards_that_are_not_played_do_not_leave() -> None:
    (match,), _ = match_from(24, 1, {"boards": [[2]], "open_result": [["P"], ["P"], ["P"]]})
    assert list(match.boards) == [1, 2]


@pytest.mark.parametrize("typed", ["4S", "what?", 425, 4.5, "60%"])
def test_what_cannot_be_read_is_named_and_left_out(typed: object) -> None:
    (match,), problems = match_from(1, 1, {"closed_result": [[typed]], "first_board": [[7]]})
    assert match.boards[7].closed is None
    assert str(problems[0]).startswith("board 7: closed room: ")


@pytest.mark.parametrize(("typed", "award"), [("A+", 3), ("a-", -3), ("A", 0), (1.5, 1.5), (None, None), ("?", None)])
def test_awards(typed: object, award: float | None) -> None:
    (match,), _ = match_from(1, 1, {"home_adjust": [[typed]], "date": [[datetime.datetime(2026, 11, 18)]]})
    assert match.boards[1].home_award == award
    assert match.date == "2026-11-18"


def test_an_older_workbook_keeps_what_it_has() -> None:
    old: dict[str, list[list[object]]] = {"home": [["Avon"]], "open_result": [["4SN="], [None], ["P"]]}
    new: dict[str, list[list[object]]] = {
        "home": [["Avon"]],
        "away": [["Brue"]],
        "open_result": [["4SN-1"], ["P"], ["P"], [50]],
    }
    entries, kept = merged(old, new)
    assert entries == {"home": [["Avon"]], "away": [["Brue"]], "open_result": [["4SN="], ["P"], ["P"], [50]]}
    assert kept == ["open_result, line 1: '4SN-1' is not entered, since the workbook has '4SN='"]
    assert old["open_result"][1] == [None]


def played(home: str, away: str, round_: int | None, results: str = "both", **more: tuple[float, float]) -> Match:
    match = Match(home, away, "Swiss", round=round_)
    match.boards = {1: Board("4SN=", "4SN-1" if results == "both" else None)}
    for name, value in more.items():
        setattr(match, name, value)
    return match


def test_a_swiss_event() -> None:
    matches = [
        played("Cam", "Avon", 1),
        played("Brue", "Dart", 1, "one", stated=(12.5, 7.5)),
        played("AVON", "Brue", 2, imps=(23, 5)),
    ]
    entered = event_entries(matches, ["Avon", "Brue", "Cam"])
    assert entered.choices == {"teams": ("Avon", "Brue", "Cam", "Dart"), "rounds": 2, "boards": 1}
    assert entered.entries == {
        "team_names": [["Avon"], ["Brue"], ["Cam"], ["Dart"]],
        "round1_home": [[3], [2]],
        "round1_away": [[1], [4]],
        "event": [["Swiss"]],
        "round1_home_imps": [[10], [None]],
        "round1_away_imps": [[0], [None]],
        "round1_home_typed": [[None], [12.5]],
        "round1_away_typed": [[None], [7.5]],
        "round2_home": [[1]],
        "round2_away": [[2]],
        "round2_home_imps": [[23]],
        "round2_away_imps": [[5]],
    }
    assert [str(problem) for problem in entered.problems] == [
        "Brue - Dart, round 1: no IMPs are entered, with 1 board without a result; the VPs of the file are entered"
    ]


def test_matches_of_no_round_are_one_round_if_nobody_plays_twice() -> None:
    entered = event_entries([played("A", "B", None), played("C", "D", None), played("A", "C", None)], [])
    assert entered.choices["rounds"] == 1
    assert entered.entries["round1_home"] == [[1], [3]]
    assert [str(problem) for problem in entered.problems] == [
        "A - C: of which round is not said, and one of the teams has another match already; it is left out"
    ]


def session_of(*lines: Line, two_fields: bool | None = None) -> Session:
    session = Session("Tuesday", two_fields=two_fields)
    for line in lines:
        session.add(line)
    return session


@pytest.mark.parametrize(
    ("lines", "two_fields", "numbers_", "apart"),
    [
        # A Mitchell: nobody has changed sides, so that only the file can say how many winners there are.
        ([Line(1, "1", "11", "P"), Line(1, "2", "12", 50)], None, [1, 2, 11, 12], True),
        ([Line(1, "1", "11", "P"), Line(1, "2", "12", 50)], True, [1, 2, 11, 12], True),
        ([Line(1, "1", "11", "P"), Line(1, "2", "12", 50)], False, [1, 2, 11, 12], False),
        # With the same numbers on both sides there are four pairs all the same.
        ([Line(1, "1", "1", "P"), Line(1, "2", "2", 50)], False, [1, 2, 11, 12], False),
        # An arrow switch: pair 11 has become North-South.
        ([Line(1, "1", "11", "P"), Line(2, "11", "1", 50)], False, [1, 11], False),
        ([Line(1, "1", "11", "P"), Line(2, "11", "1", 50)], None, [1, 11], False),
    ],
)
def test_one_winner_or_two(lines: list[Line], two_fields: bool | None, numbers_: list[int], apart: bool) -> None:
    entered = session_entries(session_of(*lines, two_fields=two_fields))
    assert entered.entries["pair_number"] == [[number] for number in numbers_]
    assert ("ranked" in entered.entries) is apart


def test_a_name_is_not_taken_from_the_pair_of_the_same_number_on_the_other_side() -> None:
    session = session_of(Line(1, "1", "1", "P"), Line(1, "2", "12", "P"))
    session.names = {("ns", "1"): "Ann - Bob", ("ns", "12"): "Cy - Di"}
    names = session_entries(session).entries["pair_names"]
    assert names == [["Ann - Bob"], [None], [None], [None]]
    session = session_of(Line(1, "1", "2", "P"), Line(2, "2", "1", "P"))
    session.names = {("ew", "1"): "Ann - Bob"}
    assert session_entries(session).entries["pair_names"] == [["Ann - Bob"], [None]]


@pytest.mark.parametrize(
    ("ns", "ew", "numbers_"),
    [
        (("1", "01"), ("11", "12"), [1, 2, 11, 12]),
        (("1", "995"), ("1", "995"), [1, 2, 3, 4]),
    ],
)
def test_no_two_pairs_have_one_number(ns: tuple[str, str], ew: tuple[str, str], numbers_: list[int]) -> None:
    entered = session_entries(session_of(*(Line(1, *pair, "P") for pair in zip(ns, ew, strict=True))))
    assert entered.entries["pair_number"] == [[number] for number in numbers_]


def test_more_results_than_a_workbook_holds_are_refused() -> None:
    with pytest.raises(RefusedError, match="20,002 pairs, and up to 10,001 results on each of 2 boards, are more"):
        session_entries(session_of(*(Line(1 + place % 2, f"{place}", "x", 50) for place in range(20_001))))
    with pytest.raises(RefusedError, match="a match of 2,000 boards, which no workbook holds"):
        match_entries([Match(boards={1: Board(), 1000: Board()})] * 2)


def test_matches_without_teams_are_left_out_of_an_event() -> None:
    entered = event_entries([played("A", "B", 1), played("", "C", 1)], [])
    assert entered.choices["teams"] == ("A", "B")
    assert [str(problem) for problem in entered.problems] == ["a match, but not of which teams; it is left out"]
    with pytest.raises(RefusedError, match="no match says which teams have played it"):
        event_entries([played("", "", 1)], [])


def test_a_team_does_not_meet_itself() -> None:
    entered = event_entries([played("A", "B", 1), played("C", "c", 1)], [])
    assert entered.choices["teams"] == ("A", "B")
    assert [str(problem) for problem in entered.problems] == ["C - c: a team cannot meet itself; it is left out"]


def test_a_session_that_has_just_begun_has_room_for_more() -> None:
    assert session_entries(session_of(Line(1, "1", "2", "P"))).choices == {"boards": 1, "team_count": 4}


def test_teams_keep_their_numbers_where_one_has_no_name() -> None:
    entered = event_entries([played("Cam", "Avon", 1)], ["Avon", "", "Cam"])
    assert entered.entries["team_names"] == [["Avon"], [None], ["Cam"]]
    assert entered.entries["round1_home"] == [[3]]


def test_a_long_note_is_cut_and_told() -> None:
    entered = match_entries([Match("A", "B", boards={7: Board("P", "P", note="n" * 130)})])
    assert entered.entries["note"] == [["n" * 120]]
    assert [str(problem) for problem in entered.problems] == ["board 7: a note of more than 120 characters is cut"]


def test_two_fields_with_the_same_numbers_get_numbers_of_their_own() -> None:
    session = session_of(Line(5, "1", "1", "4SN="), Line(5, "2", "12", None, 60, 40))
    session.names = {("ns", "1"): "Ann - Bob", ("ew", "1"): "Cy - Di"}
    entered = session_entries(session)
    assert entered.entries["pair_number"] == [[1], [2], [11], [22]]
    assert entered.entries["pair_names"] == [["Ann - Bob"], [None], ["Cy - Di"], [None]]
    assert entered.entries["ns_pair"] == [[1], [2]]
    assert entered.entries["ew_pair"] == [[11], [22]]
    made = [entered.entries[name] for name in ("contract", "declarer", "tricks")]
    assert made == [[["4S"], [None]], [["N"], [None]], [[10], [None]]]
    assert entered.entries["ns_award"] == [[None], [60]]
    assert entered.entries["ranked"] == [["N-S and E-W"]]
    assert [str(problem) for problem in entered.problems] == [
        "E-W pairs 1, 12 are entered as 11, 22, as N-S have these numbers"
    ]


def test_pairs_that_change_sides_keep_their_numbers() -> None:
    session = session_of(Line(1, "1", "2", "P"), Line(3, "2", "3", "P"), Line(3, "1", "4", 50))
    entered = session_entries(session)
    assert entered.choices == {"boards": 3, "team_count": 4}
    assert entered.entries["pair_number"] == [[1], [2], [3], [4]]
    assert entered.entries["first_board"] == [[1]]
    assert entered.entries["ns_pair"] == [[1], [None], [None], [None], [2], [1]]
    assert "ranked" not in entered.entries
    assert entered.problems == []


def test_names_of_an_event_that_are_too_long_are_told() -> None:
    long = "B" * 70
    entered = event_entries([played("A", long, 1)], [])
    assert entered.entries["team_names"] == [["A"], [f"{'B' * 59}…"]]
    assert str(entered.problems[0]).endswith(f"is cut: {'B' * 59}…")


def test_pairs_with_letters_are_counted() -> None:
    session = session_of(Line(1, "A2", "B1", "P"), Line(1, "A10", "B2", "P"))
    assert session_entries(session).entries["pair_number"] == [[1], [2], [11], [12]]


@pytest.mark.parametrize(("given", "words"), [([], ""), ([4], "4"), ([1, 2, 3, 7, 9, 10], "1-3, 7, 9-10")])
def test_numbers_in_words(given: list[int], words: str) -> None:
    assert numbers(given) == words


@pytest.mark.parametrize("typed", ["+-50", "--50", "\u0665\u0660", "50 ", "\u221250"])
def test_signs_that_somebody_has_typed(typed: str) -> None:
    (match,), problems = match_from(1, 1, {"open_result": [[typed]]})
    assert (match.boards[1].open is None) is bool(problems)
    assert match.boards[1].open in (None, 50, -50)
