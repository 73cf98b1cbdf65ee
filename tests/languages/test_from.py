"""`xlvp new --from` across languages: every entry goes from one to the next, spelled as each of them has it."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

import pytest
from openpyxl import load_workbook

from tests.languages.letters import ENGLISH, LETTERS, rewritten
from xlvp.cli import main
from xlvp.languages import CHOICE, Language, language
from xlvp.templates.new import new, read
from xlvp.templates.spelling import in_english, in_language

if TYPE_CHECKING:
    from pathlib import Path

    from openpyxl import Workbook

pytestmark = pytest.mark.slow

Entries = dict[str, list[list[Any]]]

PLAYED = ["4SN=", "3NTE+1", "2CXS-2", "1DW=", "6HXXN-1", "P", "NP", "7NTS-1"]
_ADJUSTED: Entries = {
    "home_adjust": [[None], [None], ["A+"], ["A-"], [2.5]],
    "away_adjust": [[None], [None], ["A-"], ["A"]],
    "note": [["Carry-over 12.5-18; 4S by N"], [None], ["fouled; N-S"]],
}
_HEAD: Entries = {
    "event": [["Cup"]],
    "home": [["E-W"]],
    "away": [["Pass"]],
    "carry_over": [[-4]],
    "scale": [["ACBL 20"]],
}
MATCH: Entries = {
    **_HEAD,
    **_ADJUSTED,
    "date": [[datetime(2026, 11, 18)]],
    "home_sits": [["E-W"]],
    "open_result": [[result] for result in PLAYED],
    "closed_result": [[result] for result in [-420, *PLAYED[1:5], 0, "4♠", "what?"]],
    "open_north": [["N"]],
}
STANZAS: Entries = {
    **_HEAD,
    **_ADJUSTED,
    "stanza1_home_sits": [["N-S"]],
    "stanza2_home_sits": [["E-W"]],
    "stanza2_first_board": [[17]],
    "open_result": [[result] for result in PLAYED],
    "stanza2_closed_west": [["W"]],
}
ROOMS: Entries = {
    **_HEAD,
    **_ADJUSTED,
    "method": [["cross-IMPs"]],
    **{f"room{room}_result": [[result] for result in PLAYED[room:]] for room in range(1, 5)},
}
PAIRS: Entries = {
    "event": [["Club"]],
    "date": [[datetime(2026, 11, 18)]],
    "method": [["Cross-IMPs"]],
    "ranked": [["N-S and E-W"]],
    "cross_imps_by": [["Sum"]],
    "drop_share": [[0.1]],
    "cross_cap": [[17]],
    "pair_names": [["N"], ["Pass"], ["4S"]],
    "pair_number": [[1], [12], [3], [14]],
    "ns_pair": [[1], [3], [1], [3]],
    "ew_pair": [[12], [14], [14], [12]],
    "ns_score_typed": [[None], [-420]],
    "contract": [["4S"], [None], ["3NTXX"], ["2♥"], ["1DX"], ["P"]],
    "declarer": [["N"], [None], ["E"], ["S"], ["W"]],
    "tricks": [[10], [None], [8], [9], [7]],
    "ns_award": [[None], [None], [None], [None], [None], [None], [60]],
    "ew_award": [[None], [None], [None], [None], [None], [None], [40]],
}
CASES: dict[str, tuple[str, dict[str, Any], Entries]] = {
    "match": ("match", {"boards": 8}, MATCH),
    "functions": ("match", {"boards": 8, "style": "functions"}, MATCH),
    "stanzas": ("match", {"boards": 8, "stanzas": 2}, STANZAS),
    "rooms": ("match", {"boards": 8, "rooms": 4}, ROOMS),
    "pairs": ("pairs", {"boards": 4, "team_count": 4}, PAIRS),
}
_CHOSEN = {"home_sits", "stanza1_home_sits", "stanza2_home_sits", "method", "ranked", "cross_imps_by"}


def spelled(name: str, value: Any, code: str) -> Any:
    """An entry as somebody types it in a language."""
    letters = {**LETTERS, "en": ENGLISH}[code]
    if not isinstance(value, str) or code == "en":
        return value
    if name in _CHOSEN:
        return language(code).word(CHOICE, value)
    if name == "declarer":
        return letters.seats["NESW".index(value)]
    if name == "contract" and value != "P":
        return rewritten(f"{value}N", letters)[:-1] if value.isascii() else value
    if name.endswith("result") or name == "contract":
        return value if value in ("NP", "4♠", "what?") else rewritten(value, letters)
    return value


def filled(rows: Any) -> list[Any]:
    """The values of rows, without empty ones at the end; texts in capitals, as they are compared."""
    values = [row[0].upper() if isinstance(row[0], str) else row[0] for row in rows]
    while values and values[-1] is None:
        values.pop()
    return values


def typed(book: Workbook, name: str) -> list[Any]:
    """What stands in the cells of an input."""
    ((sheet, cells),) = book.defined_names[name].destinations
    area = book[sheet][cells]
    return filled([[cell.value for cell in row] for row in area] if isinstance(area, tuple) else [[area.value]])


@pytest.mark.parametrize("case", CASES)
def test_every_entry_is_carried_from_language_to_language(
    case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kind, choices, entries = CASES[case]
    data, not_placed = new(kind, {**choices, "language": "nl"}, entries)
    assert not_placed == []
    old = tmp_path / "0-nl.xlsx"
    old.write_bytes(data)
    for number, code in enumerate(("pl", "en", "nl"), start=1):
        path = tmp_path / f"{number}-{code}.xlsx"
        assert main(["new", str(path), "--from", str(old), "--language", code]) == 0
        told = capsys.readouterr()
        assert (told.out, told.err) == (f"Made {path}\n", "")
        found, book = read(path).entries, load_workbook(path)
        for name, rows in entries.items():
            assert filled(found[name]) == filled(rows), (code, name)
            assert typed(book, name) == filled([[spelled(name, row[0], code)] for row in rows]), (code, name)
        old = path
    assert old.read_bytes() == data


@pytest.mark.parametrize(
    ("note", "said"),
    [
        ("Carry-over 83-43.5", "Report 83-43.5"),
        ("Carry-over 1-2; fouled", "Report 1-2; fouled"),
        ("Carry-over 1-2, they say", "Carry-over 1-2, they say"),
        ("No Carry-over 1-2", "No Carry-over 1-2"),
    ],
)
def test_what_was_carried_over_is_noted_in_the_language(note: str, said: str) -> None:
    french = Language("xx", {("", "Carry-over"): "Report"})
    assert in_language({"note": [[note]]}, french) == {"note": [[said]]}
    assert in_english({"note": [[said]]}, french) == {"note": [[note]]}
