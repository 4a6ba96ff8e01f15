"""How large the faces of a title block are, at most."""

from __future__ import annotations

from typing import Final

from ...contract import Box
from ..layout.around import area_of
from ..sheet import Sheet

_SHARE: Final = 0.05  # of the page's area
_LEAST: Final = (
    160.0 * 50.0 * (72 / 25.4) ** 2
)  # ASME Y14.1's block for small sheets, 6.25 by 2 inches, in square points

_OF_OWN: Final = 0.13  # of a sheet that is shown smaller on a page: what that block takes of A4


def is_face_size(box: Box, sheet: Sheet) -> bool:
    """Whether a rectangle is no larger than a face of a title block: blocks do not shrink with the sheet (ISO 7200)."""
    own = area_of(sheet.extent)
    return area_of(box) <= max(_SHARE * own, _LEAST if sheet.own is None else _OF_OWN * own)
