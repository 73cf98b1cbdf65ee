"""Dealer and vulnerability, by the number on the board.

Source: The Laws of Duplicate Bridge 2017, Law 2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlvp.rules.checks import whole

if TYPE_CHECKING:
    from typing import Literal, TypeAlias

    from xlvp.rules.checks import Number

    Seat: TypeAlias = Literal["N", "E", "S", "W"]
    Vulnerability: TypeAlias = Literal["None", "NS", "EW", "Both"]

SEATS: tuple[Seat, ...] = ("N", "E", "S", "W")
"""The seats in the order in which they deal."""

VULNERABILITIES: tuple[Vulnerability, ...] = (
    *("None", "NS", "EW", "Both"),
    *("NS", "EW", "Both", "None"),
    *("EW", "Both", "None", "NS"),
    *("Both", "None", "NS", "EW"),
)
"""The vulnerability of boards 1 to 16; then it starts again."""

MAX_BOARD = 1_000_000_000
"""The highest number on a board: up to here every program's arithmetic is exact, that of 15 digits included."""


def dealer(board: Number) -> Seat:
    """Return who deals board number `board`: N, E, S or W.

    Source: The Laws of Duplicate Bridge 2017, Law 2.

    >>> dealer(1), dealer(18)
    ('N', 'E')
    """
    return SEATS[(_checked(board) - 1) % len(SEATS)]


def vulnerability(board: Number) -> Vulnerability:
    """Return who is vulnerable on board number `board`: None (as text), NS, EW or Both.

    Source: The Laws of Duplicate Bridge 2017, Law 2.

    >>> vulnerability(1), vulnerability(4), vulnerability(18)
    ('None', 'Both', 'NS')
    """
    return VULNERABILITIES[(_checked(board) - 1) % len(VULNERABILITIES)]


def _checked(board: Number) -> int:
    return whole(board, "board", 1, MAX_BOARD)
