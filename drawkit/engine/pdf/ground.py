"""Pages that are drawn light on a dark ground, as model spaces of CAD systems and layouts of boards are printed."""

from __future__ import annotations

import ctypes
from dataclasses import replace
from itertools import islice
from typing import Any, Final

import numpy as np
from pypdfium2 import raw

from ..sheet import Floats
from .document import PdfPage
from .paths import grey_of, objects_of

_FIRST: Final = 40
"""Shapes among which the ground is: it is drawn before all that stands on it."""

_COVERED: Final = 0.6
"""Of the page that a ground fills at least."""

_DARK: Final = 100
"""Grey, of 255, that a ground has at most, and half of the page with it."""

_PAPER: Final = 255
_CORNERS: Final = (4, 8)
"""Points of a ground's outline."""

_GLANCE: Final = 24.0
"""The dpi at which such a page is looked at: what covers its dark ground again is not known otherwise."""


def on_light_ground(page: PdfPage) -> PdfPage:
    """The page, as if it were drawn on paper where it is drawn on a dark ground."""
    ground = _ground(page)
    if ground > _DARK or float(np.median(page.render(_GLANCE))) > _DARK:
        return page
    return replace(page, ground=ground)


def _ground(page: PdfPage) -> int:
    """The grey of the last of the first shapes that fills most of the page; that of paper where none does."""
    fill_mode, stroke = ctypes.c_int(), ctypes.c_int()
    grey = _PAPER
    for target, matrix in islice(objects_of(page, raw.FPDF_PAGEOBJ_PATH), _FIRST):
        raw.FPDFPath_GetDrawMode(target, fill_mode, stroke)
        if fill_mode.value and _share(target, matrix, page) >= _COVERED:
            grey = grey_of(target, raw.FPDFPageObj_GetFillColor)
    return grey


def _share(target: Any, matrix: Floats, page: PdfPage) -> float:
    """How much of the page lies in the box around a simple shape; 0 for any other."""
    count = raw.FPDFPath_CountSegments(target)
    if not _CORNERS[0] <= count <= _CORNERS[1]:
        return 0.0
    x, y = ctypes.c_float(), ctypes.c_float()
    corners = []
    for index in range(count):
        raw.FPDFPathSegment_GetPoint(raw.FPDFPath_GetPathSegment(target, index), x, y)
        corners.append((x.value, y.value, 1.0))
    placed = np.clip(matrix @ np.array(corners).T, 0.0, np.array([[page.width], [page.height]]))
    return float(np.prod(np.ptp(placed, axis=1)) / (page.width * page.height))
