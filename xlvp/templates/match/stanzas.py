"""The sheet `Stanzas`: for each stanza its first board, its line-up, and what was won in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlvp.languages.marks import tr
from xlvp.templates.columns import Column, Columns, Field, Lines
from xlvp.templates.look import Styles, set_up_page
from xlvp.templates.match.head import FIRST, PLAYER, SEAT_NAMES, SEATS, SIDES, SITS
from xlvp.templates.match.lines import SIGNED

if TYPE_CHECKING:
    from xlvp.templates.book import Book
    from xlvp.templates.options import Options

_TOP = 6
_NOT_OVER = "N(boards_left)>0"


def add_stanzas(book: Book, options: Options) -> None:
    """Add the sheet."""
    length = options.boards // options.stanzas
    sheet = book.sheet(tr("Stanzas", "sheet"))
    columns = Columns(book, sheet, _columns(length))
    columns.head(
        {
            1: (30, [Field("number", "lead", '=home&" - "&away', Styles.TITLE)]),
            2: (18, [Field("number", "lead", "=summary", Styles.SUBTITLE)]),
            3: (8, []),
        }
    )
    groups = [
        Field("number", "home_sits", ""),
        *(
            Field(f"{room}_north", f"{room}_west", title)
            for room, title in (("open", tr("Open room")), ("closed", tr("Closed room")))
        ),
        Field("home_imps", "lead", tr("IMPs")),
    ]
    columns.headings(_TOP - 1, groups, height=32)
    for stanza in range(1, options.stanzas + 1):
        before = (stanza - 1) * length
        lines = Lines(columns, _TOP + stanza - 1, 1)
        also = {
            "stanza": str(stanza),
            "before": f"stanza{stanza - 1}_start+{length}" if stanza > 1 else "1",
            **{
                name: f"INDEX({name},{before + 1}):INDEX({name},{before + length})"
                for name in ("counts", "home_board_imps", "away_board_imps", "running")
            },
        }
        lines.formulas(30, also=also)
        lines.give_names(f"stanza{stanza}_{{}}")
        book.fill({f"stanza{stanza}_home_sits": [[book.say(SIDES[0])]]})
    for name in [name for name, column in columns.columns.items() if column.takes]:
        book.input_cells[name] = book.input_cells[f"stanza1_{name}"]  # where an entry of a match in one piece goes
    sheet.freeze_panes = f"B{_TOP}"
    set_up_page(sheet, book.paper, f"A1:{columns.at['lead']}{_TOP + options.stanzas - 1}", landscape=True)


def _columns(length: int) -> dict[str, Column]:
    player = {
        f"{room}_{seat}": Column(SEAT_NAMES[seat], 17, takes=PLAYER, due=_NOT_OVER)
        for room in ("open", "closed")
        for seat in SEATS
    }
    summed = 'IF(SUM({counts})=0,"",SUM({%s_board_imps}))'
    return {
        "number": Column(tr("Stanza"), 8, "{stanza}", named=False),
        "boards": Column(tr("Boards"), 10, f'{{start}}&" - "&{{start}}+{length - 1}'),
        "first_board": Column(tr("Begins at board"), 10, takes=FIRST, due="FALSE"),
        "home_sits": Column(tr("Home team in the open room"), 11, takes=SITS, due=_NOT_OVER),
        **player,
        "home_imps": Column(tr("Home"), 8, summed % "home", style=Styles.FIGURE),
        "away_imps": Column(tr("Away"), 8, summed % "away", style=Styles.FIGURE),
        "lead": Column(
            tr("Won by"),
            9,
            'IF({home_imps}="","",ROUND({home_imps}-{away_imps},9))',
            style=Styles.FIGURE,
            number_format=SIGNED,
        ),
        "start": Column(shows='IF({first_board}="",{before},{first_board})'),
        "turn": Column(shows="IF(IFERROR(MATCH({home_sits},side_names,0),1)=2,-1,1)"),
    }
