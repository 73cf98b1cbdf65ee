"""What each function makes of one cell to each argument, when none that it needs is empty and none is an error.

The cell of an argument such as boards is called boards_cell, and the numbers among the scores are all_scores. Where
several cells are wrong, the error is that of the rule in Python, which looks at the scale first, then at the boards,
then at the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlvp.formulas.scales import by_scale, choice_among, choice_of_kind, gain, gains, leads
from xlvp.rules import acbl, wbf
from xlvp.rules.board import MAX_BOARD, SEATS
from xlvp.rules.curve import MAX_BLITZ, MAX_DRAW
from xlvp.rules.owntable import MOST_VP
from xlvp.rules.result import MOST_POINTS
from xlvp.rules.scales import CHOICES, SCALES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlvp.catalogue import Function
    from xlvp.rules.scale import Scale

_SIDES = ", ".join(f'"{seat}", {1 if seat in "NS" else -1}' for seat in SEATS)
_BOARD = f"as_whole(board_cell, 1, {MAX_BOARD})"
_WBF = tuple(wbf.CHOICES.values())


def _match(choice: str, scales: Sequence[Scale]) -> str:
    """Return how a LET begins: which scale it is, how many boards, and what a draw is worth."""
    return f"""
    choice_, {choice},
    most_boards, {by_scale(scales, lambda scale: scale.max_boards)},
    match_boards, IF(ISERROR(choice_), choice_, as_whole(boards_cell, 1, most_boards)),
    draw_vp, {by_scale(scales, lambda scale: 100 * scale.draw)}"""


def _vp(choice: str, scales: Sequence[Scale]) -> str:
    """Return the VPs for a margin on one of these scales; some take a margin that is not whole as it is."""
    exact = by_scale(scales, lambda scale: int(scale.formula_only))
    rounded = "ROUND(margin_, 0)" if exact == "0" else f"IF({exact}, margin_, ROUND(margin_, 0))"
    return f"""LET({_match(choice, scales)},
    margin_, as_number(imps_cell),
    lead_imps, ABS({rounded}),
    winner_gain, IF(ISERROR(match_boards), match_boards, {by_scale(scales, gain)}),
    (draw_vp + winner_gain*SIGN(margin_))/100)"""


def _whole_scale(result: str) -> str:
    """Return a result of the lowest lead on each line of a scale, and of what the lines are worth."""
    return f"""LET({_match(choice_among(SCALES, CHOICES), SCALES)},
    IF(ISERROR(match_boards), match_boards, LET(
        lowest_leads, {by_scale(SCALES, leads)},
        line_gains, {by_scale(SCALES, gains)},
        {result})))"""


_IMPSNEEDED = """LET(
    wanted_gain, as_hundredths(vp_cell) - draw_vp,
    IF((wanted_gain<=0-draw_vp) + (wanted_gain>draw_vp), #NUM!,
        IF(wanted_gain>0,
            MIN(IF(line_gains>=wanted_gain, lowest_leads)),
            1-MIN(IF(line_gains>0-wanted_gain, lowest_leads)))))"""

_VPSCALE = """LET(
    new_vp, line_gains<>VSTACK(-1, DROP(line_gains, -1)),
    first_leads, FILTER(lowest_leads, new_vp),
    winner_gains, FILTER(line_gains, new_vp),
    last_leads, VSTACK(DROP(first_leads, 1)-1, ""),
    HSTACK(first_leads, last_leads, (draw_vp+winner_gains)/100, (draw_vp-winner_gains)/100))"""

_CURVEVP = f"""LET(
    draw_vp, as_hundredths(draw_cell),
    blitz_imps, as_number(blitz_cell),
    wrong_draw, (draw_vp<=0) + (draw_vp>{100 * MAX_DRAW}) + (draw_vp<>INT(draw_vp)),
    wrong_curve, IF(wrong_draw, #NUM!, IF((blitz_imps<1) + (blitz_imps>{MAX_BLITZ}), #NUM!)),
    IF(ISERROR(wrong_curve), wrong_curve, LET(
        margin_, as_number(imps_cell),
        lead_imps, ABS(ROUND(margin_, 0)),
        (draw_vp + continuous_gain(lead_imps, blitz_imps, draw_vp)*SIGN(margin_))/100)))"""

_TABLEVP = f"""LET(
    columns_, COLUMNS(table_),
    cells_, IF(table_="", "", table_),
    third_, IF(columns_=3, INDEX(cells_, 0, 3), ""),
    used_, (INDEX(cells_, 0, 1) & INDEX(cells_, 0, 2) & third_)<>"",
    margins_, MAP(FILTER(INDEX(cells_, 0, 1), used_), as_number),
    wins_, MAP(FILTER(INDEX(cells_, 0, 2), used_), as_hundredths),
    rest_, 2*INDEX(wins_, 1)-wins_,
    losses_, IF(columns_=3, MAP(FILTER(third_, used_), rest_, LAMBDA(given_loser, left_over,
        IF(given_loser="", IF(left_over<0, #NUM!, left_over), as_hundredths(given_loser)))),
        IF(rest_<0, #NUM!, rest_)),
    wrong_figures, SUM((margins_<>INT(margins_)) + (margins_<0) + (margins_>{MAX_BLITZ})
        + (wins_<>INT(wins_)) + (ABS(wins_)>{100 * MOST_VP})
        + (losses_<>INT(losses_)) + (ABS(losses_)>{100 * MOST_VP})),
    wrong_start, (INDEX(margins_, 1)<>0) + (INDEX(wins_, 1)<>INDEX(losses_, 1)),
    wrong_order, IF(ROWS(margins_)=1, 0, SUM((DROP(margins_, 1)<=DROP(margins_, -1))
        + (DROP(wins_, 1)<DROP(wins_, -1)) + (DROP(losses_, 1)>DROP(losses_, -1)))),
    wrong_table, IF((columns_<2) + (columns_>3), #VALUE!, wrong_figures + wrong_start + wrong_order),
    IF(ISERROR(wrong_table), wrong_table, IF(wrong_table, #NUM!, LET(
        margin_, ROUND(as_number(imps_cell), 0),
        INDEX(IF(margin_<0, losses_, wins_), SUM(--(margins_<=ABS(margin_))))/100))))"""

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


_BOARDSCORE = f"""LET(
    vulnerable_sides, board_vulnerability({_BOARD}),
    given_score, IF(ISNUMBER(result_cell), result_cell, as_number(plain_dashes(result_cell))),
    spelled_, plain_result(result_cell),
    IF(ISERROR(vulnerable_sides), vulnerable_sides, IF(ISERROR(given_score),
        IF(was_played(spelled_), result_score(spelled_, vulnerable_sides), 0),
        IF((ABS(given_score)>{MOST_POINTS}) + (given_score<>10*INT(given_score/10)), #NUM!, given_score))))"""


def _among_scores(result: str) -> str:
    """Return a result for own_score, which must be one of the scores."""
    return f"LET(own_score, as_number(score_cell), IF(SUM(--(own_score=all_scores)), {result}, #N/A))"


_MATCHPOINTS = "SUM((own_score>all_scores) + (own_score>=all_scores)) - 1"  # less the one against itself
_PERCENT = f"IF(ROWS(all_scores)=1, #NUM!, ({_MATCHPOINTS})/(2*(ROWS(all_scores)-1)))"

_BUTLERDATUM = """LET(
    dropped_, as_whole(drop_cell, 0, INT((ROWS(all_scores)-1)/2)),
    rank_, SEQUENCE(ROWS(all_scores)),
    kept_, (rank_>dropped_)*(rank_<=ROWS(all_scores)-dropped_),
    tens_, SUM(IF(kept_, SORT(all_scores, 1, 1)))/(10*(ROWS(all_scores)-2*dropped_)),
    10*IF(tens_-INT(tens_)=0.5, 2*ROUND(tens_/2, 0), INT(tens_+0.5)))"""  # a half goes to the even ten

BODIES = {
    "IMPS": "imp_sum(as_number(diff_cell))",
    "WBFVP": _vp(choice_of_kind(_WBF, wbf.CHOICES), _WBF),
    "ACBLVP": _vp(choice_among(acbl.SCALES, acbl.CHOICES), acbl.SCALES),
    "MATCHVP": _vp(choice_among(SCALES, CHOICES), SCALES),
    "IMPSNEEDED": _whole_scale(_IMPSNEEDED),
    "VPSCALE": _whole_scale(_VPSCALE),
    "CURVEVP": _CURVEVP,
    "TABLEVP": _TABLEVP,
    "CONTRACTSCORE": _CONTRACTSCORE,
    "NSSCORE": _NSSCORE,
    "BOARDSCORE": _BOARDSCORE,
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


def body(function: Function) -> str:
    """Return the body of a function."""
    try:
        return BODIES[function.name]
    except KeyError:
        raise NotImplementedError(
            f"{function.name} has no LAMBDA formula yet: add what it makes of its cells to BODIES in {__name__}"
        ) from None
