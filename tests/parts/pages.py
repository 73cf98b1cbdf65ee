"""`xlvp.html` in a browser: made once for all tests, and used as a scorer uses it."""

from __future__ import annotations

import contextlib
import io
import os
import threading
from contextlib import chdir, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from tests.parts import missing
from tests.parts.browsers import Browser
from tests.parts.cache import kept
from tools import page
from xlvp.cli import main

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

NAME = "xlvp.html"


@pytest.fixture(scope="session")
def built() -> Path:
    """The page, made once from what there is now."""
    ours = [*(page.ROOT / "xlvp").rglob("*.py"), *(page.ROOT / "xlvp").rglob("*.po")]
    sources = [*page.SOURCES.iterdir(), *ours, *(page.ROOT / "tools").glob("*.py")]

    def make(new: Path, _: Path) -> None:
        try:
            (new / NAME).write_bytes(page.page())
        except OSError as failed:  # npm is not there; if it fails, that is an error of its own
            missing(f"the page cannot be made: {failed}")

    return kept("page", sorted(sources), make) / NAME


@pytest.fixture(scope="module")
def chromium(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """The page in Chromium, opened from the disk, with no network."""
    with Browser("chromium", tmp_path_factory.mktemp("browser")) as browser:
        yield Page(browser, built.as_uri())


@pytest.fixture(scope="module")
def firefox(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """The page in Firefox, opened from the disk."""
    with Browser("firefox", tmp_path_factory.mktemp("browser")) as browser:
        yield Page(browser, built.as_uri())


class Told(NamedTuple):
    """A result as it is shown: its heading, its text, the rows of its tables, and the files to save."""

    heading: str
    text: str
    rows: list[list[str]]
    files: list[str]


_RESULTS = """(job) => [...document.querySelectorAll(`#${job} .result`)].map((each) => [
  each.querySelector("h3").innerText,
  [...each.querySelectorAll(":scope > :not(h3)")].map((part) => part.innerText).join("\\n"),
  [...each.querySelectorAll("tbody tr")].map((row) => [...row.cells].map((cell) => cell.textContent)),
  [...each.querySelectorAll("a.save")].map((link) => link.download),
])"""


class Page:
    """The page in a browser."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser, self.address = browser, address
        self.open()

    def open(self, ready: str = "Ready", **how: Any) -> None:
        """Open the page and wait until Python is ready, which it says in this word."""
        self.browser.open(self.address, **how)
        self.until_said(ready)

    def said(self) -> str:
        """Return what the page says of its state."""
        found: str = self.browser.evaluate("() => document.getElementById('said').textContent")
        return found

    def until_said(self, words: str) -> None:
        """Wait until the page says that."""
        found = "(words) => document.getElementById('said').textContent.startsWith(words)"
        self.browser.until(found, words)

    def go(self, job: str) -> None:
        """Choose a job in the menu."""
        self.browser.click(f"#menu a[href='#{job}']")
        self.browser.until("(job) => !document.getElementById(job).hidden", job)

    def fill(self, job: str, **values: Any) -> None:
        """Fill in fields, known by what they are called."""
        for label, value in values.items():
            self.browser.evaluate(
                """(job, label, value) => {
                  const labels = [...document.querySelectorAll(`#${job} label, #${job} legend`)];
                  const found = labels.find((each) => each.textContent.trim() === label.replaceAll("_", " "));
                  const control = found.control;
                  const what = control.type === "checkbox" ? "checked" : "value";
                  control[what] = value;
                  if (control[what] !== value) throw new Error(`no ${value} in ${label}`);
                  control.dispatchEvent(new Event("change"));
                }""",
                job,
                label,
                value,
            )

    def reset(self, job: str) -> None:
        """Empty the form of a job."""
        self.browser.evaluate("(job) => document.querySelector(`#${job} form`).reset()", job)

    def send(self, job: str) -> None:
        """Press the button, and wait until the job is done."""
        self.browser.click(f"#{job} button[type=submit]")
        self.wait(job)

    def wait(self, job: str) -> None:
        """Wait until the job is done."""
        done = "(job) => document.querySelector(`#${job} .working`).hidden"
        self.browser.until(done, job, seconds=100)

    def results(self, job: str) -> list[Told]:
        """Return the results that a job shows."""
        return [Told(*each) for each in self.browser.evaluate(_RESULTS, job)]

    def do(self, job: str, books: Sequence[Path] = (), **values: Any) -> list[Told]:
        """Do a job as a scorer does it, and return what is shown."""
        self.browser.request("forget")
        self.go(job)
        self.fill(job, **values)
        if books:
            self.browser.choose(f"#{job} .drop input", books)
        self.send(job)
        return self.results(job)

    def refusal(self, job: str) -> str:
        """Return what a field is said to lack."""
        words = "(job) => [...document.querySelectorAll(`#${job} .error:not([hidden])`)].map((e) => e.textContent)"
        (found,) = self.browser.evaluate(words, job)
        return str(found)


class Typed(NamedTuple):
    """What the command line has done: its exit code, what it has said, and the files that it has made."""

    code: int
    out: list[str]
    aside: list[str]
    files: dict[str, bytes]


def typed(folder: Path, *argv: str) -> Typed:
    """Run the command line in a folder."""
    before = set(os.listdir(folder))
    out, aside = io.StringIO(), io.StringIO()
    with chdir(folder), contextlib.redirect_stdout(out), contextlib.redirect_stderr(aside):
        try:
            code = main(argv)
        except SystemExit as ended:
            code = int(ended.code or 0)
    made = {name: (folder / name).read_bytes() for name in sorted(set(os.listdir(folder)) - before)}
    return Typed(code, out.getvalue().splitlines(), aside.getvalue().splitlines(), made)


@contextmanager
def server(pages: dict[str, bytes]) -> Iterator[tuple[str, list[str]]]:
    """Serve pages on the loopback interface; give the address, and a list of all that is asked for."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            found = pages.get(self.path)
            self.send_response(200 if found else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Access-Control-Allow-Origin", "*")
            self.end_headers()
            self.wfile.write(found or b"")

        do_POST = do_HEAD = do_OPTIONS = do_GET  # noqa: N815

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as listening:
        thread = threading.Thread(target=listening.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.server_port}", asked
        finally:
            listening.shutdown()
            thread.join()
