"""What the formulas have in common: each part a LAMBDA by its name, with the tables of the rules written into it.

A formula carries the parts that it uses, and those that they use. VPs are whole hundredths, as in the rules; a
"gain" is what the winner has above a draw, and a "lead" is a margin without its sign. The formulas of the scales are
in `xlvp.formulas.scales`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlvp.rules import contract
from xlvp.rules.board import SEATS, VULNERABILITIES
from xlvp.rules.checks import NOISE
from xlvp.rules.contract import PASSED_OUT, TRICK_POINTS
from xlvp.rules.imps import IMP_THRESHOLDS
from xlvp.rules.result import DASHES, UNSEEN

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


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
_AS_HUNDREDTHS = f"""
LAMBDA(entry_, LET(
    exact_, 100*as_number(entry_),
    nearest_, ROUND(exact_, 0),
    IF(ABS(exact_-nearest_)<{NOISE:.0E}, nearest_, exact_)))
"""  # binary noise of sums is taken for none
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


def _all_replaced(text: str, old: Iterable[str], new: str) -> str:
    for each in old:
        text = f"SUBSTITUTE({text}, {_text(each)}, {constant(new)})"
    return text


_PLAIN_DASHES = f"LAMBDA(entry_, {_all_replaced('entry_', DASHES, '-')})"
_PLAIN_RESULT = f'LAMBDA(entry_, SUBSTITUTE({_all_replaced("plain_dashes(as_name(entry_))", UNSEEN, "")}, "*", "X"))'

_RESULT_SCORE = f"""
LAMBDA(spelled_, vulnerable_sides, LET(
    strain_length, 1 + SUM(--(MID(spelled_, 2, 2)={array(name for name in contract.STRAINS if len(name) > 1)})),
    behind_strain, MID(spelled_, 2+strain_length, 9),
    doubled_before, (LEFT(behind_strain, 1)="X") + (LEFT(behind_strain, 2)="XX"),
    seat_, MID(behind_strain, 1+doubled_before, 1),
    behind_seat, MID(behind_strain, 2+doubled_before, 9),
    doubled_behind, (LEFT(behind_seat, 1)="X") + (LEFT(behind_seat, 2)="XX"),
    told_, MID(behind_seat, 1+doubled_behind, 9),
    tricks_, SUM((MID(told_, 2, 9)=SEQUENCE({contract.TRICKS}) & "")*SEQUENCE({contract.TRICKS})),
    over_, IF(told_="=", 0, IF(tricks_, SWITCH(LEFT(told_, 1), "+", tricks_, "-", 0-tricks_, #VALUE!), #VALUE!)),
    view_, SWITCH(seat_, {", ".join(f'"{seat}", {1 if seat in "NS" else -1}' for seat in SEATS)}, #VALUE!),
    vulnerable_flag, (vulnerable_sides="Both") + (vulnerable_sides=IF(view_>0, "NS", "EW")),
    call_, LEFT(spelled_, 1+strain_length) & LEFT("XX", doubled_before+doubled_behind),
    taken_, {contract.BOOK}+FIND(LEFT(spelled_, 1), "1234567")+over_,
    IF((doubled_before*doubled_behind>0) + (taken_<0) + (taken_>{contract.TRICKS}), #VALUE!,
        view_*contract_score(call_, taken_, vulnerable_flag))))
"""

PARTS = {
    "as_number": _AS_NUMBER,
    "as_whole": _AS_WHOLE,
    "as_hundredths": _AS_HUNDREDTHS,
    "as_name": _AS_NAME,
    "only_cell": _ONLY_CELL,
    "score_list": _SCORE_LIST,
    "imp_sum": f"LAMBDA(points_, SUM(SIGN(points_)*(ABS(points_)>={array(IMP_THRESHOLDS)})))",
    "board_dealer": _in_turn(SEATS),
    "board_vulnerability": _in_turn(VULNERABILITIES),
    "was_played": f"LAMBDA(entry_, 1-SUM(--EXACT(as_name(entry_), {array(PASSED_OUT)})))",
    "contract_score": _CONTRACT_SCORE,
    "plain_dashes": _PLAIN_DASHES,
    "plain_result": _PLAIN_RESULT,
    "result_score": _RESULT_SCORE,
}
"""Every part by its name; a part uses only parts above it."""
