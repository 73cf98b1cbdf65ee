from __future__ import annotations

import itertools
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.published import published
from xlvp import imps

DIFFERENCES = st.integers(-5000, 5000) | st.floats(-5000, 5000)


@pytest.mark.parametrize("row", published("imp_scales"), ids=lambda row: "{source}: {imps}".format(**row))
def test_every_difference_of_the_published_scales(row: dict[str, str]) -> None:
    for diff in range(int(row["from"]), int(row["to"] or 8000) + 1, 10):
        assert imps(diff) == int(row["imps"])
        assert imps(-diff) == -int(row["imps"])


@pytest.mark.parametrize("row", published("imp_scales"), ids=lambda row: "{source}: {imps}".format(**row))
def test_what_lies_between_two_multiples_of_ten_counts_as_the_lower(row: dict[str, str]) -> None:
    for diff in (int(row["to"] or 8000) + more for more in (1, 5, 9, 9.99)):
        assert imps(diff) == int(row["imps"])
        assert imps(-diff) == -int(row["imps"])


def test_the_published_scales_cover_all_differences() -> None:
    for source in {row["source"] for row in published("imp_scales")}:
        rows = sorted((int(r["from"]), r["to"]) for r in published("imp_scales") if r["source"] == source)
        assert all(int(to) + 10 == start for (_, to), (start, _) in itertools.pairwise(rows))
        assert rows[0][0] in (0, 20)
        assert rows[-1] == (4000, "")


@pytest.mark.parametrize(
    ("diff", "expected"),
    [
        (19, 0),
        (19.99, 0),
        (20, 1),
        (45, 1),
        (49.5, 1),
        (3999.999, 23),
        (1e9, 24),
        (10**30, 24),
        (-45, -1),
        (0.0, 0),
        (-0.0, 0),
        (Decimal("429.99"), 9),
        (Decimal(430), 10),
        (Fraction(859, 2), 9),
        (-Fraction(860, 2), -10),
    ],
)
def test_differences_that_are_no_multiple_of_ten(diff: float, expected: int) -> None:
    assert imps(diff) == expected


@given(DIFFERENCES)
def test_the_other_side_loses_what_one_side_wins(diff: float) -> None:
    assert imps(-diff) == -imps(diff)


@given(DIFFERENCES, DIFFERENCES)
def test_more_points_never_give_fewer_imps(one: float, other: float) -> None:
    assert imps(min(one, other)) <= imps(max(one, other))
