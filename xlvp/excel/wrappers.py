"""The Visual Basic of the add-in, written from the catalogue.

Excel calls a Visual Basic function, which asks Python (`xlvp.excel.memory`) and shows what comes back. The wrappers
that xlwings itself generates cannot return an Excel error, and show a traceback when Python fails; these pass the
values of ranges in, turn the texts of errors into errors on the way out, cell by cell, and make any failure
`#VALUE!`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlvp.catalogue import FUNCTIONS
from xlvp.cells import ERRORS, VALUE
from xlvp.excel.text import lines, quoted
from xlvp.udfs import CATEGORY, parameter_name

if TYPE_CHECKING:
    from xlvp.catalogue import Argument, Function

WORKBOOK_EVENTS = """\
Option Explicit

Private WithEvents host As Application

' The function wizard takes help only while a workbook is open, and when Excel starts there may be none yet.
Private Sub Workbook_Open()
    Set host = Application
    DescribeOnce
End Sub

Private Sub host_WorkbookActivate(ByVal opened As Workbook)
    DescribeOnce
End Sub

Private Sub DescribeOnce()
    If ActiveWorkbook Is Nothing Then Exit Sub
    Set host = Nothing
    XlvpDescribe
End Sub
"""

_CONVERSIONS = """\
' The values of a range, or of a single argument; what was left out is empty.
Private Function XlvpIn(Optional ByVal given As Variant) As Variant
    If IsMissing(given) Then
        XlvpIn = Empty
    ElseIf IsObject(given) Then
        XlvpIn = XlvpValues(given)
    Else
        XlvpIn = given
    End If
End Function

' The same for scores and tables, where cells below the used part of the sheet say nothing: a whole column is quick.
' All columns stay: without its first, if that is empty, a table would be another one.
Private Function XlvpUsed(ByVal given As Variant) As Variant
    If IsObject(given) Then
        XlvpUsed = XlvpUsedValues(given)
    Else
        XlvpUsed = XlvpIn(given)
    End If
End Function

Private Function XlvpValues(ByVal block As Range) As Variant
    If block.Areas.Count > 1 Then Err.Raise 5
    XlvpValues = block.Value2
End Function

Private Function XlvpUsedValues(ByVal block As Range) As Variant
    Dim used As Range
    If block.Areas.Count > 1 Then Err.Raise 5
    Set used = Application.Intersect(block, block.Worksheet.UsedRange.EntireRow)
    If used Is Nothing Then
        XlvpUsedValues = Empty
    Else
        XlvpUsedValues = used.Value2
    End If
End Function

' What Python gave, with the texts of errors as errors: one value, a row, or cell by cell.
Private Function XlvpOut(ByVal found As Variant) As Variant
    Dim r As Long, c As Long
    If Not IsArray(found) Then
        XlvpOut = XlvpCell(found)
        Exit Function
    End If
    If XlvpIsFlat(found) Then
        For c = LBound(found) To UBound(found)
            found(c) = XlvpCell(found(c))
        Next c
    Else
        For r = LBound(found, 1) To UBound(found, 1)
            For c = LBound(found, 2) To UBound(found, 2)
                found(r, c) = XlvpCell(found(r, c))
            Next c
        Next r
    End If
    XlvpOut = found
End Function

' xlwings gives a single row without its second dimension.
Private Function XlvpIsFlat(ByRef found As Variant) As Boolean
    Dim last As Long
    On Error GoTo Flat
    last = UBound(found, 2)
    Exit Function
Flat:
    XlvpIsFlat = True
End Function
"""


def functions_module() -> str:
    """Return the module with every function of the catalogue."""
    return "\n".join(["Option Explicit\n", *map(_wrapper, FUNCTIONS), _CONVERSIONS, _cell_conversion()])


def help_module() -> str:
    """Return the module that gives the function wizard its help; Excel takes the arguments' help in no other way."""
    return lines(
        "Option Explicit",
        "Option Private Module",
        "",
        "Public Sub XlvpDescribe()",
        *(f"    XlvpDescribeOne {_described(function)}" for function in FUNCTIONS),
        "End Sub",
        "",
        "Private Sub XlvpDescribeOne(ByVal functionName As String, ByVal summary As String, ParamArray help())",
        "    Dim texts As Variant",
        "    texts = help",
        "    On Error Resume Next",
        '    Application.MacroOptions Macro:="\'" & ThisWorkbook.Name & "\'!" & functionName, _',
        f"        Description:=summary, Category:={quoted(CATEGORY)}, ArgumentDescriptions:=texts",
        "End Sub",
    )


def _wrapper(function: Function) -> str:
    name = function.name
    parameters = ", ".join(map(_parameter, function.arguments))
    cells = ", ".join(map(_passed, function.arguments))
    return lines(
        f"Public Function {name}({parameters}) As Variant",
        f"Attribute {name}.VB_Description = {quoted(function.summary)}",
        "    On Error GoTo Failed",
        f"    {name} = XlvpOut(XlvpCall({quoted(name)}, Array({cells})))",
        "    Exit Function",
        "Failed:",
        f"    {name} = CVErr({ERRORS[VALUE]})",
        "End Function",
    )


def _parameter(argument: Argument) -> str:
    return f"{'Optional ' if argument.optional else ''}ByVal {parameter_name(argument)} As Variant"


def _passed(argument: Argument) -> str:
    return f"{'XlvpUsed' if argument.kind.takes_range else 'XlvpIn'}({parameter_name(argument)})"


def _cell_conversion() -> str:
    return lines(
        "Private Function XlvpCell(ByVal shown As Variant) As Variant",
        "    XlvpCell = shown",
        "    If VarType(shown) = vbString Then",
        "        Select Case shown",
        *(f"            Case {quoted(text)}: XlvpCell = CVErr({number})" for text, number in ERRORS.items()),
        "        End Select",
        "    End If",
        "End Function",
    )


def _described(function: Function) -> str:
    texts = (function.name, function.summary, *(argument.help for argument in function.arguments))
    return ", _\n        ".join(map(quoted, texts))
