"""A workbook looked through: its tables, its formulas, its names."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from xlvp.check.formulas import judged_formulas, told_formulas
from xlvp.check.imptables import IMPTable, imp_tables, second_columns
from xlvp.check.lines import lines
from xlvp.check.names import old_names
from xlvp.check.otherscales import left_alone, not_foreign, other_scales
from xlvp.check.tables import causes, right_ones
from xlvp.check.vptables import best_of, vp_tables
from xlvp.check.work import Work
from xlvp.check.working import Cells
from xlvp.files import naming, reading
from xlvp.ooxml.sheets import read_book

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence
    from typing import BinaryIO

    from xlvp.check.findings import Finding, Seen
    from xlvp.check.nearest import VPTableFound
    from xlvp.check.otherscales import OtherScale

_SHORTEST_LINE = 8
_NOT_ALL = "it has more formulas than could be tried; check a copy with the sheets that hold scores and scales"


class Report(NamedTuple):
    """What was found in a workbook, and how many tables it has, right or wrong."""

    findings: tuple[Finding, ...]
    imp_tables: int
    vp_tables: int
    warnings: tuple[str, ...] = ()
    """What could not be looked at."""
    seen: tuple[Seen, ...] = ()
    """What was recognised, and is right or is left alone."""

    def wrong(self, *, cells: bool = False) -> Sequence[Finding]:
        """Return what is wrong: one finding a cause, or cell by cell."""
        return [single for finding in self.findings for single in finding.single] if cells else self.findings


def check(path: str | os.PathLike[str]) -> Report:
    """Return what is wrong in a workbook, which is only read; a file that cannot be read is refused."""
    with naming(path), reading(path) as file:
        return check_file(file, str(path))


def check_file(file: BinaryIO, path: str) -> Report:
    """Return what is wrong in a workbook that is open for reading."""
    book = read_book(file)
    found: dict[Finding, None] = {}
    imp_count = vp_count = 0
    seen: list[Seen] = []
    work = Work()
    for sheet in book.sheets:
        imps: list[IMPTable] = []
        vps: list[VPTableFound] = []
        others: list[OtherScale] = []
        for line in lines(sheet, _SHORTEST_LINE, work):
            imps += imp_tables(line)
            vps += vp_tables(line)
            others += other_scales(line)
        vps = list(not_foreign(best_of(vps), others))
        imp_count += len(imps) - second_columns(imps)
        vp_count += len({table.name for table in vps})
        tables = [*(table.table for table in imps), *(table.table for table in vps)]
        found.update(dict.fromkeys(sorted(causes(tables, work), key=lambda finding: finding.at)))
        seen += right_ones(tables, work)
        seen += left_alone(others, {at for table in tables for at in table.places})
    single = chain.from_iterable(finding.single for finding in found)
    corrected = {(one.sheet.casefold(), one.at): one.right for one in single if one.right is not None}
    cells = Cells(book, corrected)
    wrong, right = told_formulas(judged_formulas(book, cells))
    found.update(dict.fromkeys(wrong))
    seen += right
    found.update(dict.fromkeys(old_names(book.names, path)))
    warnings = (_NOT_ALL,) if cells.left_out else ()
    return Report(tuple(found), imp_count, vp_count, warnings, tuple(seen))
