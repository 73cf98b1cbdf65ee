"""From a formula as people write it to the form that Excel stores in a workbook.

In a file the functions that came after Excel 2007 carry the prefix `_xlfn.` (some `_xlfn._xlws.`), and the names
that LET and LAMBDA declare carry `_xlpm.` wherever they stand; an optional parameter, written [kind], is declared
as `_xlop.kind`. Excel adds these prefixes when a formula is typed and shows none of them. A file that lacks one
shows #NAME?, or loses the name.

Only what the formulas of xlvp need is understood, and everything else is refused, so that a slip is found when a
formula is compiled and not by a user. Above all, every name that a formula declares must have an underscore:

- it then reads neither as a cell (VP20, R, C) nor as a function. Excel calls no LAMBDA by the name of a function,
  and the names of its old macro language count as well (RESULT, SCALE);
- it is then hardly ever a name of the user's workbook. Excel takes the name of the formula before that of the
  workbook, but IronCalc 0.9.1 does not.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_PLAIN = """
    ABS CHOOSE CLEAN COLUMNS EXACT FIND IF IFERROR INDEX INT ISERROR ISLOGICAL ISNUMBER LEFT LEN LN MAX MID MIN
    RIGHT ROUND ROUNDUP ROWS SIGN SQRT SUBSTITUTE SUM TRIM UPPER
"""
_NEWER = """
    DROP HSTACK ISOMITTED LAMBDA LET MAP NUMBERVALUE REDUCE SCAN SEQUENCE SWITCH TOCOL UNICHAR VSTACK
"""
_NEWER_WITH_OLD_NAMES = "FILTER SORT"  # names that worksheets had a use for before they became functions

EXCEL_FUNCTIONS = {
    **dict.fromkeys(_PLAIN.split(), ""),
    **dict.fromkeys(_NEWER.split(), "_xlfn."),
    **dict.fromkeys(_NEWER_WITH_OLD_NAMES.split(), "_xlfn._xlws."),
}
"""The functions that a formula may call, all in Excel 2024, with their prefix in a file."""

_CONSTANTS = ("TRUE", "FALSE")
_TOKEN = re.compile(
    r"""
      (?P<space>\s+)
    | (?P<string>"(?:[^"]|"")*")
    | (?P<array>\{(?:[^{}"]|"(?:[^"]|"")*")*\})
    | (?P<error>\#(?:VALUE!|NUM!|N/A))
    | (?P<number>[0-9]+(?:\.[0-9]+)?(?:E[+-]?[0-9]+)?)
    | (?P<optional>\[[a-z_]+\])
    | (?P<name>[A-Za-z_][A-Za-z_0-9.]*)
    | (?P<operator><=|>=|<>|[-+*/^&=<>(),])
    """,
    re.VERBOSE,
)
_LOCAL_NAME = re.compile(r"[a-z]+_[a-z_]*")


class Token(NamedTuple):
    """A piece of a formula: `kind` is the name of its group in the pattern above."""

    kind: str
    text: str


def tokens(formula: str) -> Iterator[Token]:
    """Split a formula, which has no leading "=", into its tokens; space between them is left out.

    >>> [token.text for token in tokens('IF(imps_ = "", "a, b", {1,2;3,4})')]
    ['IF', '(', 'imps_', '=', '""', ',', '"a, b"', ',', '{1,2;3,4}', ')']
    """
    place = 0
    while place < len(formula):
        match = _TOKEN.match(formula, place)
        if match is None or match.lastgroup is None:
            raise ValueError(f"a formula cannot have this: {formula[place : place + 30]!r}")
        place = match.end()
        if match.lastgroup != "space":
            yield Token(match.lastgroup, match.group())


def display(formula: str) -> str:
    """Return the formula on one line, as Excel shows it and as it can be pasted.

    >>> display("LET( points_,  20, points_ >= 100 )")
    '=LET(points_, 20, points_>=100)'
    """
    return "=" + "".join(", " if token.text == "," else token.text for token in tokens(formula))


def stored(formula: str) -> str:
    """Return the formula as a file has it.

    >>> stored("LAMBDA(imps_, [kind_], IF(ISOMITTED(kind_), 20, SORT(imps_)))")
    '_xlfn.LAMBDA(_xlpm.imps_,_xlop.kind_,IF(_xlfn.ISOMITTED(_xlpm.kind_),20,_xlfn._xlws.SORT(_xlpm.imps_)))'
    """
    return _expression(list(tokens(formula)), frozenset())


def _expression(expression: Sequence[Token], scope: frozenset[str]) -> str:
    """Return the stored form of an expression in which the names of `scope` are declared."""
    if not expression:
        raise ValueError("a formula cannot have an empty argument")
    pieces = []
    place = 0
    while place < len(expression):
        token = expression[place]
        place += 1
        if token.kind == "optional":
            raise ValueError(f"{token.text} can only be a parameter of a LAMBDA")
        if token.text == "(":
            end = _closing(expression, place - 1)
            pieces.append(f"({_expression(expression[place:end], scope)})")
            place = end + 1
        elif token.text in (")", ","):
            raise ValueError(f"a formula cannot have {token.text!r} here")
        elif token.kind != "name":
            pieces.append(token.text)
        elif expression[place : place + 1] == [("operator", "(")]:
            end = _closing(expression, place)
            pieces.append(_call(token.text, _arguments(expression[place + 1 : end]), scope))
            place = end + 1
        elif token.text in scope:
            pieces.append(f"_xlpm.{token.text}")
        elif token.text in _CONSTANTS:
            pieces.append(token.text)
        else:
            raise ValueError(f"nobody has declared {token.text!r}")
    return "".join(pieces)


def _call(function: str, arguments: Sequence[Sequence[Token]], scope: frozenset[str]) -> str:
    """Return the stored form of a call: of a function of Excel, or of a LAMBDA by the name that LET gave it."""
    if function in scope:
        return f"_xlpm.{function}({','.join(_expression(argument, scope) for argument in arguments)})"
    if function not in EXCEL_FUNCTIONS:
        raise ValueError(f"there is no function {function!r}")
    written = []
    *before, last = arguments
    if function == "LET":
        for name, meaning in zip(before[::2], before[1::2], strict=True):
            declared = _declared(_text(name), scope)
            written += [f"_xlpm.{declared}", _expression(meaning, scope)]
            scope |= {declared}
    elif function == "LAMBDA":
        for name in before:
            declared = _declared(_text(name).strip("[]"), scope)
            written.append(f"{'_xlop' if _text(name).startswith('[') else '_xlpm'}.{declared}")
            scope |= {declared}
    else:
        written += [_expression(argument, scope) for argument in before]
    return f"{EXCEL_FUNCTIONS[function]}{function}({','.join([*written, _expression(last, scope)])})"


def _text(expression: Sequence[Token]) -> str:
    return "".join(token.text for token in expression)


def _declared(name: str, scope: frozenset[str]) -> str:
    """Return the name that LET or LAMBDA declares, if it is a safe one."""
    if not _LOCAL_NAME.fullmatch(name):
        raise ValueError(f"a name needs small letters and an underscore: {name!r}")
    if name in scope:
        raise ValueError(f"a name is declared twice: {name!r}")
    return name


def _closing(expression: Sequence[Token], opening: int) -> int:
    """Return the place of the parenthesis that closes the one at `opening`."""
    depth = 0
    for place in range(opening, len(expression)):
        depth += {"(": 1, ")": -1}.get(expression[place].text, 0)
        if depth == 0:
            return place
    raise ValueError("a parenthesis is not closed")


def _arguments(inside: Sequence[Token]) -> list[Sequence[Token]]:
    """Return what stands between the commas of a call."""
    depth = 0
    commas = [-1]
    for place, token in enumerate(inside):
        depth += {"(": 1, ")": -1}.get(token.text, 0)
        if depth == 0 and token.text == ",":
            commas.append(place)
    return [inside[start + 1 : end] for start, end in zip(commas, [*commas[1:], len(inside)], strict=True)]
