"""The company's name where it is drawn: a logo in a face of the title block without a written word."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from ...contract import Box
from ..layout.around import area_of
from ..layout.crops import DARK
from ..sheet import Grey, Sheet
from .logo_names import LOGO_DPI, PAPER, name_in

_INSET: Final = 1.8  # points: the walls of a face are left out
_LEAST: Final = 1.6  # text heights: a lower face holds no logo
_MOST: Final = 3  # faces that are looked at, the largest first
_INKED: Final = (0.004, 0.97)  # of a face's area: less is a stray line, more a hatched or filled field
_PALE: Final = 0.6  # of the ink's own box: from this share on letters are paler than what is around them
_REGISTERED: Final = re.compile(r"^[R®] (?=\S{3})|(?<=\S{3}) [R®]$")
"""The mark of a registered name, which is no letter of it."""


@dataclass(frozen=True)
class Logo:
    """The name that a logo shows, where it stands, and how sure its letters are."""

    text: str
    box: Box
    confidence: float


def logo_in(sheet: Sheet, faces: Sequence[Box], *, least: float = 0.0) -> Logo | None:
    """The name in the largest of the faces that shows one; None where no letters are found in them.

    What is drawn in a face is `least` text heights high, or no logo.
    """
    tall = [f for f in faces if f[3] - f[1] >= _LEAST * sheet.text_height and f[2] - f[0] >= f[3] - f[1]]
    if not tall or not sheet.has_picture:
        return None
    picture = sheet.render(LOGO_DPI)
    scale = picture.shape[1] / sheet.width
    drawn = []
    for face in sorted(tall, key=area_of, reverse=True):
        ink = _ink(picture, face, scale)
        if ink is not None and ink.shape[0] - 2 * PAPER >= least * sheet.text_height * scale:
            drawn.append((face, ink))
    for face, ink in drawn[:_MOST]:
        name, confidence = name_in(ink.tobytes(), ink.shape[0], ink.shape[1])
        if name:
            return Logo(_REGISTERED.sub("", name), face, confidence)
    return None


def _ink(picture: Grey, face: Box, scale: float) -> Grey | None:
    """What is drawn in a face, dark on white; None where it is next to nothing, or nothing but black."""
    x0, y0, x1, y1 = (round(v * scale) for v in face)
    inset = max(1, round(_INSET * scale))
    inner = picture[y0 + inset : y1 - inset, x0 + inset : x1 - inset]
    dark = inner < DARK
    if not inner.size or not _INKED[0] <= float(dark.mean()) <= _INKED[1]:
        return None
    rows, columns = np.flatnonzero(dark.any(axis=1)), np.flatnonzero(dark.any(axis=0))
    ink = inner[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    if float((ink < DARK).mean()) > _PALE:
        ink = np.asarray(255 - ink, np.uint8)
    padded: Grey = np.pad(ink, PAPER, constant_values=255)
    return padded
