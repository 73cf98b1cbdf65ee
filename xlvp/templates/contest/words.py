"""What is offered for choice and what is said, in the order of the numbers that the formulas work with.

No formula compares a word: it works out a number, and these lists, which stand on the sheet `Scales`, have the word.
`#` stands for a team or a round, `@` for how many.
"""

from __future__ import annotations

from xlvp.languages import CHOICE
from xlvp.languages.marks import tr

TEAMS = tr("Teams", "sheet")
ROUNDS, DRAWN, SLIPS = tr("Rounds", "sheet"), tr("Draw", "sheet"), tr("Slips", "sheet")
FIXTURES = tr("Fixtures", "sheet")
"""The sheets that others speak of."""

TYPED, THREE, TO_DO = tr("VPs typed"), tr("3 teams"), tr("To do")
"""The headings that are spoken of elsewhere."""

TIE_BREAKS = (
    tr("Matches between the tied", CHOICE),
    tr("IMP quotient", CHOICE),
    tr("IMP difference", CHOICE),
    tr("VPs of the opponents", CHOICE),
)
"""In the order of `xlvp.events.standings.TieBreak`."""

ODD_TEAM = (
    tr("A bye", CHOICE),
    tr("A three-way match over one round", CHOICE),
    tr("A three-way match over two rounds", CHOICE),
)
"""In the order of `xlvp.events.entries.Odd`."""

BYE = tr("bye", CHOICE)
"""What is typed in place of the away team."""

WITHDRAWN = (tr("yes", CHOICE),)
ANNULLED = (tr("annulled", CHOICE), tr("kept", CHOICE))
"""What can be said of a withdrawn team: of a Swiss event nothing more, of a league what becomes of its matches."""

LINE_WORDS = (
    tr("home team?"),
    tr("away team?"),
    tr("team # plays itself: change one"),
    tr("no team #: enter it on {teams}", teams=TEAMS),
    tr("team # plays twice: change one"),
    tr("team # is in a three-way match"),
    tr("team # needs two sets in three"),
    tr("a bye has no IMPs: clear them"),
    tr("type the other side's IMPs"),
    tr("a bye: VPs for home alone"),
    tr("type the other side's VPs"),
    tr("team # has withdrawn: change it"),
    tr("met in round #"),
    tr("type the VPs of this set"),
    tr("they have met before"),
    tr("result missing, or postponed"),
)
"""What is said of a line; up to HAS_WITHDRAWN it does not count until it is mended."""

(
    HOME_MISSING,
    AWAY_MISSING,
    PLAYS_ITSELF,
    NO_TEAM,
    PLAYS_TWICE,
    IS_BUSY,
    NEEDS_SETS,
    BYE_HAS_IMPS,
    IMPS_MISSING,
    BYE_HAS_VPS,
    VPS_MISSING,
    HAS_WITHDRAWN,
    HAVE_MET,
    TYPE_VPS,
    MET_TOO_OFTEN,
    POSTPONED,
) = range(1, len(LINE_WORDS) + 1)

STEP_WORDS = (
    tr("First enter the teams, on the sheet {teams}", teams=TEAMS),
    tr("1 line to mend"),
    tr("@ lines to mend"),
    tr("Draw round #"),
    tr("Round #: 1 result missing"),
    tr("Round #: @ results missing"),
    tr("All matches are played"),
)
"""What to do next."""

(ENTER_TEAMS, MEND_ONE, MEND, DRAW, ONE_MISSING, MISSING, ALL_PLAYED) = range(1, len(STEP_WORDS) + 1)

IDLE_WORDS = (tr("no match for team #"), tr("no match for @ teams, such as #"))
"""What is said of teams that are in no match of a round."""

TEAM_WORDS = (tr("a name?"), tr("two teams have this name"))
"""What is said of a team."""
