"""Pages whose letters are far smaller or larger than those of drawings: read as if they were printed at a usual size.

A sheet of A1 that was printed to A4, or a page whose unit is no point, shows the same drawing. All that the engine
knows of lengths, from the width of a line to the walls of a cell, goes by letters of a usual height (ISO 3098-1).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from ...contract import Box
from ..budget import keeping
from ..drawn_text.words import drawn_height
from ..sheet import Glyph, Sheet
from ..text.words import CAP_HEIGHT
from .document import PdfPage
from .glyphs import read_glyphs
from .paths import read_paths

_WRITTEN: Final = (4.5, 8.5, 16.0)
"""Points: how low usual letters are, the median of published drawings (3 mm), and how high: of nineteen in twenty."""

_DRAWN: Final = (1.0, 5.0, 25.0)
"""The same of shapes of a letter's size: points and strokes among them make it uncertain by a factor of four."""

_FEWEST: Final = 20
"""Letters and figures: fewer tell nothing."""

_LONGEST: Final = 1189 * 72 / 25.4
"""Points: no page is shown longer than A0 for its letters; it would take the memory of several."""

_FACTOR: Final = 16.0
"""Times that a page is shown larger or smaller, at most."""


def with_usual_letters(page: PdfPage, within: Box | None = None) -> PdfPage:
    """The page, larger or smaller where its letters are not of a usual height; its `scale` tells by how much.

    Those `within` a box count where a drawing has that part of the page alone.
    """
    height, (low, usual, high) = _height_of_letters(page, within or (0.0, 0.0, page.width, page.height))
    if not height or low <= height <= high:
        return page
    largest = max(_LONGEST / max(page.width, page.height), 1.0)
    scale = float(np.clip(usual / height, 1 / _FACTOR, min(_FACTOR, largest)))
    return replace(page, width=page.width * scale, height=page.height * scale, matrix=page.matrix * scale, scale=scale)


def _height_of_letters(page: PdfPage, within: Box) -> tuple[float | None, tuple[float, float, float]]:
    """The usual height of capitals on a page, in points, and what is usual; None where there is no text.

    Figures count by themselves, for many title blocks are set in small letters.
    """
    x0, top, x1, bottom = within
    glyphs = [g for g in read_glyphs(page) if g.text.isalnum() and not g.invisible]
    glyphs = [g for g in glyphs if x0 <= g.x <= x1 and top <= g.y <= bottom]
    if len(glyphs) >= _FEWEST:
        figures = [g for g in glyphs if g.text.isdecimal()]
        return CAP_HEIGHT * max(_median(glyphs), _median(figures) if len(figures) >= _FEWEST else 0.0), _WRITTEN
    height = None
    with keeping("the size of the letters"):
        height = drawn_height(Sheet(page.number, page.width, page.height, paths=read_paths(page)))
    return height, _DRAWN


def _median(glyphs: Sequence[Glyph]) -> float:
    return float(np.median([g.size for g in glyphs]))
