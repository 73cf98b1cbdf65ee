"""VPs by a table of one's own."""

from __future__ import annotations

from bisect import bisect_right
from decimal import Decimal
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from xlvp import ScaleRow, match_vp, table_vp, vp_scale
from xlvp.rules.checks import InputTypeError, InputValueError, OutOfRangeError
from xlvp.rules.owntable import own_table
from xlvp.rules.scales import SCALES

OLD = [(0, 15, 15), (3, 16, 14), (7, 17, 13), (60, 25, 4), (70, 25, 0), (90, 25, -5)]


@pytest.mark.parametrize(
    ("margin", "vp"),
    [
        *((0, 15), (2, 15), (-2, 15), (3, 16), (-3, 14), (6, 16), (59, 17), (-59, 13), (60, 25), (-60, 4), (-69, 4)),
        *((-70, 0), (-89, 0), (90, 25), (-90, -5), (-5000, -5), (10**6, 25), (2.5, 16), (2.49, 15), (-2.5, 14)),
    ],
)
def test_each_row_holds_until_the_next(margin: float, vp: float) -> None:
    assert table_vp(margin, OLD) == vp


def test_without_a_third_column_the_loser_has_the_rest() -> None:
    table = [(0, 10), (1, 10.5), (5, 20)]
    assert [table_vp(margin, table) for margin in (-9, -5, -4, -1, 0, 1, 9)] == [0, 0, 9.5, 9.5, 10, 10.5, 20]


@pytest.mark.parametrize("scale", SCALES, ids=lambda scale: scale.name)
def test_an_official_scale_written_down_is_that_scale(scale: Any) -> None:
    rows = vp_scale(16, scale.name)
    for table in ([(r.from_imps, r.winner) for r in rows], [(r.from_imps, r.winner, r.loser) for r in rows]):
        for margin in range(-100, 101):
            assert table_vp(margin, table) == match_vp(margin, 16, scale.name)
        assert own_table(table).rows() == rows


@given(
    st.lists(st.tuples(st.integers(1, 60), st.integers(0, 300), st.integers(0, 300)), max_size=12),
    st.integers(-500, 500),
)
def test_any_table_read_by_hand(steps: list[tuple[int, int, int]], margin: int) -> None:
    rows = [(0, 1500, 1500)]
    for width, up, down in steps:
        rows.append((rows[-1][0] + width, rows[-1][1] + up, rows[-1][2] - down))
    row = rows[bisect_right([start for start, _, _ in rows], abs(margin)) - 1]
    table = [(start, win / 100, lose / 100) for start, win, lose in rows]
    assert table_vp(margin, table) == (row[1] if margin >= 0 else row[2]) / 100


def test_numbers_of_every_kind() -> None:
    for table in (
        np.array([[0, 10], [3, 11]]),
        [[0, Decimal(10)], [np.int8(3), "x".count("x") + 10]],
        iter([(0, 10), (3, 11)]),
    ):
        assert table_vp(np.uint8(3), table) == 11  # type: ignore[arg-type]


def test_sums_with_binary_noise_count_as_what_they_mean() -> None:
    assert table_vp(3, [(0, 10), (3, 10.67 + 5.34)]) == 16.01


@pytest.mark.parametrize(
    ("table", "kind", "words"),
    [
        ([], InputValueError, "table must have at least one row, with the VPs for 0 IMPs"),
        ([(1, 10)], OutOfRangeError, "the margins must begin with 0, but begin with 1 in row 1 of the table"),
        ([(0, 10), (0, 11)], OutOfRangeError, "the margins must rise, but 0 comes after 0 in row 2 of the table"),
        ([(0, 10), (5, 11), (4, 12)], OutOfRangeError, "the margins must rise, but 4 comes after 5 in row 3"),
        ([(0, 10), (5, 9.5)], OutOfRangeError, "the winner's VPs must never fall, but 9.5 come after 10 in row 2"),
        (
            [(0, 10, 10), (5, 11, 10.5)],
            OutOfRangeError,
            "loser's VPs must never rise, but 10.5 come after 10 in row 2",
        ),
        ([(0, 10, 9)], OutOfRangeError, "both sides must have the same for 0 IMPs, but have 10 and 9 in row 1"),
        (
            [(0, 10), (5, 21)],
            OutOfRangeError,
            "winner must have at most twice the VPs of a draw, 20, but has 21 in row 2",
        ),
        (
            [(0, 10), (2.5, 11)],
            OutOfRangeError,
            "the margin in row 2 of the table must be a whole number from 0 to 1",
        ),
        ([(0, 10), (10_001, 11)], OutOfRangeError, "the margin in row 2 of the table must be a whole number"),
        ([(0, 10.005)], OutOfRangeError, "the winner's VPs in row 1 of the table must be a number .* two decimals"),
        (
            [(0, 10_001)],
            OutOfRangeError,
            "the winner's VPs in row 1 of the table must be a number from -10000",
        ),
        ([(0, 10), (3, "11")], InputTypeError, "each cell in row 2 of the table must be a number, not '11'"),
        ([(0, True)], InputTypeError, "each cell in row 1 of the table must be a number, not True"),
        ([(0,)], InputValueError, "row 1 of the table must be a margin, the winner's VPs and perhaps the loser's"),
        ([(0, 10, 10, 1)], InputValueError, "row 1 of the table must be a margin"),
        (["0,10"], InputValueError, "row 1 of the table must be a margin"),
        ([7], InputValueError, "row 1 of the table must be a margin"),
        ("0,10", InputTypeError, "table must be rows of margins and VPs, not '0,10'"),
        (7, InputTypeError, "table must be rows of margins and VPs, not 7"),
        ([(9, 10), (3, "x")], InputTypeError, "row 2"),
    ],
)
def test_what_is_no_table(table: Any, kind: type[Exception], words: str) -> None:
    with pytest.raises(kind, match=words) as caught:
        table_vp(5, table)
    assert caught.type is kind


def test_rows_may_have_names_of_their_own() -> None:
    with pytest.raises(OutOfRangeError, match=r"but 9 come after 10 in line 4 of scale\.csv$"):
        own_table([(0, 10), (1, 9)], ["line 2 of scale.csv", "line 4 of scale.csv"])


def test_a_table_as_it_is_printed() -> None:
    assert own_table(OLD).rows()[3:] == (
        ScaleRow(60, 69, 25, 4),
        ScaleRow(70, 89, 25, 0),
        ScaleRow(90, None, 25, -5),
    )
    assert own_table(OLD).decimals == 0
    assert own_table([(0, 10), (1, 10.5)]).decimals == 2


def test_what_is_equal_to_a_number_is_not_taken_for_it_the_second_time() -> None:
    assert table_vp(1, ((0, 10), (1, 11))) == 11
    for _ in range(2):
        with pytest.raises(TypeError, match="each cell in row 2 of the table must be a number, not True"):
            table_vp(1, ((0, 10), (True, 11)))
        with pytest.raises(ValueError, match="finite"):
            table_vp(1, ((0, 10), (float("nan"), 11)))
    assert table_vp(1.0, ((0.0, 10.0), (1.0, 11.0))) == table_vp(1, [[0, 10], [1, 11]]) == 11


def test_the_rest_may_be_nothing_but_not_less() -> None:
    assert table_vp(-3, [(0, 10), (3, 20)]) == 0
    with pytest.raises(ValueError, match=r"at most twice the VPs of a draw, 20, but has 20\.01 in row 2"):
        table_vp(-3, [(0, 10), (3, 20.01)])
    assert table_vp(-3, [(0, 10, 10), (3, 20.01, -0.01)]) == -0.01


def test_how_much_a_win_may_be_worth() -> None:
    assert table_vp(1, [(0, 10_000), (1, 10_000, -10_000)]) == 10_000
    assert table_vp(-1, [(0, 10_000), (1, 10_000, -10_000)]) == -10_000
    for row in ((1, 10_000.01, 0), (1, 10_000, -10_000.01)):
        with pytest.raises(ValueError, match="must be a number from -10000 to 10000 with at most two decimals"):
            table_vp(1, [(0, 10_000), row])


def test_a_table_is_as_long_as_its_last_row() -> None:
    assert own_table([(0, 10), (3, 12)]).winner == (1000, 1000, 1000, 1200)
