"""Results from CSV files: what columns there are, in whatever order and dress, and what is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from xlvp.files import RefusedError
from xlvp.results.model import Board, Line
from xlvp.results.table import read

if TYPE_CHECKING:
    from pathlib import Path

    from xlvp.results.model import Found


@pytest.fixture
def found(tmp_path: Path, content: str | bytes) -> Found:
    path = tmp_path / "results.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read(path)


@pytest.mark.parametrize(
    "content",
    [
        "board,open,closed\n1,4SN=,4SXN-1\n2,P,\n",
        "Closed Result;BOARD;Open_Result\r\n4sxn-1;1;4♠N=\r\n;2;pass\r\n",
        b"\xef\xbb\xbfboard\topen\tclosed\tfoo\n1\t4SN=\t4SXN-1\tbar\n\n2\tP\t\n",
        "closed,open,board\n4SXN-1,4SN=,1\n,P,2\n".encode("utf-16"),
        "\n \nboard;open;closed\n1;4SN=;4SXN-1\n2;P;\n",
        "board,room,contract,by,made\n1,open,4S,N,=\n1,closed,4SX,N,-1\n2,O,pass,,\n",
        "board,room,contract,declarer,tricks,score\n1,open,4S,north,10,420\n1,c,4S*,N,9,-100\n2,open,P,,,0\n",
        "board,room,result\n1,open,4SN=\n1,closed,4SXN-1\n2,open,P\n",
    ],
)
def test_both_rooms_in_whatever_dress(found: Found) -> None:
    assert found.problems == []
    (match,) = found.matches
    assert match.boards == {1: Board("4SN=", "4SXN-1"), 2: Board("P", None)}


@pytest.mark.parametrize(
    "content",
    [
        "stanza,board,open,closed,home,away,carry-over,open north,home sits,note,home award,away award\n"
        "1,1,-50,NP,Avon,Brue,2.5,Ann,EW,fouled,3,-3\n"
        "2,1,P,P,Avon,Brue,,,,,,\n"
    ],
)
def test_what_holds_for_a_stanza_stands_on_its_first_line(found: Found) -> None:
    assert found.problems == []
    one, two = found.matches
    assert (one.home, one.away, one.stanza, one.home_sits, one.carry) == ("Avon", "Brue", "1", "E-W", (2.5, 0))
    assert one.players == {"open_north": "Ann"}
    assert one.boards == {1: Board(-50, "NP", 3, -3, "fouled")}
    assert (two.stanza, two.boards) == ("2", {1: Board("P", "P")})


@pytest.mark.parametrize(
    "content", ["round;home;away;home imps;away imps;home vp;away vp\n1;Avon;Brue;23;5;15,56;4,44\n2;Brue;Cam;;;12;8\n"]
)
def test_matches_of_an_event(found: Found) -> None:
    assert found.problems == []
    assert [(each.round, each.home, each.away, each.imps, each.stated) for each in found.matches] == [
        (1, "Avon", "Brue", (23, 5), (15.56, 4.44)),
        (2, "Brue", "Cam", None, (12, 8)),
    ]


@pytest.mark.parametrize(
    "content",
    [
        "board,ns,ew,result,score,ns %,ew %,ns names,round\n"
        "5,1,11,4SN=,620,,,Ann - Bob,1\n5,2,12,,-50,,,,1\n5,3,13,,,60,40 %,,1\n5,4,14,,,,,,\n"
    ],
)
def test_a_session_of_pairs(found: Found) -> None:
    assert found.problems == []
    assert found.session is not None
    assert found.session.lines == [
        Line(5, "1", "11", "4SN=", round=1),
        Line(5, "2", "12", -50, round=1),
        Line(5, "3", "13", None, 60, 40, 1),
    ]
    assert found.session.names == {("ns", "1"): "Ann - Bob"}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("board,open,closed\n1,4S,P\n", "line 2, board 1: open room: result '4S' has no declarer"),
        ("board,open,closed\n1,425,P\n", "line 2, board 1: open room: 425 is no score"),
        ("board,open,closed\n1,8000,P\n", "line 2, board 1: open room: 8000 is no score"),
        ("board,open,closed\n1,60%,P\n", "line 2, board 1: open room: result '60%' is for the director"),
        ("board,open,closed\n1,,P\n\n1,,1CN=\n", "line 4, board 1: closed room: another result for the closed room"),
        ("board,open,closed\nx,,P\n", "line 2: a board's number must be a whole number from 1 to 1000, not 'x'"),
        ("board,open,closed\n1.5,,P\n", "line 2: a board's number"),
        ("board,room,result,score\n1,open,4SN=,450\n", "line 2, board 1: 4SN= is worth 420 to North-South"),
        (
            "board,room,contract,by,made,tricks\n1,open,4S,N,=,9\n",
            "line 2, board 1: '4S' with '=' and '9' tricks contradicts itself",
        ),
        ("board,room,contract,by,made\n1,open,4S,N,\n", "line 2, board 1: '4S' has no result"),
        ("board,room,contract,by,made\n1,open,4S,,=\n", "line 2, board 1: no declarer"),
        ("board,room,contract,by,made\n1,bar,4S,N,=\n", "line 2, board 1: room must be open or closed, not 'bar'"),
        ("board,ns,ew,result\n1,1,,4SN=\n", "line 2, board 1: a result, but not of which pairs"),
        ("board,ns,ew,ns %\n1,1,2,600\n", "line 2, board 1: ns award must be a number, not '600'"),
        ("board,open,carry-over\n1,P,ten\n", "line 2, board 1: carry-over must be a number, not 'ten'"),
        ("board,open,home sits\n1,P,up\n", "line 2, board 1: home sits must be N-S or E-W, not 'up'"),
        ("round,home,away,home imps,away imps\nx,A,B,1,2\n", "line 2: a round must be a whole number, not 'x'"),
        ("round,home,away,home imps,away imps\n1,A,,1,2\n", "line 2: a match needs both teams"),
    ],
)
def test_what_does_not_fit_is_named_by_its_line(found: Found, said: str) -> None:
    assert [str(problem)[: len(said)] for problem in found.problems] == [said]
    for match in found.matches:
        assert all(board.open in (None, "P") and board.closed in (None, "P") for board in match.boards.values())


@pytest.mark.parametrize(
    ("columns", "values", "said"),
    [
        ("result,score", "4SN=,450", "4SN= is worth 420 to North-South, but the score is 450"),
        ("result,score", "P,50", "P is worth 0 to North-South, but the score is 50"),
        ("result,score", "-50,50", "the result '-50' is not what the other columns say"),
        ("result,score", "NP,50", "the result 'NP' is not what the other columns say"),
        ("result,made", "4SN=,-1", "the result '4SN=' is not what the other columns say"),
        ("result,made", "4SN=,x", "a result must be written like =, +1 or -1, not 'x'"),
        ("result,tricks", "4SN=,9", "the result '4SN=' is not what the other columns say"),
        ("result,by", "4SN=,S", "the result '4SN=' is not what the other columns say"),
        ("result,contract", "4SN=,4SX", "the result '4SN=' is not what the other columns say"),
        ("result,contract", "P,4S", "'4S' has no result"),
        ("result,contract", "4SN=,P", "the result '4SN=' is not what the other columns say"),
        ("result,contract,by,made", "=,4S,N,-1", "the result '=' is not what the other columns say"),
        ("result,contract,by,made", "420,4S,N,-1", "the result '420' is not what the other columns say"),
        ("contract,by,made", "4S+1,N,=", "'4S+1' with '=' contradicts itself"),
        ("contract,by,tricks", "4S+1,N,10", "'4S+1' with '10' tricks contradicts itself"),
        ("contract,by,tricks,made", "4S+1,N,11,=", "'4S+1' with '=' and '11' tricks contradicts itself"),
        ("contract,by,made,tricks", "4S,N,=,9", "'4S' with '=' and '9' tricks contradicts itself"),
        ("contract,by,made,score", "4S,N,=,-420", "4SN= is worth 420 to North-South, but the score is -420"),
        ("tricks", "9", "tricks, but no contract"),
        ("made", "-1", "tricks, but no contract"),
    ],
)
def test_columns_that_contradict_each_other(tmp_path: Path, columns: str, values: str, said: str) -> None:
    for before, given, where in (
        ("board,room", "1,open", "line 2, board 1: "),
        ("board,ns,ew", "1,5,6", "line 2, board 1: "),
    ):
        path = tmp_path / "results.csv"
        path.write_text(f"{before},{columns}\n{given},{values}\n")
        found = read(path)
        assert [str(problem)[: len(where + said)] for problem in found.problems] == [where + said]
        assert found.session is None
        assert all(match.boards == {1: Board()} for match in found.matches)


@pytest.mark.parametrize(
    ("columns", "values", "taken"),
    [
        ("result,score,tricks,contract,by", "4SN=,420,10,4S,N", "4SN="),
        ("result,made", "4SN=,=", "4SN="),
        ("result,contract,by", "=,4S,N", "4SN="),
        ("result,contract,by,score", "- 1,4S,N,\u221250", "4SN-1"),
        ("result,contract,by,made", "420,4S,N,=", "4SN="),
        ("result,score", "-50,-50", -50),
        ("result,contract", "P,pass", "P"),
        ("result,score", "pass,0", "P"),
        ("result", "\u221250", -50),
    ],
)
def test_columns_that_agree(tmp_path: Path, columns: str, values: str, taken: str | int) -> None:
    path = tmp_path / "results.csv"
    path.write_text(f"board,room,{columns}\n1,open,{values}\n", encoding="utf-8")
    found = read(path)
    assert found.problems == []
    assert found.matches[0].boards == {1: Board(taken)}


@pytest.mark.parametrize("content", ["board,room,result\n1,open,NP\n1,closed,np\n"])
def test_a_board_that_is_not_played_in_one_room(found: Found) -> None:
    assert found.problems == []
    assert found.matches[0].boards == {1: Board("NP", "NP")}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("board,ns,ew,score\n1,1,2,50\n1,1,2,100\n", "line 3, board 1: another result for pairs '1' and '2'; neither"),
        ("board,room,score\n1,open,50\n1,open,100\n", "line 3, board 1: another result for the open room; neither"),
        ("board,ns,ew,open\n1,1,2,P\n", "line 2, board 1: a result of two pairs and one of a room; which is meant?"),
        ("board,result\n1,4SN=\n", "line 2, board 1: a result, but not from which room"),
        ("board,open\n,4SN=\n", "line 2: a result, but no board"),
        (
            "board,open,home award\n1,,3\n1,,-3\n",
            "line 3, board 1: home award -3 is not taken, since a line before has 3",
        ),
        ("board,open,home sits\n1,,NS\n2,,EW\n", "line 3: home sits 'E-W' is not taken, since a line before has 'N-S'"),
        ("board,open,event\n1,,Cup\n2,,Cap\n", "line 3: event 'Cap' is not taken, since a line before has 'Cup'"),
        ("board,open,carry-over\n1,,3\n2,,4\n", "line 3: carry-over '4-0' is not taken, since a line before has '3-0'"),
        (
            "board,open,carry-over,home carry-over,away carry-over\n1,,3,5,1\n",
            "line 2, board 1: carry-over 3 is not 5 less 1",
        ),
        (
            "board,open,open north\n1,,Ann\n2,,Bob\n",
            "line 3: open north 'Bob' is not taken, since a line before has 'Ann'",
        ),
        ("round,home,away,home imps,away imps\n1,A,B,5,\n", "line 2: IMPs of one side alone"),
        ("round,home,away,home vp,away vp\n1,A,B,,5\n", "line 2: VPs of one side alone"),
        (
            "round,home,away,home imps,away imps\n1,A,B,5,3\n1,A,B,6,3\n",
            "line 3: another result of this match; neither is taken",
        ),
        (
            "round,home,away,home imps,away imps\n1,A,B,5,3\n1,B,A,5,3\n",
            "line 3: another result of this match; neither is taken",
        ),
        (
            "round,home,away,home imps,away imps,home vp,away vp\n1,A,B,23,5,15,56,4,44\n",
            "line 2: 9 values for 7 columns; put one that has a separator in it in quotes",
        ),
    ],
)
def test_lines_that_contradict_each_other(found: Found, said: str) -> None:
    assert [str(problem)[: len(said)] for problem in found.problems] == [said]
    assert found.session is None
    for match in found.matches:
        assert match.imps is None
        assert all(board.open is board.closed is None for board in match.boards.values())


@pytest.mark.parametrize(
    "content", ["round,home,away,home imps,away imps\n1,A,B,5,3\n1,A,B,5,3\n1,B,A,3,5\n2,B,A,1,2\n"]
)
def test_the_same_match_twice_with_the_same_result(found: Found) -> None:
    assert found.problems == []
    assert [(each.round, each.home, each.imps) for each in found.matches] == [(1, "A", (5, 3)), (2, "B", (1, 2))]


@pytest.mark.parametrize("content", ["board,ns,ew,score\n1,1,2,50\n1,1,2,50\n"])
def test_the_same_result_twice_is_one(found: Found) -> None:
    assert found.problems == []
    assert found.session is not None
    assert found.session.lines == [Line(1, "1", "2", 50)]


@pytest.mark.parametrize("content", ["round,home,away,home imps,away imps\n1,A,B,,\n1,C,D,5,3\n"])
def test_a_match_that_has_yet_to_be_played(found: Found) -> None:
    assert found.problems == []
    assert [(each.home, each.away, each.imps) for each in found.matches] == [("A", "B", None), ("C", "D", (5, 3))]


@pytest.mark.parametrize("content", ["board,open,closed,score,note\n1,P,50,-50,first\n1,P,50,-50,second\n"])
def test_columns_that_are_of_no_use_do_no_harm(found: Found) -> None:
    assert found.problems == []
    assert found.matches[0].boards == {1: Board("P", 50, note="first; second")}


@pytest.mark.parametrize("content", ["round,home,away,home vp,away vp\n1,A,B,12,8\n"])
def test_vps_alone(found: Found) -> None:
    assert [each.stated for each in found.matches] == [(12, 8)]


@pytest.mark.parametrize("content", ["board,ns,ew,score,event,note\n,,,,Tuesday,\n1,1,2,50,,\n,,,,,rain\n"])
def test_a_line_without_results_makes_no_match(found: Found) -> None:
    assert found.problems == []
    assert found.matches == []


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ('board,open,note\n1,P,"two\nlines"\n2,x,\n', 4),
        ('board,open,note\n1,x,"two\nlines"\n', 2),
        ("board,open,note\n1,P,one\u2028line\n2,x,\n", 3),
        ("board,open,note\n1,P,one\vline\n2,x,\n", 3),
        ("board,open\r\n\r\n1,x\r\n", 3),
        ("board,open\r1,P\r2,x\r", 3),
        ("sep=;\r\nboard;open\r\n1;x\r\n", 3),
        ("\ufeffsep=,\nboard,open\n1,x\n", 3),
    ],
)
def test_lines_are_counted_as_an_editor_counts_them(found: Found, line: int) -> None:
    assert [problem.line for problem in found.problems] == [line]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "this file is empty"),
        ("\n\n", "this file is empty"),
        ("1,4SN=,4SN-1\n", "the first line must name the columns, among them board"),
        ("board,open,Open Room\n1,P,P\n", "two columns are called open"),
        ("board,open,closed\n", "this has no results"),
        ('board,open\n"' + "x" * 200_000, "this cannot be read as comma-separated values"),
        ("board,open\n" + "1,P\n" * 300_000, "this is too large"),
    ],
)
def test_what_has_no_results_is_refused(tmp_path: Path, content: str, said: str) -> None:
    path = tmp_path / "results.csv"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(RefusedError, match=said):
        read(path)
