"""The form of the formulas, and the limits that Excel sets."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from xlvp.catalogue import FUNCTIONS, Function
from xlvp.formulas import compiler, formula
from xlvp.formulas.bodies import BODIES

EACH = pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.name)


def test_there_is_a_body_for_every_function() -> None:
    assert list(BODIES) == [function.name for function in FUNCTIONS]


@EACH
def test_limits_of_excel(function: Function) -> None:
    made = formula(function)
    assert made.display.startswith("=LAMBDA(")
    assert made.stored.startswith("_xlfn.LAMBDA(")
    assert max(len(made.display), len(made.stored)) < 8000
    assert len(made.comment) <= 255
    for token in compiler.tokens(made.display[1:]):
        if token.kind == "string":
            assert len(token.text) <= 255 + len('""')
        if token.kind == "array":
            assert len({row.count(",") for row in token.text.split(";")}) == 1
    assert made.display.isascii()
    assert made.stored.isascii()
    assert "\n" not in made.display


@EACH
def test_parameters_are_the_arguments_of_the_catalogue(function: Function) -> None:
    names = [f"[{a.name}_]" if a.optional else f"{a.name}_" for a in function.arguments]
    assert formula(function).display.startswith(f"=LAMBDA({', '.join(names)}, ")


@EACH
def test_the_two_forms_are_one_formula(function: Function) -> None:
    made = formula(function)
    assert compiler.stored(made.display[1:]) == made.stored
    optional = re.sub(r"_xlop\.([a-z_]+)", r"[\1]", made.stored)
    plain = re.sub(r"_xlfn\.|_xlws\.|_xlpm\.", "", optional)
    assert plain == made.display[1:].replace(", ", ",")


# Written down once more, as a second look at the table of the compiler.
EXCEL_2007 = """
    ABS CHOOSE CLEAN COLUMNS EXACT FIND IF IFERROR INDEX INT ISERROR ISLOGICAL ISNUMBER LEFT LEN LN MAX MID MIN
    RIGHT ROUND ROUNDUP ROWS SIGN SQRT SUBSTITUTE SUM TRIM UPPER
"""
NEWER_WORKSHEET_FUNCTIONS = ("FILTER", "SORT")


@EACH
def test_every_newer_function_and_every_name_has_its_prefix(function: Function) -> None:
    bare = re.sub(r'"(?:[^"]|"")*"|#[A-Z/]+!?|[0-9.]+E[+-]?[0-9]+', " ", formula(function).stored)
    found = re.findall(r"((?:_xl[a-z]+\.)*)([A-Za-z_]+)(\(?)", bare)
    assert found
    for prefix, name, call in found:
        if name.islower():
            assert prefix in ("_xlpm.", "_xlop.")
        elif name in ("TRUE", "FALSE"):
            assert prefix == call == ""
        elif name in EXCEL_2007.split():
            assert (prefix, call) == ("", "(")
        else:
            expected = "_xlfn._xlws." if name in NEWER_WORKSHEET_FUNCTIONS else "_xlfn."
            assert (prefix, call) == (expected, "(")


@EACH
def test_no_empty_cell_becomes_0(function: Function) -> None:
    """Excel's IF, MAP and REDUCE make 0 of an empty cell. IronCalc's don't always, so the text itself is looked at."""
    _, text = formula(function).display.split(", LET(", 1)
    for argument in function.arguments:
        given = f"{argument.name}_"
        rest = re.sub(rf'IF\({given}="", [^,]+, {given}\)|ISOMITTED\({given}\)|{given}=""', "", text)
        rest = re.sub(rf"(score_list|spread_out|only_cell|ROWS|COLUMNS)\({given}\)", "", rest)
        assert not re.search(rf"\b{given}\b", rest)
    for part in ("score_list", "spread_out", "only_cell"):
        if f"{part}, " in text:
            _, meaning = text.split(f"{part}, LAMBDA(range_, ", 1)
            before, _ = meaning.split('IF(range_="", "", range_)', 1)
            assert "range_" not in before


def test_no_function_is_volatile_or_missing_in_excel_2024() -> None:
    volatile = {"NOW", "TODAY", "RAND", "RANDBETWEEN", "RANDARRAY", "OFFSET", "INDIRECT", "CELL", "INFO"}
    after_2024 = {"REGEXTEST", "REGEXEXTRACT", "REGEXREPLACE", "TRIMRANGE", "GROUPBY", "PIVOTBY", "PERCENTOF"}
    assert not compiler.EXCEL_FUNCTIONS.keys() & (volatile | after_2024)


def test_the_same_formulas_every_time() -> None:
    program = (
        "from xlvp.catalogue import FUNCTIONS; from xlvp.formulas import formula;"
        "print(*(formula(f).stored for f in FUNCTIONS), sep='\\n')"
    )
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True, timeout=60
        )
        assert done.stdout.splitlines() == [formula(function).stored for function in FUNCTIONS]
