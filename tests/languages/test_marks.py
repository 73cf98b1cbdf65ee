"""Marked words, what becomes of them, and the catalogues that translate them."""

from __future__ import annotations

import pytest

from xlvp.languages.marks import english, said, sentence, tr, with_number
from xlvp.languages.pofile import Entry, PoError, read_po

DUTCH = {
    "Rank": "Plaats",
    "1 to {most} boards": "{most} spellen of minder",
    "After {done} of {all} rounds": 'Na {done} van de "{all}" rondes',
    "{n} boards to go": "nog {n} spellen",
    "swapped {a} and {b}": "{b} en {a} verwisseld",
}


def dutch(text: str) -> str:
    return said(text, lambda context, word: DUTCH.get(f"{context}{word}", word))


def test_a_word() -> None:
    assert (english(tr("Rank")), dutch(tr("Rank")), dutch("Rank")) == ("Rank", "Plaats", "Rank")


def test_a_word_among_others() -> None:
    assert dutch(f"{tr('Rank')}: {tr('Team')}") == "Plaats: Team"


def test_the_context_tells_words_apart() -> None:
    words = {("sheet", "Draw"): "Loting", ("", "Draw"): "Gelijk"}
    assert said(tr("Draw", "sheet") + tr("Draw"), lambda *word: words[word]) == "LotingGelijk"


def test_parts_stand_where_the_language_has_them() -> None:
    marked = tr("1 to {most} boards", most=40)
    assert (english(marked), dutch(marked)) == ("1 to 40 boards", "40 spellen of minder")
    assert dutch(tr("swapped {a} and {b}", a="A", b="B")) == "B en A verwisseld"


def test_a_sentence_of_a_formula() -> None:
    marked = f"=IF(A1,{sentence('After {done} of {all} rounds', done='SUM(B1:B9)', all=5)},0)"
    assert english(marked) == '=IF(A1,"After "&SUM(B1:B9)&" of "&5&" rounds",0)'
    assert dutch(marked) == '=IF(A1,"Na "&SUM(B1:B9)&" van de """&5&""" rondes",0)'


def test_a_sentence_that_begins_or_ends_with_a_part_has_no_empty_texts() -> None:
    assert english(sentence("{n} boards", n="A1")) == 'A1&" boards"'
    assert english(sentence("boards: {n}", n="A1")) == '"boards: "&A1'


def test_a_quote_is_doubled_in_formulas_alone() -> None:
    word = said(tr("Rank"), lambda context, text: 'a "b"')
    assert word == 'a "b"'
    assert said(f'="{tr("Rank")}"', lambda context, text: 'a "b"') == '="a ""b"""'


def test_a_number_format() -> None:
    assert english(with_number("{n} boards to go")) == '0" boards to go"'
    assert dutch(with_number("{n} boards to go")) == '"nog "0" spellen"'


def test_braces_of_a_part_are_left_for_the_columns_that_fill_them() -> None:
    marked = sentence("After {done} of {all} rounds", done="{score}", all="{line}")
    assert english(marked.format(score="C4", line="1")) == '"After "&C4&" of "&1&" rounds"'


def test_marks_in_marks() -> None:
    assert dutch(tr("1 to {most} boards", most=tr("Rank"))) == "Plaats spellen of minder"


@pytest.mark.parametrize(
    "text", ["\ue000", "\ue001", "\ue000\ue001", "a\ue000t\ue002\ue005", "\ue000\ue003\ue001", "\ue004"]
)
def test_marks_that_are_none_do_no_harm(text: str) -> None:
    """Such as a team's name with characters for private use."""
    assert isinstance(english(text), str)


def test_a_part_that_the_translation_names_wrongly_stays_to_be_seen() -> None:
    assert said(tr("1 to {most} boards", most=4), lambda *_: "1 tot {meest}") == "1 tot {meest}"


def test_a_catalogue() -> None:
    content = """
# a comment
msgid ""
msgstr ""
"Language: nl\\n"

#: a place
msgctxt "sheet"
msgid "Draw"
msgstr "Loting"

msgid "over two "
"lines, with a \\"quote\\""
msgstr ""
"op twee "
"regels, met een \\"teken\\""

#, fuzzy
msgid "old"
msgstr "oud"

msgid "not yet"
msgstr ""

#~ msgid "gone"
#~ msgstr "weg"
"""
    assert list(read_po(content)) == [
        Entry("", "", "Language: nl\n"),
        Entry("sheet", "Draw", "Loting"),
        Entry("", 'over two lines, with a "quote"', 'op twee regels, met een "teken"'),
    ]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('msgid "a\nmsgstr "b"', 'line 1: this should be msgctxt, msgid or msgstr and a text in quotes: msgid "a'),
        ('"a"', 'line 1: this should be msgctxt, msgid or msgstr and a text in quotes: "a"'),
        ('msgid "a" b"', 'line 1: a quote is missing, or has no backslash before it: msgid "a" b"'),
        ("hello", "line 1: this should be msgctxt, msgid or msgstr and a text in quotes: hello"),
    ],
)
def test_a_broken_catalogue_is_refused_with_its_line(content: str, message: str) -> None:
    with pytest.raises(PoError) as refused:
        list(read_po(content))
    assert str(refused.value) == message
