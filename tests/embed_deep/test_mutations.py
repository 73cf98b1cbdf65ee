"""Damaged and hostile workbooks: a right result or a clear refusal, never anything else.

A few hundred in every run; with XLVP_DEEP=1 in the environment, 10,000.
"""

from __future__ import annotations

import io
import os
import random
import zipfile
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.parts.books import BOOKS, NAMES, SMALL, items
from tests.parts.zips import Zip, raw_entries
from xlvp.embed import embed, remove
from xlvp.files import RefusedError
from xlvp.ooxml.definednames import our_names
from xlvp.ooxml.parts import Workbook

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Mutation = Callable[[random.Random, bytearray], None]

pytestmark = pytest.mark.slow

CASES = 10_000 if os.environ.get("XLVP_DEEP") else 400
BATCH = 100
SMALLEST = Zip(items(SMALL)).written()
MAKES = [name for name in BOOKS if "many" not in name]


def flip(pick: random.Random, data: bytearray) -> None:
    for _ in range(pick.randint(1, 4)):
        data[pick.randrange(len(data))] ^= 1 << pick.randrange(8)


def flip_in_directory(pick: random.Random, data: bytearray) -> None:
    start = data.find(b"PK\1\2")
    data[pick.randrange(start, len(data))] ^= 1 << pick.randrange(8)


def flip_in_headers(pick: random.Random, data: bytearray) -> None:
    heads = [at for at in range(len(data) - 4) if data[at : at + 4] == b"PK\3\4"]
    data[pick.choice(heads) + pick.randrange(30)] = pick.randrange(256)


def truncate(pick: random.Random, data: bytearray) -> None:
    del data[pick.randrange(len(data)) :]


def cut(pick: random.Random, data: bytearray) -> None:
    start = pick.randrange(len(data))
    del data[start : start + pick.randint(1, 200)]


def insert(pick: random.Random, data: bytearray) -> None:
    at = pick.randrange(len(data) + 1)
    data[at:at] = pick.randbytes(pick.randint(1, 40))


def repeat(pick: random.Random, data: bytearray) -> None:
    start, at = pick.randrange(len(data)), pick.randrange(len(data))
    data[at:at] = data[start : start + pick.randint(1, 500)]


def extremes(pick: random.Random, data: bytearray) -> None:
    at, length = pick.randrange(len(data)), pick.choice([2, 4, 8])
    data[at : at + length] = pick.choice([b"\0", b"\xff"]) * length


def xml(pick: random.Random, data: bytearray) -> None:
    """Damage inside the XML, in a zip file that is whole."""
    of = {}
    with zipfile.ZipFile(io.BytesIO(bytes(data))) as archive:
        for name in archive.namelist():
            of[name] = archive.read(name)
    name = pick.choice([name for name in of if name.endswith(("workbook.xml", ".rels", "Types].xml"))])
    part = bytearray(of[name])
    pick.choice([flip, cut, insert, repeat, tags])(pick, part)
    of[name] = bytes(part)
    data[:] = Zip(items(of)).written()


def tags(pick: random.Random, data: bytearray) -> None:
    """Whole tags taken out, doubled or moved."""
    pieces = bytes(data).split(b"<")
    at = pick.randrange(len(pieces))
    piece = pieces.pop(at)
    for _ in range(pick.choice([0, 1, 2])):
        pieces.insert(pick.randrange(len(pieces) + 1), piece)
    data[:] = b"<".join(pieces)


MUTATIONS: list[Mutation] = [
    flip,
    flip_in_directory,
    flip_in_headers,
    truncate,
    cut,
    insert,
    repeat,
    extremes,
    xml,
    xml,
]


def tried(folder: Path, data: bytes) -> bool:
    """Embed the names into a workbook; say whether it worked, and fail if the result is not right."""
    source, target = folder / "club.xlsx", folder / "new.xlsx"
    source.write_bytes(data)
    target.unlink(missing_ok=True)
    refusal = ""
    try:
        report = embed(source, target, NAMES)
    except RefusedError as raised:
        refusal = str(raised)
    if refusal:
        assert "\n" not in refusal
        assert not target.exists()
        assert sorted(path.name for path in folder.iterdir()) == ["club.xlsx"]
        return False
    assert source.read_bytes() == data
    after = target.read_bytes()
    before, result = Workbook(io.BytesIO(data)), Workbook(io.BytesIO(after))
    with zipfile.ZipFile(io.BytesIO(after)) as archive:
        assert archive.testzip() is None
    was, now = raw_entries(data), raw_entries(after)
    assert list(was) == list(now)
    assert len([name for name in was if was[name] != now[name]]) == (1 if report.changed else 0)
    ElementTree.fromstring(result.xml)  # noqa: S314  (checked for document types before)
    assert set(our_names(result.xml)) >= {*report.change.added, *report.change.replaced}
    if not our_names(before.xml):
        remove(target, None, backup=False)
        assert Workbook(io.BytesIO(target.read_bytes())).xml == before.xml
    return True


@pytest.mark.parametrize("batch", range(CASES // BATCH))
def test_mutations(tmp_path: Path, batch: int) -> None:
    worked = 0
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        pick = random.Random(seed)
        data = bytearray(BOOKS[pick.choice(MAKES)]())
        pick.choice(MUTATIONS)(pick, data)
        worked += tried(tmp_path, bytes(data))
    assert 0 < worked < BATCH


@pytest.mark.parametrize("start", range(0, len(SMALLEST), 500))
def test_every_truncation_is_refused(start: int) -> None:
    for length in range(start, min(start + 500, len(SMALLEST))):
        with pytest.raises(RefusedError):
            Workbook(io.BytesIO(SMALLEST[:length]))


@given(st.lists(st.tuples(st.integers(0, len(SMALLEST) - 1), st.integers(0, 255)), min_size=1, max_size=8))
def test_any_bytes_changed(tmp_path_factory: pytest.TempPathFactory, changes: list[tuple[int, int]]) -> None:
    data = bytearray(SMALLEST)
    for at, value in changes:
        data[at] = value
    tried(tmp_path_factory.mktemp("club"), bytes(data))
