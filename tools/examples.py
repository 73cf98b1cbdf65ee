"""What is entered in the example workbooks."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

# A board on each line: what was played in the open room, then in the closed room.
_MATCH = """
2SN=     3SN-1
4HE=     4HE+1
3NTS=    3NTS+1
5CW=     3NTW-1
1NTN=    2HE=
4SE-1    3SE=
6NTS=    3NTS+3
2DW+1    P
4HN=     4HN=
3NTE-1   2NTE=
4SXW-2   4HS-1
3HN=     2SE-1
4SS+1    4SS+1
1NTE-1   1NTE=
3NTN+1   5DN-1
6HW-1    4HW+1
2SS=     2SS+1
P        1CW=
4HS=     4HXS=
3NTW=    3NTW=
5DXN-2   4SE=
2CE=     2HN-1
3NTS+2   6CS=
4SN=     4SN-1
"""


def _rooms(text: str) -> dict[str, list[list[Any]]]:
    open_room, closed_room = [], []
    for line in text.strip().splitlines():
        words = line.split()
        open_room.append([words[0]])
        closed_room.append([words[1]])
    return {"open_result": open_room, "closed_result": closed_room}


MATCH: dict[str, list[list[Any]]] = {
    "event": [["County League, round 3"]],
    "date": [[date(2026, 3, 14)]],
    "venue": [["Village hall"]],
    "home": [["Avon"]],
    "away": [["Brue"]],
    **_rooms(_MATCH),
}
"""A match of 24 boards."""


# A block for each round: for each match the teams, home first, and their IMPs.
_SWISS = """
7-3 6-42     5-1 1-27     2-6 20-2     8-4 11-3

3-1 18-6     2-8 22-10    6-4 20-16    5-7 4-7

3-2 36-5     8-1 4-41     7-6 23-10    4-5 19-20

3-4 32-7     1-2 13-16    8-7 29-9     5-6 17-9

3-8 20-20    6-1 9-31     2-5 7-18     7-4 33-9

3-5 24-9     1-7 20-26    2-4 16-4     8-6 21-2
"""


def _rounds(text: str) -> dict[str, list[list[Any]]]:
    entries: dict[str, list[list[Any]]] = {}
    for number, block in enumerate(text.strip().split("\n\n"), start=1):
        lines = re.findall(r"(\d+)-(\d+) (\d+)-(\d+)(\*?)", block)
        for place, what in enumerate(("home", "away", "home_imps", "away_imps")):
            entries[f"round{number}_{what}"] = [[int(line[place])] for line in lines]
        entries[f"round{number}_three_way"] = [[1 if line[4] else None] for line in lines]
    return entries


SWISS: dict[str, list[list[Any]]] = {
    "event": [["Spring Swiss Teams"]],
    "date": [[date(2026, 4, 18)]],
    "team_names": [["Avon"], ["Brue"], ["Cam"], ["Dart"], ["Exe"], ["Frome"], ["Gade"], ["Hamble"]],
    **_rounds(_SWISS),
}
"""A Swiss event of eight teams and six rounds."""

# The same; the sets of a three-way match over one round have a star.
_RIVERS = """
1-2 30-36   3-4 30-28   5-6 32-36   7-8 11-9   9-10 30-27
11-12 8-2   13-14 24-14   15-16 0-0*   15-17 12-14*   16-17 0-13*

17-13 19-24   11-2 7-1   6-9 32-2   7-3 2-3   15-4 7-15
8-10 36-0   5-16 29-14   1-12 16-14*   1-14 8-11*   12-14 3-15*

6-8 17-29   13-11 0-2   5-17 29-11   4-14 26-30   3-1 6-18
15-12 15-10   9-16 30-12   7-2 0-3*   7-10 17-0*   2-10 13-0*

8-5 16-24   11-6 1-0   2-14 1-8   7-1 12-5   4-17 30-18
15-10 20-23   12-16 0-30   13-9 16-4*   13-3 4-11*   9-3 0-10*

5-7 21-0   13-6 22-6   14-3 3-16   2-15 7-0   1-16 5-23
17-9 25-9   12-10 31-9   8-11 12-13*   8-4 4-4*   11-4 10-20*

13-8 20-5   4-2 25-27   3-11 14-0   14-16 12-31   7-17 18-0
15-1 8-13   12-9 21-36   5-6 20-17*   5-10 3-0*   6-10 3-3*

5-13 28-12   3-2 1-22   4-7 18-23   16-8 0-2   11-1 2-15
14-10 32-12   15-9 0-36   6-17 10-5*   6-12 18-10*   17-12 0-14*
"""


_TEAMS = "Avon Brue Cam Dart Exe Frome Gade Hamble Itchen Kennet Lea Medway Nene Ouse Parrett Rother Severn"

RIVERS: dict[str, list[list[Any]]] = {
    "event": [["Rivers Swiss Teams"]],
    "date": [[date(2026, 5, 16)]],
    "odd_team": [["A three-way match over one round"]],
    "team_names": [[name] for name in _TEAMS.split()],
    **_rounds(_RIVERS),
}
"""A Swiss event of 17 teams and seven rounds, each drawn by `xlvp draw`; docs/events.md tells it."""

# The IMPs of both sides in the first matches of a league of eight, in the order of its fixtures.
_LEAGUE = (
    "41-33 28-35 50-19 22-22  37-30 18-44 40-12 -  29-31 26-25 15-38 33-33  48-20 27-36 31-24 19-42"
    "  35-28 44-17 23-30 38-29  21-40 - 30-26 45-33"
)


def _league_results(text: str) -> dict[str, list[list[Any]]]:
    sides = [result.partition("-")[::2] for result in text.split()]
    home, away = ([[int(side[place]) if side[place] else None] for side in sides] for place in (0, 1))
    return {"fixtures_home_imps": home, "fixtures_away_imps": away}


LEAGUE: dict[str, list[list[Any]]] = {
    "event": [["County League"]],
    "first_date": [[date(2026, 9, 7)]],
    "team_names": [[name] for name in _TEAMS.split()[:8]],
    "penalties": [[None], [1]],
    **_league_results(_LEAGUE),
    "fixtures_date": [*[[None]] * 7, [date(2026, 11, 30)]],
}
"""A league of eight teams after six rounds, with two matches postponed."""
