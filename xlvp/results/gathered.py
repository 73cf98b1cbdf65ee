"""What several files hold together: a match with its stanzas, an event, or a session of pairs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from xlvp.files import RefusedError
from xlvp.results.formats import read
from xlvp.results.model import MOST_MATCHES, Match, Problem, Session, plain_text
from xlvp.results.stanzas import carry_problems, in_one_view, runs, same_teams

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from xlvp.results.model import Found

KINDS = ("match", "swiss", "pairs")
"""The kinds of workbook that results can be entered in."""


@dataclass
class Gathered:
    """What was found: one of the three, and what was left out."""

    kind: str
    stanzas: list[Match] = field(default_factory=list)
    matches: list[Match] = field(default_factory=list)
    teams: list[str] = field(default_factory=list)
    session: Session | None = None
    problems: list[Problem] = field(default_factory=list)


def gather(paths: Sequence[Path], kind: str | None = None) -> Gathered:
    """Return what these files hold, as a workbook of this kind wants it, or of the kind that suits them."""
    found = [(plain_text(path.name), read(path)) for path in paths]
    problems = [problem for _, each in found for problem in each.problems]
    matches = [(file, match) for file, each in found for match in each.matches]
    one_match = bool(matches) and all(same_teams(matches[0][1], match) for _, match in matches)
    if problems and not matches and all(each.session is None for _, each in found):
        more = f"; and {len(problems) - 1:,} more" if len(problems) > 1 else ""
        raise RefusedError(f"no result can be taken; {problems[0]}{more}")
    if kind is None:
        kind = "match" if one_match else "swiss" if matches else "pairs"
    if kind not in KINDS:
        raise RefusedError(f"results cannot be entered in a workbook of the kind {kind}, only in {', '.join(KINDS)}")
    if kind == "pairs":
        return Gathered(kind, session=_session(found, problems), problems=problems)
    if not matches:
        raise RefusedError(f"{_files(paths)}: no match of two teams; results of pairs go with --kind pairs")
    if len(matches) > MOST_MATCHES:
        raise RefusedError(f"{_files(paths)}: more than {MOST_MATCHES:,} matches, which no workbook holds")
    if kind == "swiss":
        teams = next((each.teams for _, each in found if each.teams), [])
        return Gathered(kind, matches=[match for _, match in matches], teams=teams, problems=problems)
    if not one_match:
        played = list(dict.fromkeys(f"{match.home} - {match.away}" for _, match in matches))
        several = f"{played[0]}, {played[1]}{' and others' if len(played) > 2 else ''}"
        raise RefusedError(f"{_files(paths)}: more than one match: {several}; give the files of one, or --kind swiss")
    if len(matches) == 1:
        return Gathered(kind, stanzas=runs(matches[0][1]), problems=problems)
    stanzas = in_one_view([match for _, match in matches])
    named = [(file, match) for (file, _), match in zip(matches, stanzas, strict=True)]
    return Gathered(kind, stanzas=stanzas, problems=problems + carry_problems(named))


def _files(paths: Sequence[Path]) -> str:
    return plain_text(paths[0].name) if len(paths) == 1 else f"{len(paths)} files"


def _session(found: Sequence[tuple[str, Found]], problems: list[Problem]) -> Session:
    """Return the session of pairs; there can be one."""
    sessions = [(file, each.session) for file, each in found if each.session is not None]
    if not sessions:
        raise RefusedError("no results of pairs in what was given")
    problems += [Problem("another session; a workbook holds one", file=file) for file, _ in sessions[1:]]
    return sessions[0][1]
