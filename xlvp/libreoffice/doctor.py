"""Each link of the chain from a cell in Calc to the rule in Python, looked at in its order."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from xlvp import __version__
from xlvp.files import AbsentError, RefusedError
from xlvp.libreoffice.calc import IDENTIFIER
from xlvp.libreoffice.extension import extension_parts
from xlvp.libreoffice.install import INSTALL_COMMAND
from xlvp.libreoffice.office import office

if TYPE_CHECKING:
    from collections.abc import Iterator

_AGAIN = f"Run '{INSTALL_COMMAND}'."
_FORMULA, _RESULT = "=IMPS(430)", "10"


def check() -> Iterator[str]:
    """Say of each link that it is right, or raise `RefusedError` at the first that is not."""
    there = office()
    folder = there.ask("folder", IDENTIFIER)
    if folder is None:
        raise AbsentError(f"the extension is not installed in {there.soffice}. {_AGAIN}")
    yield f"{there.soffice} has the extension"
    _check_files(Path(folder))
    yield f"it is that of xlvp {__version__}"
    shown = there.ask("calculate", _FORMULA)
    if shown != _RESULT:
        raise RefusedError(f"{_FORMULA} gives {shown} in Calc, not {_RESULT}. {_AGAIN}")
    yield f"{_FORMULA} gives {shown}"


def _check_files(folder: Path) -> None:
    for name, data in extension_parts().items():
        path = folder / name
        if not path.is_file():
            raise RefusedError(f"the extension in LibreOffice has no {path}. {_AGAIN}")
        if path.read_bytes() != data:
            raise RefusedError(
                f"the extension in LibreOffice was made by another version than xlvp {__version__}. {_AGAIN}"
            )
