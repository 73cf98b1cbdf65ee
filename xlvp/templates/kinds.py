"""Every kind of workbook that `xlvp new` can make, declared once.

The command line and its help, renewing from an older workbook and the tests ask this list. It imports none of the
modules that make the workbooks until one is made: openpyxl takes longer to load than all the rest of xlvp.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from types import ModuleType

    from xlvp.templates.book import Book
    from xlvp.templates.options import Options

    Entries = Mapping[str, Sequence[Sequence[Any]]]


OWN_SCALE = "Own"
"""The scale that is a table of one's own, typed on the sheet `Scales`."""

NO_VPS = "IMPs"
"""In place of a scale: a match without VPs, as in a knock-out."""


class Kind(NamedTuple):
    """A kind of workbook: what it is in a few words, which options it takes, and what it usually has.

    `options` are those besides paper and style, which every kind takes; `usual` is for what differs from `Options`.
    `scales` are those that can be chosen besides the rules'. `teams` are the patterns of the inputs that stay for the
    next event of the same teams. A module may have a function `brought_up_to_date` for entries of older layouts.
    `pairs` says that those who play are pairs, not teams.
    `maker` is the function that makes it, in the module of the same name as the kind, which has a function `check` too.
    """

    name: str
    about: str
    maker: str
    options: tuple[str, ...]
    usual: Mapping[str, Any] = {}
    scales: tuple[str, ...] = ()
    teams: tuple[str, ...] = ()
    pairs: bool = False

    def build(self, options: Options) -> Book:
        """Return a workbook of this kind."""
        book: Book = getattr(self._module(), self.maker)(options)
        return book

    def check(self, options: Options) -> None:
        """Refuse what no workbook of this kind can be made with."""
        self._module().check(options)

    def renewed(self, entries: Entries, options: Options) -> Entries:
        """Return the entries of an older workbook as a new one with these options has them."""
        bring: Callable[[Entries, Options], Entries] | None = getattr(self._module(), "brought_up_to_date", None)
        return bring(entries, options) if bring else entries

    def of_teams(self, entries: dict[str, list[list[Any]]]) -> dict[str, list[list[Any]]]:
        """Return the entries that stay for the next event of the same teams."""
        return {name: rows for name, rows in entries.items() if any(fnmatchcase(name, kept) for kept in self.teams)}

    def _module(self) -> ModuleType:
        return import_module(f"xlvp.templates.{self.name}")


_SET_UP = ("event", "boards", "scale", "own_from", "own_winner", "own_loser")
_FIXTURES = ("fixtures_round", "fixtures_home", "fixtures_away")
_PLAYERS = ("*_north", "*_east", "*_south", "*_west")

_KINDS = (
    Kind(
        "match",
        "a match of two teams",
        "match",
        ("boards", "stanzas", "rooms", "scale", "home", "away", "keep", "results"),
        scales=(OWN_SCALE, NO_VPS),
        teams=(*_SET_UP, "venue", "vp_boards", "*first_board", "*home_sits", "method", "home", "away", *_PLAYERS),
    ),
    Kind(
        "swiss",
        "a Swiss event: rounds and standings",
        "swiss",
        ("boards", "scale", "teams", "rounds", "keep", "results"),
        usual={"boards": 8, "rounds": 6},
        scales=(OWN_SCALE,),
        teams=(*_SET_UP, "tie_*", "bye_vp", "odd_team", "team_names", "team_notes"),
    ),
    Kind(
        "league",
        "a league: all play all",
        "league",
        ("boards", "scale", "teams", "legs", "keep"),
        scales=(OWN_SCALE,),
        teams=(*_SET_UP, "tie_*", "team_names", "team_notes", "days_between", *_FIXTURES),
    ),
    Kind(
        "pairs",
        "a session of pairs",
        "pairs",
        ("boards", "teams", "keep", "results"),
        teams=(*_SET_UP, "per_board", "method", "ranked", "drop*", "cross_*", "pair_number", "pair_names"),
        pairs=True,
    ),
    Kind("scales", "the IMP and VP scales to pin up", "scale_poster", ("boards", "scale")),
)
KINDS = {kind.name: kind for kind in _KINDS}
"""Every kind by its name."""
