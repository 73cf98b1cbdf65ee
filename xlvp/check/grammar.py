"""Formulas taken apart: from the text in a file to a tree, with references seen from the formula's own cell.

Source: ECMA-376 part 1, 18.17 (a file has commas between arguments, whatever the language of the program).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from xlvp.ooxml.cellplaces import column_number, row_and_column
from xlvp.ooxml.sheets import Error

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypeAlias

    Tree: TypeAlias = "Constant | Reference | Name | Call | Operation"

_DEEPEST = 80
"""Excel nests 64 calls."""

_TOKEN = re.compile(
    r"""
      (?P<space>\s+)
    | (?P<string>"(?:[^"]|"")*")
    | (?P<reference>
        (?:(?:'(?:[^']|'')+'|[^\W\d][\w.]*)!)?
        (?: \$?[A-Za-z]{1,3}\$?[0-9]{1,7}(?::\$?[A-Za-z]{1,3}\$?[0-9]{1,7})?(?![\w.(!])
          | \$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3}(?![\w.(!])))
    | (?P<number>(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)
    | (?P<error>\#(?:N/A|VALUE!|REF!|DIV/0!|NUM!|NAME\?|NULL!))
    | (?P<word>[^\W\d][\w.]*)
    | (?P<operator><=|>=|<>|[-+*/^&=<>%(),;{}@])
    """,
    re.VERBOSE,
)
_REFERENCE = re.compile(r"(?:(?P<sheet>.+)!)?(?P<first>[^:!]+)(?::(?P<last>[^:!]+))?", re.DOTALL)
_CORNER = re.compile(r"(\$?)([A-Z]*)(\$?)([0-9]*)")
_BINARY = (("=", "<>", "<", ">", "<=", ">="), ("&",), ("+", "-"), ("*", "/"), ("^",))


class UnknownError(Exception):
    """A formula that is beyond this reader; it is left alone."""


class Constant(NamedTuple):
    """A constant; one in braces has rows of values."""

    value: object


class Corner(NamedTuple):
    """A corner of a reference: relative to the formula's cell unless fixed; no row for a whole column."""

    row: int | None
    row_fixed: bool
    column: int
    column_fixed: bool


class Reference(NamedTuple):
    """A cell or an area; no sheet means the formula's own."""

    sheet: str | None
    first: Corner
    last: Corner

    @property
    def is_cell(self) -> bool:
        """Say whether it is a single cell."""
        return self.first == self.last and self.first.row is not None

    @property
    def is_fixed(self) -> bool:
        """Say whether it is the same from wherever it is seen."""
        corners = (self.first, self.last)
        return all(corner.column_fixed and (corner.row_fixed or corner.row is None) for corner in corners)


class Name(NamedTuple):
    """A defined name."""

    name: str


class Call(NamedTuple):
    """A function with its arguments; None for one left out."""

    function: str
    arguments: tuple[Tree | None, ...]


class Operation(NamedTuple):
    """An operator between two operands, or before or behind one."""

    operator: str
    operands: tuple[Tree, ...]


def parse(text: str, base: int) -> Tree:
    """Return a formula, given without `=`, as a tree; one that cannot be read raises UnknownError.

    >>> parse("1+2*3", 0).operator
    '+'
    """
    return _Parser(text, base).whole()


def nodes(tree: Tree | None) -> Iterator[Tree]:
    """Yield a formula and everything in it."""
    waiting = [tree]  # no recursion: a sum of thousands of terms is as deep
    while waiting:
        part = waiting.pop()
        if part is not None:
            yield part
        if isinstance(part, (Call, Operation)):
            waiting += reversed(part.arguments if isinstance(part, Call) else part.operands)


class _Parser:
    """A parser that goes down by the strength of the operators."""

    def __init__(self, text: str, base: int) -> None:
        self._base = row_and_column(base)
        self._tokens = list(_tokens(text))
        self._at = 0
        self._depth = 0

    def whole(self) -> Tree:
        tree = self._level(0)
        if self._at < len(self._tokens):
            raise UnknownError
        return tree

    def _peek(self) -> tuple[str, str]:
        return self._tokens[self._at] if self._at < len(self._tokens) else ("", "")

    def _next(self) -> tuple[str, str]:
        token = self._peek()
        self._at += 1
        return token

    def _expect(self, operator: str) -> None:
        if self._next() != ("operator", operator):
            raise UnknownError

    def _level(self, level: int) -> Tree:
        if level == len(_BINARY):
            return self._signed()
        tree = self._level(level + 1)
        while self._peek()[0] == "operator" and self._peek()[1] in _BINARY[level]:
            tree = Operation(self._next()[1], (tree, self._level(level + 1)))
        return tree

    def _signed(self) -> Tree:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise UnknownError
        if self._peek() in (("operator", "-"), ("operator", "+"), ("operator", "@")):
            sign = self._next()[1]
            operand = self._signed()
            tree = Operation("negate", (operand,)) if sign == "-" else operand
        else:
            tree = self._primary()
            while self._peek() == ("operator", "%"):
                self._next()
                tree = Operation("%", (tree,))
        self._depth -= 1
        return tree

    def _primary(self) -> Tree:
        kind, text = self._next()
        if kind == "number":
            return Constant(float(text))
        if kind == "string":
            return Constant(text[1:-1].replace('""', '"'))
        if kind == "error":
            return Constant(Error(text))
        if kind == "reference":
            return self._reference(text)
        if kind == "word":
            return self._word(text)
        if (kind, text) == ("operator", "("):
            tree = self._level(0)
            self._expect(")")
            return tree
        if (kind, text) == ("operator", "{"):
            return self._array()
        raise UnknownError

    def _word(self, text: str) -> Tree:
        if self._peek() != ("operator", "("):
            return Constant(text.upper() == "TRUE") if text.upper() in ("TRUE", "FALSE") else Name(text.casefold())
        self._next()
        arguments: list[Tree | None] = []
        while self._peek() != ("operator", ")"):
            if arguments:
                self._expect(",")
            empty = self._peek() in (("operator", ","), ("operator", ")"))
            arguments.append(None if empty else self._level(0))
        self._next()
        return Call(text.upper().removeprefix("_XLFN.").removeprefix("_XLWS."), tuple(arguments))

    def _array(self) -> Tree:
        rows: list[list[object]] = [[]]
        while True:
            sign = -1 if self._peek() == ("operator", "-") else 1
            if sign < 0:
                self._next()
            item = self._primary()
            if not isinstance(item, Constant):
                raise UnknownError
            value = item.value
            rows[-1].append(sign * value if isinstance(value, float) else value)
            operator = self._next()
            if operator == ("operator", ";"):
                rows.append([])
            elif operator == ("operator", "}") and len({*map(len, rows)}) == 1:
                return Constant(tuple(map(tuple, rows)))
            elif operator != ("operator", ","):
                raise UnknownError

    def _reference(self, text: str) -> Reference:
        found = _REFERENCE.fullmatch(text)
        if found is None:
            raise UnknownError
        sheet = found["sheet"]
        if sheet and sheet.startswith("'"):
            sheet = sheet[1:-1].replace("''", "'")
        first = self._corner(found["first"])
        return Reference(sheet, first, self._corner(found["last"]) if found["last"] else first)

    def _corner(self, text: str) -> Corner:
        found = _CORNER.fullmatch(text.upper())
        if found is None:
            raise UnknownError
        column_fixed, letters, row_fixed, digits = found.groups()
        row, column = int(digits) if digits else None, column_number(letters)
        return Corner(
            row if row is None or row_fixed else row - self._base[0],
            bool(row_fixed),
            column if column_fixed else column - self._base[1],
            bool(column_fixed),
        )


def _tokens(text: str) -> list[tuple[str, str]]:
    found, at = [], 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise UnknownError
        kind = match.lastgroup or ""
        if kind != "space":
            found.append((kind, match[0]))
        at = match.end()
    return found


_RELATIVE = re.compile(r"\"(?:[^\"]|\"\")*\"|'(?:[^']|'')*'|(\$?)\b([A-Z]{1,3})(\$?)([0-9]{1,7})\b(?![(!.])")


def seen_from(text: str, base: int) -> str:
    """Return a formula with its relative references as steps, so that copies of one formula read the same.

    >>> from xlvp.ooxml.cellplaces import place
    >>> seen_from("B2-$C$1", place(2, 3)) == seen_from("B7-$C$1", place(7, 3))
    True
    """
    base_row, base_column = row_and_column(base)

    def steps(match: re.Match[str]) -> str:
        column_fixed, letters, row_fixed, digits = match.groups()
        if letters is None:
            return match[0]
        row = digits if row_fixed else f"[{int(digits) - base_row}]"
        return f"R{row}C{letters if column_fixed else f'[{column_number(letters) - base_column}]'}"

    return _RELATIVE.sub(steps, text)
