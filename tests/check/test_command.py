"""`xlvp check` on the command line: what it says of workbooks, right, wrong, large and hostile."""

from __future__ import annotations

import io
import re
import shlex
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import xlsxwriter
from hypothesis import given
from hypothesis import strategies as st

from tests.check.made import LAW, book, club, columns
from tests.ooxml.test_package import BAD, DTD
from tests.parts.books import BOOKS, RELS
from xlvp import embed
from xlvp.check.report import check_file
from xlvp.cli import main
from xlvp.files import RefusedError
from xlvp.ooxml import sheets
from xlvp.ooxml.definednames import our_names
from xlvp.ooxml.parts import Workbook
from xlvp.templates.kinds import KINDS
from xlvp.templates.new import new
from xlvp.templates.wording import STYLES

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
SCALE = columns([[start for start, _, _ in LAW], [imps for _, _, imps in LAW]]) | {(1, 1): "from", (1, 2): "IMPs"}
RIGHT = book({"Scales": SCALE}).getvalue()
RIGHT_IS_TOLD = "Scales!A2:B26: right: the IMP scale\nnothing found: 1 IMP table is right\n"
SHEET = "xl/worksheets/sheet1.xml"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("club.xlsx").write_bytes(club())
    Path("right.xlsx").write_bytes(RIGHT)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["check", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def changed(data: bytes, part: str, change: Callable[[bytes], bytes]) -> bytes:
    """Return a workbook with one part changed."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name in old.namelist():
            made.writestr(name, change(old.read(name)) if name == part else old.read(name))
    return out.getvalue()


def test_a_right_workbook(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "right.xlsx") == (0, RIGHT_IS_TOLD, "")
    Path("other.xlsx").write_bytes(BOOKS["xlsxwriter_plain"]())
    assert run(capsys, "other.xlsx") == (0, "nothing found, and no table of IMPs or VPs\n", "")


def test_findings_are_lines_and_the_workbook_stays(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "club.xlsx")
    assert (code, err) == (1, "")
    assert out.splitlines()[-1] == "4 findings in 1 workbook"
    assert len(out.splitlines()) == 5
    assert Path("club.xlsx").read_bytes() == club()


def test_one_bad_file_does_not_stop_the_rest(capsys: pytest.CaptureFixture[str]) -> None:
    Path("bad.xlsx").write_bytes(RIGHT[:500])
    code, out, err = run(capsys, "bad.xlsx", "right.xlsx", "none.xlsx", "club.xlsx")
    assert code == 1
    told = [line.split(": ")[0] for line in out.splitlines()]
    assert told == ["right.xlsx", *["club.xlsx"] * 4, "4 findings in 1 workbook"]
    assert [line.split(": ")[:2] for line in err.splitlines()] == [
        ["xlvp check", "bad.xlsx"],
        ["xlvp check", "none.xlsx"],
    ]
    assert run(capsys, "bad.xlsx")[:2] == (1, "")


def test_no_workbook_is_bad_usage(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["check"])
    assert stopped.value.code == 2
    assert "BOOK" in capsys.readouterr().err


def test_strange_names_of_sheets_and_texts(capsys: pytest.CaptureFixture[str]) -> None:
    Path("club.xlsx").write_bytes(book({"Bob's ♠": SCALE | {(5, 1): "9O ♥\n"}}).getvalue())
    code, out, _ = run(capsys, "club.xlsx")
    assert (code, out) == (1, "'Bob''s ♠'!A5: \"9O ♥?\", but 3 IMPs begin at 90\n1 finding in 1 workbook\n")


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_workbook_is_refused_in_one_line(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    data, reason = BAD[name]
    Path("bad.xlsx").write_bytes(data)
    code, out, err = run(capsys, "bad.xlsx")
    if "signed" in reason:  # a signature forbids no reading
        assert (code, err) == (0, "")
        return
    assert (code, out) == (1, "")
    assert err.startswith("xlvp check: bad.xlsx: ")
    assert reason in err
    assert len(err.splitlines()) == 1


def replacing(old: bytes, new: bytes) -> Callable[[bytes], bytes]:
    return lambda xml: xml.replace(old, new)


BOMB = b"<?xml version='1.0'?>" + DTD + b"<x>&b;</x>"
HOSTILE: dict[str, tuple[str, Callable[[bytes], bytes], str]] = {
    "a document type": (SHEET, lambda xml: b"<?xml version='1.0'?>" + DTD + xml, "document type definition"),
    "an XML bomb": (SHEET, lambda _: BOMB, "document type definition"),
    "cut off": (SHEET, lambda xml: xml[:-20], "is not well-formed XML"),
    "row 0 of a cell": (SHEET, replacing(b'r="A2"', b'r="A0"'), "is called 'A0'"),
    "a column too far": (SHEET, replacing(b'r="A2"', b'r="ZZZ2"'), "is called 'ZZZ2'"),
    "a row too far": (SHEET, replacing(b'<row r="2"', b'<row r="1048577"'), "has the number '1048577'"),
    "row 0": (SHEET, replacing(b'<row r="2"', b'<row r="0"'), "has the number '0'"),
    "no number": (SHEET, replacing(b"<v>20</v>", b"<v>twenty</v>"), "A3 of the sheet 'Scales' cannot be read"),
    "not a number": (SHEET, replacing(b"<v>20</v>", b"<v>nan</v>"), "A3 of the sheet 'Scales' cannot be read"),
    "no such text": (SHEET, replacing(b't="n"><v>20</v>', b't="s"><v>9</v>'), "cannot be read"),
    "no such sheet": ("xl/_rels/workbook.xml.rels", replacing(b"sheet1", b"sheet7"), "the sheet 'Scales' is missing"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_sheets(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    part, change, reason = HOSTILE[name]
    Path("bad.xlsx").write_bytes(changed(RIGHT, part, change))
    code, out, err = run(capsys, "bad.xlsx")
    assert (code, out) == (1, "")
    assert reason in err
    assert len(err.splitlines()) == 1


def test_modules_of_excel_95_are_no_sheets(capsys: pytest.CaptureFixture[str]) -> None:
    """They are listed among the sheets, but no part is theirs."""
    listed = b'<sheet name="Module1" sheetId="9" state="veryHidden" r:id="" xmlns:r="%s"/></sheets>' % RELS.encode()
    for number, listing in enumerate((listed, listed.replace(b' r:id=""', b""))):
        Path(f"{number}.xlsx").write_bytes(changed(RIGHT, "xl/workbook.xml", replacing(b"</sheets>", listing)))
        assert run(capsys, f"{number}.xlsx") == (0, RIGHT_IS_TOLD, "")


def shared_texts() -> bytes:
    """Return a workbook by another writer, which keeps texts apart from the cells, with one slip in its scale."""
    out = io.BytesIO()
    with xlsxwriter.Workbook(out) as made:
        sheet = made.add_worksheet("Scales")
        for row, (start, end, imps) in enumerate(LAW):
            sheet.write_row(row, 0, [f"{start}-{end}" if end else f"{start}+", imps])
        bold = made.add_format({"bold": True})
        sheet.write_rich_string(5, 0, bold, "170", "-200")
    return out.getvalue()


def test_texts_that_are_kept_apart(capsys: pytest.CaptureFixture[str]) -> None:
    Path("club.xlsx").write_bytes(shared_texts())
    told = 'Scales!A6: "170-200", but 170-210 is worth 5 IMPs\n1 finding in 1 workbook\n'
    assert run(capsys, "club.xlsx") == (1, told, "")


@pytest.mark.parametrize(
    ("xml", "reason"),
    [(BOMB, "document type definition"), (b"<sst><si>", "is not well-formed XML"), (b"<sst/>", "cannot be read")],
)
def test_hostile_texts(xml: bytes, reason: str) -> None:
    data = changed(shared_texts(), "xl/sharedStrings.xml", lambda _: xml)
    with pytest.raises(RefusedError, match=reason):
        check_file(io.BytesIO(data), "club.xlsx")


def test_too_much_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheets, "_MOST_TEXT", 100)
    with pytest.raises(RefusedError, match="too much text"):
        check_file(io.BytesIO(shared_texts()), "club.xlsx")


def test_too_many_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheets, "MOST_CELLS", 40)
    with pytest.raises(RefusedError, match="too large \\(more than 40 cells\\); check a copy"):
        check_file(io.BytesIO(RIGHT), "club.xlsx")


def test_a_bomb_takes_no_memory() -> None:
    """A sheet that unpacks to a gigabyte of spaces, or one text of that length, is refused before it is read."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(RIGHT)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name in old.namelist():
            if name != SHEET:
                made.writestr(name, old.read(name))
        with made.open(SHEET, "w", force_zip64=True) as sheet:
            for _ in range(1025):
                sheet.write(b" " * (1 << 20))
    with pytest.raises(RefusedError, match="unpacks to more than 256 MB"):
        check_file(out, "club.xlsx")


@given(st.randoms(use_true_random=False))
def test_any_change_of_a_sheet_is_read_or_refused(pick: random.Random) -> None:
    def change(xml: bytes) -> bytes:
        data = bytearray(xml)
        for _ in range(pick.randrange(1, 4)):
            at = pick.randrange(len(data))
            data[at : at + pick.choice((0, 1, 5))] = pick.choice((b"", b"0", b"9" * 30, b"<", b'"', b"-", b"A"))
        return bytes(data)

    data = changed(club(), pick.choice((SHEET, "xl/worksheets/sheet2.xml", "xl/workbook.xml")), change)
    told: list[str] = []
    try:
        told += map(str, check_file(io.BytesIO(data), "club.xlsx").findings)
    except RefusedError as refusal:
        told.append(str(refusal))
    assert all(line.isprintable() for line in told)


@pytest.mark.parametrize("path", sorted((ROOT / "workbooks").glob("*.xlsx")), ids=lambda path: path.name)
def test_nothing_in_our_own_workbooks(path: Path) -> None:
    with path.open("rb") as file:
        assert check_file(file, path.name).findings == ()


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_in_what_we_make(kind: str, style: str) -> None:
    data, _ = new(kind, {"style": style}, {})
    assert check_file(io.BytesIO(data), "new.xlsx").findings == ()


@pytest.mark.parametrize("name", BOOKS)
def test_nothing_in_other_workbooks_with_our_names(name: str) -> None:
    Path("other.xlsx").write_bytes(BOOKS[name]())
    embed.embed("other.xlsx", "new.xlsx", embed.names())
    with Path("new.xlsx").open("rb") as file:
        assert check_file(file, "new.xlsx").findings == ()


def test_old_names(capsys: pytest.CaptureFixture[str]) -> None:
    older = [
        name._replace(formula=f"{name.formula}+0") if name.name == "IMPS" else name
        for name in embed.names(["IMPS", "WBFVP"])
    ]
    embed.embed("right.xlsx", "new.xlsx", [*older, older[0]._replace(name="OLDVP")])
    code, out, _ = run(capsys, "new.xlsx")
    assert code == 1
    assert out == (
        "the name IMPS: its formula is not that of this xlvp (it is older, or another program has changed it);"
        " 'xlvp embed new.xlsx --in-place --only IMPS' renews it\n"
        "the name OLDVP: this xlvp has no such function;"
        " 'xlvp embed new.xlsx --in-place --remove' takes out all that xlvp has put in,"
        " and 'xlvp embed new.xlsx --in-place' puts in those that it has now\n"
        "Scales!A2:B26: right: the IMP scale\n"
        "2 findings in 1 workbook\n"
    )


def test_the_advice_on_old_names_is_right(capsys: pytest.CaptureFixture[str]) -> None:
    """Each command that is advised, done as it stands, mends what it is advised for, and adds nothing else."""
    older = [name._replace(formula=f"{name.formula}+0") for name in embed.names(["IMPS"])]
    embed.embed("right.xlsx", "my new.xlsx", [*older, *embed.names(["WBFVP"])])
    (finding,) = [line for line in run(capsys, "my new.xlsx")[1].splitlines() if line.startswith("the name")]
    advice = shlex.split(finding.rpartition("; '")[2].rpartition("' renews")[0])
    assert advice == ["xlvp", "embed", "my new.xlsx", "--in-place", "--only", "IMPS"]
    assert main(advice[1:]) == 0
    assert names_in("my new.xlsx") == ["IMPS", "WBFVP"]
    assert "the name" not in run(capsys, "my new.xlsx")[1]

    embed.embed("right.xlsx", "old.xlsx", [*embed.names(), older[0]._replace(name="OLDVP")])
    (finding,) = [line for line in run(capsys, "old.xlsx")[1].splitlines() if line.startswith("the name")]
    commands = re.findall(r"'xlvp (.*?)'", finding)
    assert len(commands) == 2
    for command in commands:
        assert main(shlex.split(command)) == 0
    assert names_in("old.xlsx") == sorted(name.name for name in embed.names())
    assert "the name" not in run(capsys, "old.xlsx")[1]


def names_in(path: str) -> list[str]:
    with Path(path).open("rb") as file:
        return sorted(our_names(Workbook(file).xml))


def test_names_that_excel_has_written_anew() -> None:
    """Excel may space a formula in its own way when it saves it."""
    (imps,) = embed.names(["IMPS"])
    embed.embed("right.xlsx", "new.xlsx", [imps._replace(formula=imps.formula.replace(",_xl", " , _xL"))])
    with Path("new.xlsx").open("rb") as file:
        findings = check_file(file, "new.xlsx").findings
    assert findings == ()


def test_cells_that_share_a_formula() -> None:
    """Excel writes a formula that was copied down once, for its first cell."""
    rows = "".join(f'<row r="{row}"><c r="E{row}"><f t="shared" si="0"/></c></row>' for row in range(3, 26))
    formula = "SIGN(C2-D2)*LOOKUP(ABS(C2-D2),Scales!$A$2:$A$26,Scales!$C$2:$C$26)"
    first = f'<row r="2"><c r="E2"><f t="shared" ref="E2:E25" si="0">{formula}</f><v>0</v></c></row>'
    sheet = f'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>{first}{rows}'
    data = changed(club(), SHEET, lambda _: f"{sheet}</sheetData></worksheet>".encode())
    found = [str(finding) for finding in check_file(io.BytesIO(data), "club.xlsx").findings]
    assert [line for line in found if line.startswith("Match!E2:E25: with C2 and D2 empty it gives 0")]
