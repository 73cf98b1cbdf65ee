"""What can be chosen when a workbook is made."""

from __future__ import annotations

from dataclasses import dataclass, field

from xlvp.languages import Language
from xlvp.templates.look import Paper
from xlvp.templates.wording import STYLES, Style


@dataclass(frozen=True)
class Options:
    """The choices of `xlvp new`; a kind of workbook that has no use for one leaves it alone."""

    boards: int = 24
    scale: str = "WBF"
    home: str = ""
    away: str = ""
    teams: tuple[str, ...] = ()
    team_notes: tuple[str, ...] = ()
    """Captain, players or a club of each team."""
    team_count: int = 8
    own_table: tuple[tuple[float, ...], ...] = ()
    """The rows of a table of one's own, which is then the scale."""
    rounds: int = 5
    legs: int = 1
    stanzas: int = 1
    rooms: int = 2
    paper: Paper = Paper.A4
    language: Language = field(default_factory=Language)
    style: Style = field(default_factory=lambda: STYLES["portable"])

    @property
    def team_number(self) -> int:
        """How many teams or pairs there are: as many as have names, if any have."""
        return len(self.teams) or self.team_count
