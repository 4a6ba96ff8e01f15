"""Texts of drawings as pictures, in one file to learn from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from drawkit.engine.training.pixels import Grey, in_few_levels

CAPITAL: Final = 22.0
"""Pixels of a capital in a kept picture."""

MARGIN: Final = 1.0
"""Capital heights that it shows around the ink."""


@dataclass(frozen=True)
class Kept:
    """`picture` (rows, columns) shows a text of `height` capital heights, MARGIN around it; `text` as it is told."""

    picture: Grey
    text: str
    height: float


def keep(kept: Sequence[Kept], path: Path) -> None:
    """Write texts as one file of arrays."""
    exact = [cv2.IMWRITE_WEBP_QUALITY, 101]
    coded = [cv2.imencode(".webp", in_few_levels(one.picture), exact)[1] for one in kept]
    ends = np.cumsum([len(c) for c in coded])
    joined = np.concatenate([c.ravel() for c in coded])
    heights = np.array([k.height for k in kept], np.float32)
    np.savez(path, pictures=joined, ends=ends, texts=np.array([k.text for k in kept]), heights=heights)


def kept_in(path: Path) -> list[tuple[bytes, str, float]]:
    """What such a file keeps: pictures as coded bytes, texts, heights."""
    with np.load(path) as rows:
        whole, ends = rows["pictures"], [0, *rows["ends"].tolist()]
        pieces = [whole[a:b].tobytes() for a, b in pairwise(ends)]
        return list(zip(pieces, rows["texts"].tolist(), rows["heights"].tolist(), strict=True))
