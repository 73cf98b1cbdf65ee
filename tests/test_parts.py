"""What the tests themselves rely on in their applications."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.parts.office import Office, need_libreoffice
from tests.parts.program import ProgramError

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("ended", ["soffice.bin", "office_server.py"])
def test_libreoffice_is_started_again_when_it_has_ended(tmp_path: Path, ended: str) -> None:
    need_libreoffice()
    with Office(tmp_path) as office:
        document = office.open()
        subprocess.run(["pkill", "-KILL", "-f", f"{ended}.*{tmp_path}"], check=True, timeout=60)
        with pytest.raises(ProgramError):
            document.cell("A1")
        with office.open() as another:
            another.formula("A1", "=1+2")
            assert another.cell("A1") == 3
