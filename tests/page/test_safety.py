"""The page is safe and kind: no connection, hostile files refused, jobs stopped, by keyboard alone, in any window."""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING, Any

import pytest
import xlsxwriter

from tests.parts.books import BOOKS, SMALL, club_book, items, parts, workbook_xml
from tests.parts.pages import Page, server, typed
from tests.parts.zips import Item, Zip
from xlvp.page.forms import LARGEST_FILE
from xlvp.page.jobs import JOBS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.slow

# Every way out of a page, each tried; what it came to does not matter, since the server counts what arrives.
WAYS_OUT = """async (base) => {
  const tried = [];
  const attempt = async (name, act) => {
    try { await act(); tried.push(name); } catch { tried.push(name); }
  };
  await attempt("fetch", () => fetch(`${base}/fetch`, { mode: "no-cors" }));
  await attempt("beacon", () => navigator.sendBeacon(`${base}/beacon`, "x"));
  await attempt("XMLHttpRequest", () => {
    const request = new XMLHttpRequest();
    request.open("GET", `${base}/xhr`, false);
    request.send();
  });
  await attempt("WebSocket", () => new WebSocket(`${base.replace("http", "ws")}/socket`));
  await attempt("EventSource", () => new EventSource(`${base}/events`));
  for (const tag of ["img", "script", "iframe", "link", "video"]) {
    await attempt(tag, () => {
      const element = document.createElement(tag);
      if (tag === "link") element.rel = "stylesheet";
      element[tag === "link" ? "href" : "src"] = `${base}/${tag}`;
      document.body.append(element);
    });
  }
  await attempt("form", () => {
    const form = document.createElement("form");
    form.action = `${base}/form`;
    form.target = "nowhere";
    document.body.append(form);
    form.submit();
  });
  await attempt("worker", () => new Promise((done) => {
    const code = `(async () => {
      try { await fetch("${base}/worker-fetch", { mode: "no-cors" }); } catch {}
      try { importScripts("${base}/worker-script"); } catch {}
      try { await import("${base}/worker-module"); } catch {}
      try { new WebSocket("${base.replace("http", "ws")}/worker-socket"); } catch {}
      postMessage("done");
    })()`;
    const worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
    worker.onmessage = worker.onerror = done;
  }));
  await new Promise((done) => setTimeout(done, 1000));
  return tried;
}"""


def test_the_menu_can_be_skipped_by_keyboard(chromium: Page) -> None:
    chromium.browser.press("Tab")
    assert chromium.browser.evaluate("() => document.activeElement.textContent") == "Skip to the form"
    chromium.browser.press("Enter", "Tab")
    assert chromium.browser.evaluate("() => document.activeElement.closest('section').id") == "new"


def zipped(of: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in of.items():
            archive.writestr(name, data)
    return out.getvalue()


def with_sheet(cells: bytes) -> bytes:
    sheet = "xl/worksheets/sheet1.xml"
    return zipped(SMALL | {sheet: SMALL[sheet].replace(b"<sheetData>", b"<sheetData>" + cells)})


def with_workbook(text: str) -> bytes:
    return zipped(parts(text.encode()))


DEEP = "<a>" * 50_000 + "</a>" * 50_000
HOSTILE: dict[str, Callable[[], bytes]] = {
    "nothing": lambda: b"",
    "text": lambda: b"IMPs and VPs",
    "old": lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(2000),
    "half": lambda: BOOKS["xlsxwriter_charts"]()[:4000],
    "damaged": lambda: BOOKS["xlsxwriter_plain"]().replace(b"PK\x01\x02", b"PK\x01\x03", 1),
    "bomb": lambda: with_sheet(b" " * 300_000_000),
    "entities": lambda: with_workbook('<!DOCTYPE x [<!ENTITY a "aaaa">]><workbook>&a;</workbook>'),
    "deep": lambda: with_workbook(workbook_xml(DEEP)),
    "deep_sheet": lambda: with_sheet(DEEP.encode()),
    "twice": lambda: Zip([*items(SMALL), Item(b"xl/workbook.xml", b"<a/>")]).written(),
    "not_a_workbook": lambda: zipped({"[Content_Types].xml": b"<Types/>", "x": b""}),
    "long_attribute": lambda: with_sheet(b'<row a="' + b"x" * 30_000_000 + b'"/>'),
    "many_names": lambda: with_workbook(
        workbook_xml(
            "<sheets/><definedNames>"
            + "".join(f'<definedName name="n{n}">1</definedName>' for n in range(600_000))
            + "</definedNames>"
        )
    ),
    "a newline\n and \x1b[31m": lambda: b"PK\x03\x04",
    "-o --force": lambda: b"x",
    "<img src=x onerror=alert(1)>": lambda: b"x",
}


@pytest.fixture(scope="module")
def hostile() -> dict[str, bytes]:
    return {name: make() for name, make in HOSTILE.items()}


@pytest.mark.parametrize("job", ["embed", "check", "renew"])
def test_hostile_files_are_refused_as_on_the_command_line(
    chromium: Page, tmp_path: Path, hostile: dict[str, bytes], job: str
) -> None:
    argv = {"embed": ["embed", "-o", "out.xlsx", "--"], "check": ["check", "--"], "renew": ["new", "out.xlsx"]}[job]
    books, expected = [], []
    for name, data in hostile.items():
        book = tmp_path / f"{name}.xlsx"
        book.write_bytes(data)
        done = typed(tmp_path, *argv, *([f"--from={book.name}"] if job == "renew" else [book.name]))
        (tmp_path / "out.xlsx").unlink(missing_ok=True)
        told = [*done.aside, *done.out][0].removeprefix("xlvp: ")
        refused = done.code == 1 and not done.out
        expected.append((refused, told.partition(".xlsx: ")[2] or told))
        books.append(book)
    assert sum(refused for refused, _ in expected) >= 12
    good = tmp_path / "good.xlsx"
    good.write_bytes(typed(tmp_path, "new", "fresh.xlsx").files["fresh.xlsx"])
    chromium.browser.request("trouble")
    results = chromium.do(job, [*books, good])
    assert len(results) == len(books) + 1
    for (refused, told), shown in zip(expected, results[:-1], strict=True):
        assert ("refused" in shown.heading) == refused
        assert not refused or told.partition("'xlvp")[0] in shown.text  # the page has no commands to name
    assert "refused" not in results[-1].heading  # the page stays alive for the next file
    assert chromium.browser.request("trouble") == []


def test_a_file_that_is_too_large_is_refused_before_it_is_read(chromium: Page, tmp_path: Path) -> None:
    large, good = tmp_path / "large.xlsx", tmp_path / "good.xlsx"
    with large.open("wb") as file:
        file.truncate(LARGEST_FILE + 1)
    good.write_bytes(BOOKS["xlsxwriter_plain"]())
    refused, done = chromium.do("embed", [large, good])
    assert refused.heading == "large.xlsx: refused"
    assert refused.text.startswith("this has 101 MB, and the page takes files of up to 100 MB; use xlvp on the command")
    assert done.files == ["good.xlvp.xlsx"]


def test_a_folder_and_a_file_that_has_gone_are_refused_in_words(chromium: Page, tmp_path: Path) -> None:
    book = tmp_path / "gone.xlsx"
    book.write_bytes(BOOKS["xlsxwriter_plain"]())
    chromium.go("check")
    chromium.browser.choose("#check .drop input", [book])
    book.unlink()
    chromium.send("check")
    (shown,) = chromium.results("check")
    assert shown.text == "this cannot be read; choose a file (not a folder), and choose it again if it has changed"


def test_files_can_be_dropped_anywhere(chromium: Page) -> None:
    chromium.go("check")
    drop = """() => {
      const data = new DataTransfer();
      data.items.add(new File(["x"], "one.xlsx"));
      data.items.add(new File(["y"], "two.xlsx"));
      const event = new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true });
      const goesOn = document.querySelector("footer").dispatchEvent(event);
      return [goesOn, document.querySelector("#check .drop input").files.length];
    }"""
    assert chromium.browser.evaluate(drop) == [False, 2]
    chromium.send("check")
    assert [shown.heading for shown in chromium.results("check")] == ["one.xlsx: refused", "two.xlsx: refused"]


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workbook that takes some seconds to check."""
    path: Path = tmp_path_factory.mktemp("slow") / "slow.xlsx"
    with xlsxwriter.Workbook(path, {"constant_memory": True}) as made:
        sheet = made.add_worksheet()
        for row in range(60_000):
            sheet.write_row(row, 0, [(row * n) % 997 for n in range(1, 7)])
    return path


def test_a_job_can_be_stopped(chromium: Page, slow: Path, tmp_path: Path) -> None:
    good = tmp_path / "good.xlsx"
    good.write_bytes(BOOKS["xlsxwriter_plain"]())
    chromium.go("check")
    chromium.browser.choose("#check .drop input", [good, slow, good])
    chromium.browser.click("#check button[type=submit]")
    chromium.until_said("Working: 2 of 3: slow.xlsx")
    chromium.browser.evaluate("() => new Promise((done) => setTimeout(done, 300))")
    chromium.browser.click("#check .working button")
    chromium.wait("check")
    first, stopped = chromium.results("check")
    assert (first.heading, stopped.heading) == ("good.xlsx: done", "Stopped")
    assert chromium.said() == "Stopped."
    assert chromium.do("imps", Difference_in_points="-430")[0].text == "-10"


def tab_to(page: Page, found: str, limit: int = 60) -> None:
    """Press Tab until the focus is on something, which must then be seen to have it."""
    for _ in range(limit):
        page.browser.press("Tab")
        at = f"""() => {{ const at = document.activeElement; return !!({found}) }}"""
        if page.browser.evaluate(at):
            line = "() => getComputedStyle(document.activeElement).outlineStyle"
            assert page.browser.evaluate(line) == "solid"
            return
    raise AssertionError(f"not reached with the keyboard: {found}")


def workbook_for(name: str, folder: Path) -> bytes:
    """Return a workbook that a job can do something with: an event for a draw, else a match."""
    teams = folder / "teams.csv"
    teams.write_text("Avon\nBrue\nCam\nDart\n")
    event = ("--kind", "swiss", "--teams", str(teams)) if name == "draw" else ()
    return typed(folder, "new", "made.xlsx", *event).files["made.xlsx"]


TYPED = {"imps": ("430",), "vp": ("23", "16"), "table": ("8",)}


@pytest.mark.parametrize("name", JOBS)
def test_every_job_by_keyboard_alone(chromium: Page, tmp_path: Path, name: str) -> None:
    book = tmp_path / "club.xlsx"
    book.write_bytes(workbook_for(name, tmp_path))
    chromium.reset(name)
    chromium.browser.evaluate("() => { document.activeElement.blur(); scrollTo(0, 0); location.hash = ''; }")
    tab_to(chromium, f"at.hash === '#{name}'")
    chromium.browser.press("Enter")
    chromium.browser.until("(name) => document.activeElement.id === `${name}-heading`", name)
    if JOBS[name].books:
        tab_to(chromium, "at.type === 'file'")
        chromium.browser.request("chooseByKey", key="Space", files=[str(book)])
    for place, text in enumerate(TYPED.get(name, ())):
        inputs = f"[...document.querySelectorAll('#{name} input')]"
        tab_to(chromium, f"at.type === 'text' && {inputs}.indexOf(at) === {place}")
        chromium.browser.type(text)
    tab_to(chromium, "at.type === 'submit'")
    chromium.browser.press("Space")
    chromium.browser.until("(job) => document.querySelector(`#${job} .result`)", name)
    chromium.wait(name)
    (shown,) = chromium.results(name)
    assert "refused" not in shown.heading.lower()
    if shown.files:
        tab_to(chromium, "at.className === 'save'")
        chromium.browser.request("forget")
        chromium.browser.press("Enter")
        assert chromium.browser.downloaded(shown.files[0])


@pytest.fixture(scope="module")
def used(chromium: Page, tmp_path_factory: pytest.TempPathFactory) -> Page:
    """The page with a result at every job, among them refusals and findings."""
    folder = tmp_path_factory.mktemp("used")
    wrong, text = folder / "club with a rather long name, so that it must be broken.xlsx", folder / "text.xlsx"
    wrong.write_bytes(club_book())
    text.write_bytes(b"text")
    for name, job in JOBS.items():
        values = {"imps": {"Difference_in_points": "430 -50"}, "vp": {"Margin_in_IMPs": "x"}, "table": {"Boards": "8"}}
        chromium.do(name, [wrong, text] if job.books else [], **values.get(name, {}))
    chromium.browser.evaluate("() => document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    return chromium


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 800, 1400])
def test_nothing_keeps_people_out_in_any_window(used: Page, width: int, scheme: str) -> None:
    used.browser.request("look", width=width, height=800, scheme=scheme)
    for name in JOBS:
        used.browser.evaluate("(name) => { location.hash = `#${name}`; }", name)
        used.browser.until("(job) => !document.getElementById(job).hidden", name)
        assert used.browser.evaluate("() => document.documentElement.scrollWidth") <= width, name
        found = used.browser.request("axe")
        assert (found["violations"], found["incomplete"]) == ([], []), name
        assert found["passes"] > 30


SEEN = """() => [document.getElementById('old'), document.getElementById('page')]
  .map((each) => getComputedStyle(each).display)"""


def test_an_old_browser_gets_a_sentence(chromium: Page) -> None:
    assert chromium.browser.evaluate(SEEN) == ["none", "grid"]
    lacks: list[dict[str, Any]] = [{"without": [name]} for name in ("DecompressionStream", "WebAssembly", "Worker")]
    for how in ({"scripts": False}, *lacks):
        chromium.browser.open(chromium.address, **how)
        assert chromium.browser.evaluate(SEEN) == ["block", "none"]
        sentence = chromium.browser.evaluate("() => document.querySelector('#old p').textContent")
        assert sentence.startswith("This page needs a current browser")


def test_one_request_and_no_other(chromium: Page, built: Path) -> None:
    with server({"/xlvp.html": built.read_bytes()}) as (base, asked):
        page = Page(chromium.browser, f"{base}/xlvp.html")
        assert page.do("new")[0].files == ["match.xlsx"]
        assert page.do("imps", Difference_in_points="430")[0].text == "10"
        assert asked == ["/xlvp.html"]


def test_the_policy_blocks_every_way_out(chromium: Page, built: Path) -> None:
    policy = 'http-equiv="Content-Security-Policy"'
    page = built.read_text(encoding="utf-8")
    assert policy in page
    open_page = page.replace(policy, 'name="none"')
    with server({"/xlvp.html": page.encode(), "/open.html": open_page.encode()}) as (base, asked):
        chromium.browser.open(f"{base}/open.html", offline=False)
        tried = chromium.browser.evaluate(WAYS_OUT, base)
        got_out = set(asked) - {"/open.html"}
        assert len(tried) == 12
        assert len(got_out) >= 12  # without the policy: the attempts are real
        asked.clear()
        chromium.browser.open(f"{base}/xlvp.html", offline=False)
        assert chromium.browser.evaluate(WAYS_OUT, base) == tried
        assert asked == ["/xlvp.html"]
    chromium.open()
