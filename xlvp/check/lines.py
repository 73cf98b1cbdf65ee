"""Columns and rows of a sheet as lines of cells, and the stretches in them that follow an official list.

A table that somebody has typed is recognised by its likeness to the official one: most of its cells follow each other
as the official figures do. What lies between those that do is what has gone wrong.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from xlvp.check.official import figures
from xlvp.ooxml.cellplaces import place, row_and_column
from xlvp.ooxml.sheets import Error

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from xlvp.check.work import Work
    from xlvp.ooxml.sheets import Sheet, Value

_LOOK_BACK = 4
"""At most this many cells, or official figures, may be wrong or missing in a row."""
_GAP = 8
"""At most this many places may lie between two cells of one table: empty lines, headings."""
_MOST_KNOWN = 10_000
_OF_A_TEXT = 3
_LIKENESS = 0.7

_RANGE = re.compile(r"([0-9]+(?:\.[0-9]+)?)(?:-|‐|‑|–|—|−|to|bis|à|\.\.\.?|…)([0-9]+(?:\.[0-9]+)?)")  # noqa: RUF001
_FROM = re.compile(r"(?:>=|≥|=>)([0-9]+)|([0-9]+)(?:\+|-|–|andmore|andover|andup|andabove|ormore|ormorepoints|up)")  # noqa: RUF001
_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
_THOUSANDS = re.compile(r"(?<=[0-9])[,.' \u00a0\u202f](?=[0-9]{3}(?![0-9]))")


class Said(NamedTuple):
    """What a cell says: a number, or the bounds of a range such as "20-40" or "4000+"."""

    low: float
    high: float | None
    is_range: bool


def said(value: Value | None) -> Said | None:
    """Return what a cell says, if it is a number or a range of numbers, as people write them.

    >>> said(20.0), said("20 - 40"), said("4,000+")
    (Said(low=20.0, high=20.0, is_range=False), Said(low=20.0, high=40.0, is_range=True), \
Said(low=4000.0, high=None, is_range=True))
    """
    if isinstance(value, bool) or value is None or isinstance(value, Error):
        return None
    if isinstance(value, (int, float)):
        return Said(value, value, False)
    text = "".join(_THOUSANDS.sub("", value).split()).lower()
    if found := _RANGE.fullmatch(text):
        return Said(float(found[1]), float(found[2]), True)
    if found := _FROM.fullmatch(text):
        return Said(float(found[1] or found[2]), None, True)
    return Said(float(text), float(text), False) if _NUMBER.fullmatch(text) else None


class Line:
    """A column or a row of a sheet: the places of its cells that hold something, in order, and the figures in them."""

    __slots__ = ("figures", "lows", "number", "places", "sheet", "upright", "work")

    def __init__(
        self, sheet: Sheet, number: int, *, upright: bool, places: list[int], lows: list[float | None], work: Work
    ) -> None:
        self.sheet = sheet
        self.number = number
        self.upright = upright
        self.places = places
        self.lows = lows
        """What each cell says: its number, or the lower bound of its range."""
        self.figures = figures().intersection(lows)
        """Those of them that are in any official list."""
        self.work = work

    def step(self, at: int) -> int:
        """Return how far down the line a place is."""
        row, column = row_and_column(at)
        return row if self.upright else column

    def beside(self, at: int, lines: int) -> int | None:
        """Return the place a number of lines beside a place of this line."""
        return _moved(at, 0, lines) if self.upright else _moved(at, lines, 0)

    def along(self, at: int, steps: int) -> int | None:
        """Return the place some steps further in the sheet, down a column or to the right in a row."""
        return _moved(at, steps, 0) if self.upright else _moved(at, 0, steps)

    def value(self, at: int | None) -> Value | None:
        """Return what a cell of the sheet holds."""
        return None if at is None else self.sheet.values.get(at)

    def reversed(self) -> Line:
        """Return the line read from its end."""
        places, lows = self.places[::-1], self.lows[::-1]
        return Line(self.sheet, self.number, upright=self.upright, places=places, lows=lows, work=self.work)


def _moved(at: int, rows: int, columns: int) -> int | None:
    row, column = row_and_column(at)
    row, column = row + rows, column + columns
    return place(row, column) if row > 0 and column > 0 else None


def lines(sheet: Sheet, shortest: int, work: Work) -> Iterator[Line]:
    """Yield the columns and the rows of a sheet, each forwards and backwards."""
    in_order = sorted(at for at, value in sheet.values.items() if value != "")
    known: dict[str, float | None] = {}  # a sheet has many of a kind
    for upright in (True, False):
        work.count(len(in_order) // 2)
        grouped: dict[int, list[int]] = {}
        for at in in_order:
            row, column = row_and_column(at)
            grouped.setdefault(column if upright else row, []).append(at)
        for number, places in grouped.items():
            if len(places) >= shortest:
                lows = [_low(sheet.values[at], known, work) for at in places]
                line = Line(sheet, number, upright=upright, places=places, lows=lows, work=work)
                if len(line.figures) >= shortest:
                    yield line
                    yield line.reversed()


def _low(value: Value, known: dict[str, float | None], work: Work) -> float | None:
    """Return what a cell says: its number, or the lower bound of its range."""
    if isinstance(value, float):
        return value
    if not isinstance(value, str) or isinstance(value, Error):
        return None
    if value not in known:
        work.count(_OF_A_TEXT)
        if len(known) == _MOST_KNOWN:
            known.clear()
        says = said(value)
        known[value] = says.low if says else None
    return known[value]


class Anchor(NamedTuple):
    """A cell that holds an official figure: its number in the line, and the figure's in the official list."""

    cell: int
    figure: int


def chains(line: Line, official: Mapping[float, int], least: int) -> list[list[Anchor]]:
    """Return the stretches of a line whose cells follow an official list, in rising order.

    `official` has the number of each figure in the list; `least` is how many of them a stretch must have.
    """
    if len(line.figures & official.keys()) < least:
        return []
    lows = enumerate(line.lows)
    anchors = [Anchor(cell, official[low]) for cell, low in lows if low is not None and low in official]
    line.work.count(_LOOK_BACK * len(anchors))
    counts, scores, before = _linked(line, anchors)
    taken: set[int] = set()
    result = []
    for end in sorted(range(len(anchors)), key=scores.__getitem__, reverse=True):
        if counts[end] < least:
            continue
        chain, at_anchor = [], end
        while at_anchor >= 0 and at_anchor not in taken:
            chain.append(at_anchor)
            at_anchor = before[at_anchor]
        line.work.count(len(chain))
        if len(chain) < least:
            continue
        if len(chain) >= _LIKENESS * (anchors[end].cell - anchors[chain[-1]].cell + 1):
            taken.update(range(chain[-1], end + 1))
            result.append([anchors[number] for number in reversed(chain)])
    return result


def _linked(line: Line, anchors: Sequence[Anchor]) -> tuple[list[int], list[float], list[int]]:
    """Return for each anchor the best chain that ends there: how many, how good, and the anchor before."""
    counts, scores, before = [1] * len(anchors), [1.0] * len(anchors), [-1] * len(anchors)
    steps = [line.step(line.places[anchor.cell]) for anchor in anchors]
    for number, (cell, figure) in enumerate(anchors):
        for earlier in range(number - 1, max(number - 1 - _LOOK_BACK, -1), -1):
            cells, figures = cell - anchors[earlier].cell, figure - anchors[earlier].figure
            apart = abs(steps[number] - steps[earlier])
            if cells > _LOOK_BACK or apart > _GAP:
                break
            score = scores[earlier] + 1 - 0.1 * abs(cells - figures)
            if 1 <= figures <= _LOOK_BACK and score > scores[number]:
                counts[number], scores[number], before[number] = counts[earlier] + 1, score, earlier
    return counts, scores, before
