"""Rectangles that cover an area but for windows in it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence

from ...contract import Box
from .around import meet

_Span = tuple[float, float]
_EXACT = 2  # decimals of a point


def covered(areas: Sequence[Box], windows: Sequence[Box]) -> tuple[Box, ...]:
    """Rectangles that together are the areas without the windows, in points; none overlaps another."""
    areas = [a for a in map(_ordered, areas) if a[0] < a[2] and a[1] < a[3]]
    windows = [w for w in map(_ordered, windows) if any(meet(w, a) for a in areas)]
    edges = sorted({y for box in (*areas, *windows) for y in (box[1], box[3])})
    open_: dict[_Span, float] = {}
    out: list[Box] = []
    for top, bottom in zip(edges, [*edges[1:], *edges[-1:]], strict=True):
        spans = set(_spans(areas, windows, top, bottom)) if bottom > top else set()
        out += [(x0, since, x1, top) for (x0, x1), since in open_.items() if (x0, x1) not in spans]
        open_ = {span: open_.get(span, top) for span in spans}
    return tuple(sorted(out, key=lambda box: (box[1], box[0])))


def _ordered(box: Box) -> Box:
    x0, y0, x1, y1 = (round(v, _EXACT) for v in box)
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def _spans(areas: Iterable[Box], windows: Iterable[Box], top: float, bottom: float) -> list[_Span]:
    """What is covered of the strip between two neighbouring edges, from left to right."""
    out = _joined((a[0], a[2]) for a in areas if a[1] <= top and a[3] >= bottom)
    for x0, x1 in _joined((w[0], w[2]) for w in windows if w[1] <= top and w[3] >= bottom):
        first = bisect_left(out, x0, key=lambda span: span[1])
        cut: list[_Span] = []
        for left, right in out[first:]:
            cut += [piece for piece in ((left, min(right, x0)), (max(left, x1), right)) if piece[0] < piece[1]]
        out = [*out[:first], *cut]
    return out


def _joined(spans: Iterable[_Span]) -> list[_Span]:
    out: list[_Span] = []
    for x0, x1 in sorted(spans):
        if out and x0 <= out[-1][1]:
            out[-1] = out[-1][0], max(out[-1][1], x1)
        else:
            out.append((x0, x1))
    return out
