"""A sheet that lies on a table, as a camera sees it from the side."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

_SIDES: Final = (4, 3)
"""Of a camera's picture."""

_FILLS: Final = 0.92
"""Share of the picture's width or height that the sheet takes."""

_FAR: Final = 1.6
"""From the camera to the sheet's middle, in the sheet's longer sides."""

_TABLE: Final = (104.0, 46.0)
"""Its grey, and the depth of its grain."""


def photographed(image: Any, seed: int) -> Any:
    """A grey picture of a sheet, lying on a table, turned a little and seen from 10 to 20 degrees aside."""
    rng = np.random.default_rng(seed)
    wide, tall = image.size
    corners = np.array([[0.0, 0], [wide, 0], [wide, tall], [0, tall]])
    seen = _seen(corners - np.array([wide, tall]) / 2, rng, _FAR * max(wide, tall))
    long, short = (int(side * max(wide, tall) * 1.1 / max(_SIDES)) for side in _SIDES)
    size = (long, short) if wide >= tall else (short, long)
    low, high = seen.min(axis=0), seen.max(axis=0)
    scale = _FILLS * min(np.array(size) / (high - low))
    placed = (seen - (low + high) / 2) * scale + np.array(size) / 2
    back = _between(placed, corners)
    paper = image.transform(size, Image.Transform.PERSPECTIVE, back, Image.Resampling.BICUBIC)
    mask = Image.new("L", image.size, 255).transform(size, Image.Transform.PERSPECTIVE, back)
    lit = Image.composite(paper, _table(size, rng), mask).filter(ImageFilter.GaussianBlur(0.7))
    y, x = np.mgrid[-0.5 : 0.5 : complex(size[1]), -0.5 : 0.5 : complex(size[0])]
    grey = np.asarray(lit, np.float32) * (0.86 + 0.18 * x - 0.1 * y) + rng.normal(0, 4, x.shape)
    return Image.fromarray(np.clip(grey, 0, 255).astype(np.uint8))


def _seen(points: NDArray[np.float64], rng: np.random.Generator, far: float) -> NDArray[np.float64]:
    """Points (n, 2) on the sheet as a camera `far` from its middle sees them, on the sheet's scale there."""
    aside, turn = np.radians(rng.uniform(10, 20)), np.radians(rng.uniform(-4, 4))
    towards = rng.uniform(0, 2 * np.pi)  # the side on which the camera stands
    lean = np.array([np.cos(towards), np.sin(towards)])
    depth = points @ lean * np.sin(aside)
    flat = points - np.outer(points @ lean, lean) * (1 - np.cos(aside))
    turning = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return np.asarray(flat @ turning.T * (far / (far + depth))[:, None])


def _between(old: NDArray[np.float64], new: NDArray[np.float64]) -> tuple[float, ...]:
    """The eight numbers of the perspective (as Pillow wants them) that leads four points to four others."""
    rows = [
        row
        for (x, y), (u, v) in zip(old, new, strict=True)
        for row in ([x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y])
    ]
    return tuple(map(float, np.linalg.solve(np.array(rows), new.ravel())))


def _table(size: tuple[int, int], rng: np.random.Generator) -> Any:
    """A table's wood: grain along it."""
    grey, depth = _TABLE
    grain = rng.normal(0, depth, (size[1], max(1, size[0] // 60)))
    return Image.fromarray(np.clip(grey + grain, 0, 255).astype(np.uint8)).resize(size, Image.Resampling.BICUBIC)
