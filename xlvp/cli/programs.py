"""The commands that put the functions into Excel and LibreOffice, and look at what is there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from xlvp.cli.options import Option, Takes, add_options
from xlvp.files import AbsentError, RefusedError
from xlvp.terminal import say
from xlvp.writing import check_free, write_file

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from xlvp.cli.frame import Commands

_ADDIN_EXAMPLES = """\
examples:
  xlvp addin install excel                     the functions in every workbook, from Excel's next start on
  xlvp addin install libreoffice               the same for LibreOffice Calc
  xlvp addin uninstall excel                   take them out again
  xlvp addin build libreoffice -o xlvp.oxt     only make the file
"""

_DOCTOR_EXAMPLES = """\
examples:
  xlvp doctor     looks at each link from a cell in Excel or LibreOffice to Python and says how to mend a broken one
"""

_ADDIN = (
    Option(
        "action",
        "put it into the program, take it out again, or only make the file",
        Takes.CHOICE,
        choices={"build": "make the file", "install": "put it in", "uninstall": "take it out"},
    ),
    Option(
        "program",
        "Excel on Windows, or LibreOffice anywhere",
        Takes.CHOICE,
        choices={"excel": "Excel", "libreoffice": "LibreOffice"},
    ),
    Option("--output", "with build: the file to make", Takes.FILE, "FILE", short="-o"),
    Option("--force", "with build: replace the file if it exists", Takes.FLAG),
)
"""What `xlvp addin` takes."""

_NOTHING_REMOVED = "There was nothing to remove."


def add(commands: Commands) -> None:
    """Add the commands."""
    about = "the functions as an add-in, in Excel on Windows or LibreOffice"
    addin = commands.add("addin", about, _ADDIN_EXAMPLES, _addin)
    add_options(addin, _ADDIN)

    commands.add("doctor", "whether the add-in is installed and works", _DOCTOR_EXAMPLES, _doctor)


def _addin(args: argparse.Namespace) -> None:
    if args.action != "build" and (args.output or args.force):
        args.refuse("-o and --force go with build")
    (_excel_addin if args.program == "excel" else _libreoffice_addin)(args)


def _excel_addin(args: argparse.Namespace) -> None:
    from xlvp.excel import addin, install, places  # the other commands have no use for xlwings

    if args.action == "install":
        say(f"Installed {install.install()}")
        print("The functions are there when Excel is started the next time; try =IMPS(430) in a cell.")
    elif args.action == "uninstall":
        removed = install.uninstall()
        for line in [f"Removed {path}" for path in removed] or [_NOTHING_REMOVED]:
            say(line)
    else:
        _build(args, addin.FILE_NAME, lambda: addin.addin(places.here()))


def _libreoffice_addin(args: argparse.Namespace) -> None:
    from xlvp.libreoffice import extension, install

    if args.action == "install":
        say(f"Installed in {install.install()}")
        print("The functions are there when LibreOffice is started the next time; try =IMPS(430) in a cell.")
    elif args.action == "uninstall":
        print("Removed from LibreOffice" if install.uninstall() else _NOTHING_REMOVED)
    else:
        _build(args, extension.FILE_NAME, extension.extension)


def _build(args: argparse.Namespace, name: str, data: Callable[[], bytes]) -> None:
    path = args.output or Path(name)
    check_free(path, force=args.force)
    write_file(path, data(), force=args.force)
    say(f"Made {path}")


def _doctor(args: argparse.Namespace) -> None:
    """Look at each program; what is broken, or nothing anywhere, ends in a refusal."""
    from xlvp.excel import doctor as excel
    from xlvp.libreoffice import doctor as libreoffice

    broken: list[str] = []
    installed = False
    for program, check in (("Excel", excel.check), ("LibreOffice", libreoffice.check)):
        try:
            for link in check():
                installed = True
                say(f"{program}: ok: {link}")
        except AbsentError as absent:
            say(f"{program}: {absent}")
        except RefusedError as refusal:
            broken.append(f"{program}: {refusal}")
    if broken:
        raise RefusedError(" ".join(broken))
    if not installed:
        raise RefusedError(
            "nothing is installed yet. Run 'py -m xlvp addin install excel' or 'xlvp addin install libreoffice'."
        )
