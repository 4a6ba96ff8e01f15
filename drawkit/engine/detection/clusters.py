"""Clusters of ink of a letter's size, in any direction: where drawn text may stand, however short it is."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from ..budget import in_time
from ..connected import connected
from ..index import BoxIndex
from ..picture.pixels import Grey, Ink
from ..sheet import Floats
from .boxes import TextBox
from .outlines import is_hole, is_triangle, outline_of
from .reading_lines import along_letters, usual_size
from .round_letters import letters_among

NO_LINES: Final[Floats] = np.empty((0, 4))

RULED: Final = 2  # a wall of a cell among the lines of a page

MOST: Final = 200
"""Letters in one cluster beyond which it is hatching or geometry."""

_REACH: Final = 0.25  # of a piece's size: half of the gap between letters of one cluster
_FIGURE: Final = 0.75  # of the usual letter: how high a 1 or an l is at least that is one stroke
_ROOM: Final = 0.2  # of its height: the half of what another figure is wider
_LUMP: Final = 2.2  # times the usual letter of a group: larger pieces are none of it
_HATCHING: Final = 4  # times as many single strokes as letters: I, l and dashes are no such crowd
_STEP: Final = 1.5  # pixels: reaches are rounded to steps of these
_ARROW: Final = (
    0.4,
    4.0,
)  # of the usual letter: the smallest and the largest arrowhead; a point has its outline
_LEGIBLE: Final = 16.0  # pixels of the usual letter below which a 4 or 7 has the outline of a triangle
_STRAIGHT: Final = 0.2  # width over length of a single stroke
_SURELY: Final = (0.08, 0.3)  # width over length by the ink's moments: surely a stroke below, surely none above
_WIDEST: Final = 1.5  # width over height: what is wider is letters that touch each other
_STROKE: Final = 1.4  # of the usual letter, or of one beside it: longer single strokes are geometry
_GAP, _OUT = 0.7, 0.35  # of a stroke's length: how far a letter beside it is off, and how far beyond its ends it goes
_STEEP: Final = 0.85  # of a stroke's length: a slash is no wider, one of sloped letters either; a tick at 45 degrees is
_LOW: Final = 1.65  # times as long as a letter beside it a stroke is at most: an l beside an o
_BAR: Final = 0.08  # width over length of a stroke of bold letters: no line is so thick
_TALL: Final = 0.5  # of the usual piece: smaller ones do not tell how high the row is
_TEXT: Final = 40  # letters from which on a cluster may be a block of text
_DEEP: Final = 6.0  # of the usual letter: a deeper cluster has more rows than a callout has lines
_IN_ROW, _ROW = 0.25, 0.7  # of the usual letter: from a middle to the next in a row, and all of them with tails
_SPECK: Final = 0.3  # of the usual letter: smaller pieces are dots and commas
_POINT: Final = 0.35  # of the letters beside it: the largest circle that is a point
_DOTTED: Final = 2  # pieces of an i
_LEAN, _OVER = 0.2, 0.6  # of its stem: how far its dot may be aside, and above it
_FEWEST: Final = 3  # letters of a row, and pixels of a shape: less tells nothing
_DARK: Final = 150  # the finest line between two pixels is as pale
_BLOCK: Final = 8  # pixels: side of the blocks in which islands of ink are looked for
_BAND: Final = 64  # rows of blocks that are made at a time: a huge picture is not held twice


@dataclass(frozen=True, eq=False)
class Cluster:
    """Pieces of ink with no wide gap between them: the rectangle around them, and how many letters they may be."""

    box: TextBox
    letters: int
    pieces: int
    bounds: tuple[int, int, int, int]
    """x0, top, x1, bottom in pixels."""
    parts: NDArray[np.int32]
    """x, y, width and height of each piece (n, 4)."""
    sizes: NDArray[np.float64]
    """How high a letter each piece may be (n)."""
    is_hole: bool = False
    """Whether it is a circle or a slanting ellipse, with others in it."""

    def moved(self, dx: int, dy: int) -> Cluster:
        """The same cluster elsewhere."""
        x0, top, x1, bottom = self.bounds
        bounds = (x0 + dx, top + dy, x1 + dx, bottom + dy)
        parts = self.parts + np.array([dx, dy, 0, 0], np.int32)
        return replace(self, box=self.box.moved(dx, dy), bounds=bounds, parts=parts)


@dataclass(frozen=True, eq=False)
class _Pieces:
    """Connected ink: its labels, boxes (n, 4) as x, y, width, height, and which of it may be letters or their parts."""

    labels: NDArray[np.int32]
    boxes: NDArray[np.int32]
    sizes: NDArray[np.float64]
    slim: NDArray[np.float64]
    letters: NDArray[np.bool_]
    parts: NDArray[np.bool_]
    inked: tuple[NDArray[np.intp], NDArray[np.intp]]
    """Rows and columns of the ink: most of a sheet is paper, which need not be looked at again."""


def clusters(picture: Grey, letter: float, walls: Ink, lines: Floats = NO_LINES) -> list[Cluster]:
    """The clusters of a picture's ink that hold a letter at least, and single dashes and dots.

    `letter` is the usual letter's height in pixels, and `walls` has 1 where a long line of the page runs: what it
    parts is no cluster, however close. `lines` (n, 4), x0, y0, x1, y1 in pixels, are those that are longer than a
    letter: what one of them ends at may be its number. Ink is looked at in islands between which no reach goes: most
    of a sheet is paper, and a huge one would need gigabytes at once.
    """
    out: list[Cluster] = []
    for (x0, top, x1, bottom), ink in in_time(_islands(picture, letter), "text that is drawn"):
        out += (one.moved(x0, top) for one in _clusters(ink, letter, walls[top:bottom, x0:x1]))
    holes = [c for c in out if c.is_hole]
    rest = [c for c in out if not c.is_hole]
    return sorted([*rest, *letters_among(holes, rest, lines)], key=lambda c: (c.bounds[1], c.bounds[0]))


def _islands(picture: Grey, letter: float) -> Iterator[tuple[tuple[int, int, int, int], Ink]]:
    """Rectangles (x0, top, x1, bottom) with their ink; ink of other islands within a rectangle is left out."""
    blocks = _inked_blocks(picture)
    apart = 2 * math.ceil((4 * _REACH * letter + 2 * _STEP) / 2 / _BLOCK) + 3
    found = cv2.connectedComponentsWithStats(cv2.dilate(blocks, np.ones((apart, apart), np.uint8)), ltype=cv2.CV_32S)
    labels, boxes = np.asarray(found[1]), np.asarray(found[2])[1:, :4]
    for number, (left, above, wide, tall) in enumerate(boxes.tolist(), start=1):
        x0, top = left * _BLOCK, above * _BLOCK
        part = picture[top : top + tall * _BLOCK, x0 : x0 + wide * _BLOCK]
        own = (labels[above : above + tall, left : left + wide] == number).astype(np.uint8)
        mask = cv2.resize(own, (wide * _BLOCK, tall * _BLOCK), interpolation=cv2.INTER_NEAREST)
        ink = ((part < _DARK) & (mask[: part.shape[0], : part.shape[1]] > 0)).astype(np.uint8)
        yield (x0, top, x0 + part.shape[1], top + part.shape[0]), ink


def _inked_blocks(picture: Grey) -> Ink:
    """1 for each block of a picture that is not all white."""
    bands = [_inked_band(picture[top : top + _BAND * _BLOCK]) for top in range(0, len(picture), _BAND * _BLOCK)]
    return np.concatenate(bands)


def _inked_band(picture: Grey) -> Ink:
    rows, columns = -(-picture.shape[0] // _BLOCK), -(-picture.shape[1] // _BLOCK)
    below, behind = rows * _BLOCK - picture.shape[0], columns * _BLOCK - picture.shape[1]
    paper = cv2.copyMakeBorder(picture, 0, below, 0, behind, cv2.BORDER_CONSTANT, None, 255)
    return (cv2.resize(paper, (columns, rows), interpolation=cv2.INTER_AREA) < 255).astype(np.uint8)


def _clusters(ink: Ink, letter: float, walls: Ink) -> list[Cluster]:
    found = _pieces(ink, letter, walls)
    kept = np.flatnonzero(found.parts)
    if not len(kept):
        return []
    homes = cv2.connectedComponents(_reached(found, letter, walls), connectivity=4, ltype=cv2.CV_32S)[1]
    home = np.zeros(len(found.boxes) + 1, np.int32)
    home[found.labels[found.inked]] = homes[found.inked]
    home = home[kept + 1]
    order = np.argsort(home, kind="stable")
    groups = np.split(kept[order], np.flatnonzero(np.diff(home[order])) + 1)
    groups = [part for members in groups for part in _without_lumps(found, members, 2 * letter)]
    groups = [row for members in groups for row in _in_rows(found, members)]
    fitting = [
        m
        for m in groups
        if 0 < found.letters[m].sum() <= MOST or (len(m) == 1 and found.parts[m[0]]) or _is_dotted(found, m)
    ]
    return [replace(_cluster(found, members), is_hole=_is_hole(found, members)) for members in fitting]


def _reached(found: _Pieces, letter: float, walls: Ink) -> Ink:
    """1 within the reach of a piece's ink; a wall ends the reach, but it cuts no piece."""
    size = np.minimum(found.boxes[:, 2:].max(1), 2 * letter)
    reach = np.maximum(1, np.round(_STEP * np.round(_REACH * size / _STEP))).astype(np.uint8)
    of_label = np.concatenate([np.zeros(1, np.uint8), np.where(found.parts, reach, 0).astype(np.uint8)])
    reaches = np.zeros(walls.shape, np.uint8)
    reaches[found.inked] = of_label[found.labels[found.inked]]
    mask = np.zeros(walls.shape, np.uint8)
    for pixels in np.unique(reach[found.parts]).tolist():
        square = np.ones((2 * pixels + 1, 2 * pixels + 1), np.uint8)
        mask |= np.asarray(cv2.dilate((reaches == pixels).astype(np.uint8), square), np.uint8)
    for x, y, wide, tall in _as_wide_as_letters(found, letter).tolist():
        mask[max(y, 0) : y + tall, max(x, 0) : x + wide] = 1
    mask[walls > 0] = 0
    mask[reaches > 0] = 1
    return mask


def _as_wide_as_letters(found: _Pieces, letter: float) -> NDArray[np.int32]:
    """What single strokes as high as letters reach, x, y, width and height (n, 4): a 1 takes the room of a figure."""
    size, across = found.boxes[:, 2:].max(1), found.boxes[:, 2:].min(1)
    figures = found.boxes[found.parts & ~found.letters & (size >= _FIGURE * letter) & (across <= _STRAIGHT * size)]
    room = np.round((_REACH + _ROOM) * figures[:, 2:].max(1)).astype(np.int32)[:, None]
    aside = np.where(figures[:, 2:] < figures[:, :1:-1], room, 0)
    return np.hstack([figures[:, :2] - aside, figures[:, 2:] + 2 * aside])


def _pieces(ink: Ink, letter: float, walls: Ink) -> _Pieces:
    found = cv2.connectedComponentsWithStats(ink, connectivity=8, ltype=cv2.CV_32S)
    labels, stats = np.asarray(found[1], np.int32), np.asarray(found[2], np.int32)
    boxes = np.asarray(stats[1:, :4], np.int32)
    size = boxes[:, 2:].max(1)
    inked = labels.nonzero()
    slim = _slimness(labels, stats, *inked)
    straight = slim < _SURELY[0]
    for i in np.flatnonzero(~straight & (slim < _SURELY[1])).tolist():
        straight[i] = _is_straight(labels, boxes[i].tolist(), i + 1)
    arrows = np.zeros(len(boxes), bool)
    of_size = (size >= _ARROW[0] * letter) & (size <= _ARROW[1] * letter)
    for i in np.flatnonzero(~straight & of_size).tolist() if letter >= _LEGIBLE else ():
        arrows[i] = _is_arrow(labels, boxes[i].tolist(), i + 1)
    speck = (size < _SPECK * letter) & ~arrows
    straight |= arrows
    letters = ~straight & ~speck
    strokes = straight & ~arrows & ((size <= _STROKE * letter) | (slim >= _BAR))
    x, y = (boxes[:, :2] + boxes[:, 2:] // 2).T
    strokes |= _beside_letters(boxes, straight & ~arrows & ~strokes & (walls[y, x] != RULED), letters)
    sizes = np.where(slim < _SURELY[1], size, np.minimum(size, _WIDEST * boxes[:, 2:].min(1)))
    return _Pieces(labels, boxes, sizes, slim, letters, letters | speck | strokes, (inked[0], inked[1]))


def _beside_letters(boxes: NDArray[np.int32], strokes: NDArray[np.bool_], letters: NDArray[np.bool_]) -> Any:
    """Which upright or level strokes (n) stand right beside a letter that is hardly lower and reaches no further.

    A sheet has letters of several sizes: a stroke that is geometry among small ones may be an l among large ones.
    """
    out = np.zeros(len(boxes), bool)
    asked, known = np.flatnonzero(strokes), np.flatnonzero(letters)
    if not len(asked) or not len(known):
        return out
    low, high = boxes[:, :2].astype(float), (boxes[:, :2] + boxes[:, 2:]).astype(float)
    size = boxes[asked, 2:].max(1)[:, None].astype(float)
    across = np.where(boxes[asked, 2:] < _STEEP * size, _GAP, 0.0) * size  # beside it, not beyond its ends
    tall = boxes[asked, 2:].argmax(1)
    index = BoxIndex(np.hstack([low[known], high[known]]))
    one, other = index.pairs(np.hstack([low[asked] - across, high[asked] + across]))
    stroke, letter, axis = asked[one], known[other], tall[one]
    length, height = boxes[stroke, 2 + axis], boxes[letter, 2 + axis]
    reach = _OUT * length
    held = (low[letter, axis] >= low[stroke, axis] - reach) & (high[letter, axis] <= high[stroke, axis] + reach)
    out[stroke[held & (length <= _LOW * height)]] = True
    return out


def _is_arrow(labels: NDArray[Any], box: list[int], label: int) -> bool:
    """Whether a piece is a triangle, filled or not: an arrowhead, or the sign of a datum."""
    x, y, wide, tall = box
    if min(wide, tall) < _FEWEST:
        return False
    return is_triangle(outline_of(labels[y : y + tall, x : x + wide] == label))


def _slimness(
    labels: NDArray[Any], stats: NDArray[Any], rows: NDArray[np.intp], columns: NDArray[np.intp]
) -> NDArray[np.float64]:
    """Width over length of each piece, by the second moments of its ink, which has these rows and columns."""
    own, count = labels[rows, columns], len(stats)
    y, x = rows - stats[own, cv2.CC_STAT_TOP].astype(float), columns - stats[own, cv2.CC_STAT_LEFT].astype(float)
    area = np.maximum(np.bincount(own, minlength=count), 1)
    mx, my, xx, yy, xy = (np.bincount(own, w, minlength=count) / area for w in (x, y, x * x, y * y, x * y))
    a, b, c = xx - mx * mx, yy - my * my, xy - mx * my
    spread = np.sqrt((a - b) ** 2 + 4 * c * c)
    ratio = np.maximum(a + b - spread, 0.0) / np.maximum(a + b + spread, 1e-9)
    return np.asarray(np.sqrt(ratio)[1:], np.float64)


def _without_lumps(found: _Pieces, members: NDArray[np.intp], most: float) -> list[NDArray[np.intp]]:
    """A group without pieces far larger than its letters, such as a line with its arrow, and without hatching.

    In parts if these joined it, each of which may have lumps of its own beside its smaller letters.
    """
    size, across = found.boxes[members, 2:].max(1), found.boxes[members, 2:].min(1)
    is_letter = found.letters[members]
    kept = np.ones(len(members), bool)
    strokes = ~is_letter & (found.slim[members] <= _STRAIGHT)
    if strokes.sum() > _HATCHING * max(is_letter.sum(), _FEWEST):
        kept &= ~strokes
    letters = found.sizes[members][is_letter]
    if len(letters) >= _FEWEST:
        usual = _LUMP * (usual_size(letters, most) if len(letters) <= MOST else most / 2)
        kept &= (size <= usual) | ((across <= usual) & (found.slim[members] > _STRAIGHT))  # or letters that touch
        kept |= _beside_letters(found.boxes[members], strokes & ~kept, is_letter & kept)  # a slash among larger ones
    fitting = members[kept]
    if len(fitting) == len(members) or not len(fitting):
        return [fitting] if len(fitting) else []
    reach = np.maximum(1.0, 2 * _REACH * found.boxes[fitting, 2:].max(1)) / 2
    low, high = found.boxes[fitting, :2], found.boxes[fitting, :2] + found.boxes[fitting, 2:]
    around = np.hstack([low - reach[:, None], high + reach[:, None]])
    home = connected(*BoxIndex(around).pairs(around), len(fitting))
    parts = (fitting[home == part] for part in np.unique(home).tolist())
    return [smaller for part in parts for smaller in _without_lumps(found, part, most)]


def _in_rows(found: _Pieces, members: NDArray[np.intp]) -> list[NDArray[np.intp]]:
    """A group of many letters in several rows, parted into these: a block of text stands in such, level or not.

    One of which most letters stand in no row is left as it is: hatching or geometry.
    """
    own, boxes = found.letters[members], found.boxes[members]
    if own.sum() < _TEXT:
        return [members]
    usual = usual_size(found.sizes[members][own])
    depth = min((boxes[:, :2] + boxes[:, 2:]).max(0) - boxes[:, :2].min(0))
    if own.sum() <= MOST and depth <= _DEEP * usual:
        return [members]
    tall = own & (found.sizes[members] >= _TALL * usual)
    best, home = tall.sum() / 2, np.zeros(len(members), np.intp)
    for place in (boxes[:, :2] + boxes[:, 2:] / 2).T[::-1]:
        ordered = np.sort(place[tall])
        rows = np.split(ordered, np.flatnonzero(np.diff(ordered) > _IN_ROW * usual) + 1)
        held = sum(len(row) for row in rows if len(row) >= _FEWEST and np.ptp(row) <= _ROW * usual)
        if held > best or (held == best and len(rows) <= home.max()):  # the longer ones where letters stand in both
            best, home = held, np.abs(place[:, None] - np.array([row.mean() for row in rows])).argmin(1)
    return [members[home == row] for row in range(home.max() + 1)]


def _is_dotted(found: _Pieces, members: NDArray[np.intp]) -> bool:
    """Whether a group is a single stroke with a dot above it: an i that stands so far from the next letters."""
    if len(members) != _DOTTED:
        return False
    dot, stem = found.boxes[members[found.boxes[members, 1].argsort()]]
    size = int(stem[2:].max())
    above = stem[1] - (dot[1] + dot[3])
    over = stem[0] - size * _LEAN <= dot[0] and dot[0] + dot[2] <= stem[0] + stem[2] + size * _LEAN
    return bool(dot[2:].max() <= _POINT * size and stem[3] > stem[2] and 0 <= above <= _OVER * size and over)


def _is_straight(labels: NDArray[Any], box: list[int], label: int) -> bool:
    x, y, wide, tall = box
    _, sides, _ = cv2.minAreaRect(_points(labels, (x, y, x + wide, y + tall), np.array([label])))
    return min(sides) + 1 <= _STRAIGHT * (max(sides) + 1)


def _is_hole(found: _Pieces, members: NDArray[np.intp]) -> bool:
    """Whether a cluster is a hole: a circle or a slanting ellipse, with others in it.

    A zero is higher than it is wide and stands upright (ISO 3098-0).
    """
    boxes = found.boxes[members]
    low, high = boxes[:, :2].min(0), (boxes[:, :2] + boxes[:, 2:]).max(0)
    outer = int(boxes[:, 2:].max(1).argmax())
    x, y, wide, tall = boxes[outer].tolist()
    is_stroke = found.slim[members[outer]] < _SURELY[0]  # one that leans is as slender an ellipse
    if is_stroke or (high - low > boxes[outer, 2:]).any() or min(wide, tall) < _FEWEST:
        return False
    return is_hole(outline_of(found.labels[y : y + tall, x : x + wide] == members[outer] + 1))


def _points(labels: NDArray[Any], bounds: tuple[int, int, int, int], members: NDArray[Any]) -> NDArray[np.float32]:
    x0, top, x1, bottom = bounds
    part = labels[top:bottom, x0:x1]
    rows, columns = np.nonzero(part == members[0] if len(members) == 1 else np.isin(part, members))
    return np.column_stack([columns + x0, rows + top]).astype(np.float32)


def _cluster(found: _Pieces, members: NDArray[np.intp]) -> Cluster:
    boxes, sizes = found.boxes[members], found.sizes[members]
    (x0, top), (x1, bottom) = boxes[:, :2].min(0).tolist(), (boxes[:, :2] + boxes[:, 2:]).max(0).tolist()
    bounds = (x0, top, x1, bottom)
    tall = sizes >= _TALL * usual_size(sizes)  # points and commas hang below, and are no letters
    own = boxes[tall & found.letters[members]]
    lying = TextBox((x0 + x1) / 2, (top + bottom) / 2, x1 - x0, bottom - top, 0.0)
    alone = tall.sum() < 2  # beside points at most: it shows no direction
    if alone:
        return Cluster(lying, len(own), len(members), bounds, boxes, sizes)
    ink = [_points(found.labels, bounds, some + 1) for some in (members[tall], members)]
    box = along_letters(ink[0], ink[1], lying, own, boxes)
    return Cluster(box, len(own), len(members), bounds, boxes, sizes)
