"""A blueprint: pale lines on blue paper that has faded, scanned in colour."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from PIL import Image, ImageFilter

_PAPER: Final = (45.0, 80.0, 142.0)
_LINES: Final = (222.0, 230.0, 240.0)
"""Their colours: red, green, blue."""

_FADED: Final = (25.0, 22.0, 18.0)
"""Levels by which the paper's are higher or lower in places."""


def blueprinted(image: Any, turn: float, seed: int) -> Any:
    """A grey picture of a sheet as a blueprint in colour, turned by so many degrees, with the grain of its paper."""
    rng = np.random.default_rng(seed)
    turned = image.rotate(turn, Image.Resampling.BICUBIC, expand=True, fillcolor=255)
    ink = 1 - np.asarray(turned.filter(ImageFilter.GaussianBlur(0.7)), np.float32)[..., None] / 255
    y, x = np.mgrid[0 : 1 : complex(ink.shape[0]), 0 : 1 : complex(ink.shape[1])]
    fading = (np.sin(3 * x + 1), np.cos(2 * y + x), np.sin(2 * x + 3 * y))
    paper = np.stack([p + f * way for p, f, way in zip(_PAPER, _FADED, fading, strict=True)], axis=-1)
    colours = paper + (np.array(_LINES) - paper) * ink + rng.normal(0, 6, (*x.shape, 1))
    return Image.fromarray(np.clip(colours, 0, 255).astype(np.uint8))
