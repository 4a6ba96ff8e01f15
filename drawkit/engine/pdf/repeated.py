"""Slanted characters that PDFium takes for the one before, printed again, and leaves out: the second 4 of 44.

It compares the upright boxes of text objects, and those of slanted characters lie over each other. Programs that set
each character by itself lose the second of two that are alike.
"""

from __future__ import annotations

import ctypes
import math
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np
from pypdfium2 import raw

from ..budget import in_time
from ..sheet import Floats, Glyph
from .document import PdfPage
from .paths import objects_of

_BACK: Final = 5  # text objects before it that PDFium holds one against
_LOOK: Final = 64  # objects between two looks at the clock
_ALIKE: Final = 1e-3  # of the larger: how far sizes of two that show the same may differ
_SLANTED: Final = 1.0  # degrees off a right angle


def left_out(page: PdfPage, glyphs: Mapping[int, Sequence[Glyph]]) -> Iterator[Glyph]:
    """The characters of text objects that PDFium told nothing of, as they stand in the one before that is alike.

    `glyphs` are those that it told, by the address of their text object. What is printed twice for bold letters comes
    back as well: its place tells (see `text.words.once`).
    """
    if not any(len(some) == 1 and _is_slanted(some[0]) for some in glyphs.values()):
        return
    before: deque[tuple[Any, Floats, Sequence[Glyph]]] = deque(maxlen=_BACK)
    for target, matrix in in_time(objects_of(page, raw.FPDF_PAGEOBJ_TEXT), "the text layer", every=_LOOK):
        own = glyphs.get(address(target), ())
        if not own:
            alike = next((one for one in reversed(before) if one[2] and _are_alike(one[:2], (target, matrix))), None)
            if alike is not None:
                dx, dy = (matrix[:, 2] - alike[1][:, 2]).tolist()
                own = [replace(g, x=g.x + dx, y=g.y + dy) for g in alike[2]]
                yield from own
        before.append((target, matrix, own))


def address(target: object) -> int:
    """What tells one object of a page from another."""
    return ctypes.cast(target, ctypes.c_void_p).value or 0  # type: ignore[arg-type]


def _is_slanted(glyph: Glyph) -> bool:
    return abs(glyph.angle - 90 * round(glyph.angle / 90)) > _SLANTED


def _are_alike(one: tuple[Any, Floats], other: tuple[Any, Floats]) -> bool:
    """Whether two text objects show the same, as large and as much turned."""
    (first, here), (second, there) = one, other
    sizes = _extent(first), _extent(second)
    same = all(a > 0 and math.isclose(a, b, rel_tol=_ALIKE) for a, b in zip(*sizes, strict=True))
    return same and np.allclose(here[:, :2], there[:, :2], rtol=_ALIKE)


def _extent(target: Any) -> tuple[float, float]:
    """Width and height of what an object shows; blanks have none."""
    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    if not raw.FPDFPageObj_GetBounds(target, left, bottom, right, top):
        return 0.0, 0.0
    return right.value - left.value, top.value - bottom.value
