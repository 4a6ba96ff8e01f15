"""Where a sheet shows text, in any direction: a small network's one look, and the boxes of what it marks."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from ..budget import in_time
from ..picture.letters import Components
from ..picture.pixels import Grey
from ..recognition import models
from .boxes import TextBox, read_upright, without_doubles
from .canvases import looked_at

NETWORK: Final = "finder.onnx"

LEAST: Final = 0.1
"""Chance from which on text may run through a pixel."""

EDGE: Final = 0.7
"""Chance at which a mark ends."""

SURE: Final = 0.9
"""The highest chance of a mark from which on it shows text; what is less is believed where both readers agree."""

CORE_HEIGHT, CORE_END = 0.4, 0.25
"""Of the height of a text's box: how high its mark is, and what this leaves out of the box at either end."""

LOWER: Final = 0.9
"""Of the height of the boxes that the network learnt: with less of the lines above and below they are read better."""

HEIGHT: Final = 16.0
"""Pixels of a box's height that the network tells as 0; its doublings count."""

TELLS: Final = 4.0
"""Times as long as high: a mark whose own direction is surer than the one that the network tells."""

TOLD: Final = 8.0
"""Degrees by which a direction that the network tells may be wrong."""

_DRAWN: Final = "text that is drawn"


@dataclass(frozen=True)
class Glance:
    """What one look at a picture shows.

    `chance` (rows, columns) / 2: that text runs, in any direction, through each second pixel. `boxes` are those around
    the texts, in pixels; `unsure` where the network is not sure.
    """

    chance: NDArray[np.float32]
    boxes: tuple[TextBox, ...]

    def shown(self, letters: Components) -> Components:
        """Return the letters through whose middle text runs."""
        columns, rows = letters.centres.T // 2
        return Components(letters.boxes[self.chance[rows, columns] > LEAST])


def glance(picture: Grey, letters: Components, reach: int) -> Glance:
    """Return where text runs within `reach` pixels of the letters of a picture, as far as there is time to look.

    Raises ModelMissingError.
    """
    chance = np.zeros((-(-picture.shape[0] // 2), -(-picture.shape[1] // 2)), np.float32)
    boxes: list[TextBox] = []
    for canvas in in_time(looked_at(picture, letters, reach), _DRAWN):
        seen, lies = looks(canvas.picture)
        boxes += [part for box in marked(seen, lies) for part in canvas.on_sheet(box)]
        for (x0, top, x1, bottom), (here, above) in canvas.places:
            place = chance[top // 2 : -(-bottom // 2), x0 // 2 : -(-x1 // 2)]
            part = seen[above // 2 : above // 2 + place.shape[0], here // 2 : here // 2 + place.shape[1]]
            np.maximum(place, part, out=place)
    return Glance(chance, tuple(without_doubles(boxes)))


def looks(picture: Grey) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return what the network sees on one canvas, whose sides are multiples of 32.

    The chance of text in each second pixel (rows, columns) / 2, and how the text lies at each fourth one, (2, rows,
    columns) / 4: the cosine of twice its direction, and how often its box's height is HEIGHT doubled.
    """
    ink = 1 - picture.astype(np.float32)[None, None] / 255
    chance, lies = models.run_all(models.session(models.own_model(NETWORK)), ink)
    return np.asarray(chance[0, 0], np.float32), np.asarray(lies[0], np.float32)


def marked(chance: NDArray[np.float32], lies: NDArray[np.float32]) -> list[TextBox]:
    """Return the boxes around the texts of a canvas, in its pixels."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats((chance > EDGE).astype(np.uint8), connectivity=4)
    out = []
    for label in range(1, count):
        x, y, wide, tall = (int(v) for v in stats[label, :4])
        rows, columns = np.nonzero(labels[y : y + tall, x : x + wide] == label)
        rows, columns = rows + y, columns + x
        out.append(_box(rows, columns, chance[rows, columns], lies[:, rows // 2, columns // 2]))
    return out


def _box(
    rows: NDArray[np.intp], columns: NDArray[np.intp], chance: NDArray[np.float32], lies: NDArray[np.float32]
) -> TextBox:
    """Return the box around the text whose mark has these pixels."""
    cosine, doublings = (lies @ chance) / chance.sum()
    height = HEIGHT * 2.0 ** float(doublings)
    points = np.column_stack([columns, rows]) * 2.0 + 0.5  # middles of pixels that are two of the picture's wide
    middle = (chance @ points) / chance.sum()
    own, longer = _own_direction(points - middle, chance)
    angle = own if longer > TELLS else _nearer(math.degrees(math.acos(np.clip(cosine, -1, 1))) / 2, own)
    turn = math.radians(angle)
    along = np.array([math.cos(turn), -math.sin(turn)])
    inner = np.abs((points - middle) @ (-along[1], along[0]))
    reach = ((points - middle) @ along)[inner <= max(1.5, CORE_HEIGHT * height / 4)]  # corners of it reach further
    start, end = float(reach.min()) - 1, float(reach.max()) + 1
    x, y = middle + (start + end) / 2 * along
    length = end - start + 2 * CORE_END * height
    score = float(chance.max())
    box = TextBox(float(x), float(y), length, LOWER * height, angle, score, unsure=score < SURE)
    return read_upright(box, TOLD)


def _nearer(steep: float, own: float) -> float:
    """The direction that is so steep, rising or falling: whichever is nearer to a mark's own."""
    return min(steep, -steep, key=lambda angle: abs((angle - own + 90) % 180 - 90))


def _own_direction(points: NDArray[np.float64], weights: NDArray[np.float32]) -> tuple[float, float]:
    """The direction along which points lie, in degrees counter-clockwise, and how many times longer than broad."""
    (xx, xy), (_, yy) = (points * weights[:, None]).T @ points / weights.sum() + np.eye(2) / 3
    spread = math.hypot((xx - yy) / 2, xy)
    most, least = (xx + yy) / 2 + spread, (xx + yy) / 2 - spread
    return -math.degrees(math.atan2(2 * xy, xx - yy)) / 2, math.sqrt(most / max(least, 1e-6))
