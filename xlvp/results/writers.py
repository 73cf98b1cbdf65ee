"""A match written for other programs: as Portable Bridge Notation, and as CSV."""

from __future__ import annotations

import csv
import io
import re
from typing import TYPE_CHECKING

from xlvp.results.model import NOT_PLAYED, ROOMS, SEATS, SIDES, Match
from xlvp.results.notation import called
from xlvp.results.table import FORMULA_STARTS
from xlvp.rules.board import dealer, vulnerability
from xlvp.rules.result import board_score, parse_result

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xlvp.results.model import Board, Entry

_HEAD = "% PBN 2.1\n% EXPORT\n"
_DAY = re.compile(r"[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?")
_VULNERABLE = {"Both": "All"}


def as_pbn(stanzas: Sequence[Match]) -> bytes:
    """Return a match in PBN 2.1: a game for each room of each board.

    What PBN has no tag for has tags of our own, which its section 4.9 allows: HomeSits where the home team sits
    East-West in the open room, CarryOver, HomeAward and AwayAward, Remark, and Entry for a board that is not played.
    """
    games = [game for stanza in stanzas for game in _games(stanza)]
    return (_HEAD + "\n".join(games)).encode()


def _games(match: Match) -> Iterator[str]:
    carry = match.carry
    for number, board in sorted(match.boards.items()):
        extra: dict[str, str] = {}
        if carry is not None:
            extra["CarryOver"] = f"{carry[0]!r} {carry[1]!r}"
        for name, award in (("HomeAward", board.home_award), ("AwayAward", board.away_award)):
            if award is not None:
                extra[name] = repr(award)
        if board.note:
            extra["Remark"] = board.note
        rooms = [room for room in ROOMS if board.result(room) is not None]
        for room in rooms or [""]:
            yield _game(match, number, board, room, extra)
            extra, carry = {}, None


def _game(match: Match, number: int, board: Board, room: str, extra: dict[str, str]) -> str:
    """Return the tags of a game, those that every game must have first."""
    day = match.date.replace("-", ".") if _DAY.fullmatch(match.date) else ""
    tags = {"Event": match.event, "Site": match.venue, "Date": f"{day}????.??.??"[:10] if not day else _full(day)}
    tags |= {"Board": str(number)}
    tags |= {seat.capitalize(): match.players.get(f"{room}_{seat}", "") for seat in ("west", *SEATS[:3])}
    tags |= {"Dealer": dealer(number), "Vulnerable": _VULNERABLE.get(vulnerability(number), vulnerability(number))}
    tags |= {"Deal": "", "Scoring": "IMP"} | _result_tags(board.result(room) if room else None, number)
    tags |= {"HomeTeam": match.home, "VisitTeam": match.away}
    tags |= {"Room": room.capitalize()} if room else {}
    tags |= {"Stage": match.stanza} if match.stanza else {}
    tags |= {"Round": str(match.round)} if match.round is not None else {}
    tags |= {"HomeSits": match.home_sits} if match.home_sits != SIDES[0] else {}
    return "".join(f'[{name} "{_escaped(value)}"]\n' for name, value in (tags | extra).items())


def _full(day: str) -> str:
    """Return a day as PBN writes it: what is not known has question marks."""
    return day + "????.??.??"[len(day) :]


def _result_tags(entry: Entry | None, board: int) -> dict[str, str]:
    nothing = {"Declarer": "", "Contract": "", "Result": ""}
    if entry is None:
        return nothing
    if entry == NOT_PLAYED:
        return nothing | {"Entry": NOT_PLAYED}
    score = {"Score": f"NS {board_score(entry, board)}"}
    if isinstance(entry, int):
        return nothing | score
    result = parse_result(entry)
    if result is None:
        return nothing | {"Contract": "Pass"} | score
    return {"Declarer": result.declarer, "Contract": called(result.contract), "Result": str(result.tricks)} | score


def _escaped(text: str) -> str:
    """Return a text as a tag holds it; one that begins with ## would be inherited."""
    plain = text.replace("\\", "\\\\").replace('"', '\\"')
    return f" {plain}" if plain.startswith("#") else plain


def as_csv(stanzas: Sequence[Match]) -> bytes:
    """Return a match as comma-separated values, a line for each board."""
    rows = [row for stanza in stanzas for row in _rows(stanza)]
    columns = list(dict.fromkeys(name for row in rows for name in row))
    wanted = [name for name in columns if any(row.get(name, "") != "" for row in rows)]
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow(wanted)
    writer.writerows([_marked(row.get(name, "")) for name in wanted] for row in rows)
    return file.getvalue().encode("utf-8-sig")


def _rows(match: Match) -> Iterator[dict[str, str]]:
    """Return the lines of a stanza; what holds for all of it stands on its first."""
    about = {"event": match.event, "date": match.date, "venue": match.venue, "home sits": match.home_sits}
    if match.carry is not None:
        about |= {"home carry-over": f"{match.carry[0]!r}", "away carry-over": f"{match.carry[1]!r}"}
    about |= {seat.replace("_", " "): name for seat, name in match.players.items()}
    for number, board in sorted(match.boards.items()):
        results = {room: "" if board.result(room) is None else str(board.result(room)) for room in ROOMS}
        awards = {"home award": board.home_award, "away award": board.away_award}
        written = {name: "" if award is None else repr(award) for name, award in awards.items()}
        which = {"stanza": match.stanza, "board": str(number)}
        if match.round is not None:
            which["round"] = str(match.round)
        yield which | results | written | {"note": board.note, "home": match.home, "away": match.away} | about
        about = {}


def _marked(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula; numbers are none."""
    is_number = re.fullmatch(r"[+-]?[0-9]+(\.[0-9]+)?", text)
    return f"'{text}" if text.startswith(FORMULA_STARTS) and not is_number else text
