"""CONTRIBUTING.md works: its recipes, letter by letter, in a copy of the package, and through every route.

What the page tells a newcomer to write is taken from the page itself: a scale of each family and a function. They are
written into a copy of the package, one entry in each list that the page names, and nothing else is touched.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from tests.oracles import buchen

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
SCALE_CODE, RULE, DECLARATION, BODY = re.findall(
    r"^ *```python\n(.*?)^ *```$", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.MULTILINE | re.DOTALL
)

CURVE, TABLE, FUNCTION = "Club 40", "Club table", "BASICBOARD"
MARGINS, BOARDS = range(-70, 71), (1, 8, 16, 24)
LINES = {12: (0, 3, 10), 24: (0, 5, 15)}
"""The lowest margins of `Club table` that are worth 10, 12 and 20 VPs, by the most boards, as the page has them."""

PROGRAM = f"""
import contextlib, io, json, pathlib
from tests.parts.ironcalc import evaluate_calls
from tests.templates.ironcalc_card import IronCalcCard
from xlvp import reference, udfs
from xlvp.catalogue import FUNCTIONS
from xlvp.cells import evaluate
from xlvp.check.official import candidates
from xlvp.cli import main
from xlvp.embed import names
from xlvp.excel.wrappers import functions_module, help_module
from xlvp.libreoffice.extension import extension_parts
from xlvp.rules.scales import match_vp
from xlvp.templates.new import new
import xlvp

def told(*arguments):
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        try:
            main(arguments)
        except SystemExit:
            pass
    return out.getvalue()

BY_NAME = {{function.name: function for function in FUNCTIONS}}
margins, boards = {tuple((margin,) for margin in MARGINS)}, ({BOARDS},)
calls = [(BY_NAME["MATCHVP"], (margins, boards, name)) for name in ("club 40", "CLUB")]
calls += [(BY_NAME["VPSCALE"], (count, name)) for count in {BOARDS} for name in ({CURVE!r}, {TABLE!r})]
calls += [(BY_NAME["IMPSNEEDED"], (vp, 16, name)) for vp in (0.5, 10, 13, 20) for name in ({CURVE!r}, {TABLE!r})]
calls += [(BY_NAME["MATCHVP"], (23, 25, {TABLE!r}))]
calls += [({FUNCTION}, (cell,)) for {FUNCTION} in [BY_NAME[{FUNCTION!r}]] for cell in (18, 16, "17", None, 0, "x")]
card = IronCalcCard(pathlib.Path(), new("match", {{"boards": 24, "scale": {CURVE!r}}}, {{}})[0])

def portable(scale, boards):
    card.fill({{"scale": scale, "boards": boards}})
    lines = zip(card.column("vp_margin"), card.column("vp_win"), card.column("vp_loss"), strict=True)
    return [line for line in lines if line[1] != ""]

print(json.dumps({{
    "made with": card.cell("scale"),
    "portable": {{name: [portable(name, count) for count in {BOARDS}] for name in ({CURVE!r}, {TABLE!r})}},
    "package": xlvp.__file__,
    "rule": {{name: [[match_vp(margin, count, name) for count in {BOARDS}] for margin in {tuple(MARGINS)}]
        for name in ({CURVE!r}, {TABLE!r})}},
    "function": [xlvp.basic_board(board) for board in range(1, 40)],
    "cells": [evaluate(function, *cells) for function, cells in calls],
    "lambdas": evaluate_calls(calls),
    "usual": evaluate(BY_NAME["MATCHVP"], 23, 16),
    "udf": getattr(udfs, {FUNCTION!r}).__doc__,
    "visual basic": functions_module() + help_module(),
    "extension": {{name: data.decode() for name, data in extension_parts().items()}},
    "embedded": [name.name for name in names()],
    "checked": sorted({{candidate.name for candidate in candidates()}}),
    "page": reference.page(),
    "help": [told("functions", name) for name in ("MATCHVP", {FUNCTION!r})] + [told("vp", "--help")],
    "vp": [told("vp", "9", "--boards", "16", "--scale", name) for name in ({CURVE!r}, {TABLE!r})],
    "table": told("table", "--boards", "16", "--scale", {TABLE!r}),
}}))
"""


def indented(code: str, spaces: int) -> str:
    """Return code that begins in this column."""
    lines = code.rstrip().splitlines()
    margin = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    return "".join(f"{' ' * spaces}{line[margin:]}\n" if line.strip() else "\n" for line in lines)


def insert(path: Path, before: str, lines: str) -> None:
    """Put lines into a module in front of a text that stands there once."""
    text = path.read_text("utf-8")
    assert text.count(before) == 1, (path, before)
    path.write_text(text.replace(before, lines + before), encoding="utf-8")


def copied(folder: Path) -> Path:
    """Return a copy of the package with what the first two recipes add to it."""
    package = folder / "xlvp"
    shutil.copytree(ROOT / "xlvp", package, ignore=shutil.ignore_patterns("__pycache__"))
    rules = package / "rules"
    module = f'"""The scales of a club."""\n\nfrom __future__ import annotations\n\n{indented(SCALE_CODE, 0)}'
    (rules / "club.py").write_text(module, encoding="utf-8")
    # One in front, one behind: no place in the list means anything.
    insert(rules / "scales.py", "    wbf.CONTINUOUS,\n", "    club.LONG,\n")
    insert(rules / "scales.py", ')\n"""Every VP scale, in the order', "    club.PRINTED,\n")
    insert(rules / "scales.py", "from xlvp.rules import acbl, wbf\n", "from xlvp.rules import club\n")
    insert(rules / "board.py", "def _checked(", indented(RULE, 0) + "\n\n")
    insert(package / "__init__.py", "from xlvp.rules.contract import", "from xlvp.rules.board import basic_board\n")
    insert(package / "__init__.py", '    "board_a_match",\n', '    "basic_board",\n')
    insert(package / "catalogue.py", "from xlvp.rules.contract import", "from xlvp.rules.board import basic_board\n")
    insert(package / "catalogue.py", ')\n"""Every function, in the order', indented(f"{DECLARATION.rstrip()},", 4))
    insert(package / "formulas" / "bodies.py", '}\n"""The body of each function', indented(BODY, 4))
    return package


def run(folder: Path, program: str) -> subprocess.CompletedProcess[str]:
    """Run a program with the package in this folder, and with the tests of this one."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), str(ROOT)]), "PYTHONUTF8": "1"}
    command = [sys.executable, "-c", program]
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, encoding="utf-8", check=False, timeout=300
    )


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return what the copy gives on each route."""
    folder = tmp_path_factory.mktemp("newcomer")
    package = copied(folder)
    done = run(folder, PROGRAM)
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout)
    assert Path(result["package"]).resolve().parent == package.resolve()
    return result


def by_curve(margin: int, boards: int) -> float:
    """Return what `Club 40` should give: the published algorithm with a draw of 20 VPs."""
    table, _ = buchen.continuous(Decimal(boards), Decimal(20))
    winner = table[min(abs(margin), len(table) - 1)]
    return float(winner if margin >= 0 else 40 - winner)


def by_table(margin: int, boards: int) -> float:
    """Return what `Club table` should give, by the figures on the page."""
    lowest = LINES[12 if boards <= 12 else 24]
    winner = (10, 12, 20)[sum(margin_ <= abs(margin) for margin_ in lowest) - 1]
    return winner if margin >= 0 else 20 - winner


def test_the_figures_here_are_those_on_the_page() -> None:
    lowest = ", ".join(
        f"({vp}, {pair})" for vp, pair in zip((10, 12, 20), zip(*LINES.values(), strict=True), strict=True)
    )
    assert f'CurveScale("{CURVE}", draw=20)' in SCALE_CODE
    assert f'TableScale("{TABLE}", {tuple(LINES)}, ({lowest}), also=("club",))' in SCALE_CODE
    assert f'"{FUNCTION}"' in DECLARATION
    assert BODY.lstrip().startswith(f'"{FUNCTION}": ')


def test_the_rules(found: dict[str, Any]) -> None:
    assert found["rule"] == {
        CURVE: [[by_curve(margin, count) for count in BOARDS] for margin in MARGINS],
        TABLE: [[by_table(margin, count) for count in BOARDS] for margin in MARGINS],
    }
    assert found["function"] == [*range(1, 17), *range(1, 17), *range(1, 8)]


def test_the_cells_and_the_lambda_formulas(found: dict[str, Any]) -> None:
    """Every margin on both scales; whole scales, the way back, and what is refused."""
    assert found["cells"][:2] == list(found["rule"].values())
    assert found["usual"] == 15.56
    assert found["cells"][-6:] == [2, 16, 1, "", "#NUM!", "#VALUE!"]
    assert found["cells"][-7] == "#NUM!"
    assert found["lambdas"] == found["cells"]


def test_the_table_of_a_portable_workbook(found: dict[str, Any]) -> None:
    """The stacked table has both scales, and a choice of scale and boards picks out the right one."""
    assert found["made with"] == CURVE
    for name, of in ((CURVE, by_curve), (TABLE, by_table)):
        for count, lines in zip(BOARDS, found["portable"][name], strict=True):
            assert len(lines) > LINES[24][-1]
            assert lines == [[margin, of(margin, count), of(-margin, count)] for margin in range(len(lines))]


def test_the_other_routes(found: dict[str, Any]) -> None:
    assert found["udf"] == "The board from 1 to 16 with the same dealer and vulnerability (Law 2)."
    assert f"Public Function {FUNCTION}(ByVal board As Variant) As Variant" in found["visual basic"]
    assert f'"{FUNCTION}"' in found["visual basic"]
    assert FUNCTION.lower() in found["extension"]["xlvp.idl"].lower()
    assert f'<value xml:lang="en">{FUNCTION}</value>' in found["extension"]["CalcAddIns.xcu"]
    assert [name for name in found["extension"] if name.endswith("/rules/club.py")]
    assert found["embedded"][-1] == FUNCTION
    assert {CURVE, TABLE} <= set(found["checked"])


def test_the_help_and_the_documentation(found: dict[str, Any]) -> None:
    for text in (*found["help"][::2], found["page"], found["visual basic"], found["extension"]["CalcAddIns.xcu"]):
        for name in (CURVE, TABLE):
            assert name in " ".join(text.split())
    assert f"\n## {FUNCTION}\n" in found["page"]
    assert found["help"][1].startswith(f"{FUNCTION}(board)\n")
    assert [text.strip() for text in found["vp"]] == [
        f"{by_curve(9, 16):.2f} - {by_curve(-9, 16):.2f}",
        f"{by_table(9, 16)} - {by_table(-9, 16)}",
    ]
    assert found["table"].splitlines()[-3:] == [
        "      0-4       10      10",
        "     5-14       12       8",
        "      15+       20       0",
    ]


def test_what_is_forgotten_is_told_in_words(tmp_path: Path) -> None:
    """A function without its formula, and a scale of a third family."""
    package = copied(tmp_path)
    bodies = package / "formulas" / "bodies.py"
    bodies.write_text(bodies.read_text("utf-8").replace(indented(BODY, 4), ""), encoding="utf-8")
    forgotten = run(tmp_path, "from xlvp.embed import names; names()")
    told = f"NotImplementedError: {FUNCTION} has no LAMBDA formula yet: add what it makes of its cells to BODIES in"
    assert told in forgotten.stderr
    third = """
        from xlvp.rules import scales
        from xlvp.rules.scale import Scale
        scales.SCALES = (*scales.SCALES, Scale("Third", 10, 36, whole=False, also=()))
        from xlvp.formulas import bodies
    """
    forgotten = run(tmp_path, "\n".join(line.strip() for line in third.splitlines()))
    assert "TypeError: Third is of a family that has no formulas here" in forgotten.stderr


def test_the_page_names_what_there_is() -> None:
    """Every file that CONTRIBUTING.md leads to, and every list in which something is to be entered."""
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    for target in re.findall(r"\]\(([^)#]+)\)", page) + re.findall(r"`((?:xlvp|tests|tools)/[a-z_./]+\.py)`", page):
        assert (ROOT / target).exists(), target
    code = "\n".join(path.read_text("utf-8") for top in ("xlvp", "tests") for path in (ROOT / top).rglob("*.py"))
    lists = re.findall(r"`([A-Z]{4,})`", page)
    assert {"SCALES", "FUNCTIONS", "BODIES", "KINDS"} <= set(lists)
    for name in lists:
        assert re.search(rf"^{name}(: [^\n]+)? = ", code, re.MULTILINE), name
