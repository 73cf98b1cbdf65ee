"""The catalogue itself: complete, well-formed, and its examples right."""

from __future__ import annotations

import inspect
import re

import pytest
from openpyxl.utils import FORMULAE, get_column_letter

import xlvp
from xlvp.catalogue import FUNCTIONS, Function, Kind
from xlvp.formulas import compiler

# SPEC of the spreadsheet functions: optional arguments in brackets.
SYNTAX = """
IMPS(diff)
WBFVP(imps, boards, [kind])
ACBLVP(imps, boards, [scale])
MATCHVP(imps, boards, [scale])
IMPSNEEDED(vp, boards, [scale])
VPSCALE(boards, [scale])
CURVEVP(imps, blitz, [draw])
TABLEVP(imps, table)
CONTRACTSCORE(contract, tricks, [vulnerable])
NSSCORE(contract, declarer, tricks, board)
BOARDSCORE(result, board)
DEALER(board)
VULNERABILITY(board)
MATCHPOINTS(score, scores)
MATCHPOINTPERCENT(score, scores)
CROSSIMPS(score, scores)
BUTLERDATUM(scores, [drop])
BOARDAMATCH(diff)
TOTALPOINTS(scores)
"""

# Words that Visual Basic keeps for itself and that could be taken for the name of an argument.
VBA_WORDS = {
    *("and", "as", "byref", "byval", "call", "case", "const", "date", "dim", "do", "each", "else", "end", "eqv"),
    *("error", "exit", "for", "function", "get", "goto", "if", "imp", "in", "input", "is", "let", "like", "line"),
    *("lock", "loop", "me", "mod", "name", "new", "next", "not", "on", "open", "option", "or", "print", "put"),
    *("seek", "select", "set", "static", "step", "stop", "string", "sub", "then", "time", "to", "type", "until"),
    *("wend", "while", "width", "with", "write", "xor", "caller"),
}


def syntax(function: Function) -> str:
    names = (f"[{a.name}]" if a.optional else a.name for a in function.arguments)
    return f"{function.name}({', '.join(names)})"


def each(function: Function) -> str:
    return function.name


def test_every_function_is_there_once() -> None:
    assert [syntax(function) for function in FUNCTIONS] == SYNTAX.split("\n")[1:-1]


@pytest.mark.parametrize("function", FUNCTIONS, ids=each)
def test_the_rule_is_public_and_takes_these_arguments(function: Function) -> None:
    assert function.rule is getattr(xlvp, function.rule.__name__)
    parameters = inspect.signature(function.rule).parameters
    in_python_alone = {"curve_vp": ["model"]}.get(function.rule.__name__, [])
    assert [*(argument.name for argument in function.arguments), *in_python_alone] == list(parameters)
    for argument in function.arguments:
        if argument.optional:
            assert parameters[argument.name].default == argument.default
            assert type(parameters[argument.name].default) is type(argument.default)


@pytest.mark.parametrize("function", FUNCTIONS, ids=each)
def test_names_and_help_fit_every_spreadsheet(function: Function) -> None:
    assert re.fullmatch(r"[A-Z]{4,}", function.name)  # no digits, so no cell address
    for text in (function.summary, *(argument.help for argument in function.arguments)):
        assert 10 <= len(text) <= 255
        assert text.isascii()
        assert text.endswith(".")
        assert '"' not in text
    for argument in function.arguments:
        assert re.fullmatch(r"[a-z]{2,}", argument.name)
        assert argument.name not in VBA_WORDS
        if argument.optional and argument.kind is not Kind.FLAG:
            assert "default" in argument.help
    assert sorted(function.arguments, key=lambda a: a.optional) == list(function.arguments)


@pytest.mark.parametrize("function", FUNCTIONS, ids=each)
def test_examples_fit_the_arguments(function: Function) -> None:
    needed = sum(not argument.optional for argument in function.arguments)
    assert function.examples
    for example in function.examples:
        assert needed <= len(example.arguments) <= len(function.arguments)


@pytest.mark.parametrize("function", FUNCTIONS, ids=each)
def test_no_name_is_another_functions_or_a_cells(function: Function) -> None:
    """By the list of Excel 2007 in openpyxl, and that of the newer ones which our formulas call."""
    assert function.name not in FORMULAE
    assert function.name not in compiler.EXCEL_FUNCTIONS
    columns = re.match("[A-Z]*", function.name)
    assert columns is not None
    assert len(columns[0]) > len(get_column_letter(16_384))
