"""Whatever file is given, a command ends within 20 s and 500 MB, with a result or a refusal in words.

Each command runs in a process of its own, whose time and memory the system counts. The time is the processor's, so
that a busy machine is not taken for a slow command. The files are made here, in seconds: little that unpacks to much.
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.bounds.hostile import BOOKS, CELLS, CUSTOM, ENDS, ONE_PART, SHEET, STYLES, TEXTS, write

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(os, "wait4"), reason="counted by the system on POSIX alone"),
]

SECONDS, MEGABYTES = 20, 500
ENDED_AFTER = 300
"""Seconds on the clock after which a command is ended by force, on however busy a machine."""

COMMANDS = {
    "embed": ("embed", "old.xlsx", "-o", "out.xlsx"),
    "check": ("check", "old.xlsx"),
    "new --from": ("new", "out.xlsx", "--from", "old.xlsx"),
}
NEVER_PARSED = {"embed": {SHEET, STYLES, TEXTS, CUSTOM}, "check": {STYLES, CUSTOM}, "new --from": set[str]()}
"""The parts whose XML a command has no use for: they are gone through as bytes, if at all."""


class Spent(NamedTuple):
    """How a process has ended, what it said, and what it took."""

    code: int
    out: str
    err: str
    seconds: float
    megabytes: float


COUNT = """
import os, sys
_, status, used = os.wait4(os.posix_spawn(sys.executable, [sys.executable, *sys.argv[1:]], os.environ), 0)
with open("used", "w") as file:
    print(os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, used.ru_maxrss, file=file)
"""
"""A small process that starts the command and counts: to a process the system counts also the memory of the one that
started it, and the tests have much."""


def spent(folder: Path, command: Sequence[str]) -> Spent:
    """Run a Python process and return what it took."""
    with (folder / "out").open("w+b") as out, (folder / "err").open("w+b") as err:
        counting = [sys.executable, "-I", "-S", "-c", COUNT, *command]
        process = subprocess.Popen(counting, cwd=folder, stdout=out, stderr=err, process_group=0)
        try:
            assert process.wait(ENDED_AFTER) == 0
        finally:
            if process.returncode is None:
                os.killpg(process.pid, 9)
                process.wait()
    told, complained, used = ((folder / name).read_text("utf-8") for name in ("out", "err", "used"))
    (folder / "used").unlink()
    code, seconds, memory = used.split()
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return Spent(int(code), told, complained, float(seconds), int(memory) / unit)


def within(folder: Path, command: str) -> Spent:
    """Run a command of xlvp on old.xlsx and see to it that it ends in order and within its bounds."""
    used = spent(folder, ["-m", "xlvp", *COMMANDS[command]])
    assert used.code in (0, 1), used
    assert used.err.count("\n") <= 50
    assert all(line.startswith("xlvp") and line.isprintable() for line in used.err.splitlines())
    if used.code:
        assert "old.xlsx: " in used.err
        assert not (folder / "out.xlsx").exists()
    assert used.seconds < SECONDS, used
    assert used.megabytes < MEGABYTES, used
    assert not list(folder.glob(".xlvp-*"))
    return used


OWN_READER = {
    "check": CELLS,
    "embed": (),
    "new --from": ("40 million empty cells", "3 million numbers", "3 million texts"),
}
"""What a command reads in its own way among the cells: `check` takes all of them, `new --from` those under names."""


def is_worth_it(what: str, command: str) -> bool:
    """Say whether a command meets anything in a workbook that the others don't meet in the same way."""
    if what in CELLS:
        return what in OWN_READER[command] or (command, what) == ("embed", "3 million numbers")
    if what in ONE_PART:
        return command == ("check" if SHEET in BOOKS[what] else "embed")
    return not NEVER_PARSED[command].issuperset(BOOKS[what])


CASES = [(what, command) for what in BOOKS for command in COMMANDS if is_worth_it(what, command)]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The workbook that was made last: all commands have it in turn, and none stays on the disk."""
    return {"": tmp_path_factory.mktemp("bounds") / "old.xlsx"}


@pytest.mark.parametrize(("what", "command"), CASES)
def test_a_workbook_with_too_much(tmp_path: Path, made: dict[str, Path], what: str, command: str) -> None:
    if what not in made:
        path = made.popitem()[1]
        write(path, BOOKS[what])
        made[what] = path
    (tmp_path / "old.xlsx").symlink_to(made[what])
    within(tmp_path, command)


@pytest.mark.parametrize("command", COMMANDS)
def test_parts_that_a_command_does_not_parse_may_have_anything(tmp_path: Path, command: str) -> None:
    changes = {part: BOOKS[f"an attribute of 40 MB in {part}"][part] for part in ENDS if part in NEVER_PARSED[command]}
    write(tmp_path / "old.xlsx", changes)
    assert within(tmp_path, command).code == 0


def test_what_is_counted(tmp_path: Path) -> None:
    """The same count, of a process that takes too much, and of one that is started while much is held here."""
    held = b"x" * (MEGABYTES << 20)
    assert spent(tmp_path, ["-c", "pass"]).megabytes < MEGABYTES / 2
    del held
    used = spent(tmp_path, ["-c", f"data = b'x' * ({MEGABYTES} << 20); sum(range(10**7))"])
    assert used.code == 0
    assert used.megabytes > MEGABYTES
    assert used.seconds > 0.1


def test_names_from_a_device_and_from_a_huge_file(tmp_path: Path) -> None:
    with (tmp_path / "teams.csv").open("wb") as file:
        file.truncate(3 << 30)
    os.mkfifo(tmp_path / "pipe")
    for teams in ("/dev/zero", "/dev/random", "pipe", "teams.csv"):
        used = spent(tmp_path, ["-m", "xlvp", "new", "out.xlsx", "--kind", "swiss", "--teams", teams])
        assert (used.code, used.out) == (1, "")
        assert used.err.startswith(f"xlvp: {teams}: this is ")
        assert used.err.count("\n") == 1
        assert used.seconds < SECONDS
        assert used.megabytes < MEGABYTES
    assert not (tmp_path / "out.xlsx").exists()


@pytest.mark.parametrize("command", COMMANDS)
def test_workbooks_that_are_no_files(tmp_path: Path, command: str) -> None:
    old = tmp_path / "old.xlsx"
    os.mkfifo(old)
    assert within(tmp_path, command).err.endswith("name an ordinary file\n")
    for target in ("/dev/zero", "/dev/random", "/"):
        old.unlink()
        old.symlink_to(target)
        assert within(tmp_path, command).err.endswith("name an ordinary file\n")
    old.unlink()
    with old.open("wb") as file:
        file.truncate(5 << 30)
    assert within(tmp_path, command).code == 1
