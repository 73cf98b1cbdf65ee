"""The ACBL scales against Appendix K, the Codification, a club handout and the NABC+ formula."""

from __future__ import annotations

import itertools
from decimal import ROUND_HALF_UP, Context, Decimal, localcontext
from fractions import Fraction

import pytest

from tests.published import margins, published, split
from xlvp import acbl_vp, vp_scale, wbf_vp

LIMIT = 120
COLUMNS = {"1-8": (1, 8), "9-11": (9, 11), "12-15": (12, 15), "16-20": (16, 20), "21-27": (21, 27), "28-36": (28, 36)}


def printed(name: str, column: str) -> dict[int, tuple[int, int]]:
    """Return the VP split for every margin, as one column of a published table says it."""
    return {m: split(row["vp"]) for row in published(name) for m in margins(row[column], LIMIT)}


@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("scale", [20, 30])
def test_appendix_k(scale: int, column: str) -> None:
    first, last = COLUMNS[column]
    table = printed(f"appendix_k_{scale}", column)
    assert sorted(table) == list(range(LIMIT + 1))
    for boards in range(first, last + 1):
        for margin, (winner, loser) in table.items():
            assert acbl_vp(margin, boards, scale) == winner
            assert acbl_vp(-margin, boards, scale) == loser


def test_every_board_count_has_its_column() -> None:
    assert [n for first, last in COLUMNS.values() for n in range(first, last + 1)] == list(range(1, 37))


@pytest.mark.parametrize("scale", [20, 30])
@pytest.mark.parametrize("boards", [1, 10, 36])
def test_whole_table_is_the_printed_one(scale: int, boards: int) -> None:
    column = next(name for name, (first, last) in COLUMNS.items() if first <= boards <= last)
    for row, line in zip(vp_scale(boards, scale), published(f"appendix_k_{scale}"), strict=True):
        span = f"{row.from_imps}-{row.to_imps}" if row.to_imps != row.from_imps else f"{row.from_imps}"
        assert (f"{row.from_imps}+" if row.to_imps is None else span) == line[column]
        assert (row.winner, row.loser) == split(line["vp"])


# The errors in the sources, each named.


def test_codification_says_25_39_where_appendix_k_has_25_29() -> None:
    pairs = zip(published("appendix_k_30"), published("codification_30"), strict=True)
    differences = [(k["vp"], k["16-20"], c["16-20"]) for k, c in pairs if list(k.values()) != list(c.values())]
    assert differences == [("25-5", "25-29", "25-39")]
    assert [acbl_vp(m, 18, 30) for m in (25, 29, 30, 39)] == [25, 25, 26, 27]


def test_codification_list_for_7_boards_has_slipped_one_row() -> None:
    rows = published("codification_7_boards")
    assert (rows[0]["imps"], rows[0]["vp"], rows[1]["vp"]) == ("0", "", "15-15")
    for row, below in itertools.pairwise(rows):
        for margin in margins(row["imps"].replace(" and over", "+"), LIMIT):
            assert (acbl_vp(margin, 7, 30), acbl_vp(-margin, 7, 30)) == split(below["vp"])


def test_codification_column_for_6_to_8_boards_holds_for_1_to_8() -> None:
    for scale in (20, 30):
        codified = [row["6-8"] for row in published(f"codification_{scale}")]
        assert codified == [row["1-8"] for row in published(f"appendix_k_{scale}")]


def test_codification_20_scale_is_appendix_k() -> None:
    for row, line in zip(published("codification_20"), published("appendix_k_20"), strict=True):
        assert list(row.values()) == list(line.values())


@pytest.mark.parametrize("name", ["handout_20", "codification_20_amended"])
def test_single_lists_are_the_column_for_1_to_8_boards_only(name: str) -> None:
    for row in published(name):
        for margin in margins(row["imps"], LIMIT):
            for boards in range(1, 9):
                assert (acbl_vp(margin, boards), acbl_vp(-margin, boards)) == split(row["vp"])
    assert acbl_vp(28, 8) == 20
    assert acbl_vp(28, 9) == 18


def test_oddities_as_published() -> None:
    assert {row.winner for row in vp_scale(12, 30)} == {15, *range(18, 31)}
    assert (acbl_vp(84, 30, 20), acbl_vp(85, 30, 20)) == (19, 20)
    assert (acbl_vp(95, 30, 30), acbl_vp(96, 30, 30)) == (29, 30)


# NABC+


def formula(margin: Decimal, boards: int) -> Decimal:
    """Appendix K's own formula, with its names, for a margin won."""
    with localcontext(Context(prec=50)):
        b = 15 * Decimal(boards).sqrt()
        tau = (Decimal(5).sqrt() - 1) / 2
        v = Decimal(20) if margin >= b else 10 + 10 * (1 - tau ** (3 * margin / b)) / (1 - tau**3)
        return v.quantize(Decimal("0.01"), ROUND_HALF_UP)


@pytest.mark.parametrize("boards", [*range(1, 41), 64, 100, 360, 1000])
def test_nabc_plus_is_the_formula(boards: int) -> None:
    blitz = int(15 * boards**0.5)
    for margin in range(blitz + 10):
        assert acbl_vp(margin, boards, "NABC+") == float(formula(Decimal(margin), boards))
        assert acbl_vp(-margin, boards, "NABC+") == float(20 - formula(Decimal(margin), boards))


@pytest.mark.parametrize("boards", [1, 7, 16, 28])
def test_nabc_plus_takes_fractions_as_they_are(boards: int) -> None:
    for quarters in range(1, 4 * int(15 * boards**0.5) + 20):
        margin = quarters / 4
        expected = formula(Decimal(quarters) / 4, boards)
        assert acbl_vp(margin, boards, "NABC+") == float(expected)
        assert acbl_vp(-Fraction(quarters, 4), boards, "NABC+") == float(20 - expected)


def test_nabc_plus_is_not_corrected() -> None:
    assert (acbl_vp(40, 8, "NABC+"), wbf_vp(40, 8)) == (19.73, 19.74)
