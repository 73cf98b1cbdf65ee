"""`xlvp.html`: everything in one file, made from the folder `page`, the package, and Pyodide.

The file is the same every time, and holds no address of a server. Its modules become one script: each imports from
the others by name alone, so that the lines that import and the words that export can be left out.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import html
import io
import json
import re
import zipfile
from importlib.metadata import distribution
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tools.npm import PYODIDE, fetched
from xlvp import __version__, languages
from xlvp.page.forms import described

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "page"
CONTEXT = "page"
"""The context of the page's words in the catalogues."""

FILE = ROOT / "dist" / "xlvp.html"

_MODULES = ("words", "elements", "engine", "fields", "results", "jobs", "main")
"""In an order in which each imports from those before it alone."""
_PACKAGES = ("openpyxl", "et_xmlfile")
"""What runs in the page besides xlvp: xlwings has no use there."""
_IMPORT = re.compile(r'^import \{ [\w, ]+ \} from "\./(\w+)\.mjs";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=const |class )", re.MULTILINE)
_OLD = re.compile(r'<div id="old">\s*<p>([^<]*)</p>')
_STAMP = (1980, 1, 1, 0, 0, 0)
_POLICY = (
    "default-src 'none'; script-src {scripts} 'wasm-unsafe-eval' blob:; worker-src blob:; style-src {style};"
    " img-src data:; base-uri 'none'; form-action 'none'"
)
_MADE_OF = f"""\
xlvp, and in it Pyodide {PYODIDE["pyodide"][0]} (the package of that name on npm; Mozilla Public License 2.0) without
the address that it would load packages from; it brings Python (Python Software Foundation License). And openpyxl and
et_xmlfile, under the licences below."""


def write() -> None:
    """Make the page, and say where it is."""
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_bytes(page())
    print(f"Made {FILE.relative_to(ROOT)}, {FILE.stat().st_size / 1e6:.1f} MB")


def page() -> bytes:
    """Return the page."""
    index, able, style, script = _source("index.html"), _source("able.js"), _source("style.css"), _script()
    policy = _POLICY.format(scripts=f"{_hash(able)} {_hash(script)}", style=_hash(style))
    slots = {
        "POLICY": policy,
        "STYLE": style,
        "ABLE": able,
        "VERSION": __version__,
        "LICENCES": "\n".join(f"<p>{html.escape(each)}</p>" for each in (_MADE_OF, *_licences())),
        "OLD": "\n".join(_for_old_browsers(index)),
        "WORDS": _as_script(json.dumps(_words(), ensure_ascii=False, separators=(",", ":"))),
        "FORMS": _as_script(described()),
        "SCRIPT": script,
        "PARTS": "\n".join(_parts()),
    }
    made = re.sub("@([A-Z]+)@", lambda slot: slots[slot[1]], index)
    return made.encode()


def _words() -> dict[str, dict[str, Any]]:
    """Return what each language calls itself, and its words for the page."""
    return {code: {"name": languages.own_name(code), "words": _words_of(code)} for code in languages.CODES}


def _words_of(code: str) -> dict[str, str]:
    return {text: said for (context, text), said in languages.language(code).words.items() if context == CONTEXT}


def _for_old_browsers(index: str) -> Iterator[str]:
    """Yield the sentence for browsers without what the page needs in all languages, since nothing there can choose."""
    (found,) = _OLD.findall(index)
    sentence = " ".join(found.split())
    for code in languages.CODES:
        said = languages.language(code).word(CONTEXT, sentence)
        if said != sentence:
            yield f'<p lang="{code}" translate="no">{html.escape(said)}</p>'


def _as_script(text: str) -> str:
    """Return JSON as it may stand in a script."""
    return text.replace("<", "\\u003c")


def parts() -> dict[str, bytes]:
    """Return what Python in the page is made of."""
    pyodide = fetched(PYODIDE) / "pyodide"
    loader = re.sub(rb"\n//# sourceMappingURL=.*", b"", (pyodide / "pyodide.mjs").read_bytes())
    lock = json.loads((pyodide / "pyodide-lock.json").read_bytes()) | {"packages": {}}  # none can be had from here
    with zipfile.ZipFile(pyodide / "python_stdlib.zip") as archive:
        library = {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}
    return {
        "loader": re.sub(rb"https://[\w.-]+/", b"page:/", loader),
        "glue": (pyodide / "pyodide.asm.mjs").read_bytes(),
        "wasm": (pyodide / "pyodide.asm.wasm").read_bytes(),
        "library": _stored(library),
        "lock": json.dumps(lock).encode(),
        "app": _stored(_app()),
        "worker": _source("worker.js").encode(),
    }


def _parts() -> Iterator[str]:
    """Yield the elements that carry the parts."""
    for name, data in parts().items():
        packed = base64.b64encode(gzip.compress(data, 9, mtime=0)).decode()
        yield f'<script type="text/plain" id="part-{name}">{packed}</script>'


def _app() -> dict[str, bytes]:
    """Return the Python files of xlvp, its catalogues, and the Python files of the packages that it needs here."""
    ours = {
        str(path.relative_to(ROOT)): path.read_bytes()
        for path in (ROOT / "xlvp").rglob("*")
        if path.suffix in (".py", ".po")
    }
    theirs = {
        str(file): Path(str(file.locate())).read_bytes()
        for package in _PACKAGES
        for file in distribution(package).files or ()
        if file.suffix == ".py"
    }
    return ours | theirs


def _licences() -> list[str]:
    """Return the licences of the packages, paragraph by paragraph, without addresses."""
    texts = []
    for package in _PACKAGES:
        files = distribution(package).files or ()
        texts += [f"{package}\n\n{file.read_text()}" for file in files if file.name.startswith("LICENCE")]
    return re.split(r"\n\s*\n", re.sub(r"https?://", "", "\n\n".join(texts)).strip())


def _script() -> str:
    """Return the modules as one script."""
    texts = []
    for place, name in enumerate(_MODULES):
        text = _source(f"{name}.mjs")
        for imported in _IMPORT.findall(text):
            if imported not in _MODULES[:place]:
                raise ValueError(f"page/{name}.mjs imports from {imported}, which comes later")
        texts.append(_EXPORT.sub("", _IMPORT.sub("", text)))
    return '(() => {\n"use strict";\n' + "\n".join(texts) + "})();\n"


def _source(name: str) -> str:
    return (SOURCES / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    """Return how the policy names an inline script or style."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _stored(files: Mapping[str, bytes]) -> bytes:
    """Return a zip file without compression, since all of it is compressed afterwards, and without times."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name, _STAMP), files[name])
    return out.getvalue()
