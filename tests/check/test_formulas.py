"""Formulas that give IMPs: nothing is found in a right one, and each way to go wrong at the edges is told."""

from __future__ import annotations

import io
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.check.made import LAW, Cells, book, columns
from xlvp.check.grammar import UnknownError, parse, seen_from
from xlvp.check.impformulas import DIFFERENCES
from xlvp.check.report import check_file
from xlvp.check.working import Cells as Working
from xlvp.check.working import evaluate
from xlvp.ooxml.cellplaces import place
from xlvp.ooxml.sheets import read_book

FROM = [start for start, _, _ in LAW]
IMPS = [imps for _, _, imps in LAW]
TO = [end or 99990 for _, end, _ in LAW]
SCALES: Cells = columns([FROM, TO, IMPS]) | {
    (30 + row, 1 + number): value for row, line in enumerate([FROM, IMPS]) for number, value in enumerate(line)
}
BELOW = "".join(f"IF(ABS(B2-C2)<{start},{imps - 1}," for start, _, imps in LAW[1:]) + "24" + ")" * 24
OVER = "".join(f"IF(ABS(B2-C2)>={start},{imps}," for start, _, imps in LAW[:0:-1]) + "0" + ")" * 24
STEPS = ",".join(str(start) for start in FROM[1:])


def found(formula: str, *, copies: int = 1, more: Cells | None = None) -> list[str]:
    """Return what is found in a workbook with a formula in row 2, copied down, beside two columns of scores."""
    rows = [re.sub(r"(?<=[A-Z])2\b", str(row), formula) for row in range(2, 2 + copies)]
    cells: Cells = columns([rows], first=5) | {(1, 2): "open", (1, 3): "closed"} | (more or {})
    return [str(finding) for finding in check_file(book({"Score": cells, "Scales": SCALES}), "club.xlsx").findings]


PLAYED = 'IF(COUNT(B2:C2)<2,"",{})'
RIGHT = {
    "LOOKUP": PLAYED.format("SIGN(B2-C2)*LOOKUP(ABS(B2-C2),Scales!$A$2:$A$26,Scales!$C$2:$C$26)"),
    "VLOOKUP": 'IF(OR(B2="",C2=""),"",SIGN(B2-C2)*VLOOKUP(ABS(B2-C2),Scales!$A$2:$C$26,3))',
    "VLOOKUP for one side": 'IF(OR(ISBLANK(B2),C2=""),"",IF(B2>C2,VLOOKUP(B2-C2,Scales!$A$2:$C$26,3,TRUE),""))',
    "HLOOKUP": 'IF(OR(B2="",C2=""),"",SIGN(B2-C2)*HLOOKUP(ABS(B2-C2),Scales!$A$30:$Y$31,2))',
    "MATCH in a whole column": PLAYED.format("SIGN(B2+C2)*(MATCH(ABS(B2+C2),Scales!$A$2:$A$26)-1)"),
    "INDEX and MATCH": PLAYED.format("INDEX(Scales!$C$2:$C$26,MATCH(ABS(C2-B2),Scales!$A$2:$A$26,1))*IF(B2>C2,1,-1)"),
    "XLOOKUP down": PLAYED.format("SIGN(B2-C2)*_xlfn.XLOOKUP(ABS(B2-C2),Scales!$A$2:$A$26,Scales!$C$2:$C$26,,-1)"),
    "XLOOKUP up": PLAYED.format("SIGN(B2-C2)*_xlfn.XLOOKUP(ABS(B2-C2),Scales!$B$2:$B$26,Scales!$C$2:$C$26,,1)"),
    "COUNTIF": 'IF(D2="","",SIGN(D2)*(COUNTIF(Scales!$A$2:$A$26,"<="&ABS(D2))-1))',
    "SUMPRODUCT": PLAYED.format(f"SIGN(B2-C2)*SUMPRODUCT(--(ABS(B2-C2)>={{{STEPS}}}))"),
    "IFs below": PLAYED.format(f"SIGN(B2-C2)*{BELOW}"),
    "IFs over": PLAYED.format(f"SIGN(B2-C2)*{OVER}"),
    "IFs over the last before": PLAYED.format(
        "SIGN(B2-C2)*" + re.sub(r">=(\d+)", lambda match: f">{int(match[1]) - 10}", OVER)
    ),
    "an error for no result": 'IFERROR(SIGN(D2)*LOOKUP(ABS(D2/(D2<>"")),Scales!$A$2:$A$26,Scales!$C$2:$C$26),"")',
    "something else": "VLOOKUP(B2,Scales!$C$2:$C$26,1)+100*C2",
    "an unknown function": "NOSUCH(VLOOKUP(ABS(B2-C2),Scales!$A$2:$C$26,3,FALSE))",
}


@pytest.mark.parametrize("name", RIGHT)
def test_nothing_in_a_right_formula(name: str) -> None:
    assert found(f"={RIGHT[name]}", copies=3) == []


@pytest.mark.parametrize(
    ("formula", "told"),
    [
        (
            PLAYED.format("LOOKUP(B2-C2,Scales!$A$2:$A$26,Scales!$C$2:$C$26)"),
            ["for a difference of -10 it gives #N/A, but 0 is right"],
        ),
        (
            PLAYED.format("SIGN(B2-C2)*VLOOKUP(ABS(B2-C2),Scales!$A$2:$C$26,3,FALSE)"),
            ["for a difference of 10 it gives #N/A, but 0 is right; for a difference of 40 it gives #N/A, but 1"],
        ),
        (
            PLAYED.format("SIGN(B2-C2)*VLOOKUP(ABS(B2-C2),Scales!$A$3:$C$26,3)"),
            ["for a difference of 0 it gives #N/A, but 0 is right; for a difference of 10 it gives #N/A, but 0"],
        ),
        (
            PLAYED.format("SIGN(B2-C2)*VLOOKUP(ABS(B2-C2),Scales!$A$2:$C$25,3)"),
            ["for a difference of 4000 it gives 23, but 24 is right"],
        ),
        (  # upper bounds used as lower
            PLAYED.format("SIGN(B2-C2)*VLOOKUP(ABS(B2-C2),Scales!$B$2:$C$26,2)"),
            ["for a difference of 0 it gives #N/A, but 0 is right; for a difference of 20 it gives 0, but 1 is right"],
        ),
        (
            PLAYED.format(f"SIGN(B2-C2)*{OVER.replace('>=50,', '>50,')}"),
            ["for a difference of 50 it gives 1, but 2 is right"],
        ),
        (
            PLAYED.format(f"SIGN(B2-C2)*{OVER.replace('>=4000,', '>=5000,')}"),
            ["for a difference of 4000 it gives 23, but 24 is right"],
        ),
        (
            'IF(B2="","",SIGN(B2-C2)*HLOOKUP(ABS(B2-C2),Scales!$A$30:$Y$31,2))',
            ["with C2 empty and 430 in B2 it gives 10, but a board that one room has yet to play should show nothing"],
        ),
        (
            'IF(C2="","",SIGN(B2+C2)*LOOKUP(ABS(B2+C2),Scales!$A$2:$A$26,Scales!$C$2:$C$26))',
            ["with B2 empty and 430 in C2 it gives 10, but"],
        ),
        ("IF(B2-C2=0,0,SIGN(B2-C2)*LOOKUP(ABS(B2-C2),Scales!$A$2:$A$26,Scales!$C$2:$C$26))", ["with B2 and C2 empty"]),
        ("SIGN(D2)*LOOKUP(ABS(D2),Scales!$A$2:$A$26,Scales!$C$2:$C$26)", ["with D2 empty it gives 0, but a board"]),
        (
            "VLOOKUP(D2,Scales!$A$2:$C$26,3)",
            ["for a difference of -10 it gives #N/A, but 0 is right", "with D2 empty it gives 0, but a board"],
        ),
    ],
)
def test_what_goes_wrong_is_told_once(formula: str, told: list[str]) -> None:
    lines = found(f"={formula}", copies=24)
    assert len(lines) == len(told)
    for line, start in zip(lines, told, strict=True):
        assert line.startswith(f"Score!E2:E25: {start}")


@pytest.mark.slow
@settings(max_examples=25)
@given(st.integers(1, 24), st.sampled_from([-20, -10, 10, 20, 1000]))
def test_any_wrong_step_of_many_ifs(imps: int, off: int) -> None:
    start = FROM[imps]
    formula = PLAYED.format("SIGN(B2-C2)*" + OVER.replace(f">={start},", f">={start + off},"))
    lines = found(f"={formula}")
    assert len(lines) == 1
    assert re.match(r"Score!E2: for a difference of \d+ it gives \d+, but \d+ is right", lines[0])


def test_through_other_cells() -> None:
    """The difference, or the IMPs of the other side, may be worked out in a cell of its own."""
    by_formula: Cells = {(2, 4): "=B2-C2"}
    lookup = "SIGN(D2)*LOOKUP(ABS(D2),Scales!$A$2:$A$26,Scales!$C$2:$C$26)"
    (line,) = found(f"={lookup}", more=by_formula)
    assert line.startswith("Score!E2: with B2 and C2 empty it gives 0")
    assert found(f'=IF(D2="","",{lookup})', more={(2, 4): '=IF(COUNT(B2:C2)<2,"",B2-C2)'}) == []


def test_a_wrong_table_is_told_at_the_table_alone() -> None:
    cells: Cells = {(2, 5): f"={RIGHT['LOOKUP']}"}
    wrong = SCALES | {(26, 1): 5000}
    findings = check_file(book({"Score": cells, "Scales": wrong}), "club.xlsx").findings
    assert [*map(str, findings)] == ["Scales!A26: 5000, but 24 IMPs begin at 4000"]


def test_every_edge_is_tried() -> None:
    assert {difference for start, end, _ in LAW for difference in (start, end) if difference} <= set(DIFFERENCES)


def working() -> Working:
    file = book({"Score": {(1, 1): 7, (2, 1): "x", (3, 1): True}, "Scales": SCALES})
    return Working(read_book(file), {})


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("1+2*3^2", 19.0),
        ("-2^2", 4.0),  # as Excel has it
        ("50%*4", 2.0),
        ("(1+2)*3", 9.0),
        ('"a""b"&1', 'a"b1'),
        ("A1+A9", 7.0),
        ('A9=""', True),
        ("A9=0", True),
        ("A2+1", "#VALUE!"),
        ("1/0", "#DIV/0!"),
        ("IFERROR(1/0,5)", 5.0),
        ("IF(A1>5,1)", 1.0),
        ("IF(A1>9,1)", False),
        ("IFS(A1>9,1,TRUE,2)", 2.0),
        ("CHOOSE(2,1,3)", 3.0),
        ("MATCH(45,{0,20,50})", 2.0),
        ("MATCH(45,{90,50,20},-1)", 2.0),
        ("MATCH(45,{0,20,50},0)", "#N/A"),
        ("XMATCH(45,{50,0,20},-1)", 3.0),
        ("XLOOKUP(45,{0,20},{1,2},9)", 9.0),
        ("INDEX({1,2;3,4},2,1)", 3.0),
        ("INDEX({1,2},2)", 2.0),
        ("VLOOKUP(3,{1,2;3,4},3)", "#REF!"),
        ("SUM({1,2},A1:A3)", 10.0),
        ("SUMPRODUCT({1,2},{3,4})", 11.0),
        ("ROUND(2.5,0)", 3.0),
        ("COUNT(A1:A9)", 1.0),
        ("COUNTA(A1:A9)", 3.0),
        ("COUNTBLANK(A1:A3)", 0.0),
        ('AND(A1=7,OR(FALSE,A2="X"))', True),
        ("NOT(ISNUMBER(A2))", True),
        ("MAX(-1,SIGN(-3),INT(-0.5))", -1.0),
        ('LEN(TRIM(" a  b "))', 3.0),
    ],
)
def test_working_out(formula: str, value: object) -> None:
    tree = parse(formula, place(5, 5))
    shifted = parse(re.sub(r"A(\d)", lambda match: f"$A${match[1]}", formula), place(5, 5))
    for each in (tree, shifted):
        assert evaluate(each, working(), ("score", place(5, 5))) == value


@pytest.mark.parametrize("formula", ["1+", "(1", "{1,A1}", "1 2", ")", "'a", "A1#", "(" * 500, "-" * 5000 + "1"])
def test_what_cannot_be_read(formula: str) -> None:
    with pytest.raises(UnknownError):
        parse(formula, place(1, 1))


@given(st.text("ABS(),;{}\"'!$:123+-*/<>=&%# @IFVLOKUP", max_size=40))
def test_any_text_is_a_formula_or_none(text: str) -> None:
    cells = working()
    try:
        evaluate(parse(text, place(5, 5)), cells, ("score", place(5, 5)))
    except UnknownError:
        assert isinstance(seen_from(text, place(5, 5)), str)


def test_formulas_that_go_round_in_circles() -> None:
    cells: Cells = {(2, 5): f"={RIGHT['COUNTIF']}", (2, 4): "=E2+D2+B2"}
    file = book({"Score": cells, "Scales": SCALES})
    assert check_file(io.BytesIO(file.getvalue()), "club.xlsx").findings == ()


def test_a_formula_that_doubles_its_work_at_each_step_is_left_alone() -> None:
    cells: Cells = {(2, 5): f"={RIGHT['COUNTIF']}"}
    for row in range(2, 40):
        cells[row, 4] = f"=D{row + 1}+D{row + 1}"
    assert check_file(book({"Score": cells, "Scales": SCALES}), "club.xlsx").findings == ()
