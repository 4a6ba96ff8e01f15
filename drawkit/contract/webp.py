"""What the head of a WebP file tells, without the pixels: a reader that only opens it holds it several times."""

from __future__ import annotations

from collections.abc import Iterator


def chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The chunks of the file, each its name and what is in it, as far as they are whole (RFC 9649, section 2.3)."""
    at = 12
    while at + 8 <= len(data):
        length = int.from_bytes(data[at + 4 : at + 8], "little")
        yield data[at : at + 4], data[at + 8 : at + 8 + length]
        at += 8 + length + length % 2


def size(data: bytes) -> tuple[int, int]:
    """Width and height in pixels. Raises ValueError where the file tells none (RFC 9649, sections 2.5 to 2.7)."""
    name, head = next(chunks(data), (b"", b""))
    if name == b"VP8X" and len(head) >= 10:
        return 1 + int.from_bytes(head[4:7], "little"), 1 + int.from_bytes(head[7:10], "little")
    if name == b"VP8L" and len(head) >= 5 and head[0] == 0x2F:
        sides = int.from_bytes(head[1:5], "little")
        return 1 + (sides & 0x3FFF), 1 + (sides >> 14 & 0x3FFF)
    if name == b"VP8 " and len(head) >= 10 and head[3:6] == b"\x9d\x01\x2a":
        return int.from_bytes(head[6:8], "little") & 0x3FFF, int.from_bytes(head[8:10], "little") & 0x3FFF
    raise ValueError("the head of the picture is damaged")
