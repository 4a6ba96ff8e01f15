"""Where small labels go so that they cover neither what was read nor the lines of the drawing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from drawkit.contract import Box

_GAP = 1.5


class Placer:
    """Finds free places beside boxes, one label after the other; sizes and places in points of the sheet."""

    def __init__(self, sheet: tuple[float, float], boxes: Sequence[Box], picture: Any = None) -> None:
        self._width, self._height = sheet
        self._taken = np.asarray(boxes, dtype=float).reshape(-1, 4)
        self._ink = None if picture is None else 255.0 - np.asarray(picture, dtype=float).reshape(
            picture.shape[0], picture.shape[1], -1
        ).mean(axis=2)  # fmt: skip

    def place(self, box: Box, width: float, height: float) -> tuple[float, float]:
        """Choose the centre of a label of this size beside `box`, and keep the place taken."""
        best = min(self._candidates(box, width, height), key=self._cost)
        self._taken = np.vstack([self._taken, best])
        return (best[0] + best[2]) / 2, (best[1] + best[3]) / 2

    def _candidates(self, box: Box, width: float, height: float) -> list[Box]:
        x0, top, x1, bottom = box
        above, below = top - _GAP - height, bottom + _GAP
        middle = (top + bottom - height) / 2
        corners = [
            (x0, above), (x1 - width, above), (x0, below), (x1 - width, below),
            (x1 + _GAP, middle), (x0 - _GAP - width, middle),
            (x1 + _GAP, above), (x0 - _GAP - width, above), (x1 + _GAP, below), (x0 - _GAP - width, below),
        ]  # fmt: skip
        return [(x, y, x + width, y + height) for x, y in corners]

    def _cost(self, place: Box) -> float:
        x0, y0, x1, y1 = place
        area = max((x1 - x0) * (y1 - y0), 1e-9)
        wide = np.minimum(self._taken[:, 2], x1) - np.maximum(self._taken[:, 0], x0)
        high = np.minimum(self._taken[:, 3], y1) - np.maximum(self._taken[:, 1], y0)
        covered = float((wide.clip(0) * high.clip(0)).sum()) / area
        outside = x0 < 0 or y0 < 0 or x1 > self._width or y1 > self._height
        return 10 * covered + 100 * outside + self._darkness(place)

    def _darkness(self, place: Box) -> float:
        if self._ink is None:
            return 0.0
        rows, columns = self._ink.shape
        x0, x1 = (round(x / self._width * columns) for x in (place[0], place[2]))
        y0, y1 = (round(y / self._height * rows) for y in (place[1], place[3]))
        part = self._ink[max(y0, 0) : max(y1, 1), max(x0, 0) : max(x1, 1)]
        return float(part.mean()) / 255 if part.size else 1.0
