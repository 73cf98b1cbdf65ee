"""What a release consists of: the package, the files for those without Python, and the notes.

Nothing is made for a tag that is not the version, or without a dated section in CHANGELOG.md.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from tools import page
from xlvp import __version__
from xlvp.libreoffice import extension

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "dist"
FOLDERS = ("package", "files", "notes")
"""What goes to the package index, what is attached to the release, and what is said of it."""

SECONDS = 300


def make(tag: str) -> None:
    """Make everything for this tag, in folders of dist that begin empty."""
    notes = notes_for(tag, (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    package, files, said = (FOLDER / name for name in FOLDERS)
    for folder in (package, files, said):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    (said / "notes.md").write_text(notes, encoding="utf-8", newline="\n")
    build = [sys.executable, "-m", "hatchling", "build", "-d", str(package)]
    subprocess.run(build, cwd=ROOT, check=True, timeout=SECONDS)  # noqa: S603
    (files / page.FILE.name).write_bytes(page.page())
    (files / extension.FILE_NAME).write_bytes(extension.extension())
    for workbook in sorted((ROOT / "workbooks").glob("*.xlsx")):
        shutil.copy(workbook, files)


def notes_for(tag: str, changelog: str, version: str = __version__) -> str:
    """Return what the changelog says of the version, if that is the tag's and is dated."""
    if tag != f"v{version}":
        raise SystemExit(f"the tag {tag} is not v{version}: xlvp/__init__.py has the version {version}")
    section = re.search(rf"^## \[{re.escape(version)}\] - \d{{4}}-\d\d-\d\d\n(.+?)(?=^## |\Z)", changelog, re.M | re.S)
    if section is None:
        raise SystemExit(f"CHANGELOG.md has no section '## [{version}] - YYYY-MM-DD': put the day of the release there")
    return section[1].strip() + "\n"
