"""Runs of drawn text: clusters of letters that go on along one line, and the boxes in which they may be read."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from ..picture.pixels import Ink
from .boxes import TextBox
from .clusters import RULED, Cluster
from .decimal_marks import joined_by_marks
from .joints import (
    ALIKE,
    DOT,
    SHORT,
    TURN,
    WIDEST_BLANK,
    Joint,
    between,
    directions_of,
    directions_shown,
    is_told,
    join,
    letter_height,
    root_of,
    without_strangers,
)
from .rows import Row, rows_of

_OVER: Final = 0.6  # of the height: a wider gap over a centre line or an extension line ends a run
_CLOSE: Final = 0.6  # of the height: the same between two single letters, which tell no direction
_WIDE: Final = 1.35  # of the height of small letters: as wide as a blank of their capitals (ISO 3098-1, type B)
_OFF: Final = 0.35  # of the height: how far the middles of neighbours may be off one line
_MARGIN: Final = 0.195  # of the height: paper around a run, as a detector leaves it
_COLON: Final = (0.4, 0.75)  # of the height of the figures beside it: how high a colon is
_LEAST: Final = 0.1  # of the height: no point is smaller than the pen is wide
_POINT: Final = 0.6  # of the height: how far a point's middle may be off its line
_ROUND: Final = 1.5  # length over height, or height over length, of what is round
_SHORT_STROKE: Final = (2.2, 0.2)  # the same of a point that is drawn as a stroke as long as the pen is wide, and how
# long that is at most, of the letters' height: pens have a tenth of it (ISO 3098-1); a small figure is longer
_LEAST_SIGN, _LEAST_TALL = 0.25, 0.45  # of a single letter's height: a sign beside it, and a colon, is no smaller
_WIDEST: Final = 1.5  # of its height: no letter is wider
_SIGN: Final = 0.6  # of the height: what is smaller is a dash, whatever its shape
_LOW: Final = 1.65  # times as high as a letter a bare stroke beside it is at most: an l or a slash beside an o
_TOLD: Final = 1.3  # length over height from which on two letters or more are not taken for another direction
_LEVEL: Final = 0.1  # of the height: how far a stroke of a row is off it at most, and higher or lower than its letters
_BRACKET: Final = 1.5  # of the same: how high a bracket is at most


def runs(found: Sequence[Cluster], walls: Ink) -> list[TextBox]:
    """Boxes around what may be runs of text: whole runs, their rows, and by themselves their short parts and stacks.

    `walls` has `RULED` where a wall of a table stands, which no run crosses, and 1 where another long line runs: no
    blank lies on it.
    """
    rows = _with_points([(row, number) for number, cluster in enumerate(found) for row in rows_of(cluster)], walls)
    rows = _with_decimals(rows, walls)
    out = []
    for chain in _chains([row for row, _ in rows], [number for _, number in rows], walls):
        members = _without_end_lines(chain)
        if not members:
            continue
        told = any(letters > 1 and box.elongation >= _TOLD for box, letters in members)
        out.append(
            padded(replace(_union([box for box, _ in members], told), letters=sum(letters for _, letters in members)))
        )
        if len(members) > 1:
            out += [
                padded(replace(box, letters=letters))
                for box, letters in members
                if 1 <= letters <= SHORT or box.rows > 1
            ]
    return out


def _with_points(rows: Sequence[tuple[Row, int]], walls: Ink) -> list[tuple[Row, int]]:
    """The rows, each point joined to the nearest row of several letters that it goes on with.

    ".25" shows its direction, "25" hardly does; a single letter with a point shows none.
    """
    home: dict[int, tuple[float, int]] = {}
    for pair in _close_pairs([row for row, _ in rows]):
        point, i = sorted(pair, key=lambda n: rows[n][0][0].length * rows[n][0][0].height)
        (dot, few), (box, letters) = rows[point][0], rows[i][0]
        fits = few <= 1 < letters and max(dot.length, dot.height) >= _LEAST * box.height and _is_point(dot, rows[i][0])
        if fits and _goes_on(rows[point][0], rows[i][0], walls):
            home[point] = min(home.get(point, (math.inf, i)), (math.hypot(dot.x - box.x, dot.y - box.y), i))
    points: dict[int, list[TextBox]] = defaultdict(list)
    for point, (_, i) in home.items():
        points[i].append(rows[point][0][0])
    joined = [
        ((_union([row[0], *points[i]], told=True) if i in points else row[0], row[1]), n)
        for i, (row, n) in enumerate(rows)
    ]
    return [row for i, row in enumerate(joined) if i not in home]


def _with_decimals(rows: Sequence[tuple[Row, int]], walls: Ink) -> list[tuple[Row, int]]:
    """The rows, those of one number with a point or a comma between them as one."""
    found = joined_by_marks([row for row, _ in rows], directions_of, lambda a, b: not _wall_between(a, b, walls))
    taken = {i for members, _ in found for i in members}
    out = [row for i, row in enumerate(rows) if i not in taken]
    for members, angle in found:
        letters = sum(max(rows[i][0][1], 1) for i in (members[0], members[-1]))  # a 1 may be a bare stroke
        out.append(((_union([rows[i][0][0].turned(angle) for i in members], told=True), letters), rows[members[0]][1]))
    return out


def _without_end_lines(chain: Sequence[Row]) -> list[Row]:
    """The rows of a chain without the strokes at its ends that are lines that end at the text, no 1 and no bracket."""
    if not any(letters for _, letters in chain):
        return []
    guide = max((row for row in chain if row[1]), key=lambda row: (row[1] > 1, row[0].length))[0]
    places = [guide.offset(box) for box, _ in chain]
    spans = [place for place, (_, letters) in zip(places, chain, strict=True) if letters]
    (left, top), (right, bottom) = np.min(spans, axis=0).tolist(), np.max(spans, axis=0).tolist()
    between = [left < s < right or top < n < bottom for s, n in places]
    points = [max(box.length, box.height) <= DOT * guide.height for box, _ in chain]
    strokes = [i for i, (_, letters) in enumerate(chain) if not letters and not between[i] and not points[i]]
    standing = _standing([chain[i][0].turned(guide.angle) for i in strokes], guide)
    kept = {i for i, stands in zip(strokes, standing, strict=True) if stands}
    return [row for i, row in enumerate(chain) if row[1] or between[i] or points[i] or i in kept]


def _standing(strokes: Sequence[TextBox], guide: TextBox) -> list[bool]:
    """Which strokes at the ends of a row stand in it: a 1 is as high as its figures, a pair of brackets a bit higher.

    ISO 3098-1 has brackets reach beyond the letters above and below. A line that ends at a text ends nowhere level
    with it.
    """
    if guide.rows > 1:
        return [False] * len(strokes)
    level = [abs(guide.offset(box)[1]) <= _LEVEL * guide.height and box.length <= box.height for box in strokes]
    high = [box.height / guide.height for box in strokes]
    before = [guide.offset(box)[0] < 0 for box in strokes]
    out = []
    for i, own in enumerate(high):
        mates = (level[j] and before[j] != before[i] and abs(own - high[j]) <= _LEVEL for j in range(len(strokes)))
        out.append(level[i] and (abs(own - 1) <= _LEVEL or (1 < own <= _BRACKET and any(mates))))
    return out


def _chains(rows: Sequence[Row], cluster: Sequence[int], walls: Ink) -> list[list[Row]]:
    """The rows in groups that go on along one line; `cluster` has the number of each row's cluster.

    A stack of two is a guess of its own beside its two rows: it goes on with what stands beside it, with one of its
    rows too, but it joins no rows that are none together.
    """
    parent = list(range(len(rows)))
    beside: dict[int, list[int]] = {i: [] for i, (box, _) in enumerate(rows) if box.rows > 1}
    joints: list[Joint] = []
    for i, j in _close_pairs(rows):
        wide = _way_on(rows[i], rows[j], walls, spaced=True)
        angle = None if wide is None else _way_on(rows[i], rows[j], walls)
        if wide is not None and angle is None and i not in beside and j not in beside:
            joints.append(Joint(wide, i, j, True, _gap(rows[i][0], rows[j][0], wide)))
        if angle is None:
            continue
        if i in beside or j in beside:
            stack, other = (i, j) if i in beside else (j, i)
            beside[stack].append(other)
        else:
            joints.append(Joint(angle, i, j, False, _gap(rows[i][0], rows[j][0], angle)))
    join(rows, parent, without_strangers(rows, joints))
    groups: dict[int, list[int]] = defaultdict(list)
    for index in range(len(rows)):
        if index not in beside:
            groups[root_of(parent, index)].append(index)
    chains = list(groups.values())
    for stack, others in beside.items():
        lines = [groups[root] for root in dict.fromkeys(root_of(parent, other) for other in others)]
        others_rows = [[i for i in line if cluster[i] != cluster[stack]] for line in lines]
        strange = [rest for rest, line in zip(others_rows, lines, strict=True) if len(rest) == len(line)]
        own = [rest for rest, line in zip(others_rows, lines, strict=True) if 0 < len(rest) < len(line)]
        chains.append([stack, *(i for line in (*strange, *(own if len(own) == 1 else ())) for i in line)])
    return [[rows[i] for i in chain] for chain in chains]


def _gap(one: TextBox, other: TextBox, angle: float) -> float:
    """The room between two boxes along a direction."""
    a, b = one.turned(angle), other.turned(angle)
    return abs(a.offset(b)[0]) - (a.length + b.length) / 2


def _close_pairs(rows: Sequence[Row]) -> Iterator[tuple[int, int]]:
    """Pairs of rows no further apart than letters of spaced lettering may be; swept from left to right."""
    bounds = []
    for row in rows:
        box = row[0]
        x0, top, x1, bottom = box.bounds
        reach = _WIDE * max(letter_height(row), min(box.length, 2 * box.height))
        bounds.append((x0 - reach, top - reach, x1 + reach, bottom + reach))
    order = sorted(range(len(rows)), key=lambda i: bounds[i][0])
    for place, i in enumerate(order):
        for j in order[place + 1 :]:
            if bounds[j][0] > bounds[i][2]:
                break
            if bounds[j][1] <= bounds[i][3] and bounds[i][1] <= bounds[j][3]:
                yield i, j


def _goes_on(one: Row, other: Row, walls: Ink) -> bool:
    """Whether two rows are neighbours on one line."""
    return _way_on(one, other, walls) is not None


def _way_on(one: Row, other: Row, walls: Ink, *, spaced: bool = False) -> float | None:
    """Along which direction two rows are neighbours on one line, of those that the clearer one shows; None if not.

    Where a line is `spaced` the gap between single letters may be as wide as a blank of its capitals, and one that
    may lie or stand may have a bare stroke beside it: the rest of the line has to tell its direction.
    """
    guide, small = _roles(one, other)
    (box, letters), (part, few) = guide, small
    unclear = not spaced and few == 0 and letters == 1 and len(directions_shown(box, letters)) > 1
    if min(box.rows, part.rows) > 1 or letters == 0 or unclear:
        return None
    if few > 1 and part.elongation >= _TOLD and between(box.angle, part.angle) > TURN:
        return None
    close = _WIDE if spaced else _CLOSE
    return next((angle for angle in directions_of(guide) if _follows(guide, small, angle, walls, close)), None)


def _roles(one: Row, other: Row) -> tuple[Row, Row]:
    """The row that shows the direction more clearly, and the other one; a point or a colon has no letter."""
    guide, small = sorted((one, other), key=_clearness, reverse=True)
    if guide[1] == 0 < small[1] and guide[0].height <= _LOW * small[0].height:
        guide, small = small, guide
    if _is_colon(guide[0], small[0]):
        return small, (guide[0], 0)
    is_point = small[1] == 1 and _is_point(small[0], guide)
    return guide, (small[0], 0) if is_point or _is_colon(small[0], guide[0]) else small


def _follows(guide: Row, small: Row, angle: float, walls: Ink, close: float) -> bool:
    """Whether a row goes on with another one along this direction; `close` as in `_way_on`."""
    (box, letters), (part, few) = guide, small
    a, b = box.turned(angle), part.turned(angle)
    away, across = a.offset(b)
    height = max(a.height, b.height)
    gap = abs(away) - (a.length + b.length) / 2
    if few == 0 or (few == 1 and _is_sign(b, a, letters)):
        low = _POINT * height if max(b.height, b.length) <= DOT * height else _OFF * height
        return b.length <= height and gap <= max(WIDEST_BLANK, close) * height and abs(across) <= low
    told = is_told(box, letters)
    level = abs(across) <= _OFF * min(a.height, b.height) or (
        few == 1 < letters and abs(across) <= (a.height - b.height) / 2 + _LEAST * a.height
    )
    alike = height <= ALIKE * min(a.height, b.height) and level
    near = -0.3 * height <= gap <= (WIDEST_BLANK if told else close) * height
    if not (alike and near) or (letters == 1 and not _may_run(small, angle)):
        return False
    wall = _wall_between(a, b, walls)
    return wall != RULED and not (wall > 0 and gap > _OVER * height)


def _may_run(row: Row, angle: float) -> bool:
    """Whether a row may run in a direction that one letter beside it shows: ⌴ and ⌵ are wider than high, and lie."""
    return any(abs((angle - own + 90) % 180 - 90) <= TURN for own in directions_of(row))


def _is_sign(small: TextBox, box: TextBox, letters: int) -> bool:
    """Whether a piece is so small that it is a sign beside letters.

    A single letter may be a piece of the part, and what is tall and small beside it a figure.
    """
    size = max(small.height, small.length) / box.height
    least = _LEAST_TALL if small.height > _ROUND * small.length else _LEAST_SIGN
    return size <= _SIGN and (letters > 1 or (size >= least and box.length <= _WIDEST * box.height))


def _is_colon(small: TextBox, box: TextBox) -> bool:
    """Whether a piece beside level letters is as narrow as a point and not as high as they are: two of them."""
    _, top, _, bottom = box.bounds
    x0, high, x1, low = small.bounds
    height = min(bottom - top, box.height) if box.length > box.height else bottom - top
    inside = top < high and low < bottom + _LEAST * height
    return inside and x1 - x0 <= DOT * height and _COLON[0] * height <= low - high <= _COLON[1] * height


def _clearness(row: Row) -> tuple[bool, float]:
    """How clearly a row shows its direction: several letters by their length, one, or a sign of two, by its size."""
    box, letters = row
    several = letters > 1 and box.elongation >= _TOLD
    return several, box.elongation if several else max(box.length, box.height)


def _is_point(small: TextBox, row: Row) -> bool:
    """Whether one box is a point beside the letters of a row, however large it is beside the page's other letters."""
    size, least, letter = max(small.length, small.height), min(small.length, small.height), letter_height(row)
    is_short = size <= _SHORT_STROKE[0] * least and size <= _SHORT_STROKE[1] * letter
    return row[0].rows == 1 and size <= DOT * letter and (size <= _ROUND * least or is_short)


def _wall_between(one: TextBox, other: TextBox, walls: Ink) -> int:
    """What stands between the middles of two boxes: nothing (0), a line with a free end (1), or a wall (`RULED`)."""
    steps = max(2, int(math.hypot(one.x - other.x, one.y - other.y)) * 2)
    columns = np.linspace(one.x, other.x, steps).astype(int).clip(0, walls.shape[1] - 1)
    rows = np.linspace(one.y, other.y, steps).astype(int).clip(0, walls.shape[0] - 1)
    return int(walls[rows, columns].max())


def _union(boxes: Sequence[TextBox], told: bool) -> TextBox:
    """The box around boxes of one line, in the direction of the longest; single letters tell it by where they are.

    The box of one of them may lie along its stem, as sloped lettering leans.
    """
    guide = max(boxes, key=lambda b: b.length)
    if len(boxes) > 1 and not told:
        x, y = np.array([(b.x, b.y) for b in boxes]).T
        guide = guide.turned(90.0 if np.ptp(y) > np.ptp(x) else 0.0)
    turn = math.radians(guide.angle)
    along, down = np.array([math.cos(turn), -math.sin(turn)]), np.array([math.sin(turn), math.cos(turn)])
    corners = np.concatenate([b.corners for b in boxes])
    s, n = corners @ along, corners @ down
    middle = along * (s.min() + s.max()) / 2 + down * (n.min() + n.max()) / 2
    return replace(
        guide,
        x=float(middle[0]),
        y=float(middle[1]),
        length=float(np.ptp(s)),
        height=float(np.ptp(n)),
        angle=guide.angle,
        rows=max([b.rows for b in boxes if between(b.angle, guide.angle) <= TURN], default=1),
    )


def padded(box: TextBox) -> TextBox:
    """The box with the paper around it that a detector leaves; one letter may lie or stand."""
    margin = 2 * _MARGIN * (box.height / box.rows if box.letters > 1 else max(box.height, box.length))
    return replace(box, length=box.length + margin, height=box.height + margin)
