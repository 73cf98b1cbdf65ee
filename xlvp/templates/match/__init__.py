"""The scorecard of a match: one entry for each room of a board in, victory points out.

The home team sits North-South in the open room, unless it is said otherwise, so that the difference on a board is the
open room's score less the closed room's, both from North-South's side. A match can be played in stanzas, each with its
own first board and line-up, and a match of teams of eight has four rooms.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from openpyxl.styles import Alignment, Font, PatternFill

from xlvp.languages.marks import tr
from xlvp.rules.checks import InputValueError, whole
from xlvp.templates.book import Book
from xlvp.templates.columns import Columns, Field, Lines
from xlvp.templates.kinds import NO_VPS
from xlvp.templates.look import (
    DOUBT,
    FAINT,
    FONT,
    INK,
    RED,
    SWING,
    WARNING,
    Styles,
    break_pages,
    number_rule,
    set_up_page,
)
from xlvp.templates.match.about import about
from xlvp.templates.match.foot import CHART_ROWS, draw_chart, write_signatures, write_totals
from xlvp.templates.match.head import IMPS, VPS, WHOLE_VPS, head
from xlvp.templates.match.lines import ROOMS, columns
from xlvp.templates.match.older import brought_up_to_date
from xlvp.templates.match.score import add_score, most_boards
from xlvp.templates.match.stanzas import add_stanzas

if TYPE_CHECKING:
    from xlvp.templates.match.lines import Room
    from xlvp.templates.options import Options

__all__ = ["brought_up_to_date", "match"]

MOST_BOARDS = 128
EXTRA_BOARDS = 8
"""Lines for boards that decide a level match without VPs."""

_SHEET = tr("Match", "sheet")
_ON_A_PAGE = 32
_BIG_SWING = 10


def check(options: Options) -> None:
    """Refuse what a workbook cannot be made with."""
    boards = whole(options.boards, "boards", 1, MOST_BOARDS)
    if options.rooms not in ROOMS:
        raise InputValueError(f"rooms must be 2 or 4, not {options.rooms}")
    stanzas = whole(options.stanzas, "stanzas", 1, boards)
    if boards % stanzas:
        fewer = boards - boards % stanzas
        can_be = " or ".join(str(each) for each in (fewer, fewer + stanzas) if each <= MOST_BOARDS)
        raise InputValueError(
            f"{boards} boards cannot be divided into {stanzas} stanzas of the same length; {can_be} can"
        )
    if stanzas > 1 and options.rooms > 2:
        raise InputValueError("a match in four rooms cannot be in stanzas; leave --stanzas or --rooms out")


def match(options: Options) -> Book:
    """Return the workbook."""
    check(options)
    book = Book(tr("Match scorecard"), "match", options)
    _Card(book, options, ROOMS[options.rooms]).write()
    if options.stanzas > 1:
        add_stanzas(book, options)
    add_score(book, options, ROOMS[options.rooms])
    book.about(tr("Match scorecard"), about(options))
    book.open_on(_SHEET, "event")
    return book


class _Card:
    """The sheet `Match`, part by part."""

    def __init__(self, book: Book, options: Options, rooms: tuple[Room, ...]) -> None:
        self.book, self.options, self.rooms = book, options, rooms
        self.sheet = book.sheet(_SHEET)
        self.columns = Columns(book, self.sheet, columns(options.style, rooms, options.language.notation))
        rows = head(options, rooms, most_boards(options))
        self.top = len(rows) + 3
        """The row of the first board."""
        self.head_rows = dict(enumerate(rows, start=1))
        self.lines = Lines(self.columns, self.top, options.boards)
        self.extra = Lines(self.columns, self.lines.rows[-1] + 1, EXTRA_BOARDS)
        self.every = Lines(self.columns, self.top, options.boards + EXTRA_BOARDS)
        self.pages = -(-options.boards // _ON_A_PAGE)
        self.height = max(16, min(18, 24 * 18 * self.pages / options.boards))

    def write(self) -> None:
        """Write all of it."""
        self.columns.head(self.head_rows)
        self.headings()
        self.boards()
        self.marks()
        self.foot()

    def headings(self) -> None:
        """Write the headings, which stay in sight."""
        groups = [Field(f"{room.name}_result", f"{room.name}_score", room.title) for room in self.rooms]
        groups += [
            Field("board", "vul", ""),
            Field("home_board_imps", "running", tr("IMPs")),
            Field("ask", "", ""),
            Field("home_adjust", "away_adjust", tr("Director")),
            Field("note", "", ""),
        ]
        self.columns.headings(self.top - 1, groups, height=15)
        self.sheet.row_dimensions[self.top - 2].height = 13.5
        self.sheet.freeze_panes = f"A{self.top}"

    def boards(self) -> None:
        """Write a line for each board, stanza by stanza, and those for extra boards."""
        at, style = self.columns.at, self.options.style
        tops = {f"top_{name}": f"{at[name]}${self.top}" for name in ("net", "home_own")}
        on_board = {
            "dealer": style.dealer("{board}"),
            "vulnerability": style.vulnerability("{board}"),
        }
        stanzas = self.options.stanzas
        stanza_boards = self.options.boards // stanzas
        for stanza in range(1, stanzas + 1):
            before = (stanza - 1) * stanza_boards
            first, turn = self.begins(stanza)
            lines = Lines(self.columns, self.top + before, stanza_boards)
            number = f'IF(OR({{line}}+{before}>boards,COUNT(boards,{first})<2),"",{first}+{{line}}-1)'
            lines.formulas(self.height, also={"number": number, "turn": turn, **tops, **on_board})
        self.lines.give_names()
        first, turn = self.begins(stanzas)
        last = f"{first}+{'boards' if stanzas == 1 else stanza_boards}-1"
        number = f'IF(extra_due=1,{last}+{{line}},"")'
        self.extra.formulas(self.height, also={"number": number, "turn": turn, **tops, **on_board})
        self.extra.give_names("extra_{}")
        if self.options.scale != NO_VPS:
            for row in self.extra.rows:
                self.sheet.row_dimensions[row].hidden = True
        for room in self.rooms:
            for (cell,) in self.sheet[self.every.cells(f"{room.name}_result")]:
                cell.font = Font(FONT, 11, bold=True, color=INK)

    def begins(self, stanza: int) -> tuple[str, str]:
        """Return what a stanza begins with: its first board, and 1 or -1 for where the home team sits."""
        start = "first_board" if self.options.stanzas == 1 else f"stanza{stanza}_start"
        if self.options.rooms > 2:
            return start, "1"
        return start, "home_turn" if self.options.stanzas == 1 else f"stanza{stanza}_turn"

    def marks(self) -> None:
        """Let stand out what should: what is wrong, big swings, red suits; and let what does not count fade."""
        lines = self.every
        warning, doubt = PatternFill("solid", bgColor=WARNING), PatternFill("solid", bgColor=DOUBT)
        faded = Font(color=FAINT, strike=True)
        for room in self.rooms:
            its = room.name
            lines.mark([f"{its}_result", f"{its}_reads"], f"{{{its}_wrong}}>0", fill=warning)
            lines.mark([f"{its}_result", f"{its}_reads"], f"{{{its}_odd}}>0", fill=doubt)
            lines.mark([f"{its}_result", f"{its}_reads", f"{its}_score"], "{award}+{off}>0", font=faded)
            red = f'ISNUMBER(SEARCH("♥",{{{its}_reads}}))+ISNUMBER(SEARCH("♦",{{{its}_reads}}))>0'
            lines.mark([f"{its}_reads"], red, font=Font(color=RED))
        lines.mark(["home_adjust", "away_adjust"], "{award_wrong}=1", fill=warning)
        lines.mark(["ask"], "{asked}=1", font=Font(color=INK))
        lines.mark(["ask"], "{wrong}=0", font=Font(color=FAINT, bold=False))
        for side in ("home", "away"):
            cells = f"{side}_board_imps"
            awarded = number_rule(f"${self.columns.at['award']}{self.top}=1", 'General"*"')
            lines.add_rule([cells], awarded)
            swing = PatternFill("solid", bgColor=SWING)
            lines.mark([cells], f"N({{{cells}}})>={_BIG_SWING}", font=Font(bold=True), fill=swing)
            lines.mark([cells], f"N({{{cells}}})=0", font=Font(color=FAINT))
        parts = 2 if self.options.stanzas == 1 else self.options.stanzas
        part = "INT((boards+1)/2)" if parts == 2 and self.options.stanzas == 1 else str(self.options.boards // parts)
        if self.options.boards >= 2 * parts:
            shown = [name for name, column in self.columns.columns.items() if column.width][: self.printed]
            above, boards = self.top - 1, "boards" if self.options.stanzas == 1 else str(self.options.boards)
            lines.rule_off(shown, f"OR(ROW()={above}+{boards},MOD(ROW()-{above},{part})=0)", "bottom")
            # Between two cells LibreOffice draws the line of the lower one.
            lines.rule_off(shown, f"AND(ROW()>{self.top},MOD(ROW()-{self.top},{part})=0)", "top")
        self.vp_marks()

    @property
    def printed(self) -> int:
        """How many columns are printed."""
        return list(self.columns.at).index("running") + 1

    def vp_marks(self) -> None:
        """Show whole VPs without decimals, IMPs as such, and both in italics while they are provisional."""
        say = self.book.say
        row = next(number for number, (_, fields) in self.head_rows.items() if any(f.name == "away" for f in fields))
        for field in self.head_rows[row][1]:
            if field.style == Styles.BIG:
                cell = self.columns.area(row, field.first)
                add = self.sheet.conditional_formatting.add
                for holds, look in (("N(boards_left)>0", {"font": Font(italic=True, color=FAINT)}), ("TRUE", {})):
                    add(cell, number_rule(f"AND({holds},no_vps=1)", say(IMPS), **look))
                    add(cell, number_rule(f"AND({holds},vp_whole=1,N({cell})=INT(N({cell})))", say(WHOLE_VPS), **look))
                    add(cell, number_rule(f"AND({holds},no_vps=0)", say(VPS), **look))
            elif field.takes:
                self.sheet[self.columns.area(row, field.first)].font = Font(FONT, 15, bold=True, color=INK)
                side = "left" if field.name == "home" else "right"
                self.sheet[self.columns.area(row, field.first)].alignment = Alignment(
                    side, "center", shrink_to_fit=True, indent=1
                )

    def foot(self) -> None:
        """Write totals, signatures and the chart, and fit all of it on paper."""
        last_room, after = self.rooms[-1].name, self.every.rows[-1] + 1
        parts = self.parts()
        row = write_totals(self.columns, after, last_room, parts)
        awarded = '=IF(SUM(award)=0,"",INDEX(foot_words,5))'
        self.columns.field(row, Field("board", "running", awarded, Styles.NOTE))
        self.sheet.row_dimensions[row].height = 13.5
        middle = {"closed": "open_score", "room4": "room2_score"}[last_room]
        one = self.rooms[0].name
        write_signatures(
            self.columns,
            row + 1,
            [("board", f"{one}_result", middle), (f"{last_room}_result", f"{last_room}_reads", "running")],
        )
        chart = row + 3
        self.sheet.row_dimensions[row + 2].height = 8
        draw_chart(self.columns, self.lines.rows, chart, self.printed)
        area = f"A1:{self.columns.at['running']}{chart + CHART_ROWS - 1}"
        repeat = f"{self.top - 2}:{self.top - 1}" if self.pages > 1 or self.options.stanzas > 1 else ""
        wide = len(self.rooms) > 2
        set_up_page(self.sheet, self.options.paper, area, pages=self.pages, repeat=repeat, landscape=wide)
        if self.options.stanzas > 1:
            length = self.options.boards // self.options.stanzas
            ends = [self.top - 1 + stanza * length for stanza in range(1, self.options.stanzas)]
            break_pages(self.sheet, 90, ends)

    def parts(self) -> list[tuple[str, str]]:
        """Return the parts of the match that have a total of their own, and the whole."""
        boards, stanzas = self.options.boards, self.options.stanzas
        parts = []
        if stanzas > 1:
            length = boards // stanzas
            for stanza in range(1, stanzas + 1):
                words = f"=INDEX(foot_words,4)&{stanza}"
                parts.append((words, f"{1 + (stanza - 1) * length}:{stanza * length}"))
        elif boards >= 8:
            half = "INT((boards+1)/2)"
            parts.append((f'=INDEX(foot_words,2)&first_board&" - "&first_board+{half}-1', f"1:{half}"))
            parts.append(
                (
                    f'=INDEX(foot_words,2)&first_board+{half}&" - "&first_board+boards-1',
                    f"{half}+1:MAX(boards,{half}+1)",
                )
            )
        parts.append(("=INDEX(foot_words,3)", f"1:{boards}"))
        return parts
