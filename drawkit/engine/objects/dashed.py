"""Dashed and chain lines drawn dash by dash: each becomes the one line that it is (ISO 128-2, 4).

Many programs write no dash pattern but every dash and dot as a stroke. Left so, the dashes of a centre line are of a
letter's size, and join the letters along it to one heap.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..index import BoxIndex, index_of_segments, off_segments
from ..sheet import Floats, Path

Numbers = NDArray[np.intp]

_FEWEST: Final = 5  # dashes and dots of a line: long, dot, long, dot, long
_GAP: Final = 0.7  # of the longer neighbour: the widest gap (ISO 128-2 has 1/4, other patterns 1/2)
_WIDEST: Final = 15.0  # points: the same on the largest sheet
_TOUCH: Final = 0.02  # points: nearer ends meet, so there is no gap
_OFF: Final = 0.15  # points by which a dash may lie beside the line of its neighbour
_ALONG: Final = 0.9995  # cosine between dashes of one line
_DOT: Final = 1.5  # points: a shorter dash tells no direction
_FREE: Final = 0.75  # of the ends of a line's dashes meet nothing; those of letters do
_MEET: Final = 0.1  # points within which an end meets another stroke


def with_dashes_joined(paths: Sequence[Path]) -> tuple[Path, ...]:
    """The paths with each dashed line as one path from its start to its end, in the place of its first dash."""
    dashes = [i for i, p in enumerate(paths) if p.stroked and not p.filled and not p.closed and len(p.points) == 2]
    if len(dashes) < _FEWEST:
        return tuple(paths)
    lines, same = _once(np.array([paths[i].points.reshape(4) for i in dashes]))
    out: list[Path | None] = list(paths)
    line_of = np.full(len(lines), -1)
    wholes = []
    for number, chain in enumerate(_lines_of(lines)):
        line_of[chain] = number
        ends = lines[chain].reshape(-1, 2)
        at = ends @ (lines[chain[-1], :2] - lines[chain[0], :2])
        wholes.append(np.array([ends[at.argmin()], ends[at.argmax()]]))
    known: set[int] = set()
    for index, line in zip(dashes, line_of[same].tolist(), strict=True):
        if line >= 0:
            out[index] = None if line in known else replace(paths[index], points=wholes[line])
            known.add(line)
    return tuple(p for p in out if p is not None)


def _once(lines: Floats) -> tuple[Floats, Numbers]:
    """Each of the dashes (n, 4) once, whichever way it is drawn and however often; and which of these each one is."""
    swapped = (lines[:, 0] > lines[:, 2]) | ((lines[:, 0] == lines[:, 2]) & (lines[:, 1] > lines[:, 3]))
    told = np.where(swapped[:, None], lines[:, [2, 3, 0, 1]], lines)
    _, first, same = np.unique(np.round(told / _TOUCH), axis=0, return_index=True, return_inverse=True)
    return lines[first], same.reshape(-1)


def _lines_of(lines: Floats) -> Iterator[list[int]]:
    """The numbers of the dashes (n, 4) of each dashed line, one after the other."""
    after, before = _followed(lines)
    starts = np.flatnonzero((after >= 0) ^ (before >= 0))
    seen: set[int] = set()
    for start in starts.tolist():
        if start in seen:
            continue
        chain = _chain(start, after, before)
        seen.update(chain)
        if len(chain) >= _FEWEST and _is_free(lines, chain):
            yield chain


def _chain(start: int, *links: Numbers) -> list[int]:
    """The dashes from one that has a neighbour at one end alone; dashes may be drawn in either sense."""
    chain, last, here = [start], -1, start
    while True:
        further = [n for link in links if (n := int(link[here])) >= 0 and n != last]
        if not further or further[0] == start:
            return chain
        last, here = here, further[0]
        chain.append(here)


def _followed(lines: Floats) -> tuple[Numbers, Numbers]:
    """For each dash the one that goes on behind its end, and the one before its start; -1 where there is none."""
    count = len(lines)
    ends = lines.reshape(-1, 2)
    lengths = np.hypot(lines[:, 2] - lines[:, 0], lines[:, 3] - lines[:, 1])
    ways = (lines[:, 2:] - lines[:, :2]) / np.maximum(lengths, 1e-9)[:, None]
    out = np.repeat(ways, 2, axis=0)
    out[0::2] *= -1  # away from the dash, at its start and at its end
    told = np.repeat(lengths >= _DOT, 2)
    asking = np.flatnonzero(told)
    reach = np.minimum(_GAP * np.repeat(lengths, 2), _WIDEST)
    ahead = ends[asking] + out[asking] * reach[asking, None]
    boxes = np.hstack([np.minimum(ends[asking], ahead) - _OFF, np.maximum(ends[asking], ahead) + _OFF])
    asked, met = BoxIndex(np.hstack([ends, ends])).pairs(boxes)
    asked = asking[asked]
    gap = ends[met] - ends[asked]
    along = (gap * out[asked]).sum(axis=1)
    across = np.abs(gap[:, 0] * out[asked, 1] - gap[:, 1] * out[asked, 0])
    turned = (out[asked] * out[met]).sum(axis=1)  # a neighbour's own end looks back
    longer = np.maximum(lengths[asked // 2], lengths[met // 2])
    fits = (asked // 2 != met // 2) & (along > _TOUCH) & (along <= _GAP * longer) & (across <= _OFF)
    fits &= (turned <= -_ALONG) | (lengths[met // 2] < _DOT)
    return _mutual(asked[fits], met[fits], along[fits], 2 * count)


def _mutual(asked: Numbers, met: Numbers, gap: Floats, count: int) -> tuple[Numbers, Numbers]:
    """The nearest neighbour of each end, where each is the other's; as the neighbours of ends and of starts."""
    one, other = np.concatenate([asked, met]), np.concatenate([met, asked])
    order = np.argsort(np.concatenate([gap, gap]), kind="stable")[::-1]
    nearest = np.full(count, -1)
    nearest[one[order]] = other[order]
    back = np.where(nearest >= 0, nearest[nearest], -1)
    nearest[back != np.arange(count)] = -1
    home = np.where(nearest >= 0, nearest // 2, -1)
    return home[1::2], home[0::2]


def _is_free(lines: Floats, chain: Sequence[int]) -> bool:
    """Whether the ends of most dashes meet no other stroke."""
    ends = lines[np.array(chain)].reshape(-1, 2)
    own = np.repeat(chain, 2)
    asked, met = index_of_segments(lines).pairs(np.hstack([ends - _MEET, ends + _MEET]))
    other = met != own[asked]
    asked, met = asked[other], met[other]
    off = off_segments(ends[asked], lines[met])
    return len(np.unique(asked[off <= _MEET])) <= (1 - _FREE) * len(ends)
