"""What is worked out for each team, in hidden columns beside what is entered, up to its rank.

VPs and IMPs are compared as whole hundredths, so that equal ones are equal numbers. A rank is refined step by step: to
a team's rank so far comes the number of teams with the same rank that are better by the next figure. The matches
between the tied teams depend on who is tied before them, and everything after depends on them, wherever they stand in
the order: so the steps before them come first (`team_before`), then they themselves, then the steps after them.
"""

from __future__ import annotations

from xlvp.templates.columns import Column

RANKED, NO_RESULT, GONE, NO_TEAM = range(4)
"""The groups in which teams are listed."""

TIE_BREAKS = 4
"""How many can be chosen; the first of `xlvp.events.standings.TieBreak`, 1 here, are the matches between the tied."""

_NOTHING_LOST = "9E+99"
"""The quotient of a team that has lost no IMPs."""


def better(rank: str, figure: str) -> str:
    """Return how many teams with the same rank have a higher figure."""
    return f"SUMPRODUCT(({{all_{rank}}}={{{rank}}})*({{all_{figure}}}>{{{figure}}}))"


def _refined() -> dict[str, str]:
    """Return the ranks, step by step."""
    steps = {"place0": "1+SUMPRODUCT(--({all_points}>{points}))"}
    last = "place0"
    for number in range(1, TIE_BREAKS + 1):
        name = "team_before" if number == TIE_BREAKS else f"before{number}"
        steps[name] = f"{{{last}}}+IF(direct_at>{number},{better(last, f'key{number}')},0)"
        last = name
    tied = "({all_team_before}={team_before})"
    rival = "SUMPRODUCT(({all_place1}={place1})*{all_team_numbers})-{team_numbers}"
    between = "match_teams,{team_numbers},match_opponents,{rival}"
    steps |= {
        "tied": "COUNTIF({all_team_before},{team_before})",
        "met_tied": "SUMIFS(match_first_level,match_teams,{team_numbers})",
        "direct": f"IF(OR(direct_at>{TIE_BREAKS},{{tied}}=1,{{team_groups}}>0),0,"
        f"IF(SUMPRODUCT({tied}*({{all_met_tied}}<>{{tied}}-1))=0,1,0))",
        "direct_vp": "IF({direct}=0,0,ROUND(100*SUMIFS(match_vps,match_teams,{team_numbers},match_level,1),0))",
        "place1": f"{{team_before}}+{better('team_before', 'direct_vp')}",
        "rival": f"IF({{direct}}=0,0,IF(COUNTIF({{all_place1}},{{place1}})=2,{rival},0))",
        "direct_imps": f"IF({{rival}}=0,0,ROUND(100*(SUMIFS(match_won,{between})-SUMIFS(match_lost,{between})),0))",
        "place2": f"{{place1}}+{better('place1', 'direct_imps')}",
    }
    last = "place2"
    for number in range(2, TIE_BREAKS + 1):
        name = "team_ranks" if number == TIE_BREAKS else f"after{number}"
        steps[name] = f"{{{last}}}+IF(direct_at<{number},{better(last, f'key{number}')},0)"
        last = name
    return steps


def ranking_columns(void: str, rounds: int = 0) -> dict[str, Column]:
    """Return the columns; `void` is true for a team whose matches do not count, `rounds` have VPs of their own."""
    adjusted = "COUNT({carry_overs}:{penalties})"
    formulas = {
        "team_entered": 'IF({team_names}="","",{team_numbers})',
        "team_gone": 'IF(OR({team_names}="",{withdrawn}=""),"",{team_numbers})',
        "team_void": f'IF({void},{{team_numbers}},"")',
        "team_plays": 'IF(OR({team_names}="",{withdrawn}<>""),0,1)',
        "lines": "COUNTIF(match_teams,{team_numbers})",
        "team_played": 'COUNTIFS(match_teams,{team_numbers},match_opponents,">0")'
        "-COUNTIFS(match_teams,{team_numbers},match_halves,1)/2",
        "team_wins": "COUNTIFS(match_teams,{team_numbers},match_outcomes,1)",
        "team_draws": "COUNTIFS(match_teams,{team_numbers},match_outcomes,0)",
        "team_losses": "COUNTIFS(match_teams,{team_numbers},match_outcomes,-1)",
        "team_totals": 'IF(OR({team_names}="",{team_void}<>"",'
        f'{adjusted}+{{lines}}+started*{{team_plays}}=0),"",'
        "ROUND(N({carry_overs})-N({penalties})+SUMIFS(match_vps,match_teams,{team_numbers}),2))",
        "team_won": 'IF(COUNTIFS(match_teams,{team_numbers},match_won,">=0")=0,"",'
        "ROUND(SUMIFS(match_won,match_teams,{team_numbers}),2))",
        "team_lost": 'IF({team_won}="","",ROUND(SUMIFS(match_lost,match_teams,{team_numbers}),2))',
        "team_groups": f'IF({{team_names}}="",{NO_TEAM},IF({{team_plays}}=0,{GONE},'
        f'IF({{team_totals}}="",{NO_RESULT},{RANKED})))',
        "team_cents": "ROUND(100*N({team_totals}),0)",
        "points": f"IF({{team_groups}}>{RANKED},-1E6,{{team_cents}})",
        "team_quotients": f"IF(N({{team_lost}})=0,{_NOTHING_LOST},"
        "ROUND(100*{team_won},0)/ROUND(100*{team_lost},0))",
        "team_differences": "ROUND(100*N({team_won})-100*N({team_lost}),0)",
        "team_opponents": "SUMIFS(match_opponents_vps,match_teams,{team_numbers})",
    }
    figures = "0,0,{team_quotients},{team_differences},{team_opponents}"
    formulas |= {f"key{each}": f"CHOOSE(1+INDEX(tie_kinds,{each}),{figures})" for each in range(1, TIE_BREAKS + 1)}
    formulas |= _refined()
    formulas |= {
        "team_direct": 'IF({direct}=0,"",{direct_vp}/100)',
        "team_order": f"10000*{{team_groups}}+100*IF({{team_groups}}={RANKED},{{team_ranks}},0)+{{team_numbers}}",
        "team_positions": '1+COUNTIF({all_team_order},"<"&{team_order})',
    }
    for number in range(1, rounds + 1):
        where = f"match_teams,{{team_numbers}},match_rounds,{number}"
        formulas[f"round{number}_team_vp"] = f'IF(COUNTIFS({where})=0,"",ROUND(SUMIFS(match_vps,{where}),2))'
    return {name: Column(shows=text, named=name.startswith(("team_", "round"))) for name, text in formulas.items()}
