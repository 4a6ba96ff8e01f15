"""Ink and paper: even light, how worn a picture is, and which pixels are drawn."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from .pixels import Grey, Ink

CLEAN_THRESHOLD: Final = 225
"""Lines of tables and frames are often grey 192, so everything darker than this counts as drawn."""

DARKEST_THRESHOLD: Final = 170
"""However noisy the paper is, what is darker than this is drawn."""

_BESIDE, _LENGTH = 0.02, 0.2  # inches from a line to the paper beside it, along which it is darker
_BAND: Final = 512  # rows that are looked at together: bounds the memory
_ALONG: Final = 5  # pixels of a line that are taken together
_DARKER, _FAINT = 6, 64  # levels of grey by which they are darker than the paper beside, and no line is ink anyway
_MOSTLY: Final = 0.93  # of a line's length: in a row of letters there is more paper


def flattened(picture: Grey) -> Grey:
    """Return the picture with its paper brought to white, where light is uneven or the paper is tinted."""
    paper = _paper(picture)
    if int(paper.min()) >= 250:
        return picture
    full = cv2.resize(paper, (picture.shape[1], picture.shape[0]), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.divide(picture, np.maximum(full, 1), scale=255), np.uint8)


def noise(picture: Grey) -> float:
    """Return the spread of grey levels on bare paper (standard deviation, robust)."""
    sample = picture[::3, ::3]
    light = sample[sample > 200]
    if light.size == 0:
        return 0.0
    return float(1.4826 * np.median(np.abs(light.astype(np.int16) - int(np.median(light)))))


def binarise(picture: Grey) -> Ink:
    """Which pixels are drawn: darker than 225 on clean paper, darker than the paper's noise on worn paper."""
    spread = noise(picture)
    if spread < 1.5:
        return (picture < CLEAN_THRESHOLD).astype(np.uint8)
    light = int(np.median(picture[::3, ::3]))
    level = max(DARKEST_THRESHOLD, min(CLEAN_THRESHOLD, light - 4 * spread))
    smooth = cv2.GaussianBlur(picture, (3, 3), 0) if spread > 5 else picture
    return (smooth < level).astype(np.uint8)


def with_faint_lines(ink: Ink, picture: Grey, dpi: float) -> Ink:
    """The ink, with level and upright lines that are hardly darker than the noise of worn paper: hairlines of forms.

    Each pixel of such a line may be as light as paper; along the line they are darker than what lies on either side.
    """
    if not noise(picture):  # a line that is no lighter for want of ink is ink
        return ink
    out, margin = ink.copy(), 2 * _beside(dpi)
    for axis, length in enumerate(picture.shape):
        lying, found = (picture, out) if axis == 0 else (picture.T, out.T)
        for begin in range(0, length, _BAND):
            first = max(0, begin - margin)
            band = np.ascontiguousarray(lying[first : begin + _BAND + margin])
            found[begin : begin + _BAND] |= _faint_level_lines(band, dpi)[begin - first :][:_BAND]
    return out


def _beside(dpi: float) -> int:
    return max(2, round(_BESIDE * dpi))


def _faint_level_lines(picture: Grey, dpi: float) -> Ink:
    """The pixels of level lines of few pixels' width that are darker than the paper above and below."""
    beside, length = _beside(dpi), 2 * round(_LENGTH * dpi / 2) + 1
    along = cv2.blur(picture, (_ALONG, 1))
    around = cv2.copyMakeBorder(along, beside, beside, 0, 0, cv2.BORDER_REPLICATE)
    paper = cv2.min(around[: -2 * beside], around[2 * beside :])
    darker = cv2.subtract(paper, along)
    dark = (darker > _DARKER).astype(np.uint8)
    darkest = cv2.dilate(darker, np.ones((2 * beside - 1, 1), np.uint8))  # the edge of a line that is ink is none
    faint = cv2.blur(darkest, (length, 1)) < _FAINT
    beyond = cv2.BORDER_CONSTANT  # nothing: mirrored at the edge of the picture, noise would count twice
    mostly = cv2.blur(dark * 255, (length, 1), borderType=beyond) > 255 * _MOSTLY
    reach = cv2.dilate((faint & mostly).astype(np.uint8), np.ones((1, length), np.uint8))
    whole = np.asarray(cv2.morphologyEx(dark, cv2.MORPH_CLOSE, np.ones((1, _ALONG), np.uint8)), np.uint8)
    return np.asarray(reach, np.uint8) & whole


def _paper(picture: Grey) -> Grey:
    """Return the brightness of the paper behind the ink, at an eighth of the size."""
    height, width = picture.shape
    small = cv2.resize(picture, (max(1, width // 8), max(1, height // 8)), interpolation=cv2.INTER_AREA)
    reach = 2 * max(4, min(small.shape) // 60) + 1
    closed = cv2.morphologyEx(
        small, cv2.MORPH_CLOSE, np.ones((reach, reach), np.uint8), borderType=cv2.BORDER_REPLICATE
    )
    return np.asarray(cv2.GaussianBlur(closed, (0, 0), reach / 2), np.uint8)
