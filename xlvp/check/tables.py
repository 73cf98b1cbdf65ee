"""Tables that were recognised, and what is wrong with them: one finding a cause.

A slip in a cell is a cause of its own, and so are slips in cells that touch each other. A table that goes wrong all
over has one cause, and so have many that are all made by the same mistake.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from xlvp.check.findings import Finding, Seen, area
from xlvp.ooxml.cellplaces import label, row_and_column

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

    from xlvp.check.work import Work
    from xlvp.ooxml.sheets import Sheet

_MOST_CAUSES = 3
"""A table with more slips than these, apart from each other, has gone wrong as a whole."""
_NEAR = 3
"""Tables of a kind that are at most this far from each other are told as one."""


class Table(NamedTuple):
    """Cells that look like an official table."""

    sheet: Sheet
    upright: bool
    scale: str
    """What it is, such as the WBF scale."""
    boards: range | None
    places: Sequence[int]
    """Every cell of it."""
    wrong: Sequence[Finding] = ()
    mistake: str = ""
    """The well-known mistake by which all of it was made."""

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Return the first and last line that it takes, and the first and last step along them."""
        rows, columns = zip(*map(row_and_column, self.places), strict=True)
        lines, steps = (columns, rows) if self.upright else (rows, columns)
        return min(lines), max(lines), min(steps), max(steps)

    def step(self, at: int) -> int:
        """Return how far along its lines a place is."""
        return row_and_column(at)[0 if self.upright else 1]


def causes(tables: Sequence[Table], work: Work) -> Iterator[Finding]:
    """Yield what is wrong with the tables of a sheet, each cell once."""
    told: set[int] = set()
    by_mistake = [table for table in tables if table.mistake and table.wrong]
    for group in _groups(by_mistake, lambda table: (table.scale, table.mistake), work):
        slips = _first_of_each_cell(group, told)
        if slips:
            yield _as_a_whole(group, slips, f"this is the {group[0].scale} for {_boards(group)} {group[0].mistake}")
    others = [table for table in tables if not table.mistake]
    for group in _groups(others, lambda table: (table.scale, table.boards), work):
        slips = _first_of_each_cell(group, told)
        together = _touching(slips, group[0])
        if len(together) > _MOST_CAUSES:
            yield _as_a_whole(group, slips, f"this is nearest to the {group[0].scale}{_for(group)}")
        else:
            yield from map(_one_cause, together)


def right_ones(tables: Sequence[Table], work: Work) -> Iterator[Seen]:
    """Yield the tables of a sheet in which nothing is wrong."""
    right = []
    for group in _groups(tables, lambda table: (table.scale, table.boards), work):
        if not any(table.wrong for table in group):
            right += group
    for group in _groups(right, lambda table: table.scale, work):
        sheet = group[0].sheet
        yield Seen(area(sheet, _places(group)), f"the {group[0].scale}{_for(group)}", sheet.name, right=True)


def _groups(tables: Sequence[Table], kind: Callable[[Table], Hashable], work: Work) -> list[list[Table]]:
    """Return the tables that are of a kind and stand beside each other, together."""
    found: list[list[Table]] = []
    near: dict[Hashable, list[tuple[list[int], list[Table]]]] = {}
    boxed = sorted(((table.box, number) for number, table in enumerate(tables)), key=lambda each: each[0])
    for (first, last, top, bottom), number in boxed:
        table = tables[number]
        waiting = near.setdefault((table.upright, kind(table)), [])
        work.count(4 * len(waiting) + len(table.places))
        waiting[:] = [each for each in waiting if each[0][0] >= first - _NEAR]
        for box, group in waiting:
            if box[1] <= bottom and top <= box[2]:
                box[:] = [max(box[0], last), min(box[1], top), max(box[2], bottom)]
                group.append(table)
                break
        else:
            found.append([table])
            waiting.append(([last, top, bottom], found[-1]))
    return sorted(found, key=lambda group: group[0].places[0])


def _first_of_each_cell(group: Iterable[Table], told: set[int]) -> list[Finding]:
    """Return what is wrong with the cells of some tables, once for each that was not told yet."""
    found: dict[int, Finding] = {}
    for table in group:
        for finding in table.wrong:
            if finding.at not in told:
                found.setdefault(finding.at, finding)
    told.update(found)
    return [found[at] for at in sorted(found)]


def _touching(slips: Sequence[Finding], table: Table) -> list[list[Finding]]:
    """Return slips in one row of a table, or in cells that touch each other, together."""
    found: list[tuple[set[int], set[tuple[int, int]], list[Finding]]] = []
    for slip in sorted(slips, key=lambda each: table.step(each.at)):
        row, column = row_and_column(slip.at)
        step, line = (row, column) if table.upright else (column, row)
        for steps, cells, together in reversed(found[-_MOST_CAUSES - 1 :]):
            if step in steps or any((step - 1, beside) in cells for beside in (line - 1, line, line + 1)):
                steps.add(step)
                cells.add((step, line))
                together.append(slip)
                break
        else:
            found.append(({step}, {(step, line)}, [slip]))
    return [together for _, _, together in found]


def _one_cause(slips: Sequence[Finding]) -> Finding:
    """Return slips that touch each other as one finding."""
    first = slips[0]
    if len(slips) == 1:
        return first
    where = (
        f"{first.where}:{label(slips[-1].at)}" if _is_a_line(slips) else f"{first.where} and {len(slips) - 1} near it"
    )
    return Finding(where, first.text, first.sheet, first.at, None, tuple(slips))


def _is_a_line(slips: Sequence[Finding]) -> bool:
    (top, left), (bottom, right) = row_and_column(slips[0].at), row_and_column(slips[-1].at)
    return (bottom - top + 1) * (right - left + 1) == len(slips) and bottom >= top and right >= left


def _as_a_whole(group: Sequence[Table], slips: Sequence[Finding], what: str) -> Finding:
    """Return what is wrong with tables all over as one finding."""
    table = group[0]
    if len({each.boards for each in group}) == 1:
        rows = len({table.step(at) for each in group for at in each.places})
        wrong = len({table.step(slip.at) for slip in slips})
        count = f"{wrong} of {rows} rows {'differs' if wrong == 1 else 'differ'}"
    else:
        count = f"{len(slips)} cells differ"
    first = slips[0]
    text = f"{what}: {count}, first {label(first.at)}: {first.text}"
    return Finding(area(table.sheet, _places(group)), text, table.sheet.name, first.at, None, tuple(slips))


def _places(group: Iterable[Table]) -> list[int]:
    return [at for table in group for at in table.places]


def _for(group: Sequence[Table]) -> str:
    return f" for {_boards(group)}" if group[0].boards is not None else ""


def _boards(group: Iterable[Table]) -> str:
    """Return for which numbers of boards tables are."""
    spans: list[tuple[int, int]] = []
    for first, last in sorted({(each.boards[0], each.boards[-1]) for each in group if each.boards}):
        if spans and first <= spans[-1][1] + 1:
            spans[-1] = (spans[-1][0], max(spans[-1][1], last))
        else:
            spans.append((first, last))
    listed = ", ".join(f"{first}" if first == last else f"{first} to {last}" for first, last in spans)
    return f"{listed} board{'s'[: listed != '1']}"
