"""Results put together from the parts in which files keep them, in the one notation of the cards."""

from __future__ import annotations

import re
from functools import lru_cache

from xlvp.results.model import NOT_PLAYED, Entry, shown
from xlvp.rules.board import SEATS
from xlvp.rules.checks import InputError, InputValueError
from xlvp.rules.contract import BOOK, PASSED_OUT, TRICKS, Contract, parse_contract
from xlvp.rules.result import DASHES, MOST_POINTS, Result, board_score, parse_result

PASSED = "P"
_PASSES = {*PASSED_OUT, "PASSED", "PASSOUT", "PASSEDOUT", "ALLPASS", "PO"}
SIGNS = str.maketrans(dict.fromkeys(DASHES, "-"))
"""Whatever is printed for a minus, as one."""
_POINTS = re.compile(r"[+-]?[0-9]{2,5}")
_OVER = re.compile(r"=|[+-]?[0-9]{1,2}")
_SEAT_NAMES = {"NORTH": "N", "EAST": "E", "SOUTH": "S", "WEST": "W"}
_PERCENT = r"((?:100|[0-9]{2}|0)(?:[.,][0-9]{1,4})?)"
_PERCENTS = re.compile(rf"A([0-9]{{2}})([0-9]{{2}})|A?{_PERCENT}(?:%? ?[-/:] ?|% ?){_PERCENT}%?", re.IGNORECASE)


def called(contract: Contract) -> str:
    """Return a contract in the notation of the cards.

    >>> called(Contract(3, "N", 2, None))
    '3NTXX'
    """
    return f"{contract.level}{'NT' if contract.strain == 'N' else contract.strain}{'X' * contract.doubled}"


def written(result: Result | None) -> str:
    """Return a result in the notation of the cards.

    >>> written(parse_result("3n w** - 1"))
    '3NTXXW-1'
    """
    if result is None:
        return PASSED
    over = result.tricks - BOOK - result.contract.level
    return f"{called(result.contract)}{result.declarer}{f'{over:+d}' if over else '='}"


@lru_cache(maxsize=4096)
def one_text(text: str) -> str:
    """Return what stands in one text, as in 4SWx-1, in the notation of the cards.

    >>> one_text("4SWx-1"), one_text("p")
    ('4SXW-1', 'P')
    """
    return written(parse_result(text))


def one_cell(text: str, board: int) -> Entry:
    """Return the result in one cell: as players write it, a score, or NP for a board that is not played.

    >>> one_cell("-50", 1), one_cell("4s n =", 1), one_cell("np", 1)
    (-50, '4SN=', 'NP')
    """
    plain = text.translate(SIGNS).strip()
    if plain.upper() == NOT_PLAYED:
        return NOT_PLAYED
    return score_alone(int(plain), board) if _POINTS.fullmatch(plain) else one_text(text)


def from_parts(
    contract: str, declarer: str, board: int, over: str = "", tricks: str = "", score: int | None = None
) -> Entry | None:
    """Return the entry for a contract with its declarer and result, or for a score alone; None if there is nothing.

    `over` is what declarer made over or under the contract, `tricks` how many were taken, and `score` is
    North-South's. What contradicts the rest is refused.

    >>> from_parts("1 NT", "N", 1, over="+3"), from_parts("4 S x", "W", 1, tricks="9", score=100)
    ('1NTN+3', '4SXW-1')
    """
    plain = contract.translate(SIGNS).replace("*", "X").replace(" ", "").upper()
    if plain.replace("-", "") in _PASSES:
        entry = PASSED
    elif plain.strip("-?") == "":
        if score is not None:
            return score_alone(score, board)
        if (over + tricks).translate(SIGNS).strip(" -?"):
            raise InputValueError("tricks, but no contract")
        return None
    else:
        entry = _played(plain, contract, declarer, over, tricks)
    worth = board_score(entry, board)
    if score is not None and score != worth:
        raise InputValueError(f"{entry} is worth {worth} to North-South, but the score is {score}")
    return entry


def is_over(text: str) -> bool:
    """Return whether a text says no more than what declarer made over or under the contract.

    >>> is_over("- 1"), is_over("4SN-1")
    (True, False)
    """
    return _OVER.fullmatch(text.translate(SIGNS).replace(" ", "")) is not None


def score_alone(score: int, board: int) -> Entry:
    """Return the entry for a score without a contract, if it is one; 0 is a board that was passed out."""
    if abs(score) > MOST_POINTS or score % 10:
        raise InputValueError(f"{score} is no score")
    return board_score(score, board) or PASSED


def whole_score(text: str) -> int | None:
    """Return what a file says as a score, or None if it says nothing."""
    plain = text.translate(SIGNS).replace(" ", "")
    if plain.strip("-?") == "":
        return None
    if not re.fullmatch(r"[+-]?[0-9]{1,5}(\.0+)?", plain):
        raise InputValueError(f"a score must be a whole number, not {shown(text)}")
    return int(float(plain))


def percents(text: str) -> tuple[float, float] | None:
    """Return the percentages that a director has given both sides, if the text is such an award.

    Four digits alone are none: 1430 is the score of a slam.

    >>> percents("60%-40%"), percents("A5050"), percents("1430"), percents("Not played")
    ((60.0, 40.0), (50.0, 50.0), None, None)
    """
    match = _PERCENTS.fullmatch(text.translate(SIGNS).strip())
    if match is None:
        return None
    ns, ew = (float(percent.replace(",", ".")) for percent in match.groups() if percent is not None)
    return None if max(ns, ew) > 100 else (ns, ew)


def seat(text: str) -> str:
    """Return who played a contract: N, E, S or W.

    >>> seat("south"), seat("w")
    ('S', 'W')
    """
    plain = text.strip().upper()
    plain = _SEAT_NAMES.get(plain, plain)
    if plain not in SEATS:
        raise InputValueError(f"declarer must be N, E, S or W, not {shown(text)}" if plain else "no declarer")
    return plain


def _played(plain: str, contract: str, declarer: str, over: str, tricks: str) -> str:
    """Return the entry for a contract that was played."""
    try:
        read = parse_contract(plain)
    except InputError:
        raise InputValueError(f"no contract: {shown(contract)}") from None
    if read is None:
        return PASSED
    within = None if read.over is None else BOOK + read.level + read.over  # as in 4S+1
    taken = {made for made in (within, _by_over(over, read), _by_tricks(tricks)) if made is not None}
    if not taken:
        raise InputValueError(f"{shown(contract)} has no result")
    if len(taken) > 1:
        said = " and ".join(filter(None, (over and shown(over), tricks and f"{shown(tricks)} tricks")))
        raise InputValueError(f"{shown(contract)} with {said} contradicts itself")
    made = taken.pop()
    if not 0 <= made <= TRICKS:
        raise InputValueError(f"declarer cannot have taken {made} of {TRICKS} tricks")
    return written(Result(read._replace(over=None), seat(declarer), made))


def _by_over(over: str, contract: Contract) -> int | None:
    plain = over.translate(SIGNS).replace(" ", "")
    if plain in ("", "?"):
        return None
    if not is_over(over):
        raise InputValueError(f"a result must be written like =, +1 or -1, not {shown(over)}")
    return BOOK + contract.level + (0 if plain == "=" else int(plain))


def _by_tricks(tricks: str) -> int | None:
    plain = tricks.strip()
    if plain.strip("-?") == "":
        return None
    if not plain.isdecimal() or not plain.isascii() or len(plain) > 2:
        raise InputValueError(f"tricks must be a whole number from 0 to {TRICKS}, not {shown(tricks)}")
    return int(plain)
