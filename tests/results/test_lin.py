"""Matches on vugraph: real ones with the IMPs that the next segment says, and what cannot be read."""

from __future__ import annotations

import pytest

from tests.results.segments import FRENCH_TRIAL, POLISH_LEAGUE
from xlvp.files import RefusedError
from xlvp.results.lin import parse
from xlvp.results.stanzas import match_imps


def test_a_segment_gives_the_imps_that_the_next_one_brings_along() -> None:
    found = parse(POLISH_LEAGUE)
    assert found.problems == []
    (match,) = found.matches
    assert (match.home, match.away, match.event, match.stanza) == (
        "UNIA",
        "AZS PWR",
        "Polish Premiere League Round 3 of 15",
        "SEGMENT 1_2",
    )
    assert match_imps(match) == (12, 18, 0)
    assert (match.boards[1].open, match.boards[1].closed) == ("4SXE-2", "4HS+1")
    assert match.carry is None
    assert match.players == {
        "open_south": "S",
        "open_west": "W",
        "open_north": "N",
        "open_east": "E",
        "closed_south": "s",
        "closed_west": "w",
        "closed_north": "n",
        "closed_east": "e",
    }


def test_the_next_carry_over_is_this_one_and_the_imps() -> None:
    (match,) = parse(FRENCH_TRIAL).matches
    assert match.carry == (81, 128)
    won = match_imps(match)
    assert (81 + won.home, 128 + won.away) == (90, 141)


def head(results: str, *, boards: str = "1,2", carry: tuple[str, str] = ("0", "0"), players: str = "") -> str:
    return f"vg|Cup,Final,I,{boards},Avon,{carry[0]},Brue,{carry[1]}|rs|{results}|pn|{players}|pg||qx|o1|"


@pytest.mark.parametrize(
    ("written", "cards"),
    [("4SW+2", "4SW+2"), ("3NSx-1", "3NTXS-1"), ("3NxS-1", "3NTXS-1"), ("1cexx=", "1CXXE="), ("P", "P"), ("pass", "P")],
)
def test_both_orders_of_the_double_and_either_case(written: str, cards: str) -> None:
    assert parse(head(written)).matches[0].boards[1].open == cards


def test_the_first_of_two_results_is_the_open_room_s() -> None:
    boards = parse(head("1NN=,,2NS=,P", boards="17,18")).matches[0].boards
    assert [(number, board.open, board.closed) for number, board in boards.items()] == [
        (17, "1NTN=", None),
        (18, "2NTS=", "P"),
    ]


@pytest.mark.parametrize(
    ("results", "said"),
    [
        ("4SN,4SN=", "line 1, board 1: open room: result '4SN' has no result"),
        ("4SN=,4SN10", "line 1, board 1: closed room: result '4SN10' must end with ="),
        ("4SN=,4SN+4,4SN++3", "line 1, board 2: open room: result '4SN++3' must be written like"),
        ("4SN=,4SN+4", "line 1, board 1: closed room: result '4SN+4' cannot be: declarer would have 14 of 13"),
        (",,,,P,P", "line 1: 2 more results than there are boards"),
    ],
)
def test_what_cannot_be_read_is_named_and_left_out(results: str, said: str) -> None:
    found = parse(head(results))
    assert any(str(problem).startswith(said) for problem in found.problems)
    made = [result for board in found.matches[0].boards.values() for result in (board.open, board.closed)]
    assert all(result in (None, "4SN=") for result in made)


def test_a_board_with_one_result_stays_half_filled_and_the_rest_open() -> None:
    found = parse(head("4SN=", boards="1,4"))
    assert found.problems == []
    boards = found.matches[0].boards
    assert list(boards) == [1, 2, 3, 4]
    assert boards[1].closed is None
    assert boards[2].open is boards[2].closed is None


def test_a_board_0_is_none() -> None:
    """So are 33 records of a championship in the archive."""
    found = parse(head(",,4SN=,P", boards="0,1"))
    assert found.problems == []
    assert list(found.matches[0].boards) == [1]
    assert found.matches[0].boards[1].open == "4SN="
    said = parse(head("4SN=,,P,P", boards="0,1")).problems
    assert [str(problem) for problem in said] == ["line 1, board 0: open room: there is no board 0"]


@pytest.mark.parametrize(("said", "carry"), [(("83", "43"), (83, 43)), (("-8", "0.5"), (-8, 0.5)), (("0", ""), None)])
def test_carry_over(said: tuple[str, str], carry: tuple[float, float] | None) -> None:
    assert parse(head("P,P", carry=said)).matches[0].carry == carry


def test_a_carry_over_that_is_none_is_named() -> None:
    found = parse(head("P,P", carry=("ten", "0")))
    assert found.matches[0].carry is None
    assert str(found.problems[0]) == "line 1: no carry-over: 'ten' and '0'"


def test_names_with_commas_in_them_are_nobody_s() -> None:
    found = parse(head("P,P", players="Amaral, F,Kladt,C,D,E,F,G,H"))
    assert found.matches[0].players == {}
    assert str(found.problems[0]) == "line 1: 9 names for eight players; none is taken"
    assert parse(head("P,P", players="A,B,C,D,,,,,")).matches[0].players["open_east"] == "D"


def test_a_match_by_board_a_match_says_so() -> None:
    found = parse(head("P,P").replace(",I,", ",B,"))
    assert [str(problem) for problem in found.problems] == ["it was scored board-a-match; here it is scored by IMPs"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "this has no results of a match"),
        ("Fetch failed (2)", "it must be the record of a team match on vugraph"),
        ("pn|a,b,c,d|md|3S|sv|o|mb|p|", "this has no results of a match"),
        ("vg|Cup,,I,1,2,A,0,B,0|pn|a|", "has no results"),
        ("vg|Cup,,P,1,2,A,0,B,0|rs|P,|", "one table of a pairs event"),
        ("\nvg|Cup,,I,1,2,A|rs|P,|", "line 2: vg| must have nine values"),
        ("vg|Cup,,I,1,x,A,0,B,0|rs|P,|", "line 1: a board's number must be a whole number from 1 to 1000, not 'x'"),
        ("vg|Cup,,I,9,2,A,0,B,0|rs|P,|", "line 1: the boards are said to be 9 to 2"),
        ("vg|Cup,,I,1,99999999,A,0,B,0|rs|P,|", "a board's number"),
    ],
)
def test_what_is_no_match_is_refused(text: str, said: str) -> None:
    with pytest.raises(RefusedError, match=said.replace("|", r"\|")):
        parse(text)


def test_more_commas_than_names_cost_little() -> None:
    found = parse(head("P,P", players="A," * 1_000_000))
    assert str(found.problems[0]) == "line 1: 101 names for eight players; none is taken"
