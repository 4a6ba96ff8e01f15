"""A drawing that is placed in the midst of a page, as in a report or a catalogue: its frame is its sheet.

Sizes go by the sheet: the block of a drawing that is shown at half its size is half as large, and so are its letters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

import numpy as np

from ...contract import Box
from ..budget import check, keeping
from ..index import index_of
from ..sheet import Floats, Sheet, Word
from .around import area_of
from .frame import NUMBER, frame_of, is_a_view
from .ruling import ruling_of

_LINES: Final = 16  # longest lines either way among which its frame is looked for
_AREA: Final = 0.1  # of the page: such a drawing has as much at least
_HOLDS: Final = 0.85  # of the length of all that is drawn on the page, what lies in such a frame
_EDGE: Final = 0.002  # of the page: lines so near to its edges are the edges


def placed(sheet: Sheet) -> Sheet:
    """The sheet, with its `own` rectangle where the drawing does not have the page to itself."""
    with keeping("the frame of the drawing"):
        if sheet.words and frame_of(sheet).box is None and (box := _frame(sheet)) is not None:
            return sheet.at(own=box)
    return sheet


def _frame(sheet: Sheet) -> Box | None:
    """The smallest closed rectangle in the midst of a page that holds all but a little of what is drawn."""
    ruling, segments = ruling_of(sheet), sheet.segments
    lengths = np.hypot(segments[:, 2] - segments[:, 0], segments[:, 3] - segments[:, 1])
    middles = (segments[:, :2] + segments[:, 2:]) / 2
    level, upright = _longest(ruling.level, sheet.height), _longest(ruling.upright, sheet.width)
    closed = _closed(_about(level, middles[:, 1], lengths), _about(upright, middles[:, 0], lengths), 2 * ruling.slack)
    least = _AREA * sheet.width * sheet.height
    alone = _alone(sheet.words)
    for box in sorted((box for box in closed if area_of(box) >= least), key=area_of):
        check()
        held = ((middles >= box[:2]) & (middles <= box[2:])).all(axis=1)
        if lengths[held].sum() >= _HOLDS * lengths.sum() and not is_a_view(box, alone):
            return box
    return None


def _about(lines: Floats, places: Floats, weights: Floats) -> Floats:
    """The lines beyond which, on one side, no more is drawn than may lie beyond a frame; `places` (n) are across."""
    order = np.argsort(places)
    share = np.concatenate([[0.0], np.cumsum(weights[order])]) / max(float(weights.sum()), 1e-9)
    below, up_to = (share[np.searchsorted(places[order], lines[:, 0], side)] for side in ("left", "right"))
    out: Floats = lines[(below <= 1 - _HOLDS) | (up_to >= _HOLDS)]
    return out


def _longest(lines: Floats, size: float) -> Floats:
    """The longest lines, those along the page's edges left out, in their order across."""
    inner = lines[(lines[:, 0] > _EDGE * size) & (lines[:, 0] < (1 - _EDGE) * size)]
    some = inner[np.argsort(inner[:, 1] - inner[:, 2])][:_LINES]
    out: Floats = some[np.argsort(some[:, 0])]
    return out


def _closed(level: Floats, upright: Floats, slack: float) -> Iterator[Box]:
    """The rectangles of lines that end in their corners."""
    walls = list(combinations(upright.tolist(), 2))
    for top, bottom in combinations(level.tolist(), 2):
        for left, right in walls:
            x0, x1, y0, y1 = left[0], right[0], top[0], bottom[0]
            off = [top[1] - x0, x1 - top[2], bottom[1] - x0, x1 - bottom[2]]
            off += [left[1] - y0, y1 - left[2], right[1] - y0, y1 - right[2]]
            if max(map(abs, off)) <= slack:
                yield x0, y0, x1, y1


def _alone(words: Sequence[Word]) -> list[Word]:
    """The numbers beside which no other word of their line stands: those of dimensions, not those of running text."""
    index = index_of([word.box for word in words])
    found = []
    for number, word in enumerate(words):
        if NUMBER.fullmatch(word.text):
            x0, top, x1, bottom = word.box
            quarter = (bottom - top) / 4
            beside = index.near((x0 - word.height, top + quarter, x1 + word.height, bottom - quarter))
            found += [word] if beside.tolist() == [number] else []
    return found
