"""The laws that hold on every VP scale, the one door, the whole table and the inverse."""

from __future__ import annotations

import itertools
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from xlvp import Curve, ScaleRow, VPTable, acbl_vp, imps_needed, match_vp, vp_scale, wbf_vp
from xlvp.rules.scale import Scale
from xlvp.rules.scales import SCALES, scale_named

TOTALS = {
    "WBF": 20,
    "WBF discrete": 20,
    "ACBL 20": 20,
    "ACBL 30": 30,
    "NABC+": 20,
    "WBF half": 10,
    "WBF half discrete": 10,
}
NAMES = st.sampled_from(sorted(TOTALS))


@st.composite
def matches(draw: st.DrawFn) -> tuple[str, int]:
    """A scale and a number of boards that it has."""
    name = draw(NAMES)
    return name, draw(st.integers(1, 36 if name.startswith("ACBL") else 1000))


MARGINS = st.integers(-600, 600) | st.floats(-600, 600)


def test_every_scale_is_known() -> None:
    assert [scale.name for scale in SCALES] == list(TOTALS)


@given(matches(), MARGINS)
def test_both_sides_share_the_total_exactly(match: tuple[str, int], margin: float) -> None:
    name, boards = match
    assert match_vp(margin, boards, name) + match_vp(-margin, boards, name) == TOTALS[name]


@pytest.mark.parametrize("scale", SCALES, ids=lambda scale: scale.name)
def test_totals_hold_in_floating_point_for_every_margin(scale: Scale) -> None:
    for boards in range(1, scale.max_boards + 1):
        table = scale.table(boards)
        assert all(table.vp(m) + table.vp(-m) == TOTALS[scale.name] for m in range(len(table.winner)))


@given(matches(), MARGINS, MARGINS)
def test_more_imps_never_give_fewer_vps(match: tuple[str, int], one: float, other: float) -> None:
    name, boards = match
    assert match_vp(min(one, other), boards, name) <= match_vp(max(one, other), boards, name)


@pytest.mark.parametrize("boards", range(1, 1001, 7))
def test_wbf_gains_never_grow(boards: int) -> None:
    """Concavity, from the greatest defeat to the draw and from the draw to the greatest victory."""
    blitz = imps_needed(20, boards)
    winner = [round(100 * wbf_vp(m, boards)) for m in range(blitz + 2)]
    gains = [b - a for a, b in itertools.pairwise(winner)]
    assert gains == sorted(gains, reverse=True)
    assert gains[-1] == 0
    widths = [r.to_imps - r.from_imps + 1 for r in vp_scale(boards, "WBF discrete") if r.to_imps is not None]
    widths[0] = 2 * widths[0] - 1  # the draw reaches as far to the other side
    assert widths == sorted(widths)


@given(matches(), st.integers(1, 3000))
def test_the_margin_needed_is_the_smallest_that_is_enough(match: tuple[str, int], hundredths: int) -> None:
    name, boards = match
    assume(hundredths <= 100 * TOTALS[name])
    margin = imps_needed(hundredths / 100, boards, name)
    assert round(100 * match_vp(margin, boards, name)) >= hundredths
    assert round(100 * match_vp(margin - 1, boards, name)) < hundredths


@given(matches(), st.integers(-600, 600))
def test_the_margin_needed_for_what_a_margin_is_worth(match: tuple[str, int], margin: int) -> None:
    name, boards = match
    vp = match_vp(margin, boards, name)
    assume(vp > 0)
    assert imps_needed(vp, boards, name) <= margin
    assert match_vp(imps_needed(vp, boards, name), boards, name) == vp


def test_imps_needed_at_the_ends() -> None:
    assert imps_needed(20, 16) == 60
    assert imps_needed(20, 8) == 43
    assert imps_needed(0.01, 16) == -59
    assert imps_needed(30, 30, 30) == 96
    assert imps_needed(10, 18, 20) == -1  # a defeat by 1 is still 10-10 in 16 to 20 boards
    assert imps_needed(16, 7, 30) == 1  # the 30 scale has no 16 and no 17: 18 it is
    assert imps_needed(Decimal("10.44"), 8) == 1
    assert imps_needed(Fraction(1045, 100), 8) == 2


def test_imps_needed_forgives_binary_noise() -> None:
    """10.44 VPs win 8 boards by 1; a sum that is 10.44 but for its last bits must not ask for 2."""
    assert 16.06 - 5.62 < 10.44 < 1.04 + 9.4
    assert imps_needed(16.06 - 5.62, 8) == imps_needed(10.44, 8) == imps_needed(1.04 + 9.4, 8) == 1
    assert imps_needed(10.4401, 8) == 2


@pytest.mark.parametrize("vp", [0, -1, 20.01, 20.5, 21, 1e9])
def test_imps_needed_refuses_what_no_margin_gives(vp: float) -> None:
    with pytest.raises(ValueError, match="vp must be more than 0 and at most 20 on the WBF scale, not"):
        imps_needed(vp, 16)


@given(matches())
def test_the_whole_table_says_what_each_margin_is_worth(match: tuple[str, int]) -> None:
    name, boards = match
    rows = vp_scale(boards, name)
    margin = 0
    for row in rows[:-1]:
        assert row.from_imps == margin
        assert row.to_imps is not None
        margin = row.to_imps + 1
        for each in (row.from_imps, row.to_imps):
            assert (match_vp(each, boards, name), match_vp(-each, boards, name)) == (row.winner, row.loser)
    assert rows[-1] == (margin, None, TOTALS[name], 0)
    assert len({row.winner for row in rows}) == len(rows)


def test_rows_are_named_tuples() -> None:
    assert vp_scale(8, "WBF discrete")[0] == ScaleRow(from_imps=0, to_imps=0, winner=10, loser=10)
    assert vp_scale(8)[1] == (1, 1, 10.44, 9.56)


def test_margins_that_share_their_vps_are_one_row() -> None:
    """With a blitz of 5000 IMPs, an IMP is worth less than a hundredth of a VP."""
    table = Curve(10, 5000).continuous()
    rows = table.rows()
    assert [row.winner for row in rows] == [vp / 100 for vp in range(1000, 2001)]
    for row in rows[:-1]:
        assert row.to_imps is not None
        assert {table.vp(m) for m in range(row.from_imps, row.to_imps + 1)} == {row.winner}
        assert table.vp(row.to_imps + 1) > row.winner


def test_everything_is_won_from_the_first_margin_that_rounds_to_it() -> None:
    assert vp_scale(1000)[-1] == (474, None, 20, 0)  # the blitz is at 474.34


@pytest.mark.parametrize(
    ("margin", "rounded"),
    [
        (12.5, 13),
        (12.49, 12),
        (-12.5, -13),
        (-12.49, -12),
        (0.5, 1),
        (-0.5, -1),
        (0.49999999999999994, 0),
        (Decimal("12.5"), 13),
        (Fraction(-25, 2), -13),
        (1e300, 500),
    ],
)
@pytest.mark.parametrize("name", ["WBF", "WBF discrete", "ACBL 20", "ACBL 30"])
def test_table_scales_round_the_margin_away_from_zero(name: str, margin: float, rounded: int) -> None:
    assert match_vp(margin, 16, name) == match_vp(rounded, 16, name)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("WBF", "WBF"),
        ("wbf", "WBF"),
        (" w b f ", "WBF"),
        ("WBF discrete", "WBF discrete"),
        ("wbf-DISCRETE", "WBF discrete"),
        ("WbfDiscrete", "WBF discrete"),
        ("acbl20", "ACBL 20"),
        ("ACBL-30", "ACBL 30"),
        (20, "ACBL 20"),
        (30.0, "ACBL 30"),
        ("20", "ACBL 20"),
        ("nabc+", "NABC+"),
        ("NABC +", "NABC+"),
    ],
    ids=repr,
)
def test_names(name: str | int, meant: str) -> None:
    assert scale_named(name).name == meant


def test_the_one_door_leads_to_the_scales_own_functions() -> None:
    assert match_vp(23, 16) == wbf_vp(23, 16)
    assert match_vp(23, 16, "WBF discrete") == wbf_vp(23, 16, "Discrete") == wbf_vp(23, 16, "DIS-crete")
    assert wbf_vp(23, 16, "CONTINUOUS") == wbf_vp(23, 16)
    assert match_vp(23, 16, 20) == acbl_vp(23, 16) == acbl_vp(23, 16, "20") == acbl_vp(23, 16, "ACBL 20")
    assert match_vp(23, 16, 30) == acbl_vp(23, 16, 30.0)  # type: ignore[arg-type]
    assert match_vp(23, 16, "NABC+") == acbl_vp(23, 16, "nabc+")


def test_vps_are_floats_with_two_decimals_or_whole_numbers() -> None:
    assert isinstance(wbf_vp(0, 16), float)
    assert isinstance(wbf_vp(0, 16, "discrete"), int)
    assert isinstance(acbl_vp(0, 16), int)
    assert isinstance(acbl_vp(0, 16, "NABC+"), float)


def test_tables_know_their_decimals() -> None:
    assert {scale.name: scale.table(16).decimals for scale in SCALES if scale.table(16).decimals} == {
        "WBF": 2,
        "NABC+": 2,
        "WBF half": 2,
    }
    assert all(scale.whole == (scale.table(16).decimals == 0) for scale in SCALES)


def test_whole_vps_of_a_long_scale() -> None:
    assert [VPTable([5000, 9900, 10000]).vp(margin) for margin in range(-2, 3)] == [0, 1, 50, 99, 100]


def test_a_table_is_made_once() -> None:
    made = []

    class Counted(Scale):
        def _build(self, boards: int) -> VPTable:
            made.append(boards)
            return VPTable([1000, 2000])

    scale = Counted("test", 10, 10, whole=True, also=())
    assert [scale.vp(1, boards) for boards in (8, 8, 8.0, 9)] == [20, 20, 20, 20]
    assert made == [8, 9]
