"""A pairs session: results as on the travellers in, a ranking out, by matchpoints, cross-IMPs or Butler.

The sheet `Ranking` has the settings and the ranking, `Results` the results (see `travellers`), `Pairs` the names and
what each pair has by every method.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Alignment, Font, PatternFill

from xlvp.languages import CHOICE
from xlvp.languages.marks import sentence, tr
from xlvp.rules.checks import whole
from xlvp.templates import inputs
from xlvp.templates.book import Book
from xlvp.templates.look import BAND, FONT, INK, RESULT, SHARED, WARNING, Styles, number_rule, set_up_page, widths
from xlvp.templates.pairs.travellers import TO_COME, Travellers, possible_scores, put_to_check
from xlvp.templates.results import VULNERABLE
from xlvp.templates.tables import MOST_BOARDS, SIDES_VULNERABLE, Tables

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

    from xlvp.templates.options import Options
    from xlvp.templates.wording import Style

FEWEST_PAIRS, MOST_PAIRS = 4, 64
METHODS = {
    tr("Matchpoints", CHOICE): tr("Percent"),
    tr("Cross-IMPs", CHOICE): tr("Cross-IMPs"),
    tr("Butler", CHOICE): tr("Butler IMPs"),
}
"""What can be ranked by, and the heading that it has in the ranking."""

CROSS_IMPS = (tr("Mean", CHOICE), tr("Sum", CHOICE))
"""How the comparisons of a result make its cross-IMPs."""

TOGETHER, APART = tr("All together", CHOICE), tr("N-S and E-W", CHOICE)
"""Whether there is one ranking or one for each side."""

_RANKING = tr("Ranking", "sheet")
_PAIRS_TOP = 4
_RANKING_TOP = 9
_APART_ROWS = 2
"""How many rows stand between the two rankings: an empty one and a heading."""
_ABOUT = (
    tr("Fill in the pale yellow cells; everything else is worked out. The Tab key goes from one to the next."),
    tr(
        "Ranking: how many boards there are, how often each is played, and what to rank by. If the same pairs sat"
        " North-South all the time (a Mitchell movement), choose 'N-S and E-W' and each side has a ranking of its own,"
        " in which a pair is where it sat more often; otherwise (a Howell movement) leave it at 'All together'."
    ),
    tr(
        "Pairs: the names. The numbers may be changed to those on the travellers, but no two pairs can have the same:"
        " if both sides count from 1, make the East-West pairs 11, 12, 13 and so on."
    ),
    tr(
        "Results: for each result both pairs, then the score from North-South's side: -420 if East-West made it. Or"
        " leave the score empty and give the contract (4S, 3NT, 6HX; P for a passed-out board), who played it (N, E, S"
        " or W) and how many tricks declarer took. If you give both, the typed score counts, and you are told if they"
        " differ."
    ),
    tr(
        "A result counts when both pairs and a score are there; what is marked as wrong with pairs or score does not"
        " count until it is mended. A score that cannot be at the board's vulnerability, or differs from the"
        " contract's, is marked but counts. A board needs two results before anything can be compared."
    ),
    tr(
        "Where the director awards an adjusted score, type the percentage of each side under 'Director %': 60 and 40,"
        " or 50 and 50. It stands in place of the result. In IMPs, 10 % are worth 3 IMPs (Law 12C2)."
    ),
    tr(
        "Matchpoints: 2 for every lower result on the board and 1 for every equal one (Law 78A of the Laws of Duplicate"
        " Bridge 2017). A pair's percentage is the mean over the boards that it played, each board with the same"
        " weight."
    ),
    tr(
        "Cross-IMPs: the IMPs (Law 78B) against every other result on the board, their mean or their sum as set on"
        " Ranking; a pair's score is the sum over its boards. The mean is what Bridge Base Online uses and ACBLscore"
        " calls 'Average IMPs'; the sum is its 'Total IMPs', in which 60 % are worth 3 IMPs for each comparison. The"
        " mean with each comparison at most 17 IMPs is the Polish practice: set 'each at most' to 17."
    ),
    tr(
        "Butler: the IMPs against the datum, the mean of the results to the nearest ten (a 5 goes to the even ten),"
        " without some of the highest and of the lowest: as many as you set, or a share of the results, rounded down,"
        " or fewer where there are too few. A pair's score is the sum over its boards. ACBLscore leaves out 5 % at"
        " either end."
    ),
    tr("The ranking goes by the score as shown, to two decimals; pairs with the same share the rank."),
)


def check(options: Options) -> None:
    """Refuse what a workbook cannot be made with."""
    whole(options.team_number, "the number of pairs", FEWEST_PAIRS, MOST_PAIRS)
    whole(options.boards, "boards", 1, MOST_BOARDS)


def pairs(options: Options) -> Book:
    """Return the workbook."""
    check(options)
    count = options.team_number
    book = Book(tr("Pairs session"), "pairs", options)
    _Ranking(book, options, count).write()
    Travellers(book, options, count // 2).write()
    _list_pairs(book, options, count)
    _add_tables(book, options.style)
    book.about(tr("Pairs session"), _ABOUT)
    book.open_on(_RANKING, "event")
    return book


class _Ranking:
    """The sheet `Ranking`, part by part."""

    def __init__(self, book: Book, options: Options, count: int) -> None:
        self.book = book
        self.sheet = book.sheet(_RANKING)
        self.options = options
        self.tables = count // 2
        self.last = _RANKING_TOP + count - 1 + _APART_ROWS

    def write(self) -> None:
        """Write all of it."""
        self.settings()
        self.status()
        self.ranking()
        self.marks()
        widths(self.sheet, A=11, B=8, C=15, D=15, E=15, F=9, G=11, H=13)
        self.sheet.freeze_panes = f"A{_RANKING_TOP}"
        set_up_page(self.sheet, self.book.paper, f"A1:H{self.last}")

    def settings(self) -> None:
        """Write the inputs that hold for the whole session."""
        put, book, sheet, options = self.book.put, self.book, self.sheet, self.options
        put(sheet, "A1", tr("Event"), Styles.LABEL)
        event = inputs.text(tr("Event"), tr("What is being played, up to 60 characters."))
        book.input(sheet, "B1:E1", event, "event").font = Font(FONT, 16, bold=True, color=INK)
        sheet.row_dimensions[1].height = 26
        put(sheet, "F1", tr("Date"), Styles.LABEL)
        date = book.input(sheet, "G1:H1", inputs.date(tr("Date"), tr("The day of the session.")), "date")
        date.number_format = "d mmm yyyy"
        put(sheet, "A2", tr("Boards"), Styles.LABEL)
        how_many = tr("How many boards are played, 1 to {most}.", most=options.boards)
        takes = inputs.whole(tr("Boards"), how_many, 1, options.boards)
        book.input(sheet, "B2", takes, "boards", options.boards)
        put(sheet, "C2", tr("from number"), Styles.LABEL)
        first = inputs.whole(tr("First board"), tr("The number on the first board."), 1, 999)
        book.input(sheet, "D2", first, "first_board", 1)
        put(sheet, "E2:G2", tr("Results on each board"), Styles.LABEL)
        often = tr(
            "How often each board is played, 1 to {most}: it tells how many results are to come.", most=self.tables
        )
        book.input(sheet, "H2", inputs.whole(tr("Results"), often, 1, self.tables), "per_board", self.tables)
        put(sheet, "A3", tr("Ranked by"), Styles.LABEL)
        by_what = tr("Matchpoints (in percent), Cross-IMPs or Butler.")
        method = inputs.one_of(tr("Ranked by"), by_what, "method_names")
        book.input(sheet, "B3:C3", method, "method", next(iter(METHODS)))
        own = tr("'{apart}' gives each side a ranking of its own.", apart=APART)
        apart = inputs.one_of(tr("Rankings"), own, "ranking_kinds")
        put(sheet, "D3", tr("Rankings"), Styles.LABEL)
        book.input(sheet, "E3", apart, "ranked", TOGETHER)
        put(sheet, "F3:G3", tr("Butler leaves out"), Styles.LABEL)
        most = (self.tables - 1) // 2
        drop = tr("How many of the highest, and of the lowest, results the datum leaves out: 0 to {most}.", most=most)
        book.input(sheet, "H3", inputs.whole(tr("Left out"), drop, 0, most), "drop", 0)
        put(sheet, "A4", tr("Cross-IMPs"), Styles.LABEL)
        by = tr("The mean of the comparisons with all other results on the board, or their sum.")
        kinds = inputs.one_of(tr("Cross-IMPs"), by, "cross_imps_kinds")
        book.input(sheet, "B4:C4", kinds, "cross_imps_by", CROSS_IMPS[0])
        put(sheet, "D4", tr("each at most"), Styles.LABEL)
        cap = tr("The most IMPs that one comparison counts, 1 to 24, such as 17. Leave it empty for no limit.")
        book.input(sheet, "E4", inputs.whole(tr("At most"), cap, 1, 24), "cross_cap", due="FALSE")
        put(sheet, "F4:G4", tr("or the share"), Styles.LABEL)
        share = tr(
            "Instead of a number: the share of the results left out at either end, such as 5% or 10%, rounded down."
        )
        takes = inputs.decimal(tr("Share"), share, 0, 0.49)
        book.input(sheet, "H4", takes, "drop_share", due="FALSE").number_format = "0%"

    def status(self) -> None:
        """Write what is to come and what is to be mended."""
        put, book, sheet = self.book.put, self.book, self.sheet
        put(sheet, "A6:E6", self.problem(), Styles.PROBLEM)
        put(sheet, "F6:H6", "=SUM(missing)", Styles.LABEL).number_format = book.say(TO_COME)
        book.name("results_left", sheet, "F6")

    def problem(self) -> str:
        """Say what is wrong, and on which sheet."""
        problem = '""'
        for wrong, said in (
            ("pairs_to_check>0", sentence("{n} to check in Pairs", n="pairs_to_check")),
            ("results_to_check>0", sentence("{n} to check in Results", n="results_to_check")),
            ("method_number=0", f'"{tr("Rank by what?")}"'),
            ("COUNT(B2,D2,H2)<3", f'"{tr("Fill in row 2")}"'),
        ):
            problem = f"IF({wrong},{said},{problem})"
        return f"={problem}"

    def ranking(self) -> None:
        """Write a row for each place."""
        put, book, sheet = self.book.put, self.book, self.sheet
        for cells, text in zip("ABFG", (tr("Rank"), tr("No."), tr("Sat"), tr("Boards")), strict=True):
            put(sheet, f"{cells}{_RANKING_TOP - 1}", text, Styles.HEADING)
        put(sheet, f"C{_RANKING_TOP - 1}:E{_RANKING_TOP - 1}", tr("Pair"), Styles.HEADING)
        heading = f'=IF(method_number=0,"{tr("Score")}",INDEX(method_headings,method_number))'
        put(sheet, f"H{_RANKING_TOP - 1}", heading, Styles.HEADING)
        for row in range(_RANKING_TOP, self.last + 1):
            put(sheet, f"I{row}", f'=IFERROR(MATCH(ROWS(I${_RANKING_TOP}:I{row}),pair_place,0),"")')
            unnamed = sentence("Pair {n}", n=f"B{row}")
            name = f'IF(INDEX(pair_names,I{row})="",{unnamed},INDEX(pair_names,I{row}))'
            heads = f'IF(AND(apart_at>0,ROWS(I${_RANKING_TOP}:I{row})=apart_at+{_APART_ROWS}),east_west_word,"")'
            put(sheet, f"C{row}:E{row}", f'=IF(I{row}="",{heads},{name})', Styles.NAME)
            for column, source in {"A": "rank", "B": "number", "F": "sat", "G": "boards", "H": "score"}.items():
                put(sheet, f"{column}{row}", f'=IF(I{row}="","",INDEX(pair_{source},I{row}))')
            sheet[f"H{row}"].number_format, sheet[f"H{row}"].alignment = "0.00", Alignment("right", "center", indent=2)
            put(sheet, f"J{row}", f'=IF(I{row}="","",INDEX(pair_list,I{row}))')
            sheet.row_dimensions[row].height = 19
        sheet.column_dimensions["I"].hidden = sheet.column_dimensions["J"].hidden = True
        names = {"A": "rank", "B": "pair", "C": "names", "F": "sat", "G": "boards", "H": "score"}
        for column, name in names.items():
            book.name(f"ranking_{name}", sheet, f"{column}{_RANKING_TOP}:{column}{self.last}")

    def marks(self) -> None:
        """Let stand out the winners and shared ranks; LibreOffice heeds only the first rule that holds for a cell."""
        sheet, top, last = self.sheet, _RANKING_TOP, self.last
        add = sheet.conditional_formatting.add
        won = {"font": Font(bold=True), "fill": PatternFill("solid", bgColor=RESULT)}
        shared = f"COUNTIFS($A${top}:$A${last},$A{top},$J${top}:$J${last},$J{top})>1"
        for holds, look in ((f"$A{top}=1", won), (f'$A{top}<>""', {})):
            add(f"A{top}:A{last}", number_rule(f"AND({holds},{shared})", SHARED, **look))
        heading = FormulaRule(
            [f'AND($I{top}="",$C{top}<>"")'], font=Font(bold=True), fill=PatternFill("solid", bgColor=BAND)
        )
        add(f"A{top}:H{last}", heading)
        add(f"A{top}:H{last}", FormulaRule([f"$A{top}=1"], **won))


def _list_pairs(book: Book, options: Options, count: int) -> None:
    """Add the sheet `Pairs`: their numbers and names, and what they have by every method."""
    sheet = book.sheet(tr("Pairs", "sheet"))
    top, last = _PAIRS_TOP, _PAIRS_TOP + count - 1
    book.put(sheet, "A1:D1", tr("Pairs"), Styles.TITLE)
    put_to_check(book, sheet, "I1", "pair_problem", "pairs_to_check")
    headings = (tr("No."), tr("Names"), tr("Sat"), tr("Boards"), tr("Percent"), tr("Cross-IMPs"), tr("Butler"))
    book.headings(sheet, top - 1, 1, (*headings, tr("Rank"), tr("To do")))
    for row in range(top, last + 1):
        _pair(book, sheet, row)
        sheet.row_dimensions[row].height = 18
    unlike = tr("The pair's number on the travellers; no two pairs can have the same.")
    number = inputs.whole(tr("Number"), unlike, 1, 999)
    book.inputs(sheet, f"A{top}:A{last}", number, "pair_number")
    names = inputs.text(tr("Pair"), tr("The names of the two players, up to 60 characters."))
    book.inputs(sheet, f"B{top}:B{last}", names, "pair_names")
    book.fill({"pair_number": [[number + 1] for number in range(count)]})
    book.fill({"pair_names": [[name] for name in options.teams]})
    for row in range(top, last + 1):
        sheet[f"B{row}"].alignment = Alignment("left", "center", shrink_to_fit=True, indent=1)
    columns = ("sat", "boards", "percent", "cross_imps", "butler", "rank", "problem", "ns", "ew", "list", "score")
    for column, name in zip("CDEFGHIJKLMN", (*columns, "place"), strict=True):
        book.name(f"pair_{name}", sheet, f"{column}{top}:{column}{last}")
        sheet.column_dimensions[column].hidden = column >= "J"
    widths(sheet, A=7, B=45, C=8, D=8, E=10, F=11, G=10, H=8, I=16)
    wrong = FormulaRule([f'$I{top}<>""'], fill=PatternFill("solid", bgColor=WARNING))
    sheet.conditional_formatting.add(f"A{top}:A{last}", wrong)
    sheet.freeze_panes = f"A{top}"
    set_up_page(sheet, book.paper, f"A1:I{last}")


def _pair(book: Book, sheet: Worksheet, row: int) -> None:
    """Write what is worked out for one pair."""
    for column, side in (("J", "ns"), ("K", "ew")):
        book.put(sheet, f"{column}{row}", f'=IF(A{row}="",0,COUNTIFS({side}_pair,A{row},{side}_percent,">=0"))')
    ns, ew = tr("N-S"), tr("E-W")
    sat = f'IF(K{row}=0,"{ns}",IF(J{row}=0,"{ew}",IF(apart=1,IF(L{row}=1,"{ns}","{ew}"),"{tr("both", "sat")}")))'
    book.put(sheet, f"C{row}", f'=IF(D{row}="","",{sat})')
    book.put(sheet, f"D{row}", f'=IF(J{row}+K{row}=0,"",J{row}+K{row})')
    for column, what, divided in (("E", "percent", f"/D{row}"), ("F", "cross_imps", ""), ("G", "butler", "")):
        both = "+".join(f"SUMIFS({side}_{what},{side}_pair,A{row})" for side in ("ns", "ew"))
        total = f'=IF(D{row}="","",ROUND(ROUND(({both}){divided},9),2))'
        book.put(sheet, f"{column}{row}", total, Styles.FIGURE).number_format = "0.00"
    book.put(sheet, f"H{row}", f'=IF(M{row}="","",1+COUNTIFS(pair_list,L{row},pair_score,">"&M{row}))')
    twice = f'IF(COUNTIF(pair_number,A{row})>1,"{tr("number twice")}","")'
    book.put(sheet, f"I{row}", f'=IF(A{row}="",IF(B{row}="","","{tr("number?")}"),{twice})', Styles.PROBLEM)
    book.put(sheet, f"L{row}", f'=IF(D{row}="","",IF(AND(apart=1,K{row}>J{row}),2,1))')
    book.put(sheet, f"M{row}", f'=IF(OR(D{row}="",method_number=0),"",CHOOSE(method_number,E{row},F{row},G{row}))')
    level = f"COUNTIFS(L${_PAIRS_TOP}:L{row},L{row},H${_PAIRS_TOP}:H{row},H{row})"
    book.put(
        sheet, f"N{row}", f'=IF(H{row}="","",H{row}-1+{level}+IF(AND(L{row}=2,apart_at>0),apart_at+{_APART_ROWS},0))'
    )


def _add_tables(book: Book, style: Style) -> None:
    """Add the sheet with the tables."""
    tables = Tables(book)
    chosen = ["=IFERROR(MATCH(method,method_names,0),0)"]
    tables.add(
        tr("Ranked by"),
        [(tr("method"), "method_names", list(METHODS)), (tr("heading"), "method_headings", list(METHODS.values()))],
    )
    tables.add(tr("This session"), [(tr("method"), "method_number", chosen)])
    tables.add(
        tr("Rankings"),
        [
            (tr("ranking"), "ranking_kinds", [TOGETHER, APART]),
            (tr("second", "ranking"), "east_west_word", [tr("East-West")]),
        ],
    )
    after = "=IF(AND(apart=1,COUNTIF(pair_list,2)>0),COUNTIF(pair_list,1),0)"
    tables.add(
        tr("Apart"),
        [
            (tr("apart"), "apart", ["=IF(IFERROR(MATCH(ranked,ranking_kinds,0),1)=2,1,0)"]),
            (tr("after"), "apart_at", [after]),
        ],
    )
    mean = "=IF(IFERROR(MATCH(cross_imps_by,cross_imps_kinds,0),1)=1,1,0)"
    tables.add(tr("Cross-IMPs"), [(tr("by"), "cross_imps_kinds", CROSS_IMPS), (tr("mean"), "by_mean", [mean])])
    seats = {letter: 1 - 2 * (place % 2) for place, letter in enumerate(book.language.notation.seats)}
    tables.add(tr("Seats"), [(tr("seat"), "seats", list(seats)), (tr("N-S is 1"), "seat_sides", list(seats.values()))])
    style.add_imps(tables)
    style.add_boards(tables)
    scores, sides = possible_scores(), [SIDES_VULNERABLE[name] for name in VULNERABLE]
    tables.add(tr("Scores that can be"), [(tr("N-S"), "possible_scores", list(scores))])
    tables.add_block(tr("by vulnerability"), "possible_when", sides, list(scores.values()))
    tables.add(tr("Vulnerable"), [("", "possible_vul", sides)])
    style.add_contracts(tables)
    tables.done()
    widths(tables.sheet, A=13, B=13, F=13)
