"""The add-in's memory of results, at work in LibreOffice's Visual Basic with a server that counts what it is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.parts.macros import write_workbook
from xlvp.excel.memory import PYTHON_CALL
from xlvp.excel.wrappers import functions_module

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.parts.office import Document, Office
    from xlvp.catalogue import Cell

LOADER = """\
Option Explicit

Public asked As Long

Public Function XlvpStart() As Object
    Set XlvpStart = New Server
End Function

Public Function XlvpAlive() As Boolean
    XlvpAlive = True
End Function

Public Function AskedSoFar() As Long
    AskedSoFar = asked
End Function

' Calls with the numbers from first to last, and says how many results were wrong.
Public Function AskInTurn(ByVal first As Long, ByVal last As Long) As Long
    Dim number As Long
    For number = first To last
        If XlvpCall("IMPS", Array(CDbl(number))) <> "IMPS|Double " & number Then AskInTurn = AskInTurn + 1
    Next number
End Function

Public Function AskForError() As String
    AskForError = XlvpCall("IMPS", Array(CVErr(2042)))
End Function
"""

SERVER = """\
Option Explicit

Public Function CallUDF(ByVal script As String, ByVal functionName As String, ByVal cells As Variant)
    Dim cell As Variant
    asked = asked + 1
    CallUDF = functionName
    For Each cell In cells
        If IsArray(cell) Then
            CallUDF = CallUDF & "|" & asked
        ElseIf IsError(cell) Then
            CallUDF = CallUDF & "|" & asked
        Else
            CallUDF = CallUDF & "|" & TypeName(cell) & " " & cell
        End If
    Next cell
    If functionName = "VPSCALE" Then CallUDF = Array(asked, asked)
    If functionName = "DEALER" Then Err.Raise 1001
End Function
"""
"""A server that gives the function and each argument with its kind; for a range how often it was asked."""


def workbook(office: Office, folder: Path) -> Document:
    path = folder / "memory.xlsm"
    functions = functions_module().replace(".Value2", ".Value")
    write_workbook(path, {"Functions": functions, "PythonCall": PYTHON_CALL, "Loader": LOADER}, {"Server": SERVER})
    return office.open(path, macros=True)


@pytest.fixture
def fresh(office: Office, tmp_path: Path) -> Iterator[Document]:
    with workbook(office, tmp_path) as opened:
        yield opened


@pytest.fixture(scope="module")
def document(office: Office, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Document]:
    with workbook(office, tmp_path_factory.mktemp("memory")) as opened:
        opened.set("A1:B2", [[430, "x" * 40], [True, "x" * 41]])
        yield opened


def shown(document: Document, formula: str) -> Cell:
    document.formula("H1", formula)
    return document.cell("H1")


def asked(document: Document, *formulas: str) -> float:
    """How many of these calls have come to Python."""
    before = shown(document, "=ASKEDSOFAR()")
    for formula in formulas:
        shown(document, formula)
    after = shown(document, "=ASKEDSOFAR()")
    assert isinstance(before, float)
    assert isinstance(after, float)
    return after - before


@pytest.mark.parametrize(
    "call",
    [
        "IMPS(20)",
        "IMPS(-20)",
        "IMPS(99999999999999)",
        'IMPS("20")',
        'IMPS("")',
        "IMPS(A9)",
        "IMPS(A2)",
        "IMPS(B1)",
        "WBFVP(23;16)",
        'WBFVP(23;16;"discrete")',
        'NSSCORE("4S";"N";10;1)',
        'IMPS("4♠")',
    ],
)
def test_what_was_asked_is_remembered(document: Document, call: str) -> None:
    first = shown(document, f"={call}")
    assert asked(document, f"={call}", f"={call}") == 0
    assert shown(document, f"={call}") == first


@pytest.mark.parametrize(
    "call",
    [
        "IMPS(0.5)",
        "IMPS(15.56)",
        "IMPS(100000000000001)",
        "IMPS(1E+300)",
        "IMPS(B2)",
        "IMPS(A1:A2)",
        "TABLEVP(3;A1:B2)",
        "TOTALPOINTS(A:A)",
        "VPSCALE(7)",
        "DEALER(1)",
        "ASKFORERROR()",
    ],
)
def test_what_is_not_remembered(document: Document, call: str) -> None:
    """Fractions, long texts, errors, ranges, tables, and what Python has refused."""
    assert asked(document, f"={call}", f"={call}") == 2


def test_what_is_not_the_same_is_told_apart(document: Document) -> None:
    """The first of each pair is asked first, and must not be taken for the second."""
    for name, first, second in (
        ("IMPS", "71", '"71"'),
        ("IMPS", '"a"', '"A"'),
        ("IMPS", "72", "-72"),
        ("IMPS", '"TRUE"', "A2"),
        ("IMPS", "A9", '""'),
        ("IMPS", "A9", "0"),
        ("WBFVP", '"a|t1:b";"c"', '"a";"b|t1:c"'),
        ("WBFVP", '"1";"1"', '"11";""'),
        ("WBFVP", "1;11", "11;1"),
    ):
        one, other = (shown(document, f"={name}({cells})") for cells in (first, second))
        assert one != other, (first, second)
        assert asked(document, f"={name}({first})", f"={name}({second})") == 0
    assert shown(document, "=DEALER(73)") != shown(document, "=VULNERABILITY(73)")


def test_it_is_bounded_and_cleared_when_full(fresh: Document) -> None:
    assert asked(fresh, "=ASKINTURN(1;6000)") == 6000
    assert asked(fresh, "=ASKINTURN(1;6000)") == 0
    assert shown(fresh, "=ASKINTURN(1;6000)") == 0  # of the results were wrong
    assert asked(fresh, "=IMPS(6001)") == 1  # for which there is no room
    assert asked(fresh, "=IMPS(6001)") == 0
    assert asked(fresh, "=ASKINTURN(1;100)") == 100
