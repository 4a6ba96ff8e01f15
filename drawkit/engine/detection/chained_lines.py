"""Runs of text that a chain of dimensions made one: parted where a dimension line with its heads runs between.

In a chain the lines and their heads fill the room from number to number (ISO 129-1, 5.4 to 5.6), so that a detector
sees one run, and a reader takes what is between them for signs: 20+20-20.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..picture.binarise import binarise
from ..picture.pixels import Grey
from .boxes import TextBox, crop

_SHORTEST: Final = 2.5
"""Length over height of a run that may show two numbers and what parts them."""

_FINEST: Final = 24
"""Pixels of height from which on heads are told from figures."""

_THIN: Final = 0.17
"""Of the box's height: how thick a line may be; letters are drawn with pens of a tenth of theirs (ISO 3098-1)."""

_OFF: Final = 0.22
"""Of the height, to either side of its middle: where such a line runs."""

_WAVERS: Final = 0.06
"""Of the height: by how much the ink is off the line's own middle, heads too."""

_HEAD: Final = (0.2, 0.65)
"""Of the height: how wide heads are at their base, at least and at most."""

_DASH: Final = 1.3
"""Heights of a bare line, at least: no dash is so long."""

_LINE, _WHOLE = 0.15, 0.8
"""Heights of a line that has a head, and of both, at least: a plus is smaller."""

_PAPER: Final = 0.2
"""Heights of paper that a run keeps before and behind it."""

_FILLED: Final = 0.75
"""Of a line's columns with its heads: in as many there is no paper between its ink."""

_BLUNT, _EVENLY = 0.7, 0.35
"""Of a head's width at its base, and how many of its columns are no wider: of a triangle half of them, of a figure
that is filled a quarter."""


def parted_by_lines(picture: Grey, box: TextBox) -> tuple[list[TextBox], list[tuple[float, float]]]:
    """The runs of text that a box shows, and from where to where along it (pixels) lines run between them."""
    if box.elongation < _SHORTEST or box.height < _FINEST:
        return [box], []
    ink = binarise(crop(picture, box)) > 0
    lines = list(_lines(ink))
    scale = box.length / ink.shape[1]
    columns = list(pairwise([0, *(edge for line in lines for edge in line), ink.shape[1]]))[::2]
    drawn = [start + np.flatnonzero(ink[:, start:end].any(axis=0)) for start, end in columns]
    paper = _PAPER * box.height
    parts = [
        box.part(max(start * scale, at[0] * scale - paper), min(end * scale, (at[-1] + 1) * scale + paper))
        for (start, end), at in zip(columns, drawn, strict=True)
        if len(at)
    ]
    return (parts, [(a * scale, b * scale) for a, b in lines]) if lines and parts else ([box], [])


def _lines(ink: NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    """From which column to which the dimension lines run, with their heads and the extension lines between these."""
    tall = len(ink)
    counts = ink.sum(axis=0)
    first, last = ink.argmax(axis=0), tall - 1 - ink[::-1].argmax(axis=0)
    extents, middles = last - first + 1, (first + last + 1) / 2
    whole = extents == counts  # not so where the base of a head is hollow
    thin = whole & (counts <= max(2, _THIN * tall)) & (np.abs(middles - tall / 2) <= _OFF * tall)
    for start, end in _stretches(counts > 0):
        own = middles[start:end][thin[start:end]]
        if not len(own):
            continue
        level = (np.abs(middles - np.median(own)) <= max(1.0, _WAVERS * tall)) & (extents <= _HEAD[1] * tall)
        for a, b in _stretches(_bridged(level[start:end], round(_THIN * tall))):
            part = slice(start + a, start + b)
            filled = (whole & level)[part].sum() >= _FILLED * level[part].sum()
            if filled and _is_line((thin & level)[part], extents[part][level[part]], tall):
                yield part.start, part.stop


def _is_line(bare: NDArray[np.bool_], widths: NDArray[np.intp], tall: int) -> bool:
    """Whether columns, `bare` where nothing but a line is, show one that is no dash: long, or with heads on it.

    Heads widen evenly; figures that poor light fills are wide at once.
    """
    line = int(bare.sum())
    if line >= _DASH * tall:
        return True
    wide = widths[widths > _THIN * tall]
    tapers = (wide <= _BLUNT * widths.max()).sum() >= _EVENLY * len(wide)
    headed = widths.max() >= _HEAD[0] * tall and tapers
    return bool(headed and line >= _LINE * tall and len(bare) >= _WHOLE * tall)


def _bridged(level: NDArray[np.bool_], most: int) -> NDArray[np.bool_]:
    """The columns of a line, and the few between two of its parts: there an extension line runs across."""
    out = level.copy()
    for (_, end), (start, _) in pairwise(_stretches(level)):
        if start - end <= most:
            out[end:start] = True
    return out


def _stretches(true: NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    """From where to where it is true without a gap."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], true, [False]]).astype(np.int8)))
    yield from zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True)
