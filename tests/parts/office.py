"""LibreOffice as the tests use it: spreadsheets to open, fill, work out, read and save."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.parts import missing
from tests.parts.program import SECONDS, Program, ProgramError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Self, TypeAlias

    from xlvp.catalogue import Cell

    Rows: TypeAlias = Sequence[Sequence[Cell]]

SYSTEM_PYTHON = "/usr/bin/python3"
"""The Python for which a distribution installs `uno`."""

SERVER = Path(__file__).with_name("office_server.py")

_LOCALE = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry"><item oor:path="/org.openoffice.Setup/L10N">
<prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>{}</value></prop></item></oor:items>
"""


def in_locale(profile: Path, locale: str) -> Path:
    """Begin the profile of a LibreOffice that writes numbers and dates as a country does, such as de-DE."""
    (profile / "user").mkdir()
    (profile / "user" / "registrymodifications.xcu").write_text(_LOCALE.format(locale))
    return profile


class Office(Program):
    """A LibreOffice in a process of its own, with its profile in a folder."""

    def __init__(self, profile: Path, environment: Mapping[str, str] = os.environ) -> None:
        super().__init__([SYSTEM_PYTHON, "-s", SERVER, profile], environment)

    def install(self, path: Path) -> None:
        """Put an extension into it."""
        self.request("install", path=str(path))

    def functions(self) -> dict[str, dict[str, Any]]:
        """Return what the function wizard shows of every function."""
        found: dict[str, dict[str, Any]] = self.request("functions")
        return found

    def function_names(self) -> list[str]:
        """Return what every function is called; two may have one name."""
        names: list[str] = self.request("function_names")
        return names

    def start_seconds(self) -> float:
        """Return how long it took to start."""
        seconds: float = self.request("start_seconds")
        return seconds

    def open(self, path: Path | None = None, macros: bool = False) -> Document:
        """Open a copy of a file, or an empty spreadsheet; its macros run only if wanted.

        LibreOffice ends by itself now and then. It is started again for the next document, so that one test fails.
        """
        if not self._is_there():
            self.close()
            self.start()
        return Document(self, self.request("open", path=path and str(path), macros=macros))

    def _is_there(self) -> bool:
        try:
            there: bool = self.request("is_there")
        except ProgramError:
            return False
        return there


class Document:
    """An open spreadsheet. A range is written `A1:B3`, on the first sheet, or `Sheet2!A1`."""

    def __init__(self, office: Office, key: str) -> None:
        self._office = office
        self._key = key

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def cells(self, ref: str) -> list[list[Cell]]:
        """Return what the cells of a range show, row by row; an error is its text."""
        rows: list[list[Cell]] = self._request("cells", ref=ref)
        return rows

    def values(self, ref: str) -> list[list[Cell]]:
        """Return the same quickly, but with None for an error, "" for an empty cell, and 1 or 0 for TRUE or FALSE."""
        rows: list[list[Cell]] = self._request("values", ref=ref)
        return rows

    def cell(self, ref: str) -> Cell:
        """Return what one cell shows."""
        ((cell,),) = self.cells(ref)
        return cell

    def set(self, ref: str, values: Cell | Rows) -> None:
        """Put a value into a cell, or rows of values into a range; no text is taken for a formula."""
        rows = values if isinstance(values, (list, tuple)) else [[values]]
        self._request("set", ref=ref, rows=rows)

    def formula(self, ref: str, text: str) -> None:
        """Type the same formula into every cell of a range; its arguments are divided by semicolons."""
        self._request("formula", ref=ref, text=text)

    def array_formula(self, ref: str, text: str) -> None:
        """Enter one formula for a whole range."""
        self._request("array_formula", ref=ref, text=text)

    def recalculate(self) -> float:
        """Work out every formula again, from now on only when asked, as it takes long; return the seconds."""
        seconds: float = self._request("recalculate")
        return seconds

    def fill(self, ref: str, rows: Sequence[Sequence[str]]) -> None:
        """Type numbers, texts and formulas into a large range at once."""
        self._request("fill", ref=ref, rows=rows)

    def enter_again(self) -> None:
        """Have Find & Replace enter every formula of the first sheet again."""
        self._request("enter_again")

    def formula_text(self, ref: str) -> str:
        """Return the formula of a cell as the user sees it."""
        text: str = self._request("formula_text", ref=ref)
        return text

    def save(self, path: Path) -> None:
        """Write to a file in the format of its suffix: .xlsx, .xlsm, .ods, .csv or .pdf."""
        self._request("save", path=str(path))

    def close(self) -> None:
        """Close without saving."""
        self._request("close")

    def _request(self, do: str, **arguments: Any) -> Any:
        return self._office.request(do, document=self._key, **arguments)


def need_libreoffice() -> None:
    """Leave out the test where the system has no LibreOffice with its Python."""
    if shutil.which("soffice") is None:
        missing("LibreOffice is not installed: there is no soffice")
    if (
        not Path(SYSTEM_PYTHON).exists()
        or subprocess.run([SYSTEM_PYTHON, "-Ic", "import uno"], timeout=SECONDS).returncode
    ):
        missing(f"LibreOffice is not installed: {SYSTEM_PYTHON} has no module uno (python3-uno)")


@pytest.fixture(scope="session")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    """LibreOffice, started once for all tests."""
    need_libreoffice()
    with Office(tmp_path_factory.mktemp("office")) as started:
        yield started
