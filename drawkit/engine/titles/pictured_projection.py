"""The projection symbol (ISO 5456-2) told by its outline in the picture of a cell, however it is drawn.

Centre lines part the circles of a symbol, dashes leave gaps in them, and many sheets show it as a pasted picture. How
high its ink reaches in each column says as much: over the circles it is a circle's chord, over the cone it grows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

import cv2
import numpy as np

from ...contract import Box
from ..layout.around import area_of
from ..layout.crops import DARK
from ..picture.pixels import Ink
from ..sheet import Floats, Grey, Sheet, Word
from .logo_names import LOGO_DPI

_INSET: Final = 1.8  # points: the walls of a cell are left out
_LEAST: Final = 1.5  # text heights: a lower cell holds no symbol
_READ: Final = 0.7  # a word that is less sure, or one letter, may be a part of the symbol itself
_SHAPE: Final = (1.4, 5.0)  # how many times as wide as high a symbol is
_TALL: Final = 25  # pixels: a lower one shows no form
_SPIKE: Final = 0.2  # of the height: twice as wide as a centre line that reaches beyond its circle
_DASH: Final = 0.12  # of the height: gaps of dashed outlines are no wider
_PART: Final = 0.3  # of the symbol's height: lower ink is a centre line, or the very edge of a circle
_GAP: Final = 0.08  # of the symbol's height: a narrower gap is one between dashes
_EVEN: Final = 0.05  # of a part's height: how far half of its columns may be from the form
_ROUND: Final = 0.15  # of its diameter: how much a circle may be wider or narrower than high
_CONE: Final = (0.25, 0.85)  # the cone's small end as a share of the large one; ISO 5456-2 draws a half
_LARGE: Final = (0.6, 1.6)  # the cone's large end in diameters of the circle; ISO 5456-2 draws one
_INNER: Final = (0.2, 0.8)  # of the outer circle's radius: where the inner one is
_RING, _CLEAR = 0.45, 0.35  # share of a ring of pixels that is ink where a circle is drawn, and where none is
_BAR: Final = 0.5  # share of the cone's ends that is ink
_OFF: Final = 0.12  # of the height: how far the middles of the two views may be apart

Side = Literal["first", "third"]


@dataclass(frozen=True)
class _View:
    """A part of the symbol: its first column, how high the ink reaches in each column, and around which row."""

    start: int
    extent: Floats
    middle: float


def pictured_symbol(sheet: Sheet, cells: Sequence[Box]) -> tuple[Side, Box] | None:
    """The method that the symbol in one of some cells shows, and that cell; None where none of them holds one."""
    least = _LEAST * sheet.text_height
    large = [c for c in cells if min(c[2] - c[0], c[3] - c[1]) >= least]
    if not large or not sheet.has_picture:
        return None
    picture = sheet.render(LOGO_DPI)
    scale = picture.shape[1] / sheet.width
    for cell in sorted(large, key=area_of):
        ink = _ink(picture, cell, scale, sheet.words_near(cell))
        side = None if ink is None else _side(ink)
        if side is not None:
            return side, cell
    return None


def _ink(picture: Grey, cell: Box, scale: float, words: Sequence[Word]) -> Ink | None:
    """What is drawn in a cell beside its words, if that has the shape of a symbol."""
    left, top, right, bottom = (round(v * scale) for v in cell)
    inset = max(1, round(_INSET * scale))
    ink = (picture[top + inset : bottom - inset, left + inset : right - inset] < DARK).astype(np.uint8)
    for word in words:
        if len(word.text) > 1 and word.confidence >= _READ:
            corner = (left + inset, top + inset) * 2
            x0, y0, x1, y1 = (max(round(v * scale) - at, 0) for v, at in zip(word.box, corner, strict=True))
            ink[y0:y1, x0:x1] = 0
    columns, rows = np.flatnonzero(ink.any(axis=0)), np.flatnonzero(ink.any(axis=1))
    if not len(columns):
        return None
    own: Ink = ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    tall, wide = own.shape
    return own if tall >= _TALL and _SHAPE[0] * tall <= wide <= _SHAPE[1] * tall else None


def _side(ink: Ink) -> Side | None:
    """Third-angle: the view of the small end stands on the small end's side."""
    closed = _closed(ink)
    views = _views(closed)
    if len(views) != 2:
        return None
    for circle, cone in (views, views[::-1]):
        ends = _ends(closed, cone)
        if ends is None or not _is_circle(circle) or not _has_inner(ink, circle):
            continue
        high = float(circle.extent.max())
        near, far = ends if circle.start < cone.start else ends[::-1]
        fitting = _LARGE[0] * high < max(ends) < _LARGE[1] * high
        if fitting and abs(circle.middle - cone.middle) < _OFF * high:
            return "third" if near < far else "first"
    return None


def _views(ink: Ink) -> list[_View]:
    """The parts of the ink that stand beside each other, what joins them aside."""
    some = ink.any(axis=0)
    top = np.where(some, ink.argmax(axis=0), 0).astype(np.float64)
    bottom = np.where(some, ink.shape[0] - ink[::-1].argmax(axis=0), 0).astype(np.float64)
    extent = _without_spikes(bottom - top, round(_SPIKE * ink.shape[0]) // 2)
    high = float(extent.max())
    part = np.flatnonzero(extent > _PART * high)
    groups = np.split(part, np.flatnonzero(np.diff(part) > _GAP * high + 1) + 1)
    columns = [slice(int(g[0]), int(g[-1]) + 1) for g in groups if len(g) > _PART * high]
    return [_View(c.start, extent[c], float(np.median(top[c] + bottom[c])) / 2) for c in columns]


def _without_spikes(extent: Floats, reach: int) -> Floats:
    """The extents with each one no larger than usual among those that near."""
    around = np.lib.stride_tricks.sliding_window_view(np.pad(extent, reach, mode="edge"), 2 * reach + 1)
    usual: Floats = np.minimum(extent, np.median(around, axis=1))
    return usual


def _closed(ink: Ink) -> Ink:
    """The ink with the gaps of dashed lines filled."""
    size = round(_DASH * ink.shape[0]) | 1
    padded = np.pad(ink, size)
    closed = cv2.morphologyEx(padded, cv2.MORPH_CLOSE, np.ones((size, size), np.uint8))
    return np.asarray(closed[size:-size, size:-size], np.uint8)


def _is_circle(view: _View) -> bool:
    """Whether the extents are the chords of a circle."""
    extent, high = view.extent, float(view.extent.max())
    radius = float(np.hypot(len(extent) / 2, _PART * high / 2))
    away = np.arange(len(extent)) - (len(extent) - 1) / 2
    chords = 2 * np.sqrt(np.maximum(radius**2 - away**2, 0.0))
    return abs(high - 2 * radius) < _ROUND * high and float(np.median(np.abs(extent - chords))) < _EVEN * high


def _has_inner(ink: Ink, view: _View) -> bool:
    """Whether a second circle is drawn within, and nothing between the two."""
    radius, x, y = float(view.extent.max()) / 2, view.start + len(view.extent) / 2, view.middle
    rows, columns = np.indices(ink.shape)
    ring = np.hypot(columns - x, rows - y).astype(int)
    reach = int(radius)
    inside = ring < reach
    share = np.bincount(ring[inside], ink[inside], reach) / np.maximum(np.bincount(ring[inside], minlength=reach), 1)
    low, high = round(_INNER[0] * radius), round(_INNER[1] * radius)
    inner = low + int(share[low:high].argmax()) if high > low else 0
    return inner > 0 and share[inner] >= _RING and float(share[inner:].min()) < _CLEAR


def _ends(ink: Ink, view: _View) -> tuple[float, float] | None:
    """How high the cone is at its left and at its right end; None for what is none."""
    extent, wide = view.extent, len(view.extent)
    drawn = np.flatnonzero(extent > _PART * extent.max())  # the rest are gaps of dashes
    third = len(drawn) // 3
    if not third:
        return None
    (x0, y0), (x1, y1) = ((at.mean(), extent[at].mean()) for at in (drawn[:third], drawn[-third:]))
    slope = (y1 - y0) / (x1 - x0)
    first = y0 - slope * x0
    last = first + slope * (wide - 1)
    small, large = sorted((float(first), float(last)))
    even = float(np.median(np.abs(extent[drawn] - first - slope * drawn))) < _EVEN * large
    edge = max(2, wide // 8)
    columns = ink[:, view.start : view.start + wide].sum(axis=0)
    barred = all(columns[end].max() >= _BAR * high for end, high in ((slice(edge), first), (slice(-edge, None), last)))
    return (float(first), float(last)) if even and barred and _CONE[0] * large < small < _CONE[1] * large else None
