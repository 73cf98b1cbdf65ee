"""How the cells of a workbook are formatted, as far as it says what they are: inputs or not, dates or not.

Source: ECMA-376 part 1, 18.8.10 (cellXfs), 18.8.33 (protection), 18.8.31 (numFmts).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from xlvp.ooxml import xmlparser
from xlvp.ooxml.refusal import damaged
from xlvp.ooxml.spreadsheetml import known

if TYPE_CHECKING:
    from xlvp.ooxml.parts import Workbook

_STYLES = "application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"
_LARGEST_PART = 16 << 20
_MOST_ELEMENTS = 1_000_000
_MOST_FORMATS = 65_536
_LONGEST_CODE = 255
"""Excel's own limits."""
_NUMBER = re.compile(r"[0-9]{1,9}")


class CellFormat(NamedTuple):
    """How some cells are formatted."""

    locked: bool
    """Whether a cell cannot be changed where its sheet is protected."""
    number_format: int
    number_code: str | None
    """The format code of a number that is the workbook's own; those of other numbers are in 18.8.30."""


def cell_formats(workbook: Workbook) -> list[CellFormat]:
    """Return the formats that cells refer to by number."""
    entries = workbook.of_type(_STYLES)
    if len(entries) != 1:
        raise damaged("its styles are missing")
    reader = _Reader()
    reader.read([workbook.read(entries[0], _LARGEST_PART)], entries[0].name)
    return [CellFormat(locked, number, reader.codes.get(number)) for locked, number in reader.formats]


class _Reader(xmlparser.Reader):
    """The formats of cells, and the codes of numbers."""

    _ELEMENTS = known("numFmt", "cellXfs", "xf", "protection")

    def __init__(self) -> None:
        super().__init__(_MOST_ELEMENTS)
        self.codes: dict[int, str] = {}
        self.formats: list[tuple[bool, int]] = []
        self._inside = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Take an element that starts."""
        local = self._ELEMENTS.get(name)
        if local == "cellXfs":
            self._inside = True
        elif local == "numFmt":
            code = attributes.get("formatCode", "")
            if len(code) <= _LONGEST_CODE:
                self.codes[_number(attributes)] = code
        elif local == "xf" and self._inside:
            self.formats.append((True, _number(attributes)))
            if len(self.formats) > _MOST_FORMATS:
                raise damaged(f"it has more than {_MOST_FORMATS:,} styles")
        elif local == "protection" and self._inside and self.formats:
            locked = attributes.get("locked") not in ("0", "false")
            self.formats[-1] = (locked, self.formats[-1][1])

    def end(self, name: str) -> None:
        """Take an element that ends."""
        if self._ELEMENTS.get(name) == "cellXfs":
            self._inside = False


def _number(attributes: dict[str, str]) -> int:
    number = attributes.get("numFmtId", "0")
    if not _NUMBER.fullmatch(number):
        raise damaged(f"it has a number format {number[:20]!r}")
    return int(number)
