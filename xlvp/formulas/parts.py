"""What the formulas have in common: each part a LAMBDA by its name, with the tables of the rules written into it.

A formula carries the parts that it uses, and those that they use. VPs are whole hundredths, as in the rules; a
"gain" is what the winner has above a draw, a "lead" is a margin without its sign, and a match is as long as it has
boards. A scale goes by its place in `xlvp.rules.scales.SCALES`, from 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlvp.rules import acbl, contract, wbf
from xlvp.rules.board import SEATS, VULNERABILITIES
from xlvp.rules.contract import PASSED_OUT, TRICK_POINTS
from xlvp.rules.imps import IMP_THRESHOLDS
from xlvp.rules.scales import CHOICES, SCALES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from xlvp.rules.vptable import Scale

    Table = Sequence[tuple[int, tuple[int, ...]]]


def constant(value: object) -> str:
    """Return a number, a text or TRUE or FALSE as a formula spells it.

    >>> constant("None"), constant(20), constant(False)
    ('"None"', '20', 'FALSE')
    """
    if isinstance(value, bool):
        return str(value).upper()
    return f'"{value}"' if isinstance(value, str) else f"{value}"


def array(*rows: Iterable[object]) -> str:
    """Return an array constant.

    >>> array((1, 2), (3, 4)), array(["N", "NT"])
    ('{1,2;3,4}', '{"N","NT"}')
    """
    return "{" + ";".join(",".join(map(constant, row)) for row in rows) + "}"


# Cells

_AS_NUMBER = """
LAMBDA(entry_, IF(ISNUMBER(entry_), entry_, LET(
    typed_, TRIM(SUBSTITUTE(entry_, UNICHAR(160), " ")),
    without_signs, SUBSTITUTE(SUBSTITUTE("E" & UPPER(typed_), "E-", "E"), "E+", "E"),
    all_figures, SUM(FIND(MID(without_signs, SEQUENCE(LEN(without_signs)), 1), "0123456789.E")),
    some_figures, LEN(SUBSTITUTE(SUBSTITUTE(without_signs, "E", ""), ".", "")),
    IF(some_figures*all_figures, NUMBERVALUE(typed_, ".", ","), #VALUE!))))
"""
# Left to itself Excel would take "1/2" for a date, "4,3" for 43, and "12.5" in some languages for the twelfth of May.
# FIND has no place for any character but these and makes it #VALUE!, TRUE and FALSE included. The "E" in front is for
# a sign at the beginning, which goes with those of exponents. A text without any figure must not reach NUMBERVALUE: of
# a cell that holds only spaces it would make 0.

_AS_WHOLE = """
LAMBDA(entry_, low_, high_, LET(
    figure_, as_number(entry_),
    IF((high_<figure_) + (low_>figure_) + (figure_<>INT(figure_)), #NUM!, figure_)))
"""
_AS_NAME = """LAMBDA(entry_, UPPER(CLEAN(SUBSTITUTE(SUBSTITUTE(entry_, " ", ""), UNICHAR(160), ""))))"""

_ONLY_CELL = """LAMBDA(range_, REDUCE("", IF(range_="", "", range_), LAMBDA(before_, entry_, entry_)))"""
# An array of one cell is not yet the single value that SEQUENCE wants.

_SCORE_LIST = """
LAMBDA(range_, LET(
    numbers_, MAP(TOCOL(IF(range_="", "", range_)),
        LAMBDA(entry_, IF(ISNUMBER(entry_) + ISERROR(entry_), entry_, ""))),
    left_out, SUM(--(numbers_="")),
    IF(ISERROR(left_out), left_out, FILTER(numbers_, numbers_<>"", ""))))
"""


# Scales by name


def _choice(choices: Mapping[str | int, Scale], otherwise: str) -> str:
    """Return what SWITCH takes after a name: each name with the place of its scale, and what any other gives."""
    places = {str(name): 1 + SCALES.index(scale) for name, scale in choices.items()}
    return ", ".join(f'"{name}", {place}' for name, place in places.items()) + f", {otherwise}"


def _scale_place(choices: Mapping[str | int, Scale]) -> str:
    """Return a LAMBDA from what a user calls a scale to its place; a number that is none is #NUM!."""
    return f"""
LAMBDA(entry_, LET(
    figure_, as_number(entry_),
    called_, IF(ISERROR(figure_), SUBSTITUTE(as_name(entry_), "-", ""), figure_ & ""),
    SWITCH(called_, {_choice(choices, "IF(ISERROR(figure_), #VALUE!, #NUM!)")})))
"""


_KIND_PLACE = f"""LAMBDA(entry_, SWITCH(SUBSTITUTE(as_name(entry_), "-", ""), {_choice(wbf.KINDS, "#VALUE!")}))"""

DRAWS = {scale: scale.table(1).total // 2 for scale in SCALES}
"""What either side has for a draw."""

_DRAW = DRAWS[wbf.CONTINUOUS]


# The WBF's curve. P. Buchen, "WBF VP Scales": the equation numbers are his.

_CURVE_GAIN = f"""
LAMBDA(lead_, length_, LET(
    curve_ratio, SQRT(5)-2,
    blitz_share, IF(blitz_lead(length_)>lead_, lead_/blitz_lead(length_), 1),
    INT(0.5 + {_DRAW}*(1-curve_ratio^blitz_share)/(1-curve_ratio))))
"""  # eq. (1) and (5), rounded half up to hundredths: eq. (9)

_FALLING_GAINS = """
LAMBDA(length_, LET(
    curve_, curve_gain(all_leads(length_), length_),
    SORT(DROP(curve_, 1)-DROP(curve_, -1), 1, -1)))
"""  # what each further IMP is worth; the order is the concavity correction, see xlvp.rules.curve

_DISCRETE_LASTS = f"""
LAMBDA(length_, LET(
    curve_ratio, SQRT(5)-2,
    step_, SEQUENCE({_DRAW // 100}),
    cusp_, INT(blitz_lead(length_)*LN(1-(1-curve_ratio)*(step_-0.5)/{_DRAW // 100})/LN(curve_ratio)),
    narrowest_, MIN(DROP(cusp_, 1)-DROP(cusp_, -1)),
    last_, cusp_ - (step_=1)*(2*INDEX(cusp_, 1)+1>narrowest_),
    widths_, SORT(DROP(last_, 1)-DROP(last_, -1), 1, 1),
    SCAN(INDEX(last_, 1), VSTACK(0, widths_), running_sum)))
"""
# The last lead that is worth a draw, 1 VP more, 2 VPs more, …: eq. (8) and (12).
# His correction makes no range narrower than the one before it. As on the curve it comes down to an order: of the
# widths, after the range of draws, which spans both sides of 0, has given up a lead if any other is narrower. That
# this is so is not proved here but tested, for every number of boards that there can be.


# The ACBL's tables


def _lowest_leads(table: Table) -> str:
    """Return a LAMBDA from the length of a match to the lowest lead on each line of the table."""
    columns = zip(*(leads for _, leads in table), strict=True)
    column = f"1+SUM(--(length_>{array(acbl.COLUMNS[:-1])}))"
    return f"LAMBDA(length_, TOCOL(INDEX({array(*columns)}, {column}, 0)))"


def _gains(table: Table) -> str:
    return array(*([100 * (vp - table[0][0])] for vp, _ in table))


def _gain(table: Table, lowest: str) -> str:
    return f"LAMBDA(lead_, length_, INDEX({_gains(table)}, SUM(--({lowest}(length_)<=lead_))))"


# Whole scales: the lowest lead on each line, and what it is worth

_SCALE_LEADS = """
LAMBDA(place_, length_, CHOOSE(place_,
    all_leads(length_),
    VSTACK(0, discrete_lasts(length_)+1),
    lowest_twenty(length_),
    lowest_thirty(length_),
    all_leads(length_)))
"""
_SCALE_GAINS = f"""
LAMBDA(place_, length_, CHOOSE(place_,
    SCAN(0, VSTACK(0, falling_gains(length_)), running_sum),
    100*SEQUENCE({_DRAW // 100 + 1}, 1, 0),
    {_gains(acbl.TWENTY_TABLE)},
    {_gains(acbl.THIRTY_TABLE)},
    curve_gain(all_leads(length_), length_)))
"""


# Boards and contracts


def _in_turn(values: Sequence[str]) -> str:
    """Return a LAMBDA that deals out the values to boards 1, 2, … and starts again after the last."""
    return f"LAMBDA(number_, INDEX({array(values)}, number_-{len(values)}*INT((number_-1)/{len(values)})))"


def _text(name: str) -> str:
    """Return a text in ASCII, so that it passes every console and clipboard."""
    return constant(name) if name.isascii() else f"UNICHAR({ord(name)})"


def _by_vulnerability(amounts: Sequence[object]) -> str:
    not_vulnerable, vulnerable = amounts
    return f"IF(vulnerable_side, {vulnerable}, {not_vulnerable})" if vulnerable != not_vulnerable else f"{vulnerable}"


_STRAINS = {**{strain: strain for strain in TRICK_POINTS}, **contract.STRAINS}
_SLAMS = ", ".join(f"{level}, {_by_vulnerability(bonus)}" for level, bonus in contract.SLAM_BONUS.items())
_UNDERTRICKS = tuple(map(array, contract.DOUBLED_UNDERTRICKS))
_LISTED = len(contract.DOUBLED_UNDERTRICKS[0])

_CONTRACT_SCORE = f"""
LAMBDA(call_, taken_, vulnerable_side, LET(
    doubled_, (RIGHT(call_, 1)="X") + (RIGHT(call_, 2)="XX"),
    level_, FIND(LEFT(call_, 1), "1234567"),
    strain_, EXACT(MID(call_, 2, LEN(call_)-1-doubled_), HSTACK({", ".join(map(_text, _STRAINS))})),
    trick_points, SUM(strain_*{array(TRICK_POINTS[strain] for strain in _STRAINS.values())}),
    first_trick, SUM(strain_*{array(contract.FIRST_NOTRUMP_TRICK * (s == "N") for s in _STRAINS.values())}),
    over_, as_whole(taken_, 0, {contract.TRICKS})-{contract.BOOK}-level_,
    points_, (trick_points*level_+first_trick)*2^doubled_,
    game_bonus, IF(points_>={contract.GAME}, {_by_vulnerability(contract.GAME_BONUS)},
        {_by_vulnerability(contract.PARTSCORE_BONUS)}),
    slam_bonus, SWITCH(level_, {_SLAMS}, 0),
    overtrick_, IF(doubled_, doubled_*{_by_vulnerability(contract.DOUBLED_OVERTRICK)}, trick_points),
    down_, 0-over_,
    first_undertricks, SUM((down_>={array(range(1, _LISTED + 1))})*{_by_vulnerability(_UNDERTRICKS)}),
    undertricks_, IF(doubled_,
        doubled_*(first_undertricks + {contract.DOUBLED_UNDERTRICK_AFTER}*MAX(0, down_-{_LISTED})),
        down_*{_by_vulnerability(contract.UNDERTRICK)}),
    IF(ISERROR(level_) + (trick_points=0), #VALUE!,
        IF(down_>0, 0-undertricks_,
            points_ + game_bonus + slam_bonus + {contract.INSULT}*doubled_ + over_*overtrick_))))
"""

PARTS = {
    "as_number": _AS_NUMBER,
    "as_whole": _AS_WHOLE,
    "as_name": _AS_NAME,
    "only_cell": _ONLY_CELL,
    "score_list": _SCORE_LIST,
    "imp_sum": f"LAMBDA(points_, SUM(SIGN(points_)*(ABS(points_)>={array(IMP_THRESHOLDS)})))",
    "kind_place": _KIND_PLACE,
    "acbl_place": _scale_place(acbl.CHOICES),
    "scale_place": _scale_place(CHOICES),
    "running_sum": "LAMBDA(before_, more_, before_+more_)",
    "blitz_lead": "LAMBDA(length_, 15*SQRT(length_))",  # eq. (3)
    "all_leads": "LAMBDA(length_, SEQUENCE(1+ROUNDUP(blitz_lead(length_), 0), 1, 0))",
    "curve_gain": _CURVE_GAIN,
    "falling_gains": _FALLING_GAINS,
    "discrete_lasts": _DISCRETE_LASTS,
    "lowest_twenty": _lowest_leads(acbl.TWENTY_TABLE),
    "lowest_thirty": _lowest_leads(acbl.THIRTY_TABLE),
    "wbf_gain": "LAMBDA(lead_, length_, SUM(IF(DROP(all_leads(length_), 1)<=lead_, falling_gains(length_))))",
    "discrete_gain": "LAMBDA(lead_, length_, 100*SUM(--(discrete_lasts(length_)<lead_)))",
    "twenty_gain": _gain(acbl.TWENTY_TABLE, "lowest_twenty"),
    "thirty_gain": _gain(acbl.THIRTY_TABLE, "lowest_thirty"),
    "scale_leads": _SCALE_LEADS,
    "scale_gains": _SCALE_GAINS,
    "board_dealer": _in_turn(SEATS),
    "board_vulnerability": _in_turn(VULNERABILITIES),
    "was_played": f"LAMBDA(entry_, 1-SUM(--EXACT(as_name(entry_), {array(PASSED_OUT)})))",
    "contract_score": _CONTRACT_SCORE,
}
"""Every part by its name; a part uses only parts above it."""

GAINS = dict(zip(SCALES, ("wbf_gain", "discrete_gain", "twenty_gain", "thirty_gain", "curve_gain"), strict=True))
"""The part that says what a lead is worth on a scale."""
