"""From a picture to a sheet: the same words and lines as of a vector drawing, in points of the upright page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor

import numpy as np
from numpy.typing import NDArray

from ...contract import Box
from ..budget import check, keeping
from ..picture_text.enclosures import lifted
from ..picture_text.photograph import PhotographError
from ..picture_text.words import PictureWord, read_words
from ..sheet import RESOLUTIONS, Floats, Grey, ReadFrom, Sheet, Word
from .letter_strokes import without_letter_strokes
from .letters import legible
from .oblique_lines import oblique_lines
from .pixels import resized
from .prepare import Prepared
from .slanted_lines import Run, Slope, exact_directions, slopes
from .walls import blanks_at_walls

USUAL_DPI = 150.0
"""Resolution taken for a picture that does not tell its own."""

TOO_SMALL = "The resolution is too low to read small text. Scan the drawing with at least 200 dpi."
"""Remark on a sheet whose letters cannot be told apart."""

PHOTOGRAPH = (
    "This looks like a photograph: next to nothing in it reads as text. Scan or export the drawing and read that."
)
"""Remark on a picture that is no sheet."""

CUT = "The sheet was cut out of the picture and laid flat: what lies around it was not read."
"""Remark on a sheet that is a part of its picture."""

_MOST_PIXELS = 50_000_000  # beyond which a picture is not enlarged, whatever resolution is asked for
_LEGIBLE = 6.0  # pixels of a capital letter below which digits cannot be told apart
CAPITAL = 0.72
"""Height of a capital as a share of the box the detector draws around a run of text."""

_BESIDE = 1.5  # of its height: how far from a lone character's middle a line runs beside it, and how long it is
_LEANS = 35.0  # degrees: what a lone character seems to lean by, as little of it tells its direction
_HALF = 0.55  # of a capital's height: from a character's middle to its end, with some paper
_LEAST_BLANK = 0.2  # of a capital's height
_BELOW = 0.14  # of the box's height: what of it lies below the base line


def view_of(prepared: Prepared, number: int) -> Sheet:
    """Size and picture of a prepared picture, unread."""
    height, width = prepared.picture.shape
    scale = 72 / prepared.dpi
    return Sheet(
        number=number,
        width=width * scale,
        height=height * scale,
        source="picture",
        turned=prepared.turned,
        render=_renderer(prepared),
    )


def part_of(prepared: Prepared, box: Box, dpi: float) -> tuple[Grey, Box]:
    """The pixels of a prepared picture in a box (points), at most this fine, and the box that they fill."""
    scale = prepared.dpi / 72
    height, width = prepared.picture.shape
    x0, y0 = max(floor(box[0] * scale), 0), max(floor(box[1] * scale), 0)
    x1, y1 = min(ceil(box[2] * scale), width), min(ceil(box[3] * scale), height)
    pixels = prepared.picture[y0:y1, x0:x1]
    return resized(pixels, min(dpi / prepared.dpi, 1.0)), (x0 / scale, y0 / scale, x1 / scale, y1 / scale)


def read_prepared(prepared: Prepared, number: int) -> Sheet:
    """The sheet of a prepared picture: its words, and the lines found in it; nothing of a photograph."""
    lines = prepared.lines
    scale = 72 / prepared.dpi
    sheet = view_of(prepared, number).at(drawn=lines.astype(np.float64) * scale)
    view = prepared.view or legible(prepared.picture, prepared.dpi)
    enclosed = lifted(sheet, prepared.picture, prepared.ink, view)
    try:
        found = read_words(enclosed.picture, prepared.dpi, cuts=lines, view=None if enclosed.words else view)
    except PhotographError:
        return sheet.at(readable=False, drawn=None, remarks=(PHOTOGRAPH,))
    ruled = lines
    with keeping("strokes of letters among the lines"):
        ruled = without_letter_strokes(lines, found, prepared.ink)
    found = [*blanks_at_walls(found, ruled), *enclosed.words]
    slanted, oblique = list[Slope](), np.empty((0, 4), np.float32)
    with keeping("lines at an angle"):
        check()
        ways = exact_directions(prepared.ink, [Run(w.box, w.angle, w.height) for w in found])
        found = [replace(w, angle=way) for w, way in zip(found, ways, strict=True)]
        slanted = slopes(prepared.ink, prepared.dpi, [Run(w.box, w.angle, w.height) for w in found])
        found = [_along(w, slanted) for w in found]
        check()
        oblique = oblique_lines(prepared.ink, prepared.dpi, np.concatenate([lines, *(s.lines for s in slanted)]))
    words = tuple(word for one in found for word in words_of_run(one, scale))
    return sheet.at(
        words=words,
        rings=enclosed.rings * (scale, scale, scale, 1),
        readable=bool(words) or not prepared.ink.any(),
        remarks=(*((CUT,) if prepared.cut else ()), *_remarks(found)),
        drawn=np.concatenate([ruled, *(s.lines for s in slanted), oblique]).astype(np.float64) * scale,
    )


def _along(word: PictureWord, slanted: Sequence[Slope]) -> PictureWord:
    """The word in the exact direction of the lines that run as it does; a lone character beside none does not lean."""
    told = [(slope, angle) for slope in slanted if (angle := slope.turned_to(word.angle)) is not None]
    angle = min((angle for _, angle in told), key=lambda angle: abs(angle - word.angle), default=word.angle)
    level = 90.0 * round(angle / 90)
    leans = 0 < abs(angle - level) < _LEANS and len(word.text) == 1
    if leans and not any(_runs_beside(slope.lines, word, angle) for slope, angle in told):
        angle = level % 360
    return replace(word, angle=angle)


def _runs_beside(lines: NDArray[np.float32], word: PictureWord, angle: float) -> bool:
    """Whether one of the lines (n, 4) runs at an angle, or across it, right beside a word."""
    x0, top, x1, bottom = word.box
    way = np.array([np.cos(np.radians(angle)), -np.sin(np.radians(angle))])
    a, b = (lines[:, k : k + 2] - ((x0 + x1) / 2, (top + bottom) / 2) for k in (0, 2))
    spans = np.stack([np.stack([a @ w, b @ w]) for w in (way, np.array([way[1], -way[0]]))])
    low, high = spans.min(axis=1), spans.max(axis=1)
    reach = _BESIDE * word.height
    near = ((low < reach) & (high > -reach)).all(axis=0)
    return bool((near & ((high - low).max(axis=0) > reach)).any())


def _renderer(prepared: Prepared) -> Callable[[float], Grey]:
    @lru_cache(maxsize=RESOLUTIONS)  # every crop of a page asks for the same resolution
    def render(dpi: float) -> Grey:
        most = max(1.0, (_MOST_PIXELS / prepared.picture.size) ** 0.5)
        return resized(prepared.picture, min(dpi / prepared.dpi, most))

    return render


def _remarks(found: list[PictureWord]) -> tuple[str, ...]:
    heights = [w.height * CAPITAL for w in found]
    if heights and float(np.median(heights)) < _LEGIBLE:
        return (TOO_SMALL,)
    return ()


def words_of_run(found: PictureWord, scale: float) -> list[Word]:
    """One word for each blank-separated part of a run, where its characters stand along it."""
    base = _word(found, scale)
    parts, words = found.text.split(), []
    others = [(text.split(), chance) for text, chance in found.alternatives]
    dx, dy = base.direction
    for index, (part, (start, end)) in enumerate(zip(parts, _spans(found, parts, base), strict=True)):
        alike = ((other[index], chance) for other, chance in reversed(others) if len(other) == len(parts))
        words.append(
            Word(
                text=part,
                x=base.x + dx * start,
                y=base.y + dy * start,
                angle=base.angle,
                length=end - start,
                height=base.height,
                confidence=base.confidence,
                read_from=base.read_from,
                alternatives=tuple({text: chance for text, chance in alike if text != part}.items()),
            )
        )
    return words


def _spans(found: PictureWord, parts: Sequence[str], base: Word) -> list[tuple[float, float]]:
    """From where to where along a run each of its words stands, by where its characters do.

    Where that is not known they are as wide as each other.
    """
    firsts, at = [], 0
    for part in parts:
        firsts.append(found.text.index(part, at))
        at = firsts[-1] + len(part)
    ends = [first + len(part) for first, part in zip(firsts, parts, strict=True)]
    if len(found.places) == len(found.text):
        blanks = [
            _blank(found.places[end - 1], found.places[first], base)
            for end, first in zip(ends, firsts[1:], strict=False)
        ]
        spans = list(pairwise([0.0, *(edge for blank in blanks for edge in blank), base.length]))[::2]
        if all(start < end for start, end in spans):
            return spans
    step = base.length / max(len(found.text), 1)
    return [(first * step, end * step) for first, end in zip(firsts, ends, strict=True)]


def _blank(last: float, first: float, base: Word) -> tuple[float, float]:
    """From where to where a blank reaches between two characters, of which the places along a run are given."""
    before, behind = last * base.length, first * base.length
    half = max((behind - before) / 2 - _HALF * base.height, _LEAST_BLANK * base.height / 2)
    return (before + behind) / 2 - half, (before + behind) / 2 + half


def _word(found: PictureWord, scale: float) -> Word:
    """The run as one word: its base line from the box's middle, direction and height."""
    x0, top, x1, bottom = (v * scale for v in found.box)
    height = found.height * scale
    turn = np.radians(found.angle)
    direction: Floats = np.array([np.cos(turn), -np.sin(turn)])
    up: Floats = np.array([direction[1], -direction[0]])
    length = length_of((x1 - x0, bottom - top), height, turn)
    start = np.array([(x0 + x1) / 2, (top + bottom) / 2]) - direction * length / 2 - up * height * (0.5 - _BELOW)
    source: ReadFrom = "recognised"
    return Word(
        text=found.text,
        x=float(start[0]),
        y=float(start[1]),
        angle=found.angle % 360,
        length=length,
        height=CAPITAL * height,
        confidence=found.confidence,
        read_from=source,
    )


def length_of(extent: tuple[float, float], height: float, turn: float) -> float:
    """Length of a turned rectangle from its upright extent (width, height) and its own height; `turn` is in radians."""
    c, s = abs(float(np.cos(turn))), abs(float(np.sin(turn)))
    along_x, along_y = (extent[0] - height * s) / max(c, 1e-6), (extent[1] - height * c) / max(s, 1e-6)
    return max(along_x if c >= s else along_y, 0.3 * height)
