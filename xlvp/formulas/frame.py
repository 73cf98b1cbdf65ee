"""What surrounds the body of every formula: empty cells, errors, defaults and ranges.

In the words of Excel, for two arguments of which the second is optional:

    LAMBDA(imps_, [kind_], LET(
        …parts…,
        kind_given, IF(ISOMITTED(kind_), "continuous", IF(kind_="", "continuous", kind_)),
        the_shape, IFERROR(imps_="", 0) + IFERROR(kind_given="", 0),
        spread_out, LAMBDA(range_, IF(the_shape>=0, IF(range_="", "", range_))),
        IF(ISERROR(SUM(the_shape)), #VALUE!,
            MAP(spread_out(imps_), spread_out(kind_given), LAMBDA(imps_cell, kind_cell,
                IF((imps_cell="") + (kind_cell=""), "", …body…))))))

- `the_shape` has the shape of all ranges together, single cells, rows and columns spread over each other. Where
  shapes don't match, Excel fills up with #N/A, and only there: errors in cells count as 0.
- `IF(range_="", "", range_)` makes an empty cell "", since MAP would hand it on as 0.
- The sum of comparisons is the error of the first cell that has one; if there is none, it is the number of empty
  cells. (OR would do in Excel; in IronCalc it does not look beyond the first TRUE.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlvp.catalogue import Kind
from xlvp.formulas.bodies import body
from xlvp.formulas.compiler import tokens
from xlvp.formulas.parts import PARTS, constant
from xlvp.formulas.scales import SCALE_PARTS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from xlvp.catalogue import Argument, Function

_PARTS = {**PARTS, **SCALE_PARTS}
_SHAPE = "the_shape"
_SCORES = "all_scores"


def lambda_of(function: Function) -> str:
    """Return the LAMBDA of a function, as the compiler takes it."""
    cells = [argument for argument in function.arguments if not argument.kind.takes_range]
    declared = dict(filter(None, map(_values, function.arguments)))
    if len(cells) > 1:
        declared[_SHAPE] = " + ".join(f'IFERROR({_range(argument)}="", 0)' for argument in cells)
    result = _by_cells(function, cells)
    let = {**_parts_of(result, *declared.values()), **declared}
    parameters = (
        f"[{argument.name}_]" if argument.optional else f"{argument.name}_" for argument in function.arguments
    )
    return f"LAMBDA({', '.join(parameters)}, LET({_pairs(let)}, {result}))"


def _values(argument: Argument) -> tuple[str, str] | None:
    """Return a name and its meaning, where the values of an argument are not simply what it was given."""
    given = f"{argument.name}_"
    if argument.kind is Kind.SCORES:
        return _SCORES, f"score_list({given})"
    if argument.optional:
        default = constant(argument.default)
        return _range(argument), f'IF(ISOMITTED({given}), {default}, IF({given}="", {default}, {given}))'
    return None


def _range(argument: Argument) -> str:
    return f"{argument.name}_given" if argument.optional else f"{argument.name}_"


def _cell(argument: Argument) -> str:
    return f"{argument.name}_cell"


def _by_cells(function: Function, cells: list[Argument]) -> str:
    """Return the body for each cell of the ranges."""
    result = f'IF({" + ".join(map(_empty, function.arguments))}, "", {body(function)})'
    names = ", ".join(map(_cell, cells))
    if function.table:
        single = {_cell(argument): f"only_cell({_range(argument)})" for argument in cells}
        return f"IF(ROWS({_SHAPE})*COLUMNS({_SHAPE})>1, #VALUE!, LET({_pairs(single)}, {result}))"
    if not cells:
        return result
    if len(cells) == 1:
        only = _range(cells[0])
        mapped = f'MAP(IF({only}="", "", {only}), LAMBDA({names}, {result}))'
        if function.arguments[0] is cells[0]:
            return mapped
        # The scores come first, so their error does, in each cell. MAP would see the error of a single cell alone.
        scores = _empty(function.arguments[0])
        return f'IF(ISERROR({scores}), IF(IFERROR({only}="", 0)>=0, {scores}), {mapped})'
    spread = ", ".join(f"spread_out({_range(argument)})" for argument in cells)
    return f"""LET(
        spread_out, LAMBDA(range_, IF({_SHAPE}>=0, IF(range_="", "", range_))),
        IF(ISERROR(SUM({_SHAPE})), #VALUE!, MAP({spread}, LAMBDA({names}, {result}))))"""


def _empty(argument: Argument) -> str:
    """Return a number that is not 0 where the argument has nothing but would need it; or its error."""
    if argument.kind is Kind.SCORES:
        return f'SUM(--({_SCORES}=""))'
    if argument.kind is Kind.TABLE:
        return f'(SUM(--({argument.name}_=""))=ROWS({argument.name}_)*COLUMNS({argument.name}_))'
    return f'({_cell(argument)}="")' + ("*was_played(contract_cell)" if argument.idle_when_passed else "")


def _parts_of(*texts: str) -> Mapping[str, str]:
    """Return the parts that the texts use, and those that these use, in the order in which they are declared."""
    used: set[str] = set()
    new = set(texts)
    while new:
        names = {token.text for text in new for token in tokens(text)} & _PARTS.keys() - used
        used |= names
        new = {_PARTS[name] for name in names}
    return {name: text for name, text in _PARTS.items() if name in used}


def _pairs(names: Mapping[str, str]) -> str:
    return ", ".join(f"{name}, {text}" for name, text in names.items())
