"""Damaged files: samples whose bytes were flipped, cut, blanked, doubled or spliced; the same for the same seed."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Callable, Iterator
from functools import cache

from PIL import Image

from drawkit import samples

Wound = Callable[[random.Random, bytes, bytes], bytes]
_NUMBER = re.compile(rb"(?<![\w.])\d{1,6}(?![\w.])")
_NUMBERS = (0, 1, 2, 7, 255, 65535, 65536, 99999, 2**31 - 1, 2**31, 2**32, 2**63)


@cache
def wholes() -> tuple[bytes, ...]:
    """Small drawings in every format."""
    drawn = [
        samples.make("plate", seed=2, sheet="A4", carrier="text").data,
        samples.make("turned_part", seed=3, sheet="A4", carrier="lost_symbols").data,
    ]
    sheet = Image.open(io.BytesIO(samples.make("turned_part", seed=5, sheet="A4", carrier="picture", dpi=80).data))
    wide, tall = sheet.size
    corner = sheet.convert("L").crop((wide // 2, tall // 2, wide, tall))  # of the title block: quickly read
    return (*drawn, *(_as(corner, form) for form in ("PNG", "JPEG", "WEBP", "GIF", "BMP", "PDF")))


def _as(picture: Image.Image, form: str) -> bytes:
    into = io.BytesIO()
    picture.save(into, form)
    return into.getvalue()


def damaged(count: int, seed: int = 0) -> Iterator[tuple[str, bytes]]:
    """`count` damaged files, each with a name that tells how it came about."""
    for number in range(count):
        chance = random.Random(f"{seed}-{number}")
        at = number % len(wholes())
        data, other = wholes()[at], chance.choice(wholes())
        wounds = chance.choices(list(_WOUNDS), k=chance.choice((1, 1, 2, 4)))
        for wound in wounds:
            data = _WOUNDS[wound](chance, data, other)
        yield f"{number:05}-{at}-{'-'.join(wounds)}", data


def _flip(chance: random.Random, data: bytes, _other: bytes) -> bytes:
    hurt = bytearray(data)
    for _ in range(chance.choice((1, 3, 20, 200))):
        if hurt:
            hurt[chance.randrange(len(hurt))] ^= 1 << chance.randrange(8)
    return bytes(hurt)


def _head(chance: random.Random, data: bytes, _other: bytes) -> bytes:
    """Flips where formats keep their sizes."""
    hurt = bytearray(data)
    for _ in range(chance.choice((1, 2, 5))):
        if hurt:
            hurt[chance.randrange(min(64, len(hurt)))] = chance.randrange(256)
    return bytes(hurt)


def _cut(chance: random.Random, data: bytes, _other: bytes) -> bytes:
    return data[: chance.randrange(len(data) + 1)]


def _blank(chance: random.Random, data: bytes, _other: bytes) -> bytes:
    start, length = _part(chance, data)
    return data[:start] + bytes(length) + data[start + length :]


def _drop(chance: random.Random, data: bytes, _other: bytes) -> bytes:
    start, length = _part(chance, data)
    return data[:start] + data[start + length :]


def _double(chance: random.Random, data: bytes, _other: bytes) -> bytes:
    start, length = _part(chance, data)
    return data[: start + length] + data[start:]


def _splice(chance: random.Random, data: bytes, other: bytes) -> bytes:
    return data[: chance.randrange(len(data) + 1)] + other[chance.randrange(len(other)) :]


def _numbers(chance: random.Random, data: bytes, _other: bytes) -> bytes:
    """Numbers of a PDF's syntax changed: object numbers, offsets, lengths, boxes."""
    found = list(_NUMBER.finditer(data))
    for match in sorted(chance.sample(found, min(len(found), chance.choice((1, 3, 10)))), key=lambda m: -m.start()):
        data = data[: match.start()] + str(chance.choice(_NUMBERS)).encode() + data[match.end() :]
    return data


def _part(chance: random.Random, data: bytes) -> tuple[int, int]:
    return chance.randrange(len(data) + 1), chance.choice((1, 16, 256, 4096))


_WOUNDS: dict[str, Wound] = {
    "flip": _flip,
    "head": _head,
    "cut": _cut,
    "blank": _blank,
    "drop": _drop,
    "double": _double,
    "splice": _splice,
    "numbers": _numbers,
}
