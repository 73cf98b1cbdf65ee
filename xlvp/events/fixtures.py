"""The fixtures of a league: every team meets every other once a leg.

Source: the circle method (E. Lucas, "Récréations mathématiques", volume 2, 1883, on the walks of schoolgirls). All
teams but the last stand on a circle; in each round one of them meets the last, and those at the same distance on
either side of it meet each other. Homes go by that distance: even distances to one side, odd ones to the other, which
gives every team as many matches at home as away, or one more or fewer where their number is odd.
"""

from __future__ import annotations

from typing import TypeAlias

Match: TypeAlias = tuple[int, int]
"""The numbers of the home team and of the away team."""


def fixtures(teams: int, legs: int = 1) -> list[list[Match]]:
    """Return the matches of each round; in a second leg home and away are exchanged.

    >>> fixtures(4)
    [[(1, 4), (2, 3)], [(4, 2), (3, 1)], [(3, 4), (1, 2)]]
    >>> fixtures(3, 2)
    [[(2, 3)], [(3, 1)], [(1, 2)], [(3, 2)], [(1, 3)], [(2, 1)]]
    """
    circle = teams - 1 + teams % 2
    first_leg = [_round(number, circle, teams) for number in range(circle)]
    second_leg = [[(away, home) for home, away in matches] for matches in first_leg]
    return [matches for leg in range(legs) for matches in (second_leg if leg % 2 else first_leg)]


def _round(number: int, circle: int, teams: int) -> list[Match]:
    matches = []
    if teams > circle:
        middle = number + 1
        matches.append((teams, middle) if number % 2 else (middle, teams))
    for distance in range(1, (circle + 1) // 2):
        ahead, behind = ((number + step) % circle + 1 for step in (distance, -distance))
        matches.append((ahead, behind) if distance % 2 else (behind, ahead))
    return matches
