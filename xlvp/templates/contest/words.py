"""What is offered for choice and what is said, in the order of the numbers that the formulas work with.

No formula compares a word: it works out a number, and these lists, which stand on the sheet `Scales`, have the word.
`#` stands for a team or a round, `@` for how many.
"""

from __future__ import annotations

TIE_BREAKS = ("Matches between the tied", "IMP quotient", "IMP difference", "VPs of the opponents")
"""In the order of `xlvp.events.standings.TieBreak`."""

ODD_TEAM = ("A bye", "A three-way match over one round", "A three-way match over two rounds")
"""In the order of `xlvp.events.entries.Odd`."""

BYE = "bye"
"""What is typed in place of the away team."""

WITHDRAWN = ("yes",)
ANNULLED = ("annulled", "kept")
"""What can be said of a withdrawn team: of a Swiss event nothing more, of a league what becomes of its matches."""

LINE_WORDS = (
    "home team?",
    "away team?",
    "team # plays itself: change one",
    "no team #: enter it on Teams",
    "team # plays twice: change one",
    "team # is in a three-way match",
    "team # needs two sets in three",
    "a bye has no IMPs: clear them",
    "IMPs of the other side?",
    "a bye: VPs for home alone",
    "VPs typed of the other side?",
    "team # has withdrawn: change it",
    "met in round #",
    "type the VPs of this set",
    "they have met before",
    "result missing, or postponed",
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
    "First enter the teams, on the sheet Teams",
    "1 line to mend",
    "@ lines to mend",
    "Draw round #",
    "Round #: 1 result missing",
    "Round #: @ results missing",
    "All matches are played",
)
"""What to do next."""

(ENTER_TEAMS, MEND_ONE, MEND, DRAW, ONE_MISSING, MISSING, ALL_PLAYED) = range(1, len(STEP_WORDS) + 1)

IDLE_WORDS = ("no match for team #", "no match for @ teams, such as #")
"""What is said of teams that are in no match of a round."""

TEAM_WORDS = ("a name?", "two teams have this name")
"""What is said of a team."""
