"""What makes a zip file a workbook: content types, relationships, and the part that names the sheets.

Source: ECMA-376 part 2 (packages: content types 7.2, relationships 6.5) and part 1, 12.3.23 (the workbook part).
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, BinaryIO
from urllib.parse import unquote

from xlvp.files import RefusedError
from xlvp.ooxml import xmlparser
from xlvp.ooxml.archive import Archive
from xlvp.ooxml.refusal import ENCRYPTED, damaged, unsafe

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlvp.ooxml.archive import Write
    from xlvp.ooxml.zipdirectory import Entry

_ROOT_RELATIONSHIPS = "_rels/.rels"
_CONTENT_TYPES = "[Content_Types].xml"
_OFFICE_DOCUMENT = (
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument",
    "http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument",  # Strict
)
_SIGNATURE = "http://schemas.openxmlformats.org/package/2006/relationships/digital-signature/"

WORKSHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"
SHARED_STRINGS = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedstrings+xml"
TABLE = "application/vnd.openxmlformats-officedocument.spreadsheetml.table+xml"
VBA_PROJECT = "application/vnd.ms-office.vbaproject"
_BINARY_WORKBOOK = "application/vnd.ms-excel.sheet.binary.macroenabled.main"

_ZIP = b"PK\3\4"
_COMPOUND_FILE = bytes.fromhex("D0CF11E0A1B11AE1")
_PIECE = 1 << 20
_LARGEST_FILE = 1 << 30
_LARGEST_SMALL_PART = 4 << 20
_LARGEST_WORKBOOK_PART = 16 << 20


class Workbook:
    """An Excel workbook open for reading; whatever is no such thing is refused at once.

    One with a digital signature is refused too, unless it is `only_read`.
    """

    def __init__(self, file: BinaryIO, *, only_read: bool = False) -> None:
        _refuse_other_formats(file)
        self._archive = Archive(file)
        self._defaults, self._overrides = self._read_content_types()
        self.entry = self._find_workbook_part(signed=only_read)
        self.xml = self._archive.read(self.entry, _LARGEST_WORKBOOK_PART)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Return every entry of the package, in the order of its directory."""
        return self._archive.entries

    def related(self) -> dict[str, Entry]:
        """Return the parts that the workbook part names, by the ids of its relationships."""
        folder, base = posixpath.split(self.entry.name)
        found = {}
        for _, attributes in self._small_part(posixpath.join(folder, "_rels", f"{base}.rels")) or ():
            target = unquote(attributes.get("Target", "")).replace("\\", "/")
            entry = self._archive.find(posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/"))
            if entry is not None and attributes.get("TargetMode", "Internal") == "Internal":
                found[attributes.get("Id", "")] = entry
        return found

    def of_type(self, content_type: str) -> list[Entry]:
        """Return the parts of this content type, given in small letters."""
        return [entry for entry in self.entries if self._content_type(entry.name) == content_type]

    def chunks(self, entry: Entry) -> Iterator[bytes]:
        """Yield a part piece by piece, and refuse it if it is damaged."""
        return self._archive.chunks(entry)

    def read(self, entry: Entry, limit: int) -> bytes:
        """Return a part, if it is no longer than `limit` bytes."""
        return self._archive.read(entry, limit)

    def write_with(self, xml: bytes, write: Write) -> None:
        """Write the package with another workbook part."""
        self._archive.write_with(self.entry, xml, write)

    def _small_part(self, name: str) -> list[tuple[str, dict[str, str]]] | None:
        entry = self._archive.find(name)
        return entry and xmlparser.elements([self._archive.read(entry, _LARGEST_SMALL_PART)], name)

    def _read_content_types(self) -> tuple[dict[str, str], dict[str, str]]:
        """Return the content types by file extension and by part, all in small letters as case does not matter."""
        found = self._small_part(_CONTENT_TYPES)
        if found is None:
            raise self._other_zip()
        defaults, overrides = {}, {}
        for name, attributes in found:
            kind = attributes.get("ContentType", "").lower()
            if name.endswith(" Default"):
                defaults[attributes.get("Extension", "").casefold()] = kind
            elif name.endswith(" Override"):
                overrides[unquote(attributes.get("PartName", "")).removeprefix("/").casefold()] = kind
        return defaults, overrides

    def _content_type(self, name: str) -> str:
        name = name.casefold()
        return self._overrides.get(name) or self._defaults.get(name.rpartition(".")[2], "")

    def _other_zip(self) -> RefusedError:
        kind = self._archive.find("mimetype")
        if kind and b"opendocument" in self._archive.read(kind, _LARGEST_SMALL_PART):
            return RefusedError("this is an OpenDocument file; save it as .xlsx and try again")
        return RefusedError("this is a zip file, but no Excel workbook; give an .xlsx or .xlsm file")

    def _find_workbook_part(self, *, signed: bool) -> Entry:
        relationships = self._small_part(_ROOT_RELATIONSHIPS)
        if relationships is None:
            raise self._other_zip()
        kinds = [attributes.get("Type", "") for _, attributes in relationships]
        if not signed and (any(kind.startswith(_SIGNATURE) for kind in kinds) or self._has_signatures()):
            raise RefusedError(
                "the workbook is digitally signed, and any change would break the signature;"
                " remove it in Excel (File, Info) and try again"
            )
        targets = [attributes for _, attributes in relationships if attributes.get("Type") in _OFFICE_DOCUMENT]
        if not targets:
            raise self._other_zip()
        if len(targets) > 1 or targets[0].get("TargetMode", "Internal") != "Internal":
            raise unsafe("it names more than one workbook part, or one outside the file")
        name = posixpath.normpath(unquote(targets[0].get("Target", "")).replace("\\", "/")).lstrip("/")
        if name.casefold().endswith(".bin") or self._content_type(name) == _BINARY_WORKBOOK:
            raise RefusedError("this is an .xlsb workbook; save it as .xlsx or .xlsm and try again")
        entry = self._archive.find(name)
        if entry is None:
            raise damaged(f"the workbook part {name[:60]!r} is missing")
        return entry

    def _has_signatures(self) -> bool:
        return any(entry.name.casefold().startswith("_xmlsignatures/") for entry in self.entries)


def _refuse_other_formats(file: BinaryIO) -> None:
    """Refuse what is no zip file at all, in words that name what it is."""
    if file.seek(0, 2) > _LARGEST_FILE:
        raise RefusedError(f"the file is larger than {_LARGEST_FILE >> 30} GB; split the workbook")
    file.seek(0)
    start = file.read(len(_COMPOUND_FILE))
    if start == _COMPOUND_FILE:
        raise _compound_file(file)
    if not start:
        raise RefusedError("the file is empty; is it still being copied or synchronised?")
    if not start.startswith(_ZIP):
        raise RefusedError("this is no Excel workbook; give an .xlsx or .xlsm file")


def _compound_file(file: BinaryIO) -> RefusedError:
    """Return the refusal of a compound file, [MS-CFB]: its streams' names, in UTF-16, tell what it is."""
    file.seek(0)
    legacy = False
    while piece := file.read(_PIECE):  # whole sectors, so that no name is cut in two
        if any(name.encode("utf-16-le") in piece for name in ("EncryptedPackage", "DRMEncrypted")):
            return RefusedError(ENCRYPTED)
        legacy = legacy or any(name.encode("utf-16-le") in piece for name in ("Workbook\0", "Book\0"))
    if legacy:
        return RefusedError("this is an .xls workbook of Excel 97 to 2003; save it as .xlsx and try again")
    return RefusedError("this is no Excel workbook; give an .xlsx or .xlsm file")
