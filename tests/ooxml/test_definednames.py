"""Names in the XML of a workbook part: put in, brought up to date, taken out to the last byte."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.parts.books import CALC, MAIN, NAMES, SHEETS, STRICT, STRICT_RELS, XMLS, workbook_xml
from xlvp.files import RefusedError
from xlvp.ooxml.definednames import MARK, Change, Name, our_names, with_names, without_names

FORMS = {**XMLS, "strict": workbook_xml(SHEETS, STRICT, STRICT_RELS).encode()}
NEWER = [name._replace(formula=f"{name.formula}+0", comment="Newer.") for name in NAMES]

# ECMA-376 part 1, 18.2.27
ORDER = re.findall(
    r"\w+",
    "fileVersion fileSharing workbookPr AlternateContent workbookProtection bookViews sheets functionGroups"
    " externalReferences definedNames calcPr oleSize customWorkbookViews pivotCaches smartTagPr smartTagTypes"
    " webPublishing fileRecoveryPr webPublishObjects extLst",
)

Names = dict[tuple[str, str | None], tuple[str, str | None]]


def read(xml: bytes) -> tuple[list[str], Names, list[bytes]]:
    """What another parser finds: the order of the elements, the names, and every element that is neither."""
    root = ElementTree.fromstring(xml)  # noqa: S314  (our own XML)
    children = [child.tag.rpartition("}")[2] for child in root]
    names = {
        (element.get("name", ""), element.get("localSheetId")): (element.text or "", element.get("comment"))
        for element in root.iter()
        if element.tag in (f"{{{MAIN}}}definedName", f"{{{STRICT}}}definedName")
    }
    rest = [ElementTree.tostring(e).strip() for e in root if not e.tag.endswith(("definedNames", "calcPr"))]
    return children, names, rest


def as_saved_by_excel(xml: bytes) -> bytes:
    """The same workbook part as Excel would write it: no white space in tags, and no trace of fullCalcOnLoad."""
    text = re.sub(rb'\s+fullCalcOnLoad="1"', b"", xml)
    text = re.sub(rb"</definedNames\s+>", b"</definedNames>", text)
    return re.sub(rb"<calcPr\s*/>", b"", text)


@pytest.mark.parametrize("recalculate", [False, True])
@pytest.mark.parametrize("form", FORMS)
class TestEveryForm:
    def test_names_are_defined_and_all_else_is_kept(self, form: str, recalculate: bool) -> None:
        before = FORMS[form]
        change = with_names(before, NAMES, recalculate=recalculate)
        children, names, rest = read(change.xml)
        _, old_names, old_rest = read(before)
        wanted: Names = {
            (name.name, None): (name.formula, f"{name.comment} {MARK}") for name in NAMES if name.name in change.added
        }
        assert names == {**old_names, **wanted}
        assert rest == old_rest
        assert [ORDER.index(child) for child in children] == sorted(ORDER.index(child) for child in children)
        assert len(change.added) + len(change.unchanged) + len(change.clashes) == len(NAMES)
        if recalculate and form != "calculation_forbidden":
            assert change.recalculates

    def test_twice_changes_nothing(self, form: str, recalculate: bool) -> None:
        once = with_names(FORMS[form], NAMES, recalculate=recalculate)
        twice = with_names(once.xml, NAMES, recalculate=recalculate)
        assert twice.xml == once.xml
        assert twice.added == twice.replaced == ()

    def test_removal_restores_every_byte(self, form: str, recalculate: bool) -> None:
        change = with_names(FORMS[form], NAMES, recalculate=recalculate)
        back = without_names(change.xml)
        assert back.xml == FORMS[form]
        assert set(back.removed) == set(change.added)

    def test_removal_after_an_upgrade_restores_every_byte(self, form: str, recalculate: bool) -> None:
        first = with_names(FORMS[form], NAMES[:2]).xml
        upgrade = with_names(first, NEWER, recalculate=recalculate)
        assert set(upgrade.replaced) == set(our_names(first))
        assert without_names(upgrade.xml).xml == FORMS[form]

    def test_removal_one_by_one_restores_every_byte(self, form: str, recalculate: bool) -> None:
        xml = with_names(FORMS[form], NAMES, recalculate=recalculate).xml
        for name in NAMES:
            xml = without_names(xml, [name.name.lower()]).xml
        assert xml == FORMS[form]

    def test_removal_from_an_untouched_workbook_does_nothing(self, form: str, recalculate: bool) -> None:
        assert without_names(FORMS[form]) == Change(FORMS[form], recalculates=form == "calculates_already")


SAVED = [form for form in FORMS if not form.startswith(("utf_16", "prefixed", "two"))]


@pytest.mark.parametrize("form", SAVED)
def test_after_excel_has_saved_it_just_our_names_go(form: str) -> None:
    before = FORMS[form]
    saved = as_saved_by_excel(with_names(before, NAMES, recalculate=True).xml)
    children, names, _ = read(without_names(saved).xml)
    assert names == read(before)[1]
    assert "definedNames" not in children or names or b"<!--" in before


def test_our_attribute_is_told_from_theirs() -> None:
    theirs = workbook_xml(f'{SHEETS}<calcPr fullCalcOnLoad="1" calcId="1"/>').encode()
    assert without_names(with_names(theirs, NAMES, recalculate=True).xml).xml == theirs


def test_what_the_file_looks_like() -> None:
    before = workbook_xml(SHEETS + CALC).encode()
    assert with_names(before, [Name("A_B", "1<2", "x")], recalculate=True).xml == workbook_xml(
        f'{SHEETS}<definedNames><definedName name="A_B" comment="x [xlvp]">1&lt;2</definedName></definedNames>'
        '<calcPr  fullCalcOnLoad="1" calcId="191029"/>'
    ).encode("utf-8")


def test_names_go_to_their_place_in_the_alphabet() -> None:
    listed = "".join(
        f'<definedName name="{name}">1</definedName>' for name in ("_xlnm.Print_Titles", "alpha", "Jot", "z")
    )
    change = with_names(workbook_xml(f"{SHEETS}<definedNames>{listed}</definedNames>").encode(), NAMES)
    assert [name for name, _ in read(change.xml)[1]] == [
        "_xlnm.Print_Titles",
        "alpha",
        "DEALER",
        "IMPS",
        "Jot",
        "WBFVP",
        "z",
    ]


def test_another_meaning_is_left_alone_and_reported() -> None:
    change = with_names(XMLS["another_meaning"], NAMES)
    assert change.clashes == ("IMPS",)
    assert change.added == ("WBFVP", "DEALER")
    assert without_names(change.xml).removed == ("DEALER", "WBFVP")


def test_the_users_own_name_of_the_same_meaning_is_not_taken_over() -> None:
    change = with_names(XMLS["the_users_own"], NAMES)
    assert change.unchanged == ("DEALER",)
    assert without_names(change.xml).xml == XMLS["the_users_own"]


def test_a_name_of_a_sheet_is_reported() -> None:
    assert with_names(XMLS["sheet_names"], NAMES).shadowed == (("imps", "One"),)


def test_a_copy_of_ours_that_excel_made_for_a_sheet_goes_too() -> None:
    name = f'<definedName name="IMPS" localSheetId="0" comment="x {MARK}">1</definedName>'
    xml = workbook_xml(f"{SHEETS}<definedNames>{name}</definedNames>").encode()
    assert without_names(with_names(xml, NAMES).xml).xml == workbook_xml(SHEETS).encode()


@pytest.mark.parametrize(
    ("xml", "reason"),
    [
        (workbook_xml(f"{SHEETS}<definedNames></definedNames >"), "unusual way"),
        (workbook_xml(f'{SHEETS}<calcPr  fullCalcOnLoad="1"/>'), "unusual way"),
        (workbook_xml(f"{SHEETS}<definedNames/><definedNames/>"), "has the element definedNames twice"),
        (workbook_xml(f"<definedNames/>{SHEETS}"), "not in their order"),
        (workbook_xml(f"{CALC}{SHEETS}"), "not in their order"),
        (workbook_xml(f"{SHEETS}{CALC}<definedNames/>"), "not in their order"),
        (workbook_xml(CALC), "names no sheets"),
        (workbook_xml(f"{SHEETS}<a:x xmlns:a='b'><definedNames/></a:x>"), "names in an unusual place"),
        (workbook_xml(f"{SHEETS}<definedNames><a:x xmlns:a='b'><definedName/></a:x></definedNames>"), "unusual place"),
        (workbook_xml(f'{SHEETS}<definedNames><definedName name="a" localSheetId="b"/></definedNames>'), "sheet 'b'"),
        (workbook_xml(SHEETS)[:-3], "not well-formed XML"),
        (workbook_xml(SHEETS).replace("<sheets>", "<sheets>\0"), "not well-formed XML"),
        (workbook_xml(SHEETS).replace("<workbook ", "<!DOCTYPE a><workbook "), "document type definition"),
        (workbook_xml(SHEETS).replace("UTF-8", "EBCDIC-CP-US"), "encoding 'EBCDIC-CP-US'"),
        (workbook_xml(SHEETS).replace("UTF-8", "nonsense"), "encoding 'nonsense'"),
        (workbook_xml(SHEETS).replace("UTF-8", "utf-7"), "encoding 'utf-7'"),
        (workbook_xml(SHEETS).replace("workbook", "document"), "no Excel workbook"),
        (workbook_xml(SHEETS).replace(MAIN, "urn:x"), "no Excel workbook"),
    ],
)
def test_refused(xml: str, reason: str) -> None:
    with pytest.raises(RefusedError, match=re.escape(reason)):
        with_names(xml.encode(), NAMES, recalculate=True)


def test_text_that_is_not_in_its_encoding_is_refused() -> None:
    with pytest.raises(RefusedError, match="not utf-8 text"):
        with_names(workbook_xml(SHEETS).encode().replace(b"One", b"\xe9"), NAMES)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        (Name("VP20", "1"), "'VP20' cannot be the name"),
        (Name("R1C1", "1"), "'R1C1' cannot be the name"),
        (Name("a b", "1"), "'a b' cannot be the name"),
        (Name('a"', "1"), "cannot be the name"),
        (Name("A_1", ""), "formula of A_1 must have 1 to 8192"),
        (Name("A_1", "1" * 8193), "formula of A_1 must have 1 to 8192"),
        (Name("A_1", "1", "c" * 249), "comment of A_1 must have at most 248"),
        (Name("A_1", "1\x01"), "character that XML cannot hold"),
    ],
)
def test_a_name_that_excel_would_choke_on_is_the_callers_mistake(name: Name, reason: str) -> None:
    with pytest.raises(ValueError, match=reason) as raised:
        with_names(workbook_xml(SHEETS).encode(), [name])
    assert not isinstance(raised.value, RefusedError)


def test_a_name_given_twice_is_the_callers_mistake() -> None:
    with pytest.raises(ValueError, match="imps is given twice"):
        with_names(workbook_xml(SHEETS).encode(), [Name("IMPS", "1"), Name("imps", "1")])


def test_the_longest_comment_fits() -> None:
    longest = Name("A_1", "1", "c" * 248)
    assert len(longest.marked_comment) == 255
    assert with_names(workbook_xml(SHEETS).encode(), [longest]).added == ("A_1",)


TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from("\t\n\r<>&\"'"), max_size=60)
NAME = st.from_regex(r"[A-Z]{4,6}_[A-Za-z_]{0,6}", fullmatch=True)
SPACES = st.text(" \t\r\n", max_size=3)
OTHER = st.sampled_from(["<!-- <x> -->", "<?p ?>", "\r\n  ", "<definedName name='qq'>1&gt;2</definedName>", ""])


@given(
    st.dictionaries(NAME, st.tuples(TEXT.filter(bool), TEXT), min_size=1, max_size=5),
    st.lists(OTHER, max_size=4),
    st.booleans(),
    st.booleans(),
    SPACES,
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
)
def test_any_names_in_any_workbook(
    wanted: dict[str, tuple[str, str]], others: list[str], has_list: bool, recalculate: bool, space: str, encoding: str
) -> None:
    names = [Name(f"{key}{number}_", *of) for number, (key, of) in enumerate(wanted.items())]
    around = "".join(other for other in others if "definedName" not in other)
    listed = f"<definedNames{space}>{''.join(others)}</definedNames>" if has_list else ""
    text = workbook_xml(f"{space}{around}{SHEETS}{listed}{around}<calcPr{space}/>{space}", declaration="")
    before = text.encode(encoding)
    change = with_names(before, names, recalculate=recalculate)
    found = read(change.xml)[1]
    for name in names:
        formula, comment = found[name.name, None]
        assert formula == name.formula
        assert comment == name.marked_comment
    assert with_names(change.xml, names, recalculate=recalculate).xml == change.xml
    assert without_names(change.xml).xml == before
