"""A scorer at the keyboard: a card in a real window of LibreOffice, filled in by keys alone."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import pytest

from tests.parts.cache import ROOT
from tests.parts.window import Window, need_a_window
from tools import examples

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.slow

HEAD = (
    *("County League", "Sunday", "Village hall"),
    *(["<Tab>"] * 7),  # boards, first board, scale, VPs by, carry-over and both penalties
    *("Avon", "Brue", "<Tab>"),
    *("Anna", "Bert", "Carl", "Dora", "Emma", "Fred", "Gina", "Hugo"),
)
"""What is typed above the boards; the Tab key leads from each input to the next."""

ROOMS = ("open_result", "closed_result")


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Window]:
    need_a_window()
    with Window(tmp_path_factory.mktemp("window"), ROOT / "workbooks" / "match.xlsx") as opened:
        yield opened


def test_it_opens_on_the_first_input(window: Window) -> None:
    assert window.cursor().startswith("Match.C1")


def test_fourteen_boards_are_seen_under_the_headings(window: Window, tmp_path: Path) -> None:
    above, below = sorted(window.rows_seen())[0], sorted(window.rows_seen())[-1]
    assert (above[0], below[0]) == (1, above[1] + 1)
    assert below[1] - below[0] + 1 >= 14
    window.picture(tmp_path / "empty.png")
    assert (tmp_path / "empty.png").stat().st_size > 10_000


def test_a_match_typed_by_keys(window: Window) -> None:
    """Each board: the open room, Tab, the closed room, Enter."""
    for text in HEAD:
        window.type(*([text] if text.startswith("<") else [text, "<Tab>"]))
    assert window.cursor() == "Match.D11"
    boards = list(zip(*([str(cell) for (cell,) in examples.MATCH[name]] for name in ROOMS), strict=True))
    for ours, theirs in boards:
        window.type(ours, "<Tab>", theirs, "<Return>")
    assert [window.cells(name) for name in ROOMS] == [[list(row) for row in examples.MATCH[name]] for name in ROOMS]
    assert (window.cells("home_vp"), window.cells("away_vp")) == ([[18.19]], [[1.81]])
    assert window.cells("closed_west") == [["Hugo"]]
    assert window.cursor().startswith("Match.C1")  # below the last board there is nothing to fill in, so at the top
    keys = [len(ours) + len(theirs) + 2 for ours, theirs in boards if "P" not in (ours, theirs)]
    assert max(keys) < 14
    assert len(list(chain(*boards))) == 48
