"""Matches of the tests' own making, as hypothesis draws them."""

from __future__ import annotations

from hypothesis import strategies as st

from xlvp.results.model import NOT_PLAYED, ROOMS, SEATS, SIDES, Board, Match, plain_text

STRAINS = ("C", "D", "H", "S", "NT")


@st.composite
def results(draw: st.DrawFn) -> str:
    """Return a result as the cards write it."""
    level = draw(st.integers(1, 7))
    over = draw(st.integers(-level - 6, 7 - level))
    doubled = draw(st.sampled_from(["", "X", "XX"]))
    contract = f"{level}{draw(st.sampled_from(STRAINS))}{doubled}{draw(st.sampled_from('NESW'))}"
    return f"{contract}{f'{over:+d}' if over else '='}"


entries = st.one_of(
    st.none(),
    results(),
    st.just("P"),
    st.just(NOT_PLAYED),
    st.integers(-760, 760).filter(bool).map(lambda tens: 10 * tens),
)
names = st.text(max_size=60).map(plain_text)
teams = names.filter(lambda name: name not in ("?", "-"))
awards = st.one_of(st.none(), st.sampled_from([-3.0, 0.0, 3.0, 1.5, 12.25]))
boards = st.builds(Board, entries, entries, awards, awards, names)


@st.composite
def stanzas(draw: st.DrawFn, many: int = 3) -> list[Match]:
    """Return a match of one stanza or several, each with boards that follow each other."""
    about = {name: draw(teams) for name in ("home", "away", "event", "venue")}
    about["date"] = draw(st.sampled_from(["", "2026", "2026-11", "2026-11-18"]))
    count = draw(st.integers(1, many))
    found = []
    for place in range(count):
        seats = {f"{room}_{seat}": draw(player) for room in ROOMS for seat in SEATS if draw(st.booleans())}
        first = draw(st.integers(1, 200))
        match = Match(stanza=str(place + 1) if count > 1 else "", home_sits=draw(st.sampled_from(SIDES)))
        for name, said in about.items():
            setattr(match, name, said)
        match.boards = {first + number: draw(boards) for number in range(draw(st.integers(1, 6)))}
        match.players = seats
        found.append(match)
    found[0].carry = draw(st.sampled_from([None, (83.0, 43.0), (0.0, 12.5)]))
    return found


player = teams.filter(lambda name: name and not name.rstrip("0123456789").endswith("#"))
