"""In which direction a box of text is read: what it says in each, and which of that counts most."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from ..detection.boxes import TextBox, turn_between
from ..detection.tight_boxes import around_one_row
from ..picture.pixels import Grey
from ..recognition.which_reader import FRACTION, STACK
from .crop_readings import CropReading

if TYPE_CHECKING:
    from .contest import Entry

SQUARE, LONE = 1.4, 2.2
"""Length over height of a box of text that may lie or stand, and of one that may show a figure which stands: figures
are half as wide as high (ISO 3098-2), and the box is loose."""

STANDS: Final = 90.0
"""Degrees counter-clockwise of text that reads upward."""

SURELY: Final = 0.9
"""What is read as surely as this is not looked at again, in another direction or where its ink stands."""

STANDING_PENALTY: Final = 0.1
"""Text that may lie or stand is taken as lying unless standing reads clearly better."""

GUESSED: Final = 0.1
"""What a reading of nothing but ink must be surer to count before one that a detector found."""

_BOXES: Final = re.compile("[口回日目田由甲申中凸凹囗曰小]{3,}")
"""Several ideographs of a box and what halves it, and nothing else: rows of edges and windows look like them."""


def directions_of(box: TextBox) -> list[TextBox]:
    """List the directions in which a box may be read, the usual one first.

    One figure, whose box is up to twice as long as high, may lie or stand; steep text reads upward by the standards'
    rule, but some systems let it fall.
    """
    if box.lean or box.bar or box.in_row:
        return [box]
    along = _either_way(box)
    if box.elongation > LONE:
        return along
    if box.elongation > SQUARE:
        return [*along, *_either_way(box.turned(box.angle + (90 if abs(box.angle) <= 45 else -90)))]
    lying = box if abs(box.angle) <= 45 else box.turned(box.angle - 90)
    return [lying, *_either_way(lying.turned(lying.angle + 90))]


def _either_way(box: TextBox) -> list[TextBox]:
    """The box, and upside down where it is so steep that either may be meant."""
    steep = 92 < box.angle < 135 or -88 < box.angle < -45
    return [box, box.turned(box.angle + 180)] if steep else [box]


def first_direction(box: TextBox) -> TextBox:
    """The direction in which a box is read first: its own where text may run so, for that counts most."""
    directions = directions_of(box)
    return next((b for b in directions if b.angle == box.angle), directions[0])


def is_settled(box: TextBox, first: TextBox, reading: CropReading) -> bool:
    """Whether no other direction can count more: the word reader, which costs most, is not asked about it then."""
    one_figure = box.elongation > SQUARE and len(reading.text) < 2  # it may stand as well
    sure = reading.confidence >= SURELY and reading.reader != "words" and not one_figure
    return sure and first.angle == box.angle and _rank(box, first, reading) is not None


def best_of(picture: Grey, box: TextBox, heard: Mapping[TextBox, CropReading]) -> Entry | None:
    """What a box says in that of its directions that were read which counts most."""
    directions = [b for b in directions_of(box) if b in heard]
    usual = heard[directions[0]]
    best, most = None, -math.inf
    for turned in directions:
        reading = heard[turned]
        rank = _rank(box, turned, reading)
        if rank is None or not _says_something(reading.text):
            continue
        surer = rank + (STANDING_PENALTY if _shows_direction(reading, usual) else 0)
        place = around_one_row(picture, turned) if surer > most and _stands(box, turned) else turned
        if surer > most and place is not None:
            best, most = (rank, place, reading), surer
    return best


def _rank(box: TextBox, turned: TextBox, reading: CropReading) -> float | None:
    """How much a box's reading in one of its directions counts; None where such text has no room there.

    In a box up to twice as long as high two figures lie, or one stands.
    """
    if turned.rows > 1 and not (FRACTION if turned.bar else STACK).search(reading.text):
        return None  # two rows that are no stack, and no fraction, are read one by one
    unusual = turned.angle != box.angle
    if _stands(box, turned):
        if len(reading.text) > 1:
            return None
        unusual = False
    return reading.confidence - (STANDING_PENALTY if unusual else 0) - (GUESSED if box.guessed else 0)


def _shows_direction(turned: CropReading, lying: CropReading) -> bool:
    """Whether the callout reader sees turned what the word reader alone sees lying, as it does figures."""
    return turned.reader != "words" and lying.reader == "words" and turned.text == lying.text


def _stands(box: TextBox, turned: TextBox) -> bool:
    """Whether a box is read across its length, and is no longer than one figure that stands."""
    return SQUARE < box.elongation <= LONE and turn_between(box, turned) > STANDS / 2


def _says_something(text: str) -> bool:
    """Return False for stray strokes: marks alone, boxes, or one ideograph, as which hatching is misread."""
    is_drawn = _BOXES.fullmatch(text) is not None or (len(text) == 1 and text >= "\u3000")
    return bool(re.search(r"[^\W_]|[^\w\s.,:;'\"`|_\-]", text)) and not is_drawn
