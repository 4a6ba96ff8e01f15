"""Letters with a drawn ring around them become the modifiers they are: M in a ring is Ⓜ (ISO 1101, ASME Y14.5)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from ..detection.leaning import leans
from ..layout.rings import Ring
from ..sheet import Floats, Glyph

RINGED = {letter: chr(0x24B6 + ord(letter) - ord("A")) for letter in "EFLMPSTU"}
"""Letters that stand in rings as modifiers, with the character for each."""

_RADIUS = (0.44, 1.05)  # of the font size: rings around one letter
_CENTRED = 0.2  # of the font size: how far the letter may be off the ring's centre
_MIDDLE = 0.36  # of the font size: the middle of a capital above its base line


def with_ringed(glyphs: Sequence[Glyph], rings: Iterable[Ring]) -> list[Glyph]:
    """The glyphs, with ringed letters replaced by their circled character."""
    hollow = [r for r in rings if not r.filled]
    if not hollow:
        return list(glyphs)
    centres = np.array([(r.x, r.y) for r in hollow])
    radii = np.array([r.radius for r in hollow])
    return [_ringed(g, centres, radii) if g.text in RINGED else g for g in glyphs]


def _ringed(glyph: Glyph, centres: Floats, radii: Floats) -> Glyph:
    turn = math.radians(glyph.angle)
    dx, dy = math.cos(turn), -math.sin(turn)
    up = _MIDDLE * glyph.size
    fits = (radii >= _RADIUS[0] * glyph.size) & (radii <= _RADIUS[1] * glyph.size)
    for lean in leans(glyph.angle):
        half = glyph.advance / 2 + lean * up
        x, y = glyph.x + dx * half + dy * up, glyph.y + dy * half - dx * up
        near = np.hypot(centres[:, 0] - x, centres[:, 1] - y) <= _CENTRED * glyph.size
        if bool(np.any(fits & near)):
            return replace(glyph, text=RINGED[glyph.text])
    return glyph
