"""Texts of drawings as pictures, in one file to learn from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from drawkit.engine.training.picture_codes import coded, joined, parted
from drawkit.engine.training.pixels import Grey

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
    heights = np.array([k.height for k in kept], np.float32)
    pictures, ends = joined([coded(one.picture) for one in kept])
    np.savez(path, pictures=pictures, ends=ends, texts=np.array([k.text for k in kept]), heights=heights)


def kept_in(path: Path) -> list[tuple[bytes, str, float]]:
    """What such a file keeps: pictures as coded bytes, texts, heights."""
    with np.load(path) as rows:
        codes = parted(rows["pictures"], rows["ends"])
        return list(zip(codes, rows["texts"].tolist(), rows["heights"].tolist(), strict=True))
