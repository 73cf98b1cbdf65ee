"""Every word of every workbook is one that can be translated, and is."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.languages.books import CARDS, made
from tests.languages.texts import formulas, names, texts
from xlvp.catalogue import FUNCTIONS
from xlvp.languages import CODES, Language
from xlvp.languages.notation import CONTEXT
from xlvp.rules.scales import SCALES
from xlvp.templates import new as making
from xlvp.templates.kinds import NO_VPS, OWN_SCALE

OTHERS = [code for code in CODES if code != "en"]
_LONGEST = {"promptTitle": 32, "errorTitle": 32, "prompt": 255, "error": 225, "sheet": 31}
"""What Excel allows, or shows of it."""

LETTERS = {"N E S W": "N O Z W", "C D H S": "K R H S", "NT": "SA", "P PASS AP": "P PAS", "no letter": "Q"}
SAME = {scale.name for scale in SCALES} | {OWN_SCALE, NO_VPS, "WBF half", "WBF half discrete"}
SAME |= {"♣", "♦", "♥", "♠", "∞", "A+", "A", "A-", "NP", "X", "x", "AP", "R", "NABC+"}
"""What is the same in every language: the names of scales, awards, signs."""


class Wrapped(dict[tuple[str, str], str]):
    """A language that says every text between brackets, but for the letters of results."""

    def get(self, key: tuple[str, str], default: Any = None) -> Any:
        context, text = key
        return LETTERS[text] if context == CONTEXT else bracketed(text)


def bracketed(text: str) -> str:
    """A text with each piece of it in brackets; the parts in braces are others."""
    return re.sub(r"({\w*})|([^{}]+)", lambda piece: piece[1] or f"⟦{piece[2]}⟧", text)


WRAPPED = Language("xx", Wrapped())


def left_over(text: str) -> str:
    """What of a text is in no brackets, without what is the same in every language."""
    outside = re.sub(r"⟦[^⟦⟧]*⟧", " ", text)
    return "" if outside.strip() in SAME else outside


@pytest.mark.parametrize("card", CARDS)
def test_every_word_is_marked(card: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A language with nothing but brackets has every word in brackets."""
    monkeypatch.setattr(making, "language", lambda code: WRAPPED)
    book = made.__wrapped__(card, "xx")
    labels = {name.replace("_", " ") for name in names(book)}  # on the sheet Scales, of cells by their names
    labels |= {function.name for function in FUNCTIONS}
    contracts = re.compile(
        r"[1-7][KRHSN](X{0,2})|[1-7](♣|♦|♥|♠|SA)X{0,2}|[NOZW]{1,4}|[KRHSN♣♦♥♠]{4,9}|CDHSN?|NESW|P|PAS"
    )
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
@pytest.mark.parametrize("card", [card for card, (_, choices) in CARDS.items() if "style" not in choices])
def test_formulas_are_short_in_every_language(card: str, code: str) -> None:
    assert [text for text in formulas(made(card, code)) if len(text) > 200] == []
