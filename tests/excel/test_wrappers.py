"""The generated Visual Basic at work in LibreOffice.

LibreOffice runs the functions, from cells, with a class of the test in the place of the Python server that the loader
gives to Excel. What its Visual Basic cannot show:

- It has no `Range.Value2`, so `Range.Value` is put there; Excel's differ for dates and currencies only.
- An error in a cell does not arrive: it is 0 there, and a formula such as =IMPS(NA()) never calls the function. A
  function of the test passes an error in, inside a block, since LibreOffice takes a single one for an argument left
  out.
- TRUE as a constant in a formula is the number 1; in a cell it is TRUE.
- An error that comes out of a function becomes the text "Error 2042" in the cell.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.parts.macros import write_workbook
from tests.published import published
from xlvp.catalogue import FUNCTIONS, Function
from xlvp.excel.memory import PYTHON_CALL
from xlvp.excel.wrappers import WORKBOOK_EVENTS, functions_module, help_module

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypeAlias

    from tests.parts.office import Document, Office
    from xlvp.catalogue import Cell

    Opener: TypeAlias = Callable[[str], Document]

EXCEL_ERRORS = {row["text"]: int(row["number"]) for row in published("excel_errors")}

# The workbook

LOADER = """\
Option Explicit

Public started As Long
Public gone As Boolean

Public Function XlvpStart() As Object
    started = started + 1
    gone = False
    If started = 3 Then Err.Raise 1000
    Set XlvpStart = New Server
End Function

Public Function XlvpAlive() As Boolean
    XlvpAlive = Not gone
End Function

Public Function ServersStarted() As Long
    ServersStarted = started
End Function
"""
"""In the place of the loader, which starts a Python or fails: the third time, here."""

TOLD = """\
Option Explicit

' What a function gives to Visual Basic, before it is in a cell.
Public Function TellResult(ByVal given As Variant) As String
    TellResult = Told(IMPS(given))
End Function

Public Function TellErrorsIn() As String
    Dim block(1 To 2, 1 To 1) As Variant
    block(1, 1) = 430
    block(2, 1) = CVErr(2042)
    TellErrorsIn = IMPS(block)
End Function

Public Function TellTwoAreas(ByVal first As Variant, ByVal second As Variant) As String
    Dim both As Range
    Set both = Application.Union(first, second)
    TellTwoAreas = "[" & both.Areas.Count & ", " & Told(IMPS(both)) & ", " & Told(TOTALPOINTS(both)) & "]"
End Function

' A value as JSON.
Public Function Told(ByVal value As Variant) As String
    Dim r As Long, c As Long, row As String
    If Not IsArray(value) Then
        Told = ToldCell(value)
        Exit Function
    End If
    For r = LBound(value, 1) To UBound(value, 1)
        If Dimensions(value) = 1 Then
            row = Told(value(r))
        Else
            row = ""
            For c = LBound(value, 2) To UBound(value, 2)
                row = row & IIf(row = "", "[", ", ") & ToldCell(value(r, c))
            Next c
            row = row & "]"
        End If
        Told = Told & IIf(r = LBound(value, 1), "[", ", ") & row
    Next r
    Told = Told & "]"
End Function

Private Function ToldCell(ByVal value As Variant) As String
    Select Case VarType(value)
        Case vbEmpty: ToldCell = "null"
        Case vbBoolean: ToldCell = IIf(value, "true", "false")
        Case vbString: ToldCell = Chr(34) & value & Chr(34)
        Case vbError: ToldCell = "{" & Chr(34) & "error" & Chr(34) & ": " & Mid(CStr(value), Len("Error ") + 1) & "}"
        Case vbDouble, vbInteger, vbLong: ToldCell = CStr(value)
        Case Else: ToldCell = Chr(34) & "a " & TypeName(value) & Chr(34)
    End Select
End Function

Public Function Dimensions(ByVal value As Variant) As Long
    Dim last As Long
    Dimensions = 1
    On Error GoTo Done
    last = UBound(value, 2)
    Dimensions = 2
Done:
End Function
"""

HEARD = """\
Option Explicit

Private heard As String

Public Function TellHelp() As String
    heard = ""
    XlvpDescribe
    TellHelp = "[" & heard & "]"
End Function

Public Sub HearOptions(ByVal Macro As String, ByVal Description As String, ByVal Category As String, _
        ByVal ArgumentDescriptions As Variant)
    heard = heard & IIf(heard = "", "", ", ") & Told(Array(Macro, Description, Category, ArgumentDescriptions))
End Sub
"""
"""In the place of Excel's `Application.MacroOptions`, with its arguments."""

CALL = "Public Function CallUDF(ByVal script As String, ByVal functionName As String, ByVal cells As Variant)"

TELLS = f"""\
Option Explicit

{CALL}
    CallUDF = "[" & Told(script) & ", " & Told(functionName) & ", " & Told(cells) & "]"
End Function
"""
"""A server that gives what it was asked, as JSON."""

ECHOES = f"""\
Option Explicit

{CALL}
    Dim given As Variant, r As Long, c As Long
    given = cells(0)
    If Not IsArray(given) Then
        CallUDF = given
        Exit Function
    End If
    Dim height As Long, width As Long
    height = UBound(given, 1)
    width = UBound(given, 2)
    Dim row() As Variant, block() As Variant
    ReDim row(0 To width - 1)
    ReDim block(0 To height - 1, 0 To width - 1)
    For r = 1 To height
        For c = 1 To width
            row(c - 1) = given(r, c)
            block(r - 1, c - 1) = given(r, c)
        Next c
    Next r
    If height = 1 Then CallUDF = row Else CallUDF = block
End Function
"""
"""A server that gives its first argument back as xlwings would: counted from 0, and a single row as a flat array."""

FAILS = f"""\
Option Explicit

{CALL}
    Err.Raise 1001
End Function
"""

COUNTS = f"""\
Option Explicit

Private asked As Long

{CALL}
    asked = asked + 1
    gone = asked > 2
    If gone Then Err.Raise 462
    CallUDF = "server " & started & ", call " & asked
End Function
"""
"""A server that is lost after two calls: Visual Basic's error 462 says that the server is not there."""

MODULES = {
    "Functions": functions_module().replace(".Value2", ".Value"),
    "Help": help_module().replace("Application.MacroOptions", "HearOptions"),
    "Heard": HEARD,
    "PythonCall": PYTHON_CALL,
    "Loader": LOADER,
    "Telling": TOLD,
}


@pytest.fixture(scope="module")
def opened(office: Office, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opener]:
    """Open a workbook with a server; the workbooks are closed after the last test."""
    documents = []

    def open_workbook(server: str) -> Document:
        path = tmp_path_factory.mktemp("workbook") / "wrappers.xlsm"
        write_workbook(path, MODULES, {"Server": server})
        documents.append(office.open(path, macros=True))
        return documents[-1]

    yield open_workbook
    for document in documents:
        document.close()


def shown(document: Document, formula: str) -> Any:
    document.formula("H1", formula)
    return document.cell("H1")


def in_json(value: Any) -> str:
    """Return a value as the workbook tells it; in this form 1 and TRUE differ."""
    return json.dumps(value)


# What arrives in Python


@pytest.fixture(scope="module")
def asked(opened: Opener) -> Document:
    document = opened(TELLS)
    document.set("A1:C4", [[1, "x", True], [None, "1.5", False], [-3.5, "#N/A", None], [4, None, None]])
    document.formula("B4", '=""')
    return document


@pytest.mark.parametrize(
    ("formula", "arguments"),
    [
        ("=IMPS(430)", [430]),
        ('=IMPS("text")', ["text"]),
        ("=IMPS(A1)", [1]),
        ("=IMPS(B1)", ["x"]),
        ("=IMPS(C1)", [True]),
        ("=IMPS(A2)", [None]),
        ("=IMPS(B4)", [""]),
        ("=IMPS(A1:A4)", [[[1], [None], [-3.5], [4]]]),
        ("=IMPS(A1:C1)", [[[1, "x", True]]]),
        ("=IMPS(A1:C4)", [[[1, "x", True], [None, "1.5", False], [-3.5, "#N/A", None], [4, "", None]]]),
        ("=IMPS(A5:A7)", [[[None], [None], [None]]]),
        ("=WBFVP(A1:A2;16)", [[[1], [None]], 16, None]),
        ("=WBFVP(A1:A2;B1;A1)", [[[1], [None]], "x", 1]),
    ],
)
def test_arguments(asked: Document, formula: str, arguments: list[Any]) -> None:
    name = formula[1 : formula.index("(")]
    assert shown(asked, formula) == in_json(["xlvp.udfs", name, arguments])


def test_errors_as_arguments(asked: Document) -> None:
    assert shown(asked, "=TELLERRORSIN()") == in_json(["xlvp.udfs", "IMPS", [[[430], [{"error": 2042}]]]])


@pytest.mark.parametrize(
    ("formula", "arguments"),
    [
        ("=TOTALPOINTS(A:A)", [[[1], [None], [-3.5], [4]]]),
        ("=TOTALPOINTS(A:B)", [[[1, "x"], [None, "1.5"], [-3.5, "#N/A"], [4, ""]]]),
        ("=TOTALPOINTS(A3:A1000)", [[[-3.5], [4]]]),
        ("=TOTALPOINTS(A4:A1000)", [4]),
        ("=TOTALPOINTS(A2:A3)", [[[None], [-3.5]]]),
        ("=TOTALPOINTS(A1)", [1]),
        ("=TOTALPOINTS(A2)", [None]),
        ("=TOTALPOINTS(A10:A20)", [None]),
        ("=TOTALPOINTS(5)", [5]),
        ("=BUTLERDATUM(A:A)", [[[1], [None], [-3.5], [4]], None]),
        ("=TABLEVP(A1:A2;A:B)", [[[1], [None]], [[1, "x"], [None, "1.5"], [-3.5, "#N/A"], [4, ""]]]),
        ("=TABLEVP(5;A1:C2)", [5, [[1, "x", True], [None, "1.5", False]]]),
        ("=TABLEVP(5;G3:I99)", [5, [[None, None, None], [None, None, None]]]),
        ("=MATCHPOINTS(A3:A5;A3:A5)", [[[-3.5], [4], [None]], [[-3.5], [4]]]),
    ],
)
def test_scores_and_tables_end_where_the_sheet_does(asked: Document, formula: str, arguments: list[Any]) -> None:
    name = formula[1 : formula.index("(")]
    assert shown(asked, formula) == in_json(["xlvp.udfs", name, arguments])


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.name)
def test_every_function_passes_its_name_and_arguments(asked: Document, function: Function) -> None:
    names = [argument.name for argument in function.arguments]
    texts = "; ".join(f'"{name}"' for name in names)
    assert shown(asked, f"={function.name}({texts})") == in_json(["xlvp.udfs", function.name, names])

    needed = [argument.name for argument in function.arguments if not argument.optional]
    texts = "; ".join(f'"{name}"' for name in needed)
    passed = needed + [None] * (len(names) - len(needed))
    assert shown(asked, f"={function.name}({texts})") == in_json(["xlvp.udfs", function.name, passed])


# What comes back


@pytest.fixture(scope="module")
def echo(opened: Opener) -> Document:
    return opened(ECHOES)


@pytest.mark.parametrize("text", EXCEL_ERRORS)
def test_the_text_of_an_error_is_an_error(echo: Document, text: str) -> None:
    number = EXCEL_ERRORS[text]
    assert shown(echo, f'=TELLRESULT("{text}")') == in_json({"error": number})
    assert shown(echo, f'=IMPS("{text}")') == f"Error {number}"


@pytest.mark.parametrize(
    "text", ["", "NS", "15.5", "#", "#N/A!", "#n/a", " #N/A", "#N/A ", "N/A", "#NUM", "Error 2042"]
)
def test_other_texts_stay(echo: Document, text: str) -> None:
    assert shown(echo, f'=TELLRESULT("{text}")') == in_json(text)
    assert shown(echo, f'=IMPS("{text}")') == text


BLOCK: list[list[Cell]] = [[10, "#N/A", True], ["#n/a", None, "#NUM!"]]
BLOCK_IN_BASIC: list[list[Any]] = [[10, {"error": 2042}, True], ["#n/a", None, {"error": 2036}]]
BLOCK_IN_CELLS: list[list[Cell]] = [[10, "Error 2042", True], ["#n/a", "", "Error 2036"]]


@pytest.mark.parametrize(
    ("cells", "result"),
    [
        ("A1", BLOCK_IN_BASIC[0][0]),
        ("C1", BLOCK_IN_BASIC[0][2]),
        ("A1:C2", BLOCK_IN_BASIC),
        ("B1:B2", [row[1:2] for row in BLOCK_IN_BASIC]),
        ("A1:C1", BLOCK_IN_BASIC[0]),
        ("A2:C2", BLOCK_IN_BASIC[1]),
    ],
    ids=["number", "TRUE", "block", "column", "row", "other row"],
)
def test_results_cell_by_cell(echo: Document, cells: str, result: Any) -> None:
    echo.set("A1:C2", BLOCK)
    assert shown(echo, f"=TELLRESULT({cells})") == in_json(result)


@pytest.mark.parametrize(
    ("cells", "place", "result"),
    [
        ("A1:C2", "A4:C5", BLOCK_IN_CELLS),
        ("B1:B2", "D4:D5", [row[1:2] for row in BLOCK_IN_CELLS]),
        ("A1:C1", "E4:G4", BLOCK_IN_CELLS[:1]),
    ],
    ids=["block", "column", "row"],
)
def test_results_in_cells(echo: Document, cells: str, place: str, result: Any) -> None:
    echo.set("A1:C2", BLOCK)
    echo.array_formula(place, f"=IMPS({cells})")
    assert echo.cells(place) == result


# Failures


def test_a_failure_is_an_error_of_value(opened: Opener) -> None:
    document = opened(FAILS)
    assert shown(document, "=TELLRESULT(430)") == in_json({"error": 2015})
    assert shown(document, "=IMPS(430)") == "Error 2015"


def test_a_range_of_two_areas_is_an_error_of_value(asked: Document) -> None:
    assert shown(asked, "=TELLTWOAREAS(A1:A2;C1:C2)") == in_json([2, {"error": 2015}, {"error": 2015}])


def test_a_server_that_refuses_is_not_started_again(opened: Opener) -> None:
    document = opened(FAILS)
    for number in (1, 2):
        assert shown(document, f"=IMPS({number})") == "Error 2015"
        assert shown(document, "=SERVERSSTARTED()") == 1


def test_the_server_is_kept_and_one_that_is_lost_is_started_again(opened: Opener) -> None:
    document = opened(COUNTS)
    assert [shown(document, f"=IMPS({number})") for number in range(7)] == [
        "server 1, call 1",
        "server 1, call 2",
        "server 2, call 1",
        "server 2, call 2",
        "Error 2015",  # the third does not start
        "server 4, call 1",
        "server 4, call 2",
    ]


# Help


def test_help_for_every_function_and_argument(asked: Document) -> None:
    assert shown(asked, "=TELLHELP()") == in_json(
        [
            [
                f"'ThisWorkbook'!{function.name}",  # to LibreOffice every workbook has this name
                function.summary,
                "Bridge",
                [argument.help for argument in function.arguments],
            ]
            for function in FUNCTIONS
        ]
    )


def test_help_is_given_when_the_workbook_opens() -> None:
    """Or when the first other one does, if there is none yet: this runs in Excel alone."""
    opened = WORKBOOK_EVENTS.partition("Private Sub Workbook_Open()\n")[2].partition("End Sub")[0]
    activated = WORKBOOK_EVENTS.partition("Private Sub host_WorkbookActivate(")[2].partition("End Sub")[0]
    assert "DescribeOnce" in opened
    assert "DescribeOnce" in activated
    assert WORKBOOK_EVENTS.endswith("    XlvpDescribe\nEnd Sub\n")
    assert "Public Sub XlvpDescribe()" in help_module()
    assert help_module().count('Application.MacroOptions Macro:="\'" & ThisWorkbook.Name & "\'!" & functionName') == 1


def test_functions_have_their_descriptions() -> None:
    lines = functions_module().splitlines()
    for function in FUNCTIONS:
        (head,) = (line for line in lines if line.startswith(f"Public Function {function.name}("))
        summary = function.summary.replace('"', '""')
        assert lines[lines.index(head) + 1] == f'Attribute {function.name}.VB_Description = "{summary}"'
