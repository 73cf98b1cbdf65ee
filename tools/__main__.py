"""`python -m tools docs|workbooks|pictures|page|languages [CODE]|release TAG` writes what is made from the sources."""

import sys
from pathlib import Path

from tools import concavity, languages, page, pictures, release, workbooks
from xlvp import reference

ROOT = Path(__file__).resolve().parent.parent
WORKBOOKS, PICTURES, FUNCTIONS = ROOT / "workbooks", ROOT / "docs" / "pictures", ROOT / "docs" / "functions.md"

match sys.argv[1:]:
    case ["docs"]:
        FUNCTIONS.write_bytes(reference.page().encode())
        (PICTURES / "concavity.svg").write_bytes(concavity.picture().encode())
    case ["workbooks"]:
        workbooks.write(WORKBOOKS)
    case ["pictures"]:
        pictures.draw(WORKBOOKS, PICTURES)
    case ["page"]:
        page.write()
    case ["release", tag]:
        release.make(tag)
    case ["languages", *new] if len(new) < 2:
        languages.update(*new)
    case _:
        sys.exit(__doc__)
