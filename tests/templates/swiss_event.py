"""A Swiss event made up at random, and its standings by the rules, worked out without the workbook."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.oracles.ranking import DIFFERENCE, DIRECT, OPPONENTS, QUOTIENT, Match, Table
from xlvp.rules.scales import SCALES, match_vp

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from xlvp.catalogue import Cell

WORDS = {
    DIRECT: "Matches between the tied",
    QUOTIENT: "IMP quotient",
    DIFFERENCE: "IMP difference",
    OPPONENTS: "VPs of the opponents",
}
"""What is chosen in the workbook for each tie-break."""

HALVES = {"WBF": "WBF half", "WBF discrete": "WBF half discrete"}


class Line(NamedTuple):
    """What is typed on a line of a round."""

    home: int | None = None
    away: int | str | None = None
    home_imps: float | None = None
    away_imps: float | None = None
    home_typed: float | None = None
    away_typed: float | None = None
    three_way: int | None = None


class Team(NamedTuple):
    """What is typed for a team."""

    name: str | None = None
    carry_over: float | None = None
    penalty: float | None = None
    withdrawn: str | None = None


class Counted(NamedTuple):
    """A line that counts: in which round its VPs come, and both sides' VPs; a bye has no away team."""

    round: int
    line: Line
    home_vp: float
    away_vp: float | None


@dataclass
class Event:
    """What is typed for an event."""

    teams: list[Team]
    rounds: list[list[Line]] = field(default_factory=list)
    scale: str | None = "WBF"
    boards: int | None = 8
    bye_vp: float | None = 12
    tie_breaks: Sequence[str | None] = tuple(WORDS)

    def entries(self, teams: int, rounds: int) -> dict[str, Any]:
        """Return the values for the named inputs of a workbook for so many teams and rounds; the rest is emptied."""
        members = self.teams + [Team()] * (teams - len(self.teams))
        typed: dict[str, Any] = {name: getattr(self, name) for name in ("scale", "boards", "bye_vp")}
        ties = [*self.tie_breaks, *[None] * (4 - len(self.tie_breaks))]
        typed["tie_breaks"] = [WORDS[each] if each else None for each in ties]
        columns = zip(("team_names", "carry_overs", "penalties", "withdrawn"), zip(*members, strict=True), strict=True)
        typed |= {name: list(values) for name, values in columns}
        for number in range(rounds):
            lines = self.rounds[number] if number < len(self.rounds) else []
            lines = lines + [Line()] * ((teams + 3) // 2 - len(lines))
            for name, values in zip(Line._fields, zip(*lines, strict=True), strict=True):
                typed[f"round{number + 1}_{name}"] = list(values)
        return typed

    def standings(self, rounds: int) -> list[list[Cell]]:
        """Return the rows of a workbook for so many rounds: rank, number, name, played, VPs, total, IMPs."""
        counted = [each for number in range(1, len(self.rounds) + 1) for each in self.counted(number, rounds)]
        begun = any(self.done(number, rounds) for number in range(1, len(self.rounds) + 1))
        totals = {number: self.total(number, counted, begun) for number, team in self.members()}
        exact = {number: Fraction(str(total)) for number, total in totals.items() if total is not None}
        order = [each for each in self.tie_breaks if each]
        table = Table(exact, [_exact(each) for each in counted if each.away_vp is not None], order)
        ranked = {number: vp for number, vp in exact.items() if not self.teams[number - 1].withdrawn}
        # Those who have withdrawn are in no rank, but count as opponents.
        inside = Table(ranked, [_exact(each) for each in counted if each.away_vp is not None], order)
        inside.met_totals = exact
        ranks = inside.ranks()
        rows: list[tuple[tuple[int, int, int], list[Cell]]] = []
        for number, team in self.members():
            group = 2 if team.withdrawn else 1 if totals[number] is None else 0
            its = [each for each in counted if number in (each.line.home, each.line.away)]
            vps = [self.vp(number, [each for each in its if each.round == which]) for which in range(1, rounds + 1)]
            imps = [each for each in its if each.line.home_imps is not None and each.away_vp is not None]
            won = lost = None
            if imps:
                won, lost = float(table.won(number)), float(table.lost(number))
            rank = ranks[number] if group == 0 else None
            name = f"{team.name}{' (withdrawn)' if team.withdrawn else ''}"
            played = sum(0.5 if each.line.three_way == 1 else 1 for each in its if each.away_vp is not None)
            cells = [rank, number, name, played, *vps, totals[number], won, lost]
            rows.append(((group, rank or 0, number), ["" if cell is None else cell for cell in cells]))
        return [row for _, row in sorted(rows)]

    def members(self) -> list[tuple[int, Team]]:
        return [(number, team) for number, team in enumerate(self.teams, start=1) if team.name]

    def vp(self, team: int, counted: Sequence[Counted]) -> float | None:
        """Return a team's VPs from some lines."""
        given = [each.home_vp if each.line.home == team else each.away_vp for each in counted]
        return round(sum(vp for vp in given if vp is not None), 2) if given else None

    def total(self, team: int, counted: Sequence[Counted], begun: bool) -> float | None:
        entered = self.teams[team - 1]
        played = self.vp(team, [each for each in counted if team in (each.line.home, each.line.away)])
        if played is None and entered.carry_over is None and entered.penalty is None:
            return 0 if begun and not entered.withdrawn else None
        return round((played or 0) + (entered.carry_over or 0) - (entered.penalty or 0), 2)

    def counted(self, number: int, rounds: int) -> list[Counted]:
        """Return the lines of a round that count."""
        return [each for line in self.rounds[number - 1] if (each := self.result(number, line)) is not None]

    def done(self, number: int, rounds: int) -> bool:
        """Return whether a round has all its results; those of a long three-way match are due a round later."""

        def waiting(lines: Sequence[Line], which: int) -> int:
            return sum(self.result(which, line) is None for line in lines if line.home is not None)

        lines = self.rounds[number - 1]
        if not any(line.home is not None for line in lines):
            return False
        due = [line for line in lines if line.three_way != 2 or number == rounds]
        before = [line for line in self.rounds[number - 2] if line.three_way == 2] if number > 1 else []
        return waiting(due, number) + waiting(before, number - 1) == 0

    def result(self, number: int, line: Line) -> Counted | None:
        """Return what a line counts, if it does."""
        home, away, ours, theirs, home_vp, away_vp, three = line
        comes = number + (three == 2)
        if home is None or away is None or (ours is None) != (theirs is None):
            return None
        if not isinstance(away, int):
            given = self.bye_vp if home_vp is None else home_vp
            return None if given is None else Counted(number, line, given, None)
        if (home_vp is None) != (away_vp is None):
            return None
        if home_vp is not None and away_vp is not None:
            return Counted(comes, line, home_vp, away_vp)
        if ours is None or theirs is None or self.boards is None or self.scale is None:
            return None
        scale, boards = self.scale, self.boards
        if three == 1:
            if scale not in HALVES or boards < 2:
                return None
            scale, boards = HALVES[scale], boards // 2
        margin = round(ours - theirs, 2)
        return Counted(comes, line, match_vp(margin, boards, scale), match_vp(-margin, boards, scale))


def _exact(counted: Counted) -> Match:
    line = counted.line
    assert isinstance(line.home, int)
    assert isinstance(line.away, int)
    numbers = (counted.home_vp, counted.away_vp, line.home_imps, line.away_imps)
    vps_and_imps = [None if each is None else Fraction(str(each)) for each in numbers]
    weight = Fraction(1, 2) if line.three_way == 1 else Fraction(1)
    home_vp, away_vp, home_imps, away_imps = vps_and_imps
    assert home_vp is not None
    assert away_vp is not None
    return Match(line.home, line.away, home_vp, away_vp, home_imps, away_imps, weight)


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
    order: list[str | None] = random.sample(list(WORDS), 4)
    event = Event(
        members,
        scale=random.choice(SCALES).name,
        boards=random.randint(1, 24),
        bye_vp=random.choice((12, 18, 10.5, None)),
        tie_breaks=random.choice((tuple(WORDS), order, order, order[:2], [None, order[0]], [])),
    )
    imps: Sequence[float] = random.choice((range(70), (0, 5, 10), (0, 10), (0, 12.5, 20, 7.25)))
    late = random.randrange(1, teams + 1) if random.random() < 0.3 else 0
    busy: set[int] = set()
    for number in range(1, rounds + 1):
        playing = [each for each, team in enumerate(members, start=1) if team.name and each not in busy]
        playing = [each for each in playing if each != late or number > 2]
        random.shuffle(playing)
        lines = []
        busy = set()
        if len(playing) > 3 and random.random() < 0.4:
            three = [playing.pop() for _ in range(3)]
            kind = random.choice((1, 2)) if number < rounds else 1
            busy = set(three) if kind == 2 else set()
            for pair in ((three[0], three[1]), (three[0], three[2]), (three[1], three[2])):
                played = Line(*pair, random.choice(imps), random.choice(imps), three_way=kind)
                lines.append(_changed(random, played, last=number >= rounds - 1))
        while playing:
            home = playing.pop()
            away = playing.pop() if playing and random.random() < 0.95 else None
            if away is None:
                lines.append(Line(home, "bye", home_typed=some(0.2, 0, 9.3, 20)))
            else:
                played = Line(home, away, random.choice(imps), random.choice(imps))
                lines.append(_changed(random, played, last=number == rounds))
        event.rounds.append(lines[: (teams + 3) // 2])
    return event


def _changed(random: Random, line: Line, *, last: bool) -> Line:
    """Return the line, or another one for the same match: with awarded VPs, half filled, or not played yet."""
    kind = random.random()
    if kind < 0.1:
        return line._replace(home_typed=random.choice((0, 12, 8.75)), away_typed=random.choice((3, 12)))
    if kind < 0.15:
        return Line(line.home, line.away, home_typed=12, away_typed=6.5, three_way=line.three_way)
    if kind < 0.2:
        return line._replace(**{random.choice(("home_imps", "away_imps")): None})
    return Line(line.home, line.away, three_way=line.three_way) if kind < 0.3 and last else line
