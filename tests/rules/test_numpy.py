"""NumPy's numbers count as the numbers that they are: none wraps around, none comes back as a result."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import xlvp as typed
from xlvp.rules.checks import number

xlvp: Any = typed  # NumPy's types are not among those that the rules declare

WHOLE: list[Any] = [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64]
FLOATING: list[Any] = [np.float16, np.float32, np.float64, np.longdouble]


@pytest.mark.parametrize("kind", [*WHOLE, *FLOATING])
def test_a_number_becomes_a_built_in_one(kind: Any) -> None:
    assert number(kind(100), "score") == 100
    assert type(number(kind(100), "score")) is (int if kind in WHOLE else float)


def test_differences_do_not_wrap_around() -> None:
    """By hand: 100 is level with itself, 10 points below 110 (0 IMPs) and 520 below 620 (11 IMPs)."""
    assert xlvp.cross_imps(100, np.array([100, 110, 620], dtype=np.uint16)) == -11
    assert xlvp.cross_imps(np.uint8(100), np.array([100, 110], dtype=np.uint8)) == 0
    assert xlvp.imps(np.int16(-32768)) == -24
    assert xlvp.total_points(np.array([100, 100, 100], dtype=np.int8)) == 300


def test_comparisons_do_not_lose_a_result() -> None:
    """Of three results, 100 beats one: 2 matchpoints."""
    assert xlvp.matchpoints(np.int64(100), [100, -50, 620]) == 2
    assert xlvp.matchpoints(np.float32(100), [100, -50, 620]) == 2
    assert xlvp.matchpoint_percent(np.int64(100), np.array([100, -50, 620])) == 0.5


def test_hundredths_do_not_overflow() -> None:
    """The same as for a built-in number; the int8 of 1200 hundredths would be -80."""
    for kind in (np.int8, np.int64, np.float64):
        assert xlvp.imps_needed(kind(12), 16) == xlvp.imps_needed(12, 16) == 7


@pytest.mark.parametrize("kind", [*WHOLE, *FLOATING, Fraction, Decimal])
def test_every_rule_gives_what_it_gives_for_built_in_numbers(kind: Any) -> None:
    def results(of: Any) -> list[Any]:
        return [
            xlvp.imps(of(100)),
            xlvp.wbf_vp(of(23), of(16)),
            xlvp.wbf_vp(of(23), of(16), "discrete"),
            xlvp.acbl_vp(of(23), of(16), of(30)),
            xlvp.acbl_vp(of(23), of(16), "NABC+"),
            xlvp.match_vp(of(23), of(16), of(20)),
            xlvp.imps_needed(of(15), of(16)),
            xlvp.vp_scale(of(7), of(20))[3],
            xlvp.curve_vp(of(23), of(60), of(10)),
            xlvp.table_vp(of(5), [(of(0), of(10)), (of(3), of(11)), (of(7), of(13))]),
            xlvp.board_score(of(100), of(1)),
            xlvp.board_score("4SN=", of(2)),
            xlvp.contract_score("4S", of(10), of(1)),
            xlvp.contract_score(of(0)),
            xlvp.ns_score("4S", "N", of(10), of(4)),
            xlvp.dealer(of(18)),
            xlvp.vulnerability(of(18)),
            xlvp.matchpoints(of(100), [of(100), of(50), 120]),
            xlvp.cross_imps(of(100), [of(100), of(50), 120]),
            xlvp.butler_datum([of(100), of(50), of(120)], of(1)),
            xlvp.board_a_match(of(10)),
            xlvp.total_points([of(100), of(120)]),
        ]

    found, expected = results(kind), results(int)
    assert found == expected
    assert list(map(type, found)) == list(map(type, expected))


@pytest.mark.parametrize("value", [np.nan, np.float32("inf"), np.longdouble("-inf")])
def test_what_is_not_finite(value: Any) -> None:
    with pytest.raises(ValueError, match="imps must be a finite number, not "):
        xlvp.wbf_vp(value, 16)


@pytest.mark.parametrize("value", [np.True_, np.array([1, 2]), np.str_("16"), np.datetime64("2026-01-01")])
def test_what_is_no_number(value: Any) -> None:
    with pytest.raises(TypeError, match="imps must be a number, not "):
        xlvp.wbf_vp(value, 16)
