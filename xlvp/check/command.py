"""The command `xlvp check`: one workbook after the other, a line for each finding, and one to sum up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlvp.check.report import check
from xlvp.terminal import complain, in_turn, say

if TYPE_CHECKING:
    import argparse

_PROGRAM = "xlvp check"


def run(args: argparse.Namespace) -> int:
    """Do what the command line asks; return 1 if something was found or a workbook was refused, else 0."""
    findings = books = read = imp_tables = vp_tables = 0
    for path, report in in_turn(_PROGRAM, args.books, check):
        for warning in report.warnings:
            complain(_PROGRAM, f"{path}: {warning}")
        for finding in report.findings:
            say(f"{path}: {finding}" if len(args.books) > 1 else f"{finding}")
        read += 1
        findings += len(report.findings)
        books += bool(report.findings)
        imp_tables += report.imp_tables
        vp_tables += report.vp_tables
    if read:
        print(summary(findings, books, imp_tables, vp_tables))
    return 1 if findings or read < len(args.books) else 0


def summary(findings: int, books: int, imp_tables: int, vp_tables: int) -> str:
    """Return in a line what was found in all."""
    if findings:
        return f"{_counted(findings, 'finding')} in {_counted(books, 'workbook')}"
    tables = [_counted(n, f"{kind} table") for n, kind in ((imp_tables, "IMP"), (vp_tables, "VP")) if n]
    if not tables:
        return "nothing found, and no table of IMPs or VPs"
    return f"nothing found: {' and '.join(tables)} {'is' if imp_tables + vp_tables == 1 else 'are'} right"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'s'[: number != 1]}"
