"""The page in Chromium, opened from the disk with no network: every job gives what the command line gives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.parts.books import BOOKS, club_book
from tests.parts.pages import Told, typed
from tools.workbooks import FILES
from xlvp.catalogue import FUNCTIONS
from xlvp.templates.kinds import KINDS
from xlvp.templates.new import new
from xlvp.templates.options import Options

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tests.parts.pages import Page, Typed

pytestmark = pytest.mark.slow

WORKBOOKS = "workbooks"
STYLED = sorted({(kind, choices.get("style", "portable")) for kind, choices, _ in FILES.values()})
MADE_FOR = {"portable": "portable", "functions": "functions"}
SOME_BOOKS = [name for name in BOOKS if not name.endswith("_called")]


@pytest.fixture
def shipped(request: pytest.FixtureRequest) -> list[Path]:
    return sorted((request.config.rootpath / WORKBOOKS).glob("*.xlsx"))


def one(results: list[Told]) -> Told:
    (only,) = results
    return only


def saved(page: Page, names: Sequence[str]) -> dict[str, bytes]:
    """Save all the files that a job offers, and return them."""
    return {name: page.browser.downloaded(name) for name in names}


@pytest.mark.parametrize(("kind", "style"), STYLED)
def test_every_kind_can_be_made(chromium: Page, tmp_path: Path, kind: str, style: str) -> None:
    made = typed(tmp_path, "new", f"{kind}.xlsx", "--kind", kind, "--style", style).files
    shown = one(chromium.do("new", Kind=kind, Made_for=style))
    assert shown.files == [f"{kind}.xlsx"]
    assert saved(chromium, shown.files) == made


CHOICES: dict[str, tuple[dict[str, Any], Sequence[str]]] = {
    "match": (
        {"Boards": "32", "Scale": "ACBL 20", "Home_team": "=Avon", "Away_team": "-Brue & Co", "Paper": "letter"},
        ("--boards=32", "--scale=ACBL 20", "--home==Avon", "--away=-Brue & Co", "--paper=letter"),
    ),
    "swiss": ({"Teams": "6", "Rounds": "3"}, ("--teams=6", "--rounds=3")),
    "league": (
        {"Teams": 'Avon\nBrue, "A"\n+Cam\tx\n日本', "Scale": "WBF discrete"},
        ("--teams", "teams.csv", "--scale=wbfdiscrete"),
    ),
    "pairs": ({"Boards": "20", "Teams": "7"}, ("--boards=20", "--teams=7")),
}


@pytest.mark.parametrize("kind", CHOICES)
def test_choices(chromium: Page, tmp_path: Path, kind: str) -> None:
    (tmp_path / "teams.csv").write_text('"Avon"\n"Brue, ""A"""\n"+Cam"\n"日本"\n', encoding="utf-8")
    values, argv = CHOICES[kind]
    made = typed(tmp_path, "new", f"{kind}.xlsx", "--kind", kind, *argv).files
    chromium.reset("new")
    shown = one(chromium.do("new", Kind=kind, **values))
    assert saved(chromium, shown.files) == made != {}


def test_a_match_without_vps(chromium: Page, tmp_path: Path) -> None:
    made = typed(tmp_path, "new", "match.xlsx", "--scale=IMPs").files
    chromium.reset("new")
    shown = one(chromium.do("new", Kind="match", Scale="IMPs"))
    assert saved(chromium, shown.files) == made


def test_a_scale_and_names_from_files(chromium: Page, tmp_path: Path) -> None:
    club, names = tmp_path / "club.csv", tmp_path / "names.csv"
    club.write_text("IMPs,VPs\n0,10\n5,12\n11,20\n")
    names.write_text("Team\nAvon\nBrue\n")
    made = typed(tmp_path, "new", "swiss.xlsx", "--kind=swiss", "--scale=club.csv", "--teams=names.csv").files
    chromium.reset("new")
    chromium.go("new")
    chromium.fill("new", Kind="swiss", Scale="file")
    chromium.browser.choose("#new input[aria-label='The file with your table']", [club])
    chromium.browser.choose("#new input[aria-label='A file with the names']", [names])
    chromium.browser.request("forget")
    chromium.send("new")
    assert saved(chromium, one(chromium.results("new")).files) == made != {}


def test_every_kind_has_its_own_fields(chromium: Page) -> None:
    chromium.reset("new")
    labels = "() => [...document.querySelectorAll('#new .field:not([hidden]) > label')].map((e) => e.textContent)"
    for kind in KINDS.values():
        chromium.fill("new", Kind=kind.name)
        shown = {label.split()[0].lower() for label in chromium.browser.evaluate(labels)}
        assert shown == {*kind.options, "kind", "language", "paper", "made"}
        boards = chromium.browser.evaluate("() => document.querySelector('#new input').placeholder")
        assert boards == str(kind.usual.get("boards", Options().boards))


def test_renewing_what_is_shipped(chromium: Page, shipped: list[Path], tmp_path: Path) -> None:
    shipped = [book for book in shipped if "letter" not in book.stem]  # the same on other paper
    expected: dict[str, bytes] = {}
    for book in shipped:
        expected |= typed(tmp_path, "new", f"{book.stem}.renewed.xlsx", "--from", str(book)).files
    results = chromium.do("renew", shipped)
    assert [file for shown in results for file in shown.files] == list(expected)
    chromium.browser.click("#renew .results > p button")
    assert saved(chromium, list(expected)) == expected


def test_a_drawn_round_keeps_its_columns(chromium: Page, tmp_path: Path) -> None:
    event = tmp_path / "event.xlsx"
    data, _ = new("swiss", {"teams": ("Avon", "Brue", "Cam", "Dart"), "rounds": 3, "boards": 8}, {})
    event.write_bytes(data)
    drawn = typed(tmp_path, "draw", event.name)
    shown = one(chromium.do("draw", [event]))
    assert [line for line in shown.text.splitlines() if line] == [*drawn.out, *(f"Save {name}" for name in drawn.files)]
    assert saved(chromium, shown.files) == drawn.files


def told_by(done: Typed, name: str) -> list[str]:
    return [line.removeprefix("xlvp embed: ").removeprefix(f"{name}: ") for line in (*done.aside, *done.out)]


def embedded(page: Page, books: Sequence[Path], folder: Path, job: str, *argv: str) -> dict[str, bytes]:
    """Put the functions into workbooks, or take them out, in the page and on the command line, and compare."""
    done = {book.name: typed(folder, "embed", book.name, *argv) for book in books}
    results = page.do(job, books)
    assert len(results) == len(books)
    expected: dict[str, bytes] = {}
    for book, shown in zip(books, results, strict=True):
        ran = done[book.name]
        assert shown.heading.startswith(f"{book.name}: ")
        assert [line for line in shown.text.splitlines() if line and not line.startswith(("Save ", "Please note"))] == (
            told_by(ran, book.name)
        )
        assert shown.files == list(ran.files)
        assert ("refused" in shown.heading) == (ran.code == 1)
        expected |= ran.files
    page.browser.click(f"#{job} .results > p button")
    assert saved(page, list(expected)) == expected
    return expected


def test_functions_into_workbooks_of_many_makes_and_out_again(chromium: Page, tmp_path: Path) -> None:
    assert len(SOME_BOOKS) >= 40
    books = []
    for name in SOME_BOOKS:
        book = tmp_path / f"{name}.{'xlsm' if 'macros' in name else 'xlsx'}"
        book.write_bytes(BOOKS[name]())
        books.append(book)
    made = embedded(chromium, books, tmp_path, "embed")
    assert len(made) >= 40
    embedded(chromium, [tmp_path / name for name in made], tmp_path, "remove", "--remove")


def test_functions_into_what_is_shipped(chromium: Page, shipped: list[Path], tmp_path: Path) -> None:
    books = [tmp_path / book.name for book in shipped]
    for old, book in zip(shipped, books, strict=True):
        book.write_bytes(old.read_bytes())
    embedded(chromium, books, tmp_path, "embed")


def test_two_functions_alone(chromium: Page, tmp_path: Path) -> None:
    book = tmp_path / "club.xlsx"
    book.write_bytes(BOOKS["xlsxwriter_plain"]())
    made = typed(tmp_path, "embed", "club.xlsx", "--only", "IMPS,DEALER").files
    chromium.reset("embed")
    chromium.fill("embed", IMPS=True, DEALER=True)
    shown = one(chromium.do("embed", [book]))
    assert saved(chromium, shown.files) == made


def test_a_check_shows_what_the_command_line_says(chromium: Page, tmp_path: Path, shipped: list[Path]) -> None:
    wrong = tmp_path / "club.xlsx"
    wrong.write_bytes(club_book())
    for book in (wrong, *shipped[:3]):
        ran = typed(tmp_path, "check", str(book))
        shown = one(chromium.do("check", [book]))
        assert shown.text.splitlines()[0] == ran.out[-1]
        places = [line.partition(": ")[0] for line in ran.out[:-1]]
        assert [f"{sheet}!{cell}" if sheet else cell for sheet, cell, _ in shown.rows] == places
        if book == wrong:
            texts = [line.partition(": ")[2] for line in ran.out[:-1]]
            assert [text for _, _, text in shown.rows] == texts
            assert len(texts) >= 2
            assert shown.heading == "club.xlsx: done, with something to look at"


def test_imps(chromium: Page) -> None:
    assert one(chromium.do("imps", Difference_in_points="430")).text == "10"
    shown = one(chromium.do("imps", Difference_in_points="430 -50 4000"))
    assert shown.rows == [["430", "10"], ["-50", "-2"], ["4000", "24"]]
    chromium.do("imps", Difference_in_points="4NT")
    assert chromium.refusal("imps").startswith("Difference in points: ")


def test_victory_points(chromium: Page) -> None:
    assert one(chromium.do("vp", Margin_in_IMPs="-23", Boards="16")).text == "4.44 - 15.56"
    assert one(chromium.do("vp", Margin_in_IMPs="23", Boards="7", Scale="ACBL 20")).text == "18 - 2"
    shown = one(chromium.do("vp", Margin_in_IMPs="23 \u22125 0", Boards="7", Scale="ACBL 20"))
    assert shown.rows == [["23", "18 - 2"], ["\u22125", "7 - 13"], ["0", "10 - 10"]]
    chromium.do("vp", Margin_in_IMPs="23", Boards="")
    assert chromium.refusal("vp").startswith("Boards is needed")
    assert chromium.browser.evaluate("() => document.activeElement.labels[0].textContent") == "Boards"


def test_a_scale_to_print(chromium: Page, tmp_path: Path) -> None:
    shown = one(chromium.do("table", Boards="8", Scale="WBF discrete"))
    assert (shown.rows[0], shown.rows[-1]) == (["0", "10", "10"], ["39+", "20", "0"])
    assert "WBF discrete scale, 8 boards" in shown.text
    chromium.browser.click("#table a.save")
    said = typed(tmp_path, "table", "--boards=8", "--scale=WBF discrete", "--csv").out
    assert chromium.browser.downloaded("scale.csv").decode().splitlines() == said
    chromium.browser.request("look", media="print")
    parts = "h1, nav, form, button, footer, caption, td"
    seen = "(parts) => [...document.querySelectorAll(parts)].filter((e) => e.offsetParent).map((e) => e.tagName)"
    assert set(chromium.browser.evaluate(seen, parts)) == {"CAPTION", "TD"}
    chromium.browser.request("look", media="screen")


def test_the_functions_with_their_texts(chromium: Page, tmp_path: Path) -> None:
    shown = one(chromium.do("functions"))
    for function in FUNCTIONS:
        assert function.summary in shown.text
    (last,) = typed(tmp_path, "functions", "WBFVP", "--formula").out
    chromium.do("functions", Function="WBFVP")
    text = chromium.browser.evaluate("() => document.querySelector('#functions textarea').value")
    assert text == last
    chromium.browser.click("#functions .copy button")
    chromium.browser.until("() => document.querySelector('#functions .copy [role=status]').textContent === 'Copied.'")
    chromium.do("imps")
    chromium.browser.click("#imps input")
    chromium.browser.press("Control+A", "Control+V")
    assert chromium.browser.evaluate("() => document.querySelector('#imps input').value") == last


def test_nothing_is_kept_and_nothing_has_failed(chromium: Page) -> None:
    kept = """async () => [document.cookie, localStorage.length, sessionStorage.length,
      (await indexedDB.databases()).length]"""
    assert chromium.browser.evaluate(kept) == ["", 0, 0, 0]
    assert chromium.browser.request("trouble") == []
