from __future__ import annotations

import pytest

from xlvp import dealer, vulnerability

# Law 2, as its list gives it.
VULNERABLE = {"None": [1, 8, 11, 14], "NS": [2, 5, 12, 15], "EW": [3, 6, 9, 16], "Both": [4, 7, 10, 13]}
DEALS = {"N": [1, 5, 9, 13], "E": [2, 6, 10, 14], "S": [3, 7, 11, 15], "W": [4, 8, 12, 16]}


@pytest.mark.parametrize("start", [0, 16, 32, 160])
def test_every_board(start: int) -> None:
    for sides, boards in VULNERABLE.items():
        assert {vulnerability(start + board) for board in boards} == {sides}
    for seat, boards in DEALS.items():
        assert {dealer(start + board) for board in boards} == {seat}


def test_a_whole_float_is_a_board_number() -> None:
    assert (dealer(18.0), vulnerability(18.0)) == ("E", "NS")
