"""Workbooks with tables and formulas as clubs have them, made for a test."""

from __future__ import annotations

import io
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING

from openpyxl import Workbook

from tests.oracles import buchen
from tests.published import published
from xlvp.check.report import check_file

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from xlvp.check.report import Report

LAW = [
    (int(row["from"]), int(row["to"] or 0), int(row["imps"]))
    for row in published("imp_scales")
    if row["source"] == "Law 78B, 2017"
]
"""The scale as the Laws print it: from, to (0: and above) and IMPs."""


Cells = dict[tuple[int, int], object]
"""Values and formulas by row and column."""


def columns(lists: Sequence[Sequence[object]], first: int = 1, top: int = 2) -> Cells:
    """Return lists as columns side by side: cells by row and column."""
    return {
        (top + row, first + column): value
        for column, values in enumerate(lists)
        for row, value in enumerate(values)
        if value is not None
    }


def turned(cells: Cells) -> Cells:
    """Return cells with rows for columns."""
    return {(column, row): value for (row, column), value in cells.items()}


def upright(cells: Cells) -> Cells:
    """Return cells as they are."""
    return cells


SIDEWAYS: tuple[Callable[[Cells], Cells], ...] = (upright, turned)


def book(sheets: Mapping[str, Cells]) -> io.BytesIO:
    """Return a workbook with these cells."""
    made = Workbook()
    made.remove(made.active)
    for name, cells in sheets.items():
        sheet = made.create_sheet(name)
        for (row, column), value in cells.items():
            sheet.cell(row, column).value = value
    file = io.BytesIO()
    made.save(file)
    return file


@cache
def club() -> bytes:
    """Return the workbook of a club: two slips in the IMP scale, VPs by the plain formula, empty boards as pushes."""
    scale = columns([[start for start, _, _ in LAW], [end or None for _, end, _ in LAW], [imps for *_, imps in LAW]])
    vps = [float(vp) for vp in buchen.rounded(Decimal(8), Decimal(10))]
    look_up = "=SIGN(C{0}-D{0})*LOOKUP(ABS(C{0}-D{0}),Scales!$A$2:$A$26,Scales!$C$2:$C$26)"
    match = columns([range(1, 25)]) | columns([[look_up.format(row) for row in range(2, 26)]], first=5)
    sheets = {"Match": match, "Scales": scale | {(26, 1): 5000, (21, 2): 2040}, "VPs": columns([range(len(vps)), vps])}
    return book(sheets).getvalue()


def checked(cells: Cells, name: str = "Scales") -> Report:
    """Return what is found in a workbook of one sheet."""
    return check_file(book({name: cells}), "club.xlsx")


def found(cells: Cells, name: str = "Scales") -> list[str]:
    """Return the lines of what is found in a workbook of one sheet."""
    return [str(finding) for finding in checked(cells, name).findings]
