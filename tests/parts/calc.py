"""LibreOffice Calc with the extension in it: the system's, and a newer one."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.parts import backports
from tests.parts.office import SYSTEM_PYTHON, Office, need_libreoffice
from xlvp.libreoffice.extension import FILE_NAME, extension

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from xlvp.catalogue import Block, Cell, Function

VERSIONS: dict[str, Callable[[], Mapping[str, str]]] = {
    "LibreOffice of the system": lambda: os.environ,
    "LibreOffice of the backports": backports.environment,
}
"""How the environment is had in which each version runs."""


class Calc(Office):
    """A LibreOffice with the extension.

    Its Python finds another xlvp, which cannot be imported: what works here is the one in the extension.
    """

    def __init__(self, profile: Path, environment: Mapping[str, str] = os.environ) -> None:
        other = profile / ".local" / "lib" / f"python{python_version()}" / "site-packages" / "xlvp"
        other.mkdir(parents=True)
        (other / "__init__.py").write_text("raise ImportError('the wrong xlvp')\n")
        super().__init__(profile, environment)
        path = profile / FILE_NAME
        path.write_bytes(extension())
        self.install(path)

    def major(self) -> int:
        """Return the first part of LibreOffice's version."""
        return int(self.request("version").split(".")[0])

    def shown(self, function: Function, *arguments: Cell | Block) -> Cell | Block:
        """Return what the cells of a formula show, whose arguments are cells and ranges of the same sheet."""
        with self.open() as document:
            refs = []
            for place, argument in enumerate(arguments):
                rows: Any = argument if isinstance(argument, tuple) else ((argument,),)
                refs.append(area(4 * place, len(rows), len(rows[0])))
                document.set(refs[-1], rows)
            formula = f"{function.name}({';'.join(refs)})"
            document.formula("Z1", f"=ROWS({formula})")
            document.formula("Z2", f"=COLUMNS({formula})")
            height, width = (int(document.cells(cell)[0][0] or 0) for cell in ("Z1", "Z2"))
            target = area(26, height, width)
            document.array_formula(target, f"={formula}")
            cells = tuple(map(tuple, document.cells(target)))
            return cells if height > 1 or width > 1 else cells[0][0]


def python_version() -> str:
    """Return the version of the Python in LibreOffice, which is the system's."""
    return Path(SYSTEM_PYTHON).resolve().name.removeprefix("python")


def area(column: int, height: int, width: int) -> str:
    """Return the name of a range that begins in the first row; columns are counted from 0, up to AZ."""
    first, last = (f"{'A' * (number // 26)}{chr(65 + number % 26)}" for number in (column, column + width - 1))
    return f"{first}1:{last}{height}" if (height, width) != (1, 1) else f"{first}1"


@pytest.fixture(scope="session")
def calc(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Calc]:
    """The system's LibreOffice with the extension, started once for all tests."""
    need_libreoffice()
    with Calc(tmp_path_factory.mktemp("calc")) as started:
        yield started


@pytest.fixture(scope="session", params=VERSIONS)
def each_calc(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Calc]:
    """Each version of LibreOffice with the extension."""
    need_libreoffice()
    with Calc(tmp_path_factory.mktemp("each_calc"), VERSIONS[request.param]()) as started:
        yield started
