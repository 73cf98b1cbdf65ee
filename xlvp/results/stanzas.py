"""Several records of one match as its stanzas: all from one team's side, their carry-over compared."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from xlvp.results.model import NOT_PLAYED, SIDES, Board, Match, Problem
from xlvp.rules.imps import imps
from xlvp.rules.result import board_score

if TYPE_CHECKING:
    from collections.abc import Sequence


class Imps(NamedTuple):
    """The IMPs of a match, and how many boards lack a result."""

    home: int
    away: int
    missing: int


def board_imps(number: int, board: Board, home_sits: str = "N-S") -> int | None:
    """Return home's IMPs on a board that both rooms have played.

    >>> board_imps(1, Board("4SN=", "4SN-1"))
    10
    """
    if board.open in (None, NOT_PLAYED) or board.closed in (None, NOT_PLAYED):
        return None
    swing = board_score(board.open or 0, number) - board_score(board.closed or 0, number)
    return imps(swing if home_sits == "N-S" else -swing)


def match_imps(match: Match) -> Imps:
    """Return the IMPs from the boards of a match."""
    won = [
        (number, board_imps(number, board, match.home_sits))
        for number, board in match.boards.items()
        if NOT_PLAYED not in (board.open, board.closed)
    ]
    known = [each for _, each in won if each is not None]
    home = sum(each for each in known if each > 0)
    return Imps(home, home - sum(known), len(won) - len(known))


@lru_cache(maxsize=4096)
def team_key(name: str) -> str:
    """Return what the names of one team have in common, whatever their case and spaces."""
    return "".join(name.casefold().split())


def same_team(one: str, other: str) -> bool:
    """Return whether two names are one team's."""
    return team_key(one) == team_key(other)


def same_teams(one: Match, other: Match) -> bool:
    """Return whether two records are of the same two teams, whichever is home."""
    straight = same_team(one.home, other.home) and same_team(one.away, other.away)
    return straight or (same_team(one.home, other.away) and same_team(one.away, other.home))


def turned(match: Match) -> Match:
    """Return a match from the other team's side."""
    boards = {
        number: replace(board, home_award=board.away_award, away_award=board.home_award)
        for number, board in match.boards.items()
    }
    other = replace(match, home=match.away, away=match.home, boards=boards)
    other.home_sits = SIDES[match.home_sits == SIDES[0]]
    other.carry, other.stated, other.imps = (swapped(pair) for pair in (match.carry, match.stated, match.imps))
    return other


def swapped(pair: tuple[float, float] | None) -> tuple[float, float] | None:
    """Return what both sides have from the other side's view."""
    return None if pair is None else (pair[1], pair[0])


def in_one_view(matches: Sequence[Match]) -> list[Match]:
    """Return the stanzas of a match from the side of the team that is home in the first."""
    first = matches[0]
    return [match if same_team(match.home, first.home) else turned(match) for match in matches]


def carry_problems(stanzas: Sequence[tuple[str, Match]]) -> list[Problem]:
    """Return where the carry-over of a stanza is not what the ones before it give; each comes with its file's name."""
    problems = []
    for (_, before), (file, stanza) in pairwise(stanzas):
        awards = any(board.home_award or board.away_award for board in before.boards.values())
        if stanza.carry is None or awards:
            continue
        won, brought = match_imps(before), before.carry or (0, 0)
        due = (brought[0] + won.home, brought[1] + won.away)
        if any(abs(there - here) >= 1 for there, here in zip(stanza.carry, due, strict=True)):
            said = f"the carry-over is {_pair(stanza.carry)}, but the stanzas before it give {_pair(due)}"
            missing = f", with {counted(won.missing, 'board')} of the last without a result" if won.missing else ""
            problems.append(Problem(f"{said}{missing}; it is left out", file=file))
    return problems


def runs(match: Match) -> list[Match]:
    """Return a match as stanzas if its boards are several sets of the same length that lie far apart.

    >>> [min(part.boards) for part in runs(Match(boards={n: Board() for n in (1, 2, 3, 17, 18, 19)}))]
    [1, 17]
    """
    sets: list[list[int]] = []
    for number in sorted(match.boards):
        if sets and number == sets[-1][-1] + 1:
            sets[-1].append(number)
        else:
            sets.append([number])
    length = len(sets[0]) if sets else 0
    apart = all(after[0] - before[-1] > length for before, after in pairwise(sets))
    if len(sets) < 2 or length < 2 or not apart or any(len(each) != length for each in sets):
        return [match]
    first, *rest = [replace(match, boards={number: match.boards[number] for number in numbers}) for numbers in sets]
    return [first, *(replace(part, carry=None, stated=None, imps=None) for part in rest)]


def counted(number: int, what: str) -> str:
    """Return a number of things in words.

    >>> counted(1, "board"), counted(2, "board")
    ('1 board', '2 boards')
    """
    return f"{number} {what}{'' if number == 1 else 's'}"


def _pair(pair: tuple[float, float]) -> str:
    return f"{pair[0]:g}-{pair[1]:g}"
