"""The match scorecard: what it shows is what the rules say, in LibreOffice, and in both styles in IronCalc."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from tests.templates.ironcalc_card import IronCalcCard
from tests.templates.matches import OWN, Match, expected, random_match, typed
from tests.templates.scorecard import Scorecard
from xlvp.templates.match import match
from xlvp.templates.options import Options
from xlvp.templates.wording import STYLES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.parts.office import Office


class Shape(NamedTuple):
    """A card: for how many boards, rooms and stanzas, how many random matches are typed into it, and which."""

    boards: int
    rooms: int
    stanzas: int
    matches: int

    def book(self, style: str = "portable") -> bytes:
        own = tuple((float(margin), float(won), float(lost)) for margin, won, lost in OWN)
        options = Options(
            boards=self.boards, rooms=self.rooms, stanzas=self.stanzas, own_table=own, style=STYLES[style]
        )
        return match(options).finished()


SHAPES = {
    "two rooms": Shape(64, 2, 1, 120),
    "few boards": Shape(3, 2, 1, 20),
    "many boards": Shape(128, 2, 1, 25),
    "four stanzas": Shape(64, 2, 4, 60),
    "eight stanzas": Shape(128, 2, 8, 15),
    "four rooms": Shape(32, 4, 1, 60),
}


@pytest.fixture(scope="module", params=SHAPES)
def shaped(request: pytest.FixtureRequest, office: Office, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    shape = SHAPES[request.param]
    with Scorecard(office, tmp_path_factory.mktemp("match"), shape.book()) as opened:
        yield shape, opened


def shown(card: Scorecard | IronCalcCard, names: dict[str, Any]) -> dict[str, Any]:
    return {name: card.column(name) if isinstance(value, list) else card.cell(name) for name, value in names.items()}


def differences(card: Scorecard | IronCalcCard, entered: Match, capacity: int) -> dict[str, Any]:
    """Type a match in, and return what a card shows otherwise than the rules: in each case both."""
    card.fill(typed(entered, capacity))
    wanted = expected(entered)
    for value in wanted.values():
        if isinstance(value, list):
            value += [""] * (capacity - len(value))
    found = shown(card, wanted)
    return {name: (value, wanted[name]) for name, value in found.items() if value != wanted[name]}


def test_random_matches(shaped: tuple[Shape, Scorecard]) -> None:
    shape, card = shaped
    for seed in range(shape.matches):
        entered = random_match(random.Random(f"{shape} {seed}"), shape.boards, shape.rooms, shape.stanzas)
        assert differences(card, entered, shape.boards) == {}, seed
        marked = [wrong for name in rooms(shape) for wrong in card.column(f"{name}_wrong")]
        assert sum(wrong > 0 for wrong in marked if isinstance(wrong, float)) == expected(entered)["to_mend"]
        told = [bool(text) for text in card.column("ask")]
        for line, row in enumerate(entered.entries):
            assert told[line] or not any(each.wrong for each in row)


def rooms(shape: Shape) -> tuple[str, ...]:
    return ("open", "closed") if shape.rooms == 2 else ("room1", "room2", "room3", "room4")


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("name", ["two rooms", "four stanzas", "four rooms"])
def test_random_matches_in_both_styles(tmp_path: Path, style: str, name: str) -> None:
    shape = SHAPES[name]._replace(boards=16, stanzas=min(SHAPES[name].stanzas, 2))
    card = IronCalcCard(tmp_path, shape.book(style))
    for seed in range(12):
        entered = random_match(random.Random(f"{name} {seed}"), shape.boards, shape.rooms, shape.stanzas)
        assert differences(card, entered, shape.boards) == {}, seed
