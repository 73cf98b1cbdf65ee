"""USEBIO: matches, Swiss events and pairs in both versions, as the tests write them after its documentation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from xlvp.files import RefusedError
from xlvp.results.formats import read
from xlvp.results.gathered import gather
from xlvp.results.model import Line
from xlvp.results.usebio import parse

if TYPE_CHECKING:
    from pathlib import Path

VERSIONS = {"1.2": "18/11/2026", "1.3": "2026-11-18"}
"""The day in each version."""


def element(name: str, *within: str, **attributes: str) -> str:
    said = "".join(f' {key}="{value}"' for key, value in attributes.items())
    return f"<{name}{said}>{''.join(within)}</{name}>\n"


def simple(**texts: str) -> str:
    return "".join(element(name, text) for name, text in texts.items())


def document(event: str, kind: str, version: str = "1.2", *, doctype: str | None = None) -> bytes:
    usual = f'<!DOCTYPE USEBIO SYSTEM "usebio_v{version.replace(".", "_")}.dtd">'
    head = simple(EVENT_DESCRIPTION="Café Cup", DATE=VERSIONS[version], MATCH_SCORING_METHOD="VPS")
    body = element("USEBIO", element("CLUB", simple(CLUB_NAME="Club")), element("EVENT", head, event, EVENT_TYPE=kind))
    text = f'<?xml version="1.0" encoding="iso-8859-1"?>\n{usual if doctype is None else doctype}\n{body}'
    return text.replace("<USEBIO>", f'<USEBIO Version="{version}">').encode("iso-8859-1")


def line(direction: str, contract: str, by: str, tricks: str, score: str = "") -> str:
    said = simple(DIRECTION=direction, CONTRACT=contract, PLAYED_BY=by, LEAD="", TRICKS=tricks, SCORE=score)
    return element("TRAVELLER_LINE", said)


def board(number: int, *lines: str, imps: str = "") -> str:
    return element("BOARD", simple(BOARD_NUMBER=str(number), IMPS=imps), *lines)


def match(home: str, away: str, *boards: str, round_: str = "1", **more: str) -> str:
    return element("MATCH", simple(ROUND_NUMBER=round_, TEAM=home, OPPOSING_TEAM=away, **more), *boards)


PLAYERS = element("PLAYER", simple(PLAYER_NAME="Ann Bee")) + element("PLAYER", simple(PLAYER_NAME="Cy Dee"))
TEAMS = element(
    "PARTICIPANTS",
    element("TEAM", PLAYERS, TEAM_ID="2", TEAM_NAME="Brue"),
    element("TEAM", PLAYERS, TEAM_ID="1", TEAM_NAME="Avon &amp; Co"),
)


@pytest.mark.parametrize("version", VERSIONS)
def test_a_swiss_event(version: str) -> None:
    """DIRECTION is where the team named first sat; its lines may have the score from that team's side."""
    played = match(
        *("1", "2"),
        board(1, line("NS", "4S", "N", "10", "420"), line("EW", "4S", "N", "9", "50"), imps="10"),
        board(2, line("EW", "3NTX", "E", "8", "100"), line("NS", "PASS", "", "", "0")),
        round_="3",
        START_BOARD_NUMBER="1",
        END_BOARD_NUMBER="3",
        TEAM_SCORE="12.5",
        OPPOSING_TEAM_SCORE="7.5",
    )
    found = parse(document(TEAMS + played, "SWISS_TEAMS", version))
    assert [str(problem) for problem in found.problems] == []
    assert found.teams == ["Avon & Co", "Brue"]
    assert found.session is None
    (made,) = found.matches
    assert (made.home, made.away, made.round, made.stated) == ("Avon & Co", "Brue", 3, (12.5, 7.5))
    assert (made.event, made.date) == ("Café Cup", "2026-11-18")
    assert [(number, each.open, each.closed) for number, each in made.boards.items()] == [
        (1, "4SN=", "4SN-1"),
        (2, "P", "3NTXE-1"),
        (3, None, None),
    ]


def test_scores_of_matches_are_vps_only_if_that_is_said() -> None:
    data = document(TEAMS + match("1", "2", TEAM_SCORE="23", OPPOSING_TEAM_SCORE="5"), "TEAMS")
    assert parse(data).matches[0].stated == (23, 5)
    for said in (b">IMPS<", b"><"):
        assert parse(data.replace(b">VPS<", said)).matches[0].stated is None


@pytest.mark.parametrize("within", [("SESSION", "SECTION"), ("SECTION",), ()])
def test_sessions_and_sections_around(within: tuple[str, ...]) -> None:
    event = TEAMS + match("1", "2", board(1, line("NS", "4S", "N", "10")))
    for name in within:
        event = element(name, event)
    assert parse(document(event, "TEAMS")).matches[0].boards[1].open == "4SN="


@pytest.mark.parametrize(
    ("lines", "imps", "said"),
    [
        (line("NS", "4S", "N", ""), "", "'4S' has no result"),
        (line("NS", "4S", "N", "10", "450"), "", "4SN= is worth 420 to North-South, but the score is 450"),
        (line("NS", "4S", "N", "10", "-420"), "", "4SN= is worth 420 to North-South, but the score is -420"),
        (line("NS", "4S", "N", "10", "top"), "", "a score must be a whole number, not 'top'"),
        (line("up", "4S", "N", "10"), "", "DIRECTION must be NS or EW, not 'UP'"),
        (
            line("NS", "4S", "N", "10") + line("NS", "4S", "N", "9"),
            "",
            "another result for the open room; neither is taken",
        ),
        (
            line("NS", "4S", "N", "10") + line("EW", "4S", "N", "9"),
            "12",
            "the results are worth 10 IMPs, but 12 are given",
        ),
    ],
)
def test_what_contradicts_itself_is_named_and_left_out(lines: str, imps: str, said: str) -> None:
    found = parse(document(match("1", "2", board(1, lines, imps=imps)), "TEAMS"))
    assert [problem.what for problem in found.problems] == [said]
    assert all(problem.board == 1 and problem.line for problem in found.problems)
    assert found.matches[0].home == "Team 1"
    made = found.matches[0].boards.get(1)
    assert made is None or made.open is made.closed is None


def traveller(ns: str, ew: str, contract: str = "", by: str = "", tricks: str = "", score: str = "") -> str:
    pairs = simple(NS_PAIR_NUMBER=ns, EW_PAIR_NUMBER=ew)
    return element("TRAVELLER_LINE", pairs, simple(CONTRACT=contract, PLAYED_BY=by, TRICKS=tricks, SCORE=score))


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("kind", ["PAIRS", "MP_PAIRS"])
def test_a_session_of_pairs(kind: str, version: str) -> None:
    pair = element("PAIR", simple(PAIR_NUMBER="1", DIRECTION="NS"), PLAYERS)
    event = element("PARTICIPANTS", pair) + simple(WINNER_TYPE="2")
    event += board(4, traveller("1", "2", "6 H X", "W", "12", "-1660"), traveller("3", "1", score="170"))
    event += board(5, traveller("1", "2", score="A6040"), traveller("3", "1"), traveller("", "1", "1C", "N", "7"))
    found = parse(document(event, kind, version))
    assert found.session is not None
    assert found.session.lines == [
        Line(4, "1", "2", "6HXW="),
        Line(4, "3", "1", 170),
        Line(5, "1", "2", None, 60, 40),
    ]
    assert found.session.names == {("ns", "1"): "Ann Bee - Cy Dee"}
    assert found.session.two_fields is True
    assert [problem.what for problem in found.problems] == ["a result, but not of which pairs"]


@pytest.mark.parametrize(
    ("score", "taken"),
    [
        ("1430", Line(4, "1", "2", 1430)),
        ("-1210", Line(4, "1", "2", -1210)),
        ("2020", Line(4, "1", "2", 2020)),
        ("A6040", Line(4, "1", "2", None, 60, 40)),
        ("60%-40%", Line(4, "1", "2", None, 60, 40)),
        ("60-40", Line(4, "1", "2", None, 60, 40)),
        ("55.5%/100%", Line(4, "1", "2", None, 55.5, 100)),
    ],
)
def test_a_score_of_four_figures_is_no_award(score: str, taken: Line) -> None:
    found = parse(document(board(4, traveller("1", "2", score=score)), "PAIRS"))
    assert found.session is not None
    assert found.session.lines == [taken]


def test_a_contract_that_is_worth_four_figures() -> None:
    found = parse(document(board(2, traveller("1", "2", "6S", "N", "12", "1430")), "PAIRS"))
    assert found.session is not None
    assert found.session.lines == [Line(2, "1", "2", "6SN=")]


def test_two_results_of_the_same_pairs_are_named_and_left_out() -> None:
    lines = [traveller("1", "2", score=score) for score in ("50", "100")]
    found = parse(document(board(4, *lines, traveller("3", "4", score="50")), "PAIRS"))
    assert found.session is not None
    assert found.session.lines == [Line(4, "3", "4", 50)]
    assert [problem.what for problem in found.problems] == ["another result for pairs '1' and '2'; neither is taken"]


def test_what_teams_and_pairs_are_called_is_on_one_line() -> None:
    played = match("1&#10;x", "2", board(1, line("NS", "4S", "N", "10")))
    assert parse(document(played, "TEAMS")).matches[0].home == "1 x"
    found = parse(document(board(4, traveller(" 1&#10;", "2", score="50")), "PAIRS"))
    assert found.session is not None
    assert found.session.lines == [Line(4, "1", "2", 50)]


def test_pairs_of_two_sections_are_told_apart() -> None:
    sections = [
        element("SECTION", board(1, traveller("1", "2", "1C", "N", "7")), SECTION_ID=letter) for letter in ("A", "B")
    ]
    found = parse(document(element("SESSION", *sections), "PAIRS"))
    assert found.session is not None
    assert [(each.ns, each.ew) for each in found.session.lines] == [("A1", "A2"), ("B1", "B2")]


def test_a_swiss_event_of_pairs() -> None:
    played = element(
        "MATCH",
        simple(NS_PAIR_NUMBER="7", EW_PAIR_NUMBER="8"),
        board(1, element("TRAVELLER_LINE", simple(SCORE="-50"))),
    )
    found = parse(document(played, "SWISS_PAIRS"))
    assert found.session is not None
    assert found.session.lines == [Line(1, "7", "8", -50)]


def test_pairs_may_meet_again_in_another_round() -> None:
    played = [
        element(
            "MATCH",
            simple(ROUND_NUMBER=str(number), NS_PAIR_NUMBER="7", EW_PAIR_NUMBER="8"),
            board(1, element("TRAVELLER_LINE", simple(SCORE=score))),
        )
        for number, score in ((1, "-50"), (2, "50"))
    ]
    found = parse(document("".join(played), "SWISS_PAIRS"))
    assert found.problems == []
    assert found.session is not None
    assert found.session.lines == [Line(1, "7", "8", -50, round=1), Line(1, "7", "8", 50, round=2)]


def test_a_session_of_which_nothing_is_left_is_none(tmp_path: Path) -> None:
    path = tmp_path / "pairs.xml"
    path.write_bytes(document(board(4, *(traveller("1", "2", score=score) for score in ("50", "100"))), "PAIRS"))
    assert read(path).session is None
    with pytest.raises(RefusedError, match=r"no result can be taken; pairs.xml, line \d+, board 4: another result"):
        gather([path])


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "not well-formed XML"),
        (b"Contract,Declarer", "not well-formed XML"),
        (b"<USEBIO><EVENT>", "not well-formed XML"),
        (b"<html/>", "this has no event"),
        (document("", "PAIRS"), "this has no results of boards"),
        (document("", "INDIVIDUAL"), "an individual event"),
        (document("&eacute;", "PAIRS"), "undefined entity"),
        (document("", "PAIRS", doctype='<!DOCTYPE USEBIO [<!ENTITY a "aaaa">]>'), "document type definition"),
        (document("", "PAIRS", doctype='<!DOCTYPE USEBIO SYSTEM "file:///etc/passwd" []>'), "document type definition"),
        (document("", "PAIRS").replace(b"iso-8859-1", b"klingon"), "an encoding of its own|unknown encoding"),
    ],
)
def test_what_is_no_usebio_file_is_refused(data: bytes, said: str) -> None:
    with pytest.raises(RefusedError, match=said):
        parse(data)
