"""Hidden text that was stored in pairs of bytes and is shown byte by byte: put together to what it says.

A string of UTF-16 begins with a byte order mark (ISO 32000-1, 7.9.2.2). Some systems put such strings under the letters
that they draw, in a font of single bytes: ⌀3 reads þÿ#␀␀3 there.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from ..sheet import Glyph, code_of, is_untold

_MARK: Final = "þÿ"
_UNTOLD: Final = "•"  # as which bytes without a character are told
_FONT_CODES: Final = "cp1252"  # WinAnsiEncoding


def with_pairs_joined(glyphs: Sequence[Glyph]) -> list[Glyph]:
    """The glyphs; those of hidden runs that are pairs of bytes joined, and left out where they make no characters."""
    runs: dict[int, list[Glyph]] = defaultdict(list)
    for glyph in glyphs:
        if glyph.invisible:
            runs[glyph.run].append(glyph)
    paired = {run: own for run, own in runs.items() if "".join(g.text for g in own[:2]) == _MARK}
    if not paired:
        return list(glyphs)
    out: list[Glyph] = []
    for glyph in glyphs:
        if not glyph.invisible or glyph.run not in paired:
            out.append(glyph)
        elif glyph is paired[glyph.run][0]:
            out += _joined(paired[glyph.run])
    return out


def _joined(run: Sequence[Glyph]) -> Iterator[Glyph]:
    """The characters of one run, set from its beginning on."""
    try:
        text = bytes(_byte(glyph.text, high=index % 2 == 0) for index, glyph in enumerate(run[2:])).decode("utf-16-be")
    except (UnicodeError, ValueError):
        return
    if len(text) != len(run) // 2 - 1:  # characters of two pairs
        return
    turn, on = math.radians(run[0].angle), 0.0
    for character, low in zip(text, run[3::2], strict=True):
        x, y = run[0].x + on * math.cos(turn), run[0].y - on * math.sin(turn)
        yield replace(low, text=character, x=x, y=y)
        on += low.advance


def _byte(text: str, *, high: bool) -> int:
    if high and text == "-":  # as which a hyphen's own code is told
        return 0x02
    if text == _UNTOLD:
        raise ValueError(text)
    if is_untold(text):
        return code_of(text)
    return text.encode(_FONT_CODES)[0]
