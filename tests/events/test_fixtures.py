"""Fixtures: each pair once a leg, each team once a round, homes balanced."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from xlvp.events.fixtures import fixtures


@pytest.mark.parametrize("legs", [1, 2])
@pytest.mark.parametrize("teams", range(2, 31))
def test_fixtures(teams: int, legs: int) -> None:
    rounds = fixtures(teams, legs)
    assert len(rounds) == legs * (teams - 1 + teams % 2)
    for matches in rounds:
        playing = [team for match in matches for team in match]
        assert len(playing) == len(set(playing)) == teams - teams % 2
    for leg in range(legs):
        first = leg * len(rounds) // legs
        matches = [match for each in rounds[first : first + len(rounds) // legs] for match in each]
        assert sorted(tuple(sorted(match)) for match in matches) == list(combinations(range(1, teams + 1), 2))
        homes, aways = Counter(home for home, _ in matches), Counter(away for _, away in matches)
        assert all(abs(homes[team] - aways[team]) <= 1 for team in range(1, teams + 1))
    if legs == 2:
        every = [match for matches in rounds for match in matches]
        assert len(set(every)) == len(every) == teams * (teams - 1)  # once at home, once away
