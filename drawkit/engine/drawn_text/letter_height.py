"""How high the letters of a drawn run are where its ink is not: the stroke of ⌀ is higher, small letters are lower."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from ..detection.boxes import TextBox, crop
from ..picture.pixels import Grey
from ..picture.sheets import length_of
from ..picture_text.words import PictureWord

_INK: Final = 128
_LETTER: Final = 0.45  # of the run's height: lower pieces are points, signs and dashes
_FEWEST: Final = 2  # figures that tell
_HIGHER: Final = 1.12  # times the figures: a run that is no higher needs no correction
MARGIN: Final = 0.195  # of the letters' height: paper around a run


_LOW: Final = re.compile(r"[acemnorsuvwxzавгежзиклмнопстхчшъыьэюя\s]{3,}")
"""A text of small letters without any stroke above or below."""

_SMALL: Final = 0.7  # of a capital's height: the height of small letters (ISO 3098-1, type B)


_TAILED: Final = re.compile(r"(?P<falls>[bdfhklt][gjpqy])|[gjpqy][bdfhklt]")
"""Two letters of which one reaches above the base line only and the other below it."""

_TILTED: Final = 20.0  # degrees by which such two seem to fall or rise at most


def levelled(found: PictureWord) -> PictureWord:
    """A run of two letters that only seems to fall or rise because one of them has a tail, as kg does; others as is."""
    tailed = _TAILED.fullmatch(found.text)
    fall = -((found.angle + 180) % 360 - 180)
    if tailed is None or not 0 < (fall if tailed["falls"] else -fall) <= _TILTED:
        return found
    x0, top, x1, bottom = found.box
    middle = (top + bottom) / 2
    box = (x0, middle - found.height / 2, x1, middle + found.height / 2)
    return replace(found, angle=0.0, box=box)


def by_its_letters(found: PictureWord, pixels: Grey) -> PictureWord:
    """A run with the height of its capital letters, which it may have none of; most runs as they are."""
    return _with_capitals(found) if _LOW.fullmatch(found.text) else by_its_figures(found, pixels)


def _with_capitals(found: PictureWord) -> PictureWord:
    """A run of small letters with the height of capitals on their base line."""
    run = box_of(found)
    ink = run.height / (1 + 2 * MARGIN)
    return _placed(found, run, off=-(ink / _SMALL - ink) / 2, height=run.height / _SMALL)


def by_its_figures(found: PictureWord, pixels: Grey) -> PictureWord:
    """A run that holds a ⌀, with the height of its figures; any other run as it is."""
    if "⌀" not in found.text:
        return found
    run = box_of(found)
    across = _figures(crop(pixels, run))
    if across is None:
        return found
    start, end = across
    height = (1 + 2 * MARGIN) * (end - start)
    if run.height < _HIGHER * height:
        return found
    return _placed(found, run, off=(start + end - run.height) / 2, height=height)


def _placed(found: PictureWord, run: TextBox, off: float, height: float) -> PictureWord:
    """A run in a box of another height, whose middle lies so many pixels below its own."""
    turn = math.radians(run.angle)
    own = replace(run, x=run.x + off * math.sin(turn), y=run.y + off * math.cos(turn), height=height)
    return replace(found, box=own.bounds, height=height)


def box_of(found: PictureWord) -> TextBox:
    """The turned rectangle of a run."""
    x0, top, x1, bottom = found.box
    length = length_of((x1 - x0, bottom - top), found.height, math.radians(found.angle))
    return TextBox((x0 + x1) / 2, (top + bottom) / 2, length, found.height, found.angle)


def _figures(ink: Grey) -> tuple[float, float] | None:
    """From where to where the figures reach across a lying run, in pixels from its top; the ⌀ is the highest piece."""
    _, _, stats, _ = cv2.connectedComponentsWithStats((ink < _INK).astype(np.uint8), connectivity=8)
    pieces = stats[1:]
    pieces = pieces[pieces[:, cv2.CC_STAT_HEIGHT] >= _LETTER * ink.shape[0]]
    pieces = np.delete(pieces, pieces[:, cv2.CC_STAT_HEIGHT].argmax(), axis=0) if len(pieces) else pieces
    if len(pieces) < _FEWEST:
        return None
    start = float(np.median(pieces[:, cv2.CC_STAT_TOP]))
    return start, start + float(np.median(pieces[:, cv2.CC_STAT_HEIGHT]))
