"""Curves of one's own: Buchen's four models against their own equations, solved by numbers alone."""

from __future__ import annotations

import itertools
import math
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.oracles import buchen
from xlvp import Curve, curve_vp, wbf_vp
from xlvp.rules.curve import MODELS

if TYPE_CHECKING:
    from collections.abc import Callable

    Equation = Callable[[float, float, float, float], float]

# Buchen, section 2, item 7: the sensitivity S(x) by A, B, x and V(x), with a rough guess of A and B for a draw of 1 and
# a blitz of 1 to start the search from.
EQUATIONS: dict[str, tuple[Equation, tuple[float, float]]] = {
    "quadratic": (lambda a, b, x, _: a - b * x, (2, 1)),
    "exponential": (lambda a, b, _, v: a - b * v, (3, 1)),
    "logarithmic": (lambda a, b, x, _: 1 / (a + b * x), (0.5, 1)),
    "square-root": (lambda a, b, _, v: 1 / (a + b * v), (-0.9, 1.3)),
}
STEPS = 900


def integrated(model: str, a: float, b: float) -> list[float]:
    """Return V at 0, 1/STEPS, 2/STEPS, … of the blitz by Runge and Kutta's method, from V(0) = 1."""
    slope, step = EQUATIONS[model][0], 1 / STEPS
    values = [1.0]
    for number in range(STEPS):
        x, v = number * step, values[-1]
        k1 = slope(a, b, x, v)
        k2 = slope(a, b, x + step / 2, v + step / 2 * k1)
        k3 = slope(a, b, x + step / 2, v + step / 2 * k2)
        k4 = slope(a, b, x + step, v + step * k3)
        values.append(v + step / 6 * (k1 + 2 * k2 + 2 * k3 + k4))
    return values


def misses(model: str, a: float, b: float) -> tuple[float, float]:
    """Return by how much the median and the blitz condition fail: V(X/3) = 1.5 V0 and V(X) = 2 V0."""
    values = integrated(model, a, b)
    return values[STEPS // 3] - 1.5, values[-1] - 2


def solved(model: str) -> list[float]:
    """Return the solution of a sensitivity equation with its constraints, eq. (7), by Newton's method."""
    a, b = EQUATIONS[model][1]
    small = 1e-6
    for _ in range(25):
        (f, g), (fa, ga), (fb, gb) = misses(model, a, b), misses(model, a + small, b), misses(model, a, b + small)
        j11, j12, j21, j22 = (fa - f) / small, (fb - f) / small, (ga - g) / small, (gb - g) / small
        determinant = j11 * j22 - j12 * j21
        a, b = a - (f * j22 - g * j12) / determinant, b - (g * j11 - f * j21) / determinant
    assert max(map(abs, misses(model, a, b))) < 1e-10
    return integrated(model, a, b)


@pytest.mark.parametrize("model", EQUATIONS)
def test_each_model_solves_its_equation(model: str) -> None:
    """V is 1000 times the solution for a draw of 1; a blitz of 900 IMPs has one step of it for each IMP."""
    exact = solved(model)
    for margin in range(0, STEPS + 1, 7):
        assert Curve(1000, STEPS, model).at(margin) == pytest.approx(100_000 * exact[margin], abs=0.51)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("draw", [5, 10, 12.5, 15, 0.02, 1000])
@pytest.mark.parametrize("blitz", [3, 60, 300, 9999])
def test_his_three_conditions(model: str, draw: float, blitz: int) -> None:
    assert curve_vp(0, blitz, draw, model) == draw
    assert curve_vp(blitz, blitz, draw, model) == curve_vp(blitz + 1, blitz, draw, model) == 2 * draw
    assert Curve(draw, blitz, model).at(blitz // 3) == Curve(draw, blitz, model).rounded()[blitz // 3] == 150 * draw


@pytest.mark.parametrize("model", MODELS)
def test_a_tie_at_a_third_of_the_blitz_is_rounded_up(model: str) -> None:
    """A draw of 10.05 has 15.075 there, exactly."""
    assert Curve(10.05, 60, model).rounded()[20] == Curve(10.05, 60, model).at(20) == 1508


def test_which_models_are_extreme() -> None:
    """Buchen: the quadratic and the square-root scale tend to give extreme VPs, sensitivities and concavities."""
    order = ("quadratic", "exponential", "logarithmic", "square-root")
    tables = {model: Curve(1000, 300, model).rounded() for model in order}
    for margin in range(1, 100):
        vps = [tables[model][margin] for model in order]
        assert vps == sorted(set(vps))
    for margin in range(101, 300):
        vps = [tables[model][margin] for model in order]
        assert vps == sorted(set(vps), reverse=True)
    first, last = ([abs(t[m + 1] - t[m]) for t in tables.values()] for m in (0, 298))
    assert first == sorted(first)
    assert last == sorted(last)


def least_concave_majorant(values: list[int]) -> list[int]:
    """Return the lowest whole numbers that are nowhere below `values`, and whose gains never grow: line by line."""
    slopes = range(max(after - before for before, after in itertools.pairwise(values)) + 1)
    lines = [(slope, max(value - slope * x for x, value in enumerate(values))) for slope in slopes]
    return [min(slope * x + base for slope, base in lines) for x in range(len(values))]


@given(st.sampled_from(sorted(MODELS)), st.floats(1, 400), st.integers(1, 3000))
def test_tables_are_concave_and_no_higher_than_they_must_be(model: str, blitz: float, cents: int) -> None:
    curve = Curve(Fraction(cents, 100), blitz, model)
    rounded, winner = curve.rounded(), curve.continuous().winner
    gains = [after - before for before, after in itertools.pairwise(winner)]
    assert gains == sorted(gains, reverse=True)
    assert min(gains) >= 0
    assert (winner[0], winner[-1]) == (cents, 2 * cents)
    assert list(winner) == least_concave_majorant(rounded)
    assert rounded[:-1] == [curve.at(margin) for margin in range(len(rounded) - 1)]


@pytest.mark.parametrize("boards", [1, 2, 7, 8, 16, 60, 100])
@pytest.mark.parametrize("draw", [5, 10, 15])
def test_the_exponential_model_is_the_literal_algorithm(boards: int, draw: int) -> None:
    table, _ = buchen.continuous(Decimal(boards), Decimal(draw))
    blitz = Curve.for_boards(boards).blitz
    assert [curve_vp(margin, blitz, draw) for margin in range(len(table))] == list(map(float, table))


@pytest.mark.parametrize("boards", range(1, 201))
def test_with_the_blitz_of_a_match_it_is_the_scale_of_the_wbf(boards: int) -> None:
    blitz = 15 * math.sqrt(boards)
    for margin in range(math.ceil(blitz) + 2):
        assert curve_vp(margin, blitz) == wbf_vp(margin, boards)
        assert curve_vp(-margin, blitz) == wbf_vp(-margin, boards)


@pytest.mark.parametrize("model", MODELS)
def test_discrete_scales_of_other_models(model: str) -> None:
    """Each whole number of VPs holds where the curve is nearest to it, but for the correction of its ranges."""
    curve = Curve(10, 300, model)
    table = curve.discrete()
    off = [margin for margin in range(300) if abs(table.vp(margin) - curve.at(margin) / 100) > 0.5]
    widths = [row.to_imps - row.from_imps + 1 for row in table.rows() if row.to_imps is not None]
    assert widths[1:] == sorted(widths[1:])
    assert len(off) < 20


def test_names_of_models() -> None:
    assert curve_vp(10, 60, model="Square Root") == curve_vp(10, 60, model="square-root")
    for wrong in ("", "cubic", 3):
        with pytest.raises(
            ValueError, match="model must be one of quadratic, exponential, logarithmic, square-root, not"
        ):
            curve_vp(10, 60, model=wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="model must be one of"):
        curve_vp(10, 60, model=None)  # type: ignore[arg-type]


def test_margins_that_are_not_whole_are_rounded() -> None:
    assert curve_vp(22.5, 60) == curve_vp(23, 60) == 15.56
    assert curve_vp(-22.5, 60) == 4.44
