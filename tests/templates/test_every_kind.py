"""What holds for every kind of workbook in every style: read from the files themselves."""

from __future__ import annotations

import io
import re
import zipfile
from functools import cache
from typing import TYPE_CHECKING, Any

import ironcalc
import pytest
from openpyxl import load_workbook
from openpyxl.cell.cell import MergedCell
from openpyxl.formula import Tokenizer
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.formula import ArrayFormula

from tests.parts.validator import findings, validator
from xlvp.catalogue import FUNCTIONS
from xlvp.templates.kinds import KINDS
from xlvp.templates.options import Options
from xlvp.templates.wording import STYLES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.parts.office import Office

pytestmark = pytest.mark.slow

# Excel 2010 and LibreOffice 7.4 have all of these.
PORTABLE = set(
    re.findall(
        r"\w+",
        """ABS AND AVERAGE CHOOSE CLEAN COUNT COUNTA COUNTIF COUNTIFS DAY FIND FIXED IF IFERROR INDEX INT ISBLANK
        ISERROR ISNUMBER ISTEXT LARGE LEFT LEN LN LOOKUP MATCH MAX MID MIN MOD MONTH N NA NOT OR RANK REPT RIGHT ROUND
        ROUNDUP ROW ROWS SEARCH SIGN SMALL SQRT SUBSTITUTE SUM SUMIF SUMIFS SUMPRODUCT TEXT TRIM TRIMMEAN UPPER VALUE
        YEAR""",
    )
)
OURS = [function.name for function in FUNCTIONS]
LONGEST = 200
CELL_ADDRESS = re.compile(r"[A-Z]{1,3}[0-9]+|R[0-9]*|C[0-9]*|R[0-9]*C[0-9]*", re.IGNORECASE)

CASES = [pytest.param(kind, style, id=f"{kind}-{style}") for kind in KINDS for style in STYLES]
every_kind = pytest.mark.parametrize(("kind", "style"), CASES)


@cache
def made(kind: str, style: str) -> bytes:
    return KINDS[kind].build(Options(style=STYLES[style])).finished()


@cache
def opened(kind: str, style: str) -> Any:
    return load_workbook(io.BytesIO(made(kind, style)))


def formulas(kind: str, style: str) -> Iterator[tuple[str, str]]:
    """Every formula of a workbook, with its place: in cells, in validations, in conditional formats."""
    for sheet in opened(kind, style):
        for row in sheet.iter_rows():
            for cell in row:
                if cell.data_type == "f":
                    value = cell.value
                    yield f"{sheet.title}!{cell.coordinate}", value.text if isinstance(value, ArrayFormula) else value
        for check in sheet.data_validations.dataValidation:
            if check.type in ("custom", "list"):
                yield f"{sheet.title}!{check.sqref}", f"={check.formula1}"
        for cells, rules in sheet.conditional_formatting._cf_rules.items():
            for rule in rules:
                for text in rule.formula:
                    yield f"{sheet.title}!{cells}", f"={text}"


def called(text: str) -> set[str]:
    tokens = Tokenizer(text).items
    return {token.value.strip(":(").upper() for token in tokens if token.type == "FUNC" and token.subtype == "OPEN"}


@every_kind
def test_the_same_bytes_every_time(kind: str, style: str) -> None:
    assert KINDS[kind].build(Options(style=STYLES[style])).finished() == made(kind, style)


@every_kind
def test_every_input_is_checked_and_everything_else_locked(kind: str, style: str) -> None:
    for sheet in opened(kind, style):
        assert sheet.protection.sheet
        assert sheet.protection.password is None
        checked = {
            (row, column)
            for check in sheet.data_validations.dataValidation
            for area in check.sqref.ranges
            for row, column in area.cells
        }
        for row in sheet.iter_rows():
            for cell in row:
                place = f"{sheet.title}!{cell.coordinate}"
                if not cell.protection.locked:
                    assert cell.data_type != "f", place
                    assert (cell.row, cell.column) in checked, place
                    assert isinstance(cell, MergedCell) or cell.style == "Input", place
                else:
                    assert (cell.row, cell.column) not in checked, place


@every_kind
def test_every_check_says_what_is_wanted(kind: str, style: str) -> None:
    for sheet in opened(kind, style):
        for check in sheet.data_validations.dataValidation:
            assert check.showErrorMessage
            assert check.showInputMessage or sheet.title in ("Match", "Stanzas"), check.sqref  # never over the cells
            assert 0 < len(check.errorTitle) <= 32
            assert 0 < len(check.error) <= 225
            assert 0 < len(check.prompt) <= 255
            assert len(check.formula1) <= 255


@pytest.mark.parametrize("kind", KINDS)
def test_portable_formulas_are_short_and_use_old_functions_alone(kind: str) -> None:
    for place, text in formulas(kind, "portable"):
        assert len(text) <= LONGEST + 1, (place, text)
        assert called(text) <= PORTABLE, (place, text)
        assert "{" not in text, (place, text)


@pytest.mark.parametrize("kind", KINDS)
def test_the_other_style_adds_our_functions_alone(kind: str) -> None:
    for place, text in formulas(kind, "functions"):
        assert called(text) <= {*PORTABLE, *OURS}, (place, text)


@every_kind
def test_cells_with_our_functions_are_marked_as_excel_marks_them(kind: str, style: str) -> None:
    with zipfile.ZipFile(io.BytesIO(made(kind, style))) as archive:
        sheets = [archive.read(name).decode() for name in archive.namelist() if "worksheets/sheet" in name]
        names = archive.namelist()
    cells = [cell for sheet in sheets for cell in re.findall(r"<c [^>]*(?<!/)>(?:(?!</c>).)*</c>", sheet)]
    calls = [cell for cell in cells if any(re.search(rf"<f[^<]*\b{name}\(", cell) for name in OURS)]
    assert [cell for cell in calls if not re.match(r'<c [^>]*cm="1"[^>]*><f t="array" ref="[A-Z]+[0-9]+"', cell)] == []
    assert sum('cm="1"' in cell for cell in cells) == len(calls)
    assert ("xl/metadata.xml" in names) == bool(calls)
    assert not calls or style == "functions"


@every_kind
def test_nothing_that_may_spill_is_in_merged_cells(kind: str, style: str) -> None:
    """Excel shows #SPILL! there."""
    for sheet in opened(kind, style):
        for area in sheet.merged_cells.ranges:
            assert not isinstance(sheet.cell(area.min_row, area.min_col).value, ArrayFormula), (sheet.title, str(area))


@every_kind
def test_names_are_names(kind: str, style: str) -> None:
    names = list(opened(kind, style).defined_names)
    assert set(OURS) & set(names) == (set(OURS) if style == "functions" else set())
    assert len({name.lower() for name in names}) == len(names)
    assert not [name for name in names if CELL_ADDRESS.fullmatch(name)]


@pytest.mark.parametrize("kind", KINDS)
def test_empty_workbooks_show_no_error(office: Office, tmp_path: Path, kind: str) -> None:
    """LibreOffice knows no LAMBDA, hence one style alone. Hidden cells, as those behind charts, may have errors."""
    path = tmp_path / "book.xlsx"
    path.write_bytes(made(kind, "portable"))
    with office.open(path) as document:
        for sheet in opened(kind, "portable"):
            rows = document.values(f"{sheet.title}!A1:{sheet.cell(sheet.max_row, sheet.max_column).coordinate}")
            for place, row in zip(sheet.iter_rows(), rows, strict=True):
                for cell, shown in zip(place, row, strict=True):
                    hidden = sheet.column_dimensions[get_column_letter(cell.column)].hidden
                    assert hidden or shown is not None, (sheet.title, cell.coordinate)


@every_kind
def test_ironcalc_opens_it(tmp_path: Path, kind: str, style: str) -> None:
    path = tmp_path / "book.xlsx"
    path.write_bytes(made(kind, style))
    model = ironcalc.load_from_xlsx(str(path), "en", "UTC", "en")
    assert [sheet["name"] for sheet in model.get_worksheets_properties()] == opened(kind, style).sheetnames


@every_kind
def test_the_validator_finds_nothing(tmp_path: Path, kind: str, style: str) -> None:
    path = tmp_path / "book.xlsx"
    path.write_bytes(made(kind, style))
    assert findings(validator(), path) == []
