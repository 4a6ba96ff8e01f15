"""Makes the raster twins of drawings with whole text layers, once: a picture and the boxes of its texts each."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import cv2
import numpy as np

from drawkit.engine.load import open_drawing
from drawkit.engine.training.finder.sheets import Twin, text_lines

_POINTS: Final = 72.0  # an inch
_LEVELS: Final = 17  # of grey from one to the next kept


def twin(data: bytes, dpi: float) -> Twin:
    """The first page of a PDF with a whole text layer. Raises `drawkit.contract.Refused` for a file that is none."""
    with open_drawing(data) as source:
        sheet = source.sheet(1)
        picture = np.asarray(sheet.render(dpi), np.uint8)
    words = [w for w in sheet.words if w.text.strip(" .,")]
    return Twin(picture, dpi, tuple(text_lines(words, picture, dpi / _POINTS)))


def keep(one: Twin, path: Path) -> None:
    """Write a twin as two files, `path` with `.webp` and with `.npy`."""
    grey = np.asarray(np.round(one.picture / _LEVELS) * _LEVELS, np.uint8)
    cv2.imwrite(str(path.with_suffix(".webp")), grey, [cv2.IMWRITE_WEBP_QUALITY, 101])
    np.save(path, np.array([(b.x, b.y, b.length, b.height, b.angle) for b in one.boxes], np.float32))
