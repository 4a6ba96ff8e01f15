"""Raster twins of drawn sheets: where their texts stand is known from their vectors."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from drawkit.engine.detection.boxes import TextBox, crop, joined, shared
from drawkit.engine.training.finder.examples import SIZE, Piece, boxed
from drawkit.engine.training.pixels import Grey, Rng

if TYPE_CHECKING:
    from drawkit.engine.sheet import Word

_BELOW: Final = frozenset("gjpqyç|_;()[]Q,")
_SAME: Final = 3.0  # degrees
_ALIKE: Final = 0.7  # of the higher letter: the other word's of one line
_LEVEL: Final = 0.3  # capital heights: how far apart the middles of a line's words stand
_GAP: Final = 1.0  # capital heights between two words of a line at most
_SIGN: Final = 2.2  # capital heights between two words with a drawn sign between them
_CLOSE: Final = 4.0  # pixels from which on a line may stand between two words
_AROUND: Final = 1.5  # heights of a word, of which a line between two fills nearly all
_WALL: Final = 0.9  # of that height: ink of a line that stands upright
_DARK: Final = 200  # level of grey below which a pixel is ink
_INKED: Final = 0.1  # of the columns between two words, and of their height: a sign's ink
VIEW_DPI: Final = 150.0
_LARGEST: Final = 600  # pixels a side that a piece is scanned at


@dataclass(frozen=True)
class Twin:
    """A sheet as pixels at `dpi`, with the boxes of its lines of text."""

    picture: Grey
    dpi: float
    boxes: tuple[TextBox, ...]


def kept(path: Path) -> Twin:
    """The twin that was written to a `.webp` and the `.npy` beside it."""
    rows = np.load(path.with_suffix(".npy")).tolist()
    picture = np.asarray(cv2.imread(str(path), cv2.IMREAD_GRAYSCALE), np.uint8)
    return Twin(picture, VIEW_DPI, tuple(TextBox(*row) for row in rows))


def text_lines(words: Sequence[Word], picture: Grey, scale: float) -> list[TextBox]:
    """The boxes of the lines that words make: no wall and at most a capital's height stands between two of them."""
    inks = [ink_of(w, scale) for w in words]
    placed = sorted(
        ((ink, w.height * scale) for ink, w in zip(inks, words, strict=True)), key=lambda one: -one[0].length
    )
    lines: list[tuple[TextBox, float]] = []
    for ink, capital in placed:
        line = (ink, capital)
        while beside := [other for other in lines if _follow(line, other, inks, picture)]:
            for other in beside:  # a longer line may reach the next one
                lines.remove(other)
                line = joined(line[0], other[0]), max(line[1], other[1])
        lines.append(line)
    return [boxed(ink, capital) for ink, capital in lines]


def ink_of(word: Word, scale: float) -> TextBox:
    """The box of a word's ink in pixels, `scale` pixels a point."""
    below = 0.25 * word.height if _BELOW & set(word.text) else 0.0
    turn = math.radians(word.angle)
    along, up = word.length / 2, (word.height - below) / 2
    x = word.x + along * math.cos(turn) - up * math.sin(turn)
    y = word.y - along * math.sin(turn) - up * math.cos(turn)
    return TextBox(x * scale, y * scale, word.length * scale, (word.height + below) * scale, word.angle)


def _follow(one: tuple[TextBox, float], other: tuple[TextBox, float], inks: Sequence[TextBox], picture: Grey) -> bool:
    """Whether two inks with their capitals' heights are parts of one line."""
    (ink, capital), (beside, height) = one, other
    if abs((ink.angle - beside.angle + 180) % 360 - 180) > _SAME or not _ALIKE < capital / height < 1 / _ALIKE:
        return False
    along, across = ink.offset(beside)
    gap = abs(along) - (ink.length + beside.length) / 2
    if abs(across) > _LEVEL * max(capital, height) or not -capital < gap < _SIGN * max(capital, height):
        return False
    side = ink.length / 2 + math.copysign(ink.length / 2 + gap / 2, along)
    between = replace(ink.part(side - gap / 2 + 1, side + gap / 2 - 1), height=_AROUND * ink.height)
    if gap < _CLOSE:
        return True
    dark = (crop(picture, between) < _DARK).mean(axis=0)
    if dark.max() > _WALL or gap < _GAP * max(capital, height):
        return bool(dark.max() <= _WALL)
    return bool((dark > _INKED).mean() > _INKED) and not any(shared(between, word) > _INKED for word in inks)


def piece(twin: Twin, rng: Rng) -> Piece:
    """A part of the sheet, mostly around a text, at a scale about the finder's and often turned."""
    factor = VIEW_DPI / twin.dpi * float(np.exp(rng.normal(-0.3, 0.42)))
    height, width = twin.picture.shape
    middle = rng.uniform(0, 1, 2) * (width, height)
    if twin.boxes and rng.random() < 0.75:
        box = twin.boxes[int(rng.integers(len(twin.boxes)))]
        middle = np.array([box.x, box.y]) + rng.normal(0, 60, 2) / factor
    turn = _turn(rng)
    side = min(round(SIZE / factor), _LARGEST)
    less = side / (SIZE / factor)
    matrix = np.asarray(cv2.getRotationMatrix2D((float(middle[0]), float(middle[1])), turn, less), np.float64)
    matrix[:, 2] += side / 2 - middle
    picture = np.asarray(cv2.warpAffine(twin.picture, matrix, (side, side), borderValue=(255,)), np.uint8)
    boxes = (_moved(box, matrix, SIZE / side, less, turn) for box in twin.boxes)
    return Piece(picture, tuple(b for b in boxes if -SIZE < b.x < 2 * SIZE and -SIZE < b.y < 2 * SIZE))


def _turn(rng: Rng) -> float:
    """Degrees: mostly upright or standing, at times anyhow."""
    kind = rng.random()
    turn = 0.0 if kind < 0.55 else 90.0 if kind < 0.75 else 180.0 if kind < 0.8 else float(rng.uniform(0, 360))
    return turn + float(rng.normal(0, 0.25))


def _moved(box: TextBox, matrix: NDArray[np.float64], wider: float, less: float, turn: float) -> TextBox:
    x, y = (matrix @ np.array([box.x, box.y, 1.0])) * wider
    scale = less * wider
    return TextBox(float(x), float(y), box.length * scale, box.height * scale, box.angle + turn)
