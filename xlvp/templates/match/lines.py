"""The boards of a match: a line for each, with an entry for each room, the director's award, and what follows.

Each side has its own margin: an award that does not balance, such as average plus for both, enters neither side's IMPs,
but that side's own margin (Law 12C2). In a knock-out, where there are no VPs, the mean of the two scores is taken.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from xlvp.languages import CHOICE
from xlvp.languages.marks import tr
from xlvp.templates import inputs
from xlvp.templates.columns import Column, hidden
from xlvp.templates.look import Styles
from xlvp.templates.results import reading, working

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlvp.languages.notation import Notation
    from xlvp.templates.wording import Style

AWARDS = {"A+": 3, "A": 0, "A-": -3}
"""What the director can award by name, in IMPs for that side."""

METHODS = (tr("two teams of four", CHOICE), tr("cross-IMPs", CHOICE), tr("add, then IMPs", CHOICE))
"""How four rooms are scored."""

WORDS = {
    "award": tr("the director's award? IMPs, or A+, A or A-"),
    "apart": tr("four tricks or more between the rooms?"),
    "awarded": tr("award: home "),
    "and away": tr(", away "),
    "cancelled": tr("the board is cancelled"),
}
"""What is said about a board besides its entries."""

SIGNED = "+General;-General;0"
QUIET = 'General;-General;"\N{EN DASH}"'
"""The number format of IMPs: a push, or nothing on this side, is a dash."""

_MOST_AWARD = 99
_APART = 4


class Room(NamedTuple):
    """A room: how its names begin, what it and its two sides are called, and if the home team is North-South in it."""

    name: str
    title: str
    sides: tuple[str, str]
    home_ns: bool


ROOMS = {
    2: (
        Room("open", tr("Open room"), (tr("Open N S"), tr("Open E W")), True),
        Room("closed", tr("Closed room"), (tr("Closed N S"), tr("Closed E W")), False),
    ),
    4: tuple(
        Room(
            f"room{number}",
            tr("Room {number}", number=number),
            (tr("Room {number} N S", number=number), tr("Room {number} E W", number=number)),
            number < 3,
        )
        for number in range(1, 5)
    ),
}
"""The rooms of a match; of two, the open one has the home team North-South unless it is said otherwise."""


def columns(style: Style, rooms: Sequence[Room], notation: Notation) -> dict[str, Column]:
    """Return the columns of the boards: what is printed, what is beside it on the screen, and the workings."""
    due = 'AND({board}<>"",{counts}+{off}=0)'
    entries: dict[str, Column] = {}
    for room in rooms:
        entries |= reading(room.name, due=due)
    workings: dict[str, Column] = {}
    for room in rooms:
        workings |= working(room.name, style, notation)
    return {**_BOARD, **entries, **_IMPS, **_aside(rooms), **workings, **_compared(style, rooms), **_worked_out(rooms)}


_BOARD = {
    "board": Column(tr("Bd"), 5, "{number}"),
    "dealt_by": Column(tr("Dlr"), 5, 'IF({board}="","",{dealer})'),
    "vul": Column(tr("Vul"), 6, 'IF({board}="","",{vulnerability})'),
}
_IMPS = {
    "home_board_imps": Column(tr("Home"), 7, 'IF({net}="","",MAX({net},0))', style=Styles.FIGURE, number_format=QUIET),
    "away_board_imps": Column(
        tr("Away"), 7, 'IF({net}="","",MAX(0-{net},0))', style=Styles.FIGURE, number_format=QUIET
    ),
    "running": Column(
        tr("Lead"),
        8,
        'IF({net}="","",ROUND(N(carry_over)+SUM({top_net}:{net})+SUM({top_home_own}:{home_own}),9))',
        style=Styles.FIGURE,
        number_format=SIGNED,
    ),
}


def _aside(rooms: Sequence[Room]) -> dict[str, Column]:
    """Return what is not printed: questions, notes, and the director's awards."""
    takes = inputs.text(tr("Award"), tr("This side's own IMPs: A+ is 3, A is 0, A- is -3; or a number."), 9, hint=False)
    ask = "{rest}"
    for number, room in reversed(list(enumerate(rooms, start=1))):
        its = f"MAX({{{room.name}_wrong}},{{{room.name}_odd}})"
        ask = f"IF({its}>0,INDEX(room_words,{number})&INDEX(asked_words,{its}),{ask})"
    return {
        "ask": Column(tr("Ask"), 42, ask, style=Styles.QUESTION),
        "home_adjust": Column(tr("Home"), 8, takes=takes, due="FALSE"),
        "away_adjust": Column(tr("Away"), 8, takes=takes, due="FALSE"),
        "note": Column(
            tr("Note"), 26, takes=inputs.text(tr("Note"), tr("What you like."), 120, hint=False), due="FALSE"
        ),
    }


def _compared(style: Style, rooms: Sequence[Room]) -> dict[str, Column]:
    """Return the difference between the rooms in points and IMPs, for the home team."""
    scores = ",".join(f"{{{room.name}_score}}" for room in rooms)
    signed = "".join(f"{'+' if room.home_ns else '-'}{{{room.name}_score}}" for room in rooms).lstrip("+")
    off = "+".join(f"{{{room.name}_off}}" for room in rooms)
    turned = f"{{turn}}*({signed})"
    found = {
        "off": Column(shows=f'IF(OR({{board}}="",{{award}}=1,{off}=0),0,1)'),
        "diff": Column(shows=f'IF(OR({{board}}="",{off}>0,COUNT({scores})<{len(rooms)}),"",{turned})'),
    }
    if len(rooms) == 2:
        return found | {"result_imps": Column(shows=f'IF({{diff}}="","",{style.imps("{diff}")})', named=False)}
    pairs = {f"imps_{one}_{other}": (one, other) for one in (1, 2) for other in (3, 4)}
    for name, (one, other) in pairs.items():
        # In a cell of its own, since the IMPs of a formula of ours are one value for one cell.
        found[f"diff_{name}"] = Column(
            shows=f'IF({{diff}}="","",{{room{one}_score}}-{{room{other}_score}})', named=False
        )
        found[name] = Column(shows=f'IF({{diff}}="","",{style.imps(f"{{diff_{name}}}")})', named=False)
    found["imps_added"] = Column(shows=f'IF({{diff}}="","",{style.imps("{diff}")})', named=False)
    cross = "+".join(f"{{{name}}}" for name in pairs)
    chosen = f"CHOOSE(method_number,{{imps_1_3}}+{{imps_2_4}},({cross})/2,{{imps_added}})"
    return found | {"result_imps": Column(shows=f'IF(OR({{diff}}="",method_number=0),"",{chosen})', named=False)}


def _award(side: str) -> str:
    plain = f'UPPER(SUBSTITUTE(SUBSTITUTE(SUBSTITUTE({{{side}_adjust}}," ",""),"\u2013","-"),"\u2212","-"))'
    limited = f'IF(ABS({{{side}_adjust}})>{_MOST_AWARD},"?",{{{side}_adjust}})'
    named = f'IFERROR(INDEX(award_imps,MATCH(TRUE,INDEX(award_names={plain},0),0)),"?")'
    return f'IF({{{side}_adjust}}="","",IF(ISNUMBER({{{side}_adjust}}),{limited},{named}))'


def _worked_out(rooms: Sequence[Room]) -> dict[str, Column]:
    """Return what follows from results and awards, and what is to be asked about the board."""
    wrong = "+".join(f"({{{room.name}_wrong}}>0)" for room in rooms)
    balanced = "IF(ROUND({home_given}+{away_given},9)=0,{home_given},0)"
    unbalanced = "IF(AND({award}=1,no_vps=0),IF(ROUND({home_given}+{away_given},9)=0,0,{side_given}),0)"
    shown = 'INDEX(board_words,3)&IF({home_given}>0,"+","")&{home_given}'
    shown += '&INDEX(board_words,4)&IF({away_given}>0,"+","")&{away_given}'
    apart = []
    for one, other in combinations(rooms, 2):
        a, b = one.name, other.name
        same = (
            f"COUNT({{{a}_tricks}},{{{b}_tricks}})=2,{{{a}_strain}}={{{b}_strain}},MOD({{{a}_seat}}+{{{b}_seat}},2)=0"
        )
        many = f"ABS(N({{{a}_tricks}})-N({{{b}_tricks}}))>={_APART}"
        apart.append((f"apart_{a}_{b}", f"IF(AND({same},{many},{{{a}_wrong}}+{{{b}_wrong}}=0),1,0)"))
    formulas = {
        "home_award": _award("home"),
        "away_award": _award("away"),
        "award_wrong": 'IF(OR({home_award}="?",{away_award}="?",AND({board}="",{home_award}&{away_award}<>"")),1,0)',
        "award": 'IF(OR({board}="",{award_wrong}=1,{home_award}&{away_award}=""),0,1)',
        "home_given": 'IF({award}=0,"",IF({home_award}="",0-{away_award},{home_award}))',
        "away_given": 'IF({award}=0,"",IF({away_award}="",0-{home_award},{away_award}))',
        "awarded": f'IF({{award}}=0,"",IF(no_vps=1,({{home_given}}-{{away_given}})/2,{balanced}))',
        "home_own": unbalanced.replace("side", "home"),
        "away_own": unbalanced.replace("side", "away"),
        "net": 'IF({award_wrong}=1,"",IF({award}=1,{awarded},{result_imps}))',
        "counts": 'IF({net}="",0,1)',
        **dict(apart),
        "rest": "IF({award_wrong}=1,INDEX(board_words,1),IF("
        + "+".join(f"{{{name}}}" for name, _ in apart)
        + '>0,INDEX(board_words,2),IF({award}=1,{shown},IF({off}=1,INDEX(board_words,5),""))))',
        "shown": f'IF({{award}}=1,{shown},"")',
        "wrong": f"{wrong}+{{award_wrong}}",
        "asked": 'IF(OR({wrong}>0,{award}=1,{off}=1,{ask}=""),0,1)',
        "plotted": 'IF({running}="",NA(),{running})',
        "vul_code": 'IF({board}="",1,INDEX(vul_codes,MOD({board}-1,16)+1))',
    }
    named = {"net", "home_own", "away_own", "wrong", "asked", "counts", "award"}
    return hidden(formulas, named)
