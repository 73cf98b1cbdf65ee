"""What is no number, or no allowed one, is refused everywhere, in words that quote it."""

from __future__ import annotations

import math
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

import xlvp
from xlvp.rules.checks import (
    InputError,
    InputTypeError,
    InputValueError,
    NotAmongError,
    OutOfRangeError,
    number,
    quoted,
)

if TYPE_CHECKING:
    from collections.abc import Callable

# Every argument of every rule that must be a number: the rule, with that argument open.
NUMBERS: dict[str, Callable[[Any], object]] = {
    "imps diff": lambda x: xlvp.imps(x),
    "wbf_vp imps": lambda x: xlvp.wbf_vp(x, 16),
    "wbf_vp boards": lambda x: xlvp.wbf_vp(10, x),
    "wbf_vp discrete imps": lambda x: xlvp.wbf_vp(x, 16, "discrete"),
    "wbf_vp discrete boards": lambda x: xlvp.wbf_vp(10, x, "discrete"),
    "acbl_vp imps": lambda x: xlvp.acbl_vp(x, 16),
    "acbl_vp boards": lambda x: xlvp.acbl_vp(10, x),
    "acbl_vp NABC+ imps": lambda x: xlvp.acbl_vp(x, 16, "NABC+"),
    "acbl_vp NABC+ boards": lambda x: xlvp.acbl_vp(10, x, "NABC+"),
    "match_vp imps": lambda x: xlvp.match_vp(x, 16, 30),
    "match_vp boards": lambda x: xlvp.match_vp(10, x, 30),
    "imps_needed vp": lambda x: xlvp.imps_needed(x, 16),
    "imps_needed boards": lambda x: xlvp.imps_needed(15, x),
    "vp_scale boards": lambda x: xlvp.vp_scale(x),
    "curve_vp imps": lambda x: xlvp.curve_vp(x, 60),
    "curve_vp blitz": lambda x: xlvp.curve_vp(10, x),
    "curve_vp draw": lambda x: xlvp.curve_vp(10, 60, x),
    "table_vp imps": lambda x: xlvp.table_vp(x, [(0, 10)]),
    "table_vp table margin": lambda x: xlvp.table_vp(10, [(0, 10), (x, 11)]),
    "table_vp table winner": lambda x: xlvp.table_vp(10, [(0, 10), (1, x)]),
    "table_vp table loser": lambda x: xlvp.table_vp(10, [(0, 10), (1, 11, x)]),
    "board_score board": lambda x: xlvp.board_score("4SN=", x),
    "board_score passed-out board": lambda x: xlvp.board_score("P", x),
    "contract_score tricks": lambda x: xlvp.contract_score("4S", x),
    "ns_score tricks": lambda x: xlvp.ns_score("4S", "N", x, 1),
    "ns_score board": lambda x: xlvp.ns_score("4S", "N", 10, x),
    "ns_score passed-out board": lambda x: xlvp.ns_score("P", None, None, x),
    "dealer board": lambda x: xlvp.dealer(x),
    "vulnerability board": lambda x: xlvp.vulnerability(x),
    "matchpoints score": lambda x: xlvp.matchpoints(x, [420]),
    "matchpoints scores": lambda x: xlvp.matchpoints(420, [420, x]),
    "matchpoint_percent score": lambda x: xlvp.matchpoint_percent(x, [420]),
    "matchpoint_percent scores": lambda x: xlvp.matchpoint_percent(420, [420, x]),
    "cross_imps score": lambda x: xlvp.cross_imps(x, [420]),
    "cross_imps scores": lambda x: xlvp.cross_imps(420, [420, x]),
    "butler_datum scores": lambda x: xlvp.butler_datum([420, x]),
    "butler_datum drop": lambda x: xlvp.butler_datum([420, 430], x),
    "board_a_match diff": lambda x: xlvp.board_a_match(x),
    "total_points scores": lambda x: xlvp.total_points([420, x]),
    "Curve draw": lambda x: xlvp.Curve(x, 60),
    "Curve blitz": lambda x: xlvp.Curve(10, x),
    "Curve.for_boards boards": lambda x: xlvp.Curve.for_boards(x),
    "Curve.for_boards draw": lambda x: xlvp.Curve.for_boards(16, x),
    "Curve.at margin": lambda x: xlvp.Curve.for_boards(16).at(x),
}
SCALE_NAMES = r"scale must be one of WBF, WBF discrete, ACBL 20, ACBL 30, NABC\+, WBF half, WBF half discrete, not"
WHOLE_FROM_ONE = [name for name in NUMBERS if name.split()[-1] in ("boards", "board") and "Curve" not in name]


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize("value", ["16", "", "abc", None, True, False, [16], {16}, 16j, b"16", object], ids=repr)
def test_what_is_no_number(name: str, value: object) -> None:
    with pytest.raises(TypeError, match="must be a number, not ") as caught:
        NUMBERS[name](value)
    assert str(caught.value).endswith(repr(value))


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize(
    "value", [math.nan, math.inf, -math.inf, Decimal("NaN"), Decimal("sNaN"), Decimal("-Infinity")]
)
def test_what_is_not_finite(name: str, value: object) -> None:
    with pytest.raises(ValueError, match="must be a finite number, not ") as caught:
        NUMBERS[name](value)
    assert str(caught.value).endswith(repr(value))


@pytest.mark.parametrize("name", WHOLE_FROM_ONE)
@pytest.mark.parametrize("value", [0, -1, 0.5, 1.5, 16.000001, -16, Decimal("8.5"), Fraction(1, 3), -1e300])
def test_numbers_of_boards_are_whole_and_at_least_one(name: str, value: object) -> None:
    with pytest.raises(ValueError, match=r"boards? must be a whole number (from 1 to|of at least 1)") as caught:
        NUMBERS[name](value)
    assert str(caught.value).endswith(f"not {value!r}")


def test_board_numbers_end_where_every_program_is_exact() -> None:
    """A billion has nine noughts: divided by 16 it has twelve digits, and a spreadsheet keeps fifteen."""
    assert xlvp.dealer(10**9) == "W"
    assert xlvp.vulnerability(10**9) == "EW"  # it is 16 times 62,500,000
    for board in (0, 10**9 + 1, 1e15, 10**30):
        with pytest.raises(OutOfRangeError, match=r"^board must be a whole number from 1 to 1000000000, not "):
            xlvp.dealer(board)


@pytest.mark.parametrize("scale", [20, 30])
@pytest.mark.parametrize("boards", [37, 40, 1000])
def test_acbl_scales_end_at_36_boards(scale: int, boards: int) -> None:
    message = f"boards must be a whole number from 1 to 36 for the ACBL {scale} scale, not {boards}"
    for refused in (
        lambda: xlvp.acbl_vp(0, boards, scale),
        lambda: xlvp.match_vp(0, boards, scale),
        lambda: xlvp.imps_needed(15, boards, scale),
        lambda: xlvp.vp_scale(boards, scale),
    ):
        with pytest.raises(ValueError, match=f"^{message}$"):
            refused()


@pytest.mark.parametrize("scale", ["WBF", "WBF discrete", "NABC+"])
def test_the_other_scales_end_at_1000_boards(scale: str) -> None:
    assert xlvp.match_vp(0, 1000, scale) == 10
    for margin in (0, 0.5):
        with pytest.raises(ValueError, match=r"boards must be a whole number from 1 to 1000 for the .*, not 1001"):
            xlvp.match_vp(margin, 1001, scale)


def test_a_kept_table_does_not_let_a_bool_pass() -> None:
    xlvp.wbf_vp(1, 1)
    with pytest.raises(TypeError, match="boards must be a number, not True"):
        xlvp.wbf_vp(1, True)


@pytest.mark.parametrize(
    "scale", ["", "WBF 20", "ACBL", "NABC", 25, 20.5, -20, 0, 10**400, Fraction(41, 2), math.nan, -math.inf]
)
def test_unknown_scales(scale: str) -> None:
    with pytest.raises(ValueError, match=SCALE_NAMES):
        xlvp.match_vp(10, 16, scale)
    with pytest.raises(ValueError, match=r"scale must be one of 20, 30, NABC\+, not"):
        xlvp.acbl_vp(10, 16, scale)
    with pytest.raises(ValueError, match="kind must be one of continuous, discrete, not"):
        xlvp.wbf_vp(10, 16, scale)


@pytest.mark.parametrize(
    ("rule", "name", "kind"),
    [
        (xlvp.match_vp, 25, OutOfRangeError),
        (xlvp.match_vp, "25", InputValueError),
        (xlvp.match_vp, "EBU", InputValueError),
        (xlvp.match_vp, math.inf, OutOfRangeError),
        (xlvp.wbf_vp, 25, InputValueError),
        (xlvp.wbf_vp, math.inf, InputValueError),
        (xlvp.wbf_vp, "round", InputValueError),
    ],
)
def test_a_number_is_out_of_range_only_where_another_would_do(
    rule: Callable[..., float], name: object, kind: type[ValueError]
) -> None:
    with pytest.raises(ValueError, match="must be one of") as caught:
        rule(10, 16, name)
    assert caught.type is kind


@pytest.mark.parametrize("scale", [None, True, ["WBF"], {}, b"WBF"])
def test_scales_that_are_no_name(scale: str) -> None:
    with pytest.raises(TypeError, match=SCALE_NAMES):
        xlvp.match_vp(10, 16, scale)
    with pytest.raises(TypeError, match="kind must be one of continuous, discrete, not"):
        xlvp.wbf_vp(10, 16, scale)


@pytest.mark.parametrize("draw", [0, -10, 10.005, 1000.01, Fraction(1, 3)])
def test_draws_of_a_curve(draw: float) -> None:
    with pytest.raises(ValueError, match="draw must be more than 0 and at most 1000 VPs, in whole hundredths, not"):
        xlvp.Curve(draw, 60)


@pytest.mark.parametrize("blitz", [0, 0.99, -60, 10_001])
def test_blitzes_of_a_curve(blitz: float) -> None:
    with pytest.raises(ValueError, match="blitz must be from 1 to 10000 IMPs, not"):
        xlvp.Curve(10, blitz)


@pytest.mark.parametrize("boards", [0, 0.49, -16, 1000.5])
def test_boards_of_a_curve(boards: float) -> None:
    with pytest.raises(ValueError, match=r"boards must be from 0\.5 to 1000, not"):
        xlvp.Curve.for_boards(boards)


def test_curves_at_the_ends_of_what_is_allowed() -> None:
    assert (xlvp.Curve(1000, 1).draw, float(xlvp.Curve(1000, 1).blitz)) == (1000, 1)
    assert (xlvp.Curve(0.01, 10_000).draw, float(xlvp.Curve(0.01, 10_000).blitz)) == (0.01, 10_000)
    assert [round(xlvp.Curve.for_boards(boards).blitz ** 2, 9) for boards in (0.5, 1000)] == [225 / 2, 225_000]


def test_curves_without_a_discrete_scale() -> None:
    with pytest.raises(ValueError, match=r"draw must be a whole number of VPs for a discrete scale, not 12\.5"):
        xlvp.Curve.for_boards(16, 12.5).discrete()
    with pytest.raises(ValueError, match="blitz is too short for a discrete scale to 20 VPs: 5 IMPs"):
        xlvp.Curve(10, 5).discrete()


def test_a_curve_is_a_value() -> None:
    assert xlvp.Curve(5, 30) == xlvp.Curve(5.0, Decimal(30)) == xlvp.Curve.for_boards(4, draw=5)
    assert len({xlvp.Curve(5, 30), xlvp.Curve(5.0, 30.0), xlvp.Curve(10, 30)}) == 2
    assert repr(xlvp.Curve(12.5, 60)) == "Curve(draw=12.5, blitz=Decimal('60'), model='exponential')"


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize(
    "value", ["16", None, math.nan, -math.inf, 10**400, -(10**400), 1e308, Fraction(1, 3)], ids=str
)
def test_a_rule_raises_nothing_but_refusals(name: str, value: object) -> None:
    """Whatever else came out would be a defect, and would not become an error in a cell."""
    with suppress(InputError):
        NUMBERS[name](value)


def test_refusals_are_errors_of_python_too() -> None:
    assert issubclass(InputTypeError, TypeError)
    assert issubclass(InputValueError, ValueError)
    assert issubclass(OutOfRangeError, ValueError)
    assert issubclass(NotAmongError, LookupError)


class LikeNumpy:
    """A real number that is neither int, float, Decimal nor Fraction, as numpy.float32 is."""

    def __init__(self, value: float) -> None:
        self.value = value

    def __float__(self) -> float:
        return self.value


def test_ints_and_floats_stay_what_they_are() -> None:
    assert [type(number(value, "imps")) for value in (12, 12.0, 12.5)] == [int, float, float]


def test_real_numbers_of_other_libraries() -> None:
    import numbers

    numbers.Real.register(LikeNumpy)
    assert number(LikeNumpy(12.5), "imps") == 12.5
    with pytest.raises(ValueError, match="imps must be a finite number"):
        number(LikeNumpy(math.nan), "imps")


def test_long_input_is_cut_in_the_message() -> None:
    assert quoted("x" * 58) == f"'{'x' * 58}'"
    assert quoted("x" * 59) == quoted("x" * 10_000) == f"'{'x' * 58}…"
    assert quoted(10**5000) == "a number of thousands of digits"
    with pytest.raises(ValueError, match="not a number of thousands of digits"):
        xlvp.wbf_vp(10, 10**5000)
