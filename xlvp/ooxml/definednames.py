"""Defined names put into the XML of a workbook part, and removed to the last byte.

Source: ECMA-376 part 1, 18.2.27 (the order of a workbook's elements), 18.2.5 and 18.2.6 (defined names), 18.2.2
(calculation properties). Excel enforces that order.

**What is ours.** A name whose comment ends with `[xlvp]`. Excel keeps a name's comment when it saves, so that the
mark lasts; a formula would not serve, since Excel rewrites it in its own way. Names without the mark are never
touched.

**Where they go.** Excel writes names in alphabetical order and reads them in any, though slowly if there are very
many; so each of ours goes in front of the first that comes after it.

**How to go back.** Our elements bring no white space along, so cutting them out restores what was there. What else
had to change is remembered in white space inside tags, which means nothing in XML:

    </definedNames >                   the list was the empty tag <definedNames/>
    </definedNames  >                  the list was there, with no name in it
    <calcPr  fullCalcOnLoad="1" ...    the attribute is ours
    <calcPr   fullCalcOnLoad="1"/>     the element is ours

and a list that ends with a plain tag was made for our names, so that it goes with them. Excel drops such white space
when it saves; from then on just our names go, with the list if it is left empty. Every change is undone for a trial
before it is handed out.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple
from xml.sax.saxutils import escape

from xlvp.files import RefusedError
from xlvp.ooxml.refusal import unsafe
from xlvp.ooxml.workbookxml import Defined, Layout, Text
from xlvp.ooxml.xmlparser import NOT_XML

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

MARK = "[xlvp]"
_LONGEST_COMMENT = 255  # ST_Xstring of a name's comment: Excel refuses a file with a longer one
_LONGEST_FORMULA = 8192
_NAME = re.compile(r"[A-Za-z_\\][A-Za-z0-9_.\\]{0,254}")
_CELL = re.compile(r"[A-Za-z]{1,3}[0-9]+|[Rr][0-9]*|[Cc][0-9]*|[Rr][0-9]*[Cc][0-9]*")

_WAS_EMPTY_TAG = b" "
_WAS_EMPTY_LIST = b"  "
_RECALCULATE = b'fullCalcOnLoad="1"'
_OUR_ATTRIBUTE = b"  " + _RECALCULATE
_OUR_ELEMENT = b"   " + _RECALCULATE + b"/>"


class Name(NamedTuple):
    """A name to define: its formula as the file stores it (without `=`), and a comment, shown by Excel."""

    name: str
    formula: str
    comment: str = ""

    @property
    def marked_comment(self) -> str:
        """Return the comment with the mark that makes the name ours.

        >>> Name("IMPS", "1", "The IMPs for a difference.").marked_comment
        'The IMPs for a difference. [xlvp]'
        """
        return f"{self.comment} {MARK}".lstrip()


class Change(NamedTuple):
    """A workbook part after a change, and what became of each name."""

    xml: bytes
    added: tuple[str, ...] = ()
    replaced: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    clashes: tuple[str, ...] = ()
    """Names that already have another meaning, and keep it."""
    shadowed: tuple[tuple[str, str], ...] = ()
    """Names that a sheet has for itself, with the sheet: there ours are not seen."""
    recalculates: bool = False
    """Whether Excel will calculate every cell when it loads the workbook."""


class _Edit(NamedTuple):
    """Bytes to put in the place of others."""

    start: int
    end: int
    new: bytes


def with_names(xml: bytes, names: Sequence[Name], *, recalculate: bool = False) -> Change:
    """Return the workbook part with these names defined; the same names again change nothing."""
    _check(names)
    before = Text(xml)
    found = before.layout
    theirs: dict[str, list[Defined]] = {}
    for defined in found.names:
        if defined.sheet is None:
            theirs.setdefault(defined.name.casefold(), []).append(defined)

    edits: list[_Edit] = []
    new: list[Name] = []
    fates: dict[str, list[str]] = {"replaced": [], "unchanged": [], "clashes": []}
    for name in names:
        there = theirs.get(name.name.casefold(), [])
        if not there:
            new.append(name)
        elif len(there) == 1 and _same(there[0], name):
            fates["unchanged"].append(name.name)
        elif len(there) == 1 and _is_ours(there[0]):
            fates["replaced"].append(name.name)
            edits.append(_Edit(there[0].start, there[0].end, _element(found.names_prefix, name)))
        else:
            fates["clashes"].append(name.name)
    edits += _insertions(found, new)
    if recalculate:
        edits += _recalculation(found)
    after = before.with_utf8(_edited(before.utf8, edits))
    wanted = {name.name.casefold() for name in names}
    shadows = dict.fromkeys(
        (defined.name, found.sheet_name(defined.sheet))
        for defined in found.names
        if defined.sheet is not None and defined.name.casefold() in wanted
    )
    result = Change(
        after.encoded(after.utf8),
        added=tuple(name.name for name in new),
        shadowed=tuple(shadows),
        recalculates=after.layout.recalculates,
        **{fate: tuple(of) for fate, of in fates.items()},
    )
    if after is not before:
        _check_change(before, after, result, names)
    return result


def without_names(xml: bytes, only: Collection[str] | None = None) -> Change:
    """Return the workbook part without our names, or without those in `only`.

    When the last of ours goes, all else that came with them goes too.
    """
    before = Text(xml)
    gone, after = _without(before, only)
    removed = tuple(dict.fromkeys(defined.name for defined in gone))
    return Change(after.encoded(after.utf8), removed=removed, recalculates=after.layout.recalculates)


def _without(text: Text, only: Collection[str] | None = None) -> tuple[list[Defined], Text]:
    """Return the names of ours that go, and the text without them."""
    wanted = None if only is None else {name.casefold() for name in only}
    ours = [defined for defined in text.layout.names if _is_ours(defined)]
    gone = [defined for defined in ours if wanted is None or defined.name.casefold() in wanted]
    if not gone:
        return [], text
    after = text.with_utf8(_edited(text.utf8, [_Edit(defined.start, defined.end, b"") for defined in gone]))
    if len(gone) == len(ours):
        after = after.with_utf8(_edited(after.utf8, _restorations(after.utf8, after.layout)))
    return gone, after


def our_names(xml: bytes) -> list[str]:
    """Return the names in a workbook part that are ours."""
    return [defined.name for defined in Text(xml).layout.names if _is_ours(defined)]


def _is_ours(defined: Defined) -> bool:
    return defined.comment.endswith(MARK)


def _same(defined: Defined, name: Name) -> bool:
    """Say whether a name already means what it should; without our mark it may be the user's own, and stays so."""
    return defined.formula == name.formula and (not _is_ours(defined) or defined.comment == name.marked_comment)


def _check(names: Iterable[Name]) -> None:
    """Raise ValueError for a name that Excel would choke on: a mistake of the caller, not of the workbook."""
    seen = set()
    for name in names:
        if not _NAME.fullmatch(name.name) or _CELL.fullmatch(name.name):
            raise ValueError(f"{name.name!r} cannot be the name of a function in Excel")
        if name.name.casefold() in seen:
            raise ValueError(f"{name.name} is given twice")
        seen.add(name.name.casefold())
        if not 0 < len(name.formula) <= _LONGEST_FORMULA:
            raise ValueError(f"the formula of {name.name} must have 1 to {_LONGEST_FORMULA} characters")
        if len(name.marked_comment.encode("utf-16-le")) > 2 * _LONGEST_COMMENT:
            longest = _LONGEST_COMMENT - len(MARK) - 1
            raise ValueError(f"the comment of {name.name} must have at most {longest} characters")
        if NOT_XML.search(name.formula + name.comment):
            raise ValueError(f"{name.name} has a character that XML cannot hold")


def _element(prefix: bytes, name: Name) -> bytes:
    """Return the element that defines a name."""
    comment = escape(name.marked_comment, {'"': "&quot;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;"})
    formula = escape(name.formula, {"\r": "&#13;"})
    tag = prefix + b"definedName"
    head = f' name="{name.name}" comment="{comment}">{formula}</'.encode()
    return b"<" + tag + head + tag + b">"


def _insertions(found: Layout, new: Iterable[Name]) -> list[_Edit]:
    """Return the edits that define new names, with a list around them if there is none."""
    in_order = sorted(new, key=lambda name: name.name.casefold())
    if not in_order:
        return []
    there = found.names_list
    if there is not None and found.names:
        ends = [(defined.name.casefold(), defined.start) for defined in found.names if not defined.name.startswith("_")]
        return [
            _Edit(at, at, _element(found.names_prefix, name))
            for name in in_order
            for at in [next((start for other, start in ends if other > name.name.casefold()), there.close_at)]
        ]
    elements = b"".join(_element(found.names_prefix, name) for name in in_order)
    tag = found.names_prefix + b"definedNames"
    if there is None:
        return [_Edit(found.names_at, found.names_at, b"<" + tag + b">" + elements + b"</" + tag + b">")]
    if there.is_empty_tag:
        return [_Edit(there.open_end - 2, there.end, b">" + elements + b"</" + tag + _WAS_EMPTY_TAG + b">")]
    return [_Edit(there.close_at, there.end, elements + b"</" + tag + _WAS_EMPTY_LIST + b">")]


def _recalculation(found: Layout) -> list[_Edit]:
    """Return the edits that make Excel calculate every cell when it loads the workbook."""
    there = found.calculation
    if there is None:
        element = b"<" + found.prefix + b"calcPr" + _OUR_ELEMENT
        return [_Edit(found.calculation_at, found.calculation_at, element)]
    if found.calculation_setting is None:
        return [_Edit(there.name_end, there.name_end, _OUR_ATTRIBUTE)]
    return []  # already so, or somebody wants it otherwise


def _restorations(utf8: bytes, found: Layout) -> list[_Edit]:
    """Return the edits that undo what was done for the sake of names that are now gone."""
    edits = []
    names = found.names_list
    if names is not None and not found.names and not names.is_empty_tag:
        between = utf8[names.open_end : names.close_at]
        end_tag = utf8[names.close_at : names.end]
        tag = b"</" + found.names_prefix + b"definedNames"
        if end_tag == tag + _WAS_EMPTY_TAG + b">" and not between:
            edits.append(_Edit(names.open_end - 1, names.end, b"/>"))
        elif end_tag == tag + _WAS_EMPTY_LIST + b">":
            edits.append(_Edit(names.close_at, names.end, tag + b">"))
        elif end_tag == tag + b">" and not between.strip():
            edits.append(_Edit(names.start, names.end, b""))
    there = found.calculation
    if there is not None:
        if utf8[there.name_end : there.end] == _OUR_ELEMENT:
            edits.append(_Edit(there.start, there.end, b""))
        elif utf8.startswith(_OUR_ATTRIBUTE, there.name_end):
            edits.append(_Edit(there.name_end, there.name_end + len(_OUR_ATTRIBUTE), b""))
    return edits


def _edited(data: bytes, edits: Iterable[_Edit]) -> bytes:
    """Return the data with the edits made; where one starts, insertions come first, in the order given."""
    pieces, at = [], 0
    for edit in sorted(edits, key=lambda edit: edit[:2]):
        pieces += [data[at : edit.start], edit.new]
        at = edit.end
    return b"".join([*pieces, data[at:]])


def _check_change(before: Text, after: Text, change: Change, names: Iterable[Name]) -> None:
    """Refuse a change that has done anything but define the names, or that cannot be undone."""
    was, now = before.layout, after.layout
    handled = {name.casefold() for name in (*change.added, *change.replaced)}

    def others(found: Layout) -> list[tuple[str, int | None, str, str]]:
        return [
            (defined.name, defined.sheet, defined.formula, defined.comment)
            for defined in found.names
            if defined.sheet is not None or defined.name.casefold() not in handled
        ]

    ours = {d.name: (d.formula, d.comment) for d in now.names if d.sheet is None and d.name.casefold() in handled}
    wanted = {name.name: (name.formula, name.marked_comment) for name in names if name.name.casefold() in handled}
    if others(was) != others(now) or ours != wanted or was.others != now.others:
        raise RefusedError("the workbook could not be changed safely; please report this with a copy of the file")
    if _without(after)[1].utf8 != _without(before)[1].utf8:
        raise unsafe("its list of names or its calculation settings are written in an unusual way")
