"""Files are written whole or not at all."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from xlvp.files import write_files

if TYPE_CHECKING:
    from pathlib import Path


def test_files_and_their_folders_are_made(tmp_path: Path) -> None:
    files = {tmp_path / "a" / "b.txt": b"one", tmp_path / "c.txt": b""}
    write_files(files)
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == files


def test_what_was_there_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"old")
    write_files({path: b"new"})
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_failure_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    def fail(*_: Any) -> None:
        raise OSError("the disk is full")

    first, second = tmp_path / "a.txt", tmp_path / "b.txt"
    first.write_bytes(b"old")
    monkeypatch.setattr(os, step, fail)
    with pytest.raises(OSError, match="the disk is full"):
        write_files({first: b"new", second: b"new"})
    assert first.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [first]
