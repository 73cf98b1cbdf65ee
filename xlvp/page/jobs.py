"""Every job of the page, declared once: its command, its words, its fields, and how its answer is shown.

A new command joins the page with a `Job` in `GROUPS`. A new option of a command, or a new kind of workbook, needs
nothing here: fields are made from the options that the command line reads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from xlvp.cli import scoring, workbooks
from xlvp.page import shows

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from xlvp.cli.options import Option
    from xlvp.page.answers import Answer


class Books(NamedTuple):
    """The files that a job takes, one after the other."""

    label: str
    accept: str = ".xlsx,.xlsm"
    flag: str = ""
    """The option that a file is given with; without one it is the command's argument."""


class Job(NamedTuple):
    """Something that the page can do."""

    name: str
    command: str
    heading: str
    about: str
    action: str
    """What the button says."""
    options: Sequence[Option] = ()
    show: Callable[[Sequence[str], str], Answer] = shows.said
    """Runs the command with these arguments, for this file, and returns what the page shows."""
    books: Books | None = None
    given: Sequence[str] = ()
    """Arguments that the command always gets, an option together with its value, as in -o{stem}.new.xlsx.

    {stem} is the name of the file without its ending, {kind} the kind that was chosen.
    """
    saves: bool = True
    """A file that it makes is what it is for, so that it is saved at once."""
    folded: bool = False
    """The fields are seldom needed, and out of sight until they are."""

    @property
    def fields(self) -> list[Option]:
        """Return the options that are fields of the form."""
        flags = {*self.given, self.books.flag if self.books else ""}
        return [option for option in self.options if not option.on_disk and option.flag not in flags]


_WITH_FUNCTIONS = "Excel 365, Excel 2024 and Excel for the web"

GROUPS: dict[str, tuple[Job, ...]] = {
    "Make": (
        Job(
            "new",
            "new",
            "Scorecard or event",
            "Makes a workbook to fill in, for any spreadsheet program. What is left empty is as usual.",
            "Make the workbook",
            [option for option in workbooks.NEW if option.flag != "--from"],
            shows.made,
            given=("{kind}.xlsx",),
        ),
        Job(
            "renew",
            "new",
            "Renew a workbook",
            "Makes a fresh workbook with all that was entered in an older one that xlvp has made: after a mistake in"
            " the set-up, or for a newer xlvp. What finds no place in it is listed.",
            "Make a fresh workbook",
            [option for option in workbooks.NEW if option.flag != "--kind"],
            shows.made,
            books=Books("Older workbooks", ".xlsx,.xlsm", "--from"),
            given=("{stem}.renewed.xlsx",),
            folded=True,
        ),
        Job(
            "draw",
            "draw",
            "Draw a round",
            "Draws the next round of a Swiss event from the results that are entered in its workbook. You get a copy"
            " with the round; your own file stays as it is.",
            "Draw the next round",
            [option for option in workbooks.DRAW if option.flag != "book"],
            shows.drawn,
            books=Books("Swiss events", ".xlsx"),
            folded=True,
        ),
    ),
    "Your workbooks": (
        *(
            Job(
                f"export-{ending}",
                "export",
                f"A match as {name}",
                "Writes the results of a match for other programs: both rooms, players, carry-over, awards and notes."
                " What cannot be read is listed.",
                f"Write the {name} file",
                show=shows.made,
                books=Books("Matches", ".xlsx"),
                given=("--output={stem}." + ending,),
            )
            for ending, name in (("pbn", "PBN"), ("csv", "CSV"))
        ),
        Job(
            "embed",
            "embed",
            "Put the functions in",
            "Puts IMPS, WBFVP and the others into a workbook of yours, so that =IMPS(430) works in it with"
            f" {_WITH_FUNCTIONS}. Nothing else in it changes. You get a copy; your own file stays as it is.",
            "Put the functions in",
            [option for option in workbooks.EMBED if option.flag != "--remove"],
            books=Books("Workbooks"),
            folded=True,
        ),
        Job(
            "remove",
            "embed",
            "Take the functions out",
            "Takes the functions of xlvp out of a workbook again. You get a copy; your own file stays as it is.",
            "Take the functions out",
            workbooks.EMBED,
            books=Books("Workbooks"),
            given=("--remove",),
            folded=True,
        ),
        Job(
            "check",
            "check",
            "Check a workbook",
            "Looks for tables of IMPs and VPs that differ from the official ones, and for formulas that go wrong. The"
            " workbook is only read.",
            "Check",
            workbooks.CHECK,
            show=shows.findings,
            books=Books("Workbooks", ".xlsx,.xlsm,.xltx,.xltm"),
        ),
    ),
    "Look up": (
        Job("imps", "imps", "IMPs", "The IMPs for differences in points.", "Score", scoring.IMPS, shows.imps),
        Job(
            "vp",
            "vp",
            "Victory points",
            "The VPs for margins in IMPs: ours and theirs.",
            "Score",
            scoring.VP,
            shows.victory_points,
        ),
        Job(
            "table",
            "table",
            "A scale to print",
            "A whole VP scale.",
            "Show the scale",
            scoring.TABLE,
            shows.scale,
            saves=False,
        ),
        Job(
            "functions",
            "functions",
            "The functions",
            "Every function with its arguments and examples, and its text for the Name Manager of Excel.",
            "Show the functions",
            scoring.FUNCTIONS,
            shows.functions,
        ),
    ),
}
"""Every job, under the headings of the page's menu."""

JOBS = {job.name: job for group in GROUPS.values() for job in group}
"""Every job by its name."""
