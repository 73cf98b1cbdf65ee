"""The sheet `Results` of a pairs session: a block of rows for each board, a row for each result, as on a traveller.

A result counts when both pairs and a score are there and nothing is wrong with them. It is compared with the others on
the board as soon as there are two. What the director awards is in percent, and stands in place of the result.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side

from xlvp.rules.contract import contract_score
from xlvp.templates import inputs
from xlvp.templates.look import FAINT, FONT, INK, LINE, RED, WARNING, Styles, set_up_page, widths
from xlvp.templates.match import plain
from xlvp.templates.tables import CONTRACTS
from xlvp.templates.wording import Portable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlvp.templates.book import Book
    from xlvp.templates.inputs import Takes
    from xlvp.templates.options import Options

TOP = 5
"""The row of the first result."""

TO_COME = '[=0]"all results are in";[=1]0" result to come";0" results to come"'
"""How the number of results to come is shown."""

VULNERABLE = {"None": (False, False), "NS": (True, False), "EW": (False, True), "Both": (True, True)}
"""Whether North-South and East-West are, for each of the words for it."""

_COLUMNS = {
    # what everybody sees: the letter, the group, the heading, the width
    "board": ("A", "", "Board", 7),
    "vul": ("B", "", "Vul", 6),
    "ns": ("C", "Pairs", "N-S", 6),
    "ew": ("D", "", "E-W", 6),
    "typed": ("E", "N-S", "Score", 8),
    "contract": ("F", "or the contract", "Contract", 9),
    "by": ("G", "", "By", 5),
    "tricks": ("H", "", "Tricks", 7),
    "reads": ("I", "Counts as", "Contract", 9),
    "score": ("J", "", "Score", 8),
    "ns_award": ("K", "Director %", "N-S", 7),
    "ew_award": ("L", "", "E-W", 7),
    "ns_matchpoints": ("M", "Matchpoints", "N-S", 7),
    "ew_matchpoints": ("N", "", "E-W", 7),
    "ns_percent": ("O", "Percent", "N-S", 8),
    "ew_percent": ("P", "", "E-W", 8),
    "ns_cross_imps": ("Q", "Cross-IMPs", "N-S", 11),
    "datum": ("R", "Butler", "Datum", 8),
    "ns_butler": ("S", "", "N-S", 7),
    "to_do": ("T", "", "To do", 32),
}
_HIDDEN = (
    *("spelled", "found", "side", "worked_out", "lacking", "no_pair", "clash", "typo", "unclear", "half_award"),
    *("field", "awarded", "kept", "tens", "ew_cross_imps", "ew_butler", "count", "missing"),
)
_LETTERS = {name: column[0] for name, column in _COLUMNS.items()} | dict(
    zip(_HIDDEN, ("U", "V", "W", "X", "Y", "Z", *(f"A{letter}" for letter in "ABCDEFGHIJKL")), strict=True)
)
_NAMES = (
    *("board", "to_do", "missing", "ns_matchpoints", "ew_matchpoints", "ns_percent", "ew_percent"),
    *("ns_cross_imps", "ew_cross_imps", "ns_butler", "ew_butler"),
)
"""The columns that have a name as they are; `score` is `ns_score`, `datum` is `board_datum`."""

_MARKED = {"ns:ew": ("lacking", "no_pair", "clash"), "typed": ("typo",), "contract:tricks": ("unclear",)}
_MARKED |= {"ns_award:ew_award": ("half_award",)}
"""Which entries are marked when there is something in the columns of what is wrong."""

_BY_METHOD = {1: "ns_matchpoints:ew_percent", 2: "ns_cross_imps", 3: "datum:ns_butler"}
"""The columns of each method, by its number."""


def possible_scores() -> dict[int, list[int]]:
    """Return for every score of North-South whether it can come about, under each vulnerability."""
    made = {
        vulnerable: {contract_score(contract, tricks, vulnerable) for contract in CONTRACTS for tricks in range(14)}
        for vulnerable in (False, True)
    }
    fits = [{0, *made[ns], *(-score for score in made[ew])} for ns, ew in VULNERABLE.values()]
    return {score: [int(score in those) for those in fits] for score in sorted(set().union(*fits))}


class Travellers:
    """The sheet, part by part."""

    def __init__(self, book: Book, options: Options, tables: int) -> None:
        self.book = book
        self.sheet = book.sheet("Results")
        self.style = options.style
        self.portable = isinstance(options.style, Portable)
        self.boards, self.tables = options.boards, tables
        self.last = TOP + options.boards * tables - 1

    def write(self) -> None:
        """Write all of it."""
        self.head()
        for board in range(1, self.boards + 1):
            top = TOP + (board - 1) * self.tables
            self.first_row(board, top)
            for row in range(top, top + self.tables):
                self.entered(row, top)
                self.problems(row, top)
                self.compared(row, top)
                self.sheet.row_dimensions[row].height = 16
        self.inputs()
        for top in range(TOP, self.last + 1, self.tables):
            for cell in self.sheet[f"A{top}:T{top}"][0]:
                cell.border = Border(cell.border.left, cell.border.right, Side("medium", LINE), cell.border.bottom)
        self.names()
        self.marks()

    def columns(self, names: str) -> str:
        """Return the cells of all results in a column, or from one to another."""
        first, _, last = names.partition(":")
        return f"{_LETTERS[first]}{TOP}:{_LETTERS[last or first]}{self.last}"

    def block(self, name: str, top: int) -> str:
        """Return the cells of one board in a column."""
        return f"{_LETTERS[name]}{top}:{_LETTERS[name]}{top + self.tables - 1}"

    def head(self) -> None:
        """Write what stands above the results."""
        put, sheet = self.book.put, self.sheet
        put(sheet, "A1:L1", "Results", Styles.TITLE)
        hint = "A line for each result: both pairs, then the score from North-South's side, or contract, by and tricks."
        put(sheet, "A2:P2", hint, Styles.NOTE)
        put(sheet, "Q1:T1", "=results_left", Styles.LABEL).number_format = TO_COME
        check = put(sheet, "Q2:T2", '=SUMPRODUCT(--(to_do<>""))', Styles.PROBLEM)
        check.number_format, check.alignment = '0" to check";;', Alignment("right")
        self.book.name("results_to_check", sheet, "Q2")
        for cells, text in _groups():
            put(sheet, cells, text, Styles.HEADING)
        self.book.headings(sheet, TOP - 1, 1, [column[2] for column in _COLUMNS.values()])
        widths(sheet, **{letter: width for letter, _, _, width in _COLUMNS.values()})
        for name in _HIDDEN:
            sheet.column_dimensions[_LETTERS[name]].hidden = True
        sheet.row_dimensions[TOP - 1].height = sheet.row_dimensions[TOP - 2].height = 18
        sheet.freeze_panes = f"C{TOP}"
        set_up_page(sheet, self.book.paper, f"A1:T{self.last}", landscape=True, pages=0, repeat=f"{TOP - 2}:{TOP - 1}")

    def first_row(self, board: int, top: int) -> None:
        """Write what a board has once: its number of results, how many are to come, the datum."""
        put, sheet, c = self.book.put, self.sheet, _cells(top)
        number = f'=IF(OR({board}>boards,first_board=""),"",first_board+{board - 1})'
        put(sheet, c.board, number).font = Font(FONT, 11, bold=True, color=INK)
        put(sheet, c.vul, f'=IF({c.board}="","",{self.style.vulnerability(c.board)})')
        put(sheet, c.count, f"=COUNT({self.block('field', top)})")
        there = f"{c.count}+COUNT({self.block('awarded', top)})"
        put(sheet, c.missing, f'=IF({c.board}="","",MAX(0,per_board-({there})))')
        if self.portable:
            kept = self.block("kept", top)
            put(sheet, c.tens, f'=IF({c.count}<2,"",SUM({kept})/(10*COUNT({kept})))')
            datum = f"10*IF({c.tens}-INT({c.tens})=0.5,2*ROUND({c.tens}/2,0),ROUND({c.tens},0))"  # half to even
        else:
            datum = f"BUTLERDATUM({self.block('field', top)},{_dropped(c.count)})"
        put(sheet, c.datum, f'=IF({c.count}<2,"",{datum})', Styles.NUMBER)
        for row in range(top + 1, top + self.tables):
            below = _cells(row)
            put(sheet, below.datum, None)
            for cell, above in ((below.board, c.board), (below.vul, c.vul)):
                put(sheet, cell, f"={above}").font = Font(FONT, 11, color=FAINT)

    def entered(self, row: int, top: int) -> None:
        """Write how a line was understood, and its score."""
        put, sheet, c = self.book.put, self.sheet, _cells(row)
        put(sheet, c.spelled, f"={plain(c.contract)}")
        put(sheet, c.found, f'=IF({c.contract}="","",SUMPRODUCT((contract_names={c.spelled})*contract_rows))')
        put(sheet, c.reads, f'=IF({c.found}="","",IF({c.found}=0,"?",INDEX(contract_shown,{c.found})))')
        if self.portable:
            put(sheet, c.side, f'=IFERROR(INDEX(seat_sides,MATCH({c.by},seats,0)),"")')
            vulnerable = f'({c.vul}="Both")+({c.vul}=IF({c.side}=1,"NS","EW"))'
            column = f"MATCH({c.tricks},trick_counts,0)+14*({vulnerable})"
            points = f'IFERROR({c.side}*INDEX(contract_scores,{c.found},{column}),"")'
            text = f'=IF(N({c.found})=0,"",IF({c.found}>{len(CONTRACTS)},0,{points}))'
        else:
            text = f'=IFERROR(NSSCORE({c.contract},{c.by},{c.tricks},{c.board}),"")'
        put(sheet, c.worked_out, text)
        typed = f'IF(ISNUMBER({c.typed}),IF(MOD({c.typed},10)=0,{c.typed},""),"")'
        put(sheet, c.score, f'=IF({c.board}="","",IF({c.typed}="",{c.worked_out},{typed}))', Styles.NUMBER)

    def problems(self, row: int, top: int) -> None:
        """Write what is wrong with a line, each in a column of its own, and all of it together."""
        put, sheet, c = self.book.put, self.sheet, _cells(row)
        both = f'IF({c.score}&{c.ns_award}&{c.ew_award}="","","pairs?")'
        one = f'IF({c.ns}="","N-S pair?",IF({c.ew}="","E-W pair?",""))'
        put(sheet, c.lacking, f'=IF({c.ns}&{c.ew}="",{both},{one})')
        unknown = "".join(
            f'IF(AND({pair}<>"",ISNA(MATCH({pair},pair_number,0))),"no pair "&{pair}&".",' for pair in (c.ns, c.ew)
        )
        put(sheet, c.no_pair, f'={unknown}""))')
        pairs = f"{_LETTERS['ns']}{top}:{_LETTERS['ew']}{top + self.tables - 1}"
        twice = "".join(f'IF(COUNTIF({pairs},{pair})>1,"pair "&{pair}&" twice.",' for pair in (c.ns, c.ew))
        itself = f'IF({c.ns}={c.ew},"pair against itself.",{twice}"")))'
        put(sheet, c.clash, f'=IF(OR({c.ns}="",{c.lacking}&{c.no_pair}<>""),"",{itself})')
        fits = f"INDEX(possible_when,MATCH({c.score},possible_scores,0),MATCH({c.vul},possible_vul,0))"
        checked = f'IF(IFERROR({fits},0)=1,"",{c.score}&" cannot be, vul "&{c.vul}&".")'
        put(sheet, c.typo, f'=IF(OR({c.typed}="",{c.awarded}=1),"",IF({c.score}="","score in tens?",{checked}))')
        nothing = f'IF(AND({c.by}&{c.tricks}<>"",{c.typed}=""),"contract?","")'
        agrees = f'IF({c.worked_out}={c.score},"","contract gives "&{c.worked_out}&".")'
        incomplete = f'IF({c.typed}="","by, tricks?","")'
        read = f'IF({c.found}=0,"contract?",IF({c.worked_out}="",{incomplete},{agrees}))'
        put(sheet, c.unclear, f'=IF({c.awarded}=1,"",IF({c.contract}="",{nothing},{read}))')
        awards = f"{c.ns_award}:{c.ew_award}"
        put(sheet, c.half_award, f'=IF(OR(COUNTA({awards})=0,COUNT({awards})=2),"","% for both sides?")')
        all_of_them = '&" "&'.join((c.lacking, c.no_pair, c.clash, c.typo, c.unclear, c.half_award))
        beyond = f'IF({c.ns}&{c.ew}&{c.typed}&{c.contract}="","","no such board")'
        put(sheet, c.to_do, f'=IF({c.board}="",{beyond},TRIM({all_of_them}))', Styles.PROBLEM)

    def compared(self, row: int, top: int) -> None:
        """Write what a result is worth for both sides, by every method."""
        put, sheet, style, c, first = self.book.put, self.sheet, self.style, _cells(row), _cells(top)
        awards, field, wrong = (
            f"{c.ns_award}:{c.ew_award}",
            self.block("field", top),
            f"{c.lacking}&{c.no_pair}&{c.clash}",
        )
        put(sheet, c.field, f'=IF(OR({wrong}<>"",COUNTA({awards})>0),"",{c.score})')
        put(sheet, c.awarded, f'=IF(AND({c.board}<>"",{wrong}="",COUNT({awards})=2),1,"")')
        if self.portable:
            place, dropped = row - top + 1, _dropped(first.count)
            outside = f"OR({place}<={dropped},{place}>{first.count}-{dropped})"
            put(sheet, c.kept, f'=IF({outside},"",SMALL({field},{place}))')
        lone = f'OR({c.field}="",{first.count}<2)'
        matchpoints = style.matchpoints(c.field, field)
        put(sheet, c.ns_matchpoints, f'=IF({lone},"",{matchpoints})', Styles.NUMBER)
        rest = f"2*{first.count}-2-{c.ns_matchpoints}"
        put(sheet, c.ew_matchpoints, f'=IF({c.ns_matchpoints}="","",{rest})', Styles.NUMBER)
        percent = f'IF({lone},"",100*{style.matchpoint_percent(c.field, field)})'
        self.value(c.ns_percent, c.awarded, _award(c.ns_award), percent)
        other = f'IF({c.ns_percent}="","",100-{c.ns_percent})'
        self.value(c.ew_percent, c.awarded, _award(c.ew_award), other)
        imps = f"({style.cross_imps(c.field, field)})/({first.count}-1)"
        self.value(c.ns_cross_imps, c.awarded, _as_imps(c.ns_percent), f'IF({lone},"",{imps})')
        butler = style.imps(f"({c.field}-{first.datum})")
        self.value(c.ns_butler, c.awarded, _as_imps(c.ns_percent), f'IF({lone},"",{butler})')
        for ew, ns in ((c.ew_cross_imps, c.ns_cross_imps), (c.ew_butler, c.ns_butler)):
            self.value(ew, c.awarded, _as_imps(c.ew_percent), f'IF({ns}="","",0-{ns})')

    def value(self, cell: str, awarded: str, award: str, result: str) -> None:
        """Write what a result is worth for a side: the director's award, or what comes of the score."""
        self.book.put(self.sheet, cell, f"=IF({awarded}=1,{award},{result})", Styles.NUMBER).number_format = "0.00"

    def inputs(self) -> None:
        """Make inputs of what is entered, in the order of a traveller."""
        percent = "What the director gives this side in place of the result, in percent: 60 for average plus."
        tens = f"AND(ISNUMBER(E{TOP}),MOD(E{TOP},10)=0,ABS(E{TOP})<=7600)"
        readable = f"SUMPRODUCT(--(contract_names={plain(f'F{TOP}')}))>0"
        contract = "Such as 4S, 3NTX (doubled) or 6HXX (redoubled). P if the board was passed out."
        score = "The score from North-South's side, in tens: -420 if East-West made it, 0 if the board was passed out."
        takes: dict[str, tuple[str, Takes]] = {
            "ns": ("ns_pair", _pair("N-S pair", "North-South", f"C{TOP}")),
            "ew": ("ew_pair", _pair("E-W pair", "East-West", f"D{TOP}")),
            "typed": ("ns_score_typed", inputs.that("Score", score, tens)),
            "contract": ("contract", inputs.that("Contract", contract, readable)),
            "by": ("declarer", inputs.one_of("Declarer", "Who played it: N, E, S or W.", "seats")),
            "tricks": ("tricks", inputs.whole("Tricks", "How many tricks declarer took, 0 to 13.", 0, 13)),
            "ns_award": ("ns_award", inputs.decimal("Award", percent, 0, 100)),
            "ew_award": ("ew_award", inputs.decimal("Award", percent, 0, 100)),
        }
        for column, (name, kind) in takes.items():
            self.book.inputs(self.sheet, self.columns(column), kind, name)

    def names(self) -> None:
        """Name what is worked out."""
        for name in _NAMES:
            self.book.name(name, self.sheet, self.columns(name))
        self.book.name("ns_score", self.sheet, self.columns("score"))
        self.book.name("board_datum", self.sheet, self.columns("datum"))

    def marks(self) -> None:
        """Let stand out what should: red suits and what cannot be read; the other methods step back."""
        sheet = self.sheet
        red = FormulaRule([f'OR(ISNUMBER(SEARCH("♥",I{TOP})),ISNUMBER(SEARCH("♦",I{TOP})))'], font=Font(color=RED))
        sheet.conditional_formatting.add(self.columns("reads"), red)
        warning = PatternFill("solid", bgColor=WARNING)
        for entries, problems in _MARKED.items():
            wrong = "&".join(f"${_LETTERS[problem]}{TOP}" for problem in problems)
            sheet.conditional_formatting.add(self.columns(entries), FormulaRule([f'{wrong}<>""'], fill=warning))
        for number, columns in _BY_METHOD.items():
            rule = FormulaRule([f"method_number<>{number}"], font=Font(color=FAINT))
            sheet.conditional_formatting.add(self.columns(columns), rule)


def _dropped(count: str) -> str:
    """Return how many results are left out at each end: as many as is set, but not all of them."""
    return f"MAX(0,MIN(N(drop),INT(({count}-1)/2)))"


def _award(cell: str) -> str:
    """Return an award in percent, whether 60 was typed or 60%."""
    return f"{cell}*IF({cell}>1,1,100)"


def _as_imps(percent: str) -> str:
    """Return an award in IMPs: 60 % is 3."""
    return f"({percent}-50)*3/10"


def _pair(title: str, side: str, cell: str) -> Takes:
    prompt = f"The number of the pair that sat {side}, as on the sheet Pairs."
    return inputs.that(title, prompt, f"COUNTIF(pair_number,{cell})>0")


def _groups() -> Iterator[tuple[str, str]]:
    """Return the cells of the headings over several columns, and their texts."""
    row = TOP - 2
    names = list(_COLUMNS)
    starts = [name for name in names if _COLUMNS[name][1] or name in ("board", "to_do")]
    for start, following in zip(starts, [*starts[1:], None], strict=True):
        last = names[names.index(following) - 1] if following else start
        first = f"{_LETTERS[start]}{row}"
        yield first if last == start else f"{first}:{_LETTERS[last]}{row}", _COLUMNS[start][1]


def _cells(row: int) -> SimpleNamespace:
    """Return the cells of a line by the names of their columns."""
    return SimpleNamespace(**{name: f"{letter}{row}" for name, letter in _LETTERS.items()})
