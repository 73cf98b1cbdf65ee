"""What counts as a number, a whole number or a known name, and the words of refusal.

Every rule checks its input here, so that a bad value is refused the same way everywhere, with a message that quotes
the input and says what is allowed. A refusal is an `InputError`, and a `TypeError`, `ValueError` or `LookupError` as
well, as Python's own functions would raise. Cells and the command line turn only an `InputError` into an error or into
words: any other exception is a defect of ours, and must not look like a user's mistake.
"""

from __future__ import annotations

import math
import numbers
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import TypeAlias

    Number: TypeAlias = float | Decimal | Fraction
    """What a caller may pass where a rule needs a number."""

    Checked: TypeAlias = float | Fraction
    """A number after its check: finite, and exact."""

T = TypeVar("T")

_QUOTE_LIMIT = 60
NOISE = 1e-6
"""How near a number of hundredths must be to a whole one to be taken for it; see `hundredths`."""


class InputError(Exception):
    """What was given is refused; the message is for whoever gave it."""


class InputTypeError(InputError, TypeError):
    """Not a number, or not a text, where one is needed."""


class InputValueError(InputError, ValueError):
    """A name or a text that is none of those allowed."""


class OutOfRangeError(InputValueError):
    """A number that is not allowed where it stands."""


class NotAmongError(InputError, LookupError):
    """A score that is not among the scores it is compared with."""


def quoted(value: object) -> str:
    """Return `value` as an error message shows it: its repr, cut when it is long.

    >>> quoted("4Z")
    "'4Z'"
    """
    try:
        text = repr(value)
    except ValueError:  # Python refuses to spell out an int of thousands of digits
        text = "a number of thousands of digits"
    return text if len(text) <= _QUOTE_LIMIT else text[: _QUOTE_LIMIT - 1] + "…"


def number(value: object, name: str) -> Checked:
    """Return `value` as a built-in number if it is a finite real number; decimals and fractions stay exact.

    Numbers of other libraries, such as NumPy's, wrap around or lose digits when they are added or compared; so none
    of them gets further than this.

    >>> number(Decimal("12.5"), "imps")
    Fraction(25, 2)
    >>> number("12", "imps")
    Traceback (most recent call last):
        ...
    xlvp.rules.checks.InputTypeError: imps must be a number, not '12'
    """
    if type(value) is int or (type(value) is float and math.isfinite(value)):
        return value
    if isinstance(value, bool) or not isinstance(value, (numbers.Real, Decimal)):
        raise InputTypeError(f"{name} must be a number, not {quoted(value)}")
    try:
        return _built_in(value)
    except (OverflowError, ValueError):
        raise OutOfRangeError(f"{name} must be a finite number, not {quoted(value)}") from None


def _built_in(value: numbers.Real | Decimal) -> Checked:
    if isinstance(value, numbers.Integral):
        return int(value)
    if isinstance(value, Decimal):
        return Fraction(value)
    if isinstance(value, numbers.Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    built_in = float(value)
    if not math.isfinite(built_in):
        raise ValueError
    return built_in


def whole(value: object, name: str, low: int, high: float = math.inf, where: str = "") -> int:
    """Return `value` as an int if it is a whole number from `low` to `high`.

    >>> whole(16.0, "boards", 1, 36)
    16
    >>> whole(40, "boards", 1, 36, " for the ACBL 20 scale")
    Traceback (most recent call last):
        ...
    xlvp.rules.checks.OutOfRangeError: boards must be a whole number from 1 to 36 for the ACBL 20 scale, not 40
    """
    given = number(value, name)
    if given != int(given) or not low <= given <= high:
        allowed = f"from {low} to {high}" if high < math.inf else f"of at least {low}"
        raise OutOfRangeError(f"{name} must be a whole number {allowed}{where}, not {quoted(value)}")
    return int(given)


def nearest_whole(value: Checked) -> int:
    """Return `value` rounded to a whole number, halves away from zero.

    >>> nearest_whole(12.5), nearest_whole(-12.5), nearest_whole(0.49999999999999994)
    (13, -13, 0)
    """
    towards_zero = int(value)
    if -0.5 < value - towards_zero < 0.5:
        return towards_zero
    return towards_zero + (1 if value > 0 else -1)


def hundredths(vp: object, name: str) -> Checked:
    """Return a number of VPs in hundredths: an int wherever the VPs have two decimals.

    Sums of VPs carry binary noise in their last digits, so a millionth of a hundredth is taken for noise.

    >>> 10.67 + 5.34, hundredths(10.67 + 5.34, "vp")
    (16.009999999999998, 1601)
    """
    given = number(vp, name)
    exact = given * 100
    if abs(exact) == math.inf:  # a float that only its hundredfold is too great for
        exact = Fraction(given) * 100
    near = nearest_whole(exact)
    return near if -NOISE < exact - near < NOISE else exact


def plain_name(text: str) -> str:
    """Return a name as `chosen` compares it: in capitals, without spaces and hyphens.

    >>> plain_name("wbf-Discrete"), plain_name("NABC +")
    ('WBFDISCRETE', 'NABC+')
    """
    return "".join(text.split()).replace("-", "").upper()


def chosen(value: object, name: str, choices: Mapping[str | int, T], allowed: Iterable[object]) -> T:
    """Return the choice that `value` names; in a text case, spaces and hyphens don't matter.

    `choices` has its texts as `plain_name` makes them; `allowed` is what a refusal lists.

    >>> chosen("Dis-Crete", "kind", {"CONTINUOUS": 1, "DISCRETE": 2}, ["continuous", "discrete"])
    2
    """
    refusal: type[InputError] = InputValueError
    try:
        key = plain_name(value) if isinstance(value, str) else number(value, name)
        return choices[key]  # type: ignore[index]  # a number that is no key is simply not found
    except InputTypeError:
        refusal = InputTypeError
    except (KeyError, OutOfRangeError):  # infinity is out of range before it can be looked up
        if not isinstance(value, str) and any(isinstance(choice, int) for choice in choices):
            refusal = OutOfRangeError
    raise refusal(f"{name} must be one of {', '.join(map(str, allowed))}, not {quoted(value)}")
