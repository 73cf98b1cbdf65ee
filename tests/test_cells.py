"""What a cell means, row by row of the specification, and as laws that hold for every function."""

from __future__ import annotations

import datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import xlvp
from tests.published import margins, published, split
from xlvp.catalogue import FUNCTIONS, Function, Kind
from xlvp.cells import ERRORS, evaluate

if TYPE_CHECKING:
    from xlvp.catalogue import Block, Cell

BY_NAME = {function.name: function for function in FUNCTIONS}


def call(name: str, *arguments: Any) -> Cell | Block:
    return evaluate(BY_NAME[name], *arguments)


# Arguments that give a result, for every function: to be changed one at a time.
GOOD: dict[str, tuple[Any, ...]] = {
    "IMPS": (430,),
    "WBFVP": (23, 16, "continuous"),
    "ACBLVP": (23, 7, 20),
    "MATCHVP": (23, 16, "WBF"),
    "IMPSNEEDED": (15, 16, "WBF"),
    "VPSCALE": (7, "ACBL 20"),
    "CURVEVP": (23, 60, 10),
    "TABLEVP": (5, ((0, 10), (3, 11), (7, 13.5))),
    "CONTRACTSCORE": ("4S", 10, False),
    "NSSCORE": ("4S", "N", 10, 1),
    "BOARDSCORE": ("4SN=", 1),
    "DEALER": (1,),
    "VULNERABILITY": (1,),
    "MATCHPOINTS": (420, ((420,), (450,))),
    "MATCHPOINTPERCENT": (420, ((420,), (450,))),
    "CROSSIMPS": (420, ((420,), (450,))),
    "BUTLERDATUM": (((420,), (450,), (480,)), 1),
    "BOARDAMATCH": (10,),
    "TOTALPOINTS": (((420,), (450,)),),
}
PLACES = [
    pytest.param(function, place, id=f"{function.name}-{argument.name}")
    for function in FUNCTIONS
    for place, argument in enumerate(function.arguments)
]


def changed(function: Function, place: int, cell: object) -> Cell | Block:
    arguments = list(GOOD[function.name])
    arguments[place] = cell
    return evaluate(function, *arguments)


@pytest.mark.parametrize("empty", [None, ""], ids=repr)
@pytest.mark.parametrize(("function", "place"), PLACES)
def test_an_empty_cell(function: Function, place: int, empty: str | None) -> None:
    argument = function.arguments[place]
    expected = changed(function, place, argument.default) if argument.optional else ""
    assert changed(function, place, empty) == expected
    assert changed(function, place, ((empty,),)) == expected


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.name)
def test_optional_arguments_may_be_left_out(function: Function) -> None:
    needed = [cell for cell, a in zip(GOOD[function.name], function.arguments, strict=True) if not a.optional]
    defaults = [argument.default for argument in function.arguments if argument.optional]
    assert evaluate(function, *needed) == evaluate(function, *needed, *defaults)
    assert evaluate(function, *needed) not in ("", *ERRORS)


@pytest.mark.parametrize("error", sorted(ERRORS))
@pytest.mark.parametrize(("function", "place"), PLACES)
def test_an_error_comes_back(function: Function, place: int, error: str) -> None:
    assert changed(function, place, error) == error
    blanks: list[Any] = [None] * len(function.arguments)
    blanks[place] = error
    assert evaluate(function, *blanks) == error


def test_the_errors_are_those_of_excel() -> None:
    assert {text: str(number) for text, number in ERRORS.items()} == {
        row["text"]: row["number"] for row in published("excel_errors")
    }


def test_the_first_of_several_errors_comes_back() -> None:
    assert call("WBFVP", "#N/A", "#REF!") == "#N/A"
    assert call("MATCHPOINTS", "#NAME?", ((420,), ("#DIV/0!",), ("#N/A",))) == "#NAME?"
    assert call("MATCHPOINTS", 420, ((420,), ("#DIV/0!",), ("#N/A",))) == "#DIV/0!"


@pytest.mark.parametrize("text", ["430", " 430 ", "430.0", "+430", "4.3e2", "4.3E+2"])
def test_a_text_that_is_a_number_is_the_number(text: str) -> None:
    assert call("IMPS", text) == 10


def test_numbers_as_text_in_other_places() -> None:
    assert call("ACBLVP", "23", "7", "30") == 28
    assert call("ACBLVP", "23", "7", "25") == "#NUM!"
    assert call("CONTRACTSCORE", "4S", "10", "1") == 620
    assert call("CONTRACTSCORE", "0", None) == 0
    assert call("IMPS", "-.5") == 0
    assert call("IMPS", "1e999") == "#NUM!"


NUMBER_PLACES = [
    pytest.param(function, place, id=f"{function.name}-{argument.name}")
    for function in FUNCTIONS
    for place, argument in enumerate(function.arguments)
    if argument.kind is Kind.NUMBER
]


@pytest.mark.parametrize(
    "cell",
    ["abc", "nan", "inf", "4,3", "1_000", "٤٣٠", "4 3", "#", "#N/A!", True, False, datetime.date(2026, 1, 1), b"1"],
    ids=repr,
)
@pytest.mark.parametrize(("function", "place"), NUMBER_PLACES)
def test_what_is_no_number(function: Function, place: int, cell: object) -> None:
    assert changed(function, place, cell) == "#VALUE!"


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("WBFVP", (23, 0)),
        ("WBFVP", (23, 1001)),
        ("WBFVP", (23, 7.5)),
        ("WBFVP", (23, -8)),
        ("ACBLVP", (23, 37)),
        ("ACBLVP", (23, 7, 25)),
        ("ACBLVP", (23, 7, 20.5)),
        ("MATCHVP", (23, 37, 30)),
        ("MATCHVP", (23, 16, 25)),
        ("IMPSNEEDED", (0, 16)),
        ("IMPSNEEDED", (20.01, 16)),
        ("VPSCALE", (37, 20)),
        ("CONTRACTSCORE", ("4S", 14)),
        ("CONTRACTSCORE", ("4S", -1)),
        ("CONTRACTSCORE", ("4S", 9.5)),
        ("CONTRACTSCORE", ("4S", 10, 2)),
        ("NSSCORE", ("4S", "N", 10, 0)),
        ("DEALER", (0,)),
        ("VULNERABILITY", (1.5,)),
        ("BUTLERDATUM", (((420,), (450,)), 1)),
        ("MATCHPOINTPERCENT", (420, 420)),
        ("IMPS", (float("inf"),)),
        ("TOTALPOINTS", (((1e308,), (1e308,)),)),
    ],
)
def test_a_number_that_is_not_allowed(name: str, arguments: tuple[Any, ...]) -> None:
    assert call(name, *arguments) == "#NUM!"


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("WBFVP", (23, 16, "round")),
        ("WBFVP", (23, 16, 20)),
        ("WBFVP", (23, 16, True)),
        ("ACBLVP", (23, 7, "WBF")),
        ("ACBLVP", (23, 7, True)),
        ("MATCHVP", (23, 16, "EBU")),
        ("VPSCALE", (7, "EBU")),
        ("CONTRACTSCORE", ("8S", 10)),
        ("CONTRACTSCORE", (4, 10)),
        ("CONTRACTSCORE", (False, 10)),
        ("CONTRACTSCORE", ("4S=", 10)),
        ("CONTRACTSCORE", ("4S", 10, "yes")),
        ("NSSCORE", ("4S", "X", 10, 1)),
        ("NSSCORE", ("4S", 1, 10, 1)),
    ],
)
def test_a_name_that_is_none(name: str, arguments: tuple[Any, ...]) -> None:
    assert call(name, *arguments) == "#VALUE!"


@pytest.mark.parametrize("name", ["MATCHPOINTS", "MATCHPOINTPERCENT", "CROSSIMPS"])
def test_a_score_that_is_not_among_the_scores(name: str) -> None:
    assert call(name, 400, ((420,), (450,))) == "#N/A"


@pytest.mark.parametrize("contract", ["P", "pass", "AP", "0", 0, 0.0], ids=repr)
def test_a_passed_out_board(contract: str | float) -> None:
    assert call("CONTRACTSCORE", contract, None) == call("CONTRACTSCORE", contract, "", True) == 0
    assert call("NSSCORE", contract, None, None, 3) == call("NSSCORE", contract, "", "", 3) == 0
    assert call("NSSCORE", contract, "-", "-", 3) == 0
    assert call("NSSCORE", contract, None, None, None) == ""
    assert call("NSSCORE", contract, None, "#REF!", 3) == "#REF!"


@pytest.mark.parametrize("contract", ["8S", "passed", 4, True], ids=repr)
def test_what_is_no_contract_is_no_passed_out_board(contract: object) -> None:
    assert call("CONTRACTSCORE", contract, None) == call("NSSCORE", contract, None, None, 3) == ""


def test_scores_leave_out_what_is_no_number() -> None:
    scores = ((420, "pass"), (None, ""), (450, "430"), (True, -50))
    assert call("TOTALPOINTS", scores) == 820
    assert call("MATCHPOINTS", 450, scores) == 4
    assert call("BUTLERDATUM", scores) == 270
    assert call("TOTALPOINTS", ((None, "score"), ("", True))) == ""
    assert call("CROSSIMPS", 420, Decimal(420)) == 0


# Ranges


def test_a_range_keeps_its_shape_and_each_cell_its_own_result() -> None:
    block = ((430, None, "#N/A"), ("x", True, "-430"))
    assert call("IMPS", block) == ((10, "", "#N/A"), ("#VALUE!", "#VALUE!", -10))
    assert call("IMPS", [list(row) for row in block]) == call("IMPS", block)


def test_a_bool_is_not_found_under_the_number_it_equals() -> None:
    assert call("DEALER", ((1,), (True,), (1.0,), (False,))) == (("N",), ("#VALUE!",), ("N",), ("#VALUE!",))
    assert call("CONTRACTSCORE", "4S", 10, ((1, True, "1"),)) == ((620, 620, 620),)


def test_a_single_value_spreads() -> None:
    assert call("WBFVP", ((0,), (23,)), 16) == ((10,), (15.56,))
    assert call("WBFVP", 23, ((16, 8),)) == ((15.56, xlvp.wbf_vp(23, 8)),)
    assert call("WBFVP", ((23,),), ((16,),)) == 15.56


def test_a_row_and_a_column_spread_over_each_other() -> None:
    assert call("ACBLVP", ((1,), (10,)), ((7, 10, 14),), ((20, 30, "NABC+"),)) == tuple(
        tuple(xlvp.acbl_vp(m, n, s) for n, s in ((7, 20), (10, 30), (14, "NABC+"))) for m in (1, 10)
    )
    block = ((1, 2, 3), (4, 5, 6))
    assert call("WBFVP", block, ((8, 16, 24),)) == tuple(
        tuple(xlvp.wbf_vp(m, n) for m, n in zip(row, (8, 16, 24), strict=True)) for row in block
    )


@pytest.mark.parametrize("boards", [((8, 16),), ((8,), (16,)), ((8, 16), (8, 16), (8, 16))], ids=repr)
def test_shapes_that_do_not_match(boards: Block) -> None:
    assert call("WBFVP", ((1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 2, 3)), boards) == "#VALUE!"


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.name)
@pytest.mark.parametrize(
    "block",
    [[], (), [[]], [[], []], [430, 420], (430,), [[1, 2], [3]], ((1,), (2, 3)), [[1], 2], ["ab"], [[], [1]]],
    ids=repr,
)
def test_what_is_no_rectangle_of_cells(function: Function, block: Any) -> None:
    for place in range(len(function.arguments)):
        assert changed(function, place, block) == "#VALUE!"


@pytest.mark.parametrize("defect", [KeyError("x"), IndexError, TypeError("bug"), ValueError("bug"), OverflowError])
def test_a_defect_of_a_rule_does_not_look_like_a_mistake_of_the_user(defect: Exception | type[Exception]) -> None:
    def rule(diff: float) -> float:
        raise defect

    function = Function("TEST", "", BY_NAME["IMPS"].arguments, rule, ())
    for cells in (430, ((430,), (420,))):
        with pytest.raises(type(defect) if isinstance(defect, Exception) else defect):
            evaluate(function, cells)


def test_a_whole_table_takes_single_cells_alone() -> None:
    assert call("VPSCALE", ((8,), (16,))) == "#VALUE!"
    assert call("VPSCALE", 8, (("WBF", "WBF discrete"),)) == "#VALUE!"


def test_a_whole_table_has_nothing_in_the_cell_of_the_highest_margin() -> None:
    rows = []
    for printed in published("appendix_k_20"):
        last = "" if printed["1-8"].endswith("+") else margins(printed["1-8"], 0)[-1]
        rows.append((int(printed["1-8"].rstrip("+").split("-")[0]), last, *split(printed["vp"])))
    assert call("VPSCALE", 7, "ACBL 20") == tuple(rows)
    assert rows[0][:2] == (0, 0)
    assert rows[-1] == (28, "", 20, 0)


def test_scores_of_any_shape_stand_for_one_board() -> None:
    assert call("MATCHPOINTS", ((420,), (None,), (450,)), ((420, 450), (None, -50))) == ((2,), ("",), (4,))


def test_the_rule_is_asked_once_for_equal_cells() -> None:
    asked = []

    def rule(diff: float) -> float:
        asked.append(diff)
        return diff

    function = Function("TEST", "", BY_NAME["IMPS"].arguments, rule, ())
    assert evaluate(function, ((1, 2), (2, 1))) == ((1, 2), (2, 1))
    assert asked == [1, 2]


CELLS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-50, 50),
    st.integers(),
    st.floats(),
    st.sampled_from(["", "WBF", "discrete", "4S", "3NTX", "P", "N", "w", "20", "x", *sorted(ERRORS)]),
    st.text(max_size=4),
    st.decimals(),
    st.dates(),
)


@st.composite
def blocks(draw: st.DrawFn) -> Block:
    width = draw(st.integers(1, 3))
    return tuple(draw(st.tuples(*[CELLS] * width)) for _ in range(draw(st.integers(1, 3))))


@pytest.mark.slow
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.name)
@given(data=st.data())
def test_whatever_the_cells_hold(function: Function, data: st.DataObject) -> None:
    """No exception, the right shape, and in each cell what that cell would give alone."""
    arguments = [data.draw(CELLS | blocks()) for _ in function.arguments]
    result = evaluate(function, *arguments)
    sizes = [
        (len(block), len(block[0])) if isinstance(block, tuple) else (1, 1)
        for block, argument in zip(arguments, function.arguments, strict=True)
        if not argument.kind.takes_range
    ] or [(1, 1)]
    height, width = max(rows for rows, _ in sizes), max(columns for _, columns in sizes)
    if any(rows not in (1, height) or columns not in (1, width) for rows, columns in sizes):
        assert result == "#VALUE!"
    elif (height, width) == (1, 1):
        assert isinstance(result, (int, float, str)) or function.table
    elif not function.table:
        assert isinstance(result, tuple)
        assert [len(row) for row in result] == [width] * height
        for row in range(height):
            for column in range(width):
                alone = [
                    block[row % len(block)][column % len(block[0])]
                    if isinstance(block, tuple) and not argument.kind.takes_range
                    else block
                    for block, argument in zip(arguments, function.arguments, strict=True)
                ]
                assert evaluate(function, *alone) == result[row][column]
