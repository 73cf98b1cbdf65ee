"""The scoring formulas of a template in its two styles.

`Portable` uses the functions of Excel 2010 and LibreOffice 7.4 alone, on the tables of the sheet `Scales`.
`Functions` calls the functions that the workbook carries as LAMBDA names, for Excel 365 and 2024. Both show the same
for the same entries. A formula here is a piece without "=", made of cell references and names.
"""

from __future__ import annotations

from typing import Protocol

BLANK = '""'


class Style(Protocol):
    """How a template asks for what the rules say."""

    def imps(self, diff: str) -> str:
        """Return the IMPs for a difference, for the side that it is positive for."""

    def vp(self, margin: str) -> str:
        """Return the VPs for a whole margin on the workbook's `scale` for its `boards`."""

    def winner_vp(self, margin: str) -> str:
        """Return the winner's VPs for a margin that need not be whole, whoever has won by it."""

    def dealer(self, board: str) -> str:
        """Return who deals a board."""

    def vulnerability(self, board: str) -> str:
        """Return who is vulnerable on a board."""

    def matchpoints(self, score: str, scores: str) -> str:
        """Return the matchpoints of one of the results on a board; empty cells are no results."""

    def cross_imps(self, score: str, scores: str) -> str:
        """Return the sum of the IMPs of one of the results on a board against all others."""


class Portable:
    """Formulas on the tables of the sheet `Scales`."""

    def imps(self, diff: str) -> str:
        """Return the IMPs for a difference."""
        return f"LOOKUP(ABS({diff}),imp_from,imp_won)*SIGN({diff})"

    def vp(self, margin: str) -> str:
        """Return the VPs for a whole margin."""
        win = f"LOOKUP(ABS({margin}),vp_margin,vp_win)"
        return f"ROUND(vp_total/2+SIGN({margin})*({win}-vp_total/2),2)"

    def winner_vp(self, margin: str) -> str:
        """Return the winner's VPs: on the scale NABC+ by its formula, else for the nearest whole margin."""
        curve = f"ROUND(10+10*(1-vp_r^MIN(ABS({margin})/vp_blitz,1))/(1-vp_r),2)"
        return f'IF(scale="NABC+",{curve},LOOKUP(ROUND(ABS({margin}),0),vp_margin,vp_win))'

    def dealer(self, board: str) -> str:
        """Return who deals a board."""
        return f"INDEX(dealers,MOD({board}-1,16)+1)"

    def vulnerability(self, board: str) -> str:
        """Return who is vulnerable on a board."""
        return f"INDEX(board_vul,MOD({board}-1,16)+1)"

    def matchpoints(self, score: str, scores: str) -> str:
        """Return the matchpoints of one of the results on a board."""
        return f'2*COUNTIF({scores},"<"&{score})+COUNTIF({scores},{score})-1'

    def cross_imps(self, score: str, scores: str) -> str:
        """Return the sum of the IMPs against all others: one for every step of the scale that they are away."""
        lower, higher = f'COUNTIF({scores},"<="&{score}-imp_from)', f'COUNTIF({scores},">="&{score}+imp_from)'
        return f"SUMPRODUCT((imp_won>0)*({lower}-{higher}))"


class Functions:
    """Formulas with the functions of the workbook."""

    def imps(self, diff: str) -> str:
        """Return the IMPs for a difference."""
        return f"IMPS({diff})"

    def vp(self, margin: str) -> str:
        """Return the VPs for a whole margin."""
        return f"MATCHVP({margin},boards,scale)"

    def winner_vp(self, margin: str) -> str:
        """Return the winner's VPs."""
        return self.vp(f"ABS({margin})")

    def dealer(self, board: str) -> str:
        """Return who deals a board."""
        return f"DEALER({board})"

    def vulnerability(self, board: str) -> str:
        """Return who is vulnerable on a board."""
        return f"VULNERABILITY({board})"

    def matchpoints(self, score: str, scores: str) -> str:
        """Return the matchpoints of one of the results on a board."""
        return f"MATCHPOINTS({score},{scores})"

    def cross_imps(self, score: str, scores: str) -> str:
        """Return the sum of the IMPs of one of the results on a board against all others."""
        return f"CROSSIMPS({score},{scores})"


STYLES: dict[str, Style] = {"portable": Portable(), "functions": Functions()}
