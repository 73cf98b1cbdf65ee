"""A writer of `vbaProject.bin`, the part of a workbook or add-in that holds its VBA modules.

Source: [MS-OVBA]. Its parts here are the PROJECT stream (2.3.1), the PROJECTwm stream (2.3.3), the `_VBA_PROJECT`
stream (2.3.4.1), the dir stream (2.3.4.2) and the module streams (2.3.4.3). How streams are compressed and texts
hidden is in `xlvp.ooxml.vbacodec`, the file around them in `xlvp.ooxml.compoundfile`.

The project holds source alone, without the compiled form that Excel would add: `_VBA_PROJECT` says so, and Excel
compiles when it loads the project. The same modules always give the same bytes.

It is our own because no finished library writes a VBA project without Excel: oletools reads one, XlsxWriter carries
one along that Excel has saved, and ms-ovba, which sets out to write one, is at version 0.0.1 and has no classes yet.
"""

from __future__ import annotations

import re
import struct
import uuid
from enum import Enum, IntEnum
from typing import TYPE_CHECKING, NamedTuple

from xlvp.ooxml.compoundfile import compound_file
from xlvp.ooxml.vbacodec import compress, encrypt
from xlvp.rules.checks import quoted

if TYPE_CHECKING:
    from collections.abc import Sequence


class ModuleKind(Enum):
    """What a module is; the value is its key in the PROJECT stream."""

    STANDARD = "Module"
    CLASS = "Class"
    DOCUMENT = "Document"


class Module(NamedTuple):
    """A module of VBA.

    `source` has any line ends and may leave out the `Attribute VB_…` lines of its head. It is the text that the
    editor shows: a class goes without the `VERSION 1.0 CLASS … END` block that an exported file has on top.
    """

    name: str
    kind: ModuleKind
    source: str


_CODE_PAGE = 1252
_ENCODING = f"cp{_CODE_PAGE}"
_NEWLINE = "\r\n"
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,30}")
_DIR_STREAM = "dir"

_VBA_PROJECT = bytes.fromhex("CC61 FFFF 00 0000")
"""2.3.4.1: no compiled form follows, whatever the version that reads it."""


def vba_project(name: str, modules: Sequence[Module]) -> bytes:
    r"""Return the `vbaProject.bin` of a project of this name with these modules.

    A workbook needs a DOCUMENT module for itself, "ThisWorkbook", and for each of its sheets.

    >>> tools = Module("Tools", ModuleKind.STANDARD, "Function Twice(x)\n    Twice = 2 * x\nEnd Function\n")
    >>> len(vba_project("Demo", [Module("ThisWorkbook", ModuleKind.DOCUMENT, ""), tools]))
    4096
    """
    _check_names(name, modules)
    streams = {f"VBA/{module.name}": compress(_module_text(module)) for module in modules}
    streams["VBA/" + _DIR_STREAM] = compress(_dir_stream(name, modules))
    streams["VBA/_VBA_PROJECT"] = _VBA_PROJECT
    streams["PROJECT"] = _project_stream(name, modules)
    streams["PROJECTwm"] = _projectwm_stream(modules)
    return compound_file(streams)


def _check_names(name: str, modules: Sequence[Module]) -> None:
    taken = {_DIR_STREAM: "the dir stream"}
    for what, given in [("project", name), *(("module", module.name) for module in modules)]:
        if not _NAME.fullmatch(given):
            raise ValueError(
                f"the name of a {what} must be a letter and up to 30 more letters, digits or _, not {quoted(given)}"
            )
    for module in modules:
        if module.name.lower() in taken:
            raise ValueError(f"module {module.name} has the name of {taken[module.name.lower()]}")
        taken[module.name.lower()] = "another module"


# 2.3.4.3, module streams ----------------------------------------------------------------------------------------

_ATTRIBUTE = re.compile(r"Attribute (VB_\w+) = .*")

_CLASS_BASE = "0{FCFB3D2A-A0FA-1068-A738-08002B3371B5}"
_WORKBOOK_BASE = "0{00020819-0000-0000-C000-000000000046}"
_WORKSHEET_BASE = "0{00020820-0000-0000-C000-000000000046}"


def _default_attributes(module: Module) -> dict[str, str]:
    """Return what Excel writes on top of a new module of the kind, below the module's name."""
    if module.kind is ModuleKind.STANDARD:
        return {}
    document = module.kind is ModuleKind.DOCUMENT
    document_base = _WORKBOOK_BASE if module.name == "ThisWorkbook" else _WORKSHEET_BASE
    return {
        "VB_Base": f'"{document_base if document else _CLASS_BASE}"',
        "VB_GlobalNameSpace": "False",
        "VB_Creatable": "False",
        "VB_PredeclaredId": str(document),
        "VB_Exposed": str(document),
        "VB_TemplateDerived": "False",
        "VB_Customizable": str(document),
    }


def _module_text(module: Module) -> bytes:
    """Return a module's source in its code page: the attributes first, then the rest without blank lines on top."""
    source = module.source.replace(_NEWLINE, "\n").replace("\r", "\n").lstrip("\n").removesuffix("\n")
    lines = source.split("\n") if source else []
    given = {}
    while lines and (match := _ATTRIBUTE.fullmatch(lines[0])):
        given[match[1]] = lines.pop(0)
    name_line = f'Attribute VB_Name = "{module.name}"'
    if given.pop("VB_Name", name_line) != name_line:
        raise ValueError(f"the source of module {module.name} must have the line {name_line}, or none with a name")
    defaults = {key: f"Attribute {key} = {value}" for key, value in _default_attributes(module).items()}
    head = [name_line, *(defaults | given).values()]  # in the order that Excel writes, further ones below
    text = "".join(line + _NEWLINE for line in head + lines)
    try:
        return text.encode(_ENCODING)
    except UnicodeEncodeError as error:
        bad = text[error.start]
        line = next(line for line in text.split(_NEWLINE) if bad in line)
        raise ValueError(
            f"module {module.name} has {quoted(bad)}, which is not in code page {_CODE_PAGE}: {quoted(line.strip())}"
        ) from None


# 2.3.4.2, dir stream --------------------------------------------------------------------------------------------


class _Record(IntEnum):
    """The identifiers of the records; one with a Unicode twin has it in the record that follows."""

    SYSKIND = 0x0001
    LCID = 0x0002
    LCID_INVOKE = 0x0014
    CODE_PAGE = 0x0003
    NAME = 0x0004
    DOC_STRING = 0x0005
    DOC_STRING_UNICODE = 0x0040
    HELP_FILE_1 = 0x0006
    HELP_FILE_2 = 0x003D
    HELP_CONTEXT = 0x0007
    LIB_FLAGS = 0x0008
    VERSION = 0x0009
    CONSTANTS = 0x000C
    CONSTANTS_UNICODE = 0x003C
    REFERENCE_NAME = 0x0016
    REFERENCE_NAME_UNICODE = 0x003E
    REFERENCE_REGISTERED = 0x000D
    MODULES = 0x000F
    COOKIE = 0x0013
    MODULE_NAME = 0x0019
    MODULE_NAME_UNICODE = 0x0047
    MODULE_STREAM_NAME = 0x001A
    MODULE_STREAM_NAME_UNICODE = 0x0032
    MODULE_DOC_STRING = 0x001C
    MODULE_DOC_STRING_UNICODE = 0x0048
    MODULE_OFFSET = 0x0031
    MODULE_HELP_CONTEXT = 0x001E
    MODULE_COOKIE = 0x002C
    MODULE_PROCEDURAL = 0x0021
    MODULE_OTHER = 0x0022
    MODULE_END = 0x002B
    END = 0x0010


_WINDOWS_32 = 1
_US_ENGLISH = 0x0409
_VERSION_MAJOR, _VERSION_MINOR = 0x61EEF79F, 3  # Excel counts its saves so; any numbers will do
_NO_COOKIE = b"\xff\xff"

_REFERENCES = (
    ("stdole", r"*\G{00020430-0000-0000-C000-000000000046}#2.0#0#C:\Windows\System32\stdole2.tlb#OLE Automation"),
    (
        "Office",
        r"*\G{2DF8D04C-5BFA-101B-BDE5-00AA0044DE52}#2.0#0#C:\Program Files\Common Files\Microsoft Shared\OFFICE16"
        r"\MSO.DLL#Microsoft Office 16.0 Object Library",
    ),
)
"""The libraries that a new project of Excel names here; it finds them by their GUIDs, wherever they are."""


def _record(identifier: _Record, payload: bytes = b"") -> bytes:
    return struct.pack("<HI", identifier, len(payload)) + payload


def _number(identifier: _Record, value: int) -> bytes:
    return _record(identifier, struct.pack("<I", value))


def _twice(identifier: _Record, unicode_identifier: _Record, text: str = "") -> bytes:
    """Return a text as two records, in the code page and in Unicode."""
    return _record(identifier, text.encode(_ENCODING)) + _record(unicode_identifier, text.encode("utf-16-le"))


def _dir_stream(name: str, modules: Sequence[Module]) -> bytes:
    """Return the dir stream before its compression."""
    records = [
        _number(_Record.SYSKIND, _WINDOWS_32),
        _number(_Record.LCID, _US_ENGLISH),
        _number(_Record.LCID_INVOKE, _US_ENGLISH),
        _record(_Record.CODE_PAGE, struct.pack("<H", _CODE_PAGE)),
        _record(_Record.NAME, name.encode(_ENCODING)),
        _twice(_Record.DOC_STRING, _Record.DOC_STRING_UNICODE),
        _record(_Record.HELP_FILE_1) + _record(_Record.HELP_FILE_2),
        _number(_Record.HELP_CONTEXT, 0),
        _number(_Record.LIB_FLAGS, 0),
        _number(_Record.VERSION, _VERSION_MAJOR) + struct.pack("<H", _VERSION_MINOR),  # beyond the size it gives
        _twice(_Record.CONSTANTS, _Record.CONSTANTS_UNICODE),
        *(_reference(*reference) for reference in _REFERENCES),
        _record(_Record.MODULES, struct.pack("<H", len(modules))),
        _record(_Record.COOKIE, _NO_COOKIE),
        *(_module_records(module) for module in modules),
        _record(_Record.END),
    ]
    return b"".join(records)


def _reference(name: str, library: str) -> bytes:
    encoded = library.encode(_ENCODING)
    reserved = bytes(6)
    registered = struct.pack("<I", len(encoded)) + encoded + reserved
    return _twice(_Record.REFERENCE_NAME, _Record.REFERENCE_NAME_UNICODE, name) + _record(
        _Record.REFERENCE_REGISTERED, registered
    )


def _module_records(module: Module) -> bytes:
    procedural = module.kind is ModuleKind.STANDARD
    records = [
        _twice(_Record.MODULE_NAME, _Record.MODULE_NAME_UNICODE, module.name),
        _twice(_Record.MODULE_STREAM_NAME, _Record.MODULE_STREAM_NAME_UNICODE, module.name),
        _twice(_Record.MODULE_DOC_STRING, _Record.MODULE_DOC_STRING_UNICODE),
        _number(_Record.MODULE_OFFSET, 0),  # the source begins where the stream does: nothing compiled before it
        _number(_Record.MODULE_HELP_CONTEXT, 0),
        _record(_Record.MODULE_COOKIE, _NO_COOKIE),
        _record(_Record.MODULE_PROCEDURAL if procedural else _Record.MODULE_OTHER),
        _record(_Record.MODULE_END),
    ]
    return b"".join(records)


# 2.3.1, PROJECT stream, and 2.3.3, PROJECTwm stream ---------------------------------------------------------------

_VBE_HOST = "&H00000001={3832D640-CF90-11CF-8E43-00A0C911005A};VBE;&H00000000"

_UNPROTECTED = bytes(4)
_NO_PASSWORD = bytes(1)
_VISIBLE = b"\xff"


def _project_stream(name: str, modules: Sequence[Module]) -> bytes:
    project_id = "{" + str(uuid.uuid5(uuid.NAMESPACE_DNS, name)).upper() + "}"
    document_version = {ModuleKind.DOCUMENT: "/&H00000000"}
    lines = [
        f'ID="{project_id}"',
        *(f"{module.kind.value}={module.name}{document_version.get(module.kind, '')}" for module in modules),
        f'Name="{name}"',
        'HelpContextID="0"',
        'VersionCompatible32="393222000"',
        f'CMG="{encrypt(_UNPROTECTED, project_id, 0x1C)}"',
        f'DPB="{encrypt(_NO_PASSWORD, project_id, 0x2E)}"',
        f'GC="{encrypt(_VISIBLE, project_id, 0x3A)}"',
        "",
        "[Host Extender Info]",
        _VBE_HOST,
        "",
        "[Workspace]",
        *(f"{module.name}=0, 0, 0, 0, C" for module in modules),
    ]
    return "".join(line + _NEWLINE for line in lines).encode(_ENCODING)


def _projectwm_stream(modules: Sequence[Module]) -> bytes:
    """Return each module's name in the code page and in Unicode, each with its closing zero."""
    names = (module.name.encode(_ENCODING) + b"\0" + module.name.encode("utf-16-le") + bytes(2) for module in modules)
    return b"".join(names) + bytes(2)
