"""The sheet `Scales` of a portable workbook: the rules' own tables behind named ranges.

Every figure comes from `xlvp.rules`, so that nothing is typed twice, and every formula of a template can read like a
sentence: `LOOKUP(ABS(diff),imp_from,imp_won)`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from openpyxl.utils import get_column_letter as letter

from xlvp.languages.marks import tr
from xlvp.rules.board import dealer, vulnerability
from xlvp.rules.contract import contract_score
from xlvp.rules.imps import IMP_THRESHOLDS
from xlvp.templates.contractpoints import DOUBLES, LEVELS, STRAINS
from xlvp.templates.look import Styles, widths

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from openpyxl.worksheet.worksheet import Worksheet

    from xlvp.languages.notation import Notation
    from xlvp.templates.book import Book

MOST_BOARDS = 64
TOP = 4
"""The first row of figures."""

CONTRACTS = [f"{level}{strain}{doubled}" for doubled in DOUBLES for level in LEVELS for strain in STRAINS]
"""Every contract, as the rules spell it."""

SIDES_VULNERABLE = {"None": tr("None", "vulnerable"), "NS": tr("NS", "vulnerable"), "EW": tr("EW", "vulnerable")}
SIDES_VULNERABLE["Both"] = tr("Both", "vulnerable")
"""Who is vulnerable, as it is shown."""


class Tables:
    """The sheet, filled from left to right; each table stands under its own heading."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.sheet: Worksheet = book.sheet(tr("Scales", "sheet"))
        self.notation = book.language.notation
        self.column = 1
        book.put(self.sheet, "A1", tr("The tables behind the formulas"), Styles.TITLE)

    def add(self, heading: str, columns: Sequence[tuple[str, str, Sequence[Any]]]) -> None:
        """Add columns of figures side by side: each has its own heading, a name, and values or formulas."""
        self.book.put(self.sheet, f"{letter(self.column)}2", heading, Styles.SUBTITLE)
        for text, name, values in columns:
            column = letter(self.column)
            self.book.put(self.sheet, f"{column}3", text, Styles.HEADING)
            words = [self.book.say(each) for each in values if isinstance(each, str) and not each.startswith("=")]
            style = Styles.TEXT if words else Styles.NUMBER
            for row, value in enumerate(values, start=TOP):
                if value is not None:
                    self.book.put(self.sheet, f"{column}{row}", value, style)
            widths(self.sheet, **{column: max(8, 2 + max(map(len, words), default=0))})
            if name:
                last = f":{column}{TOP + len(values) - 1}" if len(values) > 1 else ""
                self.book.name(name, self.sheet, f"{column}{TOP}{last}")
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

    def seats(self) -> None:
        """Add the seats, in the order in which they are offered."""
        self.add(tr("Seats"), [(tr("seat"), "seats", list(self.notation.seats[:4]))])

    def imps(self) -> None:
        """Add the IMP scale: `imp_from` the lowest differences, `imp_won` their IMPs."""
        lowest = (0, *IMP_THRESHOLDS)
        self.add(tr("IMPs"), [(tr("from"), "imp_from", lowest), (tr("IMPs"), "imp_won", range(len(lowest)))])

    def boards(self) -> None:
        """Add dealer and vulnerability of the boards 1 to 16, and the seats."""
        numbers = range(1, 17)
        sides = [vulnerability(number) for number in numbers]
        self.add(
            tr("Boards"),
            [
                (tr("board"), "", numbers),
                (tr("dealer"), "dealers", [self.notation.from_english(dealer(number)) for number in numbers]),
                (tr("vulnerable"), "board_vul", [SIDES_VULNERABLE[side] for side in sides]),
            ],
        )

    def contracts(self, *, with_scores: bool) -> None:
        """Add every contract, and its scores: 14 columns for the tricks not vulnerable, then 14 vulnerable.

        Below those as they are spelled first stand the passes, and contracts in other letters, each with its row.
        """

        def spelled(letters: str) -> list[str]:
            return [contract[0] + letters[STRAINS.index(contract[1])] + contract[2:] for contract in CONTRACTS]

        played = [
            [contract_score(contract, tricks, vulnerable) for vulnerable in (False, True) for tricks in range(14)]
            for contract in CONTRACTS
        ]
        passes = self.notation.passes
        shown = [contract[0] + self.notation.shown[STRAINS.index(contract[1])] + contract[2:] for contract in CONTRACTS]
        names = [*spelled(self.notation.strains), *passes]
        rows = {name: row for row, name in enumerate(names, start=1)}
        for start in range(5, len(self.notation.strains) - 4, 5):  # other letters for the suits; the signs are last
            rows |= {
                name: row
                for row, name in enumerate(spelled(self.notation.strains[start:]), start=1)
                if name not in rows
            }
        self.add(
            tr("Contracts"),
            [
                (tr("contract"), "contract_names", list(rows)),
                (tr("shown as"), "contract_shown", [*shown, *[tr("Pass")] * len(passes)]),
                (tr("row"), "contract_rows", list(rows.values())),
            ],
        )
        if not with_scores:
            return
        passed = [[0] * 28] * len(passes)
        heads = [
            tr("{tricks} vul", tricks=tricks) if vulnerable else f"{tricks}"
            for vulnerable in (0, 1)
            for tricks in range(14)
        ]
        self.add_block(tr("Scores by tricks"), "contract_scores", heads, [*played, *passed])
        self.add(tr("Tricks"), [(tr("tricks"), "trick_counts", range(14))])

    def done(self) -> None:
        """Finish the sheet: it is hidden, so that a print of the whole workbook leaves it out."""
        self.sheet.freeze_panes = f"A{TOP}"
        self.sheet.sheet_state = "hidden"
        self.book.tables = self


def plain(cell: str, notation: Notation) -> str:
    """Return a contract spelled as in the table: capitals, no spaces, letters for the suits, N for no-trumps."""
    text = f"UPPER({cell})"
    suits = zip("♠♥♦♣", reversed(notation.strains[:4]), strict=True)
    for old, new in {" ": "", **dict.fromkeys(notation.no_trumps, "N"), **dict(suits)}.items():
        text = f'SUBSTITUTE({text},"{old}","{new}")'
    return text
