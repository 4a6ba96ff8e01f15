"""Line drawings that are pasted as pictures on a page that is drawn otherwise: read as pictures are, in their place.

Office programs hold a drawing as a picture beside their text, and some programs print their views as tiles of pixels
under a frame of lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import cv2
import numpy as np

from ...contract import Box
from ..index import BoxIndex, in_any
from ..sheet import Floats, Sheet, Word
from .binarise import binarise, flattened
from .lines import find_lines
from .pixels import Grey
from .prepare import Prepared
from .sheets import read_prepared

_LEAST: Final = 0.04  # of the page: a smaller picture is a logo
_DPI: Final = (100.0, 300.0)  # what a picture is read at: finer pixels cost time and tell no more
_WHITE, _BLACK = 225, 110  # grey levels: paper and ink of a line drawing
_PAPER: Final = 0.75  # of a line drawing is paper
_SHADES: Final = 0.08  # of a line drawing, at most, are neither: those of a shaded view or a photograph are
_INK: Final = 0.002  # of a picture is ink, at least: a transparent or blank one shows nothing
_LINES: Final = 4  # level and upright lines that a view has, at least
_LONG: Final = 20.0  # points: longer than strokes of letters
_AROUND: Final = 0.35  # letter heights around a word of the page that hide its own letters
_TOUCH: Final = 1.0  # points between tiles of one picture
_LOOK: Final = 75.0  # dpi at which a picture is looked at first


def with_pasted(sheet: Sheet, pictures: Sequence[tuple[Box, float]]) -> Sheet:
    """The sheet with words and lines of the pictures (box in points, dpi) on it that are line drawings."""
    large = [box for box in _tiled([box for box, _ in pictures]) if _area(box) >= _LEAST * sheet.width * sheet.height]
    boxes = [box for box in large if _is_line_drawing(_shown(sheet, [box], _LOOK, cut=True))] if large else []
    if not boxes:
        return sheet
    dpi = float(np.clip(max(dpi for _, dpi in pictures), *_DPI))
    prepared = _prepared(sheet, boxes, dpi)
    if not _has_views(prepared):
        return sheet
    part = read_prepared(prepared, sheet.number)
    words = _unsaid([w for w in part.words if in_any([w.middle], boxes).any()], sheet.words)
    if not words:  # a view without its dimensions: the page draws these itself
        return sheet
    middles = (part.segments[:, :2] + part.segments[:, 2:]) / 2
    lines = part.segments[in_any([(x, y) for x, y in middles.tolist()], boxes)]
    return sheet.at(words=(*sheet.words, *words), drawn=np.vstack([sheet.segments, lines]))


def _tiled(boxes: Iterable[Box]) -> list[Box]:
    """The boxes, those that touch as one."""
    out: list[Box] = []
    for box in boxes:
        whole = box
        while near := [one for one in out if _meet(one, whole)]:
            out = [one for one in out if one not in near]
            x0, top, x1, bottom = zip(whole, *near, strict=True)
            whole = min(x0), min(top), max(x1), max(bottom)
        out.append(whole)
    return out


def _meet(one: Box, other: Box) -> bool:
    return (
        one[0] <= other[2] + _TOUCH
        and other[0] <= one[2] + _TOUCH
        and one[1] <= other[3] + _TOUCH
        and other[1] <= one[3] + _TOUCH
    )


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _is_line_drawing(picture: Grey) -> bool:
    """Whether a picture is ink on paper, and no photograph, shaded view or logo."""
    if not picture.size:
        return False
    paper, ink = float((picture >= _WHITE).mean()), float((picture <= _BLACK).mean())
    return paper >= _PAPER and ink >= _INK and 1 - paper - ink <= _SHADES


def _has_views(prepared: Prepared) -> bool:
    """Whether there are lines as a view has them: text alone is a watermark or a stamp."""
    lines = find_lines(prepared.ink, prepared.dpi)
    return int((np.hypot(*(lines[:, 2:] - lines[:, :2]).T) >= _LONG * prepared.dpi / 72).sum()) >= _LINES


def _prepared(sheet: Sheet, boxes: Sequence[Box], dpi: float) -> Prepared:
    picture = flattened(_shown(sheet, boxes, dpi))
    return Prepared(picture, binarise(picture), 72 * picture.shape[1] / sheet.width, 0, 0.0, np.eye(2, 3))


def _shown(sheet: Sheet, boxes: Sequence[Box], dpi: float, *, cut: bool = False) -> Grey:
    """The page with nothing on it but what these boxes hold of pictures; `cut` to the first of them."""
    page = sheet.render(dpi)
    scale = page.shape[1] / sheet.width
    shown = np.full_like(page, 255)
    for box in boxes:
        x0, top, x1, bottom = (max(0, round(v * scale)) for v in box)
        shown[top:bottom, x0:x1] = page[top:bottom, x0:x1]
    for path in sheet.paths:
        points = [np.round(path.points * scale).astype(np.int32)]
        cv2.polylines(shown, points, path.closed, (255,), max(3, round(path.width * scale) + 2))
        if path.filled:
            cv2.fillPoly(shown, points, (255,))
    for word in sheet.words:
        margin = _AROUND * word.height
        x0, top, x1, bottom = (
            round(v * scale) for v in word.span(below=margin, above=margin + word.height, before=margin, after=margin)
        )
        shown[max(0, top) : max(0, bottom), max(0, x0) : max(0, x1)] = 255
    if not cut:
        return shown
    x0, top, x1, bottom = (max(0, round(v * scale)) for v in boxes[0])
    return shown[top:bottom, x0:x1]


def _unsaid(found: Sequence[Word], known: Sequence[Word]) -> list[Word]:
    """The words that stand where the page has none of its own."""
    index = BoxIndex(_boxes(known))
    return [w for w in found if not len(index.near((*w.middle, *w.middle)))]


def _boxes(words: Sequence[Word]) -> Floats:
    return np.array([w.box for w in words], float).reshape(-1, 4)
