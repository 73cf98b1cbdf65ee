"""Files that somebody names: opened with care, and refused in words.

Whatever stands in a file, in a folder or in a file's name may be meant to do harm.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_SHARING_VIOLATIONS = (32, 33)  # Windows: ERROR_SHARING_VIOLATION, ERROR_LOCK_VIOLATION
_DENIED = "permission denied; check who may read the file and write in its folder"
_NOT_THERE = "there is no such file or folder; check the name"
_FAILED = "the disk or the network has failed; try again, or use another folder"
_TROUBLES = {
    errno.ENOENT: _NOT_THERE,
    errno.ENOTDIR: _NOT_THERE,
    errno.EISDIR: "this is a folder; name a file in it",
    errno.EEXIST: "something else has that name; move it out of the way",
    errno.EACCES: _DENIED,
    errno.EPERM: _DENIED,
    errno.EROFS: "the disk is read-only; write to another folder",
    errno.ENOSPC: "the disk is full; make room and try again",
    errno.EDQUOT: "your share of the disk is used up; make room and try again",
    errno.EFBIG: "the file would be larger than the system allows; write to another disk",
    errno.ENAMETOOLONG: "the name of the file is too long; choose a shorter one",
    errno.ELOOP: "this is a link that leads to itself; remove it",
    errno.EIO: _FAILED,
    errno.EBUSY: "another program has the file in use; close it there and try again",
}


def printable(text: str) -> str:
    r"""Return a text that quotes from a file or a file's name, where anything can stand, as it may be printed.

    >>> printable("club\n\x1b[2J.xlsx")
    'club??[2J.xlsx'
    """
    return "".join(character if character.isprintable() else "?" for character in text)


class RefusedError(ValueError):
    """A file, or an installation, that is left as it is; the message is one line that says why, and what to do."""

    def __init__(self, reason: str) -> None:
        super().__init__(printable(reason))


class AbsentError(RefusedError):
    """There is nothing to look at: no such program here, or no add-in in it."""


@contextlib.contextmanager
def naming(path: str | os.PathLike[str]) -> Iterator[None]:
    """Name the file in a refusal, and turn an error of the operating system into one."""
    try:
        yield
    except RefusedError as refusal:
        raise RefusedError(f"{path}: {refusal}") from None
    except FileExistsError:
        raise RefusedError(f"{path}: this file exists; choose another name, or replace it with --force") from None
    except OSError as error:
        raise RefusedError(f"{path}: {trouble(error)}") from error


def reading(path: str | os.PathLike[str]) -> BinaryIO:
    """Open a file that somebody named, if it is an ordinary one.

    A pipe would keep us waiting, and a device has no end or does something when it is opened; so it is looked at
    before, and once more after, as it may have been exchanged meanwhile.
    """
    _check_ordinary(os.stat(path))
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0))
    try:
        _check_ordinary(os.fstat(handle))
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def _check_ordinary(found: os.stat_result) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise RefusedError("this is a folder or a device; name an ordinary file")


def lock_file(path: Path) -> Path | None:
    """Return the file by which Excel or LibreOffice tells that it has a workbook open, if there is one."""
    locks = (path.with_name(f"~${path.name}"), path.with_name(f".~lock.{path.name}#"))
    return next((lock for lock in locks if os.path.lexists(lock)), None)


def trouble(error: OSError) -> str:
    """Return what an error of the operating system means, and what to do.

    >>> trouble(OSError(errno.ENOSPC, "No space left on device"))
    'the disk is full; make room and try again'
    """
    if getattr(error, "winerror", None) in _SHARING_VIOLATIONS:
        return "another program has the file open; close it there and try again"
    if error.errno is None:  # raised by a part of ours, in its own words
        return str(error) or _FAILED
    told = error.strerror or f"error {error.errno}"
    return _TROUBLES.get(error.errno, f"the system refuses ({told}); try again, or use another folder")
