"""Every row of what a cell means, in the formulas as IronCalc evaluates them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import ironcalc
import pytest

from tests.parts import ironcalc as engine
from tests.parts.ironcalc import evaluate_calls, evaluate_in_ironcalc
from tests.test_cells import GOOD, PLACES
from xlvp.catalogue import FUNCTIONS, Function, Kind
from xlvp.cells import ERRORS, evaluate
from xlvp.formulas import compiler, formula
from xlvp.reference import typed
from xlvp.rules import wbf
from xlvp.rules.scales import SCALES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from xlvp.catalogue import Cell

BY_NAME = {function.name: function for function in FUNCTIONS}
EACH = pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.name)


def check(function: Function, calls: Iterable[Sequence[Any]]) -> None:
    """Assert that calls show in IronCalc what they show in Python."""
    listed = list(calls)
    for arguments, shown in zip(listed, evaluate_calls([(function, call) for call in listed]), strict=True):
        assert shown == evaluate(function, *arguments), (function.name, arguments)


@EACH
def test_each_formula_stands_alone(function: Function) -> None:
    calls = [(function, example.arguments) for example in function.examples]
    shown = evaluate_calls(calls, functions=[function])
    assert shown == [example.result for example in function.examples]


@EACH
def test_the_text_to_paste(function: Function) -> None:
    """The examples as they are typed into cells, in a workbook that was given the display form by hand."""
    for example in function.examples:
        model = ironcalc.create_user_model("book", "en", "UTC", "en")
        model.new_defined_name(function.name, None, formula(function).display)
        model.set_user_input(0, 1, 1, typed(function, example))
        block = example.result if isinstance(example.result, tuple) else ((example.result,),)
        for down, row in enumerate(block, start=1):
            assert tuple(model.get_cell_value(0, down, right) for right in range(1, len(row) + 1)) == row


def test_names_of_the_workbook_do_not_get_in_the_way() -> None:
    names = dict.fromkeys(("boards", "scale", "diff", "margin", "board", "vp", "total", "name"), "Sheet1!$A$1")
    assert evaluate_calls([(BY_NAME["WBFVP"], (23, 16)), (BY_NAME["IMPS"], (430,))], names=names) == [15.56, 10]


EXCEL_2007_ERRORS = {"#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A"}
WRONG = (
    "abc",
    "nan",
    "inf",
    "4,3",
    "1,000",
    "1_000",
    "1/2",
    "1-2",
    "10%",
    "1:30",
    "$5",
    "(5)",
    "4 3",
    "#",
    True,
    False,
)
NUMBERS = (0, 1, -1, 7, 7.5, 20, 25, 37, 1001, 1e10, "7", " 7 ", "7.", "+7", "-7", ".5", "7e0", "70E-1", "7\u00a0")


@pytest.mark.parametrize(("function", "place"), PLACES)
def test_a_changed_cell(function: Function, place: int) -> None:
    """Empty, "", each error, texts, TRUE and FALSE, numbers: in each argument of each function."""
    cells: list[Cell] = [None, "", *sorted(ERRORS.keys() & EXCEL_2007_ERRORS), *WRONG, *NUMBERS]
    good = list(GOOD[function.name])
    check(function, [[*good[:place], cell, *good[place + 1 :]] for cell in cells])


NO_FIGURE = (" ", "   ", "\u00a0", "\u00a0 ", "E", "+", ".", "-E")


@EACH
def test_no_text_without_a_figure_reaches_numbervalue(function: Function, monkeypatch: pytest.MonkeyPatch) -> None:
    """In Excel NUMBERVALUE("") is 0, in IronCalc an error: here all that has no figure is 0, the worst that can be."""
    text = formula(function).display
    called = 'NUMBERVALUE(typed_, ".", ",")'
    assert text.count("NUMBERVALUE(") == text.count(called)
    bare = 'SUBSTITUTE(SUBSTITUTE(SUBSTITUTE(SUBSTITUTE(UPPER(typed_), "E", ""), ".", ""), "+", ""), "-", "")'
    trap = text.replace(called, f'IF({bare}="", 0, {called})')
    monkeypatch.setattr(engine, "_stored", lambda _: {function.name: compiler.stored(trap[1:])})
    good = list(GOOD[function.name])
    calls = []
    for place, argument in enumerate(function.arguments):
        if argument.kind in (Kind.NUMBER, Kind.NAME, Kind.FLAG, Kind.RESULT):
            calls += [[*good[:place], cell, *good[place + 1 :]] for cell in NO_FIGURE]
        elif argument.kind is Kind.TABLE:
            tables = [((0, 10), (3, 11), row) for cell in NO_FIGURE for row in ((cell, 12), (5, cell))]
            calls += [[*good[:place], table, *good[place + 1 :]] for table in tables]
    assert evaluate_calls([(function, call) for call in calls]) == ["#VALUE!"] * len(calls)
    assert [evaluate(function, *call) for call in calls] == ["#VALUE!"] * len(calls)


def test_boards_are_looked_at_before_a_scale_is_made() -> None:
    """Where an engine works out more than it needs, no table for 0 boards may turn #NUM! into another error."""
    for name, scales in (("WBFVP", tuple(wbf.CHOICES)), ("MATCHVP", tuple(scale.name for scale in SCALES))):
        check(BY_NAME[name], [(23, boards, scale) for boards in (0, -1, 1001, 7.5, "x") for scale in scales])
        text = formula(BY_NAME[name]).display
        assert re.search(r"winner_gain, IF\(ISERROR\(match_boards\), match_boards, ", text)


@pytest.mark.parametrize(("function", "place"), PLACES)
def test_an_error_comes_before_what_is_empty(function: Function, place: int) -> None:
    blanks: list[Any] = [None] * len(function.arguments)
    blanks[place] = "#N/A"
    check(function, [blanks])


@EACH
def test_optional_arguments_may_be_left_out(function: Function) -> None:
    needed = [cell for cell, a in zip(GOOD[function.name], function.arguments, strict=True) if not a.optional]
    check(function, [needed])


def test_several_errors() -> None:
    check(BY_NAME["WBFVP"], [("#N/A", "#REF!"), ("#REF!", "#N/A"), (None, "#N/A"), ("x", 0), ("x", 0, "y")])
    check(BY_NAME["MATCHVP"], [("x", 37, 20), ("x", 37, 25), (1, 37, "EBU"), ("x", 0, "NABC+")])
    check(BY_NAME["MATCHPOINTS"], [("#NAME?", ((420,), ("#DIV/0!",))), (420, ((420, "#DIV/0!"), ("#N/A", 1)))])
    check(BY_NAME["NSSCORE"], [("4Z", "Q", 14, 0), ("4Z", "N", 14, 1), ("4S", "Q", 14, 1), ("P", "Q", "-", 0)])


SCALE_NAMES = (
    *("WBF", "wbf", " w b f ", "WBF-", "WBF discrete", "wbf-Discrete", "WBFDISCRETE", "wbf\u00a0discrete"),
    *("ACBL 20", "acbl-20", "ACBL20", 20, "20", "20.0", " 20 ", "2e1", "2-0", "ACBL 30", 30, "30", "NABC+", "nabc +"),
    *("", None, "EBU", "ACBL", "ACBL 25", 25, "25", 20.5, -20, "-20", 0, True, "NABC", "WBF\tdiscrete", "W.B.F."),
    *("continuous", "Continuous", "con-tin uous", "discrete", "DISCRETE"),
)


def test_names_of_scales() -> None:
    check(BY_NAME["MATCHVP"], [(23, 16, name) for name in SCALE_NAMES])
    check(BY_NAME["ACBLVP"], [(23, 16, name) for name in SCALE_NAMES])
    check(BY_NAME["WBFVP"], [(23, 16, name) for name in SCALE_NAMES])
    check(BY_NAME["IMPSNEEDED"], [(15, 16, name) for name in SCALE_NAMES])


def test_margins_that_are_not_whole() -> None:
    margins = (0.4, 0.5, 1.5, 2.5, 22.5, 22.49, 22.51, 59.5, 100.5)
    for scale in SCALES:
        check(BY_NAME["MATCHVP"], [(sign * margin, 16, scale.name) for margin in margins for sign in (1, -1)])


CONTRACTS = (
    *(
        "4S",
        "4s",
        " 4 S ",
        "4\u2660",
        "4\u2665",
        "4\u2666",
        "4\u2663",
        "3N",
        "3nt",
        "3 NT x",
        "3sa",
        "3SAXX",
        "6\u2665xx",
    ),
    *(
        "1CX",
        "7ntxx",
        "4\u00a0S",
        "4S\n",
        "8S",
        "0S",
        "4",
        "S",
        "4Z",
        "4SXXX",
        "4SX X",
        "4XS",
        "3NTT",
        "3SAA",
        "3\u2660A",
    ),
    *("3NS", "44S", "4S10", "X", "XX", "4S=", "4S+1", "4SX-1", "P", "p", "PASS", "pass ", "A P", "ap", "0", 0, 0.0),
    *("PP", "passed", 4, -1, True, False, "4SS", "4\u26604S", "4 \u2660 x"),
)


def test_contracts() -> None:
    check(BY_NAME["CONTRACTSCORE"], [(contract, 10) for contract in CONTRACTS])
    check(BY_NAME["CONTRACTSCORE"], [(contract, None, True) for contract in CONTRACTS])
    check(BY_NAME["NSSCORE"], [(contract, "E", 10, 4) for contract in CONTRACTS])
    check(BY_NAME["NSSCORE"], [(contract, None, None, 4) for contract in CONTRACTS])
    check(BY_NAME["NSSCORE"], [(contract, "-", "-", None) for contract in CONTRACTS])


def test_declarers() -> None:
    declarers = ("N", "e", " S ", "w", "w\u00a0", "", None, "X", "NS", "north", 1, True, "-", "N-")
    check(BY_NAME["NSSCORE"], [("4S", declarer, 10, board) for declarer in declarers for board in (1, 2, 3, 4)])


def test_vulnerable() -> None:
    flags = (True, False, 1, 0, "1", "0", "", None, 2, -1, 0.5, "2", "yes", "TRUE", "1.0")
    check(BY_NAME["CONTRACTSCORE"], [("4S", 10, flag) for flag in flags])


def test_boards() -> None:
    numbers = (*range(1, 40), 16_000, 16_001, 10**9, 10**9 + 1, 1e15, 0, -1, 1.5, "17", "17.0")
    for name in ("DEALER", "VULNERABILITY"):
        check(BY_NAME[name], [(number,) for number in numbers])


def test_numbers_as_text_are_the_same_in_every_language() -> None:
    texts = ("12.5", "12,5", "1.000", "1,000", "4.3e2")
    calls = [(BY_NAME["IMPS"], (text,)) for text in texts]
    expected = [evaluate(BY_NAME["IMPS"], text) for text in texts]
    for locale in ("en", "de", "fr"):
        assert evaluate_calls(calls, locale=locale) == expected


# Ranges


def test_a_range_keeps_its_shape_and_each_cell_its_own_result() -> None:
    check(BY_NAME["IMPS"], [(((430, None, "#N/A"), ("x", True, "-430")),), (((None,),),), (((None, None),),)])
    check(BY_NAME["DEALER"], [(((1,), (True,), (1.0,), (0,)),)])


def test_a_single_value_spreads() -> None:
    column, row = ((0,), (23,), (None,), ("#N/A",)), ((16, "x", None, "#REF!"),)
    wbfvp = BY_NAME["WBFVP"]
    check(wbfvp, [(column, 16), (23, row), (column, 16, "discrete"), (23, 16, (("discrete",), (None,), ("x",)))])
    check(wbfvp, [(column, "#DIV/0!"), ("#DIV/0!", row), (column, None), (None, row), (column, "")])


def test_a_row_and_a_column_spread_over_each_other() -> None:
    column, row = ((1,), (10,), (None,), ("#N/A",)), ((7, 10, "#REF!", None),)
    scales = (("20", 30, "NABC+", "x"),)
    check(BY_NAME["ACBLVP"], [(column, row), (row, column), (column, row, scales), (((1, 2, 3, 4),) * 4, row, 30)])
    check(BY_NAME["CONTRACTSCORE"], [((("4S",), ("P",), (None,)), ((9, 10, None),), ((0, True, "x"),))])


@pytest.mark.parametrize("boards", [((8, 16),), ((8,), (16,)), ((8, 16), (8, 16), (8, 16))], ids=repr)
def test_shapes_that_do_not_match(boards: Any) -> None:
    block = ((1, 2, 3), (4, "#N/A", 6), (7, None, 9), (1, 2, 3))
    check(BY_NAME["WBFVP"], [(block, boards), (boards, block), (1, block, boards)])


def test_a_whole_table_takes_single_cells_alone() -> None:
    cells: list[Any] = [
        (8,),
        (((8,),),),
        (8, (("WBF discrete",),)),
        (((8,), (16,)),),
        (8, (("WBF", 20),)),
        (None,),
        ("",),
    ]
    check(BY_NAME["VPSCALE"], [*cells, ("#N/A",), (8, "#N/A"), (0,), ("x", 20), (37, 20), (37, "x"), ("8", "20")])


def test_a_whole_table_takes_an_array_of_one_number() -> None:
    """As other functions of Excel return it. In the cell stands an array constant, not a range."""
    model = ironcalc.create_user_model("book", "en", "UTC", "en")
    model.new_defined_name("VPSCALE", None, formula(BY_NAME["VPSCALE"]).display)
    model.set_user_input(0, 1, 1, '=VPSCALE({8},{"WBF discrete"})')
    assert model.get_cell_array_structure(0, 1, 1) == {"DynamicAnchor": (4, 11)}


def test_scores() -> None:
    scores = ((420, "pass"), (None, ""), (450, "430"), (True, -50))
    nothing = ((None, "score"), ("", True))
    errors = ((420, "#N/A"), ("#REF!", 1))
    column = ((420,), (None,), (450,), ("#NUM!",), ("x",), ("420",))
    for name in ("MATCHPOINTS", "MATCHPOINTPERCENT", "CROSSIMPS"):
        fields: list[Any] = [scores, nothing, errors, 420, None, ((420,),), ((420, 420),)]
        check(BY_NAME[name], [(own, field) for own in (420, 400, None, "#DIV/0!", column) for field in fields])
    check(BY_NAME["TOTALPOINTS"], [(scores,), (nothing,), (errors,), (420,), (None,), ("x",), (((0.5, 0.25),),)])
    drops: list[Any] = [0, 1, 2, -1, 0.5, None, "1", "x", ((0,), (1,), (None,), (2,), ("#N/A",))]
    check(BY_NAME["BUTLERDATUM"], [(field, drop) for field in (scores, nothing, errors) for drop in drops])
    check(
        BY_NAME["BUTLERDATUM"],
        [(((415,),),), (((425,),),), (((-415, -415),),), (((-425,), (-425,)),), (((5,), (-5,)),)],
    )


# What differs from the route through Python, as the docstring of xlvp.formulas says.


@pytest.mark.parametrize(
    ("name", "arguments", "shown", "in_python"),
    [
        ("IMPS", ("1e999",), "#VALUE!", "#NUM!"),
        ("IMPS", ("\u2003430",), "#VALUE!", 10),
        ("IMPS", ("430\n",), "#VALUE!", 10),
        ("MATCHVP", (23, 16, "WBF\u2003discrete"), "#VALUE!", 16),
        ("CONTRACTSCORE", ("4\u2003S", 10), "#VALUE!", 420),
    ],
)
def test_what_differs(name: str, arguments: tuple[Any, ...], shown: Cell, in_python: Cell) -> None:
    assert evaluate_in_ironcalc(BY_NAME[name], *arguments) == shown
    assert evaluate(BY_NAME[name], *arguments) == in_python
