"""What an event adds to the sheet `Scales`: choices, words, and what holds for the whole event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlvp.languages.marks import tr
from xlvp.templates.contest import words
from xlvp.templates.contest.ranking import TIE_BREAKS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlvp.templates.tables import Tables

_QUOTIENT, _DIFFERENCE = 2, 3


def add_words(tables: Tables, withdrawn: Sequence[str]) -> None:
    """Add what is offered for choice and what the formulas say."""
    tables.add(
        tr("Choices"),
        [(tr("tie-break"), "tie_break_names", words.TIE_BREAKS), (tr("withdrawn"), "withdrawn_choices", withdrawn)],
    )
    tables.add(
        tr("Words"),
        [
            (tr("of lines"), "line_words", words.LINE_WORDS),
            (tr("of teams"), "team_words", words.TEAM_WORDS),
            (tr("of the next step"), "step_words", words.STEP_WORDS),
            (tr("of a round"), "idle_words", words.IDLE_WORDS),
            (words.BYE, "bye_word", (words.BYE,)),
            (tr("of a figure"), "ratio_words", (tr("Diff."), tr("Quot."))),
            (tr("withdrawn"), "gone_word", (tr("withdrawn"),)),
            (tr("boards"), "boards_word", (tr("boards"),)),
        ],
    )


def add_tie_breaks(tables: Tables) -> None:
    """Add the numbers of the tie-breaks, and where the matches between the tied teams stand in their order."""
    kinds = [f"=IFERROR(MATCH(INDEX(tie_breaks,{each}),tie_break_names,0),0)" for each in range(1, TIE_BREAKS + 1)]
    places = [f"IFERROR(MATCH({kind},tie_kinds,0),9)" for kind in (1, _QUOTIENT, _DIFFERENCE)]
    tables.add(
        tr("Tie-breaks"),
        [
            (tr("number"), "tie_kinds", kinds),
            (tr("direct"), "direct_at", [f"={places[0]}"]),
            (tr("quotient"), "by_quotient", [f"=IF({places[1]}<{places[2]},1,0)"]),
        ],
    )


def add_step(tables: Tables, code: str, round_number: str, how_many: str) -> None:
    """Add the next thing to do, as a number, of a round, with how many, and in words."""
    text = 'SUBSTITUTE(SUBSTITUTE(INDEX(step_words,step_code),"#",step_round),"@",step_count)'
    tables.add(
        tr("The next step"),
        [
            (tr("code"), "step_code", [f"={code}"]),
            (tr("round"), "step_round", [f"={round_number}"]),
            (tr("how many"), "step_count", [f"={how_many}"]),
            (tr("in words"), "next_step", [f"={text}"]),
        ],
    )
