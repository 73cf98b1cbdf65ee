"""`xlvp new --results` and `xlvp export`: what the workbook shows in LibreOffice, and what comes out of it again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.results.jet import database
from tests.results.segments import FRENCH_TRIAL, POLISH_LEAGUE
from tests.results.test_bws import RECEIVED, ROUNDS, result
from tests.results.test_stanzas import segment
from tests.templates.scorecard import Scorecard
from xlvp.cli import main
from xlvp.templates.new import read

if TYPE_CHECKING:
    from pathlib import Path

    from tests.parts.office import Office

pytestmark = pytest.mark.slow


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)
    return Run(tmp_path, capsys)


class Run:
    """The command line in a folder of its own."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self._capsys = capsys

    def __call__(self, *typed: str, code: int = 0) -> list[str]:
        """Run a command that must end so, and return what it says beside its results."""
        try:
            ended = main(typed)
        except SystemExit as refused:
            ended = int(str(refused.code))
        said = self._capsys.readouterr().err.splitlines()
        assert ended == code, said
        return said

    def write(self, name: str, content: str | bytes) -> str:
        (self.folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        return name


@pytest.mark.parametrize(
    ("record", "imps", "carried"),
    [(POLISH_LEAGUE, (12, 18), None), (FRENCH_TRIAL, (9, 13), -47)],
    ids=["league", "trial"],
)
def test_a_segment_shows_the_imps_that_the_next_one_brings_along(
    run: Run, office: Office, record: str, imps: tuple[int, int], carried: int | None
) -> None:
    assert run("new", "match.xlsx", "--results", run.write("final.lin", record)) == []
    with Scorecard(office, run.folder, (run.folder / "match.xlsx").read_bytes()) as card:
        assert (card.cell("home_imps"), card.cell("away_imps")) == imps
        assert card.cell("margin") == imps[0] - imps[1] + (carried or 0)
        assert card.cell("carry_over") == ("" if carried is None else carried)
        assert card.cell("boards_left") == 0


def test_stanzas_with_the_teams_the_other_way_round(run: Run, office: Office) -> None:
    files = [
        run.write("1.lin", segment("1", ("Avon", "Brue"), (5, 0))),
        run.write("2.lin", segment("2", ("Brue", "Avon"), (0, 15))),
    ]
    assert run("new", "match.xlsx", "--results", *files, "--scale", "ACBL 20") == []
    with Scorecard(office, run.folder, (run.folder / "match.xlsx").read_bytes()) as card:
        assert (card.cell("home"), card.cell("home_imps"), card.cell("away_imps"), card.cell("margin")) == (
            *("Avon", 10, 10),
            5,
        )
        assert card.column("board") == [1, 1]
        assert card.column("note") == ["", ""]
        assert card.cell("scale") == "ACBL 20"


def test_what_is_left_out_is_said_and_stands_open(run: Run, office: Office) -> None:
    said = run("new", "match.xlsx", "--results", run.write("a.lin", segment("", ("Avon", "Brue"), (0, 0), "4SN=,4SN")))
    (line,) = said
    assert line.startswith("xlvp new: a.lin, line 1, board 1: closed room: result '4SN' has no result")
    with Scorecard(office, run.folder, (run.folder / "match.xlsx").read_bytes()) as card:
        assert card.column("open_result") == ["4SN="]
        assert card.column("closed_result") == [""]
        assert (card.cell("boards_left"), card.cell("home_imps")) == (1, "")


def test_out_and_in_again_is_the_same(run: Run) -> None:
    run.write("1.lin", FRENCH_TRIAL)
    run("new", "one.xlsx", "--results", "1.lin")
    for suffix in ("pbn", "csv"):
        assert run("export", "one.xlsx", "-o", f"one.{suffix}") == []
        assert run("new", f"{suffix}.xlsx", "--results", f"one.{suffix}") == []
        again = read(run.folder / f"{suffix}.xlsx")
        assert again == read(run.folder / "one.xlsx")


def test_what_cannot_be_read_in_a_workbook_is_said_and_left_out(run: Run) -> None:
    run("new", "one.xlsx", "--boards", "2", "--results", run.write("a.csv", "board,open,closed\n1,P,NP\n2,-50,4SN="))
    run("export", "one.xlsx", "-o", "one.csv")
    assert b"P,NP" in (run.folder / "one.csv").read_bytes()
    assert run("export", "one.xlsx", "-o", "one.csv", code=1)[0].startswith("xlvp: one.csv exists")
    assert run("export", "one.xlsx", "-o", "one.csv", "--force") == []
    assert "must end with .pbn or .csv" in run("export", "one.xlsx", "-o", "one.txt", code=2)[0]
    run("new", "pairs.xlsx", "--kind", "pairs")
    assert "only a match can be exported" in run("export", "pairs.xlsx", "-o", "pairs.csv", code=1)[0]
    run("new", "eight.xlsx", "--rooms", "4", "--boards", "8")
    assert "in four rooms" in run("export", "eight.xlsx", "-o", "eight.csv", code=1)[0]
    refused = run("new", "x.xlsx", "--from", "eight.xlsx", "--results", "a.csv", code=1)
    assert "results can be entered for two rooms" in refused[0]


def test_the_second_half_goes_into_a_copy_of_the_first(run: Run, office: Office) -> None:
    run("new", "half.xlsx", "--stanzas", "2", "--boards", "4", "--home", "Avon", "--away", "Brue")
    first = run.write("1.csv", "board,open,closed,home,away\n1,4SN=,4SN-1,Avon,Brue\n2,P,P,Avon,Brue\n")
    second = run.write("2.csv", "board,open,closed,home,away\n11,1CN=,,Brue,Avon\n12,P,P,Brue,Avon\n13,P,P,Brue,Avon\n")
    assert run("new", "one.xlsx", "--from", "half.xlsx", "--results", first) == []
    assert run("new", "both.xlsx", "--from", "one.xlsx", "--results", second) == [
        "xlvp new: board 13: the workbook has no line for it"
    ]
    with Scorecard(office, run.folder, (run.folder / "both.xlsx").read_bytes()) as card:
        assert card.column("board") == [1, 2, 11, 12]
        assert card.column("open_result") == ["4SN=", "P", "1CN=", "P"]
        assert (card.cell("home"), card.cell("home_imps"), card.cell("boards_left")) == ("Avon", 10, 1)
        assert card.cell("stanza2_home_sits") == "E-W"
    full = run("new", "none.xlsx", "--from", "both.xlsx", "--results", second, "--home", "Avon")
    assert full == ["xlvp new: board 13: the workbook has no line for it"]


def test_an_entry_of_one_s_own_stays(run: Run) -> None:
    run("new", "one.xlsx", "--results", run.write("a.csv", "board,open,closed\n1,4SN=,P\n"))
    said = run(
        "new", "two.xlsx", "--from", "one.xlsx", "--results", run.write("b.csv", "board,open,closed\n1,4SN-1,P\n")
    )
    assert said == ["xlvp new: open_result: '4SN-1' is not entered, since the workbook has '4SN='"]
    assert read(run.folder / "two.xlsx").entries["open_result"][0] == ["4SN="]


def test_a_swiss_event_with_a_round_that_is_drawn_already(run: Run, office: Office) -> None:
    round_one = "round,home,away,home imps,away imps\n1,Avon,Brue,23,5\n1,Cam,Dart,1,2\n"
    assert run("new", "event.xlsx", "--results", run.write("1.csv", round_one)) == []
    round_two = "round,home,away,board,open,closed\n2,Dart,Avon,1,4SN=,4SN-1\n2,Cam,Brue,1,P,\n"
    said = run("new", "more.xlsx", "--from", "event.xlsx", "--results", run.write("2.csv", round_two), "--rounds", "3")
    assert said == ["xlvp new: Cam - Brue, round 2: no IMPs are entered, with 1 board without a result"]
    with Scorecard(office, run.folder, (run.folder / "more.xlsx").read_bytes()) as card:
        assert card.column("team_names")[:4] == ["Avon", "Brue", "Cam", "Dart"]
        assert card.column("round1_home_imps")[:2] == [23, 1]
        assert card.column("round2_home")[:2] == [4, 3]
        assert card.column("round2_home_imps")[:2] == [10, ""]


def test_a_session_of_pairs(run: Run, office: Office) -> None:
    rows = [
        result(1, 1, 1, "4 S", "N", "="),
        result(1, 2, 2, "4 S", "N", "+1", table=2),
        result(2, 1, 2, "PASS", round_=2),
        result(2, 2, 1, "", remarks="60%-40%", table=2, round_=2),
    ]
    session = database({"ReceivedData": (RECEIVED, rows), "RoundData": (ROUNDS, [[1, 1, 1, 1, 1]])})
    said = run("new", "pairs.xlsx", "--results", run.write("night.bws", session))
    assert said == ["xlvp new: E-W pairs 1-2 are entered as 11-12, as N-S have these numbers"]
    with Scorecard(office, run.folder, (run.folder / "pairs.xlsx").read_bytes()) as card:
        assert card.column("pair_number")[:4] == [1, 2, 11, 12]
        assert card.column("ns_score") == [420, 450, 0, ""]
        assert card.cell("results_left") == 0
        assert card.column("ns_award") == ["", "", "", 60]
    again = run("new", "x.xlsx", "--from", "pairs.xlsx", "--results", "night.bws", code=1)
    assert "has results already" in again[0]


@pytest.mark.parametrize(
    ("typed", "code", "said"),
    [
        (["new", "x.xlsx", "--results", "nothing.lin"], 1, "nothing.lin: there is no such file"),
        (["new", "x.xlsx", "--results", "x.xlsx"], 1, "x.xlsx: a file of results must end with one of .lin"),
        (
            ["new", "x.xlsx", "--kind", "league", "--results", "a.csv"],
            1,
            "a workbook of the kind league, only in match, swiss, pairs",
        ),
        (["new", "x.xlsx", "--results", "a.csv", "--teams", "4"], 2, "--teams goes with the kind"),
    ],
)
def test_what_is_refused(run: Run, typed: list[str], code: int, said: str) -> None:
    run.write("a.csv", "board,open,closed\n1,P,P\n")
    (line,) = run(*typed, code=code)
    assert said in line
    assert not (run.folder / "x.xlsx").exists()
