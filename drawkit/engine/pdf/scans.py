"""Pictures on a PDF page: logos, and scans, where the page is a picture with at most a layer of hidden text."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from pypdfium2 import raw

from ...contract import Box
from ..index import in_any
from .document import PdfPage
from .glyphs import read_glyphs
from .paths import objects_of, read_paths

_COVERED = 0.5  # of the page: pictures that cover less are parts of a drawing
_ALONE = 0.05  # of a page with nothing else on it: a smaller picture is a logo
_FEWEST = 60  # visible characters over pictures, or paths: fewer are a stamp or a border on a scan
_UNIT_SQUARE = np.array([[0, 1, 0, 1], [0, 0, 1, 1], [1, 1, 1, 1]])  # what a picture fills under its matrix
_DPI = (100.0, 300.0)  # what a scan is rendered at: finer pixels cost time and tell no more


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture on a page: the upright box around it, its area in square points, its resolution in dpi."""

    box: Box
    area: float
    dpi: float


def scan_dpi(page: PdfPage) -> float | None:
    """The resolution to read a scanned page at; None for a page that is drawn or empty."""
    pictures = pictures_of(page)
    if not pictures:
        return None
    shown = [g for g in read_glyphs(page) if not g.invisible]
    paths = len(read_paths(page))
    least = _COVERED if shown or paths else _ALONE
    if sum(p.area for p in pictures) < least * page.width * page.height:
        return None
    over = in_any([(g.x, g.y) for g in shown], [p.box for p in pictures])
    if max(int(over.sum()), paths) >= _FEWEST:
        return None
    return float(np.clip(max(p.dpi for p in pictures), *_DPI))


def pictures_of(page: PdfPage) -> list[Picture]:
    """The pictures placed on a page."""
    return list(_pictures(page))


def _pictures(page: PdfPage) -> Iterator[Picture]:
    wide, high = ctypes.c_uint(), ctypes.c_uint()
    for target, matrix in objects_of(page, raw.FPDF_PAGEOBJ_IMAGE):
        area = abs(float(np.linalg.det(matrix[:, :2])))
        if area > 0 and raw.FPDFImageObj_GetImagePixelSize(target, wide, high):
            corners = matrix @ _UNIT_SQUARE
            (x0, top), (x1, bottom) = corners.min(axis=1).tolist(), corners.max(axis=1).tolist()
            yield Picture((x0, top, x1, bottom), area, 72 * (wide.value * high.value / area) ** 0.5)
