"""A Swiss event made up at random, and its standings by the rules, worked out without the workbook."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from xlvp.rules.scales import SCALES, match_vp

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from xlvp.catalogue import Cell

TIE_BREAKS = ("IMP difference", "IMP quotient", None)


class Line(NamedTuple):
    """What is typed on a line of a round."""

    home: int | None = None
    away: int | str | None = None
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
class Score:
    """What a team has; None is nothing."""

    vps: list[float | None]
    total: float | None = None
    won: float | None = None
    lost: float | None = None

    def tie_break(self, by: str | None) -> Fraction:
        won, lost = (Fraction(str(imps or 0)) for imps in (self.won, self.lost))
        if by == "IMP quotient":
            return won / lost if lost else Fraction(10**9)
        return won - lost if by == "IMP difference" else Fraction(0)


@dataclass
class Event:
    """What is typed for an event."""

    teams: list[Team]
    rounds: list[list[Line]] = field(default_factory=list)
    scale: str | None = "WBF"
    boards: int | None = 8
    bye_vp: float | None = 12
    tie_break: str | None = "IMP difference"

    def entries(self, teams: int, rounds: int) -> dict[str, Any]:
        """Return the values for the named inputs of a workbook for so many teams and rounds; the rest is emptied."""
        members = self.teams + [Team()] * (teams - len(self.teams))
        typed: dict[str, Any] = {name: getattr(self, name) for name in ("scale", "boards", "bye_vp", "tie_break")}
        columns = zip(("team_names", "carry_overs", "penalties", "withdrawn"), zip(*members, strict=True), strict=True)
        typed |= {name: list(values) for name, values in columns}
        for number in range(rounds):
            lines = self.rounds[number] if number < len(self.rounds) else []
            lines = lines + [Line()] * ((teams + 1) // 2 - len(lines))
            for name, values in zip(Line._fields, zip(*lines, strict=True), strict=True):
                typed[f"round{number + 1}_{name}"] = list(values)
        return typed

    def standings(self, rounds: int) -> list[list[Cell]]:
        """Return the rows of a workbook for so many rounds: rank, number, name, VPs, total, IMPs won and lost."""
        scores = self.scores()
        keys = sorted(
            (
                2 if team.withdrawn else 1 if score.total is None else 0,
                -round(100 * (score.total or 0)),
                -score.tie_break(self.tie_break),
                number,
            )
            for number, (team, score) in enumerate(zip(self.teams, scores, strict=True), start=1)
            if team.name
        )
        rows: list[list[Cell]] = []
        for group, *key, number in keys:
            team, score = self.teams[number - 1], scores[number - 1]
            rank = 1 + sum(other[:3] < (group, *key) for other in keys) if group == 0 else None
            name = f"{team.name}{' (withdrawn)' if team.withdrawn else ''}"
            vps = score.vps + [None] * (rounds - len(score.vps))
            cells = [rank, number, name, *vps, score.total, score.won, score.lost]
            rows.append(["" if cell is None else cell for cell in cells])
        return rows

    def scores(self) -> list[Score]:
        """Return what each team has."""
        scores = [Score([None] * len(self.rounds)) for _ in self.teams]
        for number, lines in enumerate(self.rounds):
            for team, vp, won, lost in (result for line in lines for result in self.results(line)):
                score = scores[team - 1]
                score.vps[number] = vp
                if won is not None and lost is not None:
                    score.won = round((score.won or 0) + won, 2)
                    score.lost = round((score.lost or 0) + lost, 2)
        for entered, score in zip(self.teams, scores, strict=True):
            parts = [*score.vps, entered.carry_over, None if entered.penalty is None else -entered.penalty]
            given = [part for part in parts if part is not None]
            score.total = round(sum(given), 2) if given else None
        return scores

    def results(self, line: Line) -> Iterator[tuple[int, float, float | None, float | None]]:
        """Return the teams for which a line counts, each with VPs, IMPs won and IMPs lost."""
        home, away, ours, theirs, home_vp, away_vp = line
        if home is None or away is None or (ours is None) != (theirs is None):
            return
        if not isinstance(away, int):
            given = self.bye_vp if home_vp is None else home_vp
            if given is not None:
                yield home, given, None, None
            return
        if (home_vp is None) != (away_vp is None):
            return
        if home_vp is None or away_vp is None:
            if ours is None or theirs is None or self.boards is None or self.scale is None:
                return
            margin = round(ours - theirs, 2)
            home_vp, away_vp = (match_vp(sign * margin, self.boards, self.scale) for sign in (1, -1))
        yield home, home_vp, ours, theirs
        yield away, away_vp, theirs, ours


def random_event(random: Random, teams: int, rounds: int) -> Event:
    """Make an event up, with few different IMPs, so that teams are often level, and with lines that are half filled."""

    def some(likely: float, *values: Any) -> Any:
        return random.choice(values) if random.random() < likely else None

    members = [
        Team(f"Team {number}", some(0.2, 1, 2.5, -3), some(0.1, 0.5, 1, 40), some(0.07, "yes"))
        for number in range(1, teams + 1)
    ]
    if teams > 3 and random.random() < 0.3:
        members[random.randrange(teams)] = Team()
    event = Event(
        members,
        scale=random.choice(SCALES).name,
        boards=random.randint(1, 24),
        bye_vp=random.choice((12, 18, 10.5, None)),
        tie_break=random.choice(TIE_BREAKS),
    )
    imps: Sequence[float] = random.choice((range(70), (0, 5, 10), (0, 12.5, 20, 7.25)))
    for number in range(1, rounds + 1):
        playing = [number for number, team in enumerate(members, start=1) if team.name]
        random.shuffle(playing)
        lines = []
        while playing:
            home, away = playing.pop(), playing.pop() if playing and random.random() < 0.95 else "bye"
            if away == "bye":
                lines.append(Line(home, away, home_typed=some(0.2, 0, 9.3, 20)))
            else:
                played = Line(home, away, random.choice(imps), random.choice(imps))
                lines.append(_changed(random, played, number == rounds))
        event.rounds.append(lines[: (teams + 1) // 2])
    return event


def _changed(random: Random, line: Line, last: bool) -> Line:
    """Return the line, or another one for the same match: with awarded VPs, half filled, or not played yet."""
    kind = random.random()
    if kind < 0.1:
        return line._replace(home_typed=random.choice((0, 12, 8.75)), away_typed=random.choice((3, 12)))
    if kind < 0.15:
        return Line(line.home, line.away, home_typed=12, away_typed=6.5)
    if kind < 0.2:
        return line._replace(**{random.choice(("away", "home_imps", "away_imps")): None})
    return Line(line.home, line.away) if kind < 0.3 and last else line
