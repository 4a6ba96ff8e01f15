"""Where a sheet shows text at all: a small network's glance, which tells a run of text from hatching and holes.

What the detector found is left out where no text runs along it, and what it overlooked is read where text surely is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from ..budget import leave_out, left
from ..picture.letters import Components
from ..picture.pixels import Grey
from ..recognition import models
from .boxes import AXES, TextBox, reading_box
from .canvases import CANVAS, looked_at

NETWORK: Final = "finder.onnx"

LEAST: Final = 0.1
"""Chance from which on a mark counts. Low: what is left out here is never read."""

SURE: Final = 0.85
"""Chance that a mark reaches where it shows text that the detector overlooked."""

EDGE: Final = 0.3
"""Chance at which such a mark ends."""

UNSEEN: Final = 0.2
"""Chance taken where there was no time to look: what the detector found there stays, and nothing is added to it."""

COVERED: Final = 0.3
"""Share of a mark from which on a box that is known covers it."""

LOOSE: Final = 2.0
"""Times as large as its mark: a box with more beside the text than the readers are used to."""

CORE: Final = 0.6
"""Of the box around a text's shorter side: how wide its mark is at its edge."""

SQUARE: Final = 1.5
"""A mark less elongated than this does not tell in which direction its text runs."""

ENDS: Final = 0.1
"""Share of a box's length at either end that its text need not reach."""

STEP: Final = 4.0
"""Pixels from one look along a box to the next."""


@dataclass(frozen=True)
class Glance:
    """The chance that text runs, in any direction, through each second pixel of a picture: (rows, columns) / 2."""

    chance: NDArray[np.float32]

    def along(self, box: TextBox) -> float:
        """Return the share of a box's middle line that runs through text, its ends left out; 0 to 1."""
        steps = np.linspace(ENDS - 0.5, 0.5 - ENDS, max(3, int(box.length / STEP)))
        columns, rows = (np.array([[box.x], [box.y]]) + box.length * np.outer(box.along, steps)) // 2
        last_row, last_column = (side - 1 for side in self.chance.shape)
        places = np.clip(rows, 0, last_row).astype(np.intp), np.clip(columns, 0, last_column).astype(np.intp)
        return float((self.chance[places] > LEAST).mean())

    def shown(self, letters: Components) -> Components:
        """Return the letters through whose middle text runs."""
        columns, rows = letters.centres.T // 2
        return Components(letters.boxes[self.chance[rows, columns] > LEAST])

    def fitted(self, boxes: Sequence[TextBox]) -> list[TextBox]:
        """Return the boxes, slanted ones that hold a single mark and much paper made to fit that.

        A detector that mostly sees lying text puts what stands beside a slanted one in its box: heads, lines, holes.
        """
        labels, stats, sure = self._marks
        return [box if box.angle in AXES else self._fitted(box, labels, stats, sure) for box in boxes]

    def _fitted(self, box: TextBox, labels: NDArray[Any], stats: NDArray[Any], sure: NDArray[Any]) -> TextBox:
        x0, top, x1, bottom = (max(0, round(side / 2)) for side in box.bounds)
        part = labels[top:bottom, x0:x1]
        within = np.zeros(part.shape, np.uint8)
        cv2.fillPoly(within, [np.round(box.corners / 2).astype(np.int32) - (x0, top)], (1,))
        held = np.intersect1d(part[within > 0], sure)
        if len(held) != 1:
            return box
        mark = self._box(labels, stats[held[0]], int(held[0]))
        loose = box.length * box.height > LOOSE * mark.length * mark.height
        return replace(mark, score=box.score, overlooked=False) if loose else box

    @cached_property
    def _marks(self) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """The marks' labels, one a pixel, their bounds, and which of them surely show text."""
        marks = (self.chance > EDGE).astype(np.uint8)
        _, labels, stats, _ = cv2.connectedComponentsWithStats(marks, connectivity=8)
        return labels, stats, np.unique(labels[self.chance >= SURE])

    def overlooked(self, known: Sequence[TextBox]) -> list[TextBox]:
        """Return boxes around the marks that surely show text and that none of the known boxes covers."""
        labels, stats, sure = self._marks
        covers = np.zeros(labels.shape, np.uint8)
        for box in known:
            cv2.fillPoly(covers, [np.round(box.corners / 2).astype(np.int32)], (1,))
        covered = np.bincount(labels[covers > 0], minlength=len(stats)) / stats[:, cv2.CC_STAT_AREA]
        return [self._box(labels, stats[i], int(i)) for i in sure if covered[i] <= COVERED]

    def _box(self, labels: NDArray[Any], stats: NDArray[Any], label: int) -> TextBox:
        """Return the box around the text whose core is marked by this label."""
        x, y, wide, tall = stats[:4]
        rows, columns = np.nonzero(labels[y : y + tall, x : x + wide] == label)
        (cx, cy), (length, height), angle = cv2.minAreaRect(np.column_stack([columns, rows]).astype(np.float32))
        sides = 2 * (length + 1), 2 * (height + 1)  # a mark's pixel is two of the picture's
        less = min(sides) / CORE - min(sides)
        box = reading_box(((2 * (cx + x), 2 * (cy + y)), (sides[0] + less, sides[1] + less), angle), 1.0)
        side = max(box.length, box.height)
        loose = replace(box, angle=0.0, length=side, height=side) if max(sides) < SQUARE * min(sides) else box
        return replace(loose, overlooked=True)


def glance(picture: Grey, letters: Components, reach: int) -> Glance:
    """Return where text runs within `reach` pixels of the letters of a picture, as far as there is time to look.

    Raises ModelMissingError.
    """
    shape = -(-picture.shape[0] // 2), -(-picture.shape[1] // 2)
    if left() <= 0:
        return Glance(_unseen(shape))
    chance = np.zeros(shape, np.float32)
    for canvas in looked_at(picture, letters, reach):
        seen = chance_of(canvas.picture) if left() > 0 else _unseen((CANVAS // 2, CANVAS // 2))
        for (x0, top, x1, bottom), (here, above) in canvas.places:
            place = chance[top // 2 : -(-bottom // 2), x0 // 2 : -(-x1 // 2)]
            part = seen[above // 2 : above // 2 + place.shape[0], here // 2 : here // 2 + place.shape[1]]
            np.maximum(place, part, out=place)
    return Glance(chance)


def _unseen(shape: tuple[int, int]) -> NDArray[np.float32]:
    leave_out("text that is drawn")
    return np.full(shape, UNSEEN, np.float32)


def chance_of(picture: Grey) -> NDArray[np.float32]:
    """Return the network's chance of text in each second pixel of one canvas, whose sides are multiples of 32."""
    ink = 1 - picture.astype(np.float32)[None, None] / 255
    return np.asarray(models.run(models.session(models.own_model(NETWORK)), ink)[0, 0], np.float32)
