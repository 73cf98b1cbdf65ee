"""What a scorer has entered for a Swiss event, and what each line of it means.

A line is a match, a bye, or one of the three sets of a three-way match. It counts as soon as it has a result; what
cannot be is said in words, and stops the draw until it is mended.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

from xlvp.events.draw import THREE
from xlvp.events.standings import Result
from xlvp.rules.owntable import table_vp
from xlvp.rules.scales import match_vp, scale_named
from xlvp.rules.wbf import CONTINUOUS, DISCRETE, HALF, HALF_DISCRETE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from xlvp.events.standings import TieBreak

BYE = 0
"""What stands in place of the away team's number."""

HALF_SCALES = {CONTINUOUS.name: HALF.name, DISCRETE.name: HALF_DISCRETE.name}
"""The scale for each set of a three-way match over one round; on other scales its VPs are typed."""


class Odd(IntEnum):
    """What an odd number of teams leads to: a bye, or a three-way match over this many rounds."""

    BYE = 0
    ONE_ROUND = 1
    TWO_ROUNDS = 2


class Line(NamedTuple):
    """What is entered on a line of a round."""

    home: int | None = None
    away: int | None = None
    three_way: Odd = Odd.BYE
    home_imps: float | None = None
    away_imps: float | None = None
    home_typed: float | None = None
    away_typed: float | None = None

    @property
    def teams(self) -> tuple[int, ...]:
        """The teams on this line."""
        return tuple(team for team in (self.home, self.away) if team)

    @property
    def results(self) -> tuple[float | None, ...]:
        """What is entered of a result."""
        return self[3:]


class Team(NamedTuple):
    """What is entered for a team."""

    number: int
    withdrawn: bool = False
    carry_over: float | None = None
    penalty: float | None = None


class Scoring(NamedTuple):
    """How results become VPs."""

    scale: str
    boards: int
    own_table: Sequence[Sequence[float]] = ()
    """The rows of a table of one's own; if there are any, it is what counts, and not the scale."""
    bye_vp: float | None = None

    def vps(self, margin: Decimal, *, half: bool) -> tuple[int, int] | None:
        """Return both sides' VPs in hundredths, or nothing where they must be typed."""
        sides = (margin, -margin)
        if self.own_table:
            return None if half else tuple(rounded_hundredths(table_vp(side, self.own_table)) for side in sides)  # type: ignore[return-value]
        scale, boards = scale_named(self.scale).name, self.boards
        if half:
            if scale not in HALF_SCALES or boards // 2 < 1:
                return None
            scale, boards = HALF_SCALES[scale], boards // 2
        home, away = (rounded_hundredths(match_vp(side, boards, scale)) for side in sides)
        return home, away


@dataclass(frozen=True)
class Event:
    """All that is entered."""

    teams: Sequence[Team]
    rounds: Sequence[Sequence[Line]]
    scoring: Scoring
    tie_breaks: Sequence[TieBreak]
    odd: Odd = Odd.BYE

    def team(self, number: int) -> Team | None:
        """Return a team by its number, if it takes part."""
        return next((team for team in self.teams if team.number == number), None)

    def drawn(self) -> int:
        """Return the number of the last round in which anything is entered."""
        rounds = enumerate(self.rounds, start=1)
        return max((number for number, lines in rounds if any(map(has_entries, lines))), default=0)

    def busy(self, number: int) -> set[int]:
        """Return the teams that are in the second round of a three-way match in a round."""
        lines = self.rounds[number - 2] if number > 1 else ()
        return {team for line in lines if line.three_way is Odd.TWO_ROUNDS for team in line.teams}

    def results(self, number: int) -> Iterator[Result]:
        """Yield what counts of the lines of a round, for each side; byes are `bye_vps`."""
        for line in self.rounds[number - 1]:
            vps = self._vps(line)
            if vps is None or not line.home or not line.away:
                continue
            imps = None
            if line.home_imps is not None and line.away_imps is not None:
                imps = rounded_hundredths(line.home_imps), rounded_hundredths(line.away_imps)
            half = line.three_way is Odd.ONE_ROUND
            yield Result(line.home, line.away, vps[0], imps, half)
            yield Result(line.away, line.home, vps[1], imps and (imps[1], imps[0]), half)

    def bye_vps(self, number: int) -> Iterator[tuple[int, int]]:
        """Yield the teams that have a bye in a round, with their VPs."""
        for line in self.rounds[number - 1]:
            if line.home and line.away == BYE:
                vp = self.scoring.bye_vp if line.home_typed is None else line.home_typed
                if vp is not None:
                    yield line.home, rounded_hundredths(vp)

    def missing(self, number: int) -> int:
        """Return how many results a round still lacks; a three-way match that goes on in the next lacks none yet."""
        byes = len(list(self.bye_vps(number)))
        waiting = [line for line in self.rounds[number - 1] if line.home and self._vps(line) is None]
        later = number == self.drawn()
        waiting = [line for line in waiting if not (later and line.three_way is Odd.TWO_ROUNDS)]
        return len(waiting) - byes

    def _vps(self, line: Line) -> tuple[int, int] | None:
        """Return both sides' VPs in a match, if they are known."""
        if not line.away:
            return None
        if line.home_typed is not None and line.away_typed is not None:
            return rounded_hundredths(line.home_typed), rounded_hundredths(line.away_typed)
        if line.home_imps is None or line.away_imps is None:
            return None
        margin = Decimal(rounded_hundredths(line.home_imps) - rounded_hundredths(line.away_imps)) / 100
        return self.scoring.vps(margin, half=line.three_way is Odd.ONE_ROUND)

    def problems(self, number: int) -> Iterator[tuple[int, str]]:
        """Yield what is wrong in a round: the line and a few words."""
        lines = self.rounds[number - 1]
        often = Counter(team for line in lines if not line.three_way for team in set(line.teams))
        met: dict[int, list[int]] = defaultdict(list)
        for line in lines:
            for team in set(line.teams) if line.three_way else ():
                met[team] += [other for other in line.teams if other != team] or [BYE]
        busy = self.busy(number)
        for row, line in enumerate(lines, start=1):
            wrong = self._wrong(line, often, met, busy)
            if wrong:
                yield row, wrong

    def _wrong(self, line: Line, often: Mapping[int, int], met: Mapping[int, Sequence[int]], busy: set[int]) -> str:
        """Return what is wrong on a line; `often` counts matches of a team, `met` lists whom it meets in its sets."""
        if not has_entries(line):
            return ""
        if line.home is None:
            return "the home team is missing"
        if line.away is None:
            return "the away team is missing"
        if line.home == line.away:
            return f"team {line.home} plays itself"
        of_teams = (self._team_wrong(line, team, often[team], len(met[team]), busy) for team in line.teams)
        wrong = next(filter(None, of_teams), "")
        if not wrong and line.three_way and len({*met[line.home], *met[line.away]}) != THREE:
            wrong = "these are not the sets of three teams that all meet each other"
        return wrong or _half_filled(line)

    def _team_wrong(self, line: Line, team: int, matches: int, sets: int, busy: set[int]) -> str:
        entered = self.team(team)
        if entered is None:
            return f"there is no team {team}"
        if matches + bool(sets) > 1:
            return f"team {team} plays twice"
        if sets not in (0, THREE - 1):
            return f"team {team} has {sets} set{'s'[: sets > 1]} of a three-way match, not 2"
        if team in busy:
            return f"team {team} is in the second round of a three-way match"
        if entered.withdrawn and line.away != BYE and not any(each is not None for each in line.results):
            return f"team {team} has withdrawn"
        return ""


def has_entries(line: Line) -> bool:
    """Return whether anything is entered on a line."""
    return any(each is not None for each in (line.home, line.away, *line.results))


def rounded_hundredths(number: float) -> int:
    """Return a number in whole hundredths, halves away from zero, as a spreadsheet rounds."""
    return int((Decimal(str(number)) * 100).quantize(Decimal(1), ROUND_HALF_UP))


def _half_filled(line: Line) -> str:
    if line.away == BYE:
        if line.home_imps is not None or line.away_imps is not None:
            return "a bye has no IMPs"
        return "" if line.away_typed is None else "a bye has VPs for the home team alone"
    if (line.home_imps is None) != (line.away_imps is None):
        return "the IMPs of the other side are missing"
    if (line.home_typed is None) != (line.away_typed is None):
        return "the other side's typed VPs are missing"
    return ""
