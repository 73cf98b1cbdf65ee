"""The scales of half matches: the published tables, the literal algorithm, and the round that they are half of."""

from __future__ import annotations

from decimal import Decimal

import pytest

from tests.oracles import buchen
from tests.published import published
from xlvp import match_vp

BOARDS = [*range(1, 101), 128, 200, 288, 500, 999, 1000]


@pytest.mark.parametrize("row", published("half_match_discrete"), ids=lambda row: f"{row['boards']}-{row['imps']}")
def test_published(row: dict[str, str]) -> None:
    margin, boards = int(row["imps"]), int(row["boards"])
    assert match_vp(margin, boards, "WBF half discrete") == int(row["vp"])
    assert match_vp(-margin, boards, "WBF half discrete") == 10 - int(row["vp"])


@pytest.mark.slow
@pytest.mark.parametrize("boards", BOARDS)
def test_continuous_is_the_literal_algorithm(boards: int) -> None:
    """With half the boards for the blitz, and a draw of 5 VPs."""
    table, _ = buchen.continuous(Decimal(boards) / 2, Decimal(5))
    for margin in range(len(table) + 5):
        winner = table[min(margin, len(table) - 1)]
        assert match_vp(margin, boards, "WBF half") == float(winner)
        assert match_vp(-margin, boards, "WBF half") == float(10 - winner)


@pytest.mark.parametrize("boards", BOARDS)
def test_discrete_is_the_literal_algorithm(boards: int) -> None:
    cusps = buchen.discrete(Decimal(boards) / 2, 5)
    for margin in range(cusps[-1] + 5):
        winner = 5 + sum(last < margin for last in cusps)
        assert match_vp(margin, boards, "WBF half discrete") == winner
        assert match_vp(-margin, boards, "WBF half discrete") == 10 - winner


@pytest.mark.parametrize("boards", [3, 4, 8, 16])
def test_before_rounding_it_is_half_of_the_whole_round_for_twice_the_margin(boards: int) -> None:
    whole_round, half = buchen.blitz(Decimal(2 * boards)), buchen.blitz(Decimal(boards) / 2)
    for margin in range(int(half)):
        of_round = buchen.v_map(Decimal(2 * margin), Decimal(10), whole_round) / 2
        assert abs(of_round - buchen.v_map(Decimal(margin), Decimal(5), half)) < Decimal("1e-20")
        assert abs(Decimal(str(match_vp(margin, boards, "WBF half"))) - of_round) < Decimal("0.02")


def test_it_is_not_half_of_the_scale_for_the_set() -> None:
    """The mistake that is easily made: by the curve, 9 IMPs in 4 boards of a round of 8 are 8 VPs, not 7.3."""
    right = buchen.v_map(Decimal(9), Decimal(5), 15 * Decimal(2).sqrt())
    assert match_vp(9, 4, "WBF half") == float(round(right, 2)) == 8
    assert round(match_vp(9, 4) / 2, 2) == 7.3
