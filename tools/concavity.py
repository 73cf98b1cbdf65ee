"""The picture of the concavity correction in docs/scoring.md: what each further IMP is worth, before and after."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from xlvp.rules.curve import Curve

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

BOARDS = 8
FIRST_IMP = 36
"""Where the picture begins: the one correction for 8 boards is at 40 IMPs, and the scale ends at 43."""

_BAR, _GAP, _UNIT = 32, 10, 11  # pixels: a bar's width, the space after it, and the height of a hundredth of a VP
_LEFT, _HEAD, _FOOT = 24, 64, 44
_BETWEEN = 48
_GREY, _WRONG, _MENDED, _INK = "#9db4c8", "#b3261e", "#2e6f40", "#222222"


def gains(table: Sequence[int]) -> list[int]:
    """Return what each IMP adds, in hundredths of a VP, from the first IMP that the picture shows."""
    return [after - before for before, after in pairwise(table)][FIRST_IMP - 1 :]


def picture() -> str:
    """Return docs/pictures/concavity.svg."""
    curve = Curve.for_boards(BOARDS)
    before, after = gains(curve.rounded()), gains(curve.continuous().winner)
    grows = [place for place, (one, next_one) in enumerate(pairwise(before), start=1) if next_one > one]
    moved = [place for place, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
    panel = len(before) * (_BAR + _GAP)
    width, height = 2 * _LEFT + 2 * panel + _BETWEEN, _HEAD + max(before) * _UNIT + _FOOT
    title = f"What each further IMP is worth in a match of {BOARDS} boards, in hundredths of a VP"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        ' font-family="sans-serif" font-size="14" text-anchor="middle">',
        f"<title>{title}</title>",
        f'<rect width="{width}" height="{height}" fill="white"/>',
        _text(width // 2, 20, title),
        *_panel(_LEFT, "Only rounded: the bars rise once", before, grows, _WRONG),
        *_panel(_LEFT + panel + _BETWEEN, "Corrected: the bars never rise", after, moved, _MENDED),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _panel(left: int, heading: str, bars: Sequence[int], marked: Sequence[int], colour: str) -> Iterator[str]:
    """Yield one row of bars; the marked ones in their colour, with their number in bold."""
    ground = _HEAD + max(bars) * _UNIT
    middle = left + len(bars) * (_BAR + _GAP) // 2
    yield _text(middle, 44, heading, ' font-weight="bold"')
    for place, hundredths in enumerate(bars):
        x, high = left + place * (_BAR + _GAP), hundredths * _UNIT
        fill, weight = (colour, ' font-weight="bold"') if place in marked else (_GREY, "")
        yield f'<rect x="{x}" y="{ground - high}" width="{_BAR}" height="{high}" fill="{fill}"/>'
        yield _text(x + _BAR // 2, ground - high - 5, str(hundredths), weight)
        yield _text(x + _BAR // 2, ground + 17, str(FIRST_IMP + place))
    yield _text(middle, ground + 36, "IMP")


def _text(x: int, y: int, words: str, more: str = "") -> str:
    return f'<text x="{x}" y="{y}" fill="{_INK}"{more}>{words}</text>'
