"""The functions as formulas: a LAMBDA for each, to be a name in a workbook of Excel 365 or 2024.

No macro and no add-in is needed. Each formula stands alone, so that a workbook can have one of them or all. What a
cell means is as on every other way into a spreadsheet (see `xlvp.cells`), with these differences, each with a test:

- A number has the 15 digits of a number in Excel, and a text that is a number too great for Excel is #VALUE!, not
  #NUM!.
- The spaces that don't matter in a text are the ordinary one and the no-break space, in names also tabs and line
  breaks. Other spaces of Unicode make a text #VALUE!.

A text that only Excel would take for a number is none: no "1/2", no "10%", no "4,3", whatever the language. But a date
in a cell is a number to Excel, and no formula can tell.

The modules, from the inside out:

    parts       what several formulas need, with the tables of the rules
    bodies      what each function makes of single cells
    frame       what a cell means: empty cells, errors, defaults, ranges
    compiler    from readable text to what a file holds
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from xlvp.formulas.compiler import display, stored
from xlvp.formulas.frame import lambda_of

if TYPE_CHECKING:
    from xlvp.catalogue import Function


@dataclass(frozen=True, slots=True)
class Formula:
    """A function as a name in a workbook.

    `display` is what Excel shows and takes by hand; it begins with "=". `stored` is what the file holds, the text of
    a definedName element, and `comment` is the comment of that element, which Excel shows as help.
    """

    display: str
    stored: str
    comment: str


@cache
def formula(function: Function) -> Formula:
    """Return the formula of a function of the catalogue.

    >>> from xlvp.catalogue import FUNCTIONS
    >>> formula(FUNCTIONS[0]).display[:13], formula(FUNCTIONS[0]).stored[:25]
    ('=LAMBDA(diff_', '_xlfn.LAMBDA(_xlpm.diff_,')
    """
    text = lambda_of(function)
    return Formula(display(text), stored(text), function.summary)
