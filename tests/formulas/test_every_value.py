"""Every value that counts, through the formulas in IronCalc, against the rules.

The rules are themselves proved against official tables and second computations in tests/rules.
"""

from __future__ import annotations

import math
import random
from typing import TYPE_CHECKING, Any

import pytest

from tests.parts.ironcalc import evaluate_calls, evaluate_in_ironcalc
from tests.test_cells import GOOD
from xlvp.catalogue import FUNCTIONS, Function, Kind
from xlvp.cells import evaluate
from xlvp.rules import acbl, wbf
from xlvp.rules.curve import MAX_BOARDS
from xlvp.rules.imps import imps
from xlvp.rules.scales import SCALES, match_vp, scale_named

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from xlvp.catalogue import Block

pytestmark = pytest.mark.slow

BY_NAME = {function.name: function for function in FUNCTIONS}


def column(cells: Iterable[Any]) -> Block:
    return tuple((cell,) for cell in cells)


def check(function: Function, calls: Sequence[Sequence[Any]]) -> None:
    for arguments, shown in zip(calls, evaluate_calls([(function, call) for call in calls]), strict=True):
        assert shown == evaluate(function, *arguments), (function.name, arguments)


def test_imps() -> None:
    diffs = [*range(-4200, 4201), -19.5, 19.5, 19.999, 3999.99, 0.1, 1e6, -1e6]
    assert evaluate_in_ironcalc(BY_NAME["IMPS"], column(diffs)) == column(map(imps, diffs))


# Victory points: 1 to 100 boards, every margin from a blitz and 3 IMPs more to the same lost.


CALLED = [
    *(("WBFVP", kind, scale) for kind, scale in wbf.CHOICES.items()),
    *(("ACBLVP", name, acbl.CHOICES[name]) for name in acbl.SHORT_NAMES),
    *(("MATCHVP", scale.name, scale) for scale in SCALES),
]
"""Every scale, by each function that has it and what that calls it."""


@pytest.mark.parametrize(("function", "name", "scale"), CALLED, ids=lambda part: str(getattr(part, "name", part)))
def test_vps_of_1_to_100_boards(function: str, name: str | int, scale: Any) -> None:
    margins = {}
    for boards in range(1, min(scale.max_boards, 100) + 1):
        blitz = len(scale.table(boards).winner)
        margins[boards] = range(-blitz - 3, blitz + 4)
    calls = [(BY_NAME[function], (column(margins[boards]), boards, name)) for boards in margins]
    for boards, shown in zip(margins, evaluate_calls(calls), strict=True):
        assert shown == column(match_vp(margin, boards, scale.name) for margin in margins[boards]), boards


def test_nabc_plus_takes_margins_as_they_are() -> None:
    margins = [step / 8 for step in range(-520, 521)]
    shown = evaluate_in_ironcalc(BY_NAME["ACBLVP"], column(margins), ((7, 16, 24),), "NABC+")
    assert shown == tuple(tuple(match_vp(margin, count, "NABC+") for count in (7, 16, 24)) for margin in margins)


@pytest.mark.parametrize("scale", SCALES, ids=lambda scale: scale.name)
def test_whole_scales_of_every_number_of_boards(scale: Any) -> None:
    """That the corrections of both WBF scales are a matter of order is shown here for each scale that there is."""
    for first in range(1, scale.max_boards + 1, 250):
        lengths = range(first, min(first + 250, scale.max_boards + 1))
        check(BY_NAME["VPSCALE"], [(boards, scale.name) for boards in lengths])
    assert evaluate_in_ironcalc(BY_NAME["VPSCALE"], scale.max_boards + 1, scale.name) == "#NUM!"


def test_no_engine_can_round_the_other_way() -> None:
    """A computer that differs in the last of 15 digits still rounds each value of the curve as IronCalc does."""
    ratio = math.sqrt(5) - 2
    from_tie, from_whole = 1.0, 1.0
    for boards in range(1, MAX_BOARDS + 1):
        blitz = 15 * math.sqrt(boards)
        for lead in range(1, math.ceil(blitz)):
            gain = 1000 * (1 - ratio ** (lead / blitz)) / (1 - ratio)
            from_tie = min(from_tie, abs(gain % 1 - 0.5))
        for step in range(10):
            cusp = blitz * math.log(1 - (1 - ratio) * (step + 0.5) / 10) / math.log(ratio)
            from_whole = min(from_whole, abs(cusp - round(cusp)))
    assert from_tie > 1e-7  # of numbers up to 1000, which have 12 digits behind the point
    assert from_whole > 1e-7


@pytest.mark.parametrize("scale", SCALES, ids=lambda scale: scale.name)
def test_imps_needed(scale: Any) -> None:
    """Each VP of the scale, and 0.01 to either side of it, for 1 to 60 boards."""
    calls = []
    for boards in range(1, min(60, scale.max_boards) + 1):
        table = scale_named(scale.name).table(boards)
        exact = {vp for winner in table.winner for vp in (winner, table.total - winner)}
        wanted = sorted({vp + near for vp in exact for near in (-1, 0, 1)})
        calls.append((column(vp / 100 for vp in wanted), boards, scale.name))
    check(BY_NAME["IMPSNEEDED"], calls)


def test_imps_needed_for_every_vp() -> None:
    wanted = [vp / 100 for vp in range(-10, 2011)]
    check(BY_NAME["IMPSNEEDED"], [(column(wanted), 16), (column(vp + 0.005 for vp in wanted), 16)])
    check(BY_NAME["IMPSNEEDED"], [(10.67 + 5.34, 32), (15.560000000000002, 16), (15.559999999999999, 16)])


def test_the_discrete_scale_turns_where_it_should() -> None:
    vps = (tuple(range(11, 21)),)
    check(BY_NAME["IMPSNEEDED"], [(vps, column(range(1, MAX_BOARDS + 1)), "WBF discrete")])


@pytest.mark.parametrize(
    ("blitz", "draw"), [(60, 10), (60, 10.05), (45, 12.5), (1, 10), (1.5, 0.01), (997.3, 15), (30, 1000)]
)
def test_curves_of_ones_own(blitz: float, draw: float) -> None:
    """Those with a draw of odd hundredths meet a tie exactly, at a third of the blitz."""
    margins = sorted({*range(min(120, math.ceil(blitz) + 2)), round(blitz / 3), round(blitz), 10_000})
    check(BY_NAME["CURVEVP"], [(column((*margins, *(-margin for margin in margins), 0.5, -1.5)), blitz, draw)])


def test_the_curve_of_the_wbf() -> None:
    """CURVEVP with the blitz of a match is WBFVP: every margin of 1 to 200 boards."""
    for boards in range(1, 201):
        margins = column(range(math.ceil(15 * math.sqrt(boards)) + 1))
        expected = evaluate(BY_NAME["WBFVP"], margins, boards)
        assert evaluate(BY_NAME["CURVEVP"], margins, 15 * math.sqrt(boards)) == expected
        if boards % 7 == 1 or math.isqrt(boards) ** 2 == boards:
            assert evaluate_in_ironcalc(BY_NAME["CURVEVP"], margins, 15 * math.sqrt(boards)) == expected


# Contracts


STRAINS = ("C", "D", "H", "S", "N", "NT", "SA", "\u2663", "\u2666", "\u2665", "\u2660")


@pytest.mark.parametrize("doubled", ["", "X", "XX"])
def test_every_contract_and_result(doubled: str) -> None:
    contracts = column(f"{level}{strain}{doubled}" for level in range(1, 8) for strain in STRAINS)
    tricks = (tuple(range(14)),)
    check(BY_NAME["CONTRACTSCORE"], [(contracts, tricks, vulnerable) for vulnerable in (False, True)])


def test_every_board_and_declarer() -> None:
    boards = column(range(1, 34))
    declarers = (("N", "E", "S", "W"),)
    results = (("4S", 10), ("3NTX", 7), ("6HXX", 12), ("2D", 9), ("P", None))
    check(BY_NAME["NSSCORE"], [(contract, declarers, tricks, boards) for contract, tricks in results])
    check(BY_NAME["DEALER"], [(boards,)])
    check(BY_NAME["VULNERABILITY"], [(boards,)])


@pytest.mark.parametrize("doubled", ["", "X", "XX"])
def test_every_result_in_one_cell(doubled: str) -> None:
    """Every level, strain, declarer and result, with the double before and behind the declarer."""
    results = [
        f"{level}{strain}{doubled}{seat}{over}"
        for level, strain in zip((1, 2, 3, 4, 5, 6, 7) * 2, STRAINS, strict=False)
        for seat in "NESW"
        for over in ("=", *(f"{sign}{tricks}" for sign in "+-" for tricks in range(15)))
    ]
    results += [f"{result[:2]}{result[2 + len(doubled)]}{doubled}{result[3 + len(doubled) :]}" for result in results]
    check(BY_NAME["BOARDSCORE"], [(column(results), board) for board in (1, 2, 3, 4)])


WRITTEN = (
    "4sn=|4S N =|4\u2660N=|4\u2660\ufe0fN=|4\u2665\ufe0eW+1|3NN=|3NS=|3SAN=|3sas-1|3NTNX=|4SN\u00a0=|4SN - 2|4SN made|"
    "3NNT=|4S\u2660=|3N\u2660=|4\u2660\u2660N=|4SN|4S=|3NT=|4SN10|4SN+0|4SN-0|4SN=0|4SN+01|4SN==|4SN=+1|4SN+4|4SN-11|"
    "4SN\u22121|4SN\u20131|4SN\u20141|4SN\u20101|4SN\u20111|4SN\u20121|4S*N-1|4SN**-1|4S*NX=|4SX*N=|4SXXXN=|4SXNXX=|"
    "4SNXXX=|4SN-10|4SN+|4SN-|4SNE=|8SN=|0SN=|NS=|=|+1|-1|N|4|X|P|p|pass|AP| AP |0|PASSED|PN|A+|AV|A-|60%|AVE|"
    "420|-50| -50 |- 50|4 20|+420|4.2e2|425|\u221250"
)
ONE_CELL: tuple[Any, ...] = (*WRITTEN.split("|"), True, False, 0, 420, -50, 425, 7600, -7600, 7610, 10, 5, 0.5)


def test_results_as_people_write_them() -> None:
    check(BY_NAME["BOARDSCORE"], [(result, board) for result in ONE_CELL for board in (1, 4)])
    check(BY_NAME["BOARDSCORE"], [("4SN=", board) for board in (None, 0, 1.5, "x", "4", 10**9 + 1)])
    check(BY_NAME["BOARDSCORE"], [("P", 0), ("x", 0), (425, 0), (None, 0), ("P", None)])


# Scores of a field


def fields(count: int, seed: int) -> list[Block]:
    chance = random.Random(seed)  # repeatable, not secret
    usual = (420, 450, 170, 620, 650, -50, -100, 1430, -1100, 0, 400, 430, 140, -140, 110)
    return [
        tuple(
            tuple(chance.choice((*usual, chance.randrange(-400, 400) * 10, None, "", "pass")) for _ in range(width))
            for _ in range(chance.randint(1, 20))
        )
        for width in (chance.choice((1, 1, 1, 2, 5)) for _ in range(count))
    ]


@pytest.mark.parametrize("name", ["MATCHPOINTS", "MATCHPOINTPERCENT", "CROSSIMPS"])
def test_results_in_a_field(name: str) -> None:
    check(BY_NAME[name], [(field, field) for field in fields(150, seed=1)])


def test_butler_and_total() -> None:
    drawn = fields(150, seed=2)
    check(BY_NAME["BUTLERDATUM"], [(field, ((0, 1, 2, 3, 9),)) for field in drawn])
    check(BY_NAME["TOTALPOINTS"], [(field,) for field in drawn])
    means = [((ten,), (ten + 10,)) for ten in range(-500, 510, 10)]  # each ends in 5
    check(BY_NAME["BUTLERDATUM"], [(pair,) for pair in means])


# Anything at all


ANYTHING: tuple[Any, ...] = (
    *(None, "", True, False, 0, 1, 2, 7, 8, 16, 20, 30, 36, 37, -1, -23, 23, 2.5, -2.5, 0.5, 12.5, 15, 10, 430, 1001),
    *("20", "30", "x", "25", "430", " 430 ", "4.3e2", "+5", "-5", "--5", "-+5", "+-5", "1-2", "1/2", "10%", "1,000"),
    *("4,3", "4 3", "5.", ".5", ".", "E5", "5E", "1.2.3", "nan", "inf", "TRUE", "WBF", "wbf-discrete", "ACBL 20"),
    *("acbl-30", "nabc +", "ACBL", "2-0", "continuous", "Dis-Crete", "4S", "3nt", "3 NT x", "6\u2665XX", "7saxx"),
    *("4SXXX", "3NTT", "8S", "P", "pass", "A P", "0", "N", "e", " S ", "w", "NS", "4S=", "4S+1", "\u2660"),
    *("#N/A", "#REF!", "#VALUE!", "#DIV/0!", "#NUM!", "#NAME?", "#NULL!"),
)


def own_table(chance: random.Random) -> Block:
    """Return a table as clubs have them; two of three have something wrong, missing or odd in them."""
    margins = sorted(chance.sample(range(1, 60), chance.randint(0, 6)))
    draw = chance.choice((5, 10, 15, 12.5))
    wins = sorted(chance.randint(int(100 * draw), int(200 * draw)) / 100 for _ in margins)
    losers = [2 * draw - win - chance.choice((0, 0, 1)) * place for place, win in enumerate(wins)]
    width = chance.choice((2, 2, 3, 3, 1, 4))
    rows: list[list[Any]] = [list(row) for row in zip((0, *margins), (draw, *wins), (draw, *losers), strict=True)]
    rows = [[*row, None][:width] for row in rows]
    for _ in range(chance.choice((0, 1, 1))):
        row = chance.choice(rows)
        row[chance.randrange(len(row))] = chance.choice(ANYTHING)
    for _ in range(chance.choice((0, 0, 1, 2))):
        rows.insert(chance.randint(0, len(rows)), [chance.choice((None, ""))] * width)
    return tuple(map(tuple, rows))


SHAPES = (*[(1, 1)] * 6, (3, 1), (1, 3), (3, 3), (2, 1), (2, 3))


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.name)
def test_whatever_the_cells_hold(function: Function) -> None:
    """Drawn cells in drawn shapes; about half of the cells are good, so that much is not wrong at once."""
    chance = random.Random(function.name)  # repeatable, not secret

    def drawn(place: int) -> Any:
        if function.arguments[place].kind is Kind.TABLE:
            return own_table(chance)
        scores = function.arguments[place].kind is Kind.SCORES
        good = (420, 450, -50, 23, 15, 1, 0.5, 10) if scores else (GOOD[function.name][place],)
        height, width = chance.choice(((4, 1), (2, 3), (6, 1), (1, 1)) if scores else SHAPES)
        odd = 0.1 if scores else 0.55
        rows = tuple(
            tuple(chance.choice(ANYTHING if chance.random() < odd else good) for _ in range(width))
            for _ in range(height)
        )
        return rows if height * width > 1 else rows[0][0]

    needed = sum(not argument.optional for argument in function.arguments)
    counts = [chance.randint(needed, len(function.arguments)) for _ in range(600)]
    check(function, [tuple(map(drawn, range(count))) for count in counts])
