"""Results in the letters of each language, against letters typed from what its federation and programs print."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.languages.letters import LETTERS, rewritten
from xlvp.languages import CODES, language
from xlvp.languages.notation import ENGLISH_NOTATION

RESULTS = [
    f"{level}{strain}{double}{seat}{over}"
    for level in "137"
    for strain in ("S", "H", "D", "C", "NT")
    for double in ("", "X")
    for seat in "NESW"
    for over in ("=", "+1", "-2")
]


def test_every_language_is_here() -> None:
    assert set(LETTERS) == set(CODES) - {"en"}


@pytest.mark.parametrize("code", LETTERS)
@pytest.mark.parametrize("result", [*RESULTS, "P"])
def test_there_and_back(code: str, result: str) -> None:
    notation = language(code).notation
    written = rewritten(result, LETTERS[code])
    assert notation.from_english(result).upper() == written.upper()
    assert notation.to_english(written) == result
    assert notation.to_english(f" {written.lower()} ") == result


@pytest.mark.parametrize("code", LETTERS)
@pytest.mark.parametrize("seat", "NESW")
def test_a_seat_alone(code: str, seat: str) -> None:
    own = LETTERS[code].seats["NESW".index(seat)]
    assert (language(code).notation.from_english(seat), language(code).notation.to_english(own)) == (own, seat)


@pytest.mark.parametrize("code", LETTERS)
@pytest.mark.parametrize("sign", "♠♥♦♣")
def test_signs_and_x_are_the_same_everywhere(code: str, sign: str) -> None:
    notation = language(code).notation
    seat = LETTERS[code].seats[1]
    assert notation.to_english(f"4{sign}XX{seat}-1") == f"4{sign}XXE-1"
    assert notation.to_english(f"3NT{seat}=") == "3NTE="


@pytest.mark.parametrize("code", LETTERS)
@pytest.mark.parametrize(
    "text", ["", "425", "-50", "NP", "A+", "A-", "60%", "hello", "8SN=", "4", "=", "4SN made", "12"]
)
def test_what_is_no_result_stays(code: str, text: str) -> None:
    notation = language(code).notation
    assert (notation.from_english(text), notation.to_english(text)) == (text, text)


@pytest.mark.parametrize("code", LETTERS)
def test_letters_are_told_apart(code: str) -> None:
    notation = language(code).notation
    groups = [notation.seats[at : at + 4] for at in range(0, len(notation.seats), 4)]
    assert all(len(set(group)) == 4 for group in groups)
    assert len({(letter, group.index(letter)) for group in groups for letter in group}) == len(set(notation.seats))
    suits = [(letter, place % 5) for place, letter in enumerate(notation.strains)]
    assert len(set(suits)) == len(set(notation.strains))
    assert not set(notation.unclear) & set(notation.strains)
    assert "X" not in notation.seats + notation.strains
    for words in notation.no_trumps:
        assert len(words) == 2
    for row in (notation.seats, notation.strains, *notation.no_trumps, *notation.passes):
        assert row == row.upper()


@given(st.text(max_size=12))
def test_any_text_comes_back(text: str) -> None:
    """A text is either left alone or a result, which is the same result when it comes back."""
    for code in LETTERS:
        notation = language(code).notation
        there = notation.from_english(text)
        back = notation.to_english(there)
        assert there == text or ENGLISH_NOTATION.to_english(back) == notation.to_english(notation.from_english(back))
