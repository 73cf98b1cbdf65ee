"""How workbooks look in LibreOffice, which draws some things otherwise than Excel does."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import pytest
from openpyxl import load_workbook

from tests.templates.scorecard import Word, printed_words
from xlvp.templates.kinds import KINDS
from xlvp.templates.new import new

if TYPE_CHECKING:
    from pathlib import Path

    from tests.parts.office import Office

TIED = {
    "ns_pair": [[1], [2], [1], [2]],
    "ew_pair": [[3], [4], [4], [3]],
    "ns_score_typed": [[420], [420], [-50], [-50]],
}
"""Two boards at two tables, all level."""


def made(kind: str, entries: dict[str, Any], **choices: Any) -> bytes:
    book, not_placed = new(kind, choices, entries)
    assert not not_placed
    return book


def printed(office: Office, folder: Path, book: bytes) -> list[Word]:
    """Return the words of a workbook as it is printed when it is opened."""
    path, pdf = folder / "book.xlsx", folder / "book.pdf"
    path.write_bytes(book)
    with office.open(path) as document:
        document.save(pdf)
    return printed_words(pdf)


@pytest.mark.parametrize("ranked", ["All together", "N-S and E-W"])
def test_a_shared_first_place_of_pairs(office: Office, tmp_path: Path, ranked: str) -> None:
    book = made("pairs", {**TIED, "ranked": [[ranked]]}, team_count=4, boards=2)
    assert [word.text for word in printed(office, tmp_path, book) if word.page == 1].count("1=") == 4


def test_places_of_pairs(office: Office, tmp_path: Path) -> None:
    results = {"ns_pair": [[1], [2], [3]], "ew_pair": [[4], [5], [6]], "ns_score_typed": [[420], [170], [170]]}
    words = printed(office, tmp_path, made("pairs", results, team_count=6, boards=1))
    left = next(word.left for word in words if word.text == "Rank")
    ranks = [word.text for word in words if word.page == 1 and abs(word.left - left) < 15 and word.text[0].isdigit()]
    # 100 %; East-West of the two that are level, 75 %; North-South of these, 25 %; and 0 %.
    assert ranks == ["1", "2=", "2=", "4=", "4=", "6"]


def test_shared_places_of_a_swiss_event(office: Office, tmp_path: Path) -> None:
    teams = {"team_names": [["Avon"], ["Brue"], ["Cam"], ["Dart"]]}
    drawn = {"round1_home": [[1], [3]], "round1_away": [[2], [4]]}
    results = {"round1_home_imps": [[9], [9]], "round1_away_imps": [[0], [0]]}
    words = printed(office, tmp_path, made("swiss", {**teams, **drawn}, team_count=4, rounds=1))
    assert not [word for word in words if word.text.endswith("=")]
    words = printed(office, tmp_path, made("swiss", {**teams, **drawn, **results}, team_count=4, rounds=1))
    pages = {word.page for word in words if word.text == "1="}
    assert len(pages) == 2  # the standings, and the standing order
    for page in pages:
        shared = [word.text for word in words if word.page == page and word.text.endswith("=")]
        assert shared == ["1=", "1=", "3=", "3="]


def test_indents_beside_cells_of_another_format(office: Office, tmp_path: Path) -> None:
    first = [word for word in printed(office, tmp_path, made("pairs", {})) if word.page == 1]
    words = {word.text: word for word in first}
    edges = [words[last].right for last in ("board", "out", "share")]  # "Results on each board", "or the share"
    assert edges == pytest.approx([edges[0]] * 3, abs=0.5)


def test_indents_of_figures(office: Office, tmp_path: Path) -> None:
    """The right edges of figures are as far from each other as their columns are wide, whatever their formats are."""
    results = {"fixtures_home_imps": [[40]], "fixtures_away_imps": [[10]]}
    entries = {"team_names": [["Avon"], ["Brue"]], "carry_overs": [[1.5]], "penalties": [[0.25]], **results}
    book = made("league", entries, team_count=2, legs=2)
    words = [word for word in printed(office, tmp_path, book) if word.page == 1]
    team = next(word for word in words if word.text == "Avon")
    figures = sorted((word.left, word) for word in words if abs(word.top - team.top) < 3 and word.left > team.right)
    shown = [word for _, word in figures][:7]
    assert [word.text for word in shown[:6]] == ["1", "1", "0", "0", "+1.50", "-0.25"]
    widths = (7, 7, 7, 10, 8.5, 11)  # won, drawn, lost, carry-over, penalty, VPs
    scale = (shown[-1].right - shown[0].right) / sum(widths)
    edges = [shown[0].right + scale * sum(widths[:count]) for count in range(7)]
    assert [word.right for word in shown] == pytest.approx(edges, abs=1)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_fonts_that_differ_for_the_indents_look_the_same(kind: str) -> None:
    book = load_workbook(io.BytesIO(made(kind, {})))
    plain = {style.name: style.font.color.rgb for style in book._named_styles}
    differ = 0
    for cell in (cell for sheet in book for row in sheet.iter_rows() for cell in row):
        if cell.has_style and cell.alignment.horizontal == "right":
            colours = zip(bytes.fromhex(plain[cell.style]), bytes.fromhex(cell.font.color.rgb), strict=True)
            shades = [abs(one - other) for one, other in colours]
            assert max(shades) <= 3, cell.coordinate
            differ += any(shades)
    assert differ
