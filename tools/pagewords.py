"""The words of the page `xlvp.html` for translators: those of its HTML, of its modules, of its forms and answers."""

from __future__ import annotations

import ast
import html
import json
import re
from typing import TYPE_CHECKING, Any

from tools.page import ROOT, SOURCES
from xlvp.cli.options import Takes
from xlvp.page.forms import described

if TYPE_CHECKING:
    from collections.abc import Iterator

    Found = tuple[str, str, str]
    """A text, where it stands, and what is to be known of it."""

_SAME = re.compile(r'<(\w+)[^>]*? translate="no".*?</\1>|<script.*?</script>|@[A-Z]+@', re.DOTALL)
"""What of the HTML is the same in every language."""
_TEXT = re.compile(r'(?<=>)[^<]*[^\W\d_][^<]*(?=<)|(?<=aria-label=")[^"]*')
_MARK = re.compile(r"\bt\(")
_MARKED = re.compile(r'(\bbutton\()?\bt\(\s*(?:("(?:[^"\\]|\\.)*")|[\w.]+)\s*[,)]')

_ON_A_BUTTON = "On a button."
_SCORING = {"imps", "vp", "table", "functions"}
"""The jobs whose fields are declared with the commands that print scores; all others stand in workbooks.py."""


def page_words() -> Iterator[Found]:
    """Yield the words of the page, in the order of its sources."""
    yield from _static()
    for path in sorted(SOURCES.glob("*.mjs")):
        for text, comment in _in_module(path.read_text(encoding="utf-8"), path.name):
            yield text, f"page/{path.name}", comment
    yield from _in_forms()
    for path in sorted((ROOT / "xlvp" / "page").glob("*.py")):
        for text in _in_python(path.read_text(encoding="utf-8")):
            yield text, f"xlvp/page/{path.name}", ""


def _static() -> Iterator[Found]:
    """Yield what stands in the HTML."""
    body = (SOURCES / "index.html").read_text(encoding="utf-8").partition("<body>")[2]
    for text in _TEXT.findall(_SAME.sub("", body)):
        yield " ".join(html.unescape(text).split()), "page/index.html", ""


def _in_module(source: str, name: str) -> Iterator[tuple[str, str]]:
    """Yield what is marked in a module: a text in quotes, if it is not one of Python's."""
    marked = _MARKED.findall(source)
    if len(marked) != len(_MARK.findall(source)):
        raise ValueError(f"page/{name}: what is marked with t() must be one text in quotes")
    yield from ((json.loads(text), _ON_A_BUTTON if button else "") for button, text in marked if text)


def _in_forms() -> Iterator[Found]:
    """Yield what is said of the jobs and their fields."""
    for group in json.loads(described())["groups"]:
        yield group["heading"], "xlvp/page/jobs.py", "A heading of the menu."
        for job in group["jobs"]:
            yield from _of_job(job)
            place = "xlvp/cli/scoring.py" if job["name"] in _SCORING else "xlvp/cli/workbooks.py"
            for field in job["fields"]:
                yield from ((text, place, comment) for text, comment in _of_field(field) if text)


def _of_job(job: dict[str, Any]) -> Iterator[Found]:
    comments = {"heading": "What a job is called in the menu.", "about": "", "action": _ON_A_BUTTON}
    for key, comment in comments.items():
        yield job[key], "xlvp/page/jobs.py", comment
    if job["books"]:
        yield job["books"]["label"], "xlvp/page/jobs.py", "What a field is called, for files."


def _of_field(field: dict[str, Any]) -> Iterator[tuple[str, str]]:
    yield field["label"], "What a field is called."
    yield field["help"], f"Help on the field “{field['label']}”."
    if field["takes"] == Takes.CHOICE.value:
        for _, words in field["choices"]:
            yield words, f"A choice in the field “{field['label']}”."


def _in_python(source: str) -> Iterator[str]:
    """Yield what is marked in a module of Python."""
    for call in ast.walk(ast.parse(source)):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "words":
            yield str(ast.literal_eval(call.args[0]))
