"""`python -m drawkit.engine.training.finder.twins --out FOLDER PDF ...`: twins of drawings, to learn from.

Of a drawing with a whole text layer: a picture, and the boxes of its texts, which the vectors tell.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from drawkit.engine.load import open_drawing
from drawkit.engine.training.finder.sheets import VIEW_DPI, Twin, text_lines
from drawkit.engine.training.pixels import in_few_levels

_POINTS: Final = 72.0  # an inch


def twin(data: bytes, dpi: float) -> Twin:
    """The first page of a PDF with a whole text layer. Raises `drawkit.contract.Refused` for a file that is none."""
    with open_drawing(data) as source:
        sheet = source.sheet(1)
        picture = np.asarray(sheet.render(dpi), np.uint8)
    words = [w for w in sheet.words if w.text.strip(" .,")]
    return Twin(picture, dpi, tuple(text_lines(words, picture, dpi / _POINTS)))


def keep(one: Twin, path: Path) -> None:
    """Write a twin as two files: `.webp` and `.npy` behind `path`."""
    cv2.imwrite(f"{path}.webp", in_few_levels(one.picture), [cv2.IMWRITE_WEBP_QUALITY, 101])
    np.save(f"{path}.npy", np.array([(b.x, b.y, b.length, b.height, b.angle) for b in one.boxes], np.float32))


def main(arguments: Sequence[str] | None = None) -> None:
    """Makes the twins of the first pages of drawings, each once."""
    parser = argparse.ArgumentParser(prog="python -m drawkit.engine.training.finder.twins", description=main.__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder for the twins")
    parser.add_argument("drawings", type=Path, nargs="+", metavar="PDF", help="with whole text layers")
    asked = parser.parse_args(arguments)
    asked.out.mkdir(parents=True, exist_ok=True)
    for drawing in asked.drawings:
        keep(twin(drawing.read_bytes(), VIEW_DPI), asked.out / drawing.stem)


if __name__ == "__main__":
    main()
