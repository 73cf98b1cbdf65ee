"""What Python does in the page, without a browser: fields become arguments, and answers become words of the page."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.parts.books import BOOKS
from tests.parts.pages import typed
from xlvp.cli.options import Option, Takes
from xlvp.page import desk, shows, words
from xlvp.page.answers import Answer
from xlvp.page.forms import described
from xlvp.page.jobs import JOBS, Books, Job
from xlvp.page.words import field_in, of_the_page
from xlvp.templates.kinds import KINDS
from xlvp.templates.new import new

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

pytestmark = pytest.mark.slow


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "desk"


def do(place: Path, job: str, files: Sequence[tuple[str, str, bytes]] = (), **values: Any) -> dict[str, Any]:
    """Do a job with files, each with its field and its name."""
    placed = []
    for number, (field, name, data) in enumerate(files):
        path = place.parent / f"given{number}"
        path.write_bytes(data)
        placed.append({"field": field, "name": name, "path": str(path)})
    answer: dict[str, Any] = json.loads(
        desk.do(json.dumps({"job": job, "values": values, "files": placed}), str(place))
    )
    return answer


def test_every_option_of_new_has_a_field() -> None:
    forms = json.loads(described())
    jobs = {job["name"]: job for group in forms["groups"] for job in group["jobs"]}
    new = {field["name"] for field in jobs["new"]["fields"]}
    assert new >= {name for kind in KINDS.values() for name in kind.options} | {"kind", "paper", "style"}
    assert {"force", "out", "old"} & new == set()
    assert forms["kinds"]["swiss"]["usual"]["boards"] == 8
    assert set(forms["kinds"]) == set(KINDS)
    besides = {name: field["besides"] for name in jobs for field in jobs[name]["fields"] if field["name"] == "scale"}
    assert besides == {"new": ["Own", "IMPs"], "renew": ["Own", "IMPs"], "vp": [], "table": []}


def test_an_option_that_is_added_has_a_field_and_reaches_the_command(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Sequence[str]] = []

    def show(argv: Sequence[str], book: str) -> Answer:
        seen.append((*argv, book))
        return Answer()

    options = (
        Option("--legs", "how often each meets each other", Takes.CHOICE, choices={"1": "once", "2": "twice"}),
        Option("--results", "results to enter", Takes.FILE, "FILE", nargs="+"),
        Option("--quick", "soon", Takes.FLAG),
        Option("--secret", "on a disk alone", on_disk=True),
    )
    job = Job("draw", "draw", "Draw", "Draws.", "Draw", options, show, Books("Events"), given=("-o{stem}.next.xlsx",))
    monkeypatch.setitem(JOBS, "draw", job)
    assert [field.called for field in job.fields] == ["Legs", "Results", "Quick"]
    files = [("", "event.xlsx", b"e"), ("results", "-a.lin", b"1"), ("results", "-a.lin", b"2")]
    do(place, "draw", files, legs="2", quick=True)
    typed_in = ("--legs=2", "--results", "./-a.lin", "./-a (2).lin", "--quick")
    assert seen == [("draw", "-oevent.next.xlsx", *typed_in, "--", "event.xlsx", "event.xlsx")]


def test_bytes_are_those_of_the_command_line(place: Path, tmp_path: Path) -> None:
    answer = do(place, "new", kind="swiss", teams="Avon\n=Brue, and others\tx\n\nCam", boards="7")
    (tmp_path / "teams.csv").write_text('Avon\n"=Brue, and others"\nCam\n')
    made = typed(tmp_path, "new", "swiss.xlsx", "--kind=swiss", "--teams=teams.csv", "--boards=7").files
    assert {name: (place / name).read_bytes() for name in answer["files"]} == made


REFUSALS = [
    ("new", {"boards": "x2"}, "Boards: a whole number is needed, not 'x2'", "boards"),
    ("new", {"rounds": "7"}, "Rounds goes with the kind swiss, not with match", "rounds"),
    ("new", {"home": "a\nb"}, "Home team: a name must be on one line and without", "home"),
    ("vp", {"margin": "23"}, "Boards is needed: how many boards the match has, such as 24", "boards"),
    ("vp", {}, "Margin in IMPs: something is needed here", "margin"),
    ("imps", {"diff": "4NT"}, "Difference in points: a number is needed, such as 12 or -7.5, not '4NT'", "diff"),
    ("imps", {"diff": "--help"}, "Difference in points: a number is needed, such as 12 or -7.5, not '--help'", "diff"),
    ("imps", {"diff": "420 1,100"}, "Difference in points: '1,100' could be 1100 or a fraction; write it", "diff"),
    (
        "vp",
        {"margin": "5 x", "boards": "8"},
        "Margin in IMPs: a number is needed, such as 12 or -7.5, not 'x'",
        "margin",
    ),
    ("table", {"boards": "0"}, "boards must be", ""),
    (
        "new",
        {"kind": "swiss", "teams": "Avon\nBrue\nAvon"},
        "Teams: line 3: 'Avon' is on line 1 already; tell them apart",
        "teams",
    ),
]


@pytest.mark.parametrize(("job", "values", "said", "field"), REFUSALS)
def test_refusals_name_the_field(place: Path, job: str, values: dict[str, Any], said: str, field: str) -> None:
    answer = do(place, job, **values)
    assert answer["refused"].startswith(said)
    assert (answer["field"], answer["files"], answer["blocks"]) == (field, [], [])


def test_what_a_command_says_in_words_of_the_page() -> None:
    old = "its formula is old; 'xlvp embed club.xlsx --in-place' renews it"
    assert of_the_page(old) == "its formula is old; “Put the functions in” renews it"
    assert of_the_page("'xlvp embed a --in-place --remove' does it") == "“Take the functions out” does it"
    assert of_the_page("xlvp check: 'xlvp doctor' helps") == "'xlvp doctor' helps"
    options = [Option("--rounds", "x"), Option("--round", "y")]
    assert of_the_page("--rounds, --round and --rounds-x", options) == "Rounds, Round and --rounds-x"
    assert field_in("there is no such file", options) == ""


def test_the_jobs_that_are_named_in_place_of_commands_are_there() -> None:
    headings = {(job.command, f"“{job.heading}”") for job in JOBS.values()}
    assert {*words._PLACES.items(), ("embed", words._REMOVING)} <= headings


NAMES = ["../../x.xlsx", "..", ".", "", "\0", "a/b.xlsx", "-o.xlsx", "\ud800.xlsx", "{stem}.xlsx", "a\nb\x1b.xlsx"]


@pytest.mark.parametrize("name", NAMES)
def test_a_file_stays_in_the_folder_whatever_its_name(place: Path, name: str) -> None:
    before = set(place.parent.parent.iterdir())
    answer = do(place, "check", [("", name, BOOKS["xlsxwriter_plain"]())])
    assert answer["files"] == []
    assert answer["refused"] == ""
    assert {path.name for path in place.parent.iterdir()} == {"desk"}
    assert set(place.parent.parent.iterdir()) == before


def test_the_folder_is_emptied_for_each_job(place: Path) -> None:
    assert do(place, "new")["files"] == ["match.xlsx"]
    assert do(place, "new", kind="pairs")["files"] == ["pairs.xlsx"]
    assert [path.name for path in place.iterdir()] == ["pairs.xlsx"]


def test_a_command_that_has_no_memory_or_a_defect_is_told_in_words(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(argv: Sequence[str], book: str) -> Answer:
        raise (MemoryError if "--boards=1" in argv else ZeroDivisionError)

    monkeypatch.setitem(JOBS, "table", JOBS["table"]._replace(show=fail))
    assert do(place, "table", boards="1")["refused"].startswith("this is too large for the memory of the browser")
    assert "ZeroDivisionError" in do(place, "table", boards="2")["refused"]


def test_clashes_are_noted(place: Path) -> None:
    answer = do(place, "embed", [("", "club.xlsx", BOOKS["xlsxwriter_table_called_imps"]())])
    assert answer["attention"]
    assert answer["blocks"][0] == {"type": "notes", "lines": ["IMPS is left out: a table has that name"]}
    assert answer["files"] == ["club.xlvp.xlsx"]


def test_a_command_without_a_word_is_a_refusal() -> None:
    assert shows.Ran(1, [], []).refused == "nothing was done"
    assert shows.Ran(1, ["3 findings"], []).refused == ""


def test_a_round_is_drawn_as_on_the_command_line(place: Path, tmp_path: Path) -> None:
    event, _ = new("swiss", {"teams": ("Avon", "Brue", "Cam", "Dart"), "rounds": 3, "boards": 8}, {})
    answer = do(place, "draw", [("", "event.xlsx", event)], seed="7")
    assert answer["files"] == ["event.round1.xlsx"]
    (tmp_path / "event.xlsx").write_bytes(event)
    done = typed(tmp_path, "draw", "event.xlsx", "--seed", "7")
    assert (place / "event.round1.xlsx").read_bytes() == done.files["event.round1.xlsx"]
    (block,) = answer["blocks"]
    assert (block["lines"], block["aligned"]) == (done.out, True)
    drawn = done.files["event.round1.xlsx"]
    assert "round 1 is paired, and 2 results are missing" in do(place, "draw", [("", "event.xlsx", drawn)])["refused"]
