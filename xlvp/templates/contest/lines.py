"""What is worked out of a line with a match: what is wrong with it, its VPs, how it counts in the ranking, its marks.

The columns before it are the sheet's own: `home`, `away`, `home_imps` and `away_imps` side by side, `home_typed` and
`away_typed` side by side, and what it says of a team or the line in `home_fit`, `away_fit` and so on. Names over all
lines (`NAMES`) join columns that lie side by side, home and away, so that one SUMIFS looks at both sides of a match.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from openpyxl.styles import Font, PatternFill

from xlvp.languages.marks import tr
from xlvp.templates.columns import Column, hidden
from xlvp.templates.contest import words
from xlvp.templates.look import FAINT, WARNING, Styles
from xlvp.templates.vptables import OWN_TOO

if TYPE_CHECKING:
    from xlvp.templates.columns import Lines
    from xlvp.templates.options import Options

TEAM_NAME = 'IF({{{side}}}="","",IFERROR(INDEX(team_names,{{{side}}})&"",""))'

HOME_VP = (
    'IF(OR({wrong}>0,{void}=1),"",IF({home_typed}<>"",ROUND({home_typed},2),'
    'IF({bye}=1,IF(bye_vp="","",bye_vp),{home_by_imps})))'
)
AWAY_VP = 'IF(OR({wrong}>0,{void}=1,{bye}=1),"",IF({away_typed}<>"",ROUND({away_typed},2),{away_by_imps}))'
"""The VPs that are shown; those typed stand in place of those for the IMPs."""

TO_DO = (
    'IF({wrong}>0,SUBSTITUTE(INDEX(line_words,{wrong}),"#",{who}),'
    'IF({said}=0,"",SUBSTITUTE(INDEX(line_words,{said}),"#",{about})))'
)

NAMES = {
    "match_teams": ("home_counts", "away_counts"),
    "match_opponents": ("away_counts", "home_again"),
    "match_vps": ("home_vp", "away_vp"),
    "match_won": ("won", "lost"),
    "match_lost": ("lost", "won_again"),
    "match_outcomes": ("home_outcome", "away_outcome"),
    "match_halves": ("half", "half_again"),
    "match_level": ("level", "level_again"),
    "match_first_level": ("new_level", "new_level_again"),
    "match_opponents_vps": ("home_met_vp", "away_met_vp"),
    "match_rounds": ("vp_round", "vp_round_again"),
    "match_problems": ("wrong", "wrong"),
}
"""Names for columns over all lines, from one to another."""


def vp_columns(width: float = 8.5) -> dict[str, Column]:
    """Return the columns with the VPs of both sides, as they are shown."""
    return {
        "home_vp": Column(tr("Home"), width, HOME_VP, style=Styles.FIGURE, number_format="0.00"),
        "away_vp": Column(tr("Away"), width, AWAY_VP, style=Styles.FIGURE, number_format="0.00"),
    }


def problem_columns(gone: str, imps_wrong: str, vps_wrong: str) -> dict[str, Column]:
    """Return the columns that say what is wrong with a line, as numbers of words; the first that is wrong is said."""
    home_wrong = (
        f'IF({{home}}="",IF({{away}}&{{result}}="",0,{words.HOME_MISSING}),'
        f'IF({{home}}&""={{away}}&"",{words.PLAYS_ITSELF},{{home_fit}}))'
    )
    away_wrong = (
        f'IF({{away}}="",IF({{home}}="",0,{words.AWAY_MISSING}),IF(OR({{bye}}=1,{{home}}={{away}}),0,{{away_fit}}))'
    )
    return hidden(
        {
            "result": "{home_imps}&{away_imps}&{home_typed}&{away_typed}",
            "home_wrong": home_wrong,
            "away_wrong": away_wrong,
            "imps_wrong": imps_wrong,
            "vps_wrong": vps_wrong,
            "gone": gone,
            "wrong": "IF({home_wrong}>0,{home_wrong},IF({away_wrong}>0,{away_wrong},"
            "IF({imps_wrong}>0,{imps_wrong},IF({vps_wrong}>0,{vps_wrong},{gone}))))",
            "who": "IF({home_wrong}>0,{home},IF({away_wrong}>0,{away},"
            "IF(COUNTIF(team_gone,N({home}))>0,{home},{away})))",
        }
    )


def other_side(first: str, second: str, word: int) -> str:
    """Return the formula that is a word's number if one of two figures is there and the other is not."""
    return f'IF(AND({{{first}}}&{{{second}}}<>"",COUNT({{{first}}}:{{{second}}})<2),{word},0)'


def result_columns(options: Options) -> dict[str, Column]:
    """Return the columns with what follows from the result of a match."""
    vp = options.style.vp
    weight = "IF({kind}=1,1,2)"  # a set of a three-way match over one round is half a match
    return hidden(
        {
            "margin": 'IF(OR({wrong}>0,{void}=1,COUNT({home_imps}:{away_imps})<2,vp_problem<>""),"",'
            "ROUND({home_imps}-{away_imps},2))",
            "turned": 'IF({margin}="","",0-{margin})',
            "home_full": f'IF({{margin}}="","",{vp("{margin}", OWN_TOO)})',
            "away_full": f'IF({{margin}}="","",{vp("{turned}", OWN_TOO)})',
            "won": 'IF({margin}="","",{home_imps})',
            "lost": 'IF({margin}="","",{away_imps})',
            "won_again": "{won}",
            "home_counts": 'IF({home_vp}="","",{home})',
            "away_counts": 'IF({away_vp}="","",{away})',
            "home_again": "{home_counts}",
            "home_outcome": 'IF({away_vp}="","",IF({home_typed}<>"",SIGN({home_typed}-{away_typed}),SIGN({margin})))',
            "away_outcome": 'IF({home_outcome}="","",0-{home_outcome})',
            "half": "IF({kind}=1,1,0)",
            "half_again": "{half}",
            # Both teams as one number; whether they are level where their matches decide, and have not met before.
            "pair": 'IF({away_counts}="","",100*MIN({home},{away})+MAX({home},{away}))',
            "level": 'IF({pair}="","",IF(INDEX(team_before,{home})=INDEX(team_before,{away}),1,0))',
            "level_again": "{level}",
            "new_level": 'IF({pair}="","",IF(MATCH({pair},{every_pair},0)=ROW()-{top}+1,{level},0))',
            "new_level_again": "{new_level}",
            "home_met_vp": f'IF({{pair}}="","",{weight}*INDEX(team_cents,{{away}}))',
            "away_met_vp": f'IF({{pair}}="","",{weight}*INDEX(team_cents,{{home}}))',
        }
    )


def mark_wrong(lines: Lines) -> None:
    """Let the entries of a match stand out that something is wrong with."""
    wrong = {"home": "home", "away": "away", "home_imps": "imps", "away_imps": "imps"}
    wrong |= {"home_typed": "vps", "away_typed": "vps"}
    for name, what in wrong.items():
        lines.mark([name], f"N({{{what}_wrong}})>0", fill=PatternFill("solid", bgColor=WARNING))


def mark_winners(lines: Lines) -> None:
    """Let the names of the winners stand out."""
    for name, more, less in (("home_name", "home_vp", "away_vp"), ("away_name", "away_vp", "home_vp")):
        lines.mark([name], f'AND({{away_vp}}<>"",N({{{more}}})>N({{{less}}}))', font=Font(bold=True))


def mark_remarks(lines: Lines) -> None:
    """Let what is only mentioned of a match stand back behind what is to be mended."""
    lines.mark(["to_do"], "N({wrong})=0", font=Font(bold=False, color=FAINT))
