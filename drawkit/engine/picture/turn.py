"""Whether a sheet lies on its side or upside down: the direction in which most of its text can be read."""

from __future__ import annotations

from typing import Final

import numpy as np

from drawkit.engine.text.boxes import TextBox, crop
from drawkit.engine.text.recogniser import words

from .letters import legible
from .pixels import Grey

SAMPLE: Final = 14
"""Runs of text that are read in both senses, lying and standing."""

SURE: Final = 0.85
"""The word reader's confidence in text that it sees the right way up."""

LEAST: Final = 3
"""Runs that must be legible before a sheet is turned at all."""

CLEARLY: Final = 1.3
"""How many times better than leaving the sheet as it is another turn must be."""


def turn(picture: Grey, dpi: float) -> int:
    """Degrees (0, 90, 180, 270) by which the sheet's content is turned counter-clockwise. Raises ModelMissingError.

    Most text on a drawing lies along the title block's direction, though many dimensions stand; upright and upside
    down are told apart by reading a sample of the runs both ways.
    """
    view = legible(picture, dpi)
    shape = (view.picture.shape[0], view.picture.shape[1])
    votes: dict[int, float] = {}
    clear: dict[int, int] = {}
    for base in (0, 90):
        rows, letters = view.letters.rows(shape, base)
        words_first = sorted(rows, key=lambda b: (abs(b.elongation - 7), b.x, b.y))
        sample = [b.scaled(1 / view.factor) for b in words_first[:SAMPLE]]
        for angle in (base, base + 180):
            clear[angle] = _legible_runs(picture, sample, angle)
            votes[angle] = len(letters.boxes) * clear[angle] / max(len(sample), 1)
    best = max(votes, key=lambda angle: votes[angle])
    return best if votes[best] > CLEARLY * votes[0] and clear[best] >= LEAST else 0


def turned_back(picture: Grey, angle: int) -> Grey:
    """Return the picture turned clockwise by `angle` (0, 90, 180 or 270) degrees."""
    return np.ascontiguousarray(np.rot90(picture, -angle // 90))


def _legible_runs(picture: Grey, boxes: list[TextBox], angle: int) -> int:
    """Return how many runs clearly say something when read along `angle`."""
    readings = words().read([crop(picture, box.turned(float(angle))) for box in boxes])
    return sum(r.confidence > SURE and len(r.text) > 2 for r in readings)
