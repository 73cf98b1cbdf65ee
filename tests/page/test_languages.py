"""The page in other languages: chosen by the browser's setting, changed at once, with no word left in English."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.page.test_chromium import one
from tests.parts.books import club_book
from tests.parts.browsers import Browser
from tests.parts.pages import Page, typed
from tools import page, pagewords
from tools.languages import words
from tools.pagewords import page_words
from xlvp import languages
from xlvp.languages import CODES, Language, language, own_name
from xlvp.page.jobs import JOBS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.slow

WORDS = re.compile(r'(<script type="application/json" id="words">)([^<]*)')
TEXTS = {text for text, _, _ in page_words()}
NAMES = {code: own_name(code) for code in CODES}

SEEN = """() => {
  const same = "head, script, [translate=no], [lang=en]:not(html)";
  const found = new Set([document.title]);
  for (const each of document.querySelectorAll("html *")) {
    if (each.closest(same)) continue;
    for (const name of ["aria-label", "title", "alt", "placeholder"]) found.add(each.getAttribute(name) ?? "");
    for (const node of each.childNodes) if (node.nodeType === Node.TEXT_NODE) found.add(node.data);
  }
  return [...found];
}"""
"""Every text and label of the page, in sight or not, but for those that say that they are English or no words."""

CUT_OFF = """() => {
  const found = [];
  for (const each of document.querySelectorAll("header *, nav *, main *, footer > p, summary")) {
    const box = each.getBoundingClientRect();
    if (!box.width || getComputedStyle(each.closest("thead") ?? each).position === "absolute") continue; // out of sight
    const holds = each.matches("select, button, a, label, h2, h3, h4, p, legend, td, th, .wide") && each.clientWidth;
    if (box.left < 0 || box.right > innerWidth + 0.5 || (holds && each.scrollWidth > each.clientWidth + 1)) {
      found.push(`${each.tagName} ${each.textContent.slice(0, 40)}`);
    }
  }
  return found;
}"""
"""What stands outside the window, or has more text than room."""


def longer(text: str) -> str:
    """Return a text with brackets, and by about 40% longer in each of its words."""
    return "⟦" + re.sub(r"(?<![{\w])\w+(?![}\w])", lambda word: word[0] + word[0][: len(word[0]) * 2 // 5], text) + "⟧"


@pytest.fixture(scope="module")
def translated(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page with Dutch words that are longer ones in brackets, German ones with "de" in front, and no others."""
    path: Path = tmp_path_factory.mktemp("translated") / "xlvp.html"
    text = built.read_text(encoding="utf-8")
    catalogues: dict[str, Any] = json.loads(WORDS.findall(text)[0][1])
    spoken = {"nl": {text: longer(text) for text in TEXTS}, "de": {text: f"de {text}" for text in TEXTS}}
    for code, catalogue in catalogues.items():
        catalogue["words"] = spoken.get(code, {})
    replaced = json.dumps(catalogues, ensure_ascii=False)
    path.write_text(WORDS.sub(lambda found: found[1] + replaced, text), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def chromium(translated: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with Browser("chromium", tmp_path_factory.mktemp("browser")) as browser:
        yield Page(browser, translated.as_uri())


def choose(page: Page, code: str) -> None:
    """Choose a language as a reader does."""
    page.browser.evaluate(
        """(code) => {
          const choice = document.getElementById("language");
          choice.value = code;
          choice.dispatchEvent(new Event("change"));
        }""",
        code,
    )


def value(page: Page, selector: str) -> str:
    return str(page.browser.evaluate("(selector) => document.querySelector(selector).value", selector))


def text(page: Page, selector: str) -> str:
    return str(page.browser.evaluate("(selector) => document.querySelector(selector).textContent", selector))


def outside_brackets(said: str) -> str:
    """What of a text is in no brackets."""
    while (less := re.sub(r"⟦[^⟦⟧]*⟧", " ", said)) != said:
        said = less
    return said.replace("· xlvp", "").strip()


WORKBOOK_IN = "#new select:has([lang])"


def test_every_language_is_offered_by_its_own_name(chromium: Page) -> None:
    offered = "(chosen) => [...document.querySelectorAll(chosen)].map((each) => [each.value, each.text, each.lang])"
    expected = [[code, name, code] for code, name in NAMES.items()]
    assert chromium.browser.evaluate(offered, "#language option") == expected
    assert chromium.browser.evaluate(offered, f"{WORKBOOK_IN} option") == expected


def test_every_word_is_marked(chromium: Page, tmp_path: Path) -> None:
    """With all that the jobs answer, among it refusals and findings."""
    wrong, broken = tmp_path / "1.xlsx", tmp_path / "2.xlsx"
    wrong.write_bytes(club_book())
    broken.write_bytes(b"text")
    choose(chromium, "nl")
    values: dict[str, dict[str, str]] = {
        "imps": {longer("Difference in points")[1:-1]: "430 -50"},
        "vp": {longer("Margin in IMPs")[1:-1]: "x"},
        "table": {longer("Boards")[1:-1]: "8"},
    }
    for name, job in JOBS.items():
        given = {f"⟦{label.replace(' ', '_')}⟧": value for label, value in values.get(name, {}).items()}
        if job.books:
            chromium.go(name)
            chromium.browser.click(f"#{name} button[type=submit]")
            assert outside_brackets(chromium.refusal(name)) == ""
        chromium.do(name, [wrong, broken] if job.books else [], **given)
        seen = chromium.browser.evaluate(SEEN)
        assert len(seen) > 50
        assert [said for said in seen if re.search(r"[^\W\d_]", outside_brackets(said))] == [], name
        assert any(said.endswith(f"{longer(job.heading)} · xlvp") for said in seen)


@pytest.mark.parametrize("width", [375, 1280])
def test_longer_words_have_room(chromium: Page, width: int) -> None:
    """With the answers of all jobs, which the test before has asked for."""
    choose(chromium, "nl")
    chromium.browser.request("look", width=width, height=800)
    chromium.browser.evaluate("() => document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    for name in JOBS:
        chromium.browser.evaluate("(name) => { location.hash = `#${name}`; }", name)
        chromium.browser.until("(job) => !document.getElementById(job).hidden", name)
        assert chromium.browser.evaluate(CUT_OFF) == [], name
        assert chromium.browser.evaluate("() => document.documentElement.scrollWidth") <= width, name
    found = chromium.browser.request("axe")
    assert (found["violations"], found["incomplete"]) == ([], [])
    chromium.browser.request("look", width=1000, height=900)


def test_another_language_is_spoken_at_once(chromium: Page) -> None:
    """And all that was typed, chosen and answered stays."""
    choose(chromium, "en")
    chromium.reset("imps")
    answer = one(chromium.do("imps", Difference_in_points="430 -50"))
    assert answer.heading == "Done"
    for code, before in (("de", "de "), ("fr", ""), ("en", "")):
        choose(chromium, code)
        assert chromium.browser.evaluate("() => document.documentElement.lang") == code
        (shown,) = chromium.results("imps")
        assert shown == answer._replace(heading=f"{before}Done", text=shown.text)
        assert text(chromium, "#imps thead th") == f"{before}Points"
        assert text(chromium, "#imps label") == f"{before}Difference in points"
        assert text(chromium, ".motto").startswith(f"{before}Bridge team scoring")
        assert text(chromium, "footer p").strip().split(". ", 1)[1].startswith(f"{before}This page is one file")
        assert text(chromium, "title") == f"{before}IMPs · xlvp"
        assert chromium.said() == f"{before}Done."
        assert value(chromium, "#imps input") == "430 -50"
        nav = "() => document.querySelector('nav').getAttribute('aria-label')"
        assert chromium.browser.evaluate(nav) == f"{before}What to do"
    kept = "() => [document.cookie, localStorage.length, sessionStorage.length]"
    assert chromium.browser.evaluate(kept) == ["", 0, 0]


def test_a_workbook_in_the_language_of_the_page(chromium: Page, tmp_path: Path) -> None:
    made = {}
    for code in ("en", "nl", "fr"):
        made[code] = typed(tmp_path, "new", "match.xlsx", f"--language={code}").files["match.xlsx"]
        (tmp_path / "match.xlsx").unlink()
    assert len(set(made.values())) == 3
    chromium.reset("new")
    for code in ("nl", "fr", "en", "nl"):
        choose(chromium, code)
        assert value(chromium, WORKBOOK_IN) == code
        assert one(chromium.do("new")).files == ["match.xlsx"]
        assert chromium.browser.downloaded("match.xlsx") == made[code]


def test_a_workbook_in_another_language_than_the_page(chromium: Page, tmp_path: Path) -> None:
    made = typed(tmp_path, "new", "match.xlsx", "--language=fr").files
    choose(chromium, "nl")
    chromium.reset("new")
    chromium.fill("new", **{longer("Language"): "fr"})
    for code in ("nl", "de"):  # what was chosen stays
        choose(chromium, code)
        assert one(chromium.do("new")).files == ["match.xlsx"]
        assert chromium.browser.downloaded("match.xlsx") == made["match.xlsx"]
    chromium.reset("new")
    assert value(chromium, WORKBOOK_IN) == "de"


def test_a_renewed_workbook_keeps_its_language(chromium: Page, tmp_path: Path) -> None:
    old = tmp_path / "old.xlsx"
    old.write_bytes(typed(tmp_path, "new", "match.xlsx", "--language=nl").files["match.xlsx"])
    kept = typed(tmp_path, "new", "old.renewed.xlsx", f"--from={old}").files
    choose(chromium, "de")
    chromium.reset("renew")
    assert one(chromium.do("renew", [old])).files == list(kept)
    assert chromium.browser.downloaded("old.renewed.xlsx") == kept["old.renewed.xlsx"]
    (tmp_path / "old.renewed.xlsx").unlink()
    english = typed(tmp_path, "new", "old.renewed.xlsx", f"--from={old}", "--language=en").files
    assert english != kept
    chromium.fill("renew", de_Language="en")
    chromium.do("renew", [old])
    assert chromium.browser.downloaded("old.renewed.xlsx") == english["old.renewed.xlsx"]


SETTINGS = [
    (["fr"], "fr"),
    (["de-AT", "en"], "de"),
    (["SV-se"], "sv"),
    (["en-GB", "nl"], "en"),
    (["nb-NO", "xx", "pl-PL", "nl"], "pl"),
    (["ja"], "en"),
    ([], "en"),
]


@pytest.mark.parametrize(("languages", "code"), SETTINGS)
def test_the_setting_of_the_browser_chooses(chromium: Page, languages: list[str], code: str) -> None:
    chromium.browser.open(chromium.address, languages=languages)
    chromium.browser.until("() => document.title.endsWith(' · xlvp')")
    assert chromium.browser.evaluate("() => document.documentElement.lang") == code
    assert value(chromium, "#language") == value(chromium, WORKBOOK_IN) == code
    assert text(chromium, "title").startswith("de " if code == "de" else "Scorecard")


def test_the_words_in_the_page_are_those_of_the_catalogues(built: Path) -> None:
    ((_, packed),) = WORDS.findall(built.read_text(encoding="utf-8"))
    words = json.loads(packed)
    assert {code: each["name"] for code, each in words.items()} == NAMES
    for code, each in words.items():
        assert set(each["words"]) <= TEXTS
        for english, said in each["words"].items():
            assert language(code).word("page", english) == said
            assert set(re.findall(r"{\w+}", said)) == set(re.findall(r"{\w+}", english)), (code, english)


def test_an_old_browser_gets_the_sentence_in_all_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    (sentence,) = (text for text in TEXTS if text.startswith("This page needs a current browser"))
    spoken = {"nl": Language("nl", {("page", sentence): "Deze pagina & <meer>"})}
    monkeypatch.setattr(languages, "language", lambda code: spoken.get(code, Language(code)))
    assert list(page._for_old_browsers(page._source("index.html"))) == [
        '<p lang="nl" translate="no">Deze pagina &amp; &lt;meer&gt;</p>'
    ]


def test_translators_get_the_words_with_their_places() -> None:
    found = {(word.text, word.place) for word in words() if word.context == "page"}
    assert found >= {
        ("Skip to the form", "page/index.html"),
        ("What to do", "page/index.html"),
        ("Save {name}", "page/results.mjs"),
        ("Your workbooks", "xlvp/page/jobs.py"),
        ("A league: all play all", "xlvp/cli/workbooks.py"),
        ("Our points less theirs; negative: lost.", "xlvp/cli/scoring.py"),
        ("What was found", "xlvp/page/shows.py"),
    }
    assert not {text for text, _ in found} & {"xlvp", "Nederlands", "WBF discrete", "IMPS", ""}


@pytest.mark.parametrize("call", ["t(`Made ${name}`)", "t('Made')", 't("Made " + name)', "t(made ? 1 : 2)"])
def test_what_cannot_be_found_is_no_word(call: str) -> None:
    with pytest.raises(ValueError, match=r"page/x\.mjs: what is marked with t\(\) must be one text in quotes"):
        list(pagewords._in_module(f"say({call});", "x.mjs"))


def test_no_text_of_a_module_is_unmarked() -> None:
    """Among them what is seen for a moment alone, or after a failure: texts of several words, or with a capital."""
    for path in sorted(page.SOURCES.glob("*.mjs")):
        source = re.sub(r"(?m)(^|[ ])//.*|^import .*", "", path.read_text(encoding="utf-8"))
        literals = re.findall(r'"((?:[^"\\]|\\.)*)"', source)
        assert [text for text in literals if re.match(r"[A-Z][a-z]|\w+ \w+ \w+", text) and text not in TEXTS] == []
