"""Whether a sheet lies on its side or upside down: the direction in which most of its text can be read."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from drawkit.engine.text.boxes import TextBox, crop
from drawkit.engine.text.recogniser import words

from .letters import Components, legible
from .pixels import Grey

SAMPLE: Final = 8
"""Runs of text that are read in both senses, lying and standing."""

CLEARLY: Final = 1.3
"""How many times better than leaving the sheet as it is another turn must be."""


def turn(picture: Grey, dpi: float) -> int:
    """Degrees (0, 90, 180, 270) by which the sheet's content is turned counter-clockwise. Raises ModelMissing.

    Most text on a drawing lies along the title block's direction, though many dimensions stand; upright and upside
    down are told apart by reading a sample of the runs both ways.
    """
    view = legible(picture, dpi)
    runs = {base: _runs(view.letters, view.picture.shape[:2], base) for base in (0, 90)}
    votes = {}
    for base, boxes in runs.items():
        sample = [b.scaled(1 / view.factor) for b in boxes[:SAMPLE]]
        for angle in (base, base + 180):
            votes[angle] = len(boxes) * _legibility(picture, sample, angle)
    best = max(votes, key=lambda angle: votes[angle])
    return best if votes[best] > CLEARLY * votes[0] else 0


def turned_back(picture: Grey, angle: int) -> Grey:
    """The picture turned clockwise by `angle` (0, 90, 180 or 270) degrees."""
    return np.ascontiguousarray(np.rot90(picture, -angle // 90))


def _runs(letters: Components, shape: tuple[int, int], base: int) -> list[TextBox]:
    """Rows of letters along `base` (0 or 90 degrees), those of about a word's length first."""
    height = max(letters.height, 8.0)
    mask = letters.mask(shape, 0)
    reach = 2 * round(0.35 * height) + 1
    size = (1, reach) if base == 0 else (reach, 1)
    stats = cv2.connectedComponentsWithStats(cv2.dilate(mask, np.ones(size, np.uint8)), connectivity=8)[2][1:]
    boxes = []
    for x, y, wide, tall in stats[:, :4].tolist():
        length, across = (wide, tall) if base == 0 else (tall, wide)
        if length > 2.5 * across and across < 2.5 * height:
            boxes.append(TextBox(x + wide / 2, y + tall / 2, length + 4, across + 6, float(base)))
    return sorted(boxes, key=lambda b: (abs(b.elongation - 7), b.x, b.y))


def _legibility(picture: Grey, boxes: list[TextBox], angle: int) -> float:
    """Mean confidence over runs, read along `angle`; a run that says nothing counts 0."""
    if not boxes:
        return 0.0
    readings = words().read([crop(picture, box.turned(float(angle))) for box in boxes])
    return float(np.mean([max(0.0, r.confidence - 0.5) * (len(r.text) > 1) for r in readings]))
