"""Every kind of workbook that `xlvp new` can make, declared once.

The command line and its help, renewing from an older workbook and the tests ask this list. It imports none of the
modules that make the workbooks until one is made: openpyxl takes longer to load than all the rest of xlvp.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from xlvp.templates.book import Book
    from xlvp.templates.options import Options


OWN_SCALE = "Own"
"""The scale that is a table of one's own, typed on the sheet `Scales`."""

NO_VPS = "IMPs"
"""In place of a scale: a match without VPs, as in a knock-out."""


class Kind(NamedTuple):
    """A kind of workbook: what it is in a few words, which options it takes, and what it usually has.

    `options` are those besides paper and style, which every kind takes; `usual` is for what differs from `Options`.
    `scales` are those that can be chosen besides the rules'.
    `maker` is the function that makes it, in the module of the same name as the kind.
    """

    name: str
    about: str
    maker: str
    options: tuple[str, ...]
    usual: Mapping[str, Any] = {}
    scales: tuple[str, ...] = ()

    def build(self, options: Options) -> Book:
        """Return a workbook of this kind."""
        book: Book = getattr(import_module(f"xlvp.templates.{self.name}"), self.maker)(options)
        return book


_KINDS = (
    Kind(
        "match",
        "a match of two teams",
        "match",
        ("boards", "stanzas", "rooms", "scale", "home", "away", "results"),
        scales=(OWN_SCALE, NO_VPS),
    ),
    Kind(
        "swiss",
        "a Swiss event: rounds and standings",
        "swiss",
        ("boards", "scale", "teams", "rounds", "results"),
        usual={"boards": 8, "rounds": 6},
        scales=(OWN_SCALE,),
    ),
    Kind("league", "a league: all play all", "league", ("boards", "scale", "teams"), scales=(OWN_SCALE,)),
    Kind("pairs", "a session of pairs", "pairs", ("boards", "teams", "results")),
    Kind("scales", "the IMP and VP scales to pin up", "scale_poster", ("boards", "scale")),
)
KINDS = {kind.name: kind for kind in _KINDS}
"""Every kind by its name."""
