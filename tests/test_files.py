"""Files are written whole or not at all, and nothing but ordinary files is read."""

from __future__ import annotations

import errno
import os
import time
from pathlib import Path
from typing import Any

import pytest

from xlvp.files import RefusedError, naming, printable, reading, trouble
from xlvp.writing import replacing, write_file, write_files

on_posix = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="POSIX files")


def listing(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# Reading


def test_an_ordinary_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"one\r\ntwo\x1a")
    with reading(path) as file:
        assert file.read() == b"one\r\ntwo\x1a"


@on_posix
def test_pipes_folders_and_devices_are_refused(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, tmp_path, Path("/dev/zero"), Path("/dev/stdin")):
        with pytest.raises(RefusedError, match="a folder or a device; name an ordinary file"):
            reading(path)


@on_posix
def test_a_file_that_becomes_a_pipe_keeps_nobody_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain, pipe = tmp_path / "plain", tmp_path / "pipe"
    plain.write_bytes(b"")
    os.mkfifo(pipe)
    before = os.stat(plain)
    monkeypatch.setattr(os, "stat", lambda *_: before)
    with pytest.raises(RefusedError, match="a folder or a device"):
        reading(pipe)


# What went wrong, in words


@pytest.mark.parametrize("number", sorted(errno.errorcode))
def test_no_error_of_the_system_shows_its_number(number: int) -> None:
    told = trouble(OSError(number, os.strerror(number), ".xlvp-1.tmp"))
    assert told
    assert "Errno" not in told
    assert ".tmp" not in told
    assert "; " in told  # and what to do


def test_refusals_name_the_file_in_one_printable_line() -> None:
    with pytest.raises(RefusedError) as refused, naming("club\n\x1b[2J\u202e\ud800.xlsx"):
        raise FileNotFoundError(errno.ENOENT, "No such file or directory", ".xlvp-1.tmp")
    assert str(refused.value) == "club??[2J??.xlsx: there is no such file or folder; check the name"
    assert printable("Zürich ♠.xlsx") == "Zürich ♠.xlsx"


# Writing


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


def test_if_the_first_file_cannot_be_moved_the_others_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Excel keeps the add-in open; then its settings must not be changed either."""
    first, second = tmp_path / "a.txt", tmp_path / "b.txt"
    first.write_bytes(b"old")
    second.write_bytes(b"old")
    move = os.replace

    def open_in_excel(source: Any, target: Any) -> None:
        if Path(target) == first:
            raise PermissionError(errno.EACCES, "Access is denied", str(source), None, str(target))
        move(source, target)

    monkeypatch.setattr(os, "replace", open_in_excel)
    with pytest.raises(PermissionError) as refused:
        write_files({first: b"new", second: b"new"})
    assert (refused.value.filename, refused.value.filename2) == (str(first), None)
    assert [first.read_bytes(), second.read_bytes()] == [b"old", b"old"]
    assert listing(tmp_path) == ["a.txt", "b.txt"]


def test_a_new_file_needs_a_free_name_in_a_folder(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    write_file(path, b"one", force=False)
    with pytest.raises(RefusedError, match=r"a\.txt exists; choose another name, or replace it with --force"):
        write_file(path, b"two", force=False)
    assert path.read_bytes() == b"one"
    write_file(path, b"two", force=True)
    assert path.read_bytes() == b"two"
    for folder in (tmp_path / "none", path):
        with pytest.raises(RefusedError, match=r"there is no folder .*; make it first, or choose another"):
            write_file(folder / "b.txt", b"", force=True)
    (tmp_path / "folder").mkdir()
    for force in (False, True):
        with pytest.raises(RefusedError, match=r"folder is a folder or a device; choose another name$"):
            write_file(tmp_path / "folder", b"", force=force)
    assert listing(tmp_path) == ["a.txt", "folder"]


@on_posix
def test_links_are_replaced_and_not_followed(tmp_path: Path) -> None:
    precious, link, dangling = tmp_path / "precious", tmp_path / "link", tmp_path / "dangling"
    precious.write_bytes(b"precious")
    link.symlink_to(precious)
    dangling.symlink_to(tmp_path / "nowhere")
    for path in (link, dangling):
        with pytest.raises(RefusedError, match="exists; choose another name, or replace it with --force"):
            write_file(path, b"new", force=False)
        assert path.is_symlink()
        write_file(path, b"new", force=True)
        assert not path.is_symlink()
        assert path.read_bytes() == b"new"
    assert precious.read_bytes() == b"precious"
    assert listing(tmp_path) == ["dangling", "link", "precious"]


def test_a_name_that_is_taken_meanwhile_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"

    def write_late() -> None:
        with naming(path), replacing(path, like=None, overwrite=False) as temporary:
            temporary.write(b"new")
            path.write_bytes(b"precious")

    with pytest.raises(RefusedError, match="this file exists; choose another name"):
        write_late()
    assert path.read_bytes() == b"precious"
    assert listing(tmp_path) == ["a.txt"]


def test_files_of_a_killed_run_are_removed_after_an_hour(tmp_path: Path) -> None:
    now = time.time()
    for name, age in {
        ".xlvp-0123abc_.tmp": 3700,
        ".xlvp-killed.tmp": 86_400,
        ".xlvp-going-on.tmp": 3500,
        ".xlvp-tomorrow.tmp": -86_400,
        ".xlvp-mine.txt": 86_400,
        "xlvp-mine.tmp": 86_400,
    }.items():
        (tmp_path / name).write_bytes(b"half")
        os.utime(tmp_path / name, (now - age, now - age))
    (tmp_path / ".xlvp-folder.tmp").mkdir()
    os.utime(tmp_path / ".xlvp-folder.tmp", (0, 0))
    write_file(tmp_path / "a.txt", b"", force=False)
    kept = [".xlvp-folder.tmp", ".xlvp-going-on.tmp", ".xlvp-mine.txt", ".xlvp-tomorrow.tmp", "a.txt", "xlvp-mine.tmp"]
    assert listing(tmp_path) == kept


# Where there are no links, as in Pyodide


@pytest.fixture(params=["no call", "not here"])
def without_links(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    if request.param == "no call":
        monkeypatch.delattr(os, "link")
    else:
        monkeypatch.setattr(os, "link", refuse)


@pytest.mark.usefixtures("without_links")
def test_a_free_name_without_links(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    write_file(path, b"one", force=False)
    with pytest.raises(FileExistsError), replacing(path, like=None, overwrite=False) as temporary:
        temporary.write(b"two")
    assert path.read_bytes() == b"one"
    assert listing(tmp_path) == ["a.txt"]


@pytest.mark.usefixtures("without_links")
def test_a_backup_without_links(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"old")
    path.chmod(0o640)
    for number in ("", "2"):
        with replacing(path, like=path, overwrite=True, backup=True) as temporary:
            temporary.write(b"new")
        backup = tmp_path / f"a.txt.bak{number}"
        assert temporary.backup == backup
        assert backup.stat().st_mode == path.stat().st_mode
    assert [file.read_bytes() for file in sorted(tmp_path.iterdir())] == [b"new", b"old", b"new"]


# The name of the backup


def test_a_backup_whose_name_another_program_takes_gets_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"old")
    link = os.link

    def race(source: Any, target: Any) -> None:
        if Path(target).name == "a.txt.bak":
            Path(target).write_bytes(b"precious")
        link(source, target)

    monkeypatch.setattr(os, "link", race)
    with naming(path), replacing(path, like=path, overwrite=True, backup=True) as temporary:
        temporary.write(b"new")
    assert temporary.backup == tmp_path / "a.txt.bak2"
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == {
        "a.txt": b"new",
        "a.txt.bak": b"precious",
        "a.txt.bak2": b"old",
    }


def test_without_a_name_for_the_backup_nothing_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def taken(*_: Any) -> None:
        raise FileExistsError(errno.EEXIST, "File exists")

    path = tmp_path / "a.txt"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "link", taken)
    with (
        pytest.raises(RefusedError, match=r"there are 999 copies of it, a\.txt\.bak and so on") as refused,
        naming(path),
        replacing(path, like=path, overwrite=True, backup=True) as temporary,
    ):
        temporary.write(b"new")
    assert "--force" not in str(refused.value)
    assert path.read_bytes() == b"old"
    assert listing(tmp_path) == ["a.txt"]
