"""What is worked out of a line of a traveller: how it was understood, what is wrong with it, what it is worth.

A result counts when both pairs and a score are there and nothing is wrong with the pairs. It is compared with the
others on the board as soon as there are two. What the director awards is in percent, and stands in place of the result.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

from openpyxl.utils import get_column_letter as letter

from xlvp.languages.marks import sentence, tr
from xlvp.templates.tables import CONTRACTS, SIDES_VULNERABLE, plain
from xlvp.templates.wording import ContractCells

if TYPE_CHECKING:
    from xlvp.languages.notation import Notation
    from xlvp.templates.wording import Style

SIDES = {"ns": tr("N-S pair?"), "ew": tr("E-W pair?")}
"""North-South and East-West, and what is said where the number of such a pair is missing."""

COLUMNS = {
    "board": ("", tr("Board"), 7),
    "vul": ("", tr("Vul"), 6),
    "ns": (tr("Pairs"), tr("N-S"), 6),
    "ew": ("", tr("E-W"), 6),
    "typed": (tr("N-S"), tr("Score"), 8),
    "contract": (tr("or the contract"), tr("Contract"), 9),
    "by": ("", tr("By"), 5),
    "tricks": ("", tr("Tricks"), 7),
    "ns_award": (tr("Director %"), tr("N-S"), 7),
    "ew_award": ("", tr("E-W"), 7),
    "reads": (tr("Counts as"), tr("Contract"), 9),
    "score": ("", tr("Score"), 8),
    "ns_matchpoints": (tr("Matchpoints"), tr("N-S"), 7),
    "ew_matchpoints": ("", tr("E-W"), 7),
    "ns_percent": (tr("Percent"), tr("N-S"), 9),
    "ew_percent": ("", tr("E-W"), 9),
    "ns_cross_imps": (tr("Cross-IMPs"), tr("N-S"), 11),
    "datum": (tr("Butler"), tr("Datum"), 8),
    "ns_butler": ("", tr("N-S"), 7),
    "to_do": (tr("To do"), "", 34),
}
"""What everybody sees: the heading over this and the following columns, the column's own, its width."""

HIDDEN = (
    *("spelled", "found", "side", "worked_out", "ns_wrong", "ew_wrong", "score_wrong", "contract_wrong", "award_wrong"),
    *("field", "awarded", "ew_cross_imps", "ew_butler", "count", "missing", "tens", "dropped", "against_all", "capped"),
)
LETTERS = {name: letter(number) for number, name in enumerate((*COLUMNS, *HIDDEN), start=1)}


class Board:
    """The lines of one board; every method returns formulas by their columns."""

    def __init__(self, top: int, lines: int, style: Style, notation: Notation) -> None:
        self.top, self.bottom = top, top + lines - 1
        self.style, self.notation = style, notation
        self.first = cells(top)
        """The first line, which has what a board has once."""

    def block(self, first: str, last: str = "") -> str:
        """Return the cells of the board in a column, or from one to another."""
        return f"{LETTERS[first]}${self.top}:{LETTERS[last or first]}${self.bottom}"

    def once(self, number: int) -> dict[str, str]:
        """Return what the first line has of the board: its number, its results in, its results to come, the datum."""
        c = self.first
        share = f"INT(ROUND({c.count}*drop_share,9))"
        formulas = {
            "board": f'=IF(OR({number}>boards,first_board=""),"",first_board+{number - 1})',
            "vul": f'=IF({c.board}="","",{self.style.vulnerability(c.board)})',
            "count": f"=COUNT({self.block('field')})",
            "missing": f'=IF({c.board}="","",MAX(0,per_board-{c.count}-COUNT({self.block("awarded")})))',
        }
        # As many as is set, by number or by share, but not all of them.
        left_out = f"IF(N(drop_share)>0,{share},N(drop))"
        formulas["dropped"] = f"=MAX(0,MIN({left_out},INT(({c.count}-1)/2)))"
        without = f"(2*{c.dropped}+0.5)/{c.count}"  # the half keeps clear of rounding
        formulas["tens"] = f'=IF({c.count}<2,"",TRIMMEAN({self.block("field")},{without})/10)'
        datum = self.style.butler_datum(self.block("field"), c.dropped, c.tens)
        return formulas | {"datum": f'=IF({c.count}<2,"",{datum})'}

    def again(self) -> dict[str, str | None]:
        """Return what the other lines have instead."""
        return {"board": f"={self.first.board}", "vul": f"={self.first.vul}", "datum": None}

    def understood(self, row: int) -> dict[str, str]:
        """Return how a line was understood, and its score."""
        c = cells(row)
        typed = f'IF(ISNUMBER({c.typed}),IF(MOD({c.typed},10)=0,{c.typed},""),"")'
        formulas = {
            "spelled": f"={plain(c.contract, self.notation)}",
            "found": f'=IF({c.contract}="","",SUMPRODUCT((contract_names={c.spelled})*contract_rows))',
            "reads": f'=IF({c.found}="","",IF({c.found}=0,"?",INDEX(contract_shown,{c.found})))',
            "score": f'=IF({c.board}="","",IF({c.typed}="",{c.worked_out},{typed}))',
        }
        both, ns, ew = (SIDES_VULNERABLE[name] for name in ("Both", "NS", "EW"))
        vulnerable = f'({c.vul}="{both}")+({c.vul}=IF({c.side}=1,"{ns}","{ew}"))'
        played = self.style.ns_score(c.contract, c.by, c.tricks, c.board, ContractCells(c.found, c.side, vulnerable))
        return formulas | {
            "side": f'=IFERROR(INDEX(seat_sides,MATCH({c.by},seats,0)),"")',
            "worked_out": f'=IF(N({c.found})=0,"",IF({c.found}>{len(CONTRACTS)},0,IFERROR({played},"")))',
        }

    def problems(self, row: int) -> dict[str, str]:
        """Return what is wrong with a line, each in a column of its own, and all of it together."""
        c = cells(row)
        fits = f"INDEX(possible_when,MATCH({c.score},possible_scores,0),MATCH({c.vul},possible_vul,0))"
        impossible = sentence("{score} cannot be, vul {vul}.", score=c.score, vul=c.vul)
        differs = sentence("contract gives {score}.", score=c.worked_out)
        possible = f'IF(IFERROR({fits},0)=1,"",{impossible})'
        alone = f'IF(AND({c.by}&{c.tricks}<>"",{c.typed}=""),"{tr("contract?")}","")'
        unfinished = f'IF({c.typed}="","{tr("by, tricks?")}","")'
        agrees = f'IF({c.worked_out}={c.score},"",{differs})'
        played = f'IF({c.found}=0,"{tr("contract?")}",IF({c.worked_out}="",{unfinished},{agrees}))'
        awards, in_tens = f"{c.ns_award}:{c.ew_award}", tr("score in tens?")
        wrong = {
            "ns_wrong": self._pair_wrong(c, "ns", "ew"),
            "ew_wrong": self._pair_wrong(c, "ew", "ns"),
            "score_wrong": f'=IF(OR({c.typed}="",{c.awarded}=1),"",IF({c.score}="","{in_tens}",{possible}))',
            "contract_wrong": f'=IF({c.awarded}=1,"",IF({c.contract}="",{alone},{played}))',
            "award_wrong": f'=IF(OR(COUNTA({awards})=0,COUNT({awards})=2),"","{tr("% for both sides?")}")',
        }
        everything = '&" "&'.join(getattr(c, name) for name in wrong)
        beyond = f'IF(COUNTA({c.ns}:{c.ew_award})=0,"","{tr("no such board")}")'
        return wrong | {"to_do": f'=IF({c.board}="",{beyond},TRIM({everything}))'}

    def _pair_wrong(self, c: SimpleNamespace, side: str, other: str) -> str:
        """Return the formula for what is wrong with a pair; of one that plays against itself it is said once."""
        pair, opponents = getattr(c, side), getattr(c, other)
        lacking = f'IF({opponents}&{c.score}&{c.ns_award}&{c.ew_award}="","","{SIDES[side]}")'
        twice = f"COUNTIF({self.block('ns', 'ew')},{pair})>1"
        if side == "ew":
            twice = f"AND({pair}<>{opponents},{twice})"
        unknown, again = sentence("no pair {pair}.", pair=pair), sentence("pair {pair} twice.", pair=pair)
        known = f'IF(COUNTIF(pair_number,{pair})=0,{unknown},IF({twice},{again},""))'
        return f'=IF({pair}="",{lacking},{known})'

    def compared(self, row: int) -> dict[str, str]:
        """Return what a line is worth for both sides, by every method."""
        c, first, style, field = cells(row), self.first, self.style, self.block("field")
        awards, wrong = f"{c.ns_award}:{c.ew_award}", f"{c.ns_wrong}&{c.ew_wrong}"
        formulas = {
            "field": f'=IF(OR({wrong}<>"",COUNTA({awards})>0),"",{c.score})',
            "awarded": f'=IF(AND({c.board}<>"",{wrong}="",COUNT({awards})=2),1,"")',
            "ns_matchpoints": f'=IF(OR({c.field}="",{first.count}<2),"",{style.matchpoints(c.field, field)})',
            "ew_matchpoints": f'=IF({c.ns_matchpoints}="","",2*{first.count}-2-{c.ns_matchpoints})',
        }
        formulas["against_all"] = f'=IF(OR({c.field}="",{first.count}<2),"",{style.cross_imps(c.field, field)})'
        capped = style.capped_imps(c.field, field, "cross_cap")
        formulas["capped"] = f'=IF(OR({c.field}="",{first.count}<2,N(cross_cap)=0),"",{capped})'
        divisor = f"IF(by_mean=1,{first.count}-1,1)"
        worth = {
            "ns_cross_imps": f"IF(N(cross_cap)=0,{c.against_all},{c.capped})/{divisor}",
            "ew_cross_imps": f"0-{c.ns_cross_imps}",
            "ns_butler": style.imps(f"({c.field}-{first.datum})"),
            "ew_butler": f"0-{c.ns_butler}",
        }
        for side in SIDES:
            award, percent, points = (getattr(c, f"{side}_{what}") for what in ("award", "percent", "matchpoints"))
            worth[f"{side}_percent"] = f"50*{points}/({first.count}-1)"
            imps = f"({percent}-50)*3/10"  # 60 % is 3 IMPs, in a sum 3 for each comparison
            awarded = {"butler": imps, "cross_imps": f"{imps}*IF(by_mean=1,1,{first.count})"}
            awarded["percent"] = f"{award}*IF({award}>1,1,100)"  # 60 or 60%
            for what, given in awarded.items():
                played = f'IF({c.ns_matchpoints}="","",{worth[f"{side}_{what}"]})'
                formulas[f"{side}_{what}"] = f"=IF({c.awarded}=1,{given},{played})"
        return formulas


def cells(row: int) -> SimpleNamespace:
    """Return the cells of a line by the names of their columns."""
    return SimpleNamespace(**{name: f"{letter}{row}" for name, letter in LETTERS.items()})
