"""The scores of workbooks in every language, with results in its own letters: the same as by the rules."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from tests.languages.letters import ENGLISH, LETTERS, rewritten
from tests.languages.spoken import SpokenCard
from tests.results.segments import FRENCH_TRIAL, POLISH_LEAGUE
from tests.templates import test_league, test_pairs, test_swiss
from tests.templates.ironcalc_card import IronCalcCard
from tests.templates.league_season import random_league
from tests.templates.matches import METHODS, OWN, expected, random_match, typed
from tests.templates.scorecard import Card, Scorecard
from tests.templates.session import random_session
from tests.templates.swiss_event import random_event
from xlvp.languages import language
from xlvp.results.lin import parse
from xlvp.templates.new import new

if TYPE_CHECKING:
    from pathlib import Path

    from tests.parts.office import Office

pytestmark = pytest.mark.slow


ALL = {"en": ENGLISH, **LETTERS}
OWN_TABLE = tuple((float(margin), float(won), float(lost)) for margin, won, lost in OWN)


def book(code: str, **choices: Any) -> bytes:
    return new("match", {"own_table": OWN_TABLE, "language": code, **choices}, {})[0]


def chosen(card: Card, entries: dict[str, Any]) -> dict[str, Any]:
    """Entries with the words from lists as this card offers them, by their places there."""
    sides = dict(zip(("N-S", "E-W"), card.column("side_names"), strict=True))
    entries = {name: sides[value] if name.endswith("home_sits") else value for name, value in entries.items()}
    if "method" in entries:
        entries["method"] = card.column("method_names")[METHODS.index(entries["method"])]
    return entries


def wrong_scores(card: Card, code: str, shape: tuple[int, int, int], seed: int) -> dict[str, Any]:
    """Type a random match in, and return what the card shows otherwise than the rules: in each case both."""
    capacity, _, _ = shape
    entered = random_match(random.Random(f"{shape} {seed}"), *shape, ALL[code])
    card.fill(chosen(card, typed(entered, capacity)))
    wanted = expected(entered)
    differing = {}
    for name, value in wanted.items():
        listed = isinstance(value, list)
        right = [*value, *[""] * (capacity - len(value))] if listed else value
        shown = card.column(name) if listed else card.cell(name)
        if shown != right:
            differing[name] = (shown, right)
    return differing


@pytest.mark.parametrize("code", LETTERS)
def test_random_matches_in_libreoffice(office: Office, tmp_path: Path, code: str) -> None:
    shape = (24, 2, 1)
    with Scorecard(office, tmp_path, book(code, boards=24)) as card:
        for seed in range(15):
            assert wrong_scores(card, code, shape, seed) == {}, seed


@pytest.mark.parametrize(
    ("shape", "style"), [((16, 2, 1), "functions"), ((16, 2, 2), "portable"), ((12, 4, 1), "functions")]
)
@pytest.mark.parametrize("code", LETTERS)
def test_random_matches_of_every_shape(tmp_path: Path, code: str, shape: tuple[int, int, int], style: str) -> None:
    boards, rooms, stanzas = shape
    card = IronCalcCard(tmp_path, book(code, boards=boards, rooms=rooms, stanzas=stanzas, style=style))
    for seed in range(5):
        assert wrong_scores(card, code, shape, seed) == {}, seed


@pytest.mark.parametrize("code", ALL)
@pytest.mark.parametrize(("segment", "imps"), [(POLISH_LEAGUE, (12, 18)), (FRENCH_TRIAL, (9, 13))])
def test_real_segments_give_the_same_imps_in_every_language(
    tmp_path: Path, code: str, segment: str, imps: tuple[int, int]
) -> None:
    boards = parse(segment).matches[0].boards.values()
    card = IronCalcCard(tmp_path, book(code, boards=16, style="functions"))
    results = {
        f"{room}_result": [rewritten(str(getattr(board, room)), ALL[code]) for board in boards]
        for room in ("open", "closed")
    }
    card.fill({"boards": len(boards), **results})
    assert (card.cell("home_imps"), card.cell("away_imps"), card.cell("boards_left")) == (*imps, 0)


# Events and sessions


def spoken(folder: Path, code: str, kind: str, **choices: Any) -> SpokenCard:
    made, _ = new(kind, {"language": code, **choices}, {})
    return SpokenCard(IronCalcCard(folder, made), language(code))


@pytest.mark.parametrize("code", LETTERS)
def test_random_swiss_events(tmp_path: Path, code: str) -> None:
    card = spoken(tmp_path, code, "swiss", team_count=8, rounds=4)
    for seed in range(5):
        event = random_event(random.Random(seed), 8, 4)
        card.fill(event.entries(8, 4))
        assert test_swiss.shown(card) == event.standings(4), seed


@pytest.mark.parametrize("code", LETTERS)
def test_random_leagues(tmp_path: Path, code: str) -> None:
    card = spoken(tmp_path, code, "league", team_count=6, legs=2)
    for seed in range(5):
        season = random_league(random.Random(seed), 6, 2)
        card.fill(season.entries(6, 30))
        assert test_league.shown(card) == season.table(), seed


@pytest.mark.parametrize("code", LETTERS)
def test_random_sessions_of_pairs(tmp_path: Path, code: str) -> None:
    card = spoken(tmp_path, code, "pairs", team_count=7, boards=6, style="functions")
    for seed in range(5):
        session = random_session(random.Random(seed), 7, 6)
        card.fill(session.entries())
        test_pairs.check(session, card)
