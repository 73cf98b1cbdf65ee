"""What a line of a table says, by its columns: a result in one cell or in several, awards, figures of both sides."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from xlvp.results.model import NOT_PLAYED, shown
from xlvp.results.notation import PASSED, SIGNS, called, from_parts, is_over, one_cell, whole_score
from xlvp.rules.checks import InputValueError
from xlvp.rules.result import board_score, parse_result

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from xlvp.results.model import Board, Entry

_NUMBER = re.compile(r"[+-]?[0-9]{1,5}([.,][0-9]{1,4})?")
_COLUMNS = {"IMPs": "imps", "VPs": "vp"}
_TOO_CLOSE = 1e-6


def round_of(row: Mapping[str, str]) -> int | None:
    """Return the number of the round, if there is one."""
    text = row.get("round", "").strip()
    if not text:
        return None
    if not text.isdecimal() or not text.isascii() or not 0 < int(text[:4]) < 1000:
        raise InputValueError(f"a round must be a whole number, not {shown(text)}")
    return int(text)


def result_of(row: Mapping[str, str], board: int) -> Entry | None:
    """Return the result on a line, in one cell or in several that say the same."""
    contract, by, made, tricks, score, result = (
        row.get(name, "") for name in ("contract", "by", "made", "tricks", "score", "result")
    )
    points = whole_score(score)
    if contract and is_over(result):  # the column has what declarer made
        if made and from_parts(contract, by, board, result) != from_parts(contract, by, board, made):
            raise _contradicted(result)
        made, result = made or result, ""
    if not result:
        return from_parts(contract, by, board, made, tricks, points)
    entry = one_cell(result, board)
    if entry == NOT_PLAYED:
        agrees = not (contract or by or made or tricks or score)
    elif isinstance(entry, int):
        said = from_parts(contract, by, board, made, tricks, points) if contract else points
        agrees = said is None or board_score(said, board) == entry
        entry = said if isinstance(said, str) else entry
    else:
        read = parse_result(entry)
        whole, seat, taken = (called(read.contract), read.declarer, f"{read.tricks}") if read else (PASSED, "", "")
        taken = tricks if made or tricks else taken
        agrees = from_parts(contract or whole, by or seat, board, made, taken, points) == entry
    if not agrees:
        raise _contradicted(result)
    return entry


def _contradicted(result: str) -> InputValueError:
    return InputValueError(f"the result {shown(result)} is not what the other columns say")


def award_slips(row: Mapping[str, str], board: Board) -> Iterator[str]:
    """Enter the director's awards on a line; yield what contradicts a line before."""
    for name in ("home award", "away award"):
        award, before = number_of(row, name), getattr(board, name.replace(" ", "_"))
        if before is None:
            setattr(board, name.replace(" ", "_"), award)
        elif award is not None and award != before:
            yield f"{name} {award:g} is not taken, since a line before has {before:g}"


def both_sides(row: Mapping[str, str], what: str) -> tuple[float, float] | None:
    """Return the IMPs or VPs of both sides on a line."""
    home, away = (number_of(row, f"{side} {_COLUMNS[what]}") for side in ("home", "away"))
    if (home is None) != (away is None):
        raise InputValueError(f"{what} of one side alone")
    return None if home is None or away is None else (home, away)


def carry_of(row: Mapping[str, str]) -> tuple[float, float] | None:
    """Return what home and away bring with them, if a line says so."""
    home, away, alone = (number_of(row, f"{side}carry-over") for side in ("home ", "away ", ""))
    if home is None and away is None:
        return None if alone is None else (alone, 0)
    both = (home or 0, away or 0)
    if alone is not None and abs(both[0] - both[1] - alone) > _TOO_CLOSE:
        raise InputValueError(f"carry-over {alone:g} is not {both[0]:g} less {both[1]:g}")
    return both


def number_of(row: Mapping[str, str], name: str, most: float = 99_999) -> float | None:
    """Return a number on a line, which may have a comma in it."""
    text = row.get(name, "").translate(SIGNS).removesuffix("%").strip()
    if not text:
        return None
    number = float(text.replace(",", ".")) if _NUMBER.fullmatch(text) else most + 1
    if abs(number) > most:
        raise InputValueError(f"{name} must be a number, not {shown(row[name])}")
    return number
