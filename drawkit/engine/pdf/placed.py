"""What lies on a PDF page beside its content: annotations and form fields, such as stamps and signatures."""

from __future__ import annotations

import numpy as np
from pypdfium2 import raw

from ...contract import Box
from ..sheet import Floats
from .document import PdfPage

_UNSEEN = (raw.FPDF_ANNOT_LINK, raw.FPDF_ANNOT_POPUP)  # these draw nothing of their own


def placed_on(page: PdfPage) -> tuple[Box, ...]:
    """Boxes of the annotations and form fields of a page, in points of the upright page."""
    handle = page.handle.raw
    return tuple(
        box
        for index in range(raw.FPDFPage_GetAnnotCount(handle))
        if (box := _box(raw.FPDFPage_GetAnnot(handle, index), page.matrix)) is not None
    )


def _box(annotation: raw.FPDF_ANNOTATION, matrix: Floats) -> Box | None:
    rect = raw.FS_RECTF()
    try:
        if raw.FPDFAnnot_GetSubtype(annotation) in _UNSEEN or not raw.FPDFAnnot_GetRect(annotation, rect):
            return None
    finally:
        raw.FPDFPage_CloseAnnot(annotation)
    corners = matrix @ np.array([[rect.left, rect.right], [rect.bottom, rect.top], [1.0, 1.0]])
    (x0, y0), (x1, y1) = corners.min(axis=1).tolist(), corners.max(axis=1).tolist()
    return x0, y0, x1, y1
