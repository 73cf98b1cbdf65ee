"""The sheet `Teams` of an event: the settings, the teams, and in hidden columns what each team has so far."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from openpyxl.styles import Alignment, PatternFill

from xlvp.languages.marks import tr
from xlvp.rules.scales import scale_named
from xlvp.templates import inputs
from xlvp.templates.columns import Column, Columns, Field, Lines
from xlvp.templates.contest.ranking import ranking_columns
from xlvp.templates.contest.words import TEAMS, TIE_BREAKS, TO_DO
from xlvp.templates.look import INPUT, WARNING, Styles, set_up_page
from xlvp.templates.vptables import chosen_scale

if TYPE_CHECKING:
    from collections.abc import Sequence

    from openpyxl.worksheet.worksheet import Worksheet

    from xlvp.templates.book import Book
    from xlvp.templates.inputs import Takes
    from xlvp.templates.options import Options

TOP = 12
"""The row of the first team."""

NEVER = "FALSE"
NOT_BEGUN = "started=0"
"""When an empty input is still to be filled in."""

_TIES_ROW = 5
_ROW_POINTS = 18


class Setting(NamedTuple):
    """An input that holds for the whole event, on the right of the head: its name, what it takes, what it holds."""

    name: str
    takes: Takes
    value: Any = None
    number_format: str = ""


class Variant(NamedTuple):
    """What one kind of event has on this sheet, and another has not or has otherwise."""

    settings: Sequence[Setting]
    """Below boards and scale."""
    withdrawn: Takes
    void: str = "FALSE"
    """A formula for a team whose matches don't count."""
    rounds: int = 0
    """For how many rounds the VPs of each are worked out."""


class Teams:
    """The sheet in the making."""

    def __init__(self, book: Book, options: Options, count: int, most_boards: int, variant: Variant) -> None:
        self.book = book
        self.sheet: Worksheet = book.sheet(TEAMS)
        self.options = options
        self.most_boards = most_boards
        self.variant = variant
        self.columns = Columns(book, self.sheet, self.declared())
        self.lines = Lines(self.columns, TOP, count)

    def declared(self) -> dict[str, Column]:
        """Return the columns."""
        problem = (
            'IF({team_names}="",IF({team_notes}&{carry_overs}&{penalties}&{withdrawn}="","",INDEX(team_words,1)),'
            'IF(SUMPRODUCT(--({all_team_names}={team_names}))>1,INDEX(team_words,2),""))'
        )
        takes = inputs.text(tr("Team"), tr("The name of the team, up to 60 characters."))
        notes = inputs.text(tr("Players"), tr("The players, or what you like; up to 120 characters."), 120)
        carried = inputs.decimal(tr("Carry-over"), tr("VPs that the team brings with it."), -999, 999)
        penalty = inputs.decimal(tr("Penalty"), tr("VPs to be taken off the team."), 0, 999)
        return {
            "team_numbers": Column(tr("No."), 9, "{line}"),
            "team_names": Column(tr("Team"), 34, takes=takes, due=NOT_BEGUN),
            "team_notes": Column(tr("Players, or a note"), 36, takes=notes, due=NEVER),
            "carry_overs": Column(tr("Carry-over"), 11, takes=carried, due=NEVER),
            "penalties": Column(tr("Penalty"), 11, takes=penalty, due=NEVER),
            "withdrawn": Column(tr("With-\ndrawn"), 11, takes=self.variant.withdrawn, due=NEVER),
            "team_problems": Column(TO_DO, 25, problem, style=Styles.PROBLEM),
            **ranking_columns(self.variant.void, self.variant.rounds),
        }

    def write(self) -> None:
        """Write everything."""
        self.head()
        groups = [Field("team_numbers", "team_notes"), Field("carry_overs", "penalties", tr("VPs")), Field("withdrawn")]
        self.columns.headings(TOP - 1, [*groups, Field("team_problems")], height=30)
        self.lines.write(height=_ROW_POINTS)
        for row in self.sheet[self.lines.cells("team_names", "team_notes")]:
            for cell in row:
                cell.alignment = Alignment("left", "center", shrink_to_fit=True, indent=1)
        self.lines.mark(["team_names"], "LEN({team_problems})>0", fill=PatternFill("solid", bgColor=WARNING))
        self.book.fill({"team_names": [[name] for name in self.options.teams]})
        self.book.fill({"team_notes": [[note or None] for note in self.options.team_notes]})
        self.sheet.freeze_panes = f"C{TOP}"
        self.sheet.sheet_properties.tabColor = INPUT
        set_up_page(
            self.sheet,
            self.options.paper,
            self.columns.area(1, "team_numbers", "team_problems", TOP - 1 + len(self.lines.rows)),
        )

    def head(self) -> None:
        """Write what holds for the whole event: on the left event, date and tie-breaks, on the right the scoring."""
        options, most = self.options, self.most_boards
        ties = tr("What decides between teams with the same VPs, in this order. If nothing does, they share the rank.")
        boards = tr("How many boards a match has, 1 to {most}.", most=most)
        left = [
            Setting("event", inputs.text(tr("Event"), tr("What is being played, up to 60 characters."))),
            Setting("date", inputs.date(tr("Date"), tr("The day of the event.")), number_format="d mmm yyyy"),
        ]
        right = [
            Setting("boards", inputs.whole(tr("Boards"), boards, 1, most), options.boards),
            Setting("scale", inputs.one_of(tr("Scale"), tr("The VP scale."), "scale_names"), chosen_scale(options)),
            *self.variant.settings,
        ]
        rows: dict[int, list[Field]] = {
            1: [Field("team_numbers", "team_notes", TEAMS, Styles.TITLE)],
            2: [
                Field("team_numbers", "team_notes", "=next_step", Styles.SUBTITLE),
                Field("carry_overs", "team_problems", "=vp_problem", Styles.PROBLEM),
            ],
        }
        for row, setting in enumerate(left, start=3):
            rows[row] = [Field("team_numbers", shows=setting.takes.title), _input(setting, "team_names", "team_names")]
        for row in range(_TIES_ROW, _TIES_ROW + len(TIE_BREAKS)):
            label = tr("Ties by") if row == _TIES_ROW else tr("then by")
            rows[row] = [Field("team_numbers", shows=label)]
        for row, setting in enumerate(right, start=3):
            rows[row] += [
                Field("team_notes", shows=setting.takes.title),
                _input(setting, "carry_overs", "team_problems"),
            ]
        self.columns.head({row: (28 if row == 1 else _ROW_POINTS, fields) for row, fields in rows.items()})
        cells = self.columns.area(_TIES_ROW, "team_names", rows=len(TIE_BREAKS))
        self.book.inputs(self.sheet, cells, inputs.one_of(tr("Ties"), ties, "tie_break_names"), "tie_breaks", due=NEVER)
        self.book.prefill({"tie_breaks": [[word] for word in TIE_BREAKS]})


def _input(setting: Setting, first: str, last: str) -> Field:
    return Field(
        first,
        last,
        name=setting.name,
        takes=setting.takes,
        value=setting.value,
        number_format=setting.number_format,
        due=NOT_BEGUN,
    )


def usual_bye_vp(options: Options) -> float:
    """Return what is usual for a bye: 12 of 20 VPs, 18 of 30."""
    draw = options.own_table[0][1] if options.own_table else scale_named(options.scale).draw
    return int(draw * 12 / 10)
