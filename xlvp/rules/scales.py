"""One door to every VP scale by its name; a scale's whole table; and the way back from VPs to IMPs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlvp.rules import acbl, wbf
from xlvp.rules.checks import OutOfRangeError, chosen, hundredths, quoted
from xlvp.rules.scale import choices

if TYPE_CHECKING:
    from xlvp.rules.checks import Number
    from xlvp.rules.scale import Scale
    from xlvp.rules.vptable import ScaleRow

SCALES: tuple[Scale, ...] = (
    wbf.CONTINUOUS,
    wbf.DISCRETE,
    acbl.TWENTY,
    acbl.THIRTY,
    acbl.NABC_PLUS,
    wbf.HALF,
    wbf.HALF_DISCRETE,
)
"""Every VP scale, in the order in which they are offered."""

CHOICES = choices(SCALES)


def scale_named(name: str | int) -> Scale:
    """Return the scale of that name; case, spaces and hyphens don't matter, and 20 and 30 are the ACBL's.

    >>> scale_named("wbf-discrete").name, scale_named(30).name
    ('WBF discrete', 'ACBL 30')
    """
    return chosen(name, "scale", CHOICES, (scale.name for scale in SCALES))


def match_vp(imps: Number, boards: Number, scale: str | int = "WBF") -> float:
    """Return the VPs on any scale by its name: one of `xlvp.rules.scales.SCALES`.

    Source: P. Buchen, "WBF VP Scales"; ACBL, Appendix K.

    >>> match_vp(23, 16), match_vp(23, 16, "ACBL 20")
    (15.56, 15)
    """
    return scale_named(scale).vp(imps, boards)


def imps_needed(vp: Number, boards: Number, scale: str | int = "WBF") -> int:
    """Return the smallest whole margin, negative if a defeat will do, that is worth at least `vp` VPs.

    Source: P. Buchen, "WBF VP Scales"; ACBL, Appendix K; read the other way round.

    >>> imps_needed(15, 16), imps_needed(8, 16), imps_needed(20, 16)
    (20, -6, 60)
    """
    of_name = scale_named(scale)
    table = of_name.table(boards)
    wanted = hundredths(vp, "vp")
    if not 0 < wanted <= table.total:
        most = table.total // 100
        raise OutOfRangeError(
            f"vp must be more than 0 and at most {most} on the {of_name.name} scale, not {quoted(vp)}"
        )
    return table.margin_worth(wanted)


def vp_scale(boards: Number, scale: str | int = "WBF") -> tuple[ScaleRow, ...]:
    """Return the whole table of a scale: rows of `from_imps`, `to_imps` (None: and above), `winner`, `loser`.

    Source: P. Buchen, "WBF VP Scales"; ACBL, Appendix K.

    >>> for row in vp_scale(7, "ACBL 20")[-2:]:
    ...     print(row)
    ScaleRow(from_imps=24, to_imps=27, winner=19, loser=1)
    ScaleRow(from_imps=28, to_imps=None, winner=20, loser=0)
    """
    return scale_named(scale).table(boards).rows()
