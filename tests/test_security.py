"""What SECURITY.md promises: its figures are those of the code, and what each command does is what Python reports.

Python tells an audit hook of every file that it opens or changes, every connection, every program that it starts and
every library that it loads (PEP 578), whoever asks for it. Each command that reads files runs under such a hook, on
files that ask for all of these.
"""

from __future__ import annotations

import json
import mimetypes
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.bounds import test_bounds
from tests.parts.books import BOOKS
from tests.results import test_bws
from tests.templates import test_draw
from xlvp import csvfiles
from xlvp.cli import main
from xlvp.ooxml import archive, parts
from xlvp.page import forms
from xlvp.results import bws, source
from xlvp.templates.new import new

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).parent.parent
SECURITY = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
ONE_LINE = " ".join(SECURITY.split())

SECRET, MARK = "secret.txt", "xlvp_enemy"
"""A file that no command is given, and a word that stands in every hostile text."""


def test_the_bounds_are_those_that_are_counted() -> None:
    bounds = f"within {test_bounds.SECONDS} seconds of processor time and {test_bounds.MEGABYTES} MB of memory"
    assert bounds in ONE_LINE
    for command in ("embed", "check"):
        assert command in test_bounds.COMMANDS
        assert f"`xlvp {command}`" in SECURITY
    assert "new --from" in test_bounds.COMMANDS
    assert "`xlvp new` with `--from`, `--results` or `--teams` end within" in ONE_LINE


def test_the_limits_are_those_of_the_code() -> None:
    table = SECURITY.partition("|---|---|\n")[2].partition("\n\n")[0]
    limits = dict(re.findall(r"^\| (.+?) \| (.+) \|$", table, re.MULTILINE))
    unpacked = archive._LARGEST_CONTENT >> 30
    assert limits == {
        "what is no ordinary file: devices, pipes, folders": "none is read",
        "a workbook": f"{parts._LARGEST_FILE >> 30} GB, and {unpacked} GB of what is packed in it",
        "the part of a workbook that lists its sheets and names": f"{parts._LARGEST_WORKBOOK_PART >> 20} MB",
        "a file with results": f"{_megabytes(source.LARGEST)}, a Bridgemate database {_megabytes(bws._LARGEST)}",
        "a list of teams, or a scale of one's own, in CSV": _megabytes(csvfiles._LARGEST),
        "a file in `xlvp.html`": _megabytes(forms.LARGEST_FILE),
    }


def _megabytes(count: int) -> str:
    assert count % 1_000_000 == 0
    return f"{count // 1_000_000} MB"


def test_the_tests_that_are_named_exist() -> None:
    kept = SECURITY.partition("## How it is kept\n")[2]
    named = re.findall(r"\btests/[\w./]*\w", kept)
    assert len(named) >= 6
    assert [name for name in named if not (ROOT / name).exists()] == []


# What Python reports

LISTENER = """
import json, os, sys
told, log = [], os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT)
WATCHED = (
    "socket.", "subprocess.", "os.system", "os.exec", "os.spawn", "os.posix_spawn", "os.fork", "os.startfile", "pty.",
    "ctypes.", "urllib.", "http.", "ftplib.", "smtplib.", "webbrowser.", "winreg.", "pickle.", "code.",
    "os.remove", "os.rename", "os.link", "os.symlink", "os.mkdir", "os.rmdir", "os.chmod", "os.truncate", "shutil.",
)
def hear(event, given):
    if event == "open":
        path, mode, flags = given
        writes = any(letter in mode for letter in "wax+") if mode else bool(flags & (os.O_WRONLY | os.O_RDWR))
        if not isinstance(path, int):
            told.append(["write" if writes else "read", os.path.abspath(os.fsdecode(path))])
    elif event == "compile":
        text = given[0].decode("utf-8", "replace") if isinstance(given[0], bytes) else str(given[0])
        if "MARK" in text:
            told.append(["compile", text])
    elif event == "import":
        if "MARK" in given[0]:
            told.append(["import", given[0]])
    elif event.startswith(WATCHED) and given != (None,):  # a library without a name is Python itself
        told.append([event, *(os.path.abspath(each) for each in given if isinstance(each, str))])
sys.addaudithook(hear)
try:
    PROGRAM
finally:
    os.write(log, json.dumps(told).encode())
""".replace("MARK", MARK)

XLVP = "import xlvp.cli; sys.exit(xlvp.cli.main(sys.argv[2:]))"
ITS_OWN = (Path(sys.prefix), Path(sys.base_prefix), ROOT)
"""Where Python and xlvp have what they consist of."""


class Heard(NamedTuple):
    """What a process has done, and how it ended."""

    code: int
    err: str
    events: list[list[str]]

    def files(self, *events: str) -> set[Path]:
        """Return the files of these events, but for those of which Python and xlvp consist."""
        files = {Path(file) for event, *named in self.events if event in events for file in named}
        return {file for file in files if not file.is_relative_to("/proc") and not _is_its_own(file)}

    def others(self) -> list[list[str]]:
        """Return the events that are no matter of files."""
        of_files = ("read", "write", "os.remove", "os.rename", "os.link", "os.chmod")
        return [event for event in self.events if event[0] not in of_files]


def _is_its_own(file: Path) -> bool:
    return any(file.is_relative_to(folder) for folder in ITS_OWN)


def heard(folder: Path, program: str, *arguments: str) -> Heard:
    """Run a program in a folder, with temporary files in another, and return what Python has reported."""
    log, temporary = folder.with_name("log"), folder.with_name("temporary")
    log.unlink(missing_ok=True)
    temporary.mkdir(exist_ok=True)
    listen = LISTENER.replace("PROGRAM", f"sys.path.insert(0, {str(ROOT)!r}); {program}")
    listen = f"import tempfile; tempfile.tempdir = {str(temporary)!r}\n{listen}"
    done = subprocess.run(
        [sys.executable, "-B", "-I", "-c", listen, log, *arguments],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    return Heard(done.returncode, done.stderr, json.loads(log.read_text()))


@pytest.mark.parametrize(
    ("program", "event"),
    [
        ("import socket; socket.socket().connect_ex(('127.0.0.1', 9))", "socket.connect"),
        ("import urllib.request; urllib.request.urlopen('file:///dev/null')", "urllib.Request"),
        ("import subprocess; subprocess.run([sys.executable, '-c', ''])", "subprocess.Popen"),
        ("os.system('exit')", "os.system"),
        ("import ctypes, _ctypes; ctypes.CDLL(_ctypes.__file__)", "ctypes.dlopen"),
        (f"open({SECRET!r}).read()", "read"),
        (f"os.close(os.open({SECRET!r}, os.O_RDWR))", "write"),
        (f"os.remove({SECRET!r})", "os.remove"),
        (f"eval('1 if 1 else {MARK}')", "compile"),
        (f"exec('''try: import {MARK}\nexcept ImportError: pass''')", "import"),
    ],
)
def test_everything_would_be_heard(tmp_path: Path, program: str, event: str) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    (folder / SECRET).write_text("x")
    listened = heard(folder, program)
    assert listened.code == 0, listened.err
    assert event in {told[0] for told in listened.events}
    if event in ("read", "write", "os.remove"):
        assert folder / SECRET in listened.files(event)
    else:
        assert event in {told[0] for told in listened.others()}


def hostile(data: bytes, folder: Path) -> bytes:
    """Return a workbook with links to other files and to the network, and with names that call out."""
    relations = "xl/_rels/workbook.xml.rels"
    link = '<Relationship Id="{}" Type="{}/externalLinkPath" Target="{}" TargetMode="External"/>'
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    targets = ["http://127.0.0.1:9/x", (folder / SECRET).as_uri(), f"{SECRET}", "../../../../etc/passwd"]
    links = "".join(link.format(f"enemy{number}", kind, target) for number, target in enumerate(targets))
    call = f'WEBSERVICE("http://127.0.0.1:9/{MARK}")&amp;cmd|"/c {MARK}"!A1'
    name = f'<definedName name="{MARK}">{call}</definedName>'
    changes = {
        relations: ("</Relationships>", f"{links}</Relationships>"),
        "xl/workbook.xml": ("</definedNames>", f"{name}</definedNames>"),
    }
    path = folder.with_name("made.xlsx")
    path.write_bytes(data)
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(folder / "book.xlsx", "w", zipfile.ZIP_DEFLATED) as book:
        for part in old.namelist():
            content = old.read(part)
            if part in changes:
                before, after = changes[part]
                assert before in content.decode()
                content = content.replace(before.encode(), after.encode())
            book.writestr(part, content)
    return (folder / "book.xlsx").read_bytes()


FORMULA = f"=cmd|'/c {MARK}'!A1"
PBN = f'[Event "{FORMULA}"]\n[Board "1"]\n[Room "Open"]\n[HomeTeam "@{MARK}"]\n[Declarer "N"]\n[Contract "4S"]\n' + (
    '[Result "10"]\n'
)
USEBIO = f"""<?xml version="1.0"?><!DOCTYPE USEBIO SYSTEM "{SECRET}"><USEBIO><EVENT EVENT_TYPE="SWISS_TEAMS">
<EVENT_DESCRIPTION>{FORMULA}</EVENT_DESCRIPTION><MATCH><TEAM>1</TEAM><OPPOSING_TEAM>2</OPPOSING_TEAM></MATCH></EVENT>
</USEBIO>"""
ENTITY = f'<?xml version="1.0"?><!DOCTYPE USEBIO [<!ENTITY x SYSTEM "{SECRET}">]><USEBIO><EVENT>&x;</EVENT></USEBIO>'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with hostile files of every kind."""
    made = tmp_path / "here"
    made.mkdir()
    (made / SECRET).write_text("nobody asked for this")
    event = test_draw.made(made, **test_draw.FIRST).read_bytes()
    (made / "swiss.xlsx").write_bytes(hostile(event, made))
    match, _ = new("match", {"boards": 2}, {"open_result": [["4SN="]], "home": [[FORMULA]]})
    hostile(match, made)
    (made / "macros.xlsm").write_bytes(BOOKS["xlsxwriter_macros"]())
    (made / "a.lin").write_text(f"vg|=1+1,{MARK},I,1,1,@a,0,http://127.0.0.1:9/,0|rs|4SN=,3NS=,|qx|{SECRET}|")
    (made / "a.pbn").write_text(PBN)
    (made / "a.xml").write_text(USEBIO)
    (made / "entity.xml").write_text(ENTITY)
    (made / "a.csv").write_text(f"board,open,closed,home\n1,4SN=,3NTS=,{FORMULA}\n")
    (made / "teams.csv").write_text(f"{FORMULA}\n@{MARK}\nhttp://127.0.0.1:9/\nfile:{SECRET}\n")
    (made / "scale.csv").write_text("0,10,10\n1,11,9\n")
    played = [test_bws.result(1, 1, 2, "4 S", "N", "="), test_bws.result(1, 3, 4, "3 NT", "S", "+1", table=2)]
    test_bws.written(made / "a.bws", [*played, test_bws.result(2, 1, 2, "4 S", "N", "=", remarks=FORMULA)])
    return made


COMMANDS: list[tuple[str, int, set[str], set[str]]] = [
    ("embed book.xlsx", 0, {"book.xlsx"}, {"book.xlvp.xlsx"}),
    ("embed book.xlsx --in-place", 0, {"book.xlsx"}, {"book.xlsx", "book.xlsx.bak"}),
    ("embed macros.xlsm", 0, {"macros.xlsm"}, {"macros.xlvp.xlsm"}),
    ("check book.xlsx", 0, {"book.xlsx"}, set()),
    ("check macros.xlsm --csv", 0, {"macros.xlsm"}, set()),
    ("new out.xlsx", 0, set(), {"out.xlsx"}),
    ("new out.xlsx --from book.xlsx", 0, {"book.xlsx"}, {"out.xlsx"}),
    ("new out.xlsx --results a.lin", 0, {"a.lin"}, {"out.xlsx"}),
    ("new out.xlsx --results a.pbn", 0, {"a.pbn"}, {"out.xlsx"}),
    ("new out.xlsx --results a.xml", 0, {"a.xml"}, {"out.xlsx"}),
    ("new out.xlsx --results entity.xml", 1, {"entity.xml"}, set()),
    ("new out.xlsx --results a.csv", 0, {"a.csv"}, {"out.xlsx"}),
    ("new out.xlsx --results a.bws", 0, {"a.bws"}, {"out.xlsx"}),
    ("new out.xlsx --kind swiss --teams teams.csv", 0, {"teams.csv"}, {"out.xlsx"}),
    ("new out.xlsx --scale scale.csv", 0, {"scale.csv"}, {"out.xlsx"}),
    ("draw swiss.xlsx", 0, {"swiss.xlsx"}, {"swiss.round2.xlsx"}),
    ("draw swiss.xlsx --in-place", 0, {"swiss.xlsx"}, {"swiss.xlsx", "swiss.xlsx.bak"}),
    ("export book.xlsx -o out.pbn", 0, {"book.xlsx"}, {"out.pbn"}),
    ("export book.xlsx -o out.csv", 0, {"book.xlsx"}, {"out.csv"}),
    ("vp 1 --scale scale.csv", 0, {"scale.csv"}, set()),
]
"""Each command, how it ends, and all the files that it may read and write in the folder."""


@pytest.mark.slow
@pytest.mark.parametrize(("command", "code", "reads", "writes"), COMMANDS)
def test_nothing_is_done_but_what_was_asked_for(
    folder: Path, command: str, code: int, reads: set[str], writes: set[str]
) -> None:
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    did = heard(folder, XLVP, *command.split())
    assert did.code == code, did.err
    assert did.others() == []

    temporary = folder.with_name("temporary")
    assert list(temporary.iterdir()) == []
    used = names_in(folder, did.files("read"))
    assert reads <= used <= reads | writes
    outside = {file for file in did.files("read", "write") if not {file, file.parent} & {folder, temporary}}
    assert outside <= {Path(file) for file in mimetypes.knownfiles}  # which openpyxl asks for
    assert names_in(folder, did.files("write", "os.remove", "os.rename", "os.link", "os.chmod")) <= writes

    now = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert now.keys() == before.keys() | writes
    assert {name for name in before if now[name] != before[name]} <= writes
    for name in writes:
        if name.endswith(".bak"):
            assert now[name] == before[name.removesuffix(".bak")]


def names_in(folder: Path, files: set[Path]) -> set[str]:
    """Return the names of the files in a folder, but for those that become others when they are complete."""
    names = {file.name for file in files if file.parent == folder}
    return {name for name in names if not re.fullmatch(r"\.xlvp-[0-9a-f]{32}\.tmp", name)}


# What is there stays

TARGETS = ["embed book.xlsx -o {}.xlsx", "new {}.xlsx", "draw swiss.xlsx -o {}.xlsx", "export book.xlsx -o {}.csv"]


@pytest.mark.slow
@pytest.mark.parametrize("command", [*TARGETS, "addin build libreoffice -o {}.oxt"])
def test_nothing_is_written_over_unless_it_is_said(folder: Path, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    monkeypatch.chdir(folder)
    arguments = command.format("mine").split()
    mine = folder / arguments[-1]
    mine.write_bytes(b"mine")
    assert main(arguments) == 1
    assert mine.read_bytes() == b"mine"
    assert main([*arguments, "--force"]) == 0
    assert mine.read_bytes() != b"mine"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "read"),
    [
        ("embed book.xlsx -o book.xlsx --force", "book.xlsx"),
        ("draw swiss.xlsx -o swiss.xlsx --force", "swiss.xlsx"),
        ("new book.xlsx --from book.xlsx --force", "book.xlsx"),
        ("export book.xlsx -o book.csv --force", "book.xlsx"),
    ],
)
def test_no_file_that_is_read_is_written_over(
    folder: Path, monkeypatch: pytest.MonkeyPatch, command: str, read: str
) -> None:
    monkeypatch.chdir(folder)
    before = (folder / read).read_bytes()
    (folder / "book.csv").hardlink_to(folder / "book.xlsx")
    assert main(command.split()) == 1
    assert (folder / read).read_bytes() == before


@pytest.mark.slow
def test_nothing_of_the_computer_is_in_a_workbook(folder: Path) -> None:
    """The same bytes in another folder, and for another user."""
    arguments: Sequence[str] = ("new", "out.xlsx", "--results", "a.csv")
    assert heard(folder, XLVP, *arguments).code == 0
    other = folder.with_name("other")
    other.mkdir()
    (other / "a.csv").write_bytes((folder / "a.csv").read_bytes())
    elsewhere = f"os.environ.update(USER='{MARK}', USERNAME='{MARK}', HOME='/{MARK}', TZ='Asia/Tokyo'); {XLVP}"
    assert heard(other, elsewhere, *arguments).code == 0
    assert (other / "out.xlsx").read_bytes() == (folder / "out.xlsx").read_bytes()
