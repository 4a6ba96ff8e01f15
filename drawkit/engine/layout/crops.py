"""Cutting a piece out of the page's picture, upright as a word reads and with an isometric lean taken out."""

from __future__ import annotations

import cv2
import numpy as np

from ..sheet import Grey, Sheet, Word

DPI = 300.0
"""Resolution of the page's picture that crops are cut from."""

DARK = 160
"""Grey below which a pixel of a drawn page is ink."""

_RIM = 2  # pixels: what comes so near to a crop's edge goes on beyond it
_STROKE = 0.35  # letter heights: thicker than a line
_DIRT = 0.15  # letter heights: a speck beside a symbol
_DEPTH = 0.4  # of the way from paper to ink: the edge of a stroke
_PALEST = 225  # paler pixels are paper in any picture
_PIXELS = 36.0  # of a letter height in a crop


def crop(
    sheet: Sheet, word: Word, along: tuple[float, float], across: tuple[float, float], *, shear: float = 0.0
) -> Grey:
    """The region given in letter heights along and across `word`. Outside the page is white.

    `shear` is the lean of the region's upright edges: along for each unit across, measured from its middle.
    """
    picture = sheet.render(DPI)
    scale = picture.shape[1] / sheet.width
    (dx, dy), (ux, uy), height = word.direction, word.up, word.height
    middle = sum(across) / 2

    def page(s: float, n: float) -> tuple[float, float]:
        s = s + shear * (n - middle)
        return (word.x + (dx * s + ux * n) * height) * scale, (word.y + (dy * s + uy * n) * height) * scale

    width = max(2, pixels(along[1] - along[0]))
    tall = max(2, pixels(across[1] - across[0]))
    corners = [page(along[0], across[1]), page(along[1], across[1]), page(along[0], across[0])]
    target = [(0, 0), (width, 0), (0, tall)]
    matrix = cv2.getAffineTransform(np.array(corners, np.float32), np.array(target, np.float32))
    cut = cv2.warpAffine(picture, matrix, (width, tall), flags=cv2.INTER_AREA, borderValue=255)
    return np.asarray(cut, np.uint8)


def ink_level(sheet: Sheet, word: Word) -> int:
    """The grey below which a pixel near the word is ink: thin strokes of a scan are far from black."""
    if sheet.source != "picture":
        return DARK
    return own_level(crop(sheet, word, (0.0, word.length / word.height), (0.0, 1.0)))


def own_level(image: Grey) -> int:
    """The grey below which a pixel of a scan's crop is ink, by the darkest that the crop itself shows."""
    ink, paper = np.percentile(image, (2, 95))
    return int(np.clip(paper - _DEPTH * (paper - ink), DARK, _PALEST))


def ink_extent(image: Grey, *, dark: int = DARK) -> tuple[int, int, int, int] | None:
    """Columns and rows (x0, x1, y0, y1) that hold ink; None for a blank picture."""
    ink = image < dark
    columns, rows = np.flatnonzero(ink.any(axis=0)), np.flatnonzero(ink.any(axis=1))
    if not len(columns):
        return None
    return int(columns[0]), int(columns[-1]) + 1, int(rows[0]), int(rows[-1]) + 1


def clear_extent(image: Grey, dark: int) -> tuple[int, int, int, int] | None:
    """Columns and rows of a crop's ink without specks, and without the lines that a rough cell leaves at its edges."""
    tall, wide = image.shape
    marks = []
    for x0, x1, y0, y1 in blobs(image, dark=dark):
        at_edge = min(x0, y0, wide - x1, tall - y1) <= _RIM
        if heights(min(x1 - x0, y1 - y0)) >= _STROKE if at_edge else heights(max(x1 - x0, y1 - y0)) >= _DIRT:
            marks.append((x0, x1, y0, y1))
    if not marks:
        return None
    lefts, rights, tops, bottoms = zip(*marks, strict=True)
    return min(lefts), max(rights), min(tops), max(bottoms)


def blobs(image: Grey, *, dark: int = DARK) -> list[tuple[int, int, int, int]]:
    """Connected ink as columns and rows (x0, x1, y0, y1), left to right; what stands within another is part of it."""
    stats = cv2.connectedComponentsWithStats((image < dark).astype(np.uint8), connectivity=8)[2][1:]
    boxes = [(int(x), int(x + w), int(y), int(y + h)) for x, y, w, h, area in stats if area > 4]
    merged: list[tuple[int, int, int, int]] = []
    for box in sorted(boxes, key=lambda b: (b[1] - b[0]) * (b[3] - b[2]), reverse=True):
        if not any(m[0] <= box[0] and box[1] <= m[1] and m[2] <= box[2] and box[3] <= m[3] for m in merged):
            merged.append(box)
    return sorted(merged)


def heights(pixels: float) -> float:
    """Pixels of a crop in letter heights."""
    return pixels / _PIXELS


def pixels(size: float) -> int:
    """Letter heights in whole pixels of a crop."""
    return round(size * _PIXELS)
