"""Every spreadsheet function, declared once.

Each way into a spreadsheet, and the documentation, is derived from this list: a function's name, what it and its
arguments mean, the rule behind it, examples with their results, and what it refuses. How a cell becomes an argument
is in `xlvp.cells`. Help texts have at most 255 characters, since Excel takes no more.

This runs in LibreOffice's own Python too, which may be a 3.8.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Any

from xlvp.rules import acbl, wbf
from xlvp.rules.acbl import acbl_vp
from xlvp.rules.board import MAX_BOARD, dealer, vulnerability
from xlvp.rules.contract import contract_score, ns_score
from xlvp.rules.curve import MAX_BLITZ, MAX_DRAW, curve_vp
from xlvp.rules.field import board_a_match, butler_datum, cross_imps, matchpoint_percent, matchpoints, total_points
from xlvp.rules.imps import imps
from xlvp.rules.owntable import table_vp
from xlvp.rules.result import board_score
from xlvp.rules.scales import SCALES, imps_needed, match_vp, vp_scale
from xlvp.rules.wbf import wbf_vp

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable
    from typing import TypeAlias

    from xlvp.rules.scale import Scale

    Cell: TypeAlias = float | str | bool | None
    """What a cell holds: a number, a text (an error is its text, such as "#N/A"), TRUE or FALSE, or nothing."""

    Block: TypeAlias = tuple[tuple[Cell, ...], ...]
    """A range of cells, row by row."""


class Kind(Enum):
    """What an argument takes."""

    NUMBER = "number"
    TEXT = "text"
    NAME = "text or number"
    CONTRACT = "contract"
    RESULT = "result or score"
    FLAG = "TRUE or FALSE"
    SCORES = "range"
    TABLE = "table"

    @property
    def takes_range(self) -> bool:
        """Return whether a range given to it stands for one thing, not for one value in each cell."""
        return self in (Kind.SCORES, Kind.TABLE)


@dataclass(frozen=True)
class Refusal:
    """An error that an argument can give: when, and cells that do it, for a function called as in its first example."""

    error: str
    when: str
    cells: tuple[Cell | Block, ...]


def _listed(words: Iterable[str], link: str) -> str:
    *before, last = words
    return f"{', '.join(before)} {link} {last}" if before else last


_NUMBERED = [name for scale in SCALES for name in scale.also if not isinstance(name, str)]
"""The numbers by which scales are called."""

_REFUSED_BY_KIND = {
    Kind.NUMBER: (Refusal("#VALUE!", "is no number", ("abc", True)),),
    Kind.TEXT: (Refusal("#VALUE!", "is none of those named above", ("?", 1, True)),),
    Kind.NAME: (
        Refusal("#VALUE!", "is none of those named above", ("EBU", True)),
        Refusal("#NUM!", f"is a number other than {_listed(map(str, _NUMBERED), 'and')}", (25, 20.5, "25")),
    ),
    Kind.CONTRACT: (Refusal("#VALUE!", "is no contract", ("8S", "4S=", 4, False)),),
    Kind.FLAG: (
        Refusal("#VALUE!", "is a text that is no number", ("yes",)),
        Refusal("#NUM!", "is a number other than 0 and 1", (2, 0.5)),
    ),
    Kind.RESULT: (
        Refusal("#VALUE!", "is no result", ("4SN", "3NT=", "4SN10", "4SN+4", "A+", "60%", False)),
        Refusal("#NUM!", "is a number, but no multiple of ten from -7600 to 7600", (425, 7610)),
    ),
    Kind.SCORES: (),
    Kind.TABLE: (
        Refusal("#VALUE!", "has a text in it, or not two or three columns", ("?", 10, ((0, 10), (3, "?")))),
        Refusal(
            "#NUM!",
            "breaks what a table must be: margins rise from 0, a draw is equal, the winner's VPs never fall and the"
            " loser's never rise",
            (((0, 10), (0, 11)), ((1, 10), (3, 11)), ((0, 10), (3, 9)), ((0, 10, 9),), ((0, 10), (3, 21))),
        ),
    ),
}
"""What an argument refuses because of its kind."""


@dataclass(frozen=True)
class Argument:
    """One argument of a function; with a default it is optional."""

    name: str
    help: str
    kind: Kind = Kind.NUMBER
    default: float | str | bool | None = None
    idle_when_passed: bool = False
    """Not needed where the contract says that the board was passed out."""
    limits: tuple[Refusal, ...] = ()
    """What it refuses although it is of the right kind."""

    @property
    def optional(self) -> bool:
        """Return whether the argument may be left out."""
        return self.default is not None

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        """Return every error that it can give."""
        return (*_REFUSED_BY_KIND[self.kind], *self.limits)


@dataclass(frozen=True)
class Example:
    """Arguments of a call, with a range as a block of cells, and what it gives."""

    arguments: tuple[Cell | Block, ...]
    result: Cell | Block


@dataclass(frozen=True)
class Function:
    """A spreadsheet function: `table` says that its result is a whole table."""

    name: str
    summary: str
    arguments: tuple[Argument, ...]
    rule: Callable[..., Any]
    examples: tuple[Example, ...]
    table: bool = False


def _column(*cells: Cell) -> Block:
    return tuple((cell,) for cell in cells)


def _out_of_range(when: str, *cells: Cell) -> tuple[Refusal, ...]:
    return (Refusal("#NUM!", when, cells),)


def _named(names: Iterable[str | int], usual: str | int) -> Argument:
    """Return the argument that chooses one of the scales by name."""
    others = (str(name) for name in names if name != usual)
    return Argument("scale", f"{_listed([f'{usual} (default)', *others], 'or')}.", Kind.NAME, usual)


def _boards(scales: Collection[Scale], usual_scale: Scale) -> Argument:
    """Return the argument for the number of boards: what the usual scale allows, and what others do."""
    usual = usual_scale.max_boards
    others = dict.fromkeys(scale.max_boards for scale in scales if scale.max_boards != usual)
    named = {most: [scale.name for scale in scales if scale.max_boards == most] for most in others}
    but = [f"1 to {most} for {_listed(names, 'and')}" for most, names in named.items()]
    exceptions = f" ({_listed(but, 'and')})" if but else ""
    allowed = _listed([f"1 to {usual}", *(f"from {range_}" for range_ in but)], "or")
    return Argument(
        "boards",
        f"Number of boards in the match, 1 to {usual}{exceptions}.",
        limits=_out_of_range(f"is not a whole number from {allowed}", 0, usual + 1, 7.5),
    )


_DIFF = Argument("diff", "Difference in points between the two results, positive if won.")
_MARGIN = Argument("imps", "Margin of the match in IMPs, positive if won.")
_BOARDS = _boards(SCALES, wbf.CONTINUOUS)
_SCALE = _named((scale.name for scale in SCALES), wbf.CONTINUOUS.name)
_BOARD = Argument(
    "board",
    "Number on the board, 1 or more.",
    limits=_out_of_range(f"is not a whole number from 1 to {MAX_BOARD:,}", 0, 1.5, MAX_BOARD + 1),
)
_CONTRACT = Argument(
    "contract", "Contract such as 4S, 3NTX or 6HXX; P, PASS, AP or 0 if the board was passed out.", Kind.CONTRACT
)
_TRICKS = Argument(
    "tricks",
    "Tricks that declarer took, 0 to 13.",
    idle_when_passed=True,
    limits=_out_of_range("is not a whole number from 0 to 13", 14, -1, 9.5),
)
_SCORE = Argument(
    "score",
    "The result to be scored; it must be among the scores.",
    limits=(Refusal("#N/A", "is not among the scores", (400,)),),
)
_SCORES = Argument(
    "scores", "All results on the board, this one included; empty cells and texts don't count.", Kind.SCORES
)

_TABLE = ((0, 10), (3, 11), (7, 13.5))
_TRAVELLER = _column(420, 420, 450, -50)

FUNCTIONS = (
    Function(
        "IMPS",
        "International matchpoints for a difference in points (Law 78B).",
        (_DIFF,),
        imps,
        (
            Example((430,), 10),
            Example((-420,), -9),
            Example((_column(10, 20, None, -4000),), _column(0, 1, "", -24)),
        ),
    ),
    Function(
        "WBFVP",
        "Victory points of the World Bridge Federation for a margin in IMPs.",
        (
            _MARGIN,
            _boards(wbf.CHOICES.values(), wbf.CONTINUOUS),
            Argument("kind", "continuous (default; two decimals) or discrete (whole VPs).", Kind.TEXT, "continuous"),
        ),
        wbf_vp,
        (
            Example((23, 16), 15.56),
            Example((-23, 16), 4.44),
            Example((40, 8), 19.74),
            Example((16, 8, "discrete"), 15),
            Example((_column(0, 23, None, 60), 16), _column(10, 15.56, "", 20)),
        ),
    ),
    Function(
        "ACBLVP",
        "Victory points of the American Contract Bridge League for a margin in IMPs (Appendix K).",
        (
            _MARGIN,
            _boards(acbl.SCALES, acbl.TWENTY),
            _named(acbl.SHORT_NAMES, 20),
        ),
        acbl_vp,
        (
            Example((23, 7), 18),
            Example((23, 7, 30), 28),
            Example((-23, 7, 20), 2),
            Example((40, 8, "NABC+"), 19.73),
            Example((23, 37), "#NUM!"),
        ),
    ),
    Function(
        "MATCHVP",
        "Victory points on any scale by its name, for a margin in IMPs.",
        (_MARGIN, _BOARDS, _SCALE),
        match_vp,
        (
            Example((23, 16), 15.56),
            Example((23, 16, "ACBL 20"), 15),
            Example((38, 8, "WBF discrete"), 19),
            Example((23, 16, "EBU"), "#VALUE!"),
        ),
    ),
    Function(
        "IMPSNEEDED",
        "The smallest margin in IMPs that is worth at least a number of victory points.",
        (
            Argument(
                "vp",
                "Victory points wanted: more than 0, and no more than the scale gives.",
                limits=_out_of_range("is not more than 0, or is more than the scale gives", 0, 20.01, -1),
            ),
            _BOARDS,
            _SCALE,
        ),
        imps_needed,
        (
            Example((15, 16), 20),
            Example((20, 16), 60),
            Example((10, 18, "ACBL 20"), -1),
            Example((21, 16), "#NUM!"),
        ),
    ),
    Function(
        "VPSCALE",
        "A whole victory point scale: IMPs from, IMPs to, winner's VPs, loser's VPs.",
        (_BOARDS, _SCALE),
        vp_scale,
        (
            Example(
                (7, "ACBL 20"),
                (
                    (0, 0, 10, 10),
                    (1, 2, 11, 9),
                    (3, 4, 12, 8),
                    (5, 7, 13, 7),
                    (8, 10, 14, 6),
                    (11, 13, 15, 5),
                    (14, 16, 16, 4),
                    (17, 19, 17, 3),
                    (20, 23, 18, 2),
                    (24, 27, 19, 1),
                    (28, "", 20, 0),
                ),
            ),
        ),
        table=True,
    ),
    Function(
        "CURVEVP",
        "Victory points on a curve of your own, made as the WBF's scale is, for a margin in IMPs.",
        (
            _MARGIN,
            Argument(
                "blitz",
                f"Margin in IMPs that wins everything, 1 to {MAX_BLITZ:,}; 15*SQRT(boards) on the WBF's scale.",
                limits=_out_of_range(f"is less than 1 or more than {MAX_BLITZ:,}", 0, 0.5, MAX_BLITZ + 1),
            ),
            Argument(
                "draw",
                f"Victory points for a draw, at most {MAX_DRAW:,} (default 10).",
                default=10,
                limits=_out_of_range(
                    f"is not more than 0 and at most {MAX_DRAW:,}, with at most two decimals", 0, MAX_DRAW + 1, 7.125
                ),
            ),
        ),
        curve_vp,
        (
            Example((23, 60), 15.56),
            Example((-23, 60), 4.44),
            Example((12, 50, 15), 20.75),
            Example((_column(0, 23, None, 60), 60), _column(10, 15.56, "", 20)),
        ),
    ),
    Function(
        "TABLEVP",
        "Victory points by a table of your own, for a margin in IMPs.",
        (
            _MARGIN,
            Argument(
                "table",
                "Range of two columns: from how many IMPs, and the winner's VPs; the loser's, if they are not the rest,"
                " in a third. The first row is for 0 IMPs, and each holds until the next.",
                Kind.TABLE,
            ),
        ),
        table_vp,
        (
            Example((5, _TABLE), 11),
            Example((-5, _TABLE), 9),
            Example((99, _TABLE), 13.5),
            Example((-70, ((0, 15, 15), (3, 16, 14), (60, 25, 0), (70, 25, -5))), -5),
            Example((_column(0, 3, None, -7), _TABLE), _column(10, 11, "", 6.5)),
        ),
    ),
    Function(
        "CONTRACTSCORE",
        "Duplicate score of a contract for declarer's side (Law 77).",
        (_CONTRACT, _TRICKS, Argument("vulnerable", "TRUE or 1 if declarer's side is vulnerable.", Kind.FLAG, False)),
        contract_score,
        (
            Example(("4S", 10), 420),
            Example(("4S", 10, True), 620),
            Example(("3NTX", 8, 1), -200),
            Example(("PASS", None), 0),
            Example(("8S", 10), "#VALUE!"),
        ),
    ),
    Function(
        "NSSCORE",
        "Duplicate score of a contract for North-South, with the vulnerability of the board (Laws 2 and 77).",
        (_CONTRACT, Argument("declarer", "N, E, S or W.", Kind.TEXT, idle_when_passed=True), _TRICKS, _BOARD),
        ns_score,
        (
            Example(("4S", "S", 10, 1), 420),
            Example(("4S", "E", 10, 1), -420),
            Example(("3NT", "E", 10, 7), -630),
            Example(("P", None, None, 3), 0),
            Example(("4S", "S", None, 1), ""),
        ),
    ),
    Function(
        "BOARDSCORE",
        "Score for North-South of a result in one cell, with the vulnerability of the board (Laws 2 and 77).",
        (
            Argument(
                "result",
                "Contract, declarer and tricks over or under: 4SN=, 4SXN-1, 3NTE+2; P, PASS, AP or 0 if the board was"
                " passed out. A number is a score already and comes back.",
                Kind.RESULT,
            ),
            _BOARD,
        ),
        board_score,
        (
            Example(("4SN=", 1), 420),
            Example(("4SXN-1", 1), -100),
            Example(("3NTE+2", 7), -660),
            Example(("P", 3), 0),
            Example((-50, 1), -50),
            Example((_column("4SN+1", None, "4SN"), 1), _column(450, "", "#VALUE!")),
        ),
    ),
    Function(
        "DEALER",
        "Who deals a board: N, E, S or W (Law 2).",
        (_BOARD,),
        dealer,
        (Example((1,), "N"), Example((18,), "E"), Example((0,), "#NUM!")),
    ),
    Function(
        "VULNERABILITY",
        "Who is vulnerable on a board: None, NS, EW or Both (Law 2).",
        (_BOARD,),
        vulnerability,
        (Example((1,), "None"), Example((4,), "Both"), Example((18,), "NS")),
    ),
    Function(
        "MATCHPOINTS",
        "Matchpoints of a result: 2 for every lower result on the board, 1 for every equal one (Law 78A).",
        (_SCORE, _SCORES),
        matchpoints,
        (
            Example((420, _TRAVELLER), 3),
            Example((_TRAVELLER, _TRAVELLER), _column(3, 3, 6, 0)),
            Example((400, _TRAVELLER), "#N/A"),
        ),
    ),
    Function(
        "MATCHPOINTPERCENT",
        "Matchpoints of a result as a share of the most that could be had (Law 78A), to show as a percentage.",
        (_SCORE, replace(_SCORES, limits=_out_of_range("holds this result alone", 420))),
        matchpoint_percent,
        (
            Example((420, _TRAVELLER), 0.5),
            Example((450, _TRAVELLER), 1),
            Example((420, 420), "#NUM!"),
        ),
    ),
    Function(
        "CROSSIMPS",
        "Sum of the IMPs of a result against every other result on the board.",
        (_SCORE, _SCORES),
        cross_imps,
        (Example((420, _TRAVELLER), 9), Example((-50, _TRAVELLER), -31)),
    ),
    Function(
        "BUTLERDATUM",
        "Butler datum: the mean of the results, without the highest and lowest if wanted, to the nearest 10.",
        (
            Argument("scores", "All results on the board; empty cells and texts don't count.", Kind.SCORES),
            Argument(
                "drop",
                "How many of the highest and of the lowest results to leave out (default 0).",
                default=0,
                limits=_out_of_range("is less than 0 or not whole, or leaves no result", 2, -1, 0.5),
            ),
        ),
        butler_datum,
        (Example((_TRAVELLER,), 310), Example((_TRAVELLER, 1), 420)),
    ),
    Function(
        "BOARDAMATCH",
        "Board-a-match: 1 for a board won, 0.5 for a board drawn, 0 for a board lost.",
        (_DIFF,),
        board_a_match,
        (Example((10,), 1), Example((0,), 0.5), Example((-620,), 0), Example((None,), "")),
    ),
    Function(
        "TOTALPOINTS",
        "Net total of the results (Law 78C).",
        (Argument("scores", "The results of all boards; empty cells and texts don't count.", Kind.SCORES),),
        total_points,
        (Example((_column(420, None, -50, -100),), 270),),
    ),
)
"""Every function, in the order in which help shows them."""
