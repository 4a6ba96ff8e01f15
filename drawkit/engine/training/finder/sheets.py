"""Raster twins of drawn sheets: where their texts stand is known from their vectors."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from drawkit.engine.detection.boxes import TextBox, shared
from drawkit.engine.detection.detector import detect
from drawkit.engine.load import open_drawing
from drawkit.engine.sheet import Word
from drawkit.engine.training.finder.examples import SIZE, Piece, boxed
from drawkit.engine.training.pixels import Grey, Rng

_BELOW: Final = frozenset("gjpqyç|_;()[]Q,")
_POINTS: Final = 72.0  # an inch
_VIEW_DPI: Final = 150.0
_LARGEST: Final = 600  # pixels a side that a piece is scanned at


@dataclass(frozen=True)
class Twin:
    """A sheet as pixels at `dpi`, with the boxes of its texts: as the ready detector has them where it is right."""

    picture: Grey
    dpi: float
    boxes: tuple[TextBox, ...]


def twin(data: bytes, dpi: float) -> Twin:
    """The first page of a PDF with a whole text layer. Raises `drawkit.contract.Refused` for a file that is none."""
    with open_drawing(data) as source:
        sheet = source.sheet(1)
        picture = np.asarray(sheet.render(dpi), np.uint8)
    words = [(w, ink_of(w, dpi / _POINTS)) for w in sheet.words if w.text.strip(" .,")]
    return Twin(picture, dpi, tuple(agreed(detect(picture, dpi, alone=True), words, dpi / _POINTS)))


def ink_of(word: Word, scale: float) -> TextBox:
    """The box of a word's ink in pixels, `scale` pixels a point."""
    below = 0.25 * word.height if _BELOW & set(word.text) else 0.0
    turn = math.radians(word.angle)
    along, up = word.length / 2, (word.height - below) / 2
    x = word.x + along * math.cos(turn) - up * math.sin(turn)
    y = word.y - along * math.sin(turn) - up * math.cos(turn)
    return TextBox(x * scale, y * scale, word.length * scale, (word.height + below) * scale, word.angle)


def agreed(found: Sequence[TextBox], words: Sequence[tuple[Word, TextBox]], scale: float) -> list[TextBox]:
    """The found boxes that hold whole words and nothing else; words in none of them get boxes of their own."""
    members: list[list[int]] = [[] for _ in found]
    for number, (_, ink) in enumerate(words):
        parts = [shared(ink, box) for box in found]
        best = int(np.argmax(parts)) if parts else -1
        if best >= 0 and parts[best] > 0.6 and _along(found[best], ink):
            members[best].append(number)
    out, done = [], set[int]()
    for box, numbers in zip(found, members, strict=True):
        capital = max((words[i][0].height * scale for i in numbers), default=0.0)
        if numbers and _holds(box, [words[i][1] for i in numbers], capital):
            out.append(box)
            done |= set(numbers)
    return out + [boxed(ink, w.height * scale) for i, (w, ink) in enumerate(words) if i not in done]


def _along(box: TextBox, ink: TextBox) -> bool:
    return ink.elongation < 1.2 or abs((box.angle - ink.angle + 90) % 180 - 90) < 12


def _holds(box: TextBox, inks: Sequence[TextBox], capital: float) -> bool:
    """Whether the box fits the words in it: no more than the usual margin around them, and no wide gaps."""
    ends, levels, inked = [], [], 0.0
    for ink in inks:
        along, down = box.offset(ink)
        level = abs((box.angle - ink.angle + 45) % 180 - 45) < 45
        length, height = (ink.length, ink.height) if level else (ink.height, ink.length)
        ends += [along - length / 2, along + length / 2]
        levels += [down - height / 2, down + height / 2]
        inked += length
    long, high = max(ends) - min(ends), max(levels) - min(levels)
    slack = 0.15 * capital
    inside = min(ends) > -box.length / 2 - slack and max(ends) < box.length / 2 + slack
    fits = -0.25 * capital < box.length - long < 1.5 * capital and 0.95 * high < box.height < high + 1.35 * capital
    return inside and fits and inked > 0.5 * long and (len(inks) == 1 or box.length > 1.2 * box.height)


def piece(twin: Twin, rng: Rng) -> Piece:
    """A part of the sheet, mostly around a text, at a scale about the finder's and often turned."""
    factor = _VIEW_DPI / twin.dpi * float(np.exp(rng.normal(-0.3, 0.42)))
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
