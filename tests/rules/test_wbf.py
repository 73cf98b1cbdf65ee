"""The WBF scales against the published tables and against the literal transcription of their algorithm."""

from __future__ import annotations

import itertools
from decimal import Decimal
from functools import cache

import pytest

from tests.oracles import buchen
from tests.published import published
from xlvp import Curve, wbf_vp
from xlvp.rules.wbf import CONTINUOUS

ALL_BOARDS = range(1, 201)
QUICK_BOARDS, LONG_BOARDS = (
    ALL_BOARDS[:64],
    [pytest.param(boards, marks=pytest.mark.slow) for boards in ALL_BOARDS[64:]],
)


@cache
def corrected(boards: int) -> tuple[list[Decimal], int]:
    return buchen.continuous(Decimal(boards))


@cache
def cusps(boards: int) -> list[int]:
    return buchen.discrete(Decimal(boards))


@pytest.mark.parametrize(
    "row", published("wbf_continuous"), ids=lambda row: "{boards} boards, {imps} IMPs".format(**row)
)
def test_published_continuous(row: dict[str, str]) -> None:
    margin, boards = int(row["imps"]), int(row["boards"])
    assert wbf_vp(margin, boards) == float(row["vp"])
    assert wbf_vp(-margin, boards) == float(20 - Decimal(row["vp"]))


@pytest.mark.parametrize("row", published("wbf_discrete"), ids=lambda row: "{boards} boards, {imps} IMPs".format(**row))
def test_published_discrete(row: dict[str, str]) -> None:
    margin, boards = int(row["imps"]), int(row["boards"])
    assert wbf_vp(margin, boards, "discrete") == int(row["vp"])
    assert wbf_vp(-margin, boards, "discrete") == 20 - int(row["vp"])


@pytest.mark.parametrize("boards", [*QUICK_BOARDS, *LONG_BOARDS])
def test_continuous_is_the_literal_algorithm(boards: int) -> None:
    table, _ = corrected(boards)
    for margin in range(len(table) + 20):
        winner = table[min(margin, len(table) - 1)]
        assert wbf_vp(margin, boards) == float(winner)
        assert wbf_vp(-margin, boards) == float(20 - winner)


@pytest.mark.parametrize("boards", ALL_BOARDS)
def test_discrete_is_the_literal_algorithm(boards: int) -> None:
    for margin in range(cusps(boards)[-1] + 20):
        winner = 10 + sum(last < margin for last in cusps(boards))
        assert wbf_vp(margin, boards, "discrete") == winner
        assert wbf_vp(-margin, boards, "discrete") == 20 - winner


@pytest.mark.parametrize("boards", [*QUICK_BOARDS, *LONG_BOARDS, 500, 999, 1000])
def test_continuous_is_the_least_concave_majorant(boards: int) -> None:
    """The closed form: VP(i) is the least, over whole slopes s, of s*i + max over j of (v_j - s*j)."""
    rounded = [int(100 * v) for v in buchen.rounded(Decimal(boards), Decimal(10))]
    slopes = range(max(b - a for a, b in itertools.pairwise(rounded)) + 1)
    peaks = [max(v - s * j for j, v in enumerate(rounded)) for s in slopes]
    closed_form = tuple(min(s * i + peaks[s] for s in slopes) for i in range(len(rounded)))
    assert CONTINUOUS.table(boards).winner == closed_form


@pytest.mark.parametrize("draw", [1, 5, 7, 12, 15, 50])
@pytest.mark.parametrize("halves", [7, 8, 14, 15, 16, 32, 63, 72])
def test_other_curves_are_the_literal_algorithm(draw: int, halves: int) -> None:
    boards = Decimal(halves) / 2
    table, _ = buchen.continuous(boards, Decimal(draw))
    curve = Curve.for_boards(boards, draw)
    assert curve.continuous().winner == tuple(int(100 * v) for v in table)
    assert curve.rounded() == [int(100 * v) for v in buchen.rounded(boards, Decimal(draw))]
    if draw <= 15:
        discrete = curve.discrete()
        last = buchen.discrete(boards, draw)
        assert discrete.winner == tuple(100 * (draw + sum(i < m for i in last)) for m in range(last[-1] + 2))


def test_half_match_of_the_ebu_has_half_the_vps_of_the_whole_scale() -> None:
    """A draw is 5, a third of the blitz is 7.5 (eq. 4), and 10 are won where 20 are for half the boards."""
    half_match = Curve.for_boards(16 / 2, draw=5).continuous()
    assert (half_match.vp(0), half_match.vp(43), half_match.vp(42)) == (5, 10, 9.98)
    assert [half_match.vp(m) + half_match.vp(-m) for m in range(50)] == [10] * 50
    assert Curve.for_boards(9, draw=5).continuous().vp(15) == 7.5


def test_median_condition() -> None:
    """Eq. (4): a third of the blitz, 5 times the square root of the boards, is worth 15 before correction."""
    for root in range(1, 32):
        assert Curve.for_boards(root * root).at(5 * root) == 1500
    assert wbf_vp(5 * 4, 4 * 4) == 15
    assert wbf_vp(5 * 9, 9 * 9) == 15.01  # raised by the correction, as by the literal algorithm


def test_a_tie_in_the_rounding_goes_up() -> None:
    """With an odd number of hundredths for a draw, a third of the blitz is exactly between two hundredths."""
    for draw in (0.01, 0.03, 10.01, 12.35):
        curve = Curve(draw, 30)
        halves = 3 * round(100 * draw)  # 1.5 times the draw, in half hundredths
        assert curve.at(10) == curve.rounded()[10] == (halves + 1) // 2
        assert curve.at(-10) == 2 * round(100 * draw) - (halves + 1) // 2


def test_an_exact_cusp_belongs_to_the_lower_range() -> None:
    """With 5 VPs for a draw, 7.5 is a cusp and lies at a third of the blitz, which may be a whole margin."""
    table = Curve(5, 45).discrete()
    assert (table.vp(15), table.vp(16)) == (7, 8)


# What the document says of its own scales.


def violations(boards: int) -> int:
    table = buchen.rounded(Decimal(boards), Decimal(10))
    return sum(d > 0 for d in buchen.second_differences(table))


def test_8_boards_need_one_correction() -> None:
    table, steps = corrected(8)
    rounded = buchen.rounded(Decimal(8), Decimal(10))
    assert steps == 1
    assert [(i, str(a), str(b)) for i, (a, b) in enumerate(zip(rounded, table, strict=True)) if a != b] == [
        (40, "19.73", "19.74")
    ]
    assert wbf_vp(40, 8) == 19.74


def test_60_boards_have_24_violations_not_24_corrections() -> None:
    """An error of the source: it speaks of 24 corrections; its loop makes 64 steps over 54 cells."""
    table, steps = corrected(60)
    rounded = buchen.rounded(Decimal(60), Decimal(10))
    assert violations(60) == 24
    assert steps == 64
    assert sum(a != b for a, b in zip(rounded, table, strict=True)) == 54


@pytest.mark.parametrize(("hundredths", "first_boards"), [(2, 34), (3, 60)])
def test_where_corrections_first_exceed_one_hundredth(hundredths: int, first_boards: int) -> None:
    def largest(boards: int) -> int:
        rounded = Curve.for_boards(boards).rounded()
        return max(a - b for a, b in zip(CONTINUOUS.table(boards).winner, rounded, strict=True))

    assert next(boards for boards in ALL_BOARDS if largest(boards) == hundredths) == first_boards


def test_discrete_concavity_after_correction() -> None:
    for boards in ALL_BOARDS:
        last = cusps(boards)
        widths = [2 * last[0] + 1, *(b - a for a, b in itertools.pairwise(last))]
        assert widths == sorted(widths)
        assert last[0] >= 0


def test_range_violations_only_at_5_6_and_7_boards() -> None:
    assert [n for n in range(4, 101) if buchen.range_violated(Decimal(n), cusps(n))] == [5, 6, 7]


def test_discrete_is_not_continuous_rounded() -> None:
    def rounded(margin: int) -> int:
        return int(Decimal(str(wbf_vp(margin, 8))) + Decimal("0.5"))

    assert [m for m in range(60) if wbf_vp(m, 8, "discrete") != rounded(m)] == [1, 16, 25, 38]
