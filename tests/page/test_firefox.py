"""The page in Firefox, opened from the disk: it loads, makes, embeds and checks as the command line does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.parts.books import BOOKS, club_book
from tests.parts.pages import typed

if TYPE_CHECKING:
    from pathlib import Path

    from tests.parts.pages import Page


def test_a_scorecard(firefox: Page, tmp_path: Path) -> None:
    made = typed(tmp_path, "new", "match.xlsx", "--boards=32", "--home=Avon").files
    (shown,) = firefox.do("new", Boards="32", Home_team="Avon")
    assert {name: firefox.browser.downloaded(name) for name in shown.files} == made


def test_functions_into_a_workbook(firefox: Page, tmp_path: Path) -> None:
    book = tmp_path / "club.xlsx"
    book.write_bytes(BOOKS["xlsxwriter_charts"]())
    made = typed(tmp_path, "embed", "club.xlsx").files
    (shown,) = firefox.do("embed", [book])
    assert {name: firefox.browser.downloaded(name) for name in shown.files} == made


def test_a_check(firefox: Page, tmp_path: Path) -> None:
    book = tmp_path / "club.xlsx"
    book.write_bytes(club_book())
    ran = typed(tmp_path, "check", "club.xlsx")
    (shown,) = firefox.do("check", [book])
    assert [f"{sheet}!{cell}: {text}" for sheet, cell, text in shown.rows] == ran.out[:-1]
    assert shown.text.splitlines()[0] == ran.out[-1]


def test_the_keyboard(firefox: Page) -> None:
    firefox.go("imps")
    firefox.browser.press("Tab")
    firefox.browser.type("430")
    firefox.browser.press("Enter")
    firefox.browser.until("() => document.querySelector('#imps .result')")
    (shown,) = firefox.results("imps")
    assert shown.text == "10"
    assert firefox.browser.request("trouble") == []
