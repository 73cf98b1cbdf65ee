"""Files of Bridgemate (.bws), which are databases of Microsoft Access.

The table ReceivedData has a row for each result, PlayerNumbers who sat at each table, and RoundData or the results
themselves which pair that was. Results that were erased are left out. access-parser reads the tables; it trusts the
file, so that what it goes through is counted here, and it tells its worries to a log that nobody needs.

Source: the files themselves, and Bridgemate's own words for what stands in Contract (1 NT, 4 S x), Result (=, +1, -2)
and Remarks.
"""

from __future__ import annotations

import contextlib
import logging
from typing import TYPE_CHECKING, Any

from xlvp.files import RefusedError
from xlvp.results.headtohead import matches_among, number_first
from xlvp.results.model import SEATS, Entry, Found, Line, Match, Problem, Session, board_number, plain_text, shown
from xlvp.results.notation import from_parts, percents
from xlvp.results.source import read_bytes
from xlvp.rules.checks import InputError, InputValueError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_LARGEST = 32_000_000
_MARKS = (b"Standard Jet DB", b"Standard ACE DB")
_MOST_CELLS = 1_000_000
_IDENTITY = ("Section", "Table", "Round", "Board")


def read(path: Path) -> Found:
    """Return the session of pairs in a file, and the matches if it is one of teams."""
    data = read_bytes(path, _LARGEST)
    if not any(mark in data[:64] for mark in _MARKS):
        raise RefusedError("this is no file of Bridgemate: it is not a database of Microsoft Access")
    with _quietly():
        tables = _tables(data)
    if "ReceivedData" not in tables:
        raise RefusedError("this database has no table ReceivedData, where Bridgemate keeps the results")
    return _found(tables)


def _found(tables: dict[str, list[dict[str, Any]]]) -> Found:
    found = Found()
    session = Session()
    sections = {row.get("ID"): plain_text(str(row.get("Letter") or "")) for row in tables.get("Section", [])}
    many = len({row.get("Section") for row in tables["ReceivedData"]}) > 1
    for number, row in _results(tables["ReceivedData"], found):
        section = (sections.get(row.get("Section")) or str(row.get("Section"))) if many else ""
        try:
            line = _line(row, section)
            if line is not None:
                session.add(line)
        except InputError as refusal:
            found.problems.append(Problem(str(refusal), _whole(row.get("Board")), number, lines="row"))
    _names(session, tables, sections if many else {})
    for row in tables.get("Session", [])[:1]:
        session.event = plain_text(str(row.get("Name") or ""))
        session.date = str(row.get("Date") or "")[:10]
    winners = {row.get("Winners") for row in tables.get("Section", [])}
    session.two_fields = True if winners == {2} else False if winners == {1} else None
    if not session.lines and not found.problems:
        raise RefusedError("this has no results yet")
    among = matches_among(session.lines)
    for match in among.matches:
        match.event, match.date = session.event, session.date
    if len(among.matches) == 1:
        _seat(among.matches[0], tables)
    return Found(among.matches, session, among.teams, found.problems + among.problems)


def _results(rows: list[dict[str, Any]], found: Found) -> Iterator[tuple[int, dict[str, Any]]]:
    """Return the results that stand, with their rows; of two that contradict each other neither does."""
    at: dict[tuple[Any, ...], list[tuple[int, dict[str, Any]]]] = {}
    for number, row in enumerate(rows, start=1):
        if not row.get("Erased"):
            at.setdefault(tuple(row.get(name) for name in _IDENTITY), []).append((number, row))
    for results in at.values():
        said = {_said(row) for _, row in results}
        if len(said) == 1:
            yield results[0]
            continue
        table = f"table {results[0][1].get('Table')}, round {results[0][1].get('Round')}"
        for number, row in results:
            what = f"{len(said)} different results for {table}; none is taken"
            found.problems.append(Problem(what, _whole(row.get("Board")), number, lines="row"))


def _said(row: dict[str, Any]) -> tuple[str, ...]:
    return tuple(str(row.get(name)) for name in ("PairNS", "PairEW", "NS/EW", "Contract", "Result", "Remarks"))


def _line(row: dict[str, Any], section: str) -> Line | None:
    """Return a result; None for a board that was not played."""
    board = board_number(str(row.get("Board")))
    pairs = [row.get(name) for name in ("PairNS", "PairEW")]
    if not all(isinstance(pair, int) and 0 < pair < 10_000 for pair in pairs):
        raise InputValueError("a result, but not of which pairs")
    ns, ew = (f"{section}{pair}" for pair in pairs)
    remarks = str(row.get("Remarks") or "").strip()
    award = percents(remarks)
    if award:
        return Line(board, ns, ew, None, *award, round=_whole(row.get("Round")))
    if remarks.lower().startswith("not played"):
        return None
    if remarks:
        raise InputValueError(f"the remark {shown(remarks)} is for the director to judge")
    result = _result(row, board)
    return None if result is None else Line(board, ns, ew, result, round=_whole(row.get("Round")))


def _result(row: dict[str, Any], board: int) -> Entry | None:
    contract, over = str(row.get("Contract") or ""), str(row.get("Result") or "")
    declarer = str(row.get("NS/EW") or "")
    return from_parts(contract, declarer, board, over=over)


def _names(session: Session, tables: dict[str, list[dict[str, Any]]], sections: dict[Any, str]) -> None:
    """Enter the players: who began at a table, by the pair that began there."""
    known = _known(tables)
    began: dict[tuple[Any, Any, str], Any] = {}
    for row in tables.get("RoundData", []):
        if row.get("Round") == 1:
            for side, name in (("ns", "NSPair"), ("ew", "EWPair")):
                began[row.get("Section"), row.get("Table"), side] = row.get(name)
    players: dict[tuple[str, str], list[str]] = {}
    for row in sorted(tables.get("PlayerNumbers", []), key=lambda row: "NSEW".find(str(row.get("Direction")))):
        if row.get("Round") not in (0, 1, None):
            continue
        side = {"N": "ns", "S": "ns", "E": "ew", "W": "ew"}.get(str(row.get("Direction")), "")
        pair = began.get((row.get("Section"), row.get("Table"), side))
        name = plain_text(str(row.get("Name") or known.get(str(row.get("Number"))) or ""))
        if pair and name:
            section = sections.get(row.get("Section"), "")
            names = players.setdefault((side, f"{section}{pair}"), [])
            if name not in names and len(names) < len(SEATS) // 2:
                names.append(name)
    session.names = {pair: " - ".join(names) for pair, names in players.items()}


def _seat(match: Match, tables: dict[str, list[dict[str, Any]]]) -> None:
    """Enter who sat where in a match: at one table home sits North-South, at the other East-West."""
    known = _known(tables)
    rooms = {}
    for row in tables["ReceivedData"]:
        pairs = (row.get("PairNS"), row.get("PairEW"))
        rooms[row.get("Section"), row.get("Table")] = (
            "open" if pairs == tuple(sorted(pairs, key=_in_order)) else "closed"
        )
    for row in tables.get("PlayerNumbers", []):
        room = rooms.get((row.get("Section"), row.get("Table")))
        seat = next((seat for seat in SEATS if seat[0].upper() == row.get("Direction")), None)
        name = plain_text(str(row.get("Name") or known.get(str(row.get("Number"))) or ""))
        if room and seat and name:
            match.players.setdefault(f"{room}_{seat}", name)


def _in_order(pair: object) -> tuple[int, str, str]:
    return number_first(str(pair))


def _known(tables: dict[str, list[dict[str, Any]]]) -> dict[str, Any]:
    """Return the names of the players by their numbers."""
    return {str(row.get("strID") or row.get("ID")): row.get("Name") for row in tables.get("PlayerNames", [])}


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) else None


def _tables(data: bytes) -> dict[str, list[dict[str, Any]]]:
    """Return the tables that matter, row by row."""
    try:
        from xlvp.results.access import Database
    except ImportError:
        raise RefusedError("to read Bridgemate's files, install one thing more: pip install xlvp[bws]") from None
    database = Database(data, _MOST_CELLS)
    wanted = ("ReceivedData", "PlayerNumbers", "RoundData", "Section", "Session", "PlayerNames")
    return {name: database.rows(name) for name in wanted if name in database.names}


@contextlib.contextmanager
def _quietly() -> Iterator[None]:
    """Keep what access-parser tells of odd but harmless things from the user."""
    log = logging.getLogger("access_parser")
    level = log.level
    log.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        log.setLevel(level)
