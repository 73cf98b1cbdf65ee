"""What Excel asks of the add-in's Visual Basic, and what it may look at: nothing of a workbook but its arguments."""

from __future__ import annotations

import re

import pytest
import xlwings
from openpyxl.utils import FORMULAE

from xlvp.catalogue import FUNCTIONS, Function
from xlvp.excel.loader import loader_module
from xlvp.excel.memory import PYTHON_CALL
from xlvp.excel.places import Places
from xlvp.excel.wrappers import WORKBOOK_EVENTS, functions_module, help_module

PLACES = Places("C:\\Users\\\u65e5\u672c\\Python313\\pythonw.exe", "C:\\" + 200 * "\u0416", "C:\\\u65e5\u672c")
SOURCES = {
    "functions": functions_module(),
    "help": help_module(),
    "Python call": PYTHON_CALL,
    "loader": loader_module(PLACES),
    "workbook events": WORKBOOK_EVENTS,
}

RESERVED = """
    abs addressof and any array as attribute boolean byref byte byval call case cbool cbyte ccur cdate cdbl cdec cdecl
    cint circle clng clnglng clngptr close const csng cstr currency cvar cverr date debug decimal declare
    defbool defbyte defcur defdate defdbl defdec defint deflng deflnglng deflngptr defobj defsng defstr defvar dim do
    doevents double each else elseif empty end endif enum eqv erase event exit false fix for friend function get
    global gosub goto if imp implements in input inputb int integer is lbound len lenb let like lineinput lock long
    longlong longptr loop lset me mod new next not nothing null on open option optional or paramarray preserve print
    private pset public put raiseevent redim rem resume return rset scale seek select set sgn shared single spc static
    stop string sub tab then to true type typeof ubound unlock until variant wend while with withevents write xor
"""
"""[MS-VBAL] 3.3.5.2, reserved identifiers."""

CELL_ADDRESS = re.compile(r"[A-Z]{1,3}[0-9]+|R[0-9]*|C[0-9]*|R[0-9]*C[0-9]*", re.IGNORECASE)


ALLOWED = {
    "ActiveWorkbook Is Nothing": 1,  # there is a workbook in front: the function wizard takes no help before
    "ThisWorkbook.Name": 1,  # what the add-in itself is called, for that help
    "Set host = Application": 1,  # tells when a workbook is opened
    "Application.MacroOptions": 1,
    "Application.Intersect(block, block.Worksheet.UsedRange.EntireRow)": 1,  # the values of arguments, from here on
    "block.Areas.Count": 2,
    "block.Value2": 1,
    "used.Value2": 1,
    "server.CallUDF": 2,  # Python's
    "Err.Number": 1,
    "Err.Description": 2,
    "Err.Raise": 5,
}
"""Whatever the add-in asks of any object, and how often it stands there."""

KINDS = {"Application", "Workbook", "Range", "Object", "LongPtr"}
FUNCTIONS_OF_BASIC = {
    "Timer",
    "IsObject",
    "IsMissing",
    "IsArray",
    "VarType",
    "AscW",
    "ChrW",
    "Mid",
    "Left",
    "IIf",
    "StrPtr",
}
CONSTANTS = {"vbNullChar", "vbDouble", "vbString", "vbBoolean", "vbEmpty"}
OF_DECLARE = {"PtrSafe", "Lib"}
IN_EVENTS = {"WithEvents"}
HELP = {"Macro", "Description", "Category", "ArgumentDescriptions"}


def code(source: str) -> str:
    """The source without its comments, and without what is in its texts."""
    lines = [re.sub(r"'.*", "", re.sub(r'"(?:[^"]|"")*"', '""', line)) for line in source.splitlines()]
    return "\n".join(lines)


def declared(source: str) -> list[str]:
    """The names of procedures, parameters, constants, variables and labels."""
    text = code(source)
    names = re.findall(r"\b(?:Function|Sub|ByVal|ByRef|ParamArray|Const) (\w+)(?=[ (])", text)
    names += re.findall(r"^(?:Private|Public)(?: WithEvents)? (\w+)(?:\(\))? As\b", text, re.MULTILINE)
    names += re.findall(r"^(\w+):$", text, re.MULTILINE)
    for variables in re.findall(r"^ *Dim (.+)$", text, re.MULTILINE):
        names += [variable.split()[0] for variable in variables.split(", ")]
    return names


ALL = "\n".join(SOURCES.values())
EVERY_NAME = set(declared(ALL))


# What the add-in may look at


def strange(source: str) -> list[str]:
    """What is left of a source when all is taken away that is allowed, Visual Basic's own, or declared in it."""
    text = re.sub(r'(?m)^Attribute \w+\.VB_Description = ""$', "", code(source))
    counted = []
    for phrase, times in ALLOWED.items():
        found = rf"(?<![\w.]){re.escape(phrase)}(?![\w.])"
        counted += [phrase] if len(re.findall(found, text)) != times else []
        text = re.sub(found, "", text)
    asked = re.findall(r"\w*\)?\.\w+|[\[\]!]", text)  # of an object; [A1] is a cell, and a!b a part of a
    known = FUNCTIONS_OF_BASIC | CONSTANTS | OF_DECLARE | IN_EVENTS | HELP | set(declared(source))
    text = re.sub(rf"\bAs (?:{'|'.join(KINDS)})\b", "", text)
    words = re.findall(r"[A-Za-z]\w*", re.sub(r"&H[0-9A-F]+&", "", text))
    own = {*RESERVED.split(), "explicit", "module", "error", "win64"}
    return counted + asked + [word for word in words if word not in known and word.lower() not in own]


def test_nothing_of_an_open_workbook_is_read() -> None:
    assert strange(ALL) == []


@pytest.mark.parametrize(
    "line",
    [
        "given = ActiveWorkbook.Path",
        "given = ActiveWorkbook.Name",
        "given = ThisWorkbook.Path",
        "given = ThisWorkbook.Name",
        'given = Sheets("xlvp.conf")',
        'given = Range("A1").Value2',
        "given = ActiveCell",
        "given = [A1]",
        "given = block.Worksheet.Name",
        "given = block.Formula",
        'given = Evaluate("A1")',
        'given = Application.Run("x")',
        'given = Environ("PATH")',
        'given = Dir("*")',
        'Open "xlvp.conf" For Input As #1: Line Input #1, given: Debug.Print given',
        'Shell "cmd.exe"',
        'Set server = CreateObject("WScript.Shell")',
    ],
)
def test_what_would_be_found(line: str) -> None:
    assert strange(ALL + line) != []


def test_windows_is_asked_for_three_things_and_the_dll_for_one() -> None:
    text = SOURCES["loader"]
    assert re.findall(r'Declare PtrSafe Function (\w+) Lib "(\S+)"', text) == [
        ("XLPyDLLActivateAuto", f"xlwings64-{xlwings.__version__}.dll"),
        ("XLPyDLLActivateAuto", f"xlwings32-{xlwings.__version__}.dll"),
        ("LoadLibraryW", "kernel32"),
        ("SetCurrentDirectoryW", "kernel32"),
        ("GetCurrentDirectoryW", "kernel32"),
    ]
    assert not any("Declare" in source for name, source in SOURCES.items() if name != "loader")


def test_nothing_but_a_number_is_added_to_the_line_that_starts_python() -> None:
    body = SOURCES["loader"].partition("Function StartLine() As String\n")[2].partition("End Function")[0]
    assert set(re.findall(r"\w+", code(body))) == {"StartLine", "starts"}
    assert "cmd" not in SOURCES["loader"].lower()


# What Excel asks of the text


@pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES)
def test_text_within_the_limits_of_visual_basic(source: str) -> None:
    lines = source.splitlines()
    assert source.isascii()
    assert max(map(len, lines)) <= 1023
    for first in range(len(lines) - 24):
        assert not all(line.endswith(" _") for line in lines[first : first + 25])


def test_names_are_free() -> None:
    taken = {*RESERVED.split(), *map(str.lower, FUNCTIONS_OF_BASIC | CONSTANTS | KINDS)}
    assert taken.isdisjoint(map(str.lower, EVERY_NAME))


def test_names_have_one_spelling() -> None:
    assert len(EVERY_NAME) == len({name.lower() for name in EVERY_NAME})


def test_the_declared_names_are_found() -> None:
    names = declared(functions_module())
    assert {function.name for function in FUNCTIONS} < set(names)
    assert {"XlvpOut", "given", "scores", "scale_name", "table", "used", "r", "c", "Failed"} < set(names)
    assert {"SLOTS", "server", "keptKeys", "XlvpCall", "functionName", "slot", "Again"} < set(declared(PYTHON_CALL))
    assert {"starts", "StartLine", "XLPyDLLActivateAuto", "command", "PAUSE"} < set(declared(SOURCES["loader"]))


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.name)
def test_a_function_can_be_typed_into_a_cell_and_described(function: Function) -> None:
    assert not CELL_ADDRESS.fullmatch(function.name)
    assert function.name not in FORMULAE
    for text in (function.summary, *(argument.help for argument in function.arguments)):
        assert 0 < len(text) <= 255
    for argument in function.arguments:
        assert not CELL_ADDRESS.fullmatch(argument.name)
