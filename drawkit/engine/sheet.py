"""One page as every module sees it: words, paths, straight segments, and the picture on demand.

Coordinates are points (1/72 inch) of the upright page, origin at the top left, y downward. Angles are degrees,
counter-clockwise as seen: 0 reads to the right, 90 reads upward.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ..contract import Box
from .filled_lines import middle_line, walls
from .headed_lines import headed_lines_of
from .index import BoxIndex, boxes_of, index_of_segments
from .kept import kept

RESOLUTIONS = 3
"""A page is rendered for its shapes, for what is drawn in its title block, and for crops: each of them once."""

NO_CHARACTER = "\ufffd"
"""What the text layer says where a glyph has no code that could be a character."""

_UNTOLD = range(0xF0000, 0x100000)
"""What the codes of fonts that do not tell their characters stand behind (a private plane of Unicode)."""

_SYMBOLIC = range(0xF000, 0xF020)
"""Where TrueType fonts of symbols hold codes that are no characters in any other font."""

Grey = NDArray[np.uint8]
Floats = NDArray[np.float64]
ReadFrom = Literal["text layer", "recognised", "both"]


@dataclass(frozen=True, slots=True)
class Glyph:
    """One character of the text layer: where its base line starts, its direction, and how far it advances."""

    text: str
    x: float
    y: float
    angle: float
    size: float
    advance: float
    font: str = ""
    invisible: bool = False
    run: int = -1
    """Which of the page's pieces of text it belongs to; -1 where that is not known."""
    face: int = -1
    """Which of the page's fonts it is set in: several may have one name. -1 where that is not known."""


def untold(code: int) -> str:
    """What the text layer says where a font does not tell which character a code is: one code is one sign of it.

    Codes of fonts have two bytes at most where they are no characters (ISO 32000-1, 9.7.5).
    """
    return chr(_UNTOLD[code]) if code < len(_UNTOLD) else NO_CHARACTER


def is_untold(text: str) -> bool:
    """Whether a font does not tell which character a glyph is."""
    return text == NO_CHARACTER or ord(text[:1] or " ") in _UNTOLD or ord(text[:1] or " ") in _SYMBOLIC


def code_of(text: str) -> int:
    """The code of a character in its font: its own where the font tells it, as most fonts do."""
    code = ord(text)
    return code - _UNTOLD.start if code in _UNTOLD else code


@lru_cache(maxsize=4096)  # a sheet has few directions and asks for them at every step
def _direction(angle: float) -> tuple[float, float]:
    turn = math.radians(angle)
    return math.cos(turn), -math.sin(turn)


@dataclass(frozen=True, slots=True)
class Word:
    """Characters in a row without a gap. `height` is that of a capital letter; (x, y) starts the base line."""

    text: str
    x: float
    y: float
    angle: float
    length: float
    height: float
    confidence: float = 1.0
    read_from: ReadFrom = "text layer"
    alternatives: tuple[tuple[str, float], ...] = field(default=(), compare=False)
    """Other readings of the same place with the chance of each, the likeliest first; for recognised words only."""
    printed: Box | None = field(default=None, compare=False)
    """Where its letters lie, for a word that was brought to the base line of its nominal; None where `box` says it."""

    @property
    def direction(self) -> tuple[float, float]:
        """Unit vector of reading, in page coordinates (y downward)."""
        return _direction(self.angle)

    @property
    def up(self) -> tuple[float, float]:
        """Unit vector from the base line to the top of the letters."""
        dx, dy = self.direction
        return dy, -dx

    @property
    def end(self) -> tuple[float, float]:
        """Where the base line ends."""
        dx, dy = self.direction
        return self.x + dx * self.length, self.y + dy * self.length

    @property
    def middle(self) -> tuple[float, float]:
        """The centre of the word, half a capital letter above its base line."""
        dx, dy = self.direction
        ux, uy = dy, -dx
        half_length, half_height = self.length / 2, self.height / 2
        return self.x + dx * half_length + ux * half_height, self.y + dy * half_length + uy * half_height

    @property
    def box(self) -> Box:
        """Upright box around the word: from a little below the base line to the top of the capitals."""
        return self.span(below=0.2 * self.height, above=1.08 * self.height)

    def span(self, *, below: float, above: float, before: float = 0.0, after: float = 0.0) -> Box:
        """Upright box around the word's own rectangle, grown along and across the reading direction."""
        dx, dy = self.direction
        ux, uy = dy, -dx
        xs, ys = [], []
        for along in (-before, self.length + after):
            for across in (-below, above):
                xs.append(self.x + dx * along + ux * across)
                ys.append(self.y + dy * along + uy * across)
        return min(xs), min(ys), max(xs), max(ys)

    def along(self, x: float, y: float) -> float:
        """Distance of a point from the word's start along its reading direction."""
        dx, dy = self.direction
        return (x - self.x) * dx + (y - self.y) * dy

    def across(self, x: float, y: float) -> float:
        """Distance of a point above the word's base line."""
        ux, uy = self.up
        return (x - self.x) * ux + (y - self.y) * uy

    def recognised(
        self, text: str, confidence: float, along: tuple[float, float], across: tuple[float, float] = (0.0, 1.0)
    ) -> Word:
        """A word read from the picture, from and to these distances along and across this one, in letter heights."""
        (dx, dy), (ux, uy), unit = self.direction, self.up, self.height
        return Word(
            text=text,
            x=self.x + (dx * along[0] + ux * across[0]) * unit,
            y=self.y + (dy * along[0] + uy * across[0]) * unit,
            angle=self.angle,
            length=(along[1] - along[0]) * unit,
            height=(across[1] - across[0]) * unit,
            confidence=confidence,
            read_from="recognised",
        )

    def behind(self, index: int) -> Word:
        """The word from a character on, its letters taken as equally wide."""
        share = self.length * index / len(self.text)
        dx, dy = self.direction
        return replace(
            self,
            text=self.text[index:],
            x=self.x + dx * share,
            y=self.y + dy * share,
            length=self.length - share,
            printed=None,
            alternatives=tuple((t[index:], c) for t, c in self.alternatives if t.startswith(self.text[:index])),
        )

    def with_text(self, text: str, *, confidence: float | None = None, read_from: ReadFrom | None = None) -> Word:
        """The same place with another reading."""
        return replace(
            self,
            text=text,
            confidence=self.confidence if confidence is None else confidence,
            read_from=read_from or self.read_from,
        )


@dataclass(frozen=True, eq=False)
class Path:
    """One drawn sub-path, flattened to points (n, 2)."""

    points: Floats
    closed: bool
    filled: bool
    stroked: bool
    width: float
    grey: int
    curved: bool
    group: int = 0
    """Sub-paths of one drawing operation share a group: the outlines of one letter, say."""
    winding: bool = False
    """Whether its group is filled by the nonzero winding rule, else by the even-odd one (ISO 32000-1, 8.5.3.3)."""

    @cached_property
    def box(self) -> Box:
        """Upright box around the points."""
        x0, y0 = self.points.min(axis=0)
        x1, y1 = self.points.max(axis=0)
        return float(x0), float(y0), float(x1), float(y1)


def boxed(paths: Iterable[Path]) -> tuple[Path, ...]:
    """The paths, the boxes of which are known: to work out all at once costs far less than one by one."""
    paths = tuple(paths)
    if paths:
        points = np.vstack([path.points for path in paths])
        starts = np.cumsum([0, *(len(path.points) for path in paths[:-1])])
        low, high = np.minimum.reduceat(points, starts), np.maximum.reduceat(points, starts)
        for path, box in zip(paths, np.hstack([low, high]).tolist(), strict=True):
            path.__dict__["box"] = tuple(box)
    return paths


def _no_picture(dpi: float) -> Grey:
    raise LookupError(f"this sheet has no picture ({dpi} dpi asked for)")


@dataclass(frozen=True, eq=False)
class Sheet:
    """One page. `source` tells where its words came from: the text layer, recognised strokes, or a picture."""

    number: int
    width: float
    height: float
    words: tuple[Word, ...] = ()
    paths: tuple[Path, ...] = ()
    source: Literal["text", "strokes", "picture"] = "text"
    turned: int = 0
    scale: float = 1.0
    """By how much the sheet is larger than its page, so that its letters are of a usual height."""
    readable: bool = True
    remarks: tuple[str, ...] = ()
    render: Callable[[float], Grey] = field(default=_no_picture, repr=False)
    """dpi -> grey picture of the upright page, 0 black, 255 white."""
    drawn: Floats | None = field(default=None, repr=False)
    """Segments found in pixels; None where they come from the paths."""
    across: tuple[Word, ...] = ()
    """The words of its watermarks, which are none of `words`."""
    own: Box | None = None
    """The frame of a drawing that is placed in the midst of a page; None where it has the page to itself."""
    rings: Floats | None = field(default=None, repr=False)
    """Rings (n, 4) found in pixels around numbers and marks: x, y, radius, and how much of a turn is drawn, 1 if they
    are not dashed. None where they come from the paths."""

    @property
    def extent(self) -> Box:
        """The sheet of the drawing: the page, or that part of it in which it is placed."""
        return self.own or (0.0, 0.0, self.width, self.height)

    @property
    def has_picture(self) -> bool:
        """Whether `render` can show the page."""
        return self.render is not _no_picture

    def forget_pictures(self) -> None:
        """Let go of what was rendered; it is rendered anew where somebody asks."""
        clear = getattr(self.render, "cache_clear", None)
        if clear is not None:
            clear()

    @cached_property
    def segments(self) -> Floats:
        """Straight pieces (n, 4): x0, y0, x1, y1. Thin filled bars count as lines."""
        return self.drawn if self.drawn is not None else segments_of(self.paths)

    def segments_near(self, box: Box) -> Floats:
        """The segments (n, 4) whose upright boxes touch a box, in their order; cheap on any sheet."""
        return self.segments[self.segment_index.near(box)]

    def words_near(self, box: Box) -> list[Word]:
        """The words whose boxes touch a box, in their order; cheap on any sheet."""
        return [self.words[i] for i in self.word_index.near(box)]

    @cached_property
    def segment_index(self) -> BoxIndex:
        """Where the segments lie."""
        return index_of_segments(self.segments)

    @cached_property
    def word_index(self) -> BoxIndex:
        """Where the words lie."""
        return BoxIndex(boxes_of(w.box for w in self.words))

    @cached_property
    def text_height(self) -> float:
        """The usual height of a capital letter on this sheet; 2.5 mm where there is no text."""
        x0, top, x1, bottom = self.extent
        own = self.words if self.own is None else [w for w in self.words if x0 < w.x < x1 and top < w.y < bottom]
        heights = [w.height for w in own for _ in w.text]
        return float(np.median(heights)) if heights else 2.5 * 72 / 25.4

    @cached_property
    def figure_height(self) -> float:
        """The usual height of the figures of sizes, which titles and notes need not have; of all text if they are few.

        Arrow heads and gaps of dimensions go by it (ISO 129-1, annex A).
        """
        heights = [w.height for w in self.words if _FIGURE.fullmatch(w.text)]
        return float(np.median(heights)) if len(heights) >= _FIGURES else self.text_height

    @cached_property
    def tallest(self) -> float:
        """The height of the tallest capital letter on this sheet; 0 where there is no text."""
        return max((w.height for w in self.words), default=0.0)

    def at(self, **changes: object) -> Sheet:
        """A copy with some fields replaced. What is known of lines and words that stay is known of the copy."""
        made = replace(self, **changes)  # type: ignore[arg-type]  # dataclasses.replace has no typed keywords
        for name, sources in _FOLLOWS.items():
            if name in self.__dict__ and not sources & changes.keys():
                made.__dict__[name] = self.__dict__[name]
        return made


_FIGURE = re.compile(r"[⌀ØR(±]*\d+(?:[.,]\d+)?[°)]?")
_SAME = 2  # decimals of a point to which pieces in one place are the same
_FIGURES = 8  # sizes that tell how high their figures are

_FOLLOWS = {
    "segments": {"paths", "drawn"},
    "segment_index": {"paths", "drawn"},
    "word_index": {"words"},
    "text_height": {"words", "own"},
    "figure_height": {"words", "own"},
    "tallest": {"words"},
}
"""What a sheet derives, and the fields that it derives it from."""


@kept(2)
def segments_of(paths: tuple[Path, ...]) -> Floats:
    """The straight pieces of the paths, each once. What is filled between outlines is the lines that it shows.

    A page that is looked at before it is read has the same ones.
    """
    outlines: list[Floats] = []
    counts: list[int] = []
    framing: dict[int, list[Floats]] = {}
    headed = {one.path: one.pieces for one in headed_lines_of(paths)}
    for path in paths:
        lines = headed.get(path, ())
        if not lines and path.filled:
            middle = middle_line(path.points, path.box, curved=path.curved)
            lines = () if middle is None else (middle,)
        if lines:
            outlines.extend(lines)
            counts.extend([2] * len(lines))
            continue
        if path.filled and not path.stroked:
            if not path.curved:
                framing.setdefault(path.group, []).append(path.points)
            continue
        if path.curved:
            continue
        outlines.append(path.points)
        if path.closed:
            outlines.append(path.points[:1])
        counts.append(len(path.points) + path.closed)
    framed = walls(framing.values())
    return _each_once(_steps([*outlines, *framed], [*counts, *(2 for _ in framed)]))


def _each_once(pieces: Floats) -> Floats:
    """The pieces (n, 4), in their order: a pen that goes back and forth over one shows nothing new."""
    first: NDArray[np.intp] = np.unique(np.round(pieces, _SAME), axis=0, return_index=True)[1]
    return pieces[np.sort(first)]


def steps_of(outlines: Sequence[Floats]) -> Floats:
    """The straight pieces (n, 4) of outlines, each from one of its points to the next, one outline after the other."""
    return _steps(outlines, [len(points) for points in outlines])


def _steps(outlines: Sequence[Floats], counts: Sequence[int]) -> Floats:
    """The pieces of outlines of so many points each, which may come in several parts."""
    if not outlines:
        return np.empty((0, 4))
    points = np.vstack(outlines)
    return np.delete(np.hstack([points[:-1], points[1:]]), np.cumsum(counts)[:-1] - 1, axis=0)
