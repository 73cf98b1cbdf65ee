"""A Swiss event or a session of pairs as the choices and entries of a workbook."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from xlvp.files import RefusedError
from xlvp.results.entering import Entered, day, numbers, plain_number, short
from xlvp.results.headtohead import number_first
from xlvp.results.model import Match, Problem
from xlvp.results.notation import called
from xlvp.results.stanzas import counted, in_one_view, match_imps, same_team, same_teams, team_key
from xlvp.rules.result import parse_result

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from xlvp.results.model import Entry, Line, Session

_COLUMNS = ("home", "away", "home_imps", "away_imps", "home_typed", "away_typed")
_LINE = ("ns_pair", "ew_pair", "ns_score_typed", "contract", "declarer", "tricks", "ns_award", "ew_award")
_MOST_NUMBER = 999
_FEWEST_PAIRS = 4
"""What a workbook has at least, as when a session has just begun."""
_MOST_LINES = 10_000
"""Of results; 64 pairs on 128 boards have 4,096."""


def event_entries(
    matches: Sequence[Match], teams: Sequence[str], drawn: Mapping[int, Sequence[tuple[Any, Any]]] | None = None
) -> Entered:
    """Return what goes into the workbook of a Swiss event: who met in each round, and the IMPs or the VPs.

    `teams` have their numbers by their order; one without a name is a number that is free. `drawn` has the numbers of
    the teams in the lines of rounds that are drawn already; None is a line that is free.
    """
    entered = Entered({}, {}, [])
    whole = _by_rounds(matches, entered.problems)
    if not whole:
        raise RefusedError("no match says which teams have played it")
    names, numbers_of = _numbered_teams(whole, teams)
    entered.choices["teams"] = tuple(short(entered, name) for name in names)
    entered.entries["team_names"] = [[name or None] for name in entered.choices["teams"]]
    rounds = sorted({match.round or 1 for match in whole})
    entered.choices["rounds"] = max(rounds)
    boards = [len(match.boards) for match in whole if match.boards]
    if boards:
        entered.choices["boards"] = max(boards)
    for round_ in rounds:
        played = [_line(match, numbers_of, entered.problems) for match in whole if (match.round or 1) == round_]
        lines = _in_their_lines(played, (drawn or {}).get(round_, ()))
        for name, column in zip(_COLUMNS, zip(*lines, strict=True), strict=True):
            if any(value is not None for value in column):
                entered.entries[f"round{round_}_{name}"] = [[value] for value in column]
    event, date = (
        next((getattr(match, name) for match in whole if getattr(match, name)), "") for name in ("event", "date")
    )
    if event:
        entered.entries["event"] = [[short(entered, event)]]
    if not isinstance(day(date), str):
        entered.entries["date"] = [[day(date)]]
    return entered


def _numbered_teams(matches: Sequence[Match], teams: Sequence[str]) -> tuple[list[str], dict[str, int]]:
    """Return the names of the teams, those that are not among `teams` at the end, and their numbers."""
    names = list(teams)
    found: dict[str, int] = {}
    for number, name in enumerate(names, start=1):
        found.setdefault(team_key(name), number)
    for team in (team for match in matches for team in (match.home, match.away)):
        if team_key(team) not in found:
            names.append(team)
            found[team_key(team)] = len(names)
    return names, found


def _by_rounds(matches: Sequence[Match], problems: list[Problem]) -> list[Match]:
    """Return the matches with their rounds; those without are one round, if nobody plays twice in it."""
    found: list[Match] = []
    for match in matches:
        if not (match.home and match.away):
            problems.append(Problem("a match, but not of which teams; it is left out"))
            continue
        if same_team(match.home, match.away):
            problems.append(Problem(f"{match.home} - {match.away}: a team cannot meet itself; it is left out"))
            continue
        met = [each for each in found if each.round is match.round is None and _meet(each, match)]
        if not met:
            found.append(match)
        elif same_teams(met[0], match) and not met[0].boards.keys() & match.boards.keys():
            met[0].boards.update(in_one_view([met[0], match])[1].boards)
        else:
            what = "of which round is not said, and one of the teams has another match already; it is left out"
            problems.append(Problem(f"{match.home} - {match.away}: {what}"))
    rounds = {match.round for match in found}
    if None in rounds and len(rounds) > 1:
        for match in [each for each in found if each.round is None]:
            found.remove(match)
            problems.append(Problem(f"{match.home} - {match.away}: of which round is not said; it is left out"))
    return found


def _meet(one: Match, other: Match) -> bool:
    return any(same_team(here, there) for here in (one.home, one.away) for there in (other.home, other.away))


def _line(match: Match, numbers_of: Mapping[str, int], problems: list[Problem]) -> tuple[Any, ...]:
    """Return the line of a match: the numbers of the teams, their IMPs, or their VPs."""
    teams = [numbers_of[team_key(team)] for team in (match.home, match.away)]
    if match.imps is not None:
        return (*teams, *(plain_number(each) for each in match.imps), None, None)
    won = match_imps(match)
    if match.boards and not won.missing:
        return (*teams, won.home, won.away, None, None)
    if won.missing:
        vps = "" if match.stated is None else "; the VPs of the file are entered"
        what = f"no IMPs are entered, with {counted(won.missing, 'board')} without a result{vps}"
        problems.append(Problem(f"{match.home} - {match.away}, round {match.round or 1}: {what}"))
    vps_given = (None, None) if match.stated is None else tuple(plain_number(each) for each in match.stated)
    return (*teams, None, None, *vps_given)


def _in_their_lines(played: Sequence[tuple[Any, ...]], drawn: Sequence[tuple[Any, Any]]) -> list[tuple[Any, ...]]:
    """Return the lines of a round, each match where it is drawn, whichever way round, or else in a free line."""
    lines: list[tuple[Any, ...]] = [(None,) * len(_COLUMNS)] * len(drawn)
    taken = [pair != (None, None) for pair in drawn]
    for match in played:
        home, away, home_imps, away_imps, home_vp, away_vp = match
        if (home, away) in drawn:
            lines[list(drawn).index((home, away))] = match
        elif (away, home) in drawn:
            lines[list(drawn).index((away, home))] = (away, home, away_imps, home_imps, away_vp, home_vp)
        elif False in taken:
            place = taken.index(False)
            lines[place], taken[place] = match, True
        else:
            lines.append(match)
    return lines


def session_entries(session: Session) -> Entered:
    """Return what goes into the workbook of a session of pairs: their numbers and names, and a line for each result."""
    entered = Entered({}, {}, [])
    ns, ew = _numbered(session, entered.problems)
    pairs = {
        **{number: ("ns", pair) for pair, number in ns.items()},
        **{number: ("ew", pair) for pair, number in ew.items()},
    }
    listed = sorted(pairs)
    names = [_name(session, pairs[number], alone=ns is ew or not (ns.keys() & ew.keys())) for number in listed]
    boards = sorted({line.board for line in session.lines})
    span = range(boards[0], boards[-1] + 1)
    by_board: dict[int, list[Line]] = {number: [] for number in span}
    for line in session.lines:
        by_board[line.board].append(line)
    most = max(map(len, by_board.values()))
    count = max(len(listed), 2 * most, _FEWEST_PAIRS)
    count += count % 2
    lines_per_board = count // 2
    if lines_per_board * len(span) > _MOST_LINES:
        much = f"{len(listed):,} pairs, and up to {most:,} results on each of {counted(len(span), 'board')}"
        raise RefusedError(f"{much}, are more than a workbook holds")
    entered.choices.update(boards=len(span), team_count=count)
    entered.entries.update(
        pair_number=[[number] for number in listed],
        pair_names=[[short(entered, name) or None] for name in names],
        first_board=[[span[0]]],
        per_board=[[most]],
    )
    if _two_winners(session):
        entered.entries["ranked"] = [["N-S and E-W"]]
    if session.event:
        entered.entries["event"] = [[short(entered, session.event)]]
    if not isinstance(day(session.date), str):
        entered.entries["date"] = [[day(session.date)]]
    columns: dict[str, list[list[Any]]] = {name: [] for name in _LINE}
    for number in span:
        lines = by_board[number]
        for place in range(lines_per_board):
            cells = _cells(lines[place], ns, ew) if place < len(lines) else (None,) * len(_LINE)
            for column, cell in zip(columns.values(), cells, strict=True):
                column.append([cell])
    entered.entries.update(
        {name: column for name, column in columns.items() if any(cell is not None for [cell] in column)}
    )
    return entered


def _cells(line: Line, ns: dict[str, int], ew: dict[str, int]) -> tuple[Any, ...]:
    awards = (None if award is None else plain_number(award) for award in (line.ns_award, line.ew_award))
    return (ns[line.ns], ew[line.ew], *_parts(line.result), *awards)


def _parts(result: Entry | None) -> tuple[Any, Any, Any, Any]:
    """Return a result as a traveller has it: the score, or the contract, who played it, and the tricks."""
    if result is None or isinstance(result, int):
        return (result, None, None, None)
    read = parse_result(result)
    if read is None:
        return (None, result, None, None)
    return (None, called(read.contract), read.declarer, read.tricks)


def _name(session: Session, pair: tuple[str, str], *, alone: bool) -> str:
    """Return the players of a pair, which may stand on the other side if it is `alone` in being called so."""
    side, called_so = pair
    sides = (side, "ew" if side == "ns" else "ns") if alone else (side,)
    return next(filter(None, (session.names.get((each, called_so)) for each in sides)), "")


def _two_winners(session: Session) -> bool:
    """Return whether each side has a winner of its own: as the file says, or else if no pair has changed sides."""
    return _numbered_apart(session) if session.two_fields is None else session.two_fields


def _numbered_apart(session: Session) -> bool:
    """Return whether the numbers of North-South and East-West are those of different pairs.

    A pair does not play against itself; where a number meets the same number, these are two pairs.
    """
    lines = session.lines
    if session.two_fields or any(line.ns == line.ew for line in lines):
        return True
    return {line.ns for line in lines}.isdisjoint(line.ew for line in lines)


def _numbered(session: Session, problems: list[Problem]) -> tuple[dict[str, int], dict[str, int]]:
    """Return the number of each pair in the workbook, where no two pairs can have the same."""
    sides = [sorted({getattr(line, side) for line in session.lines}, key=number_first) for side in ("ns", "ew")]
    ns = _whole_numbers(sides[0])
    if not _numbered_apart(session):
        together = _whole_numbers(sorted({*sides[0], *sides[1]}, key=number_first))
        return together, together
    ew = _whole_numbers(sides[1])
    if set(ns.values()) & set(ew.values()):
        further = -(-max(ns.values()) // 10) * 10
        if further + max(ew.values()) > _MOST_NUMBER:
            problems.append(Problem("the pairs are numbered from 1 on, North-South first, as both sides have the same"))
            return _from_one(sides[0]), {pair: len(ns) + number for pair, number in _from_one(sides[1]).items()}
        ew = {pair: number + further for pair, number in ew.items()}
        was = numbers(sorted(number - further for number in ew.values()))
        problems.append(
            Problem(f"E-W pairs {was} are entered as {numbers(sorted(ew.values()))}, as N-S have these numbers")
        )
    return ns, ew


def _whole_numbers(pairs: Sequence[str]) -> dict[str, int]:
    """Return pairs by numbers: their own, or where one has none, from 1 on."""
    if all(pair.isdecimal() and pair.isascii() and 0 < int(pair[:6]) <= _MOST_NUMBER for pair in pairs):
        own = {pair: int(pair) for pair in pairs}
        if len(set(own.values())) == len(own):  # 1 and 01 are two
            return own
    return _from_one(pairs)


def _from_one(pairs: Sequence[str]) -> dict[str, int]:
    return {pair: number for number, pair in enumerate(pairs, start=1)}
