"""Whether a sheet lies on its side or upside down: the direction in which most of its text can be read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final, Self

import numpy as np

from drawkit.engine.detection.boxes import TextBox, crop
from drawkit.engine.recognition.recogniser import Recogniser, callouts, words

from .letters import Components, LegibleView
from .pixels import Grey

SAMPLE: Final = 14
"""Runs of text that are read in both senses, lying and standing."""

SURE: Final = 0.85
"""A reader's confidence in text that it sees the right way up."""

LEAST: Final = 3
"""Runs that must be legible before a sheet is turned at all."""

CLEARLY: Final = 1.3
"""How many times better than leaving the sheet as it is another turn must be."""


def turn(picture: Grey, view: LegibleView) -> int:
    """Degrees (0, 90, 180, 270) by which the sheet's content is turned counter-clockwise. Raises ModelMissingError.

    `view` is the picture at the scale at which its text is legible (`letters.legible`).

    Most text on a drawing lies along the title block's direction, though many dimensions stand; upright and upside
    down are told apart by reading a sample of the runs both ways.
    """
    lying, standing = (_Sample.of(*rows, 1 / view.factor) for rows in (view.lying, view.standing))
    return read_cheaply(partial(_best, picture, lying, standing), LEAST)


def read_cheaply(best: Callable[[Recogniser], tuple[int, int]], least: int) -> int:
    """The turn that `best` sees with a reader, which tells as well how many runs of text are legible so.

    Most sheets lie as they read: the callout reader, which costs an eighth of the word reader, is believed if it leaves
    the sheet as it lies, and so many runs (`least`) are legible. Raises ModelMissingError.
    """
    turn, legible = best(callouts().network)
    return 0 if turn == 0 and legible >= least else best(words())[0]


def _best(picture: Grey, lying: _Sample, standing: _Sample, reader: Recogniser) -> tuple[int, int]:
    """The turn in which a reader sees most letters in legible rows, and how many rows of the sample it reads so."""
    upright, legible = lying.votes(picture, 0, reader)
    best, most = 0, CLEARLY * upright
    for sample, angle in ((lying, 180), (standing, 90), (standing, 270)):
        if sample.letters <= most:  # not even if all of it were legible so
            continue
        votes, clear = sample.votes(picture, angle, reader)
        if votes > most and clear >= LEAST:
            best, most, legible = angle, votes, clear
    return best, legible


@dataclass(frozen=True, slots=True)
class _Sample:
    """How many letters stand in rows of one direction, and some of those rows, in pixels of the whole picture."""

    letters: int
    rows: list[TextBox]

    @classmethod
    def of(cls, rows: list[TextBox], letters: Components, scale: float) -> Self:
        words_first = sorted(rows, key=lambda b: (abs(b.elongation - 7), b.x, b.y))
        return cls(len(letters.boxes), [b.scaled(scale) for b in words_first[:SAMPLE]])

    def votes(self, picture: Grey, angle: int, reader: Recogniser) -> tuple[float, int]:
        """The letters in rows that are legible along `angle`, judged by the sample; and its legible rows."""
        clear = _legible_runs(picture, self.rows, angle, reader)
        return self.letters * clear / max(len(self.rows), 1), clear


def turned_back(picture: Grey, angle: int) -> Grey:
    """Return the picture turned clockwise by `angle` (0, 90, 180 or 270) degrees."""
    return np.ascontiguousarray(np.rot90(picture, -angle // 90))


def _legible_runs(picture: Grey, boxes: list[TextBox], angle: int, reader: Recogniser) -> int:
    """Return how many runs clearly say something when read along `angle`."""
    readings = reader.read([crop(picture, box.turned(float(angle))) for box in boxes])
    return sum(r.confidence > SURE and len(r.text) > 2 for r in readings)
