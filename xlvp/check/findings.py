"""What a check has found, and how cells and values are named in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from xlvp.ooxml.cellplaces import label, place, row_and_column
from xlvp.ooxml.sheets import Error

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from xlvp.ooxml.sheets import Sheet, Value

_PLAIN = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.")
_LONGEST = 40


class Finding(NamedTuple):
    """Something that is wrong: where, and in one line what it says and what is right."""

    where: str
    text: str
    sheet: str = ""
    at: int = 0
    right: float | None = None
    """What a cell of a table should hold, if it is a number."""
    cells: tuple[Finding, ...] = ()
    """The single cells that are wrong, if there are several with one cause."""

    def __str__(self) -> str:
        return f"{self.where}: {self.text}"

    @property
    def single(self) -> tuple[Finding, ...]:
        """Return what is wrong cell by cell."""
        return self.cells or (self,)


class Seen(NamedTuple):
    """Something that was recognised, and is right or is left alone: where, and in one line what it is."""

    where: str
    text: str
    sheet: str
    right: bool

    def __str__(self) -> str:
        return f"{self.where}: {self.verdict}: {self.text}"

    @property
    def verdict(self) -> str:
        """Return what is to be said of it."""
        return "right" if self.right else "left alone"


def in_cell(sheet: Sheet, at: int, text: str, right: float | None = None) -> Finding:
    """Return a finding about a cell."""
    return Finding(f"{_sheet_name(sheet)}!{label(at)}", text, sheet.name, at, right)


def area(sheet: Sheet, places: Iterable[int]) -> str:
    """Return the smallest area that has all these places, as a formula writes it."""
    rows, columns = zip(*map(row_and_column, places), strict=True)
    first, last = place(min(rows), min(columns)), place(max(rows), max(columns))
    return f"{_sheet_name(sheet)}!{label(first)}" + (f":{label(last)}" if first != last else "")


def in_cells(sheet: Sheet, places: Sequence[int], text: str) -> Finding:
    """Return a finding about cells that have the same: as a range if they are one, else by the first."""
    first, last = row_and_column(min(places)), row_and_column(max(places))
    size = (last[0] - first[0] + 1) * (last[1] - first[1] + 1)
    where = f"{_sheet_name(sheet)}!{label(min(places))}"
    if len(places) > 1:
        where += f":{label(max(places))}" if size == len(places) else f" and {len(places) - 1} more like it"
    return Finding(where, text, sheet.name, min(places))


def _sheet_name(sheet: Sheet) -> str:
    """Return the name of a sheet as a formula writes it."""
    name = "".join(character if character.isprintable() else "?" for character in sheet.name)
    return name if _PLAIN.issuperset(name) else "'" + name.replace("'", "''") + "'"


def shown(value: Value | None) -> str:
    """Return a value as a finding shows it.

    >>> shown(2040.0), shown(15.56), shown("20-40"), shown(None), shown("")
    ('2040', '15.56', '"20-40"', 'nothing', 'nothing')
    """
    if value is None or value == "":
        return "nothing"
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, (int, float)):
        return f"{value:.15g}"
    text = "".join(character if character.isprintable() else "?" for character in value)
    text = text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."
    return text if isinstance(value, Error) else f'"{text}"'
