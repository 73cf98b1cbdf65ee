"""The files of translations: whole, up to date, and fit for the cells they go to. What fails says what to do."""

from __future__ import annotations

import io
import re
from collections import Counter
from pathlib import Path
from string import Formatter

import pytest
from babel.messages import pofile as babel

from tests.languages.letters import LETTERS
from tools.languages import NOTATION, updated, words
from xlvp.languages import CODES, FOLDER, language, own_name
from xlvp.languages.notation import CONTEXT
from xlvp.languages.pofile import Entry, read_po

DOCS = Path(__file__).parents[2] / "docs" / "languages.md"
OTHERS = [code for code in CODES if code != "en"]
WORDS = [word for word in words() if word.text not in NOTATION]
SHEETS = {word.text for word in WORDS if word.context == "sheet"}
OWN_NAMES = {
    "de": "Deutsch",
    "en": "English",
    "fr": "Français",
    "it": "Italiano",
    "nl": "Nederlands",
    "pl": "Polski",
    "sv": "Svenska",
}


def content(code: str) -> str:
    return (FOLDER / f"{code}.po").read_text(encoding="utf-8")


def translations(code: str) -> list[Entry]:
    return [entry for entry in read_po(content(code)) if entry.text and entry.context != CONTEXT]


def test_the_languages() -> None:
    assert {code: own_name(code) for code in CODES} == OWN_NAMES


@pytest.mark.slow
@pytest.mark.parametrize("code", OTHERS)
def test_a_catalogue_has_the_texts_of_today(code: str) -> None:
    assert updated(code, content(code)) == content(code), "stale: run 'python -m tools languages' and translate"


@pytest.mark.parametrize("code", OTHERS)
def test_nothing_is_missing_or_left_in_doubt(code: str) -> None:
    """An empty translation, or one marked fuzzy, is said in English: a translator should look at it."""
    found = {(entry.context, entry.text) for entry in read_po(content(code))}
    assert [(word.context, word.text) for word in WORDS if (word.context, word.text) not in found] == []


@pytest.mark.parametrize("code", OTHERS)
def test_ours_reads_what_babel_reads(code: str) -> None:
    read = babel.read_po(io.BytesIO(content(code).encode()))
    theirs = {(each.context or "", each.id, each.string) for each in read if each.id and each.string and not each.fuzzy}
    assert {tuple(entry) for entry in read_po(content(code)) if entry.text} == theirs


def comment(code: str) -> str:
    """What the comment at the beginning of a file says, on one line."""
    lines = content(code).split("msgid", 1)[0].splitlines()
    return " ".join(line.removeprefix("#").strip() for line in lines)


@pytest.mark.parametrize("code", OTHERS)
def test_the_header_names_what_was_consulted_and_what_is_not_sure(code: str) -> None:
    consulted, doubts = re.fullmatch(r".*? Consulted: (.*) Not sure: (.*)", comment(code)).groups()  # type: ignore[union-attr]
    assert len(consulted) > 60
    assert not consulted.startswith("name here")
    told = " ".join(DOCS.read_text(encoding="utf-8").split())
    assert doubts.strip() in told, "docs/languages.md asks native readers about other words"


@pytest.mark.parametrize("code", OTHERS)
def test_the_docs_have_the_letters(code: str) -> None:
    letters = LETTERS[code]
    row = f"`--language {code}` | {' '.join(letters.seats)} | {' '.join(letters.suits)} | {letters.no_trumps} |"
    assert row in DOCS.read_text(encoding="utf-8")


@pytest.mark.parametrize("code", OTHERS)
def test_parts_and_spaces_are_kept(code: str) -> None:
    def parts(text: str) -> list[str]:
        """What stands in braces, and the signs that formulas put numbers in place of."""
        names = (name for _, name, _, _ in Formatter().parse(text) if name is not None)
        return sorted([*names, *re.findall("[#@]", text)])

    def ends(text: str) -> tuple[str, str]:
        return text[: len(text) - len(text.lstrip(" "))], text[len(text.rstrip(" ")) :]

    wrong = [
        (entry.text, entry.translation)
        for entry in translations(code)
        if parts(entry.text) != parts(entry.translation) or ends(entry.text) != ends(entry.translation)
    ]
    assert wrong == []


@pytest.mark.parametrize("code", OTHERS)
def test_no_text_becomes_a_formula_or_ends_one(code: str) -> None:
    risky = ("=", "+", "-", "@")
    wrong = [
        entry.translation
        for entry in translations(code)
        if '"' in entry.translation or (entry.translation.startswith(risky) and not entry.text.startswith(risky))
    ]
    assert wrong == []


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("context", ["choice", "sheet", "vulnerable"])
def test_words_that_tell_things_apart_are_distinct(code: str, context: str) -> None:
    said = {
        (entry.text.casefold(), entry.translation.casefold())
        for entry in translations(code)
        if entry.context == context
    }
    count = Counter(word for _, word in said)
    assert {word: number for word, number in count.items() if number > 1} == {}


@pytest.mark.parametrize("code", OTHERS)
def test_a_choice_is_no_pattern(code: str) -> None:
    """MATCH takes these signs for patterns."""
    chosen = [entry.translation for entry in translations(code) if entry.context == "choice"]
    assert [word for word in chosen if re.search("[*?~]", word)] == []


@pytest.mark.parametrize("code", OTHERS)
def test_a_sheet_has_one_name(code: str) -> None:
    """Where a text speaks of a sheet, it calls it what the sheet is called."""
    spoken = language(code)
    wrong = [
        (entry.translation, spoken.word("sheet", sheet))
        for entry in translations(code)
        for sheet in SHEETS
        if re.search(rf"\bsheets? (?:\w+ (?:and|or) )?{sheet}\b", entry.text)
        and spoken.word("sheet", sheet) not in entry.translation
    ]
    assert wrong == []
