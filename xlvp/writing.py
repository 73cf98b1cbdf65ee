"""Files written beside their targets and moved into place, so that a failure leaves what was there.

Whatever happens before the move, the target keeps its old content; the move itself is one step for the file system
(POSIX rename; MoveFileEx on Windows). The content is on the disk before the move, so that a power cut does not leave
an empty file under the old name; a power cut soon after the move may bring the old file back, whole.

A run that is killed leaves its half-written file, `.xlvp-*.tmp`, behind. The next run that writes in that folder
removes such files once they are an hour old: a younger one may belong to a run that is still going on.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
import sys
import time
import uuid
from typing import TYPE_CHECKING

from xlvp.files import RefusedError, naming, reading

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

_TEMPORARY = re.compile(r"\.xlvp-.*\.tmp", re.DOTALL)
_STRAY_AFTER = 3600
"""Seconds after which a temporary file is one that a killed run has left."""
_MOST_BACKUPS = 999


def check_free(path: Path, *, force: bool) -> None:
    """Refuse a name for a new file if something has it, or if there is no such folder.

    With `force` a file of that name may be replaced. A link is replaced too, never what it leads to.
    """
    if not os.path.isdir(path.parent):
        raise RefusedError(f"{path}: there is no folder {path.parent}; make it first, or choose another")
    if os.path.exists(path) and not os.path.isfile(path):
        raise RefusedError(f"{path} is a folder or a device; choose another name")
    if os.path.lexists(path) and not force:
        raise RefusedError(f"{path} exists; choose another name, or replace it with --force")


def write_file(path: Path, data: bytes, *, force: bool) -> None:
    """Write a file that the user has named, if the name is free; see `check_free`."""
    check_free(path, force=force)
    like = path if os.path.isfile(path) and not os.path.islink(path) else None
    with naming(path), replacing(path, like=like, overwrite=force) as temporary:
        temporary.write(data)


def write_files(files: Mapping[Path, bytes]) -> None:
    """Write files, making their folders; all are written beside their targets first, then moved into place.

    What was there stays until the new file is complete. A failure leaves no half-written file behind, and before
    the first move nothing has changed.
    """
    with contextlib.ExitStack() as moves:
        for path, data in reversed(list(files.items())):  # so that the first is moved first
            path.parent.mkdir(parents=True, exist_ok=True)
            like = path if os.path.exists(path) else None
            temporary = moves.enter_context(replacing(path, like=like, overwrite=True))
            temporary.write(data)
            temporary.flush()


@contextlib.contextmanager
def replacing(
    target: Path,
    *,
    like: Path | None,
    overwrite: bool,
    backup: bool = False,
    last_look: Callable[[], None] | None = None,
) -> Iterator[Temporary]:
    """Give a temporary file to write, and move it to `target` when the block ends well.

    The new file gets the permissions of `like`, or those of any new file. Unless `overwrite` is set, a target that
    exists, even one that has appeared meanwhile, raises FileExistsError. With `backup` the old file is kept under a
    free name. `last_look` is called when the content is on the disk, right before the move, and may refuse it.
    """
    _remove_strays(target.parent)
    temporary = Temporary(target)
    try:
        temporary.open(0o666 if like is None else 0o600)
        try:
            yield temporary
            temporary.flush()
        finally:
            temporary.close()
        if like is not None:
            _copy_permissions(like, temporary.path)
        if last_look is not None:
            last_look()
        if not overwrite:
            _move_to_free_name(temporary.path, target)
        elif backup:
            _replace_and_keep(temporary, target)
        else:
            os.replace(temporary.path, target)
    except BaseException as error:
        with contextlib.suppress(OSError):
            os.unlink(temporary.path)
        if isinstance(error, OSError) and error.errno is not None and error.filename in (None, str(temporary.path)):
            error.filename, error.filename2 = str(target), None  # nobody need know the temporary name
        raise


class Temporary:
    """A file being written beside its target."""

    def __init__(self, target: Path) -> None:
        self.path = target.with_name(f".xlvp-{uuid.uuid4().hex}.tmp")
        self.backup: Path | None = None
        """Where the old file is, once the new one is in its place."""
        self._handle = -1

    def open(self, mode: int) -> None:
        """Make the file, which must be new."""
        self._handle = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)

    def write(self, data: bytes) -> None:
        """Append to the file."""
        view = memoryview(data)
        while view:
            view = view[os.write(self._handle, view) :]

    def flush(self) -> None:
        """Wait until all that was written is on the disk."""
        os.fsync(self._handle)

    def close(self) -> None:
        """End the writing."""
        os.close(self._handle)


def _remove_strays(folder: Path) -> None:
    """Remove what killed runs have left in a folder."""
    with contextlib.suppress(OSError), os.scandir(folder) as found:
        for entry in found:
            if _TEMPORARY.fullmatch(entry.name):
                _remove_if_old(entry)


def _remove_if_old(entry: os.DirEntry[str]) -> None:
    with contextlib.suppress(OSError):  # it may have gone meanwhile
        found = entry.stat(follow_symlinks=False)
        if stat.S_ISREG(found.st_mode) and time.time() - found.st_mtime > _STRAY_AFTER:
            os.unlink(entry.path)


def _replace_and_keep(temporary: Temporary, target: Path) -> None:
    """Move a file over the target, which lives on as a backup; that goes if the move fails."""
    backup = _kept(target)
    try:
        os.replace(temporary.path, target)
    except BaseException:
        if os.path.lexists(temporary.path):  # else the move was done, and the backup holds the only old content
            with contextlib.suppress(OSError):
                os.unlink(backup)
        raise
    temporary.backup = backup


def _kept(path: Path) -> Path:
    """Give a file a second name, the first free one of `club.xlsx.bak`, `club.xlsx.bak2`, `club.xlsx.bak3` and so on.

    Another program may take a name at any moment; then the next will do.
    """
    for number in range(1, _MOST_BACKUPS + 1):
        backup = path.with_name(f"{path.name}.bak{number if number > 1 else ''}")
        if not os.path.lexists(backup):
            with contextlib.suppress(FileExistsError):
                _link_or_copy(path, backup)
                return backup
    raise RefusedError(f"there are {_MOST_BACKUPS} copies of it, {path.name}.bak and so on; move some away")


def _link_or_copy(source: Path, copy: Path) -> None:
    """Give a file a second name, or copy it where there are no links; never over another file."""
    try:
        _link(source, copy)
    except FileExistsError:
        raise
    except OSError:
        with reading(source) as old, replacing(copy, like=source, overwrite=False) as new:
            while piece := old.read(1 << 20):
                new.write(piece)


def _move_to_free_name(temporary: Path, target: Path) -> None:
    """Move a file to a name that must be free: a link does not replace, while a rename on POSIX would."""
    try:
        _link(temporary, target)
    except FileExistsError:
        raise
    except OSError:
        if os.path.lexists(target):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target)) from None
        os.replace(temporary, target)
    else:
        with contextlib.suppress(OSError):  # the file is in its place, come what may
            os.unlink(temporary)


def _link(source: Path, target: Path) -> None:
    """Give a file a second name, if the file system, and Python here, know links: Pyodide's does not."""
    if not hasattr(os, "link"):
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
    os.link(source, target)


def _copy_permissions(source: Path, target: Path) -> None:
    """Give the new file the mode of the old, and its owner and extended attributes as far as the system allows."""
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
    _copy_attributes(source, target)


def _copy_attributes(source: Path, target: Path) -> None:
    """Give the new file the extended attributes of the old, as far as the system has them and allows it."""
    if sys.platform != "linux":
        return
    names: list[str] = []
    with contextlib.suppress(OSError):
        names = os.listxattr(source)
    for name in names:
        with contextlib.suppress(OSError):
            os.setxattr(target, name, os.getxattr(source, name))
