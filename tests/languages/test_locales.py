"""A workbook in one language, in a LibreOffice of another: it shows the same."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from tests.languages.books import CARDS
from tests.parts.office import Office, in_locale, need_libreoffice
from tests.results.segments import POLISH_LEAGUE
from tests.templates.scorecard import Scorecard
from xlvp.languages import CODES
from xlvp.results.lin import parse
from xlvp.templates.new import new

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

pytestmark = pytest.mark.slow

MATCH = parse(POLISH_LEAGUE).matches[0]
ENTRIES: dict[str, list[list[Any]]] = {
    "open_result": [[board.open] for board in MATCH.boards.values()],
    "closed_result": [[board.closed] for board in MATCH.boards.values()],
    "home": [["Avon"]],
    "away": [["Brue"]],
    "carry_over": [[-2.5]],
    "home_penalty": [[0.25]],
    "boards": [[12]],
}
IMPS = {"home_imps": 12, "away_imps": 18, "margin": -8.5, "home_vp": 6.85, "away_vp": 12.9}
"""What the next segment says, and the VPs for -8.5 IMPs in 12 boards by the WBF's scale: 7.10 less 0.25, and 12.90."""


@pytest.fixture(scope="module", params=["de-DE", "fr-FR", "pl-PL"])
def abroad(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    need_libreoffice()
    with Office(in_locale(tmp_path_factory.mktemp("abroad"), request.param)) as started:
        yield started


def seen(office: Office, book: bytes, folder: Path) -> dict[str, Any]:
    """Every cell of every named block, with texts that show numbers as English ones do."""
    with Scorecard(office, folder, book) as card:
        return {
            name: [[cell.replace(",", ".") if isinstance(cell, str) else cell for cell in row] for row in rows]
            for name, rows in ((name, card.rows(name)) for name in card.places)
        }


@pytest.fixture(scope="module")
def at_home(office: Office, tmp_path_factory: pytest.TempPathFactory) -> Callable[[bytes], dict[str, Any]]:
    """What a LibreOffice in English shows, looked at once for each workbook."""
    return cache(lambda book: seen(office, book, tmp_path_factory.mktemp("home")))


@pytest.mark.parametrize("code", CODES)
def test_a_match_shows_the_same_everywhere(
    abroad: Office, at_home: Callable[[bytes], dict[str, Any]], tmp_path: Path, code: str
) -> None:
    book, not_placed = new("match", {"language": code, "boards": 16}, ENTRIES)
    assert not_placed == []
    there = seen(abroad, book, tmp_path)
    assert there == at_home(book)
    assert {name: there[name][0][0] for name in IMPS} == IMPS


@pytest.mark.parametrize(
    "card", [card for card, (kind, _) in CARDS.items() if kind != "match" and "functions" not in card]
)
def test_an_empty_workbook_shows_the_same_everywhere(
    abroad: Office, at_home: Callable[[bytes], dict[str, Any]], tmp_path: Path, card: str
) -> None:
    kind, choices = CARDS[card]
    book = new(kind, {**choices, "language": "nl"}, {})[0]
    assert seen(abroad, book, tmp_path) == at_home(book)
