"""Every word of every workbook is one that can be translated, and is."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

import pytest
from openpyxl import load_workbook

from tests.languages.books import CARDS, made
from tests.languages.texts import formulas, names, texts
from xlvp.catalogue import FUNCTIONS
from xlvp.languages import CODES, Language
from xlvp.languages.notation import CONTEXT
from xlvp.rules.scales import SCALES
from xlvp.templates import match
from xlvp.templates import new as making
from xlvp.templates.kinds import NO_VPS, OWN_SCALE
from xlvp.templates.pairs import MOST_PAIRS

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.slow

OTHERS = [code for code in CODES if code != "en"]
PORTABLE = [card for card, (_, choices) in CARDS.items() if "style" not in choices]
LONGEST = 200
"""Characters that a portable formula may have."""

_LONGEST = {"promptTitle": 32, "errorTitle": 32, "prompt": 255, "error": 225, "sheet": 31}
"""What Excel allows, or shows of it."""

LETTERS = {"N E S W": "N O Z W", "C D H S": "K R H S", "NT": "SA", "P PASS AP": "P PAS", "no letter": "Q"}
SAME = {scale.name for scale in SCALES} | {OWN_SCALE, NO_VPS, "WBF half", "WBF half discrete"}
SAME |= {"♣", "♦", "♥", "♠", "∞", "A+", "A", "A-", "NP", "X", "x", "AP", "R", "NABC+"}
"""What is the same in every language: the names of scales, awards, signs."""


@dataclass(frozen=True)
class Said(Language):
    """A language that says each piece of a text in its own way, but for parts in braces and the letters of results."""

    says: Callable[[str], str] = str

    def word(self, context: str, text: str) -> str:
        if context == CONTEXT:
            return LETTERS[text]
        return re.sub(r"({\w*})|([^{}]+)", lambda piece: piece[1] or self.says(piece[2]), text)


WRAPPED = Said("xx", says=lambda piece: f"⟦{piece}⟧")
"""Has every text between brackets."""

LONGER = Said("xx", says=lambda piece: piece + "x" * ceil(0.4 * len(piece)))
"""Has words that are 40 % longer than those of English."""


def left_over(text: str) -> str:
    """What of a text is in no brackets, without what is the same in every language."""
    outside = re.sub(r"⟦[^⟦⟧]*⟧", " ", text)
    for name in sorted(SAME, key=len, reverse=True):
        outside = re.sub(rf"(?<!\S){re.escape(name)}(?!\S)", " ", outside)
    return outside


@pytest.mark.parametrize("card", CARDS)
def test_every_word_is_marked(card: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A language with nothing but brackets has every word in brackets."""
    monkeypatch.setattr(making, "language", lambda code: WRAPPED)
    book = made.__wrapped__(card, "xx")
    labels = {name.replace("_", " ") for name in names(book)}  # on the sheet Scales, of cells by their names
    labels |= {function.name for function in FUNCTIONS}
    contracts = re.compile(r"[1-7]([KRHSN♣♦♥♠]|SA)X{0,2}|[NOZW]|NOZW|KRHSN♣♦♥♠|[KRHSQ]|SA|NT|P|PAS|PASS")
    formats = re.compile(r"[+0;\-=.General]*")
    unmarked = {
        text
        for _, text in texts(book)
        if re.search(r"[^\W\d_]", left := left_over(text))
        and left.strip() not in labels
        and not contracts.fullmatch(left.strip())
        and not formats.fullmatch(left.strip())
    }
    assert unmarked == set()


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("card", CARDS)
def test_no_mark_is_left_in_a_file(card: str, code: str) -> None:
    book = made(card, code)
    assert {text for _, text in texts(book) if re.search("[\ue000-\ue0ff]", text)} == set()
    assert [text for text in formulas(book) if re.search("[\ue000-\ue0ff]", text)] == []


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("card", CARDS)
def test_words_have_room_where_they_stand(card: str, code: str) -> None:
    """Excel refuses a file with longer ones, or cuts them."""
    found = texts(made(card, code))
    assert {each for each in found if len(each.text) > _LONGEST.get(each.kind, 32_000)} == set()
    sheets = [each.text for each in found if each.kind == "sheet"]
    assert len({sheet.casefold() for sheet in sheets}) == len(sheets)
    assert not [sheet for sheet in sheets if re.search(r"[\\/?*\[\]:]|^'|'$", sheet)]


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("card", PORTABLE)
def test_formulas_are_short_in_every_language(card: str, code: str) -> None:
    assert too_long(made(card, code), made(card, "en")) == set()


@pytest.mark.parametrize("card", [*PORTABLE, "largest match", "largest session"])
def test_formulas_are_short_with_long_words(card: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kind, choices = {
        **CARDS,
        "largest match": ("match", {"boards": match.MOST_BOARDS}),
        "largest session": ("pairs", {"boards": 32, "team_count": MOST_PAIRS}),  # its rows have as many digits as any
    }[card]
    english = making.new(kind, choices, {})[0]
    monkeypatch.setattr(making, "language", lambda code: LONGER)
    assert too_long(making.new(kind, choices, {})[0], english) == set()


def test_a_text_that_is_too_long_for_its_formula_stands_in_a_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "language", lambda code: LONGER)
    book = load_workbook(io.BytesIO(making.new("pairs", {"boards": 1, "team_count": 4}, {})[0]))
    ranking = book.worksheets[0]
    ((sheet, cells),) = book.defined_names["tx"].destinations
    said = [row[0].value for row in book[sheet][cells]]
    longest = " to check in Resultsxxxxxxxx"
    assert longest in said
    assert f"INDEX(tx,{said.index(longest) + 1})" in ranking["A6"].value
    assert longest not in ranking["A6"].value


def too_long(book: bytes, english: bytes) -> set[str]:
    """The formulas that words have made too long; in the largest workbooks some are in English, without any words."""
    return {text for text in formulas(book) if len(text) > LONGEST} - set(formulas(english))
