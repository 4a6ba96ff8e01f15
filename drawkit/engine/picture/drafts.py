"""JPEG alone can be decoded at a half, a quarter or an eighth of its size; a progressive one needs room even so."""

from __future__ import annotations

from math import ceil
from typing import Final

import numpy as np
from PIL import Image, JpegImagePlugin

_SCALES: Final = (1, 2, 4, 8)  # those that libjpeg decodes at; 8 is a pixel for a block
_SMALLEST: Final = 4  # letters are lost at an eighth: so small a picture is only read where no larger one was wanted
_MARGIN: Final = 32 * 2**20  # bytes: rows in work, and the blocks at the edges


class HeldWholeError(Exception):
    """There is no room for a progressive JPEG, which is held whole while it is decoded; `needed` is in bytes."""

    def __init__(self, needed: int) -> None:
        super().__init__(f"a progressive JPEG needs {needed} bytes")
        self.needed = needed


def draft(picture: Image.Image, factor: float) -> float:
    """Have a picture decoded at no less than `factor` of its width and height, where its format can do that.

    Tells what factor it is to have in the end: a smaller one where there is no room for the larger. Raises
    `HeldWholeError` where there is none at all.
    """
    if not isinstance(picture, JpegImagePlugin.JpegImageFile):
        return factor
    wanted = max(scale for scale in _SCALES if scale * factor <= 1)
    scale = _scale_with_room(picture, wanted) if picture.info.get("progressive") else wanted
    if scale > 1:
        picture.draft("L", (max(1, picture.width // scale), max(1, picture.height // scale)))
    return factor if scale == wanted else 1 / scale


def _scale_with_room(picture: JpegImagePlugin.JpegImageFile, wanted: int) -> int:
    """The scale to decode a progressive JPEG at; libjpeg itself does not tell lack of memory from damage."""
    held = _held_whole(picture)
    scales = [scale for scale in _SCALES if wanted <= scale <= max(wanted, _SMALLEST)]
    for scale in scales:
        grey = picture.mode == "L" or (picture.mode == "RGB" and scale > 1)  # a draft of CMYK stays in its colours
        bands = 1 if grey else 4  # Pillow takes four bytes for three colours
        if _is_room(held + bands * picture.width * picture.height // scale**2 + _MARGIN):
            return scale
    raise HeldWholeError(held)


def _held_whole(picture: JpegImagePlugin.JpegImageFile) -> int:
    """Bytes of a progressive JPEG's coefficients, two for each, which stay until its last scan (ITU-T T.81, G.1)."""
    across, down = (max(1, *(part[side] for part in picture.layer)) for side in (1, 2))
    blocks = (
        ceil(picture.width * wide / (8 * across)) * ceil(picture.height * high / (8 * down))
        for _, wide, high, _ in picture.layer
    )
    return 2 * 64 * sum(blocks)


def _is_room(needed: int) -> bool:
    """Whether a process may take so many bytes more; they are not used, and given back at once."""
    try:
        np.empty(needed, np.uint8)
    except MemoryError:
        return False
    return True
