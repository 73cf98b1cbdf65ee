"""The scales as formulas: each family has its parts, and a scale says with which figures they are used.

A lead is what the winner has won by, a gain is what that is worth above a draw, and VPs are whole hundredths, as in the
rules. Where a formula serves several scales, `choice_` is the place of the one that was chosen among them, from 1;
nothing outside such a formula depends on it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlvp.formulas.parts import array
from xlvp.rules.scale import CurveScale, TableScale

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from xlvp.rules.scale import Scale

# A curve can meet a tie or a whole number exactly, as at a third of the blitz. The last digit must not push it below.
_LAST_DIGIT = "1E-9"

# P. Buchen, "WBF VP Scales": the equation numbers are his.
_CURVE_GAIN = f"""
LAMBDA(lead_, curve_blitz, half_total, LET(
    curve_ratio, SQRT(5)-2,
    blitz_share, IF(curve_blitz>lead_, lead_/curve_blitz, 1),
    INT(0.5 + {_LAST_DIGIT} + half_total*(1-curve_ratio^blitz_share)/(1-curve_ratio))))
"""  # eq. (1) and (5), rounded half up to hundredths: eq. (9)

_FALLING_GAINS = """
LAMBDA(curve_blitz, half_total, LET(
    curve_, curve_gain(all_leads(curve_blitz), curve_blitz, half_total),
    SORT(DROP(curve_, 1)-DROP(curve_, -1), 1, -1)))
"""  # what each further IMP is worth; the order is the concavity correction, see xlvp.rules.curve

_CONTINUOUS_GAIN = """
LAMBDA(lead_, curve_blitz, half_total,
    SUM(IF(DROP(all_leads(curve_blitz), 1)<=lead_, falling_gains(curve_blitz, half_total))))
"""

_DISCRETE_GAIN = """
LAMBDA(lead_, curve_blitz, half_total, 100*SUM(--(discrete_lasts(curve_blitz, half_total)<lead_)))
"""

_DISCRETE_LASTS = f"""
LAMBDA(curve_blitz, half_total, LET(
    curve_ratio, SQRT(5)-2,
    step_, SEQUENCE(half_total/100),
    shares_, LN(1-(1-curve_ratio)*(step_-0.5)*100/half_total)/LN(curve_ratio),
    cusp_, INT({_LAST_DIGIT} + curve_blitz*shares_),
    narrowest_, MIN(DROP(cusp_, 1)-DROP(cusp_, -1)),
    last_, cusp_ - (step_=1)*(2*INDEX(cusp_, 1)+1>narrowest_),
    widths_, SORT(DROP(last_, 1)-DROP(last_, -1), 1, 1),
    SCAN(INDEX(last_, 1), VSTACK(0, widths_), running_sum)))
"""
# The last lead that is worth a draw, 1 VP more, 2 VPs more, …: eq. (8) and (12).
# His correction makes no range narrower than the one before it. As on the curve it comes down to an order: of the
# widths, after the range of draws, which spans both sides of 0, has given up a lead if any other is narrower. That
# this is so is not proved here but tested, for every number of boards that there can be.

SCALE_PARTS = {
    "running_sum": "LAMBDA(before_, more_, before_+more_)",
    "blitz_lead": "LAMBDA(length_, 15*SQRT(length_))",  # eq. (3)
    "all_leads": "LAMBDA(curve_blitz, SEQUENCE(1+ROUNDUP(curve_blitz, 0), 1, 0))",
    "curve_gain": _CURVE_GAIN,
    "falling_gains": _FALLING_GAINS,
    "continuous_gain": _CONTINUOUS_GAIN,
    "discrete_lasts": _DISCRETE_LASTS,
    "discrete_gain": _DISCRETE_GAIN,
    "table_leads": "LAMBDA(lowest_, most_boards, length_, TOCOL(INDEX(lowest_, 1+SUM(--(length_>most_boards)), 0)))",
    "table_gain": "LAMBDA(lead_, lowest_, gained_, INDEX(gained_, SUM(--(lowest_<=lead_))))",
}
"""What the scales need, by name; a part uses only parts above it."""


def gain(scale: Scale) -> str:
    """Return what lead_imps are worth in a match of match_boards."""
    if isinstance(scale, TableScale):
        return f"table_gain(lead_imps, {leads(scale)}, {gains(scale)})"
    part = "discrete_gain" if scale.whole else "curve_gain" if scale.formula_only else "continuous_gain"
    return f"{part}(lead_imps, {_curve(scale)})"


def leads(scale: Scale) -> str:
    """Return the lowest lead on each line of the scale."""
    if isinstance(scale, TableScale):
        columns = zip(*(lowest for _, lowest in scale.rows), strict=True)
        return f"table_leads({array(*columns)}, {array(scale.columns[:-1])}, match_boards)"
    return f"VSTACK(0, discrete_lasts({_curve(scale)})+1)" if scale.whole else f"all_leads({_blitz(scale)})"


def gains(scale: Scale) -> str:
    """Return what the winner gains on each line."""
    if isinstance(scale, TableScale):
        return array(*([100 * (vp - scale.draw)] for vp, _ in scale.rows))
    if scale.whole:
        return f"100*SEQUENCE({scale.draw + 1}, 1, 0)"
    if scale.formula_only:
        return f"curve_gain({leads(scale)}, {_curve(scale)})"
    return f"SCAN(0, VSTACK(0, falling_gains({_curve(scale)})), running_sum)"


def _blitz(scale: Scale) -> str:
    if not isinstance(scale, CurveScale):
        raise TypeError(f"{scale.name} is of a family that has no formulas here")
    return "blitz_lead(match_boards)" if scale.blitz_boards == 1 else f"blitz_lead({scale.blitz_boards}*match_boards)"


def _curve(scale: Scale) -> str:
    """Return the blitz and the draw of a scale that follows the curve."""
    return f"{_blitz(scale)}, {100 * scale.draw}"


def by_scale(scales: Sequence[Scale], of: Callable[[Scale], object]) -> str:
    """Return a formula for a quantity of the chosen scale; it is one formula where all have the same."""
    quantities = [str(of(scale)) for scale in scales]
    return quantities[0] if len(set(quantities)) == 1 else f"CHOOSE(choice_, {', '.join(quantities)})"


def choice_among(scales: Sequence[Scale], names: Mapping[str | int, Scale]) -> str:
    """Return a formula from what scale_cell calls a scale to its place; a number that is none is #NUM!."""
    return f"""LET(
    figure_, as_number(scale_cell),
    called_, IF(ISERROR(figure_), SUBSTITUTE(as_name(scale_cell), "-", ""), figure_ & ""),
    SWITCH(called_, {_places(scales, names)}, IF(ISERROR(figure_), #VALUE!, #NUM!)))"""


def choice_of_kind(scales: Sequence[Scale], names: Mapping[str | int, Scale]) -> str:
    """Return a formula from the text in kind_cell to the place of its scale."""
    return f"""SWITCH(SUBSTITUTE(as_name(kind_cell), "-", ""), {_places(scales, names)}, #VALUE!)"""


def _places(scales: Sequence[Scale], names: Mapping[str | int, Scale]) -> str:
    texts = {name: scales.index(scale) + 1 for name, scale in names.items() if isinstance(name, str)}
    return ", ".join(f'"{name}", {place}' for name, place in texts.items())
