"""Pages whose content lies on its side or upside down though no flag says so: turned by where their text reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ..sheet import Floats, Glyph
from .document import PdfPage
from .glyphs import read_glyphs

_MOST = 0.6  # share of the letters that must read another way before a page is turned
_FEWEST = 20  # letters: fewer tell nothing
_TURNS = {0: ((1, 0, 0, 0), (0, 1, 0, 0)), 90: ((0, -1, 0, 1), (1, 0, 0, 0)), 180: ((-1, 0, 1, 0), (0, -1, 0, 1)),
          270: ((0, 1, 0, 0), (-1, 0, 1, 0))}  # fmt: skip
"""Degrees counter-clockwise that the content is turned: factors of x, y, width and height for the upright x and y."""


def upright(page: PdfPage) -> PdfPage:
    """The page turned so that most of its letters read to the right; as it is where that is not clear."""
    turned = _turn_of(read_glyphs(page))
    if not turned:
        return page
    width, height = (page.height, page.width) if turned % 180 else (page.width, page.height)
    return replace(page, width=width, height=height, turned=turned, matrix=_turned_matrix(page, turned))


def _turn_of(glyphs: Sequence[Glyph]) -> int:
    """The quarter turn in which most letters read. Digits do not count: dimensions stand upright on any drawing."""
    letters = [g for g in glyphs if g.text.isalpha()]
    votes = Counter(round(g.angle / 90) * 90 % 360 for g in letters)
    if len(letters) < _FEWEST:
        return 0
    turn, count = votes.most_common(1)[0]
    return turn if count >= _MOST * len(letters) else 0


def _turned_matrix(page: PdfPage, turned: int) -> Floats:
    rows = np.array(_TURNS[turned], float)
    linear = rows[:, :2] @ page.matrix
    linear[:, 2] += rows[:, 2:] @ (page.width, page.height)
    out: Floats = linear
    return out
