"""The sheet `Scales` of a portable workbook: the rules' own tables behind named ranges.

Every figure comes from `xlvp.rules`, so that nothing is typed twice, and every formula of a template can read like a
sentence: `LOOKUP(ABS(diff),imp_from,imp_won)`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from openpyxl.utils import get_column_letter as letter

from xlvp.rules.board import dealer, vulnerability
from xlvp.rules.contract import contract_score
from xlvp.rules.imps import IMP_THRESHOLDS
from xlvp.rules.scales import SCALES
from xlvp.templates.look import Styles, number_rule, set_up_page, widths

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from openpyxl.styles import Font
    from openpyxl.worksheet.worksheet import Worksheet

    from xlvp.rules.scale import Scale
    from xlvp.templates.book import Book

MOST_BOARDS = 64
TOP = 4
"""The first row of figures."""

PASSED_OUT = ("P", "PASS", "AP", "0")
STRAINS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠", "N": "NT"}
CONTRACTS = [f"{level}{strain}{doubled}" for doubled in ("", "X", "XX") for level in range(1, 8) for strain in STRAINS]
"""Every contract as the portable formulas spell it."""

TABLE_NAMES = {scale.name: f"vp_{scale.name.lower().replace(' ', '_').replace('+', '')}" for scale in SCALES}
"""What the table of each scale is called: a column for each number of boards, a row for each margin from 0."""

TIE_BREAKS = ("IMP difference", "IMP quotient")
"""What ranks teams with the same VPs; a workbook names its choice `tie_break`."""

BY_QUOTIENT = f'tie_break="{TIE_BREAKS[1]}"'

_MOST = "INDEX(scale_boards,MATCH(scale,scale_names,0))"
SCALE_PROBLEM = (
    f'=IFERROR(IF(boards>{_MOST},"This scale ends at "&{_MOST}&" boards",IF(boards<1,"How many boards?","")),'
    '"Choose a scale")'
)
"""What is wrong with a workbook's `scale` and `boards`, if anything is."""

_WHOLE = ",".join(f'scale="{scale.name}"' for scale in SCALES if not scale.table(1).decimals)
WHOLE_VPS = f"OR({_WHOLE})"
"""Whether the workbook's `scale` has whole VPs alone."""

THIS_SCALE = (
    ("number", "scale_number", ['=IFERROR(MATCH(scale,scale_names,0),"")']),
    ("both sides", "vp_total", ['=IFERROR(INDEX(scale_totals,scale_number),"")']),
)
"""What is to be known of the scale that the workbook has chosen."""


def show_whole(sheet: Worksheet, cells: str, where: str = "TRUE", font: Font | None = None) -> None:
    """Show whole VPs without decimals, on the scales that have no other, and `where` a formula is true in a font."""
    first = cells.partition(":")[0]
    rule = number_rule(f"AND({where},{WHOLE_VPS},N({first})=INT(N({first})))", "0")
    rule.dxf.font = font
    sheet.conditional_formatting.add(cells, rule)


class Tables:
    """The sheet, filled from left to right; each table stands under its own heading."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.sheet: Worksheet = book.sheet("Scales")
        self.column = 1
        self.printed = 1
        """The last column that is of use on paper; the rest is for the formulas."""
        book.put(self.sheet, "A1", "The tables behind the formulas", Styles.TITLE)

    def add(self, heading: str, columns: Sequence[tuple[str, str, Sequence[Any]]]) -> None:
        """Add columns of figures side by side: each has its own heading, a name, and values or formulas."""
        self.book.put(self.sheet, f"{letter(self.column)}2", heading, Styles.SUBTITLE)
        for text, name, values in columns:
            column = letter(self.column)
            self.book.put(self.sheet, f"{column}3", text, Styles.HEADING)
            words = [value for value in values if isinstance(value, str) and not value.startswith("=")]
            for row, value in enumerate(values, start=TOP):
                self.book.put(self.sheet, f"{column}{row}", value, Styles.TEXT if words else Styles.NUMBER)
            widths(self.sheet, **{column: max(8, 2 + max(map(len, words), default=0))})
            if name:
                self.book.name(name, self.sheet, f"{column}{TOP}:{column}{TOP + len(values) - 1}")
            self.column += 1
        self.column += 1

    def add_block(self, heading: str, name: str, heads: Sequence[Any], rows: Sequence[Sequence[Any]]) -> None:
        """Add a table of several columns under one name."""
        first = letter(self.column)
        self.add(
            heading, [(str(head), "", values) for head, values in zip(heads, zip(*rows, strict=True), strict=True)]
        )
        last = letter(self.column - 2)
        self.book.name(name, self.sheet, f"{first}{TOP}:{last}{TOP + len(rows) - 1}")

    def choices(self, most_boards: int) -> None:
        """Add what is offered for choice: the scales, with what they know, and the seats."""
        self.scale_choices(most_boards)
        self.add("Seats", [("seat", "seats", ["N", "E", "S", "W"])])

    def scale_choices(self, most_boards: int) -> None:
        """Add the scales, with what they know."""
        self.add(
            "The scales",
            [
                ("name", "scale_names", [scale.name for scale in SCALES]),
                ("both sides", "scale_totals", [scale.table(1).total / 100 for scale in SCALES]),
                ("most boards", "scale_boards", [max(_boards(scale, most_boards)) for scale in SCALES]),
            ],
        )

    def imps(self) -> None:
        """Add the IMP scale: `imp_from` the lowest differences, `imp_won` their IMPs."""
        lowest = (0, *IMP_THRESHOLDS)
        self.add("IMPs", [("from", "imp_from", lowest), ("IMPs", "imp_won", range(len(lowest)))])

    def boards(self) -> None:
        """Add dealer and vulnerability of the boards 1 to 16, and the seats."""
        numbers = range(1, 17)
        sides = [vulnerability(number) for number in numbers]
        self.add(
            "Boards",
            [
                ("board", "", numbers),
                ("dealer", "dealers", [dealer(number) for number in numbers]),
                ("vulnerable", "board_vul", sides),
                ("N-S", "ns_vulnerable", [int(side in ("NS", "Both")) for side in sides]),
                ("E-W", "ew_vulnerable", [int(side in ("EW", "Both")) for side in sides]),
            ],
        )

    def contracts(self, *, with_scores: bool) -> None:
        """Add every contract, and its scores: 14 columns for the tricks not vulnerable, then 14 vulnerable."""
        played = [
            [contract_score(contract, tricks, vulnerable) for vulnerable in (False, True) for tricks in range(14)]
            for contract in CONTRACTS
        ]
        shown = [contract[0] + STRAINS[contract[1]] + contract[2:] for contract in CONTRACTS]
        names = [*CONTRACTS, *PASSED_OUT]
        self.add(
            "Contracts",
            [
                ("contract", "contract_names", names),
                ("shown as", "contract_shown", [*shown, *["Pass"] * len(PASSED_OUT)]),
                ("row", "contract_rows", range(1, len(names) + 1)),
            ],
        )
        if not with_scores:
            return
        passed = [[0] * 28] * len(PASSED_OUT)
        heads = [f"{tricks}{' vul' * vulnerable}" for vulnerable in (0, 1) for tricks in range(14)]
        self.add_block("Scores by tricks", "contract_scores", heads, [*played, *passed])

    def scales(self, most_boards: int) -> None:
        """Add the VP scales up to a number of boards, and `vp_win`, the one that the workbook has chosen.

        The workbook names its choice `scale` and `boards`. `vp_margin` counts the margins of `vp_win` from 0; the
        winner's VPs stay the same beyond the last. `vp_total` is what both sides have together.
        """
        margins = most_margins(most_boards)
        self.add(
            "This scale", [*THIS_SCALE, ("blitz", "vp_blitz", ["=15*SQRT(boards)"]), ("R", "vp_r", ["=SQRT(5)-2"])]
        )
        margin = letter(self.column)
        wins = [f'=IFERROR({winner(f"{margin}{row}", "boards")},"")' for row in range(TOP, TOP + margins)]
        self.add("Its VPs", [("margin", "vp_margin", range(margins)), ("winner", "vp_win", wins)])
        self.printed = self.column - 2
        self.scales_by_boards(most_boards)

    def scales_by_boards(self, most_boards: int) -> None:
        """Add the VP scales up to a number of boards, each named as `TABLE_NAMES` says."""
        rows = most_margins(most_boards)
        for scale in SCALES:
            columns = [_winners(scale, boards, rows) for boards in _boards(scale, most_boards)]
            self.add_block(
                f"{scale.name}: the winner's VPs by boards",
                TABLE_NAMES[scale.name],
                _boards(scale, most_boards),
                list(zip(*columns, strict=True)),
            )

    def done(self) -> None:
        """Finish the sheet."""
        self.sheet.freeze_panes = f"A{TOP}"
        set_up_page(self.sheet, self.book.paper, f"A1:{letter(self.printed)}{TOP + 30}", landscape=True)


def winner(margin: str, boards: str) -> str:
    """Return the formula for the winner's VPs on the chosen scale, from its table; an error where there is none."""
    tables = ",".join(f"INDEX({name},{margin}+1,{boards})" for name in TABLE_NAMES.values())
    return f"CHOOSE(scale_number,{tables})"


def most_margins(most_boards: int) -> int:
    """Return how many margins the scales tell apart, from 0 on, up to a number of boards."""
    return max(len(scale.table(boards).winner) for scale in SCALES for boards in _boards(scale, most_boards))


def _boards(scale: Scale, most: int) -> range:
    """Return the numbers of boards that a scale knows, up to the most that are wanted."""
    return range(1, min(scale.max_boards, most) + 1)


def _winners(scale: Scale, boards: int, rows: int) -> list[float]:
    table = scale.table(boards)
    return [table.vp(margin) for margin in range(rows)]
