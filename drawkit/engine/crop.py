"""A part of a page, read by itself: what a person pointed at because it was not read, or read wrong."""

from __future__ import annotations

import io
from typing import NamedTuple

import numpy as np
from PIL import Image

from ..contract import Box, Item
from .budget import Budget, spending
from .kept import forgetting
from .page import MODULES, read_sheet
from .picture.prepare import prepare
from .picture.sheets import read_prepared
from .recognition.script_of_page import of_page
from .sheet import Sheet

_SECONDS = 10.0
_AROUND = 3.0
"""Points around the box that are read with it: a person's box may cut a letter."""
_MARGIN = 12.0
"""Points of white paper around the whole, so that nothing looks cut off."""


class CropReading(NamedTuple):
    """What a module found in a part of a page, the most certain first, and all the words there as one line."""

    items: tuple[Item, ...]
    text: str


def read_crop(png: bytes, box: Box, module: str, *, width: float) -> CropReading:
    """Read the part of a page in `box` (points) as `module` reads a sheet; `width` is the page's, in points.

    `png` is the page's picture. Boxes of items are in the page's points. Raises `KeyError` for a module that there is
    not, `ValueError` for a box beside the page.
    """
    if module not in MODULES:
        raise KeyError(f"There is no module {module!r}. Choose from: {', '.join(MODULES)}.")
    with Image.open(io.BytesIO(png)) as opened:
        scale = opened.width / width
        x0, top, x1, bottom = (edge * scale for edge in box)
        more = _AROUND * scale
        part = (max(round(x0 - more), 0), max(round(top - more), 0),
                min(round(x1 + more), opened.width), min(round(bottom + more), opened.height))  # fmt: skip
        if part[0] >= part[2] or part[1] >= part[3]:
            raise ValueError("The box lies beside the page.")
        grey = np.asarray(opened.convert("L").crop(part), dtype=np.uint8)
    margin = round(_MARGIN * scale)
    with forgetting(), of_page(), spending(Budget(_SECONDS, lambda: None)):
        picture = np.pad(grey, margin, constant_values=255)
        sheet = read_prepared(prepare(picture, 72 * scale, alone=True), 1)
        found = read_sheet(sheet, [module]).items.get(module, [])
    left, above = (part[0] - margin) / scale, (part[1] - margin) / scale
    items = sorted((_moved(item, left, above) for item in found), key=lambda item: -item.confidence)
    return CropReading(tuple(items), _text(sheet))


def _moved(item: Item, left: float, above: float) -> Item:
    if item.box is None:
        return item
    x0, top, x1, bottom = item.box
    return item.model_copy(update={"box": (x0 + left, top + above, x1 + left, bottom + above)})


def _text(sheet: Sheet) -> str:
    """The words from top to bottom, each line from left to right."""
    lines: list[tuple[float, list[tuple[float, str]]]] = []
    for word in sorted(sheet.words, key=lambda word: word.middle[1]):
        x, y = word.middle
        if lines and y - lines[-1][0] < 0.6 * word.height:
            lines[-1][1].append((x, word.text))
        else:
            lines.append((y, [(x, word.text)]))
    return " ".join(text for _, line in lines for _, text in sorted(line))
