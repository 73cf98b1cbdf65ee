"""Imports point one way, and importing xlvp stays light."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import xlvp
from xlvp.catalogue import FUNCTIONS

PACKAGE = Path(xlvp.__file__).parent
RULES = sorted((PACKAGE / "rules").glob("*.py"))

# Within the rules: what each module may import, from the bottom up.
LAYERS = (
    ("checks",),
    ("imps", "board", "vptable"),
    ("curve", "contract", "field"),
    ("scale", "owntable", "result"),
    ("wbf", "acbl"),
    ("scales",),
)


def imported(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            module = node.module or ""
            within = module in ("xlvp", "xlvp.rules")
            names |= {f"{module}.{alias.name}" for alias in node.names} if within else {module}
    return names


ARCHITECTURE = (PACKAGE.parent / "docs" / "architecture.md").read_text(encoding="utf-8")


def parts() -> dict[str, set[str]]:
    """Return what docs/architecture.md says: each part of the package, from the bottom up, and what it imports."""
    table = ARCHITECTURE.partition("## Who imports whom\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \|[^|]+\|([^|]+)\|$", table, re.MULTILINE)
    return {name: set(re.findall(r"`(\w+)`", below)) for name, below in rows}


PARTS = parts()


def test_the_parts_stand_on_one_another() -> None:
    for place, (name, below) in enumerate(PARTS.items()):
        assert below <= set(list(PARTS)[:place]), name


def test_the_page_tells_what_is_imported() -> None:
    found: dict[str, set[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        if path != PACKAGE / "__init__.py":
            own = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
            names = {name.split(".")[1] for name in imported(path) if name.startswith("xlvp.")}
            found.setdefault(own, set()).update(names - {own, "__version__"})
    assert found == PARTS


def test_the_picture_shows_what_is_imported() -> None:
    above: list[str] = []
    lines = re.findall(
        r"^((?:[│ ]  )*)(?:[├└]─ )?(\w+) {2,}\S", ARCHITECTURE.partition("```")[2].partition("```")[0], re.M
    )
    for indent, name in lines:
        depth = len(indent) // 3 + bool(above)
        assert depth == 0 or above[depth - 1] in PARTS[name], name
        above[depth:] = [name]
    assert len(lines) == 11


def test_who_needs_what_is_not_in_python() -> None:
    """xlwings is for the routes that go through it."""
    users = {path.relative_to(PACKAGE).parts[0] for path in PACKAGE.rglob("*.py") if "xlwings" in imported(path)}
    assert users == {"udfs.py", "excel"}


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.stem)
def test_rules_import_the_standard_library_and_lower_rules_alone(path: Path) -> None:
    below = [name for layer in LAYERS for name in layer]
    if path.stem == "__init__":
        assert imported(path) == set()
        return
    below = [
        name for layer in LAYERS[: next(i for i, layer in enumerate(LAYERS) if path.stem in layer)] for name in layer
    ]
    for name in imported(path):
        if name.startswith("xlvp"):
            assert name.removeprefix("xlvp.rules.") in below
        else:
            assert name.split(".")[0] in sys.stdlib_module_names


def test_formulas_import_the_rules_the_catalogue_and_each_other_alone() -> None:
    layers = ("compiler", "parts", "scales", "bodies", "frame", "__init__")
    paths = {path.stem: path for path in (PACKAGE / "formulas").glob("*.py")}
    assert set(paths) == set(layers)
    for place, layer in enumerate(layers):
        for name in imported(paths[layer]):
            if name.startswith("xlvp.formulas"):
                assert name.removeprefix("xlvp.formulas.") in layers[:place]
            elif name.startswith("xlvp"):
                assert name == "xlvp.catalogue" or name.startswith("xlvp.rules.")
            else:
                assert name.split(".")[0] in sys.stdlib_module_names


def test_importing_xlvp_brings_nothing_but_the_rules() -> None:
    program = "import sys; before = set(sys.modules); import xlvp; print(*sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    modules = done.stdout.split()
    ours = {name for name in modules if name.split(".")[0] == "xlvp"}
    assert ours == {"xlvp", "xlvp.rules", *(f"xlvp.rules.{p.stem}" for p in RULES if p.stem != "__init__")}
    theirs = {name.split(".")[0] for name in modules} - {"xlvp"}
    assert theirs <= sys.stdlib_module_names
    assert not theirs & {"dataclasses", "inspect", "argparse"}  # each costs more than all the rules


def test_no_table_is_made_before_it_is_asked_for() -> None:
    """Whatever is imported."""
    every = [".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts) for path in sorted(PACKAGE.rglob("*.py"))]
    left_out = {"xlvp.__main__", "xlvp.libreoffice.component"}  # which run, and which only LibreOffice can load
    modules = [name for name in every if name not in left_out]
    program = f"""
import gc, importlib
for module in {modules}:
    importlib.import_module(module)
from xlvp.rules.scales import SCALES
from xlvp.rules.vptable import VPTable
def made():
    return sum(isinstance(each, VPTable) for each in gc.get_objects())
print(made(), SCALES[0].table(8) and made())
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.split() == ["0", "1"]


def test_everything_public_is_there_with_its_source() -> None:
    rules = [getattr(xlvp, name) for name in xlvp.__all__ if name.islower() and not name.startswith("_")]
    assert {rule.__name__ for rule in rules} == {function.rule.__name__ for function in FUNCTIONS}
    for rule in rules:
        assert ">>> " in rule.__doc__
        assert "Source: " in rule.__doc__
