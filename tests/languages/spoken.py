"""A workbook in some language, filled and read as if it were English: the same tests for every language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from xlvp.templates.spelling import in_language

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.templates.ironcalc_card import IronCalcCard
    from xlvp.catalogue import Cell
    from xlvp.languages import Language


class SpokenCard:
    """A card whose words are said in a language when they are typed, and in English when they are read."""

    def __init__(self, card: IronCalcCard, language: Language) -> None:
        self._card = card
        self._language = language
        self._english = {word: text for (_, text), word in language.words.items()}
        self._withdrawn = f" ({language.word('', 'withdrawn')})"

    def fill(self, entries: Mapping[str, Any]) -> None:
        """Type values that are given in English."""
        rows = {
            name: [[value] for value in values] if isinstance(values, list) else [[values]]
            for name, values in entries.items()
        }
        self._card.fill(in_language(rows, self._language))

    def cell(self, name: str) -> Cell:
        """Return what a named cell shows."""
        return self.column(name)[0]

    def column(self, name: str) -> list[Cell]:
        """Return what the cells of a named column show."""
        return [row[0] for row in self.rows(name)]

    def rows(self, name: str) -> list[list[Cell]]:
        """Return what the cells of a named block show."""
        return [[self._read(cell) for cell in row] for row in self._card.rows(name)]

    def _read(self, cell: Cell) -> Cell:
        if not isinstance(cell, str):
            return cell
        if cell.endswith(self._withdrawn):
            return f"{cell.removesuffix(self._withdrawn)} (withdrawn)"
        return self._english.get(cell, cell)
