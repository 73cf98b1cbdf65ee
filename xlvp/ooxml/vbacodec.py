"""How a VBA project packs its streams and hides the settings of its protection.

Source: [MS-OVBA]. Its parts here are the compression (2.4.1) and the data encryption (2.4.3). The same input always
gives the same output. It is our own because oletools, the library of the field, only reads, and serves the tests.
"""

from __future__ import annotations

import struct

_CONTAINER_SIGNATURE = b"\x01"
_CHUNK = 4096
_RAW_CHUNK = 0x3000
_COMPRESSED_CHUNK = 0xB000
_SHORTEST_COPY = 3
_MOST = 16 << 20
_OF_A_CHUNK = 64
"""What a chunk counts for at least, for it takes its time even if nothing is in it."""


def compress(data: bytes) -> bytes:
    """Return `data` in a compressed container, 2.4.1.1.1.

    >>> compress(b"a" * 73).hex(" ")  # example 3.2.3
    '01 03 b0 02 61 45 00'
    """
    chunks = (data[start : start + _CHUNK] for start in range(0, len(data), _CHUNK))
    return _CONTAINER_SIGNATURE + b"".join(map(_packed_chunk, chunks))


def _packed_chunk(chunk: bytes) -> bytes:
    """Return a chunk with its header.

    A chunk that grows by compression stands there raw, which is always 4096 bytes. The last of a stream may be
    shorter, and filling it up would add to the source; in two compressed halves it has room enough to grow.
    """
    tokens = _tokens(chunk)
    if len(tokens) <= _CHUNK:
        return struct.pack("<H", _COMPRESSED_CHUNK | (len(tokens) - 1)) + tokens
    if len(chunk) == _CHUNK:
        return struct.pack("<H", _RAW_CHUNK | (_CHUNK - 1)) + chunk
    half = len(chunk) // 2
    return _packed_chunk(chunk[:half]) + _packed_chunk(chunk[half:])


def _tokens(chunk: bytes) -> bytes:
    """Return a chunk as token sequences: eight tokens after a byte whose bits say which of them are copies."""
    sequences = bytearray()
    position = 0
    while position < len(chunk):
        flags, tokens = 0, bytearray()
        for bit in range(8):
            if position == len(chunk):
                break
            offset_bits = _offset_bits(position)
            offset, length = _longest_copy(chunk, position, (0xFFFF >> offset_bits) + _SHORTEST_COPY)
            if length:
                flags |= 1 << bit
                tokens += struct.pack("<H", (offset - 1) << (16 - offset_bits) | (length - _SHORTEST_COPY))
                position += length
            else:
                tokens.append(chunk[position])
                position += 1
        sequences.append(flags)
        sequences += tokens
    return bytes(sequences)


def _offset_bits(position: int) -> int:
    """Return how many of a copy's 16 bits are its offset, 2.4.1.3.19.1: as many as `position` needs, at least 4."""
    return max((position - 1).bit_length(), 4)


def _longest_copy(chunk: bytes, position: int, longest: int) -> tuple[int, int]:
    """Return how far back the longest text is that goes on from `position`, the nearest if several, and its length.

    The length is 0 if there is none of at least three bytes.
    """
    longest = min(longest, len(chunk) - position)
    offset = length = 0
    wanted = _SHORTEST_COPY
    while wanted <= longest:
        found = chunk.rfind(chunk[position : position + wanted], 0, position + wanted - 1)
        if found < 0:
            break
        offset, length = position - found, wanted
        while length < longest and chunk[found + length] == chunk[position + length]:
            length += 1
        wanted = length + 1
    return offset, length


def decompress(container: bytes, most: int = _MOST) -> bytes:
    """Return what a compressed container holds, 2.4.1.3.1; ValueError if it is damaged, or longer than `most`.

    >>> decompress(bytes.fromhex("01 03 b0 02 61 45 00")) == b"a" * 73
    True
    """
    if not container.startswith(_CONTAINER_SIGNATURE):
        raise ValueError("no compressed container")
    data, at = bytearray(), 1
    while at + 2 < len(container):
        (header,) = struct.unpack_from("<H", container, at)
        chunk = container[at + 2 : at + 3 + (header & 0xFFF)]
        at += 2 + len(chunk)
        if header & 0x7000 != _RAW_CHUNK:
            raise ValueError("a chunk without its signature")
        unpacked = _unpacked_chunk(chunk) if header & 0x8000 else chunk
        most -= max(len(unpacked), _OF_A_CHUNK)
        if most < 0:
            raise ValueError("more than is wanted")
        data += unpacked
    return bytes(data)


def _unpacked_chunk(tokens: bytes) -> bytes:
    """Return a chunk from its token sequences; the counterpart of `_tokens`."""
    chunk, at = bytearray(), 0
    while at < len(tokens):
        flags = tokens[at]
        at += 1
        for bit in range(8):
            if at >= len(tokens):
                break
            if not flags >> bit & 1:
                chunk.append(tokens[at])
                at += 1
                continue
            if at + 2 > len(tokens) or not chunk:
                raise ValueError("a copy of nothing")
            (token,) = struct.unpack_from("<H", tokens, at)
            at += 2
            length_bits = 16 - _offset_bits(len(chunk))
            offset, length = (token >> length_bits) + 1, (token & ((1 << length_bits) - 1)) + _SHORTEST_COPY
            if offset > len(chunk) or len(chunk) + length > _CHUNK:
                raise ValueError("a copy of nothing")
            copied = chunk[-offset:][:length]
            chunk += (copied * (length // len(copied) + 1))[:length]  # a copy may run on into itself
    return bytes(chunk)


_ENCRYPTION_VERSION = 2


def encrypt(data: bytes, project_id: str, seed: int) -> str:
    """Return `data` as the PROJECT stream hides it, in hexadecimal digits.

    Any seed will do, and any bytes for the 0 to 3 that a reader ignores; both are fixed here, for the sake of equal
    files.
    """
    project_key = sum(project_id.encode("ascii")) & 0xFF
    encrypted = [seed, seed ^ _ENCRYPTION_VERSION, seed ^ project_key]
    ignored = bytes((seed & 6) // 2)
    previous = project_key
    for byte in ignored + struct.pack("<I", len(data)) + data:
        encrypted.append(byte ^ ((encrypted[-2] + previous) & 0xFF))
        previous = byte
    return bytes(encrypted).hex().upper()
