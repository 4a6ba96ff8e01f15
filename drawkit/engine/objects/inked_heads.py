"""Arrow heads in pictures: where the ink along a line widens evenly from a point and ends at once.

Lines of a picture end somewhere in their heads, so each end is looked at from a little outside to a little inside.
What is measured is the ink on both sides of the line, the lesser of the two, so that letters beside it count nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from ..sheet import Floats, Grey
from .terminators import Terminator

_OUTSIDE, _INSIDE = 3.2, 3.2  # text heights along the line, from its end
_ACROSS = 0.75  # text heights to either side
_STEP = 0.06  # text heights between two places that are looked at
_HALF = (0.07, 0.62)  # text heights: half the width of a head at its base
_LONG = (0.3, 3.2)  # text heights: a head's length
_LEAST = 0.6  # text heights: shorter lines carry no head that can be told
_STEADY = 0.8  # correlation between the way from the tip and the width
_DROP = 0.55  # of the base's width: what is left right behind it
_BEYOND = 1.0  # text heights outside of a line's end: what is further off tells nothing of how thick the line is
_SLIM = 0.65  # of the base's width: what the third next to the tip has at most
_USUAL = 0.2  # share of a line's places that are slimmer than it is taken to be
_BATCH = 256

Profile = NDArray[np.float64]


def heads_in_picture(ink: NDArray[np.bool_], scale: float, lines: Floats, height: float) -> list[Terminator]:
    """The heads at the ends of `lines` (n, 4, in points); `ink` holds `scale` pixels for each point."""
    lengths = np.hypot(lines[:, 2] - lines[:, 0], lines[:, 3] - lines[:, 1])
    own = lines[lengths >= _LEAST * height]
    ends = np.vstack([own, own[:, [2, 3, 0, 1]]])
    found: list[Terminator] = []
    for start in range(0, len(ends), _BATCH):
        part = ends[start : start + _BATCH]
        ways = (part[:, 2:] - part[:, :2]) / np.hypot(*(part[:, 2:] - part[:, :2]).T)[:, None]
        found += _heads(part[:, 2:], ways, _profiles(ink, scale, part[:, 2:], ways, height), height)
    return found


def ink_of(picture: Grey, level: int = 190) -> NDArray[np.bool_]:
    """Which pixels are ink."""
    return np.asarray(picture < level)


def _places() -> tuple[Floats, Floats]:
    along = np.arange(_OUTSIDE, -_INSIDE, -_STEP)
    return along, np.arange(_STEP, _ACROSS + _STEP, _STEP)


def _profiles(ink: NDArray[np.bool_], scale: float, ends: Floats, ways: Floats, height: float) -> Profile:
    """Half the width of the ink (n, places) in text heights, from outside of each end inward; -1 without a line."""
    along, across = _places()
    normals = np.column_stack([-ways[:, 1], ways[:, 0]])
    centre = ends[:, None, :] + ways[:, None, :] * (along * height)[None, :, None]
    beside = [normals[:, None] * sign for sign in (1.0, -1.0)]
    on_line = _at(ink, scale, centre)
    for way in beside:
        on_line |= _at(ink, scale, centre + way / scale)
    out: Profile = np.where(on_line, 0.0, -1.0)
    wide = np.logical_and(*(_at(ink, scale, centre + way * (across[0] * height)) for way in beside))
    row, _ = np.nonzero(wide)  # elsewhere there is paper on one side, and most of what is looked at is paper
    one, other = (_reach(ink, scale, centre[wide], way[row, 0], across * height) for way in beside)
    half = np.minimum(one, other)
    solid = (np.maximum(one, other) >= across[-1] * 0.98) & (half > _HALF[1])
    out[wide] = np.where(solid, np.nan, np.where(on_line[wide], half, -1.0))
    return out


def _reach(ink: NDArray[np.bool_], scale: float, centre: Floats, normals: Floats, across: Floats) -> Floats:
    """How far the ink goes on from places (n, 2) to one side (n, 2) without paper between, in text heights."""
    seen = _at(ink, scale, centre[:, None, :] + normals[:, None, :] * across[None, :, None])
    solid = np.where(seen.all(axis=1), len(across), seen.argmin(axis=1))
    return np.asarray(solid * _STEP, np.float64)


def _at(ink: NDArray[np.bool_], scale: float, points: Floats) -> NDArray[np.bool_]:
    pixels = np.round(points * scale).astype(np.int64)
    x = np.clip(pixels[..., 0], 0, ink.shape[1] - 1)
    y = np.clip(pixels[..., 1], 0, ink.shape[0] - 1)
    return np.asarray(ink[y, x])


def _heads(ends: Floats, ways: Floats, profiles: Profile, height: float) -> Iterator[Terminator]:
    along, _ = _places()
    widths = np.where(np.isnan(profiles), 0.0, profiles)
    lines = _thickness(profiles, widths, along)
    for number, peaks in _peaks(widths, lines):
        head = _head(widths[number], float(lines[number]), peaks, along)
        if head is not None:
            tip, length = head
            way = ways[number]
            x, y = ends[number] + way * tip * height
            yield Terminator(float(x), float(y), (float(way[0]), float(way[1])), length * height, "arrow")


def _thickness(profiles: Profile, widths: Profile, along: Floats) -> Floats:
    """Half the usual width (n) of each line itself: a fifth of its places are slimmer."""
    drawn = (profiles >= 0) & (along < _BEYOND)
    counts = drawn.sum(axis=1)
    ordered = np.sort(np.where(drawn, widths, np.inf), axis=1)
    place = _USUAL * np.maximum(counts - 1, 0)
    before = np.floor(place).astype(np.intp)
    rows = np.arange(len(ordered))
    low, high = ordered[rows, before], ordered[rows, np.minimum(before + 1, np.maximum(counts - 1, 0))]
    with np.errstate(invalid="ignore"):  # of a line that is not drawn at all
        return np.asarray(np.where(counts > 0, low + (high - low) * (place - before), 0.0), np.float64)


def _peaks(widths: Profile, lines: Floats) -> Iterator[tuple[int, list[int]]]:
    """Each end that widens to the base of a head, by its number, with the places where it does, the innermost first."""
    floor = np.maximum(np.maximum(_HALF[0], 1.8 * lines), lines + 0.05)[:, None]
    behind = np.pad(widths, ((0, 0), (0, 6)), constant_values=np.inf)
    count = widths.shape[1]
    left = np.min([behind[:, k : k + count] for k in range(3, 7)], axis=0)
    fits = (widths >= floor) & (widths <= _HALF[1]) & (left <= np.maximum(_DROP * widths, lines[:, None] + 0.03))
    fits &= (behind[:, 1 : 1 + count] <= widths) & (np.arange(count) < count - 3)
    for number in np.flatnonzero(fits.any(axis=1)).tolist():
        yield number, np.flatnonzero(fits[number])[::-1].tolist()


def _head(width: Profile, line: float, peaks: Sequence[int], along: Floats) -> tuple[float, float] | None:
    """Where the tip of a head is along the line, from its end outward, and the head's length; None without a head."""
    for peak in peaks:
        first = peak
        while first > 0 and width[first - 1] > line + 0.015 and width[first - 1] <= width[first] + 0.065:
            first -= 1
        run = width[first : peak + 1]
        length = float(along[first] - along[peak])
        if not _LONG[0] <= length <= _LONG[1] or len(run) < 5 or not 0.05 <= 2 * width[peak] / max(length, 1e-6) <= 1.3:
            continue
        if (
            np.ptp(run)
            and run[: len(run) // 3].mean() < _SLIM * width[peak]
            and float(np.corrcoef(np.arange(len(run)), run)[0, 1]) >= _STEADY
        ):
            return float(along[first]), length
    return None
