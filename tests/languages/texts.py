"""Every text that somebody can see in a workbook, read from the file's parts."""

from __future__ import annotations

import html
import io
import re
import zipfile
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

_LITERAL = re.compile(r'"((?:[^"]|"")*)"')
_FORMULAS = re.compile(r"<(f|formula|formula1|formula2)(?: [^>]*)?>([^<]*)</\1>")
_PROMPTS = re.compile(r'\b(promptTitle|prompt|errorTitle|error)="([^"]*)"')


class Text(NamedTuple):
    """A text, and what it is: a cell, a literal of a formula, a prompt, a sheet, a chart, a format, the title."""

    kind: str
    text: str


def formulas(book: bytes) -> list[str]:
    """Every formula in cells, validations and conditional formats."""
    return [html.unescape(found[2]) for part in _sheets(book) for found in _FORMULAS.finditer(part)]


def texts(book: bytes) -> set[Text]:
    """Every text that is shown, or may be."""
    found: set[Text] = set()
    for name, part in _parts(book):
        if name == "xl/sharedStrings.xml":
            found |= {Text("cell", text) for text in re.findall(r"<t(?: [^>]*)?>([^<]*)</t>", part)}
        elif name == "xl/workbook.xml":
            found |= {Text("sheet", text) for text in re.findall(r'<sheet [^>]*?name="([^"]*)"', part)}
        elif name.startswith("xl/charts/"):
            found |= {Text("chart", text) for text in re.findall(r"<a:t>([^<]*)</a:t>", part)}
        elif name == "docProps/core.xml":
            found |= {Text("title", text) for text in re.findall(r"<dc:title>([^<]*)</dc:title>", part)}
        codes = [html.unescape(code) for code in re.findall(r'formatCode="([^"]*)"', part)]
        found |= {Text("format", text) for code in codes for text in _LITERAL.findall(code)}
    for part in _sheets(book):
        found |= {Text(kind, text) for kind, text in _PROMPTS.findall(part)}
    found |= {
        Text("formula", text.replace('""', '"')) for formula in formulas(book) for text in _LITERAL.findall(formula)
    }
    return {Text(kind, html.unescape(text)) for kind, text in found if text}


def names(book: bytes) -> set[str]:
    """The names of cells."""
    (part,) = (part for name, part in _parts(book) if name == "xl/workbook.xml")
    return set(re.findall(r'<definedName [^>]*?name="([^"]*)"', part))


def _sheets(book: bytes) -> list[str]:
    return [part for name, part in _parts(book) if name.startswith("xl/worksheets/sheet")]


def _parts(book: bytes) -> Iterator[tuple[str, str]]:
    with zipfile.ZipFile(io.BytesIO(book)) as archive:
        for name in archive.namelist():
            if name.endswith(".xml"):
                yield name, archive.read(name).decode()
