"""Arrow heads in pictures: where the ink along a line widens evenly from a point and ends at once.

Lines of a picture end somewhere in their heads, so each end is looked at from a little outside to a little inside.
Dimension lines of a chain are one line there, so the places where others cross it are looked at as its ends are.
What is measured is the ink on both sides of the line, the lesser of the two, so that letters beside it count nothing.
Slim heads are a few pixels wide (their sides may meet at 15 degrees: ISO 129:1985, 4.4.1), so the edge of the ink is
found between pixels, by their grey.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from ..budget import in_time
from ..index import BoxIndex
from ..sheet import Floats, Grey
from .terminators import Terminator

_OUTSIDE, _INSIDE = 3.2, 3.2  # text heights along the line, from its end
_ACROSS = 0.75  # text heights to either side
_ASIDE = 1.0  # pixels: how far a line that was found may lie beside its middle
_STEP = 0.06  # text heights between two places that are looked at
_HALF = (0.07, 0.62)  # text heights: half the width of a head at its base
_LONG = (0.3, 3.2)  # text heights: a head's length
_LEAST = 0.6  # text heights: shorter lines carry no head that can be told
_STEADY = 0.8  # correlation between the way from the tip and the width
_DROP = 0.55  # of the base's width: what is left right behind it
_BEYOND = 1.0  # text heights outside of a line's end: what is further off tells nothing of how thick the line is
_EVEN = 1.25  # times the mean of a head's first and last width: how wide all of it is on average, at most
_BEHIND = range(3, 7)  # places right behind a head's base
_NARROWS = 0.8  # of all the ink at the base: what is left behind it
_GOES_ON = 2  # of these: where its line is drawn, worn copies have gaps
_SLIM = 0.65  # of what the base shows beside the line: what the third next to the tip shows there at most
_RISE = 0.065  # text heights by which a head may widen toward its tip, as its edges are rough
_USUAL = 0.2  # share of a line's places that are slimmer than it is taken to be
_ONE = 0.4  # text heights between two heads that point the same way
_STRAIGHT = 0.02  # tangent within which a line is level or stands
_PATTERN = 48  # lines that cross one: it is the ruling of a table, or hatched
_BATCH = 256
_INK = 190  # grey from which on it is paper

Profile = NDArray[np.float64]


def heads_in_picture(picture: Grey, scale: float, lines: Floats, height: float) -> list[Terminator]:
    """The heads at the ends of `lines` (n, 4, in points); `picture` holds `scale` pixels for each point."""
    lengths = np.hypot(lines[:, 2] - lines[:, 0], lines[:, 3] - lines[:, 1])
    own = lines[lengths >= _LEAST * height]
    ends = np.vstack([own, own[:, [2, 3, 0, 1]], *_crossings(own, height)])
    found: list[Terminator] = []
    for start in in_time(range(0, len(ends), _BATCH), "arrow heads in the picture"):
        part = ends[start : start + _BATCH]
        ways = (part[:, 2:] - part[:, :2]) / np.hypot(*(part[:, 2:] - part[:, :2]).T)[:, None]
        found += _heads(part[:, 2:], ways, *_profiles(picture, scale, part[:, 2:], ways, height), height)
    return list({_place(head, height): head for head in found}.values())  # one may be seen from two places


def _place(head: Terminator, height: float) -> tuple[int, ...]:
    near = _ONE * height
    return (round(head.x / near), round(head.y / near), *(round(way) for way in head.direction))


def _crossings(lines: Floats, height: float) -> Iterator[Floats]:
    """Both parts (n, 4) of level and standing lines from where others cross them: there chained dimensions meet."""
    inside = _LEAST * height
    span, extent = np.abs(lines[:, 2:] - lines[:, :2]), np.hstack([lines.reshape(-1, 2, 2).min(axis=1)] * 2)
    extent[:, 2:] += span
    for axis in (0, 1):
        along = np.flatnonzero(span[:, 1 - axis] <= _STRAIGHT * span[:, axis])
        across = np.flatnonzero(span[:, axis] <= _STRAIGHT * span[:, 1 - axis])
        if not len(along) or not len(across):
            continue
        one, other = BoxIndex(extent[across]).pairs(extent[along])
        line, at = lines[along[one]], extent[across[other], axis]
        low, high = extent[along[one], axis], extent[along[one], 2 + axis]
        often = np.bincount(one, minlength=len(along))[one] > _PATTERN
        fits = (at > low + inside) & (at < high - inside) & ~often
        line, at = line[fits], at[fits]
        for part in (line, line[:, [2, 3, 0, 1]]):
            part[:, 2 + axis] = at
            yield part


def _places() -> tuple[Floats, Floats]:
    return np.arange(_OUTSIDE, -_INSIDE, -_STEP), np.arange(0, _ACROSS + _STEP, _STEP)


def _profiles(picture: Grey, scale: float, ends: Floats, ways: Floats, height: float) -> tuple[Profile, Profile]:
    """Half the width of the ink (n, places), and all of it, in text heights, from outside of each end inward.

    Half of it, by the slimmer side, is -1 without a line and not a number where another line crosses.
    """
    along, across = _places()
    normals = np.column_stack([-ways[:, 1], ways[:, 0]])
    centre = ends[:, None, :] + ways[:, None, :] * (along * height)[None, :, None]
    on_line = _is_ink(picture, scale, centre)
    for way in (normals, -normals):
        on_line |= _is_ink(picture, scale, centre + way[:, None] / scale)
    halves, wholes = np.where(on_line, 0.0, -1.0), np.zeros(on_line.shape)
    places, sides = centre[on_line], normals[np.nonzero(on_line)[0]]
    one, other = (_reach(picture, scale, places, way, across * height) for way in (sides, -sides))
    aside = min(_ASIDE / (scale * height), _STEP)
    half = np.minimum(one, other) + np.minimum(np.abs(one - other), aside) / 2
    halves[on_line] = np.where((np.maximum(one, other) >= across[-1]) & (half > _HALF[1]), np.nan, half)
    wholes[on_line] = one + other
    return halves, wholes


def _reach(picture: Grey, scale: float, centre: Floats, normals: Floats, across: Floats) -> Floats:
    """How far the ink goes on from places (n, 2) to one side (n, 2) without paper between, in text heights."""
    grey = _between(picture, scale, centre[:, None, :] + normals[:, None, :] * across[None, :2, None])
    out = _edge(grey) * _STEP
    wide = np.flatnonzero(grey.max(axis=1) < _INK)  # most places are those of a slim line
    grey = _between(picture, scale, centre[wide, None, :] + normals[wide, None, :] * across[None, :, None])
    out[wide] = _edge(grey) * _STEP
    return out


def _edge(grey: Floats) -> Floats:
    """How many steps the ink goes on from the first of the greys (n, steps + 1), to a part of one."""
    seen = grey < _INK
    ends = np.where(seen.all(axis=1), grey.shape[1], seen.argmin(axis=1))
    rows = np.arange(len(grey))
    last, first = grey[rows, np.maximum(ends - 1, 0)], grey[rows, np.minimum(ends, grey.shape[1] - 1)]
    over = np.where(first > last, (_INK - last) / np.maximum(first - last, 1.0), 0.0)
    return np.asarray(np.where(ends > 0, ends - 1 + np.clip(over, 0, 1), 0.0), np.float64)


def _is_ink(picture: Grey, scale: float, points: Floats) -> NDArray[np.bool_]:
    pixels = np.round(points * scale).astype(np.int64)
    x = np.clip(pixels[..., 0], 0, picture.shape[1] - 1)
    y = np.clip(pixels[..., 1], 0, picture.shape[0] - 1)
    return np.asarray(picture[y, x] < _INK)


def _between(picture: Grey, scale: float, points: Floats) -> Floats:
    """The grey at points (..., 2), weighed from the four pixels around each."""
    limits = np.array(picture.shape[::-1]) - 2
    at = np.clip(points * scale, 0, limits)
    pixel = at.astype(np.int64)
    x, y = pixel[..., 0], pixel[..., 1]
    right, down = np.moveaxis(at - pixel, -1, 0)
    upper = picture[y, x] * (1 - right) + picture[y, x + 1] * right
    lower = picture[y + 1, x] * (1 - right) + picture[y + 1, x + 1] * right
    return np.asarray(upper * (1 - down) + lower * down, np.float64)


def _heads(ends: Floats, ways: Floats, halves: Profile, wholes: Profile, height: float) -> Iterator[Terminator]:
    along, _ = _places()
    widths = np.where(np.isnan(halves), 0.0, halves)
    lines = _thickness(halves, widths, along)
    for number, peaks in _peaks(widths, wholes, lines):
        head = _head(widths[number], float(lines[number]), peaks, along)
        if head is not None:
            tip, length = head
            way = ways[number]
            x, y = ends[number] + way * tip * height
            yield Terminator(float(x), float(y), (float(way[0]), float(way[1])), length * height, "arrow")


def _thickness(halves: Profile, widths: Profile, along: Floats) -> Floats:
    """Half the usual width (n) of each line itself: a fifth of its places are slimmer."""
    drawn = (halves >= 0) & (along < _BEYOND)
    counts = drawn.sum(axis=1)
    ordered = np.sort(np.where(drawn, widths, np.inf), axis=1)
    place = _USUAL * np.maximum(counts - 1, 0)
    before = np.floor(place).astype(np.intp)
    rows = np.arange(len(ordered))
    low, high = ordered[rows, before], ordered[rows, np.minimum(before + 1, np.maximum(counts - 1, 0))]
    with np.errstate(invalid="ignore"):  # of a line that is not drawn at all
        return np.asarray(np.where(counts > 0, low + (high - low) * (place - before), 0.0), np.float64)


def _peaks(widths: Profile, wholes: Profile, lines: Floats) -> Iterator[tuple[int, list[int]]]:
    """Each end that widens to the base of a head, by its number, with the places where it does, the innermost first.

    Right behind the base there is the line again, and no more than it: a chord of a thick curve leaves the ink, which
    stays as wide as it was.
    """
    floor = np.maximum(np.maximum(_HALF[0], 1.8 * lines), lines + 0.04)[:, None]
    count = widths.shape[1]
    behind = np.pad(widths, ((0, 0), (0, 6)), constant_values=np.inf)
    left = np.min([behind[:, k : k + count] for k in _BEHIND], axis=0)
    whole = np.pad(wholes, ((0, 0), (0, 6)))
    after = np.array([whole[:, k : k + count] for k in _BEHIND])
    goes_on = (after > 0).sum(axis=0) >= _GOES_ON
    fits = (widths >= floor) & (widths <= _HALF[1]) & (left <= np.maximum(_DROP * widths, lines[:, None] + 0.03))
    fits &= goes_on & (after.min(axis=0) <= _NARROWS * wholes)
    fits &= (behind[:, 1 : 1 + count] <= widths) & (np.arange(count) < count - 3)
    for number in np.flatnonzero(fits.any(axis=1)).tolist():
        yield number, np.flatnonzero(fits[number])[::-1].tolist()


def _head(width: Profile, line: float, peaks: Sequence[int], along: Floats) -> tuple[float, float] | None:
    """Where the tip of a head is along the line, from its end outward, and the head's length; None without a head."""
    for peak in peaks:
        first = peak
        while first > 0 and width[first - 1] > line + 0.015 and width[first - 1] <= width[first] + _RISE:
            first -= 1
        run = width[first : peak + 1]
        tip = float(along[first]) + _hidden(run, width[:first])
        length = tip - float(along[peak])
        if not _LONG[0] <= length <= _LONG[1] or len(run) < 5 or not 0.05 <= 2 * width[peak] / length <= 1.3:
            continue
        if (
            np.ptp(run)
            and run[: len(run) // 3].mean() - line < _SLIM * (width[peak] - line)
            and run.mean() <= _EVEN * (run[0] + run[-1]) / 2
            and float(np.corrcoef(np.arange(len(run)), run)[0, 1]) >= _STEADY
        ):
            return tip, length
    return None


def _hidden(run: Profile, before: Profile) -> float:
    """The length of a head's tip that is slimmer than its line, by how evenly the rest (n) widens.

    It ends where the line does, or where another one crosses it, be it by a stub beyond this one: `before` are the
    widths up to it, from outside.
    """
    seen = _STEP * (len(run) - 1)
    even = float(run[0]) * seen / max(float(run[-1] - run[0]), 1e-6)
    alone = (before > 0) & (before <= run[0] + _RISE)
    left = len(alone) if alone.all() else int(alone[::-1].argmin())
    return min(seen, even, _STEP * (left + 1))
