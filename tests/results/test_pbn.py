"""Portable Bridge Notation: games in their dialects, what they inherit, tables of results, contradictions."""

from __future__ import annotations

import pytest

from xlvp.files import RefusedError
from xlvp.results.model import Line
from xlvp.results.pbn import parse


def game(**tags: str) -> str:
    usual = {"Board": "1", "HomeTeam": "Avon", "VisitTeam": "Brue", "Room": "Open"}
    return "".join(f'[{name} "{value}"]\n' for name, value in (usual | tags).items()) + "\n"


FOUR_SPADES = {"Contract": "4S", "Declarer": "N", "Result": "10"}


def test_both_rooms_of_a_match() -> None:
    """The 16th European Youth Team Championships, Vienna 1998, Germany against Austria, board 1: 10 tricks each."""
    text = """\
% PBN 2.1
% EXPORT
[Event "16th European Youth Team Championships"]
[Site "Vienna, Austria AUT"]
[Date "1998.07.16"]
[Board "1"]
[West "Gloyer A"]
[North "Linde J"]
[East "Saurer B"]
[South "Balschun R"]
[Declarer "S"]
[Contract "5H"]
[Result "10"]
[Auction "N"]
1C 1S 2H 4S
5H Pass Pass Pass
[Play "W"]
DQ D3 D4 D2
*
[HomeTeam "Germany"]
[Room "Open"]
[Round "1"]
[Score "NS -50"]
[VisitTeam "Austria"]

[Event "#"]
[Site "#"]
[Date "#"]
[Board "1"]
[North "Lindermann A"]
[Declarer "N"]
[Contract "4H"]
[Result "10"]
[HomeTeam "#"]
[Room "Closed"]
[Round "1"]
[Score "NS 420"]
[VisitTeam "#"]
"""
    found = parse(text)
    assert found.problems == []
    (match,) = found.matches
    assert (match.home, match.away, match.round, match.date) == ("Germany", "Austria", 1, "1998-07-16")
    assert (match.boards[1].open, match.boards[1].closed) == ("5HS-1", "4HN=")
    assert match.players["open_south"] == "Balschun R"
    assert match.players["closed_north"] == "Lindermann A"


STANDARD = """\
[Event "International Amsterdam Airport Schiphol Bridgetournament"]
[Site "Amsterdam, The Netherlands NLD"]
[Date "1995.06.10"]
[Board "1"]
[West "Podgor"]
[North "Westra"]
[East "Kalish"]
[South "Leufkens"]
[Dealer "N"]
[Vulnerable "None"]
[Scoring "IMP"]
[Declarer "S"]
[Contract "5HX"]
[Result "9"]
{
                S
}
[Auction "N"]
1D      1S   3H =1= 4S
4NT =2= X    Pass   Pass
5C      X    5H     X
Pass    Pass Pass
[Note "1:non-forcing 6-9 points, 6-card"]
[Play "W"]
SK =1= H3 S4 S3
*
"""
"""The game with which the standard shows what it is (PBN 2.1, section 1.2), with less play."""


def test_the_example_of_the_standard() -> None:
    """It does not say from which room it is; with a room and teams it is a result like others."""
    assert [str(problem) for problem in parse(STANDARD).problems] == [
        "line 1, board 1: no Room says whether this is from the open room or the closed one"
    ]
    found = parse(STANDARD.replace("[Dealer", '[Room "Closed"]\n[Dealer'))
    assert found.problems == []
    assert found.matches[0].boards[1].closed == "5HXS-2"
    assert found.matches[0].players["closed_south"] == "Leufkens"


def test_without_rooms_the_home_team_sits_north_south() -> None:
    tags = {"Room": "", **FOUR_SPADES}
    text = game(**tags) + game(**tags | {"HomeTeam": "Brue", "VisitTeam": "Avon", "Result": "9", "North": "Bob#123"})
    (match,) = parse(text).matches
    assert (match.home, match.boards[1].open, match.boards[1].closed) == ("Avon", "4SN=", "4SN-1")
    assert match.players == {"closed_north": "Bob"}


def test_a_room_that_nothing_tells_is_left_out() -> None:
    found = parse(game(Room="", HomeTeam="", VisitTeam="", **FOUR_SPADES))
    assert [str(problem) for problem in found.problems] == [
        "line 1, board 1: no Room says whether this is from the open room or the closed one"
    ]
    assert found.matches == []


def test_inheritance_of_one_game_and_of_all_that_follow() -> None:
    text = (
        '[Event "##Cup"]\n[HomeTeam "##Avon"]\n[VisitTeam "##Brue"]\n[Room "##Open"]\n[Board "1"]\n[Contract "Pass"]\n'
    )
    text += '\n[Board "2"]\n[Contract "Pass"]\n\n[Event "##"]\n[Board "3"]\n[Contract "Pass"]\n'
    found = parse(text)
    assert [(match.event, list(match.boards)) for match in found.matches] == [("Cup", [1, 2]), ("", [3])]


@pytest.mark.parametrize(
    ("tags", "entry"),
    [
        ({"Contract": "Pass", "Declarer": "", "Result": ""}, "P"),
        ({"Contract": "3NTXX", "Declarer": "^E", "Result": "5"}, "3NTXXE-4"),
        ({"Contract": "4S", "Declarer": "N", "Result": "NS 10", "Score": "NS 420"}, "4SN="),
        ({"Contract": "4S", "Declarer": "E", "Result": "10", "Score": "420"}, "4SE="),
        ({"Contract": "4S", "Declarer": "E", "Result": "10", "Score": "NS -420 EW 420"}, "4SE="),
        ({"Contract": "", "Declarer": "", "Result": "", "Score": "EW 50"}, -50),
        ({"Contract": "?", "Declarer": "?", "Result": "?"}, None),
    ],
)
def test_results(tags: dict[str, str], entry: str | int | None) -> None:
    found = parse(game(**tags))
    assert found.problems == []
    assert found.matches[0].boards[1].open == entry


@pytest.mark.parametrize(
    ("tags", "said"),
    [
        ({"Result": ""}, "'4S' has no result"),
        ({"Declarer": ""}, "no declarer"),
        ({"Result": "14"}, "declarer cannot have taken 14 of 13 tricks"),
        ({"Result": "ten"}, "tricks must be a whole number from 0 to 13, not 'ten'"),
        ({"Contract": "8S"}, "no contract: '8S'"),
        ({"Score": "NS 450"}, "4SN= is worth 420 to North-South, but the score is 450"),
        ({"Score": "EW 420"}, "4SN= is worth 420 to North-South, but the score is -420"),
        ({"Score": "NS 420 EW 420"}, "the score 'NS 420 EW 420' contradicts itself"),
        ({"Score": "top"}, "a score must be written like NS 420, not 'top'"),
        ({"Result": "^10"}, "an artificial result"),
        ({"Room": "Attic"}, "Room must be Open or Closed, not 'Attic'"),
    ],
)
def test_what_contradicts_itself_is_named_and_left_out(tags: dict[str, str], said: str) -> None:
    found = parse("\n" + game(**FOUR_SPADES | tags))
    assert [str(problem) for problem in found.problems] == [f"line 2, board 1: {said}"]
    assert all(match.boards[1].open is None for match in found.matches)


def test_a_board_twice_in_a_room_is_taken_only_if_it_is_the_same() -> None:
    assert parse(game(**FOUR_SPADES) + game(**FOUR_SPADES)).problems == []
    found = parse(game(**FOUR_SPADES) + game(**FOUR_SPADES | {"Result": "9"}) + game(**FOUR_SPADES))
    assert len(found.problems) == 2
    assert str(found.problems[0]) == "line 9, board 1: another result for the open room; neither is taken"
    assert found.matches[0].boards[1].open is None


def test_comments_lines_of_others_and_games_in_one_line() -> None:
    text = (
        '%Creator "x"\n{ a comment\n[Board "9"]\n}\n[Board "1"] ; [Board "8"]\n'
        '[HomeTeam "A {1}"] [VisitTeam "B; C"][Room "Open"]\n{more}[Contract "1C"]\n[Declarer "W"]\n[Result "7"]'
    )
    found = parse(text)
    assert found.problems == []
    (match,) = found.matches
    assert (match.home, match.away, match.boards[1].open) == ("A {1}", "B; C", "1CW=")


TABLE = r"""[Event "Tuesday"]
[Date "2026.11.17"]
[Board "5"]
[ScoreTable "+Rank\2R;PairId_NS\2R;PairId_EW\2R;Names_NS;Contract\4L;Declarer;Result;Score_NS;Score_EW;Percentage_NS"]
 1  3  6 "Ann;Bob"  4S   N 10 620   -  100
 2  1  5 "Cy;Di"    Pass - -    0   -   50
 3  2  4 "?"        4HX  W  9   -  -100 0
 4  9  8 "Ed;Flo"   -    - -   ^-   ^-  ^60
[TotalScoreTable "PairId;Names"]
6 "Gus;Hal"
"""


def test_a_table_of_results_is_a_session_of_pairs() -> None:
    found = parse(TABLE)
    assert found.problems == []
    assert found.session is not None
    assert found.session.lines == [
        Line(5, "3", "6", "4SN="),
        Line(5, "1", "5", "P"),
        Line(5, "2", "4", "4HXW-1"),
        Line(5, "9", "8", None, 60, None),
    ]
    assert found.session.names["ns", "3"] == "Ann - Bob"
    assert found.session.names["ew", "6"] == "Gus - Hal"
    assert (found.session.event, found.session.date) == ("Tuesday", "2026-11-17")


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ('1 3 6 "A" 4S N 10 420 - 1', "4SN= is worth 620 to North-South, but the score is 420"),
        ('1 3 6 "A" 4S N 10 620 620 1', "the scores 620 and 620 contradict each other"),
        ('1 - 6 "A" 4S N 10 620 - 1', "a result, but not of which pairs"),
    ],
)
def test_rows_of_a_table_that_contradict_themselves(row: str, said: str) -> None:
    found = parse(TABLE.replace(' 2  1  5 "Cy;Di"    Pass - -    0   -   50', row))
    assert [str(problem) for problem in found.problems] == [f"line 6, board 5: {said}"]
    assert found.session is not None
    assert len(found.session.lines) == 3


def test_a_table_played_once_each_way_is_a_match() -> None:
    text = (
        '[Board "1"]\n[ScoreTable "Round;PairId_NS;PairId_EW;Contract;Declarer;Result"]\n1 1 2 4S N 10\n1 2 1 4S N 9\n'
    )
    (match,) = parse(text).matches
    assert (match.home, match.away, match.boards[1].open, match.boards[1].closed) == (
        "Team 1",
        "Team 2",
        "4SN=",
        "4SN-1",
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [("", "no games"), ("not PBN at all", "no games"), ('[Board "1"]\n[Deal "N:..."]', "none with a result")],
)
def test_what_has_no_results_is_refused(text: str, said: str) -> None:
    with pytest.raises(RefusedError, match=said):
        parse(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f'[Board "1"]\n[HomeTeam "{"A" * 5_001}"]\n', "line 2: the tag HomeTeam has more than 5,000 characters"),
        (
            f'[Board "1"]\n[ScoreTable "PairId_NS"]\n{"1 " * 2_501}1\n',
            "line 3: a row of a table has more than 5,000 characters",
        ),
        ("".join(f'[Own{number} "x"]\n' for number in range(501)), "line 501: a game with more than 500 tags"),
        (
            "".join(f'[Board "{number}"]\n[Own{number} "##x"]\n\n' for number in range(1, 502)),
            "the games inherit more than 500 tags",
        ),
    ],
)
def test_what_no_program_writes_is_refused(text: str, said: str) -> None:
    with pytest.raises(RefusedError, match=said):
        parse(text)


@pytest.mark.parametrize(("cell", "award"), [("^60", 60), ("^60,5", 60.5), ("^55.25%", 55.25)])
def test_awards_of_a_table(cell: str, award: float) -> None:
    columns = "Section;PairId_NS;PairId_EW;Contract;Percentage_NS;Percentage_EW"
    found = parse(
        f'[Board "1"]\n[ScoreTable "{columns}"]\nA 1 2 - {cell} ^40\n'
        '[TotalScoreTable "Section;PairId;Names"]\nA 1 "Ann;Bob"\nB 1 "Cy;Di"\n'
    )
    assert found.problems == []
    assert found.session is not None
    assert found.session.lines == [Line(1, "A1", "A2", None, award, 40)]
    assert found.session.names["ns", "A1"] == "Ann - Bob"


@pytest.mark.parametrize("cell", ["^6_0", "^1e1", "^nan", "^101", "^-1"])
def test_awards_that_are_none(cell: str) -> None:
    found = parse(f'[Board "1"]\n[ScoreTable "PairId_NS;PairId_EW;Percentage_NS;Percentage_EW"]\n1 2 {cell} ^40\n')
    assert [str(problem) for problem in found.problems] == [
        f"line 3, board 1: an award must be in percent, not '{cell}'"
    ]
