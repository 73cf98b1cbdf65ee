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
