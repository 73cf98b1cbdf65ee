"""A league: all play all, once or twice; results go into a list of fixtures, cross-table and table come out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlvp.languages.marks import sentence, tr
from xlvp.rules.checks import whole
from xlvp.templates import inputs
from xlvp.templates.book import Book
from xlvp.templates.columns import Field
from xlvp.templates.contest import words
from xlvp.templates.contest.older import league_entries as brought_up_to_date
from xlvp.templates.contest.sheet import add_step, add_tie_breaks, add_words
from xlvp.templates.contest.standings import BAR, CARRY_OVER, PENALTY, RANK, TIES, TOTAL, Table, figure, of_team
from xlvp.templates.contest.teams import Setting, Teams, Variant
from xlvp.templates.kinds import KINDS
from xlvp.templates.league.crosstable import add_cross_table
from xlvp.templates.league.fixtures import Fixtures
from xlvp.templates.tables import MOST_BOARDS, Tables
from xlvp.templates.vptables import OWN_TOO, add_scale

if TYPE_CHECKING:
    from xlvp.templates.options import Options

__all__ = ["brought_up_to_date", "league"]

FEWEST_TEAMS, MOST_TEAMS = 2, 30
MOST_LEGS = 2
_USUAL_BOARDS = 36  # up to which the workbook knows the scales, if it is not made for more
_DAYS = 7
_TITLE = tr("League")

_ABOUT = (
    tr(
        "Fill in the pale yellow cells, on the sheets with a yellow tab; everything else is worked out. What is to be"
        " done next stands at the top of each sheet."
    ),
    tr(
        "{teams}: the names of the teams, the number of boards in a match, the VP scale and the tie-breaks. A team"
        " without a name does not play: its matches stay empty. With the first date and the days between rounds every"
        " fixture has its date.",
        teams=words.TEAMS,
    ),
    tr(
        "{fixtures}: every team meets every other, once or in two legs, at home and away in turn. They are made by the"
        " circle method, so that all play in every round; rounds and teams may be changed if your league has its own."
        " When a match is over, type the IMPs of both sides on its line.",
        fixtures=words.FIXTURES,
    ),
    tr("A postponed match stays open until it has a result, and is counted as missing; type the new date beside it."),
    tr(
        "A walkover, or an award by the director: type the VPs of both sides under '{typed}'. They stand in place of"
        " the VPs for the IMPs; IMPs that are typed as well still count for the tie-breaks.",
        typed=words.TYPED,
    ),
    tr("Won, drawn and lost go by IMPs, and in a match with typed VPs by those."),
    tr(
        "Table: teams with the same VPs are ranked by what is chosen on {teams}, in that order. The matches between"
        " the tied: the VPs in all of these, if every two of the tied have met; two that are still level by the IMPs"
        " of their match. IMP quotient: IMPs won by IMPs lost; with nothing lost it is the best there is. VPs of the"
        " opponents: of all teams met. Who is level in all shares the rank.",
        teams=words.TEAMS,
    ),
    tr("That the direct match comes first is the practice of the EBU (White Book, section 143) and of the CBAI."),
    tr(
        "A team that withdraws: choose '{annulled}', and none of its matches counts for anybody, as is usual when it"
        " has played less than half of them; or '{kept}', and its opponents keep what they have. Matches that it has"
        " not played then stay open until VPs are typed for them. It has no rank in either case.",
        annulled=words.ANNULLED[0],
        kept=words.ANNULLED[1],
    ),
    tr("Rules: WBF scales by P. Buchen, 'WBF VP Scales'; ACBL scales by ACBL Appendix K."),
)


def check(options: Options) -> None:
    """Refuse what a workbook cannot be made with."""
    whole(options.team_number, "teams", FEWEST_TEAMS, MOST_TEAMS)
    whole(options.legs, "legs", 1, MOST_LEGS)
    whole(options.boards, "boards", 1, MOST_BOARDS)


def league(options: Options) -> Book:
    """Return the workbook."""
    check(options)
    teams, most_boards = options.team_number, max(_USUAL_BOARDS, options.boards)
    book = Book(_TITLE, "league", options)
    _add_table(book, options, teams)
    Teams(book, options, teams, most_boards, _VARIANT).write()
    Fixtures(book, options, teams).write()
    add_cross_table(book, options, teams)
    tables = Tables(book)
    add_scale(tables, most_boards, OWN_TOO, options, KINDS["league"].scales)
    add_words(tables, words.ANNULLED)
    add_tie_breaks(tables)
    _add_state(tables, options)
    options.style.add_vps(tables, most_boards, OWN_TOO)
    tables.done()
    book.about(_TITLE, _ABOUT)
    book.opens = lambda: _open(book)
    return book


def _open(book: Book) -> None:
    """Open on what is to be done next: the teams, or the first result that is missing."""
    if not any(book.filled("team_names")):
        book.open_on(words.TEAMS, "event")
        return
    done = [book.filled(f"fixtures_{name}") for name in ("home_imps", "home_typed")]
    lines = list(zip(*done, strict=True))
    last = max((line for line, results in enumerate(lines) if any(each is not None for each in results)), default=-1)
    book.open_on(words.FIXTURES, "fixtures_home_imps", min(last + 1, len(lines) - 1))


_VARIANT = Variant(
    (
        Setting(
            "first_date", inputs.date(tr("First date"), tr("The day of the first round.")), number_format="d mmm yyyy"
        ),
        Setting(
            "days_between",
            inputs.whole(tr("Days between rounds"), tr("From one round to the next, such as 7."), 0, 366),
            _DAYS,
        ),
    ),
    inputs.one_of(
        tr("Withdrawn"),
        tr(
            "Leave it empty, or choose: '{annulled}' if no match of this team counts, '{kept}' if those played do.",
            annulled=words.ANNULLED[0],
            kept=words.ANNULLED[1],
        ),
        "withdrawn_choices",
    ),
    void='AND({team_names}<>"",{withdrawn}=INDEX(withdrawn_choices,1))',
)


def _add_table(book: Book, options: Options, teams: int) -> None:
    counts = {
        name: figure(heading, 7, of_team(f"team_{name}"), "0")
        for name, heading in (
            ("wins", tr("Won", "matches")),
            ("draws", tr("Drawn", "matches")),
            ("losses", tr("Lost", "matches")),
        )
    }
    columns = {**RANK, **counts, "carry_over": CARRY_OVER, "penalty": PENALTY, "total": TOTAL, **BAR, **TIES}
    table = Table(book, tr("Table", "sheet"), "table", columns, teams)
    to_come = sentence(
        "{n}{match_or_matches} to come",
        n="missing_count",
        match_or_matches=f'IF(missing_count=1,"{tr(" match")}","{tr(" matches")}")',
    )
    table.write(
        options,
        f'=IF(missing_count=0,"",{to_come})',
        [
            Field("rank", "team"),
            Field("played", "losses", tr("Matches")),
            Field("carry_over", "bar", tr("VPs")),
            Field("direct", "opponents", tr("Ties")),
        ],
    )
    for name, column in {"won": "wins", "drawn": "draws", "lost": "losses", "vp": "total"}.items():
        book.name(f"table_{name}", table.sheet, table.lines.cells(column))


def _add_state(tables: Tables, options: Options) -> None:
    """Add how far the league is, and what is to be done next."""
    tables.add(tr("This league"), [(tr("legs", "of a league"), "legs", [options.legs])])
    now = "SUMPRODUCT(--(fixtures_open=last_round))"
    later = (
        'IF(COUNTIF(fixtures_open,">"&last_round)=0,0,SMALL(fixtures_open,1+COUNTIF(fixtures_open,"<="&last_round)))'
    )
    first = "IF(missing_count=0,0,SMALL(fixtures_open,1+COUNTIF(fixtures_open,0)))"
    waiting = f"IF(AND(last_round>0,{now}>0),last_round,IF(next_round>0,next_round,{first}))"
    tables.add(
        tr("How far it is"),
        [
            (tr("has begun"), "started", ["=IF(COUNT(match_vps)>0,1,0)"]),
            (tr("last round"), "last_round", ["=MAX(fixtures_over)"]),
            (tr("matches to come"), "missing_count", ['=COUNTIF(fixtures_open,">0")']),
            (tr("to mend"), "problem_count", ['=COUNTIF(match_problems,">0")+COUNTIF(team_problems,"?*")']),
            (tr("next round"), "next_round", [f"={later}"]),
            (
                tr("round"),
                "waiting_round",
                [f"={waiting}"],
            ),
            (tr("results"), "left_count", ["=IF(missing_count=0,0,COUNTIF(fixtures_open,waiting_round))"]),
        ],
    )
    mend = f"IF(problem_count=1,{words.MEND_ONE},{words.MEND})"
    wait = f"IF(left_count=1,{words.ONE_MISSING},{words.MISSING})"
    code = (
        f"IF(COUNT(team_entered)=0,{words.ENTER_TEAMS},IF(problem_count>0,{mend},"
        f"IF(missing_count>0,{wait},{words.ALL_PLAYED})))"
    )
    add_step(tables, code, "waiting_round", "IF(problem_count>0,problem_count,left_count)")
