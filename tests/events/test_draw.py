"""The draw of a Swiss round, against every draw that there is, and over whole events."""

from __future__ import annotations

import random
import time
from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from tests.oracles.drawing import first_draw
from xlvp.events.draw import Draw, Past, draw

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_ROUNDS = 20


class Story:
    """The rounds of an event so far, as they matter for the draw."""

    def __init__(self) -> None:
        self.rounds: list[set[frozenset[int]]] = []
        self.had: Counter[int] = Counter()

    @property
    def past(self) -> Past:
        return Past(set().union(*self.rounds), self.rounds[-1] if self.rounds else set(), self.had)

    def add(self, drawn: Draw) -> None:
        self.rounds.append({frozenset(pair) for pair in drawn.meetings})
        self.had.update(drawn.three_way if drawn.bye is None else [drawn.bye])


def random_story(chance: random.Random, teams: Sequence[int]) -> Story:
    """Rounds as no draw would make them: anybody against anybody, some not there, byes and three-way matches."""
    story = Story()
    for _ in range(chance.randint(0, len(teams) + 1)):
        there = chance.sample(teams, chance.randint(max(2, len(teams) - 2), len(teams)))
        three = (
            tuple(there.pop() for _ in range(3)) if len(there) % 2 and len(there) > 2 and chance.random() < 0.5 else ()
        )
        bye = there.pop() if len(there) % 2 else None
        story.add(Draw(tuple(zip(there[::2], there[1::2], strict=True)), bye, three))
    return story


@pytest.mark.parametrize("seed", range(14))
def test_the_draw_is_the_first_of_all_draws(seed: int) -> None:
    chance = random.Random(seed)
    size = 4 + seed % 7
    for _ in range({4: 500, 5: 500, 6: 500, 7: 300, 8: 150, 9: 60, 10: 20}[size]):
        order = chance.sample(range(1, size + 1), size)
        story, three = random_story(chance, order), chance.random() < 0.5
        drawn = draw(order, story.past, three_way=three)
        outside = drawn.three_way if drawn.bye is None else (drawn.bye,)
        assert (drawn.matches, outside) == first_draw(order, story.rounds, story.had, three=three)


def test_the_random_stories_are_of_every_kind() -> None:
    """Some leave no draw without second meetings, some none without one from the round before."""
    chance = random.Random(3)
    again, at_once, whole = 0, 0, 0
    for _ in range(300):
        story = random_story(chance, range(1, 5))
        drawn = draw(range(1, 5), story.past)
        pairs = {frozenset(pair) for pair in drawn.matches}
        again += bool(pairs & set(story.past.met))
        at_once += bool(pairs & set(story.past.just_met))
        whole += not pairs & set(story.past.met)
    assert min(again, at_once, whole) >= 10


@pytest.mark.slow
@pytest.mark.parametrize(("teams", "three"), [(n, three) for n in range(5, 65) for three in {False, n % 2 == 1}])
def test_whole_events(teams: int, three: bool) -> None:
    """Strengths decide, so that the same teams are near one another in every round: hard to draw."""
    order, story = list(range(1, teams + 1)), Story()
    chance = random.Random(teams)
    points: Counter[int] = Counter()
    for number in range(min(MOST_ROUNDS, teams)):
        drawn = draw(order, story.past, three_way=three)
        playing = [*drawn.three_way, *(team for pair in drawn.matches for team in pair)]
        assert sorted([*playing, *([drawn.bye] if drawn.bye else [])]) == sorted(order)
        assert bool(drawn.three_way) == (three and teams % 2 == 1)
        assert list(drawn.three_way) == sorted(drawn.three_way, key=order.index)
        assert all(order.index(home) < order.index(away) for home, away in drawn.matches)
        repeated = [pair for pair in drawn.meetings if frozenset(pair) in story.past.met]
        if number < teams // 2 and not drawn.three_way:  # so many rounds can always be drawn on from any that were
            assert not repeated
        story.add(drawn)
        assert max(story.had.values(), default=0) - min(story.had[team] for team in order) <= 1
        for home, away in drawn.meetings:
            points[home if chance.random() < 0.5 + (away - home) / (2 * teams) else away] += 1
        order.sort(key=lambda team: (-points[team], team))


def test_a_round_of_64_teams_is_drawn_in_time() -> None:
    order, story = list(range(64)), Story()
    points: Counter[int] = Counter()
    slowest = 0.0
    for _ in range(MOST_ROUNDS):
        start = time.process_time()
        drawn = draw(order, story.past)
        slowest = max(slowest, time.process_time() - start)
        story.add(drawn)
        points.update(min(pair) for pair in drawn.matches)
        order.sort(key=lambda team: (-points[team], team))
    assert len(set().union(*story.rounds)) == 32 * MOST_ROUNDS  # nobody met twice
    assert slowest < 2


def test_the_first_round_is_by_rank() -> None:
    assert draw([1, 2, 3, 4, 5, 6], Past()).matches == ((1, 2), (3, 4), (5, 6))
    assert draw([1, 2, 3, 4, 5], Past()) == Draw(((1, 2), (3, 4)), 5)
    assert draw([1, 2, 3, 4, 5], Past(), three_way=True) == Draw(((1, 2),), None, (3, 4, 5))


def test_two_and_one_and_three() -> None:
    assert draw([2, 1], Past()) == Draw(((2, 1),))
    assert draw([2], Past(), three_way=True) == Draw((), 2)
    assert draw([2, 3, 1], Past(), three_way=True) == Draw((), None, (2, 3, 1))


def test_nobody_has_a_second_bye_while_another_has_had_none() -> None:
    assert draw([1, 2, 3], Past(had={3: 1})).bye == 2
    assert draw([1, 2, 3], Past(had={3: 1, 2: 1})).bye == 1
    assert draw([1, 2, 3], Past(had={1: 1, 2: 1, 3: 1})).bye == 3
    assert draw([1, 2, 3], Past(had={1: 2, 2: 1, 3: 2})).bye == 2
    assert draw([1, 2, 3, 4, 5], Past(had={5: 1, 3: 1}), three_way=True).three_way == (1, 2, 4)
    assert draw([1, 2, 3, 4, 5], Past(had={5: 1, 3: 1, 2: 1, 1: 1}), three_way=True).three_way == (3, 4, 5)


def test_the_bye_goes_where_it_leaves_the_fewest_second_meetings() -> None:
    """With 5 or 4 out somebody has to meet a second time; with 3 out nobody has to: 1-2 and 4-5."""
    met = {frozenset(pair) for pair in combinations((1, 2, 3, 4), 2)} - {frozenset((1, 2))}
    met |= {frozenset((3, 5)), frozenset((2, 4))}
    assert draw([1, 2, 3, 4, 5], Past(met)).bye == 3
