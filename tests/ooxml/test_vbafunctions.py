"""The functions that a VBA project offers to cells."""

from __future__ import annotations

import contextlib
import struct
import warnings

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from xlvp.ooxml.compoundfile import compound_file
from xlvp.ooxml.compoundreader import streams
from xlvp.ooxml.vbacodec import compress, decompress
from xlvp.ooxml.vbafunctions import function_names
from xlvp.ooxml.vbaproject import Module, ModuleKind, vba_project

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # oletools calls pyparsing by its old names
    from oletools.olevba import decompress_stream  # type: ignore[import-untyped]


def project(source: str, kind: ModuleKind = ModuleKind.STANDARD) -> bytes:
    return vba_project("VBAProject", [Module("ThisWorkbook", ModuleKind.DOCUMENT, ""), Module("Tools", kind, source)])


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("Function IMPS(x)\nEnd Function", {"IMPS"}),
        ("public function Imps (x)\nEnd Function", {"IMPS"}),
        ("Option Explicit\n\n  Public Static Function a_1()\nEnd Function\nFunction B()\nEnd Function", {"A_1", "B"}),
        ("Public _\n  Function _\n  IMPS(x)\nEnd Function", {"IMPS"}),
        ("Private Function IMPS(x)\nEnd Function", set()),
        ("Sub IMPS(x)\nEnd Sub", set()),
        ("' Function IMPS(x)\nSub a()\nx = 1 ' Function IMPS()\nEnd Sub", set()),
        ("", set()),
    ],
)
def test_functions_of_a_module(source: str, names: set[str]) -> None:
    assert function_names(project(source)) == names


def test_functions_of_classes_and_sheets_are_not_for_cells() -> None:
    assert function_names(project("Public Function IMPS(x)\nEnd Function", ModuleKind.CLASS)) == set()


def test_a_project_of_many_sectors() -> None:
    filler = "' a line to fill the module, whatever it says\n" * 40_000
    modules = [
        Module(f"M{number}", ModuleKind.STANDARD, f"{filler}Function F{number}()\nEnd Function") for number in range(3)
    ]
    assert function_names(vba_project("P", modules)) == {"F0", "F1", "F2"}


@given(st.binary(max_size=9000) | st.text("ab", max_size=9000).map(str.encode))
@example(bytes(4096))
@example(b"a" * 10_000)
def test_decompression_undoes_compression(data: bytes) -> None:
    assert decompress(compress(data)) == data == decompress_stream(bytearray(compress(data)))


# [MS-OVBA] 3.2.1 to 3.2.3
PUBLISHED = [
    (
        "01 19 B0 00 61 62 63 64 65 66 67 68 00 69 6A 6B 6C 6D 6E 6F 70 00 71 72 73 74 75 76 2E",
        b"abcdefghijklmnopqrstuv.",
    ),
    (
        "01 2F B0 00 23 61 61 61 62 63 64 65 82 66 00 70 61 67 68 69 6A 01 38 08 61 6B 6C 00 30 6D 6E 6F 70 06 71 02 70"
        " 04 10 72 73 74 75 76 10 77 78 79 7A 00 3C",
        b"#aaabcdefaaaaghijaaaaaklaaamnopqaaaaaaaaaaaarstuvwxyzaaa",
    ),
    ("01 03 B0 02 61 45 00", b"a" * 73),
]


@pytest.mark.parametrize(("packed", "data"), PUBLISHED)
def test_published_examples(packed: str, data: bytes) -> None:
    assert decompress(bytes.fromhex(packed)) == data


@given(st.binary(max_size=300))
def test_no_bytes_do_harm_to_the_decompressor(data: bytes) -> None:
    for container in (data, b"\1" + data):
        with contextlib.suppress(ValueError):
            decompress(container)


@given(st.lists(st.tuples(st.integers(0, 20_000), st.integers(0, 255)), min_size=1, max_size=20))
def test_a_damaged_project_does_no_harm(changes: list[tuple[int, int]]) -> None:
    data = bytearray(project("Function IMPS(x)\nEnd Function"))
    for at, value in changes:
        data[at % len(data)] = value
    with contextlib.suppress(ValueError):
        function_names(bytes(data))


def test_a_chain_that_runs_in_a_circle_ends() -> None:
    data = bytearray(compound_file({"a": b"x" * 9000}))
    (fat,) = struct.unpack_from("<I", data, 76)
    struct.pack_into("<I", data, (fat + 1) * 512 + 8, 0)
    with pytest.raises(ValueError, match="circle"):
        streams(bytes(data))


@given(st.dictionaries(st.text("abcdef", min_size=1, max_size=9), st.binary(max_size=10_000), max_size=6))
def test_streams_are_read_as_written(content: dict[str, bytes]) -> None:
    assert streams(compound_file(content)) == content


def test_a_fat_that_is_listed_outside_the_header() -> None:
    """Files over 7 MB have DIFAT sectors ([MS-CFB] 2.5); here a small file is given one."""
    content = {"a": b"x" * 9000, "b": b"short"}
    data = bytearray(compound_file(content))
    listed = data[76:512]
    data[76:512] = b"\xff" * 436
    struct.pack_into("<II", data, 68, len(data) // 512 - 1, 1)
    data += listed.ljust(508, b"\xff") + struct.pack("<I", 0xFFFFFFFE)
    assert streams(bytes(data)) == content
    struct.pack_into("<I", data, len(data) - 4, len(data) // 512 - 2)
    with pytest.raises(ValueError, match="circle"):
        streams(bytes(data))


def test_other_files_are_no_compound_files() -> None:
    with pytest.raises(ValueError, match="no compound file"):
        streams(b"PK")
    data = bytearray(compound_file({}))
    data[30] = 7
    with pytest.raises(ValueError, match="unknown version"):
        streams(bytes(data))
