"""What one isolated mark is: a symbol of dimensioning and tolerancing, a letter, or nothing of the kind.

CAD exports draw ⌀ ± ° ↧ ⌴ ⌵, the characteristics of ISO 1101 and the circled modifiers as small paths. Each such
cluster of paths, each glyph of a font whose character map lies, and each connected component of a picture is one mark.
A small convolutional net, trained on synthetic marks (`drawkit.engine.training.symbols`), names it.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from .models import own_model, session

SIZE: Final = 40
"""Pixels of the square picture that the net sees."""

_MARGIN: Final = 2  # pixels left free on each side
_INK: Final = 0.25  # of the darkest ink: fainter pixels do not count as part of the mark
_LARGEST: Final = 4.0  # text heights: a mark beyond is as large as one there
_BATCH: Final = 256
_OUTSIDE: Final = 0.05  # how likely the context's rule is taken to fail when it names the allowed symbols
_CAPITAL: Final = 0.86  # of the text height: a letter lower than this is a small one of the same shape


@dataclass(frozen=True, eq=False)
class Mark:
    """One mark alone, upright, black on white, and its place beside the text; None where that is unknown.

    `image` is a grey picture (rows x columns) of any size: uint8 0 to 255, or floating point 0 to 1; ink is dark.
    `relative_height` and `relative_width` are the ink's extent divided by the text height, that is the height of the
    line's capitals or digits. `relative_offset` is how far the mark's middle lies above the middle of the capitals,
    also divided by the text height (positive upward).
    """

    image: NDArray[np.uint8] | NDArray[np.floating[Any]]
    relative_height: float | None = None
    relative_width: float | None = None
    relative_offset: float | None = None


@dataclass(frozen=True)
class Symbol:
    """What a mark is: its canonical character, the symbol's name, and the chance (0 to 1) that this is right.

    Names of characteristics are those of the result (`position`, `total_runout`, ...); a letter's name is the letter.
    """

    text: str
    name: str
    confidence: float


@dataclass(frozen=True)
class _Class:
    name: str
    text: str
    small: str | None
    family: str  # classes of one family look alike: only size or context tells them apart


@dataclass(frozen=True)
class _Card:
    classes: tuple[_Class, ...]
    threshold: float


def classify(marks: Sequence[Mark]) -> list[Symbol | None]:
    """The symbol of each mark, in order; None for a mark that is none, or whose look cannot be told with certainty.

    Marks of one look that only their context tells apart (0, O, ○; a minus, a straightness line) are not refused for
    that: the likeliest is given, and its confidence says how likely. `candidates` decides where the context is known.
    Raises ModelMissing when the local engine is not installed.
    """
    card = _card()
    return [_accepted(card, row, mark) for row, mark in zip(_probabilities(marks), marks, strict=True)]


def candidates(mark: Mark, allowed: Collection[str]) -> Symbol | None:
    """The likeliest of the `allowed` symbols (characters or names), where the context says that it must be one of them.

    The confidence weighs that context: a class outside `allowed` counts a twentieth. None when `allowed` holds no
    known symbol. Raises ModelMissing when the local engine is not installed.
    """
    card = _card()
    chances = _probabilities([mark])[0]
    wanted = frozenset(allowed)
    fits = np.array([_is_allowed(one, wanted) for one in card.classes])
    if not fits.any():
        return None
    inside = np.where(fits, chances, 0.0)
    weighed = inside.sum() + _OUTSIDE * chances[~fits].sum()
    best = int(inside.argmax())
    one = card.classes[best]
    return Symbol(_written(one, mark, wanted), one.name, float(inside[best] / max(weighed, 1e-9)))


def normalise(image: NDArray[np.uint8] | NDArray[np.floating[Any]]) -> NDArray[np.float32]:
    """The picture as the net sees it: (SIZE, SIZE), paper 0 and ink 1, cropped to the ink, its aspect kept, centred.

    Grey ink and hairlines are stretched to full contrast. A picture without ink gives zeros.
    """
    ink = _ink(image)
    peak = float(ink.max(initial=0.0))
    out = np.zeros((SIZE, SIZE), np.float32)
    if peak < 0.05:
        return out
    seen = ink >= _INK * peak
    rows, columns = np.flatnonzero(seen.any(axis=1)), np.flatnonzero(seen.any(axis=0))
    small = _fitted(ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])
    height, width = small.shape
    top, left = (SIZE - height) // 2, (SIZE - width) // 2
    out[top : top + height, left : left + width] = np.minimum(small / max(float(small.max()), 1e-6), 1.0)
    return out


def _ink(image: NDArray[Any]) -> NDArray[np.float32]:
    full = 255.0 if image.dtype == np.uint8 else 1.0
    ink: NDArray[np.float32] = 1.0 - image.astype(np.float32) / np.float32(full)
    return ink


def _fitted(ink: NDArray[np.float32]) -> NDArray[np.float32]:
    height, width = ink.shape
    scale = (SIZE - 2 * _MARGIN) / max(height, width)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(ink, size, interpolation=how), np.float32)


def context(mark: Mark) -> NDArray[np.float32]:
    """Six numbers: height, width and offset beside the text, 0 where unknown, then for each whether it is known."""
    given = (mark.relative_height, mark.relative_width, mark.relative_offset)
    known = [value is not None and bool(np.isfinite(value)) for value in given]
    values = [_clipped(value) if is_known else 0.0 for value, is_known in zip(given, known, strict=True)]
    return np.array([*values, *map(float, known)], np.float32)


def _clipped(value: float | None) -> float:
    return min(max(value or 0.0, -_LARGEST), _LARGEST)


def _probabilities(marks: Sequence[Mark]) -> NDArray[np.float32]:
    """One row a mark: the calibrated chance of each class."""
    rows = [np.zeros((0, len(_card().classes)), np.float32)]
    network = session(own_model("symbols.onnx"))
    for start in range(0, len(marks), _BATCH):
        batch = marks[start : start + _BATCH]
        pictures = np.stack([normalise(mark.image) for mark in batch])[:, None]
        rows.append(network.run(None, {"picture": pictures, "context": np.stack([context(m) for m in batch])})[0])
    return np.concatenate(rows)


def _accepted(card: _Card, chances: NDArray[np.float32], mark: Mark) -> Symbol | None:
    best = int(chances.argmax())
    one = card.classes[best]
    alike = sum(float(p) for p, other in zip(chances, card.classes, strict=True) if other.family == one.family)
    if not one.text or alike < card.threshold:
        return None
    return Symbol(_written(one, mark), one.name, float(chances[best]))


def _is_allowed(one: _Class, allowed: Collection[str]) -> bool:
    return bool(one.text) and (one.name in allowed or one.text in allowed or one.small in allowed)


def _written(one: _Class, mark: Mark, allowed: Collection[str] | None = None) -> str:
    """The character, in lower case where its shape is that of the capital and its height says so."""
    if one.small is None:
        return one.text
    if allowed is not None and (one.small in allowed) != (one.text in allowed):
        return one.small if one.small in allowed else one.text
    return one.small if mark.relative_height is not None and mark.relative_height < _CAPITAL else one.text


@cache
def _card() -> _Card:
    data = json.loads(own_model("symbols.json").read_text(encoding="utf-8"))
    classes = tuple(_Class(one["name"], one["text"], one.get("small"), one["family"]) for one in data["classes"])
    return _Card(classes, float(data["threshold"]))
