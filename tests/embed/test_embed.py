"""Functions put into workbooks on the disk: what changes, what never does, and what happens to the files."""

from __future__ import annotations

import io
import os
import stat
import sys
import warnings
import zipfile
from typing import TYPE_CHECKING

import openpyxl
import pytest

from tests.parts.books import BOOKS, NAMES, macro_book
from tests.parts.zips import raw_entries
from xlvp import embed as embedding
from xlvp.catalogue import FUNCTIONS
from xlvp.embed import embed, remove
from xlvp.files import RefusedError
from xlvp.formulas import formula
from xlvp.ooxml.definednames import our_names
from xlvp.ooxml.parts import Workbook

if TYPE_CHECKING:
    from pathlib import Path
    from typing import BinaryIO

PLAIN = BOOKS["xlsxwriter_plain"]()
NEWER = [name._replace(formula=f"{name.formula}+0") for name in NAMES]
on_posix = pytest.mark.skipif(sys.platform == "win32", reason="POSIX files")


def xml_of(data: bytes) -> bytes:
    return Workbook(io.BytesIO(data)).xml


@pytest.fixture
def club(tmp_path: Path) -> Path:
    path = tmp_path / "club.xlsx"
    path.write_bytes(PLAIN)
    return path


def listing(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def values(data: bytes) -> list[list[list[object]]]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # openpyxl says what it would lose in saving
        book = openpyxl.load_workbook(io.BytesIO(data))
    return [[[getattr(c.value, "text", c.value) for c in row] for row in sheet] for sheet in book.worksheets]


@pytest.mark.parametrize("name", BOOKS)
def test_every_workbook(name: str, tmp_path: Path) -> None:
    source, target = tmp_path / "club.xlsx", tmp_path / "new.xlsx"
    before = BOOKS[name]()
    source.write_bytes(before)

    report = embed(source, target, NAMES)
    after = target.read_bytes()
    part = Workbook(io.BytesIO(before)).entry.name
    was, now = raw_entries(before), raw_entries(after)
    assert list(was) == list(now)
    assert {entry.decode().replace("\\", "/") for entry in was if was[entry] != now[entry]} == {part}
    assert report.changed
    assert len(report.change.added) + len(report.change.unchanged) + len(report.clashes) == len(NAMES)
    assert (
        report.change.recalculates
        or "call" not in name
        or name
        in (
            "xml_calculation_forbidden_called",
            "xml_another_meaning_called",
        )
    )

    again = embed(target, None, NAMES)
    assert not again.changed
    assert again.backup is None
    assert target.read_bytes() == after

    assert embed(target, None, NEWER, backup=False).change.replaced
    remove(target, None, backup=False)
    assert xml_of(target.read_bytes()) == xml_of(before)
    assert source.read_bytes() == before
    assert listing(tmp_path) == ["club.xlsx", "new.xlsx"]


# openpyxl opens neither, with our names or without.
NOT_FOR_OPENPYXL = ("xml_strict", "zip_backslashes")


@pytest.mark.parametrize("name", [name for name in BOOKS if name not in NOT_FOR_OPENPYXL])
def test_openpyxl_reads_the_same_cells(name: str, tmp_path: Path) -> None:
    source, target = tmp_path / "club.xlsx", tmp_path / "new.xlsx"
    before = BOOKS[name]()
    source.write_bytes(before)
    report = embed(source, target, NAMES)
    after = target.read_bytes()
    assert values(after) == values(before)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        defined = openpyxl.load_workbook(io.BytesIO(after)).defined_names
    for wanted in NAMES:
        if wanted.name in report.change.added:
            assert defined[wanted.name].attr_text == wanted.formula
            assert defined[wanted.name].comment == wanted.marked_comment


# What stands in the way


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (BOOKS["xlsxwriter_table_called_imps"](), "a table has that name"),
        (BOOKS["openpyxl_names"](), "the workbook already uses that name for something else"),
        (macro_book("Function Imps(x)\nEnd Function"), "a macro of the workbook has that name"),
    ],
    ids=["table", "name", "macro"],  # not the files themselves, which hold the time and so differ between processes
)
def test_a_clash_is_reported_and_the_others_are_written(club: Path, data: bytes, reason: str) -> None:
    club.write_bytes(data)
    report = embed(club, None, NAMES)
    assert [(clash.name, clash.reason) for clash in report.clashes] == [("IMPS", reason)]
    assert report.change.added == ("WBFVP", "DEALER")
    assert our_names(xml_of(club.read_bytes())) == ["DEALER", "WBFVP"]


def test_macros_in_several_projects_are_not_looked_at(club: Path) -> None:
    """Excel writes one project, and each may take its time."""
    club.write_bytes(macro_book("Function Imps(x)\nEnd Function"))
    with zipfile.ZipFile(club, "a") as book:
        book.writestr("xl/second.bin", b"")
    report = embed(club, None, NAMES)
    assert report.warnings == ("its macros cannot be read, so one of the same name would not be noticed",)


def test_macros_that_cannot_be_read_are_reported(club: Path) -> None:
    club.write_bytes(macro_book("", lambda _: io.BytesIO(b"no VBA project")))
    report = embed(club, None, NAMES)
    assert report.warnings == ("its macros cannot be read, so one of the same name would not be noticed",)
    assert len(report.change.added) == 3


def test_a_private_macro_is_no_clash(club: Path) -> None:
    club.write_bytes(macro_book("Private Function IMPS(x)\nEnd Function"))
    assert embed(club, None, NAMES).clashes == ()


def test_cells_that_lose_a_function_are_reported(club: Path) -> None:
    club.write_bytes(BOOKS["xml_no_calculation_called"]())
    embed(club, None, NAMES)
    assert remove(club, None, ["WBFVP"]).warnings == ()
    assert "#NAME?" in remove(club, None).warnings[0]


# Files


def test_a_new_file_is_written_and_the_old_one_stays(club: Path, tmp_path: Path) -> None:
    report = embed(club, tmp_path / "new.xlsx", NAMES)
    assert report.target == tmp_path / "new.xlsx"
    assert club.read_bytes() == PLAIN
    assert listing(tmp_path) == ["club.xlsx", "new.xlsx"]


def test_in_place_keeps_a_backup(club: Path, tmp_path: Path) -> None:
    report = embed(club, None, NAMES)
    assert report.backup == tmp_path / "club.xlsx.bak"
    assert report.backup.read_bytes() == PLAIN
    once = club.read_bytes()
    embed(club, None, NEWER)
    remove(club, None)
    assert (tmp_path / "club.xlsx.bak").read_bytes() == PLAIN
    assert (tmp_path / "club.xlsx.bak2").read_bytes() == once
    assert listing(tmp_path) == ["club.xlsx", "club.xlsx.bak", "club.xlsx.bak2", "club.xlsx.bak3"]


def test_in_place_without_a_backup(club: Path, tmp_path: Path) -> None:
    assert embed(club, None, NAMES, backup=False).backup is None
    assert listing(tmp_path) == ["club.xlsx"]


def test_a_file_system_without_links(club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(*_: object) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(os, "link", no_links)
    embed(club, tmp_path / "new.xlsx", NAMES)
    with pytest.raises(RefusedError, match="exists"):
        embed(club, tmp_path / "new.xlsx", NAMES)
    embed(club, None, NAMES)
    assert (tmp_path / "club.xlsx.bak").read_bytes() == PLAIN
    assert listing(tmp_path) == ["club.xlsx", "club.xlsx.bak", "new.xlsx"]


def test_nothing_is_overwritten_unless_forced(club: Path, tmp_path: Path) -> None:
    target = tmp_path / "new.xlsx"
    target.write_bytes(b"precious")
    with pytest.raises(RefusedError, match=r"new\.xlsx exists; choose another name, or replace it with --force"):
        embed(club, target, NAMES)
    assert target.read_bytes() == b"precious"
    embed(club, target, NAMES, force=True)
    assert xml_of(target.read_bytes()) != xml_of(PLAIN)
    assert listing(tmp_path) == ["club.xlsx", "new.xlsx"]


def test_a_target_that_appears_meanwhile_is_not_overwritten(
    club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "new.xlsx"
    monkeypatch.setattr(embedding, "_check_result", lambda *_: target.write_bytes(b"precious"))
    with pytest.raises(RefusedError, match="this file exists"):
        embed(club, target, NAMES)
    assert target.read_bytes() == b"precious"
    assert listing(tmp_path) == ["club.xlsx", "new.xlsx"]


def test_a_workbook_that_changes_meanwhile_is_left_alone(
    club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedding, "_check_result", lambda *_: club.write_bytes(PLAIN + b"more"))
    with pytest.raises(RefusedError, match="changed by another program meanwhile; try again"):
        embed(club, None, NAMES)
    assert club.read_bytes() == PLAIN + b"more"
    assert listing(tmp_path) == ["club.xlsx"]


def test_a_workbook_that_changes_while_the_disk_is_waited_for_is_left_alone(
    club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", lambda _: club.write_bytes(PLAIN + b"more"))
    for target in (None, tmp_path / "new.xlsx"):
        with pytest.raises(RefusedError, match="changed by another program meanwhile; try again"):
            embed(club, target, NAMES)
        assert club.read_bytes() == PLAIN + b"more"
        assert listing(tmp_path) == ["club.xlsx"]
        club.write_bytes(PLAIN)


def test_a_workbook_that_is_exchanged_while_it_is_read_is_left_alone(
    club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is to be written was planned for the old one."""

    class Slow(Workbook):
        def __init__(self, file: BinaryIO) -> None:
            super().__init__(file)
            if not other.exists():
                return
            other.replace(club)

    other = tmp_path / "other.xlsx"
    other.write_bytes(BOOKS["xlsxwriter_charts"]())
    monkeypatch.setattr(embedding, "Workbook", Slow)
    with pytest.raises(RefusedError, match=r"did not read back|changed by another program meanwhile"):
        embed(club, None, NAMES)
    assert club.read_bytes() == BOOKS["xlsxwriter_charts"]()
    assert listing(tmp_path) == ["club.xlsx"]


def test_a_lost_race_for_the_name_of_the_backup(club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    link = os.link

    def race(source: Path, target: Path) -> None:
        if target.name == "club.xlsx.bak":
            target.write_bytes(b"precious")
        link(source, target)

    monkeypatch.setattr(os, "link", race)
    assert embed(club, None, NAMES).backup == tmp_path / "club.xlsx.bak2"
    assert (tmp_path / "club.xlsx.bak").read_bytes() == b"precious"
    assert (tmp_path / "club.xlsx.bak2").read_bytes() == PLAIN


def test_a_result_that_does_not_read_back_is_thrown_away(
    club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Workbook, "write_with", lambda self, xml, write: write(PLAIN))
    with pytest.raises(RefusedError, match="did not read back as written"):
        embed(club, None, NAMES)
    assert club.read_bytes() == PLAIN
    assert listing(tmp_path) == ["club.xlsx"]


@pytest.mark.parametrize("lock", ["~$club.xlsx", ".~lock.club.xlsx#"])
def test_an_open_workbook_is_refused(club: Path, tmp_path: Path, lock: str) -> None:
    (tmp_path / lock).write_bytes(b"")
    for target in (None, tmp_path / "new.xlsx"):
        with pytest.raises(RefusedError, match=r"club\.xlsx is open in another program; close it there"):
            embed(club, target, NAMES)
    (tmp_path / "other.xlsx").write_bytes(PLAIN)
    with pytest.raises(RefusedError, match=r"club\.xlsx is open in another program"):
        embed(tmp_path / "other.xlsx", club, NAMES, force=True)
    assert club.read_bytes() == PLAIN


def test_another_suffix_is_refused(club: Path, tmp_path: Path) -> None:
    with pytest.raises(RefusedError, match=r"new\.xlsm must end with \.xlsx, or Excel will not open it"):
        embed(club, tmp_path / "new.xlsm", NAMES)


def test_the_workbook_itself_is_no_target(club: Path) -> None:
    with pytest.raises(RefusedError, match="say --in-place"):
        embed(club, club, NAMES, force=True)


def test_folders_and_missing_files_are_refused(club: Path, tmp_path: Path) -> None:
    (tmp_path / "folder.xlsx").mkdir()
    for source, target, reason in (
        (tmp_path / "none.xlsx", None, "there is no such file or folder"),
        (tmp_path, None, "a folder or a device; name an ordinary file"),
        (club, tmp_path / "none" / "new.xlsx", "there is no such file or folder"),
        (club, tmp_path / "folder.xlsx", "is a folder or a device"),
    ):
        with pytest.raises(RefusedError, match=reason):
            embed(source, target, NAMES, force=True)


@on_posix
def test_permissions_are_kept(club: Path, tmp_path: Path) -> None:
    club.chmod(0o640)
    embed(club, None, NAMES)
    embed(club, tmp_path / "new.xlsx", NAMES)
    for path in (club, tmp_path / "new.xlsx", tmp_path / "club.xlsx.bak"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
    (tmp_path / "new.xlsx").chmod(0o600)
    embed(club, tmp_path / "new.xlsx", NAMES, force=True)
    assert stat.S_IMODE((tmp_path / "new.xlsx").stat().st_mode) == 0o600


@on_posix
def test_the_owner_is_kept(club: Path) -> None:
    try:
        os.chown(club, 1234, 2345)
    except PermissionError:
        pytest.skip("only root may give files away")
    embed(club, None, NAMES)
    assert (club.stat().st_uid, club.stat().st_gid) == (1234, 2345)


@on_posix
def test_extended_attributes_are_kept(club: Path) -> None:
    try:
        os.setxattr(club, "user.club", b"bridge")
    except OSError:
        pytest.skip("this file system has no extended attributes")
    embed(club, None, NAMES)
    assert os.getxattr(club, "user.club") == b"bridge"


@on_posix
def test_links_are_followed(club: Path, tmp_path: Path) -> None:
    (tmp_path / "links").mkdir()
    link = tmp_path / "links" / "link.xlsx"
    link.symlink_to(club)
    report = embed(link, None, NAMES)
    assert link.is_symlink()
    assert report.target == club
    assert our_names(xml_of(club.read_bytes()))
    assert listing(tmp_path) == ["club.xlsx", "club.xlsx.bak", "links"]
    assert listing(tmp_path / "links") == ["link.xlsx"]

    dangling = tmp_path / "links" / "new.xlsx"
    dangling.symlink_to(tmp_path / "elsewhere.xlsx")
    embed(club, dangling, NAMES)
    assert dangling.is_symlink()
    assert our_names(xml_of((tmp_path / "elsewhere.xlsx").read_bytes()))


def test_a_sharing_violation_is_told_in_plain_words(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        error = PermissionError(13, "The process cannot access the file because it is being used by another process")
        error.winerror = 32  # type: ignore[attr-defined]
        raise error

    monkeypatch.setattr(os, "replace", refused)
    with pytest.raises(RefusedError, match="another program has the file open; close it there"):
        embed(club, None, NAMES)
    assert club.read_bytes() == PLAIN
    assert listing(club.parent) == ["club.xlsx"]


# The functions


def test_the_functions_are_those_of_the_catalogue() -> None:
    every = embedding.names()
    assert [(name.name, name.formula) for name in every] == [(f.name, formula(f).stored) for f in FUNCTIONS]
    assert [name.name for name in embedding.names(["dealer", "IMPS", "IMPS"])] == ["DEALER", "IMPS"]
    with pytest.raises(ValueError, match="there is no function 'VP20'; 'xlvp functions' lists them all"):
        embedding.names(["VP20"])
