"""The add-in's loader: which calls its Visual Basic makes, in which order, and what it does when one fails."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import xlwings

from tests.excel.loading import Loading
from xlvp.excel.places import Places

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from typing import TypeAlias

    from tests.parts.office import Office

    Opener: TypeAlias = Callable[..., Loading]

PLACES = Places(r"C:\Python313\pythonw.exe", r"C:\Program Files\Own")
FRONT = r"Z:\a folder of somebody"


@pytest.fixture
def opened(office: Office, tmp_path: Path) -> Iterator[Opener]:
    made = []

    def opens(places: Places = PLACES, bits: int = 64) -> Loading:
        made.append(Loading(office, tmp_path, places, bits))
        return made[-1]

    yield opens
    for loading in made:
        loading.document.close()


def calls_of_a_start(number: int, bits: int = 64) -> list[list[object]]:
    line = f'".\\pythonw.exe" -P -B -c "import sys,xlwings;sys.stdout=None;xlwings.serve(\'$(CLSID)\') #{number}"'
    dll = rf"C:\Program Files\Own\xlwings{bits}-{xlwings.__version__}.dll"
    before = [["XLPyDLLActivateAuto", line.replace(f"#{number}", f"#{number - 1}"), -1]] if number > 1 else []
    return [
        ["SetCurrentDirectoryW", r"C:\Python313"],
        ["LoadLibraryW", dll],
        *before,
        ["XLPyDLLActivateAuto", line, 1],
        ["SetCurrentDirectoryW", FRONT],
    ]


@pytest.mark.parametrize("bits", [32, 64])
def test_a_start(opened: Opener, bits: int) -> None:
    assert opened(bits=bits).start(FRONT) == ("a server", calls_of_a_start(1, bits), FRONT)


def test_a_start_anew_ends_the_one_before_and_has_another_line(opened: Opener) -> None:
    loading = opened()
    for number in (1, 2, 3):
        assert loading.start(FRONT, seconds=100 * number) == ("a server", calls_of_a_start(number), FRONT)


@pytest.mark.parametrize(
    ("fails", "words", "calls"),
    [
        ("folder", r"Python could not be started: there is no C:\Python313", 1),
        ("library", rf"there is no C:\Program Files\Own\xlwings64-{xlwings.__version__}.dll", 2),
        ("start", "Python could not be started: the DLL says: no Python", 3),
        ("declare", "Python could not be started: Visual Basic says: ", 3),
    ],
)
def test_a_start_that_fails(opened: Opener, fails: str, words: str, calls: int) -> None:
    """The folder in front is the current one again, and nothing is called after what has failed."""
    said, made, current = opened().start(FRONT, fails=fails)
    assert words in said
    *before, last = calls_of_a_start(1)
    assert made == [*before[:calls], last]
    assert current == FRONT


@pytest.mark.parametrize("fails", ["start", ""])
def test_it_is_not_tried_again_at_once(opened: Opener, fails: str) -> None:
    """Whether it failed or was lost: each of a thousand cells would wait for it. The clock starts anew at midnight."""
    loading = opened()
    loading.start(FRONT, seconds=86_390, fails=fails)
    said, calls, _ = loading.start(FRONT, seconds=86_399)
    assert (said, calls) == ("Python was tried a moment ago", [])
    assert loading.start(FRONT, seconds=86_389)[1] == []
    assert loading.start(FRONT, seconds=5)[0] == "a server"


@pytest.mark.parametrize(("fails", "alive"), [("", "True"), ("dead", "False"), ("start", "False")])
def test_whether_it_is_alive(opened: Opener, fails: str, alive: str) -> None:
    loading = opened()
    _, calls, _ = loading.start(FRONT)
    line = calls[2][1]
    assert loading.alive(fails)[:2] == (alive, [["XLPyDLLActivateAuto", line, 0]])


LETTERS = "日本 Жук é😀'$(USERNAME)%TEMP%&^"


@pytest.mark.parametrize("length", [1, 39, 40, 41, 200])
def test_any_path_arrives(opened: Opener, length: int) -> None:
    """Those that Visual Basic cannot write down too: what it gives is what the command itself works with."""
    name = (LETTERS * 10)[:length]
    places = Places(rf"C:\{name}\python.exe", rf"D:\{name}", rf"C:\{name}")
    _, calls, _ = opened(places).start(FRONT)
    assert calls[:3] == [
        ["SetCurrentDirectoryW", places.folder],
        ["LoadLibraryW", rf"D:\{name}\xlwings64-{xlwings.__version__}.dll"],
        ["XLPyDLLActivateAuto", places.start_line(1), 1],
    ]
    line = places.start_line(1)
    assert line.isascii()
    assert line.count("$(") == 1  # the DLL would put something else into another
    program = line.split('"')[3]
    names: dict[str, object] = {}
    exec(program.partition(";")[2].partition(";import")[0].replace("site.addsitedir", "told = str"), names)  # noqa: S102
    assert names["told"] == rf"C:\{name}".replace("\\", "/")
