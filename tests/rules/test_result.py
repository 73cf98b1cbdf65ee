"""Results in one text: every one that can be against Law 77 counted by hand, what is no result, and real matches."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.oracles.law77 import law77
from xlvp import board_score, imps
from xlvp.rules.checks import InputTypeError, InputValueError, OutOfRangeError

SEATS = "NESW"
STRAINS = {
    "C": "C",
    "D": "D",
    "H": "H",
    "S": "S",
    "N": "NT",
    "NT": "NT",
    "SA": "NT",
    "♣": "C",
    "♦": "D",
    "♥": "H",
    "♠": "S",
}
# Who is vulnerable on boards 1 to 4: nobody, North-South, East-West, both (Law 2).
VULNERABLE = {1: "", 2: "NS", 3: "EW", 4: "NSEW"}


def expected(level: int, strain: str, doubled: str, seat: str, over: int, board: int) -> int:
    score = law77(level, STRAINS[strain], doubled, level + 6 + over, seat in VULNERABLE[board])
    return score if seat in "NS" else -score


@pytest.mark.parametrize("board", VULNERABLE)
@pytest.mark.parametrize("doubled", ["", "X", "XX"])
def test_every_result_that_can_be(doubled: str, board: int) -> None:
    for level, strain, seat in itertools.product(range(1, 8), STRAINS, SEATS):
        for over in range(-6 - level, 8 - level):
            result = f"{over:+}" if over else "="
            score = expected(level, strain, doubled, seat, over, board)
            assert board_score(f"{level}{strain}{doubled}{seat}{result}", board) == score
            assert board_score(f"{level}{strain}{seat}{doubled}{result}", board) == score


@given(st.integers(1, 7), st.sampled_from(sorted(STRAINS)), st.sampled_from(SEATS), st.data())
def test_however_it_is_written(level: int, strain: str, seat: str, data: st.DataObject) -> None:
    over = data.draw(st.integers(-6 - level, 7 - level))
    doubled = data.draw(st.sampled_from(["", "X", "XX"]))
    sign = "+" if over > 0 else data.draw(st.sampled_from("-\u2010\u2011\u2012\u2013\u2014\u2212"))
    shown = data.draw(st.sampled_from([doubled, doubled.replace("X", "*"), doubled.lower()]))
    pieces = [str(level), strain, *data.draw(st.sampled_from([(shown, seat), (seat, shown)]))]
    pieces += [sign, str(abs(over))] if over else ["="]
    gap = st.sampled_from(["", " ", "\u00a0", "  ", "\ufe0f", "\t"])
    text = "".join(piece + data.draw(gap) for piece in pieces)
    assert board_score(data.draw(st.sampled_from([text, text.lower()])), 2) == expected(
        level, strain, doubled, seat, over, 2
    )


@pytest.mark.parametrize("text", ["P", "p", "PASS", "Pass", "AP", "a p", "0", 0, 0.0], ids=repr)
def test_a_passed_out_board(text: Any) -> None:
    assert board_score(text, 3) == 0


@pytest.mark.parametrize("score", [420, -50, 0, 7600, -7600, 10, "420", " -50 ", "+110", "\u221250", 420.0], ids=repr)
def test_a_number_is_a_score_already(score: Any) -> None:
    assert board_score(score, 1) == int(str(score).replace("\u2212", "-").strip().removesuffix(".0"))


@pytest.mark.parametrize("score", [425, 7610, -7610, 0.5, "425", "7610", 10**30], ids=repr)
def test_a_number_that_is_no_score(score: Any) -> None:
    with pytest.raises(OutOfRangeError, match="result must be a "):
        board_score(score, 1)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("4SN", "result '4SN' has no result: add = or how many tricks over or under, as in 4SN= or 4SN-1"),
        ("3NTXW", "has no result"),
        ("4S=", "has no declarer: put N, E, S or W behind the contract, as in 4SN="),
        ("3NT=", "has no declarer"),
        ("3NT", "has no declarer"),
        ("3NTX-1", "has no declarer"),
        ("4SN10", r"must end with =, or \+ or - and the tricks over or under, as in 4SN\+1"),
        ("4SN made", "must end with =, or "),
        ("4SN+0", "ends with no tricks over or under: write ="),
        ("4SN-0", "ends with no tricks over or under: write ="),
        ("4SN+4", "cannot be: declarer would have 14 of 13 tricks"),
        ("4SN-11", "cannot be: declarer would have -1 of 13 tricks"),
        ("A+", "is for the director to award, and is no result"),
        ("av", "is for the director"),
        ("60%", "is for the director"),
        ("40 %", "is for the director"),
        *((wrong, "must be written like 4SN=, 3NTXE-1 or 6♥W\\+1, or P for a passed-out board") for wrong in (
            *("8SN=", "0SN=", "4ZN=", "3NNT=", "4S♠=", "4SXXXN=", "hello", "", "X", "=", "+1x", "PASSED", "4N♠="),
            *("4SXNX=", "4S*NX=", "4SNE="),
        )),
    ],
)  # fmt: skip
def test_what_is_no_result(text: str, words: str) -> None:
    with pytest.raises(InputValueError, match=words):
        board_score(text, 1)


@pytest.mark.parametrize("value", [None, True, False, [420], b"4SN="])
def test_what_is_neither_a_text_nor_a_number(value: Any) -> None:
    with pytest.raises(InputTypeError, match="result must be a number, not "):
        board_score(value, 1)


# Two segments as they were recorded on BBO vugraph: the results of both rooms, board by board, and the IMPs that the
# carry-over of the next segment says (home, away). From a public archive of such records.
SEGMENTS = {
    "Polish Trials, segment 1 of 6": (
        1,
        "3NN+2,4SS=,1NE+1,1NE+1,3NE-2,2DE+1,4HW+1,4HW+1,4SN+1,4SN+1,3CE-1,4SS-2,1NE+3,1NE+1,3NS=,3NS+1,2HS+1,4HN-1,"
        "3HE-1,3HE=,5SNx=,5DEx-3,4CN+1,5CNx=",
        (28, 15),
    ),
    "Polish Premier League, round 3 of 15, segment 1 of 2": (
        1,
        "4SEx-2,4HS+1,5HNx=,5HNx=,2SN-3,2SS-1,4SW+1,4SW+1,1SE=,2HW=,3NW=,3NE=,2SS=,2SS=,4SN-1,3SN+2,3DSx-2,2SW+2,"
        "2HE+2,2HE+1,4SN=,4SS-2,3NS=,3NS=",
        (12, 18),
    ),
}


@pytest.mark.parametrize("name", SEGMENTS)
def test_matches_as_they_were_played(name: str) -> None:
    first, results, told = SEGMENTS[name]
    rooms = results.split(",")
    won = [
        imps(board_score(opened, board) - board_score(closed, board))
        for board, (opened, closed) in enumerate(zip(rooms[::2], rooms[1::2], strict=True), start=first)
    ]
    assert (sum(max(swing, 0) for swing in won), sum(max(-swing, 0) for swing in won)) == told
