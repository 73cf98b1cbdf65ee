"""The command `xlvp check`: one workbook after the other, a line for each finding, and one to sum up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlvp.check import lists
from xlvp.check.report import check
from xlvp.terminal import complain, in_turn, say

if TYPE_CHECKING:
    import argparse

    from xlvp.check.report import Report

_PROGRAM = "xlvp check"


def run(args: argparse.Namespace) -> int:
    """Do what the command line asks; return 1 if something was found or a workbook was refused, else 0."""
    reports: list[tuple[str, Report]] = []
    for path, report in in_turn(_PROGRAM, args.books, check):
        for warning in report.warnings:
            complain(_PROGRAM, f"{path}: {warning}")
        if not (args.csv or args.json):
            for line in told(report, cells=args.cells):
                say(f"{path}: {line}" if len(args.books) > 1 else line)
        reports.append((path, report))
    if args.csv:
        print(lists.as_csv(reports, cells=args.cells), end="")
    elif args.json:
        print(lists.as_json(reports))
    elif reports:
        print(summary([report for _, report in reports]))
    return 1 if len(reports) < len(args.books) or any(report.findings for _, report in reports) else 0


def told(report: Report, *, cells: bool = False) -> list[str]:
    """Return what is to be told of a workbook, in lines: what is wrong, and then what was recognised beside."""
    return [*map(str, report.wrong(cells=cells)), *map(str, report.seen)]


def summary(reports: list[Report]) -> str:
    """Return in a line what was found in all."""
    findings = sum(len(report.findings) for report in reports)
    if findings:
        return f"{_counted(findings, 'finding')} in {_counted(sum(bool(r.findings) for r in reports), 'workbook')}"
    numbers = (sum(report.imp_tables for report in reports), sum(report.vp_tables for report in reports))
    tables = [_counted(number, f"{kind} table") for number, kind in zip(numbers, ("IMP", "VP"), strict=True) if number]
    left_alone = sum(not seen.right for report in reports for seen in report.seen)
    alone = f"; {_counted(left_alone, 'other scale')} left alone" if left_alone else ""
    if tables:
        return f"nothing found: {' and '.join(tables)} {'is' if sum(numbers) == 1 else 'are'} right{alone}"
    return f"nothing found, and no table of official IMPs or VPs{alone}" if alone else _NO_TABLE


_NO_TABLE = "nothing found, and no table of IMPs or VPs"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'s'[: number != 1]}"
