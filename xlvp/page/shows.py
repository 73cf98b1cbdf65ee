"""How the answers of the commands are shown: each function runs a command and returns blocks for the page.

The commands are those of the command line, called as there, with the file system that Pyodide keeps in memory.
"""

from __future__ import annotations

import contextlib
import io
import json
from typing import TYPE_CHECKING, NamedTuple

from xlvp import reference
from xlvp.catalogue import FUNCTIONS
from xlvp.check.command import summary
from xlvp.check.report import check
from xlvp.cli import main
from xlvp.files import RefusedError
from xlvp.formulas import formula
from xlvp.page.answers import Answer, lines, notes, section, table, text_to_copy, words
from xlvp.page.words import of_the_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlvp.catalogue import Function
    from xlvp.page.answers import Block, Words


class Ran(NamedTuple):
    """What a command has said, in lines, and its exit code."""

    code: int
    out: list[str]
    aside: list[str]

    @property
    def refused(self) -> str:
        """Return why the command did nothing, or nothing if it did something."""
        return " ".join(self.aside) or "nothing was done" if self.code and not self.out else ""


def ran(argv: Sequence[str]) -> Ran:
    """Run a command of the command line."""
    out, aside = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(aside):
        try:
            code = main(argv)
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else 1
    return Ran(code, out.getvalue().splitlines(), aside.getvalue().splitlines())


def said(argv: Sequence[str], _: str = "") -> Answer:
    """Show what a command says."""
    done = ran(argv)
    return _noted(done, lines(*done.out))


def drawn(argv: Sequence[str], _: str = "") -> Answer:
    """Show what a command says, whose lines have columns."""
    done = ran(argv)
    return _noted(done, lines(*done.out, aligned=True))


def made(argv: Sequence[str], _: str = "") -> Answer:
    """Show what a command says besides which file it has made: the page offers that to be saved."""
    return _noted(ran(argv))


def _noted(done: Ran, *blocks: Block) -> Answer:
    """Return blocks below what a command has said aside, or why it has refused."""
    if done.refused:
        return Answer(refused=done.refused)
    return Answer([*([notes(*done.aside)] if done.aside else []), *blocks], attention=bool(done.aside))


def imps(argv: Sequence[str], _: str = "") -> Answer:
    """Show the IMPs for each difference."""
    return _beside(argv, (words("Points"), words("IMPs")))


def victory_points(argv: Sequence[str], _: str = "") -> Answer:
    """Show the VPs for each margin."""
    return _beside(argv, (words("IMPs"), words("VPs")))


def _beside(argv: Sequence[str], headings: tuple[Words, Words]) -> Answer:
    """Show results beside what they are for: one line of the command for each argument."""
    given = _arguments(argv)
    done = ran(argv)
    if done.refused or len(given) != len(done.out):
        return Answer(refused=done.refused) if done.refused else Answer([lines(*done.out)])
    if len(given) == 1:
        return Answer([{"type": "result", "lines": done.out}])
    return Answer([table("", headings, zip(given, done.out, strict=True), figures=2)])


def scale(argv: Sequence[str], _: str = "") -> Answer:
    """Show a scale as a table, which can be printed, and as a file for a spreadsheet."""
    done = ran(argv)
    if done.refused:
        return Answer(refused=done.refused)
    _, _, _, *rows = done.out
    with open("scale.csv", "w", encoding="utf-8", newline="") as file:
        file.writelines(f"{line}\n" for line in ran([*argv, "--csv"]).out)
    headings = (words("IMPs"), words("Winner"), words("Loser"))
    return Answer([table(_caption(argv), headings, [row.split() for row in rows], figures=3) | {"prints": True}])


def _caption(argv: Sequence[str]) -> Words | str:
    """Return what a scale is called; a table of one's own is known by its file."""
    told = json.loads(ran([*argv, "--json"]).out[0])
    name, boards = told["scale"], told["boards"]
    if boards is None:
        return str(name)
    if boards == 1:
        return words("{scale} scale, 1 board", scale=name)
    return words("{scale} scale, {boards} boards", scale=name, boards=str(boards))


def findings(argv: Sequence[str], book: str) -> Answer:
    """Show what is wrong in a workbook, by sheet and cell."""
    try:
        report = check(book)
    except RefusedError as refusal:
        return Answer(refused=str(refusal))
    rows = [
        (found.sheet, found.where.rpartition("!")[2], of_the_page(found.text))
        for found in report.wrong(cells="--cells" in argv)
    ]
    rows += [(seen.sheet, seen.where.rpartition("!")[2], f"{seen.verdict}: {seen.text}") for seen in report.seen]
    blocks: list[Block] = [notes(*report.warnings)] if report.warnings else []
    blocks.append(lines(summary([report])))
    if rows:
        blocks.append(table("", (words("Sheet"), words("Cell"), words("What was found")), rows))
    return Answer(blocks, attention=bool(report.findings or report.warnings))


def functions(argv: Sequence[str], _: str = "") -> Answer:
    """Show the functions, or one of them."""
    named = _arguments(argv)
    chosen = [function for function in FUNCTIONS if not named or function.name in named]
    return Answer([_function(function) for function in chosen])


def _arguments(argv: Sequence[str]) -> Sequence[str]:
    """Return the arguments that are no options."""
    return argv[argv.index("--") + 1 :] if "--" in argv else ()


def _function(function: Function) -> Block:
    arguments = [(argument.name, reference.described(argument)) for argument in function.arguments]
    label = words("For the Name Manager, name {name}, refers to", name=function.name)
    examples = [(reference.typed(function, each), reference.shown(each.result)) for each in function.examples]
    return section(
        reference.syntax(function),
        function.summary,
        [
            table(words("Arguments"), (words("Argument"), words("What it is")), arguments),
            table(words("Examples"), (words("Typed into a cell"), words("It shows")), examples),
            text_to_copy(label, formula(function).display),
        ],
    )
