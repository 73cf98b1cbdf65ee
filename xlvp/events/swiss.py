"""A Swiss event: its standings so far, and its next round."""

from __future__ import annotations

import random
from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from xlvp.events.draw import Draw, Past, draw
from xlvp.events.entries import BYE, Line, Odd, rounded_hundredths
from xlvp.events.standings import Ranking
from xlvp.files import RefusedError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlvp.events.draw import Pair
    from xlvp.events.entries import Event

FEWEST_TEAMS = 2


class Round(NamedTuple):
    """A round as it was drawn."""

    number: int
    order: tuple[int, ...]
    """The teams that were drawn, from the highest rank down."""
    drawn: Draw
    odd: Odd
    """What the odd teams out have."""
    past: Past
    busy: tuple[int, ...]
    """The teams that were left out because a three-way match of theirs goes on."""

    @property
    def lines(self) -> list[Line]:
        """What is to be entered."""
        lines = [Line(home, away) for home, away in self.drawn.matches]
        if self.drawn.bye is not None:
            lines.append(Line(self.drawn.bye, BYE))
        three = self.drawn.meetings[len(self.drawn.matches) :]
        return lines + [Line(home, away, self.odd) for home, away in three]

    @property
    def repeated(self) -> list[tuple[int, int]]:
        """The teams that meet again."""
        return [pair for pair in self.drawn.meetings if frozenset(pair) in self.past.met]


def ranking(event: Event) -> Ranking:
    """Return the standings so far of all the teams that are entered, those without a result included."""
    rounds = range(1, event.drawn() + 1)
    results = [each for number in rounds for each in event.results(number)]
    totals: Counter[int] = Counter()
    for each in results:
        totals[each.team] += each.vp
    for team, vp in chain.from_iterable(event.bye_vps(number) for number in rounds):
        totals[team] += vp
    for entered in event.teams:
        totals[entered.number] += rounded_hundredths(entered.carry_over or 0) - rounded_hundredths(entered.penalty or 0)
    return Ranking(dict(totals), results, event.tie_breaks)


def past(event: Event) -> Past:
    """Return who has met, who has met in the last round, and how often each has been the odd team out."""
    met: list[set[Pair]] = [set()]
    had: Counter[int] = Counter()
    for number in range(1, event.drawn() + 1):
        lines = event.rounds[number - 1]
        met.append({frozenset(line.teams) for line in lines if len(line.teams) == 2})
        had.update(line.teams[0] for line in lines if line.away == BYE and line.teams)
        had.update({team for line in lines if line.three_way for team in line.teams})
    going_on = event.busy(event.drawn()) if event.drawn() else set()
    just_met = {pair for pair in chain(*met[-2:]) if pair in met[-1] or pair <= going_on}
    return Past(set().union(*met), just_met, had)


def next_round(event: Event, seed: int | None = None) -> Round:
    """Return the draw of the next round, or refuse in words; `seed` draws the first round by lot."""
    number = event.drawn() + 1
    _check(event, number)
    before = past(event)
    busy = event.busy(number)
    order = [team for team in ranking(event).order if not _withdrawn(event, team)]
    free = [team for team in order if team not in busy]
    if len(free) < FEWEST_TEAMS:
        raise RefusedError("there are no two teams to draw: enter them on the sheet Teams")
    if seed is not None:
        if number > 1:
            raise RefusedError(f"only the first round is drawn by lot, and this is round {number}: leave --seed out")
        random.Random(seed).shuffle(free)  # noqa: S311 - a lot that can be drawn again to check it
    three_way = event.odd is not Odd.BYE
    drawn = draw(free, before, three_way=three_way)
    odd = Odd.BYE if drawn.bye is not None else event.odd
    if odd is Odd.TWO_ROUNDS and number == len(event.rounds):
        odd = Odd.ONE_ROUND
    return Round(number, tuple(free), drawn, odd, before, tuple(team for team in order if team in busy))


def _check(event: Event, number: int) -> None:
    """Refuse to draw a round while something is missing or wrong in those before it."""
    for earlier in range(1, number):
        for row, wrong in event.problems(earlier):
            raise RefusedError(f"round {earlier}, line {row}: {wrong}; mend it first")
        if not any(line.home for line in event.rounds[earlier - 1]):
            raise RefusedError(f"round {earlier} is empty, but round {number - 1} is not; move it up or clear it")
    for earlier in range(1, number):
        missing = event.missing(earlier)
        if missing:
            results = "1 result is missing: type it" if missing == 1 else f"{missing} results are missing: type them"
            raise RefusedError(f"round {earlier} is paired, and {results} first")
    if number > len(event.rounds):
        raise RefusedError(
            f"all {len(event.rounds)} rounds are played; for more of them make a workbook with 'xlvp new --from' and"
            " --rounds"
        )


def _withdrawn(event: Event, number: int) -> bool:
    entered = event.team(number)
    return entered is None or entered.withdrawn


def strayed(drawn: Round) -> Iterator[str]:
    """Yield where the draw could not be the plain one, and why."""
    for one, other in drawn.repeated:
        yield f"{one} and {other} meet again: no draw by the rules has fewer second meetings"
    outside = (drawn.drawn.bye,) if drawn.drawn.bye is not None else drawn.drawn.three_way
    if not outside:
        return
    what = "bye" if drawn.odd is Odd.BYE else "three-way match"
    had = drawn.past.had
    upwards = drawn.order[::-1]
    lowest = upwards[: len(outside)]
    due = sorted(upwards, key=lambda team: had.get(team, 0))[: len(outside)]
    for team in drawn.order:
        if team in outside:
            continue
        if team in due:
            yield f"{team} has no {what}: that would leave more second meetings"
        elif team in lowest:
            yield f"{team} has had a bye or three-way match, others have had fewer: no {what}"
