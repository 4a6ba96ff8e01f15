"""Sheets whose text is drawn as strokes, for tests of what is read there."""

from __future__ import annotations

import math

import numpy as np

from drawkit.engine.drawn_text.words import with_drawn_text
from drawkit.engine.sheet import Path, Sheet, Word
from drawkit.samples.typefaces import drawn_glyph


def strokes(
    x: float, y: float, text: str, height: float = 5.0, angle: float = 0.0, lean: float = 0.0, first: int = 0
) -> list[Path]:
    """Letters as strokes from a point on, along a direction; they lean by `lean` for each unit of height."""
    turn, unit, out = math.radians(angle), height / 10, []
    along, up = np.array([math.cos(turn), -math.sin(turn)]), np.array([-math.sin(turn), -math.cos(turn)])
    at = 0.0
    for char in text:
        width, lines = drawn_glyph(char)
        for points in lines:
            if len(points) > 1:
                flat = np.array(points) * unit
                placed = np.outer(at + flat[:, 0] + lean * flat[:, 1], along) + np.outer(flat[:, 1], up) + (x, y)
                out.append(Path(placed, False, False, True, 0.09 * height, 0, False, first + len(out)))
        at += (width + 2) * unit
    return out


def line(*points: float) -> Path:
    return Path(np.array(points, float).reshape(-1, 2), False, False, True, 0.3, 0, False, 90_000)


def read(*paths: list[Path], words: tuple[Word, ...] = ()) -> list[Word]:
    """The drawn words of an A4 sheet with these paths and this text layer."""
    every = tuple(p for some in paths for p in some)
    sheet = with_drawn_text(Sheet(1, 842, 595, words=words, paths=every))
    return [w for w in sheet.words if w not in words]
