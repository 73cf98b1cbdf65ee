"""How a workbook is refused."""

from __future__ import annotations

from xlvp.files import RefusedError

ENCRYPTED = "the workbook is encrypted; open it in Excel, take the password off, save it and try again"


def damaged(what: str) -> RefusedError:
    """Return the refusal of a file that is not whole."""
    return RefusedError(f"the file is damaged ({what}); open it in Excel, save it there and try again")


def unsafe(what: str) -> RefusedError:
    """Return the refusal of a file that no spreadsheet program writes."""
    return RefusedError(
        f"the file is built in a way that is not safe ({what}); open it in Excel, save it there and try again"
    )
