"""Whether a sheet lies on its side or upside down: the direction in which most of its text can be read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from drawkit.engine.detection.boxes import TextBox, crop
from drawkit.engine.recognition.reading import UNKNOWN
from drawkit.engine.recognition.recogniser import Reader, callouts, cyrillic_words, words
from drawkit.engine.recognition.script_of_page import LEGIBLE, says_word, shows_cyrillic, take_as_cyrillic

from .letters import Components, LegibleView
from .pixels import Grey

SAMPLE: Final = 14
"""Runs of text that are read in both senses, lying and standing."""

LEAST: Final = 3
"""Runs that must be legible before a sheet is turned at all."""

EDGE: Final = 0.08
"""Of the sheet's width or height: how deep the columns along an edge are, a margin of 20 mm on A4."""

CLEARLY: Final = 1.3
"""How many times better than leaving the sheet as it is another turn must be."""

DOWNWARD: Final = 3.0
"""The same where what reads to the right now would read downward then, as no sheet writes, and no words but sizes read
upward: they do on most sheets that lie as they read (ISO 129-1, clause 7)."""


def turn(picture: Grey, view: LegibleView) -> int:
    """Degrees (0, 90, 180, 270) by which the sheet's content is turned counter-clockwise. Raises ModelMissingError.

    `view` is the picture at the scale at which its text is legible (`letters.legible`).

    Most text on a drawing lies along the title block's direction, though many dimensions stand; upright and upside
    down are told apart by reading a sample of the runs both ways.
    """
    lying, standing = _Sample.of(view, *view.lying), _Sample.of(view, *view.standing)
    return read_cheaply(partial(_best, picture, lying, standing), LEAST)


class Heard(NamedTuple):
    """In which turn (degrees) most of a sheet is legible; how many runs of the sample are so, and how many are words.

    Words of a script that the reader does not know are not legible.
    """

    turn: int
    legible: int
    words: int


def read_cheaply(best: Callable[[Reader], Heard], least: int) -> int:
    """The turn that `best` sees with a reader.

    Where most words are Cyrillic, so is the page from then on. Most sheets lie as they read: the callout reader, which
    costs an eighth of the word reader, is believed if it leaves the sheet as it lies, and so many runs (`least`) are
    legible. Raises ModelMissingError.
    """
    heard = best(cyrillic_words())
    if shows_cyrillic(heard.legible, heard.words):
        other = best(words())  # Latin letters upside down look like Cyrillic ones
        if other.legible < heard.legible:
            take_as_cyrillic()
            return heard.turn
        return other.turn
    heard = best(callouts().network)
    return 0 if heard.turn == 0 and heard.legible >= least else best(words()).turn


def _best(picture: Grey, lying: _Sample, standing: _Sample, reader: Reader) -> Heard:
    """The turn in which a reader sees most letters in legible rows."""
    upright, lies = lying.votes(picture, 0, reader)
    best = lies
    most = CLEARLY * upright
    for sample, angle in ((lying, 180), (standing, 90), (standing, 270)):
        if len(sample.letters) <= most:  # not even if all of it were legible so
            continue
        votes, heard = sample.votes(picture, angle, reader)
        sizes = angle == 90 and heard.words < LEAST
        if sizes and heard.words < lies.words:
            continue  # sizes stand on a sheet whose words lie
        if votes > max(most, DOWNWARD * upright if sizes else 0.0) and heard.legible >= LEAST:
            best, most = heard, votes
    return best


@dataclass(frozen=True, slots=True)
class _Sample:
    """The rows of one direction in pixels of the whole picture, those first that are most like words, and the letters.

    `letters` (n, 2) are the places of the letters in them, `size` is the picture's width and height.
    """

    rows: list[TextBox]
    letters: NDArray[np.float64]
    size: tuple[float, float]

    @classmethod
    def of(cls, view: LegibleView, rows: list[TextBox], letters: Components) -> Self:
        scale, (height, width) = 1 / view.factor, view.shape
        words_first = sorted(rows, key=lambda b: (abs(b.elongation - 7), b.x, b.y))
        return cls(
            [b.scaled(scale) for b in words_first],
            letters.centres.astype(np.float64) * scale,
            (width * scale, height * scale),
        )

    def votes(self, picture: Grey, angle: int, reader: Reader) -> tuple[float, Heard]:
        """The letters in rows that are legible along `angle`, judged by a sample; and what is heard of that."""
        inner = ~on_edge(np.array([(b.x, b.y) for b in self.rows]).reshape(-1, 2) / self.size, angle)
        rows = [b for b, is_inner in zip(self.rows, inner.tolist(), strict=True) if is_inner][:SAMPLE]
        readings = reader.read([crop(picture, b.turned(float(angle))) for b in rows])
        clear = sum(r.confidence > LEGIBLE and len(r.text) > 2 and UNKNOWN not in r.text for r in readings)
        letters = int((~on_edge(self.letters / self.size, angle)).sum())
        return letters * clear / max(len(rows), 1), Heard(angle, clear, sum(says_word(r.text) for r in readings))


def on_edge(places: NDArray[np.float64], angle: int) -> NDArray[np.bool_]:
    """Which places (n, 2), in widths and heights of the sheet, lie along the edge where a form has columns of text.

    Those whose text reads along `angle`: it stands along the left edge of an upright sheet and reads upward (GOST
    2.104); so does what owners and archives print there. What reads to the right is of a sheet that is turned, where it
    runs along the upper edge.
    """
    x, y = places.T
    on: NDArray[np.bool_] = {0: y < EDGE, 90: x < EDGE, 180: y > 1 - EDGE, 270: x > 1 - EDGE}[angle]
    return on


def turned_back(picture: Grey, angle: int) -> Grey:
    """Return the picture turned clockwise by `angle` (0, 90, 180 or 270) degrees."""
    return np.ascontiguousarray(np.rot90(picture, -angle // 90))
