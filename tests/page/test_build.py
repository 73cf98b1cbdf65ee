"""The file itself: the same every time, under 10 MB, with no address in it, and a policy that fits what is in it."""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import json
import re
import subprocess
import sys
import zipfile
from typing import TYPE_CHECKING

import pytest

from tools import page

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

MOST_BYTES = 10_000_000
_ADDRESS = re.compile(r"(?:https?|wss?|ftp)://\w[\w.-]*")


@pytest.fixture(scope="module")
def text(built: Path) -> str:
    return built.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def parts(text: str) -> dict[str, bytes]:
    packed = re.findall(r'<script type="text/plain" id="part-(\w+)">([^<]*)</script>', text)
    return {name: gzip.decompress(base64.b64decode(data)) for name, data in packed}


def test_the_same_bytes_every_time(built: Path) -> None:
    """Made by another process, with another order of hashes."""
    program = "import sys; from tools.page import page; sys.stdout.buffer.write(page())"
    again = subprocess.run([sys.executable, "-c", program], cwd=page.ROOT, check=True, capture_output=True, timeout=120)
    assert hashlib.sha256(again.stdout).digest() == hashlib.sha256(built.read_bytes()).digest()


def test_its_size(built: Path) -> None:
    assert 5_000_000 < built.stat().st_size < MOST_BYTES


def test_no_address_in_it(text: str, parts: dict[str, bytes]) -> None:
    assert _ADDRESS.findall(re.sub(r'(<script type="text/plain"[^>]*>)[^<]*', r"\1", text)) == []
    assert _ADDRESS.findall((parts["loader"] + parts["glue"] + parts["worker"]).decode()) == []
    assert json.loads(parts["lock"])["packages"] == {}


def test_the_policy_allows_what_is_in_it_and_no_connection(text: str) -> None:
    (policy,) = re.findall(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', text)
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == rules["base-uri"] == rules["form-action"] == "'none'"
    assert "connect-src" not in rules
    assert "unsafe-inline" not in policy
    assert "'unsafe-eval'" not in policy
    scripts, styles = re.findall(r"<script>(.*?)</script>", text, re.S), re.findall(r"<style>(.*?)</style>", text, re.S)

    def named(part: str) -> str:
        return f"'sha256-{base64.b64encode(hashlib.sha256(part.encode()).digest()).decode()}'"

    assert rules["script-src"].split() == [*map(named, scripts), "'wasm-unsafe-eval'", "blob:"]
    assert [rules["style-src"]] == list(map(named, styles))
    assert not re.search(r"\s(on\w+|style)=", re.sub(r"<script.*?</script>", "", text, flags=re.S))


def test_python_in_it_is_what_is_here(parts: dict[str, bytes]) -> None:
    with zipfile.ZipFile(io.BytesIO(parts["app"])) as archive:
        names = set(archive.namelist())
        folder = page.ROOT / "xlvp"
        ours = {str(path.relative_to(page.ROOT)) for ending in ("py", "po") for path in folder.rglob(f"*.{ending}")}
        assert {name for name in names if name.startswith("xlvp/")} == ours
        assert {name.split("/")[0] for name in names} == {"xlvp", "openpyxl", "et_xmlfile"}
        assert all(archive.read(name) == (page.ROOT / name).read_bytes() for name in ours)


def test_a_module_that_comes_too_early_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "_MODULES", ("jobs", "elements"))
    with pytest.raises(ValueError, match=r"page/jobs\.mjs imports from \w+, which comes later"):
        page._script()


def test_licences_are_told(text: str) -> None:
    footer = text[text.index("<footer>") :]
    for words in (
        "Pyodide 314.0.7",
        "Mozilla Public License",
        "openpyxl",
        "et_xmlfile",
        "Permission is hereby granted, free of charge",
    ):
        assert words in footer
