"""Tables of a database of Microsoft Access, read by access-parser at a bounded cost.

The library follows links from page to page wherever they lead, and believes every number of rows. So the pages that
it asks for are counted, and the cells of a table before it is read; its own start, which reads what is not needed and
worries about it, is replaced. Written for version 0.0.6: what is used of it begins with an underscore there.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

from access_parser import AccessParser
from access_parser.utils import categorize_pages

from xlvp.files import RefusedError

if TYPE_CHECKING:
    from collections.abc import Mapping

_ROWS_AT = {3: 8}
_ROWS_AT_SINCE_2000 = 12
_SYSTEM_TABLE_COLUMNS = 20
_MOST_ASKED = 1_000
"""Few rows are on another page than the one that lists them; what is gathered from pages is copied with each."""


class Database:
    """A database, and the tables in it."""

    def __init__(self, data: bytes, most_cells: int) -> None:
        self._most_cells = most_cells
        try:
            self._parser = _Parser(data, most_cells)
        except RefusedError:
            raise
        except Exception:  # whatever breaks in the library, breaks on what is in the file
            raise _damaged() from None
        self.names = set(self._parser.catalog)

    def rows(self, name: str) -> list[dict[str, Any]]:
        """Return the rows of a table."""
        try:
            table = self._parser.get_table(name)
            _check_size(table.table.linked_pages, len(table.columns), self._parser.version, self._most_cells)
            columns = {column: list(values) for column, values in table.parse().items()}
        except RefusedError:
            raise
        except Exception:
            raise _damaged() from None
        lengths = {len(values) for values in columns.values()}
        if lengths - {table.table_header.number_of_rows}:  # rows were passed over: which, nobody can tell
            raise _damaged()
        return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


class _Parser(AccessParser):  # type: ignore[misc]  # the library has no types
    """The library's reader without the table of properties, and with its pages counted."""

    def __init__(self, data: bytes, most_cells: int) -> None:
        self.db_data = data
        self._parse_file_header(data)
        self._table_defs, self._data_pages, self._all_pages = categorize_pages(data, self.page_size)
        self._tables_with_data = self._link_tables_to_data()
        self._table_defs, self._data_pages = _Pages(self._table_defs), _Pages(self._data_pages)
        catalog = self._tables_with_data[2 * self.page_size]
        _check_size(catalog.linked_pages, _SYSTEM_TABLE_COLUMNS, self.version, most_cells)
        self.catalog = self._parse_catalog()
        self.extra_props: dict[str, Any] = {}


class _Pages(dict[int, bytes]):
    """Pages by where they begin, which can be asked for a number of times only: links may lead round in circles."""

    def __init__(self, pages: Mapping[int, bytes]) -> None:
        super().__init__(pages)
        self._left = _MOST_ASKED

    def get(self, key: int, default: Any = None) -> Any:
        """Return a page."""
        self._left -= 1
        if self._left < 0:
            raise _damaged()
        return super().get(key, default)


def _check_size(pages: list[bytes], columns: int, version: int, most_cells: int) -> None:
    """Refuse a table with more cells than Bridgemate ever writes."""
    at = _ROWS_AT.get(version, _ROWS_AT_SINCE_2000)
    rows = sum(struct.unpack_from("<H", page, at)[0] for page in pages)
    if rows * columns > most_cells:
        raise RefusedError(f"this has a table of more than {most_cells:,} cells")


def _damaged() -> RefusedError:
    return RefusedError("the database is damaged; open it in the scoring program that made it, and save it again")
