"""The Visual Basic that has xlwings' DLL start Python, with the places built in.

xlwings' own module for add-ins does the same and much more. It takes its settings from a sheet of the workbook in
front, or from a file in that workbook's folder, before it looks anywhere else; so any workbook could choose the program
that Excel starts. Only the protocol of the DLL is kept: `XLPyDLLActivateAuto` here, `CallUDF` in `xlvp.excel.memory`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlvp.excel.places import ENDING, dll_name
from xlvp.excel.text import lines, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlvp.excel.places import Places

_PAUSE = 20
_LETTERS_IN_A_LINE = 40  # of which each may take 15, and Visual Basic takes 1,023 in a line


def loader_module(places: Places) -> str:
    """Return the module."""
    return "\n".join(
        [
            _declarations(),
            _FUNCTIONS,
            _text_function("PythonFolder", places.folder),
            _text_function("DllFolder", places.dlls),
            "' A number for each start: for a line that it knows, the DLL looks for the server that it started then.",
            _text_function("StartLine", places.beginning, " & starts & " + quoted(ENDING)),
        ]
    )


def _declarations() -> str:
    def activate(bits: int) -> Iterator[str]:
        name = quoted(dll_name(bits))
        yield f"    Private Const DLL_NAME As String = {name}"
        yield f"    Private Declare PtrSafe Function XLPyDLLActivateAuto Lib {name} ( _"
        yield "        ByRef found As Variant, ByVal command As String, ByVal mode As Long) As Long"

    kernel = 'Private Declare PtrSafe Function {} Lib "kernel32" ({}) As {}'
    path = "ByVal path As LongPtr"
    return lines(
        "Option Explicit",
        "Option Private Module",
        "",
        "' The only way from Excel to Python. Which Python and which DLL was written into these lines when the add-in",
        "' was installed: nothing here looks at a workbook, at a setting or at what lies in the current folder.",
        "",
        "#If Win64 Then",
        *activate(64),
        "#Else",
        *activate(32),
        "#End If",
        kernel.format("LoadLibraryW", path, "LongPtr"),
        kernel.format("SetCurrentDirectoryW", path, "Long"),
        kernel.format("GetCurrentDirectoryW", f"ByVal size As Long, {path}", "Long"),
        "",
        f"Private Const PAUSE As Single = {_PAUSE}",
        "Private Const START_IT As Long = 1",
        "Private Const ASK_FOR_IT As Long = 0",
        "Private Const END_IT As Long = -1",
        "",
        "Private starts As Long",
        "Private triedAt As Single",
    )


_FUNCTIONS = """\
' Starts a Python and returns its server. Not again within some seconds, or each of a thousand cells would try.
Public Function XlvpStart() As Object
    Dim found As Variant, before As String, trouble As String
    If starts > 0 And Abs(Timer - triedAt) < PAUSE Then Err.Raise 1000, , "Python was tried a moment ago"
    before = CurrentFolder()
    trouble = TroubleAtStart(found)
    SetCurrentDirectoryW StrPtr(before)
    triedAt = Timer
    If trouble <> "" Then Err.Raise 1000, , "Python could not be started: " & trouble
    Set XlvpStart = found
End Function

' Says whether the Python that was started last is still there.
Public Function XlvpAlive() As Boolean
    Dim found As Variant
    If XLPyDLLActivateAuto(found, StartLine(), ASK_FOR_IT) = 0 Then
        If IsObject(found) Then XlvpAlive = Not found Is Nothing
    End If
End Function

' The current folder is Python's own from here on, so that Windows finds nothing in another. The DLL is loaded by its
' full path; else Windows would search for it.
Private Function TroubleAtStart(ByRef found As Variant) As String
    Dim ended As Variant, folder As String, dllPath As String
    On Error GoTo Failed
    folder = PythonFolder()
    dllPath = DllFolder() & "\\" & DLL_NAME
    If SetCurrentDirectoryW(StrPtr(folder)) = 0 Then
        TroubleAtStart = "there is no " & folder
    ElseIf LoadLibraryW(StrPtr(dllPath)) = 0 Then
        TroubleAtStart = "there is no " & dllPath
    Else
        If starts > 0 Then XLPyDLLActivateAuto ended, StartLine(), END_IT
        starts = starts + 1
        If XLPyDLLActivateAuto(found, StartLine(), START_IT) <> 0 Then TroubleAtStart = "the DLL says: " & found
    End If
    Exit Function
Failed:
    TroubleAtStart = "Visual Basic says: " & Err.Description
End Function

Private Function CurrentFolder() As String
    Dim room As Long, used As Long, folder As String
    room = GetCurrentDirectoryW(0, 0)
    folder = String$(room, vbNullChar)
    used = GetCurrentDirectoryW(room, StrPtr(folder))
    CurrentFolder = Left$(folder, used)
End Function
"""


def _text_function(name: str, text: str, more: str = "") -> str:
    """Return a function that gives a text, in lines that are not too long, with ChrW for letters that are not ASCII."""
    pieces = [text[place : place + _LETTERS_IN_A_LINE] for place in range(0, len(text), _LETTERS_IN_A_LINE)]
    expressions = [_expression(piece) for piece in pieces]
    expressions[-1] += more
    before = ["", *[f"{name} & "] * (len(pieces) - 1)]
    return lines(
        f"Private Function {name}() As String",
        *(f"    {name} = {front}{expression}" for front, expression in zip(before, expressions, strict=True)),
        "End Function",
    )


def _expression(text: str) -> str:
    """Return a text as an expression of Visual Basic."""
    parts: list[str] = []
    plain = ""
    for letter in text:
        if letter.isascii():
            plain += letter
            continue
        parts += [quoted(plain)] if plain else []
        plain = ""
        units = letter.encode("utf-16-le", "surrogatepass")
        parts += [f"ChrW({int.from_bytes(units[at : at + 2], 'little')})" for at in range(0, len(units), 2)]
    return " & ".join([*parts, *([quoted(plain)] if plain else [])])
