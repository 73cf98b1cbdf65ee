"""How a workbook is turned down."""

from __future__ import annotations

ENCRYPTED = "the workbook is encrypted; open it in Excel, take the password off, save it and try again"


class RefusedError(ValueError):
    """A workbook that is left as it is; the message is one line that says why, and what to do."""

    def __init__(self, reason: str) -> None:
        # The reason may quote from the file, where a name can hold anything.
        super().__init__("".join(character if character.isprintable() else "?" for character in reason))


def damaged(what: str) -> RefusedError:
    """Return the refusal of a file that is not whole."""
    return RefusedError(f"the file is damaged ({what}); open it in Excel, save it anew and try again")


def unsafe(what: str) -> RefusedError:
    """Return the refusal of a file that no spreadsheet program writes."""
    return RefusedError(f"the file is built in a way that is not safe to change ({what}); save it anew in Excel first")
