"""Contracts as they are written down, and their duplicate scores.

Source: The Laws of Duplicate Bridge 2017, Law 77.
"""

from __future__ import annotations

import re
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from xlvp.rules.board import SEATS, vulnerability
from xlvp.rules.checks import InputError, InputTypeError, InputValueError, OutOfRangeError, number, quoted, whole

if TYPE_CHECKING:
    from xlvp.rules.checks import Number

TRICK_POINTS = {"C": 20, "D": 20, "H": 30, "S": 30, "N": 30}
FIRST_NOTRUMP_TRICK = 10  # on top of the 30
GAME = 100  # contract points that make a game

# Bonuses and penalties: (not vulnerable, vulnerable).
PARTSCORE_BONUS = (50, 50)
GAME_BONUS = (300, 500)
SLAM_BONUS = {6: (500, 750), 7: (1000, 1500)}
INSULT = 50  # for making it doubled; twice that redoubled
DOUBLED_OVERTRICK = (100, 200)
UNDERTRICK = (50, 100)
DOUBLED_UNDERTRICKS = ((100, 200, 200), (200, 300, 300))  # the first three
DOUBLED_UNDERTRICK_AFTER = 300  # each further one

SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
STRAINS = {"NT": "N", "SA": "N", **{symbol: suit for suit, symbol in SYMBOLS.items()}}
"""What else the strains are called, and the letters that stand for them here."""

STRAIN = "|".join(sorted([*STRAINS, *TRICK_POINTS], key=len, reverse=True))
"""A strain as a pattern: the longer names first, so that NT and SA are not taken for N and S."""

PASSED_OUT = ("P", "PASS", "AP", "0")
_NOTATION = re.compile(rf"([1-7])({STRAIN})(X{{0,2}})(=|[+-][0-9]{{1,2}})?")
BOOK = 6
TRICKS = 13


class Contract(NamedTuple):
    """A contract: `doubled` is 0, 1 for doubled, 2 for redoubled; `over` is set in a result like 4S+1."""

    level: int
    strain: str
    doubled: int
    over: int | None


def parse_contract(contract: str | int) -> Contract | None:
    """Return what `contract` says, or None for a passed-out board.

    >>> parse_contract("3 nt x")
    Contract(level=3, strain='N', doubled=1, over=None)
    >>> parse_contract("4♠XX-1").over
    -1
    """
    refusal = f"contract must be written like 4S, 3NTX or 6♥XX, or P for a passed-out board, not {quoted(contract)}"
    if not isinstance(contract, str):
        with suppress(InputError):
            if number(contract, "contract") == 0:  # a spreadsheet gives a typed 0 as a number
                return None
        raise InputTypeError(refusal)
    text = "".join(contract.split()).upper()
    if text in PASSED_OUT:
        return None
    match = _NOTATION.fullmatch(text)
    if match is None:
        raise InputValueError(refusal)
    level, strain, doubled, over = match.groups()
    tricks_over = None if over is None else int(over.replace("=", "0"))
    return Contract(int(level), STRAINS.get(strain, strain), len(doubled), tricks_over)


def contract_score(contract: str | int, tricks: Number | None = None, vulnerable: bool = False) -> int:
    """Return the duplicate score of a contract for declarer's side.

    `tricks` is how many declarer took, 0 to 13. It may be left out when the text says it (4SX-1, 3NT+2, 4H=)
    or when the board was passed out (P, PASS, AP or 0).

    Source: The Laws of Duplicate Bridge 2017, Law 77.

    >>> contract_score("4S", 10), contract_score("3NTx", 8, vulnerable=True), contract_score("6♥=")
    (420, -200, 980)
    >>> contract_score("PASS")
    0
    """
    if type(contract) is str and type(tricks) is int and type(vulnerable) is bool:
        return _kept(contract, tricks, vulnerable)
    return _worked_out(contract, tricks, vulnerable)


def ns_score(contract: str | int, declarer: str | None, tricks: Number | None, board: Number) -> int:
    """Return the duplicate score of a contract for North-South, with the vulnerability of the board.

    `declarer` is N, E, S or W. Neither declarer nor tricks are needed for a passed-out board.

    Source: The Laws of Duplicate Bridge 2017, Laws 2 and 77.

    >>> ns_score("4S", "S", 10, 1), ns_score("4S", "E", 10, 1), ns_score("P", None, None, 1)
    (420, -420, 0)
    """
    vulnerable_sides = vulnerability(board)
    called = parse_contract(contract)
    if called is None:
        return 0
    if not isinstance(declarer, str):
        raise InputTypeError(f"declarer must be N, E, S or W, not {quoted(declarer)}")
    seat = declarer.strip().upper()
    if seat not in SEATS:
        raise InputValueError(f"declarer must be N, E, S or W, not {quoted(declarer)}")
    return score_for_ns(called, seat, _taken(called, contract, tricks), vulnerable_sides)


def score_for_ns(called: Contract, seat: str, tricks: int, vulnerable_sides: str) -> int:
    """Return the score for North-South of a contract by one of the seats.

    >>> score_for_ns(Contract(4, "S", 0, None), "E", 10, "EW")
    -620
    """
    side = "NS" if seat in "NS" else "EW"
    score = _score(called, tricks, vulnerable_sides in (side, "Both"))
    return score if side == "NS" else -score


def _worked_out(contract: str | int, tricks: Number | None, vulnerable: bool) -> int:
    is_vulnerable = _flag(vulnerable)
    called = parse_contract(contract)
    if called is None:
        return 0
    return _score(called, _taken(called, contract, tricks), is_vulnerable)


_kept = lru_cache(maxsize=1024)(_worked_out)
"""The same, from memory: cards and travellers ask for the same few scores again and again."""


def _flag(vulnerable: object) -> bool:
    if isinstance(vulnerable, bool):
        return vulnerable
    refusal = f"vulnerable must be True or False, or 1 or 0, not {quoted(vulnerable)}"
    try:
        given = number(vulnerable, "vulnerable")
    except InputError as error:
        raise type(error)(refusal) from None
    if given not in (0, 1):
        raise OutOfRangeError(refusal)
    return given == 1


def _taken(called: Contract, contract: object, tricks: object) -> int:
    """Return the number of tricks that declarer took, from the one place that says it."""
    if called.over is None:
        return whole(tricks, f"tricks for {quoted(contract)}", 0, TRICKS)
    if tricks is not None:
        raise InputValueError(f"tricks must be left out when the contract says them: {quoted(contract)}")
    taken = BOOK + called.level + called.over
    if not 0 <= taken <= TRICKS:
        raise InputValueError(
            f"contract must leave declarer 0 to {TRICKS} tricks, not {taken} as in {quoted(contract)}"
        )
    return taken


def _score(called: Contract, tricks: int, vulnerable: bool) -> int:
    over = tricks - BOOK - called.level
    if over < 0:
        return -_penalty(-over, called.doubled, vulnerable)
    trick_points = TRICK_POINTS[called.strain]
    points = trick_points * called.level + (FIRST_NOTRUMP_TRICK if called.strain == "N" else 0)
    points <<= called.doubled
    bonus = GAME_BONUS if points >= GAME else PARTSCORE_BONUS
    overtrick = DOUBLED_OVERTRICK[vulnerable] * called.doubled if called.doubled else trick_points
    slam = SLAM_BONUS.get(called.level, (0, 0))
    return points + bonus[vulnerable] + slam[vulnerable] + INSULT * called.doubled + overtrick * over


def _penalty(down: int, doubled: int, vulnerable: bool) -> int:
    if not doubled:
        return UNDERTRICK[vulnerable] * down
    first = sum(DOUBLED_UNDERTRICKS[vulnerable][:down])
    return doubled * (first + DOUBLED_UNDERTRICK_AFTER * max(0, down - 3))
