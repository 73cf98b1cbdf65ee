"""The scoring formulas of a template in its two styles.

`Portable` uses the functions of Excel 2010 and LibreOffice 7.4 alone, on the tables of the sheet `Scales`, to which it
adds what its formulas need. `Functions` calls the functions that the workbook carries as LAMBDA names, for Excel 365
and 2024, and needs no tables. Both show the same for the same entries. A template asks its style for everything in
which they differ, and never which of the two it is. A formula here is a piece without "=", made of cell references and
names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from xlvp.catalogue import FUNCTIONS, Function
from xlvp.languages import ENGLISH
from xlvp.languages.marks import tr
from xlvp.templates.contractpoints import contract_points
from xlvp.templates.kinds import OWN_SCALE
from xlvp.templates.vptables import IN_USE, Used, add_stack, add_table_in_use, stacked_vp

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlvp.languages import Language
    from xlvp.templates.results import ResultCells
    from xlvp.templates.tables import Tables


class ContractCells(NamedTuple):
    """The cells that say how a contract was read: its row in the table, 1 or -1 for its side, if it is vulnerable."""

    found: str
    side: str
    vulnerable: str


class Style(Protocol):
    """How a template asks for what the rules say."""

    name: str
    functions: Sequence[Function]
    """The functions that its workbooks carry as names."""

    def add_imps(self, tables: Tables) -> None:
        """Add the table that `imps` and `cross_imps` need."""

    def add_boards(self, tables: Tables) -> None:
        """Add the tables that `dealer` and `vulnerability` need."""

    def add_contracts(self, tables: Tables) -> None:
        """Add the contracts, and the scores that `ns_score` needs."""

    def add_vps(self, tables: Tables, most_boards: int, *in_use: Used) -> None:
        """Add the tables that `vp` needs for each scale in use, and `scale_vp` for all scales."""

    def imps(self, diff: str) -> str:
        """Return the IMPs for a difference, for the side that it is positive for."""

    def vp(self, margin: str, used: Used = IN_USE) -> str:
        """Return the VPs for a margin, whole or not, on the scale in use, for the side that it is positive for."""

    def scale_vp(self, margin: str, boards: str, name: str, number: str) -> str:
        """Return the winner's VPs for a whole margin on the scale with this name, by its number among all scales."""

    def curve_vp(self, margin: str, blitz: str, draw: str, worked_out: str) -> str:
        """Return the VPs on the WBF's curve for a blitz and a draw; `worked_out` is how the sheet has them."""

    def dealer(self, board: str) -> str:
        """Return who deals a board."""

    def vulnerability(self, board: str) -> str:
        """Return who is vulnerable on a board."""

    def ns_score(self, contract: str, by: str, tricks: str, board: str, read: ContractCells) -> str:
        """Return the score for North-South of a contract that was played; an error where something is missing."""

    def add_results(self, tables: Tables) -> None:
        """Add the table that `result_points` needs."""

    def result_points(self, read: ResultCells, board: str, vul_code: str) -> str:
        """Return the score for North-South of a result that was read as a contract."""

    def butler_datum(self, scores: str, dropped: str, tens: str) -> str:
        """Return the datum; `tens` is the mean of the scores that are left, divided by ten."""

    def matchpoints(self, score: str, scores: str) -> str:
        """Return the matchpoints of one of the results on a board; empty cells are no results."""

    def capped_imps(self, score: str, scores: str, most: str) -> str:
        """Return the sum that `cross_imps` gives, with at most `most` IMPs for each comparison."""

    def cross_imps(self, score: str, scores: str) -> str:
        """Return the sum of the IMPs of a result on a board against all others; empty texts are no results."""


class _LettersInTables:
    """What has letters in it, such as who deals, looked up in tables of the sheet `Scales`, in any language."""

    def add_boards(self, tables: Tables) -> None:
        """Add dealer and vulnerability."""
        tables.boards()

    def add_contracts(self, tables: Tables) -> None:
        """Add the contracts with their scores."""
        tables.contracts(with_scores=True)

    def dealer(self, board: str) -> str:
        """Return who deals a board."""
        return f"INDEX(dealers,MOD({board}-1,16)+1)"

    def vulnerability(self, board: str) -> str:
        """Return who is vulnerable on a board."""
        return f"INDEX(board_vul,MOD({board}-1,16)+1)"

    def ns_score(self, contract: str, by: str, tricks: str, board: str, read: ContractCells) -> str:
        """Return the score for North-South, from the table of all contracts."""
        column = f'MATCH(IF({tricks}="",-1,{tricks}),trick_counts,0)+14*({read.vulnerable})'
        return f"{read.side}*INDEX(contract_scores,{read.found},{column})"

    def add_results(self, tables: Tables) -> None:
        """Add the scores of all contracts."""
        rows = contract_points()
        tables.add_block(tr("Contracts"), "contract_points", range(len(rows[0])), rows)

    def result_points(self, read: ResultCells, board: str, vul_code: str) -> str:
        """Return the score for North-South, from the table of all contracts."""
        level, strain, doubled, seat, tricks = read[1:]
        vulnerable = f"({vul_code}=4)+({vul_code}=3-MOD({seat},2))"
        row = f"(({level}-1)*5+{strain}-1)*6+{doubled}*2+{vulnerable}+1"
        return f'IF({tricks}="","",IFERROR(INDEX(contract_points,{row},{tricks}+1)*(2*MOD({seat},2)-1),""))'


class Portable(_LettersInTables):
    """Formulas on the tables of the sheet `Scales`."""

    name = "portable"
    functions: Sequence[Function] = ()

    def add_imps(self, tables: Tables) -> None:
        """Add the IMP scale."""
        tables.imps()

    def add_vps(self, tables: Tables, most_boards: int, *in_use: Used) -> None:
        """Add the table of each scale in use, and all scales behind them."""
        for used in in_use:
            add_table_in_use(tables, most_boards, used)
        add_stack(tables, most_boards)

    def imps(self, diff: str) -> str:
        """Return the IMPs for a difference."""
        return f"LOOKUP(ABS({diff}),imp_from,imp_won)*SIGN({diff})"

    def vp(self, margin: str, used: Used = IN_USE) -> str:
        """Return the VPs for a margin: by the curve on a scale that takes it as it is, else for the nearest IMP."""
        p, lead = used.prefix, f"ABS({margin})"
        curve = f"{p}_total/2*(1+SIGN({margin})*(1-{p}_r^MIN({lead}/{p}_blitz,1))/(1-{p}_r))"
        table = f"LOOKUP(ROUND({lead},0),{p}_margin,IF({margin}<0,{p}_loss,{p}_win))"
        return f"IF({p}_exact=1,ROUND({curve},2),{table})"

    def scale_vp(self, margin: str, boards: str, name: str, number: str) -> str:
        """Return the winner's VPs for a whole margin."""
        return stacked_vp(margin, boards, number)

    def curve_vp(self, margin: str, blitz: str, draw: str, worked_out: str) -> str:
        """Return the VPs as the sheet has them."""
        return worked_out

    def butler_datum(self, scores: str, dropped: str, tens: str) -> str:
        """Return the datum: to the nearest ten, exact halves to the even ten."""
        return f"10*IF({tens}-INT({tens})=0.5,2*ROUND({tens}/2,0),ROUND({tens},0))"

    def matchpoints(self, score: str, scores: str) -> str:
        """Return the matchpoints of one of the results on a board."""
        return f'2*COUNTIF({scores},"<"&{score})+COUNTIF({scores},{score})-1'

    def capped_imps(self, score: str, scores: str, most: str) -> str:
        """Return the sum with a limit: a step of the scale is an IMP, and the steps above the limit are left out."""
        lower, higher = f'COUNTIF({scores},"<="&{score}-imp_from)', f'COUNTIF({scores},">="&{score}+imp_from)'
        return f"SUMPRODUCT((imp_won>0)*(imp_won<={most})*({lower}-{higher}))"

    def cross_imps(self, score: str, scores: str) -> str:
        """Return the sum of the IMPs against all others: one for every step of the scale that they are away."""
        lower, higher = f'COUNTIF({scores},"<="&{score}-imp_from)', f'COUNTIF({scores},">="&{score}+imp_from)'
        return f"SUMPRODUCT((imp_won>0)*({lower}-{higher}))"


class Functions:
    """Formulas with the functions of the workbook."""

    name = "functions"
    functions: Sequence[Function] = FUNCTIONS

    def add_imps(self, tables: Tables) -> None:
        """Add nothing."""

    def add_boards(self, tables: Tables) -> None:
        """Add nothing."""

    def add_contracts(self, tables: Tables) -> None:
        """Add the contracts, by which entries are read."""
        tables.contracts(with_scores=False)

    def add_vps(self, tables: Tables, most_boards: int, *in_use: Used) -> None:
        """Add nothing."""

    def imps(self, diff: str) -> str:
        """Return the IMPs for a difference."""
        return f"IMPS({diff})"

    def vp(self, margin: str, used: Used = IN_USE) -> str:
        """Return the VPs for a margin."""
        by_scale = f"MATCHVP({margin},{used.boards},{used.scale})"
        return f'IF({used.scale}="{OWN_SCALE}",TABLEVP({margin},own_table),{by_scale})' if used.own else by_scale

    def scale_vp(self, margin: str, boards: str, name: str, number: str) -> str:
        """Return the winner's VPs for a whole margin."""
        return f"MATCHVP({margin},{boards},{name})"

    def curve_vp(self, margin: str, blitz: str, draw: str, worked_out: str) -> str:
        """Return the VPs on the curve."""
        return f"CURVEVP({margin},{blitz},{draw})"

    def dealer(self, board: str) -> str:
        """Return who deals a board."""
        return f"DEALER({board})"

    def vulnerability(self, board: str) -> str:
        """Return who is vulnerable on a board."""
        return f"VULNERABILITY({board})"

    def ns_score(self, contract: str, by: str, tricks: str, board: str, read: ContractCells) -> str:
        """Return the score for North-South."""
        return f"0+NSSCORE({contract},{by},{tricks},{board})"

    def add_results(self, tables: Tables) -> None:
        """Add nothing."""

    def result_points(self, read: ResultCells, board: str, vul_code: str) -> str:
        """Return the score for North-South."""
        return f'IF({read.tricks}="","",IFERROR(BOARDSCORE({read.text},{board}),""))'

    def butler_datum(self, scores: str, dropped: str, tens: str) -> str:
        """Return the datum."""
        return f"BUTLERDATUM({scores},{dropped})"

    def matchpoints(self, score: str, scores: str) -> str:
        """Return the matchpoints of one of the results on a board."""
        return f"MATCHPOINTS({score},{scores})"

    def capped_imps(self, score: str, scores: str, most: str) -> str:
        """Return the sum with a limit."""
        diff = f"{score}-{scores}"
        size = f"ABS(IMPS({diff}))"
        return f"SUM(IFERROR(SIGN({diff})*IF({size}>{most},{most},{size}),0))"

    def cross_imps(self, score: str, scores: str) -> str:
        """Return the sum of the IMPs of one of the results on a board against all others."""
        return f"CROSSIMPS({score},{scores})"


class ForeignFunctions(_LettersInTables, Functions):
    """The same in a workbook that is not in English: the functions know English letters alone."""


_STYLES: tuple[Style, ...] = (Portable(), Functions())
STYLES = {style.name: style for style in _STYLES}

_FOREIGN: dict[str, Style] = {Functions.name: ForeignFunctions()}


def style_named(name: str, language: Language) -> Style:
    """Return a style by its name, for a workbook in a language."""
    return STYLES[name] if language.code == ENGLISH else _FOREIGN.get(name, STYLES[name])
