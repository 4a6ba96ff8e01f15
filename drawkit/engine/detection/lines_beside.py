"""Short text along the slanting line beside it: a leader or a dimension line tells the direction that few letters hide.

Dimensions stand along their dimension line, and leaders that are bent nowhere carry their text (ISO 129-1).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from ..index import index_of_segments
from ..picture.pixels import Grey
from ..sheet import Floats
from .boxes import TextBox, upward
from .reading_lines import around_ink, usual_size

if TYPE_CHECKING:
    from .clusters import Cluster

_SHORT: Final = 3.5  # length over height: what is longer tells its direction by itself
_UNTOLD: Final = 1.8  # length over height up to which a cluster hardly tells one
_FEWEST: Final = 2  # letters that make a direction
_SLANTS: Final = 6.0  # degrees from a level or upright line
_BESIDE: Final = 1.2  # of a cluster's shorter side: how far its middle is off the line
_LOWER: Final = 0.85  # times as low as it lies: what stands along the line
_ONE_ROW: Final = 1.5  # of the letters' size: how high one row of them is
_LEADER: Final = 40  # letter heights: how long leaders and slanting dimension lines are at most
_HATCHING: Final = 48  # slanting lines around a few letters: more tell no direction
_DARK: Final = 150  # the finest line between two pixels is as pale


def along_lines(
    picture: Grey, found: Sequence[Cluster], lines: Floats, letter: float
) -> tuple[list[Cluster], list[TextBox]]:
    """The clusters, those along the line beside them that are lower so; and boxes of others that may stand along one.

    `lines` (n, 4), x0, y0, x1, y1 in pixels, are those of the page that are longer than a letter, which is usually
    `letter` pixels high.
    """
    out, guesses = list(found), []
    for number, angle in _directions(found, lines[_lengths(lines) <= _LEADER * letter]).items():
        cluster = found[number]
        x0, top, x1, bottom = cluster.bounds
        rows, columns = np.nonzero(picture[top:bottom, x0:x1] < _DARK)
        points = np.column_stack([columns + x0, rows + top]).astype(np.float32)
        box = around_ink(points, points, angle)
        if box.height > _ONE_ROW * usual_size(cluster.sizes):
            continue
        if box.height <= _LOWER * min(cluster.box.length, cluster.box.height):
            out[number] = replace(cluster, box=box)
        elif cluster.letters >= _FEWEST and cluster.box.elongation <= _UNTOLD:
            guesses.append(replace(box, letters=cluster.letters))
    return out, guesses


def _lengths(lines: Floats) -> Floats:
    out: Floats = np.hypot(*(lines[:, 2:] - lines[:, :2]).T)
    return out


def _hardly_tells(box: TextBox) -> bool:
    return box.elongation <= (_SHORT if box.angle % 90 == 0 else _UNTOLD)


def _directions(found: Sequence[Cluster], lines: Floats) -> dict[int, float]:
    """The directions, in degrees, of the slanting lines beside short clusters (by number) that hardly tell theirs."""
    way = lines[:, 2:] - lines[:, :2]
    angle = np.degrees(np.arctan2(-way[:, 1], way[:, 0]))
    off = np.abs((angle + 45) % 90 - 45)
    slanting = np.flatnonzero(off > _SLANTS)
    short = [i for i, c in enumerate(found) if c.letters and _hardly_tells(c.box)]
    if not len(slanting) or not short:
        return {}
    some = lines[slanting]
    middles = np.array([(found[i].box.x, found[i].box.y) for i in short])
    reach = _BESIDE * np.array([[min(found[i].box.length, found[i].box.height)] for i in short])
    asked, met = index_of_segments(some).pairs(np.hstack([middles - reach, middles + reach]), _HATCHING)
    start, line = some[met, :2], some[met, 2:] - some[met, :2]
    length = np.maximum(_lengths(some)[met], 1e-9)
    away = middles[asked] - start
    along = (away * line).sum(axis=1) / length
    aside = np.abs(away[:, 0] * line[:, 1] - away[:, 1] * line[:, 0]) / length
    beside = (along >= 0) & (along <= length) & (aside <= reach[asked, 0])
    nearest: dict[int, float] = {}
    for i in np.argsort(-aside[beside], kind="stable").tolist():
        nearest[short[asked[beside][i]]] = upward(float(angle[slanting[met[beside][i]]]))
    return nearest
