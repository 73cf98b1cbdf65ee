"""A Swiss teams event: the teams, the draw and the results of each round, and the standings, always up to date."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlvp.events.entries import HALF_SCALES
from xlvp.languages.marks import sentence, tr
from xlvp.rules.checks import whole
from xlvp.templates import inputs
from xlvp.templates.book import Book
from xlvp.templates.columns import Field
from xlvp.templates.contest import words
from xlvp.templates.contest.older import swiss_entries as brought_up_to_date
from xlvp.templates.contest.sheet import add_step, add_tie_breaks, add_words
from xlvp.templates.contest.standings import BAR, CARRY_OVER, PENALTY, RANK, TIES, TOTAL, Table, figure, of_team
from xlvp.templates.contest.teams import Setting, Teams, Variant, usual_bye_vp
from xlvp.templates.kinds import KINDS
from xlvp.templates.swiss.drawing import TITLE, Drawing
from xlvp.templates.swiss.rounds import HALF, MOST_ROUNDS, Rounds
from xlvp.templates.swiss.slips import Slips
from xlvp.templates.tables import MOST_BOARDS, Tables
from xlvp.templates.vptables import OWN_TOO, add_in_use, add_scale

if TYPE_CHECKING:
    from xlvp.templates.options import Options

__all__ = ["brought_up_to_date", "swiss"]

FEWEST_TEAMS, MOST_TEAMS = 2, 64
_BOARDS_AT_LEAST = 24  # up to which their number can be changed, if the workbook is not made for more

_ABOUT = (
    tr(
        "Fill in the pale yellow cells, on the sheets with a yellow tab; everything else is worked out. The Tab key"
        " goes from one cell to the next. What is to be done next stands at the top of each sheet."
    ),
    tr(
        "First the sheet {teams}: a name for each team, and above them what holds for the whole event. A line without"
        " a name is no team. Carry-over is added to the team's VPs, a penalty is taken off. A late team is simply"
        " entered: it has 0 VPs for the rounds that it missed, unless you give it carry-over.",
        teams=words.TEAMS,
    ),
    tr(
        "Then the draw. With xlvp on a computer, save and close this workbook and type: xlvp draw, and the file's"
        " name. By hand: the sheet {draw} has the teams in order, and whom each of them has met; type the numbers of"
        " both teams of each match on the sheet {rounds}. {draw} then shows the round, to pin up, and {slips} a slip"
        " for each table.",
        rounds=words.ROUNDS,
        draw=words.DRAWN,
        slips=words.SLIPS,
    ),
    tr(
        "The draw of xlvp: from the top of the standings down, each team meets the next one that it can, but nobody"
        " meets the same team twice where that can be avoided over the whole field."
    ),
    tr(
        "After a match type the IMPs of both sides on the sheet {rounds}. If you have only the margin, type it for the"
        " winners and 0 for the losers.",
        rounds=words.ROUNDS,
    ),
    tr(
        "An odd number of teams: choose on {teams} what becomes of the odd team. A bye: its number for the home team,"
        " and the word {bye} for the away team; it gets the VPs that are set on {teams}, or those typed under"
        " '{typed}', and no IMPs. Nobody has a second bye, or three-way match, before all have had one.",
        teams=words.TEAMS,
        typed=words.TYPED,
        bye=words.BYE,
    ),
    tr(
        "A three-way match takes three lines, one for each two of the teams, all marked in the column '{three}'."
        " Marked 1 it is over one round: each set has half the boards of a round, and half its VPs, by the scale for"
        " half matches (the EBU's practice, for the scales WBF and WBF discrete; on other scales type the VPs). Marked"
        " 2 it is over this round and the next: each set is a match of full length, and its VPs come in the second of"
        " the rounds.",
        three=words.THREE,
    ),
    tr(
        "Where the director awards VPs, type them for both sides under '{typed}'. They stand in place of the VPs for"
        " the IMPs; IMPs that are typed as well still count for the tie-breaks.",
        typed=words.TYPED,
    ),
    tr(
        "A line with something wrong says so under '{to_do}' and counts for nothing until it is mended. That two teams"
        " have met before is only mentioned. Results of earlier rounds can be corrected at any time.",
        to_do=words.TO_DO,
    ),
    tr(
        "Standings: teams with the same VPs are ranked by what is chosen on {teams}, in that order. The matches"
        " between the tied: the VPs in all of these, if every two of the tied have met; two that are still level by"
        " the IMPs of their match. IMP quotient: IMPs won by IMPs lost; with nothing lost it is the best there is. VPs"
        " of the opponents: of all teams met at the table, sets over half a round at half weight. Who is level in all"
        " shares the rank.",
        teams=words.TEAMS,
    ),
    tr(
        "That the direct match comes first is the practice of the EBU (White Book, section 143) and of the CBAI, and"
        " the VPs of the opponents are the EBU's 'tie-break points'."
    ),
    tr(
        "A team that withdraws is marked on {teams}. It and its opponents keep their results; it has no rank any more,"
        " stands below the others, and is left out of the draw.",
        teams=words.TEAMS,
    ),
    tr(
        "Rules: VPs by P. Buchen, 'WBF VP Scales', and by ACBL Appendix K. A margin that is not whole is rounded to"
        " the nearest IMP first, a half away from zero, except on the scale NABC+."
    ),
)


def check(options: Options) -> None:
    """Refuse what a workbook cannot be made with."""
    whole(options.team_number, "teams", FEWEST_TEAMS, MOST_TEAMS)
    whole(options.rounds, "rounds", 1, MOST_ROUNDS)
    whole(options.boards, "boards", 1, MOST_BOARDS)


def swiss(options: Options) -> Book:
    """Return the workbook."""
    check(options)
    teams, rounds, most_boards = options.team_number, options.rounds, max(_BOARDS_AT_LEAST, options.boards)
    book = Book(TITLE, "swiss", options)
    _add_standings(book, options, teams)
    Teams(book, options, teams, most_boards, _variant(options)).write()
    Rounds(book, options, teams).write()
    drawing = Drawing(book, options, teams)
    drawing.write()
    Slips(book, options, teams, drawing).write()
    tables = Tables(book)
    add_scale(tables, most_boards, OWN_TOO, options, KINDS["swiss"].scales)
    add_words(tables, words.WITHDRAWN)
    tables.add(tr("An odd team"), [(tr("gets"), "odd_team_names", words.ODD_TEAM)])
    add_tie_breaks(tables)
    _add_state(tables, rounds)
    half = '""'
    for name, its_half in HALF_SCALES.items():
        half = f'IF(scale="{name}","{its_half}",{half})'
    tables.add(
        tr("Half a round"),
        [(tr("scale"), HALF.scale, [f"={half}"]), (tr("boards"), HALF.boards, ["=INT(N(boards)/2)"])],
    )
    add_in_use(tables, HALF)
    options.style.add_vps(tables, most_boards, OWN_TOO, HALF)
    tables.done()
    book.about(TITLE, _ABOUT)
    book.opens = lambda: _open(book, rounds)
    return book


def _open(book: Book, rounds: int) -> None:
    """Open on what is to be done next: the teams, the first result that is missing, or the next round."""
    if not any(book.filled("team_names")):
        book.open_on(words.TEAMS, "event")
        return
    for number in range(1, rounds + 1):
        homes = book.filled(f"round{number}_home")
        done = [book.filled(f"round{number}_{name}") for name in ("home_imps", "home_typed", "away")]
        for line, (home, imps, typed, away) in enumerate(zip(homes, *done, strict=True)):
            has_bye = isinstance(away, str)  # in whatever spelling: a team is a number
            if home is not None and imps is None and typed is None and not has_bye:
                book.open_on(words.ROUNDS, f"round{number}_home_imps", line)
                return
        if not any(homes):
            book.open_on(words.ROUNDS, f"round{number}_home")
            return
    book.open_on(words.ROUNDS, f"round{rounds}_home")


def _variant(options: Options) -> Variant:
    """Return what a Swiss event has on the sheet `Teams`."""
    bye = tr("VPs for a team without a match, 0 to 30.")
    odd = tr("What the draw gives to the team without an opponent, if the number of teams is odd.")
    left = tr("{yes} if the team has left the event.", yes=words.WITHDRAWN[0])
    return Variant(
        (
            Setting("bye_vp", inputs.decimal(tr("Bye VPs"), bye, 0, 30), usual_bye_vp(options)),
            Setting("odd_team", inputs.one_of(tr("An odd team has"), odd, "odd_team_names"), words.ODD_TEAM[0]),
        ),
        inputs.one_of(tr("Withdrawn"), left, "withdrawn_choices"),
        rounds=options.rounds,
    )


def _add_standings(book: Book, options: Options, teams: int) -> None:
    rounds = {
        f"vp{each}": figure(str(each), 7, of_team(f"round{each}_team_vp"))._replace(named=False)
        for each in range(1, options.rounds + 1)
    }
    columns = {**RANK, **rounds, "carry_over": CARRY_OVER, "penalty": PENALTY, "total": TOTAL, **BAR, **TIES}
    table = Table(book, tr("Standings", "sheet"), "standings", columns, teams)
    last_round = f"vp{options.rounds}"
    how_far = sentence(
        "After {done} of {all}{round_or_rounds}",
        done="SUM(rounds_done)",
        all=options.rounds,
        round_or_rounds=f'IF({options.rounds}=1,"{tr(" round")}","{tr(" rounds")}")',
    )
    table.write(
        options,
        f"={how_far}",
        [
            Field("rank", "played"),
            Field("vp1", last_round, tr("VPs in round") if options.rounds > 1 else tr("VPs")),
            Field("carry_over", "bar", tr("VPs")),
            Field("direct", "opponents", tr("Ties")),
        ],
    )
    book.name("standings_vps", table.sheet, table.lines.cells("vp1", last_round))


def _add_state(tables: Tables, rounds: int) -> None:
    """Add how far the event is, and what is to be done next."""
    tables.add(
        tr("This event"),
        [
            (tr("has begun"), "started", ["=IF(SUM(rounds_done)>0,1,0)"]),
            (tr("round"), "draw_round", ["=MAX(1,MAX(rounds_paired))"]),
            (tr("to mend"), "problem_count", ['=COUNTIF(match_problems,">0")+COUNTIF(team_problems,"?*")']),
            (tr("waits for"), "waiting_round", ["=IF(SUM(rounds_left)>0,MIN(rounds_left_round),0)"]),
            (tr("results"), "left_count", ["=SUMIF(rounds_left_round,waiting_round,rounds_left)"]),
        ],
    )
    mend = f"IF(problem_count=1,{words.MEND_ONE},{words.MEND})"
    wait = f"IF(left_count=1,{words.ONE_MISSING},{words.MISSING})"
    on = f"IF(MAX(rounds_paired)<{rounds},{words.DRAW},{words.ALL_PLAYED})"
    code = f"IF(COUNT(team_entered)=0,{words.ENTER_TEAMS},IF(problem_count>0,{mend},IF(waiting_round>0,{wait},{on})))"
    step_round = "IF(waiting_round>0,waiting_round,MAX(rounds_paired)+1)"
    add_step(tables, code, step_round, "IF(problem_count>0,problem_count,left_count)")
