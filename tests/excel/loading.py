"""The add-in's loader in LibreOffice's Visual Basic, with stand-ins for Windows and the DLL that note each call.

What is noted can be played again in a real Windows (`tests.parts.windows.Host`), so that the calls made there are those
of the Visual Basic itself. It is changed for LibreOffice in this alone: the Declares are taken away, a pointer to a
text is that text, and the clock can be set.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tests.parts.macros import write_workbook
from xlvp.excel.loader import loader_module

if TYPE_CHECKING:
    from pathlib import Path

    from tests.parts.office import Document, Office
    from xlvp.excel.places import Places

WINDOWS = """\
Option Explicit

Private noted As String
Private current As String
Private time As Single
Private failing As String

Public Function Clock() As Single
    Clock = time
End Function

Public Function GetCurrentDirectoryW(ByVal size As Long, ByRef path As Variant) As Long
    If size = 0 Then
        GetCurrentDirectoryW = Len(current) + 1
    Else
        path = current & vbNullChar
        GetCurrentDirectoryW = Len(current)
    End If
End Function

Public Function SetCurrentDirectoryW(ByVal path As String) As Long
    Note "SetCurrentDirectoryW", path, ""
    If failing = "folder" Then Exit Function
    SetCurrentDirectoryW = 1
    current = path
End Function

Public Function LoadLibraryW(ByVal path As String) As Long
    Note "LoadLibraryW", path, ""
    If failing <> "library" Then LoadLibraryW = 1
End Function

Public Function XLPyDLLActivateAuto(ByRef found As Variant, ByVal command As String, ByVal mode As Long) As Long
    Note "XLPyDLLActivateAuto", command, CStr(mode)
    If failing = "declare" Then Err.Raise 53
    If failing = "start" Then
        found = "no Python"
        XLPyDLLActivateAuto = 1
    ElseIf failing = "dead" Then
        Set found = Nothing
    Else
        Set found = New Server
    End If
End Function

Private Sub Note(ByVal name As String, ByVal first As String, ByVal second As String)
    noted = noted & Chr(30) & name & Chr(31) & first & Chr(31) & second
End Sub

' Has the loader start Python in a folder at a time, with something that fails, and tells the calls.
Public Function TellStart(ByVal folder As String, ByVal seconds As Double, ByVal fails As String) As String
    Dim made As Object
    noted = ""
    current = folder
    time = seconds
    failing = fails
    On Error GoTo Failed
    Set made = XlvpStart()
    TellStart = IIf(made Is Nothing, "nothing", "a server") & noted & Chr(30) & current
    Exit Function
Failed:
    TellStart = Err.Description & noted & Chr(30) & current
End Function

Public Function TellAlive(ByVal fails As String) As String
    noted = ""
    failing = fails
    TellAlive = XlvpAlive() & noted & Chr(30) & current
End Function
"""

SERVER = "Option Explicit\n"


class Loading:
    """A workbook with the loader for some places."""

    def __init__(self, office: Office, folder: Path, places: Places, bits: int = 64) -> None:
        path = folder / "loader.xlsm"
        write_workbook(path, {"Loader": in_basic(loader_module(places), bits), "Windows": WINDOWS}, {"Server": SERVER})
        self.bits = bits
        self.document: Document = office.open(path, macros=True)

    def start(self, folder: str, seconds: float = 50_000, fails: str = "") -> tuple[str, list[list[Any]], str]:
        """Return what starting Python gives, the calls that were made, and the current folder afterwards."""
        return self._told(f'=TELLSTART("{folder}";{seconds};"{fails}")')

    def alive(self, fails: str = "") -> tuple[str, list[list[Any]], str]:
        """Return the same for asking whether it is alive."""
        return self._told(f'=TELLALIVE("{fails}")')

    def _told(self, formula: str) -> tuple[str, list[list[Any]], str]:
        self.document.formula("A1", formula)
        said, *calls, current = str(self.document.cell("A1")).split("\x1e")
        return said, [call(*noted.split("\x1f")) for noted in calls], current


def in_basic(source: str, bits: int) -> str:
    """The loader as LibreOffice can run it."""
    of_64, of_32 = re.findall(r"(?m)^    Private Const DLL_NAME .*\n", source)
    source = source.replace(of_32 if bits == 64 else of_64, "")
    source = re.sub(r"(?m)^#.*\n|^ *Private Declare (.* _\n)?.*\n", "", source)
    source = re.sub(r"StrPtr\((\w+)\)", r"\1", source)
    return source.replace("Timer", "Clock()").replace("Option Private Module\n", "")


def call(name: str, first: str, second: str) -> list[Any]:
    """A call as it was noted, with the mode as a number."""
    return [name, first, int(second)] if second else [name, first]
