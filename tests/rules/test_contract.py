"""Contract scores against a second computation, all of them, and against scores that every player knows."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.oracles.law77 import law77
from xlvp import contract_score, ns_score, vulnerability

STRAINS = ("C", "D", "H", "S", "NT")

# Contract and result; score not vulnerable; score vulnerable. From the scoring table on the back of every
# bidding-box card (Law 77), worked out by hand.
KNOWN = """
1C=     70    70
1D+1    90    90
1H=     80    80
1S+2   140   140
1NT=    90    90
1NT+1  120   120
1NT+2  150   150
2C=     90    90
2D=     90    90
2H=    110   110
2H+1   140   140
2S+2   170   170
2NT=   120   120
2NT+1  150   150
3C=    110   110
3D+1   130   130
3H=    140   140
3S=    140   140
3NT=   400   600
3NT+1  430   630
3NT+2  460   660
3NT+3  490   690
4C=    130   130
4H=    420   620
4S+1   450   650
4S+2   480   680
4NT=   430   630
5C=    400   600
5D+1   420   620
5H=    450   650
6C=    920  1370
6D+1   940  1390
6H=    980  1430
6S+1  1010  1460
6NT=   990  1440
7C=   1440  2140
7H=   1510  2210
7NT=  1520  2220
1CX=   140   140
1CXX=  230   230
1NTX=  180   180
1NTXX= 560   760
1NTX+1 280   380
2CX=   180   180
2DXX=  560   760
2HX=   470   670
2SX+1  570   870
2SXX=  640   840
3NTX=  550   750
3NTXX+1 1000 1400
4SX=   590   790
4SX+1  690   990
5CXX=   800 1000
6NTX=  1230 1680
7NTX=  1790 2490
7NTXX= 2280 2980
1CXX+6 1430 2630
4S-1   -50  -100
4S-2  -100  -200
3NT-4 -200  -400
4SX-1 -100  -200
4SX-2 -300  -500
4SX-3 -500  -800
4SX-4 -800 -1100
4SX-5 -1100 -1400
4SXX-1 -200 -400
4SXX-2 -600 -1000
4SXX-3 -1000 -1600
4SXX-4 -1600 -2200
7NTX-13 -3500 -3800
7NTXX-13 -7000 -7600
7C-13 -650 -1300
"""
KNOWN_SCORES = [(text, int(nonvul), int(vul)) for text, nonvul, vul in map(str.split, KNOWN.strip().splitlines())]


@pytest.mark.parametrize(("result", "nonvul", "vul"), KNOWN_SCORES, ids=[text for text, _, _ in KNOWN_SCORES])
def test_well_known_scores(result: str, nonvul: int, vul: int) -> None:
    assert contract_score(result) == contract_score(result, None, False) == nonvul
    assert contract_score(result, vulnerable=True) == vul


def test_there_are_enough_well_known_scores() -> None:
    assert len({text for text, _, _ in KNOWN_SCORES}) == len(KNOWN_SCORES) >= 60


def test_every_result_of_every_contract() -> None:
    count = 0
    for level, strain, doubled, vul, tricks in product(range(1, 8), STRAINS, ("", "X", "XX"), (False, True), range(14)):
        expected = law77(level, strain, doubled, tricks, vul)
        assert contract_score(f"{level}{strain}{doubled}", tricks, vul) == expected
        count += 1
    assert count == 7 * 5 * 3 * 2 * 14


@pytest.mark.parametrize("declarer", ["N", "E", "S", "W"])
@pytest.mark.parametrize("board", range(1, 17))
def test_north_south_score(declarer: str, board: int) -> None:
    side = "NS" if declarer in "NS" else "EW"
    vul = vulnerability(board) in (side, "Both")
    for level, doubled, tricks in product((1, 4, 7), ("", "X"), (0, 7, 10, 13)):
        score = law77(level, "H", doubled, tricks, vul)
        assert ns_score(f"{level}H{doubled}", declarer, tricks, board) == (score if side == "NS" else -score)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("4s", "4S"),
        (" 4 S ", "4S"),
        ("4♠", "4S"),
        ("4♥", "4H"),
        ("4♦", "4D"),
        ("4♣", "4C"),
        ("3n", "3NT"),
        ("3N", "3NT"),
        ("3sa", "3NT"),
        ("3 nt x", "3NTX"),
        ("3NTx", "3NTX"),
        ("6♥XX", "6HXX"),
        ("6♥ xX", "6HXX"),
        ("3\u00a0NT\tX", "3NTX"),
    ],
)
def test_ways_to_write_a_contract(written: str, meant: str) -> None:
    for tricks in (5, 9, 13):
        assert contract_score(written, tricks) == contract_score(meant, tricks)
        assert ns_score(written, "n", tricks, 5) == ns_score(meant, " N ", tricks, 5)


@pytest.mark.parametrize("passed", ["P", "p", "PASS", "Pass", "AP", " ap ", "0", 0, 0.0], ids=repr)
def test_a_passed_out_board_needs_neither_declarer_nor_tricks(passed: str | int) -> None:
    assert contract_score(passed) == contract_score(passed, 7, True) == 0
    assert ns_score(passed, None, None, 3) == ns_score(passed, "", "", 3) == 0  # type: ignore[arg-type]


def test_results_in_one_text() -> None:
    assert contract_score("4SX-1") == contract_score("4SX", 9)
    assert contract_score("3NT+2") == contract_score("3NT", 11)
    assert contract_score("4H=") == contract_score("4H+0") == contract_score("4H", 10)
    assert ns_score("4 h = ", "W", None, 1) == -420
    assert contract_score("4S-10") == contract_score("4S", 0) == -500


@pytest.mark.parametrize("vulnerable", [1, 1.0, True])
def test_vulnerable_may_be_one_or_zero(vulnerable: bool) -> None:
    assert contract_score("4S", 10, vulnerable) == 620
    assert contract_score("4S", 10, 1 - vulnerable) == 420  # type: ignore[arg-type]


CONTRACTS = [
    *("", "S", "4", "8S", "0S", "4Z", "4SXXX", "4XS", "NT3", "44S", "4S++1", "4S+", "4S=1", "4S1", "PP", "passs"),
    *("4SN", "٤S", "x", "4S\n5H", "1" * 100_000),
]


@pytest.mark.parametrize("contract", CONTRACTS, ids=lambda text: ascii(text[:10]))
def test_unreadable_contracts(contract: str) -> None:
    with pytest.raises(ValueError, match="contract must be written like 4S, 3NTX or 6♥XX, or P") as caught:
        contract_score(contract, 10)
    assert len(str(caught.value)) < 200
    with pytest.raises(ValueError, match="contract must be written like"):
        ns_score(contract, "N", 10, 1)


@pytest.mark.parametrize("contract", [None, False, True, 4, 1.5, ["4S"], b"4S"])
def test_contracts_that_are_no_text(contract: object) -> None:
    with pytest.raises(TypeError, match="contract must be written like"):
        contract_score(contract, 10)  # type: ignore[arg-type]


@pytest.mark.parametrize("result", ["7NT+1", "3NT+5", "4S-11", "1C-8", "4S+99"])
def test_results_beyond_thirteen_tricks(result: str) -> None:
    with pytest.raises(ValueError, match=r"contract must leave declarer 0 to 13 tricks, not -?[0-9]+ as in"):
        contract_score(result)


def test_tricks_said_twice() -> None:
    with pytest.raises(ValueError, match="tricks must be left out when the contract says them: '4S='"):
        contract_score("4S=", 10)


@pytest.mark.parametrize("tricks", [-1, 14, 9.5, float("nan"), float("inf")])
def test_tricks_out_of_range(tricks: float) -> None:
    with pytest.raises(ValueError, match="tricks for '4S' must be a"):
        contract_score("4S", tricks)


@pytest.mark.parametrize("tricks", [None, "10", True])
def test_tricks_that_are_no_number(tricks: object) -> None:
    with pytest.raises(TypeError, match="tricks for '4S' must be a number, not"):
        contract_score("4S", tricks)  # type: ignore[arg-type]


@pytest.mark.parametrize("vulnerable", [2, -1, 0.5, float("nan")])
def test_vulnerable_out_of_range(vulnerable: bool) -> None:
    with pytest.raises(ValueError, match="vulnerable must be True or False, or 1 or 0, not"):
        contract_score("P", 10, vulnerable)


@pytest.mark.parametrize("vulnerable", ["yes", None, [1]])
def test_vulnerable_that_is_no_flag(vulnerable: bool) -> None:
    with pytest.raises(TypeError, match="vulnerable must be True or False, or 1 or 0, not"):
        contract_score("4S", 10, vulnerable)


@pytest.mark.parametrize("declarer", ["", "NS", "X", "North", "N E"])
def test_unknown_declarer(declarer: str) -> None:
    with pytest.raises(ValueError, match="declarer must be N, E, S or W, not"):
        ns_score("4S", declarer, 10, 1)


@pytest.mark.parametrize("declarer", [None, 1, True])
def test_declarer_that_is_no_text(declarer: str) -> None:
    with pytest.raises(TypeError, match="declarer must be N, E, S or W, not"):
        ns_score("4S", declarer, 10, 1)


@given(st.text(alphabet="1234567890SHDCNTAX♠♥♦♣PASs hx+-=", max_size=8), st.integers(0, 13))
def test_any_text_is_scored_or_refused(text: str, tricks: int) -> None:
    try:
        score = contract_score(text, tricks)
    except ValueError:
        return
    assert -7600 <= score <= 2980
    assert score % 10 == 0
