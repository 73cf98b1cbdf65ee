"""`xlvp new --from` on workbooks that were changed, damaged, or made to do harm."""

from __future__ import annotations

import io
import json
import re
import zipfile
from datetime import date, datetime, time, timedelta
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from openpyxl import load_workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.utils.datetime import CALENDAR_MAC_1904

from tests.parts.cache import ROOT
from xlvp.cli import main
from xlvp.templates.new import new, read

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from tests.parts.office import Office

    Change = Callable[[bytes], bytes]

pytestmark = pytest.mark.slow

MATCH, SCALES = "xl/worksheets/sheet1.xml", "xl/worksheets/sheet2.xml"
WORKBOOK, STYLES, CUSTOM, CORE = "xl/workbook.xml", "xl/styles.xml", "docProps/custom.xml", "docProps/core.xml"
ENTRIES: dict[str, list[list[Any]]] = {"home": [["Avon"]], "open_result": [["4SN="], [None], [-50]]}


@cache
def old() -> bytes:
    return new("match", {"boards": 4}, ENTRIES)[0]


def altered(parts: Mapping[str, Change | bytes | None], book: bytes | None = None) -> bytes:
    """Return a workbook with other parts: changed, replaced, added, or, where it is None, left out."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(book or old())) as archive:
        every = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name in every | dict(parts):
            change = parts.get(name, every.get(name))
            data = change(every[name]) if callable(change) else change
            if data is not None:
                made.writestr(name, data)
    return out.getvalue()


def swap(old: str, new: str) -> Change:
    """Return the change that puts one text in the place of another, which must be there."""

    def change(data: bytes) -> bytes:
        assert old.encode() in data
        return data.replace(old.encode(), new.encode())

    return change


def remembering(text: str) -> Change:
    """Return the change of what a workbook remembers of how it was made."""
    escaped = text.replace("&", "&amp;").replace("<", "&lt;")
    return lambda data: re.sub(rb"(?<=<vt:lpwstr>).*(?=</vt:lpwstr>)", escaped.encode(), data)


def renewed(tmp_path: Path, capsys: pytest.CaptureFixture[str], data: bytes, *more: str) -> tuple[int, str, Any]:
    """Return the exit code of a renewal, what it has said, and what became of `home`."""
    path, fresh = tmp_path / "old.xlsx", tmp_path / "new.xlsx"
    path.write_bytes(data)
    try:
        code = main(["new", str(fresh), "--from", str(path), *more])
    except SystemExit as stopped:
        code = int(stopped.code or 0)
    told = capsys.readouterr()
    assert path.read_bytes() == data
    assert fresh.exists() == (code == 0)
    assert told.out == (f"Made {fresh}\n" if code == 0 else "")
    home = read(fresh).entries["home"][0][0] if code == 0 else ""
    return code, told.err.replace(str(path), "old.xlsx"), home


# Values as they were


def filled(fill: Callable[[Any], None]) -> bytes:
    """Return a scorecard that somebody has filled in with openpyxl."""
    book = load_workbook(io.BytesIO(old()), rich_text=True)
    fill(book)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("typed", "entered"),
    [
        (12, 12),
        (12.5, 12.5),
        (-0.1, -0.1),
        (1e300, 1e300),
        (10**14, 10**14),
        (True, True),
        ("4S", "4S"),
        ("  spaces  ", "  spaces  "),
        ("two\nlines", "two\nlines"),
        ("_x0041_ & <b>", "_x0041_ & <b>"),
        ("♠ 🏆", "♠ 🏆"),
        ("x" * 32_767, "x" * 32_767),
        ("#N/A", "#N/A"),
        (date(2026, 3, 1), datetime(2026, 3, 1)),
        (datetime(2026, 3, 1, 19, 30), datetime(2026, 3, 1, 19, 30)),
        (time(19, 30), time(19, 30)),
        (timedelta(hours=30), timedelta(hours=30)),
        (CellRichText("plain ", TextBlock(InlineFont(b=True), "bold")), "plain bold"),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_what_was_typed_is_what_comes_over(tmp_path: Path, typed: object, entered: object) -> None:
    assert_comes_over(tmp_path, "home", typed, entered)


@pytest.mark.parametrize(
    ("typed", "entered"),
    [
        (date(2026, 3, 1), datetime(2026, 3, 1)),
        ("Saturday", "Saturday"),
        (46_082, datetime(2026, 3, 1)),
        (3_000_000, 3_000_000),
        (-1e300, -1e300),
        (True, True),
    ],
)
def test_what_was_typed_as_a_date_stays_one(tmp_path: Path, typed: object, entered: object) -> None:
    """Numbers in the cell's format are days, as far as there are such days."""
    assert_comes_over(tmp_path, "date", typed, entered)


def assert_comes_over(tmp_path: Path, name: str, typed: object, entered: object) -> None:
    def fill(book: Any) -> None:
        ((sheet, cell),) = book.defined_names[name].destinations
        book[sheet][cell].value = typed

    path, fresh = tmp_path / "old.xlsx", tmp_path / "new.xlsx"
    path.write_bytes(filled(fill))
    found = read(path)
    assert found.entries[name] == [[entered]]
    assert type(found.entries[name][0][0]) is type(entered)
    fresh.write_bytes(new(found.kind, found.choices, found.entries)[0])
    assert read(fresh).entries[name] == [[entered]]


def test_dates_that_count_from_1904(tmp_path: Path) -> None:
    def fill(book: Any) -> None:
        book.epoch = CALENDAR_MAC_1904
        ((sheet, cell),) = book.defined_names["date"].destinations
        book[sheet][cell].value = date(2026, 3, 1)

    path = tmp_path / "old.xlsx"
    path.write_bytes(filled(fill))
    assert read(path).entries["date"] == [[datetime(2026, 3, 1)]]


def cell(place: str, kind: str, content: str) -> Change:
    """Return the change of what is written in a cell of the scorecard."""
    pattern = re.compile(rf'(<c r="{place}" s="[0-9]+") t="[A-Za-z]+"(?: />|>.*?</c>)'.encode())

    def change(data: bytes) -> bytes:
        changed, count = pattern.subn(rf'\g<1> t="{kind}">{content}</c>'.encode(), data)
        assert count == 1
        return changed

    return change


@pytest.mark.parametrize(
    ("content", "kind", "entered"),
    [
        ("<v>45000000000</v>", "n", 45_000_000_000),
        ("<v>-1E+300</v>", "n", -1e300),
        ("<v>2026-03-01T00:00:00</v>", "d", datetime(2026, 3, 1)),
        ("<v>soon</v>", "d", "soon"),
        ("<v>2026-99-99</v>", "d", "2026-99-99"),
        ("<v></v>", "n", None),
        ("<v></v>", "s", None),
        ("<is><t>A</t><rPh><t>spoken</t></rPh><r><t>B</t></r></is>", "inlineStr", "AB"),
        ("<f>1+1</f><v>2</v>", "n", datetime(1900, 1, 2)),
        ('<f>"x"</f><v>x</v>', "str", "x"),
        ('<f>""</f><v></v>', "str", None),
        ("<f>NA()</f><v>#N/A</v>", "e", "#N/A"),
    ],
)
def test_values_as_programs_write_them(tmp_path: Path, content: str, kind: str, entered: object) -> None:
    """Here in a cell for a date."""
    path = tmp_path / "old.xlsx"
    path.write_bytes(altered({MATCH: cell("H1", kind, content)}))
    assert read(path).entries["date"] == [[entered]]
    assert read(path).lost == []


@pytest.mark.parametrize("formula", ["<f>1+1</f>", '<f t="shared" si="0"/>', "<f>1+1</f><v></v>"])
def test_a_formula_without_a_result_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str], formula: str) -> None:
    code, err, _ = renewed(tmp_path, capsys, altered({MATCH: cell("D12", "n", formula)}))
    assert code == 0
    assert err == f"xlvp new: not carried over: open_result, row 2: {'=1+1' if '1+1' in formula else 'a formula'}\n"


SHARED = (
    '<Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.'
    'spreadsheetml.sharedStrings+xml" /></Types>'
)


def sharing(texts: str, content: str = "<v>2</v>") -> bytes:
    """Return a scorecard as Excel writes it, with a list of texts; `home` is the third of them."""
    listed = f'<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">{texts}</sst>'
    return altered(
        {
            MATCH: cell("A4", "s", content),
            "[Content_Types].xml": swap("</Types>", SHARED),
            "xl/sharedStrings.xml": listed.encode(),
        }
    )


def test_texts_that_cells_share(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    texts = "<si><t>no</t></si><si/><si><r><t>Av</t></r><r><t>on</t></r><rPh><t>no</t></rPh></si><si><t>no</t></si>"
    assert renewed(tmp_path, capsys, sharing(texts)) == (0, "", "Avon")


def by_openpyxl(path: Path) -> dict[str, list[list[Any]]]:
    """Return what openpyxl finds under the names of a workbook, as far as there are inputs."""
    styles, values = load_workbook(path), load_workbook(path, data_only=True)
    found = {}
    for name, defined in styles.defined_names.items():
        for sheet, area in defined.destinations:
            first, _, last = area.replace("$", "").partition(":")
            block = f"{first}:{last or first}"
            if not all(cell.protection.locked for row in styles[sheet][block] for cell in row):
                found[name] = [[cell.value for cell in row] for row in values[sheet][block]]
    return found


@pytest.mark.parametrize("name", ["match", "example-match", "example-swiss", "league", "pairs", "scales"])
def test_openpyxl_and_libreoffice_agree(office: Office, tmp_path: Path, name: str) -> None:
    """In the workbooks of this project, and in what LibreOffice makes of them."""
    made = ROOT / "workbooks" / f"{name}.xlsx"
    assert read(made).entries == by_openpyxl(made)
    with office.open(made) as document:
        document.save(tmp_path / "saved.xlsx")
    assert read(tmp_path / "saved.xlsx").entries == by_openpyxl(tmp_path / "saved.xlsx")
    assert read(tmp_path / "saved.xlsx").entries == read(made).entries


# Names that lead elsewhere


@pytest.mark.parametrize(
    "target",
    [
        "Nowhere!$A$1",
        "'[1]Match'!$A$4",
        "[1]Match!$A$4",
        "Match:Scales!$A$4",
        "'Match:Scales'!$A$4",
        "Table1[Team]",
        "#REF!",
        "Match!#REF!",
        "Match!$A:$A",
        "Match!$4:$4",
        "Match!$A$4,Match!$A$5",
        "Match!$A$1:$XFD$1048576",
        "Match!$A$4:$ZZZ$4",
        "Match!$A$4:$A$9999999",
        "OFFSET(Match!$A$4,0,0)",
        "5",
        "",
        "=",
        "Match!$A$4" * 100_000,
    ],
    ids=lambda target: target[:30],
)
def test_a_name_that_leads_elsewhere_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str], target: str) -> None:
    pointed = swap("<definedName name=\"home\">'Match'!$A$4<", f'<definedName name="home">{target}<')
    code, err, home = renewed(tmp_path, capsys, altered({WORKBOOK: pointed}))
    assert (code, home) == (0, None)
    assert err == "xlvp new: not carried over: home: this name no longer leads to cells\n"
    assert read(tmp_path / "new.xlsx").entries["open_result"][:3] == ENTRIES["open_result"]


def test_names_of_the_users_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """They are no inputs of ours, wherever they lead."""
    own = "".join(
        f'<definedName name="own{number}">{target}</definedName>'
        for number, target in enumerate(
            ["Nowhere!$A$1", "Match!$A:$A", "Scales!$A$1:$XFD$1048576", "1.19", "About!$B$2"]
        )
    )
    data = altered({WORKBOOK: swap("</definedNames>", f"{own}</definedNames>")})
    assert renewed(tmp_path, capsys, data) == (0, "", "Avon")


# Damaged parts


@pytest.mark.parametrize("part", [MATCH, SCALES, STYLES, CUSTOM, WORKBOOK, "xl/_rels/workbook.xml.rels", "_rels/.rels"])
@pytest.mark.parametrize("damage", [b"", b"<", b"\xff\xfe\x00", b"<a><b></a>", None])
def test_a_damaged_part_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], part: str, damage: bytes | None
) -> None:
    code, err, _ = renewed(tmp_path, capsys, altered({part: damage}))
    assert_refused(code, err)


@pytest.mark.parametrize("damage", [b"", b"<"])
def test_parts_that_are_not_needed_may_be_damaged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], damage: bytes
) -> None:
    parts = dict.fromkeys((CORE, "docProps/app.xml", "xl/worksheets/sheet3.xml", "xl/charts/chart1.xml"), damage)
    assert renewed(tmp_path, capsys, altered(parts)) == (0, "", "Avon")


def assert_refused(code: int, err: str) -> None:
    assert code == 1
    assert err.startswith("xlvp: old.xlsx: ")
    assert err.count("\n") == 1
    assert err.rstrip("\n").isprintable()


NONSENSE: dict[str, tuple[str, Change]] = {
    "no number": (MATCH, cell("A4", "n", "<v>4S</v>")),
    "not a number": (MATCH, cell("A4", "n", "<v>nan</v>")),
    "no truth": (MATCH, cell("A4", "b", "<v>perhaps</v>")),
    "no such text": (MATCH, cell("A4", "s", "<v>7</v>")),
    "a text before the first": (MATCH, cell("A4", "s", "<v>-1</v>")),
    "no such type": (MATCH, cell("A4", "what", "<v>x</v>")),
    "too long a text": (MATCH, cell("A4", "inlineStr", f"<is><t>{'x' * 32_768}</t></is>")),
    "no such style": (MATCH, swap('r="A4" s="', 'r="A4" s="9999')),
    "a style before the first": (MATCH, swap('r="A4" s="', 'r="A4" s="-')),
    "no address": (MATCH, swap('r="A4"', 'r="four"')),
    "no such column": (MATCH, swap('r="A4"', 'r="ZZZ4"')),
    "no such row": (MATCH, swap('r="A4"', 'r="A9999999"')),
    "no row": (MATCH, swap('<row r="4"', '<row r="four"')),
    "no styles": (STYLES, lambda data: re.sub(rb"<cellXfs.*</cellXfs>", b"<cellXfs/>", data)),
    "no formats": (STYLES, swap('numFmtId="', 'numFmtId="x')),
    "no part with styles": ("[Content_Types].xml", swap("spreadsheetml.styles+xml", "spreadsheetml.style+xml")),
}


@pytest.mark.parametrize("what", NONSENSE)
def test_nonsense_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], what: str) -> None:
    part, change = NONSENSE[what]
    code, err, _ = renewed(tmp_path, capsys, altered({part: change}))
    assert_refused(code, err)


@pytest.mark.parametrize("target", ["/xl/worksheets/sheet9.xml", "../../../../etc/passwd", "/xl/worksheets/sheet2.xml"])
def test_a_sheet_that_is_elsewhere_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], target: str) -> None:
    moved = swap("/xl/worksheets/sheet1.xml", target)
    code, err, _ = renewed(tmp_path, capsys, altered({"xl/_rels/workbook.xml.rels": moved}))
    assert_refused(code, err)


def test_what_is_no_worksheet_has_no_cells(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    moved = swap("/xl/worksheets/sheet1.xml", "/xl/charts/chart1.xml")
    code, err, home = renewed(tmp_path, capsys, altered({"xl/_rels/workbook.xml.rels": moved}))
    assert (code, home) == (0, None)
    assert "; home: this name no longer leads to cells; " in err


# What a workbook remembers of how it was made


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '"match"',
        "[" * 900,
        "[" * 100_000,
        '{"kind":' * 100,
        "9" * 900,
        json.dumps({"boards": 4}),
        json.dumps({"kind": "knockout"}),
        json.dumps({"kind": ["match"]}),
        json.dumps({"kind": "match", "boards": "4"}),
        json.dumps({"kind": "match", "boards": 4.5}),
        json.dumps({"kind": "match", "boards": True}),
        json.dumps({"kind": "match", "boards": None}),
        json.dumps({"kind": "match", "rounds": [1]}),
        json.dumps({"kind": "match", "paper": "a0"}),
        json.dumps({"kind": "match", "paper": 4}),
        json.dumps({"kind": "match", "style": {}}),
        json.dumps({"kind": "match", "home": "Avon"}),
        json.dumps({"kind": "swiss", "teams": ["x"] * 50}),
        json.dumps({"kind": "match", "boards": 4, "colour": "red"}),
        json.dumps({"kind": "match", "paper": "x" * 10_000}),
    ],
    ids=lambda text: f"{text[:40]}... of {len(text)}",
)
def test_what_it_was_made_with_cannot_be_anything(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    code, err, _ = renewed(tmp_path, capsys, altered({CUSTOM: remembering(text)}))
    assert_refused(code, err)
    assert "this was not made by 'xlvp new', or by a version that this one does not know" in err


IMPOSSIBLE = [
    ("match", {"boards": 0}, "boards must be a whole number from 1 to 128, not 0"),
    ("match", {"boards": -1}, "boards must be a whole number from 1 to 128, not -1"),
    ("match", {"boards": 129}, "boards must be a whole number from 1 to 128, not 129"),
    ("match", {"boards": 10**300}, "boards must be a whole number from 1 to 128, not 1000"),
    ("match", {"stanzas": 0}, "stanzas must be a whole number from 1 to 24, not 0"),
    ("match", {"stanzas": 10**9}, "stanzas must be a whole number from 1 to 24, not 1000000000"),
    ("match", {"stanzas": 5}, "24 boards cannot be divided into 5 stanzas of the same length; 20 or 25 can"),
    ("match", {"rooms": 0}, "rooms must be 2 or 4, not 0"),
    ("swiss", {"boards": 0}, "boards must be a whole number from 1 to 64, not 0"),
    ("swiss", {"rounds": 21}, "rounds must be a whole number from 1 to 20, not 21"),
    ("swiss", {"team_count": 10**9}, "teams must be a whole number from 2 to 64, not 1000000000"),
    ("league", {"legs": -1}, "legs must be a whole number from 1 to 2, not -1"),
    ("league", {"team_count": 0}, "teams must be a whole number from 2 to 30, not 0"),
    ("pairs", {"team_count": 3}, "the number of pairs must be a whole number from 4 to 64, not 3"),
    ("scales", {"boards": 0}, "boards must be a whole number from 1 to 64, not 0"),
]
"""What a workbook says that it was made with, and how that is refused."""


@pytest.mark.parametrize(("kind", "said", "refusal"), IMPOSSIBLE)
def test_what_it_was_made_with_must_be_possible(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str, said: dict[str, Any], refusal: str
) -> None:
    book = altered({CUSTOM: remembering(json.dumps({"kind": kind, **said}))})
    code, err, _ = renewed(tmp_path, capsys, book)
    assert_refused(code, err)
    assert f"it says that it was made with what cannot be: {refusal}" in err
    for command in (["draw"], ["export", "-o", str(tmp_path / "match.pbn")]):
        assert main([*command, str(tmp_path / "old.xlsx")]) == 1
        assert capsys.readouterr().err.endswith(err.removeprefix("xlvp: "))


@pytest.mark.parametrize("said", ["0", "24.0", "true", "null", '"24"', '""', "[24]", "{}", "1e999", "NaN"])
@pytest.mark.parametrize("name", ["boards", "team_count", "rounds", "legs", "stanzas", "rooms"])
def test_numbers_it_was_made_with_that_are_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, said: str
) -> None:
    book = altered({CUSTOM: remembering(f'{{"kind": "match", "{name}": {said}}}')})
    code, err, home = renewed(tmp_path, capsys, book)
    if said == "0" and name in ("team_count", "rounds", "legs"):  # a match has none of them
        assert (code, home) == (0, "Avon")
    else:
        assert_refused(code, err)


def test_what_a_workbook_does_not_say_is_as_usual(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    book = new("swiss", {}, {"team_names": [[name] for name in "ABCDEFGH"]})[0]
    path = tmp_path / "old.xlsx"
    path.write_bytes(altered({CUSTOM: remembering(json.dumps({"kind": "swiss"}))}, book))
    assert main(["draw", str(path), "-o", str(tmp_path / "new.xlsx")]) == 0
    assert "Round 1" in capsys.readouterr().out
    assert read(tmp_path / "new.xlsx").choices["rounds"] == 6


@pytest.mark.parametrize("number", [0, -1, 1_001, 10**300])
@pytest.mark.parametrize("name", ["boards", "stanzas", "rounds"])
def test_numbers_that_no_workbook_has(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, number: int
) -> None:
    text = json.dumps({"kind": "swiss" if name == "rounds" else "match", name: number})
    (tmp_path / "more.csv").write_text("board,open,home,away,round\n1,P,A,B,1\n")
    code, err, _ = renewed(
        tmp_path, capsys, altered({CUSTOM: remembering(text)}), "--results", str(tmp_path / "more.csv")
    )
    assert_refused(code, err)
    assert "it says that it was made with what cannot be: " in err


# Bounds


ROWS = b"".join(b'<row r="%d">%s</row>' % (row, b"<c><v>1</v></c>" * 300) for row in range(20, 10_020))
SHEET = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>%s</sheetData></worksheet>'


def test_a_sheet_without_inputs_is_not_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It may have 3 million cells."""
    assert renewed(tmp_path, capsys, altered({"xl/worksheets/sheet3.xml": SHEET % ROWS})) == (0, "", "Avon")


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        ({MATCH: lambda data: data.replace(b"</sheetData>", ROWS + b"</sheetData>")}, "too many cells"),
        (
            {MATCH: lambda data: data.replace(b"</sheetData>", b"<row/>" * 4_000_000 + b"</sheetData>")},
            "too many cells",
        ),
        ({MATCH: lambda data: data.replace(b"</sheetData>", b" " * (65 << 20) + b"</sheetData>")}, "more than 64 MB"),
        (
            {
                WORKBOOK: swap(
                    "</definedNames>", '<definedName name="x">Match!$A$1</definedName>' * 3000 + "</definedNames>"
                )
            },
            "names",
        ),
        (
            {
                WORKBOOK: swap(
                    "</definedNames>",
                    "".join(f'<definedName name="own{number}">Match!$A$1:$Z$700</definedName>' for number in range(50))
                    + "</definedNames>",
                )
            },
            "its names cover more than 200,000 cells",
        ),
        (
            {
                MATCH: lambda data: data.replace(
                    b"</sheetData>",
                    b"".join(
                        b'<row r="%d"><c r="Z%d" t="inlineStr"><is><t>%s</t></is></c></row>' % (row, row, b"x" * 32_767)
                        for row in range(100, 400)
                    )
                    + b"</sheetData>",
                ),
                WORKBOOK: swap(
                    "</definedNames>", '<definedName name="own">Match!$Z$100:$Z$399</definedName></definedNames>'
                ),
            },
            "too much text",
        ),
    ],
    ids=["3 million cells", "empty rows", "spaces", "3,000 names", "many large names", "long texts"],
)
def test_what_is_larger_than_any_form_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], parts: dict[str, Change], reason: str
) -> None:
    code, err, _ = renewed(tmp_path, capsys, altered(parts))
    assert_refused(code, err)
    assert reason in err


def test_a_text_that_many_cells_share_counts_for_each(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    texts = f"<si/><si/><si><t>{'x' * 32_767}</t></si>"
    cells = "".join(f'<row r="{row}"><c r="Z{row}" t="s"><v>2</v></c></row>' for row in range(100, 400))
    own = '<definedName name="own">Match!$Z$100:$Z$399</definedName></definedNames>'
    parts = {MATCH: swap("</sheetData>", f"{cells}</sheetData>"), WORKBOOK: swap("</definedNames>", own)}
    code, err, _ = renewed(tmp_path, capsys, altered(parts, sharing(texts)))
    assert_refused(code, err)
    assert "too much text" in err
