"""What an event adds to the sheet `Scales`: choices, words, and what holds for the whole event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlvp.templates.contest import words
from xlvp.templates.contest.ranking import TIE_BREAKS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlvp.templates.tables import Tables

_QUOTIENT, _DIFFERENCE = 2, 3


def add_words(tables: Tables, withdrawn: Sequence[str]) -> None:
    """Add what is offered for choice and what the formulas say."""
    tables.add(
        "Choices",
        [("tie-break", "tie_break_names", words.TIE_BREAKS), ("withdrawn", "withdrawn_choices", withdrawn)],
    )
    tables.add(
        "Words",
        [
            ("of lines", "line_words", words.LINE_WORDS),
            ("of teams", "team_words", words.TEAM_WORDS),
            ("of the next step", "step_words", words.STEP_WORDS),
            ("of a round", "idle_words", words.IDLE_WORDS),
            ("bye", "bye_word", (words.BYE,)),
            ("of a figure", "ratio_words", ("Diff.", "Quot.")),
            ("withdrawn", "gone_word", ("withdrawn",)),
            ("boards", "boards_word", ("boards",)),
        ],
    )


def add_tie_breaks(tables: Tables) -> None:
    """Add the numbers of the tie-breaks, and where the matches between the tied teams stand in their order."""
    kinds = [f"=IFERROR(MATCH(INDEX(tie_breaks,{each}),tie_break_names,0),0)" for each in range(1, TIE_BREAKS + 1)]
    places = [f"IFERROR(MATCH({kind},tie_kinds,0),9)" for kind in (1, _QUOTIENT, _DIFFERENCE)]
    tables.add(
        "Tie-breaks",
        [
            ("number", "tie_kinds", kinds),
            ("direct", "direct_at", [f"={places[0]}"]),
            ("quotient", "by_quotient", [f"=IF({places[1]}<{places[2]},1,0)"]),
        ],
    )


def add_step(tables: Tables, code: str, round_number: str, how_many: str) -> None:
    """Add the next thing to do, as a number, of a round, with how many, and in words."""
    text = 'SUBSTITUTE(SUBSTITUTE(INDEX(step_words,step_code),"#",step_round),"@",step_count)'
    tables.add(
        "The next step",
        [
            ("code", "step_code", [f"={code}"]),
            ("round", "step_round", [f"={round_number}"]),
            ("how many", "step_count", [f"={how_many}"]),
            ("in words", "next_step", [f"={text}"]),
        ],
    )
