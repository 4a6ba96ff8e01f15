"""Whole sheets turned by quarters, so that what a test drew to be read to the right stands or hangs."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from drawkit.engine.layout.turned import turned_places, turned_word
from drawkit.engine.sheet import Floats, Grey, Path, Sheet


def turned_sheet(sheet: Sheet, quarter: int) -> Sheet:
    """The whole sheet turned; the same sheet for no turn."""
    if quarter == 0:
        return sheet
    size = (sheet.width, sheet.height)
    width, height = size[::-1] if quarter in (90, 270) else size
    turned = sheet.at(
        width=width,
        height=height,
        words=tuple(turned_word(w, quarter, *size) for w in sheet.words),
        paths=tuple(_turned_path(p, quarter, *size) for p in sheet.paths),
        drawn=None if sheet.drawn is None else _turned_segments(sheet.drawn, quarter, *size),
    )
    if not sheet.has_picture:
        return turned

    def render(dpi: float) -> Grey:
        out: Grey = np.rot90(sheet.render(dpi), -(quarter // 90))
        return out

    return turned.at(render=render)


def _turned_path(path: Path, quarter: int, width: float, height: float) -> Path:
    x, y = path.points.T
    return replace(path, points=np.column_stack(turned_places(x, y, quarter, width, height)))


def _turned_segments(segments: Floats, quarter: int, width: float, height: float) -> Floats:
    x0, y0, x1, y1 = segments.T
    start = turned_places(x0, y0, quarter, width, height)
    return np.column_stack([*start, *turned_places(x1, y1, quarter, width, height)])
