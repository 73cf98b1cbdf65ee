"""A result as players write it, in one text: contract, declarer, and tricks over or under.

Source: The Laws of Duplicate Bridge 2017, Laws 2 and 77, for the score; the notation is that of travellers, of scoring
programs and of the records of matches on Bridge Base Online.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from xlvp.rules.board import SEATS, vulnerability
from xlvp.rules.checks import InputValueError, OutOfRangeError, quoted, whole
from xlvp.rules.contract import BOOK, PASSED_OUT, STRAIN, STRAINS, TRICKS, Contract, score_for_ns

if TYPE_CHECKING:
    from xlvp.rules.checks import Number

MOST_POINTS = 7600
"""What 13 undertricks redoubled and vulnerable cost: no result is worth more, or less."""

DASHES = "\u2010\u2011\u2012\u2013\u2014\u2212"
"""Hyphens, dashes and the minus sign, as word processors and phones write them for "-"."""

UNSEEN = "\ufe0e\ufe0f"
"""What some keyboards put behind a suit symbol, to choose its look."""

_REPLACED = str.maketrans({**dict.fromkeys(DASHES, "-"), **dict.fromkeys(UNSEEN, ""), "*": "X"})
_SEATS = "".join(SEATS)
_CONTRACT = rf"([1-7])({STRAIN})"
_RESULT = re.compile(rf"{_CONTRACT}(X{{0,2}})([{_SEATS}])(X{{0,2}})(?:(=)|([+-])([1-9][0-9]?))")
_NUMBER = re.compile(r"[+-]?[0-9]{1,9}")

# What people write instead, and what to tell them.
_SLIPS = (
    (rf"{_CONTRACT}X*[{_SEATS}]X*", "has no result: add = or how many tricks over or under, as in 4SN= or 4SN-1"),
    (rf"{_CONTRACT}X*(=|[+-][0-9]+)?", "has no declarer: put N, E, S or W behind the contract, as in 4SN="),
    (rf"{_CONTRACT}X*[{_SEATS}]X*[+-]0+", "ends with no tricks over or under: write =, as in 4SN="),
    (rf"{_CONTRACT}X*[{_SEATS}]X*[0-9A-Z]+", "must end with =, or + or - and the tricks over or under, as in 4SN+1"),
    (r"(A|AV|AVE|AVG|AVERAGE)[+-]?|[0-9.]+%", "is for the director to award, and is no result"),
)


class Result(NamedTuple):
    """A contract that was played: by whom, and the tricks that declarer took."""

    contract: Contract
    declarer: str
    tricks: int


def board_score(result: str | Number, board: Number) -> int:
    """Return the score for North-South of a result in one text, with the vulnerability of the board.

    A result is a contract, the declarer, and `=`, `+1` or `-1`: 4SN=, 4SXN-1, 3NTE+2, 4♥Wxx=. The double stands before
    or behind the declarer, as X or *. P, PASS, AP or 0 is a passed-out board. A number is a score already: it comes
    back, if it is a multiple of ten from -7600 to 7600.

    Source: The Laws of Duplicate Bridge 2017, Laws 2 and 77.

    >>> board_score("4SN=", 1), board_score("3 nt x w -1", 3), board_score("P", 7), board_score(-50, 1)
    (420, 200, 0, -50)
    """
    if type(result) is str and type(board) is int:
        return _kept(result, board)
    return _worked_out(result, board)


def _worked_out(result: str | Number, board: Number) -> int:
    vulnerable_sides = vulnerability(board)
    if not isinstance(result, str):
        return _score_itself(result)
    score = result.strip().translate(_REPLACED)
    if _NUMBER.fullmatch(score):
        return _score_itself(int(score))
    read = parse_result(result)
    return 0 if read is None else score_for_ns(read.contract, read.declarer, read.tricks, vulnerable_sides)


_kept = lru_cache(maxsize=4096)(_worked_out)
"""The same, from memory: whoever shows a card or a traveller asks for all its scores again and again."""


def plain_result(text: str) -> str:
    """Return a result as the patterns have it: in capitals, without spaces, with plain signs.

    >>> plain_result(" 4\u2665\ufe0f w** \u2212 1")
    '4♥WXX-1'
    """
    return "".join(text.split()).translate(_REPLACED).upper()


def parse_result(text: str) -> Result | None:
    """Return what a result says, or None for a passed-out board.

    >>> parse_result("4♥XW+1")
    Result(contract=Contract(level=4, strain='H', doubled=1, over=1), declarer='W', tricks=11)
    """
    plain = plain_result(text)
    if plain in PASSED_OUT:
        return None
    match = _RESULT.fullmatch(plain)
    if match is None or (match[3] and match[5]):
        raise InputValueError(f"result {quoted(text)} {_slip(plain)}")
    level, strain, before, seat, behind, _, sign, tricks = match.groups()
    over = int(f"{sign}{tricks}") if sign else 0
    taken = BOOK + int(level) + over
    if not 0 <= taken <= TRICKS:
        raise InputValueError(f"result {quoted(text)} cannot be: declarer would have {taken} of {TRICKS} tricks")
    doubled = len(before or behind)
    return Result(Contract(int(level), STRAINS.get(strain, strain), doubled, over), seat, taken)


def _score_itself(score: Number) -> int:
    points = whole(score, "result", -MOST_POINTS, MOST_POINTS)
    if points % 10:
        raise OutOfRangeError(f"result must be a score, a multiple of ten, not {quoted(score)}")
    return points


def _slip(plain: str) -> str:
    """Return what is wrong with a text that is no result."""
    known = (words for pattern, words in _SLIPS if re.fullmatch(pattern, plain))
    return next(known, "must be written like 4SN=, 3NTXE-1 or 6♥W+1, or P for a passed-out board")
