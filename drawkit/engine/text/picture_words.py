"""The words of a picture: where text stands, what it says, and how sure that is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from drawkit.engine.picture.letters import LegibleView
from drawkit.engine.picture.pixels import Grey, grey, resized

from .boxes import TextBox, covering, crop, crossing
from .calibration import calibrated
from .cells import pieces
from .detector import detect
from .leaning import leaning
from .recogniser import Reading, callouts, words
from .spelling import tidy, without_lines
from .which_reader import Reader, believed

CROP_DPI: Final = 300.0
"""Crops from a finer picture are not read better, only slower."""

STANDING_PENALTY: Final = 0.1
"""Text that may lie or stand is taken as lying unless standing reads clearly better."""

LONGER: Final = 0.05
"""What each character more counts where two readings cross: single characters are misread most easily."""

LONGEST_CALLOUT: Final = 20.0
"""Length over height beyond which a run of text is no callout."""

AS_SURE: Final = 0.1
"""A run is believed before a part of it that reads no more than this surer."""

_LONE: Final = re.compile(r"[⌀R]?\d{0,4}[.,]?\d{1,3}°?")

BOTH_SURE: Final = 0.5
"""The least confidence of either reader in a number that only the finder saw."""

BESIDE: Final = 0.8
"""Of such a number's height: what is looked at on either side of it."""

LEAST_CONFIDENCE: Final = 0.25
"""What is less likely right than this is hatching, symbols and edges rather than text."""


@dataclass(frozen=True, slots=True)
class PictureWord:
    """One run of text in a picture: a word, a callout or the text of one table cell, spaces included.

    `box` is x0, top, x1, bottom in pixels; `angle` the reading direction in degrees counter-clockwise (90 reads
    upward); `height` the height of the run across its direction in pixels; `confidence` the chance that `text` is
    exactly right; `reader` which of the two readers said so.
    """

    text: str
    box: tuple[float, float, float, float]
    angle: float
    height: float
    confidence: float
    reader: Reader


@dataclass(frozen=True, slots=True)
class CropReading:
    """What a crop says, how likely that is exactly right, and which reader said so."""

    text: str
    confidence: float
    reader: Reader


def read_words(
    image: NDArray[np.uint8], dpi: float, *, cuts: NDArray[np.float32] | None = None, view: LegibleView | None = None
) -> list[PictureWord]:
    """Return the words of an upright picture with white paper, from top to bottom.

    `image` is grey (h, w) or RGB (h, w, 3); `dpi` its resolution. `cuts` (n, 4), segments x0, y0, x1, y1 in pixels,
    are lines that no word crosses, such as those of tables; without them words part at wide gaps only. `view` is
    `picture.letters.legible` of the image where that is known already. Raises ModelMissingError.
    """
    picture = grey(image)
    factor = min(1.0, CROP_DPI / dpi)
    picture = resized(picture, factor)
    lines = None if cuts is None else np.asarray(cuts, np.float32) * factor
    runs = detect(picture, dpi * factor, view if factor == 1 else None)
    boxes = [part for box in runs for part in pieces(picture, box, lines)]
    read = _read(picture, [b for b in boxes if not b.overlooked])
    read += _lone_numbers(picture, [b for b in boxes if b.overlooked])
    found = [replace(w, box=_scaled(w.box, factor), height=w.height / factor) for w in read]
    return sorted(found, key=lambda w: (round(w.box[1]), w.box[0]))


def read_crops(crops: Sequence[NDArray[np.uint8]]) -> list[CropReading]:
    """Return what each crop says, for callers who know where text stands; the text lies and nearly fills its crop.

    Raises ModelMissingError.
    """
    pixels = [grey(c) for c in crops]
    long = [c.shape[1] > LONGEST_CALLOUT * c.shape[0] for c in pixels]
    own = iter(callouts().read([c for c, is_long in zip(pixels, long, strict=True) if not is_long]))
    readings = words().read(pixels)
    return [
        _one(word, Reading("", 0.0) if is_long else next(own)) for word, is_long in zip(readings, long, strict=True)
    ]


def alternatives(image: NDArray[np.uint8]) -> list[CropReading]:
    """Return what a crop may say: the reading to believe first, then that of the callout and of the word reader.

    For callers who know what can stand there. Raises ModelMissingError.
    """
    (word,), (callout,) = words().read([grey(image)]), callouts().read([grey(image)])
    found = _one(word, callout)
    return [found, *(CropReading(r.text, calibrated(r, name), name) for r, name in _each(word, callout))]


def _each(word: Reading, callout: Reading) -> Sequence[tuple[Reading, Reader]]:
    text = tidy(word.text)
    if callout.text[:1] == "⌀" and text[:1] == "0" and re.sub(r"\D", "", text[1:]) == re.sub(r"\D", "", callout.text):
        text = f"⌀{text[1:]}"
    return (callout, "callouts"), (replace(word, text=text), "words")


def _one(word: Reading, callout: Reading) -> CropReading:
    tidied = replace(word, text=without_lines(tidy(word.text)))
    reading, reader = believed(tidied, replace(callout, text=without_lines(callout.text)))
    return CropReading(reading.text, calibrated(reading, reader), reader)


def _read(picture: Grey, boxes: list[TextBox]) -> list[PictureWord]:
    boxes = [leaning(picture, box) for box in boxes]
    directions = [(i, b) for i, box in enumerate(boxes) for b in _directions(box)]
    readings = read_crops([crop(picture, b) for _, b in directions])
    best: dict[int, tuple[float, TextBox, CropReading]] = {}
    for (i, box), reading in zip(directions, readings, strict=True):
        rank = reading.confidence - (STANDING_PENALTY if box.angle != boxes[i].angle else 0)
        if _says_something(reading.text) and (i not in best or rank > best[i][0]):
            best[i] = rank, box, reading
    kept = _uncrossed(list(best.values()))
    return [_word(box, reading) for _, box, reading in kept if not _is_part_of_another(box, reading, kept)]


def _lone_numbers(picture: Grey, boxes: list[TextBox]) -> list[PictureWord]:
    """The short numbers that the finder alone saw, where both readers say the same and what is beside adds nothing.

    Numbers that stand alone are what the detector overlooks. Strokes and circles pass for 1 and 0 with one reader, and
    half of a number for a whole one.
    """
    found = []
    for box in (one for overlooked in boxes for one in _directions(overlooked)):
        believed, callout, word = alternatives(crop(picture, box))
        alike = callout.text == word.text and min(callout.confidence, word.confidence) >= BOTH_SURE
        if not alike or not _LONE.fullmatch(callout.text):
            continue
        around = replace(box, length=box.length + 2 * BESIDE * box.height)
        if alternatives(crop(picture, around))[1].text == callout.text:
            found.append(_word(box, believed))
    return found


def _uncrossed(found: list[tuple[float, TextBox, CropReading]]) -> list[tuple[float, TextBox, CropReading]]:
    """Return the readings that are sure enough, without those crossed by a surer one in another direction."""
    kept: list[tuple[float, TextBox, CropReading]] = []
    for entry in sorted(found, key=lambda e: (-e[0] - LONGER * min(6, len(e[2].text)), e[1].x, e[1].y)):
        if entry[2].confidence >= LEAST_CONFIDENCE and not any(crossing(k[1], entry[1]) for k in kept):
            kept.append(entry)
    return kept


def _is_part_of_another(box: TextBox, reading: CropReading, found: list[tuple[float, TextBox, CropReading]]) -> bool:
    """Whether a longer run of the same direction, read about as surely, covers most of the box."""
    return any(
        other.length > box.length and surer.confidence >= reading.confidence - AS_SURE and covering(other, box)
        for _, other, surer in found
    )


def _directions(box: TextBox) -> list[TextBox]:
    """List the directions in which a box may be read, the usual one first.

    A square box may lie or stand; steep text reads upward by the standards' rule, but some systems let it fall.
    """
    if box.lean:
        return [box]
    if box.elongation > 1.4:
        steep = 92 < box.angle < 135 or -88 < box.angle < -45
        return [box, box.turned(box.angle + 180)] if steep else [box]
    lying = box if abs(box.angle) <= 45 else box.turned(box.angle - 90)
    return [lying, lying.turned(lying.angle + 90)]


def _word(box: TextBox, reading: CropReading) -> PictureWord:
    return PictureWord(reading.text, box.bounds, box.angle, box.height, reading.confidence, reading.reader)


def _says_something(text: str) -> bool:
    """Return False for stray strokes: marks alone, or one ideograph, as which symbols and hatching are misread."""
    return bool(re.search(r"[^\W_]|[^\w\s.,:;'\"`|_\-]", text)) and not (len(text) == 1 and text >= "\u3000")


def _scaled(box: tuple[float, float, float, float], factor: float) -> tuple[float, float, float, float]:
    x0, top, x1, bottom = box
    return x0 / factor, top / factor, x1 / factor, bottom / factor
