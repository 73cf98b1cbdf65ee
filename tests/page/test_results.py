"""Results of other programs in the page: the same workbook as on the command line, and out again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.page.test_chromium import one, saved
from tests.parts.pages import typed
from tests.results.test_stanzas import segment

if TYPE_CHECKING:
    from pathlib import Path

    from tests.parts.pages import Page


def test_two_stanzas_in_and_out(chromium: Page, tmp_path: Path) -> None:
    files = [tmp_path / "final1.lin", tmp_path / "final2.lin"]
    files[0].write_text(segment("1", ("Avon", "Brue"), (5, 0)))
    files[1].write_text(segment("2", ("Brue", "Avon"), (0, 16), "4SN=,4S"))
    ran = typed(tmp_path, "new", "match.xlsx", "--results", *(str(file) for file in files))
    chromium.reset("new")
    chromium.go("new")
    chromium.browser.choose("#new input[type=file][multiple]", files)
    chromium.browser.request("forget")
    chromium.send("new")
    shown = one(chromium.results("new"))
    made = saved(chromium, shown.files)
    assert made == ran.files != {}
    assert len(ran.aside) == 2
    for line in ran.aside:
        assert line.removeprefix("xlvp new: ") in shown.text
    match = tmp_path / "match.xlsx"
    match.write_bytes(made["match.xlsx"])
    for ending in ("pbn", "csv"):
        exported = typed(tmp_path, "export", "match.xlsx", "-o", f"match.{ending}").files
        written = one(chromium.do(f"export-{ending}", [match]))
        assert saved(chromium, written.files) == exported != {}
