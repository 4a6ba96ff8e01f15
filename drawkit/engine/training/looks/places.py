"""Places of texts on labelled drawings, each with its surroundings, in one file to learn from."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from drawkit.engine.decision.surroundings import COLUMNS, LAYERS, ROWS, Pictures
from drawkit.engine.training import picture_codes

_THREADS: Final = 8


@dataclass(frozen=True, eq=False)
class Places:
    """`codes` of the pictures of n texts; `right` (n) where a dimension stands; `fold` (n) with which each is left out.

    `weight` (n) says how often each is looked at: sources count alike, and what is a dimension as much as what is none.
    """

    codes: Sequence[bytes]
    right: NDArray[np.bool_]
    fold: NDArray[np.int64]
    weight: NDArray[np.float64]

    def pictures(self) -> Pictures:
        """All pictures (n, LAYERS, ROWS, COLUMNS)."""
        with ThreadPoolExecutor(_THREADS) as pool:
            return np.stack(list(pool.map(decoded, self.codes)))


def coded(picture: NDArray[np.uint8]) -> bytes:
    """One picture (LAYERS, ROWS, COLUMNS) in few bytes."""
    return picture_codes.coded(picture.reshape(LAYERS * ROWS, COLUMNS))


def decoded(code: bytes) -> NDArray[np.uint8]:
    """The picture again."""
    return picture_codes.decoded(code).reshape(LAYERS, ROWS, COLUMNS)


def keep(places: Places, path: Path) -> None:
    """Write them as one file of arrays."""
    pictures, ends = picture_codes.joined(places.codes)
    np.savez(path, pictures=pictures, ends=ends, right=places.right, fold=places.fold, weight=places.weight)


def kept_in(path: Path) -> Places:
    """What such a file keeps."""
    with np.load(path) as rows:
        codes = picture_codes.parted(rows["pictures"], rows["ends"])
        return Places(codes, rows["right"], rows["fold"], rows["weight"])
