"""Several records of one match, and of several matches: stanzas, events, and what suits which workbook."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from xlvp.files import RefusedError
from xlvp.results.gathered import gather
from xlvp.results.headtohead import matches_among
from xlvp.results.model import Board, Line, Match
from xlvp.results.stanzas import carry_problems, in_one_view, match_imps, runs, turned

if TYPE_CHECKING:
    from pathlib import Path

GAME, DOWN = "4SN=", "4SN-1"  # 10 IMPs for North-South's side of the first room on board 1


def segment(name: str, teams: tuple[str, str], carry: tuple[int, int], results: str = "4SN=,4SN-1") -> str:
    return f"vg|Final,{name},I,1,1,{teams[0]},{carry[0]},{teams[1]},{carry[1]}|rs|{results}|"


def written(folder: Path, *texts: str, suffix: str = ".lin") -> list[Path]:
    paths = [folder / f"{number}{suffix}" for number in range(1, len(texts) + 1)]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, encoding="utf-8")
    return paths


def test_a_match_of_three_segments_from_one_side(tmp_path: Path) -> None:
    """In the second the other team is named first, and so sits North-South in the open room."""
    paths = written(
        tmp_path,
        segment("1", ("Avon", "Brue"), (5, 0)),
        segment("2", ("BRUE ", "Avon"), (0, 15)),
        segment("3", ("Avon", "Brue"), (15, 10)),
    )
    gathered = gather(paths)
    assert gathered.problems == []
    assert gathered.kind == "match"
    assert [(each.home, each.home_sits, each.carry) for each in gathered.stanzas] == [
        ("Avon", "N-S", (5, 0)),
        ("Avon", "E-W", (15, 0)),
        ("Avon", "N-S", (15, 10)),
    ]
    assert [match_imps(each)[:2] for each in gathered.stanzas] == [(10, 0), (0, 10), (10, 0)]


@pytest.mark.parametrize(
    ("carry", "said"),
    [
        ((15, 0), None),
        ((15.5, 0), None),  # half IMPs, which the format rounds
        ((0, 0), None),  # which nobody has filled in
        ((16, 0), "2.lin: the carry-over is 16-0, but the stanzas before it give 15-0; it is left out"),
        ((5, 10), "2.lin: the carry-over is 5-10, but the stanzas before it give 15-0; it is left out"),
    ],
)
def test_a_carry_over_that_does_not_add_up(tmp_path: Path, carry: tuple[int, int], said: str | None) -> None:
    teams = ("Avon", "Brue")
    paths = written(tmp_path, segment("1", teams, (5, 0)), segment("2", teams, carry))
    assert [str(problem) for problem in gather(paths).problems] == ([said] if said else [])


def test_boards_without_a_result_may_be_why() -> None:
    first = Match("A", "B", boards={1: Board(GAME, DOWN), 2: Board("P")})
    (problem,) = carry_problems([("1.lin", first), ("2.lin", Match("A", "B", carry=(12, 0)))])
    assert "with 1 board of the last without a result" in str(problem)


def test_two_matches_are_an_event_and_no_match(tmp_path: Path) -> None:
    paths = written(tmp_path, segment("1", ("A", "B"), (0, 0)), segment("1", ("C", "D"), (0, 0)))
    assert gather(paths).kind == "swiss"
    with pytest.raises(RefusedError, match="2 files: more than one match: A - B, C - D; give the files of one"):
        gather(paths, "match")


def test_pairs_are_no_match_and_a_match_is_no_session(tmp_path: Path) -> None:
    (pairs,) = written(tmp_path, "board,ns,ew,result\n1,1,2,P\n1,3,4,P\n", suffix=".csv")
    assert gather([pairs]).kind == "pairs"
    with pytest.raises(RefusedError, match="no match of two teams; results of pairs go with --kind pairs"):
        gather([pairs], "match")
    (match,) = written(tmp_path, segment("1", ("A", "B"), (0, 0)))
    with pytest.raises(RefusedError, match=r"no results of pairs in what was given$"):
        gather([match], "pairs")
    with pytest.raises(RefusedError, match="cannot be entered in a workbook of the kind league"):
        gather([match], "league")


def test_what_no_reader_is_for(tmp_path: Path) -> None:
    (path,) = written(tmp_path, "x", suffix=".doc")
    with pytest.raises(RefusedError, match=r"1\.doc: a file of results must end with one of \.lin, \.pbn, \.xml"):
        gather([path])
    with pytest.raises(RefusedError, match="there is no such file"):
        gather([tmp_path / "nothing.lin"])


def test_teams_under_the_numbers_of_pairs() -> None:
    lines = [
        Line(1, "2", "1", DOWN, round=4),
        Line(1, "1", "2", GAME, round=4),
        Line(1, "1", "10", GAME, round=9),
        Line(1, "10", "1", GAME, round=9),
        Line(2, "10", "1", GAME, round=9),
    ]
    found = matches_among(lines)
    assert found.teams == ["Team 1", "Team 2", "Team 10"]
    assert [(each.home, each.away, each.round) for each in found.matches] == [
        ("Team 1", "Team 2", 1),
        ("Team 1", "Team 10", 2),
    ]
    assert found.matches[0].boards[1] == Board(GAME, DOWN)
    assert found.matches[1].boards[2] == Board(None, GAME)


@pytest.mark.parametrize(
    "lines",
    [
        [],
        [Line(1, "1", "2", GAME)],
        [Line(1, "1", "1", GAME)],  # a Mitchell movement, in which both sides count from 1
        [Line(1, "1", "2", GAME), Line(2, "2", "1", GAME)],  # they met twice, on other boards
        [Line(1, "1", "2", GAME), Line(1, "2", "1", GAME), Line(1, "3", "4", GAME)],
    ],
)
def test_sessions_of_pairs_are_no_matches(lines: list[Line]) -> None:
    assert matches_among(lines).matches == []


@pytest.mark.parametrize(
    ("numbers", "parts"),
    [
        ([1, 2, 3], [[1, 2, 3]]),
        ([1, 2, 3, 17, 18, 19], [[1, 2, 3], [17, 18, 19]]),
        ([1, 2, 4, 5], [[1, 2, 4, 5]]),  # board 3 is missing
        ([1, 2, 3, 17, 18], [[1, 2, 3, 17, 18]]),
        ([1, 5, 9], [[1, 5, 9]]),
    ],
)
def test_sets_of_boards_in_one_file(numbers: list[int], parts: list[list[int]]) -> None:
    match = Match(boards={number: Board() for number in numbers}, carry=(3, 0))
    found = runs(match)
    assert [list(each.boards) for each in found] == parts
    assert [each.carry for each in found] == [(3, 0), None][: len(found)]


def test_the_other_team_s_side_twice_is_the_same() -> None:
    match = Match("A", "B", carry=(1, 2), stated=(12, 8), imps=(3, 4), boards={1: Board(GAME, DOWN, 3, -3, "x")})
    there = turned(match)
    assert (there.home, there.home_sits, there.carry) == ("B", "E-W", (2, 1))
    assert there.boards[1] == Board(GAME, DOWN, -3, 3, "x")
    assert turned(there) == match
    assert match_imps(there)[:2] == match_imps(match)[1::-1]
    assert in_one_view([match, there])[1] == match
