"""What is set up once for all runs of the tests, in the git-ignored folder `.cache` of the checkout."""

from __future__ import annotations

import hashlib
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

if sys.platform != "win32":
    import fcntl

ROOT = Path(__file__).parent.parent.parent


def kept(name: str, made_from: Iterable[Path], set_up: Callable[[Path, Path], object]) -> Path:
    """Return a folder that was set up before, from the same files and in the same checkout, or is now.

    `set_up` gets an empty folder, and the place to which that is moved when it is complete.
    """
    told = b"".join([*(part.read_bytes() for part in made_from), bytes(ROOT)])
    folder = ROOT / ".cache" / f"{name}-{hashlib.sha256(told).hexdigest()[:12]}"
    folder.parent.mkdir(exist_ok=True)
    with _one_at_a_time(folder.with_suffix(".lock")):
        if not folder.exists():
            with tempfile.TemporaryDirectory(dir=folder.parent, ignore_cleanup_errors=True) as temporary:
                new = Path(temporary) / "new"
                new.mkdir()
                set_up(new, folder)
                new.rename(folder)
    return folder


@contextmanager
def _one_at_a_time(lock: Path) -> Iterator[None]:
    """Let the processes that run the tests wait for one another; the system ends the lock with its process."""
    with lock.open("w") as file:
        if sys.platform != "win32":  # where no application of the tests is set up
            fcntl.flock(file, fcntl.LOCK_EX)
        yield
