"""The sheet `Explorer`: Buchen's four models side by side, for a number of boards and a draw of one's own.

Each margin has its VPs, rounded and corrected as on the WBF's scale; the sensitivity, which is what one IMP more is
worth there; and the concavity, which is how fast that falls.

Source: P. Buchen, "WBF VP Scales", eq. (1), (6) and (9), §2.7 and §3.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from openpyxl.chart import Reference
from openpyxl.drawing.spreadsheet_drawing import AnchorMarker, TwoCellAnchor
from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Border, PatternFill, Side
from openpyxl.utils import get_column_letter as letter

from xlvp.languages.marks import tr
from xlvp.rules.curve import MAX_DRAW, MODELS, Curve
from xlvp.templates import inputs
from xlvp.templates.columns import Column, Columns, Field, Lines
from xlvp.templates.look import BAND, FAINT, INK, LINE, RED, Styles, set_up_page
from xlvp.templates.scales.drawing import Pen, add_curve, curve_chart
from xlvp.templates.tables import MOST_BOARDS

if TYPE_CHECKING:
    from xlvp.templates.book import Book
    from xlvp.templates.wording import Style


class _Model(NamedTuple):
    """A model as formulas of {share}, the part of the blitz: what is gained of the draw, its slope, and its bend.

    The slope is the first derivative, and the bend the second, with its sign turned.
    """

    heading: str
    gain: str
    slope: str
    bend: str
    pen: Pen


# R of eq. (5) is SQRT(5)-2, so that 1-R is 3-SQRT(5).
_FORMULAS = {
    "quadratic": _Model(
        tr("Quadratic"), "(7-3*{share})*{share}/4", "(7-6*{share})/4", "3/2", Pen(FAINT, 1.5, "sysDot")
    ),
    "exponential": _Model(
        tr("Exponential (WBF)"),
        "(1-(SQRT(5)-2)^{share})/(3-SQRT(5))",
        "-LN(SQRT(5)-2)*(SQRT(5)-2)^{share}/(3-SQRT(5))",
        "LN(SQRT(5)-2)^2*(SQRT(5)-2)^{share}/(3-SQRT(5))",
        Pen(INK, 2.25, "solid"),
    ),
    "logarithmic": _Model(
        tr("Logarithmic"),
        "LN(1+3*{share})/LN(4)",
        "3/(1+3*{share})/LN(4)",
        "9/(1+3*{share})^2/LN(4)",
        Pen(RED, 1.75, "dash"),
    ),
    "square-root": _Model(
        tr("Square root"),
        "(SQRT(1+24*{share})-1)/4",
        "3/SQRT(1+24*{share})",
        "36/SQRT(1+24*{share})^3",
        Pen(FAINT, 1.75, "lgDash"),
    ),
}

_TOP = 8
_LINES = math.ceil(Curve.for_boards(MOST_BOARDS).blitz) + 1
_CHART_ROWS = 15
_CHART_COLUMNS = 8
_LAST_DIGIT = "1E-9"  # a curve can meet a tie exactly, as at a third of the blitz: the last digit must not matter
_SIDE = Side("thin", LINE)
_BOX = Border(_SIDE, _SIDE, _SIDE, _SIDE)

_TITLE = tr("Four models for a scale of VPs")
_SUBTITLE = tr("From P. Buchen, 'WBF VP Scales'. The WBF chose the exponential model.")
_BOARDS = inputs.whole(
    tr("Boards"), tr("The number of boards in a match, 1 to {most}.", most=MOST_BOARDS), 1, MOST_BOARDS
)
_DRAW = inputs.decimal(
    tr("VPs for a draw"),
    tr("What each side has for a draw, up to {most}, with up to two decimals.", most=MAX_DRAW),
    0.01,
    MAX_DRAW,
)
_PROBLEM = tr("Type boards from 1 to {most}, and the VPs for a draw with at most two decimals", most=MOST_BOARDS)
_QUANTITIES = {
    "vp": tr("The winner's VPs"),
    "slope": tr("Sensitivity: VPs for one IMP more"),
    "bend": tr("Concavity: how fast the sensitivity falls"),
}
_NOTE = tr(
    "VPs have two decimals, corrected so that no IMP is worth more than the one before it. Sensitivity and concavity"
    " are those of the curve itself."
)


def explorer(book: Book, style: Style, boards: int) -> None:
    """Add the sheet."""
    sheet = book.sheet(tr("Explorer", "sheet"))
    columns = Columns(book, sheet, _columns(style))
    columns.head(_head(boards))
    groups = [Field(f"{quantity}_1", f"{quantity}_{len(MODELS)}", words) for quantity, words in _QUANTITIES.items()]
    columns.headings(_TOP - 1, groups, 32)
    lines = Lines(columns, _TOP, _LINES)
    lines.write("explorer_{}", height=15)
    for look, extra in (({"border": _BOX, "fill": PatternFill("solid", bgColor=BAND)}, ",MOD(ROW(),2)=1"), ({}, "")):
        rule = FormulaRule([f'AND(${columns.at["margin"]}{_TOP}<>""{extra})'], **{"border": _BOX} | look)
        sheet.conditional_formatting.add(lines.cells("margin", f"bend_{len(MODELS)}"), rule)
    sheet.freeze_panes = f"{columns.at['vp_1']}{_TOP}"
    first_chart = len(columns.at) + 2
    for number, (quantity, words) in enumerate(_QUANTITIES.items()):
        _chart(columns, lines, quantity, words, first_chart, _TOP - 1 + number * _CHART_ROWS)
    last = f"{letter(first_chart + _CHART_COLUMNS - 1)}{_TOP + _LINES - 1}"
    set_up_page(sheet, book.paper, f"A1:{last}", landscape=True, pages=0, repeat=f"{_TOP - 2}:{_TOP - 1}")


def _head(boards: int) -> dict[int, tuple[float, list[Field]]]:
    """Return the rows above the list: the title, the inputs and what is wrong with them."""
    known = f"explorer_boards=MIN(MAX(INT(explorer_boards),1),{MOST_BOARDS})"
    good = f"AND({known},explorer_draw=MIN(MAX(ROUND(explorer_draw,2),0.01),{MAX_DRAW}))"
    last = f"bend_{len(MODELS)}"
    wrong = f'=IF(explorer_blitz="","{_PROBLEM}","")'
    problem = Field("margin", last, wrong, Styles.PROBLEM, name="explorer_problem")
    return {
        1: (30, [Field("margin", last, _TITLE, Styles.TITLE)]),
        2: (18, [Field("margin", last, _SUBTITLE, Styles.SUBTITLE)]),
        3: (
            24,
            [
                Field("margin", "vp_1", tr("Boards")),
                Field("vp_2", name="explorer_boards", takes=_BOARDS, value=boards),
                Field("vp_3", "vp_4", tr("VPs for a draw")),
                Field("slope_1", name="explorer_draw", takes=_DRAW, value=10),
                Field("slope_2", "slope_4", tr("All is won by (IMPs)")),
                Field(
                    "bend_1",
                    shows=f'=IFERROR(IF({good},15*SQRT(explorer_boards),""),"")',
                    style=Styles.RESULT,
                    name="explorer_blitz",
                    number_format="0.00",
                ),
            ],
        ),
        4: (15, [problem]),
        5: (18, [Field("margin", last, _NOTE, Styles.NOTE)]),
        6: (18, []),
    }


def _columns(style: Style) -> dict[str, Column]:
    """Return the columns: what is shown of each model, and behind it what that is worked out from."""
    started = 'IF({line}-1<explorer_blitz+1,{line}-1,"")'
    columns = {"margin": Column(tr("IMPs"), 8, f'IF(explorer_blitz="","",{started})', style=Styles.OPEN)}
    above = "ROUND(100*explorer_draw,0)"
    models = [_FORMULAS[name] for name in MODELS]
    for number, (name, model) in enumerate(zip(MODELS, models, strict=True), start=1):
        total = f"explorer_draw+SUM({{first_fall_{number}}}:{{fall_{number}}})/100"
        if name == "exponential":
            total = style.curve_vp("{margin}", "explorer_blitz", "explorer_draw", total)
        columns[f"vp_{number}"] = _shown(model.heading, total, "0.00")
    for number, model in enumerate(models, start=1):
        columns[f"slope_{number}"] = _shown(model.heading, _below_blitz(model.slope, "explorer_blitz"), "0.000")
    for number, model in enumerate(models, start=1):
        columns[f"bend_{number}"] = _shown(model.heading, _below_blitz(model.bend, "explorer_blitz^2"), "0.0000")
    columns["share"] = _hidden("MIN(1,{margin}/explorer_blitz)")
    for number, model in enumerate(models, start=1):
        rounded, rise = f"rounded_{number}", f"rise_{number}"
        columns[rounded] = _hidden(f"INT({above}*{model.gain}+0.5+{_LAST_DIGIT})")  # eq. (9)
        columns[rise] = _hidden(f'IF({{line}}=1,"",{{{rounded}}}-INDEX({{all_{rounded}}},{{line}}-1))')
        # The gains in falling order are the correction: see xlvp.rules.curve.
        columns[f"fall_{number}"] = _hidden(f"IF({{line}}=1,0,LARGE({{all_{rise}}},{{line}}-1))")
    return columns | _drawn()


def _drawn() -> dict[str, Column]:
    """Return what the charts draw: each line, and the last again and again, since Excel takes "" for a 0."""
    columns = {
        "drawn": Column(shows="MIN({line},ROUNDUP(explorer_blitz,0)+1)", named=False),
        "drawn_margin": Column(shows="{drawn}-1", named=False),
    }
    for quantity in _QUANTITIES:
        for number, name in enumerate(MODELS, start=1):
            at = f"{quantity}_{number}"
            columns[f"drawn_{at}"] = Column(
                _FORMULAS[name].heading, shows=f"INDEX({{all_{at}}},{{drawn}})", named=False
            )
    return columns


def _below_blitz(derivative: str, blitz: str) -> str:
    """Return a derivative by the margin: above the blitz there is nothing more to win."""
    return f"IF({{margin}}>explorer_blitz,0,explorer_draw*({derivative})/{blitz})"


def _shown(heading: str, formula: str, number_format: str) -> Column:
    return Column(heading, 11.5, f'IF({{margin}}="","",{formula})', style=Styles.OPEN, number_format=number_format)


def _hidden(formula: str) -> Column:
    return Column(shows=f'IF({{margin}}="","",{formula})', named=False)


def _chart(columns: Columns, lines: Lines, quantity: str, words: str, column: int, row: int) -> None:
    """Draw one of the quantities for all models beside the list."""
    order = list(columns.at)
    chart = curve_chart(columns.book, tr("margin in IMPs"), words, "General", size=9)
    rows = {"min_row": lines.rows[0], "max_row": lines.rows[-1]}
    margins = Reference(columns.sheet, min_col=order.index("drawn_margin") + 1, **rows)
    for number, name in enumerate(MODELS, start=1):
        at = order.index(f"drawn_{quantity}_{number}") + 1
        values = Reference(columns.sheet, min_col=at, min_row=_TOP - 1, max_row=rows["max_row"])
        add_curve(chart, margins, values, _FORMULAS[name].pen)
    end = AnchorMarker(col=column - 1 + _CHART_COLUMNS, row=row + _CHART_ROWS - 1)
    chart.anchor = TwoCellAnchor("twoCell", _from=AnchorMarker(col=column - 1, row=row), to=end)
    columns.sheet.add_chart(chart)
