"""The explorer of scales of one's own: VPs by the rules, sensitivity and concavity as differences of the curve."""

from __future__ import annotations

import math
from decimal import Decimal, localcontext
from typing import TYPE_CHECKING, Any

import pytest

from tests.templates.ironcalc_card import IronCalcCard
from tests.templates.scorecard import Card, Scorecard
from xlvp import Curve
from xlvp.rules.curve import MODELS
from xlvp.templates.options import Options
from xlvp.templates.scales import scale_poster
from xlvp.templates.wording import STYLES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.parts.office import Office

pytestmark = pytest.mark.slow

ASKED = [(24, 10), (16, 10), (1, 15), (64, 0.01), (9, 7.13), (33, 1000), (36, 12.5)]
WRONG: list[tuple[Any, Any]] = [
    *((boards, 10) for boards in (None, 0, 65, 7.5, "many")),
    *((24, draw) for draw in (None, 0, -1, 1000.01, 10.125, "all")),
]
STEP = Decimal("1e-12")


@pytest.fixture(scope="module", params=["LibreOffice", *STYLES])
def card(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Card]:
    """The portable workbook in LibreOffice, and both styles in IronCalc."""
    folder = tmp_path_factory.mktemp("explorer")
    if request.param == "LibreOffice":
        office: Office = request.getfixturevalue("office")
        with Scorecard(office, folder, scale_poster(Options()).finished()) as opened:
            yield opened
    else:
        yield IronCalcCard(folder, scale_poster(Options(style=STYLES[request.param])).finished())


def derivatives(model: str, margin: int, draw: float, blitz: Decimal) -> tuple[float, float]:
    """Return sensitivity and concavity by differences of the curve, Buchen's eq. (6); 0 above the blitz."""
    if margin > blitz:
        return 0, 0
    with localcontext(prec=60):
        share = margin / blitz
        low, at, high = (MODELS[model].exact_gain(share + step) for step in (-STEP, 0 * STEP, STEP))
        first, second = (high - low) / (2 * STEP), (high - 2 * at + low) / STEP**2
        return float(Decimal(draw) * first / blitz), float(-Decimal(draw) * second / blitz**2)


@pytest.mark.parametrize(("boards", "draw"), ASKED)
def test_four_models_side_by_side(card: Card, boards: int, draw: float) -> None:
    card.fill({"explorer_boards": boards, "explorer_draw": draw})
    blitz = Curve.for_boards(boards).blitz
    assert card.cell("explorer_blitz") == pytest.approx(float(blitz))
    rows = math.ceil(blitz) + 1
    assert card.column("explorer_margin")[: rows + 1] == [*range(rows), ""][:121]
    for number, model in enumerate(MODELS, start=1):
        table = Curve(draw, blitz, model).continuous()
        vps = [cell for cell in card.column(f"explorer_vp_{number}") if cell != ""]
        assert vps == [pytest.approx(table.vp(margin), abs=1e-9) for margin in range(rows)]
        by_margin = [derivatives(model, margin, draw, blitz) for margin in range(rows)]
        for place, name in enumerate(("slope", "bend")):
            shown = [cell for cell in card.column(f"explorer_{name}_{number}") if cell != ""]
            assert shown == [pytest.approx(each[place], rel=1e-7) for each in by_margin]


@pytest.mark.parametrize(("boards", "draw"), WRONG)
def test_what_is_wrong_is_said(card: Card, boards: Any, draw: Any) -> None:
    card.fill({"explorer_boards": boards, "explorer_draw": draw})
    assert str(card.cell("explorer_problem")).startswith("Type boards from 1 to 64, and the VPs for a draw")
    assert set(card.column("explorer_margin")) == set(card.column("explorer_vp_2")) == {""}
