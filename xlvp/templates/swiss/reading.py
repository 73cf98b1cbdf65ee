"""What stands in the inputs of a Swiss workbook, as `xlvp.events` takes it, and a drawn round as entries."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from xlvp.events.entries import BYE, Event, Line, Odd, Scoring, Team
from xlvp.events.standings import TieBreak
from xlvp.files import RefusedError
from xlvp.languages.marks import english
from xlvp.rules.checks import quoted
from xlvp.rules.owntable import WIDTHS
from xlvp.templates.contest import words
from xlvp.templates.kinds import OWN_SCALE
from xlvp.templates.owntable import MOST_OWN_ROWS, OWN_INPUTS
from xlvp.templates.swiss.rounds import tables_for

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xlvp.events.swiss import Round
    from xlvp.templates.new import Old

_NUMBER = re.compile(r"\s*[+-]?[0-9]{1,9}(\.[0-9]{1,9})?\s*")
_LARGEST = 1_000_000
"""More than any figure of an event; what is beyond is no result, and would take too long to round."""
_WHOLE = frozenset({"home", "away", "three_way"})
_BYE = english(words.BYE)
_TIE_BREAKS = dict(zip(map(english, words.TIE_BREAKS), TieBreak, strict=True))
_ODD_TEAM = {english(word): odd for word, odd in zip(words.ODD_TEAM, Odd, strict=True)}
"""What is chosen, in English as all entries."""


def event_of(old: Old) -> Event:
    """Return the event that a workbook holds; what cannot be read is refused with its place."""
    entries = _Entries(old)
    last = old.choices["rounds"]
    names = entries.column("team_names")
    withdrawn, carried, penalties = (
        entries.column(name, len(names)) for name in ("withdrawn", "carry_overs", "penalties")
    )
    teams = [
        Team(number, withdrawn[number - 1] is not None, *entries.numbers(number, carried, penalties))
        for number, name in enumerate(names, start=1)
        if name is not None
    ]
    rounds = [entries.lines(number) for number in range(1, last + 1)]
    chosen = entries.column("tie_breaks") or [entries.one("tie_break")]  # one alone in older workbooks
    tie_breaks = [_TIE_BREAKS[word] for word in chosen if word in _TIE_BREAKS]
    odd = entries.one("odd_team")
    scale, boards = entries.one("scale"), entries.one("boards")
    if not isinstance(scale, str) or not isinstance(boards, int) or isinstance(boards, bool):
        raise RefusedError("choose a scale and the number of boards on the sheet Teams first")
    own = entries.own_table() if scale == OWN_SCALE else ()
    scoring = Scoring(scale, boards, own, entries.number("the VPs of a bye", entries.one("bye_vp")))
    return Event(teams, rounds, scoring, tie_breaks, _ODD_TEAM.get(odd, Odd.BYE))


def entries_of(drawn: Round, teams: int) -> dict[str, list[list[Any]]]:
    """Return what is to be entered for a round."""
    room = tables_for(teams)
    if len(drawn.lines) > room:
        raise RefusedError(
            f"round {drawn.number} has {len(drawn.lines)} lines, and the sheet Rounds has room for {room}"
        )
    shown = [(line.home, _BYE if line.away == BYE else line.away, int(line.three_way) or None) for line in drawn.lines]
    columns = dict(zip(("home", "away", "three_way"), zip(*shown, strict=True), strict=True))
    return {f"round{drawn.number}_{name}": [[value] for value in values] for name, values in columns.items()}


class _Entries:
    """The entries of a workbook, column by column."""

    def __init__(self, old: Old) -> None:
        self.entries = old.entries

    def column(self, name: str, length: int = 0) -> list[Any]:
        """Return a column, made as long as is needed."""
        rows = self.entries.get(name, [])
        if len(rows) > MOST_OWN_ROWS:  # the longest of them
            raise RefusedError(f"the name {quoted(name)} has {len(rows)} cells, more than any input of an event")
        values = [row[0] if row else None for row in rows]
        return values + [None] * (length - len(values))

    def one(self, name: str) -> Any:
        """Return a single input."""
        return next(iter(self.column(name)), None)

    def numbers(self, team: int, *columns: Sequence[Any]) -> Iterator[float | None]:
        """Yield the numbers that a team has in some columns of the sheet Teams."""
        for column in columns:
            yield self.number(f"team {team}", column[team - 1])

    def number(self, where: str, value: Any) -> float | None:
        """Return a number, if there is one."""
        if isinstance(value, str) and _NUMBER.fullmatch(value):
            value = float(value)
        if value is None:
            return None
        if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= _LARGEST:
            return value
        raise RefusedError(f"{where}: {quoted(value)} is no number; mend it first")

    def lines(self, number: int) -> list[Line]:
        """Return the lines of a round."""
        columns = [self.column(f"round{number}_{name}") for name in Line._fields]
        longest = max(map(len, columns))
        lines = []
        for row in range(longest):
            where = f"round {number}, line {row + 1}"
            values = {
                name: column[row] if row < len(column) else None
                for name, column in zip(Line._fields, columns, strict=True)
            }
            lines.append(self._line(where, values))
        return lines

    def _line(self, where: str, values: dict[str, Any]) -> Line:
        away = values["away"]
        if isinstance(away, str) and away.strip().casefold() == _BYE:
            values["away"] = BYE
        figures: dict[str, Any] = {name: self.number(where, value) for name, value in values.items()}
        for name in _WHOLE:
            value = figures[name]
            if value is not None and value != int(value):
                raise RefusedError(f"{where}: {quoted(value)} is no whole number; mend it first")
            figures[name] = None if value is None else int(value)
        if figures["three_way"] not in (None, *map(int, Odd)):
            raise RefusedError(f"{where}: a three-way match is marked 1 or 2, not {quoted(figures['three_way'])}")
        figures["three_way"] = Odd.BYE if figures["away"] == BYE else Odd(figures["three_way"] or 0)
        return Line(**figures)

    def own_table(self) -> list[tuple[float, ...]]:
        """Return the rows of a table of one's own, empty ones left out."""
        columns = [self.column(name) for name in OWN_INPUTS]
        longest = max(map(len, columns))
        rows = []
        for row in range(longest):
            cells = [column[row] if row < len(column) else None for column in columns]
            figures = [self.number(f"the table on Scales, row {row + 1}", cell) for cell in cells]
            given = tuple(figure for figure in figures if figure is not None)
            if given:
                if len(given) not in WIDTHS or figures[0] is None or figures[1] is None:
                    raise RefusedError(f"the table on Scales, row {row + 1}: a margin and the winner's VPs are needed")
                rows.append(given)
        return rows
