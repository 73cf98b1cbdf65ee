"""Made-up workbooks of clubs with known faults: each fault is found once, at its cause, and nothing beside it."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.check.made import LAW, Cells, book, columns
from tests.oracles import buchen
from tests.published import published
from xlvp.check.report import check_file

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

FROM = [start for start, _, _ in LAW]
TO = [end or None for _, end, _ in LAW]
IMPS = [imps for _, _, imps in LAW]
RANGES = [f"{start}-{end}" if end else f"{start}+" for start, end, _ in LAW]
MARGINS = range(75)


def official(boards: int) -> list[float]:
    """Return the winner's VPs of the continuous scale, as its author describes them."""
    vps, _ = buchen.continuous(Decimal(boards))
    return _as_long_as_the_margins(list(map(float, vps)))


def uncorrected(boards: int) -> list[float]:
    """Return them as the formula gives them, rounded, without his correction."""
    return _as_long_as_the_margins(list(map(float, buchen.rounded(Decimal(boards), Decimal(10)))))


def _as_long_as_the_margins(vps: list[float]) -> list[float]:
    return (vps + [20.0] * len(MARGINS))[: len(MARGINS)]


def losers(winners: Sequence[float]) -> list[float]:
    return [round(20 - vp, 2) for vp in winners]


def vp_table(vps: Sequence[float]) -> Cells:
    return columns([MARGINS, vps, losers(vps)])


def discrete(boards: int) -> list[int]:
    """Return the winner's VPs of the discrete scale as the EBU prints them."""
    return [int(row["vp"]) for row in published("wbf_discrete") if row["boards"] == str(boards)]


def changed(values: Sequence[object], changes: Mapping[int, object]) -> list[object]:
    return [changes.get(number, value) for number, value in enumerate(values)]


def without(values: Sequence[object], row: int) -> list[object]:
    return [value for number, value in enumerate(values) if number != row]


def copied(formula: str, last: int = 25, column: int = 5) -> Cells:
    """Return a formula for row 2 copied down."""
    return {(row, column): "=" + re.sub(r"(?<=[A-Z])2\b", str(row), formula) for row in range(2, last + 1)}


SCALE = columns([FROM, IMPS])
VPS = vp_table(official(24))
PLAYED = 'IF(COUNT(B2:C2)<2,"",{})'
ENTERED = 'IF(D2="","",{})'
LOOK_UP = "SIGN(B2-C2)*VLOOKUP(ABS(B2-C2),Scales!$A$2:$B$26,2)"
VP_LOOK_UP = "IF(D2>=0,VLOOKUP(D2,VPs!$A$2:$C$76,2),VLOOKUP(-D2,VPs!$A$2:$C$76,3))"
PHI = "((SQRT(5)-1)/2)"
CURVE = f"10+SIGN(D2)*10*(1-{PHI}^(3*MIN(1,ABS(D2)/(15*SQRT({{boards}})))))/(1-{PHI}^3)"


class Club(NamedTuple):
    """A workbook, and what is to be found in it: the place, and what the line must say."""

    sheets: dict[str, Cells]
    where: str
    says: tuple[str, ...]


def imp_table(*lists: Sequence[object], where: str, says: str) -> Club:
    return Club({"Scales": columns(lists)}, f"Scales!{where}", (says,))


def imp_formula(formula: str, where: str, *says: str, scale: Cells = SCALE) -> Club:
    return Club({"Match": copied(formula), "Scales": scale}, f"Match!{where}", says)


def vp_formula(formula: str, where: str, *says: str, table: Cells = VPS) -> Club:
    return Club({"Match": copied(formula, 9), "VPs": table}, f"Match!{where}", says)


def count_of_wrong(boards: int) -> int:
    pairs = zip(uncorrected(boards), official(boards), strict=True)
    return sum(one != other for one, other in pairs)


CLUBS: dict[str, Club] = {
    "2040 for 2240": imp_table(FROM, changed(TO, {19: 2040}), IMPS, where="B21", says="2040, but 19 IMPs end at 2240"),
    "5000 for 4000": imp_table(changed(FROM, {24: 5000}), IMPS, where="A26", says="5000, but 24 IMPs begin at 4000"),
    "letters for digits": imp_table(changed(FROM, {3: "9O"}), IMPS, where="A5", says='"9O", but 3 IMPs begin at 90'),
    "one row of IMPs wrong": imp_table(FROM, changed(IMPS, {7: 8}), where="B9", says="8, but 270-310 is worth 7 IMPs"),
    "two exchanged": imp_table(
        FROM, TO, changed(IMPS, {4: 5, 5: 4}), where="C6:C7", says="5, but 130-160 is worth 4 IMPs"
    ),
    "a row is missing": imp_table(
        without(FROM, 12), without(TO, 12), without(IMPS, 12), where="A14:B14", says="but 12 IMPs begin at 600"
    ),
    "an empty cell": imp_table(FROM, changed(TO, {21: None}), IMPS, where="B23", says="empty, but 21 IMPs end at 2990"),
    "the last row is missing": imp_table(
        FROM[:-1], IMPS[:-1], where="A25", says="the table ends here, but 24 IMPs begin at 4000"
    ),
    "a range with a slip": imp_table(
        changed(RANGES, {8: "320-350"}), IMPS, where="A10", says='"320-350", but 320-360 is worth 8 IMPs'
    ),
    "a range and its IMPs": imp_table(
        changed(RANGES, {8: "320-350"}), changed(IMPS, {8: 7}), where="A10:B10", says="320-360 is worth 8 IMPs"
    ),
    "upper bounds for lower ones": imp_table(
        TO[:-1], IMPS[1:], where="A2:A25", says="10, 40, 80 ... are where 0, 1, 2 ... IMPs end"
    ),
    "wrong all over": imp_table(
        changed(FROM, {4: 120, 8: 310, 12: 610, 16: 1400, 20: 2260}),
        IMPS,
        where="A2:B26",
        says="this is nearest to the IMP scale: 5 of 25 rows differ, first A6: 120, but 4 IMPs begin at 130",
    ),
    "no correction, 24 boards": Club(
        {"VPs": vp_table(uncorrected(24))},
        "VPs!A2:C76",
        (
            f"this is the WBF scale for 24 boards without its correction: {count_of_wrong(24)} of 75 rows differ,",
            "first B7: 11.22, but winning by 5 IMPs is worth 11.23",
        ),
    ),
    "no correction, 8 boards": Club(
        {"VPs": columns([MARGINS, uncorrected(8)])},
        "VPs!A2:B76",
        ("the WBF scale for 8 boards without its correction: 1 of 75 rows differs, first B42: 19.73,",),
    ),
    "no correction, many boards": Club(
        {"VPs": columns([MARGINS, *map(uncorrected, range(20, 29))])},
        "VPs!A2:J76",
        (
            "this is the WBF scale for 20 to 28 boards without its correction:",
            "cells differ, first I6: 10.93, but winning by 4 IMPs is worth 10.94",
        ),
    ),
    "rounded for discrete": Club(
        {"VPs": columns([range(45), [int(vp + 0.5) for vp in official(8)[:45]]])},
        "VPs!A2:B46",
        ("this is the WBF discrete scale for 8 boards made by rounding the WBF scale:", "rows differ, first B3: 10,"),
    ),
    "one VP mistyped": Club(
        {"VPs": columns([MARGINS, changed(official(16), {23: 15.65})])},
        "VPs!B25",
        ("15.65, but winning by 23 IMPs is worth 15.56 by the WBF scale, 16 boards",),
    ),
    "one VP mistyped for both": Club(
        {"VPs": columns([MARGINS, changed(official(16), {23: 15.65}), changed(losers(official(16)), {23: 4.35})])},
        "VPs!B25:C25",
        ("15.65, but winning by 23 IMPs is worth 15.56 by the WBF scale, 16 boards",),
    ),
    "some rows of another scale": Club(
        {"VPs": columns([MARGINS, official(16)[:30] + official(15)[30:36] + official(16)[36:]])},
        "VPs!B32:B37",
        (", but winning by 30 IMPs is worth", "by the WBF scale, 16 boards"),
    ),
    "a margin mistyped": Club(
        {"VPs": columns([changed(MARGINS, {40: 41}), official(16), losers(official(16))])},
        "VPs!A42",
        ("41, but the margin here is 40",),
    ),
    "a discrete VP mistyped": Club(
        {"VPs": columns([range(40), changed(discrete(8)[:40], {10: 15})])},
        "VPs!B12",
        ("15, but winning by 10 IMPs is worth 14 by the WBF discrete scale, 8 boards",),
    ),
    "an empty board is a push": imp_formula(
        LOOK_UP, "E2:E25", "with B2 and C2 empty it gives 0, but a board that was not played is no push"
    ),
    "the open room alone": imp_formula(
        f'IF(B2="","",{LOOK_UP})', "E2:E25", "with C2 empty and 430 in B2 it gives 10", "one room has yet to play"
    ),
    "either room alone": imp_formula(
        f'IF(AND(B2="",C2=""),"",{LOOK_UP})', "E2:E25", "with B2 empty and 430 in C2 it gives -10", "IF(COUNT(B2,C2)<2"
    ),
    "an exact match": imp_formula(
        PLAYED.format(LOOK_UP.replace(",2)", ",2,FALSE)")),
        "E2:E25",
        "for a difference of 10 it gives #N/A, but 0 is right",
    ),
    "the last row left out": imp_formula(
        PLAYED.format(LOOK_UP.replace("$26", "$25")), "E2:E25", "for a difference of 4000 it gives 23, but 24 is right"
    ),
    "a wrong table and its formula": Club(
        {"Match": copied(PLAYED.format(LOOK_UP)), "Scales": columns([changed(FROM, {5: 180}), IMPS])},
        "Scales!A7",
        ("180, but 5 IMPs begin at 170",),
    ),
    "a fault in every match": Club(
        {f"Match {number}": copied(LOOK_UP) for number in range(1, 8)} | {"Scales": SCALE},
        "'Match 1'!E2:E25 and 6 other places",
        ("with B2 and C2 empty it gives 0",),
    ),
    "a match not played is a draw": vp_formula(
        VP_LOOK_UP, "E2:E9", "with D2 empty it gives 10, but a match that was not played is no draw"
    ),
    "the curve without correction": vp_formula(
        ENTERED.format(f"ROUND({CURVE.format(boards=24)},2)"),
        "E2:E9",
        "gives VPs by the WBF scale for 24 boards without its correction: 13 of 131 margins tried are wrong:",
        "for a margin of 5 it gives 11.22, but 11.23 is right",
    ),
    "the curve not rounded": vp_formula(
        ENTERED.format(CURVE.format(boards=16)), "E2:E9", "gives VPs by the WBF scale for 16 boards without"
    ),
    "the curve in whole VPs": vp_formula(
        ENTERED.format(f"ROUND({CURVE.format(boards=8)},0)"),
        "E2:E9",
        "gives VPs by the WBF discrete scale for 8 boards made by rounding the WBF scale:",
        "for a margin of 1 it gives 10, but 11 is right",
    ),
    "the VPs of a win for both": vp_formula(
        ENTERED.format("VLOOKUP(D2,VPs!$A$2:$C$76,2,FALSE)"),
        "E2:E9",
        "gives VPs by the WBF scale for 24 boards:",
        "margins tried are wrong: for a margin of 75 it gives #N/A, but 20 is right",
    ),
    "a wrong VP table and its formula": vp_formula(
        ENTERED.format(VP_LOOK_UP), "", "without its correction", table=vp_table(uncorrected(24))
    )._replace(where="VPs!A2:C76"),
    "half of the VP table": vp_formula(
        ENTERED.format(VP_LOOK_UP.replace("$76", "$52")),
        "E2:E9",
        "gives VPs by the WBF scale for 24 boards:",
        f"for a margin of 51 it gives {official(24)[50]:g}, but {official(24)[51]:g} is right",
    ),
    "one slip in a chain of IFs": imp_formula(
        PLAYED.format(
            "SIGN(B2-C2)*"
            + "".join(f"IF(ABS(B2-C2)>={start if imps != 9 else 380},{imps}," for start, _, imps in LAW[:0:-1])
            + "0"
            + ")" * 24
        ),
        "E2:E25",
        "for a difference of 370 it gives 8, but 9 is right",
    ),
}


def test_there_are_enough_clubs() -> None:
    assert len(CLUBS) >= 30


@pytest.mark.parametrize("name", CLUBS)
def test_a_fault_is_found_once_at_its_cause(name: str) -> None:
    club = CLUBS[name]
    findings = check_file(book(club.sheets), "club.xlsx").findings
    assert [finding.where for finding in findings] == [club.where], [*map(str, findings)]
    for text in club.says:
        assert text in findings[0].text


RIGHT: dict[str, tuple[dict[str, Cells], list[str]]] = {
    "tables and their formulas": (
        {
            "Match": copied(PLAYED.format(LOOK_UP)),
            "VP": copied(ENTERED.format(VP_LOOK_UP), 9),
            "Scales": SCALE,
            "VPs": VPS,
        },
        [
            "Scales!A2:B26: right: the IMP scale",
            "VPs!A2:C76: right: the WBF scale for 24 boards",
            "Match!E2:E25: right: gives IMPs",
            "VP!E2:E9: right: gives VPs by the WBF scale for 24 boards",
        ],
    ),
    "IMPs won by either side": (
        {
            "VP": copied(
                'IF(COUNT(B2:C2)<2,"",IF(B2>=C2,VLOOKUP(B2-C2,VPs!$A$2:$C$76,2),VLOOKUP(C2-B2,VPs!$A$2:$C$76,3)))', 9
            ),
            "VPs": VPS,
        },
        [
            "VPs!A2:C76: right: the WBF scale for 24 boards",
            "VP!E2:E9: right: gives VPs by the WBF scale for 24 boards",
        ],
    ),
    "the winner's margin, by the number of boards": (
        {
            "VP": {
                **copied('IF(D2="","",INDEX(VPs!$B$2:$J$76,MIN(D2,74)+1,MATCH($H$1,VPs!$B$1:$J$1,0)))', 9),
                (1, 8): 22,
            },
            "VPs": columns([MARGINS, *map(official, range(20, 29))])
            | {(1, 2 + number): 20 + number for number in range(9)},
        },
        [
            "VPs!A2:J76: right: the WBF scale for 20 to 28 boards",
            "VP!E2:E9: right: gives VPs by the WBF scale for 22 boards",
        ],
    ),
    "points won and lost in two columns": (
        {
            "Match": copied(f'IF(AND(B2="",C2=""),"",{LOOK_UP})')
            | {(row, 2 + row % 2): 10 * row for row in range(2, 26)},
            "Scales": SCALE,
        },
        ["Scales!A2:B26: right: the IMP scale", "Match!E2:E25: right: gives IMPs"],
    ),
    "the discrete scale": (
        {"VPs": columns([range(40), discrete(8)[:40]])},
        ["VPs!A2:B41: right: the WBF discrete scale for 8 boards"],
    ),
}


@pytest.mark.parametrize("name", RIGHT)
def test_what_is_right_is_listed(name: str) -> None:
    sheets, told = RIGHT[name]
    report = check_file(book(sheets), "club.xlsx")
    assert report.findings == ()
    assert [*map(str, report.seen)] == told


def test_what_is_wrong_is_not_listed_as_right() -> None:
    tables = [*map(official, range(20, 29))]
    tables[3][30] = 19.0
    report = check_file(book({"VPs": columns([MARGINS, *tables])}), "club.xlsx")
    assert [finding.where for finding in report.findings] == ["VPs!E32"]
    assert [*map(str, report.seen)] == ["VPs!A2:J76: right: the WBF scale for 20 to 22, 24 to 28 boards"]


BANDS = [(4 * step, 15 + step) for step in range(11)]
LONGER = [*BANDS, *((44 + 6 * step, 25) for step in range(5))]
OTHER: dict[str, tuple[Cells, str]] = {
    "25-0 by steps": (
        columns([[low for low, _ in LONGER], [vp for _, vp in LONGER], [*range(15, -1, -1)]]),
        "Scales!A2:C17: left alone: a VP scale from 15-15 to 25-0, which is none of the official scales of today",
    ),
    "25-0 as texts": (
        columns(
            [
                [f"{low}-{low + 3}" for low, _ in LONGER],
                [f"{vp}-{loser}" for (_, vp), loser in zip(LONGER, range(15, -1, -1), strict=True)],
            ]
        ),
        "Scales!A2:B17: left alone: a VP scale from 15-15 to 25-0, which is none of the official scales of today",
    ),
    "25 at the most, without losers": (
        columns([range(60), [min(15 + margin // 4, 25) for margin in range(60)]]),
        "Scales!A2:B61: left alone: a VP scale from 15-15 to 25, which is none of the official scales of today",
    ),
    "30-0, not the ACBL's": (
        columns([[4 * step for step in range(16)], range(15, 31), range(15, -1, -1)]),
        "Scales!A2:C17: left alone: a VP scale from 15-15 to 30-0, like none of the official tables",
    ),
    "20-0 of a club's own": (
        columns([range(40), [min(10 + margin / 2, 20) for margin in range(40)]]),
        "Scales!A2:B41: left alone: a VP scale from 10-10 to 20, like none of the official tables",
    ),
}


@pytest.mark.parametrize("name", OTHER)
def test_other_scales_are_named_and_left_alone(name: str) -> None:
    cells, told = OTHER[name]
    report = check_file(book({"Scales": cells}), "club.xlsx")
    assert (report.findings, report.vp_tables) == ((), 0)
    assert [*map(str, report.seen)] == [told]


def test_the_single_cells_of_a_cause() -> None:
    (finding,) = check_file(book(CLUBS["no correction, 24 boards"].sheets), "club.xlsx").findings
    right, wrong = official(24), uncorrected(24)
    differing = [margin for margin in MARGINS if right[margin] != wrong[margin]]
    assert [cell.where for cell in finding.cells if "B" in cell.where] == [f"VPs!B{at + 2}" for at in differing]
    assert [cell.where for cell in finding.cells if "!C" in cell.where] == [f"VPs!C{at + 2}" for at in differing]
    assert {cell.right for cell in finding.cells} >= {right[margin] for margin in differing}


NONE_OF_OURS: dict[str, dict[str, Cells]] = {
    "numbers that count": {"List": columns([range(11), range(10, 21), range(15, 26)])},
    "interest": {"Money": copied("ROUND(10*(1+0.05)^D2,2)") | {(row, 4): row for row in range(2, 26)}},
    "a square root": {"Sheet": copied("10+SQRT(D2)")},
    "VPs of a club's own, worked out": {"Match": copied('IF(D2="","",MAX(0,MIN(20,10+D2/3)))')},
    "VPs of a club's own, rounded": {"Match": copied('IF(D2="","",MAX(0,MIN(20,ROUND(10+D2/4,0))))')},
    "prices looked up": {
        "Prices": columns([range(0, 110, 10), range(5, 16)]),
        "Sale": copied("VLOOKUP(D2,Prices!$A$2:$B$12,2)"),
    },
    "an unknown function": {"Match": copied(ENTERED.format("ROUND(NOSUCH(D2)^2,2)"))},
    "a division by nothing": {"Match": copied(ENTERED.format("10+10^(1/(D2-D2))"))},
}


@pytest.mark.parametrize("name", NONE_OF_OURS)
def test_what_is_no_scale_is_not_named(name: str) -> None:
    report = check_file(book(NONE_OF_OURS[name]), "club.xlsx")
    assert (report.findings, report.seen) == ((), ())


def test_a_formula_for_another_scale_is_left_alone() -> None:
    formula = ENTERED.format("IF(D2>=0,VLOOKUP(D2,Scales!$A$2:$C$17,2),VLOOKUP(-D2,Scales!$A$2:$C$17,3))")
    cells, told = OTHER["25-0 by steps"]
    report = check_file(book({"Match": copied(formula), "Scales": cells}), "club.xlsx")
    assert report.findings == ()
    assert [*map(str, report.seen)] == [told]
