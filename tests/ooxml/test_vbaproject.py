"""What readers of the formats, written by others, find in our `vbaProject.bin`."""

from __future__ import annotations

import io
import random
import struct
import tempfile
import warnings
import zipfile
from contextlib import contextmanager
from typing import TYPE_CHECKING

import compoundfiles  # type: ignore[import-untyped]
import olefile  # type: ignore[import-untyped]
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from xlvp.ooxml.compoundfile import compound_file
from xlvp.ooxml.vbacodec import compress, encrypt
from xlvp.ooxml.vbaproject import Module, ModuleKind, vba_project

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # oletools calls pyparsing by its old names
    from oletools.olevba import VBA_Parser, decompress_stream  # type: ignore[import-untyped]

if TYPE_CHECKING:
    from collections.abc import Iterator

WORKBOOK = Module("ThisWorkbook", ModuleKind.DOCUMENT, "")
SHEET = Module("Sheet1", ModuleKind.DOCUMENT, "Private Sub Worksheet_Activate()\nEnd Sub\n")
TOOLS = Module(
    "Tools",
    ModuleKind.STANDARD,
    'Attribute VB_Name = "Tools"\r\nOption Explicit\r\n\r\n'
    'Function Price() As String\r\n    Price = "5 €, naïve"\r\nEnd Function\r\n\r\n',
)
COUNTER = Module("Counter", ModuleKind.CLASS, "Private count As Long\n")
MODULES = [WORKBOOK, SHEET, TOOLS, COUNTER]

DOCUMENT_HEAD = """\
Attribute VB_Name = "{name}"
Attribute VB_Base = "0{{{base}-0000-0000-C000-000000000046}}"
Attribute VB_GlobalNameSpace = False
Attribute VB_Creatable = False
Attribute VB_PredeclaredId = True
Attribute VB_Exposed = True
Attribute VB_TemplateDerived = False
Attribute VB_Customizable = True
"""
CLASS_HEAD = """\
Attribute VB_Name = "Counter"
Attribute VB_Base = "0{FCFB3D2A-A0FA-1068-A738-08002B3371B5}"
Attribute VB_GlobalNameSpace = False
Attribute VB_Creatable = False
Attribute VB_PredeclaredId = False
Attribute VB_Exposed = False
Attribute VB_TemplateDerived = False
Attribute VB_Customizable = False
"""


def crlf(text: str) -> str:
    return text.replace("\n", "\r\n")


TEXTS = {
    "ThisWorkbook": crlf(DOCUMENT_HEAD.format(name="ThisWorkbook", base="00020819")),
    "Sheet1": crlf(DOCUMENT_HEAD.format(name="Sheet1", base="00020820") + SHEET.source),
    "Tools": TOOLS.source,
    "Counter": crlf(CLASS_HEAD + COUNTER.source),
}


def extracted(data: bytes, file_name: str = "vbaProject.bin") -> dict[str, str]:
    """The text of each module, as olevba reads it, by the name of its stream."""
    parser = VBA_Parser(file_name, data=data)
    try:
        return {path.removeprefix("VBA/"): text for _, path, _, text in parser.extract_macros()}
    finally:
        parser.close()


def text_of(module: Module) -> str:
    return extracted(vba_project("Project", [module]))[module.name]


def standard(name: str, source: str) -> Module:
    return Module(name, ModuleKind.STANDARD, source)


def long_source(size: int) -> str:
    """A source that compresses about as well as a table of numbers."""
    digits = random.Random(size)
    lines = [f'Attribute VB_Name = "Long{size}"\r\n']
    while size > 0:
        lines.append(f"' {digits.getrandbits(256)}\r\n")
        size -= len(lines[-1])
    return "".join(lines)


# What is in the file


def test_olefile_lists_the_streams() -> None:
    with olefile.OleFileIO(vba_project("Project", MODULES), raise_defects=olefile.DEFECT_UNSURE) as file:
        assert sorted(file.listdir()) == sorted(
            [["PROJECT"], ["PROJECTwm"], *(["VBA", name] for name in ("dir", "_VBA_PROJECT", *TEXTS))]
        )
        assert file.openstream("VBA/_VBA_PROJECT").read() == bytes.fromhex("CC61FFFF000000")
        assert file.openstream("PROJECTwm").read().startswith(b"ThisWorkbook\0T\0h\0i\0s\0")
        assert file.parsing_issues == []


def test_olevba_extracts_every_module_from_the_file_itself() -> None:
    assert extracted(vba_project("Project", MODULES)) == TEXTS


def test_olevba_extracts_every_module_from_a_zip() -> None:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as package:
        package.writestr("xl/vbaProject.bin", vba_project("Project", MODULES))
    assert extracted(archive.getvalue(), "addin.xlam") == TEXTS


def test_project_stream() -> None:
    with olefile.OleFileIO(vba_project("Project", MODULES)) as file:
        lines = file.openstream("PROJECT").read().decode("cp1252").split("\r\n")
    assert lines[1:8] == [
        "Document=ThisWorkbook/&H00000000",
        "Document=Sheet1/&H00000000",
        "Module=Tools",
        "Class=Counter",
        'Name="Project"',
        'HelpContextID="0"',
        'VersionCompatible32="393222000"',
    ]
    project_id = lines[0].removeprefix('ID="').removesuffix('"')
    hidden = dict(line.split("=") for line in lines[8:11])
    assert {key: decrypted(value.strip('"'), project_id) for key, value in hidden.items()} == {
        "CMG": bytes(4),
        "DPB": bytes(1),
        "GC": b"\xff",
    }
    assert lines[11:15] == [
        "",
        "[Host Extender Info]",
        "&H00000001={3832D640-CF90-11CF-8E43-00A0C911005A};VBE;&H00000000",
        "",
    ]
    assert lines[15:] == ["[Workspace]", *(f"{module.name}=0, 0, 0, 0, C" for module in MODULES), ""]


def test_two_builds_are_equal() -> None:
    assert vba_project("Project", MODULES) == vba_project("Project", list(MODULES))


# The source of a module


def test_any_line_ends_and_a_missing_last_one() -> None:
    expected = 'Attribute VB_Name = "M"\r\nOption Explicit\r\n\r\nDim a\r\n'
    for source in ("Option Explicit\n\nDim a\n", "Option Explicit\r\n\r\nDim a", "\n\rOption Explicit\r\rDim a\r"):
        assert text_of(standard("M", source)) == expected


def test_an_empty_module_has_its_name() -> None:
    assert text_of(standard("M", "")) == 'Attribute VB_Name = "M"\r\n'


def test_attributes_of_the_source_win() -> None:
    source = (
        'Attribute VB_Name = "Counter"\nAttribute VB_PredeclaredId = True\nAttribute VB_Ext_KEY = "a" ,"b"\n\nDim a\n'
    )
    lines = text_of(Module("Counter", ModuleKind.CLASS, source)).split("\r\n")
    head = CLASS_HEAD.replace("PredeclaredId = False", "PredeclaredId = True").splitlines()
    assert lines == [*head, 'Attribute VB_Ext_KEY = "a" ,"b"', "", "Dim a", ""]


def test_source_outside_the_code_page_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^module Two has '≥', which is not in code page 1252: \"' a ≥ b\"$"):
        vba_project("Project", [standard("One", "' €\n"), standard("Two", "Dim a\n    ' a ≥ b\nDim b\n")])


def test_another_name_in_the_source_is_refused() -> None:
    with pytest.raises(ValueError, match="the source of module One must have the line"):
        vba_project("Project", [standard("One", 'Attribute VB_Name = "Two"\n')])


@pytest.mark.parametrize("name", ["", "1st", "_a", "a b", "Größe", "a" * 32, "a\n", "a/b"])
def test_bad_names_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="the name of a module must be"):
        vba_project("Project", [standard(name, "")])
    with pytest.raises(ValueError, match="the name of a project must be"):
        vba_project(name, MODULES)


def test_names_that_are_taken_are_refused() -> None:
    with pytest.raises(ValueError, match="module tools has the name of another module"):
        vba_project("Project", [TOOLS, standard("tools", "")])
    with pytest.raises(ValueError, match="module Dir has the name of the dir stream"):
        vba_project("Project", [standard("Dir", "")])


# Sizes


@pytest.mark.parametrize(
    "modules",
    [
        [],
        [WORKBOOK],
        MODULES,
        [standard(f"Module{number}", f"Dim number{number}\n" * number) for number in range(60)],
        [standard(f"Long{size}", long_source(size)) for size in (210_000, 4_000, 8_000, 16_000)],
        [standard("a" * 31, "")],
    ],
    ids=["none", "one", "four", "sixty", "long", "long name"],
)
def test_projects_of_all_sizes(modules: list[Module]) -> None:
    data = vba_project("Project", modules)
    found = extracted(data)
    assert list(found) == [module.name for module in modules]
    for module in modules:
        body = crlf(module.source.replace("\r\n", "\n"))
        assert found[module.name] == TEXTS.get(module.name, found[module.name])
        assert found[module.name].endswith(body)
        assert found[module.name].startswith(f'Attribute VB_Name = "{module.name}"\r\n')
    assert_sound(data)


def test_a_module_of_200_kb_is_exact() -> None:
    source = long_source(210_000)
    assert len(source) > 200_000
    assert text_of(standard("Long210000", source)) == source


# The compound file


@contextmanager
def strict_reader(data: bytes) -> Iterator[compoundfiles.CompoundFileReader]:
    """The reader of compoundfiles, whose every warning is an error; it warns of what is not a file, too."""
    with warnings.catch_warnings(), tempfile.TemporaryFile() as file:
        warnings.simplefilter("error")
        file.write(data)
        file.flush()
        with compoundfiles.CompoundFileReader(file) as reader:
            yield reader


def assert_sound(data: bytes) -> None:
    """Two readers find no fault, and the directory is made of red-black trees in order."""
    with strict_reader(data) as reader:
        assert len(reader.root) > 0
    with olefile.OleFileIO(data, raise_defects=olefile.DEFECT_UNSURE) as file:
        for entry in file.direntries:
            if entry is not None and entry.sid_child != olefile.NOSTREAM:
                below = [file.direntries[number] for number in tree(file, entry.sid_child)]
                keys = [(len(each.name), each.name.upper()) for each in below]
                assert keys == sorted(set(keys))
                assert file.direntries[entry.sid_child].color == BLACK
                black_height(file, entry.sid_child)


RED, BLACK = 0, 1


def tree(file: olefile.OleFileIO, number: int) -> Iterator[int]:
    if number != olefile.NOSTREAM:
        entry = file.direntries[number]
        yield from tree(file, entry.sid_left)
        yield number
        yield from tree(file, entry.sid_right)


def black_height(file: olefile.OleFileIO, number: int) -> int:
    if number == olefile.NOSTREAM:
        return 0
    entry = file.direntries[number]
    sides = (entry.sid_left, entry.sid_right)
    heights = {black_height(file, side) for side in sides}
    assert len(heights) == 1
    if entry.color == RED:
        assert all(side == olefile.NOSTREAM or file.direntries[side].color == BLACK for side in sides)
    return heights.pop() + int(entry.color)


@given(
    st.dictionaries(
        st.sampled_from(
            [f"{storage}{name}" for storage in ("", "Top/", "Top/Low/", "Long name/") for name in "abcdefgh"]
        ),
        st.sampled_from([0, 1, 63, 64, 65, 511, 512, 513, 4095, 4096, 4097, 70_000]),
        min_size=1,
    )
)
def test_compound_files_give_their_streams_back(sizes: dict[str, int]) -> None:
    streams = {name: random.Random(name).randbytes(size) for name, size in sizes.items()}
    data = compound_file(streams)
    assert_sound(data)
    with olefile.OleFileIO(data) as file:
        assert {"/".join(path): file.openstream(path).read() for path in file.listdir()} == streams
    with strict_reader(data) as reader:
        for path, content in streams.items():
            if not content:
                continue  # compoundfiles looks for the sectors of an empty stream too
            entry = reader.root
            for name in path.split("/"):
                entry = entry[name]
            assert reader.open(entry).read() == content  # not closed: it closes itself, and cannot be closed twice


@pytest.mark.parametrize("sectors", [*range(120, 130), *range(248, 260), 109 * 127 - 1])
def test_the_fat_has_an_entry_for_each_sector(sectors: int) -> None:
    data = compound_file({"a": bytes(512 * sectors)})
    assert len(data) % 512 == 0
    (fat_sectors,) = struct.unpack_from("<I", data, 44)
    assert len(data) == 512 * (1 + sectors + 1 + fat_sectors)  # the header, the stream, the directory, the FAT
    assert 128 * (fat_sectors - 1) < sectors + 1 + fat_sectors <= 128 * fat_sectors
    assert_sound(data)


def test_too_much_for_a_compound_file_is_refused() -> None:
    with pytest.raises(ValueError, match="7 MB"):
        compound_file({"a": bytes(512 * 109 * 127)})
    with pytest.raises(ValueError, match="at most 31 characters"):
        compound_file({"a" * 32: b""})


# Compression and encryption


def incompressible(size: int) -> bytes:
    return random.Random(size).randbytes(size)


BYTES = (
    st.binary(max_size=13_000)
    | st.integers(0, 13_000).map(incompressible)
    | st.text("ab \r\n", max_size=13_000).map(str.encode)
    | st.builds(
        lambda part, times: (part * times)[:13_000], st.binary(min_size=1, max_size=5_000), st.integers(1, 9_000)
    )
    | st.builds(lambda size, text: incompressible(size) + text, st.integers(3_500, 4_200), st.binary(max_size=5_000))
)


@given(BYTES)
@example(b"")
@example(bytes(13_000))
@example(bytes(4095))
@example(bytes(4096))
@example(bytes(4097))
@example(bytes(4098))
@example(bytes(8192))
def test_oletools_inverts_the_compression(data: bytes) -> None:
    assert decompress_stream(compress(data)) == data


@pytest.mark.parametrize("size", [0, 1, 3639, 3640, 3641, 3642, 4094, 4095, 4096, 4097, 7736, 7737, 8191, 8192, 8193])
def test_oletools_inverts_the_compression_of_noise(size: int) -> None:
    noise = incompressible(size)
    compressed = compress(noise)
    assert decompress_stream(compressed) == noise
    assert len(compressed) <= 1 + size + size // 8 + 3 * (size // 4096 + 2)


def test_the_examples_of_the_specification() -> None:
    """MS-OVBA 3.2.1, no compression; 3.2.2, where other copies do as well; 3.2.3, maximum compression."""
    assert compress(b"abcdefghijklmnopqrstuv.") == b"\x01\x19\xb0\0abcdefgh\0ijklmnop\0qrstuv."
    text = b"#aaabcdefaaaaghijaaaaaklaaamnopqaaaaaaaaaaaarstuvwxyzaaa"
    published = bytes.fromhex(
        "01 2F B0 00 23 61 61 61 62 63 64 65 82 66 00 70 61 67 68 69 6A 01 38 08 61 6B 6C"
        "00 30 6D 6E 6F 70 06 71 02 70 04 10 72 73 74 75 76 10 77 78 79 7A 00 3C"
    )
    assert decompress_stream(published) == decompress_stream(compress(text)) == text
    assert len(compress(text)) == len(published)
    assert compress(b"a" * 73) == bytes.fromhex("01 03 B0 02 61 45 00")


def decrypted(text: str, project_id: str) -> bytes:
    """MS-OVBA 2.4.3.3, step by step."""
    seed, version_enc, project_key_enc, *encrypted = bytes.fromhex(text)
    assert seed ^ version_enc == 2
    project_key = seed ^ project_key_enc
    assert project_key == sum(map(ord, project_id)) % 256
    unencrypted_1, encrypted_1, encrypted_2 = project_key, project_key_enc, version_enc
    clear = bytearray()
    for byte_enc in encrypted:
        byte = byte_enc ^ ((encrypted_2 + unencrypted_1) % 256)
        encrypted_2, encrypted_1, unencrypted_1 = encrypted_1, byte_enc, byte
        clear.append(byte)
    ignored = (seed & 6) // 2
    (length,) = struct.unpack_from("<I", clear, ignored)
    assert len(clear) == ignored + 4 + length
    return bytes(clear[ignored + 4 :])


@given(st.binary(max_size=40), st.uuids(), st.integers(0, 255))
def test_encryption_is_inverted(data: bytes, project: object, seed: int) -> None:
    project_id = f"{{{project}}}".upper()
    assert decrypted(encrypt(data, project_id, seed), project_id) == data
