from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xlvp import (
    board_a_match,
    butler_datum,
    cross_imps,
    imps,
    matchpoint_percent,
    matchpoints,
    total_points,
)

SCORES = st.lists(st.integers(-760, 760).map(lambda n: 10 * n), min_size=2, max_size=30)

# Seven tables; matchpoints and cross-IMPs counted by hand.
TRAVELLER = [420, 420, 450, -50, 420, 170, 480]


@pytest.mark.parametrize(("score", "points"), [(480, 12), (450, 10), (420, 6), (170, 2), (-50, 0)])
def test_matchpoints_of_a_traveller(score: int, points: int) -> None:
    assert matchpoints(score, TRAVELLER) == points
    assert matchpoint_percent(score, TRAVELLER) == points / 12


@pytest.mark.parametrize(
    ("score", "points"),
    [
        (480, 2 + 2 + 1 + 11 + 2 + 7),
        (450, 1 + 1 + 11 + 1 + 7 - 1),
        (420, 0 + 0 - 1 + 10 + 6 - 2),
        (170, -6 - 6 - 7 + 6 - 6 - 7),
        (-50, -10 - 10 - 11 - 10 - 6 - 11),
    ],
)
def test_cross_imps_of_a_traveller(score: int, points: int) -> None:
    assert cross_imps(score, TRAVELLER) == points


@given(SCORES)
def test_a_board_has_as_many_matchpoints_as_comparisons(scores: list[int]) -> None:
    assert sum(matchpoints(score, scores) for score in scores) == len(scores) * (len(scores) - 1)
    assert sum(matchpoint_percent(score, scores) for score in scores) == pytest.approx(len(scores) / 2)


@given(SCORES)
def test_cross_imps_of_a_board_add_up_to_nothing(scores: list[int]) -> None:
    assert sum(cross_imps(score, scores) for score in scores) == 0


@given(SCORES, st.data())
def test_against_each_other_result_in_turn(scores: list[int], data: st.DataObject) -> None:
    own = data.draw(st.integers(0, len(scores) - 1))
    others = scores[:own] + scores[own + 1 :]
    assert cross_imps(scores[own], scores) == sum(imps(scores[own] - other) for other in others)
    wins = sum(other < scores[own] for other in others)
    ties = sum(other == scores[own] for other in others)
    assert matchpoints(scores[own], scores) == 2 * wins + ties


def test_any_iterable_and_any_real_number_will_do() -> None:
    assert matchpoints(420, (score for score in TRAVELLER)) == 6
    assert matchpoints(Decimal(420), [420.0, Fraction(400), Decimal(430)]) == 2
    assert cross_imps(Decimal(420), [420.0, Decimal(400), 450]) == 0


def test_a_single_result() -> None:
    assert matchpoints(420, [420]) == cross_imps(420, [420]) == 0
    with pytest.raises(ValueError, match="scores must hold another result to compare with"):
        matchpoint_percent(420, [420])


@pytest.mark.parametrize("function", [matchpoints, matchpoint_percent, cross_imps])
def test_a_score_that_is_not_on_the_board(function: type[int]) -> None:
    for scores in ([], [400, 430]):
        with pytest.raises(LookupError, match="score must be one of the results on the board, and 420 is not"):
            function(420, scores)  # type: ignore[call-overload]


@pytest.mark.parametrize(
    ("scores", "drop", "datum"),
    [
        ([420, 420, 450, -50], 0, 310),
        ([420, 420, 450, -50], 1, 420),
        ([410, 420], 0, 420),  # 415: to the even ten
        ([420, 430], 0, 420),  # 425: to the even ten
        ([-410, -420], 0, -420),
        ([-420, -430], 0, -420),
        ([420, 430, 430], 0, 430),
        ([0, 10, 0], 0, 0),
        ([100], 0, 100),
        ([1, 2, 3, 4, 5], 2, 0),
        ([50, 1000, -1000, 60, 70], 2.0, 60),
        ([Decimal("414.9"), 415.1], 0, 420),
        ([5, Fraction(51, 10)], 0, 10),
        ([5, 5], 0, 0),
        ([15, 15], 0, 20),
    ],
)
def test_butler_datum(scores: list[float], drop: int, datum: int) -> None:
    assert butler_datum(scores, drop) == datum
    assert isinstance(butler_datum(scores, drop), int)


@given(SCORES, st.integers(0, 5))
def test_butler_datum_is_the_nearest_ten(scores: list[int], drop: int) -> None:
    if 2 * drop >= len(scores):
        with pytest.raises(ValueError, match="drop must be a whole number from 0 to"):
            butler_datum(scores, drop)
        return
    kept = sorted(scores)[drop : len(scores) - drop]
    datum = butler_datum(scores, drop)
    assert datum % 10 == 0
    assert 2 * abs(Fraction(sum(kept), len(kept)) - datum) <= 10


def test_butler_datum_keeps_all_or_leaves_at_least_one() -> None:
    assert butler_datum([420, 420, 450, -50]) == 310
    with pytest.raises(ValueError, match="drop must be a whole number from 0 to 0 for 2 results, not 1"):
        butler_datum([420, 450], 1)


def test_butler_datum_of_nothing() -> None:
    with pytest.raises(ValueError, match="scores must hold at least one result"):
        butler_datum([])


@pytest.mark.parametrize(
    ("diff", "result"), [(10, 1), (0.1, 1), (0, 0.5), (-0.0, 0.5), (-10, 0), (-0.1, 0), (Decimal(-1), 0)]
)
def test_board_a_match(diff: float, result: float) -> None:
    assert board_a_match(diff) == result


def test_total_points() -> None:
    assert total_points(TRAVELLER) == 2310
    assert total_points([]) == 0
    assert total_points([0.1] * 10) == 1
    assert total_points([Decimal("0.5"), 420]) == 420.5
    assert isinstance(total_points([420.0, -50.0]), int)


@pytest.mark.parametrize("scores", [420, "420", None, True], ids=repr)
def test_scores_that_are_no_list(scores: object) -> None:
    with pytest.raises(TypeError, match="scores must be the results of the board, not"):
        total_points(scores)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="scores must be the results of the board, not"):
        matchpoints(420, scores)  # type: ignore[arg-type]


def test_numbers_that_no_float_can_hold() -> None:
    """24 IMPs for any difference from 4000 on; the result against itself counts for nothing."""
    huge = 10**400
    assert cross_imps(huge, [huge, 0.5]) == 24
    assert cross_imps(0.5, [huge, 0.5]) == -24
    assert matchpoints(huge, [huge, 0.5]) == 2
