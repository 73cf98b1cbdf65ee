"""What the sheet `About` of a match says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlvp.languages.marks import tr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlvp.templates.options import Options

_FILL_IN = (
    tr("Fill in the coloured cells; a cell turns plain when it is filled, and everything else is worked out."),
    tr(
        "For each board type the result of the open room, press Tab, type that of the closed room, and press Enter: the"
        " cursor is then where the next board begins. Or type one room from top to bottom with Enter alone."
    ),
    tr(
        "A result is written as players write it: 4SN= (four spades by North, just made), 3NTE+1, 2HXW-2 (doubled, two"
        " down), P if the board was passed out. X or XX may stand before or behind the seat; * is as good as X, SA as"
        " NT. Or type the score alone, from North-South's side: -420 if East-West made it. Beside it stands how it was"
        " read."
    ),
    tr("NP in either room cancels the board: it was not played and will not be."),
    tr(
        "Your program may complete what you type from an entry above. The column 'read as' shows what counts. To switch"
        " that off in Excel: File, Options, Advanced, Enable AutoComplete; in LibreOffice: Tools, AutoInput."
    ),
    tr(
        "What cannot be turns red, does not count, and is explained under 'Ask', to the right. What is odd but"
        " possible, such as five down not doubled, or four tricks between the rooms, is asked about and counts."
    ),
)
_AWARDS = (
    tr(
        "The director's awards are to the right, under 'Director', and stand in place of the board's result: A+ for"
        " average plus (3 IMPs), A for average, A- for average minus (-3), or a number of IMPs, decimals allowed. Each"
        " side has its own. If only one side's is typed, the other side has the opposite: A+ for home alone is 3 IMPs"
        " to home."
    ),
    tr(
        "If both sides have average plus, neither wins IMPs from the other: each has 3 IMPs in its own margin, and each"
        " side's VPs come from its own margin. In a match without VPs the mean of both scores is taken instead."
    ),
)
_SCALE = (
    tr(
        "Carry-over is in IMPs, negative if it is the away team's. Penalties are VPs, or IMPs in a match without VPs,"
        " and are taken off. Until every board is played the VPs are provisional: for the margin so far on the whole"
        " scale."
    ),
    tr(
        "Scale IMPs is for a match without VPs, as in a knock-out. Eight lines below the last board are for extra"
        " boards if it is level; if you do not see them, select the rows around them and choose Unhide."
    ),
    tr(
        "Scale Own is a table of your own: type it on the sheet Scales, which has the tables behind the formulas and"
        " is hidden; right-click the tab of a sheet and choose Unhide, or Show Sheet. 'as for boards' is only for"
        " events that use the VPs of another number of boards."
    ),
)
_STANZAS = tr(
    "The sheet Stanzas has the line-up of each stanza and what was won in it. A stanza goes on with the next board"
    " number unless another first board is typed there; vulnerability follows the number."
)
_ROOMS = tr(
    "Four rooms: the home team sits North-South in rooms 1 and 2. 'Two teams of four' compares room 1 with 3 and room"
    " 2 with 4, and adds the IMPs: two matches of four in one. 'Cross-IMPs' compares each room with both others and"
    " takes half of the sum. 'Add, then IMPs' adds the scores of a team's rooms and turns the difference into IMPs, as"
    " teams of eight is often played in clubs. The VPs are for twice the boards, unless 'as for boards' says"
    " otherwise."
)
_RULES = tr(
    "Rules: IMPs by Law 78B and scores by Law 77 of the Laws of Duplicate Bridge 2017; awards by Law 12C2; WBF scales"
    " by P. Buchen, 'WBF VP Scales'; ACBL scales by ACBL Appendix K."
)


def about(options: Options) -> Sequence[str]:
    """Return the paragraphs."""
    special = [_STANZAS] if options.stanzas > 1 else [_ROOMS] if options.rooms > 2 else []
    return (*_FILL_IN, *special, *_AWARDS, *_SCALE, _RULES)
