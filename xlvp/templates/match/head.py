"""The head of the sheet `Match`: what is played, the teams, the result so far, and who plays in which room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlvp.languages import CHOICE
from xlvp.languages.marks import tr, with_number
from xlvp.templates import inputs
from xlvp.templates.columns import Field
from xlvp.templates.look import Styles
from xlvp.templates.match.lines import METHODS, SIGNED
from xlvp.templates.vptables import chosen_scale

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from xlvp.templates.inputs import Takes
    from xlvp.templates.match.lines import Room
    from xlvp.templates.options import Options

SIDES = (tr("N-S", CHOICE), tr("E-W", CHOICE))
"""Where the home team can sit in the open room."""

SEAT_NAMES = {"north": tr("North"), "south": tr("South"), "east": tr("East"), "west": tr("West")}
SEATS = tuple(SEAT_NAMES)
"""The seats in the order in which they are filled in: partners beside each other."""

DATE = "d mmm yyyy"
VPS, WHOLE_VPS, IMPS = (
    with_number("{n} VP", shown="0.00"),
    with_number("{n} VP"),
    with_number("{n} IMPs", shown="General"),
)
_NOT_OVER = "N(boards_left)>0"
_ROW, _TEAMS_ROW, _SMALL_ROW = 16, 26, 14.5

PLAYER = inputs.text(tr("Player"), tr("Who sits here, up to 60 characters."), hint=False)
SITS = inputs.one_of(tr("Home team sits"), tr("Where the home team sits in the open room."), "side_names")
_TEAM = inputs.text(tr("Team"), tr("The name of the team, up to 60 characters."), hint=False)
_METHOD = inputs.one_of(tr("Method"), tr("How the four rooms are scored; see the sheet About."), "method_names")
FIRST = inputs.whole(tr("First board"), tr("The number on the first board."), 1, 999)


_PENALTIES = {
    "home": tr("To be taken off the home team: VPs, or IMPs in a match without VPs."),
    "away": tr("To be taken off the away team: VPs, or IMPs in a match without VPs."),
}


def _penalty(side: str) -> Takes:
    return inputs.decimal(tr("Penalty"), _PENALTIES[side], 0, 999)


def _label(first: str, last: str, text: str) -> Field:
    return Field(first, last, text, Styles.LABEL)


def head(options: Options, rooms: Sequence[Room], most_boards: int) -> list[tuple[float, list[Field]]]:
    """Return the rows of the head, each with its height."""
    one, other = rooms[0].name, rooms[len(rooms) // 2].name
    last = rooms[-1].name
    rows = [
        (_ROW, _event(one, other)),
        (_ROW, _match(options, one, other, most_boards)),
        (_ROW, _adjusted(one, other, len(rooms))),
        (_TEAMS_ROW, _teams(options, one, other, last)),
        (_SMALL_ROW, _imps(one, other, last, sits=options.stanzas == 1 and len(rooms) == 2)),
    ]
    if options.stanzas == 1:
        rows += [(_SMALL_ROW, fields) for fields in line_up(rooms)]
    return [*rows, (_SMALL_ROW, _told(one, other))]


def _event(one: str, other: str) -> list[Field]:
    event = inputs.text(tr("Event"), tr("What is being played, up to 60 characters."), hint=False)
    date = inputs.text(tr("Date"), tr("The day of the match: a date, or what you like."), 40, hint=False)
    venue = inputs.text(tr("Venue"), tr("Where it is played, up to 60 characters."), hint=False)
    return [
        _label("board", "dealt_by", tr("Event")),
        Field("vul", f"{one}_score", name="event", takes=event, due=_NOT_OVER),
        _label(f"{other}_result", "", tr("Date")),
        Field(f"{other}_reads", "", name="date", takes=date, number_format=DATE, due=_NOT_OVER),
        _label(f"{other}_score", "", tr("Venue")),
        Field("home_board_imps", "running", name="venue", takes=venue, due=_NOT_OVER),
    ]


def _match(options: Options, one: str, other: str, most_boards: int) -> list[Field]:
    boards = inputs.whole(
        tr("Boards"), tr("How many boards the match has, 1 to {most}.", most=options.boards), 1, options.boards
    )
    scale = inputs.one_of(tr("Scale"), tr("The VP scale of the event; IMPs for a match without VPs."), "scale_names")
    length = tr("Only if the VPs are by the scale for another number of boards, up to {most}.", most=most_boards)
    fields = [
        _label("board", "dealt_by", tr("Boards")),
        Field("vul", "", name="boards", takes=boards, value=options.boards),
    ]
    if options.stanzas == 1:
        fields += [
            _label(f"{one}_result", "", tr("from board")),
            Field(f"{one}_reads", "", name="first_board", takes=FIRST, value=1),
        ]
    else:
        fields += [
            Field(f"{one}_result", f"{one}_reads", tr("in {stanzas} stanzas", stanzas=options.stanzas), Styles.SUBTITLE)
        ]
    return [
        *fields,
        _label(f"{one}_score", "", tr("Scale")),
        Field(f"{other}_result", f"{other}_reads", name="scale", takes=scale, value=chosen_scale(options)),
        _label(f"{other}_score", "home_board_imps", tr("as for boards")),
        Field(
            "away_board_imps", name="vp_boards", takes=inputs.whole(tr("VPs by"), length, 1, most_boards), due="FALSE"
        ),
    ]


def _adjusted(one: str, other: str, rooms: int) -> list[Field]:
    carried = tr("IMPs brought from before, for the home team; negative if they are the away team's.")
    carry_over = inputs.decimal(tr("Carry-over"), carried, -999, 999)
    fields = [
        _label("board", "vul", tr("Carry-over (home)")),
        Field(f"{one}_result", name="carry_over", takes=carry_over, due="FALSE"),
        _label(f"{one}_reads", f"{one}_score", tr("Penalty (home)")),
        Field(f"{other}_result", "", name="home_penalty", takes=_penalty("home"), due="FALSE"),
        _label(f"{other}_reads", "", tr("(away)")),
        Field(f"{other}_score", name="away_penalty", takes=_penalty("away"), due="FALSE"),
    ]
    if rooms > 2:
        fields.append(Field("room4_result", "room4_reads", name="method", takes=_METHOD, value=METHODS[0]))
    return fields


def _teams(options: Options, one: str, other: str, last: str) -> list[Field]:
    return [
        Field("board", f"{one}_result", name="home", takes=_TEAM, value=options.home or None),
        Field(f"{one}_reads", _before(other), "=home_shown", Styles.BIG, number_format=VPS),
        Field(f"{other}_result", f"{last}_reads", "=away_shown", Styles.BIG, number_format=VPS),
        Field(f"{last}_score", "running", name="away", takes=_TEAM, value=options.away or None),
    ]


def _before(other: str) -> str:
    """Return the column before the second half of the rooms."""
    return {"closed": "open_score", "room3": "room2_score"}[other]


def _imps(one: str, other: str, last: str, *, sits: bool) -> list[Field]:
    to_go = (with_number("{n} board to go"), with_number("{n} boards to go"))
    left = f'[=0]"{tr("all boards played")}";[=1]{to_go[0]};{to_go[1]}'
    places = [
        _label("board", "vul", tr("Home sits (open)")),
        Field(f"{one}_result", "", name="home_sits", takes=SITS, value=SIDES[0]),
    ]
    return [
        *(places if sits else []),
        Field(f"{one}_reads", _before(other), "=home_total", Styles.RESULT, "home_imps", number_format=IMPS),
        Field(f"{other}_result", f"{last}_reads", "=away_total", Styles.RESULT, "away_imps", number_format=IMPS),
        Field(f"{last}_score", "running", "=left", Styles.LABEL, "boards_left", number_format=left),
    ]


def line_up(rooms: Sequence[Room]) -> Iterable[list[Field]]:
    """Return the rows with who sits where: North-South, then East-West, two rooms beside each other."""
    for pair in zip(rooms[::2], rooms[1::2], strict=True) if len(rooms) > 2 else [(rooms[0], rooms[1])]:
        for sides in (SEATS[:2], SEATS[2:]):
            fields = []
            for place, room in enumerate(pair):
                fields += _pair(room, sides, first=place == 0, wide=len(rooms) > 2)
            yield fields


def _pair(room: Room, seats: Sequence[str], *, first: bool, wide: bool) -> list[Field]:
    spans: Mapping[bool, tuple[tuple[str, str], ...]]
    if wide:
        spans = {
            True: (("board", "vul"), ("room1_result", "room1_reads"), ("room1_score", "room2_reads")),
            False: (("room2_score", "room3_result"), ("room3_reads", "room3_score"), ("room4_result", "room4_score")),
        }
    else:
        spans = {
            True: (("board", "dealt_by"), ("vul", "open_result"), ("open_reads", "open_score")),
            False: (("closed_result", ""), ("closed_reads", "closed_score"), ("home_board_imps", "running")),
        }
    label, *names = spans[first]
    told = room.sides[0] if seats[0] == SEATS[0] else room.sides[1]
    return [
        _label(*label, told),
        *(
            Field(*span, name=f"{room.name}_{seat}", takes=PLAYER, due=_NOT_OVER)
            for span, seat in zip(names, seats, strict=True)
        ),
    ]


def _signed(side: str) -> str:
    """Return the number format of a margin with its side before it."""
    return ";".join(f'"{side} "{part}' for part in SIGNED.split(";"))


def _told(one: str, other: str) -> list[Field]:
    return [
        Field("board", f"{one}_score", "=match_problem", Styles.PROBLEM),
        Field(f"{other}_result", "", "=home_lead", Styles.LABEL, "margin", number_format=_signed(tr("home"))),
        Field(f"{other}_reads", "", "=away_lead", Styles.LABEL, "away_margin", number_format=_signed(tr("away"))),
        Field(f"{other}_score", "running", "=state", Styles.LABEL),
    ]
