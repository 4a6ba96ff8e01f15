"""Parts a detected run of text where a table's line or a wide gap runs through it."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from drawkit.engine.picture.pixels import Grey

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

INK: Final = 160
"""Within a gap, what is lighter than this is paper or its noise."""


def pieces(picture: Grey, box: TextBox, cuts: NDArray[np.float32] | None = None) -> list[TextBox]:
    """Return the parts of a box between the segments `cuts` (n, 4) that cross it and between its wide gaps."""
    parts = [box]
    if cuts is not None and len(cuts):
        parts = _between(box, [place for place in _crossings(box, cuts) if _is_drawn(picture, box, place)])
    return [piece for part in parts for piece in _at_gaps(picture, part)]


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


def _at_gaps(picture: Grey, box: TextBox) -> list[TextBox]:
    if box.elongation < 2 + GAP:
        return [box]
    tall = replace(box, height=box.height * (1 + 2 * BEYOND))
    dark = crop(picture, tall) < INK
    height = dark.shape[0]
    above, below = round(height * BEYOND / (1 + 2 * BEYOND)), round(height * (1 + BEYOND) / (1 + 2 * BEYOND))
    # A column that is dark throughout is a line: of a table or frame within the box, of anything else beyond it.
    share = dark[above:below].mean(0)
    inked = (share > 0) & (share < 0.85)
    passing = (share > 0.9) & (np.maximum(dark[:above].mean(0), dark[below:].mean(0)) > 0.9)
    return _split(box, inked, passing, box.length / dark.shape[1])


def _split(box: TextBox, inked: NDArray[np.bool_], passing: NDArray[np.bool_], scale: float) -> list[TextBox]:
    """Part a box, given which of its columns hold ink and which a line that runs on; a column is `scale` pixels."""
    columns = np.flatnonzero(inked)
    if columns.size == 0:
        return [box]
    lines = np.cumsum(passing)
    wide = np.diff(columns) * scale > GAP * box.height
    crossed = (np.diff(lines[columns]) > 0) & (np.diff(columns) * scale > CLEARANCE * box.height)
    breaks = np.flatnonzero(wide | crossed)
    if breaks.size == 0:
        return [box]
    starts = [int(columns[0]), *columns[breaks + 1].tolist()]
    ends = [*columns[breaks].tolist(), int(columns[-1])]
    pads = [min(0.2 * box.height, 0.4 * scale * (b - a)) for a, b in zip(ends, starts[1:], strict=False)]
    pads = [0.2 * box.height, *pads, 0.2 * box.height]
    spans = zip(starts, ends, pads[:-1], pads[1:], strict=True)
    return [
        box.part(max(0.0, a * scale - left), min(box.length, (b + 1) * scale + right)) for a, b, left, right in spans
    ]
