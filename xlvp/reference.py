"""Help on the spreadsheet functions, written from the catalogue: for the command line, and as docs/functions.md."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from xlvp.catalogue import FUNCTIONS, Example

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlvp.catalogue import Argument, Block, Cell, Function, Refusal

_TERMINAL = 79
"""Columns of a terminal that can be filled without a line being broken."""

_INTRODUCTION = """\
# The spreadsheet functions

<!-- Written from xlvp/catalogue.py by `python3 dev.py docs`. -->

How to have them: [in Excel](excel.md), [in LibreOffice Calc](libreoffice.md).

Arguments in brackets may be left out. Excel in a language that writes decimals with a comma wants semicolons
between arguments: `=WBFVP(23;16)`.

What a cell means is the same for every function:

| In the cell | Result |
|---|---|
| empty, or `""`, in an argument that is needed | `""`: a board that was not played is not a push |
| empty, or left out, in an optional argument | its default |
| an error | that error |
| a number, or text that is a number (`"430"`) | the number |
| other text where a number is needed; TRUE or FALSE | `#VALUE!` |
| a number that is not allowed (0 boards, 37 boards on ACBL 20, a scale of 25) | `#NUM!` |
| a scale, kind, contract, result or declarer that is no such thing | `#VALUE!` |
| a range where one value is expected | a result of the same shape, each cell with its own result or error |
| in a range of scores: empty cells, texts, TRUE and FALSE | left out; if no number remains, `""` |
| in a table of your own: rows with nothing in them | left out; if no row remains, `""` |

A single value spreads over a range, and so do a row and a column over each other. Other shapes that don't match
give `#VALUE!`, and so does VPSCALE with a range: it shows one scale at a time.

Below, each function lists the errors that it can give, with a call that gives it. What the scoring systems are is in
[scoring.md](scoring.md), and how to build sheets with the functions in [spreadsheets.md](spreadsheets.md).
"""


def named(name: str) -> Function:
    """Return the function of that name."""
    return next(function for function in FUNCTIONS if function.name == name)


def syntax(function: Function) -> str:
    """Return how the function is called.

    >>> syntax(FUNCTIONS[1])
    'WBFVP(imps, boards, [kind])'
    """
    names = (f"[{argument.name}]" if argument.optional else argument.name for argument in function.arguments)
    return f"{function.name}({', '.join(names)})"


def typed(function: Function, example: Example) -> str:
    """Return an example as it is typed into a cell.

    >>> typed(FUNCTIONS[1], FUNCTIONS[1].examples[3])
    '=WBFVP(16,8,"discrete")'
    """
    return f"={function.name}({','.join(map(_spelled, example.arguments))})"


def refused(function: Function) -> Iterator[tuple[Argument, Refusal, list[Example]]]:
    """Yield each error that the function can give, with calls that give it: its first example with one cell changed."""
    good = function.examples[0].arguments
    for place, argument in enumerate(function.arguments):
        for refusal in argument.refusals:
            calls = ((*good[:place], cell, *good[place + 1 :]) for cell in refusal.cells)
            yield argument, refusal, [Example(call, refusal.error) for call in calls]


def overview() -> str:
    """Return the name of each function and what it gives, for a terminal."""
    width = max(len(function.name) for function in FUNCTIONS) + 2
    lines = (
        textwrap.fill(f"{function.name:<{width}}{function.summary}", _TERMINAL, subsequent_indent=" " * width)
        for function in FUNCTIONS
    )
    return "\n".join(lines)


def help_text(function: Function) -> str:
    """Return the help on one function for a terminal."""
    width = max(len(argument.name) for argument in function.arguments)
    indent = " " * (width + 4)
    arguments = [
        textwrap.fill(f"  {argument.name:<{width}}  {described(argument)}", _TERMINAL, subsequent_indent=indent)
        for argument in function.arguments
    ]
    examples = (f"  {typed(function, example)}  gives  {shown(example.result)}" for example in function.examples)
    formula = f"Its formula for Excel 365 and 2024: xlvp functions {function.name} --formula"
    summary = textwrap.fill(function.summary, _TERMINAL)
    return "\n".join([syntax(function), summary, "", *arguments, "", "examples:", *examples, "", formula])


def formula_text(function: Function) -> str:
    """Return the formula that the Name Manager of Excel 365 or 2024 takes for a function."""
    from xlvp.formulas import formula  # the help has no use for it

    return formula(function).display


def page() -> str:
    """Return docs/functions.md."""
    return "\n".join([_INTRODUCTION, *map(_section, FUNCTIONS)])


def _section(function: Function) -> str:
    arguments = (f"| `{argument.name}` | {described(argument)} |" for argument in function.arguments)
    examples = (f"| `{typed(function, example)}` | `{shown(example.result)}` |" for example in function.examples)
    return "\n".join(
        [
            f"## {function.name}\n\n`{syntax(function)}`\n\n{function.summary}\n",
            "| Argument | |\n|---|---|",
            *arguments,
            "\n| Example | Result |\n|---|---|",
            *examples,
            "",
            *_errors(function),
        ]
    )


def _errors(function: Function) -> list[str]:
    rows = [
        f"| `{refusal.error}` | `{argument.name}` {refusal.when} | `{typed(function, examples[0])}` |"
        for argument, refusal, examples in refused(function)
    ]
    return (
        ["| Error | When | For example |\n|---|---|---|", *rows, ""] if rows else ["It gives no error of its own.", ""]
    )


def described(argument: Argument) -> str:
    """Return what an argument is."""
    return argument.help + (" Not needed if the board was passed out." if argument.idle_when_passed else "")


def _spelled(value: Cell | Block) -> str:
    """Return a cell as a formula spells it; a range as an array constant, and an empty cell as the empty text."""
    if isinstance(value, tuple):
        return "{" + ";".join(",".join(map(_spelled, row)) for row in value) + "}"
    if isinstance(value, bool):
        return str(value).upper()
    return f'"{value or ""}"' if isinstance(value, (str, type(None))) else f"{value}"


def shown(value: Cell | Block) -> str:
    """Return a result as a cell shows it."""
    return str(value) if isinstance(value, str) and value else _spelled(value)
