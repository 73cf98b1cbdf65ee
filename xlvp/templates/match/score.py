"""What a match stands at, on the sheet `Scales`: margins, VPs, what is to come, and the match in one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlvp.languages.marks import sentence, tr
from xlvp.templates.kinds import KINDS, NO_VPS
from xlvp.templates.match.head import SIDES
from xlvp.templates.match.lines import AWARDS, METHODS, WORDS
from xlvp.templates.results import add_reading
from xlvp.templates.tables import Tables
from xlvp.templates.vptables import Used, add_scale

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlvp.templates.book import Book
    from xlvp.templates.match.lines import Room
    from xlvp.templates.options import Options

VP_SCALE = Used(boards="vp_length", own=True)
"""The scale of a match, which may be that for another number of boards."""

MOST_ON_SCALE = 40
"""For how many boards a match can have the VPs, if it is not made for more."""

_MONTHS = (
    tr("January"),
    tr("February"),
    tr("March"),
    tr("April"),
    tr("May"),
    tr("June"),
    tr("July"),
    tr("August"),
    tr("September"),
    tr("October"),
    tr("November"),
    tr("December"),
)
_COLON = tr(": ", "colon")
_STATES = (tr("level: there are lines for extra boards"), tr("VPs so far, provisional"), tr("final result"))
_PROBLEMS = (tr(" to mend: see Ask, to the right"), tr(" to check: see Ask, to the right"), tr("Choose a method"))
_SUMMARY = (tr(" IMPs"), tr(" VP"), tr(" boards"), tr(" so far"), tr(" board"))
_FOOT = (
    tr("For", "signature"),
    tr("Boards "),
    tr("All boards"),
    tr("Stanza "),
    tr("* awarded by the director: boards"),
)


def most_boards(options: Options) -> int:
    """Return for how many boards the VP scales have to be in a workbook."""
    return max(MOST_ON_SCALE, options.boards * options.rooms // 2)


def add_score(book: Book, options: Options, rooms: Sequence[Room]) -> None:
    """Add the sheet with the tables, and what the match stands at."""
    style, most = options.style, most_boards(options)
    tables = Tables(book)
    add_scale(tables, most, VP_SCALE, options, KINDS["match"].scales)
    _words(tables, rooms)
    for heading, cells in _results(options).items():
        tables.add(heading, [(name.replace("_", " "), name, [f"={text}"]) for name, text in cells.items()])
    add_reading(tables, style)
    style.add_imps(tables)
    style.add_boards(tables)
    style.add_vps(tables, most, VP_SCALE)
    tables.done()


def _words(tables: Tables, rooms: Sequence[Room]) -> None:
    tables.add(tr("Sides"), [(tr("home team"), "side_names", list(SIDES))])
    tables.add(
        tr("Awards"), [(tr("award"), "award_names", list(AWARDS)), (tr("IMPs"), "award_imps", list(AWARDS.values()))]
    )
    if len(rooms) > 2:
        tables.add(tr("Methods"), [(tr("method"), "method_names", list(METHODS))])
    words = {
        "room_words": [f"{room.title}{_COLON}" for room in rooms],
        "board_words": list(WORDS.values()),
        "month_names": list(_MONTHS),
        "state_words": list(_STATES),
        "problem_words": list(_PROBLEMS),
        "summary_words": list(_SUMMARY),
        "foot_words": list(_FOOT),
    }
    tables.add(tr("Words"), [(name.replace("_", " "), name, values) for name, values in words.items()])


def _results(options: Options) -> dict[str, dict[str, str]]:
    """Return the cells of the result by their names."""
    double = options.rooms // 2
    length = "boards" if double == 1 else f"{double}*N(boards)"
    penalties = {side: f"IF(no_vps=1,N({side}_penalty),0)" for side in ("home", "away")}
    cells = {
        "no_vps": f'IF(scale="{NO_VPS}",1,0)',
        "vp_length": f"IF(N(vp_boards)>0,vp_boards,{length})",
        "home_turn": "IF(IFERROR(MATCH(home_sits,side_names,0),1)=2,-1,1)",
        "method_number": "IFERROR(MATCH(method,method_names,0),0)",
        "played": "SUM(counts)+SUM(extra_counts)",
        "left": 'IF(COUNT(boards)=0,"",boards-SUM(counts)-SUM(off))',
        "so_far": f"N(carry_over)+SUM(home_board_imps)-SUM(away_board_imps)-{penalties['home']}+{penalties['away']}",
        "extra_due": "IF(AND(no_vps=1,left=0,ROUND(so_far,9)=0),1,0)",
        "home_total": f'IF(played=0,"",ROUND(SUM(home_board_imps)+SUM(extra_home_board_imps)-{penalties["home"]},9))',
        "away_total": f'IF(played=0,"",ROUND(SUM(away_board_imps)+SUM(extra_away_board_imps)-{penalties["away"]},9))',
        "home_lead": 'IF(played=0,"",ROUND(home_total-away_total+N(carry_over)+SUM(home_own),9))',
        "away_lead": 'IF(played=0,"",ROUND(away_total-home_total-N(carry_over)+SUM(away_own),9))',
    }
    if options.rooms == 2:
        del cells["method_number"]
    if options.rooms > 2 or options.stanzas > 1:
        del cells["home_turn"]
    vps = {
        "unscored": 'IF(OR(played=0,vp_problem<>"",no_vps=1),1,0)',
        "home_gross": f'IF(unscored=1,"",{options.style.vp("home_lead", VP_SCALE)})',
        "away_gross": f'IF(unscored=1,"",{options.style.vp("away_lead", VP_SCALE)})',
        "home_vp": 'IF(home_gross="","",ROUND(home_gross-N(home_penalty),2))',
        "away_vp": 'IF(away_gross="","",ROUND(away_gross-N(away_penalty),2))',
        "home_shown": "IF(no_vps=1,home_total,home_vp)",
        "away_shown": "IF(no_vps=1,away_total,away_vp)",
    }
    mend = "SUM(wrong)+SUM(extra_wrong)"
    ask = "SUM(asked)+SUM(extra_asked)"
    asked = 'IF(to_check>0,to_check&INDEX(problem_words,2),"")'
    told = f'IF(no_vps+(vp_problem="")=0,vp_problem,IF(to_mend>0,to_mend&INDEX(problem_words,1),{asked}))'
    if options.rooms > 2:
        told = f"IF(method_number=0,INDEX(problem_words,3),{told})"
    level = "IF(home_lead=0,INDEX(state_words,1),INDEX(state_words,3))"
    problems = {
        "to_mend": mend,
        "to_check": ask,
        "match_problem": told,
        "state": f'IF(OR(played=0,left=""),"",IF(left>0,IF(no_vps=1,"",INDEX(state_words,2)),IF(no_vps=1,{level},"")))',
    }
    return {
        tr("This match"): cells,
        tr("Its VPs"): vps,
        tr("What is wrong"): problems,
        tr("In one sentence"): _summary(),
    }


def _summary() -> dict[str, str]:
    parts = {"day": "DAY(date)", "month": "INDEX(month_names,MONTH(date))", "year": "YEAR(date)"}
    day = f'IF(ISNUMBER(date),{sentence("{day} {month} {year}", "date", **parts)},date&"")'
    imps = 'IF(home="","?",home)&" "&home_total&" - "&away_total&" "&IF(away="","?",away)&INDEX(summary_words,1)'
    vps = 'IF(home_vp="","",", "&FIXED(home_vp,vp_decimals)&" - "&FIXED(away_vp,vp_decimals)&INDEX(summary_words,2))'
    total = "boards-SUM(off)"
    how_far = f'IF(left=0,{total},SUM(counts)&" / "&{total})'
    boards = f'" ("&{how_far}&INDEX(summary_words,IF({total}=1,5,3))&IF(left=0,"",INDEX(summary_words,4))&")"'
    return {
        "vp_decimals": "IF(AND(vp_whole=1,N(home_vp)=INT(N(home_vp)),N(away_vp)=INT(N(away_vp))),0,2)",
        "said_day": f'IF(date="","",{day})',
        "said_event": 'event&IF(AND(event<>"",said_day<>""),", ","")&said_day',
        "said_imps": imps,
        "said_vps": vps,
        "said_boards": boards,
        "said": f'said_event&IF(said_event="","","{_COLON}")&said_imps&said_vps&said_boards&"."',
        "summary": 'IF(OR(played=0,left=""),"",said)',
    }
