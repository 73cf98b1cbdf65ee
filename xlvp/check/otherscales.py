"""VP scales that are no official ones: named as what they are, and left alone.

There were scales from 15-15 to 25-0 and to 30-0 before the WBF's of 2013, and clubs have scales of their own. No source
for them is at hand that one could compare with. They are known by their form: margins that rise from 0, beside them the
same for both sides, and from there on more for the winner and less for the loser.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from xlvp.check.findings import Seen, area
from xlvp.check.lines import said
from xlvp.check.nearest import OF_A_CELL
from xlvp.check.official import tops

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from xlvp.check.lines import Line
    from xlvp.check.nearest import VPTableFound
    from xlvp.ooxml.sheets import Sheet

_LEAST = 8
_LEAST_DIFFERENT = 6
_BESIDE = tuple(lines for lines in range(-4, 5) if lines)
_DRAWS = range(5, 21)
_WITHOUT_LOSER = {(15, 25), (15, 30), (10, 20)}
"""From a draw to the most: the scales that are known without the loser's VPs beside."""
_OLD = (15, 25)
_MOST = 40


class OtherScale(NamedTuple):
    """Cells that look like a VP scale."""

    sheet: Sheet
    places: Sequence[int]
    draw: int
    winner: float
    loser: float | None

    @property
    def is_foreign(self) -> bool:
        """Say whether it cannot be an official scale, as winner and loser have not the same total in each row."""
        return self.loser is not None and self.winner + self.loser != 2 * self.draw

    @property
    def seen(self) -> Seen:
        """Return what is to be told of it."""
        top = f"{self.winner:g}" + ("" if self.loser is None else f"-{self.loser:g}")
        text = f"a VP scale from {self.draw}-{self.draw} to {top}, "
        known = not self.is_foreign and (self.draw, self.winner) in tops()
        text += "like none of the official tables" if known else "which is none of the official scales of today"
        return Seen(area(self.sheet, self.places), text, self.sheet.name, right=False)


def other_scales(line: Line) -> Iterator[OtherScale]:
    """Yield what looks like a VP scale beside the margins in a line, read in its direction."""
    for margins in _rising_from_zero(line):
        for lines in _BESIDE:
            line.work.count(OF_A_CELL * len(_BESIDE))
            draw = said(line.value(line.beside(margins[0], lines)))
            if draw is None or draw.low not in _DRAWS or (draw.is_range and draw.high != draw.low):
                continue
            line.work.count(OF_A_CELL * len(margins) * len(_BESIDE))
            found = _scale(line, margins, lines, int(draw.low), both=draw.is_range)
            if found is not None:
                yield found


def not_foreign(tables: Iterable[VPTableFound], others: Sequence[OtherScale]) -> Iterator[VPTableFound]:
    """Yield the tables that are not of another scale, a stretch of which is like an official one."""
    foreign = {at for scale in others if scale.is_foreign for at in scale.places}
    to_25 = {at for scale in others if (scale.draw, scale.winner) == _OLD for at in scale.places}
    for table in tables:
        if foreign.isdisjoint(table.cells) and (not table.findings or to_25.isdisjoint(table.cells)):
            yield table


def left_alone(found: Iterable[OtherScale], taken: set[int]) -> Iterator[Seen]:
    """Yield what is to be told of scales in cells that are of no official table, each cell once."""
    taken = set(taken)
    for scale in sorted(found, key=lambda each: (each.loser is None, -len(each.places))):
        if taken.isdisjoint(scale.places):
            taken.update(scale.places)
            yield scale.seen


def _rising_from_zero(line: Line) -> Iterator[list[int]]:
    """Yield the places of figures that follow each other and rise from 0."""
    run: list[int] = []
    last = 0.0
    for at, low in zip(line.places, line.lows, strict=True):
        goes_on = run and low is not None and low > last and abs(line.step(at) - line.step(run[-1])) == 1
        if not goes_on:
            if len(run) >= _LEAST:
                yield run
            run = [at] if low == 0 else []
        else:
            run.append(at)
        last = low or 0.0
    if len(run) >= _LEAST:
        yield run


def _scale(line: Line, margins: Sequence[int], lines: int, draw: int, *, both: bool) -> OtherScale | None:
    """Return the scale whose winner's VPs stand in that line beside the margins, if they do."""
    winners = _figures(line, margins, lines)
    if len(winners) < _LEAST or len(set(winners)) < _LEAST_DIFFERENT or not _goes(winners, 1) or winners[-1] > _MOST:
        return None
    margins = margins[: len(winners)]
    places = [*margins, *_places(line, margins, lines)]
    if both:
        losers = [float(high) for at in margins if (high := _high(line, at, lines)) is not None]
        complete = len(losers) == len(winners) and _goes(losers, -1)
        return OtherScale(line.sheet, places, draw, winners[-1], losers[-1]) if complete else None
    for beside in _BESIDE:
        losers = _figures(line, margins, beside)
        if beside != lines and len(losers) == len(winners) and losers[0] == draw and _goes(losers, -1):
            places += _places(line, margins, beside)
            return OtherScale(line.sheet, places, draw, winners[-1], losers[-1])
    is_counting = len(set(winners)) == len(winners)  # any two columns of numbers may be
    if (draw, winners[-1]) in _WITHOUT_LOSER and not is_counting:
        return OtherScale(line.sheet, places, draw, winners[-1], None)
    return None


def _figures(line: Line, margins: Sequence[int], lines: int) -> list[float]:
    """Return the figures in a line beside the margins, as far as there are any."""
    found = []
    for at in margins:
        says = said(line.value(line.beside(at, lines)))
        if says is None:
            break
        found.append(says.low)
    return found


def _high(line: Line, at: int, lines: int) -> float | None:
    says = said(line.value(line.beside(at, lines)))
    return says.high if says is not None else None


def _places(line: Line, margins: Sequence[int], lines: int) -> list[int]:
    return [at for margin in margins if (at := line.beside(margin, lines)) is not None]


def _goes(figures: Sequence[float], sign: int) -> bool:
    """Say whether figures never fall (1) or never rise (-1), but don't stay all the same."""
    return figures[0] != figures[-1] and all((after - before) * sign >= 0 for before, after in pairwise(figures))
