"""The next round of a Swiss event from what was entered: what counts, what is waited for, what is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from xlvp.events.draw import Past, draw
from xlvp.events.entries import BYE, Event, Line, Odd, Scoring, Team
from xlvp.events.standings import TieBreak
from xlvp.events.swiss import Round, next_round, ranking, strayed
from xlvp.files import RefusedError
from xlvp.rules.scales import match_vp

WBF8 = Scoring("WBF", 8, bye_vp=12)


def event(teams: int, *rounds: list[Line], rounds_in_all: int = 5, **changes: Any) -> Event:
    entered = changes.pop("entered", [Team(number) for number in range(1, teams + 1)])
    return replace(Event(entered, [*rounds, *[[]] * (rounds_in_all - len(rounds))], WBF8, tuple(TieBreak)), **changes)


def won(home: int, away: int, margin: float, odd: Odd = Odd.BYE) -> Line:
    return Line(home, away, odd, 50 + margin, 50)


def pairs(drawn: Round) -> list[tuple[int | None, int | None]]:
    return [line[:2] for line in drawn.lines]


FIRST = [won(1, 2, -5), won(3, 4, 10)]


def test_the_round_after_is_drawn_from_the_standings() -> None:
    assert pairs(next_round(event(4, FIRST))) == [(3, 2), (1, 4)]
    assert pairs(next_round(event(4, FIRST, [won(3, 2, 0), won(1, 4, 20)]))) == [(1, 3), (2, 4)]


def test_carry_over_and_penalties_count() -> None:
    entered = [Team(1, carry_over=5.5), Team(2, penalty=3), Team(3), Team(4)]
    drawn = next_round(event(4, FIRST, entered=entered))
    totals = {team: vp / 100 for team, vp in ranking(event(4, FIRST, entered=entered)).totals.items()}
    assert totals == {1: match_vp(-5, 8) + 5.5, 2: match_vp(5, 8) - 3, 3: match_vp(10, 8), 4: match_vp(-10, 8)}
    assert drawn.order == (3, 1, 2, 4)


def test_vps_that_were_typed_stand_in_place_of_the_computed_ones() -> None:
    lines = [Line(1, 2, Odd.BYE, 50, 0, 3, 12.5), won(3, 4, 0)]
    assert ranking(event(4, lines)).totals == {1: 300, 2: 1250, 3: 1000, 4: 1000}


def test_a_bye_has_its_vps_and_is_not_given_twice() -> None:
    first = [won(1, 2, 3), Line(3, BYE)]
    assert ranking(event(3, first)).totals[3] == 1200
    assert pairs(next_round(event(3, first))) == [(3, 1), (2, BYE)]
    typed = [won(1, 2, 3), Line(3, BYE, home_typed=9.25)]
    assert ranking(event(3, typed)).totals[3] == 925


def test_a_three_way_match_over_one_round() -> None:
    drawn = next_round(event(5, odd=Odd.ONE_ROUND))
    assert drawn.lines == [Line(1, 2), *(Line(*pair, Odd.ONE_ROUND) for pair in ((3, 4), (3, 5), (4, 5)))]
    played = [won(1, 2, 0), won(3, 4, 4, Odd.ONE_ROUND), won(3, 5, 0, Odd.ONE_ROUND), won(4, 5, -3, Odd.ONE_ROUND)]
    half, loss = match_vp(4, 4, "WBF half"), match_vp(-3, 4, "WBF half")
    totals = ranking(event(5, played)).totals
    assert totals[3] == round(100 * (half + 5))
    assert totals[4] == round(100 * (10 - half + loss))
    again = next_round(event(5, played, odd=Odd.ONE_ROUND))
    assert {1, 2} < set(again.drawn.three_way)


def test_on_other_scales_the_vps_of_its_sets_are_typed() -> None:
    sets = [won(1, 2, 4, Odd.ONE_ROUND), won(1, 3, 0, Odd.ONE_ROUND), won(2, 3, 0, Odd.ONE_ROUND)]
    on_20 = event(3, sets, scoring=Scoring("ACBL 20", 8))
    with pytest.raises(RefusedError, match="round 1 is paired, and 3 results are missing: type them first"):
        next_round(on_20)
    typed = [line._replace(home_typed=5, away_typed=5) for line in sets]
    assert ranking(replace(on_20, rounds=[typed, []])).totals == {1: 1000, 2: 1000, 3: 1000}


def test_a_three_way_match_over_two_rounds_is_skipped_and_not_waited_for() -> None:
    first = next_round(event(5, odd=Odd.TWO_ROUNDS)).lines
    assert first[1:] == [Line(*pair, Odd.TWO_ROUNDS) for pair in ((3, 4), (3, 5), (4, 5))]
    first[0] = won(1, 2, 5)
    second = next_round(event(5, first, odd=Odd.TWO_ROUNDS))
    assert (pairs(second), second.busy) == ([(1, 2)], (3, 4, 5))
    played = event(5, first, [won(1, 2, 5)], odd=Odd.TWO_ROUNDS)
    with pytest.raises(RefusedError, match="round 1 is paired, and 3 results are missing"):
        next_round(played)
    done = [first[0], won(3, 4, 1, Odd.TWO_ROUNDS), won(3, 5, 2, Odd.TWO_ROUNDS), won(4, 5, 3, Odd.TWO_ROUNDS)]
    third = next_round(event(5, done, [won(1, 2, 5)], odd=Odd.TWO_ROUNDS))
    assert {1, 2} < set(third.drawn.three_way)
    assert ranking(event(5, done)).totals[3] == round(100 * (match_vp(1, 8) + match_vp(2, 8)))


def test_there_is_no_second_round_after_the_last() -> None:
    assert next_round(event(3, rounds_in_all=1, odd=Odd.TWO_ROUNDS)).odd is Odd.ONE_ROUND


def test_two_teams_cannot_have_a_three_way_match() -> None:
    busy = [Line(*pair, Odd.TWO_ROUNDS) for pair in ((1, 2), (1, 3), (2, 3))]
    entered = event(4, [*busy, Line(4, BYE)], odd=Odd.TWO_ROUNDS)
    with pytest.raises(RefusedError, match="there are no two teams to draw"):
        next_round(entered)


def test_withdrawn_teams_are_left_out_and_late_ones_are_last() -> None:
    entered = [Team(1), Team(2), Team(3, withdrawn=True), Team(4), Team(5)]
    drawn = next_round(event(5, FIRST, entered=entered))
    assert drawn.order == (2, 1, 4, 5)
    assert pairs(drawn) == [(2, 4), (1, 5)]


def test_the_first_round_by_numbers_and_by_lot() -> None:
    assert pairs(next_round(event(6))) == [(1, 2), (3, 4), (5, 6)]
    lots = {tuple(pairs(next_round(event(6), seed))) for seed in range(20)}
    assert len(lots) > 10
    assert next_round(event(6), 7) == next_round(event(6), 7)
    with pytest.raises(RefusedError, match="only the first round is drawn by lot, and this is round 2"):
        next_round(event(4, FIRST), 7)


@pytest.mark.parametrize(
    ("rounds", "message"),
    [
        ([[won(1, 2, 3), Line(3, 4)]], "round 1 is paired, and 1 result is missing: type it first"),
        ([[], FIRST], "round 1 is empty, but round 2 is not; move it up or clear it"),
        ([FIRST] * 5, "all 5 rounds are played; for more of them"),
        ([[Line(1)]], "round 1, line 1: the away team is missing; mend it first"),
        ([[Line(None, 2)]], "the home team is missing"),
        ([[Line(home_imps=3)]], "the home team is missing"),
        ([[won(1, 1, 2)]], "team 1 plays itself"),
        ([[won(1, 9, 2)]], "there is no team 9"),
        ([[won(1, 2, 2), won(2, 3, 1)]], "round 1, line 1: team 2 plays twice"),
        ([[won(1, 2, 2), Line(2, BYE)]], "team 2 plays twice"),
        ([[Line(1, 2, Odd.BYE, 3)]], "the IMPs of the other side are missing"),
        ([[Line(1, 2, Odd.BYE, 3, 4, None, 3)]], "the other side's typed VPs are missing"),
        ([[Line(1, BYE, Odd.BYE, 3, 4)]], "a bye has no IMPs"),
        ([[Line(1, BYE, away_typed=4)]], "a bye has VPs for the home team alone"),
        ([[won(1, 2, 0, Odd.ONE_ROUND), won(1, 3, 0, Odd.ONE_ROUND)]], "team 2 has 1 set of a three-way match, not 2"),
        ([[won(1, 2, 0), won(1, 3, 0, Odd.ONE_ROUND)]], "team 1 plays twice"),
        ([[Line(1, BYE, Odd.ONE_ROUND)] * 2], "these are not the sets of three teams"),
        (
            [[won(1, 2, 0, Odd.ONE_ROUND)] * 2],
            "round 1, line 1: these are not the sets of three teams that all meet each other",
        ),
        (
            [[won(*pair, 0, Odd.ONE_ROUND) for pair in ((1, 2), (2, 3), (3, 4), (4, 1))]],
            "round 1, line 1: these are not the sets of three teams that all meet each other",
        ),
        (
            [[won(*pair, 0, Odd.TWO_ROUNDS) for pair in ((1, 2), (1, 3), (2, 3))], [won(1, 4, 0)]],
            "round 2, line 1: team 1 is in the second round of a three-way match",
        ),
    ],
)
def test_what_is_missing_or_wrong_is_said(rounds: list[list[Line]], message: str) -> None:
    with pytest.raises(RefusedError, match=message):
        next_round(event(4, *rounds))


def test_who_has_withdrawn_must_not_be_paired() -> None:
    entered = [Team(1), Team(2, withdrawn=True), Team(3), Team(4)]
    with pytest.raises(RefusedError, match="team 2 has withdrawn"):
        next_round(event(4, [Line(1, 2), won(3, 4, 2)], entered=entered))


def test_it_says_where_it_had_to_stray() -> None:
    assert list(strayed(next_round(event(4, FIRST)))) == []
    rounds = [[won(1, 2, 1), won(3, 4, 2)], [won(1, 3, 1), won(2, 4, 2)], [won(1, 4, 1), won(2, 3, 2)]]
    said = list(strayed(next_round(event(4, *rounds))))
    assert [text.partition(":")[2] for text in said] == [" no draw by the rules has fewer second meetings"] * 2
    bye = next_round(event(3, [won(1, 2, 20), Line(3, BYE)], [won(1, 3, 40), Line(2, BYE)]))
    assert bye.drawn.bye == 1
    lowest = bye.order[-1]
    assert list(strayed(bye)) == [f"{lowest} has had a bye or three-way match, others have had fewer: no bye"]


def said_of(past: Past, odd: Odd) -> list[str]:
    """Return what is said when five teams are drawn, ranked by their numbers."""
    order = (1, 2, 3, 4, 5)
    drawn = draw(order, past, three_way=odd is not Odd.BYE)
    return list(strayed(Round(3, order, drawn, odd, past, ())))


def test_it_says_why_the_lowest_teams_are_not_out() -> None:
    all_but_1 = {2: 1, 3: 1, 4: 1, 5: 1}
    fewer = "has had a bye or three-way match, others have had fewer: no"
    assert said_of(Past(had=all_but_1), Odd.ONE_ROUND) == [f"3 {fewer} three-way match"]
    met = {frozenset((4, 5))}
    again = "has no three-way match: that would leave more second meetings"
    assert said_of(Past(met, had=all_but_1), Odd.ONE_ROUND) == [f"4 {again}"]
    met = {frozenset(pair) for pair in ((1, 2), (1, 3), (2, 3), (3, 4), (1, 4))}
    assert said_of(Past(met, had={5: 1}), Odd.BYE) == [
        "4 has no bye: that would leave more second meetings",
        f"5 {fewer} bye",
    ]
