"""Mutation testing: the code is changed in one place after another, and a test should notice it each time.

    python3 dev.py mutation                      every module of TESTS
    python3 dev.py mutation xlvp/cells.py        this one, or all in a folder

It prints each change that no test has noticed, and a count for each module. Cosmic Ray finds the places and makes the
changes; its own way to run the tests starts Python afresh for each, and takes hours. Here a process that has the
tools of the tests loaded, but nothing of xlvp, forks for each change and imports the changed code in place of the
file, which stays as it is. Time is the processor's, so that a busy machine is not taken for an endless loop.
"""

from __future__ import annotations

import ast
import importlib.util
import os
import resource
import signal
import sys
from collections import Counter
from difflib import unified_diff
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import hypothesis.strategies  # loaded once, for all
import pytest
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from importlib.machinery import ModuleSpec
    from types import CodeType

TESTS = {
    "xlvp/rules": ("tests/rules",),
    "xlvp/cells.py": ("tests/test_cells.py",),
    **dict.fromkeys(
        (f"xlvp/ooxml/{name}.py" for name in ("archive", "parts", "xmlparser", "zipdirectory")),
        ("tests/ooxml/test_zipdirectory.py", "tests/ooxml/test_package.py", "tests/embed/test_embed.py"),
    ),
}
"""What is changed, and the tests that are to notice it."""

# One or two changes of each kind: what notices that + became - would notice ** as well.
OPERATORS = (
    *("NumberReplacer", "ReplaceTrueWithFalse", "ReplaceFalseWithTrue"),
    *("AddNot", "ReplaceUnaryOperator_Delete_Not", "ReplaceAndWithOr", "ReplaceOrWithAnd"),
    *(f"ReplaceComparisonOperator_{change}" for change in ("Eq_NotEq", "NotEq_Eq", "Is_IsNot", "IsNot_Is")),
    *(f"ReplaceComparisonOperator_{change}" for change in ("Lt_LtE", "Lt_GtE", "LtE_Lt", "LtE_Gt")),
    *(f"ReplaceComparisonOperator_{change}" for change in ("Gt_GtE", "Gt_LtE", "GtE_Gt", "GtE_Lt")),
    *(f"ReplaceBinaryOperator_{change}" for change in ("Add_Sub", "Sub_Add", "Mul_Div", "Div_Mul", "FloorDiv_Mul")),
    *(f"ReplaceBinaryOperator_{change}" for change in ("Mod_FloorDiv", "Pow_Mul", "LShift_RShift", "RShift_LShift")),
    *(f"ReplaceBinaryOperator_{change}" for change in ("BitAnd_BitOr", "BitOr_BitAnd")),
    *("ReplaceUnaryOperator_Delete_USub", "ReplaceUnaryOperator_Delete_Invert"),
    *("ZeroIterationForLoop", "ReplaceBreakWithContinue", "ReplaceContinueWithBreak"),
    *("ExceptionReplacer", "RemoveDecorator"),
)
_OPTIONS = (
    *("-x", "--tb=no", "-p", "no:cacheprovider", "--hypothesis-profile=mutation"),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),  # hypothesis is there before pytest is
)
_MEMORY = 1 << 30
_NICENESS = 15
_COULD_NOT_RUN = 9  # more than any exit code of pytest


class Mutant(NamedTuple):
    """A module with one change."""

    file: Path
    code: str
    change: str


class _Changed(SourceFileLoader):
    """Loads a module from other code than its file holds; a finder of that module as well."""

    def __init__(self, mutant: Mutant) -> None:
        super().__init__(".".join(mutant.file.with_suffix("").parts), str(mutant.file.resolve()))
        self._code = mutant.code

    def get_code(self, fullname: str) -> CodeType:
        """Return the changed code."""
        return compile(self._code, self.path, "exec", dont_inherit=True)

    def find_spec(self, fullname: str, *_: object) -> ModuleSpec | None:
        """Return how to load the changed module; others are left to those who know them."""
        mine = fullname == self.name
        return importlib.util.spec_from_file_location(fullname, self.path, loader=self) if mine else None


def mutants(file: Path) -> Iterator[Mutant]:
    """Yield each change of a module that Python would notice."""
    source = file.read_text("utf-8")
    seen = {_meaning(source)}
    for name in OPERATORS:
        operator, occurrence = get_operator(f"core/{name}")(), 0
        while (code := mutate_code(source, operator, occurrence)) is not None:
            occurrence += 1
            try:
                meaning = _meaning(code)
            except SyntaxError:  # a `not` in front of a walrus
                continue
            if meaning not in seen:
                seen.add(meaning)
                yield Mutant(file, code, _difference(source, code))


def _meaning(source: str) -> str:
    """Return what Python runs: without annotations, and without what is there for the type checker."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        for field in ("annotation", "returns"):
            if getattr(node, field, None):
                setattr(node, field, ast.Constant(None))
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            node.test, node.body = ast.Constant(False), [ast.Pass()]
    return ast.dump(tree)


def _difference(source: str, code: str) -> str:
    _, _, *lines = unified_diff(source.splitlines(), code.splitlines(), lineterm="", n=0)
    return "\n".join(lines)


def tests_of(file: Path) -> list[str]:
    """Return the test files for a module, its own first."""
    found = next(tests for start, tests in TESTS.items() if file.is_relative_to(start))
    files = [each for test in found for each in (sorted(Path(test).glob("test_*.py")) or [Path(test)])]
    return [str(each) for each in sorted(files, key=lambda each: each.stem != f"test_{file.stem}")]


def start(tests: Sequence[str], seconds: int, mutant: Mutant | None = None) -> int:
    """Start tests in a process of their own, and return its number."""
    pid = os.fork()
    if pid:
        return pid
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        if mutant:
            sys.meta_path.insert(0, _Changed(mutant))
        os._exit(pytest.main([*_OPTIONS, *tests]))
    finally:
        os._exit(_COULD_NOT_RUN)


def outcome(status: int) -> str:
    """Return what has become of a mutant, by the exit status of its tests."""
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL):
        return "out of time"
    return "survived" if status == 0 else "killed"


def seconds_allowed(tests: Sequence[str]) -> int:
    """Return how long a mutant may keep the processor: several times what the code as it is takes."""
    _, status, used = os.wait4(start(tests, 3600), 0)
    if status:
        sys.exit(f"these tests fail without any change: {' '.join(tests)}")
    return round(10 + 4 * used.ru_utime)


def tried(file: Path) -> Counter[str]:
    """Try every mutant of a module, print those that were not killed, and return how many came to what."""
    tests = tests_of(file)
    seconds = seconds_allowed(tests)
    running: dict[int, Mutant] = {}
    count: Counter[str] = Counter()

    def finish_one() -> None:
        pid, status = os.wait()
        mutant, became = running.pop(pid), outcome(status)
        count[became] += 1
        if became != "killed":
            print(f"{became}: {file} {mutant.change}", flush=True)

    for mutant in mutants(file):
        while len(running) >= (os.cpu_count() or 1):
            finish_one()
        running[start(tests, seconds, mutant)] = mutant
    while running:
        finish_one()
    return count


def main(chosen: Sequence[str]) -> int:
    """Try the mutants of every module, or of those that are chosen, and print what has become of them."""
    os.nice(_NICENESS)
    hypothesis.settings.register_profile(
        "mutation",
        database=None,
        deadline=None,
        derandomize=True,
        phases=(hypothesis.Phase.explicit, hypothesis.Phase.generate),  # no time for the smallest example
    )
    files = [file for path in map(Path, TESTS) for file in sorted(path.glob("*.py")) or [path]]
    counts = {
        file: count
        for file in files
        if (not chosen or any(file.is_relative_to(each) for each in chosen)) and (count := tried(file))
    }
    print(f"\n{'module':32}mutants  killed  out of time  survived  noticed")
    for file, count in [*counts.items(), ("all", sum(counts.values(), Counter()))]:
        killed, late, survived = (count[became] for became in ("killed", "out of time", "survived"))
        noticed = (killed + late) / count.total()
        print(f"{file!s:32}{count.total():7}{killed:8}{late:13}{survived:10}{noticed:9.1%}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
