"""The Visual Basic that asks Python for a result, and remembers it.

The functions are pure, so a result that Python gave once is right for ever: a column of 1,000 margins with 50 different
values costs 50 calls. What is remembered is one result by the function and one cell for each argument; arguments that
are ranges, and results that are, go to Python every time, in one call. A key is exact: it has the kind of each value,
since 1, "1", TRUE and an empty cell are not the same; the length of each text, so that no text can pass for the rest of
a key; and of the numbers only whole ones, since Visual Basic writes others with 15 of their 17 digits.
"""

from __future__ import annotations

PYTHON_CALL = """\
Option Explicit
Option Private Module

Private Const SLOTS As Long = 8191     ' a prime, so that keys spread well
Private Const MOST_KEPT As Long = 6000
Private Const LONGEST_TEXT As Long = 40
Private Const LARGEST_NUMBER As Double = 100000000000000#

Private server As Object
Private keptKeys() As String
Private keptResults() As Variant
Private keptCount As Long

' What Python gives, from the memory if it was asked before. The one place where the functions meet Python.
Public Function XlvpCall(ByVal functionName As String, ByVal cells As Variant) As Variant
    Dim key As String, slot As Long, found As Variant
    key = KeyOf(functionName, cells)
    If key <> "" Then
        If keptCount = 0 Then Forget
        slot = SlotOf(key)
        If keptKeys(slot) = key Then
            XlvpCall = keptResults(slot)
            Exit Function
        End If
    End If
    found = Asked(functionName, cells)
    If key <> "" And Not IsArray(found) Then Keep key, found
    XlvpCall = found
End Function

Private Sub Keep(ByVal key As String, ByVal found As Variant)
    Dim slot As Long
    If keptCount = MOST_KEPT Then Forget
    slot = SlotOf(key)
    keptKeys(slot) = key
    keptResults(slot) = found
    keptCount = keptCount + 1
End Sub

Private Sub Forget()
    ReDim keptKeys(0 To SLOTS - 1)
    ReDim keptResults(0 To SLOTS - 1)
    keptCount = 0
End Sub

' Function and arguments in one text; "" if they are not to be kept.
Private Function KeyOf(ByVal functionName As String, ByVal cells As Variant) As String
    Dim cell As Variant, key As String
    key = functionName
    For Each cell In cells
        Select Case VarType(cell)
            Case vbDouble
                If cell <> Fix(cell) Or Abs(cell) > LARGEST_NUMBER Then Exit Function
                key = key & "|n" & cell
            Case vbString
                If Len(cell) > LONGEST_TEXT Then Exit Function
                key = key & "|t" & Len(cell) & ":" & cell
            Case vbBoolean
                key = key & IIf(cell, "|true", "|false")
            Case vbEmpty
                key = key & "|"
            Case Else
                Exit Function
        End Select
    Next cell
    KeyOf = key
End Function

' Where a key is, or the free place where it belongs: there is one always.
Private Function SlotOf(ByVal key As String) As Long
    Dim slot As Long, place As Long
    For place = 1 To Len(key)
        slot = (slot * 31 + (AscW(Mid$(key, place, 1)) And &HFFFF&)) Mod SLOTS
    Next place
    Do Until keptKeys(slot) = "" Or keptKeys(slot) = key
        slot = (slot + 1) Mod SLOTS
    Loop
    SlotOf = slot
End Function

' A Python that is gone is started again; one that refuses is not.
Private Function Asked(ByVal functionName As String, ByVal cells As Variant) As Variant
    Dim number As Long, reason As String
    If server Is Nothing Then Set server = XlvpStart()
    On Error GoTo Failed
    Asked = server.CallUDF("xlvp.udfs", functionName, cells)
    Exit Function
Failed:
    number = Err.Number
    reason = Err.Description
    If XlvpAlive() Then Err.Raise number, , reason
    Set server = Nothing
    Resume Again
Again:
    On Error GoTo 0
    Set server = XlvpStart()
    Asked = server.CallUDF("xlvp.udfs", functionName, cells)
End Function
"""
