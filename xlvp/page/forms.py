"""The forms of all jobs as the page reads them: written into the page when it is made."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from xlvp import __version__
from xlvp.catalogue import FUNCTIONS
from xlvp.cli.options import Takes
from xlvp.page.jobs import GROUPS
from xlvp.rules.scales import SCALES
from xlvp.templates.kinds import KINDS
from xlvp.templates.options import Options

if TYPE_CHECKING:
    from xlvp.cli.options import Option
    from xlvp.page.jobs import Job
    from xlvp.templates.kinds import Kind

_HELPED = {Takes.TEXT, Takes.WHOLE, Takes.NUMBER, Takes.FILE}
"""What is filled in with the help on it in sight; all else has words of its own."""

LARGEST_FILE = 100_000_000
"""Bytes of a file: what a browser's memory can take, with room for the work on it; scorers' workbooks have far less."""


def described() -> str:
    """Return the forms of all jobs, and what can be chosen in them, as JSON."""
    groups = [{"heading": heading, "jobs": list(map(_job, jobs))} for heading, jobs in GROUPS.items()]
    every = {
        "version": __version__,
        "groups": groups,
        "kinds": {kind.name: {"options": kind.options, "usual": _usual(kind)} for kind in KINDS.values()},
        "scales": [scale.name for scale in SCALES],
        "functions": [function.name for function in FUNCTIONS],
        "largest_file": LARGEST_FILE,
    }
    return json.dumps(every, ensure_ascii=False, separators=(",", ":"))


def _job(job: Job) -> dict[str, Any]:
    return {
        "name": job.name,
        "heading": job.heading,
        "about": job.about,
        "action": job.action,
        "books": job.books and {"label": job.books.label, "accept": job.books.accept},
        "folded": job.folded,
        "keeps": bool(job.books and job.books.flag),
        "saves": job.saves,
        "fields": list(map(_field, job.fields)),
    }


def _field(option: Option) -> dict[str, Any]:
    return {
        "name": option.name,
        "label": option.called,
        "help": f"{_capital(option.help)}." if option.takes in _HELPED else "",
        "takes": option.takes.value,
        "choices": [(value, _capital(words)) for value, words in option.choices.items()],
        "besides": option.besides,
        "default": option.default,
        "many": option.nargs in ("+", "*"),
        "needed": not option.flag.startswith("-") and option.nargs not in ("?", "*"),
    }


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _usual(kind: Kind) -> dict[str, Any]:
    """Return what a workbook of this kind has if nothing is said, as far as that is a number."""
    usual = vars(Options()) | dict(kind.usual)
    return {"teams" if name == "team_count" else name: value for name, value in usual.items() if isinstance(value, int)}
