"""Entries of older workbooks, and of leagues with other fixtures, put where they belong in a new one.

An event had one tie-break. A league had its results in a cross-table, and VPs that were awarded in another; now it has
fixtures, and where those are others than they were, each result goes to the match of the same two teams.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from xlvp.events.fixtures import fixtures

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from xlvp.templates.options import Options

    Rows = Sequence[Sequence[Any]]
    Entries = Mapping[str, Rows]

_SIDES = ("home_imps", "away_imps", "home_typed", "away_typed")
_PLAN = ("fixtures_round", "fixtures_home", "fixtures_away")


class _Result(NamedTuple):
    """What was entered for a match, from the side of the team that is called home."""

    home: int
    away: int
    figures: dict[str, Any]

    def turned(self) -> _Result:
        swapped = {"home": "away", "away": "home"}
        figures = {
            f"{swapped[side]}_{what}": value
            for (side, _, what), value in ((name.partition("_"), value) for name, value in self.figures.items())
            if side in swapped
        }
        kept = {name: value for name, value in self.figures.items() if name == "date"}
        return _Result(self.away, self.home, figures | kept)


def swiss_entries(entries: Entries, _: Options) -> dict[str, Rows]:
    """Return the entries of a Swiss event under the names of this version."""
    found: dict[str, Rows] = dict(entries)
    tie_break = _column(found.pop("tie_break", ()))
    if tie_break and "tie_breaks" not in found:
        found["tie_breaks"] = [[tie_break[0]], [None], [None], [None]]
    return found


def league_entries(entries: Entries, options: Options) -> dict[str, Rows]:
    """Return the entries of a league, each result with its match."""
    found = swiss_entries(entries, options)
    plan = [match for each in fixtures(options.team_number, options.legs) for match in each]
    imps, awards = found.pop("league_imps", ()), found.pop("awarded_vps", ())
    if imps or awards:
        return _placed(found, plan, _of_cross_tables(imps, awards))
    if "fixtures_home" in found and len(found["fixtures_home"]) != len(plan):
        results = list(_of_fixtures(found))
        names = {*_PLAN, "fixtures_date", *(f"fixtures_{side}" for side in _SIDES)}
        return _placed({name: rows for name, rows in found.items() if name not in names}, plan, results)
    return found


def _placed(found: dict[str, Rows], plan: list[tuple[int, int]], results: Sequence[_Result]) -> dict[str, Rows]:
    """Add results to the lines of their matches; what finds none stays under its name, so that it is told."""
    lines: list[dict[str, Any]] = [{} for _ in plan]
    left: list[_Result] = []
    for result in results:
        for each in (result, result.turned()):
            free = [line for line, match in enumerate(plan) if match == (each.home, each.away) and not lines[line]]
            if free:
                lines[free[0]] = each.figures
                break
        else:
            left.append(result)
    for name in (*_SIDES, "date"):
        found[f"fixtures_{name}"] = [[line.get(name)] for line in lines]
    for result in left:
        figures = ", ".join(
            f"{name.replace('_', ' ')} {value}" for name, value in result.figures.items() if value is not None
        )
        found[f"the match of {result.home} and {result.away}"] = [[figures]]
    return found


def _of_fixtures(entries: Entries) -> Iterator[_Result]:
    """Yield the results of a league that had other fixtures."""
    columns = {name: _column(entries.get(f"fixtures_{name}", ())) for name in ("home", "away", *_SIDES, "date")}
    for line in range(max(map(len, columns.values()))):
        values = {name: column[line] if line < len(column) else None for name, column in columns.items()}
        home, away = values.pop("home"), values.pop("away")
        if isinstance(home, int) and isinstance(away, int) and any(value is not None for value in values.values()):
            yield _Result(home, away, values)


def _of_cross_tables(imps: Rows, awards: Rows) -> list[_Result]:
    """Return the results that cross-tables have; in the row of each team stands what it has."""
    size = max(len(imps), len(awards))

    def figure(table: Rows, row: int, column: int) -> Any:
        return table[row][column] if row < len(table) and column < len(table[row]) else None

    results = []
    for one in range(size):
        for other in range(one + 1, size):
            values = [figure(table, *place) for table in (imps, awards) for place in ((one, other), (other, one))]
            if any(value is not None for value in values):
                results.append(_Result(one + 1, other + 1, dict(zip(_SIDES, values, strict=True))))
    return results


def _column(rows: Rows) -> list[Any]:
    return [row[0] if row else None for row in rows]
