"""The functions in the running application: each row of what a cell means, and what Calc does in its own way."""

from __future__ import annotations

import zipfile
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

import xlvp
from xlvp import table_vp
from xlvp.catalogue import FUNCTIONS
from xlvp.cells import evaluate
from xlvp.rules import acbl, wbf
from xlvp.rules.scales import SCALES
from xlvp.zipped import zipped

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.parts.calc import Calc
    from tests.parts.office import Document, Office

ADD_INS = 11
"""Calc's number for the category Add-in (its ID_FUNCTION_GRP_ADDINS)."""

NAMES_IN_XLSX = 25
"""From this version on LibreOffice writes the functions into .xlsx files as Excel does, and reads them so."""

ERRORS = {"=NA()": "#N/A", "=1/0": "#DIV/0!", "=ACBLVP(1;37)": "#NUM!", '="a"+1': "#VALUE!", "=NOSUCH()": "#NAME?"}


@pytest.fixture
def sheet(each_calc: Calc) -> Iterator[Document]:
    with each_calc.open() as document:
        yield document


def result(sheet: Document, formula: str, **cells: Any) -> Any:
    """Return what a formula shows beside some cells: their values, or formulas."""
    for ref, value in cells.items():
        if isinstance(value, str) and value.startswith("="):
            sheet.formula(ref, value)
        else:
            sheet.set(ref, value)
    sheet.formula("CZ999", f"={formula}")
    return sheet.cell("CZ999")


# The function wizard


def test_the_wizard_shows_the_catalogue(each_calc: Calc) -> None:
    found = each_calc.functions()
    for function in FUNCTIONS:
        assert found[function.name] == {
            "category": ADD_INS,
            "description": function.summary,
            "arguments": [[a.name, a.help, a.optional] for a in function.arguments],
        }


def test_no_name_is_that_of_a_function_of_calc(office: Office, each_calc: Calc) -> None:
    """Without the extension none has it, and with it just one."""
    assert not {function.name for function in FUNCTIONS} & office.functions().keys()
    counted = Counter(each_calc.function_names())
    assert [counted[function.name] for function in FUNCTIONS] == [1] * len(FUNCTIONS)
    assert len(counted) > 400


# What a cell means


@pytest.mark.parametrize("empty", [None, '=""'])
@pytest.mark.parametrize(
    ("formula", "shown"),
    [
        ("IMPS(A1)", ""),
        ("WBFVP(A1;16)", ""),
        ("WBFVP(23;A1)", ""),
        ("WBFVP(23;16;A1)", 15.56),
        ("ACBLVP(23;7;A1)", 18),
        ("MATCHVP(23;16;A1)", 15.56),
        ("VPSCALE(A1)", ""),
        ("CURVEVP(A1;60)", ""),
        ("CURVEVP(23;A1)", ""),
        ("CURVEVP(23;60;A1)", 15.56),
        ("TABLEVP(A1;{0;10|3;11})", ""),
        ("TABLEVP(5;A1:B2)", ""),
        ("BOARDSCORE(A1;1)", ""),
        ('BOARDSCORE("4SN=";A1)', ""),
        ("CONTRACTSCORE(A1;10)", ""),
        ('CONTRACTSCORE("4S";10;A1)', 420),
        ('CONTRACTSCORE("PASS";A1)', 0),
        ('NSSCORE("4S";"S";A1;1)', ""),
        ("DEALER(A1)", ""),
        ("MATCHPOINTS(A1;{420|450})", ""),
        ("MATCHPOINTS(420;A1:A2)", ""),
        ("BUTLERDATUM(A1:A2)", ""),
        ("BUTLERDATUM({420|450|480};A1)", 450),
        ("BOARDAMATCH(A1)", ""),
        ("TOTALPOINTS(A1:A2)", ""),
    ],
)
def test_an_empty_cell(sheet: Document, empty: str | None, formula: str, shown: object) -> None:
    assert result(sheet, formula, A1=empty) == shown
    assert result(sheet, f'IF(LEN({formula})=0;"nothing";"something")') == ("something" if shown != "" else "nothing")


@pytest.mark.parametrize(("cell", "error"), ERRORS.items())
def test_an_error_keeps_its_kind(sheet: Document, cell: str, error: str) -> None:
    formulas = ("IMPS(A1)", "WBFVP(23;A1)", "WBFVP(23;16;A1)", "DEALER(A1)", "MATCHPOINTS(A1;{1|2})")
    for formula in (*formulas, "CURVEVP(23;60;A1)", "TABLEVP(A1;{0;10|3;11})", "BOARDSCORE(A1;1)"):
        assert result(sheet, formula, A1=cell) == error


@pytest.mark.parametrize(
    ("formula", "shown"),
    [
        ("IMPS(A1)", 10),
        ("IMPS(430)", 10),
        ('IMPS("430")', 10),
        ('IMPS(" 430 ")', 10),
        ("IMPS(A1-10)", 9),
        ('IMPS("4.3E2")', 10),
        ("imps(a1)", 10),
        ("ACBLVP(23;7;30)", 28),
        ('ACBLVP(23;7;"30")', 28),
        ('WBFVP("23";"16")', 15.56),
        ('CONTRACTSCORE("4S";10;TRUE())', 620),
        ('CONTRACTSCORE("4S";10;1)', 620),
        ("CONTRACTSCORE(0;A2)", 0),
        ("IMPS(A1)+1", 11),
        ('IMPS(A1)&" IMPs"', "10 IMPs"),
        ('IF(IMPS(A1)>9;"swing";"")', "swing"),
        ("SUM(IMPS(A1);IMPS(A1))", 20),
        ("MATCHPOINTPERCENT(420;{420|420|450|-50})", 0.5),
        ('CURVEVP("23";"60";"10")', 15.56),
        ("CURVEVP(-12;50;12.5)", 7.71),
        ("CURVEVP(23;15*SQRT(16))", 15.56),
        ('TABLEVP("5";{0;"10"|3;"11.5"})', 11.5),
        ("TABLEVP(-75;{0;15;15|3;16;14|70;25;-5})", -5),
        ("TABLEVP(-75;{0;15;15|3;16;14|70;25;5})", 5),
        ('BOARDSCORE("4SXN-1";1)', -100),
        ('BOARDSCORE(" 3 nt x w \u2212 1 ";3)', 200),
        ('BOARDSCORE("4\u2665E=";2)', -420),
        ("BOARDSCORE(A1-10;2)", 420),
        ('BOARDSCORE("-50";2)', -50),
        ('BOARDSCORE("P";2)', 0),
    ],
)
def test_numbers(sheet: Document, formula: str, shown: object) -> None:
    assert result(sheet, formula, A1="430") == shown
    assert result(sheet, formula, A1=430) == shown


@pytest.mark.parametrize(
    ("formula", "error"),
    [
        ('IMPS("abc")', "#VALUE!"),
        ('IMPS("4,3")', "#VALUE!"),
        ('WBFVP(23;16;"fast")', "#VALUE!"),
        ('MATCHVP(23;16;"EBU")', "#VALUE!"),
        ('CONTRACTSCORE("8S";10)', "#VALUE!"),
        ('NSSCORE("4S";"X";10;1)', "#VALUE!"),
        ("WBFVP(23;0)", "#NUM!"),
        ("WBFVP(23;7.5)", "#NUM!"),
        ("ACBLVP(23;37)", "#NUM!"),
        ("ACBLVP(23;7;25)", "#NUM!"),
        ("DEALER(0)", "#NUM!"),
        ("MATCHPOINTPERCENT(420;420)", "#NUM!"),
        ("CURVEVP(23;0.5)", "#NUM!"),
        ("CURVEVP(23;60;1001)", "#NUM!"),
        ("CURVEVP(23;60;7.125)", "#NUM!"),
        ('CURVEVP("x";60)', "#VALUE!"),
        ("TABLEVP(5;{0;10|3;9})", "#NUM!"),
        ("TABLEVP(5;{1;10|3;11})", "#NUM!"),
        ('TABLEVP(5;{0;10|3;"x"})', "#VALUE!"),
        ("TABLEVP(5;10)", "#VALUE!"),
        ('BOARDSCORE("4SN";1)', "#VALUE!"),
        ('BOARDSCORE("3NT=";1)', "#VALUE!"),
        ('BOARDSCORE("60%";1)', "#VALUE!"),
        ('BOARDSCORE("4SN=";0)', "#NUM!"),
        ("BOARDSCORE(425;1)", "#NUM!"),
        ("MATCHPOINTS(400;{420|450})", "#N/A"),
        ("WBFVP({1|2|3};{16|8})", "#VALUE!"),
        ("VPSCALE({7|8})", "#VALUE!"),
    ],
)
def test_what_is_refused(sheet: Document, formula: str, error: str) -> None:
    assert result(sheet, formula) == error
    assert result(sheet, f"ISERROR({formula})") is True


def test_a_score_with_a_long_fraction_is_found_among_the_scores(sheet: Document) -> None:
    sheet.fill("A1:A50", [[f"={number}/{number + 7}*1000"] for number in range(1, 51)])
    sheet.array_formula("B1:B50", "=MATCHPOINTS(A1:A50;A1:A50)")
    assert sheet.values("B1:B50") == [[2.0 * number] for number in range(50)]
    assert result(sheet, "MATCHPOINTS(A17;A1:A50)") == 32


# Ranges


def test_a_range_gives_a_result_for_each_cell(sheet: Document) -> None:
    sheet.set("A1:A5", [[430], [None], ["abc"], ["420"], [-50]])
    sheet.array_formula("B1:B5", "=IMPS(A1:A5)")
    assert sheet.cells("B1:B5") == [[10], [""], ["#VALUE!"], [9], [-2]]
    sheet.array_formula("C1:C5", "=WBFVP({23|23|23|23|23};{16|0|8|1001|7.5})")
    assert sheet.cells("C1:C5") == [[15.56], ["#NUM!"], [xlvp.wbf_vp(23, 8)], ["#NUM!"], ["#NUM!"]]


def test_a_row_and_a_column_spread_over_each_other(sheet: Document) -> None:
    sheet.array_formula("A1:C2", "=WBFVP({10|20};{8;16;24})")
    assert sheet.cells("A1:C2") == [[xlvp.wbf_vp(imps, boards) for boards in (8, 16, 24)] for imps in (10, 20)]


def test_a_range_inside_other_functions(sheet: Document) -> None:
    sheet.set("A1:B3", [[430, 0], [None, None], [-100, 400]])
    assert result(sheet, "SUMPRODUCT(IMPS(A1:A3))") == 10 - 3
    assert result(sheet, "SUM(IMPS(A1:A3))") == 10 - 3
    assert result(sheet, "COUNT(IMPS(A1:A3))") == 2
    sheet.array_formula("D1", "=SUM(IMPS(A1:A3-B1:B3))")
    assert sheet.cell("D1") == 10 + 0 - 11


def test_whole_columns(sheet: Document) -> None:
    sheet.set("A1:A4", [[430], [None], ["abc"], [-50]])
    assert result(sheet, "TOTALPOINTS(A:A)") == 380
    assert result(sheet, "MATCHPOINTS(430;A:A)") == 2
    sheet.set("A3", None)
    assert result(sheet, "SUM(IMPS(A:A))") == 8
    assert sheet.recalculate() < 10
    sheet.array_formula("B1:B1048576", "=IMPS(A:A)")
    assert sheet.cells("B1:B5") == [[10], [""], [""], [-2], ["#N/A"]]


def test_scores_chosen_by_a_condition(sheet: Document) -> None:
    sheet.set("A1:B4", [[1, 420], [1, 450], [2, -50], [2, 100]])
    for row, points in enumerate((0, 2, 0, 2), start=1):
        sheet.array_formula(f"C{row}", f"=MATCHPOINTS(B{row};IF(A$1:A$4=A{row};B$1:B$4))")
        assert sheet.cell(f"C{row}") == points


@pytest.mark.parametrize("scale", SCALES, ids=lambda scale: scale.name)
def test_every_margin_and_number_of_boards(sheet: Document, scale: Any) -> None:
    boards, margins = range(1, 65), range(-100, 101)
    sheet.fill("A2:A202", [[str(margin)] for margin in margins])
    sheet.fill("B1:BM1", [list(map(str, boards))])
    sheet.array_formula("B2:BM202", f'=MATCHVP(A2:A202;B1:BM1;"{scale.name}")')
    top = min(scale.max_boards, 64)
    found = sheet.values("B2:BM202")
    assert [row[:top] for row in found] == [[scale.vp(margin, b) for b in boards[:top]] for margin in margins]
    if top < 64:
        assert sheet.cells("B2:BM2")[0][top:] == ["#NUM!"] * (64 - top)
        assert result(sheet, "SUMPRODUCT(ISERROR(B2:BM202))") == 201 * (64 - top)


OTHER_NAMES = [
    *(("WBFVP", f'"{kind}"', scale) for kind, scale in wbf.CHOICES.items()),
    *(("ACBLVP", f'"{name}"' if isinstance(name, str) else name, acbl.CHOICES[name]) for name in acbl.SHORT_NAMES),
]


@pytest.mark.parametrize(("function", "name", "scale"), OTHER_NAMES, ids=lambda part: str(getattr(part, "name", part)))
def test_the_other_names_of_the_scales(sheet: Document, function: str, name: str, scale: Any) -> None:
    most = min(scale.max_boards, 64)
    sheet.fill("A2:A202", [[str(margin)] for margin in range(-100, 101)])
    sheet.fill("B1:BM1", [list(map(str, range(1, 65)))])
    boards = f"OFFSET(B1;0;0;1;{most})"
    formula = f"{function}(A2:A202;{boards};{name})"
    assert result(sheet, f'SUMPRODUCT({formula}<>MATCHVP(A2:A202;{boards};"{scale.name}"))') == 0
    assert result(sheet, f"COUNT({formula})") == 201 * most


def test_a_table_of_ones_own_on_the_sheet(sheet: Document) -> None:
    """With an empty row in it, and for every margin."""
    rows = [(0, 15, 15), (3, 16, 14), (7, 17, 13), (60, 25, 0), (70, 25, -5)]
    sheet.set("A1:C6", [*map(list, rows[:2]), [None, None, None], *map(list, rows[2:])])
    sheet.fill("E1:E181", [[str(margin)] for margin in range(-90, 91)])
    sheet.array_formula("F1:F181", "=TABLEVP(E1:E181;A1:C6)")
    assert sheet.values("F1:F181") == [[table_vp(margin, rows)] for margin in range(-90, 91)]


@pytest.mark.parametrize("doubled", ["", "X", "XX"])
def test_every_result_in_one_cell(sheet: Document, doubled: str) -> None:
    results = [
        f"{level}{strain}{doubled}{seat}{over}"
        for level, strain, seat in zip(
            (1, 2, 3, 4, 5, 6, 7) * 4, ("S", "NT", "\u2665", "D", "C") * 6, "NESW" * 7, strict=False
        )
        for over in ("=", "+1", "-1", "-3", "-7", "+9")
    ]
    last = len(results)
    sheet.fill(f"A1:A{last}", [[result] for result in results])
    sheet.fill("B1:E1", [["1", "2", "3", "4"]])
    sheet.array_formula(f"B2:E{last + 1}", f"=BOARDSCORE(A1:A{last};B1:E1)")
    (of,) = (function for function in FUNCTIONS if function.name == "BOARDSCORE")
    expected: Any = evaluate(of, [[result] for result in results], [[1, 2, 3, 4]])
    assert sheet.cells(f"B2:E{last + 1}") == list(map(list, expected))


# What Calc does in its own way, as docs/libreoffice.md says


def test_an_error_in_a_range_is_there_for_all_of_the_result(sheet: Document) -> None:
    sheet.set("A1:A3", [[430], [None], [-50]])
    sheet.formula("A2", "=NA()")
    sheet.array_formula("B1:B3", "=IMPS(A1:A3)")
    assert sheet.cells("B1:B3") == [["Err:504"]] * 3
    sheet.array_formula("C1:C3", "=IMPS(A1:A3+0)")
    assert sheet.cells("C1:C3") == [["#N/A"]] * 3
    assert result(sheet, "TOTALPOINTS(A1:A3)") == "Err:504"
    sheet.array_formula("D1:D3", '=IMPS(IFERROR(A1:A3;"?"))')
    assert sheet.cells("D1:D3") == [[10], ["#VALUE!"], [-2]]
    assert [result(sheet, f"IMPS(A{row})") for row in (1, 2, 3)] == [10, "#N/A", -2]


def test_true_and_false_are_numbers(sheet: Document) -> None:
    assert result(sheet, "IMPS(TRUE())") == 0
    assert result(sheet, "DEALER(A1)", A1=True) == "N"
    assert result(sheet, "TOTALPOINTS(A1:A2)", A1=True, A2=420) == 421


def test_nought_is_no_scale_no_kind_and_no_draw_but_the_default(sheet: Document) -> None:
    assert result(sheet, "CURVEVP(23;60;0)") == 15.56
    assert result(sheet, "ACBLVP(23;7;0)") == 18
    assert result(sheet, "WBFVP(23;16;0)") == 15.56


def test_a_single_empty_cell_of_scores_is_nought(sheet: Document) -> None:
    assert result(sheet, "TOTALPOINTS(A1)", A1=None) == 0


@pytest.mark.parametrize("formula", ["IMPS()", "IMPS(1;2)", "WBFVP(23)", 'NSSCORE("P";;;3)'])
def test_what_is_needed_cannot_be_left_out(sheet: Document, formula: str) -> None:
    assert result(sheet, formula) in ("Err:502", "Err:504", "Err:508", "Err:511")


def test_sumproduct_makes_no_array_of_what_stands_inside_an_add_in(sheet: Document) -> None:
    """In an array formula it does, see above; Calc's own functions need none."""
    sheet.set("A1:B3", [[430, 0], [0, 0], [-100, 400]])
    assert result(sheet, "SUMPRODUCT(ABS(A1:A3-B1:B3))") == 930
    assert result(sheet, "SUMPRODUCT(IMPS(A1:A3-B1:B3))") == "#VALUE!"


# Files


def test_an_ods_file_keeps_the_formulas(each_calc: Calc, sheet: Document, tmp_path: Path) -> None:
    sheet.set("A1:A2", [[430], [None]])
    sheet.formula("B1", "=IMPS(A1)")
    sheet.formula("B2", '=IF(IMPS(A2)="";"not played";IMPS(A2))')
    sheet.array_formula("C1:C2", "=WBFVP(A1:A2/20;16)")
    before = sheet.cells("B1:C2")
    sheet.save(tmp_path / "match.ods")
    with each_calc.open(tmp_path / "match.ods") as again:
        assert again.cells("B1:C2") == before == [[10, xlvp.wbf_vp(21.5, 16)], ["not played", 10]]
        assert again.formula_text("B1") == "=IMPS(A1)"
        assert again.formula_text("C1") == "{=WBFVP(A1:A2/20,16)}"


def test_an_xlsx_file_of_its_own_keeps_the_formulas(each_calc: Calc, tmp_path: Path) -> None:
    with each_calc.open() as document:
        document.set("A1", 430)
        document.formula("B1", "=SUM(IMPS(A1:A2))")
        document.save(tmp_path / "match.xlsx")
    with each_calc.open(tmp_path / "match.xlsx") as again:
        assert (again.cell("B1"), again.formula_text("B1")) == (10, "=SUM(IMPS(A1:A2))")
    stored = "IMPS" if each_calc.major() >= NAMES_IN_XLSX else "ORG.XLVP.BRIDGE.IMPS"
    with zipfile.ZipFile(tmp_path / "match.xlsx") as archive:
        assert f">SUM({stored}(A1:A2))</f>".encode() in archive.read("xl/worksheets/sheet1.xml")


def test_an_xlsx_file_of_excel(each_calc: Calc, tmp_path: Path) -> None:
    """Before 25.2 LibreOffice knows the formulas once they are entered again."""
    (tmp_path / "match.xlsx").write_bytes(workbook("IMPS(A1)"))
    with each_calc.open(tmp_path / "match.xlsx") as document:
        assert document.cell("B1") == (10 if each_calc.major() >= NAMES_IN_XLSX else "#NAME?")
        document.enter_again()
        assert document.cell("B1") == 10


def workbook(formula: str) -> bytes:
    """Return an .xlsx file with 430 in A1 and a formula in B1, as Excel writes it."""
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    sheets = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    kinds = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{kinds}.sheet.main+xml"/>'
        f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{kinds}.worksheet+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships">'
        f'<Relationship Id="r1" Type="{office}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{sheets}" xmlns:r="{office}">'
        '<sheets><sheet name="Match" sheetId="1" r:id="r1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}/relationships">'
        f'<Relationship Id="r1" Type="{office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{sheets}"><sheetData><row r="1"><c r="A1"><v>430</v></c>'
        f'<c r="B1"><f>{formula}</f><v>10</v></c></row></sheetData></worksheet>',
    }
    return zipped({name: text.encode() for name, text in parts.items()})


def test_without_the_extension_an_ods_file_says_what_it_lacks(sheet: Document, office: Office, tmp_path: Path) -> None:
    sheet.formula("A1", "=IMPS(430)")
    sheet.save(tmp_path / "match.ods")
    with office.open(tmp_path / "match.ods") as elsewhere:
        assert elsewhere.cell("A1") == "#NAME?"
        assert elsewhere.formula_text("A1").lower() == "=org.xlvp.bridge.imps(430)"
