"""A club's workbook with the functions put into it by the command, worked out by IronCalc."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

import ironcalc
import pytest
import xlsxwriter

from xlvp.cli import main

if TYPE_CHECKING:
    from pathlib import Path

# A sheet as a club has it, with formulas that call functions which are not there yet, and what they should show.
CALLS = {
    "=IMPS(A2-B2)": 10,
    "=IMPS(A5-B5)": 0,
    "=WBFVP(C2,16)": 15.56,
    '=WBFVP(C2,16,"discrete")': 16,
    "=ACBLVP(C2,7,20)": 18,
    '=MATCHVP(C2,16,"ACBL 20")': 15,
    '=NSSCORE("4S","N",10,1)': 420,
    "=WBFVP(D2,16)": "",
}


@pytest.fixture
def club(tmp_path: Path) -> Path:
    path = tmp_path / "Klub №1.xlsx"
    with xlsxwriter.Workbook(path) as book:
        book.set_properties({"created": datetime.datetime(2020, 1, 1)})
        sheet = book.add_worksheet("Scores")
        sheet.write_row("A1", ["ours", "theirs", "margin", "none"])
        sheet.write_row("A2", [630, 200, 23])
        for row, call in enumerate(CALLS, start=10):
            sheet.write_dynamic_array_formula(f"F{row}", call)
        book.define_name("Rate", "=Scores!$A$2")
    return path


def shown(path: Path) -> list[object]:
    model = ironcalc.load_from_xlsx(str(path), "en", "UTC", "en")
    model.evaluate()
    return [model.get_cell_value(0, row, 6) for row in range(10, 10 + len(CALLS))]


def test_functions_work_after_embedding_and_are_gone_after_removing(club: Path) -> None:
    before = club.read_bytes()
    assert shown(club) == ["#NAME?"] * len(CALLS)
    assert main(["embed", str(club)]) == 0
    copy = club.with_name("Klub №1.xlvp.xlsx")
    assert shown(copy) == list(CALLS.values())
    assert club.read_bytes() == before
    assert main(["embed", str(copy), "--in-place", "--remove", "--no-backup"]) == 0
    assert shown(copy) == ["#NAME?"] * len(CALLS)
    assert copy.read_bytes() == before


def test_one_function_works_alone(club: Path) -> None:
    assert main(["embed", str(club), "--only", "wbfvp", "--in-place"]) == 0
    found = dict(zip(CALLS, shown(club), strict=True))
    assert found == {call: value if call.startswith("=WBFVP") else "#NAME?" for call, value in CALLS.items()}
    assert sorted(path.name for path in club.parent.iterdir()) == ["Klub №1.xlsx", "Klub №1.xlsx.bak"]
