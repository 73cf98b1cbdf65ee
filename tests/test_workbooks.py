"""The shipped workbooks are those that the sources make now."""

from __future__ import annotations

import io
import zipfile
from functools import cache
from pathlib import Path

import pytest

from tools.workbooks import FILES, FUNCTIONS, made

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).parent.parent / "workbooks"


@cache
def fresh() -> dict[str, bytes]:
    return made()


def parts(workbook: bytes) -> dict[str, bytes]:
    """What is packed in a workbook; how tightly depends on the zlib of a machine."""
    with zipfile.ZipFile(io.BytesIO(workbook)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_there_are_no_others() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {*FILES, FUNCTIONS}


@pytest.mark.parametrize("name", [*FILES, FUNCTIONS])
def test_is_fresh(name: str) -> None:
    """If this fails: python3 dev.py workbooks."""
    assert parts((FOLDER / name).read_bytes()) == parts(fresh()[name])
