"""How much work a workbook may cause: whatever somebody sends, a check ends soon."""

from __future__ import annotations

from xlvp.files import RefusedError

_MOST = 8_000_000
OF_A_FINDING = 100
"""The steps that a finding counts for; that bounds their number, too."""


class Work:
    """The work that is left for comparing the tables of a workbook; a step takes about half a microsecond."""

    def __init__(self) -> None:
        self._left = _MOST

    def count(self, steps: int) -> None:
        """Count work that is about to be done, and refuse the workbook if it is too much."""
        self._left -= steps
        if self._left < 0:
            raise RefusedError(
                "the workbook is too large (it has too many numbers that could be tables);"
                " check a copy with the sheets that hold scores and scales"
            )
