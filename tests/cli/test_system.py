"""What the system can do to a command: no folder, no room, closed streams, Ctrl-C."""

from __future__ import annotations

import errno
import os
import re
import shlex
import subprocess
import sys
import zipfile
from typing import TYPE_CHECKING

import pytest

from tests.cli.running import run
from xlvp.cli import main
from xlvp.templates.new import new

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow


def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "xlvp", "table", "--boards", "1000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 0


def test_results_on_a_console_without_utf_8() -> None:
    for arguments in (["vp", "23", "--boards", "16"], ["table", "--boards", "8"], ["functions", "NSSCORE"], ["--help"]):
        done = run(*arguments, PYTHONIOENCODING="ascii")
        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    "arguments",
    [["addin", "build", "libreoffice", "-o", "{}/xlvp.oxt"], ["new", "{}/match.xlsx"], ["new", "{}/x/m.xlsx"]],
)
def test_a_folder_that_is_not_there_is_not_made(tmp_path: Path, arguments: list[str]) -> None:
    (tmp_path / "file").write_bytes(b"")
    for folder in (tmp_path / "none", tmp_path / "file"):
        done = run(*(argument.format(folder) for argument in arguments))
        assert (done.returncode, done.stdout) == (1, "")
        assert "there is no folder" in done.stderr
        assert done.stderr.count("\n") == 1
    assert [path.name for path in tmp_path.rglob("*")] == ["file"]


# Errors of the system


@pytest.mark.parametrize(
    ("step", "number"),
    [
        ("open", errno.EROFS if sys.platform == "win32" else errno.EACCES),  # where tempfile tries again for ever
        ("write", errno.ENOSPC),
        ("fsync", errno.EIO),
        ("replace", errno.EXDEV),
        ("link", errno.EINVAL),
    ],
)
@pytest.mark.parametrize(
    "arguments",
    [
        ["new", "match.xlsx"],
        ["new", "match.xlsx", "--force"],
        ["new", "swiss.xlsx", "--kind", "swiss", "--teams", "teams.csv"],
        ["new", "match.xlsx", "--from", "old.xlsx"],
        ["embed", "old.xlsx"],
        ["embed", "old.xlsx", "--in-place", "--remove"],
        ["check", "old.xlsx"],
        ["addin", "build", "libreoffice"],
    ],
    ids=" ".join,
)
def test_an_error_of_the_system_is_told_in_words(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    made: bytes,
    arguments: list[str],
    step: str,
    number: int,
) -> None:
    (tmp_path / "old.xlsx").write_bytes(made)
    (tmp_path / "teams.csv").write_text("Avon\nBrue\n")
    monkeypatch.chdir(tmp_path)

    def fail(*names: object, **_: object) -> None:
        raise OSError(number, os.strerror(number), *(str(name) for name in names[:1] if step != "write"))

    with monkeypatch.context() as failing:
        failing.setattr(os, step, fail)
        code = main(arguments)
    told = capsys.readouterr()
    assert code in (0, 1)
    if code == 1:
        assert told.out == ""
        assert told.err.startswith("xlvp")
        assert told.err.count("\n") == 1
        assert "Errno" not in told.err
        assert ".tmp" not in told.err
        assert (tmp_path / "old.xlsx").read_bytes() == made
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


def test_a_workbook_that_cannot_be_made_leaves_no_archive_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python would end it when it collects what is left over, or fail to."""

    def fail(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as failing:
        failing.setattr(os, "open", fail)
        with pytest.raises(OSError, match=re.escape(os.strerror(errno.ENOSPC))) as failed:
            new("match", {"boards": 1}, {})
    frames = [at.frame.f_locals for at in failed.traceback]
    archives = [each for names in frames for each in names.values() if isinstance(each, zipfile.ZipFile)]
    assert archives
    assert [each.fp for each in archives] == [None] * len(archives)


@pytest.fixture(scope="module")
def made() -> bytes:
    return new("match", {"boards": 1}, {})[0]


# Standard streams that are closed or full


@pytest.mark.skipif(sys.platform == "win32", reason="a POSIX shell")
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-", "2>/dev/full"])
def test_closed_streams(tmp_path: Path, made: bytes, closed: str) -> None:
    """Nothing is printed where it does not belong, and the exit code is what it is without."""
    (tmp_path / "a.xlsx").write_bytes(made)
    for arguments, code in {
        "check a.xlsx": 0,
        "check none.xlsx": 1,
        "imps 430": 0,
        "embed a.xlsx": 0,
        "new b.xlsx --from a.xlsx": 0,
        "new b.xlsx": 1,
        "vp": 2,
    }.items():
        command = f"{shlex.quote(sys.executable)} -m xlvp {arguments} {closed}"
        done = subprocess.run(["/bin/sh", "-c", command], cwd=tmp_path, capture_output=True, timeout=60, check=False)
        assert done.returncode == code
        assert not done.stdout or not closed.startswith((">&-", "<&-"))
        assert not done.stderr or "2>" not in closed
        assert b"Traceback" not in done.stderr
    assert (tmp_path / "a.xlsx").read_bytes() == (tmp_path / "b.xlsx").read_bytes() == made
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.xlsx", "a.xlvp.xlsx", "b.xlsx"]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device of Linux")
def test_results_that_cannot_be_written() -> None:
    for arguments in (["imps", "430"], ["functions", "IMPS"], ["table", "--boards", "1000"]):
        with open("/dev/full", "wb") as full:
            done = subprocess.run(
                [sys.executable, "-m", "xlvp", *arguments], stdout=full, stderr=subprocess.PIPE, timeout=60, check=False
            )
        assert (done.returncode, done.stderr) == (1, b"xlvp: the disk is full; make room and try again\n")


# Ctrl-C


@pytest.mark.parametrize("module", ["xlvp.cli", "argparse", "xlvp.cli.frame", "openpyxl", "xlvp.templates.command"])
def test_ctrl_c_while_importing(tmp_path: Path, module: str) -> None:
    program = (
        "import runpy, sys\n"
        "import xlvp\n"
        "class Interrupted:\n"
        "    def find_spec(self, name, path, target=None):\n"
        f"        if name == {module!r}:\n"
        "            raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupted())\n"
        "sys.argv = ['xlvp', 'new', 'match.xlsx']\n"
        "runpy.run_module('xlvp', run_name='__main__')\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")
    assert list(tmp_path.iterdir()) == []
