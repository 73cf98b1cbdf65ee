"""Files written beside their targets and moved into place, so that a failure leaves what was there.

Whatever happens before the move, the target keeps its old content; the move itself is one step for the file system
(POSIX rename; MoveFileEx on Windows). The content is on the disk before the move, so that a power cut does not leave
an empty file under the old name; a power cut soon after the move may bring the old file back, whole.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import tempfile
import uuid
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_SHARING_VIOLATIONS = (32, 33)  # Windows: ERROR_SHARING_VIOLATION, ERROR_LOCK_VIOLATION


class RefusedError(ValueError):
    """A file, or an installation, that is left as it is; the message is one line that says why, and what to do."""

    def __init__(self, reason: str) -> None:
        # The reason may quote from a file, where a name can hold anything.
        super().__init__("".join(character if character.isprintable() else "?" for character in reason))


class AbsentError(RefusedError):
    """There is nothing to look at: no such program here, or no add-in in it."""


def write_files(files: Mapping[Path, bytes]) -> None:
    """Write files, making their folders; all are written beside their targets first, then moved into place.

    What was there stays until the new file is complete. A failure leaves no half-written file behind, and before
    the first move nothing has changed.
    """
    written: list[tuple[Path, Path]] = []
    try:
        for path, data in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            name = path.with_name(f".{path.name}.{uuid.uuid4().hex}.tmp")
            with name.open("xb") as file:
                written.append((name, path))
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            if path.exists():
                os.chmod(name, stat.S_IMODE(path.stat().st_mode))
        while written:
            os.replace(*written[0])
            del written[0]
    finally:
        for name, _ in written:
            with contextlib.suppress(OSError):
                name.unlink()


@contextlib.contextmanager
def replacing(target: Path, *, like: Path, overwrite: bool, backup: Path | None = None) -> Iterator[Temporary]:
    """Give a temporary file to write, and move it to `target` when the block ends well.

    The new file gets the permissions of `like`. Unless `overwrite` is set, a target that exists, even one that has
    appeared meanwhile, raises FileExistsError. `backup` is a free name for the old file.
    """
    handle, name = tempfile.mkstemp(prefix=".xlvp-", suffix=".tmp", dir=target.parent)
    temporary = Temporary(handle, Path(name))
    try:
        try:
            yield temporary
            os.fsync(handle)
        finally:
            os.close(handle)
        _copy_permissions(like, temporary.path)
        if not overwrite:
            _move_to_free_name(temporary.path, target)
        elif backup is None:
            os.replace(temporary.path, target)
        else:
            _replace_and_keep(temporary.path, target, backup)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary.path)
        raise


class Temporary:
    """A file being written."""

    def __init__(self, handle: int, path: Path) -> None:
        self._handle = handle
        self.path = path

    def write(self, data: bytes) -> None:
        """Append to the file."""
        view = memoryview(data)
        while view:
            view = view[os.write(self._handle, view) :]


def _replace_and_keep(temporary: Path, target: Path, backup: Path) -> None:
    """Move a file over the target, which lives on under the name of the backup; that goes if the move fails."""
    _link_or_copy(target, backup)
    try:
        os.replace(temporary, target)
    except BaseException:
        if os.path.lexists(temporary):  # else the move was done, and the backup holds the only old content
            with contextlib.suppress(OSError):
                os.unlink(backup)
        raise


def _link_or_copy(source: Path, copy: Path) -> None:
    """Give a file a second name, or copy it where the file system has no links; never over another file."""
    try:
        os.link(source, copy)
    except FileExistsError:
        raise
    except OSError:
        with source.open("rb") as old, replacing(copy, like=source, overwrite=False) as new:
            while piece := old.read(1 << 20):
                new.write(piece)


def _move_to_free_name(temporary: Path, target: Path) -> None:
    """Move a file to a name that must be free: a link does not replace, while a rename on POSIX would."""
    try:
        os.link(temporary, target)
    except FileExistsError:
        raise
    except OSError:  # no links on this file system
        if os.path.lexists(target):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target)) from None
        os.replace(temporary, target)
    else:
        with contextlib.suppress(OSError):  # the file is in its place, come what may
            os.unlink(temporary)


def _copy_permissions(source: Path, target: Path) -> None:
    """Give the new file the mode of the old, and its owner and extended attributes as far as allowed."""
    of = source.stat()
    if hasattr(os, "chown"):
        new = target.stat()
        for owner, group in ((of.st_uid, of.st_gid), (-1, of.st_gid)):
            if (new.st_uid, new.st_gid) == (of.st_uid, of.st_gid):
                break
            with contextlib.suppress(OSError):
                os.chown(target, owner, group)
                break
    os.chmod(target, stat.S_IMODE(of.st_mode))
    if hasattr(os, "listxattr"):
        with contextlib.suppress(OSError):
            for name in os.listxattr(source):
                with contextlib.suppress(OSError):
                    os.setxattr(target, name, os.getxattr(source, name))


def free_backup(path: Path) -> Path:
    """Return the first free name of `club.xlsx.bak`, `club.xlsx.bak2`, `club.xlsx.bak3` and so on."""
    number = 1
    while True:
        backup = path.with_name(f"{path.name}.bak{number if number > 1 else ''}")
        if not os.path.lexists(backup):
            return backup
        number += 1


def lock_file(path: Path) -> Path | None:
    """Return the file by which Excel or LibreOffice tells that it has a workbook open, if there is one."""
    locks = (path.with_name(f"~${path.name}"), path.with_name(f".~lock.{path.name}#"))
    return next((lock for lock in locks if os.path.lexists(lock)), None)


def trouble(error: OSError) -> str:
    """Return what an error of the operating system means to somebody at a desk, and what to do.

    >>> trouble(OSError(errno.ENOSPC, "No space left on device"))
    'the disk is full; make room and try again'
    """
    if getattr(error, "winerror", None) in _SHARING_VIOLATIONS:
        return "another program has the file open; close it there and try again"
    told = error.strerror or str(error) or type(error).__name__
    return _TROUBLES.get(error.errno or 0, f"{told}; nothing was changed")


_TROUBLES = {
    errno.ENOENT: "there is no such file or folder; check the name",
    errno.ENOTDIR: "there is no such file or folder; check the name",
    errno.EISDIR: "this is a folder; name a workbook in it",
    errno.EACCES: "permission denied; check who may read the file and write in its folder",
    errno.EPERM: "permission denied; check who may read the file and write in its folder",
    errno.EROFS: "the disk is read-only; write to another folder with -o",
    errno.ENOSPC: "the disk is full; make room and try again",
    errno.EDQUOT: "your share of the disk is used up; make room and try again",
    errno.EFBIG: "the file would be larger than the system allows; write to another disk with -o",
    errno.ENAMETOOLONG: "the name of the file is too long; choose a shorter one",
}
