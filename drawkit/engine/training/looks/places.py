"""Places of texts on labelled drawings, each with its surroundings, in one file to learn from."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from drawkit.engine.decision.surroundings import COLUMNS, LAYERS, ROWS, Pictures

_LEVELS: Final = 17  # steps of grey in which ink is kept
_THREADS: Final = 8


@dataclass(frozen=True, eq=False)
class Places:
    """`coded` pictures of n texts; `right` (n) where a dimension stands; `fold` (n) with which each is left out.

    `weight` (n) says how often each is looked at: sources count alike, and what is a dimension as much as what is none.
    """

    coded: Sequence[bytes]
    right: NDArray[np.bool_]
    fold: NDArray[np.int64]
    weight: NDArray[np.float64]

    def pictures(self) -> Pictures:
        """All pictures (n, LAYERS, ROWS, COLUMNS)."""
        with ThreadPoolExecutor(_THREADS) as pool:
            return np.stack(list(pool.map(decoded, self.coded)))


def coded(picture: NDArray[np.uint8]) -> bytes:
    """One picture (LAYERS, ROWS, COLUMNS) in few bytes."""
    flat = picture.reshape(LAYERS * ROWS, COLUMNS).astype(np.int64)
    few = np.minimum((flat + _LEVELS // 2) // _LEVELS * _LEVELS, 255).astype(np.uint8)
    return cv2.imencode(".webp", few, [cv2.IMWRITE_WEBP_QUALITY, 101])[1].tobytes()


def decoded(code: bytes) -> NDArray[np.uint8]:
    """The picture again."""
    flat = cv2.imdecode(np.frombuffer(code, np.uint8), cv2.IMREAD_GRAYSCALE)
    return np.asarray(flat, np.uint8).reshape(LAYERS, ROWS, COLUMNS)


def keep(places: Places, path: Path) -> None:
    """Write them as one file of arrays."""
    ends = np.cumsum([len(code) for code in places.coded])
    joined = np.frombuffer(b"".join(places.coded), np.uint8)
    np.savez(path, pictures=joined, ends=ends, right=places.right, fold=places.fold, weight=places.weight)


def kept_in(path: Path) -> Places:
    """What such a file keeps."""
    with np.load(path) as rows:
        whole, ends = rows["pictures"], [0, *rows["ends"].tolist()]
        codes = [whole[a:b].tobytes() for a, b in pairwise(ends)]
        return Places(codes, rows["right"], rows["fold"], rows["weight"])
