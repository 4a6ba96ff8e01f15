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
from ..budget import keeping
from ..connected import connected
from ..index import BoxIndex, boxes_of, in_any
from ..recognition.script_of_page import hear_words
from ..sheet import Sheet, Word
from .binarise import binarise, flattened, with_faint_lines
from .pixels import Grey
from .prepare import Prepared
from .sheets import read_prepared

_LEAST: Final = 0.04  # of the page: a smaller picture is a logo
_DPI: Final = (100.0, 300.0)  # what a picture is read at: finer pixels cost time and tell no more
_WHITE, _BLACK = 225, 110  # grey levels: paper and ink of a line drawing
_PAPER: Final = 0.75  # of a line drawing is paper
_SHADES: Final = 0.08  # of a line drawing, at most, are areas of neither: those of a shaded view or a photograph are
_EDGE: Final = 4  # pixels of the first look: what is slimmer is the edge of a line, of which a coarse picture has many
_INK: Final = 0.002  # of a picture is ink, at least: a transparent or blank one shows nothing
_LINES: Final = 4  # level and upright lines that a view has, at least
_LONG: Final = 20.0  # points: longer than strokes of letters
_AROUND: Final = 0.35  # letter heights around a word of the page that hide its own letters
_TOUCH: Final = 1.0  # points between tiles of one picture
_LOOK: Final = 75.0  # dpi at which a picture is looked at first
_TIME: Final = 0.9  # of the time that is left: the page's own drawing needs some, too


def with_pasted(sheet: Sheet, pictures: Sequence[tuple[Box, float]]) -> Sheet:
    """The sheet with words and lines of the pictures (box in points, dpi) on it that are line drawings.

    Where there is no time for them, it is as the page draws it, and the page's result says so.
    """
    with keeping("pictures on the page", _TIME):
        return _with_pasted(sheet, pictures) if pictures else sheet
    return sheet


def _with_pasted(sheet: Sheet, pictures: Sequence[tuple[Box, float]]) -> Sheet:
    boxes = _line_drawings(sheet, [box for box, _ in pictures])
    if not boxes:
        return sheet
    inside = in_any([((x0 + x1) / 2, (top + bottom) / 2) for (x0, top, x1, bottom), _ in pictures], boxes)
    dpi = float(np.clip(max(dpi for (_, dpi), own in zip(pictures, inside, strict=True) if own), *_DPI))
    prepared = _prepared(sheet, boxes, dpi)
    if not _has_views(prepared):
        return sheet
    hear_words([w.text for w in sheet.words])
    part = read_prepared(prepared, sheet.number)
    words = _unsaid([w for w in part.words if in_any([w.middle], boxes).any()], sheet.words)
    if not words:  # a view without its dimensions: the page draws these itself
        return sheet
    middles = (part.segments[:, :2] + part.segments[:, 2:]) / 2
    lines = part.segments[in_any([(x, y) for x, y in middles.tolist()], boxes)]
    return sheet.at(words=(*sheet.words, *words), drawn=np.vstack([sheet.segments, lines]))


def _line_drawings(sheet: Sheet, pictures: Sequence[Box]) -> list[Box]:
    """Where the pictures, tiles put together, are large and ink on paper."""
    large = [box for box in _tiled(pictures) if _area(box) >= _LEAST * sheet.width * sheet.height]
    if not large:
        return []
    shown = _shown(sheet, large, _LOOK)
    return [box for box in large if _is_line_drawing(shown[_pixels(box, shown.shape[1] / sheet.width)])]


def _tiled(boxes: Sequence[Box]) -> list[Box]:
    """The boxes, those that touch as one."""
    areas = boxes_of(boxes)
    tile = connected(*BoxIndex(areas).pairs(areas + _TOUCH * np.array([-1, -1, 1, 1])), len(areas))
    wholes = (areas[tile == one] for one in np.unique(tile))
    return [(*whole[:, :2].min(axis=0).tolist(), *whole[:, 2:].max(axis=0).tolist()) for whole in wholes]


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _is_line_drawing(picture: Grey) -> bool:
    """Whether a picture is ink on paper, and no photograph, shaded view or logo."""
    if not picture.size:
        return False
    paper, ink = float((picture >= _WHITE).mean()), float((picture <= _BLACK).mean())
    shaded = cv2.morphologyEx((picture < _WHITE).astype(np.uint8), cv2.MORPH_OPEN, np.ones((_EDGE, _EDGE), np.uint8))
    return paper >= _PAPER and ink >= _INK and float((shaded * (picture > _BLACK)).mean()) <= _SHADES


def _has_views(prepared: Prepared) -> bool:
    """Whether there are lines as a view has them: text alone is a watermark or a stamp."""
    lines = prepared.lines
    return int((np.hypot(*(lines[:, 2:] - lines[:, :2]).T) >= _LONG * prepared.dpi / 72).sum()) >= _LINES


def _prepared(sheet: Sheet, boxes: Sequence[Box], dpi: float) -> Prepared:
    picture = flattened(_shown(sheet, boxes, dpi))
    shown_dpi = 72 * picture.shape[1] / sheet.width
    return Prepared(picture, with_faint_lines(binarise(picture), picture, shown_dpi), shown_dpi, 0, 0.0, np.eye(3))


def _shown(sheet: Sheet, boxes: Iterable[Box], dpi: float) -> Grey:
    """The page with nothing on it but what these boxes hold of pictures."""
    page = sheet.render(dpi)
    scale = page.shape[1] / sheet.width
    shown = np.full_like(page, 255)
    for box in boxes:
        place = _pixels(box, scale)
        shown[place] = page[place]
    for path in sheet.paths:
        points = [np.round(path.points * scale).astype(np.int32)]
        cv2.polylines(shown, points, path.closed, (255,), max(3, round(path.width * scale) + 2))
        if path.filled:
            cv2.fillPoly(shown, points, (255,))
    for word in sheet.words:
        margin = _AROUND * word.height
        around = word.span(below=margin, above=margin + word.height, before=margin, after=margin)
        shown[_pixels(around, scale)] = 255
    return shown


def _pixels(box: Box, scale: float) -> tuple[slice, slice]:
    """Rows and columns of a box in points."""
    x0, top, x1, bottom = (max(0, round(edge * scale)) for edge in box)
    return slice(top, bottom), slice(x0, x1)


def _unsaid(found: Sequence[Word], known: Sequence[Word]) -> list[Word]:
    """The words that stand where the page has none of its own."""
    index = BoxIndex(boxes_of(w.box for w in known))
    return [w for w in found if not len(index.near((*w.middle, *w.middle)))]
