"""Parts a detected run of text where a table's line or a wide gap runs through it."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from drawkit.engine.picture.pixels import Grey

from .boxes import TextBox, crop

GAP: Final = 1.1
"""A blank this many box heights wide parts two runs; the space between two words of a line is half of it or less."""

INK: Final = 160
"""Within a gap, what is lighter than this is paper or its noise."""


def pieces(picture: Grey, box: TextBox, cuts: NDArray[np.float32] | None = None) -> list[TextBox]:
    """The parts of a box between the segments `cuts` (n, 4) that cross it and between its wide gaps."""
    parts = [box]
    if cuts is not None and len(cuts):
        parts = _between(box, _crossings(box, cuts))
    return [piece for part in parts for piece in _at_gaps(picture, part)]


def _crossings(box: TextBox, cuts: NDArray[np.float32]) -> list[float]:
    """Distances along the box at which a segment crosses most of its height."""
    turn = math.radians(box.angle)
    along = np.float32([math.cos(turn), -math.sin(turn)])
    down = np.float32([math.sin(turn), math.cos(turn)])
    start = cuts[:, :2] - np.float32([box.x, box.y])
    end = cuts[:, 2:] - np.float32([box.x, box.y])
    place = np.stack([start @ along, end @ along])
    depth = np.sort(np.stack([start @ down, end @ down]), axis=0)
    reach = 0.3 * box.height
    hit = (depth[0] < -reach) & (depth[1] > reach) & (np.ptp(place, axis=0) < 0.3 * box.height)
    middle = place.mean(0)[hit] + box.length / 2
    margin = 0.15 * box.height
    return sorted(float(m) for m in middle if margin < m < box.length - margin)


def _between(box: TextBox, places: list[float]) -> list[TextBox]:
    edges = [0.0, *places, box.length]
    spans = zip(edges, edges[1:], strict=False)
    return [box.part(a, b) for a, b in spans if b - a > 0.25 * box.height] if places else [box]


def _at_gaps(picture: Grey, box: TextBox) -> list[TextBox]:
    if box.elongation < 2 + GAP:
        return [box]
    pixels = crop(picture, box)
    dark = pixels < INK
    share = dark.mean(0)
    # A column that is dark nearly throughout is a table's line: it belongs to the gap around it.
    inked = (share > 0) & (share < 0.85)
    columns = np.flatnonzero(inked)
    if columns.size == 0:
        return [box]
    breaks = np.flatnonzero(np.diff(columns) > GAP * box.height)
    if breaks.size == 0:
        return [box]
    starts = [int(columns[0]), *columns[breaks + 1].tolist()]
    ends = [*columns[breaks].tolist(), int(columns[-1])]
    pad = 0.2 * box.height
    scale = box.length / pixels.shape[1]
    spans = zip(starts, ends, strict=True)
    return [box.part(max(0.0, a * scale - pad), min(box.length, (b + 1) * scale + pad)) for a, b in spans]
