"""From readable text to what a file holds."""

from __future__ import annotations

import re

import pytest

from xlvp.formulas import compiler


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("SUM(1, 2)", "SUM(1,2)"),
        ("SEQUENCE(3)", "_xlfn.SEQUENCE(3)"),
        ("SORT({2;1}, 1, -1)", "_xlfn._xlws.SORT({2;1},1,-1)"),
        ("LET(a_, 1, b_, a_+1, a_*b_)", "_xlfn.LET(_xlpm.a_,1,_xlpm.b_,_xlpm.a_+1,_xlpm.a_*_xlpm.b_)"),
        (
            "LAMBDA(a_, [b_], IF(ISOMITTED(b_), a_, b_))",
            "_xlfn.LAMBDA(_xlpm.a_,_xlop.b_,IF(_xlfn.ISOMITTED(_xlpm.b_),_xlpm.a_,_xlpm.b_))",
        ),
        (
            "LET(add_one, LAMBDA(a_, a_+1), add_one(2))",
            "_xlfn.LET(_xlpm.add_one,_xlfn.LAMBDA(_xlpm.a_,_xlpm.a_+1),_xlpm.add_one(2))",
        ),
        # Nothing in a text is a name, a function or a space to be left out, nor in the texts of an array.
        ('LET(a_, "a_, SORT(""x"")", a_)', '_xlfn.LET(_xlpm.a_,"a_, SORT(""x"")",_xlpm.a_)'),
        ('SUM({"a, b","{";1,2})', 'SUM({"a, b","{";1,2})'),
        ("IF(TRUE, #N/A, #VALUE!)", "IF(TRUE,#N/A,#VALUE!)"),
        ("(1.5E-3 + 2)*3 <= 4", "(1.5E-3+2)*3<=4"),
        # A name lives where it was declared: here twice, side by side.
        (
            "LET(f_, LAMBDA(a_, a_), g_, LAMBDA(a_, f_(a_)), g_(1))",
            "_xlfn.LET(_xlpm.f_,_xlfn.LAMBDA(_xlpm.a_,_xlpm.a_),"
            "_xlpm.g_,_xlfn.LAMBDA(_xlpm.a_,_xlpm.f_(_xlpm.a_)),_xlpm.g_(1))",
        ),
    ],
)
def test_stored_form(text: str, stored: str) -> None:
    assert compiler.stored(text) == stored


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("SUN(1)", "there is no function 'SUN'"),
        ("sum(1)", "there is no function 'sum'"),
        ("INDIRECT(1)", "there is no function 'INDIRECT'"),
        ("LET(a_, b_, a_)", "nobody has declared 'b_'"),
        ("LET(a_, LET(b_, 1, b_), b_)", "nobody has declared 'b_'"),
        ("LET(a_, LAMBDA(b_, b_), a_(b_))", "nobody has declared 'b_'"),
        ("A1+1", "nobody has declared 'A1'"),
        ("LET(vp, 1, vp)", "a name needs small letters and an underscore: 'vp'"),
        ("LET(result, LAMBDA(a_, a_), result(1))", "a name needs small letters and an underscore: 'result'"),
        ("LET(a_, 1, a_, 2, a_)", "a name is declared twice: 'a_'"),
        ("LET(a_, 1, MAP({1}, LAMBDA(a_, a_)))", "a name is declared twice: 'a_'"),
        ("LET(a_, 1)", "zip"),
        ("LET(1, 1, 1)", "a name needs small letters and an underscore: '1'"),
        ("[a_]+1", "[a_] can only be a parameter of a LAMBDA"),
        ("SUM(1,,2)", "a formula cannot have an empty argument"),
        ("SUM()", "a formula cannot have an empty argument"),
        ("SUM(1", "a parenthesis is not closed"),
        ("(1", "a parenthesis is not closed"),
        ("SUM(1))", "a formula cannot have ')' here"),
        ("1,2", "a formula cannot have ',' here"),
        ('"a', "a formula cannot have this: '\"a'"),
        ("{1,{2}}", "a formula cannot have this"),
        ("1;2", "a formula cannot have this: ';2'"),
        ("#REF!", "a formula cannot have this: '#REF!'"),
    ],
)
def test_what_the_compiler_refuses(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        compiler.stored(text)
