"""`python -m tools docs|workbooks|pictures|page|languages [CODE]|release TAG` writes what is made from the sources."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORKBOOKS, PICTURES, FUNCTIONS = ROOT / "workbooks", ROOT / "docs" / "pictures", ROOT / "docs" / "functions.md"

# Each job imports its own, since `dev.py page` has none of the packages that the others need.
match sys.argv[1:]:
    case ["docs"]:
        from tools import concavity
        from xlvp import reference

        FUNCTIONS.write_bytes(reference.page().encode())
        (PICTURES / "concavity.svg").write_bytes(concavity.picture().encode())
    case ["workbooks"]:
        from tools import workbooks

        workbooks.write(WORKBOOKS)
    case ["pictures"]:
        from tools import pictures

        pictures.draw(WORKBOOKS, PICTURES)
    case ["page"]:
        from tools import page

        page.write()
    case ["release", tag]:
        from tools import release

        release.make(tag)
    case ["languages", *new] if len(new) < 2:
        from tools import languages

        languages.update(*new)
    case _:
        sys.exit(__doc__)
