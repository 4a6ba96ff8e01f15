"""Parts a detected run of text where a table's line or a wide gap runs through it."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from ..picture.pixels import Grey
from .boxes import TextBox, crop

GAP: Final = 1.1
"""A blank this many box heights wide parts two runs; the space between two words of a line is half of it or less."""

RUNS_ON: Final = 1.8
"""The length of a line, in box heights, from which on it parts what it crosses."""

CLEARANCE: Final = 0.2
"""A line that runs on beyond the text parts it when the characters beside it stand this many box heights apart."""

BEYOND: Final = 0.6
"""How many box heights above or below the text such a line runs on; the lines of a feature control frame do not."""

STROKE: Final = 0.06
"""How many box heights to either side of a line its ink is looked for."""

PALE: Final = 200
"""What is lighter than this is no line either, however thin."""

THROUGHOUT: Final = 0.9
"""Share of the box's height that shows ink where a line runs through."""

ALONG: Final = 0.6
"""Share of a box's length over which a line that runs along the text is dark without a gap."""

LONGEST_NUMBER: Final = 8.0
"""Length over height of a box that shows one number at most."""

BESIDE_LINE: Final = 1.0
"""How many box heights to either side of a line the characters beside it are looked for."""

OWN, KEPT_OFF = 0.1, 0.45
"""Box heights to either side of a line that its own ink takes, and by how much of them the characters on both of its
sides stand apart in cells."""

LOW, SLIM = 0.45, 0.2
"""Of the text's height: what crosses that line and is lower is an arrow head, and what is slimmer another line."""

THICK: Final = 0.25
"""Share of a box's height that such a line takes at most; a logo on a dark ground is darker."""

MARGIN: Final = 0.2
"""Box heights of paper that a part keeps beside its ink."""

INK: Final = 160
"""Within a gap, what is lighter than this is paper or its noise."""


def pieces(picture: Grey, box: TextBox, cuts: NDArray[np.float32] | None = None) -> list[TextBox]:
    """Return the parts of a box between the segments `cuts` (n, 4) that cross it and between its wide gaps."""
    parts = [box]
    if cuts is not None and len(cuts):
        places = [place for place in _crossings(box, cuts) if _is_drawn(picture, box, place)]
        parts = [part for part in _between(box, places) if not places or _shows_ink(picture, part)]
    return [piece for part in parts for piece in _at_gaps(picture, part)]


def is_run_through(picture: Grey, box: TextBox, cuts: NDArray[np.float32] | None) -> bool:
    """Whether a line that would part a short box runs so near to characters on both sides that it may be one number.

    Extension lines run through numbers where there is little room; the words of two cells keep off the line.
    """
    if cuts is None or not len(cuts) or box.elongation > LONGEST_NUMBER:
        return False
    places = [place for place in _crossings(box, cuts) if _is_drawn(picture, box, place)]
    return any(_is_close(picture, box, place) for place in places)


def _is_close(picture: Grey, box: TextBox, place: float) -> bool:
    """Whether characters stand near a line on both sides; what lies along the text, above or below it, is left out."""
    reach = BESIDE_LINE * box.height
    rows = crop(picture, box.part(place - reach, place + reach))
    body = rows[len(rows) // 4 : -(len(rows) // 4)] < PALE
    off = np.flatnonzero(body.any(axis=0)) + 0.5 - body.shape[1] / 2
    apart = off[off > OWN * box.height].min(initial=reach) - off[off < -OWN * box.height].max(initial=-reach)
    return bool(apart < KEPT_OFF * box.height)


def _crossings(box: TextBox, cuts: NDArray[np.float32]) -> list[float]:
    """Return the distances along the box at which a line crosses all of its height and runs on.

    Strokes of letters are shorter than the box, and the lines of a feature control frame hardly longer.
    """
    turn = math.radians(box.angle)
    along = np.array([math.cos(turn), -math.sin(turn)], np.float32)
    down = np.array([math.sin(turn), math.cos(turn)], np.float32)
    start = cuts[:, :2] - np.array([box.x, box.y], np.float32)
    end = cuts[:, 2:] - np.array([box.x, box.y], np.float32)
    place = np.stack([start @ along, end @ along])
    depth = np.sort(np.stack([start @ down, end @ down]), axis=0)
    reach = 0.45 * box.height
    hit = (depth[0] < -reach) & (depth[1] > reach) & (np.ptp(depth, axis=0) > RUNS_ON * box.height)
    hit &= np.ptp(place, axis=0) < 0.3 * box.height
    middle = place.mean(0)[hit] + box.length / 2
    margin = 0.15 * box.height
    return sorted(float(m) for m in middle if margin < m < box.length - margin)


def _is_drawn(picture: Grey, box: TextBox, place: float) -> bool:
    """Whether ink runs through all of the box's height: a line that stops for its own text does not cut it."""
    reach = STROKE * box.height
    strip = crop(picture, box.part(place - reach, place + reach))
    return float((strip < PALE).any(axis=1).mean()) > THROUGHOUT


def _between(box: TextBox, places: list[float]) -> list[TextBox]:
    edges = [0.0, *places, box.length]
    spans = pairwise(edges)
    return [box.part(a, b) for a, b in spans if b - a > 0.25 * box.height] if places else [box]


def _shows_ink(picture: Grey, part: TextBox) -> bool:
    """Whether a part shows more than lines that run on: beside a sheet's frame, its zones and cells there is none."""
    within, running = _running_on(picture, part)
    return bool((within.any(axis=0) & ~((within.mean(0) > THROUGHOUT) & running)).any())


def _running_on(picture: Grey, box: TextBox) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """What is dark within a box (h, w), and in which of its columns (w) a line would run on above or below it."""
    tall = replace(box, height=box.height * (1 + 2 * BEYOND))
    dark = crop(picture, tall) < INK
    height = dark.shape[0]
    above, below = round(height * BEYOND / (1 + 2 * BEYOND)), round(height * (1 + BEYOND) / (1 + 2 * BEYOND))
    beyond = np.maximum(dark[:above].mean(0), dark[below:].mean(0)) > THROUGHOUT
    return dark[above:below], beyond


def _at_gaps(picture: Grey, box: TextBox) -> list[TextBox]:
    if box.elongation < 2 + GAP:
        return [box]
    # A column that is dark throughout is a line: of a table or frame within the box, of anything else beyond it.
    within, running = _running_on(picture, box)
    text, scale = _without_line(within), box.length / within.shape[1]
    passing = (text.mean(0) > THROUGHOUT) & running
    gaps, shown = _gaps(_inked(text), passing, len(text)), _inked(within)
    if not len(gaps) or not shown.size:
        return [box]
    return _parts(box, gaps * scale, (float(shown[0]) * scale, float(shown[-1] + 1) * scale), len(text) * scale)


def _inked(rows: NDArray[np.bool_]) -> NDArray[np.intp]:
    """The columns of rows (h, w) in which letters stand, by number."""
    share = rows.mean(0)
    return np.flatnonzero((share > 0) & (share < 0.85))


def _without_line(dark: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The rows (h, w) on the text's side of a line that runs along it, without the lines and heads that cross it.

    A loose box shows a dimension line too, with its arrow heads and extension lines, which fill the gaps between the
    numbers of a chain. Letters that touch a line stand on one side of it.
    """
    reach = max(2, round(ALONG * dark.shape[1]))
    line = np.flatnonzero(cv2.erode(dark.astype(np.uint8), np.ones((1, reach), np.uint8)).any(axis=1))
    if not 0 < line.size <= THICK * len(dark):
        return dark
    above, below = dark[: line[0]], dark[line[-1] + 1 :][::-1]
    text, beyond = (above, below) if len(above) >= len(below) else (below, above)
    if not text.any() or not beyond.any():
        return dark
    _, labels, stats, _ = cv2.connectedComponentsWithStats(text.astype(np.uint8), connectivity=8)
    count = len(stats)
    touching = np.bincount(labels[-1], minlength=count)
    crossing = np.bincount(labels[-1], beyond[-1], minlength=count)
    small = (stats[:, cv2.CC_STAT_HEIGHT] < LOW * len(text)) | (stats[:, cv2.CC_STAT_WIDTH] < SLIM * len(text))
    crosses = small & (touching > 0) & (2 * crossing >= touching)
    letters: NDArray[np.bool_] = text & ~crosses[labels]
    return letters


def _gaps(columns: NDArray[np.intp], passing: NDArray[np.bool_], height: float) -> NDArray[np.intp]:
    """The gaps (n, 2) between inked columns, from and to, that part a run: wide ones, and those with a line in them.

    `passing` tells the columns of lines that run on; `height` is that of the rows of text, in columns.
    """
    apart = np.diff(columns)
    crossed = (np.diff(np.cumsum(passing)[columns]) > 0) & (apart > CLEARANCE * height)
    breaks = np.flatnonzero((apart > GAP * height) | crossed)
    return np.column_stack([columns[breaks] + 1, columns[breaks + 1]])


def _parts(box: TextBox, gaps: NDArray[np.float64], shown: tuple[float, float], height: float) -> list[TextBox]:
    """The parts of a box between gaps (n, 2), along it; `shown` is where its ink begins and ends."""
    paper = MARGIN * height
    pads = np.minimum(paper, 0.4 * (gaps[:, 1] - gaps[:, 0]))
    starts = [max(0.0, shown[0] - paper), *(gaps[:, 1] - pads).tolist()]
    ends = [*(gaps[:, 0] + pads).tolist(), min(box.length, shown[1] + paper)]
    # Where a line that crosses it is the first ink or the last, a gap may reach beyond it: there is no part then.
    return [box.part(start, end) for start, end in zip(starts, ends, strict=True) if end > start]
