"""A newer LibreOffice than the system's, from Debian's backports.

Its packages are unpacked once into the git-ignored folder `.cache`, with apt's lists in a folder of their own; the
system's LibreOffice stays as it is. Where they cannot be had, its tests are left out with the reason, even where
other applications must be there: the system's LibreOffice runs the same tests.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.parts.cache import kept
from tests.parts.office import need_libreoffice

RELEASE = "bookworm"
KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
SOURCES = "".join(
    f"deb [signed-by={KEYRING}] http://deb.debian.org/debian {suite} main\n"
    for suite in (RELEASE, f"{RELEASE}-backports")
)
PACKAGES = ("libreoffice-calc-nogui", "python3-uno")
HOME = "usr/lib/libreoffice"


def set_up(folder: Path, place: Path) -> None:
    """Unpack the packages, and tell them that they are not at the root of the file system but in another place."""
    apt = folder / "apt"
    for name in ("lists/partial", "archives/partial"):
        (apt / name).mkdir(parents=True)
    (apt / "sources.list").write_text(SOURCES)
    settings = {
        "Dir::Etc::sourcelist": apt / "sources.list",
        "Dir::Etc::sourceparts": "-",
        "Dir::State::lists": apt / "lists",
        "Dir::Cache": apt,
        "Debug::NoLocking": "true",
    }
    command = ["apt-get", "--quiet", "--yes", *(f"-o{name}={value}" for name, value in settings.items())]
    choice = ["--target-release", f"{RELEASE}-backports", "--no-install-recommends", "--download-only", "--reinstall"]
    for rest in (["update"], [*choice, "install", *PACKAGES]):
        subprocess.run([*command, *rest], check=True, capture_output=True, timeout=600)
    for package in (apt / "archives").glob("*.deb"):
        subprocess.run(["dpkg", "-x", package, folder], check=True, capture_output=True, timeout=120)
    shutil.rmtree(apt)
    registry = folder / HOME / "share" / "registry" / "main.xcd"  # Debian copies it when it installs
    registry.unlink()
    shutil.copy(folder / HOME / "share" / ".registry" / "main.xcd", registry)
    for name in (f"{HOME}/program/fundamentalrc", "usr/lib/python3/dist-packages/uno.py"):
        text = (folder / name).read_text()
        (folder / name).write_text(text.replace(f"/{HOME}", f"{place}/{HOME}"))


def environment() -> dict[str, str]:
    """Return the environment in which `soffice` and the module `uno` are those of the newer LibreOffice."""
    need_libreoffice()
    if shutil.which("apt-get") is None or f"VERSION_CODENAME={RELEASE}" not in Path("/etc/os-release").read_text():
        pytest.skip(f"a newer LibreOffice is had on Debian {RELEASE} only")
    try:
        folder = kept("libreoffice", [Path(__file__)], set_up)
    except subprocess.CalledProcessError as error:
        pytest.skip(f"a newer LibreOffice cannot be had: {error.cmd[0]} says {error.stderr!r}")
    program, libraries = folder / HOME / "program", folder / "usr" / "lib" / "x86_64-linux-gnu"
    return os.environ | {
        "PATH": f"{program}:{os.environ['PATH']}",
        "LD_LIBRARY_PATH": f"{program}:{libraries}",
        "PYTHONPATH": f"{program}:{folder / 'usr' / 'lib' / 'python3' / 'dist-packages'}",
    }
