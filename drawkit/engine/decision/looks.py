"""Whether what is drawn around a text looks like a dimension: a small network sees the page where evidence is in doubt.

The trees weigh the lines that were found (`model`); the network has the ink, dashed, worn or slanted as it is.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..budget import in_time
from ..recognition import models
from ..sheet import Sheet, Word
from .model import Chances
from .surroundings import surroundings_of

NETWORK: Final = "looks"
_UNSEEN: Final = 0.0  # what is told where too little is shown, or there is no time: it speaks neither for nor against
_SHOWN: Final = 0.5  # of the surroundings that lie on the sheet at least
_BATCH: Final = 64

Looks = NDArray[np.float32]


def seen(sheet: Sheet, words: Sequence[Word], chances: Chances) -> Chances:
    """The chances (n) of n texts with what a look at each says, where that can turn the decision.

    Raises ModelMissingError.
    """
    weight, most = _weight()
    odds = _logits(chances)
    doubted = np.flatnonzero(np.abs(odds) < weight * most).tolist()
    out = chances.copy()
    if doubted and sheet.has_picture:
        looks = np.clip(looks_of(sheet, [words[i] for i in doubted]), -most, most)
        out[doubted] = 1 / (1 + np.exp(-(odds[doubted] + weight * looks)))
    return out


def looks_of(sheet: Sheet, words: Sequence[Word]) -> Looks:
    """The logits (n) of n texts to be dimensions by their surroundings alone. Raises ModelMissingError."""
    places, numbers = places_of(words)
    told = np.full(len(places), _UNSEEN, np.float32)
    network = models.session(models.own_model(f"{NETWORK}.onnx"))
    for start in in_time(range(0, len(places), _BATCH), "what is drawn around sizes"):
        shown = surroundings_of(sheet, places[start : start + _BATCH])
        logits = models.run(network, shown.pictures.astype(np.float32) / 255)[:, 0]
        told[start : start + _BATCH] = np.where(shown.inside >= _SHOWN, logits, _UNSEEN)
    return told[numbers]


def places_of(words: Sequence[Word]) -> tuple[list[Word], NDArray[np.int64]]:
    """The words at different places, and at which of them each (n) stands: one text may be read in several ways."""
    keys = [tuple(round(v, 1) for v in (word.x, word.y, word.length)) for word in words]
    first: dict[tuple[float, ...], Word] = {}
    for key, word in zip(keys, words, strict=True):
        first.setdefault(key, word)
    numbers = {key: number for number, key in enumerate(first)}
    return list(first.values()), np.array([numbers[key] for key in keys], np.int64)


def _logits(chances: Chances) -> Chances:
    sure = np.clip(chances, 1e-6, 1 - 1e-6)
    return np.log(sure / (1 - sure))


@cache
def _weight() -> tuple[float, float]:
    """How much a look weighs, and beyond which logit it says no more: as learnt with whole sources left out."""
    card = json.loads(models.own_model(f"{NETWORK}.json").read_text(encoding="utf-8"))
    return float(card["weight"]), float(card["most"])
