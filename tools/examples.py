"""What is entered in the example workbooks."""

from __future__ import annotations

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


# A round on each line: for each match the teams, home first, and their IMPs.
_SWISS = """
7-3 6-42     5-1 1-27     2-6 20-2     8-4 11-3
3-1 18-6     2-8 22-10    6-4 20-16    5-7 4-7
3-2 36-5     8-1 4-41     7-6 23-10    4-5 19-20
3-4 32-7     1-2 13-16    8-7 29-9     5-6 17-9
3-8 20-20    6-1 9-31     2-5 7-18     7-4 33-9
3-5 24-9     1-7 20-26    2-4 16-4     8-6 21-2
"""


def _rounds(text: str) -> dict[str, list[list[Any]]]:
    entries = {}
    for number, line in enumerate(text.strip().splitlines(), start=1):
        figures = [int(figure) for figure in line.replace("-", " ").split()]
        for place, what in enumerate(("home", "away", "home_imps", "away_imps")):
            entries[f"round{number}_{what}"] = [[figure] for figure in figures[place::4]]
    return entries


SWISS: dict[str, list[list[Any]]] = {
    "event": [["Spring Swiss Teams"]],
    "date": [[date(2026, 4, 18)]],
    "team_names": [["Avon"], ["Brue"], ["Cam"], ["Dart"], ["Exe"], ["Frome"], ["Gade"], ["Hamble"]],
    **_rounds(_SWISS),
}
"""A Swiss event of eight teams and six rounds."""
