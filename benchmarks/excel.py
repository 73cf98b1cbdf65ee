"""The add-in's way to Python: one call for a column, against a call for every cell; and what its memory spares.

Calls through COM are measured in a real Windows Python. The Visual Basic of the memory runs in LibreOffice, which is
slower at it than Excel, with a server that counts what it is asked; its time and that of as many calls as are left are
put together.
"""

from __future__ import annotations

import shutil
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.measure import Comparison, LeftOutError, Result, faster
from tests.parts.macros import write_workbook
from tests.parts.office import Office
from tests.parts.windows import Client, installed
from xlvp.excel.memory import PYTHON_CALL

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.parts.office import Document

ROWS = 10_000
CELLS, VALUES = 1_000, 50
ROUNDS = 5

MEMORY = """\
Option Explicit

Public asked As Long

Public Function XlvpStart() As Object
    Set XlvpStart = New Server
End Function

Public Function XlvpAlive() As Boolean
    XlvpAlive = True
End Function

' Fills so many cells down, with so many margins, and tells how often Python was asked and how many cells were wrong.
Public Function FillDown(ByVal cells As Long, ByVal values As Long, ByVal first As Long) As String
    Dim number As Long, margin As Double, wrong As Long
    asked = 0
    For number = 0 To cells - 1
        margin = first + number Mod values
        If XlvpCall("WBFVP", Array(margin, 16#, Empty)) <> margin Then wrong = wrong + 1
    Next number
    FillDown = asked & " " & wrong
End Function
"""

SERVER = """\
Option Explicit

Public Function CallUDF(ByVal script As String, ByVal functionName As String, ByVal cells As Variant)
    asked = asked + 1
    CallUDF = cells(0)
End Function
"""


def results() -> Iterator[Result]:
    """Run them all."""
    if shutil.which("wine") is None:
        raise LeftOutError("Wine is not installed")
    windows = installed()
    with Client(windows) as excel:
        column = [[float(number % 61)] for number in range(ROWS)]
        whole = min(excel.seconds("WBFVP", [column, 16.0, None], times=1) for _ in range(ROUNDS))
        single = excel.seconds("WBFVP", [23.0, 16.0, None], times=ROWS)
        yield faster(f"through COM, a column of {ROWS:,}, against single cells", Comparison(whole, single), 10)
        yield from memory(excel)
    windows.shut_down()


def memory(excel: Client) -> Iterator[Result]:
    """Compare single cells that repeat their values with as many calls."""
    if shutil.which("soffice") is None:
        raise LeftOutError("LibreOffice is not installed")
    pairs, asked, wrong = [], 0, 0
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        write_workbook(folder / "memory.xlsm", {"PythonCall": PYTHON_CALL, "Memory": MEMORY}, {"Server": SERVER})
        with Office(folder) as office, office.open(folder / "memory.xlsm", macros=True) as document:
            for number in range(ROUNDS + 1):
                start = time.perf_counter()
                asked, wrong = fill_down(document, VALUES * number)  # margins that are new to the memory
                in_basic = time.perf_counter() - start
                calls = excel.seconds("WBFVP", [23.0, 16.0, None], times=asked)
                pairs.append((in_basic + calls, excel.seconds("WBFVP", [23.0, 16.0, None], times=CELLS)))
    what = f"{CELLS:,} single cells with {VALUES} different values"
    right = f"{CELLS - wrong:,} of {CELLS:,}"
    yield Result(f"{what}: calls saved", f"{CELLS - asked}", f"{CELLS - VALUES}", asked == VALUES, right)
    remembered, every = (min(pair[side] for pair in pairs[1:]) for side in (0, 1))
    note = (
        f"{1000 * remembered:.0f} ms, of which {VALUES} calls are {1000 * every * VALUES / CELLS:.0f} ms, against"
        f" {1000 * every:.0f} ms. The Visual Basic runs in LibreOffice here; in Excel it has not been measured."
    )
    measured = faster(f"{what}, against {CELLS:,} calls", Comparison(remembered, every), 2)
    yield measured._replace(note=note)


def fill_down(document: Document, first: int) -> tuple[int, int]:
    """Ask for all the cells, and return how often Python was asked and how many are wrong."""
    document.formula("A1", f"=FILLDOWN({CELLS};{VALUES};{first})")
    asked, wrong = map(int, str(document.cell("A1")).split())
    return asked, wrong
