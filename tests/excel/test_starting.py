"""What the add-in's Visual Basic was seen to do, done in Windows: in folders of an enemy, for users of any name.

LibreOffice runs the loader of an add-in that `addin install` has made, and notes the calls (`tests.excel.loading`); a
Windows program plays them in a folder with files that would do harm. The control shows that they do, undefended.
"""

from __future__ import annotations

import os
import shutil
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import xlwings

import xlvp
from tests.excel.loading import Loading
from tests.parts.program import ProgramError
from tests.parts.windows import SITE, USER_SITE, Host
from xlvp.excel.addin import PROPERTIES, places_in
from xlvp.excel.places import Places, dll_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.parts.office import Office
    from tests.parts.windows import Windows

ADDIN = "AppData/Roaming/Microsoft/Excel/XLSTART/xlvp.xlam"
MODULES = ("xlwings", "xlvp", "sitecustomize", "usercustomize", "site", "pythoncom", "win32api", "asyncio")
PROGRAMS = ("pythonw.exe", "python.exe", "cmd.exe", "python311.dll", dll_name(64))


class Enemy:
    """A folder with modules that leave a mark when they run, and with programs and DLLs that are none."""

    def __init__(self, windows: Windows, folder: Path) -> None:
        self.folder = folder
        self.name = windows.path(folder)
        for module in MODULES:
            mark = windows.path(folder / f"{module} ran")
            (folder / f"{module}.py").write_text(f"open({mark!r}, 'w').close()\n", encoding="utf-8")
        for program in PROGRAMS:
            (folder / program).write_bytes(b"MZ")

    def ran(self) -> set[str]:
        """Return which of the modules have run."""
        return {path.name.removesuffix(" ran") for path in self.folder.glob("* ran")}


@pytest.fixture
def enemy(windows: Windows, tmp_path: Path) -> Enemy:
    (tmp_path / "enemy").mkdir()
    return Enemy(windows, tmp_path / "enemy")


@pytest.fixture
def host(windows: Windows, enemy: Enemy) -> Iterator[Host]:
    with Host(windows, enemy.folder) as started:
        yield started


def in_windows(calls: Sequence[list[Any]]) -> list[list[Any]]:
    """The calls that were noted, with the DLL that the Declare names."""
    return [[name, *([dll_name(64)] if name.startswith("XLPy") else []), *given] for name, *given in calls]


def test_the_calls_of_the_visual_basic(
    windows: Windows, office: Office, host: Host, enemy: Enemy, tmp_path: Path
) -> None:
    """From the first start to the one after Python was ended."""
    done = windows.xlvp(tmp_path, "addin", "install", "excel")
    assert done.returncode == 0, done.stderr
    places = built_in(tmp_path)
    loading = Loading(office, tmp_path, places)
    with loading.document:
        _, calls, folder = loading.start(enemy.name)
        assert folder == enemy.name
        assert host.play(*in_windows(calls)) == [True] * 4
        assert host.call("IMPS", 430.0) == 10
        assert host.python("__import__('os').getcwd()") == places.folder
        assert enemy.name not in host.python("__import__('sys').path")
        with pytest.raises(ProgramError, match="has no attribute 'NONE'"):
            host.call("NONE", 1.0)
        asking = in_windows(loading.alive()[1])
        assert host.play(*asking) == [True]

        assert host.end(int(host.python("__import__('os').getpid()")))
        with pytest.raises(ProgramError, match="CallUDF failed"):
            host.call("IMPS", 20.0)
        assert host.play(*asking) == [False]
        _, calls, _ = loading.start(enemy.name, seconds=60_000)
        assert host.play(*in_windows(calls)) == [True, True, False, True, True]  # no server is left to be ended
        assert host.call("IMPS", 20.0) == 1
    assert enemy.ran() == set()


def built_in(home: Path) -> Places:
    """Return what the installed add-in was made for."""
    with zipfile.ZipFile(home / ADDIN) as archive:
        places = places_in(archive.read(PROPERTIES).decode())
    assert places is not None
    return places


# Each defence alone, and none


def test_without_a_defence_the_enemy_wins(windows: Windows, host: Host, enemy: Enemy) -> None:
    """The control: the same line without `-P`, in the folder in front."""
    found = start_by_hand(windows, host, safe_path=False, own_folder=False)
    assert "Python process exited before" in str(found)
    assert enemy.ran() == {"xlwings"}


@pytest.mark.parametrize(("safe_path", "own_folder"), [(True, False), (False, True)])
def test_each_defence_alone(windows: Windows, host: Host, enemy: Enemy, safe_path: bool, own_folder: bool) -> None:
    assert start_by_hand(windows, host, safe_path=safe_path, own_folder=own_folder) is True
    assert host.call("IMPS", 430.0) == 10
    assert enemy.ran() == set()


def start_by_hand(windows: Windows, host: Host, *, safe_path: bool, own_folder: bool) -> Any:
    """Start Python with some of what the loader does."""
    python = windows.python.with_name("pythonw.exe")
    places = Places(windows.path(python), windows.path(python.parent))
    line = places.start_line(1)
    line = line if safe_path else line.replace(" -P ", " ")
    line = line if own_folder else line.replace(r".\pythonw.exe", places.python)
    move = [["SetCurrentDirectoryW", places.folder]] if own_folder else []
    dll = ["LoadLibraryW", rf"{places.dlls}\{dll_name(64)}"]
    *before, found = host.play(*move, dll, ["XLPyDLLActivateAuto", dll_name(64), line, 1])
    assert all(before)
    return found


# xlvp among the user's own packages


@pytest.mark.parametrize("name", ["Ann", "日本 Жук"])
def test_packages_of_the_user(
    windows: Windows, office: Office, host: Host, enemy: Enemy, tmp_path: Path, name: str
) -> None:
    """As after `pip install --user`, with xlwings' DLLs in the user's folder too."""
    home = tmp_path / name
    shutil.copytree(
        windows.python.parent,
        home / "python",
        copy_function=os.link,
        ignore=shutil.ignore_patterns("xlwings*", SITE.name),
    )
    packages = home / USER_SITE
    shutil.copytree(windows.python.parent / SITE, packages, copy_function=os.link)
    (packages / "xlvp.pth").unlink()
    shutil.copytree(Path(xlvp.__file__).parent, packages / "xlvp", ignore=shutil.ignore_patterns("__pycache__"))
    for bits in (32, 64):
        os.link(windows.python.with_name(dll_name(bits)), packages.parent.parent / dll_name(bits))

    done = windows.xlvp_of_user(home, "addin", "install", "excel", python=home / "python" / "python.exe")
    assert done.returncode == 0, done.stderr
    places = built_in(home)
    assert places.dlls == windows.path(packages.parent.parent)
    assert bool(places.packages) is not name.isascii()
    loading = Loading(office, tmp_path, places)
    with loading.document:
        _, calls, _ = loading.start(enemy.name)
    host.environment(**windows.folders(home))
    if places.packages:  # without being told of them Python has no xlwings
        bare = in_windows(calls)
        bare[2][2] = places._replace(packages="").start_line(0)
        assert "Python process exited before" in str(host.play(*bare)[2])
    assert host.play(*in_windows(calls)) == [True] * 4
    assert host.call("IMPS", 430.0) == 10
    assert windows.path(packages / "xlvp") in host.python("__import__('xlvp').__file__")
    assert enemy.ran() == set()
    done = windows.xlvp_of_user(home, "doctor", python=home / "python" / "python.exe")
    assert "Excel: ok: =IMPS(430) gives 10" in done.stdout, done.stderr


def test_the_versions_are_the_same(windows: Windows) -> None:
    """Or the names of the DLLs here would not be those there."""
    assert windows.run("-c", "import xlwings; print(xlwings.__version__)").stdout.strip() == xlwings.__version__
