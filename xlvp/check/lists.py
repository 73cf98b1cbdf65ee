"""What a check has found as a list for other programs: comma-separated values, or JSON.

Whatever a workbook says stands in these files as harmless text: a spreadsheet that opens the list takes no cell of it
for a formula, and a terminal no character for a command.
"""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any

from xlvp.files import printable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from xlvp.check.findings import Finding, Seen
    from xlvp.check.report import Report

_HEADINGS = ("workbook", "sheet", "cells", "verdict", "text")
_BEGINS_A_FORMULA = ("=", "+", "-", "@")
_WRONG = "wrong"


def as_csv(reports: Iterable[tuple[str, Report]], *, cells: bool) -> str:
    """Return a line for each finding, or for each cell of one, and for each thing that is right or left alone."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_HEADINGS)
    for path, report in reports:
        rows = [(found, _WRONG) for found in report.wrong(cells=cells)] + [(seen, seen.verdict) for seen in report.seen]
        for each, verdict in rows:
            writer.writerow(map(_harmless, (path, each.sheet, _place(each), verdict, each.text)))
    return out.getvalue()


def as_json(reports: Iterable[tuple[str, Report]]) -> str:
    """Return all that was found, with the single cells of each finding."""
    return json.dumps([_of_book(path, report) for path, report in reports], indent=2)


def _of_book(path: str, report: Report) -> dict[str, Any]:
    return {
        "workbook": printable(path),
        "findings": [
            _of_one(finding) | {"cells": [_of_cell(cell) for cell in finding.cells]} for finding in report.findings
        ],
        "right": [_of_one(seen) for seen in report.seen if seen.right],
        "left_alone": [_of_one(seen) for seen in report.seen if not seen.right],
        "warnings": list(report.warnings),
    }


def _of_one(found: Finding | Seen) -> dict[str, Any]:
    return {"sheet": printable(found.sheet), "where": _place(found), "text": printable(found.text)}


def _of_cell(cell: Finding) -> dict[str, Any]:
    return {"where": _place(cell), "text": printable(cell.text), "right": cell.right}


def _place(found: Finding | Seen) -> str:
    """Return where something is on its sheet."""
    return printable(found.where.rpartition("!")[2])


def _harmless(text: str) -> str:
    text = printable(text)
    return f"'{text}" if text.startswith(_BEGINS_A_FORMULA) else text
