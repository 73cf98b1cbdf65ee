"""What is entered in the example workbooks."""

from __future__ import annotations

from datetime import date
from typing import Any

# A board on each line: contract, declarer and tricks in the open room, then in the closed room.
_MATCH = """
2S N 8     3S N 8
4H E 10    4H E 11
3NT S 9    3NT S 10
5C W 11    3NT W 8
1NT N 7    2H E 8
4S E 9     3S E 9
6NT S 12   3NT S 12
2D W 9     P
4H N 10    4H N 10
3NT E 8    2NT E 8
4SX W 8    4H S 9
3H N 9     2S E 7
4S S 11    4S S 11
1NT E 6    1NT E 7
3NT N 10   5D N 10
6H W 11    4H W 11
2S S 8     2S S 9
P          1C W 7
4H S 10    4HX S 10
3NT W 9    3NT W 9
5DX N 9    4S E 10
2C E 8     2H N 7
3NT S 11   6C S 12
4S N 10    4S N 9
"""


def _rooms(text: str) -> dict[str, list[list[Any]]]:
    entries: dict[str, list[list[Any]]] = {
        f"{room}_{what}": [] for room in ("open", "closed") for what in ("contract", "by", "tricks")
    }
    for line in text.strip().splitlines():
        words = line.split()
        for room in ("open", "closed"):
            contract = words.pop(0)
            by, tricks = (None, None) if contract == "P" else (words.pop(0), int(words.pop(0)))
            for what, value in (("contract", contract), ("by", by), ("tricks", tricks)):
                entries[f"{room}_{what}"].append([value])
    return entries


MATCH: dict[str, list[list[Any]]] = {
    "event": [["County League, round 3"]],
    "date": [[date(2026, 3, 14)]],
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
