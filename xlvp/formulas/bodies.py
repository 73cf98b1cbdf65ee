"""What each function makes of one cell to each argument, when none that it needs is empty and none is an error.

The cell of an argument such as boards is called boards_cell, and the numbers among the scores are all_scores. Where
several cells are wrong, the error is that of the rule in Python, which looks at the scale first, then at the boards,
then at the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlvp.formulas.parts import DRAWS, GAINS
from xlvp.rules.acbl import NABC_PLUS
from xlvp.rules.board import MAX_BOARD, SEATS
from xlvp.rules.checks import NOISE
from xlvp.rules.scales import SCALES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlvp.rules.vptable import Scale

_WBF, _ACBL = SCALES[:2], SCALES[2:]
_SIDES = ", ".join(f'"{seat}", {1 if seat in "NS" else -1}' for seat in SEATS)
_BOARD = f"as_whole(board_cell, 1, {MAX_BOARD})"


def _by_place(scales: Sequence[Scale], quantities: Sequence[object]) -> str:
    """Return the quantity of the scale at place_, which is one of these neighbours in SCALES."""
    if len(set(quantities)) == 1:
        return f"{quantities[0]}"
    before = SCALES.index(scales[0])
    return f"CHOOSE(place_{f'-{before}' if before else ''}, {', '.join(map(str, quantities))})"


def _match(place: str, scales: Sequence[Scale]) -> str:
    """Return how a LET begins: which scale it is, how many boards, and what a draw is worth."""
    return f"""
    place_, {place},
    most_boards, {_by_place(scales, [scale.max_boards for scale in scales])},
    match_boards, IF(ISERROR(place_), place_, as_whole(boards_cell, 1, most_boards)),
    draw_, {_by_place(scales, [DRAWS[scale] for scale in scales])}"""


def _vp(place: str, scales: Sequence[Scale]) -> str:
    """Return the VPs for a margin on one of these scales; on NABC+ a margin is not rounded."""
    rounded = "ROUND(margin_, 0)"
    if NABC_PLUS in scales:
        rounded = f"IF(place_={1 + SCALES.index(NABC_PLUS)}, margin_, {rounded})"
    gains = [f"{GAINS[scale]}(lead_imps, match_boards)" for scale in scales]
    return f"""LET({_match(place, scales)},
    margin_, as_number(imps_cell),
    lead_imps, ABS({rounded}),
    winner_gain, IF(ISERROR(match_boards), match_boards, {_by_place(scales, gains)}),
    (draw_ + winner_gain*SIGN(margin_))/100)"""


def _whole_scale(result: str) -> str:
    """Return a result of the lowest lead on each line of a scale, and of what the lines are worth."""
    return f"""LET({_match("scale_place(scale_cell)", SCALES)},
    lowest_leads, scale_leads(place_, match_boards),
    line_gains, scale_gains(place_, match_boards),
    IF(ISERROR(match_boards), match_boards, {result}))"""


_IMPSNEEDED = f"""LET(
    hundredths_, 100*as_number(vp_cell),
    nearest_, ROUND(hundredths_, 0),
    wanted_gain, IF(ABS(hundredths_-nearest_)<{NOISE:.0E}, nearest_, hundredths_) - draw_,
    IF((wanted_gain<=0-draw_) + (wanted_gain>draw_), #NUM!,
        IF(wanted_gain>0,
            MIN(IF(line_gains>=wanted_gain, lowest_leads)),
            1-MIN(IF(line_gains>0-wanted_gain, lowest_leads)))))"""

_VPSCALE = """LET(
    new_vp, line_gains<>VSTACK(-1, DROP(line_gains, -1)),
    first_leads, FILTER(lowest_leads, new_vp),
    winner_gains, FILTER(line_gains, new_vp),
    last_leads, VSTACK(DROP(first_leads, 1)-1, ""),
    HSTACK(first_leads, last_leads, (draw_+winner_gains)/100, (draw_-winner_gains)/100))"""

_CONTRACTSCORE = """LET(
    vulnerable_flag, IF(ISLOGICAL(vulnerable_cell), 0+vulnerable_cell, as_number(vulnerable_cell)),
    IF((vulnerable_flag<>0)*(vulnerable_flag<>1), #NUM!,
        IF(was_played(contract_cell), contract_score(as_name(contract_cell), tricks_cell, vulnerable_flag), 0)))"""

_NSSCORE = f"""LET(
    vulnerable_sides, board_vulnerability({_BOARD}),
    view_, SWITCH(as_name(declarer_cell), {_SIDES}, #VALUE!),
    vulnerable_flag, (vulnerable_sides="Both") + (vulnerable_sides=IF(view_>0, "NS", "EW")),
    IF(ISERROR(vulnerable_sides), vulnerable_sides, IF(was_played(contract_cell),
        view_*contract_score(as_name(contract_cell), tricks_cell, vulnerable_flag), 0)))"""


def _among_scores(result: str) -> str:
    """Return a result for own_score, which must be one of the scores."""
    return f"LET(own_score, as_number(score_cell), IF(SUM(--(own_score=all_scores)), {result}, #N/A))"


_MATCHPOINTS = "SUM((own_score>all_scores) + (own_score>=all_scores)) - 1"  # less the one against itself
_PERCENT = f"IF(ROWS(all_scores)=1, #NUM!, ({_MATCHPOINTS})/(2*(ROWS(all_scores)-1)))"

_BUTLERDATUM = """LET(
    dropped_, as_whole(drop_cell, 0, INT((ROWS(all_scores)-1)/2)),
    place_, SEQUENCE(ROWS(all_scores)),
    kept_, (place_>dropped_)*(place_<=ROWS(all_scores)-dropped_),
    tens_, SUM(IF(kept_, SORT(all_scores, 1, 1)))/(10*(ROWS(all_scores)-2*dropped_)),
    10*IF(tens_-INT(tens_)=0.5, 2*ROUND(tens_/2, 0), INT(tens_+0.5)))"""  # a half goes to the even ten

BODIES = {
    "IMPS": "imp_sum(as_number(diff_cell))",
    "WBFVP": _vp("kind_place(kind_cell)", _WBF),
    "ACBLVP": _vp("acbl_place(scale_cell)", _ACBL),
    "MATCHVP": _vp("scale_place(scale_cell)", SCALES),
    "IMPSNEEDED": _whole_scale(_IMPSNEEDED),
    "VPSCALE": _whole_scale(_VPSCALE),
    "CONTRACTSCORE": _CONTRACTSCORE,
    "NSSCORE": _NSSCORE,
    "DEALER": f"board_dealer({_BOARD})",
    "VULNERABILITY": f"board_vulnerability({_BOARD})",
    "MATCHPOINTS": _among_scores(_MATCHPOINTS),
    "MATCHPOINTPERCENT": _among_scores(_PERCENT),
    "CROSSIMPS": _among_scores("imp_sum(own_score-all_scores)"),
    "BUTLERDATUM": _BUTLERDATUM,
    "BOARDAMATCH": "(1+SIGN(as_number(diff_cell)))/2",
    "TOTALPOINTS": "SUM(all_scores)",
}
"""The body of each function by its name."""
