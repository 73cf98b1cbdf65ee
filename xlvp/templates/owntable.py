"""A table of one's own on the sheet `Scales`, for the scale Own: three columns of inputs, and what is wrong with them.

What is wrong is what `xlvp.rules.owntable` would refuse. Lines may be left empty.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import PatternFill
from openpyxl.utils import get_column_letter as letter

from xlvp.languages.marks import sentence, tr
from xlvp.rules.curve import MAX_BLITZ
from xlvp.rules.owntable import MOST_VP
from xlvp.templates import inputs
from xlvp.templates.look import WARNING
from xlvp.templates.tables import TOP

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from xlvp.templates.tables import Tables

MOST_OWN_ROWS = 200
"""How many rows a table of one's own may have."""

_TAKES = {
    "own_from": inputs.whole(tr("Margin"), tr("The lowest margin in IMPs of this line; the first is 0."), 0, MAX_BLITZ),
    "own_winner": inputs.decimal(
        tr("Winner's VPs"), tr("What the winners have from this margin on."), -MOST_VP, MOST_VP
    ),
    "own_loser": inputs.decimal(tr("Loser's VPs"), tr("Only if they are not the rest of the VPs."), -MOST_VP, MOST_VP),
}
OWN_INPUTS = tuple(_TAKES)
"""The names of the three columns."""

_PROBLEMS = (
    tr("a margin and the winner's VPs, as numbers"),
    tr("the margin must be a whole number from 0 to {most}", most=MAX_BLITZ),
    tr("VPs must be numbers up to {most} with at most two decimals", most=MOST_VP),
    tr("the margins must begin with 0"),
    tr("for 0 IMPs both sides must have the same"),
    tr("the margins must rise"),
    tr("the winner's VPs must not fall"),
    tr("the loser's VPs must not rise"),
    tr("the winner has more than twice a draw: type the loser's VPs, too"),
)
(_NO_NUMBERS, _NO_MARGIN, _NO_VPS, _BEGINS, _DRAW, _RISE, _FALLS, _LOSER, _TOO_MUCH) = range(1, len(_PROBLEMS) + 1)

_DRAW_VP = "INDEX(own_winner,MATCH(0,own_from,0))"
_TABLE = ("own_margin", "own_loss")
"""From which to which of the following columns the table is that `own_table` names, complete."""

_FORMULAS = {
    "own_margin": 'IF({m}="","",{m})',
    "own_win": 'IF({m}="","",{w})',
    "own_loss": f'IF({{m}}="","",IF({{given}}="",IFERROR(ROUND(2*{_DRAW_VP}-{{w}},2),0),{{given}}))',
    "own_wrong": f'IF({{m}}&{{w}}&{{given}}="",0,IF(OR(COUNT({{m}}:{{w}})<2,AND({{given}}<>"",COUNT({{given}})=0)),'
    f"{_NO_NUMBERS},IF(OR({{m}}<0,{{m}}>{MAX_BLITZ},INT({{m}})<>{{m}}),{_NO_MARGIN},{{vps}})))",
    "vps": f"IF(COUNT({{m}}:{{w}})<2,0,IF(OR(ROUND({{w}},2)<>{{w}},ABS({{w}})>{MOST_VP},ROUND({{l}},2)<>{{l}},"
    f"ABS({{l}})>{MOST_VP}),{_NO_VPS},IF(COUNT({{m_above}})=0,{{first}},{{next}})))",
    "first": f"IF({{m}}<>0,{_BEGINS},IF({{w}}<>{{l}},{_DRAW},0))",
    "next": f"IF({{m}}<=MAX({{m_above}}),{_RISE},IF({{w}}<MAX({{w_above}}),{_FALLS},IF({{l}}>MIN({{l_above}}),{_LOSER},"
    f'IF(AND({{l}}<0,{{given}}=""),{_TOO_MUCH},0))))',
}
"""What is worked out on a line from margin, winner's and given loser's VPs, and the same columns above the line."""


def add_own(tables: Tables) -> None:
    """Add the table, and `own_problem`, the first thing that is wrong with it."""
    first, sheet, book = tables.column, tables.sheet, tables.book
    at = {name: letter(first + place) for place, name in enumerate((*_TAKES, *_FORMULAS))}
    lines: dict[str, list[str]] = {name: [] for name in _FORMULAS}
    for row in range(TOP, TOP + MOST_OWN_ROWS):
        its = {name: f"{column}{row}" for name, column in at.items()}
        short = {"m": its["own_from"], "w": its["own_winner"], "given": its["own_loser"], "l": its["own_loss"]}
        for name, column in {"m": "own_from", "w": "own_winner", "l": "own_loss"}.items():
            short[f"{name}_above"] = f"{at[column]}${TOP - 1}:{at[column]}{row - 1}"
        for name, text in _FORMULAS.items():
            lines[name].append(f"={text.format(**its, **short)}")
    empty: list[str | None] = [None] * MOST_OWN_ROWS
    named = ("own_loss", "own_wrong")
    tables.add(
        tr("A table of one's own, for the scale Own"),
        [
            *((takes.title, "", empty) for takes in _TAKES.values()),
            *((name, name if name in named else "", values) for name, values in lines.items()),
        ],
    )
    last = TOP + MOST_OWN_ROWS - 1
    for name, takes in _TAKES.items():
        book.inputs(sheet, f"{at[name]}{TOP}:{at[name]}{last}", takes, name)
    book.name("own_table", sheet, f"{at[_TABLE[0]]}{TOP}:{at[_TABLE[1]]}{last}")
    wrong = FormulaRule([f"${at['own_wrong']}{TOP}>0"], fill=PatternFill("solid", bgColor=WARNING))
    sheet.conditional_formatting.add(f"{at['own_from']}{TOP}:{at['own_loser']}{last}", wrong)
    for name in _FORMULAS:
        sheet.column_dimensions[at[name]].hidden = True
    told = sentence(
        "Scales, row {row}: {problem}",
        row=f"own_line+{TOP - 1}",
        problem="INDEX(own_problems,INDEX(own_wrong,own_line))",
    )
    asked = f'"{tr("Type your table on the sheet Scales")}"'
    tables.add(
        tr("What is wrong with it"),
        [
            (tr("words"), "own_problems", _PROBLEMS),
            (tr("line"), "own_line", ["=IFERROR(MATCH(TRUE,INDEX(own_wrong>0,0),0),0)"]),
            (tr("first"), "own_problem", [f'=IF(COUNT(own_from)=0,{asked},IF(own_line=0,"",{told}))']),
        ],
    )


def own_entries(table: Sequence[Sequence[float]]) -> dict[str, list[list[Any]]]:
    """Return the rows of a table of one's own as entries for the three columns of inputs."""
    padded = [(*row, *[None] * (len(_TAKES) - len(row))) for row in table]
    return {name: [[row[place]] for row in padded] for place, name in enumerate(_TAKES)} if padded else {}
