"""The ranking with its tie-breaks: worked examples from a published regulation, and random events.

The examples are those of the EBU's White Book, section 143 (as its web pages had it): 143.5.2, the sum of the final
scores of the opponents met; 143.6.2, two matches between the same teams, one of them in a triangle; 143.7.1, the match
between two teams by VPs and then by IMPs. Ties of three teams: CBAI, "Breaking Ties in Team Competitions".
"""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import permutations
from typing import TYPE_CHECKING

import pytest

from tests.oracles.ranking import Match, Table
from xlvp.events.standings import Ranking, Result, TieBreak

if TYPE_CHECKING:
    from collections.abc import Iterable

A, B, C, X, Y, Z = range(1, 7)
DIRECT, QUOTIENT, DIFFERENCE, OPPONENTS = TieBreak


def match(
    one: int, other: int, vps: tuple[int, int], imps: tuple[int, int] | None = None, *, half: bool = False
) -> list[Result]:
    """A match from both sides."""
    cents = (100 * vps[0], 100 * vps[1])
    turned = imps and (imps[1], imps[0])
    return [Result(one, other, cents[0], imps, half), Result(other, one, cents[1], turned, half)]


def groups(totals: dict[int, int], results: list[list[Result]], *order: TieBreak) -> list[list[int]]:
    cents = {team: 100 * total for team, total in totals.items()}
    return Ranking(cents, [each for both in results for each in both], order).groups


def test_the_white_books_sum_of_the_opponents_scores() -> None:
    """A has met X, Y and Z, who have 50, 40 and 30: that is 120."""
    totals = {A: 60, B: 60, X: 50, Y: 40, Z: 30}
    met = [match(A, other, (10, 10)) for other in (X, Y, Z)] + [match(B, other, (10, 10)) for other in (Y, Z, Z)]
    ranking = Ranking({team: 100 * vp for team, vp in totals.items()}, [each for both in met for each in both], [])
    assert ranking.opponents(A) == 12_000
    assert ranking.opponents(B) == 10_000
    assert groups(totals, met) == [[A, B], [X], [Y], [Z]]
    assert groups(totals, met, OPPONENTS) == [[A], [B], [X], [Y], [Z]]


def test_half_matches_have_half_weight() -> None:
    met = [match(A, X, (5, 5), half=True), match(A, Y, (5, 5), half=True)]
    ranking = Ranking({A: 1000, X: 5000, Y: 4000}, [each for both in met for each in both], [])
    assert ranking.opponents(A) == 4500


def test_the_white_books_two_teams_that_have_met_one_and_a_half_times() -> None:
    """A lost the match 8-12 and won the set of a triangle 10-0: it has beaten B by 18 to 12."""
    met = [match(A, B, (8, 12)), match(A, B, (10, 0), half=True)]
    assert groups({A: 40, B: 40}, met, DIRECT) == [[A], [B]]
    assert groups({A: 40, B: 40}, met[:1], DIRECT) == [[B], [A]]


def test_the_white_books_tie_of_two_teams() -> None:
    """By the VPs of their match; if those are level, by its IMPs; if it had no swing, by what comes next."""
    totals = {A: 50, B: 50, X: 45, Y: 30}
    others = [match(A, X, (8, 12)), match(B, Y, (12, 8))]
    assert groups(totals, [match(A, B, (9, 11)), *others], DIRECT, OPPONENTS)[:2] == [[B], [A]]
    assert groups(totals, [match(A, B, (10, 10), (30, 29)), *others], DIRECT, OPPONENTS)[:2] == [[A], [B]]
    assert groups(totals, [match(A, B, (10, 10), (30, 30)), *others], DIRECT, OPPONENTS)[:2] == [[A], [B]]
    assert groups(totals, [match(A, B, (10, 10), (30, 30)), *others], DIRECT)[:1] == [[A, B]]
    assert groups(totals, others, DIRECT)[:1] == [[A, B]]  # they have not met


def test_three_teams_go_by_their_matches_if_all_have_met() -> None:
    totals = {A: 50, B: 50, C: 50}
    triangle = [match(A, B, (12, 8)), match(B, C, (15, 5)), match(C, A, (11, 9))]
    assert groups(totals, triangle, DIRECT) == [[B], [A], [C]]
    assert groups(totals, triangle[:2], DIRECT) == [[A, B, C]]
    assert groups(totals, [match(one, other, (10, 10)) for one, other in ((A, B), (B, C), (C, A))], DIRECT) == [
        [A, B, C]
    ]


def test_two_of_three_that_are_still_level_go_by_the_imps_of_their_match() -> None:
    totals = {A: 50, B: 50, C: 50}
    level = [match(A, B, (10, 10), (20, 21)), match(B, C, (15, 5)), match(C, A, (5, 15))]
    assert groups(totals, level, DIRECT) == [[B], [A], [C]]


def test_imps_won_by_imps_lost_and_nothing_lost_is_best() -> None:
    totals = {A: 30, B: 30, C: 30}
    met = [match(A, X, (15, 5), (3000, 1000)), match(B, Y, (15, 5), (2500, 800)), match(C, Z, (15, 5), (100, 0))]
    assert groups(totals, met, QUOTIENT) == [[C], [B], [A]]
    assert groups(totals, met, DIFFERENCE) == [[A], [B], [C]]
    assert groups(totals, met) == [[A, B, C]]


def test_ranks_are_shared_and_the_next_is_left_out() -> None:
    ranking = Ranking({A: 100, B: 300, C: 100, X: 50}, [], TieBreak)
    assert ranking.ranks == {B: 1, A: 2, C: 2, X: 4}
    assert ranking.order == [B, A, C, X]


def random_results(chance: random.Random, teams: int) -> Iterable[tuple[Match, list[Result]]]:
    for _ in range(chance.randint(0, 3 * teams)):
        one, other = chance.sample(range(1, teams + 1), 2)
        vps = chance.choice([(10, 10), (10, 10), (12, 8), (8, 12), (20, 0)])
        imps = chance.choice([None, (0, 0), (10, 0), (10, 20), (5, 5), (20, 10)])
        half = chance.random() < 0.3
        results = match(one, other, vps, imps, half=half)
        halves = Fraction(1, 2) if half else Fraction(1)
        exact = [None, None] if imps is None else [Fraction(side) for side in imps]
        yield Match(one, other, Fraction(vps[0]), Fraction(vps[1]), exact[0], exact[1], halves), results


@pytest.mark.slow
@pytest.mark.parametrize("order", [(), *permutations(TieBreak, 1), *permutations(TieBreak, 2), *permutations(TieBreak)])
def test_random_results(order: tuple[TieBreak, ...]) -> None:
    chance = random.Random(repr(order))
    for _ in range(40):
        teams = chance.randint(2, 8)
        pairs = list(random_results(chance, teams))
        totals = {team: chance.choice((10, 20, 20, 20)) for team in range(1, teams + 1)}
        table = Table(
            {team: Fraction(vp) for team, vp in totals.items()},
            [each for each, _ in pairs],
            [each.value for each in order],
        )
        ranking = Ranking(
            {team: 100 * vp for team, vp in totals.items()}, [each for _, both in pairs for each in both], order
        )
        assert ranking.ranks == table.ranks()
