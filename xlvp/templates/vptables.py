"""The VP scales on the sheet `Scales`: what is offered for choice, one stacked table of all, and the one in use.

The formulas ask the sheet, and the sheet asks each scale (`xlvp.rules.scale`), so that no formula grows with the
number of scales and none knows one of them by name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from openpyxl.utils import get_column_letter as letter

from xlvp.languages.marks import sentence, tr
from xlvp.rules.scale import CurveScale, Scale
from xlvp.rules.scales import SCALES
from xlvp.templates.kinds import NO_VPS, OWN_SCALE
from xlvp.templates.look import number_rule
from xlvp.templates.owntable import MOST_OWN_ROWS, add_own, own_entries
from xlvp.templates.tables import TOP

if TYPE_CHECKING:
    from collections.abc import Sequence

    from openpyxl.styles import Font
    from openpyxl.worksheet.worksheet import Worksheet

    from xlvp.templates.options import Options
    from xlvp.templates.tables import Tables

_BEYOND = 1_000_000
"""More than any margin: where a table has ended."""


class Used(NamedTuple):
    """A VP scale that a workbook uses: the names of the cells with scale and boards, and how its own names begin."""

    scale: str = "scale"
    boards: str = "boards"
    prefix: str = "vp"
    own: bool = False
    """Whether it may be a table of one's own."""


IN_USE = Used()
"""The scale of a workbook that has one, named `scale`, for matches of `boards` boards."""

OWN_TOO = Used(own=True)
"""The same where it can also be a table of one's own."""


def chosen_scale(options: Options) -> str:
    """Return the scale that a new workbook has: a table of one's own, if there is one."""
    return OWN_SCALE if options.own_table else options.scale


def add_scale(tables: Tables, most_boards: int, used: Used, options: Options, extra: Sequence[str] = ()) -> None:
    """Add the choice of scales, the table of one's own if there can be one, and what is to be known of that in use."""
    add_choices(tables, most_boards, extra)
    if used.own:
        add_own(tables)
        tables.book.fill(own_entries(options.own_table))
    add_in_use(tables, used)


def show_whole(sheet: Worksheet, cells: str, where: str = "TRUE", font: Font | None = None, prefix: str = "vp") -> None:
    """Show whole VPs without decimals, on the scales that have no other, and `where` a formula is true in a font."""
    first = cells.partition(":")[0]
    rule = number_rule(f"AND({where},{prefix}_whole=1,N({first})=INT(N({first})))", "0")
    rule.dxf.font = font
    sheet.conditional_formatting.add(cells, rule)


def add_choices(tables: Tables, most_boards: int, extra: Sequence[str] = ()) -> None:
    """Add the scales that can be chosen, with what each of them knows; `extra` are OWN_SCALE and NO_VPS."""
    columns = {
        tr("name"): "scale_names",
        tr("both sides"): "scale_totals",
        tr("most boards"): "scale_boards",
        tr("whole VPs"): "scale_whole",
        tr("margins as they are"): "scale_exact",
        tr("blitz for"): "scale_blitz",
    }
    rows = [_known(scale, most_boards) for scale in SCALES]
    own_total = "=IFERROR(2*INDEX(own_winner,MATCH(0,own_from,0)),0)"
    own_parts = "SUMPRODUCT((INT(own_winner)<>own_winner)+(INT(own_loser)<>own_loser))"
    others = {OWN_SCALE: (own_total, f"=IFERROR(IF({own_parts}=0,1,0),0)"), NO_VPS: (0, 0)}
    rows += [(name, others[name][0], most_boards, others[name][1], 0, 1) for name in extra]
    values = list(zip(*rows, strict=True))
    tables.add(
        tr("The scales"),
        [(text, name, list(column)) for (text, name), column in zip(columns.items(), values, strict=True)],
    )


def _known(scale: Scale, most_boards: int) -> tuple[object, ...]:
    """Return what a workbook has to know of a scale."""
    blitz = scale.blitz_boards if isinstance(scale, CurveScale) else 1
    most = min(scale.max_boards, most_boards)
    return scale.name, 2 * scale.draw, most, int(scale.whole), int(scale.formula_only), blitz


def add_in_use(tables: Tables, used: Used = IN_USE) -> None:
    """Add what is to be known of the scale in use, in both styles, and `vp_problem`: what is wrong with the choice."""
    number, most, boards = f"{used.prefix}_number", f"{used.prefix}_most", used.boards
    too_many = sentence("This scale ends at {most} boards", most=most)
    ends = f'IF({boards}>{most},{too_many},IF({boards}<1,"{tr("How many boards?")}",""))'
    problem = f'=IF({number}="","{tr("Choose a scale")}",{ends})'
    if used.own:
        problem = f'=IF({used.scale}="{OWN_SCALE}",own_problem,{problem[1:]})'
    tables.add(
        tr("Scale in use"),
        [
            (tr("number"), number, [f'=IFERROR(MATCH({used.scale},scale_names,0),"")']),
            (tr("both sides"), f"{used.prefix}_total", [f'=IFERROR(INDEX(scale_totals,{number}),"")']),
            (tr("whole VPs"), f"{used.prefix}_whole", [f"=IFERROR(INDEX(scale_whole,{number}),0)"]),
            (tr("most boards"), most, [f'=IFERROR(INDEX(scale_boards,{number}),"")']),
            (tr("problem"), f"{used.prefix}_problem", [problem]),
        ],
    )


def add_stack(tables: Tables, most_boards: int) -> None:
    """Add the tables of all scales: a column for each scale, in it those for 1, 2, 3, … boards, one after the other.

    `stack_starts` says, by boards and scale, in which row the margin 0 stands; `stack_lasts` is a table's last margin.
    """
    stacks, starts, lasts = zip(*(_stacked(scale, most_boards) for scale in SCALES), strict=True)
    names = [scale.name for scale in SCALES]
    for heading, name, columns in (
        (tr("Where the table for a number of boards begins"), "stack_starts", starts),
        (tr("Its last margin"), "stack_lasts", lasts),
        (tr("The winner's VPs for 0, 1, 2, … IMPs"), "stack_vps", stacks),
    ):
        rows = max(map(len, columns))
        none = None if name == "stack_vps" else "-"  # with which a formula for more boards than there are has an error
        filled = [[*column, *[none] * (rows - len(column))] for column in columns]
        tables.add_block(heading, name, names, list(zip(*filled, strict=True)))


def _stacked(scale: Scale, most_boards: int) -> tuple[list[float], list[int], list[int]]:
    """Return a scale's tables one after the other, and for each number of boards its start and last margin."""
    stack: list[float] = []
    starts, lasts = [], []
    for group in scale.board_groups(most_boards):
        table = scale.table(group[0])
        last = len(table.winner) - 1
        starts += [len(stack) + 1] * len(group)
        lasts += [last] * len(group)
        stack += [table.vp(margin) for margin in range(last + 1)]
    return stack, starts, lasts


def stacked_vp(margin: str, boards: str, number: str) -> str:
    """Return the formula for the winner's VPs for a whole margin, on the scale with a number; else an error."""
    where = f"{{}},{boards},{number}"
    start, last = (f"INDEX({where.format(name)})" for name in ("stack_starts", "stack_lasts"))
    return f"INDEX(stack_vps,{start}+MIN({margin},{last}),{number})"


def add_table_in_use(tables: Tables, most_boards: int, used: Used = IN_USE) -> None:
    """Add the table of the scale in use: `vp_margin`, `vp_win` and `vp_loss`, for LOOKUP; the last line holds on."""
    p = used.prefix
    tables.add(
        tr("Its curve"),
        [
            (tr("exact"), f"{p}_exact", [f"=IFERROR(INDEX(scale_exact,{p}_number),0)"]),
            (tr("blitz"), f"{p}_blitz", [f"=IFERROR(15*SQRT({used.boards}*INDEX(scale_blitz,{p}_number)),1)"]),
            ("R", f"{p}_r", ["=SQRT(5)-2"]),
            (tr("starts at"), f"{p}_start", [f'=IFERROR(INDEX(stack_starts,{used.boards},{p}_number),"-")']),
            (tr("last margin"), f"{p}_last", [f"=IFERROR(INDEX(stack_lasts,{used.boards},{p}_number),0)"]),
        ],
    )
    margin, win = letter(tables.column), letter(tables.column + 1)
    margins: list[int | str] = []
    wins, losses = [], []
    count = max(most_margins(most_boards), MOST_OWN_ROWS if used.own else 0)
    for place, row in enumerate(range(TOP, TOP + count)):
        m, w = f"{margin}{row}", f"{win}{row}"
        found = f'IFERROR(INDEX(stack_vps,{p}_start+MIN({m},{p}_last),{p}_number),"")'
        if used.own:
            is_own = f'{used.scale}="{OWN_SCALE}"'
            margins.append(f"=IF({is_own},IFERROR(SMALL(own_from,{place + 1}),{_BEYOND + place}),{place})")
            before = '""' if place == 0 else "{}" + str(row - 1)
            own = f"IFERROR(INDEX({{}},MATCH({m},own_from,0)),{before})"
            loss = letter(tables.column + 2)
            wins.append(f"=IF({is_own},{own.format('own_winner', win)},{found})")
            losses.append(f'=IF({is_own},{own.format("own_loss", loss)},IF({w}="","",ROUND({p}_total-{w},2)))')
        else:
            margins.append(place)
            wins.append(f"={found}")
            losses.append(f'=IF({w}="","",ROUND({p}_total-{w},2))')
    tables.add(
        tr("Its VPs"),
        [
            (tr("margin"), f"{p}_margin", margins),
            (tr("winner"), f"{p}_win", wins),
            (tr("loser"), f"{p}_loss", losses),
        ],
    )


def most_margins(most_boards: int) -> int:
    """Return how many margins the scales tell apart, from 0 on, up to a number of boards."""
    return max(len(scale.table(group[0]).winner) for scale in SCALES for group in scale.board_groups(most_boards))
