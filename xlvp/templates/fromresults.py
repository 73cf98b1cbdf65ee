"""A workbook with the results of other programs in it: a new one, or a copy of one that exists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from xlvp.files import RefusedError
from xlvp.results.entering import Entered, enter_heads, enter_stanza, match_entries, merged
from xlvp.results.entering_events import event_entries, session_entries
from xlvp.results.gathered import gather
from xlvp.results.leaving import is_free, slots
from xlvp.results.model import Problem
from xlvp.results.stanzas import same_team, turned
from xlvp.templates.kinds import KINDS
from xlvp.templates.new import Old
from xlvp.templates.options import Options

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from xlvp.results.gathered import Gathered


class Filled(NamedTuple):
    """A workbook to be made, and what of the results is not in it or should be looked at."""

    old: Old
    left_out: list[str]


def filled(paths: Sequence[Path], kind: str | None, old: Old | None) -> Filled:
    """Return the workbook with the results in these files; of an older one it is a copy, whose entries stay."""
    gathered = gather(paths, old.kind if old else kind)
    if old is None:
        entered = _of_a_new_one(gathered)
        made = Old(gathered.kind, entered.choices, entered.entries, [])
        return Filled(made, _told(gathered, entered))
    if gathered.kind == "match":
        entered, instead = _into_match(gathered, old)
    elif gathered.kind == "swiss":
        entered, instead = _into_event(gathered, old), []
    else:
        entered, instead = _into_session(gathered, old), ["pair_number", "first_board", "per_board", "boards", "ranked"]
    entries, kept = merged(old.entries, entered.entries, instead)
    made = old._replace(choices=old.choices | entered.choices, entries=entries)
    return Filled(made, _told(gathered, entered) + kept)


def _told(gathered: Gathered, entered: Entered) -> list[str]:
    return [str(problem) for problem in gathered.problems + entered.problems]


def _of_a_new_one(gathered: Gathered) -> Entered:
    if gathered.session is not None:
        return session_entries(gathered.session)
    if gathered.stanzas:
        return match_entries(gathered.stanzas)
    return event_entries(gathered.matches, list(dict.fromkeys(gathered.teams)))


def _chosen(old: Old, name: str) -> Any:
    """Return with what an older workbook was made."""
    return {"rooms": 2, "stanzas": 1, **KINDS[old.kind].usual, **old.choices}.get(name, getattr(Options(), name, None))


def _into_match(gathered: Gathered, old: Old) -> tuple[Entered, list[str]]:
    """Return what goes into a match, each stanza where it belongs, and what stands in place of what was there."""
    if _chosen(old, "rooms") != 2:
        raise RefusedError("results can be entered for two rooms, not for four")
    stanzas = gathered.stanzas
    home = old.entries.get("home", [[None]])[0][0]
    if isinstance(home, str) and same_team(stanzas[0].away, home):
        stanzas = [turned(stanza) for stanza in stanzas]
    places = slots(_chosen(old, "boards"), _chosen(old, "stanzas"), old.entries)
    free = [slot for slot in places if is_free(slot, old.entries)]
    entered, instead = Entered({}, {}, []), []
    enter_heads(entered, stanzas[0], stanzas[0].stanza if len(places) == 1 else "")
    for stanza in stanzas:
        first = min(stanza.boards, default=1)
        same = [slot for slot in places if slot.first == first]
        fits = [slot for slot in same if slot in free] or free or same or (places if len(places) == 1 else [])
        if not fits:
            entered.problems.append(Problem(f"no stanza is free for the one that begins with board {first}"))
            continue
        slot = fits[0]
        if slot in free:
            free.remove(slot)
            slot = slot._replace(first=first)
            instead += [f"{slot.start}first_board", f"{slot.start}home_sits"]
        if stanza is stanzas[0] and slot.start != places[0].start and entered.entries.pop("carry_over", []):
            entered.problems.append(Problem("a carry-over of a later stanza is left out: it is what came before"))
        enter_stanza(entered, stanza, slot)
    entered.choices.clear()
    return entered, instead


def _into_event(gathered: Gathered, old: Old) -> Entered:
    """Return what goes into an event: matches that are drawn already in their lines, others in free ones."""
    teams = [row[0] if row and isinstance(row[0], str) else "" for row in old.entries.get("team_names", [])]
    while teams and not teams[-1]:
        del teams[-1]
    drawn: dict[int, list[tuple[Any, Any]]] = {}
    for number in range(1, _chosen(old, "rounds") + 1):
        sides = [[row[0] for row in old.entries.get(f"round{number}_{side}", [])] for side in ("home", "away")]
        drawn[number] = list(zip(*sides, strict=False))
    entered = event_entries(gathered.matches, teams or gathered.teams, drawn)
    there = _chosen(old, "team_count")
    entered.choices.update(
        team_count=max(len(entered.choices.pop("teams")), there),
        rounds=max(entered.choices["rounds"], _chosen(old, "rounds")),
    )
    entered.choices.pop("boards", None)
    return entered


def _into_session(gathered: Gathered, old: Old) -> Entered:
    """Return what goes into a session of pairs, if it has no results yet: its lines would have to be moved."""
    if any(row[0] is not None for row in old.entries.get("ns_pair", [])):
        raise RefusedError("this workbook has results already; make a new one of these")
    if gathered.session is None:
        raise AssertionError("pairs without a session")
    entered = session_entries(gathered.session)
    if any(row[0] for row in old.entries.get("pair_names", [])):  # where names stand by their numbers already
        entered.entries.pop("pair_number")
        entered.entries.pop("pair_names")
    entered.choices["team_count"] = max(entered.choices["team_count"], _chosen(old, "team_count"))
    return entered
