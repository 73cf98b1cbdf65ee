"""A Swiss teams event: the teams, the results of each round, and the standings, always up to date."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlvp.rules.checks import whole
from xlvp.templates.book import Book
from xlvp.templates.kinds import KINDS
from xlvp.templates.swiss.rounds import Rounds
from xlvp.templates.swiss.standings import Standings
from xlvp.templates.swiss.teams import Teams
from xlvp.templates.tables import MOST_BOARDS, TIE_BREAKS, Tables
from xlvp.templates.vptables import OWN_TOO, add_scale

if TYPE_CHECKING:
    from xlvp.templates.options import Options

FEWEST_TEAMS, MOST_TEAMS = 2, 64
MOST_ROUNDS = 20
_BOARDS_AT_LEAST = 24  # up to which their number can be changed, if the workbook is not made for more

_ABOUT = (
    "Fill in the pale yellow cells, on the sheets with a yellow tab; everything else is worked out. The Tab key goes"
    " from one cell to the next.",
    "First the sheet Teams: a name for each team, and above them what holds for the whole event. A line without a name"
    " is no team. Carry-over is added to the team's VPs, a penalty is taken off.",
    "Then the sheet Rounds: for each match the numbers of both teams, and when it is over the IMPs of both sides. If"
    " you have only the margin, type it for the winners and 0 for the losers.",
    "A team without a match: its number for the home team, and the word bye for the away team. It gets the VPs that"
    " are set on Teams, or those typed under 'VPs typed', and no IMPs.",
    "Where the director awards VPs, type them for both sides under 'VPs typed'. They stand in place of the VPs for the"
    " IMPs; IMPs that are typed as well still count for the tie-break.",
    "A line with something wrong says so under 'To do' and counts for nothing until it is mended. That two teams have"
    " met before is only mentioned.",
    "Standings: teams with the same VPs are ranked by IMP difference or by IMP quotient (IMPs won by IMPs lost), as"
    " set on Teams; if that is the same, too, they share the rank. With nothing lost a quotient is the best there is.",
    "A team that withdraws is marked on Teams. It and its opponents keep their results; it has no rank any more and"
    " stands below the others.",
    "A click on the number of a round on Standings leads to its results.",
    "Rules: VPs by P. Buchen, 'WBF VP Scales', and by ACBL Appendix K. A margin that is not whole is rounded to the"
    " nearest IMP first, a half away from zero, except on the scale NABC+.",
)


def swiss(options: Options) -> Book:
    """Return the workbook."""
    teams = whole(len(options.teams) or options.team_count, "teams", FEWEST_TEAMS, MOST_TEAMS)
    whole(options.rounds, "rounds", 1, MOST_ROUNDS)
    most_boards = max(_BOARDS_AT_LEAST, whole(options.boards, "boards", 1, MOST_BOARDS))
    book = Book("Swiss teams", "swiss", options)
    Standings(book, options, teams).write()
    Teams(book, options, teams, most_boards).write()
    Rounds(book, options, teams).write()
    tables = Tables(book)
    add_scale(tables, most_boards, OWN_TOO, options, KINDS["swiss"].scales)
    tables.add("Choices", [("ties by", "tie_breaks", TIE_BREAKS), ("withdrawn", "withdrawn_marks", ["yes"])])
    options.style.add_vps(tables, most_boards, OWN_TOO)
    tables.done()
    book.about("Swiss teams", _ABOUT)
    return book
