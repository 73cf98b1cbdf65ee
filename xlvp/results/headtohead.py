"""Matches of two teams among results of two pairs: the same board, played once each way round.

Programs that know only pairs record a match so: at one table pair 1 sits North-South against pair 2, at the other pair
2 against pair 1, where the numbers are those of the teams. No movement of pairs does that throughout.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlvp.results.model import Found, Line, Match, Problem
from xlvp.rules.checks import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence


def matches_among(lines: Sequence[Line]) -> Found:
    """Return the matches, if all the lines are of such; the lower number, or the first in the alphabet, is home.

    >>> among = matches_among([Line(1, "1", "2", "4SN="), Line(1, "2", "1", "3NTN=")])
    >>> among.matches[0].home, among.matches[0].boards[1].closed
    ('Team 1', '3NTN=')
    """
    ways = {(line.ns, line.ew) for line in lines}
    both = {(line.board, line.ns, line.ew) for line in lines}
    mirrored = sum((board, ew, ns) in both for board, ns, ew in both)
    if not lines or any(ns == ew or (ew, ns) not in ways for ns, ew in ways) or 2 * mirrored < len(both):
        return Found()
    found: dict[tuple[str, str], Match] = {}
    rounds: dict[tuple[str, str], int] = {}
    problems = []
    for line in lines:
        home, away = sorted((line.ns, line.ew), key=number_first)
        match = found.setdefault((home, away), Match(team_name(home), team_name(away)))
        room = "open" if line.ns == home else "closed"
        match.board(line.board)
        if line.round is not None:
            rounds[home, away] = min(line.round, rounds.get((home, away), line.round))
        try:
            if line.result is not None:
                match.add(line.board, room, line.result)
            else:
                problems.append(Problem(f"{room} room: an award in percent has no place in a match", line.board))
        except InputError as refusal:
            problems.append(Problem(f"{match.home} against {match.away}: {refusal}", line.board))
    begun = sorted(set(rounds.values()))
    for teams_of, round_ in rounds.items():  # a match may be of several rounds for the program that has recorded it
        found[teams_of].round = begun.index(round_) + 1
    teams = sorted({team for way in ways for team in way}, key=number_first)
    return Found(list(found.values()), teams=[team_name(team) for team in teams], problems=problems)


def number_first(name: str) -> tuple[int, str, str]:
    """Return by what names are sorted that are numbers, or letters and numbers.

    >>> sorted(["10", "9", "A2"], key=number_first)
    ['9', '10', 'A2']
    """
    letters = name.rstrip("0123456789")
    number = name[len(letters) :]
    return (int(number[:9]) if number else 0, letters, name) if not letters else (10**9, letters, number.zfill(9))


def team_name(number: str) -> str:
    """Return what a team is called of which only the number is known."""
    return f"Team {number}" if number.isdecimal() else number
