"""Many small grey pictures as one array of bytes, to keep in a file and to learn from."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from drawkit.engine.training.pixels import Grey, in_few_levels


def coded(picture: Grey) -> bytes:
    """A picture in few greys and few bytes."""
    return cv2.imencode(".webp", in_few_levels(picture), [cv2.IMWRITE_WEBP_QUALITY, 101])[1].tobytes()


def decoded(code: bytes) -> Grey:
    """The picture again."""
    return np.asarray(cv2.imdecode(np.frombuffer(code, np.uint8), cv2.IMREAD_GRAYSCALE), np.uint8)


def joined(codes: Sequence[bytes]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """All bytes of the codes, and where each code ends."""
    return np.frombuffer(b"".join(codes), np.uint8), np.cumsum([len(code) for code in codes])


def parted(whole: NDArray[np.uint8], ends: NDArray[np.int64]) -> list[bytes]:
    """The codes again."""
    return [whole[a:b].tobytes() for a, b in pairwise([0, *ends.tolist()])]
