"""A literal transcription of the algorithms of P. Buchen, "WBF VP Scales", with 50 decimal digits.

Slow on purpose: every step is his, in his order, with his names. Vectors start at index 1, as his do, by
leaving index 0 unused.
"""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal, localcontext

PRECISE = Context(prec=50)
SURE = Decimal("1e-40")  # the last of 50 digits are not, and a third of the blitz may be a whole number
HALF = Decimal("0.5")


def round_(y: Decimal) -> Decimal:
    """His round(): to the nearest integer, a value ending in exactly point-five up to the next."""
    return (y + HALF).to_integral_value(rounding=ROUND_FLOOR)


def ratio() -> Decimal:
    """R of eq. (2): the cube of the golden mean."""
    tau = (Decimal(5).sqrt() - 1) / 2
    return tau**3


def v_map(i: Decimal, v0: Decimal, x: Decimal) -> Decimal:
    """Eq. (1)."""
    r = ratio()
    return v0 + v0 * ((1 - r ** (i / x)) / (1 - r))


def i_map(v: Decimal, v0: Decimal, x: Decimal) -> Decimal:
    """Eq. (8)."""
    r = ratio()
    return x * ((1 - (1 - r) * (v / v0 - 1)).ln() / r.ln())


def blitz(n: Decimal) -> Decimal:
    """Eq. (3)."""
    return 15 * n.sqrt()


def diff(v: list[Decimal]) -> list[Decimal]:
    """Eq. (11)."""
    return [v[i + 1] - v[i] for i in range(len(v) - 1)]


def rounded(n: Decimal, v0: Decimal) -> list[Decimal]:
    """Eq. (9): the table before correction, for i = 0 to ceil(X)."""
    with localcontext(PRECISE):
        x = blitz(n)
        last = int(x.to_integral_value(rounding=ROUND_CEILING))
        return [min(round_(100 * v_map(Decimal(i), v0, x)) / 100, 2 * v0) for i in range(last + 1)]


def second_differences(v: list[Decimal]) -> list[Decimal]:
    """Return his ddV: [0, 0, Diff(round(100*Diff(V)))]."""
    return [Decimal(0), Decimal(0), *diff([round_(100 * d) for d in diff(v)])]


def continuous(n: Decimal, v0: Decimal = Decimal(10)) -> tuple[list[Decimal], int]:
    """§3: the corrected table, and how many steps the correction took."""
    steps = 0
    with localcontext(PRECISE):
        v = rounded(n, v0)
        dd_v = second_differences(v)
        test_viol = sum(d > 0 for d in dd_v) > 0
        while test_viol:
            above = [i for i, d in enumerate(dd_v, start=1) if d > 0]
            m = min(above, default=0)
            if m > 1:
                v[(m - 1) - 1] += Decimal("0.01")
                steps += 1
                dd_v = second_differences(v)
            test_viol = bool(above)
    return v, steps


def discrete(n: Decimal, v0: int = 10) -> list[int]:
    """§4: the corrected cusp points I1 to I10."""
    with localcontext(PRECISE):
        x = blitz(n)
        mid_scores = [v0 + HALF + k for k in range(v0)]
        exact = [i_map(v, Decimal(v0), x).quantize(SURE) for v in mid_scores]
        i = [int(margin.to_integral_value(rounding=ROUND_FLOOR)) for margin in exact]
    test_viol = True
    while test_viol:
        j = [-(i[0] + 1), *i]
        first = [j[k + 1] - j[k] for k in range(len(j) - 1)]
        dd_j = [first[k + 1] - first[k] for k in range(len(first) - 1)]
        below = [k for k, d in enumerate(dd_j, start=1) if d < 0]
        m = min(below, default=0)
        if m > 0:
            i[m - 1] -= 1
        test_viol = bool(below)
    return i


def range_violated(n: Decimal, cusps: list[int]) -> bool:
    """Eq. (15): does some whole VP fall outside the IMP range that the discrete scale gives it?"""
    with localcontext(PRECISE):
        x = blitz(n)
        exact = [i_map(Decimal(11 + k), Decimal(10), x) for k in range(9)]  # 11 to 19 VPs: i = 2 to n
    return any(not cusps[k] + 1 <= exact[k] <= cusps[k + 1] for k in range(9))
