"""Pages that are a scan: a picture of a drawing, with at most a layer of hidden text from another recogniser."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator

import numpy as np
from pypdfium2 import raw

from .document import PdfPage
from .glyphs import read_glyphs
from .paths import objects_of, read_paths

_COVERED = 0.5  # of the page: pictures that cover less are parts of a drawing
_FEWEST = 60  # visible characters, or paths: fewer are a stamp or a border on a scan
_DPI = (100.0, 300.0)  # what a scan is rendered at: finer pixels cost time and tell no more


def scan_dpi(page: PdfPage) -> float | None:
    """The resolution to read a scanned page at; None for a page that is drawn or empty."""
    pictures = list(_pictures(page))
    if sum(area for area, _ in pictures) < _COVERED * page.width * page.height:
        return None
    if sum(not g.invisible for g in read_glyphs(page)) >= _FEWEST or len(read_paths(page)) >= _FEWEST:
        return None
    return float(np.clip(max(dpi for _, dpi in pictures), *_DPI))


def _pictures(page: PdfPage) -> Iterator[tuple[float, float]]:
    """Area (square points) and resolution (dpi) of each picture on the page; it fills the unit square of its matrix."""
    wide, high = ctypes.c_uint(), ctypes.c_uint()
    for target, matrix in objects_of(page, raw.FPDF_PAGEOBJ_IMAGE):
        area = abs(float(np.linalg.det(matrix[:, :2])))
        if area > 0 and raw.FPDFImageObj_GetImagePixelSize(target, wide, high):
            yield area, 72 * (wide.value * high.value / area) ** 0.5
