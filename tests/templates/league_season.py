"""A league made up at random, and its table by the rules, worked out without the workbook."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.oracles.ranking import Match, Table
from tests.templates.swiss_event import WORDS
from xlvp.rules.scales import SCALES, match_vp

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from xlvp.catalogue import Cell


class Fixture(NamedTuple):
    """What is typed on a line."""

    round: int | None = None
    home: int | None = None
    away: int | None = None
    home_imps: float | None = None
    away_imps: float | None = None
    home_typed: float | None = None
    away_typed: float | None = None


class Team(NamedTuple):
    """What is typed for a team."""

    name: str | None = None
    carry_over: float | None = None
    penalty: float | None = None
    withdrawn: str | None = None


@dataclass
class League:
    """What is typed for a league."""

    teams: list[Team]
    fixtures: list[Fixture] = field(default_factory=list)
    scale: str | None = "WBF"
    boards: int | None = 24
    tie_breaks: Sequence[str | None] = tuple(WORDS)

    def entries(self, teams: int, lines: int) -> dict[str, Any]:
        """Return the values for the named inputs of a workbook; what is not used is emptied."""
        members = self.teams + [Team()] * (teams - len(self.teams))
        typed: dict[str, Any] = {"scale": self.scale, "boards": self.boards}
        ties = [*self.tie_breaks, *[None] * (4 - len(self.tie_breaks))]
        typed["tie_breaks"] = [WORDS[each] if each else None for each in ties]
        columns = zip(("team_names", "carry_overs", "penalties", "withdrawn"), zip(*members, strict=True), strict=True)
        typed |= {name: list(values) for name, values in columns}
        every = self.fixtures + [Fixture()] * (lines - len(self.fixtures))
        for name, values in zip(Fixture._fields, zip(*every, strict=True), strict=True):
            typed[f"fixtures_{name}"] = list(values)
        return typed

    def team(self, number: int | None) -> Team:
        inside = isinstance(number, int) and 1 <= number <= len(self.teams)
        return self.teams[number - 1] if inside and isinstance(number, int) else Team()

    def result(self, line: Fixture) -> Match | None:
        """Return what a line counts, if it does."""
        members = [self.team(each) for each in (line.home, line.away)]
        if not all(member.name for member in members) or line.home is None or line.away is None:
            return None
        if line.home == line.away or any(member.withdrawn == "annulled" for member in members):
            return None
        for one, other in ((line.home_imps, line.away_imps), (line.home_typed, line.away_typed)):
            if (one is None) != (other is None):
                return None
        vps: tuple[float, float]
        if line.home_typed is not None and line.away_typed is not None:
            vps = line.home_typed, line.away_typed
        elif line.home_imps is not None and line.away_imps is not None and self.scale and self.boards:
            margin = round(line.home_imps - line.away_imps, 2)
            vps = match_vp(margin, self.boards, self.scale), match_vp(-margin, self.boards, self.scale)
        else:
            return None
        numbers = (*vps, line.home_imps, line.away_imps)
        exact = [None if each is None else Fraction(str(each)) for each in numbers]
        return Match(line.home, line.away, *exact)  # type: ignore[arg-type]

    def table(self) -> list[list[Cell]]:
        """Return the rows: rank, number, team, played, won, drawn, lost, VPs, IMPs for and against."""
        counted = [(line, each) for line in self.fixtures if (each := self.result(line)) is not None]
        matches = [each for _, each in counted]
        totals: dict[int, Fraction | None] = {}
        members = {number: team for number, team in enumerate(self.teams, start=1) if team.name}
        for number, team in members.items():
            vps = [each.home_vp for each in matches if each.home == number]
            vps += [each.away_vp for each in matches if each.away == number]
            some = bool(vps) or team.carry_over is not None or team.penalty is not None
            some |= bool(matches) and not team.withdrawn
            adjusted = Fraction(str(team.carry_over or 0)) - Fraction(str(team.penalty or 0))
            totals[number] = sum(vps, adjusted) if some and team.withdrawn != "annulled" else None
        known = {number: total for number, total in totals.items() if total is not None}
        table = Table(
            {n: vp for n, vp in known.items() if not members[n].withdrawn}, matches, [t for t in self.tie_breaks if t]
        )
        table.met_totals = known
        ranks = table.ranks()
        rows = []
        for number, team in members.items():
            group = 2 if team.withdrawn else 1 if totals[number] is None else 0
            outcomes = [
                _outcome(line) * (1 if each.home == number else -1) for line, each in counted if number in each[:2]
            ]
            rank = ranks[number] if group == 0 else None
            imps = any(number in each[:2] and each.home_imps is not None for each in matches)
            total = totals[number]
            cells: list[Any] = [rank, number, f"{team.name}{' (withdrawn)' if team.withdrawn else ''}", len(outcomes)]
            cells += [outcomes.count(sign) for sign in (1, 0, -1)]
            cells += [None if total is None else float(total)]
            cells += [float(table.won(number)), float(table.lost(number))] if imps else [None, None]
            rows.append(((group, rank or 0, number), ["" if cell is None else cell for cell in cells]))
        return [row for _, row in sorted(rows)]

    def missing(self) -> int:
        """Return how many matches are to come; those that are half filled are not among them, but to be mended."""
        return sum(
            self.result(line) is None
            and all(each is None for each in line[3:])
            and all(team.name and team.withdrawn != "annulled" for team in (self.team(line.home), self.team(line.away)))
            for line in self.fixtures
        )


def _outcome(line: Fixture) -> int:
    """Return 1, 0 or -1 for the home team: by typed VPs, else by IMPs."""
    home, away = (line.home_imps, line.away_imps) if line.home_typed is None else (line.home_typed, line.away_typed)
    assert home is not None
    assert away is not None
    return (home > away) - (home < away)


def random_league(random: Random, teams: int, legs: int) -> League:
    """A league in which ties are likely: often with few IMPs; its fixtures are in no order."""

    def some(likely: float, *values: Any) -> Any:
        return random.choice(values) if random.random() < likely else None

    gone = random.random() < 0.5
    members = [
        Team(
            f"Team {random.randint(1, 999)}-{number}",
            some(0.1, 1, -2.25, 10),
            some(0.15, 0.5, 1, 3),
            some(0.12, "annulled", "kept") if gone else None,
        )
        for number in range(1, teams + 1)
    ]
    if teams > 3 and random.random() < 0.3:
        members[random.randrange(teams)] = Team()
    scale = random.choice(SCALES)
    order: list[str | None] = random.sample(list(WORDS), 4)
    highest = random.choice((1, 1, 3, 80))
    played = random.choice((0.2, 0.9, 1))
    lines = []
    for pair in combinations(range(1, teams + 1), 2):
        for leg in range(legs):
            home, away = pair if (leg + sum(pair)) % 2 else pair[::-1]
            line = Fixture(random.randint(1, teams), home, away)
            if random.random() < played:
                line = line._replace(
                    home_imps=random.randint(0, highest), away_imps=random.choice((0, random.randint(0, highest)))
                )
            elif random.random() < 0.1:
                line = line._replace(**{random.choice(("home_imps", "away_typed")): 7})
            if random.random() < 0.05:
                vps = random.choice(((12, 0), (0, 0), (2.5, 17.25), (11.1, 11.1)))
                line = line._replace(home_typed=vps[0], away_typed=vps[1])
            lines.append(line)
    random.shuffle(lines)
    return League(
        members,
        lines,
        scale.name,
        random.randint(1, min(36, scale.max_boards)),
        random.choice((tuple(WORDS), order, order[:2], [None, order[0]], [])),
    )
