"""Signs set small and raised behind a number, as typesetters write degrees, minutes and the asterisk of a reference."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ..index import index_of
from ..sheet import Glyph

_RINGS: Final = frozenset("○∘◦˚º°")
_SIGNS: Final = _RINGS | frozenset("′″'\"*∗")
_BEHIND: Final = (-0.3, 0.35)  # of the font size of the number: where the sign begins, from the number's end
_UP: Final = (0.12, 0.8)  # of the same: how far its base line is raised
_SMALLER: Final = 0.95  # of the same: its own size at most; a unit behind two deviations is as large as their nominal
_ANGLE: Final = 2.0  # degrees


def lowered(glyphs: Sequence[Glyph]) -> list[Glyph]:
    """The glyphs, with such signs as large as the number that they stand behind, and on its base line."""
    signs = [number for number, glyph in enumerate(glyphs) if glyph.text in _SIGNS]
    if not signs:
        return list(glyphs)
    before = [number for number, glyph in enumerate(glyphs) if glyph.text.isdecimal() or glyph.text in _SIGNS]
    index = index_of([(x, y, x, y) for x, y in (_end(glyphs[number]) for number in before)])
    out, lower = list(glyphs), {number for number in before if glyphs[number].text.isdecimal()}
    for number in signs:  # a second prime stands behind the first
        sign, reach = glyphs[number], 2 * glyphs[number].size
        near = index.near((sign.x - reach, sign.y - reach, sign.x + reach, sign.y + reach)).tolist()
        for i in near:
            if before[i] in lower and (moved := _behind(sign, out[before[i]])) is not None:
                out[number] = moved
                lower.add(number)
                break
    return out


def _end(glyph: Glyph) -> tuple[float, float]:
    turn = math.radians(glyph.angle)
    return glyph.x + glyph.advance * math.cos(turn), glyph.y - glyph.advance * math.sin(turn)


def _behind(sign: Glyph, number: Glyph) -> Glyph | None:
    """The sign on the base line of a figure that it is raised behind."""
    if abs((sign.angle - number.angle + 180) % 360 - 180) > _ANGLE or sign.size > _SMALLER * number.size:
        return None
    turn = math.radians(number.angle)
    dx, dy = math.cos(turn), -math.sin(turn)
    x, y = _end(number)
    off_x, off_y = sign.x - x, sign.y - y
    along, up = off_x * dx + off_y * dy, off_x * dy - off_y * dx
    if not (_BEHIND[0] <= along / number.size <= _BEHIND[1] and _UP[0] <= up / number.size <= _UP[1]):
        return None
    text = "°" if sign.text in _RINGS else sign.text
    return replace(
        sign, text=text, x=sign.x - up * dy, y=sign.y + up * dx, size=number.size, angle=number.angle, run=number.run
    )
