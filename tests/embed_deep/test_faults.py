"""Whatever goes wrong at whatever moment, the club's workbook is whole: the old one or the new one."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.parts.books import BOOKS, NAMES
from xlvp.embed import embed
from xlvp.files import RefusedError
from xlvp.ooxml.definednames import our_names
from xlvp.ooxml.parts import Workbook

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.slow

resource = pytest.importorskip("resource", reason="POSIX processes and files")

PLAIN = BOOKS["xlsxwriter_charts"]()
CALLS = ("open", "write", "fsync", "close", "chown", "chmod", "setxattr", "link", "unlink", "replace")
"""Every call of the operating system that changes something, or that makes a change last."""

KILLED = """
import os, signal, sys
from xlvp.embed import embed
from tests.parts.books import NAMES

book, target, moment, half = sys.argv[1], sys.argv[2] or None, int(sys.argv[3]), sys.argv[4] == "half"
count = 0

def watched(name, call):
    def wrapper(*args, **kwargs):
        global count
        count += 1
        if count == moment:
            if half and name == "write":
                call(args[0], args[1][: len(args[1]) // 2])
            elif half:
                call(*args, **kwargs)
            os.kill(os.getpid(), signal.SIGKILL)
        return call(*args, **kwargs)
    return wrapper

for name in CALLS:
    setattr(os, name, watched(name, getattr(os, name)))
embed(book, target, NAMES, force=True)
""".replace("CALLS", repr(CALLS))


def whole(path: Path) -> bool:
    """Say whether a workbook is the old one, or the new one in full."""
    data = path.read_bytes()
    if data == PLAIN:
        return True
    return len(our_names(Workbook(io.BytesIO(data)).xml)) == len(NAMES)


def listing(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("half", ["", "half"], ids=["before", "halfway"])
@pytest.mark.parametrize("target", ["", "new.xlsx"], ids=["in place", "new file"])
def test_killed_at_any_moment(tmp_path: Path, target: str, half: str) -> None:
    moments = 0
    while True:
        moments += 1
        folder = tmp_path / str(moments)
        folder.mkdir()
        club = folder / "club.xlsx"
        club.write_bytes(PLAIN)
        arguments = [str(club), target and str(folder / target), str(moments), half]
        done = subprocess.run([sys.executable, "-c", KILLED, *arguments], check=False, timeout=60)
        assert whole(club)
        for other in listing(folder):
            assert other == "club.xlsx" or other.startswith(".xlvp-") or whole(folder / other)
        if done.returncode == 0:
            break
        assert done.returncode == -signal.SIGKILL
        if target:
            assert club.read_bytes() == PLAIN
    assert moments > 10
    assert not [name for name in listing(folder) if name.startswith(".")]


ENDED = """
import os, signal, sys
from pathlib import Path
from xlvp import embed
from xlvp.cli import main
from tests.parts.books import NAMES

root, ending = Path(sys.argv[1]), getattr(signal, sys.argv[2])
embed.names = lambda only: NAMES
moment = count = 0

def watched(call):
    def wrapper(*args, **kwargs):
        global count
        count += 1
        if count == moment:
            os.kill(os.getpid(), ending)
        return call(*args, **kwargs)
    return wrapper

for name in CALLS:
    setattr(os, name, watched(getattr(os, name)))
for folder in sorted(root.iterdir()):
    moment, count = int(folder.name), 0
    try:
        code = main(["embed", str(folder / "club.xlsx"), *sys.argv[3:]])
    except SystemExit as ended:
        code = ended.code
    (root / folder.name / "code").write_text(str(code))
""".replace("CALLS", repr(CALLS))


@pytest.mark.parametrize("ending", ["SIGTERM", "SIGHUP", "SIGINT"])
@pytest.mark.parametrize("target", [[], ["--in-place"]], ids=["new file", "in place"])
def test_asked_to_end_at_any_moment(tmp_path: Path, target: list[str], ending: str) -> None:
    """No half-written file stays, nothing is said, and the exit code is that of shells: 128 and the signal."""
    folders = [tmp_path / f"{moment:02}" for moment in range(1, 41)]
    for folder in folders:
        folder.mkdir()
        (folder / "club.xlsx").write_bytes(PLAIN)
    command = [sys.executable, "-c", ENDED, str(tmp_path), ending, *target]
    done = subprocess.run(command, capture_output=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    codes = [int((folder / "code").read_text()) for folder in folders]
    moments = codes.index(0)
    assert moments > 10
    assert codes == [128 + getattr(signal, ending)] * moments + [0] * (len(codes) - moments)
    for folder in folders:
        names = [name for name in listing(folder) if name != "code"]
        assert set(names) <= {"club.xlsx", "club.xlvp.xlsx", "club.xlsx.bak"}
        assert all(whole(folder / name) for name in names)


@pytest.fixture
def club(tmp_path: Path) -> Path:
    path = tmp_path / "club.xlsx"
    path.write_bytes(PLAIN)
    return path


class Fault:
    """Lets the n-th call of the operating system fail."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, moment: int, error: BaseException) -> None:
        self.moment, self.error, self.count, self.name = moment, error, 0, ""
        for name in CALLS:
            if hasattr(os, name):
                monkeypatch.setattr(os, name, self._failing(name, getattr(os, name)))

    def _failing(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def wrapper(*args: object, **kwargs: object) -> object:
            self.count += 1
            if self.count == self.moment:
                self.name = name
                if name == "close":
                    call(*args, **kwargs)
                raise self.error
            return call(*args, **kwargs)

        return wrapper


@pytest.mark.parametrize(
    "error",
    [OSError(errno.ENOSPC, "No space left on device"), OSError(errno.EIO, "Input/output error"), KeyboardInterrupt()],
    ids=["disk full", "disk broken", "Ctrl+C"],
)
@pytest.mark.parametrize("target", [None, "new.xlsx"], ids=["in place", "new file"])
def test_a_failure_at_any_moment_leaves_no_trace(tmp_path: Path, target: str | None, error: BaseException) -> None:
    for moment in range(1, 100):
        folder = tmp_path / str(moment)
        folder.mkdir()
        club = folder / "club.xlsx"
        club.write_bytes(PLAIN)
        with pytest.MonkeyPatch.context() as monkeypatch:
            fault = Fault(monkeypatch, moment, error)
            try:
                embed(club, target and folder / target, NAMES)
                refusal = ""
            except (RefusedError, KeyboardInterrupt) as raised:
                refusal = str(raised) or "Ctrl+C"
        assert "\n" not in refusal
        assert (refusal == "Ctrl+C") <= isinstance(error, KeyboardInterrupt)
        new = folder / (target or "club.xlsx")
        done = new.exists() and new.read_bytes() != PLAIN
        if done:  # the fault came too late to matter
            assert not refusal or fault.name in ("unlink", "open", "fsync", "close")
            assert whole(new)
            assert (folder / ("club.xlsx" if target else "club.xlsx.bak")).read_bytes() == PLAIN
        else:
            assert refusal
            assert club.read_bytes() == PLAIN
            assert len(listing(folder)) == 1
        assert fault.name == "unlink" or not [name for name in listing(folder) if name.startswith(".")]
        if not fault.name:
            return
    raise AssertionError("there is no end to it")


def limited(program: str, *arguments: str, size: int) -> subprocess.CompletedProcess[str]:
    """Run a program that may not write files larger than `size`."""

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        preexec_fn=limit,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )


EMBED = """
import sys
from xlvp.embed import embed
from tests.parts.books import NAMES
try:
    embed(sys.argv[1], None, NAMES)
except ValueError as refusal:
    sys.exit(str(refusal))
"""


@pytest.mark.parametrize("size", [0, 1, 3000, len(PLAIN) - 1])
def test_a_limit_on_the_size_of_files(club: Path, size: int) -> None:
    done = limited(EMBED, str(club), size=size)
    assert done.returncode == 1
    assert "the file would be larger than the system allows" in done.stderr
    assert done.stderr.count("\n") == 1
    assert club.read_bytes() == PLAIN
    assert listing(club.parent) == ["club.xlsx"]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = shutil.which("mount")
    options = ["-t", "tmpfs", "-o", "size=512k,nr_inodes=100", "none", str(disk)]
    if mount is None or subprocess.run([mount, *options], capture_output=True, check=False).returncode:
        pytest.skip("this user may not mount a disk")
    yield disk
    subprocess.run([shutil.which("umount") or "umount", str(disk)], check=True)


def test_a_full_disk(small_disk: Path) -> None:
    club = small_disk / "club.xlsx"
    club.write_bytes(PLAIN)
    with (small_disk / "filler").open("wb", buffering=0) as filler, contextlib.suppress(OSError):
        while True:
            filler.write(bytes(1024))
    with pytest.raises(RefusedError, match="the disk is full; make room and try again"):
        embed(club, None, NAMES)
    assert club.read_bytes() == PLAIN
    assert listing(small_disk) == ["club.xlsx", "filler"]


@pytest.fixture
def guest() -> Iterator[None]:
    """Go on as a user who is not root."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    yield
    if root:
        os.seteuid(0)


def test_a_read_only_folder(guest: None) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        club = folder / "club.xlsx"
        club.write_bytes(PLAIN)
        folder.chmod(0o500)
        with pytest.raises(
            RefusedError, match="permission denied; check who may read the file and write in its folder"
        ):
            embed(club, None, NAMES)
        folder.chmod(0o700)
        assert club.read_bytes() == PLAIN
        assert listing(folder) == ["club.xlsx"]


def test_a_read_only_file(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    club.chmod(0o400)
    if os.geteuid() == 0:  # to whom nothing is read-only
        monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(RefusedError, match="the file is read-only; allow writing, or write to another with -o"):
        embed(club, None, NAMES)
    assert listing(club.parent) == ["club.xlsx"]
