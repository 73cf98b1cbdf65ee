"""What an input cell takes, and what it says when it is chosen or filled in wrongly."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from openpyxl.worksheet.datavalidation import DataValidation

if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST_NAME = 60
TEXT = "textLength"
"""The type of validation of a text."""
CUSTOM = "custom"
"""That of what makes a formula true."""


class Takes(NamedTuple):
    """A kind of input: Excel's type of validation with its limits, and the help that is shown.

    `prompt` stands beside the cell when it is chosen, and in the refusal of anything else.
    """

    type: str
    title: str
    prompt: str
    operator: str | None = None
    low: str | None = None
    high: str | None = None
    hint: bool = True
    """Whether the prompt is shown when the cell is chosen, and not only in the refusal: it may hide the cells below."""

    def validation(self, say: Callable[[str], str]) -> DataValidation:
        """Return what a sheet needs to know; Excel cuts titles at 32 characters and texts at 255."""
        title, prompt = say(self.title), say(self.prompt)
        return DataValidation(
            self.type,
            formula1=self.low,
            formula2=self.high,
            operator=self.operator,
            allow_blank=True,
            showErrorMessage=True,
            showInputMessage=self.hint,
            errorTitle=title,
            error=prompt,
            promptTitle=title,
            prompt=prompt,
        )


def whole(title: str, prompt: str, low: str | int, high: str | int) -> Takes:
    """Take whole numbers within limits."""
    return Takes("whole", title, prompt, "between", str(low), str(high))


def decimal(title: str, prompt: str, low: str | float, high: str | float) -> Takes:
    """Take numbers within limits."""
    return Takes("decimal", title, prompt, "between", str(low), str(high))


def one_of(title: str, prompt: str, cells: str) -> Takes:
    """Take what stands in a named range, in capitals or not, and offer it for choice."""
    return Takes("list", title, prompt, None, cells)


def text(title: str, prompt: str, longest: int = LONGEST_NAME, *, hint: bool = True) -> Takes:
    """Take a text up to a length."""
    return Takes(TEXT, title, prompt, "lessThanOrEqual", str(longest), hint=hint)


def date(title: str, prompt: str) -> Takes:
    """Take a date of this century."""
    return Takes("date", title, prompt, "between", "DATE(2000,1,1)", "DATE(2099,12,31)")


def that(title: str, prompt: str, formula: str) -> Takes:
    """Take what makes a formula true; it is written for the first cell of the range."""
    return Takes(CUSTOM, title, prompt, None, formula)
