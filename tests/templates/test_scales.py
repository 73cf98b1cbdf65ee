"""The scales to pin up: what is printed and drawn is what the rules say."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import pytest
from openpyxl import load_workbook

from tests.templates.ironcalc_card import IronCalcCard
from tests.templates.scorecard import Card, Scorecard, page_count
from xlvp import imps, match_vp, vp_scale
from xlvp.rules.scales import SCALES, scale_named
from xlvp.templates.look import Paper
from xlvp.templates.options import Options
from xlvp.templates.scales import scale_poster
from xlvp.templates.wording import STYLES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.parts.office import Office

pytestmark = pytest.mark.slow

MOST = 64
INPUTS = ("boards", "boards_2", "boards_3", "boards_4", "boards_5")
NAMES = [scale.name for scale in SCALES]
WITH_DECIMALS = [scale.name for scale in SCALES if not scale.whole]

Row = tuple[int, int | None, float, float]


@pytest.fixture(scope="module")
def card(office: Office, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scorecard]:
    with Scorecard(office, tmp_path_factory.mktemp("scales"), scale_poster(Options()).finished()) as opened:
        yield opened


def fill(card: Card, scale: str | None, *boards: Any) -> None:
    card.fill({"scale": scale, **dict(zip(INPUTS, [*boards, *[None] * (len(INPUTS) - len(boards))], strict=True))})


def printed(card: Card) -> dict[str, list[Row]]:
    """Every VP table on the poster by its heading, its columns one after the other."""
    tables: dict[str, list[Row]] = {}
    for number in range(1, len(INPUTS) + 1):
        heading = str(card.cell(f"poster_heading_{number}"))
        rows = [row for row in card.rows(f"poster_vps_{number}") if any(cell != "" for cell in row)]
        assert bool(heading) == bool(rows)
        if heading:
            begun = tables.setdefault(heading.removesuffix(", continued"), [])
            assert bool(begun) == heading.endswith(", continued")
            begun += [(*bounds(str(margins)), won, lost) for margins, won, lost in rows]  # type: ignore[misc]
    return tables


def bounds(text: str) -> tuple[int, int | None]:
    """The lowest and the highest of what is printed as 39+, 12, or as a range."""
    if text.endswith("+"):
        return int(text[:-1]), None
    low, _, high = text.partition("\N{EN DASH}")
    return int(low), int(high or low)


def by_the_rules(scale: str, *boards: int) -> dict[str, list[Row]]:
    return {
        "1 board" if number == 1 else f"{number} boards": [tuple(row) for row in vp_scale(number, scale)]  # type: ignore[misc]
        for number in boards
    }


def together(scale: str) -> list[tuple[int, ...]]:
    """All numbers of boards that a scale knows, as many at a time as there is room for."""
    boards = range(1, min(MOST, next(each.max_boards for each in SCALES if each.name == scale)) + 1)
    size = 1 if scale in WITH_DECIMALS else len(INPUTS)
    return [tuple(boards[start : start + size]) for start in range(0, len(boards), size)]


@pytest.mark.parametrize("scale", NAMES)
def test_every_table(card: Scorecard, scale: str) -> None:
    for boards in together(scale):
        fill(card, scale, *boards)
        assert printed(card) == by_the_rules(scale, *boards)
        assert card.cell("poster_problem") == ""


def test_the_imp_scale(card: Scorecard) -> None:
    rows = [bounds(str(text)) for text in card.column("poster_points")]
    assert card.column("poster_imps") == list(range(25))
    for won, (low, high) in enumerate(rows):
        assert imps(low) == won
        assert imps(10**6 if high is None else high) == won
    assert [low for low, _ in rows] == [0, *(high + 10 for _, high in rows if high is not None)]


# Several tables, and those that find no room


@pytest.mark.parametrize(
    ("asked", "shown", "problem"),
    [
        ((8, 16), (8, 16), ""),
        ((24, None, 8), (24, 8), ""),
        ((None, None, None, None, 7), (7,), ""),
        ((16, 24, 8), (16, 8), "Boards 24: no room (columns needed: 3). "),
        ((64, 1), (64,), "Boards 1: no room (columns needed: 1). "),
        ((), (), "How many boards?"),
    ],
    ids=repr,
)
def test_tables_side_by_side(card: Scorecard, asked: tuple[Any, ...], shown: tuple[int, ...], problem: str) -> None:
    fill(card, "WBF", *asked)
    assert card.cell("poster_problem") == problem
    assert printed(card) == by_the_rules("WBF", *shown)


@pytest.mark.parametrize(
    ("scale", "boards", "problem"),
    [
        ("WBF", 0, "Boards 0: WBF is here for 1 to 64. "),
        ("WBF", 65, "Boards 65: WBF is here for 1 to 64. "),
        ("NABC+", 7.5, "Boards 7.5: NABC+ is here for 1 to 64. "),
        ("WBF discrete", "many", "Boards many: WBF discrete is here for 1 to 64. "),
        ("ACBL 20", 37, "Boards 37: ACBL 20 is here for 1 to 36. "),
        ("Chicago", 8, "Choose a scale"),
        (None, 8, "Choose a scale"),
    ],
)
def test_what_is_wrong_is_said(card: Scorecard, scale: str | None, boards: Any, problem: str) -> None:
    fill(card, scale, boards)
    assert card.cell("poster_problem") == problem
    assert printed(card) == {}


@pytest.mark.parametrize("boards", [0, 65])
def test_a_workbook_for_too_many_boards(boards: int) -> None:
    with pytest.raises(ValueError, match=f"from 1 to 64, not {boards}"):
        scale_poster(Options(boards=boards))


# The curves


def parts(scale: str, boards: int, margin: int) -> float | None:
    """The winner's part of the VPs; LibreOffice's error, which is not drawn, where the scale does not know it."""
    if boards > next(each.max_boards for each in SCALES if each.name == scale):
        return None
    return match_vp(margin, boards, scale) / (2 * scale_named(scale).draw)


@pytest.mark.parametrize("boards", [1, 8, 24, 36, 37, 64])
def test_curves(card: Scorecard, boards: int) -> None:
    fill(card, "ACBL 20", boards)
    end = max(vp_scale(boards, scale)[-1].from_imps for scale in NAMES if parts(scale, boards, 0))
    margins = [min(margin, end) for margin in range(121)]
    assert card.column("curve_margins") == margins
    assert [list(row) for row in card.rows("curve_parts")] == [
        [pytest.approx(part) if (part := parts(scale, boards, margin)) else None for scale in NAMES]
        for margin in margins
    ]
    assert card.cell("curve_problem") == ("No curve: ACBL 20 and ACBL 30 end at 36 boards" if boards > 36 else "")


@pytest.mark.parametrize("boards", [None, 0, 65, 7.5, "many"])
def test_no_curve(card: Scorecard, boards: Any) -> None:
    fill(card, "WBF", boards)
    assert {cell for row in card.rows("curve_parts") for cell in row} == {None}
    assert card.cell("curve_problem") == "Type a whole number of boards, 1 to 64, first on the sheet Poster"


@pytest.mark.parametrize("style", STYLES)
def test_what_the_chart_draws(style: str) -> None:
    sheet = load_workbook(io.BytesIO(scale_poster(Options(style=STYLES[style])).finished()))["Curves"]
    (chart,) = sheet._charts
    names = sheet.parent.defined_names
    first, last = (cell.replace("$", "") for cell in names["curve_parts"].attr_text.partition("!")[2].split(":"))
    columns = sheet[f"{first}:{last}"]
    margins = names["curve_margins"].attr_text.replace("$", "").replace("'", "")
    assert chart.visible_cells_only is False
    assert chart.display_blanks == "span"
    assert len(chart.series) == len(columns[0])
    for series, top, bottom, name in zip(chart.series, columns[0], columns[-1], NAMES, strict=True):
        title = series.tx.strRef.f.replace("$", "").replace("'", "").partition("!")[2]
        assert sheet[title].value == name
        assert series.xVal.numRef.f.replace("$", "").replace("'", "") == margins
        drawn = series.yVal.numRef.f.replace("$", "").replace("'", "")
        assert drawn == f"Curves!{top.coordinate}:{bottom.coordinate}"


# The same in IronCalc, in both styles


@pytest.fixture(scope="module", params=STYLES)
def iron_card(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> IronCalcCard:
    book = scale_poster(Options(style=STYLES[request.param]))
    return IronCalcCard(tmp_path_factory.mktemp("scales"), book.finished())


@pytest.mark.parametrize(
    ("scale", "boards"),
    [
        *((scale, boards) for scale in WITH_DECIMALS for boards in [(1, 32), (24, 8), (64,)]),
        *((scale, (1, 8, 24, 32, 36)) for scale in NAMES if scale not in WITH_DECIMALS),
    ],
    ids=repr,
)
def test_both_styles(iron_card: IronCalcCard, scale: str, boards: tuple[int, ...]) -> None:
    fill(iron_card, scale, *boards)
    assert iron_card.cell("poster_problem") == ""
    assert printed(iron_card) == by_the_rules(scale, *boards)
    for margin, row in zip(iron_card.column("curve_margins"), iron_card.rows("curve_parts"), strict=True):
        wanted = [parts(scale, boards[0], int(margin)) for scale in NAMES]  # type: ignore[arg-type]
        assert row == [pytest.approx(part) if part else "#N/A" for part in wanted]


@pytest.mark.parametrize("boards", [None, 0, 37.5])
def test_wrong_boards_in_both_styles(iron_card: IronCalcCard, boards: float | None) -> None:
    fill(iron_card, "WBF", boards, 8)
    assert printed(iron_card) == by_the_rules("WBF", 8)
    assert {cell for row in iron_card.rows("curve_parts") for cell in row} == {"#N/A"}


# On paper


@pytest.mark.parametrize("paper", Paper)
def test_pages(office: Office, tmp_path: Path, paper: Paper) -> None:
    """Poster, curves, and one about the workbook, each on one page; the explorer has three. The tables stay out."""
    path = tmp_path / "scales.xlsx"
    path.write_bytes(scale_poster(Options(boards=MOST, paper=paper)).finished())
    with office.open(path) as document:
        document.save(tmp_path / "scales.pdf")
    assert page_count(tmp_path / "scales.pdf") == 6
