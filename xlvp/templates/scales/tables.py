"""The sheet `Scales` behind the poster: which VP tables are asked for, their rows, and where they find room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from openpyxl.utils import get_column_letter as letter

from xlvp.languages.marks import sentence, tr
from xlvp.rules.imps import IMP_THRESHOLDS
from xlvp.templates.tables import MOST_BOARDS, TOP, Tables
from xlvp.templates.vptables import add_choices, add_in_use, most_margins

if TYPE_CHECKING:
    from xlvp.templates.book import Book
    from xlvp.templates.wording import Style

COLUMNS = 5
"""How many columns of VPs the poster has, and how many numbers of boards it can be asked for."""

ROWS = len(IMP_THRESHOLDS) + 1
"""How many rows a column has: as many as the IMP scale beside it. The longest table fills five of them."""

BOARDS = ("boards", *(f"boards_{number}" for number in range(2, COLUMNS + 1)))
"""The names of the inputs."""

_NUMBERS = range(1, COLUMNS + 1)


def poster_tables(book: Book, style: Style) -> None:
    """Add the sheet."""
    tables = Tables(book)
    add_choices(tables, MOST_BOARDS)
    add_in_use(tables)
    boards = letter(tables.column)
    _room(tables)
    _rows(tables, boards, style)
    style.add_vps(tables, MOST_BOARDS)
    tables.done()


def _room(tables: Tables) -> None:
    """Add what each table is for and takes, and what each column of the poster shows.

    A table that does not fit into the columns that are left has none, and the next one is tried.
    """
    boards, needed, first, taken = (letter(tables.column + place) for place in range(4))
    most = "INDEX(scale_boards,vp_number)"
    words = {
        "boards": tr("boards"),
        "needed": tr("needed"),
        "first": tr("first"),
        "taken": tr("taken"),
        "problem": tr("problem"),
    }
    asked: dict[str, list[str]] = {name: [] for name in words}
    for number, name in enumerate(BOARDS, start=1):
        row = TOP + number - 1
        asked["boards"].append(f'=IFERROR(IF(AND({name}>=1,{name}<={most},{name}=INT({name})),{name},""),"")')
        asked["needed"].append(f"=INT((COUNT(INDEX(vp_starts,0,{number}))+{ROWS - 1})/{ROWS})")
        asked["first"].append("=1" if row == TOP else f"={first}{row - 1}+{taken}{row - 1}")
        asked["taken"].append(f"=IF({first}{row}+{needed}{row}>{COLUMNS + 1},0,{needed}{row})")
        unknown = sentence("Boards {boards}: {scale} is here for 1 to {most}. ", boards=name, scale="scale", most=most)
        no_room = sentence(
            "Boards {boards}: no room (columns needed: {columns}). ", boards=name, columns=f"{needed}{row}"
        )
        told = f'IF({boards}{row}="",{unknown},IF({taken}{row}=0,{no_room},""))'
        asked["problem"].append(f'=IFERROR(IF({name}="","",{told}),"")')
    names = {"boards": "table_boards", "first": "table_first", "taken": "table_taken", "problem": "table_problems"}
    columns = [(words[what], names.get(what, ""), values) for what, values in asked.items()]
    problem = letter(tables.column + len(asked) - 1)
    every = "&".join(f"{problem}{TOP + number - 1}" for number in _NUMBERS)
    tables.add(tr("What is asked for"), [*columns, (tr("all problems"), "table_problem", [f"={every}"])])
    last, table = letter(tables.column), letter(tables.column + 1)
    begun_last, tables_shown, skipped = [], [], []
    for number in _NUMBERS:
        row = TOP + number - 1
        begun = f"{last}{row}"
        begun_last.append(f"=MATCH({number},table_first,1)")
        ended = f"{number}>=INDEX(table_first,{begun})+INDEX(table_taken,{begun})"
        tables_shown.append(f'=IF({ended},"",{begun})')
        skipped.append(f'=IF({table}{row}="","",{ROWS}*({number}-INDEX(table_first,{begun})))')
    tables.add(
        tr("Columns of the poster"),
        [
            (tr("last begun"), "", begun_last),
            (tr("table"), "poster_tables", tables_shown),
            (tr("skipped"), "poster_skipped", skipped),
        ],
    )


def _rows(tables: Tables, boards_column: str, style: Style) -> None:
    """Add the winner's VPs by margin in each table, as far as they grow, and the margins that begin a row."""
    margins = range(most_margins(MOST_BOARDS))
    margin = letter(tables.column)
    tables.add(tr("Margins"), [(tr("margin"), "", margins)])
    first = tables.column

    def win(row: int, number: int) -> str:
        boards = f"{boards_column}{TOP + number - 1}"
        vps = style.scale_vp(f"{margin}{row}", boards, "scale", "vp_number")
        before = f"{letter(first + number - 1)}{row - 1}"
        over = f'{boards}=""' if row == TOP else f'OR({before}="",{before}=vp_total)'
        return f'=IF({over},"",{vps})'

    def start(row: int, number: int) -> str:
        won = letter(first + number - 1)
        more = f'{won}{row}<>""' if row == TOP else f"N({won}{row})>N({won}{row - 1})"
        return f'=IF({more},${margin}{row},"")'

    for heading, name, cell in ((tr("Winner's VPs"), "vp_wins", win), (tr("Rows begin at"), "vp_starts", start)):
        rows = [[cell(TOP + row, number) for number in _NUMBERS] for row in margins]
        tables.add_block(heading, name, [tr("table {number}", number=number) for number in _NUMBERS], rows)
